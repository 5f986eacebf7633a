; Function schemas written by hand for the APIs of model providers.

; {"type": "function", "function": {…}} and {"type": "function", "name": …}
((dictionary
   (pair key: (string (string_content) @_type) value: (string (string_content) @_function))) @tool @args
 (#eq? @_type "type")
 (#eq? @_function "function")
 (#set! framework "openai-schema")
 (#set! key "function parameters")
 (#set! requires "name schema"))

; {"name": …, "input_schema": {…}}
((dictionary
   (pair key: (string (string_content) @_schema))) @tool @args
 (#eq? @_schema "input_schema")
 (#set! framework "anthropic-schema")
 (#set! key "input_schema")
 (#set! requires "name"))

; {"name": …, "inputSchema": {…}}
((dictionary
   (pair key: (string (string_content) @_schema))) @tool @args
 (#eq? @_schema "inputSchema")
 (#set! framework "mcp")
 (#set! key "inputSchema")
 (#set! requires "name"))

; {"name": …, "description": …, "parameters": {"type": "object", …}}
((dictionary
   (pair key: (string (string_content) @_schema) value: (dictionary
     (pair key: (string (string_content) @_type) value: (string (string_content) @_object))))) @tool @args
 (#eq? @_schema "parameters")
 (#eq? @_type "type")
 (#any-of? @_object "object" "OBJECT")
 (#set! framework "openai-schema")
 (#set! key "parameters")
 (#set! requires "name description")
 (#set! weak "yes"))
