; smolagents.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "smolagents")
 (#set! callee "smolagents.tool smolagents.tools.tool"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "smolagents")
 (#set! base "smolagents.Tool smolagents.tools.Tool"))

