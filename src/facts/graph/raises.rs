//! Guards that refuse by an exception.

use super::{
    FunctionRef, Guard,
    decide::{Decided, Judge, Strength},
    dominance::{branches_of, dominates, is_conditional, is_swallowed},
    guard::How,
};
use crate::facts::control::{Exit, Range, Returned};

impl Judge<'_, '_> {
    /// Guards that raise, called before the place.
    pub(super) fn raising(
        &self,
        file: u32,
        function: Option<u32>,
        target: Range,
        fuel: u32,
        out: &mut Decided,
        points: &mut Vec<Range>,
    ) {
        let node = self.graph.names.node(FunctionRef { file, function });
        let control = self.control(file);
        for call in self.graph.calls_of(node).iter().copied() {
            let range = control.calls[call as usize];
            let before = range.end <= target.start || target.contains(range) && range != target;
            if !before || range.start >= target.end {
                continue;
            }
            let swallowed = control
                .attempts
                .iter()
                .any(|attempt| attempt.swallows() && attempt.body.contains(range) && !attempt.body.contains(target));
            if swallowed {
                continue;
            }
            let Some(guard) = self.raises(node, call, fuel) else { continue };
            let mut found = Decided { strength: Strength::Full, guards: vec![guard] };
            if !dominates(control, range, target) {
                points.push(range);
                found.strength = Strength::Partial;
            }
            out.add(found);
        }
    }

    /// The guard whose refusal is an exception that comes out of a call.
    fn raises(&self, node: u32, call: u32, fuel: u32) -> Option<Guard> {
        let targets = self.targets(node, call);
        let [to] = targets[..] else { return None };
        let at = self.graph.names.function(to);
        let control = self.control(at.file);
        let exits = control.exits_of(at.function?);
        let raised: Vec<&Exit> = exits.iter().filter(|exit| exit.value == Returned::Raises).collect();
        if self.is_named(node, call) {
            let out = raised
                .iter()
                .any(|exit| !is_swallowed(control, exit.at) && is_conditional(control, at.function, exit.at));
            return out
                .then(|| self.found(node, call, How::Raises))
                .or_else(|| self.raises_inside(to, fuel).map(|_| self.found(node, call, How::Raises)));
        }
        self.raises_inside(to, fuel)
    }

    /// A guard within a function that is passed before the function comes to its end.
    fn raises_inside(&self, node: u32, fuel: u32) -> Option<Guard> {
        let fuel = fuel.checked_sub(1)?;
        if let Some(known) = self.inside.borrow().get(&(node, fuel)) {
            return known.clone();
        }
        self.inside.borrow_mut().insert((node, fuel), None);
        let found = self.find_inside(node, fuel);
        self.inside.borrow_mut().insert((node, fuel), found.clone());
        found
    }

    fn find_inside(&self, node: u32, fuel: u32) -> Option<Guard> {
        let at = self.graph.names.function(node);
        let control = self.control(at.file);
        let body = control.functions.get(at.function? as usize)?;
        let end = Range { start: body.end, end: body.end + 1 };
        let exits = control.exits_of(at.function?);
        let early = |exit: &Exit, before: Range| exit.value != Returned::Raises && exit.at.start < before.start;
        let by_branch = branches_of(control, at.function).iter().find_map(|branch| {
            let (part, holds) = match (branch.then_leaves, branch.otherwise_leaves) {
                (true, false) => (branch.then, false),
                (false, true) => (branch.otherwise, true),
                _ => return None,
            };
            let mut inside = exits.iter().filter(|exit| part.contains(exit.at)).peekable();
            // An assertion has no part of its own.
            let raises =
                part.is_empty() || inside.peek().is_some() && inside.all(|exit| exit.value == Returned::Raises);
            let passed = exits.iter().any(|exit| early(exit, branch.condition));
            if !raises || passed || !dominates(control, branch.condition, end) {
                return None;
            }
            let mut found = Decided::NOTHING;
            for test in &branch.tests {
                if if holds { test.when_true } else { test.when_false } {
                    found.add(self.test(at.file, branch.function, test, branch.condition, holds, fuel));
                }
            }
            (found.strength == Strength::Full).then(|| found.guards.into_iter().next()).flatten()
        });
        by_branch.or_else(|| {
            self.graph.calls_of(node).iter().copied().find_map(|call| {
                let range = control.calls[call as usize];
                let passed = exits.iter().any(|exit| early(exit, range));
                let sure = !passed && dominates(control, range, end) && !is_swallowed(control, range);
                sure.then(|| self.raises(node, call, fuel)).flatten()
            })
        })
    }
}
