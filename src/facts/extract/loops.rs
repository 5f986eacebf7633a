//! What bounds a loop, as far as its header or a way out at the top of its body says.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner, span},
    tool_parts::Reader,
    turns::each_node,
};
use crate::facts::{
    model::{Bounded, Loop, Span, Value},
    names::snake,
};

/// Nodes of a body that are looked at for a way out.
const MOST_NODES: usize = 2_000;

/// The loops of the file; whether a model is asked in them is found later.
pub(super) fn read<'t>(reader: &Reader<'t>, builder: &Builder<'t>) -> Vec<Loop> {
    let loops = builder.bindings.loops.iter();
    loops
        .map(|(function, node)| {
            let limit = bound(reader, builder, *node);
            let bounded = if limit.is_some() { Bounded::Yes } else { without_limit(builder, *node) };
            let limit = limit.map(super::models::short);
            Loop { span: Span::line(span(*node).start), function: *function, bounded, limit, asks_model: false }
        })
        .collect()
}

/// A loop whose number of rounds nothing plain says.
fn without_limit(builder: &Builder<'_>, node: Node<'_>) -> Bounded {
    let child = |kind: &str| children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == kind);
    let head = field(node, "body").map_or(node.end_byte(), |body| body.start_byte());
    let head = builder.text.get(node.start_byte()..head).unwrap_or_default().trim();
    let condition = match node.kind() {
        "loop_expression" => return endless(builder, node),
        // What a stream gives is not counted.
        "for_statement" | "for_in_statement" if head.starts_with("async") || head.starts_with("for await") => {
            return Bounded::Unknown;
        }
        "for_in_statement" | "enhanced_for_statement" | "foreach_statement" | "for_range_loop" => return Bounded::Yes,
        // Kotlin goes over a collection only.
        "for_statement" if child("variable_declaration").is_some() => return Bounded::Yes,
        "for_expression" => {
            let over = field(node, "value").map_or("", |over| builder.of(over));
            return if over.ends_with("..") { endless(builder, node) } else { Bounded::Yes };
        }
        "for_statement" if field(node, "right").is_some() => {
            let over = field(node, "right").map_or("", |over| builder.of(over));
            let counts_on = over.starts_with("itertools.count(") || over.starts_with("count(");
            return if counts_on { endless(builder, node) } else { Bounded::Yes };
        }
        // A single variable may be what a channel gives.
        "for_statement" if child("range_clause").is_some() => {
            let left = child("range_clause").and_then(|range| field(range, "left"));
            let two = left.is_some_and(|left| children(left).len() == 2);
            return if two { Bounded::Yes } else { Bounded::Unknown };
        }
        "for_statement" => field(child("for_clause").unwrap_or(node), "condition")
            .or_else(|| inner(node).filter(|first| first.kind().ends_with("_expression"))),
        _ => field(node, "condition"),
    };
    let text = condition.map_or("", |condition| builder.of(condition)).trim_matches(['(', ')', ' ', ';']);
    match text {
        "" | "true" | "True" | "1" => endless(builder, node),
        _ => Bounded::Unknown,
    }
}

/// Left only from inside: a way out that counts something is a bound that is not read.
fn endless(builder: &Builder<'_>, node: Node<'_>) -> Bounded {
    let Some(body) = field(node, "body") else { return Bounded::Unknown };
    let mut counts = false;
    let mut seen = 0;
    each_node(body, MOST_NODES, &mut |inside| {
        seen += 1;
        let conditional = matches!(inside.kind(), "if_statement" | "if_expression" | "elif_clause");
        if let Some(condition) = field(inside, "condition").filter(|_| conditional) {
            let words = builder.of(condition).split(|c: char| !c.is_alphanumeric() && c != '_');
            counts |= words
                .take(40)
                .flat_map(|word| snake(word).split('_').map(str::to_owned).collect::<Vec<_>>())
                .any(|word| {
                    is_limit_word(&word)
                        || matches!(
                            word.as_str(),
                            "count"
                                | "attempt"
                                | "attempts"
                                | "retries"
                                | "retry"
                                | "exceeded"
                                | "over"
                                | "elapsed"
                                | "timeout"
                                | "step"
                                | "turn"
                                | "round"
                                | "iteration"
                                | "depth"
                                | "tries"
                        )
                });
        }
    });
    if counts || seen >= MOST_NODES { Bounded::Unknown } else { Bounded::No }
}

/// The number of rounds or the name of it; `None` where nothing plain bounds the loop.
pub(super) fn bound<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Value> {
    let clause = children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == "for_clause");
    let range = children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == "range_clause");
    if let Some(list) = field(node, "right").filter(|_| node.kind() == "for_statement") {
        return counted(reader, builder, list);
    }
    if let Some(over) = field(node, "value").filter(|_| node.kind() == "for_expression") {
        return of_range(reader, builder, over);
    }
    if let Some(over) = range.and_then(|range| field(range, "right")) {
        // `for range 10`; a collection says nothing about its length.
        let value = reader.value(builder, over);
        return Some(value).filter(is_limit);
    }
    // Go: `for i < n {` has its condition without a field.
    let condition = clause
        .or(Some(node))
        .and_then(|holder| field(holder, "condition"))
        .or_else(|| inner(node).filter(|first| first.kind() == "binary_expression"));
    let from_header = condition.and_then(|condition| of_condition(reader, builder, condition, false));
    from_header.or_else(|| of_way_out(reader, builder, node))
}

