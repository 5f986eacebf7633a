; AutoGen, AG2 and the Microsoft agent framework.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "autogen")
 (#set! callee "*.register_for_llm *.register_for_execution")
 (#set! offers "yes"))

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "autogen")
 (#set! callee "agent_framework.ai_function agent_framework.tool autogen.tools.tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "autogen")
 (#set! callee "autogen_core.tools.FunctionTool autogen*.FunctionTool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "autogen")
 (#set! callee "autogen*.register_function")
 (#set! offers "yes"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "autogen")
 (#set! base "autogen_core.tools.BaseTool autogen*.BaseTool"))

; Plain functions in the list of tools that an agent is made with.
((call function: (_) @callee
   arguments: (argument_list (keyword_argument name: (identifier) @_list
     value: (list (identifier) @tool @handler))))
 (#eq? @_list "tools")
 (#set! framework "autogen")
 (#set! callee "autogen*.AssistantAgent agent_framework.ChatAgent *.create_agent")
 (#set! requires "body")
 (#set! weak "yes"))

