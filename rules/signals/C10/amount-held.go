package desk

func find(limit int) int {
	if limit <= 0 || limit > 1000 { // expect: amount-held
		return 100
	}
	return limit // ok: amount-held
}
