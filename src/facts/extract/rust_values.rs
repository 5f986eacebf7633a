//! Names and values in Rust.

use tree_sitter::Node;

use super::{
    builder::{Builder, DEEPEST, LONGEST_STRING, call_value, children, field, fold_sides, inner, too_deep, unescape},
    rust_tokens::{group_value, groups, token_arguments, token_tree, tokens_list},
};
use crate::facts::{
    model::{Argument, Value},
    names::cut,
    word::Word,
};

pub(super) const LONGEST_CHAIN: usize = 24;

/// An expression, path or type as dotted name: paths through `use`, calls `()`, indexes `[]`; `.await`, `?`, `&`, `*`
/// and type arguments left out. `Self` is what `own` says.
pub(super) fn dotted(builder: &Builder<'_>, own: Option<&str>, node: Node<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    let root = loop {
        if parts.len() > LONGEST_CHAIN {
            break "…";
        }
        match at.kind() {
            "identifier" | "type_identifier" | "field_identifier" | "self" | "super" | "crate" | "primitive_type"
            | "metavariable" => break builder.of(at),
            "scoped_identifier" | "scoped_type_identifier" => {
                let name = field(at, "name")?;
                let Some(path) = field(at, "path") else { break builder.of(name) };
                parts.push(builder.of(name));
                at = path;
            }
            "field_expression" => {
                parts.push(builder.of(field(at, "field")?));
                at = field(at, "value")?;
            }
            "call_expression" => {
                parts.push("()");
                at = field(at, "function")?;
            }
            "struct_expression" => {
                parts.push("()");
                at = field(at, "name")?;
            }
            "macro_invocation" => {
                parts.push("!()");
                at = field(at, "macro")?;
            }
            "index_expression" => {
                parts.push("[]");
                at = inner(at)?;
            }
            "generic_function" => at = field(at, "function")?,
            "generic_type" | "generic_type_with_turbofish" | "reference_type" | "qualified_type" | "pointer_type" => {
                at = field(at, "type")?;
            }
            "dynamic_type" | "abstract_type" => at = field(at, "trait")?,
            "await_expression"
            | "try_expression"
            | "parenthesized_expression"
            | "unary_expression"
            | "bracketed_type" => at = inner(at)?,
            "reference_expression" | "type_cast_expression" => at = field(at, "value")?,
            "string_literal" | "raw_string_literal" | "integer_literal" | "float_literal" if !parts.is_empty() => {
                break "…";
            }
            _ if parts.is_empty() => return None,
            _ => break "…",
        }
    };
    parts.reverse();
    if root == "Self"
        && let Some(own) = own
    {
        return Some(join(own, &parts));
    }
    Some(builder.resolve(root, &parts))
}

/// Parts behind a name, as [`Builder::resolve`] puts them.
fn join(root: &str, rest: &[&str]) -> String {
    let mut out = root.to_owned();
    for part in rest {
        if !part.starts_with(['(', '[', '!']) {
            out.push('.');
        }
        out.push_str(part);
    }
    out
}

/// A string, also where it is converted or wrapped: `"x".to_string()`, `String::from("x")`, `Some("x".into())`.
pub(super) fn string(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let mut at = node;
    for _ in 0..8 {
        let text = builder.of(at);
        at = match at.kind() {
            "string_literal" => {
                let text = text.trim_start_matches(['b', 'c']);
                return Some(unescape(text.get(1..text.len().saturating_sub(1)).unwrap_or_default()));
            }
            "raw_string_literal" => {
                let text = text.trim_start_matches(['b', 'c', 'r']).trim_matches('#');
                let text = text.strip_prefix('"').unwrap_or(text);
                return Some(cut(text.strip_suffix('"').unwrap_or(text), LONGEST_STRING).to_owned());
            }
            "call_expression" => {
                let callee = field(at, "function")?;
                if callee.kind() == "field_expression" {
                    field(callee, "value").filter(|_| field(callee, "field").is_some_and(|f| is_same(builder.of(f))))?
                } else {
                    match children(field(at, "arguments")?)[..] {
                        [(_, only)] if is_wrapper(builder.of(callee)) => only,
                        _ => return None,
                    }
                }
            }
            "reference_expression" => field(at, "value")?,
            "parenthesized_expression" => inner(at)?,
            _ => return None,
        };
    }
    None
}

