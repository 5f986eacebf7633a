; Methods that an attribute makes tools: the .NET SDK of the Model Context Protocol, Semantic Kernel.

((method_declaration (attribute_list (attribute name: (_) @callee))) @tool @function
 (#set! framework "mcp")
 (#set! callee "McpServerTool *.McpServerTool")
 (#set! requires "body")
 (#set! offers "yes"))

((method_declaration (attribute_list (attribute name: (_) @callee (attribute_argument_list
   (attribute_argument name: (identifier) @_key (_) @name .))))) @tool
 (#eq? @_key "Name")
 (#set! framework "mcp")
 (#set! callee "McpServerTool *.McpServerTool")
 (#set! part "yes"))

((method_declaration (attribute_list (attribute name: (_) @callee (attribute_argument_list
   (attribute_argument name: (identifier) @annotation (_) @annotation.value .))))) @tool
 (#any-of? @annotation "ReadOnly" "Destructive" "Idempotent" "OpenWorld")
 (#set! framework "mcp")
 (#set! callee "McpServerTool *.McpServerTool")
 (#set! part "yes"))

((method_declaration (attribute_list (attribute name: (_) @callee (attribute_argument_list . (attribute_argument (_) @description))))) @tool
 (#set! callee "Description *.Description")
 (#set! part "yes"))

((method_declaration (attribute_list (attribute name: (_) @callee))) @tool @function
 (#set! framework "semantic-kernel")
 (#set! callee "KernelFunction *.KernelFunction")
 (#set! requires "body"))

((method_declaration (attribute_list (attribute name: (_) @callee (attribute_argument_list . (attribute_argument (_) @name))))) @tool
 (#set! framework "semantic-kernel")
 (#set! callee "KernelFunction *.KernelFunction")
 (#set! part "yes"))

; AIFunctionFactory.Create(Read, name: "read")
((invocation_expression function: (_) @callee arguments: (argument_list . (argument [(identifier) (member_access_expression) (lambda_expression)] @handler))) @tool
 (#set! framework "extensions-ai")
 (#set! callee "AIFunctionFactory.Create *.AIFunctionFactory.Create KernelFunctionFactory.CreateFromMethod McpServerTool.Create")
 (#set! requires "handler"))
