; The Kotlin SDK of the Model Context Protocol: `server.addTool(name = …) { request -> … }`, with the tool given by itself,
; and a function of the project that does so for a type of arguments.

((call_expression (call_expression (_) @callee (value_arguments) @args) (annotated_lambda (lambda_literal) @function)) @tool
 (#set! framework "mcp")
 (#set! callee "*.addTool addTool")
 (#set! import "io.modelcontextprotocol.*")
 (#set! requires "name")
 (#set! offers "yes"))

((call_expression (_) @callee (value_arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "*.addTool addTool")
 (#set! import "io.modelcontextprotocol.*")
 (#set! requires "name description")
 (#set! offers "yes"))

((call_expression (_) @callee (value_arguments) @args) @tool
 (#set! framework "mcp")
 (#set! callee "io.modelcontextprotocol.kotlin.sdk.Tool io.modelcontextprotocol.kotlin.sdk.types.Tool")
 (#set! requires "name description")
 (#set! weak "yes"))

((call_expression
   (call_expression (_) @callee
     (type_arguments (type_projection (user_type (identifier) @name @schema)))
     (value_arguments . (value_argument (_) @description)))
   (annotated_lambda (lambda_literal) @function)) @tool
 (#set! framework "mcp")
 (#set! callee "*Tool")
 (#set! import "io.modelcontextprotocol.*")
 (#set! requires "name description parameters")
 (#set! offers "yes"))
