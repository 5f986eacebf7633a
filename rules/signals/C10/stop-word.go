package desk

func leave(child *Child) {
	child.Kill() // expect: stop-word
	child.Open() // ok: stop-word
}
