//! Rules, ladders and texts as data: loaded, checked and tested in one place.

mod check;
mod claims;
pub mod cli;
mod condition;
mod detector;
mod digest;
mod docs;
mod error;
mod expression;
mod glob;
mod improvement;
mod ladder;
mod lint;
mod load;
mod parts;
pub mod pattern;
mod patterns;
mod project;
mod query;
mod rubric;
mod rule;
mod scaffold;
mod schema;
mod value;
mod vocabulary;

use std::{borrow::Cow, collections::BTreeMap};

pub use check::{CAPABILITIES, cap_name};
pub use claims::{
    ClaimElement, ClaimFile, ClaimKind, ClaimReading, ClaimRules, ClaimSetting, ClaimValue, ContractForm, ContractRule,
    ContractRules, DirectedRules, OpenWords, ValueUnit, Words,
};
pub use condition::Condition;
pub use detector::*;
pub use digest::rule_id;
pub use docs::pages;
pub use error::{RuleError, RuleErrors};
pub use expression::*;
pub use glob::{ExactGlob, NameGlob, PathGlob, wildcard};
pub use improvement::*;
pub use ladder::*;
pub use lint::lint;
pub use load::{LoadError, RuleFiles};
pub use patterns::*;
pub use project::*;
pub use rubric::*;
pub use rule::*;
pub use scaffold::scaffold;
pub use schema::schema;
pub use value::{Is, ValueClass, ValueSpec, normalise, number};
pub use vocabulary::Vocabulary;

use crate::{evidence::SearchSpec, facts::ScopeRules, rubric::CriterionId};

/// A complete, checked rule set.
#[derive(Debug, Clone)]
pub struct Rulebook {
    /// By id.
    pub rules: BTreeMap<String, Rule>,
    /// Path of each rule, relative to the rules folder.
    pub places: BTreeMap<String, String>,
    /// Ten.
    pub ladders: BTreeMap<CriterionId, Ladders>,
    pub kinds: Kinds,
    pub surface: SurfaceTable,
    pub presence: AgentPresence,
    pub inventory: InventorySpec,
    pub texts: Texts,
    pub improvements: Improvements,
    pub scope: ScopeRules,
    pub rubric: Rubric,
    pub claims: ClaimRules,
    /// Every file of the set that is text, fixtures included, by path.
    pub sources: BTreeMap<String, Cow<'static, str>>,
    hash: String,
    /// Where the rules are those that the program carries.
    signals_hash: Option<&'static str>,
    overlay: Option<String>,
}

impl Rulebook {
    /// Whether what the rule finds may be a flaw that nobody was told of: it is withheld.
    pub fn is_defect(&self, rule: &str) -> bool {
        self.rules.get(rule).is_some_and(|rule| rule.disclosure == Disclosure::Defect)
    }

    /// What the card prints under `rules`: a short hash of the rule data, and of the overlay where one is laid on.
    pub fn version(&self) -> String {
        match &self.overlay {
            None => self.hash.clone(),
            Some(overlay) => format!("{} (overlay {overlay})", self.hash),
        }
    }

    /// A short hash of what decides which signals are found: rules, queries and words, not ladders and sentences.
    pub fn signals_version(&self) -> String {
        let texts = self.sources.iter().map(|(path, text)| (path.as_str(), text.as_bytes()));
        let hash = || digest::hash(texts.filter(|(path, _)| digest::decides_signals(path)));
        self.signals_hash.map_or_else(hash, str::to_owned)
    }

    /// The searches to count, by rule id, with the rulebook's code globs where a rule names no files.
    pub fn searches(&self) -> BTreeMap<String, SearchSpec> {
        let globs = &self.scope.code_globs;
        let spec = |rule: &Rule| rule.search.as_ref().map(|s| s.or_files(globs));
        self.rules.iter().filter_map(|(id, rule)| Some((id.clone(), spec(rule)?))).collect()
    }
}

#[cfg(test)]
mod tests;
