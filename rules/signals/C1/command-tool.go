package desk

import "github.com/mark3labs/mcp-go/mcp"

func tools() {
	mcp.NewTool("bash") // expect: command-tool
	mcp.NewTool("find") // ok: command-tool
}
