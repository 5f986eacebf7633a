; Google ADK and Gemini function declarations.

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "google-adk")
 (#set! callee "google.adk*.FunctionTool google.adk*.LongRunningFunctionTool google.adk*.AgentTool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "gemini")
 (#set! callee "*.FunctionDeclaration google.generativeai.protos.FunctionDeclaration")
 (#set! requires "name"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "google-adk")
 (#set! base "google.adk*.BaseTool"))

; Plain functions in the list of tools that an agent is made with.
((call function: (_) @callee
   arguments: (argument_list (keyword_argument name: (identifier) @_list
     value: (list (identifier) @tool @handler))))
 (#eq? @_list "tools")
 (#set! framework "google-adk")
 (#set! callee "google.adk*.Agent google.adk*.LlmAgent")
 (#set! requires "body")
 (#set! weak "yes"))

