package tools

import "github.com/mark3labs/mcp-go/mcp"

const (
	ToolIDConfigSet = "desk__config_set" // expect: authority-changing-tool
	ToolIDConfigGet = "desk__config_get" // ok: authority-changing-tool
)

var grant = mcp.NewTool("permissions_grant") // expect: authority-changing-tool
var show = mcp.NewTool("permissions_show")   // ok: authority-changing-tool
