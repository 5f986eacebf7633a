//! An audit, and the reasons behind its card with the source at the cited places.

use super::{AuditError, AuditOptions, AuditOutcome, Stages, audit, excerpts::Texts};
use crate::{
    assess::NoAgent,
    card::{self, Asked, Explanation},
    facts::Cache,
    rulebook::Rulebook,
    source::Snapshot,
};

/// Lines of one excerpt.
const LINES: usize = 6;

/// The answer.
#[derive(Debug)]
pub enum Explained {
    Reasons { explanation: Box<Explanation>, incomplete: Vec<String> },
    NoAgent { name: String, no_agent: NoAgent },
}

/// Audits the snapshot and puts the reasons of its card together.
///
/// # Errors
/// As [`audit`].
pub fn explain(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    options: &AuditOptions,
    asked: &Asked,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<Explained, AuditError> {
    match audit(snapshot, rulebook, options, cache, stages)? {
        AuditOutcome::NoAgent { name, no_agent } => Ok(Explained::NoAgent { name, no_agent }),
        AuditOutcome::Card { card, incomplete, withheld, .. } => {
            let mut explanation = card::explain(&card, asked)?;
            let mut texts = Texts::new(snapshot, LINES, &withheld);
            explanation.add_excerpts(&mut |file, lines| texts.excerpt(file, lines));
            Ok(Explained::Reasons { explanation: Box::new(explanation), incomplete })
        }
    }
}
