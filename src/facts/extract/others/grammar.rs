//! What the nodes of each grammar are: the only thing that the languages of this folder do not share.

use std::{collections::HashMap, sync::LazyLock};

use crate::syntax::Language;

/// What a node is, whatever its grammar calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Comment,
    Import,
    Class,
    Function,
    /// A function without a name.
    Lambda,
    Parameter,
    Loop,
    Return,
    /// A name that is declared, perhaps with a value.
    Variable,
    /// `#define NAME value`.
    Define,
    Assignment,
    Call,
    /// A constructor is called: `new T(…)`.
    New,
    Name,
    /// `a.b`.
    Member,
    /// `a[b]`.
    Index,
    /// Brackets, marks, casts around one expression: the last child counts.
    Around,
    /// A type with arguments: the first child counts.
    Generic,
    Text,
    /// Texts that stand beside each other.
    Texts,
    Number,
    Bool,
    Null,
    /// Elixir's `:name`.
    Atom,
    List,
    /// Keys and values, or elements.
    Literal,
    /// A key and its value, a keyword argument.
    Pair,
    Binary,
    Unary,
}

use Kind::*;

/// A grammar as far as it differs from the others.
pub(super) struct Grammar {
    kinds: HashMap<&'static str, Kind>,
    /// Nodes that hold the arguments of a call.
    pub arguments: &'static [&'static str],
    /// Operators between a value and what stands in for it.
    pub otherwise: &'static [&'static str],
    /// Last names of functions that read an environment variable, beside those of all languages.
    pub environment: &'static [&'static str],
}

impl Grammar {
    fn new(
        kinds: &[(Kind, &[&'static str])],
        arguments: &'static [&'static str],
        otherwise: &'static [&'static str],
        environment: &'static [&'static str],
    ) -> Self {
        let kinds = kinds.iter().flat_map(|(kind, names)| names.iter().map(|name| (*name, *kind))).collect();
        Self { kinds, arguments, otherwise, environment }
    }

    pub fn kind(&self, node: &str) -> Option<Kind> {
        self.kinds.get(node).copied()
    }
}

/// The table of a language that is read by what its nodes are.
pub(super) fn grammar(language: Language) -> &'static Grammar {
    match language {
        Language::Kotlin => &KOTLIN,
        Language::Java => &JAVA,
        Language::CSharp => &CSHARP,
        Language::Elixir => &ELIXIR,
        _ => &C,
    }
}

static KOTLIN: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::new(
        &[
            (Comment, &["line_comment", "block_comment"]),
            (Import, &["import"]),
            (Class, &["class_declaration", "object_declaration", "companion_object"]),
            (Function, &["function_declaration", "secondary_constructor"]),
            (Lambda, &["lambda_literal", "anonymous_function"]),
            (Parameter, &["parameter", "class_parameter"]),
            (Loop, &["for_statement", "while_statement", "do_while_statement"]),
            (Return, &["return_expression"]),
            (Variable, &["property_declaration"]),
            (Assignment, &["assignment"]),
            (Call, &["call_expression", "constructor_invocation"]),
            (Name, &["identifier", "this_expression", "super_expression", "user_type", "qualified_identifier"]),
            (Member, &["navigation_expression", "callable_reference"]),
            (Index, &["index_expression"]),
            (Around, &["parenthesized_expression", "labeled_expression", "spread_expression"]),
            (Generic, &["as_expression", "nullable_type", "non_nullable_type"]),
            (Text, &["string_literal", "multiline_string_literal", "character_literal"]),
            (Number, &["number_literal", "float_literal"]),
            (List, &["collection_literal"]),
            (Pair, &["value_argument"]),
            (Binary, &["binary_expression"]),
            (Unary, &["unary_expression"]),
        ],
        &["value_arguments"],
        &["?:"],
        &[],
    )
});

static JAVA: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::new(
        &[
            (Comment, &["line_comment", "block_comment"]),
            (Import, &["import_declaration"]),
            (
                Class,
                &[
                    "class_declaration",
                    "interface_declaration",
                    "enum_declaration",
                    "record_declaration",
                    "annotation_type_declaration",
                ],
            ),
            (Function, &["method_declaration", "constructor_declaration", "compact_constructor_declaration"]),
            (Lambda, &["lambda_expression"]),
            (Parameter, &["formal_parameter", "spread_parameter"]),
            (Loop, &["for_statement", "enhanced_for_statement", "while_statement", "do_statement"]),
            (Return, &["return_statement"]),
            (Variable, &["variable_declarator", "resource"]),
            (Assignment, &["assignment_expression"]),
            (Call, &["method_invocation"]),
            (New, &["object_creation_expression"]),
            (Name, &["identifier", "type_identifier", "this", "super"]),
            (Member, &["field_access", "scoped_identifier", "scoped_type_identifier", "method_reference"]),
            (Index, &["array_access"]),
            (Around, &["parenthesized_expression", "cast_expression", "array_creation_expression"]),
            (Generic, &["generic_type"]),
            (Text, &["string_literal", "character_literal"]),
            (
                Number,
                &[
                    "decimal_integer_literal",
                    "hex_integer_literal",
                    "octal_integer_literal",
                    "binary_integer_literal",
                    "decimal_floating_point_literal",
                ],
            ),
            (Bool, &["true", "false"]),
            (Null, &["null_literal"]),
            (List, &["array_initializer", "element_value_array_initializer"]),
            (Pair, &["element_value_pair"]),
            (Binary, &["binary_expression"]),
            (Unary, &["unary_expression"]),
        ],
        &["argument_list", "annotation_argument_list"],
        &[],
        &[],
    )
});

