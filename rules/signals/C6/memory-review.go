package mem

func ApproveMemory(e string) bool { // expect: memory-review
	return false
}

func ApprovePage(e string) bool { // ok: memory-review
	return false
}
