package demo

func isTainted(s string) bool { // expect: taint-decision
	return s != ""
}

func isOpen(s string) bool { // ok: taint-decision
	return s != ""
}
