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

// What stands beside the tool runs it: in a struct, as the second result, as the second result for a variable.
func status() server.ServerTool {
	return server.ServerTool{
		// tool: mcp status() ->Handler body in status
		Tool: mcp.NewTool("status"),
		Handler: func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, nil
		},
	}
}

func restart() (tool mcp.Tool, handler server.ToolHandlerFunc) {
	// tool: mcp restart() ->handleRestart body in restart
	return mcp.NewTool("restart"), handleRestart
}

func stop(client *Client) (mcp.Tool, server.ToolHandlerFunc) {
	// tool: mcp stop() ->stopWith(client)
	tool := mcp.NewTool("stop")
	return tool, stopWith(client)
}

func handleRestart(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

// Copies of other declarations are no tools.
func copied(all []mcp.Tool) (out []mcp.Tool) {
	for _, each := range all {
		out = append(out, mcp.Tool{Name: each.Name, Description: each.Description})
	}
	return out
}
