//! What a card says about its subject besides the assessment.

use std::collections::BTreeMap;

use super::{Category, SaidRecord, SignalRecord};
use crate::{
    detect::{Said, Signal},
    evidence::masked_path,
    facts::Span,
};

/// Counts of paths that were read past, by reason (`missing`, `too large`, `LFS pointer`, …).
pub type Unread = BTreeMap<String, u64>;

/// Everything of a card that is not decided by the assessment. Strings are prose: what comes from the audited
/// repository is escaped before it gets here.
#[derive(Debug, Clone, PartialEq)]
pub struct CardMeta {
    pub name: String,
    /// The web address of the repository, without user and password.
    pub repo_url: Option<String>,
    pub subpath: Option<String>,
    pub description: String,
    pub category: Category,
    /// 40 lower-case hex digits.
    pub pinned_commit: String,
    /// A tag on the pinned commit.
    pub version: Option<String>,
    /// `YYYY-MM-DD`.
    pub scored_date: String,
    /// Replaces the sentence of the assessment.
    pub scored_configuration: Option<String>,
    /// Version of this program.
    pub program_version: String,
    /// Fingerprint of the rules.
    pub rules: String,
    pub uncommitted: bool,
    /// Why the audit is incomplete; empty when it is not.
    pub incomplete: Vec<String>,
    pub unread: Unread,
    pub signals: Vec<SignalRecord>,
    /// How many places each rule has of which `signals` holds a part only.
    pub signal_counts: BTreeMap<String, u64>,
}

/// A figure of [`CardMeta`] that no card can carry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MetaError {
    #[error("the commit `{0}` is not 40 lower-case hex digits")]
    Commit(String),
    #[error("the date `{0}` is not of the form YYYY-MM-DD")]
    Date(String),
    #[error("the card has no {0}")]
    Missing(&'static str),
}

impl CardMeta {
    pub(super) fn check(&self) -> Result<(), MetaError> {
        if !is_commit(&self.pinned_commit) {
            return Err(MetaError::Commit(self.pinned_commit.clone()));
        }
        if !is_date(&self.scored_date) {
            return Err(MetaError::Date(self.scored_date.clone()));
        }
        if self.name.trim().is_empty() {
            return Err(MetaError::Missing("name"));
        }
        Ok(())
    }
}

pub(super) fn is_commit(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// A date of the calendar in ISO form.
pub(super) fn is_date(text: &str) -> bool {
    text.parse::<crate::date::Date>().is_ok()
}

/// The `id` of a card: letters and digits of the name in lower case, joined by single hyphens.
pub fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// `N` or `N-M`, as evidence writes lines.
pub(crate) fn lines(span: Span) -> String {
    if span.start == span.end { span.start.to_string() } else { format!("{}-{}", span.start, span.end) }
}

impl From<&Said> for SaidRecord {
    fn from(said: &Said) -> Self {
        let file = masked_path(&said.file).unwrap_or_else(|| said.file.into());
        Self { file, lines: lines(said.lines), value: said.value.into() }
    }
}

impl From<&Signal> for SignalRecord {
    fn from(signal: &Signal) -> Self {
        Self {
            rule: signal.rule.into(),
            file: signal.file.into(),
            lines: lines(signal.lines),
            state: signal.state,
            context: signal.context,
            chain: signal.chain.iter().map(SaidRecord::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_slugs() {
        assert!(is_date("2026-10-03") && is_date("2024-02-29"));
        for bad in ["2026-02-29", "2026-13-01", "2026-1-01", "26-01-01", "2026-00-10", "2026-04-31", "2026-10-03x"] {
            assert!(!is_date(bad), "{bad}");
        }
        assert_eq!(slug("OpenAPI Bot (Beta)"), "openapi-bot-beta");
    }
}
