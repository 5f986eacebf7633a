; The MCP SDK rmcp: methods and functions with the attribute `tool`, and descriptions written out.

((declaration_list
   (attribute_item (attribute [(identifier) (scoped_identifier)] @callee arguments: (token_tree)? @args))
   . [(attribute_item) (line_comment) (block_comment)]*
   . (function_item) @tool @function)
 (#set! framework "mcp")
 (#set! callee "rmcp.tool rmcp.*.tool rmcp_macros.tool tool")
 (#set! import "rmcp*")
 (#set! offers "yes")
 (#set! requires "body"))

((source_file
   (attribute_item (attribute [(identifier) (scoped_identifier)] @callee arguments: (token_tree)? @args))
   . [(attribute_item) (line_comment) (block_comment)]*
   . (function_item) @tool @function)
 (#set! framework "mcp")
 (#set! callee "rmcp.tool rmcp.*.tool rmcp_macros.tool tool")
 (#set! import "rmcp*")
 (#set! offers "yes")
 (#set! requires "body"))

; Parameters(args): Parameters<Args>
((function_item parameters: (parameters (parameter type: (generic_type
   type: [(type_identifier) @_wrapper (scoped_type_identifier name: (type_identifier) @_wrapper)]
   type_arguments: (type_arguments [(type_identifier) (scoped_type_identifier)] @schema))))) @tool
 (#any-of? @_wrapper "Parameters" "Json")
 (#set! part "yes"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "rmcp.*Tool.new rmcp.Tool.new Tool.new")
 (#set! import "rmcp*")
 (#set! requires "literal description"))

((struct_expression name: (_) @callee body: (field_initializer_list) @args) @tool
 (#set! framework "mcp")
 (#set! callee "rmcp.*Tool rmcp.Tool Tool mcp_types.Tool mcp_spec.*Tool")
 (#set! import "rmcp* mcp_types* mcp_spec* mcp_core*")
 (#set! requires "literal schema"))
