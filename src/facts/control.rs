//! What decides whether a call runs: branches, ways out of a function, what local names hold. Compact: ranges and
//! indexes; names only where something else in the file asks for them.

use serde::{Deserialize, Serialize};

use super::{model::Span, word::Word};

/// Bytes of the file's text, the end exclusive. Empty where there is no such part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Range {
    pub start: u32,
    pub end: u32,
}

impl Range {
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub fn contains(self, other: Range) -> bool {
        self.start <= other.start && other.end <= self.end && !self.is_empty()
    }
}

/// What a value hangs on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The result of a call, by its index in [`super::FileFacts::calls`].
    Call(u32),
    /// What a name holds: `x`, `self.x`.
    Name(Word),
}

/// One part of a condition (or of a value that is computed from several).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    pub subject: Subject,
    /// Where the whole holds, what this part said is known: it is not one of several alternatives.
    pub when_true: bool,
    /// Where the whole does not hold, what this part said is known.
    pub when_false: bool,
    /// Whether the whole asks for the part to be falsy; `None` where it is compared with something.
    pub negated: Option<bool>,
}

/// A condition and the parts that hang on it. An arm of a `match` or `switch` is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// As in [`super::Call::function`].
    pub function: Option<u32>,
    pub condition: Range,
    pub tests: Box<[Test]>,
    pub then: Range,
    pub otherwise: Range,
    /// The part never runs on to what follows the branch: return, raise, continue, break, exit.
    pub then_leaves: bool,
    pub otherwise_leaves: bool,
}

impl Branch {
    /// Where the whole statement ends.
    pub fn end(&self) -> u32 {
        self.condition.end.max(self.then.end).max(self.otherwise.end)
    }
}

/// A `try` and what catches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub body: Range,
    /// Each with whether it always leaves.
    pub handlers: Box<[(Range, bool)]>,
    pub finally: Range,
}

impl Attempt {
    /// True where what follows runs although the body was broken off.
    pub fn swallows(&self) -> bool {
        self.handlers.iter().any(|(_, leaves)| !leaves)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Returned {
    /// Raises, throws, panics or ends the program.
    Raises,
    /// Nothing, or the end of the body.
    Nothing,
    /// A literal (or an object of literals and parameters), as written.
    Literal(Word),
    /// Computed from these.
    From(Box<[Test]>),
    Other,
}

impl Returned {
    /// True for values that no condition takes for a yes.
    pub fn is_falsy(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Literal(text) => matches!(&**text, "False" | "false" | "None" | "null" | "undefined" | "0" | "nil"),
            _ => false,
        }
    }

    pub fn is_truthy(&self) -> bool {
        matches!(self, Self::Literal(_)) && !self.is_falsy()
    }
}

/// A way out of a function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    pub function: u32,
    pub at: Range,
    pub value: Returned,
}

/// A name that is given a value: `x = …`, `self.x = …`, a loop's variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    pub function: Option<u32>,
    pub at: Range,
    pub name: Word,
    /// What the value is computed from.
    pub from: Box<[Test]>,
    /// The value's dotted name where it has one (`handlers[]` for an element).
    pub alias: Option<Word>,
}

/// Names of functions by key, as handler tables list them: `{"shell": run_shell}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub function: Option<u32>,
    /// The left side: `HANDLERS`, `self.handlers`.
    pub name: Word,
    /// Keys (empty in lists) and resolved dotted names of the elements.
    pub targets: Box<[(Word, Word)]>,
}

/// The declared type of a parameter or field, or of what a function returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The function of the parameter or result, the class of the field.
    pub function: Option<u32>,
    /// Empty for a result.
    pub name: Word,
    /// Resolved dotted name without arguments.
    pub kind: Word,
}

/// A part of a function that runs where a value is one of a few texts: `case "read":`, `if name == "read":`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// As in [`super::Call::function`].
    pub function: Option<u32>,
    /// The last name of what is compared.
    pub subject: Word,
    pub keys: Box<[Word]>,
    pub lines: Span,
}

/// A function that is handed the name of a tool and runs that tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispatcher {
    /// As [`super::Tool::handler`] and [`super::Tool::body`].
    pub handler: Option<String>,
    pub body: Option<Span>,
    pub span: Span,
}

/// The control facts of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Control {
    /// Of each of [`super::FileFacts::calls`].
    pub calls: Vec<Range>,
    /// Of each of [`super::FileFacts::functions`].
    pub functions: Vec<Range>,
    /// By the start of the condition.
    pub branches: Vec<Branch>,
    /// Parts that may run never or later: bodies of loops and of functions without a name.
    pub regions: Vec<Range>,
    pub attempts: Vec<Attempt>,
    pub exits: Vec<Exit>,
    /// By function, name and place.
    pub assignments: Vec<Assignment>,
    /// By function and name.
    pub tables: Vec<Table>,
    /// By function and name.
    pub types: Vec<Declared>,
    /// Functions that stand as the value of a key in a literal; ascending.
    pub keyed: Vec<u32>,
    /// By place.
    pub arms: Vec<Arm>,
    pub dispatchers: Vec<Dispatcher>,
}

impl Control {
    /// What a name of a function (`None`: of the file) is given, in the order of the text.
    pub fn assigned(&self, function: Option<u32>, name: &str) -> &[Assignment] {
        let known = |assignment: &Assignment| (assignment.function, &*assignment.name) < (function, name);
        let from = self.assignments.partition_point(known);
        let rest = &self.assignments[from..];
        let count = rest.partition_point(|known| known.function == function && &*known.name == name);
        &rest[..count]
    }

    /// Indexes of the tables of a name.
    pub fn tables_of(&self, function: Option<u32>, name: &str) -> std::ops::Range<u32> {
        let at = |table: &Table| (table.function, &*table.name).cmp(&(function, name));
        let from = self.tables.partition_point(|table| at(table).is_lt());
        let to = self.tables.partition_point(|table| at(table).is_le());
        u32::try_from(from).unwrap_or(0)..u32::try_from(to).unwrap_or(0)
    }

    /// The declared type of a parameter, variable or field; of the result for an empty name.
    pub fn declared(&self, function: Option<u32>, name: &str) -> Option<&str> {
        let from = self.types.partition_point(|known| (known.function, &*known.name) < (function, name));
        self.types
            .get(from)
            .filter(|known| known.function == function && &*known.name == name)
            .map(|known| &*known.kind)
    }

    /// The ways out of a function.
    pub fn exits_of(&self, function: u32) -> &[Exit] {
        let from = self.exits.partition_point(|exit| exit.function < function);
        let to = self.exits.partition_point(|exit| exit.function <= function);
        &self.exits[from..to]
    }

    /// Those that can be taken: nothing behind one that stands under no condition runs.
    pub fn exits_taken(&self, function: u32) -> &[Exit] {
        let exits = self.exits_of(function);
        let body = self.functions.get(function as usize).copied().unwrap_or_default();
        let under = |part: Range, exit: Range| body.contains(part) && part.contains(exit);
        let always = |exit: &Exit| {
            let of_branch = |branch: &Branch| under(branch.then, exit.at) || under(branch.otherwise, exit.at);
            let of_attempt = |attempt: &Attempt| {
                let handled = attempt.handlers.iter().any(|(handler, _)| under(*handler, exit.at));
                handled || under(attempt.body, exit.at) || under(attempt.finally, exit.at)
            };
            !self.branches.iter().any(of_branch)
                && !self.attempts.iter().any(of_attempt)
                && !self.regions.iter().any(|region| under(*region, exit.at))
        };
        match exits.iter().position(always) {
            Some(last) => &exits[..=last],
            None => exits,
        }
    }
}
