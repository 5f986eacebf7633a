; The Java SDK of the Model Context Protocol: tools made by a constructor.

((object_creation_expression type: (_) @callee arguments: (argument_list . (string_literal) @name . (_) @description . (_)? @schema)) @tool
 (#set! framework "mcp")
 (#set! callee "Tool McpSchema.Tool io.modelcontextprotocol.spec.McpSchema.Tool")
 (#set! import "io.modelcontextprotocol.*")
 (#set! requires "name description"))

; McpSchema.Tool.builder().name("a").description("d").build()
((method_invocation
   object: (method_invocation
     object: (method_invocation
       object: (method_invocation object: (_) name: (identifier) @callee)
       name: (identifier) @_name arguments: (argument_list (_) @name))
     name: (identifier) @_description arguments: (argument_list (_) @description))
   name: (identifier) @_last) @tool
 (#eq? @callee "builder")
 (#eq? @_name "name")
 (#eq? @_description "description")
 (#set! framework "mcp")
 (#set! callee "builder")
 (#set! import "io.modelcontextprotocol.*")
 (#set! requires "name description")
 (#set! weak "yes"))
