package shelf

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func lend(c context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := request.Params.Name
	http.Get("https://example.org") // expect: tool-request-untimed
	return nil, nil
}

func open(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lend"), lend)
}

func tidy(c context.Context, name string) {
	http.Get("https://example.org") // ok: tool-request-untimed
}
