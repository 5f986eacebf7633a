; Methods that an annotation makes tools: Spring AI, LangChain4j, Quarkus.

((method_declaration (modifiers (annotation name: (_) @callee arguments: (annotation_argument_list) @args))) @tool @function
 (#set! framework "spring-ai")
 (#set! callee "org.springframework.ai.tool.annotation.Tool")
 (#set! requires "body"))

((method_declaration (modifiers (annotation name: (_) @callee arguments: (annotation_argument_list) @args))) @tool @function
 (#set! framework "spring-ai")
 (#set! callee "Tool")
 (#set! import "org.springframework.ai.tool.annotation*")
 (#set! requires "body"))

((method_declaration (modifiers (marker_annotation name: (_) @callee))) @tool @function
 (#set! framework "langchain4j")
 (#set! callee "dev.langchain4j.agent.tool.Tool")
 (#set! requires "body"))

((method_declaration (modifiers (annotation name: (_) @callee
   arguments: (annotation_argument_list . [(string_literal) (binary_expression) (element_value_array_initializer)] @description)))) @tool @function
 (#set! framework "langchain4j")
 (#set! callee "dev.langchain4j.agent.tool.Tool")
 (#set! requires "body"))

((method_declaration (modifiers (annotation name: (_) @callee
   arguments: (annotation_argument_list (element_value_pair) ) @args))) @tool @function
 (#set! framework "langchain4j")
 (#set! callee "dev.langchain4j.agent.tool.Tool")
 (#set! requires "body"))

((method_declaration (modifiers (annotation name: (_) @callee
   arguments: (annotation_argument_list (element_value_pair key: (identifier) @_key value: (_) @description))))) @tool
 (#eq? @_key "value")
 (#set! framework "langchain4j")
 (#set! callee "dev.langchain4j.agent.tool.Tool")
 (#set! part "yes"))

((method_declaration (modifiers (annotation name: (_) @callee arguments: (annotation_argument_list) @args))) @tool @function
 (#set! framework "mcp")
 (#set! callee "io.quarkiverse.mcp.server.Tool org.springaicommunity.mcp.annotation.McpTool org.springframework.ai.mcp.annotation.McpTool")
 (#set! requires "body")
 (#set! offers "yes"))

((method_declaration (modifiers (annotation name: (_) @callee
   arguments: (annotation_argument_list (element_value_pair key: (identifier) @_key
     value: (annotation arguments: (annotation_argument_list) @annotations)))))) @tool
 (#eq? @_key "annotations")
 (#set! framework "mcp")
 (#set! callee "io.quarkiverse.mcp.server.Tool org.springaicommunity.mcp.annotation.McpTool org.springframework.ai.mcp.annotation.McpTool")
 (#set! part "yes"))