/// Methods that give the same value in another form.
pub(super) fn is_same(name: &str) -> bool {
    matches!(name, "to_string" | "to_owned" | "into" | "clone" | "as_str" | "to_vec" | "as_ref" | "to_path_buf")
}

/// Constructors that give what they are given.
pub(super) fn is_wrapper(callee: &str) -> bool {
    matches!(
        callee,
        "Some"
            | "String::from"
            | "Box::new"
            | "Arc::new"
            | "Rc::new"
            | "Cow::Borrowed"
            | "Cow::from"
            | "Into::into"
            | "PathBuf::from"
            | "Path::new"
            | "OsString::from"
            | "Value::Bool"
            | "Value::from"
            | "Value::String"
            | "object"
            | "rmcp::object"
    )
}

/// A number without the suffix of its type.
pub(super) fn number(text: &str) -> String {
    let hexadecimal = text.starts_with("0x");
    let suffix = ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64"]
        .into_iter()
        .find(|suffix| text.ends_with(suffix) && !(hexadecimal && suffix.starts_with('f')));
    let bare = suffix.map_or(text, |suffix| &text[..text.len() - suffix.len()]);
    bare.trim_end_matches('_').to_owned()
}

pub(super) fn value(builder: &Builder<'_>, own: Option<&str>, node: Node<'_>, depth: u32) -> Value {
    if too_deep(node, depth) {
        return builder.other(node);
    }
    let below = depth.saturating_sub(1);
    match node.kind() {
        "string_literal" | "raw_string_literal" => {
            string(builder, node).map_or_else(|| builder.other(node), Value::str)
        }
        "char_literal" => Value::Str(unescape(builder.of(node).trim_matches('\'')).into()),
        "integer_literal" | "float_literal" => Value::Num(number(builder.of(node)).into()),
        "boolean_literal" => Value::Bool(builder.of(node) == "true"),
        "unit_expression" => Value::Null,
        "identifier" if builder.of(node) == "None" => Value::Null,
        "identifier"
        | "scoped_identifier"
        | "field_expression"
        | "self"
        | "type_identifier"
        | "scoped_type_identifier" => dotted(builder, own, node).map_or_else(|| builder.other(node), Value::name),
        "reference_expression" | "type_cast_expression" => {
            field(node, "value").map_or_else(|| builder.other(node), |child| value(builder, own, child, below))
        }
        "parenthesized_expression" | "await_expression" | "try_expression" => {
            inner(node).map_or_else(|| builder.other(node), |child| value(builder, own, child, below))
        }
        "unary_expression" => match inner(node).map(|operand| value(builder, own, operand, below)) {
            Some(Value::Num(number)) if builder.of(node).starts_with('-') => Value::Num(format!("-{number}").into()),
            Some(inner) if builder.of(node).starts_with('*') => inner,
            _ => builder.other(node),
        },
        "negative_literal" => Value::Num(number(builder.of(node)).into()),
        "binary_expression" => {
            fold_sides(builder, node, depth, |builder, side, depth| value(builder, own, side, depth))
                .unwrap_or_else(|| builder.other(node))
        }
        "array_expression" | "tuple_expression" => {
            Value::List(children(node).into_iter().map(|(_, item)| value(builder, own, item, below)).collect())
        }
        "struct_expression" => match field(node, "name").and_then(|name| dotted(builder, own, name)) {
            Some(name) => Value::Call(name.into(), [Value::Object(pairs(builder, own, node, below).into())].into()),
            None => builder.other(node),
        },
        "call_expression" => call(builder, own, node, depth),
        "macro_invocation" => macro_value(builder, node, depth),
        // `|_| "x".to_string()`, `|| 5`: what it gives when it is asked.
        "closure_expression" => match field(node, "body") {
            Some(body) if body.kind() != "block" && is_plain(&value(builder, own, body, below)) => {
                value(builder, own, body, below)
            }
            _ => builder.other(node),
        },
        "block" => match children(node)[..] {
            [(_, only)] if is_plain(&value(builder, own, only, below)) => value(builder, own, only, below),
            _ => builder.other(node),
        },
        _ => builder.other(node),
    }
}

