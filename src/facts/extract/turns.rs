//! How the messages of a model call grow: what a file puts into lists, and what of it belongs to a call.

use std::{collections::BTreeMap, ops::Range};

use tree_sitter::Node;

use super::{
    bindings::{Lookup, plain},
    builder::{Builder, children, field, inner, span},
    members::is_dotted,
    origin::Origins,
    stops::Stoppers,
    tool_parts::Reader,
};
use crate::{
    facts::model::{Append, Speaker, Value},
    syntax::{Language, ModelTable},
};

/// Nodes of a file that are looked at, and statements that are kept.
const MOST_NODES: usize = 1_000_000;
const MOST: usize = 5_000;
/// Facts of one call.
const MOST_APPENDS: usize = 16;

/// What one pass over a file with model calls finds.
#[derive(Default)]
pub(super) struct Scan<'t> {
    /// What is put into lists, by their names with `self.` for `this.`, in lower case; each in source order.
    added: BTreeMap<String, Vec<Node<'t>>>,
    added_count: usize,
    /// Variables of loops over something.
    pub each: BTreeMap<&'t str, Vec<Node<'t>>>,
    pub conditions: Vec<Node<'t>>,
    pub attempts: Vec<Node<'t>>,
}

impl<'t> Scan<'t> {
    pub fn new(builder: &Builder<'t>, table: &ModelTable, root: Node<'t>) -> Self {
        let mut scan = Self::default();
        each_node(root, MOST_NODES, &mut |node| scan.see(builder, table, node));
        for nodes in scan.added.values_mut() {
            nodes.sort_by_key(Node::start_byte);
        }
        scan
    }

    fn see(&mut self, builder: &Builder<'t>, table: &ModelTable, node: Node<'t>) {
        match node.kind() {
            "call" | "call_expression" => self.call(builder, table, node),
            "augmented_assignment" | "augmented_assignment_expression" => {
                if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) {
                    self.add(builder.of(left), right);
                }
            }
            "assignment" | "assignment_expression" => self.assignment(builder, node),
            "for_statement" | "for_in_statement" | "for_expression" => self.each(builder, node),
            "if_statement" | "elif_clause" | "while_statement" | "if_expression" | "while_expression"
            | "do_statement" => self.conditions.extend(field(node, "condition")),
            // `case <-ctx.Done():`
            "communication_case" => self.conditions.extend(field(node, "communication")),
            "try_statement" => self.attempts.push(node),
            _ => {}
        }
        self.conditions.truncate(MOST);
        self.attempts.truncate(MOST);
    }

    fn add(&mut self, to: &str, node: Node<'t>) {
        let parts = match node.kind() {
            "list" | "array" => children(node),
            _ => vec![(None, node)],
        };
        for (_, node) in parts {
            if self.added_count < MOST && to.len() <= 80 && !to.contains('\n') {
                self.added.entry(plain(to).to_ascii_lowercase()).or_default().push(node);
                self.added_count += 1;
            }
        }
    }

    /// `messages.push(x)`, `append(messages, x)`.
    fn call(&mut self, builder: &Builder<'t>, table: &ModelTable, node: Node<'t>) {
        let (Some(callee), Some(list)) = (field(node, "function"), field(node, "arguments")) else { return };
        let arguments: Vec<Node<'t>> = children(list).into_iter().map(|(_, child)| child).collect();
        let adds = |name: &str| table.turns.add.iter().any(|known| known == name);
        let (to, given) = match member(callee) {
            Some((receiver, name)) if adds(builder.of(name)) => (receiver, arguments.as_slice()),
            None if builder.language == Language::Go && builder.of(callee) == "append" => match arguments.split_first()
            {
                Some((first, rest)) => (*first, rest),
                None => return,
            },
            _ => return,
        };
        // `insert(0, x)`
        let given = if given.len() == 2 && given[0].kind().contains("integer") { &given[1..] } else { given };
        for node in given {
            self.add(builder.of(to), *node);
        }
    }

    /// `messages = messages + [x]`, `messages = [...messages, x]`.
    fn assignment(&mut self, builder: &Builder<'t>, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        let name = builder.of(left);
        match right.kind() {
            "binary_operator" if field(right, "left").is_some_and(|first| builder.of(first) == name) => {
                if let Some(more) = field(right, "right") {
                    self.add(name, more);
                }
            }
            "list" | "array" => {
                let parts = children(right);
                let is_spread = |node: Node<'t>| {
                    matches!(node.kind(), "list_splat" | "spread_element")
                        && inner(node).is_some_and(|spread| builder.of(spread) == name)
                };
                if parts.first().is_some_and(|(_, first)| is_spread(*first)) {
                    for (_, part) in parts.into_iter().skip(1) {
                        self.add(name, part);
                    }
                }
            }
            _ => {}
        }
    }

    fn each(&mut self, builder: &Builder<'t>, node: Node<'t>) {
        let holder = children(node).into_iter().map(|(_, child)| child).find(|child| child.kind() == "range_clause");
        let holder = holder.unwrap_or(node);
        let over = field(holder, "right").or_else(|| field(holder, "value"));
        let left = field(holder, "left").or_else(|| field(holder, "pattern"));
        let (Some(over), Some(left)) = (over, left) else { return };
        let names = match left.kind() {
            "identifier" => vec![left],
            // Go: `_, result`; Python: `call, result`; TypeScript: `const result`.
            _ => children(left).into_iter().map(|(_, child)| child).filter(|c| c.kind() == "identifier").collect(),
        };
        for name in names.into_iter().take(4) {
            let known = self.each.entry(builder.of(name)).or_default();
            if known.len() < 64 {
                known.push(over);
            }
        }
    }

    /// What is put into a list of that name within a range of bytes. Fields of Go have capitals that roles have not.
    pub fn added_to(&self, name: &str, within: Range<usize>) -> &[Node<'t>] {
        let Some(nodes) = self.added.get(&name.to_ascii_lowercase()) else { return &[] };
        let from = nodes.partition_point(|node| node.start_byte() < within.start);
        let to = nodes.partition_point(|node| node.start_byte() < within.end).max(from);
        &nodes[from..to]
    }
}

