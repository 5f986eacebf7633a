package tools

import (
	"context"

	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/mark3labs/mcp-go/mcp"
)

func declare(shelf Shelf, name string) {
	mcp.NewTool("find", mcp.WithDescription("Finds")) // expect: declared-tool
	shelf.NewBox("find")                              // ok: declared-tool
	utils.InferTool(name, "Finds", func(ctx context.Context, in findArgs) (string, error) { // expect: declared-tool
		return in.Text, nil
	})
	utils.Keep(name, "Keeps", func(ctx context.Context, in findArgs) (string, error) { // ok: declared-tool
		return in.Text, nil
	})
}
