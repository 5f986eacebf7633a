package desk

type AgentSpec struct {
	Name string
	Tools []string // expect: agent-tool-list
}

type Belt struct {
	Tools []string // ok: agent-tool-list
}
