package tools

import "github.com/mark3labs/mcp-go/mcp"

func declare() {
	mcp.NewTool("install_app", mcp.WithDescription("Installs")) // expect: installing-tool
	mcp.NewTool("list_apps", mcp.WithDescription("Lists"))      // ok: installing-tool
}
