; OpenAI Agents SDK.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "openai-agents")
 (#set! callee "agents.function_tool agents.tool.function_tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "openai-agents")
 (#set! callee "agents.FunctionTool agents.tool.FunctionTool agents.function_tool"))

