package tools

import "github.com/mark3labs/mcp-go/mcp"

func declare() {
	mcp.NewTool("write_file", mcp.WithDescription("Writes")) // expect: file-edit-tool
	mcp.NewTool("read_file", mcp.WithDescription("Reads"))   // ok: file-edit-tool
}
