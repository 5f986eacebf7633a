; Function schemas of the Go clients of model providers, and constructors of agent libraries.

((composite_literal type: (_) @callee body: (literal_value) @args) @tool
 (#set! framework "openai-schema")
 (#set! callee "*openai*.FunctionDefinition *openai*.FunctionDefinitionParam *llms.FunctionDefinition *.FunctionDefinition *.FunctionDefinitionParam")
 (#set! requires "name"))

((composite_literal type: (_) @callee body: (literal_value) @args) @tool
 (#set! framework "anthropic-schema")
 (#set! callee "*anthropic*.ToolParam *anthropic*.ToolDefinition")
 (#set! requires "name"))

((composite_literal type: (_) @callee body: (literal_value) @args) @tool
 (#set! framework "gemini")
 (#set! callee "*genai.FunctionDeclaration")
 (#set! requires "name"))

((call_expression function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "google-adk")
 (#set! callee "google.golang.org/adk/tool/functiontool.New")
 (#set! requires "name"))

((call_expression function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "eino")
 (#set! callee "github.com/cloudwego/eino/*.InferTool github.com/cloudwego/eino/*.NewTool github.com/cloudwego/eino/*.InferOptionableTool")
 (#set! requires "name"))

; The same constructors with a name that is computed: the function that runs the tool is enough.
((call_expression function: (_) @callee arguments: (argument_list (func_literal) @function)) @tool
 (#set! framework "eino")
 (#set! callee "github.com/cloudwego/eino/*.InferTool github.com/cloudwego/eino/*.InferOptionableTool github.com/cloudwego/eino/*.InferStreamTool github.com/cloudwego/eino/*.InferEnhancedTool")
 (#set! requires "body"))

((call_expression function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "genkit")
 (#set! callee "github.com/firebase/genkit/go/genkit.DefineTool")
 (#set! requires "name"))