/// C and C++: what the grammar of C does not know is never met there.
static C: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::new(
        &[
            (Comment, &["comment"]),
            (Import, &["preproc_include"]),
            (Class, &["class_specifier", "struct_specifier"]),
            (Function, &["function_definition"]),
            (Lambda, &["lambda_expression"]),
            (Parameter, &["parameter_declaration", "optional_parameter_declaration"]),
            (Loop, &["for_statement", "for_range_loop", "while_statement", "do_statement"]),
            (Return, &["return_statement"]),
            (Variable, &["init_declarator", "field_declaration"]),
            (Define, &["preproc_def"]),
            (Assignment, &["assignment_expression"]),
            (Call, &["call_expression"]),
            (New, &["new_expression"]),
            (
                Name,
                &[
                    "identifier",
                    "field_identifier",
                    "type_identifier",
                    "namespace_identifier",
                    "destructor_name",
                    "this",
                    "primitive_type",
                ],
            ),
            (Member, &["field_expression", "qualified_identifier"]),
            (Index, &["subscript_expression"]),
            (
                Around,
                &[
                    "parenthesized_expression",
                    "cast_expression",
                    "pointer_expression",
                    "compound_literal_expression",
                    "co_await_expression",
                ],
            ),
            (Generic, &["template_function", "template_type", "template_method"]),
            (Text, &["string_literal", "raw_string_literal", "char_literal", "system_lib_string"]),
            (Texts, &["concatenated_string"]),
            (Number, &["number_literal"]),
            (Bool, &["true", "false"]),
            (Null, &["null", "nullptr"]),
            (Literal, &["initializer_list"]),
            (Pair, &["initializer_pair"]),
            (Binary, &["binary_expression"]),
            (Unary, &["unary_expression"]),
        ],
        &["argument_list"],
        &[],
        &["secure_getenv"],
    )
});

static CSHARP: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::new(
        &[
            (Comment, &["comment"]),
            (Import, &["using_directive"]),
            (
                Class,
                &[
                    "class_declaration",
                    "struct_declaration",
                    "record_declaration",
                    "interface_declaration",
                    "enum_declaration",
                ],
            ),
            (Function, &["method_declaration", "constructor_declaration", "local_function_statement"]),
            (Lambda, &["lambda_expression", "anonymous_method_expression"]),
            (Parameter, &["parameter"]),
            (Loop, &["for_statement", "foreach_statement", "while_statement", "do_statement"]),
            (Return, &["return_statement"]),
            (Variable, &["variable_declarator", "property_declaration"]),
            (Assignment, &["assignment_expression"]),
            (Call, &["invocation_expression"]),
            (New, &["object_creation_expression", "implicit_object_creation_expression"]),
            (Name, &["identifier", "this", "base", "predefined_type"]),
            (
                Member,
                &[
                    "member_access_expression",
                    "conditional_access_expression",
                    "qualified_name",
                    "alias_qualified_name",
                ],
            ),
            (Index, &["element_access_expression"]),
            (
                Around,
                &[
                    "parenthesized_expression",
                    "cast_expression",
                    "await_expression",
                    "member_binding_expression",
                    "postfix_unary_expression",
                    "array_creation_expression",
                    "implicit_array_creation_expression",
                ],
            ),
            (Generic, &["generic_name", "nullable_type", "as_expression"]),
            (
                Text,
                &[
                    "string_literal",
                    "verbatim_string_literal",
                    "raw_string_literal",
                    "interpolated_string_expression",
                    "character_literal",
                ],
            ),
            (Number, &["integer_literal", "real_literal"]),
            (Bool, &["boolean_literal"]),
            (Null, &["null_literal"]),
            (List, &["collection_expression"]),
            (Literal, &["initializer_expression"]),
            (Pair, &["argument", "attribute_argument"]),
            (Binary, &["binary_expression"]),
            (Unary, &["prefix_unary_expression"]),
        ],
        &["argument_list", "attribute_argument_list"],
        &["??"],
        &["GetEnvironmentVariable"],
    )
});

/// Definitions, imports and attributes are calls and operators in Elixir: [`super::elixir`] tells them apart.
static ELIXIR: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::new(
        &[
            (Comment, &["comment"]),
            (Lambda, &["anonymous_function"]),
            (Call, &["call"]),
            (Name, &["identifier", "alias"]),
            (Member, &["dot"]),
            (Index, &["access_call"]),
            (Text, &["string", "charlist", "sigil"]),
            (Number, &["integer", "float"]),
            (Bool, &["boolean"]),
            (Null, &["nil"]),
            (Atom, &["atom", "quoted_atom"]),
            (List, &["tuple"]),
            (Literal, &["list", "map", "keywords"]),
            (Pair, &["pair"]),
            (Binary, &["binary_operator"]),
            (Unary, &["unary_operator"]),
        ],
        &["arguments"],
        &["||"],
        &["fetch_env", "fetch_env!"],
    )
});
