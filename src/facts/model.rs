//! The fact types. Pure data: a function of a blob, its language and that language's queries.

use serde::{Deserialize, Serialize};
use thin_vec::ThinVec;

use super::{control::Control, word::Word};
pub use crate::syntax::RouteKind;

/// 1-based, inclusive line range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn line(line: u32) -> Self {
        Self { start: line, end: line }
    }

    pub fn contains(&self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A literal or a name as far as it can be read without running anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    Str(Word),
    /// As written.
    Num(Word),
    Bool(bool),
    Null,
    List(ThinVec<Value>),
    /// Keys in source order.
    Object(ThinVec<(Word, Value)>),
    /// A dotted name, imports resolved.
    Name(Word),
    /// A call: resolved dotted callee and the values of its arguments (`process.env` idioms, constructors).
    Call(Word, ThinVec<Value>),
    /// Anything else, as written and cut to 200 bytes.
    Other(Word),
}

impl Value {
    pub fn str(text: impl Into<Word>) -> Self {
        Self::Str(text.into())
    }

    pub fn name(dotted: impl Into<Word>) -> Self {
        Self::Name(dotted.into())
    }

    /// Gives back what lists have room for. Recursion is bounded: values are read to a depth.
    pub(super) fn shrink(&mut self) {
        match self {
            Self::List(values) | Self::Call(_, values) => {
                values.shrink_to_fit();
                values.iter_mut().for_each(Self::shrink);
            }
            Self::Object(pairs) => {
                pairs.shrink_to_fit();
                pairs.iter_mut().for_each(|(_, value)| value.shrink());
            }
            _ => {}
        }
    }
}

/// One argument of a call; `keyword` for keyword arguments (object-literal arguments stay [`Value::Object`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    pub keyword: Option<Word>,
    pub value: Value,
}

/// A call with its callee resolved through the file's imports: `import subprocess as sp; sp.run(…)` is
/// `subprocess.run`, `const {exec} = require('child_process')` makes `exec(…)` `child_process.exec`, Go calls are
/// `<package path>.<Name>` (`os/exec.Command`). A method on an unknown receiver keeps its written form (`client.run`).
/// In Rust `std::process::Command::new` is `std.process.Command.new`, what follows in the chain
/// `std.process.Command.new().arg`, and a macro keeps its `!` (`tracing.info!`); struct literals are calls of their type.
/// Shell commands are `sh:` and their name (`sh:curl`), pipelines a call more (`sh:curl | sh`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub callee: Word,
    /// As written in the file: the literal a citation can quote.
    pub written: Word,
    pub span: Span,
    pub arguments: ThinVec<Argument>,
    /// Index into [`FileFacts::functions`] of the innermost enclosing function; in a class body outside of its
    /// methods the class. A callback without a name belongs to the function around it.
    pub function: Option<u32>,
    /// True inside a `for`/`while` of the same function.
    pub in_loop: bool,
    /// True when the call's value is used (assigned, returned, tested, passed on).
    pub result_used: bool,
}

/// A function, method or class. Nested ones name their parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    pub name: Word,
    pub kind: FunctionKind,
    /// Enclosing class or function, dotted.
    pub parent: Option<Word>,
    pub span: Span,
    /// Resolved dotted names, arguments left out.
    pub decorators: Vec<Word>,
    pub parameters: Vec<Word>,
    /// Base classes or implemented interfaces, resolved (classes only).
    pub bases: Vec<Word>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FunctionKind {
    Function,
    Method,
    Class,
}

/// An imported module or name: `from a.b import c as d` is module `a.b`, name `c`, alias `d`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Import {
    pub module: Word,
    pub name: Option<Word>,
    pub alias: Option<Word>,
    pub span: Span,
}

