//! Which places of a function are only reached through others: from ranges alone.

use crate::facts::control::{Branch, Control, Range};

/// The branches of one function.
pub(super) fn branches_of(control: &Control, function: Option<u32>) -> Vec<&Branch> {
    let within = function.and_then(|index| control.functions.get(index as usize).copied());
    let within = within.unwrap_or(Range { start: 0, end: u32::MAX });
    let from = control.branches.partition_point(|branch| branch.condition.start < within.start);
    let rest = control.branches[from..].iter().take_while(|branch| branch.condition.start < within.end);
    rest.filter(|branch| branch.function == function).collect()
}

/// True where a place behind another is only reached through it: every part that may be left out and holds the first
/// holds the second too.
pub(super) fn dominates(control: &Control, first: Range, second: Range) -> bool {
    let apart = |part: Range| part.contains(first) && !part.contains(second);
    let from_branches = control.branches.iter().any(|branch| apart(branch.then) || apart(branch.otherwise));
    let from_attempts = control.attempts.iter().any(|attempt| {
        let broken_off = attempt.swallows()
            || attempt.finally.contains(second)
            || attempt.handlers.iter().any(|(handler, _)| handler.contains(second));
        broken_off && apart(attempt.body) || attempt.handlers.iter().any(|(handler, _)| apart(*handler))
    });
    !from_branches && !from_attempts && !control.regions.iter().any(|region| apart(*region))
}

/// True where both parts of a branch come to their end only through one of the points (or never).
pub(super) fn covers(control: &Control, branch: &Branch, points: &[Range], depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let part = |part: Range, leaves: bool| {
        let end = Range { start: part.end.saturating_sub(1), end: part.end };
        leaves
            || points.iter().any(|point| part.contains(*point) && dominates(control, *point, end))
            || control.branches.iter().any(|inner| {
                part.contains(inner.condition)
                    && inner.condition != branch.condition
                    && dominates(control, inner.condition, end)
                    && covers(control, inner, points, depth)
            })
    };
    !branch.then.is_empty()
        && !branch.otherwise.is_empty()
        && part(branch.then, branch.then_leaves)
        && part(branch.otherwise, branch.otherwise_leaves)
}

/// True where an exception goes no further than its function.
pub(super) fn is_swallowed(control: &Control, at: Range) -> bool {
    control.attempts.iter().any(|attempt| attempt.swallows() && attempt.body.contains(at))
}

/// True for a place under a condition, or behind one that leaves.
pub(super) fn is_conditional(control: &Control, function: Option<u32>, place: Range) -> bool {
    branches_of(control, function).iter().any(|branch| {
        branch.then.contains(place)
            || branch.otherwise.contains(place)
            || branch.end() <= place.start
                && (branch.then_leaves || branch.otherwise_leaves)
                && dominates(control, branch.condition, place)
    })
}
