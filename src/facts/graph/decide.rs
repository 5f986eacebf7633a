//! Whether a place in a function is only reached as something decides.

use std::{cell::RefCell, collections::HashMap};

use super::{EdgeKind, FunctionRef, Graph, Guard, guard::How};
use crate::facts::control::{Assignment, Branch, Control, Exit, Range, Returned, Subject, Test};

/// Functions that are looked into for where a result comes from.
const DEEPEST: u32 = 3;
/// Names that stand for names.
const MOST_NAMES: u32 = 6;

/// How much of what leads to a place is decided, ascending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Strength {
    None,
    /// On some ways, or together with another condition that is enough alone.
    Partial,
    /// A result goes where it is not followed.
    Unknown,
    Full,
}

/// What decides about a place.
#[derive(Debug, Clone)]
pub(super) struct Decided {
    pub strength: Strength,
    pub guards: Vec<Guard>,
}

impl Decided {
    pub const NOTHING: Self = Self { strength: Strength::None, guards: Vec::new() };

    pub fn add(&mut self, other: Self) {
        match other.strength.cmp(&self.strength) {
            _ if other.strength == Strength::None => {}
            std::cmp::Ordering::Greater => *self = other,
            std::cmp::Ordering::Equal => {
                for guard in other.guards {
                    if !self.guards.contains(&guard) {
                        self.guards.push(guard);
                    }
                }
            }
            std::cmp::Ordering::Less => {}
        }
    }

    pub fn at_most(mut self, strength: Strength) -> Self {
        self.strength = self.strength.min(strength);
        if self.strength == Strength::None {
            self.guards.clear();
        }
        self
    }
}

/// One question's notion of a guard, with what was found out about it.
pub(super) struct Judge<'g, 'a> {
    pub graph: &'g Graph<'a>,
    is_guard: &'g dyn Fn(&str) -> bool,
    sites: RefCell<HashMap<(u32, Range), Decided>>,
}

impl<'g, 'a> Judge<'g, 'a> {
    pub fn new(graph: &'g Graph<'a>, is_guard: &'g dyn Fn(&str) -> bool) -> Self {
        Self { graph, is_guard, sites: RefCell::default() }
    }

    pub fn is_guard(&self, name: &str) -> bool {
        (self.is_guard)(name)
    }

