//! The recorded searches of a rulebook, counted at the audited commit.

use std::collections::BTreeMap;

use crate::{
    evidence::{RecordedSearch, Scope, SearchError, SearchSet, SearchSpec, Tally},
    rulebook::Rulebook,
};

use super::Searches;

/// The searches of all rules in the order in which they are counted.
pub struct SearchPlan {
    pub set: SearchSet,
    rules: Vec<String>,
}

impl SearchPlan {
    /// # Errors
    /// A search that cannot be recorded; the rulebook's check has refused it before.
    pub fn new(rulebook: &Rulebook) -> Result<Self, SearchError> {
        let (rules, specs): (Vec<_>, Vec<_>) = rulebook.searches().into_iter().unzip();
        let set = SearchSet::new(&specs).map_err(|(_, error)| error)?;
        Ok(Self { set, rules })
    }

    /// Hits in one scope by rule, of the rules that have any.
    pub fn hits(&self, tally: &Tally, scope: &Scope) -> BTreeMap<String, u64> {
        let hits = tally.all_hits(scope).into_iter();
        hits.filter_map(|(index, lines)| Some((self.rules.get(index)?.clone(), lines))).collect()
    }
}

/// Implements [`Searches`] over counted hits.
pub struct Counted<'a> {
    specs: BTreeMap<String, SearchSpec>,
    hits: &'a BTreeMap<String, u64>,
    scope: &'a str,
}

impl<'a> Counted<'a> {
    /// `hits` by rule, none where a rule is missing; `scope` as a shell reads it.
    pub fn new(rulebook: &Rulebook, hits: &'a BTreeMap<String, u64>, scope: &'a str) -> Self {
        Self { specs: rulebook.searches(), hits, scope }
    }
}

impl Searches for Counted<'_> {
    fn recorded(&self, rule: &str) -> Option<RecordedSearch> {
        let search = self.specs.get(rule)?.command();
        let hits = self.hits.get(rule).copied().unwrap_or_default();
        Some(RecordedSearch { search, scope: self.scope.to_owned(), hits, note: None })
    }
}
