; OpenAI Agents SDK.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "openai-agents")
 (#set! callee "@openai/agents*.tool"))

