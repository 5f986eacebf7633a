//! Parts of a tool's declaration in Rust.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner},
    rust_tokens::{groups, named, token_tree},
    rust_values::{is_same, is_wrapper},
};

/// The literal behind references, wrappers and `json!`.
pub(super) fn bare<'t>(builder: &Builder<'_>, node: Node<'t>) -> Node<'t> {
    let mut at = node;
    for _ in 0..8 {
        let next = match at.kind() {
            "reference_expression" => field(at, "value"),
            "parenthesized_expression" | "try_expression" | "await_expression" => inner(at),
            "macro_invocation" => token_tree(at).and_then(|tokens| match groups(tokens).first().map(Vec::as_slice) {
                Some([only]) if only.kind() == "token_tree" => Some(*only),
                _ => None,
            }),
            "call_expression" => {
                let Some(callee) = field(at, "function") else { return at };
                if callee.kind() == "field_expression" {
                    field(callee, "value").filter(|_| field(callee, "field").is_some_and(|f| is_same(builder.of(f))))
                } else {
                    match children(field(at, "arguments").unwrap_or(at))[..] {
                        [(_, only)] if is_wrapper(builder.of(callee)) => Some(only),
                        _ => None,
                    }
                }
            }
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// The type that a schema is asked of: `schema_for!(Args)`, `schema_for_type::<Args>()`.
pub(super) fn type_argument(node: Node<'_>) -> Option<Node<'_>> {
    if node.kind() == "macro_invocation" {
        return match groups(token_tree(node)?).first()?[..] {
            [only] => Some(only),
            _ => None,
        };
    }
    let callee = field(node, "function")?;
    inner(field(callee, "type_arguments")?)
}

/// The arguments, fields or tokens of a declaration with their names.
pub(super) fn entries<'t>(builder: &Builder<'_>, node: Node<'t>) -> Vec<(Option<String>, Node<'t>)> {
    let node = bare(builder, node);
    match node.kind() {
        "token_tree" => groups(node)
            .iter()
            .filter_map(|group| match named(builder, group) {
                Some((name, given)) => Some((Some(name), *given.first()?)),
                // Words of an attribute say nothing that has a name.
                None => {
                    let first = *group.first()?;
                    matches!(first.kind(), "string_literal" | "raw_string_literal").then_some((None, first))
                }
            })
            .collect(),
        "struct_expression" => field(node, "body").map(|body| entries_of_fields(builder, body)).unwrap_or_default(),
        "field_initializer_list" => entries_of_fields(builder, node),
        _ => children(node).into_iter().map(|(_, child)| (None, child)).collect(),
    }
}

fn entries_of_fields<'t>(builder: &Builder<'_>, body: Node<'t>) -> Vec<(Option<String>, Node<'t>)> {
    children(body)
        .into_iter()
        .filter_map(|(_, child)| match child.kind() {
            "field_initializer" => Some((Some(builder.of(field(child, "field")?).to_owned()), field(child, "value")?)),
            "shorthand_field_initializer" => {
                let name = inner(child)?;
                Some((Some(builder.of(name).to_owned()), name))
            }
            _ => None,
        })
        .collect()
}
