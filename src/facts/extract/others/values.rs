//! Names and values, whatever the language.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    super::builder::{
        Builder, DEEPEST, LONGEST_STRING, MOST_ELEMENTS, call_value, children, field, fold_sides, inner, too_deep,
        unescape,
    },
    elixir,
    grammar::{Grammar, Kind, grammar},
};
use crate::facts::{
    model::{Argument, Value},
    names::cut,
};

const LONGEST_CHAIN: usize = 14;
/// Nodes of one chain, brackets among them.
const MOST_STEPS: usize = 60;
/// Nodes between a declaration and its name.
const DEEPEST_DECLARATOR: usize = 8;

/// The first of these fields that is there.
fn any_field<'t>(node: Node<'t>, names: &[&'static str]) -> Option<Node<'t>> {
    names.iter().find_map(|name| field(node, name))
}

/// The last named child.
pub(super) fn last(node: Node<'_>) -> Option<Node<'_>> {
    children(node).last().map(|(_, child)| *child)
}

/// What `a.b` is made of.
fn member(node: Node<'_>) -> Option<(Option<Node<'_>>, Option<Node<'_>>)> {
    let object = any_field(node, &["object", "expression", "argument", "scope", "qualifier", "left", "condition"])
        .or_else(|| inner(node));
    let name = match node.kind() {
        "conditional_access_expression" => last(node),
        _ => any_field(node, &["field", "name", "right"]).or_else(|| last(node)),
    };
    // Elixir's `fun.()` has no name.
    let name = name.filter(|name| Some(*name) != object);
    (object.is_some() || name.is_some()).then_some((object, name))
}

/// The arguments of a call, with the block behind them left out.
pub(super) fn argument_list<'t>(grammar: &Grammar, call: Node<'t>) -> Option<Node<'t>> {
    let mut at = call;
    for _ in 0..MOST_BLOCKS {
        let own = field(at, "arguments").or_else(|| {
            let list = children(at).into_iter().find(|(_, child)| grammar.arguments.contains(&child.kind()));
            list.map(|(_, child)| child)
        });
        if own.is_some() {
            return own;
        }
        at = within(grammar, at)?;
    }
    None
}

/// Blocks behind one call that are looked through.
const MOST_BLOCKS: usize = 4;

/// Kotlin: `f(a) { … }` is a call of a call; the inner one has name and arguments.
pub(super) fn within<'t>(grammar: &Grammar, call: Node<'t>) -> Option<Node<'t>> {
    let parts = children(call);
    match parts[..] {
        [(_, first), (_, block)] if block.kind() == "annotated_lambda" => {
            Some(first).filter(|first| grammar.kind(first.kind()) == Some(Kind::Call))
        }
        _ => None,
    }
}

