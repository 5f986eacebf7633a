//! Parts of functions that run where a value is a certain text: `case "read":`, `if name == "read":`.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner, span},
    go_values, python_values, script_values,
    tool_parts::dotted,
};
use crate::syntax::Language;

/// Conditions within conditions that are looked at.
const DEEPEST: u32 = 6;
/// Texts that one part is entered by.
const MOST_KEYS: usize = 16;

/// A text that is compared with, or the name of a constant that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    Text(String),
    Name(String),
}

/// A condition and the part that runs where it holds.
pub(super) fn of_condition(builder: &mut Builder<'_>, condition: Node<'_>, then: Node<'_>) {
    if let Some((subject, keys)) = compared(builder, condition, DEEPEST) {
        builder.arm(builder.of(subject), keys, span(then));
    }
}

/// A case with its patterns; `shared` are the keys of the cases before it that fall through to it.
pub(super) fn of_case<'t>(
    builder: &mut Builder<'t>,
    subject: Node<'t>,
    patterns: impl IntoIterator<Item = Node<'t>>,
    shared: &mut Vec<Key>,
    then: Option<(Node<'t>, Node<'t>)>,
) {
    for pattern in patterns {
        collect(builder, pattern, DEEPEST, shared);
    }
    if let Some((first, last)) = then {
        let mut lines = span(first);
        lines.end = span(last).end;
        builder.arm(builder.of(subject), std::mem::take(shared), lines);
    }
}

/// The value that a condition compares for equality, and with what.
fn compared<'t>(builder: &Builder<'t>, node: Node<'t>, depth: u32) -> Option<(Node<'t>, Vec<Key>)> {
    let depth = depth.checked_sub(1)?;
    let sides = || Some((field(node, "left")?, field(node, "right")?));
    match node.kind() {
        "parenthesized_expression" => compared(builder, inner(node)?, depth),
        "comparison_operator" => {
            let [(_, left), (_, right)] = children(node)[..] else { return None };
            let operator = node.child_by_field_name("operators").map_or("", |operator| operator.kind());
            matches!(operator, "==" | "in").then(|| equal(builder, left, right)).flatten()
        }
        "binary_expression" | "boolean_operator" => {
            let (left, right) = sides()?;
            match node.child_by_field_name("operator")?.kind() {
                "==" | "===" => equal(builder, left, right),
                "&&" | "and" => compared(builder, left, depth).or_else(|| compared(builder, right, depth)),
                "||" | "or" => {
                    let (subject, mut keys) = compared(builder, left, depth)?;
                    let (other, more) = compared(builder, right, depth)?;
                    keys.extend(more);
                    (builder.of(subject) == builder.of(other)).then_some((subject, keys))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn equal<'t>(builder: &Builder<'t>, left: Node<'t>, right: Node<'t>) -> Option<(Node<'t>, Vec<Key>)> {
    let keys = |node: Node<'t>| {
        let mut keys = Vec::new();
        collect(builder, node, DEEPEST, &mut keys);
        keys
    };
    match (text(builder, left), text(builder, right)) {
        (Some(_), Some(_)) => None,
        (Some(key), None) => Some((right, vec![Key::Text(key)])),
        _ => Some((left, keys(right))).filter(|(_, keys)| !keys.is_empty()),
    }
}

/// The texts and names among patterns or the elements of a list.
fn collect(builder: &Builder<'_>, node: Node<'_>, depth: u32, out: &mut Vec<Key>) {
    let Some(depth) = depth.checked_sub(1).filter(|_| out.len() < MOST_KEYS) else { return };
    if let Some(text) = text(builder, node) {
        out.push(Key::Text(text));
        return;
    }
    match node.kind() {
        "identifier" | "attribute" | "member_expression" | "selector_expression" => {
            out.extend(dotted(builder, node).map(Key::Name));
        }
        "dotted_name" => out.push(Key::Name(builder.of(node).to_owned())),
        "case_pattern" | "union_pattern" | "parenthesized_expression" | "tuple" | "list" | "set" | "expression_list" => {
            for (_, child) in children(node) {
                collect(builder, child, depth, out);
            }
        }
        _ => {}
    }
}

fn text(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    match builder.language {
        Language::Python => python_values::string(builder, node),
        Language::Go => go_values::string(builder, node),
        _ => script_values::string(builder, node),
    }
}
