package tools

import "github.com/mark3labs/mcp-go/mcp"

func declare(shelf Shelf) {
	mcp.NewTool("find", mcp.WithDescription("Finds")) // expect: mcp-tool
	shelf.NewBox("find")                              // ok: mcp-tool
}
