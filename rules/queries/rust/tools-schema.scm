; Function schemas for the APIs of model providers: written out in `json!`, and structs of their clients.

; json!({"type": "function", "function": {…}}) and {"type": "function", "name": …}
((token_tree (string_literal) @_type . ":" . (string_literal) @_function) @tool @args
 (#eq? @_type "\"type\"")
 (#eq? @_function "\"function\"")
 (#set! framework "openai-schema")
 (#set! key "function parameters")
 (#set! requires "literal schema"))

((token_tree (string_literal) @_schema . ":") @tool @args
 (#eq? @_schema "\"input_schema\"")
 (#set! framework "anthropic-schema")
 (#set! key "input_schema")
 (#set! requires "literal"))

((token_tree (string_literal) @_schema . ":" . (token_tree (string_literal) @_type)) @tool @args
 (#eq? @_schema "\"parameters\"")
 (#any-of? @_type "\"type\"" "\"properties\"")
 (#set! framework "openai-schema")
 (#set! key "parameters")
 (#set! requires "literal description")
 (#set! weak "yes"))

((struct_expression name: (_) @callee body: (field_initializer_list) @args) @tool
 (#set! framework "openai-schema")
 (#set! callee "*FunctionObject *FunctionDefinition *ChatCompletionFunctions *FunctionDeclaration *ResponsesApiTool")
 (#set! requires "literal"))
