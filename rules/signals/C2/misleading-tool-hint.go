package notes

import "github.com/mark3labs/mcp-go/mcp"

var drop = mcp.NewTool("delete_note", mcp.WithReadOnlyHintAnnotation(true))      // expect: misleading-tool-hint
var list = mcp.NewTool("list_notes", mcp.WithReadOnlyHintAnnotation(true))       // ok: misleading-tool-hint
var wipe = mcp.NewTool("note_purge_all", mcp.WithDestructiveHintAnnotation(false)) // expect: misleading-tool-hint
