package demo

import "github.com/mark3labs/mcp-go/mcp"

func tools() []mcp.Tool {
	return []mcp.Tool{
		mcp.NewTool("read_credentials", mcp.WithDescription("Shows them")), // expect: secret-returning-tool
		mcp.NewTool("read_weather", mcp.WithDescription("Shows it")),       // ok: secret-returning-tool
	}
}
