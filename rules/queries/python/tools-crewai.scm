; CrewAI.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "crewai")
 (#set! callee "crewai.tools.tool crewai_tools.tool"))

((class_definition superclasses: (argument_list (_) @base)) @tool
 (#set! framework "crewai")
 (#set! base "crewai.tools.BaseTool crewai_tools.BaseTool crewai*.BaseTool"))

