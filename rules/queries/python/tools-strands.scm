; Strands.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "strands")
 (#set! callee "strands.tool strands.tools.tool strands.tools.decorator.tool"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "strands")
 (#set! base "strands.types.tools.AgentTool strands*.AgentTool"))

