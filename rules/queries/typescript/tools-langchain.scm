; LangChain and LangGraph.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "langchain")
 (#set! callee "@langchain/core/tools.tool langchain.tool langchain/tools.tool"))

((new_expression constructor: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "langchain")
 (#set! callee "*langchain*.DynamicStructuredTool *langchain*.DynamicTool"))

((class_declaration (class_heritage (_ (_) @base))) @tool
 (#set! framework "langchain")
 (#set! base "*langchain*.StructuredTool *langchain*.Tool"))

((class_declaration (class_heritage (_) @base)) @tool
 (#set! framework "langchain")
 (#set! base "*langchain*.StructuredTool *langchain*.Tool"))

