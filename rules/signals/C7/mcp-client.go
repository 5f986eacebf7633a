package connect

import "github.com/mark3labs/mcp-go/client" // expect: mcp-client

func open(command string, pool Pool) {
	client.NewStdioMCPClient(command, nil) // expect: mcp-client
	pool.NewMember(command)                // ok: mcp-client
}

func (d *desk) open(ctx context.Context) error {
	return d.InitializeMCPClient(ctx) // ok: mcp-client
}
