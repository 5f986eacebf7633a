; Claude Agent SDK.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "claude-agent-sdk")
 (#set! callee "claude_agent_sdk.tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "claude-agent-sdk")
 (#set! callee "claude_agent_sdk.SdkMcpTool"))