/// Where a setting's value stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettingKind {
    /// Default of a function or constructor parameter.
    Parameter,
    /// Class, dataclass, struct or interface field with a default; object-literal key.
    Field,
    /// Module-level constant or variable.
    Constant,
    /// Command-line option with a default.
    CliOption,
    /// Environment variable read (`os.getenv("X", d)`, `process.env.X ?? d`); read without a default its value is
    /// [`Value::Null`].
    Environment,
    /// Key of a configuration file (YAML, JSON, TOML, HCL, dotenv, the head of a document), or looked up in code with a literal default
    /// (`config.get("x", d)`, `viper.SetDefault("x", d)`).
    ConfigKey,
    /// Key of a compose file, Helm values, Kubernetes manifest or Dockerfile.
    Container,
    /// Keyword argument or object key at a call site.
    Argument,
}

/// A named value with a default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// Normalised to snake case: `autoApprove`, `AUTO_APPROVE`, `auto-approve` are `auto_approve`.
    /// Nested configuration keys are dotted (`services.web.privileged`).
    pub name: Word,
    pub written: Word,
    pub value: Value,
    pub kind: SettingKind,
    pub span: Span,
    /// As in [`Call::function`]; of a parameter the function whose parameter it is.
    pub function: Option<u32>,
}

/// A way in which a model is given an action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// The name that the model sees, where it is a literal.
    pub name: Option<String>,
    /// The constant that names it, where its text stands in another file: dotted, imports resolved.
    pub named_by: Option<String>,
    /// `mcp`, `langchain`, `openai-schema`, `vercel-ai`, … as the query file says.
    pub framework: String,
    pub span: Span,
    /// Parameter names of its schema or handler.
    pub parameters: Vec<String>,
    /// `readOnlyHint` and its kin, as written.
    pub annotations: Vec<(String, Value)>,
    /// Flag of the framework that asks a human (`needs_approval`, `requires_confirmation`), if set.
    pub approval: Option<Value>,
    /// Function that runs it: name as written, `None` for an inline one.
    pub handler: Option<String>,
    /// Lines of the handler's body where it stands in the same file.
    pub body: Option<Span>,
    pub has_description: bool,
    /// What schema or signature say about each of `parameters`, in the same order.
    pub schema: Vec<ParameterSchema>,
    /// Names of the file that stand for the tool itself, where it has no handler: variables that it is given to, sorted.
    pub own_names: Vec<String>,
    /// Names of the variables, lists, classes and functions of the file through which it is handed on, sorted.
    pub collections: Vec<String>,
    /// The declaration itself, or a model call of the same file through one of the collections, offers it to a model.
    pub bound: bool,
}

impl Tool {
    /// What it may be called where its name is said: its own name, that of the constant, else of what runs it. The field
    /// that a name is taken from (`meta.name`) is no name.
    pub fn called(&self) -> Option<&str> {
        let constant = self.named_by.as_deref().map(|name| name.rsplit('.').next().unwrap_or(name));
        let names = [self.name.as_deref(), constant, self.handler.as_deref()];
        let last = |name: &str| name.rsplit('.').next().is_some_and(|last| matches!(last, "name" | "id"));
        names.into_iter().flatten().find(|name| !last(name))
    }
}

/// One parameter of a tool as far as the model is told about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ParameterSchema {
    pub kind: ParameterKind,
    /// `None` where the declaration does not say.
    pub required: Option<bool>,
    /// A limit on length, range, form or number of items.
    pub bounded: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    #[default]
    Unknown,
    String,
    Number,
    Boolean,
    /// One of listed values.
    Enum,
    Array,
    Object,
}

/// A place where a model is called or given its tools.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    /// `openai`, `langchain`, `http`, … as the query file says.
    pub framework: String,
    pub kind: ModelCallKind,
    pub span: Span,
    /// As in [`Call::function`].
    pub function: Option<u32>,
    /// Index into [`FileFacts::calls`]; `None` where a decorator hands out the tools.
    pub call: Option<u32>,
    pub in_loop: bool,
    /// What limits the rounds: of the innermost loop around it (`range(8)`, `step < max_steps`), else the limit that
    /// is handed to a runner (`max_turns=8`). A number or the name of one.
    pub bound: Option<Value>,
    /// Resolved names of the collections and tools that are handed over, and of what local lists of that name hold.
    pub tools: Vec<String>,
    pub model: Option<Value>,
    /// The system prompt or where it comes from.
    pub system: Option<Value>,
    /// What is put into its messages: in the loop around it, else below it in its function. In source order.
    pub appends: Vec<Append>,
    /// What can stop it from outside.
    pub stops: Vec<Stop>,
}

