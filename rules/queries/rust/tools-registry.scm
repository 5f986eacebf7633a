; Registries that projects and agent libraries write: a trait …Tool whose implementations have a name and something
; that runs, attributes that make a tool of a function, and descriptions written out.

((impl_item trait: (_) @base) @tool
 (#set! framework "rig")
 (#set! base "rig.*Tool rig.*ToolDyn rig.*ToolEmbedding")
 (#set! requires "literal body"))

((impl_item trait: (_) @base) @tool
 (#set! framework "registry")
 (#set! base "*Tool *ToolHandler *ToolExecutor *ToolDyn *ToolImpl *ToolExecute *ToolTrait *ToolRunner")
 (#set! requires "literal body")
 (#set! weak "yes"))

; fn name(&self) -> &str { "x" }
((impl_item body: (declaration_list (function_item name: (identifier) @_name
   body: (block [(string_literal) (raw_string_literal) (call_expression) (identifier) (scoped_identifier) (reference_expression)] @name .)))) @tool
 (#any-of? @_name "name" "tool_name" "get_name")
 (#set! part "yes"))

; const NAME: &str = "x";
((impl_item body: (declaration_list (const_item name: (identifier) @_name value: (_) @name))) @tool
 (#any-of? @_name "NAME" "TOOL_NAME")
 (#set! part "yes"))

((impl_item body: (declaration_list (function_item name: (identifier) @_name body: (block (_) @description .)))) @tool
 (#any-of? @_name "description" "get_description" "tool_description")
 (#set! part "yes"))

((impl_item body: (declaration_list (const_item name: (identifier) @_name value: (_) @description))) @tool
 (#any-of? @_name "DESCRIPTION" "TOOL_DESCRIPTION")
 (#set! part "yes"))

; fn definition(&self) -> ToolDefinition { ToolDefinition { name: …, description: …, parameters: … } }
((impl_item body: (declaration_list (function_item name: (identifier) @_name
   body: (block (struct_expression body: (field_initializer_list) @args) .)))) @tool
 (#any-of? @_name "definition" "spec" "schema" "info" "declaration" "tool_definition" "to_tool" "tool")
 (#set! part "yes"))

((impl_item body: (declaration_list (function_item name: (identifier) @_name
   body: (block (macro_invocation) @schema .)))) @tool
 (#any-of? @_name "parameters" "schema" "input_schema" "parameters_schema" "json_schema")
 (#set! part "yes"))

; type Args = ReadArgs;
((impl_item body: (declaration_list (type_item name: (type_identifier) @_name type: (type_identifier) @schema))) @tool
 (#any-of? @_name "Args" "Input" "Params" "Arguments" "Parameters")
 (#set! part "yes"))

((impl_item body: (declaration_list (function_item name: (identifier) @_name body: (block (boolean_literal) @approval .)))) @tool
 (#any-of? @_name "requires_approval" "needs_approval" "requires_confirmation" "needs_confirmation" "require_approval" "requires_permission")
 (#set! part "yes"))

((impl_item body: (declaration_list (function_item name: (identifier) @_name) @function)) @tool
 (#any-of? @_name "call" "execute" "run" "invoke" "handle" "call_tool" "execute_tool" "run_tool")
 (#set! part "yes"))

((source_file
   (attribute_item (attribute [(identifier) (scoped_identifier)] @callee arguments: (token_tree)? @args))
   . [(attribute_item) (line_comment) (block_comment)]*
   . (function_item) @tool @function)
 (#set! framework "registry")
 (#set! callee "*rig_tool *.tool_macro *.tool tool *tool_fn ollama_rs.function *.tool_function")
 (#set! requires "body description")
 (#set! weak "yes"))

((declaration_list
   (attribute_item (attribute [(identifier) (scoped_identifier)] @callee arguments: (token_tree)? @args))
   . [(attribute_item) (line_comment) (block_comment)]*
   . (function_item) @tool @function)
 (#set! framework "registry")
 (#set! callee "*.mcp_tool mcp_tool *.tool tool")
 (#set! requires "body description")
 (#set! weak "yes"))

((struct_expression name: (_) @callee body: (field_initializer_list) @args) @tool
 (#set! framework "registry")
 (#set! callee "Tool *.Tool *ToolDefinition *ToolSpec *ToolInfo *FunctionTool *ToolDescription")
 (#set! requires "literal description")
 (#set! weak "yes"))
