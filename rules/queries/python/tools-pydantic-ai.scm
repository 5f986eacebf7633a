; Pydantic AI: tools hang on an agent or a toolset.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "pydantic-ai")
 (#set! callee "*.tool *.tool_plain")
 (#set! import "pydantic_ai pydantic_ai.*")
 (#set! offers "yes"))

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "pydantic-ai")
 (#set! callee "*agent.tool *agent.tool_plain *toolset.tool")
 (#set! offers "yes")
 (#set! weak "yes"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "pydantic-ai")
 (#set! callee "pydantic_ai*.Tool pydantic_ai*.Tool.from_schema"))

; Plain functions in the list of tools that an agent is made with.
((call function: (_) @callee
   arguments: (argument_list (keyword_argument name: (identifier) @_list
     value: (list (identifier) @tool @handler))))
 (#eq? @_list "tools")
 (#set! framework "pydantic-ai")
 (#set! callee "pydantic_ai.Agent pydantic_ai.agent.Agent pydantic_ai.FunctionToolset pydantic_ai.toolsets.FunctionToolset")
 (#set! requires "body")
 (#set! weak "yes"))

