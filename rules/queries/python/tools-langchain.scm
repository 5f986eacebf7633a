; Functions and classes offered through LangChain and LangGraph.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "langchain")
 (#set! callee "langchain.tools.tool langchain_core.tools.tool langchain.agents.tool langchain_core.tools.*.tool langchain_community.tools.tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "langchain")
 (#set! callee "langchain*.StructuredTool langchain*.StructuredTool.from_function langchain*.Tool langchain*.Tool.from_function langchain*.tools.tool"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "langchain")
 (#set! base "langchain*.BaseTool langchain*.StructuredTool"))
