; Claude Agent SDK.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "claude-agent-sdk")
 (#set! callee "@anthropic-ai/claude-agent-sdk.tool @anthropic-ai/claude-code.tool"))