/// A method or field: what it is of, and its name.
pub(super) fn member(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    match node.kind() {
        "attribute" => Some((field(node, "object")?, field(node, "attribute")?)),
        "member_expression" => Some((field(node, "object")?, field(node, "property")?)),
        "selector_expression" => Some((field(node, "operand")?, field(node, "field")?)),
        "field_expression" => Some((field(node, "value")?, field(node, "field")?)),
        _ => None,
    }
}

/// Every node below and the node itself, parents first, with a cursor.
pub(super) fn each_node<'t>(root: Node<'t>, most: usize, see: &mut dyn FnMut(Node<'t>)) {
    let mut cursor = root.walk();
    let mut depth = 0_usize;
    for _ in 0..most {
        see(cursor.node());
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
        if depth == 0 {
            return;
        }
    }
}

/// The names under which the messages of a call are held: of the argument itself and of what it spreads.
pub(super) fn conversation(value: &Value, into: &mut Vec<String>) {
    let mut pending = vec![value];
    for _ in 0..32 {
        let Some(value) = pending.pop() else { return };
        match value {
            Value::Name(name) => push(into, name),
            Value::Other(text) => {
                let name = text.trim_start_matches(['*', '.']).trim_end_matches('.');
                if is_dotted(name) {
                    push(into, name);
                }
            }
            Value::List(values) => pending.extend(values.iter().rev().take(16)),
            Value::Call(callee, values) => {
                pending.extend(values.iter().rev().take(4));
                // `[…].concat(history)`, `history.slice(-20)`, `history.clone()`.
                if let Some((receiver, _)) = callee.rsplit_once('.').filter(|(receiver, _)| is_dotted(receiver)) {
                    push(into, receiver);
                }
            }
            _ => {}
        }
    }
}

fn push(into: &mut Vec<String>, name: &str) {
    let name = plain(name);
    if into.len() < 8 && !into.contains(&name) {
        into.push(name);
    }
}

/// What is put into the messages of one call. `call`: its bytes; `scope`: those of the loop around it, else of what
/// follows it in its function.
pub(super) fn appends<'t>(
    origins: &Origins<'_, 't, '_>,
    scan: &Scan<'t>,
    messages: &[String],
    scope: Range<usize>,
) -> Vec<Append> {
    let mut found: Vec<Node<'t>> =
        messages.iter().flat_map(|name| scan.added_to(name, scope.clone())).copied().collect();
    found.sort_by_key(Node::start_byte);
    found.dedup();
    found
        .into_iter()
        .take(MOST_APPENDS)
        .map(|node| {
            let origin = origins.of(node);
            let role = origin.role.unwrap_or(Speaker::Other);
            Append { role, from: origin.from, wrapped: origin.wrapped, span: span(node) }
        })
        .collect()
}

/// What everything about the turns of a file's model calls is read with.
pub(super) struct Turns<'a, 't, 'b> {
    pub table: &'a ModelTable,
    pub reader: &'a Reader<'t>,
    pub lookup: &'a Lookup<'t, 'b>,
    pub builder: &'a Builder<'t>,
    pub scan: &'a Scan<'t>,
    pub stoppers: &'a Stoppers,
}
