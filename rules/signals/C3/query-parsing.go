package demo

import "strings"

func validateQuery(q string) bool { // expect: query-parsing
	return strings.HasPrefix(strings.ToUpper(q), "SELECT")
}

func validateListQuery(q string) bool { // ok: query-parsing
	return q != ""
}

func trim(q string) string { // ok: query-parsing
	return q
}
