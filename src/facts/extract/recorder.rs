//! Collects control facts during the walk, when the indexes of calls are not known yet.

use tree_sitter::Node;

use super::{
    arms::{self, RawArm},
    builder::Builder,
};
use crate::facts::{
    control::{
        Assignment, Attempt, Branch, Control, Declared, Dispatcher, Exit, Range, Returned, Subject, Table, Test,
    },
    model::{FileFacts, Value},
    names::cut,
};

/// Entries of one kind that are kept per file.
pub(super) const MOST: usize = 20_000;
/// Parts of a condition, elements of a table.
pub(super) const MOST_TESTS: usize = 16;
const MOST_TARGETS: usize = 200;
/// Nesting of conditions that is looked at.
pub(super) const DEEPEST_CONDITION: u32 = 12;
/// Bytes of a name, and of a returned literal.
pub(super) const LONGEST_NAME: usize = 120;

pub(super) fn range(node: Node<'_>) -> Range {
    let at = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    Range { start: at(node.start_byte()), end: at(node.end_byte()) }
}

pub(super) enum RawSubject {
    Call(Range),
    Name(String),
}

pub(super) struct RawTest {
    pub subject: RawSubject,
    pub when_true: bool,
    pub when_false: bool,
    pub negated: Option<bool>,
}

/// What is known of a part when the whole condition is true, when it is false, and how often it was turned around.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub when_true: bool,
    pub when_false: bool,
    pub negated: Option<bool>,
}

impl Known {
    pub const WHOLE: Self = Self { when_true: true, when_false: true, negated: Some(false) };

    pub fn not(self) -> Self {
        Self { negated: self.negated.map(|negated| !negated), ..self }
    }

    /// A side of `and`: known only where the conjunction is true.
    pub fn and(self) -> Self {
        match self.negated {
            Some(false) => Self { when_false: false, ..self },
            Some(true) => Self { when_true: false, ..self },
            None => Self { when_true: false, when_false: false, ..self },
        }
    }

    /// A side of `or`: known only where the disjunction is false.
    pub fn or(self) -> Self {
        self.not().and().not()
    }

    pub fn compared(self) -> Self {
        Self { negated: None, ..self }
    }
}

pub(super) type RawTests = Vec<RawTest>;

pub(super) fn push_call(node: Node<'_>, known: Known, out: &mut RawTests) {
    push(RawSubject::Call(range(node)), known, out);
}

pub(super) fn push_name(name: &str, known: Known, out: &mut RawTests) {
    if name.len() <= LONGEST_NAME {
        push(RawSubject::Name(name.to_owned()), known, out);
    }
}

fn push(subject: RawSubject, known: Known, out: &mut RawTests) {
    if out.len() < MOST_TESTS {
        let Known { when_true, when_false, negated } = known;
        out.push(RawTest { subject, when_true, when_false, negated });
    }
}

pub(super) enum RawReturned {
    Raises,
    Nothing,
    Literal(String),
    From(RawTests),
    Other,
}

pub(super) struct RawBranch {
    pub condition: Range,
    pub tests: RawTests,
    pub then: Range,
    pub otherwise: Range,
    pub then_leaves: bool,
    pub otherwise_leaves: bool,
}

impl RawBranch {
    pub fn new(condition: Range, tests: RawTests) -> Self {
        let none = Range::default();
        Self { condition, tests, then: none, otherwise: none, then_leaves: false, otherwise_leaves: false }
    }
}

struct RawAssignment {
    function: Option<u32>,
    at: Range,
    name: String,
    from: RawTests,
    alias: Option<String>,
}

/// Control facts of a file while it is being walked.
#[derive(Default)]
pub(super) struct Recorder {
    calls: Vec<Range>,
    functions: Vec<Range>,
    branches: Vec<(Option<u32>, RawBranch)>,
    regions: Vec<Range>,
    attempts: Vec<Attempt>,
    exits: Vec<(u32, Range, RawReturned)>,
    assignments: Vec<RawAssignment>,
    tables: Vec<Table>,
    types: Vec<Declared>,
    keyed: Vec<u32>,
    pub arms: Vec<RawArm>,
    dispatchers: Vec<Dispatcher>,
    /// Functions without a name around the node: their nodes and how many scopes there were.
    anonymous: Vec<(usize, usize)>,
}

impl Recorder {
    pub fn call(&mut self, node: Node<'_>) {
        self.calls.push(range(node));
    }

    pub fn function(&mut self, node: Node<'_>) {
        self.functions.push(range(node));
    }
}

