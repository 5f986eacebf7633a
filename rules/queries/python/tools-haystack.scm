; Haystack.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "haystack")
 (#set! callee "haystack.tools.tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "haystack")
 (#set! callee "haystack.tools.Tool haystack.tools.create_tool_from_function haystack.tools.ComponentTool"))

