; Functions that an annotation makes tools: Koog, LangChain4j, Spring AI, Quarkus.

((function_declaration
   (modifiers (annotation (user_type) @callee))) @tool @function
 (#set! framework "koog")
 (#set! callee "ai.koog.agents.core.tools.annotations.Tool")
 (#set! requires "body"))

((function_declaration
   (modifiers (annotation (constructor_invocation (user_type) @callee (value_arguments) @args)))) @tool @function
 (#set! framework "koog")
 (#set! callee "ai.koog.agents.core.tools.annotations.Tool")
 (#set! requires "body"))

((function_declaration
   (modifiers (annotation (constructor_invocation (user_type) @callee (value_arguments . (value_argument (_) @description)))))) @tool @function
 (#set! framework "koog")
 (#set! callee "ai.koog.agents.core.tools.annotations.LLMDescription")
 (#set! part "yes"))

((function_declaration
   (modifiers (annotation (constructor_invocation (user_type) @callee (value_arguments . (value_argument (string_literal) @description)))))) @tool @function
 (#set! framework "langchain4j")
 (#set! callee "dev.langchain4j.agent.tool.Tool")
 (#set! requires "body"))

((function_declaration
   (modifiers (annotation (constructor_invocation (user_type) @callee (value_arguments) @args)))) @tool @function
 (#set! framework "spring-ai")
 (#set! callee "org.springframework.ai.tool.annotation.Tool")
 (#set! requires "body"))

((function_declaration
   (modifiers (annotation (constructor_invocation (user_type) @callee (value_arguments) @args)))) @tool @function
 (#set! framework "mcp")
 (#set! callee "io.quarkiverse.mcp.server.Tool org.springaicommunity.mcp.annotation.McpTool")
 (#set! requires "body")
 (#set! offers "yes"))
