//! The recorded searches of a rulebook, counted at the audited commit.

use std::collections::BTreeMap;

use crate::{
    evidence::{RecordedSearch, Scope, SearchError, SearchSet, Tally},
    rulebook::Rulebook,
};

use super::Searches;

/// The searches of all rules in the order in which they are counted.
pub struct SearchPlan {
    pub set: SearchSet,
    index: BTreeMap<String, usize>,
}

impl SearchPlan {
    /// # Errors
    /// A search that cannot be recorded; the rulebook's check has refused it before.
    pub fn new(rulebook: &Rulebook) -> Result<Self, SearchError> {
        let (ids, specs): (Vec<_>, Vec<_>) = rulebook.searches().into_iter().unzip();
        let set = SearchSet::new(&specs).map_err(|(_, error)| error)?;
        Ok(Self { set, index: ids.into_iter().enumerate().map(|(i, id)| (id, i)).collect() })
    }

    /// The counted searches of one scope.
    pub fn counted<'a>(&'a self, tally: &'a Tally, scope: &'a Scope) -> Counted<'a> {
        Counted { plan: self, tally, scope }
    }
}

/// Implements [`Searches`] over a tally.
pub struct Counted<'a> {
    plan: &'a SearchPlan,
    tally: &'a Tally,
    scope: &'a Scope,
}

impl Searches for Counted<'_> {
    fn recorded(&self, rule: &str) -> Option<RecordedSearch> {
        let index = *self.plan.index.get(rule)?;
        Some(self.tally.record(&self.plan.set, index, self.scope, None))
    }
}
