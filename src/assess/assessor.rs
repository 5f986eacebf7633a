//! One project in front of the ladders: as it is, and as it would be with changes to its code.

use super::{
    AssessError, Options, Reading, Result, Searches, project::Project, proof::Proofs, query::Query, render::Writer,
};
use crate::{
    detect::Signal,
    rulebook::{Improvement, Rulebook},
};

/// Signals that can be rated more than once.
pub struct Assessor<'a> {
    rulebook: &'a Rulebook,
    reading: &'a Reading,
    searches: &'a dyn Searches,
    options: Options,
    query: Query,
}

impl<'a> Assessor<'a> {
    /// `tools`: tool facts in product scope.
    pub fn new(
        rulebook: &'a Rulebook,
        signals: &[Signal],
        tools: u64,
        reading: &'a Reading,
        searches: &'a dyn Searches,
        options: Options,
    ) -> Self {
        Self { rulebook, reading, searches, options, query: Query::new(signals, tools, &rulebook.presence.order) }
    }

    /// The whole assessment with its sentences and what could be changed.
    ///
    /// # Errors
    /// Only where the rulebook asks for what cannot be evaluated.
    pub fn assess(&self) -> std::result::Result<Result, AssessError> {
        self.run(&self.query, &self.options, false)
    }

    /// Levels and caps as they would be with changes made, without sentences. The project stays of its `kind`.
    ///
    /// # Errors
    /// As [`Self::assess`].
    pub fn with(&self, changes: &[&Improvement], kind: super::Kind) -> std::result::Result<Result, AssessError> {
        let options = Options { kind: Some(kind), as_agent: true, ..self.options };
        self.run(&self.query.changed(changes), &options, true)
    }

    fn run(&self, query: &Query, options: &Options, silent: bool) -> std::result::Result<Result, AssessError> {
        let writer = Writer::new(query, silent);
        let proofs = Proofs::new(self.rulebook, query, self.searches, self.reading);
        let project =
            Project { rulebook: self.rulebook, reading: self.reading, query, writer: &writer, proofs: &proofs };
        project.run(options, !silent)
    }
}
