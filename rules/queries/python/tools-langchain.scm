; LangChain and LangGraph.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "langchain")
 (#set! callee "langchain.tools.tool langchain_core.tools.tool langchain.agents.tool langchain_core.tools.*.tool langchain_community.tools.tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "langchain")
 (#set! callee "langchain*.StructuredTool langchain*.StructuredTool.from_function langchain*.Tool langchain*.Tool.from_function langchain*.tools.tool")
 (#set! requires "handler"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "langchain")
 (#set! base "langchain*.BaseTool langchain*.StructuredTool"))

; Plain functions in the list of tools that an agent is made with.
((call function: (_) @callee
   arguments: (argument_list (keyword_argument name: (identifier) @_list
     value: (list (identifier) @tool @handler))))
 (#eq? @_list "tools")
 (#set! framework "langchain")
 (#set! callee "langchain*.create_agent langgraph.prebuilt.create_react_agent langchain*.create_react_agent deepagents.create_deep_agent *.bind_tools")
 (#set! requires "body")
 (#set! weak "yes"))

