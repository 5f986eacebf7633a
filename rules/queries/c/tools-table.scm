; Tables of tools at the top of a file, as servers without an SDK write them: name, description, schema.

((declaration declarator: (init_declarator declarator: (_) @_table value: (initializer_list
   (initializer_list . (string_literal) @name . [(string_literal) (concatenated_string)] @description) @tool)))
 (#match? @_table "[Tt][Oo][Oo][Ll]")
 (#set! framework "registry")
 (#set! requires "name description"))

((declaration declarator: (init_declarator declarator: (_) @_table value: (initializer_list
   (initializer_list . (string_literal) . [(string_literal) (concatenated_string)] . [(string_literal) (concatenated_string)] @schema) @tool)))
 (#match? @_table "[Tt][Oo][Oo][Ll]")
 (#set! part "yes"))

((declaration declarator: (init_declarator declarator: (_) @_table value: (initializer_list
   (initializer_list (initializer_pair)) @args @tool)))
 (#match? @_table "[Tt][Oo][Oo][Ll]")
 (#set! framework "registry")
 (#set! requires "name description"))

((declaration declarator: (init_declarator declarator: (_) @_table value: (initializer_list
   (initializer_list . (string_literal) . [(string_literal) (concatenated_string)] (identifier) @handler .) @tool)))
 (#match? @_table "[Tt][Oo][Oo][Ll]")
 (#set! part "yes"))
