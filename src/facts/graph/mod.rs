//! Who calls whom across the files of a repository, and what decides whether a call is reached.
//!
//! Built over a whole [`FactBase`]. Calls are resolved through imports and re-exports, receivers whose type is plain,
//! handler tables, decorators, and functions that are passed on; else by the name of a method that only one class of
//! the product has. What cannot be followed is kept: as an edge that is not sure, or as a mark on the caller. Questions
//! are answered with a witness, with a clear no, or with the place that made it unknown.
//!
//! Unknown are: what is looked up by name when run, elements of tables that are filled where it is not seen, methods
//! that several classes have while the receiver's type is not plain, fields and variables that hold functions from
//! elsewhere, parameters that are called unless all callers of the product are followed, and guards whose result is
//! stored or handed on. Ways are not told apart by who called: a function that is reached leads wherever it can lead.
//! A guard counts by its place in the text: that the right value is asked is not checked.
//!
//! ```text
//! let graph = Graph::build(&base);
//! let shell = graph.function("agent/tools.py", "run_shell")?;
//! graph.reaches(shell.into(), &|call| call.callee == "subprocess.run");
//! graph.guarded(shell.into(), &sink, &|name| name.ends_with("is_allowed"));
//! ```

mod agent;
mod bodies;
mod build;
mod decide;
mod dispatch;
mod dominance;
mod edges;
mod entity;
mod from;
mod guard;
mod handed;
mod handlers;
mod libraries;
mod lookup;
mod members;
mod names;
mod parameters;
mod raises;
mod reach;

pub use agent::AgentRun;
pub use decide::is_log;
pub use from::Led;
pub use guard::{Guard, Guarded, How, Standing};
pub use libraries::Libraries;

use super::{Call, Context, FactBase, File, Function, Span, modules};
use dispatch::Dispatch;
use edges::ParameterCalls;
use names::Names;

/// A function of the repository, or the top level of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionRef {
    /// Index into [`FactBase::files`].
    pub file: u32,
    /// Index into [`super::FileFacts::functions`]; `None` for what stands outside of all.
    pub function: Option<u32>,
}

/// Where a question starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    Function(FunctionRef),
    /// The lines of a body without a name, as inline handlers of tools have.
    Lines(u32, Span),
}

impl From<FunctionRef> for Start {
    fn from(function: FunctionRef) -> Self {
        Self::Function(function)
    }
}

/// How a call leads on to a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    Call,
    /// An element of a handler table.
    Table,
    /// Handed over as a value: thread and task targets, callbacks, registrations.
    Passed,
    /// A parameter that is called, to what callers hand over for it. Only where a question starts: elsewhere the caller
    /// itself leads on.
    Parameter,
}

/// A way from one function to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Node it leads to.
    to: u32,
    /// Index of the call in the facts of the file it starts from.
    call: u32,
    pub kind: EdgeKind,
    /// False where this function is one of several that may be meant.
    pub sure: bool,
    /// The function that takes the passed one as parameter and calls it: its node, and the parameter's position.
    through: Option<(u32, u32)>,
}

/// One function on a way and the call in it that leads on; the last call of a path is the sink.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub function: FunctionRef,
    /// Index into the calls of that file.
    pub call: u32,
    /// Line of the call.
    pub line: u32,
    /// How this function was entered; `None` for the first.
    entered: Option<Edge>,
}

/// A place that could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// Index into [`FactBase::files`].
    pub file: u32,
    pub line: u32,
    /// A sentence's part: `calls a parameter`.
    pub why: String,
}

/// Whether a call can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// The shortest way; of several the first by the order of calls and paths.
    Path(Vec<Step>),
    None,
    Unknown(Unknown),
}

/// Calls and functions that are followed at most; beyond them the answer is unknown.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Calls on a path.
    pub depth: u32,
    pub functions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 24, functions: 20_000 }
    }
}

/// A call that is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    node: u32,
    call: u32,
    why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Matters only where callers hand over what is not followed.
    Parameter,
    /// Hands something over that is not followed, to a function that calls it.
    Handed,
    Table,
    Value,
    Reflection,
}

impl Why {
    fn sentence(self) -> &'static str {
        match self {
            Self::Parameter => "calls a parameter",
            Self::Handed => "hands over a function that is not followed",
            Self::Table => "calls an element of a table that is not followed",
            Self::Value => "calls a value that is not followed",
            Self::Reflection => "calls what is looked up by name",
        }
    }
}

/// The call graph of a repository.
pub struct Graph<'a> {
    base: &'a FactBase,
    names: Names<'a>,
    /// Edges by node: `edges[starts[n]..starts[n + 1]]`, in the order of calls.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// By node.
    marks: Vec<Mark>,
    /// Calls by node, as `starts`; indexes into the calls of the node's file.
    call_starts: Vec<u32>,
    calls: Vec<u32>,
    parameters: ParameterCalls,
    /// Edges that pass a node as value: `(to, from, index of the edge)`, sorted.
    passed: Vec<(u32, u32, u32)>,
    /// How tools without a handler of their own are run.
    dispatch: Dispatch,
    pub limits: Limits,
}

impl<'a> Graph<'a> {
    /// Resolves every call of every file, with the threads of the current rayon pool; the result does not depend on
    /// their number.
    pub fn build(base: &'a FactBase) -> Self {
        build::build(base)
    }

    pub fn file(&self, index: u32) -> &'a File {
        &self.base.files[index as usize]
    }

    /// The facts of a function; `None` for the top level of a file.
    pub fn facts(&self, function: FunctionRef) -> Option<&'a Function> {
        self.file(function.file).facts.functions.get(function.function? as usize)
    }

    /// The function of a path with a dotted name (`Class.method`); the first of several.
    pub fn function(&self, path: &str, dotted: &str) -> Option<FunctionRef> {
        let file = u32::try_from(self.base.index(path)?).ok()?;
        let functions = &self.file(file).facts.functions;
        let found = functions.iter().position(|function| is_named(function, dotted))?;
        Some(FunctionRef { file, function: u32::try_from(found).ok() })
    }

    /// Dotted name of a function for messages and guards: `Class.method`, the file's path for its top level.
    pub fn dotted(&self, function: FunctionRef) -> String {
        self.facts(function).map_or_else(|| self.file(function.file).path.clone(), dotted)
    }

    /// Edges, functions and marks: what was resolved and what was not.
    pub fn sizes(&self) -> (usize, usize, usize) {
        (self.edges.len(), self.starts.len().saturating_sub(1), self.marks.len())
    }

    fn call(&self, node: u32, call: u32) -> &'a Call {
        &self.file(self.names.function(node).file).facts.calls[call as usize]
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        let at = node as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn calls_of(&self, node: u32) -> &[u32] {
        let at = node as usize;
        &self.calls[self.call_starts[at] as usize..self.call_starts[at + 1] as usize]
    }

    fn marks_of(&self, node: u32) -> &[Mark] {
        let from = self.marks.partition_point(|mark| mark.node < node);
        let to = self.marks.partition_point(|mark| mark.node <= node);
        &self.marks[from..to]
    }
}

fn dotted(function: &Function) -> String {
    match &function.parent {
        Some(parent) => format!("{parent}.{}", function.name),
        None => function.name.to_string(),
    }
}

fn is_named(function: &Function, wanted: &str) -> bool {
    match &function.parent {
        Some(parent) => wanted
            .strip_prefix(parent.as_str())
            .and_then(|rest| rest.strip_prefix('.'))
            .is_some_and(|name| name == function.name),
        None => function.name == wanted,
    }
}

fn is_product(file: &File) -> bool {
    file.context == Context::Product
}
