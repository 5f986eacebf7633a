package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type GreetArgs struct {
	Name  string   `json:"name" jsonschema:"who is greeted"`
	Loud  bool     `json:"loud,omitempty"`
	Times int      `json:"times" jsonschema:"maximum=3"`
	Tags  []string `json:"tags,omitempty"`
	skip  string
}

func main() {
	server := mcp.NewServer(nil, nil)
	// tool: mcp greet(name: string, loud?: boolean, times: number!, tags?: array) ->greet body readOnlyHint=true described bound
	mcp.AddTool(server, &mcp.Tool{Name: "greet", Description: "Greets", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, greet)
	// tool: mcp late() described
	late := &mcp.Tool{Name: "late", Description: "Is added elsewhere"}
}

func greet(ctx context.Context, request *mcp.CallToolRequest, args GreetArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}
