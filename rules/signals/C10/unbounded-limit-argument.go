package shelf

import "github.com/mark3labs/mcp-go/mcp"

func titles() mcp.Tool {
	// expect: unbounded-limit-argument
	return mcp.NewTool("titles", mcp.WithNumber("limit", mcp.Description("how many")))
}

func loans() mcp.Tool {
	// ok: unbounded-limit-argument
	return mcp.NewTool("loans", mcp.WithNumber("limit", mcp.Min(1), mcp.Max(50)))
}
