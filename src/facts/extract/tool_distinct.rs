//! One fact for one tool.

use std::{
    collections::{BTreeSet, VecDeque},
    ops::Range,
};

use tree_sitter::Node;

use super::tool_draft::Draft;
use crate::facts::model::{Span, Tool};

/// A weak pattern gives way to any other for the same lines or the same body, and of several exact ones the first
/// counts. Drafts come in this order: the exact ones first, those of one kind as they stand in the file.
pub(super) fn distinct(drafts: Vec<Draft<'_>>) -> Vec<(Node<'_>, Tool, bool)> {
    let mut seen = Seen::default();
    let (weak, exact): (Vec<_>, Vec<_>) = drafts.into_iter().partition(|draft| draft.weak);
    let mut out: Vec<Draft<'_>> = exact.into_iter().filter(|draft| seen.is_new(draft)).collect();
    // Nodes lie within each other or apart: what a draft overlaps is around it, or begins in it.
    let mut ahead: VecDeque<Kept> = out.iter().map(Kept::of).collect();
    let mut around: Vec<Kept> = Vec::new();
    for draft in weak {
        let range = draft.node.byte_range();
        while ahead.front().is_some_and(|next| next.range.start <= range.start) {
            enter(&mut around, ahead.pop_front());
        }
        let within = ahead.iter().take_while(|known| known.range.start < range.end);
        let overlapping = around.iter().filter(|known| known.range.contains(&range.start)).chain(within);
        if overlapping.into_iter().all(|known| !known.is_same(&draft)) && seen.is_new(&draft) {
            enter(&mut around, Some(Kept::of(&draft)));
            out.push(draft);
        }
    }
    out.sort_by_key(|draft| (draft.node.start_byte(), draft.node.end_byte()));
    out.into_iter().map(|draft| (draft.node, draft.tool, draft.offers)).collect()
}

/// The next node in the file; those that end before it are left.
fn enter(around: &mut Vec<Kept>, next: Option<Kept>) {
    let Some(next) = next else { return };
    while around.last().is_some_and(|known| known.range.end <= next.range.start) {
        around.pop();
    }
    around.push(next);
}

#[derive(Default)]
struct Seen {
    nodes: BTreeSet<(usize, usize)>,
    bodies: BTreeSet<Span>,
}

impl Seen {
    fn is_new(&mut self, draft: &Draft<'_>) -> bool {
        let node = (draft.node.start_byte(), draft.node.end_byte());
        let body = draft.tool.body;
        let new = !self.nodes.contains(&node) && body.is_none_or(|body| !self.bodies.contains(&body));
        if new {
            self.nodes.insert(node);
            self.bodies.extend(body);
        }
        new
    }
}

/// A draft that counts.
struct Kept {
    range: Range<usize>,
    is_class: bool,
    name: Option<String>,
}

impl Kept {
    fn of(draft: &Draft<'_>) -> Self {
        let is_class = draft.node.kind().starts_with("class");
        Self { range: draft.node.byte_range(), is_class, name: draft.tool.name.clone() }
    }

    /// Whether a weak draft speaks of the same tool.
    fn is_same(&self, draft: &Draft<'_>) -> bool {
        // The methods of a class that is a tool itself.
        let is_method = self.is_class
            && draft.node.kind() == "function_definition"
            && self.range.contains(&draft.node.start_byte());
        is_method || draft.tool.name.is_none() || draft.tool.name == self.name
    }
}
