//! Decorators and attributes of a function with what they are given.

use tree_sitter::Node;

use super::{
    builder::{Builder, DEEPEST, children, field, inner, span},
    others, python_values, rust_items,
    rust_tokens::{token_arguments, token_tree},
    script_values,
};
use crate::{
    facts::model::{Argument, Span},
    syntax::Language,
};

/// Those of one function.
const MOST: usize = 16;

pub(super) struct Decorator {
    /// Resolved.
    pub name: String,
    pub arguments: Vec<Argument>,
    pub span: Span,
}

/// The decorators of a function, method or class, in source order.
pub(super) fn of<'t>(builder: &Builder<'t>, node: Node<'t>) -> Vec<Decorator> {
    let mut nodes: Vec<Node<'t>> = Vec::new();
    match builder.language {
        Language::Python => {
            if let Some(outer) = node.parent().filter(|outer| outer.kind() == "decorated_definition") {
                nodes.extend(children(outer).into_iter().map(|(_, child)| child).filter(|c| c.kind() == "decorator"));
            }
        }
        language if others::reads(language) => {
            return others::annotations(builder, node)
                .into_iter()
                .take(MOST)
                .map(|annotation| Decorator {
                    arguments: others::annotation_arguments(builder, &annotation),
                    name: annotation.name,
                    span: span(annotation.node),
                })
                .collect();
        }
        _ => {
            let kind = if builder.language == Language::Rust { "attribute_item" } else { "decorator" };
            nodes.extend(children(node).into_iter().map(|(_, child)| child).filter(|child| child.kind() == kind));
            let mut before = Vec::new();
            let mut at = node.prev_named_sibling();
            while let Some(sibling) = at.filter(|sibling| sibling.kind() == kind && before.len() < MOST) {
                before.push(sibling);
                at = sibling.prev_named_sibling();
            }
            nodes.splice(0..0, before.into_iter().rev());
        }
    }
    nodes.into_iter().take(MOST).filter_map(|node| read(builder, node)).collect()
}

fn read<'t>(builder: &Builder<'t>, node: Node<'t>) -> Option<Decorator> {
    if builder.language == Language::Rust {
        let name = rust_items::attribute_name(builder, node)?;
        let tokens = inner(node).and_then(token_tree);
        let arguments = tokens.map(|tokens| token_arguments(builder, tokens, DEEPEST)).unwrap_or_default();
        return Some(Decorator { name, arguments, span: span(node) });
    }
    let expression = inner(node)?;
    let is_call = matches!(expression.kind(), "call" | "call_expression");
    let callee = if is_call { field(expression, "function")? } else { expression };
    let (name, arguments) = match builder.language {
        Language::Python => (
            python_values::dotted(builder, callee)?,
            is_call.then(|| python_values::arguments(builder, expression, DEEPEST)),
        ),
        _ => (
            script_values::dotted(builder, callee)?,
            is_call.then(|| script_values::arguments(builder, expression, DEEPEST)),
        ),
    };
    Some(Decorator { name, arguments: arguments.unwrap_or_default(), span: span(node) })
}
