//! Whether a place in a function is only reached as something decides.

use std::cell::{Cell, RefCell};

use foldhash::HashMap;

use super::{
    EdgeKind, FunctionRef, Graph, Guard,
    dominance::{branches_of, covers, dominates, is_conditional},
    guard::How,
};
use crate::facts::control::{Assignment, Branch, Control, Range, Returned, Subject, Test};

/// Functions that are looked into for where a result comes from.
const DEEPEST: u32 = 3;
/// Names that stand for names.
const MOST_NAMES: u32 = 6;
/// Assignments of one name that are looked at.
const MOST_VALUES: usize = 8;
/// Branches and calls of one function that are looked at: with more of them it is data, or made to cost time.
const MOST_PLACES: usize = 3_000;
/// Conditions that are looked at for one question.
const MOST_STEPS: u32 = 400_000;

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
    sites: RefCell<HashMap<(u32, Range, u32), Decided>>,
    pub(super) inside: RefCell<HashMap<(u32, u32), Option<Guard>>>,
    steps: Cell<u32>,
}

impl<'g, 'a> Judge<'g, 'a> {
    pub fn new(graph: &'g Graph<'a>, is_guard: &'g dyn Fn(&str) -> bool) -> Self {
        Self { graph, is_guard, sites: RefCell::default(), inside: RefCell::default(), steps: Cell::new(MOST_STEPS) }
    }

    pub fn is_guard(&self, name: &str) -> bool {
        (self.is_guard)(name)
    }

    pub(super) fn control(&self, file: u32) -> &'a Control {
        &self.graph.file(file).facts.control
    }

    /// What decides whether a call runs, within its function.
    pub fn call(&self, file: u32, call: u32) -> Decided {
        let function = self.graph.file(file).facts.calls[call as usize].function;
        self.place(file, function, self.control(file).calls[call as usize], DEEPEST)
    }

    fn place(&self, file: u32, function: Option<u32>, target: Range, fuel: u32) -> Decided {
        let Some(fuel) = fuel.checked_sub(1) else { return Decided::NOTHING };
        let key = (file, target, fuel);
        if let Some(known) = self.sites.borrow().get(&key) {
            return known.clone();
        }
        // Recursion comes back here: for the time being nothing decides.
        self.sites.borrow_mut().insert(key, Decided::NOTHING);
        let mut out = Decided::NOTHING;
        let mut points = Vec::new();
        let branches = branches_of(self.control(file), function);
        let calls = self.graph.calls_of(self.graph.names.node(FunctionRef { file, function })).len();
        if branches.len().max(calls) > MOST_PLACES {
            return Decided { strength: Strength::Unknown, guards: Vec::new() };
        }
        for branch in branches {
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
        self.sites.borrow_mut().insert(key, out.clone());
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
    pub(super) fn test(
        &self,
        file: u32,
        function: Option<u32>,
        test: &Test,
        at: Range,
        holds: bool,
        fuel: u32,
    ) -> Decided {
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
        let Some(left) = self.steps.get().checked_sub(1) else {
            return Decided { strength: Strength::Unknown, guards: Vec::new() };
        };
        self.steps.set(left);
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
        for assignment in assigned.iter().rev().filter(|known| !own || known.at.start < at.start).take(MOST_VALUES) {
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
    pub(super) fn targets(&self, node: u32, call: u32) -> Vec<u32> {
        let edges = self.graph.edges_of(node).iter();
        let own = edges.filter(|edge| edge.call == call && matches!(edge.kind, EdgeKind::Call | EdgeKind::Table));
        own.map(|edge| edge.to).collect()
    }

    /// True where the callee, or a function that it surely is, has a guard's name.
    pub(super) fn is_named(&self, node: u32, call: u32) -> bool {
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
        let exits = self.control(at.file).exits_taken(index);
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
        for exit in self.control(at.file).exits_taken(index) {
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
        Guard { name: call.written.to_string(), file: at.file, line: call.span.start, how }
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

/// Calls that keep something or write it down.
fn is_record(callee: &str) -> bool {
    is_log(callee) || matches!(callee.rsplit('.').next(), Some("append" | "push"))
}

/// Calls that only write something down.
pub fn is_log(callee: &str) -> bool {
    let last = callee.rsplit('.').next().unwrap_or(callee).trim_end_matches('!');
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
            | "exception"
            | "Printf"
            | "Println"
            | "Print"
            | "Fprintf"
            | "Fprintln"
            | "Fprint"
            | "Info"
            | "Debug"
            | "Warn"
            | "Error"
            | "Errorf"
            | "Infof"
            | "Debugf"
            | "Warnf"
            | "println"
            | "eprintln"
    )
}
