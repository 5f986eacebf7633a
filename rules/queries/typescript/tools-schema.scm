; Function schemas written by hand for the APIs of model providers.

; {type: 'function', function: {…}} and {type: 'function', name: …}
((object (pair key: (_) @_type value: (_) @_function)) @tool @args
 (#match? @_type "^[\"']?type[\"']?$")
 (#match? @_function "^[\"']function[\"']")
 (#set! framework "openai-schema")
 (#set! key "function parameters")
 (#set! requires "name schema"))

((object (pair key: (_) @_schema)) @tool @args
 (#match? @_schema "^[\"']?input_schema[\"']?$")
 (#set! framework "anthropic-schema")
 (#set! key "input_schema")
 (#set! requires "name"))

; {name: …, description: …, parameters: {type: …, properties: …}}, with an execute function or without
((object (pair key: (_) @_schema value: (object (pair key: (_) @_type)))) @tool @args
 (#match? @_schema "^[\"']?(parameters|parametersJsonSchema)[\"']?$")
 (#match? @_type "^[\"']?type[\"']?$")
 (#set! framework "openai-schema")
 (#set! key "parameters parametersJsonSchema")
 (#set! requires "name description")
 (#set! weak "yes"))
