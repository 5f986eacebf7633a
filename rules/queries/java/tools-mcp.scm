; The Java SDK of the Model Context Protocol: tools made by a constructor.

((object_creation_expression type: (_) @callee arguments: (argument_list . (string_literal) @name . (_) @description . (_)? @schema)) @tool
 (#set! framework "mcp")
 (#set! callee "Tool McpSchema.Tool io.modelcontextprotocol.spec.McpSchema.Tool")
 (#set! import "io.modelcontextprotocol.*")
 (#set! requires "name description"))
