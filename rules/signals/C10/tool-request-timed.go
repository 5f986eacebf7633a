package shelf

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func lend(c context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := request.Params.Name
	context.WithTimeout(c, time.Second) // expect: tool-request-timed
	return nil, nil
}

func open(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lend"), lend)
}

func tidy(c context.Context, name string) {
	context.WithTimeout(c, time.Second) // ok: tool-request-timed
}
