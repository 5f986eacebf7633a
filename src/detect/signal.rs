use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{facts::Context, facts::Span, text::Raw};

/// Whether what a signal names is at work in the scored default configuration.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema, Default,
)]
#[serde(rename_all = "snake_case")]
pub enum State {
    #[default]
    On,
    OptIn,
    Off,
    Unknown,
}

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
