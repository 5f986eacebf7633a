; Agno (formerly phidata): decorated functions, toolkits and the functions that they register.

((decorated_definition
   (decorator [(identifier) @callee (attribute) @callee
     (call function: (_) @callee arguments: (argument_list) @args)])
   definition: (function_definition) @function) @tool
 (#set! framework "agno")
 (#set! callee "agno.tools.tool agno.tools.decorator.tool phi.tools.tool"))

((call function: (_) @callee arguments: (argument_list) @args) @tool
 (#set! framework "agno")
 (#set! callee "agno*.Function phi.tools.Function agno*.Function.from_callable")
 (#set! requires "body"))

; The methods that a toolkit hands over in its constructor.
((call function: (_) @callee arguments: (argument_list . (attribute) @handler)) @tool
 (#set! framework "agno")
 (#set! callee "self.register")
 (#set! import "agno* phi*")
 (#set! requires "body"))

; Plain functions in the list of tools that an agent is made with.
((call function: (_) @callee
   arguments: (argument_list (keyword_argument name: (identifier) @_list
     value: (list (identifier) @tool @handler))))
 (#eq? @_list "tools")
 (#set! framework "agno")
 (#set! callee "agno.agent.Agent agno.agent.agent.Agent phi.agent.Agent agno.team.Team")
 (#set! requires "body")
 (#set! weak "yes"))

