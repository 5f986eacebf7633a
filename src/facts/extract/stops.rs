//! How a model call, or the loop around it, is stopped from outside.

use std::ops::Range;

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, span},
    tool_parts::dotted,
    turns::{Scan, Turns, each_node},
};
use crate::{
    facts::{
        glob,
        model::{Call, Span, Stop, StopKind, Value},
        names::{cut, snake},
    },
    syntax::StopWords,
};

/// Facts of one call.
const MOST: usize = 8;
/// Calls of one file that leave a loop.
const MOST_LEAVING: usize = 500;
/// Nodes of one condition or handler.
const MOST_NODES: usize = 300;
/// Bytes of a name.
const LONGEST: usize = 80;

fn any(globs: &[String], name: &str) -> bool {
    globs.iter().any(|known| glob::matches(known, name))
}

/// What of a file stops something, found once: bytes within which it counts, and the fact.
pub(super) struct Stoppers {
    /// Bytes of the statement whose handler catches.
    caught: Vec<(Range<usize>, Stop)>,
    tested: Vec<(Range<usize>, Stop)>,
    leaving: Vec<Stop>,
}

impl Stoppers {
    pub fn new(builder: &Builder<'_>, words: &StopWords, scan: &Scan<'_>) -> Self {
        let mut out = Self { caught: Vec::new(), tested: Vec::new(), leaving: Vec::new() };
        for attempt in &scan.attempts {
            let mut found = Vec::new();
            caught(builder, words, *attempt, &mut found);
            out.caught.extend(found.into_iter().map(|stop| (attempt.byte_range(), stop)));
        }
        for condition in &scan.conditions {
            let mut found = Vec::new();
            names(builder, *condition, &words.tested, StopKind::Tested, &mut found);
            found.retain(|stop| !any(&words.not_tested, &stop.name));
            out.tested.extend(found.into_iter().map(|stop| (condition.byte_range(), stop)));
        }
        let leaves = builder.facts.calls.iter().filter(|call| any(&words.leaves, &call.callee));
        out.leaving = leaves.map(|call| stop(StopKind::Tested, &call.callee, call.span)).take(MOST_LEAVING).collect();
        out
    }
}

/// `call` with its bytes; `around`: the loop that it stands in.
pub(super) fn stops<'t>(
    turns: &Turns<'_, 't, '_>,
    call: &Call,
    bytes: Range<usize>,
    around: Option<Node<'t>>,
) -> Vec<Stop> {
    let Stoppers { caught, tested, leaving } = turns.stoppers;
    let holds = |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
    let mut found = Vec::new();
    passed(turns, &turns.table.stops, call, bytes.start, &mut found);
    found.extend(caught.iter().filter(|(range, _)| holds(range, &bytes)).map(|(_, stop)| stop.clone()));
    if let Some(around) = around {
        let (range, lines) = (around.byte_range(), span(around));
        found.extend(tested.iter().filter(|(at, _)| holds(&range, at)).map(|(_, stop)| stop.clone()));
        found.extend(leaving.iter().filter(|stop| lines.contains(stop.span)).cloned());
    }
    found.sort();
    found.dedup_by(|a, b| (a.kind, &a.name) == (b.kind, &b.name));
    found.truncate(MOST);
    found
}

fn stop(kind: StopKind, name: &str, span: Span) -> Stop {
    Stop { kind, name: cut(name, LONGEST).to_owned(), span }
}

/// Signals, tokens and contexts among the arguments.
fn passed(turns: &Turns<'_, '_, '_>, words: &StopWords, call: &Call, byte: usize, found: &mut Vec<Stop>) {
    let mut pending: Vec<(Option<&str>, &Value, u32)> =
        call.arguments.iter().map(|argument| (argument.keyword.as_deref(), &argument.value, 0)).collect();
    for _ in 0..64 {
        let Some((key, value, depth)) = pending.pop() else { return };
        let by_name = key.is_some_and(|key| words.arguments.contains(&snake(key)));
        if by_name && !matches!(value, Value::Null | Value::Bool(_)) {
            found.push(stop(StopKind::Passed, key.unwrap_or_default(), call.span));
        }
        match value {
            Value::Name(name) if any(&words.values, name) && !is_never(turns, words, call, name, byte) => {
                found.push(stop(StopKind::Passed, name, call.span));
            }
            Value::Call(callee, _) if any(&words.values, callee) && !any(&words.never, callee) => {
                found.push(stop(StopKind::Passed, callee, call.span));
            }
            Value::Object(pairs) if depth < 3 => {
                pending.extend(pairs.iter().take(32).map(|(key, value)| (Some(key.as_str()), value, depth + 1)));
            }
            _ => {}
        }
    }
}

/// A name that is given nothing but what never stops (`ctx := context.Background()`).
fn is_never(turns: &Turns<'_, '_, '_>, words: &StopWords, call: &Call, name: &str, byte: usize) -> bool {
    let given = turns.lookup.given_before(turns.builder, name, call.function, byte);
    given.is_some_and(|given| match turns.reader.value(turns.builder, given.node) {
        Value::Call(callee, _) => any(&words.never, &callee),
        _ => false,
    })
}

/// What the handlers of one statement catch of interruptions.
fn caught(builder: &Builder<'_>, words: &StopWords, attempt: Node<'_>, found: &mut Vec<Stop>) {
    for (_, handler) in children(attempt) {
        match handler.kind() {
            "except_clause" => {
                let kinds = children(handler).into_iter().filter(|(_, child)| child.kind() != "block");
                kinds.for_each(|(_, kind)| names(builder, kind, &words.caught, StopKind::Caught, found));
            }
            "catch_clause" => names(builder, handler, &words.caught, StopKind::Caught, found),
            _ => {}
        }
    }
}

/// Names and strings below a node that match; of a chain the whole.
fn names(builder: &Builder<'_>, root: Node<'_>, globs: &[String], kind: StopKind, found: &mut Vec<Stop>) {
    let mut end = 0;
    each_node(root, MOST_NODES, &mut |node| {
        if node.start_byte() < end || found.len() >= MOST * 4 {
            return;
        }
        let name = match node.kind() {
            "identifier"
            | "attribute"
            | "member_expression"
            | "selector_expression"
            | "field_expression"
            | "call"
            | "call_expression"
            | "scoped_identifier" => {
                let callee = field(node, "function").unwrap_or(node);
                dotted(builder, callee)
            }
            "string" | "string_fragment" | "interpreted_string_literal" => {
                Some(builder.of(node).trim_matches(['"', '\'', '`']).to_owned())
            }
            _ => None,
        };
        let Some(name) = name.filter(|name| any(globs, name)) else { return };
        end = node.end_byte();
        found.push(stop(kind, &name, span(node)));
    });
}