    fn control(&self, file: u32) -> &'a Control {
        &self.graph.file(file).facts.control
    }

    /// What decides whether a call runs, within its function.
    pub fn call(&self, file: u32, call: u32) -> Decided {
        let function = self.graph.file(file).facts.calls[call as usize].function;
        self.place(file, function, self.control(file).calls[call as usize], DEEPEST)
    }

    fn place(&self, file: u32, function: Option<u32>, target: Range, fuel: u32) -> Decided {
        let Some(fuel) = fuel.checked_sub(1) else { return Decided::NOTHING };
        if let Some(known) = self.sites.borrow().get(&(file, target)) {
            return known.clone();
        }
        // Recursion comes back here: for the time being nothing decides.
        self.sites.borrow_mut().insert((file, target), Decided::NOTHING);
        let mut out = Decided::NOTHING;
        let mut points = Vec::new();
        for branch in branches_of(self.control(file), function) {
            self.branch(file, branch, target, fuel, &mut out, &mut points);
        }
        self.raising(file, function, target, fuel, &mut out, &mut points);
        if out.strength < Strength::Full && points.len() > 1 {
            let covered = branches_of(self.control(file), function).iter().any(|branch| {
                branch.end() <= target.start
                    && dominates(self.control(file), branch.condition, target)
                    && covers(self.control(file), branch, &points, 6)
            });
            if covered {
                out.strength = Strength::Full;
            }
        }
        if out.strength < Strength::Unknown {
            out.add(self.escaping(file, function, target));
        }
        self.sites.borrow_mut().insert((file, target), out.clone());
        out
    }

    /// What a branch says about a place in it or behind it. Conditions that leave on one of several ways are points.
    fn branch(&self, file: u32, branch: &Branch, target: Range, fuel: u32, out: &mut Decided, points: &mut Vec<Range>) {
        if branch.tests.is_empty() || branch.condition.contains(target) {
            return;
        }
        let (inside, holds) = match () {
            () if branch.then.contains(target) => (true, true),
            () if branch.otherwise.contains(target) => (true, false),
            () if branch.end() > target.start || branch.then_leaves == branch.otherwise_leaves => return,
            () => (false, branch.otherwise_leaves),
        };
        let mut found = Decided::NOTHING;
        for test in &branch.tests {
            let own = self.test(file, branch.function, test, branch.condition, holds, fuel);
            let known = if holds { test.when_true } else { test.when_false };
            found.add(if known { own } else { own.at_most(Strength::Partial) });
        }
        if !inside && !dominates(self.control(file), branch.condition, target) {
            // What goes on with a loop, or leaves a callback, does not leave the function.
            let part = if branch.then_leaves { branch.then } else { branch.otherwise };
            let exits = branch.function.map_or(&[][..], |index| self.control(file).exits_of(index));
            if !part.is_empty() && !exits.iter().any(|exit| part.contains(exit.at)) {
                return;
            }
            if found.strength == Strength::Full {
                points.push(branch.condition);
            }
            found = found.at_most(Strength::Partial);
        }
        out.add(found);
    }

    /// Guards that raise, called before the place.
    fn raising(
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

    /// Guards whose result goes where it is not followed: into a field, or to another function.
    fn escaping(&self, file: u32, function: Option<u32>, target: Range) -> Decided {
        let facts = &self.graph.file(file).facts;
        let control = &facts.control;
        let node = self.graph.names.node(FunctionRef { file, function });
        let mut out = Decided::NOTHING;
        for call in self.graph.calls_of(node).iter().copied() {
            let range = control.calls[call as usize];
            if range.end > target.start || !facts.calls[call as usize].result_used || !self.is_named(node, call) {
                continue;
            }
            let decided = self.result(node, call, None, 1).strength >= Strength::Partial;
            if !decided || !dominates(control, range, target) {
                continue;
            }
            let from =
                |assignment: &&Assignment| assignment.from.iter().any(|test| test.subject == Subject::Call(call));
            let names: Vec<&Assignment> = control.assignments.iter().filter(from).collect();
            let stored = names.iter().any(|assignment| assignment.name.contains('.'));
            let handed = self.graph.calls_of(node).iter().copied().any(|other| {
                let known = &facts.calls[other as usize];
                let at = control.calls[other as usize];
                let as_argument = at.contains(range) && other != call && known.arguments.iter().any(|argument| {
                    matches!(&argument.value, crate::facts::Value::Call(callee, _) if *callee == facts.calls[call as usize].callee)
                });
                let by_name = at.start > range.end && at.end <= target.start && known.arguments.iter().any(|argument| {
                    matches!(&argument.value, crate::facts::Value::Name(name) if names.iter().any(|known| *known.name == **name))
                });
                (as_argument || by_name) && !is_record(&known.callee)
            });
            if stored || handed {
                out.add(Decided { strength: Strength::Unknown, guards: vec![self.found(node, call, How::Result)] });
            }
        }
        out
    }

    /// Whether a part of a condition that `holds` (or not) hangs on a guard.
    fn test(&self, file: u32, function: Option<u32>, test: &Test, at: Range, holds: bool, fuel: u32) -> Decided {
        let truthy = test.negated.map(|negated| holds != negated);
        self.subject(file, function, &test.subject, at, truthy, fuel, MOST_NAMES)
    }

    #[expect(clippy::too_many_arguments, reason = "one place asks, and each part is needed")]
    fn subject(
        &self,
        file: u32,
        function: Option<u32>,
        subject: &Subject,
        at: Range,
        truthy: Option<bool>,
        fuel: u32,
        names: u32,
    ) -> Decided {
        let name = match subject {
            Subject::Call(call) => {
                let function = self.graph.file(file).facts.calls[*call as usize].function;
                return self.result(self.graph.names.node(FunctionRef { file, function }), *call, truthy, fuel);
            }
            Subject::Name(name) => name,
        };
        let Some(names) = names.checked_sub(1) else { return Decided::NOTHING };
        let control = self.control(file);
        // The variable of this function, or of one around it.
        let mut around = function;
        let mut assigned = control.assigned(around, name);
        for _ in 0..8 {
            if !assigned.is_empty() || around.is_none() {
                break;
            }
            let outer = self.graph.names.outer(self.graph.names.node(FunctionRef { file, function: around }));
            around =
                self.graph.names.function(outer).function.filter(|_| self.graph.names.function(outer).file == file);
            assigned = control.assigned(around, name);
        }
        let own = around == function;
        let mut all: Vec<Decided> = Vec::new();
        for assignment in assigned.iter().rev().filter(|known| !own || known.at.start < at.start) {
            let text = assignment.alias.as_deref().unwrap_or_default();
            let value = Returned::Literal(text.into());
            let literal = assignment.from.is_empty();
            let never = literal
                && match truthy {
                    Some(true) => matches!(text, "False" | "false" | "None" | "null" | "undefined" | "nil"),
                    Some(false) => matches!(text, "True" | "true") && value.is_truthy(),
                    None => false,
                };
            if !never {
                all.push(self.assignment(file, assignment, truthy, fuel, names));
            }
            if own && dominates(control, assignment.at, at) {
                break;
            }
        }
        joined(all)
    }

    fn assignment(&self, file: u32, assignment: &Assignment, truthy: Option<bool>, fuel: u32, names: u32) -> Decided {
        let mut out = Decided::NOTHING;
        for test in &assignment.from {
            let known = match truthy {
                Some(true) => test.when_true,
                Some(false) => test.when_false,
                None => test.when_true && test.when_false,
            };
            let wanted = match (truthy, test.negated) {
                (Some(truthy), Some(negated)) => Some(truthy != negated),
                _ => None,
            };
            let own = self.subject(file, assignment.function, &test.subject, assignment.at, wanted, fuel, names);
            out.add(if known { own } else { own.at_most(Strength::Partial) });
        }
        out
    }

    /// Functions that a call runs; those of which it is one of several included.
    fn targets(&self, node: u32, call: u32) -> Vec<u32> {
        let edges = self.graph.edges_of(node).iter();
        let own = edges.filter(|edge| edge.call == call && edge.kind != EdgeKind::Passed);
        own.map(|edge| edge.to).collect()
    }

    /// True where the callee, or a function that it surely is, has a guard's name.
    fn is_named(&self, node: u32, call: u32) -> bool {
        self.is_guard(&self.graph.call(node, call).callee)
            || self.graph.edges_of(node).iter().any(|edge| {
                edge.call == call
                    && edge.sure
                    && edge.kind != EdgeKind::Passed
                    && self.is_guard(&self.graph.dotted(self.graph.names.function(edge.to)))
            })
    }

    /// Whether the result of a call is a guard's.
    fn result(&self, node: u32, call: u32, truthy: Option<bool>, fuel: u32) -> Decided {
        let targets = self.targets(node, call);
        if self.is_named(node, call) {
            let constant = targets.iter().filter(|to| self.is_constant(**to)).count();
            let strength = match constant {
                0 => Strength::Full,
                all if all == targets.len() => return Decided::NOTHING,
                _ => Strength::Partial,
            };
            return Decided { strength, guards: vec![self.found(node, call, How::Result)] };
        }
        match (targets[..].first(), targets.len(), fuel.checked_sub(1)) {
            (Some(to), 1, Some(fuel)) => self.derived(*to, truthy, fuel),
            _ => Decided::NOTHING,
        }
    }

    /// True for a function that says the same whatever it is asked.
    fn is_constant(&self, node: u32) -> bool {
        let at = self.graph.names.function(node);
        let Some(index) = at.function else { return false };
        let exits = self.control(at.file).exits_of(index);
        let Some(first) = exits.first() else { return false };
        matches!(first.value, Returned::Literal(_) | Returned::Nothing)
            && exits.iter().all(|exit| exit.value == first.value)
    }

    /// Whether what a function returns is what a guard says.
    fn derived(&self, node: u32, truthy: Option<bool>, fuel: u32) -> Decided {
        let at = self.graph.names.function(node);
        let Some(index) = at.function else { return Decided::NOTHING };
        if self.is_constant(node) {
            return Decided::NOTHING;
        }
        let mut all = Vec::new();
        for exit in self.control(at.file).exits_of(index) {
            let safe = match truthy {
                Some(true) => exit.value.is_falsy(),
                Some(false) => exit.value.is_truthy(),
                None => false,
            };
            if safe || exit.value == Returned::Raises {
                continue;
            }
            let mut found = Decided::NOTHING;
            if let Returned::From(tests) = &exit.value {
                let pseudo = Assignment {
                    function: at.function,
                    at: exit.at,
                    name: "".into(),
                    from: tests.clone(),
                    alias: None,
                };
                found = self.assignment(at.file, &pseudo, truthy, fuel, MOST_NAMES);
            }
            found.add(self.place(at.file, at.function, exit.at, fuel));
            all.push(found);
        }
        joined(all)
    }

    pub fn found(&self, node: u32, call: u32, how: How) -> Guard {
        let at = self.graph.names.function(node);
        let call = self.graph.call(node, call);
        Guard { name: call.written.clone(), file: at.file, line: call.span.start, how }
    }

    /// True where a call runs under some condition, or behind one that leaves.
    pub fn is_conditional(&self, file: u32, call: u32) -> bool {
        let control = self.control(file);
        is_conditional(control, self.graph.file(file).facts.calls[call as usize].function, control.calls[call as usize])
    }
}

