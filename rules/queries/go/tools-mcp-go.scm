; mcp-go: tools built from options, registered with their handler.

((call_expression function: (_) @callee arguments: (argument_list . (_) @name)) @tool
 (#set! framework "mcp")
 (#set! callee "github.com/mark3labs/mcp-go/mcp.NewTool github.com/mark3labs/mcp-go/mcp.NewToolWithRawSchema"))

((call_expression function: (_) @callee arguments: (argument_list
   (call_expression function: (selector_expression field: (field_identifier) @parameter.kind)
     arguments: (argument_list . (_) @parameter) @parameter.options))) @tool
 (#any-of? @parameter.kind "WithString" "WithNumber" "WithInteger" "WithBoolean" "WithObject" "WithArray" "WithAny")
 (#set! framework "mcp")
 (#set! callee "github.com/mark3labs/mcp-go/mcp.NewTool"))

((call_expression function: (_) @callee arguments: (argument_list
   (call_expression function: (selector_expression field: (field_identifier) @_option)
     arguments: (argument_list . (_) @description)))) @tool
 (#eq? @_option "WithDescription")
 (#set! framework "mcp")
 (#set! callee "github.com/mark3labs/mcp-go/mcp.NewTool"))

((call_expression function: (_) @callee arguments: (argument_list
   (call_expression function: (selector_expression field: (field_identifier) @annotation)
     arguments: (argument_list . (_) @annotation.value)))) @tool
 (#match? @annotation "HintAnnotation$")
 (#set! framework "mcp")
 (#set! callee "github.com/mark3labs/mcp-go/mcp.NewTool"))

((call_expression function: (_) @callee arguments: (argument_list
   (call_expression function: (selector_expression field: (field_identifier) @_option)
     arguments: (argument_list . (composite_literal) @annotations)))) @tool
 (#eq? @_option "WithToolAnnotation")
 (#set! framework "mcp")
 (#set! callee "github.com/mark3labs/mcp-go/mcp.NewTool"))

; s.AddTool(mcp.NewTool(…), handle)
((call_expression function: (_) @callee arguments: (argument_list . (call_expression) @tool . (_) @handler))
 (#set! framework "mcp")
 (#set! callee "*.AddTool")
 (#set! part "yes")
 (#set! offers "yes"))

; s.AddTool(mcp.Tool{…}, handle)
((composite_literal type: (_) @callee body: (literal_value) @args) @tool
 (#set! framework "mcp")
 (#set! callee "github.com/mark3labs/mcp-go/mcp.Tool")
 (#set! requires "name")
 (#set! weak "yes"))
