; Functions of LangChain and tools of ReqLLM, which are made of a map or keywords.

((call target: (_) @callee (arguments (map (map_content) @args))) @tool
 (#set! framework "langchain")
 (#set! callee "LangChain.Function.new! LangChain.Function.new")
 (#set! requires "name"))

((call target: (_) @callee (arguments (keywords) @args)) @tool
 (#set! framework "req-llm")
 (#set! callee "ReqLLM.Tool.new! ReqLLM.Tool.new ReqLLM.tool")
 (#set! requires "name"))

; A tool as the protocol describes it.
((map (map_content) @args) @tool
 (#set! framework "mcp-schema")
 (#set! key "inputSchema input_schema")
 (#set! requires "name description schema")
 (#set! weak "yes"))
