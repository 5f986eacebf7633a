use std::collections::BTreeMap;

pub use crate::rulebook::State;
use crate::{facts::Context, facts::Span, text::Raw};

/// One place where a rule matched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signal {
    /// Id of the rule.
    pub rule: String,
    pub file: String,
    pub lines: Span,
    pub context: Context,
    pub state: State,
    /// A literal within `lines`, a name and never a value.
    pub contains: Option<String>,
    /// What the sentences of the rule may name: `callee`, `name`, `value` (masked), `tool`, `function`, `file`, `line`.
    pub captures: BTreeMap<String, Raw>,
}

impl Signal {
    /// Lines of a signal of which only the file is known: it counts and cannot be cited.
    pub const NOWHERE: Span = Span { start: 0, end: 0 };
}