impl Builder<'_> {
    pub(super) fn branch(&mut self, branch: RawBranch) {
        if self.control.branches.len() < MOST {
            let function = self.function();
            self.control.branches.push((function, branch));
        }
    }

    pub(super) fn region(&mut self, node: Node<'_>) {
        if self.control.regions.len() < MOST {
            self.control.regions.push(range(node));
        }
    }

    pub(super) fn attempt(&mut self, attempt: Attempt) {
        if self.control.attempts.len() < MOST {
            self.control.attempts.push(attempt);
        }
    }

    /// A function without a name: what it leaves is itself.
    pub(super) fn enter_anonymous(&mut self, node: Node<'_>) {
        self.region(node);
        let depth = self.depth();
        self.control.anonymous.push((node.id(), depth));
    }

    pub(super) fn leave_anonymous(&mut self, node: Node<'_>) {
        if self.control.anonymous.last().is_some_and(|(id, _)| *id == node.id()) {
            self.control.anonymous.pop();
        }
    }

    pub(super) fn exit(&mut self, node: Node<'_>, value: RawReturned) {
        let inside = self.control.anonymous.last().is_some_and(|(_, depth)| *depth == self.depth());
        if let (Some(function), false) = (self.function(), inside)
            && self.control.exits.len() < MOST
        {
            self.control.exits.push((function, range(node), value));
        }
    }

    pub(super) fn assign(&mut self, name: &str, from: RawTests, alias: Option<String>, node: Node<'_>) {
        if self.control.assignments.len() < MOST && name.len() <= LONGEST_NAME {
            let function = self.function();
            let alias = alias.filter(|alias| alias.len() <= LONGEST_NAME);
            let (at, name) = (range(node), name.to_owned());
            self.control.assignments.push(RawAssignment { function, at, name, from, alias });
        }
    }

    pub(super) fn table(&mut self, name: &str, targets: Vec<(String, String)>) {
        if self.control.tables.len() < MOST && !targets.is_empty() && name.len() <= LONGEST_NAME {
            let targets = targets
                .iter()
                .take(MOST_TARGETS)
                .map(|(key, target)| (cut(key, LONGEST_NAME).into(), cut(target, LONGEST_NAME).into()))
                .collect();
            self.control.tables.push(Table { function: self.function(), name: name.into(), targets });
        }
    }

    pub(super) fn dispatcher(&mut self, dispatcher: Dispatcher) {
        if self.control.dispatchers.len() < MOST {
            self.control.dispatchers.push(dispatcher);
        }
    }

    /// The innermost function stands as the value of a key.
    pub(super) fn keyed(&mut self) {
        self.control.keyed.extend(self.function());
    }

    pub(super) fn declared(&mut self, function: Option<u32>, name: &str, kind: &str) {
        if self.control.types.len() < MOST && !is_plain_type(kind) && kind.len() <= LONGEST_NAME {
            self.control.types.push(Declared { function, name: name.into(), kind: kind.into() });
        }
    }
}

/// Types that have no methods of the repository.
fn is_plain_type(kind: &str) -> bool {
    matches!(
        kind,
        "str"
            | "int"
            | "bool"
            | "float"
            | "bytes"
            | "dict"
            | "list"
            | "set"
            | "tuple"
            | "object"
            | "None"
            | "string"
            | "number"
            | "boolean"
            | "any"
            | "void"
            | "unknown"
            | "never"
            | "error"
            | "byte"
            | "rune"
            | "int64"
            | "int32"
            | "uint64"
            | "uint32"
            | "float64"
            | ""
    )
}

/// The literal as it is compared: what is longer says enough by its start and length.
pub(super) fn literal(text: &str) -> RawReturned {
    let short = cut(text.trim(), LONGEST_NAME);
    RawReturned::Literal(if short.len() < text.trim().len() {
        format!("{short}…{}", text.len())
    } else {
        short.to_owned()
    })
}

