; Model Context Protocol: servers of the official SDK and FastMCP.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "mcp")
 (#set! callee "*.tool")
 (#set! import "mcp.server* fastmcp fastmcp.* mcp")
 (#set! offers "yes"))

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "mcp")
 (#set! callee "*mcp.tool *mcp_server.tool *server.tool *mcp_app.tool *_mcp.tool")
 (#set! offers "yes")
 (#set! weak "yes"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "mcp")
 (#set! callee "mcp.types.Tool mcp.Tool types.Tool *mcp*types.Tool")
 (#set! requires "name"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "mcp")
 (#set! callee "*.add_tool *.Tool.from_function fastmcp*.FunctionTool")
 (#set! import "mcp.server* fastmcp fastmcp.* mcp")
 (#set! offers "yes"))

; Registered by calling the decorator: `mcp.tool()(handle)`, `mcp.tool(name="x")(handle)`.
((call function: (call function: (_) @callee arguments: (argument_list) @args)
   arguments: (argument_list . (_) @handler .)) @tool
 (#set! framework "mcp")
 (#set! callee "*mcp.tool *server.tool *.app.tool *_mcp.tool")
 (#set! offers "yes")
 (#set! requires "handler"))

; Low level: one function is handed the names of all tools.
((decorated_definition
   (decorator [(attribute) @callee (call function: (_) @callee)])
   definition: (function_definition) @function) @tool
 (#set! callee "*.call_tool")
 (#set! dispatches "yes"))

((call function: (call function: (_) @callee)
   arguments: (argument_list . (_) @function .)) @tool
 (#set! callee "*.call_tool")
 (#set! dispatches "yes"))
