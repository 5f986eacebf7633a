//! Names and values in Go.

use tree_sitter::Node;

use super::builder::{Builder, DEEPEST, call_value, children, field, fold_sides, inner, too_deep, unescape};
use crate::facts::model::{Argument, Value};

const LONGEST_CHAIN: usize = 14;

/// An expression or type as dotted name: packages by their import path, calls `()`, indexes `[]`.
pub(super) fn dotted(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    let root = loop {
        if parts.len() > LONGEST_CHAIN {
            break "…".to_owned();
        }
        match at.kind() {
            "identifier" | "type_identifier" | "package_identifier" | "field_identifier" => {
                break builder.of(at).to_owned();
            }
            "selector_expression" => {
                parts.push(builder.of(field(at, "field")?));
                at = field(at, "operand")?;
            }
            "qualified_type" => {
                parts.push(builder.of(field(at, "name")?));
                at = field(at, "package")?;
            }
            "call_expression" => {
                parts.push("()");
                at = field(at, "function")?;
            }
            "index_expression" => {
                parts.push("[]");
                at = field(at, "operand")?;
            }
            "type_conversion_expression" => {
                parts.push("()");
                at = field(at, "type")?;
            }
            "generic_type" => at = field(at, "type")?,
            "type_instantiation_expression" => at = field(at, "type").or_else(|| inner(at))?,
            "parenthesized_expression"
            | "unary_expression"
            | "pointer_type"
            | "parenthesized_type"
            | "literal_element" => at = inner(at)?,
            "type_assertion_expression" => at = field(at, "operand")?,
            "composite_literal" => {
                parts.push("()");
                at = field(at, "type")?;
            }
            _ if parts.is_empty() => return None,
            _ => break "…".to_owned(),
        }
    };
    parts.reverse();
    Some(builder.resolve(&root, &parts))
}

pub(super) fn string(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let text = builder.of(node);
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    match node.kind() {
        "interpreted_string_literal" => Some(unescape(inner)),
        "raw_string_literal" => Some(crate::facts::names::cut(inner, super::builder::LONGEST_STRING).to_owned()),
        _ => None,
    }
}

/// Struct types by name; lists and maps have none.
pub(super) fn struct_type<'t>(literal: Node<'t>) -> Option<Node<'t>> {
    field(literal, "type").filter(|kind| matches!(kind.kind(), "type_identifier" | "qualified_type" | "generic_type"))
}

pub(super) fn value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    if too_deep(node, depth) {
        return builder.other(node);
    }
    match node.kind() {
        "interpreted_string_literal" | "raw_string_literal" => {
            string(builder, node).map_or_else(|| builder.other(node), Value::str)
        }
        "int_literal" | "float_literal" => Value::Num(builder.of(node).into()),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "nil" => Value::Null,
        "identifier" | "selector_expression" | "type_identifier" | "qualified_type" => {
            dotted(builder, node).map_or_else(|| builder.other(node), Value::name)
        }
        "unary_expression" => {
            let operand = field(node, "operand").map(|operand| value(builder, operand, depth.saturating_sub(1)));
            match (field(node, "operator").map(|operator| builder.of(operator)), operand) {
                (Some("-"), Some(Value::Num(number))) => Value::Num(format!("-{number}").into()),
                (Some("&"), Some(value)) => value,
                _ => builder.other(node),
            }
        }
        "binary_expression" => fold_sides(builder, node, depth, value).unwrap_or_else(|| builder.other(node)),
        "parenthesized_expression" | "literal_element" => {
            inner(node).map_or_else(|| builder.other(node), |child| value(builder, child, depth.saturating_sub(1)))
        }
        "expression_list" => {
            let list = children(node);
            match list[..] {
                [(_, only)] => value(builder, only, depth),
                _ => builder.other(node),
            }
        }
        "composite_literal" => {
            let body = field(node, "body")
                .map_or(Value::List(Default::default()), |body| literal(builder, body, depth.saturating_sub(1)));
            match struct_type(node).and_then(|kind| dotted(builder, kind)) {
                Some(name) => Value::Call(name.into(), [body].into()),
                None => body,
            }
        }
        "literal_value" => literal(builder, node, depth.saturating_sub(1)),
        "call_expression" => match field(node, "function").and_then(|callee| dotted(builder, callee)) {
            Some(callee) => call_value(callee, arguments(builder, node, depth.saturating_sub(1))),
            None => builder.other(node),
        },
        _ => builder.other(node),
    }
}

/// The name or string that keys an element.
pub(super) fn key(builder: &Builder<'_>, element: Node<'_>) -> Option<String> {
    let key = field(element, "key")?;
    let key = if key.kind() == "literal_element" { inner(key)? } else { key };
    string(builder, key).or_else(|| {
        matches!(key.kind(), "identifier" | "field_identifier" | "selector_expression" | "int_literal")
            .then(|| builder.of(key).to_owned())
    })
}

/// The body of a composite literal: keyed elements are an object, others a list.
fn literal(builder: &Builder<'_>, body: Node<'_>, depth: u32) -> Value {
    let elements = children(body);
    if elements.first().is_some_and(|(_, first)| first.kind() == "keyed_element") {
        return Value::Object(
            elements
                .into_iter()
                .filter_map(|(_, element)| {
                    Some((key(builder, element)?.into(), value(builder, field(element, "value")?, depth.max(1))))
                })
                .collect(),
        );
    }
    Value::List(elements.into_iter().map(|(_, element)| value(builder, element, depth.max(1))).collect())
}

pub(super) fn arguments(builder: &Builder<'_>, call: Node<'_>, depth: u32) -> Vec<Argument> {
    let Some(list) = field(call, "arguments") else { return Vec::new() };
    children(list)
        .into_iter()
        .map(|(_, child)| Argument { keyword: None, value: value(builder, child, depth.min(DEEPEST)) })
        .collect()
}

/// The keyed fields of a struct literal as keywords.
pub(super) fn fields(builder: &Builder<'_>, literal: Node<'_>, depth: u32) -> Vec<Argument> {
    let Some(body) = field(literal, "body") else { return Vec::new() };
    children(body)
        .into_iter()
        .filter_map(|(_, element)| {
            if element.kind() == "keyed_element" {
                let given = value(builder, field(element, "value")?, depth);
                Some(Argument { keyword: Some(key(builder, element)?.into()), value: given })
            } else {
                Some(Argument { keyword: None, value: value(builder, element, depth) })
            }
        })
        .collect()
}
