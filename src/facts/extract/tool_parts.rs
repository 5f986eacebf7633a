//! The parts of a tool's declaration: which argument is what, and how to read it in each language.

use std::{cell::OnceCell, collections::HashMap};

use tree_sitter::{Node, Tree};

use super::{
    builder::{Builder, DEEPEST, children, field, inner},
    go_values, others, python_values, rust_parts, rust_tokens, rust_values, script_settings, script_values,
    tools::unwrapped,
};
use crate::{
    facts::{model::Value, names::snake, word::Word},
    syntax::Language,
};

/// What an argument of a declaration is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    /// An identifier: the name where no other is given.
    Identifier,
    Description,
    Schema,
    Annotations,
    /// By which servers choose tools.
    Tags,
    Approval,
    Handler,
    /// A bare name among positional arguments: the last one is the handler.
    LastName,
    /// An object that holds the declaration (`function: {name, parameters}`).
    Nested,
}

/// The vocabulary that frameworks share, in snake case.
pub(super) fn role(name: &str) -> Option<Role> {
    Some(match snake(name).as_str() {
        "name" | "tool_name" | "name_override" => Role::Name,
        "id" => Role::Identifier,
        "description" | "desc" | "description_override" | "tool_description" => Role::Description,
        "parameters"
        | "input_schema"
        | "args_schema"
        | "schema"
        | "params"
        | "inputs"
        | "fn_schema"
        | "input"
        | "params_json_schema"
        | "raw_input_schema"
        | "parameters_json_schema"
        | "parameters_schema"
        | "parameter_schema" => Role::Schema,
        "annotations" | "tool_annotations" => Role::Annotations,
        "tags" => Role::Tags,
        "needs_approval"
        | "requires_confirmation"
        | "require_confirmation"
        | "require_approval"
        | "requires_approval"
        | "needs_confirmation"
        | "approval_mode"
        | "approval"
        | "confirmation"
        | "human_input"
        | "interrupt"
        | "requires_user_approval"
        | "require_user_confirmation"
        | "should_confirm_execute" => Role::Approval,
        "execute" | "func" | "fn" | "coroutine" | "handler" | "run" | "callback" | "cb" | "on_invoke_tool"
        | "implementation" | "callable" | "entrypoint" | "invoke" | "call" => Role::Handler,
        "function" | "definition" | "spec" | "tool" | "metadata" | "config" => Role::Nested,
        _ => return None,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Python,
    Script,
    Go,
    Rust,
    /// What is read by a table of its grammar.
    Other,
}

pub(super) fn strings(values: &[Value]) -> Vec<String> {
    values
        .iter()
        .filter_map(|value| match value {
            Value::Str(text) => Some(text.to_string()),
            _ => None,
        })
        .collect()
}

/// A callee or base class as dotted name, whatever the language.
pub(super) fn dotted(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    match builder.language {
        Language::Python => python_values::dotted(builder, node),
        Language::Go => go_values::dotted(builder, node),
        Language::Rust => rust_values::dotted(builder, None, node),
        language if others::reads(language) => others::dotted(builder, node),
        _ => script_values::dotted(builder, node),
    }
}

/// Statements at the top of a file that are looked at.
const MOST_STATEMENTS: usize = 20_000;

/// Reads the parts of declarations of one file.
pub(super) struct Reader<'t> {
    pub(super) family: Family,
    root: Node<'t>,
    /// What the top of the file declares, once it is asked for.
    top: OnceCell<HashMap<String, Option<Node<'t>>>>,
}

impl<'t> Reader<'t> {
    pub fn new(language: Language, tree: &'t Tree) -> Self {
        let family = match language {
            Language::Python => Family::Python,
            Language::Go => Family::Go,
            Language::Rust => Family::Rust,
            language if others::reads(language) => Family::Other,
            _ => Family::Script,
        };
        Self { family, root: tree.root_node(), top: OnceCell::new() }
    }

    pub fn string(&self, builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
        let node = unwrapped(node);
        match self.family {
            Family::Python => python_values::string(builder, node),
            Family::Script => script_values::string(builder, script_values::bare(node)),
            Family::Go => go_values::string(builder, node),
            Family::Rust => rust_values::string(builder, node),
            Family::Other => others::string(builder, node),
        }
    }

    pub fn value(&self, builder: &Builder<'_>, node: Node<'_>) -> Value {
        match self.family {
            Family::Python => python_values::value(builder, node, 3),
            Family::Script => script_values::value(builder, node, 3),
            Family::Go => go_values::value(builder, node, 3),
            Family::Rust => rust_tokens::group_value(builder, &[node], 3),
            Family::Other => others::value(builder, node, 3),
        }
    }

    /// The same for a list or object that holds others, such as messages or a request.
    pub fn deep_value(&self, builder: &Builder<'_>, node: Node<'_>) -> Value {
        match self.family {
            Family::Python => python_values::value(builder, node, DEEPEST),
            Family::Script => script_values::value(builder, node, DEEPEST),
            Family::Go => go_values::value(builder, node, DEEPEST + 2),
            Family::Rust => rust_tokens::group_value(builder, &[node], DEEPEST),
            Family::Other => others::value(builder, node, DEEPEST),
        }
    }

    /// The arguments, keys or elements of a node with their names.
    pub fn entries(&self, builder: &Builder<'_>, node: Node<'t>) -> Vec<(Option<String>, Node<'t>)> {
        let node = match self.family {
            Family::Script => script_values::bare(node),
            Family::Rust => return rust_parts::entries(builder, node),
            Family::Other => return others::entries(builder, node),
            _ => unwrapped(node),
        };
        let node = match node.kind() {
            "composite_literal" => field(node, "body").unwrap_or(node),
            _ => node,
        };
        children(node)
            .into_iter()
            .map(|(_, child)| match child.kind() {
                "keyword_argument" => {
                    (field(child, "name").map(|name| builder.of(name).to_owned()), field(child, "value"), child)
                }
                "pair" => {
                    let name = field(child, "key").and_then(|key| match self.family {
                        Family::Python => python_values::string(builder, key),
                        _ => script_values::key(builder, key),
                    });
                    (name, field(child, "value"), child)
                }
                "keyed_element" => (go_values::key(builder, child), field(child, "value").map(unwrapped), child),
                "method_definition" => {
                    (field(child, "name").map(|name| builder.of(name).to_owned()), Some(child), child)
                }
                "shorthand_property_identifier" => (Some(builder.of(child).to_owned()), Some(child), child),
                _ => (None, Some(unwrapped(child)), child),
            })
            .map(|(name, value, child)| (name, value.unwrap_or(child)))
            .collect()
    }

    /// What a name at the top of the file stands for, one step.
    pub fn followed(&self, builder: &Builder<'_>, node: Node<'t>) -> Node<'t> {
        let bare = match self.family {
            Family::Script => script_values::bare(node),
            Family::Rust => rust_parts::bare(builder, node),
            _ => node,
        };
        let is_type = self.family == Family::Rust && bare.kind() == "type_identifier";
        if !is_type && !matches!(bare.kind(), "identifier" | "shorthand_property_identifier") {
            return if self.family == Family::Rust { bare } else { node };
        }
        let wanted = builder.of(bare);
        self.top(builder, wanted).filter(|found| !self.is_function(*found)).unwrap_or(node)
    }

    /// The value of a variable, or the class, that the top of the file declares.
    pub(super) fn top(&self, builder: &Builder<'_>, wanted: &str) -> Option<Node<'t>> {
        *self.top.get_or_init(|| self.declarations(builder)).get(wanted)?
    }

    /// What the statements at the top of the file declare, the first of each name.
    fn declarations(&self, builder: &Builder<'_>) -> HashMap<String, Option<Node<'t>>> {
        let mut out = HashMap::new();
        let mut add = |name: Option<Node<'t>>, value: Option<Node<'t>>| {
            if let Some(name) = name {
                out.entry(builder.of(name).to_owned()).or_insert(value);
            }
        };
        let mut cursor = self.root.walk();
        let mut more = cursor.goto_first_child();
        for _ in 0..MOST_STATEMENTS {
            if !more {
                break;
            }
            let statement = cursor.node();
            let statement = match statement.kind() {
                "export_statement" => field(statement, "declaration").unwrap_or(statement),
                "decorated_definition" => field(statement, "definition").unwrap_or(statement),
                "expression_statement" => inner(statement).unwrap_or(statement),
                _ => statement,
            };
            match statement.kind() {
                "assignment" => add(field(statement, "left"), field(statement, "right")),
                "class_definition" | "struct_item" => add(field(statement, "name"), Some(statement)),
                "const_item" | "static_item" => add(field(statement, "name"), field(statement, "value")),
                "type_declaration" => {
                    children(statement).iter().for_each(|(_, child)| add(field(*child, "name"), field(*child, "type")));
                }
                "lexical_declaration" | "variable_declaration" | "var_declaration" | "const_declaration" => {
                    children(statement)
                        .iter()
                        .for_each(|(_, child)| add(field(*child, "name"), field(*child, "value")));
                }
                _ => {}
            }
            more = cursor.goto_next_sibling();
        }
        out
    }

    /// The text of a key of an object at the top of the file: `name` of `READ = {name: "read"}`.
    pub fn entry_of(&self, builder: &Builder<'_>, root: &str, key: &str) -> Option<String> {
        let object = self.arguments_of(self.top(builder, root)?);
        let entries = self.entries(builder, object);
        let (_, value) = entries.into_iter().find(|(name, _)| name.as_deref() == Some(key))?;
        self.string(builder, value)
    }

    pub fn is_function(&self, node: Node<'_>) -> bool {
        matches!(
            node.kind(),
            "lambda"
                | "arrow_function"
                | "function_expression"
                | "generator_function"
                | "func_literal"
                | "method_definition"
                | "function_definition"
                | "method_declaration"
                | "function_declaration"
                | "function_item"
                | "closure_expression"
                | "lambda_expression"
                | "lambda_literal"
                | "anonymous_function"
                | "anonymous_method_expression"
                | "local_function_statement"
        )
    }

    pub fn is_object(&self, node: Node<'_>) -> bool {
        let node = unwrapped(node);
        matches!(
            node.kind(),
            "object" | "dictionary" | "map" | "literal_value" | "composite_literal" | "struct_expression"
        ) || node.kind() == "token_tree" && node.child(0).is_some_and(|first| first.kind() == "{")
    }

    pub fn is_name(&self, node: Node<'_>) -> bool {
        matches!(
            node.kind(),
            "identifier"
                | "attribute"
                | "member_expression"
                | "selector_expression"
                | "scoped_identifier"
                | "navigation_expression"
                | "member_access_expression"
                | "field_access"
                | "method_reference"
                | "callable_reference"
        )
    }

    /// `z.object({…})`.
    pub fn is_schema_call(&self, builder: &Builder<'_>, node: Node<'_>) -> bool {
        field(node, "function").is_some_and(|callee| builder.of(callee).to_ascii_lowercase().ends_with("object"))
    }

    /// The arguments of a call, the node itself otherwise.
    pub fn arguments_of(&self, node: Node<'t>) -> Node<'t> {
        let node = unwrapped(node);
        field(node, "arguments").unwrap_or(node)
    }

    /// Parameters of a function that has no entry of its own among the functions.
    pub fn function_parameters(&self, builder: &Builder<'_>, node: Node<'t>) -> Vec<String> {
        let mut out = Vec::new();
        if self.family == Family::Script
            && let Some((_, first)) = field(node, "parameters").map(children).unwrap_or_default().first()
        {
            // Only destructured parameters say something: `async ({path}) => …`.
            let pattern = field(*first, "pattern").unwrap_or(*first);
            if pattern.kind() == "object_pattern" {
                script_settings::pattern_names(builder, *first, 3, &mut out);
            }
        }
        out
    }

    /// A type argument that a tool is named by: `readTool<ReadPage>("…") { … }`.
    pub fn type_name(&self, builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
        let is_argument = node.parent().is_some_and(|outer| outer.kind() == "user_type");
        (self.family == Family::Other && is_argument).then(|| builder.of(node).to_owned())
    }

    /// Elixir's `&Desk.run/1` is the function.
    pub fn handler_name<'n>(&self, written: &'n str) -> &'n str {
        match written.strip_prefix('&').and_then(|name| name.rsplit_once('/')) {
            Some((name, _)) if self.family == Family::Other => name,
            _ => written,
        }
    }

    /// The parameters of a function but those that the framework hands over.
    pub fn without_handed_over(&self, builder: &Builder<'_>, node: Node<'t>, names: &[Word]) -> Vec<Word> {
        let given = if self.family == Family::Other { others::schema::handed_over(builder, node) } else { Vec::new() };
        names.iter().filter(|name| !given.iter().any(|known| *name == known)).copied().collect()
    }

    /// True when the first statement of a Python function is a string, or documentation stands before a Rust one.
    pub fn has_docstring(&self, function: Node<'_>) -> bool {
        if self.family == Family::Rust {
            let mut before = function.prev_sibling();
            for _ in 0..30 {
                match before {
                    Some(node) if field(node, "doc").is_some() => return true,
                    Some(node) if node.is_extra() || node.kind() == "attribute_item" => before = node.prev_sibling(),
                    _ => return false,
                }
            }
        }
        self.family == Family::Python
            && field(function, "body").and_then(inner).is_some_and(|first| {
                first.kind() == "string"
                    || first.kind() == "expression_statement"
                        && inner(first).is_some_and(|first| matches!(first.kind(), "string" | "concatenated_string"))
            })
    }

    /// The name of the key or variable that a declaration is given to.
    pub fn given_to(&self, builder: &Builder<'_>, node: Node<'t>) -> Option<String> {
        if self.family != Family::Script || !matches!(node.kind(), "call_expression" | "new_expression") {
            return None;
        }
        let mut at = node.parent()?;
        for _ in 0..3 {
            match at.kind() {
                "pair" => return field(at, "key").and_then(|key| script_values::key(builder, key)),
                "variable_declarator" => {
                    return field(at, "name")
                        .filter(|name| name.kind() == "identifier")
                        .map(|name| builder.of(name).to_owned());
                }
                "as_expression" | "satisfies_expression" | "parenthesized_expression" => at = at.parent()?,
                _ => return None,
            }
        }
        None
    }
}
