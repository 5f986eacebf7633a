package demo

func validateQuery(q string) bool { // expect: query-parsing
	return q != ""
}

func trim(q string) string { // ok: query-parsing
	return q
}
