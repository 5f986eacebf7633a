; Mastra.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mastra")
 (#set! callee "@mastra/core*.createTool"))

((new_expression constructor: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "mastra")
 (#set! callee "@mastra/core*.Tool"))

