//! Names and values in Python.

use tree_sitter::Node;

use super::builder::{Builder, DEEPEST, call_value, children, field, fold_sides, inner, too_deep, unescape};
use crate::facts::model::{Argument, Value};

/// Parts of a dotted chain that are rendered.
const LONGEST_CHAIN: usize = 14;

/// An expression as dotted name: imports resolved, calls `()`, subscripts `[]`. `None` for expressions without a name.
pub(super) fn dotted(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    let root = loop {
        if parts.len() > LONGEST_CHAIN {
            break "…".to_owned();
        }
        match at.kind() {
            "identifier" => break builder.of(at).to_owned(),
            "attribute" => {
                parts.push(builder.of(field(at, "attribute")?));
                at = field(at, "object")?;
            }
            "call" => {
                let callee = field(at, "function")?;
                if builder.of(callee) == "__import__"
                    && let Some(Value::Str(module)) =
                        field(at, "arguments").and_then(inner).map(|first| value(builder, first, DEEPEST))
                {
                    break module.to_string();
                }
                parts.push("()");
                at = callee;
            }
            "subscript" => {
                parts.push("[]");
                at = field(at, "value")?;
            }
            "await" | "parenthesized_expression" => at = inner(at)?,
            "string" | "concatenated_string" => break "\"\"".to_owned(),
            "keyword_separator" => return None,
            _ if parts.is_empty() => return None,
            _ => break "…".to_owned(),
        }
    };
    parts.reverse();
    Some(builder.resolve(&root, &parts))
}

/// The text of a string literal; `None` for a formatted one with expressions in it.
pub(super) fn string(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    match node.kind() {
        "string" => {
            let mut out = String::new();
            let raw = children(node)
                .iter()
                .find(|(_, child)| child.kind() == "string_start")
                .is_some_and(|(_, start)| builder.of(*start).to_ascii_lowercase().contains('r'));
            for (_, child) in children(node) {
                match child.kind() {
                    "interpolation" => return None,
                    "string_content" if raw => out.push_str(builder.of(child)),
                    "string_content" => out.push_str(&unescape(builder.of(child))),
                    _ => {}
                }
            }
            Some(out)
        }
        "concatenated_string" => {
            let mut out = String::new();
            for (_, child) in children(node) {
                out.push_str(&string(builder, child).filter(|_| child.kind() == "string")?);
            }
            Some(out)
        }
        _ => None,
    }
}

/// What an expression says without being run.
pub(super) fn value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    if too_deep(node, depth) {
        return builder.other(node);
    }
    match node.kind() {
        "string" | "concatenated_string" => string(builder, node).map_or_else(|| builder.other(node), Value::str),
        "integer" | "float" => Value::Num(builder.of(node).into()),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "none" => Value::Null,
        "unary_operator" => {
            match (
                builder.of(node).starts_with('-'),
                field(node, "argument").map(|inner| value(builder, inner, depth.saturating_sub(1))),
            ) {
                (true, Some(Value::Num(number))) => Value::Num(format!("-{number}").into()),
                _ => builder.other(node),
            }
        }
        "binary_operator" => fold_sides(builder, node, depth, value).unwrap_or_else(|| builder.other(node)),
        "list" | "tuple" | "set" => Value::List(
            children(node).into_iter().map(|(_, child)| value(builder, child, depth.saturating_sub(1))).collect(),
        ),
        "dictionary" => Value::Object(
            children(node)
                .into_iter()
                .filter_map(|(_, pair)| {
                    let key = string(builder, field(pair, "key")?)?;
                    Some((key.into(), value(builder, field(pair, "value")?, depth.saturating_sub(1))))
                })
                .collect(),
        ),
        "identifier" | "attribute" => dotted(builder, node).map_or_else(|| builder.other(node), Value::name),
        "parenthesized_expression" | "await" => {
            inner(node).map_or_else(|| builder.other(node), |child| value(builder, child, depth.saturating_sub(1)))
        }
        "call" => {
            let callee = field(node, "function").and_then(|callee| dotted(builder, callee));
            match callee {
                Some(callee) => call_value(callee, arguments(builder, node, depth.saturating_sub(1))),
                None => builder.other(node),
            }
        }
        _ => builder.other(node),
    }
}

/// The arguments of a call; a literal `**{…}` is read as keywords.
pub(super) fn arguments(builder: &Builder<'_>, call: Node<'_>, depth: u32) -> Vec<Argument> {
    let Some(list) = field(call, "arguments") else { return Vec::new() };
    if list.kind() != "argument_list" {
        return vec![Argument { keyword: None, value: builder.other(list) }];
    }
    let mut out = Vec::new();
    for (_, child) in children(list) {
        match child.kind() {
            "keyword_argument" => {
                let (Some(name), Some(given)) = (field(child, "name"), field(child, "value")) else { continue };
                out.push(Argument { keyword: Some(builder.of(name).into()), value: value(builder, given, depth) });
            }
            "dictionary_splat" => match inner(child).map(|given| value(builder, given, depth)) {
                Some(Value::Object(pairs)) => {
                    out.extend(pairs.into_iter().map(|(key, value)| Argument { keyword: Some(key), value }));
                }
                _ => out.push(Argument { keyword: None, value: builder.other(child) }),
            },
            _ => out.push(Argument { keyword: None, value: value(builder, child, depth) }),
        }
    }
    out
}
