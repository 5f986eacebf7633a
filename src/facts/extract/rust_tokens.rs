//! Tokens of macros and attributes in Rust, which the grammar leaves as they are.

use tree_sitter::Node;

use super::{
    builder::{Builder, MOST_ELEMENTS, children},
    rust_values::{LONGEST_CHAIN, is_same, number, of_module, string, value},
};
use crate::facts::{
    model::{Argument, Value},
    names::cut,
};

/// The tokens of a macro call or an attribute.
pub(super) fn token_tree(node: Node<'_>) -> Option<Node<'_>> {
    children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == "token_tree")
}

/// A token that is a word: names, and keywords that are names elsewhere (`default`, `type`).
pub(super) fn is_word(builder: &Builder<'_>, node: Node<'_>) -> bool {
    let text = builder.of(node);
    node.kind() != "boolean_literal"
        && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// All tokens between the brackets, split at commas.
pub(super) fn groups(tokens: Node<'_>) -> Vec<Vec<Node<'_>>> {
    let mut out = vec![Vec::new()];
    let mut cursor = tokens.walk();
    let mut more = cursor.goto_first_child();
    let mut count = 0;
    while more && count < MOST_ELEMENTS * 8 {
        let node = cursor.node();
        count += 1;
        match node.kind() {
            "," | ";" => out.push(Vec::new()),
            "(" | ")" | "[" | "]" | "{" | "}" => {}
            _ if node.is_extra() => {}
            _ => out.last_mut().into_iter().for_each(|group| group.push(node)),
        }
        more = cursor.goto_next_sibling();
    }
    out.retain(|group| !group.is_empty());
    out.truncate(MOST_ELEMENTS);
    out
}

/// `name = value` and `"name": value` of a group of tokens, `name(…)` with the tokens in the brackets.
pub(super) fn named<'t>(builder: &Builder<'_>, group: &[Node<'t>]) -> Option<(String, Vec<Node<'t>>)> {
    match group {
        [name, rest @ ..]
            if is_word(builder, *name) || matches!(name.kind(), "string_literal" | "raw_string_literal") =>
        {
            let written = string(builder, *name).unwrap_or_else(|| builder.of(*name).to_owned());
            match rest {
                [sign, value @ ..] if matches!(sign.kind(), "=" | ":") && !value.is_empty() => {
                    Some((written, value.to_vec()))
                }
                [tokens] if tokens.kind() == "token_tree" && is_word(builder, *name) => Some((written, vec![*tokens])),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The arguments of a macro call: `name = value` (as of tracing) are keywords.
pub(super) fn token_arguments(builder: &Builder<'_>, tokens: Node<'_>, depth: u32) -> Vec<Argument> {
    groups(tokens)
        .iter()
        .map(|group| match group.as_slice() {
            [name, sign, given @ ..] if name.kind() == "identifier" && sign.kind() == "=" && !given.is_empty() => {
                Argument { keyword: Some(builder.of(*name).into()), value: group_value(builder, given, depth) }
            }
            group => Argument { keyword: None, value: group_value(builder, group, depth) },
        })
        .collect()
}

pub(super) fn tokens_list(builder: &Builder<'_>, tokens: Node<'_>, depth: u32) -> Value {
    if depth == 0 {
        return builder.other(tokens);
    }
    Value::List(groups(tokens).iter().map(|group| group_value(builder, group, depth - 1)).collect())
}

/// What a group of tokens stands for, as far as tokens can say.
pub(super) fn group_value(builder: &Builder<'_>, group: &[Node<'_>], depth: u32) -> Value {
    let other = || match (group.first(), group.last()) {
        (Some(first), Some(last)) => {
            let text = builder.text.get(first.start_byte()..last.end_byte()).unwrap_or_default();
            Value::Other(cut(text, 200).into())
        }
        _ => Value::Null,
    };
    // Signs before a value: `&x`, `%x`, `?x`.
    let signs = group.iter().take_while(|token| matches!(token.kind(), "&" | "%" | "?")).count();
    let group = if signs < group.len() { &group[signs..] } else { group };
    match group {
        [sign, digits] if sign.kind() == "-" && matches!(digits.kind(), "integer_literal" | "float_literal") => {
            Value::Num(format!("-{}", number(builder.of(*digits))).into())
        }
        [only] => match only.kind() {
            "identifier" if builder.of(*only) == "null" => Value::Null,
            "token_tree" if depth == 0 => other(),
            "token_tree" => match builder.of(*only).chars().next() {
                Some('{') => Value::Object(
                    groups(*only)
                        .iter()
                        .filter_map(|group| {
                            let (name, given) = named(builder, group)?;
                            Some((name.into(), group_value(builder, &given, depth - 1)))
                        })
                        .collect(),
                ),
                Some('[') => tokens_list(builder, *only, depth),
                _ => other(),
            },
            _ => value(builder, None, *only, depth),
        },
        // `"x".to_string()`, `"x".into()`
        [literal, dot, name, tokens]
            if dot.kind() == "." && tokens.kind() == "token_tree" && is_same(builder.of(*name)) =>
        {
            value(builder, None, *literal, depth)
        }
        // `vec![…]`, `json!(…)`
        [name, sign, tokens] if sign.kind() == "!" && tokens.kind() == "token_tree" && depth > 0 => {
            match builder.of(*name) {
                "vec" => tokens_list(builder, *tokens, depth),
                "json" => groups(*tokens).first().map_or(Value::Null, |first| group_value(builder, first, depth - 1)),
                _ => other(),
            }
        }
        _ => match path(builder, group) {
            Some((name, [])) => Value::Name(name.into()),
            Some((name, [tokens])) if tokens.kind() == "token_tree" && depth > 0 => Value::Call(
                of_module(name).into(),
                groups(*tokens).iter().map(|group| group_value(builder, group, depth - 1)).collect(),
            ),
            _ => other(),
        },
    }
}

/// A path at the start of tokens, resolved, and the tokens after it.
fn path<'a, 't>(builder: &Builder<'_>, group: &'a [Node<'t>]) -> Option<(String, &'a [Node<'t>])> {
    let root = group.first().filter(|node| is_word(builder, **node))?;
    let mut parts = Vec::new();
    let mut rest = &group[1..];
    while let [sign, name, after @ ..] = rest {
        if !matches!(sign.kind(), "::" | ".") || !is_word(builder, *name) || parts.len() > LONGEST_CHAIN {
            break;
        }
        parts.push(builder.of(*name));
        rest = after;
    }
    Some((builder.resolve(builder.of(*root), &parts), rest))
}