/// The node that says what is called: with the object before it where the grammar keeps them apart.
fn called(node: Node<'_>) -> Option<Node<'_>> {
    any_field(node, &["function", "target", "type", "constructor"]).or_else(|| inner(node))
}

/// Declared types of names: `log` of `Logger log` stands for `Logger` where something is called on it.
pub(super) type Types = BTreeMap<String, String>;

/// An expression or type as dotted name: imports resolved, calls `()`, indexes `[]`.
pub(in super::super) fn dotted(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    dotted_with(builder, None, node)
}

pub(super) fn dotted_with(builder: &Builder<'_>, types: Option<&Types>, node: Node<'_>) -> Option<String> {
    let grammar = grammar(builder.language);
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    let mut steps = 0;
    let root = loop {
        steps += 1;
        if parts.len() > LONGEST_CHAIN || steps > MOST_STEPS {
            break "…".to_owned();
        }
        match grammar.kind(at.kind()) {
            Some(Kind::Name) if matches!(at.kind(), "user_type" | "qualified_identifier") => {
                // The names of a path, without what stands in angle brackets.
                let names: Vec<&str> = children(at)
                    .into_iter()
                    .filter(|(_, child)| child.kind() == "identifier")
                    .map(|(_, child)| builder.of(child))
                    .collect();
                let (first, rest) = names.split_first()?;
                parts.extend(rest.iter().rev());
                break (*first).to_owned();
            }
            Some(Kind::Name) => {
                let text = builder.of(at);
                // An alias of Elixir is written with its dots.
                let mut names = text.split('.');
                let first = names.next().unwrap_or(text);
                let rest: Vec<&str> = names.take(LONGEST_CHAIN).collect();
                parts.extend(rest.iter().rev());
                break first.to_owned();
            }
            Some(Kind::Atom) => break builder.of(at).trim_matches([':', '"']).to_owned(),
            Some(Kind::Member) => {
                let (object, name) = member(at)?;
                if let Some(name) = name {
                    let name = match grammar.kind(name.kind()) {
                        // A method with type arguments, a name behind `?.`, a name within a name.
                        Some(Kind::Generic | Kind::Around) => inner(name).unwrap_or(name),
                        Some(Kind::Member) => {
                            parts.extend(path(builder, name, LONGEST_CHAIN).iter().rev());
                            at = object?;
                            continue;
                        }
                        _ => name,
                    };
                    parts.push(builder.of(name));
                }
                match object {
                    Some(object) => at = object,
                    None => {
                        let first = parts.pop()?;
                        break first.to_owned();
                    }
                }
            }
            Some(Kind::Call) => {
                parts.push("()");
                match within(grammar, at) {
                    Some(call) => {
                        parts.pop();
                        at = call;
                    }
                    None => match (field(at, "object"), field(at, "name")) {
                        (object, Some(name)) => {
                            parts.push(builder.of(name));
                            match object {
                                Some(object) => at = object,
                                None => {
                                    let first = parts.pop()?;
                                    break first.to_owned();
                                }
                            }
                        }
                        _ => at = called(at)?,
                    },
                }
            }
            Some(Kind::New) => {
                parts.push("()");
                at = match field(at, "type") {
                    Some(kind) => kind,
                    None => break "new".to_owned(),
                };
            }
            Some(Kind::Index) => {
                parts.push("[]");
                at = any_field(at, &["array", "argument", "expression", "target"]).or_else(|| inner(at))?;
            }
            Some(Kind::Generic) => at = inner(at)?,
            Some(Kind::Around) => at = last(at)?,
            Some(Kind::Unary) => at = any_field(at, &["argument", "operand"]).or_else(|| last(at))?,
            _ if at.kind() == "this" || at.kind() == "base" => break builder.of(at).to_owned(),
            _ if parts.is_empty() => return None,
            Some(Kind::Text | Kind::Texts) => break "\"\"".to_owned(),
            _ => break "…".to_owned(),
        }
    };
    parts.reverse();
    // `this.log` is the field `log`.
    if matches!(root.as_str(), "this")
        && let (Some(types), [name, rest @ ..]) = (types, parts.as_slice())
        && !rest.is_empty()
        && let Some(kind) = types.get(*name)
    {
        return Some(joined(kind, rest));
    }
    if let (Some(kind), [_, ..]) = (types.and_then(|types| types.get(&root)), parts.as_slice()) {
        return Some(joined(kind, &parts));
    }
    Some(builder.resolve(&root, &parts))
}

fn joined(root: &str, rest: &[&str]) -> String {
    let mut out = root.to_owned();
    for part in rest {
        if !part.starts_with(['(', '[']) {
            out.push('.');
        }
        out.push_str(part);
    }
    out
}

/// The names of a path, the first first.
fn path<'t>(builder: &Builder<'t>, node: Node<'_>, left: usize) -> Vec<&'t str> {
    let Some(left) = left.checked_sub(1) else { return Vec::new() };
    let grammar = grammar(builder.language);
    match grammar.kind(node.kind()) {
        Some(Kind::Member) => {
            let Some((object, name)) = member(node) else { return Vec::new() };
            let mut out = object.map(|object| path(builder, object, left)).unwrap_or_default();
            out.extend(name.map(|name| path(builder, name, left)).unwrap_or_default());
            out
        }
        Some(Kind::Generic) => inner(node).map(|node| path(builder, node, left)).unwrap_or_default(),
        _ => vec![builder.of(node)],
    }
}

/// The name in a declaration: of C below pointers, arrays and parameters.
pub(super) fn declared_name(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    for _ in 0..DEEPEST_DECLARATOR {
        if at.kind() == "qualified_identifier" {
            return Some(at);
        }
        if let Some(name) = field(at, "name") {
            return Some(name);
        }
        at = match field(at, "declarator") {
            Some(next) => next,
            None if matches!(at.kind(), "identifier" | "field_identifier" | "type_identifier" | "destructor_name") => {
                return Some(at);
            }
            None => {
                let named = ["identifier", "variable_declaration", "variable_declarator", "field_identifier"];
                let found = children(at).into_iter().find(|(_, child)| named.contains(&child.kind()));
                let Some((_, found)) = found else {
                    // `int (*f)(void)`, `int *x`
                    at = children(at).into_iter().find(|(_, child)| child.kind().ends_with("declarator"))?.1;
                    continue;
                };
                if found.kind().ends_with("identifier") {
                    return Some(found);
                }
                found
            }
        };
    }
    None
}

/// A text in which nothing is put in.
pub(in super::super) fn string(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    text(builder, node, DEEPEST)
}

fn text(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Option<String> {
    let grammar = grammar(builder.language);
    match grammar.kind(node.kind())? {
        Kind::Text => {
            let filled = |kind: &str| {
                kind.contains("interpolation") && kind != "interpolation_start" && kind != "interpolation_quote"
            };
            if children(node).iter().any(|(_, part)| filled(part.kind())) {
                return None;
            }
            Some(bare(builder.of(node)))
        }
        Kind::Texts => {
            let mut out = String::new();
            for (_, part) in children(node) {
                if grammar.kind(part.kind()) != Some(Kind::Text) {
                    return None;
                }
                out.push_str(&text(builder, part, 0)?);
                if out.len() > LONGEST_STRING {
                    break;
                }
            }
            Some(cut(&out, LONGEST_STRING).to_owned())
        }
        Kind::Binary => joined_text(builder, node, depth.checked_sub(1)?),
        Kind::Around if node.kind() == "parenthesized_expression" => text(builder, inner(node)?, depth.checked_sub(1)?),
        _ => None,
    }
}

/// `"a" + "b"`: sums lie to the left.
fn joined_text(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Option<String> {
    let mut parts = Vec::new();
    let mut at = node;
    for _ in 0..MOST_ELEMENTS {
        if field(at, "operator").is_none_or(|operator| !matches!(builder.of(operator), "+" | "<>")) {
            break;
        }
        let right = field(at, "right")?;
        parts.push(text(builder, right, depth)?);
        at = field(at, "left")?;
    }
    if parts.is_empty() || at.kind() == node.kind() {
        return None;
    }
    parts.push(text(builder, at, depth)?);
    parts.reverse();
    Some(cut(&parts.concat(), LONGEST_STRING).to_owned())
}

/// The content of a literal, without prefixes and quotes.
fn bare(written: &str) -> String {
    let start = written.find(['"', '\'', '<', '(', '[', '{', '/', '|']).unwrap_or(0);
    let (prefix, rest) = written.split_at(start);
    let raw = prefix.contains(['@', 'R']) || rest.starts_with("\"\"\"") || prefix.starts_with('~');
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(inside) = rest.strip_prefix(quote) {
            let inside = inside.strip_suffix(quote).unwrap_or(inside);
            // `R"x(…)x"`
            let inside = match prefix.contains('R') {
                true => {
                    inside.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or(inside, |(text, _)| text)
                }
                false => inside,
            };
            return if raw { cut(inside, LONGEST_STRING).to_owned() } else { unescape(inside) };
        }
    }
    let mut inside = rest.chars();
    inside.next();
    inside.next_back();
    cut(inside.as_str(), LONGEST_STRING).to_owned()
}

/// A number without the letter that says how many bits it has.
fn number(written: &str) -> Value {
    let text = match written.starts_with("0x") || written.starts_with("0X") {
        true => written.trim_end_matches(['l', 'L', 'u', 'U']),
        false => written.trim_end_matches(|c: char| c.is_ascii_alphabetic()),
    };
    Value::Num(text.into())
}

pub(in super::super) fn value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    if too_deep(node, depth) {
        return string(builder, node).map_or_else(|| builder.other(node), Value::str);
    }
    let grammar = grammar(builder.language);
    let less = depth.saturating_sub(1);
    let Some(kind) = grammar.kind(node.kind()) else { return builder.other(node) };
    match kind {
        Kind::Text | Kind::Texts => string(builder, node).map_or_else(|| builder.other(node), Value::str),
        Kind::Number => number(builder.of(node)),
        Kind::Bool => Value::Bool(builder.of(node) == "true"),
        Kind::Null => Value::Null,
        Kind::Atom => Value::str(builder.of(node).trim_matches([':', '"'])),
        Kind::Name => match builder.of(node) {
            "true" | "TRUE" => Value::Bool(true),
            "false" | "FALSE" => Value::Bool(false),
            "null" | "NULL" | "nil" => Value::Null,
            _ => dotted(builder, node).map_or_else(|| builder.other(node), Value::name),
        },
        Kind::Member => dotted(builder, node).map_or_else(|| builder.other(node), Value::name),
        Kind::Around => last(node).map_or_else(|| builder.other(node), |node| value(builder, node, less)),
        Kind::Unary => unary(builder, node, less),
        Kind::Binary => match joined_text(builder, node, depth) {
            Some(text) => Value::str(text),
            None => fold_sides(builder, node, depth, value).unwrap_or_else(|| builder.other(node)),
        },
        Kind::List | Kind::Literal => literal(builder, node, less),
        Kind::Pair => last(node).map_or_else(|| builder.other(node), |node| value(builder, node, less)),
        Kind::Call | Kind::New => match callee(builder, None, node) {
            Some(callee) => call_value(callee, arguments(builder, node, less)),
            None => builder.other(node),
        },
        _ => builder.other(node),
    }
}

fn unary(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    let Some(operand) = any_field(node, &["argument", "operand"]).or_else(|| last(node)) else {
        return builder.other(node);
    };
    let operator = builder.of(node).chars().next();
    match (operator, value(builder, operand, depth)) {
        (Some('-'), Value::Num(number)) => Value::Num(format!("-{number}").into()),
        // `&x`, `@x`, `x!!`; Elixir's `&run/1` is the function.
        (Some('&' | '@'), Value::Name(name)) => Value::Name(name),
        (Some('&'), Value::Other(text)) => match text.rsplit_once('/') {
            Some((name, _)) => Value::Name(name.into()),
            None => builder.other(node),
        },
        (_, value) if builder.of(node).ends_with("!!") => value,
        _ => builder.other(node),
    }
}

/// The name behind a key, an argument or a field of a literal.
pub(super) fn key(builder: &Builder<'_>, pair: Node<'_>) -> Option<String> {
    let name = match pair.kind() {
        // `name = value`, else a value alone.
        "value_argument" => match children(pair)[..] {
            [(_, name), (_, value)] if name.kind() == "identifier" => {
                let between = builder.text.get(name.end_byte()..value.start_byte())?;
                (between.trim() == "=").then_some(name)
            }
            _ => None,
        },
        "argument" | "attribute_argument" => field(pair, "name"),
        "assignment_expression" => field(pair, "left"),
        "binary_operator" => {
            field(pair, "left").filter(|_| field(pair, "operator").is_some_and(|o| builder.of(o) == "=>"))
        }
        "initializer_pair" => field(pair, "designator"),
        _ => field(pair, "key"),
    }?;
    let text = string(builder, name).unwrap_or_else(|| builder.of(name).to_owned());
    let text = text.trim().trim_matches(['.', ':', '"', ' ']);
    (!text.is_empty() && text.len() <= 120 && !text.contains('\n')).then(|| text.to_owned())
}

/// The value of a pair.
pub(super) fn given(pair: Node<'_>) -> Option<Node<'_>> {
    any_field(pair, &["value", "right"]).or_else(|| last(pair))
}

/// The elements of a literal: keywords of Elixir lie one level deeper.
pub(super) fn elements(node: Node<'_>) -> Vec<Node<'_>> {
    let mut out = Vec::new();
    let mut pending = vec![(node, 3)];
    while let Some((at, left)) = pending.pop() {
        for (_, child) in children(at).into_iter().rev() {
            match child.kind() {
                "keywords" | "map_content" if left > 0 => pending.push((child, left - 1)),
                "struct" => {}
                _ => out.push(child),
            }
        }
        if out.len() > MOST_ELEMENTS {
            break;
        }
    }
    out.sort_by_key(Node::start_byte);
    out
}

/// Pairs are an object, others a list.
fn literal(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    let parts = elements(node);
    let keyed: Vec<_> = parts.iter().filter_map(|part| Some((key_of_element(builder, *part)?, *part))).collect();
    if !keyed.is_empty() || node.kind() == "map" {
        let pairs = keyed.into_iter();
        return Value::Object(
            pairs.filter_map(|(key, part)| Some((key.into(), value(builder, given(part)?, depth)))).collect(),
        );
    }
    Value::List(parts.into_iter().map(|part| value(builder, part, depth)).collect())
}

/// The key of an element that is a pair.
pub(super) fn key_of_element(builder: &Builder<'_>, part: Node<'_>) -> Option<String> {
    match part.kind() {
        "pair" | "initializer_pair" | "assignment_expression" | "binary_operator" | "element_value_pair" => {
            key(builder, part)
        }
        _ => None,
    }
}

/// The resolved name of what is called.
pub(super) fn callee(builder: &Builder<'_>, types: Option<&Types>, node: Node<'_>) -> Option<String> {
    let grammar = grammar(builder.language);
    let mut node = node;
    for _ in 0..MOST_BLOCKS {
        node = within(grammar, node).unwrap_or(node);
    }
    if grammar.kind(node.kind()) == Some(Kind::New) {
        return dotted(builder, field(node, "type")?);
    }
    let whole = dotted_with(builder, types, node)?;
    whole.strip_suffix("()").map(str::to_owned)
}

/// The part of a call that is quoted: what is called, without the arguments.
pub(super) fn written(node: Node<'_>) -> Option<Node<'_>> {
    field(node, "name").or_else(|| called(node))
}

/// The arguments of a call; `new T { a = 1 }` gives keywords.
pub(super) fn arguments(builder: &Builder<'_>, call: Node<'_>, depth: u32) -> Vec<Argument> {
    let depth = depth.min(DEEPEST);
    let list = argument_list(grammar(builder.language), call);
    let mut out: Vec<Argument> = list.map(|list| of_list(builder, list, depth)).unwrap_or_default();
    if let Some(initializer) = field(call, "initializer") {
        for part in elements(initializer) {
            let (keyword, at) = match key_of_element(builder, part) {
                Some(key) => (Some(key.into()), given(part).unwrap_or(part)),
                None => (None, part),
            };
            out.push(Argument { keyword, value: value(builder, at, depth) });
        }
    }
    out
}

fn of_list(builder: &Builder<'_>, list: Node<'_>, depth: u32) -> Vec<Argument> {
    let grammar = grammar(builder.language);
    let mut out = Vec::new();
    for (_, child) in children(list) {
        match grammar.kind(child.kind()) {
            Some(Kind::Pair) => {
                let keyword = key(builder, child).map(Into::into);
                let at = given(child).unwrap_or(child);
                out.push(Argument { keyword, value: value(builder, at, depth) });
            }
            _ if child.kind() == "keywords" => {
                for part in elements(child) {
                    let keyword = key(builder, part).map(Into::into);
                    let at = given(part).unwrap_or(part);
                    if !elixir::is_block(keyword.as_deref()) {
                        out.push(Argument { keyword, value: value(builder, at, depth) });
                    }
                }
            }
            _ => out.push(Argument { keyword: None, value: value(builder, child, depth) }),
        }
        if out.len() >= MOST_ELEMENTS {
            break;
        }
    }
    out
}

/// The arguments in brackets, of a call or an annotation.
pub(in super::super) fn listed_arguments(builder: &Builder<'_>, list: Node<'_>, depth: u32) -> Vec<Argument> {
    of_list(builder, list, depth)
}
