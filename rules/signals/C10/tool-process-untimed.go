package shelf

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func lend(c context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := request.Params.Name
	exec.Command(name).Run() // expect: tool-process-untimed
	return nil, nil
}

func open(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lend"), lend)
}

func tidy(c context.Context, name string) {
	exec.Command(name).Run() // ok: tool-process-untimed
}