/// `range(n)`, `range(1, n)`.
fn counted<'t>(reader: &Reader<'t>, builder: &Builder<'t>, list: Node<'t>) -> Option<Value> {
    let callee = field(list, "function").filter(|_| list.kind() == "call").map(|callee| builder.of(callee))?;
    if !matches!(callee, "range" | "xrange" | "trange") {
        return None;
    }
    let values: Vec<Value> = children(field(list, "arguments")?)
        .into_iter()
        .filter(|(_, child)| child.kind() != "keyword_argument")
        .map(|(_, child)| reader.value(builder, child))
        .collect();
    match values.as_slice() {
        [only] => Some(only.clone()),
        [Value::Num(first), Value::Num(end), ..] => {
            let (first, end) = (first.parse::<i64>().ok()?, end.parse::<i64>().ok()?);
            Some(Value::Num(end.saturating_sub(first).to_string().into()))
        }
        // `range(1, n + 1)`, `range(0, n)`: at most what the end says.
        [_, end, ..] => Some(without_one(end)),
        [] => None,
    }
}

/// Rust: `0..n`, `1..=n`.
fn of_range<'t>(reader: &Reader<'t>, builder: &Builder<'t>, over: Node<'t>) -> Option<Value> {
    let over = if over.kind() == "parenthesized_expression" { inner(over)? } else { over };
    if over.kind() != "range_expression" {
        return None;
    }
    let sides = children(over);
    let written = builder.of(over);
    match sides.as_slice() {
        [(_, first), (_, end)] => match (reader.value(builder, *first), reader.value(builder, *end)) {
            (Value::Num(first), Value::Num(end)) => {
                let rounds = end.parse::<i64>().ok()?.saturating_sub(first.parse::<i64>().ok()?);
                Some(Value::Num(rounds.saturating_add(i64::from(written.contains("..="))).to_string().into()))
            }
            (_, end) => Some(end),
        },
        _ => None,
    }
}

/// `n + 1` is as good as `n`.
fn without_one(value: &Value) -> Value {
    match value {
        Value::Other(text) => match text.split_once('+') {
            Some((name, one)) if one.trim() == "1" => Value::Name(name.trim().into()),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

/// A condition under which a loop goes on, or with `leaves` one under which it is left.
fn of_condition<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>, leaves: bool) -> Option<Value> {
    let mut pending = vec![node];
    for _ in 0..16 {
        let node = pending.pop()?;
        match node.kind() {
            "parenthesized_expression" => pending.extend(inner(node)),
            "boolean_operator" | "binary_expression" if is_junction(builder, node, leaves) => {
                pending.extend(field(node, "right"));
                pending.extend(field(node, "left"));
            }
            "comparison_operator" | "binary_expression" => {
                if let Some(found) = comparison(reader, builder, node, leaves) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// Both sides bound a loop that goes on while `a and b`, or is left at `a or b`.
fn is_junction(builder: &Builder<'_>, node: Node<'_>, leaves: bool) -> bool {
    let operator = field(node, "operator").map(|operator| builder.of(operator));
    matches!((operator, leaves), (Some("and" | "&&"), false) | (Some("or" | "||"), true))
}

fn comparison<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>, leaves: bool) -> Option<Value> {
    let sides = children(node);
    let ((_, left), (_, right)) = (sides.first().copied()?, sides.last().copied().filter(|_| sides.len() == 2)?);
    let operator = builder.text.get(left.end_byte()..right.start_byte())?.trim();
    let value = |node: Node<'t>| reader.value(builder, node);
    match (operator, leaves) {
        // step < max_steps
        ("<" | "<=", false) => Some(value(right)).filter(is_counted),
        (">" | ">=", false) => Some(value(left)).filter(is_limit),
        (">" | ">=" | "==" | "===", true) => Some(value(right)).filter(is_limit),
        ("<" | "<=", true) => Some(value(left)).filter(is_limit),
        _ => None,
    }
}

/// A number or a name that something is counted up to.
fn is_counted(value: &Value) -> bool {
    match value {
        Value::Num(number) => number.parse::<f64>().is_ok_and(|number| number > 0.0) || number.contains('_'),
        Value::Name(_) => true,
        _ => false,
    }
}

/// The same where the order of the sides could mean anything: a name must say so.
fn is_limit(value: &Value) -> bool {
    match value {
        Value::Name(name) => {
            let last = snake(name.rsplit('.').next().unwrap_or(name));
            last.split('_').any(is_limit_word)
        }
        other => is_counted(other),
    }
}

fn is_limit_word(word: &str) -> bool {
    matches!(
        word,
        "max" | "maximum" | "limit" | "cap" | "budget" | "steps" | "turns" | "iterations" | "rounds" | "deadline"
    )
}

/// `if step >= max_steps: break` among the statements of the body.
fn of_way_out<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Value> {
    let statements = statements(field(node, "body")?);
    let conditional = |node: &Node<'t>| matches!(node.kind(), "if_statement" | "if_expression");
    statements.into_iter().filter(conditional).find_map(|statement| {
        let branch = field(statement, "consequence")?;
        let leaves = is_exit(branch) || self::statements(branch).into_iter().any(is_exit);
        if leaves { of_condition(reader, builder, field(statement, "condition")?, true) } else { None }
    })
}

/// The statements of a block: of Go without the list around them, of Rust the expressions that they are.
fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let mut inside = children(block);
    if let [(_, only)] = inside.as_slice()
        && only.kind() == "statement_list"
    {
        inside = children(*only);
    }
    let bare = |node: Node<'_>| -> bool { node.kind() == "expression_statement" };
    inside.into_iter().map(|(_, node)| if bare(node) { inner(node).unwrap_or(node) } else { node }).collect()
}

fn is_exit(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "break_statement"
            | "return_statement"
            | "throw_statement"
            | "raise_statement"
            | "break_expression"
            | "return_expression"
    )
}
