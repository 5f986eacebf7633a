package desk

func askUser(question string) bool { // expect: approval-name
	return question != ""
}

func shelves() []string { // ok: approval-name
	return nil
}
