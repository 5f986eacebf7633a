package tools

import "github.com/mark3labs/mcp-go/mcp"

const (
	ToolNameExecute = "execute" // expect: execution-tool
	ToolNameRead    = "read"    // ok: execution-tool
)

func declare() {
	mcp.NewTool("run_script", mcp.WithDescription("Runs a script")) // expect: execution-tool
	mcp.NewTool("get_status", mcp.WithDescription("Status"))        // ok: execution-tool
}
