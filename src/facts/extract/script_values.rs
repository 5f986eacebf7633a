//! Names and values in JavaScript and TypeScript.

use tree_sitter::Node;

use super::builder::{
    Builder, DEEPEST, LONGEST_STRING, call_value, children, field, fold_sides, inner, kind, too_deep, unescape,
};
use crate::facts::{
    Word,
    model::{Argument, Value},
    names::cut,
};

const LONGEST_CHAIN: usize = 14;

/// What only the type checker reads around an expression.
pub(super) fn bare(mut node: Node<'_>) -> Node<'_> {
    for _ in 0..16 {
        let next = match kind(node) {
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "await_expression" => inner(node),
            "type_assertion" => children(node).last().map(|(_, child)| *child),
            _ => None,
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

/// The module of `require('m')`, `import('m')`, awaited or not.
pub(super) fn required_module(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let call = bare(node);
    if kind(call) != "call_expression" {
        return None;
    }
    let callee = field(call, "function")?;
    if kind(callee) != "import" && builder.of(callee) != "require" {
        return None;
    }
    let first = inner(field(call, "arguments")?)?;
    string(builder, first).map(|module| module_name(&module).to_owned())
}

/// Without the `node:` prefix.
pub(super) fn module_name(written: &str) -> &str {
    written.strip_prefix("node:").unwrap_or(written)
}

/// An expression as dotted name: imports resolved, calls `()`, subscripts `[]`.
pub(super) fn dotted(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    let root = loop {
        if parts.len() > LONGEST_CHAIN {
            break "…".to_owned();
        }
        at = bare(at);
        match kind(at) {
            "identifier" | "this" | "super" | "type_identifier" | "import" | "undefined" => {
                break builder.of(at).to_owned();
            }
            "member_expression" | "nested_identifier" | "nested_type_identifier" => {
                let property = field(at, "property").or_else(|| field(at, "name"))?;
                parts.push(builder.of(property));
                at = field(at, "object").or_else(|| field(at, "module"))?;
            }
            "call_expression" => {
                if let Some(module) = required_module(builder, at) {
                    break module;
                }
                parts.push("()");
                at = field(at, "function")?;
            }
            "new_expression" => {
                parts.push("()");
                at = field(at, "constructor")?;
            }
            "subscript_expression" => {
                // `process.env['X']` is `process.env.X`.
                match field(at, "index").filter(|index| kind(*index) == "string") {
                    Some(index) => parts.push(builder.of(index).trim_matches(['"', '\''])),
                    None => parts.push("[]"),
                }
                at = field(at, "object")?;
            }
            "meta_property" => break "import.meta".to_owned(),
            "generic_type" => at = field(at, "name")?,
            "instantiation_expression" => at = inner(at)?,
            "string" | "template_string" => break "\"\"".to_owned(),
            _ if parts.is_empty() => return None,
            _ => break "…".to_owned(),
        }
    };
    parts.reverse();
    Some(builder.resolve(&root, &parts))
}

/// The text of a string or of a template without substitutions.
pub(super) fn string(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    match kind(node) {
        "string" => {
            let text = builder.of(node);
            Some(unescape(text.get(1..text.len().saturating_sub(1)).unwrap_or_default()))
        }
        "template_string" => {
            if children(node).iter().any(|(_, child)| kind(*child) == "template_substitution") {
                return None;
            }
            let text = builder.of(node);
            Some(unescape(text.get(1..text.len().saturating_sub(1)).unwrap_or_default()))
        }
        _ => None,
    }
}

/// The key of an object's pair; computed ones only where they are strings or names of constants.
pub(super) fn key(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    match kind(node) {
        "string" => string(builder, node),
        "computed_property_name" => inner(node).and_then(|child| string(builder, child)),
        _ => Some(cut(builder.of(node), 200).to_owned()),
    }
}

/// What an expression says without being run.
pub(super) fn value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    let node = bare(node);
    builder.values.reach(depth);
    if too_deep(node, depth) {
        builder.values.cut();
        return builder.other(node);
    }
    match kind(node) {
        "array" | "object" | "call_expression" | "new_expression" => {
            builder.values.get_or(node, depth, || read_value(builder, node, depth))
        }
        _ => read_value(builder, node, depth),
    }
}

fn read_value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    match kind(node) {
        "string" | "template_string" => {
            string(builder, node).map_or_else(|| Value::Other(cut(builder.of(node), LONGEST_STRING).into()), Value::str)
        }
        "number" => Value::Num(builder.of(node).into()),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" | "undefined" => Value::Null,
        "unary_expression" => {
            let argument = field(node, "argument").map(|inner| value(builder, inner, depth.saturating_sub(1)));
            match (field(node, "operator").map(|operator| builder.of(operator)), argument) {
                (Some("-"), Some(Value::Num(number))) => Value::Num(format!("-{number}").into()),
                // `!0`, `!1` and `void 0`, as compilers write them.
                (Some("!"), Some(Value::Num(number))) => Value::Bool(number == "0"),
                (Some("void"), _) => Value::Null,
                _ => builder.other(node),
            }
        }
        "binary_expression" => fold_sides(builder, node, depth, value).unwrap_or_else(|| builder.other(node)),
        "array" => Value::List(
            children(node).into_iter().map(|(_, child)| value(builder, child, depth.saturating_sub(1))).collect(),
        ),
        "object" => Value::Object(object(builder, node, depth.saturating_sub(1)).into()),
        "identifier" | "member_expression" | "this" | "subscript_expression" => {
            dotted(builder, node).map_or_else(|| builder.other(node), Value::name)
        }
        "call_expression" | "new_expression" => {
            let callee = field(node, "function").or_else(|| field(node, "constructor"));
            match callee.and_then(|callee| dotted(builder, callee)) {
                Some(callee) => call_value(callee, arguments(builder, node, depth.saturating_sub(1))),
                None => builder.other(node),
            }
        }
        _ => builder.other(node),
    }
}

fn object(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Vec<(Word, Value)> {
    let mut out = Vec::new();
    for (_, child) in children(node) {
        match kind(child) {
            "pair" => {
                let (Some(name), Some(given)) = (field(child, "key"), field(child, "value")) else { continue };
                if let Some(name) = key(builder, name) {
                    out.push((name.into(), value(builder, given, depth)));
                }
            }
            "shorthand_property_identifier" => {
                let name = builder.of(child);
                out.push((name.into(), Value::Name(builder.resolve(name, &[]).into())));
            }
            "method_definition" => {
                if let Some(name) = field(child, "name").and_then(|name| key(builder, name)) {
                    out.push((name.into(), builder.other(child)));
                }
            }
            _ => {}
        }
    }
    out
}

/// The arguments of a call or `new`.
pub(super) fn arguments(builder: &Builder<'_>, call: Node<'_>, depth: u32) -> Vec<Argument> {
    let Some(list) = field(call, "arguments") else { return Vec::new() };
    if kind(list) != "arguments" {
        return vec![Argument { keyword: None, value: value(builder, list, depth) }];
    }
    children(list)
        .into_iter()
        .map(|(_, child)| Argument { keyword: None, value: value(builder, child, depth.min(DEEPEST)) })
        .collect()
}