impl Recorder {
    /// The facts, with calls by their index and without names that nothing in the file asks for.
    pub fn finish(self, facts: &FileFacts) -> Control {
        let calls = self.calls;
        let index = |wanted: Range| {
            let from = calls.partition_point(|known| known.start < wanted.start);
            let found = calls[from..].iter().take_while(|known| known.start == wanted.start);
            found.clone().position(|known| known.end == wanted.end).and_then(|at| u32::try_from(from + at).ok())
        };
        let tests = |raw: RawTests| -> Box<[Test]> {
            raw.into_iter()
                .filter_map(|test| {
                    let subject = match test.subject {
                        RawSubject::Call(range) => Subject::Call(index(range)?),
                        RawSubject::Name(name) => Subject::Name(name.into()),
                    };
                    let RawTest { when_true, when_false, negated, .. } = test;
                    Some(Test { subject, when_true, when_false, negated })
                })
                .collect()
        };
        let keep = kept(&self.assignments, &self.branches, &self.exits, facts);
        let mut assignments: Vec<Assignment> = self
            .assignments
            .into_iter()
            .zip(keep)
            .filter(|(_, keep)| *keep)
            .map(|(raw, _)| {
                let RawAssignment { function, at, name, from, alias } = raw;
                Assignment { function, at, name: name.into(), from: tests(from), alias: alias.map(Into::into) }
            })
            .collect();
        let mut assigned: Vec<&str> = assignments.iter().map(|assignment| &*assignment.name).collect();
        assigned.sort_unstable();
        assigned.dedup();
        let mut branches: Vec<Branch> = self
            .branches
            .into_iter()
            .map(|(function, raw)| {
                let mut known = raw.tests;
                known.retain(|test| match &test.subject {
                    RawSubject::Call(_) => true,
                    RawSubject::Name(name) => assigned.binary_search(&name.as_str()).is_ok(),
                });
                Branch {
                    function,
                    condition: raw.condition,
                    tests: tests(known),
                    then: raw.then,
                    otherwise: raw.otherwise,
                    then_leaves: raw.then_leaves,
                    otherwise_leaves: raw.otherwise_leaves,
                }
            })
            .collect();
        branches.sort_by_key(|branch| branch.condition);
        let mut exits: Vec<Exit> = self
            .exits
            .into_iter()
            .map(|(function, at, value)| {
                let value = match value {
                    RawReturned::Raises => Returned::Raises,
                    RawReturned::Nothing => Returned::Nothing,
                    RawReturned::Literal(text) => Returned::Literal(text.into()),
                    RawReturned::From(raw) => Returned::From(tests(raw)),
                    RawReturned::Other => Returned::Other,
                };
                Exit { function, at, value }
            })
            .collect();
        exits.sort_by_key(|exit| (exit.function, exit.at));
        let (mut regions, mut attempts, mut tables, mut types) = (self.regions, self.attempts, self.tables, self.types);
        assignments.sort_by(|a, b| (a.function, &a.name, a.at).cmp(&(b.function, &b.name, b.at)));
        tables.sort_by(|a, b| (a.function, &a.name).cmp(&(b.function, &b.name)));
        types.sort_by(|a, b| (a.function, &a.name).cmp(&(b.function, &b.name)));
        assignments.shrink_to_fit();
        branches.shrink_to_fit();
        exits.shrink_to_fit();
        regions.shrink_to_fit();
        attempts.shrink_to_fit();
        tables.shrink_to_fit();
        types.shrink_to_fit();
        let (mut calls, mut functions) = (calls, self.functions);
        calls.shrink_to_fit();
        functions.shrink_to_fit();
        let (keyed, arms, dispatchers) = (self.keyed, arms::finish(self.arms, facts), self.dispatchers);
        Control {
            calls,
            functions,
            branches,
            regions,
            attempts,
            exits,
            assignments,
            tables,
            types,
            keyed,
            arms,
            dispatchers,
        }
    }
}

/// Which assignments something in the file asks for: names that are called, handed over, tested or returned, and what
/// those are computed from.
fn kept(
    assignments: &[RawAssignment],
    branches: &[(Option<u32>, RawBranch)],
    exits: &[(u32, Range, RawReturned)],
    facts: &FileFacts,
) -> Vec<bool> {
    let mut names: Vec<&str> = assignments.iter().map(|assignment| assignment.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut asked = vec![false; names.len()];
    let mut ask = |name: &str| {
        if let Ok(at) = names.binary_search(&name) {
            asked[at] = true;
        }
    };
    let subjects = |tests: &RawTests, ask: &mut dyn FnMut(&str)| {
        for test in tests {
            if let RawSubject::Name(name) = &test.subject {
                ask(name);
            }
        }
    };
    for call in &facts.calls {
        roots(&call.callee).for_each(&mut ask);
        for argument in &call.arguments {
            if let Value::Name(name) = &argument.value {
                ask(name);
            }
        }
    }
    branches.iter().for_each(|(_, branch)| subjects(&branch.tests, &mut ask));
    for (_, _, value) in exits {
        if let RawReturned::From(tests) = value {
            subjects(tests, &mut ask);
        }
    }
    // Later assignments first: what they are computed from stands above them.
    for assignment in assignments.iter().rev() {
        if names.binary_search(&assignment.name.as_str()).is_ok_and(|at| asked[at]) {
            let mut ask = |name: &str| {
                if let Ok(at) = names.binary_search(&name) {
                    asked[at] = true;
                }
            };
            subjects(&assignment.from, &mut ask);
            assignment.alias.iter().flat_map(|alias| roots(alias)).for_each(&mut ask);
        }
    }
    let keep = assignments.iter().map(|assignment| {
        let field = assignment.name.contains('.') && (assignment.alias.is_some() || !assignment.from.is_empty());
        let export = assignment.function.is_none() && assignment.alias.is_some();
        field || export || names.binary_search(&assignment.name.as_str()).is_ok_and(|at| asked[at])
    });
    keep.collect()
}

/// `a` and `a.b` of `a.b.c()`, without the marks of calls and subscripts.
fn roots(dotted: &str) -> impl Iterator<Item = &str> {
    let mut ends = dotted.char_indices().filter(|(_, c)| matches!(c, '.' | '(' | '[')).map(|(at, _)| at);
    let first = ends.next().unwrap_or(dotted.len());
    let second = ends.next().unwrap_or(dotted.len());
    [dotted.get(..first), dotted.get(..second)].into_iter().flatten()
}
