package demo

import "github.com/mark3labs/mcp-go/mcp"

var look = mcp.WithReadOnlyHintAnnotation(true) // expect: tool-behaviour-hint
var name = mcp.WithDescription("look")          // ok: tool-behaviour-hint
