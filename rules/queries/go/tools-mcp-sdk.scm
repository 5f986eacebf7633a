; The official Go SDK of the Model Context Protocol.

((call_expression function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "mcp")
 (#set! callee "github.com/modelcontextprotocol/go-sdk/mcp.AddTool"))
