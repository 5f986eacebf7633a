package notes

import "github.com/mark3labs/mcp-go/mcp"

var drop = mcp.NewTool("delete_note", mcp.WithDescription("Deletes"))     // expect: unhinted-change-tool
var list = mcp.NewTool("list_notes", mcp.WithDescription("Lists"))        // ok: unhinted-change-tool
var put = mcp.NewTool("update_note", mcp.WithDestructiveHintAnnotation(true)) // ok: unhinted-change-tool
