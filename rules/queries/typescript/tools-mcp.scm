; Model Context Protocol: the official SDK and FastMCP.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "*.registerTool *erver.tool *mcp.tool *Mcp.tool *.mcp.tool")
 (#set! offers "yes")
 (#set! requires "handler"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "*.tool")
 (#set! import "@modelcontextprotocol/* mcp-handler fastmcp mcp-framework")
 (#set! offers "yes")
 (#set! requires "handler name"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "*.addTool")
 (#set! offers "yes")
 (#set! requires "name handler"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "*.defineTool")
 (#set! import "@modelcontextprotocol/* mcp-handler fastmcp mcp-framework xmcp*")
 (#set! requires "name handler"))

; What a handler of tools/list returns: {name, description, inputSchema}.
((object (pair key: (_) @_key)) @tool @args
 (#match? @_key "^[\"']?inputSchema[\"']?$")
 (#set! framework "mcp")
 (#set! key "inputSchema")
 (#set! requires "name")
 (#set! weak "yes"))

((class_declaration (class_heritage (_ (_) @base))) @tool
 (#set! framework "mcp")
 (#set! base "mcp-framework.MCPTool *.MCPTool MCPTool"))

((class_declaration (class_heritage (_) @base)) @tool
 (#set! framework "mcp")
 (#set! base "mcp-framework.MCPTool *.MCPTool MCPTool"))


; Low level: one function is handed the names of all tools, by itself or wrapped.
((call_expression function: (_) @callee arguments: (arguments . (_) @_schema . (_) @function)) @tool
 (#match? @_schema "CallToolRequestSchema$|^[\"']tools/call[\"']$")
 (#set! callee "*.setRequestHandler")
 (#set! dispatches "yes"))

((call_expression function: (_) @callee arguments: (arguments . (_) @_schema .
   (call_expression arguments: (arguments [(arrow_function) (function_expression)] @function)))) @tool
 (#match? @_schema "CallToolRequestSchema$|^[\"']tools/call[\"']$")
 (#set! callee "*.setRequestHandler")
 (#set! dispatches "yes"))
