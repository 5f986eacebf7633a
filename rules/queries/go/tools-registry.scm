; Registries that projects write themselves: types with methods Name, Description and one that runs, and struct literals
; of types called …Tool.

((method_declaration
   receiver: (parameter_list (parameter_declaration type: [(pointer_type (type_identifier) @owner) (type_identifier) @owner]))
   name: (field_identifier) @_method
   body: (block (statement_list (return_statement (expression_list
     [(interpreted_string_literal) (raw_string_literal) (identifier) (selector_expression)] @name))))) @tool
 (#any-of? @_method "Name" "GetName" "ToolName")
 (#set! framework "registry")
 (#set! requires "name description body"))

((method_declaration
   receiver: (parameter_list (parameter_declaration type: [(pointer_type (type_identifier) @owner) (type_identifier) @owner]))
   name: (field_identifier) @_method
   body: (block (statement_list (return_statement (expression_list (_) @description)))))
 (#any-of? @_method "Description" "GetDescription" "Desc")
 (#set! part "yes"))

((method_declaration
   receiver: (parameter_list (parameter_declaration type: [(pointer_type (type_identifier) @owner) (type_identifier) @owner]))
   name: (field_identifier) @_method) @function
 (#any-of? @_method "Run" "Execute" "Call" "Invoke" "Handle" "InvokableRun")
 (#set! part "yes"))

; func (t *T) Info() ToolInfo { return ToolInfo{Name: …, Description: …, Parameters: …} }
((method_declaration
   receiver: (parameter_list (parameter_declaration type: [(pointer_type (type_identifier) @owner) (type_identifier) @owner]))
   name: (field_identifier) @_method
   body: (block (statement_list (return_statement (expression_list
     [(composite_literal body: (literal_value) @args)
      (unary_expression operand: (composite_literal body: (literal_value) @args))]))))) @tool
 (#any-of? @_method "Info" "Definition" "Spec" "Schema" "Declaration" "Tool" "ToolInfo")
 (#set! framework "registry")
 (#set! requires "name body"))

((composite_literal type: (_) @callee body: (literal_value) @args) @tool
 (#set! framework "registry")
 (#set! callee "Tool *.Tool ToolDefinition *.ToolDefinition ToolSpec *.ToolSpec ToolInfo *.ToolInfo FunctionDefinition FunctionTool *.FunctionTool")
 (#set! requires "name description")
 (#set! weak "yes"))
