//! What bounds a loop, as far as its header or a way out at the top of its body says.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner},
    tool_parts::Reader,
};
use crate::facts::{model::Value, names::snake};

/// The number of rounds or the name of it; `None` where nothing plain bounds the loop.
pub(super) fn bound<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Value> {
    let clause = children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == "for_clause");
    let range = children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == "range_clause");
    if let Some(list) = field(node, "right").filter(|_| node.kind() == "for_statement") {
        return counted(reader, builder, list);
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
            Some(Value::Num(end.saturating_sub(first).to_string()))
        }
        // `range(1, n + 1)`, `range(0, n)`: at most what the end says.
        [_, end, ..] => Some(without_one(end)),
        [] => None,
    }
}

/// `n + 1` is as good as `n`.
fn without_one(value: &Value) -> Value {
    match value {
        Value::Other(text) => match text.split_once('+') {
            Some((name, one)) if one.trim() == "1" => Value::Name(name.trim().to_owned()),
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
            last.split('_').any(|word| {
                matches!(
                    word,
                    "max"
                        | "maximum"
                        | "limit"
                        | "cap"
                        | "budget"
                        | "steps"
                        | "turns"
                        | "iterations"
                        | "rounds"
                        | "deadline"
                )
            })
        }
        other => is_counted(other),
    }
}

/// `if step >= max_steps: break` among the statements of the body.
fn of_way_out<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Option<Value> {
    let body = field(node, "body")?;
    let statements = match children(body).as_slice() {
        [(_, only)] if only.kind() == "statement_list" => children(*only),
        _ => children(body),
    };
    statements.into_iter().filter(|(_, statement)| statement.kind() == "if_statement").find_map(|(_, statement)| {
        let branch = field(statement, "consequence")?;
        let mut first = children(branch);
        if let [(_, only)] = first.as_slice()
            && only.kind() == "statement_list"
        {
            first = children(*only);
        }
        let leaves = matches!(branch.kind(), "break_statement" | "return_statement" | "throw_statement")
            || first.iter().any(|(_, inside)| {
                matches!(inside.kind(), "break_statement" | "return_statement" | "throw_statement" | "raise_statement")
            });
        if leaves { of_condition(reader, builder, field(statement, "condition")?, true) } else { None }
    })
}
