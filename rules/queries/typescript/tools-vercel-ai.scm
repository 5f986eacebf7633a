; Vercel AI SDK: named by the key or variable that a tool is given to.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "vercel-ai")
 (#set! callee "ai.tool ai.dynamicTool"))

