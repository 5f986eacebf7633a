//! Whether a call is reached, by a bounded search in breadth.

use std::collections::VecDeque;

use foldhash::HashMap;

use super::{Edge, EdgeKind, FunctionRef, Graph, Mark, Reach, Start, Step, Unknown, Why};
use crate::facts::{Call, Span};

/// What a search found.
pub(super) struct Search {
    pub path: Option<Vec<Step>>,
    /// Nodes in the order of the search.
    pub visited: Vec<u32>,
    /// A limit was hit.
    pub cut: bool,
}

/// A function to look at; of the first one perhaps only some lines.
#[derive(Clone, Copy)]
struct Item {
    node: u32,
    lines: Option<Span>,
    depth: u32,
}

impl<'a> Graph<'a> {
    /// Whether a call for which `sink` holds can be reached from a function. The sink itself may stand in it.
    pub fn reaches(&self, from: Start, sink: &dyn Fn(&Call) -> bool) -> Reach {
        let sure = self.search(from, sink, &mut |_, edge| edge.sure, &mut |_, _| true);
        if let Some(path) = sure.path {
            return Reach::Path(path);
        }
        let first = self.first_nodes(from);
        let follow = |node: u32, edge: &Edge| edge.kind != EdgeKind::Parameter || first.contains(&node);
        let all = self.search(from, sink, &mut { follow }, &mut |_, _| true);
        if let Some(path) = all.path {
            let unsure = path.windows(2).find(|pair| pair[1].entered.is_some_and(|edge| !edge.sure));
            let Some([at, next]) = unsure else { return Reach::Path(path) };
            let call = &self.file(at.function.file).facts.calls[at.call as usize];
            let why = format!("`{}` may be {} or another", call.written, self.dotted(next.function));
            return Reach::Unknown(Unknown { file: at.function.file, line: at.line, why });
        }
        if sure.cut {
            return Reach::Unknown(self.too_many(from));
        }
        match self.first_mark(from, &sure.visited) {
            Some(mark) => Reach::Unknown(self.unknown(mark)),
            None => Reach::None,
        }
    }

    pub(super) fn too_many(&self, from: Start) -> Unknown {
        let first = self.starts_of(from).first().map_or(0, |item| item.node);
        Unknown { file: self.names.function(first).file, line: 1, why: "more functions than are searched".to_owned() }
    }

    pub(super) fn unknown(&self, mark: Mark) -> Unknown {
        let file = self.names.function(mark.node).file;
        let call = self.call(mark.node, mark.call);
        Unknown { file, line: call.span.start, why: format!("{}: `{}`", mark.why.sentence(), call.written) }
    }

    /// The first place on the way that is not followed. Calls of parameters count where the search began: elsewhere the
    /// callers show what they hand over.
    pub(super) fn first_mark(&self, from: Start, visited: &[u32]) -> Option<Mark> {
        let starts = self.starts_of(from);
        visited.iter().find_map(|node| {
            let first = starts.iter().find(|item| item.node == *node);
            self.marks_of(*node).iter().copied().find(|mark| {
                let line = self.call(*node, mark.call).span;
                let inside = first.and_then(|item| item.lines).is_none_or(|lines| lines.contains(line));
                inside && (mark.why != Why::Parameter || first.is_some())
            })
        })
    }

    fn starts_of(&self, from: Start) -> Vec<Item> {
        match from {
            Start::Function(function) => vec![Item { node: self.names.node(function), lines: None, depth: 0 }],
            Start::Lines(file, lines) => {
                let calls = &self.file(file).facts.calls;
                let mut nodes: Vec<u32> = calls
                    .iter()
                    .filter(|call| lines.contains(call.span))
                    .map(|call| self.names.node(FunctionRef { file, function: call.function }))
                    .collect();
                nodes.sort_unstable();
                nodes.dedup();
                nodes.into_iter().map(|node| Item { node, lines: Some(lines), depth: 0 }).collect()
            }
        }
    }

    /// Nodes where a search begins.
    pub(super) fn first_nodes(&self, from: Start) -> Vec<u32> {
        self.starts_of(from).into_iter().map(|item| item.node).collect()
    }

    /// The shortest path over edges that `follow` lets pass to a sink that `counts`.
    pub(super) fn search(
        &self,
        from: Start,
        sink: &dyn Fn(&Call) -> bool,
        follow: &mut dyn FnMut(u32, &Edge) -> bool,
        counts: &mut dyn FnMut(u32, u32) -> bool,
    ) -> Search {
        let starts = self.starts_of(from);
        let mut queue: VecDeque<Item> = starts.iter().copied().collect();
        // How each node was entered: from where, and the edge.
        let mut entered: HashMap<u32, Option<(u32, Edge)>> = HashMap::default();
        for item in &starts {
            entered.insert(item.node, None);
        }
        let mut out = Search { path: None, visited: Vec::new(), cut: false };
        while let Some(item) = queue.pop_front() {
            if out.visited.len() >= self.limits.functions {
                out.cut = true;
                break;
            }
            out.visited.push(item.node);
            let inside = |call: u32| item.lines.is_none_or(|lines| lines.contains(self.call(item.node, call).span));
            let hit = self
                .calls_of(item.node)
                .iter()
                .copied()
                .find(|call| inside(*call) && sink(self.call(item.node, *call)) && counts(item.node, *call));
            if let Some(call) = hit {
                out.path = Some(self.witness(item.node, call, &entered));
                return out;
            }
            for edge in self.edges_of(item.node) {
                if !inside(edge.call) || entered.contains_key(&edge.to) || !follow(item.node, edge) {
                    continue;
                }
                if item.depth >= self.limits.depth {
                    out.cut = true;
                    continue;
                }
                entered.insert(edge.to, Some((item.node, *edge)));
                queue.push_back(Item { node: edge.to, lines: None, depth: item.depth + 1 });
            }
        }
        out
    }

    fn witness(&self, node: u32, call: u32, entered: &HashMap<u32, Option<(u32, Edge)>>) -> Vec<Step> {
        let mut steps = Vec::new();
        let (mut node, mut call) = (node, call);
        loop {
            let before = entered.get(&node).copied().flatten();
            steps.push(Step {
                function: self.names.function(node),
                call,
                line: self.call(node, call).span.start,
                entered: before.map(|(_, edge)| edge),
            });
            match before {
                Some((from, edge)) => (node, call) = (from, edge.call),
                None => break,
            }
        }
        steps.reverse();
        steps
    }
}
