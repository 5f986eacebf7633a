; Registries that projects write themselves: classes called …Tool with a name and something to run, decorators that
; register tools, and constructors of tool objects.

((class_definition name: (identifier) @_name
   superclasses: (argument_list (_) @base)) @tool
 (#match? @_name "Tool$")
 (#set! framework "registry")
 (#set! base "*Tool *ToolBase *Action *BaseTool")
 (#set! requires "name")
 (#set! weak "yes"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "registry")
 (#set! base "*Tool *ToolBase *BaseTool")
 (#set! requires "description body")
 (#set! weak "yes"))

; Toolkits: each public method with a description is a tool.
((class_definition name: (identifier) @_name
   superclasses: (argument_list (_) @base)
   body: (block (function_definition name: (identifier) @_method) @tool @function))
 (#match? @_name "(Tools|Toolkit|Toolset)$")
 (#not-match? @_method "^(_|(a?close|connect|disconnect|setup|start|stop|cleanup|get_tools|list_tools)$)")
 (#set! framework "registry")
 (#set! base "*Tool *Tools *BaseTool *ToolBase *Toolkit *Toolset")
 (#set! requires "description")
 (#set! weak "yes"))

((class_definition name: (identifier) @_name) @tool
 (#match? @_name "[a-z0-9]Tool$")
 (#set! framework "registry")
 (#set! requires "name description body")
 (#set! weak "yes"))

; name = "x", name: str = "x", self.name = "x" aside
((class_definition body: (block (expression_statement
   (assignment left: (identifier) @_name right: (_) @name)))) @tool
 (#any-of? @_name "name" "tool_name" "NAME")
 (#set! part "yes"))

((class_definition body: (block (expression_statement
   (assignment left: (identifier) @_name right: (_) @description)))) @tool
 (#any-of? @_name "description" "DESCRIPTION")
 (#set! part "yes"))

((class_definition body: (block (expression_statement
   (assignment left: (identifier) @_name right: (_) @schema)))) @tool
 (#any-of? @_name "args_schema" "parameters" "input_schema" "inputs" "input_model")
 (#set! part "yes"))

((class_definition body: (block (expression_statement
   (assignment left: (identifier) @_name right: (_) @approval)))) @tool
 (#any-of? @_name "requires_confirmation" "requires_approval" "require_approval" "needs_approval" "require_confirmation")
 (#set! part "yes"))

; def name(self): return "x", as property or not
((class_definition body: (block (decorated_definition definition: (function_definition
   name: (identifier) @_name body: (block (return_statement (string) @name)))))) @tool
 (#eq? @_name "name")
 (#set! part "yes"))

((class_definition body: (block (function_definition
   name: (identifier) @_name body: (block (return_statement (string) @name))))) @tool
 (#any-of? @_name "name" "get_name")
 (#set! part "yes"))

((class_definition body: (block (decorated_definition definition: (function_definition
   name: (identifier) @_name body: (block (return_statement (_) @description)))))) @tool
 (#eq? @_name "description")
 (#set! part "yes"))

; super().__init__(name="x", …)
((class_definition body: (block (function_definition
   name: (identifier) @_init
   body: (block (expression_statement (call
     function: (attribute attribute: (identifier) @_called) arguments: (argument_list) @args)))))) @tool
 (#eq? @_init "__init__")
 (#eq? @_called "__init__")
 (#set! part "yes"))

((class_definition body: (block (function_definition name: (identifier) @_name) @function)) @tool
 (#any-of? @_name "_run" "run" "execute" "forward" "__call__" "call" "_execute" "invoke" "_arun" "arun" "run_async" "acall")
 (#set! part "yes"))

((class_definition body: (block (decorated_definition
   definition: (function_definition name: (identifier) @_name) @function))) @tool
 (#any-of? @_name "_run" "run" "execute" "forward" "__call__" "call" "_execute" "invoke" "_arun" "arun" "run_async" "acall")
 (#set! part "yes"))

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "registry")
 (#set! callee "*register_tool *.tool tool *.ai_function *llm_tool *agent_tool *.action")
 (#set! requires "description")
 (#set! weak "yes"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "registry")
 (#set! callee "*ToolDefinition *ToolSpec *FunctionTool *register_tool *ToolSchema *FunctionDef")
 (#set! requires "name description")
 (#set! weak "yes"))