/// What is put into the messages of a model call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Append {
    pub role: Speaker,
    /// Resolved name of what gave the text: a call, else a name.
    pub from: Option<String>,
    /// The text does not stand alone: the words before it, or the name of what wraps it.
    pub wrapped: Option<Value>,
    pub span: Span,
}

/// In whose name something is put into the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// What the model said.
    Reply,
    /// What a tool gave.
    Tool,
    User,
    System,
    /// Not said.
    Other,
}

/// A way in which a model call, or the loop around it, is stopped from outside.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stop {
    pub kind: StopKind,
    /// Of the argument, the exception or what is tested.
    pub name: String,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// A signal, token or context is handed over.
    Passed,
    /// An interruption is caught around it.
    Caught,
    /// The loop around it asks a flag, signal, token or context.
    Tested,
}

/// What starts code from outside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Route {
    /// `fastapi`, `express`, … as the query file says.
    pub framework: String,
    pub kind: RouteKind,
    /// In lower case, sorted; empty where it takes every method or has none.
    pub methods: Vec<String>,
    /// As written, where it is a literal: a path, the name of a queue or event, the time of a schedule.
    pub path: Option<String>,
    /// Name of the function that runs, `None` for an inline one.
    pub handler: Option<String>,
    /// Resolved names of what stands between: decorators, dependencies and middleware beside it and, of the same file,
    /// of its router. Sorted.
    pub around: Vec<String>,
    pub span: Span,
    /// As in [`Call::function`]; of a decorated function that function.
    pub function: Option<u32>,
}

/// A part of a document below one heading, those of lower levels within it among it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The words of the heading, cut to 120 bytes.
    pub title: Word,
    /// 1 to 6.
    pub level: u8,
    /// From the heading to the line before the next one of its own or a higher level.
    pub span: Span,
}

/// A loop and what ends it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Loop {
    /// Its head: the first line.
    pub span: Span,
    /// As in [`Call::function`].
    pub function: Option<u32>,
    pub bounded: Bounded,
    /// The number of rounds or the name of it, where something plain says so.
    pub limit: Option<Value>,
    /// A model call of the file stands in it.
    pub asks_model: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bounded {
    /// By a number of rounds, or it goes over a collection.
    Yes,
    /// It goes on for ever, and nothing in it counts.
    No,
    /// By a condition that is not read.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelCallKind {
    /// The model is asked, once or by a runner that loops by itself.
    Call,
    /// An agent or model is made or given tools; who calls it stands elsewhere.
    Agent,
    /// Tools are handed to whatever client asks for them.
    Serve,
}

/// What a file is to the product. Rules look at product code unless they say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Context {
    Product,
    Test,
    Example,
    Docs,
    Generated,
    Vendored,
    Script,
    /// A package of the repository that is published beside the product: an integration, a plugin, a template.
    Companion,
}

/// How much of a file's content the facts stand for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Coverage {
    Full,
    /// Parsed with error nodes, or a limit was hit: the reason.
    Partial(String),
    /// Text only: the language has no queries (documents, unknown languages).
    Text,
}

/// Everything that one file says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FileFacts {
    pub lines: u32,
    pub coverage: Coverage,
    pub functions: Vec<Function>,
    pub calls: Vec<Call>,
    pub imports: Vec<Import>,
    pub settings: Vec<Setting>,
    pub tools: Vec<Tool>,
    pub control: Control,
    pub models: Vec<ModelCall>,
    /// In source order.
    pub loops: Vec<Loop>,
    pub routes: Vec<Route>,
    /// Of documents, in the order of their headings.
    pub sections: Vec<Section>,
}
