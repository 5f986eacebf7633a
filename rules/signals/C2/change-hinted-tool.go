package demo

import "github.com/mark3labs/mcp-go/mcp"

var look = mcp.WithReadOnlyHintAnnotation(true)     // ok: change-hinted-tool
var lend = mcp.WithReadOnlyHintAnnotation(false)    // expect: change-hinted-tool
var sort = mcp.WithDestructiveHintAnnotation(false) // ok: change-hinted-tool
