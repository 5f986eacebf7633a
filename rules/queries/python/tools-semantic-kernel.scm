; Semantic Kernel.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "semantic-kernel")
 (#set! callee "semantic_kernel*.kernel_function"))

