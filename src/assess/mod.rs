//! Signals become levels, caps and gaps by the ladders of the rulebook.

mod assessor;
mod functions;
mod ladder;
mod model;
mod project;
mod proof;
mod query;
mod reading;
mod render;
mod searches;

pub use assessor::Assessor;
pub use model::*;
pub use query::{Weights, best_first};
pub use reading::{Reading, code_weight};
pub use searches::{Counted, SearchPlan};

use std::collections::BTreeMap;

use crate::{detect::Signal, evidence::RecordedSearch, facts::Way, rulebook::Rulebook};

/// Counts of the recorded searches at the audited commit.
pub trait Searches {
    /// The search of a rule with its scope and hits, without a note. `None` if the rule records none.
    fn recorded(&self, rule: &str) -> Option<RecordedSearch>;
}

/// What the person who runs the audit decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Overrides the kind that was found.
    pub kind: Option<Kind>,
    /// Rates even where no agent was found.
    pub as_agent: bool,
    /// How it is started, where that is known.
    pub way: Option<Way>,
}

/// The audit's answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Result {
    Assessed(Box<Assessment>),
    NoAgent(NoAgent),
}

/// No model call, tool, agent framework or agent configuration in the product's files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NoAgent {
    pub searches: Vec<RecordedSearch>,
    pub would_have_counted: Vec<String>,
    /// Paths that were not read, by reason.
    pub unread: BTreeMap<String, u64>,
    /// Code files that were not looked into as product, by what they are.
    pub set_aside: BTreeMap<String, u64>,
    /// Why an agent may have been missed; empty where all of the product was read.
    pub incomplete: Vec<String>,
}

/// A sentence or condition of the rulebook that could not be evaluated: a mistake of the rules, never of the target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rules: {place}: {message}")]
pub struct AssessError {
    /// `C4.host.S` and the like.
    pub place: String,
    pub message: String,
}

/// Signals to assessment. `tools`: tool facts in product scope.
///
/// # Errors
/// Only where the rulebook asks for what cannot be evaluated.
pub fn assess(
    rulebook: &Rulebook,
    signals: &[Signal],
    tools: u64,
    reading: &Reading,
    searches: &dyn Searches,
    options: &Options,
) -> std::result::Result<Result, AssessError> {
    Assessor::new(rulebook, signals, tools, reading, searches, *options).assess()
}

/// The kind of what some signals stand for, those of one package say; `None` where they show no agent.
///
/// # Errors
/// Only where the rulebook asks for what cannot be evaluated.
pub fn kind(rulebook: &Rulebook, signals: &[Signal], tools: u64) -> std::result::Result<Option<Kind>, AssessError> {
    project::kind(rulebook, signals, tools)
}

#[cfg(test)]
mod tests;
