//! All that a place leads to.

use std::collections::BTreeSet;

use super::{EdgeKind, FunctionRef, Graph, Start};

/// The functions that are reached from one place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Led {
    /// Surely, the start itself among them where it is a function.
    pub sure: BTreeSet<FunctionRef>,
    /// These and those that are one of several that may be meant.
    pub all: BTreeSet<FunctionRef>,
    /// Something on the way is not followed: more may be reached.
    pub open: bool,
}

impl Graph<'_> {
    /// What a place leads to. The function around the lines of a body without a name is none of it.
    pub fn led(&self, from: Start) -> Led {
        let first = self.first_nodes(from);
        let around = |node: &u32| matches!(from, Start::Lines(..)) && first.contains(node);
        let sure = self.search(from, &|_| false, &mut |_, edge| edge.sure, &mut |_, _| true);
        let follow = |node: u32, edge: &super::Edge| edge.kind != EdgeKind::Parameter || first.contains(&node);
        let all = self.search(from, &|_| false, &mut { follow }, &mut |_, _| true);
        let open = sure.cut || all.cut || self.first_mark(from, &sure.visited).is_some();
        let named = |nodes: Vec<u32>| -> BTreeSet<FunctionRef> {
            nodes.into_iter().filter(|node| !around(node)).map(|node| self.names.function(node)).collect()
        };
        Led { sure: named(sure.visited), all: named(all.visited), open }
    }
}
