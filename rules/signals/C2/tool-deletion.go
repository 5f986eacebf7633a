package greenhouse

import (
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

func plants() []mcp.Tool {
	return []mcp.Tool{
		mcp.NewTool("delete_plant", mcp.WithDescription("Takes a plant out")), // expect: tool-deletion
		mcp.NewTool("show_plant", mcp.WithDescription("Shows a plant")),       // ok: tool-deletion
	}
}

func drop(lockFile string) {
	_ = os.Remove(lockFile) // ok: tool-deletion
}
