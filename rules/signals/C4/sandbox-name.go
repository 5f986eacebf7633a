package desk

// Sandbox holds the rules of the desk.
type Sandbox struct { // expect: sandbox-name
	Root string
}

func buildSandboxOptions(root string) string { // expect: sandbox-name
	return root
}

func buildSandwich(bread string) string { // ok: sandbox-name
	return bread
}

func createAgentJob(task string) string { // expect: sandbox-name
	return task
}
