package shelf

type AgentConfig struct {
	Tools []string // ok: agent-tool-list
}
