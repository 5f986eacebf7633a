; LlamaIndex.

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "llamaindex")
 (#set! callee "llama_index*.FunctionTool.from_defaults llama_index*.FunctionTool llama_index*.QueryEngineTool.from_defaults llama_index*.QueryEngineTool"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "llamaindex")
 (#set! base "llama_index*.BaseTool"))

; A specification: its public methods are the tools.
((class_definition superclasses: (argument_list (_) @base)
   body: (block (function_definition name: (identifier) @_method) @tool @function))
 (#not-match? @_method "^_")
 (#set! framework "llamaindex")
 (#set! base "llama_index*.BaseToolSpec"))

; Plain functions in the list of tools that an agent is made with.
((call function: (_) @callee
   arguments: (argument_list (keyword_argument name: (identifier) @_list
     value: (list (identifier) @tool @handler))))
 (#eq? @_list "tools")
 (#set! framework "llamaindex")
 (#set! callee "llama_index*.FunctionAgent llama_index*.ReActAgent llama_index*.AgentWorkflow.from_tools_or_functions")
 (#set! requires "body")
 (#set! weak "yes"))

