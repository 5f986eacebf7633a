package demo

func rollbackChange(id string) string { // expect: undo-path
	return id
}

func runDocsTool(id string) string { // ok: undo-path
	return id
}