/// A value that nothing has to be run for.
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Num(_) | Value::Bool(_) | Value::Null)
}

fn call(builder: &Builder<'_>, own: Option<&str>, node: Node<'_>, depth: u32) -> Value {
    let Some(callee_node) = field(node, "function") else { return builder.other(node) };
    let below = depth.saturating_sub(1);
    if callee_node.kind() == "field_expression" {
        let name = field(callee_node, "field").map_or("", |name| builder.of(name));
        if is_same(name)
            && let Some(receiver) = field(callee_node, "value")
        {
            return value(builder, own, receiver, below);
        }
    } else if is_wrapper(builder.of(callee_node))
        && let Some((_, only)) = field(node, "arguments").map(children).unwrap_or_default().first()
    {
        return value(builder, own, *only, below);
    }
    match dotted(builder, own, callee_node) {
        Some(callee) => {
            let callee = if callee_node.kind() == "identifier" { of_module(callee) } else { callee };
            call_value(callee, arguments(builder, own, node, below))
        }
        None => builder.other(node),
    }
}

/// What has neither path nor `use` is a function of the file's own module.
pub(super) fn of_module(callee: String) -> String {
    let local = callee.starts_with(|c: char| c.is_lowercase() || c == '_') && !callee.contains(['.', '!']);
    if local { format!("self.{callee}") } else { callee }
}

/// `vec![…]` is a list, `json!(…)` what it writes down, others are calls.
fn macro_value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    let (Some(name), Some(tokens)) = (field(node, "macro"), token_tree(node)) else { return builder.other(node) };
    match builder.of(name).rsplit("::").next().unwrap_or_default() {
        "vec" | "array" | "smallvec" => tokens_list(builder, tokens, depth),
        "json" => match groups(tokens).first() {
            Some(first) => group_value(builder, first, depth),
            None => Value::Null,
        },
        _ => call_value(macro_name(builder, name), token_arguments(builder, tokens, depth.saturating_sub(1))),
    }
}

/// The resolved name of a macro, with its `!`.
pub(super) fn macro_name(builder: &Builder<'_>, node: Node<'_>) -> String {
    let mut name = dotted(builder, None, node).unwrap_or_else(|| builder.of(node).to_owned());
    name.push('!');
    name
}

/// The fields of a struct literal; a field without a value is given the variable of its name.
pub(super) fn pairs(builder: &Builder<'_>, own: Option<&str>, literal: Node<'_>, depth: u32) -> Vec<(Word, Value)> {
    let Some(body) = field(literal, "body") else { return Vec::new() };
    children(body)
        .into_iter()
        .filter_map(|(_, child)| match child.kind() {
            "field_initializer" => {
                let name = builder.of(field(child, "field")?).into();
                Some((name, value(builder, own, field(child, "value")?, depth)))
            }
            "shorthand_field_initializer" => {
                let name = Word::new(builder.of(inner(child)?));
                Some((name, Value::Name(name)))
            }
            _ => None,
        })
        .collect()
}

pub(super) fn arguments(builder: &Builder<'_>, own: Option<&str>, call: Node<'_>, depth: u32) -> Vec<Argument> {
    let Some(list) = field(call, "arguments") else { return Vec::new() };
    children(list)
        .into_iter()
        .filter(|(_, child)| child.kind() != "attribute_item")
        .map(|(_, child)| Argument { keyword: None, value: value(builder, own, child, depth.min(DEEPEST)) })
        .collect()
}
