package tools

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func declare(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("build"), build)
	s.AddTool(mcp.NewTool("clean"), clean)
}

func build(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, exec.Command("make", request.Name).Run() // expect: launch-beside-gate
}

func clean(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !askApproval(request.Name) {
		return nil, errDenied
	}
	return nil, exec.Command("make", "clean").Run() // ok: launch-beside-gate
}
