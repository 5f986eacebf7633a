; LlamaIndex, Genkit, Google ADK, Strands, CopilotKit.

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "llamaindex")
 (#set! callee "llamaindex.tool llamaindex.FunctionTool.from @llamaindex/*.tool @llamaindex/*.FunctionTool.from"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "genkit")
 (#set! callee "*.defineTool")
 (#set! import "genkit genkit/* @genkit-ai/*"))

((new_expression constructor: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "google-adk")
 (#set! callee "@google/adk.FunctionTool"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "strands")
 (#set! callee "@strands-agents/sdk.tool"))

((call_expression function: (_) @callee arguments: (arguments) @args) @tool
 (#set! framework "copilotkit")
 (#set! callee "@copilotkit/*.useCopilotAction @copilotkit/*.useFrontendTool @copilotkit/*.useHumanInTheLoop @copilotkit/*.useRenderTool")
 (#set! offers "yes"))

