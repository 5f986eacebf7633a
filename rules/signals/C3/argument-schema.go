package demo

import "github.com/mark3labs/mcp-go/mcp"

var search = mcp.WithString("query")    // expect: argument-schema
var about = mcp.WithDescription("find") // ok: argument-schema

var level, _ = cmd.Flags().GetString("level") // ok: argument-schema
