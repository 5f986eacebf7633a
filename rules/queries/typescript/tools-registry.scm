; Registries that projects write themselves: factories of tools, objects with name, description, parameters and
; something to run, classes called …Tool.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "registry")
 (#set! callee "*defineTool *createTool *buildTool *makeTool *registerTool tool Tool.define *.Tool.define *.tool")
 (#set! requires "description handler")
 (#set! weak "yes"))

((object (pair key: (_) @_schema)) @tool @args
 (#match? @_schema "^[\"']?(parameters|schema|inputSchema|argsSchema)[\"']?$")
 (#set! framework "registry")
 (#set! key "parameters schema inputSchema argsSchema")
 (#set! requires "name description body")
 (#set! weak "yes"))

; {name, description, inputSchema, async execute(…) {…}}
((object (shorthand_property_identifier) @_schema) @tool @args
 (#any-of? @_schema "parameters" "schema" "inputSchema" "argsSchema")
 (#set! framework "registry")
 (#set! key "parameters schema inputSchema argsSchema")
 (#set! requires "name description body")
 (#set! weak "yes"))

((class_declaration name: (_) @_name body: (class_body)) @tool
 (#match? @_name "[a-z0-9]Tool$")
 (#set! framework "registry")
 (#set! requires "name body")
 (#set! weak "yes"))

((class_declaration body: (class_body (_ . (property_identifier) @_name (string) @name))) @tool
 (#any-of? @_name "name" "toolName" "Name")
 (#set! part "yes"))

((class_declaration body: (class_body (_ (property_identifier) @_name (string) @name .))) @tool
 (#any-of? @_name "name" "toolName" "Name")
 (#set! part "yes"))

((class_declaration body: (class_body (_ (property_identifier) @_name (_) @description .))) @tool
 (#eq? @_name "description")
 (#set! part "yes"))

((class_declaration body: (class_body (_ (property_identifier) @_name (_) @schema .))) @tool
 (#any-of? @_name "schema" "parameters" "inputSchema" "input_schema" "parameterSchema" "paramsSchema")
 (#set! part "yes"))

((class_declaration body: (class_body (method_definition name: (_) @_name) @function)) @tool
 (#any-of? @_name "execute" "run" "call" "_call" "invoke" "_run" "handle" "handler")
 (#set! part "yes"))