/// Several values of which any may be the one: full only where all are.
fn joined(all: Vec<Decided>) -> Decided {
    let weakest = all.iter().map(|found| found.strength).min().unwrap_or(Strength::None);
    let strongest = all.iter().map(|found| found.strength).max().unwrap_or(Strength::None);
    let mut out = Decided::NOTHING;
    for found in all.into_iter().filter(|found| found.strength > Strength::None) {
        out.guards.extend(found.guards);
    }
    out.strength = if weakest == strongest { weakest } else { strongest.min(Strength::Partial) };
    out
}

/// The branches of one function.
fn branches_of(control: &Control, function: Option<u32>) -> Vec<&Branch> {
    let within = function.and_then(|index| control.functions.get(index as usize).copied());
    let within = within.unwrap_or(Range { start: 0, end: u32::MAX });
    let from = control.branches.partition_point(|branch| branch.condition.start < within.start);
    let rest = control.branches[from..].iter().take_while(|branch| branch.condition.start < within.end);
    rest.filter(|branch| branch.function == function).collect()
}

/// True where a place behind another is only reached through it: every part that may be left out and holds the first
/// holds the second too.
fn dominates(control: &Control, first: Range, second: Range) -> bool {
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
fn covers(control: &Control, branch: &Branch, points: &[Range], depth: u32) -> bool {
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
fn is_swallowed(control: &Control, at: Range) -> bool {
    control.attempts.iter().any(|attempt| attempt.swallows() && attempt.body.contains(at))
}

/// True for a place under a condition, or behind one that leaves.
fn is_conditional(control: &Control, function: Option<u32>, place: Range) -> bool {
    branches_of(control, function).iter().any(|branch| {
        branch.then.contains(place)
            || branch.otherwise.contains(place)
            || branch.end() <= place.start
                && (branch.then_leaves || branch.otherwise_leaves)
                && dominates(control, branch.condition, place)
    })
}

/// Calls that only write something down.
fn is_record(callee: &str) -> bool {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    matches!(
        last,
        "print"
            | "log"
            | "info"
            | "debug"
            | "warn"
            | "warning"
            | "error"
            | "trace"
            | "Printf"
            | "Println"
            | "Info"
            | "Debug"
            | "Warn"
            | "Errorf"
            | "Infof"
            | "Debugf"
            | "append"
            | "push"
    )
}
