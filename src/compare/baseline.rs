//! What a repository had when it began to be checked: levels and findings by which the same thing is known again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::diff::{Finding, Moved, TargetDiff, Weight};
use crate::{
    audit::{Mark, Marked},
    card::CardData,
    rubric::Parameter,
    rulebook::Role,
    score::Counted,
    source::Lineage,
};

/// The format's name in `schema`.
pub const BASELINE_FORMAT: &str = "depthgauge-baseline-1";

/// One commit, written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    pub schema: String,
    /// Version of the program, and fingerprint of its rules.
    pub program: String,
    pub rules: String,
    /// 40 hex digits.
    pub commit: String,
    /// By folder; the whole repository is `.`.
    pub targets: BTreeMap<String, Recorded>,
}

/// One target of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    pub thousandths: u32,
    /// By cell (`C4.S`) the level of the default mechanism; absent surfaces are left out.
    pub levels: BTreeMap<String, u8>,
    /// How many places each rule has: by what levels move when rules change.
    pub signals: BTreeMap<String, u64>,
    /// Ids of findings, with the marks of those that have one.
    pub findings: BTreeMap<String, Option<Mark>>,
}

/// A baseline that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no baseline: {0}; write one with `depthgauge baseline write`")]
pub struct BaselineError(String);

impl Recorded {
    /// Of a card, its findings and its signals by rule.
    pub fn of(card: &CardData, findings: &[Finding], signals: BTreeMap<String, u64>) -> Self {
        let held = findings.iter().filter(|finding| finding.weight != Weight::Note);
        Self {
            thousandths: super::diff::thousandths(card),
            levels: levels(card),
            signals,
            findings: held.map(|finding| (finding.id.clone(), finding.mark.clone())).collect(),
        }
    }
}

/// Levels of the default mechanisms by cell.
pub fn levels(card: &CardData) -> BTreeMap<String, u8> {
    let mut levels = BTreeMap::new();
    for criterion in &card.criteria {
        let Some(mechanism) = criterion.mechanism(Counted::Default) else { continue };
        for parameter in Parameter::ALL {
            let level = mechanism.parameters.get(parameter).level.get();
            levels.insert(format!("{}.{parameter}", criterion.id), level);
        }
    }
    levels
}

impl Baseline {
    /// # Errors
    /// No JSON of this format.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let baseline: Self = serde_json::from_str(text).map_err(|e| BaselineError(e.to_string()))?;
        if baseline.schema != BASELINE_FORMAT {
            return Err(BaselineError(format!("its format is not {BASELINE_FORMAT}")));
        }
        Ok(baseline)
    }

    /// The key of a target.
    pub fn key(subpath: Option<&str>) -> String {
        subpath.unwrap_or(".").to_owned()
    }

    /// Ids of findings and changes that it excuses: those it holds, also where lines were moved and files renamed.
    pub fn known(&self, target: &TargetDiff, lineage: &Lineage) -> BTreeSet<String> {
        let Some(recorded) = self.targets.get(&Self::key(target.subpath.as_deref())) else { return BTreeSet::new() };
        let new = recorded.fresh(&target.findings, lineage);
        let known = target.findings.iter().filter(|finding| !new.contains(&finding.id));
        let known: BTreeSet<String> = known.map(|finding| finding.id.clone()).collect();
        // A change of an exposure is known by the lines it stands on.
        let places: BTreeSet<(&str, u32)> = target
            .findings
            .iter()
            .filter(|finding| finding.mark.is_some() && known.contains(&finding.id))
            .filter_map(|finding| finding.places.first().map(|place| (place.file.as_str(), place.first)))
            .collect();
        let held = |change: &&super::diff::Change| {
            matches!(change.kind, super::diff::ChangeKind::Exposure | super::diff::ChangeKind::PublicTrigger)
                && change.after.iter().all(|place| places.contains(&(place.file.as_str(), place.first)))
        };
        let of_changes: Vec<String> = target.changes.iter().filter(held).map(|change| change.id.clone()).collect();
        known.into_iter().chain(of_changes).collect()
    }
}

impl Recorded {
    /// Ids of findings that it does not hold.
    pub fn fresh(&self, findings: &[Finding], lineage: &Lineage) -> BTreeSet<String> {
        let marked = |mark: &Mark| Marked { mark: mark.clone(), role: Role::Exposure, lines: (1, 1) };
        let gone: Vec<Marked> = self.findings.values().flatten().map(marked).collect();
        let now: Vec<Marked> = findings.iter().filter_map(|finding| finding.mark.as_ref()).map(marked).collect();
        let mut fresh = Moved::of(gone, now, lineage).new;
        let new = findings.iter().filter(|finding| finding.weight != Weight::Note).filter(|finding| {
            match &finding.mark {
                // Each new mark is one finding, also where two are alike.
                Some(mark) => match fresh.iter().position(|marked| marked.mark == *mark) {
                    Some(at) => {
                        fresh.remove(at);
                        true
                    }
                    None => false,
                },
                None => !self.findings.contains_key(&finding.id),
            }
        });
        new.map(|finding| finding.id.clone()).collect()
    }
}
