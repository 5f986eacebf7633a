; The official Go SDK of the Model Context Protocol.

((call_expression function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "mcp")
 (#set! callee "github.com/modelcontextprotocol/go-sdk/mcp.AddTool")
 (#set! offers "yes")
 (#set! requires "name"))

((composite_literal type: (_) @callee body: (literal_value) @args) @tool
 (#set! framework "mcp")
 (#set! callee "github.com/modelcontextprotocol/go-sdk/mcp.Tool")
 (#set! requires "name")
 (#set! weak "yes"))
