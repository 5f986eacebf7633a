package shelf

import "github.com/mark3labs/mcp-go/mcp"

var find = mcp.NewTool("search_books", mcp.WithDescription("Finds books.")) // expect: content-tool
var add = mcp.NewTool("add_book", mcp.WithDescription("Adds a book.")) // ok: content-tool
