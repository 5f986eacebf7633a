//! Handlers that stand beside the declaration of their tool: in the same struct, pair, result or call.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, inner, span},
    tool_parts::{Reader, Role, role},
    tools::unwrapped,
};
use crate::facts::model::FunctionKind;

/// Nodes between a declaration and what holds it.
const HIGHEST: usize = 6;
/// Nesting and parts of a result that are looked at.
const DEEPEST: u32 = 4;
const MOST_PARTS: usize = 32;

/// The function, or its name, that stands beside a declaration or beside the variable that holds it.
pub(super) fn handler<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Node<'t>> {
    if !is_expression(node) {
        return None;
    }
    next_to(reader, builder, node).or_else(|| next_to_variable(reader, builder, node))
}

fn is_expression(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "call" | "call_expression" | "new_expression" | "composite_literal" | "object" | "dictionary" | "identifier"
    )
}

fn next_to<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Node<'t>> {
    let mut at = node;
    for _ in 0..HIGHEST {
        let around = at.parent()?;
        match around.kind() {
            "literal_element"
            | "unary_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "pair"
            | "keyed_element"
            | "keyword_argument" => at = around,
            "expression_list" => {
                return after(around, at).map(unwrapped).filter(|next| may_run(reader, builder, *next));
            }
            // Other elements of a list are other tools, but for a pair with a function.
            "tuple" | "array" | "list" => {
                let pair = children(around).len() == 2;
                return after(around, at).filter(|next| pair && is_known(reader, builder, *next));
            }
            "literal_value" | "object" | "dictionary" | "argument_list" | "arguments" => {
                let keyed = matches!(at.kind(), "pair" | "keyed_element" | "keyword_argument");
                return keyed.then(|| keyed_handler(reader, builder, around)).flatten();
            }
            _ => return None,
        }
    }
    None
}

fn after<'t>(list: Node<'t>, node: Node<'t>) -> Option<Node<'t>> {
    children(list).into_iter().map(|(_, child)| child).skip_while(|child| *child != node).nth(1)
}

fn is_known(reader: &Reader<'_>, builder: &Builder<'_>, node: Node<'_>) -> bool {
    let name = builder.of(node);
    reader.is_function(node)
        || builder.facts.functions.iter().any(|known| known.name == name && known.kind != FunctionKind::Class)
}

/// The value of the key that handlers have.
fn keyed_handler<'t>(reader: &Reader<'t>, builder: &Builder<'t>, around: Node<'t>) -> Option<Node<'t>> {
    let entries = reader.entries(builder, around);
    let mut named =
        entries.into_iter().filter(|(name, _)| name.as_deref().is_some_and(|name| role(name) == Some(Role::Handler)));
    named.next().map(|(_, value)| value).filter(|value| may_run(reader, builder, *value))
}

/// A function, its name, or a call that makes one.
fn may_run(reader: &Reader<'_>, builder: &Builder<'_>, node: Node<'_>) -> bool {
    let text = builder.of(node);
    reader.is_function(node)
        || reader.is_name(node) && !matches!(text, "nil" | "err" | "None" | "null" | "undefined")
        || matches!(node.kind(), "call" | "call_expression")
}

/// The same for a variable of the function: `tool := …` and `return tool, handle` or `Pair{Tool: tool, Handler: handle}`.
fn next_to_variable<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Node<'t>> {
    let lines = span(node);
    let functions = builder.facts.functions.iter().zip(0_u32..);
    let around = functions.filter(|(known, _)| known.kind != FunctionKind::Class && known.span.contains(lines));
    let (_, function) = around.max_by_key(|(known, _)| known.span.start)?;
    let given: Vec<_> = builder.bindings.given.iter().filter(|given| given.function == Some(function)).collect();
    let held = given.iter().find(|given| !given.name.is_empty() && first_of(given.node) == Some(node))?;
    let name = held.name.split(',').next().unwrap_or(held.name).trim();
    given.iter().filter(|each| each.name.is_empty()).find_map(|returned| {
        let mut pending = vec![(returned.node, DEEPEST)];
        while let Some((at, left)) = pending.pop() {
            if at.kind() == "identifier" && builder.of(at) == name {
                return next_to(reader, builder, at);
            }
            if left > 0 && !reader.is_function(at) {
                pending.extend(children(at).into_iter().take(MOST_PARTS).map(|(_, child)| (child, left - 1)));
            }
        }
        None
    })
}

/// The first value of an assignment.
fn first_of(given: Node<'_>) -> Option<Node<'_>> {
    let first = if given.kind() == "expression_list" { inner(given)? } else { given };
    Some(unwrapped(first))
}
