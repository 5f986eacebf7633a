package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("x", "1")
	// tool: mcp list(path: string!, sort?: enum, depth?: number!) ->handleList body readOnlyHint=true described bound
	// model: mcp serve in main
	s.AddTool(mcp.NewTool("list",
		mcp.WithDescription("Lists"),
		mcp.WithString("path", mcp.Required(), mcp.MaxLength(100)),
		mcp.WithString("sort", mcp.Enum("name", "size")),
		mcp.WithNumber("depth", mcp.Max(5)),
		mcp.WithReadOnlyHintAnnotation(true)), handleList)
	// tool: mcp delete(id: string, force?: boolean) described in s bound
	remove := mcp.NewTool("delete", mcp.WithDescription("Deletes"), mcp.WithString("id", mcp.Required()), mcp.WithBoolean("force"))
	// model: mcp serve in main tools=[remove]
	s.AddTool(remove, handleDelete)
	// tool: mcp spare() destructiveHint=true
	spare := mcp.NewTool("spare", mcp.WithToolAnnotation(mcp.ToolAnnotation{DestructiveHint: mcp.ToBoolPtr(true)}))
	// tool: mcp raw() described
	raw := mcp.Tool{Name: "raw", Description: "By hand"}
}

func handleList(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func handleDelete(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}
