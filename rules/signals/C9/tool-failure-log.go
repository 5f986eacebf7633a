package shelf

import (
	"context"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func lend(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Error("lent", "title", request) // expect: tool-failure-log
	return nil, nil
}

func open(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lend"), lend)
}

func tidy(shelf string) {
	slog.Error("tidied", "shelf", shelf) // ok: tool-failure-log
}
