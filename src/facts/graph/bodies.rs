//! What functions that a call runs do with what they are asked.

use super::{EdgeKind, FunctionRef, Graph, dominance::is_swallowed};
use crate::facts::control::Returned;

/// Functions that are looked into for an exception.
const DEEPEST: u32 = 3;

impl Graph<'_> {
    /// The functions of the repository that a call may run.
    pub fn targets(&self, file: u32, call: u32) -> Vec<FunctionRef> {
        let function = self.file(file).facts.calls.get(call as usize).and_then(|call| call.function);
        let edges = self.edges_of(self.names.node(FunctionRef { file, function })).iter();
        let own = edges.filter(|edge| edge.call == call && matches!(edge.kind, EdgeKind::Call | EdgeKind::Table));
        own.map(|edge| self.names.function(edge.to)).collect()
    }

    /// Whether a function, or one that it calls, breaks off with an exception that comes out of it.
    pub fn raises(&self, function: FunctionRef) -> bool {
        self.raises_within(function, DEEPEST)
    }

    fn raises_within(&self, function: FunctionRef, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Some(index) = function.function else { return false };
        let control = &self.file(function.file).facts.control;
        let own = control.exits_of(index).iter();
        if own.clone().any(|exit| exit.value == Returned::Raises && !is_swallowed(control, exit.at)) {
            return true;
        }
        let calls = self.calls_of(self.names.node(function)).to_vec();
        calls.into_iter().any(|call| {
            let at = control.calls.get(call as usize).copied().unwrap_or_default();
            !is_swallowed(control, at)
                && self.targets(function.file, call).into_iter().any(|to| self.raises_within(to, depth))
        })
    }
}
