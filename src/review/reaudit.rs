//! The re-audit log: every level that differs from the previous card, with its cause.

use super::{
    ReviewError, Subject,
    carry::{Fate, Follow},
};
use crate::{
    card::{CardData, Criterion, Depthgauge, Evidence, Reaudit, parameter_key},
    rubric::{Level, Parameter},
    score::Counted,
};

/// Writes the log of `card` against `previous`.
///
/// # Errors
/// Cards of different projects.
pub fn reaudit(card: &mut CardData, previous: &CardData, follow: &mut Follow<'_>) -> Result<(), ReviewError> {
    if (super::repository(card), &card.subpath) != (super::repository(previous), &previous.subpath) {
        return Err(ReviewError::Edited("the previous card is of another project".to_owned()));
    }
    let mut log = Vec::new();
    for criterion in &card.criteria {
        let Some(before) = previous.criterion(criterion.id) else { continue };
        for parameter in Parameter::ALL {
            let (from_level, to_level) = (level(before, parameter), level(criterion, parameter));
            let absent = |c: &Criterion| c.parameters.as_ref().is_none_or(|p| p.get(parameter).structural_absence);
            if from_level == to_level && absent(before) == absent(criterion) {
                continue;
            }
            let reason = cause(card, previous, criterion, before, parameter, follow);
            log.push(Reaudit { criterion: criterion.id, parameter, from_level, to_level, reason });
        }
    }
    card.reaudit_log = log;
    Ok(())
}

fn level(criterion: &Criterion, parameter: Parameter) -> Level {
    criterion.parameters.as_ref().map_or(Level::MAX, |parameters| parameters.get(parameter).level)
}

fn cause(
    card: &CardData,
    previous: &CardData,
    now: &Criterion,
    before: &Criterion,
    parameter: Parameter,
    follow: &mut Follow<'_>,
) -> String {
    let review = |card: &CardData| card.depthgauge.as_ref().and_then(|ours| ours.review.clone()).unwrap_or_default();
    let of_cell = |cell: &str| {
        cell.parse::<Subject>().is_ok_and(|subject| match subject {
            Subject::Parameter(id, _, p) => id == now.id && p == parameter,
            Subject::Absence(id) | Subject::Alternative(id) => id == now.id,
            _ => false,
        })
    };
    if let Some(change) = review(card).changes.iter().rev().find(|change| of_cell(&change.cell)) {
        return format!(
            "reviewer: {} (approved by {}, proposal {}{})",
            change.reason,
            change.approver,
            change.proposal,
            if change.carried.is_some() { ", carried" } else { "" }
        );
    }
    if let Some(stale) = review(card).stale.iter().rev().find(|stale| stale.what == "change" && of_cell(&stale.cell)) {
        return format!("code: the change by proposal {} is not carried: {}", stale.id, stale.reason);
    }
    let places = |criterion: &Criterion| -> Vec<Evidence> {
        criterion.parameters.as_ref().map_or(&criterion.absence_evidence, |p| &p.get(parameter).evidence).clone()
    };
    let mut changed = Vec::new();
    if card.pinned_commit != previous.pinned_commit {
        for item in places(before) {
            let Evidence::Code(cited) = item else { continue };
            let place = format!("{}:{}", cited.file, cited.lines);
            match follow(&previous.pinned_commit, &cited) {
                Fate::Changed => changed.push(format!("{place} changed")),
                Fate::Gone => changed.push(format!("{place} is gone")),
                _ => {}
            }
        }
    }
    let none = Depthgauge::default();
    let (ours, theirs) = (card.depthgauge.as_ref().unwrap_or(&none), previous.depthgauge.as_ref().unwrap_or(&none));
    let other_rules = (&ours.rules, &ours.version) != (&theirs.rules, &theirs.version);
    let same_code = card.pinned_commit == previous.pinned_commit;
    if !changed.is_empty() {
        return format!("code: {}", changed.join(", "));
    }
    if other_rules || same_code {
        let rules = rules_of(ours, now, parameter).or_else(|| rules_of(theirs, before, parameter));
        let rules = rules.map_or_else(|| "the ladder".to_owned(), |names| names.join(", "));
        let version = |d: &Depthgauge| format!("depthgauge {} with rules {}", or_none(&d.version), or_none(&d.rules));
        return format!("rules: {rules}; {}, before {}", version(ours), version(theirs));
    }
    // The same rules found something else: what is cited now is what is new.
    let new: Vec<String> = places(now)
        .iter()
        .filter_map(|item| match item {
            Evidence::Code(cited) => Some(format!("{}:{}", cited.file, cited.lines)),
            Evidence::Search(_) => None,
        })
        .collect();
    if new.is_empty() { "code: a search gives other hits".to_owned() } else { format!("code: {}", new.join(", ")) }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// The rules behind a level, at most three.
fn rules_of(ours: &Depthgauge, criterion: &Criterion, parameter: Parameter) -> Option<Vec<String>> {
    let kind = if criterion.mechanisms.is_empty() { Counted::Default } else { criterion.counted };
    let reasons = ours.reasons.get(&parameter_key(criterion.id, kind, parameter))?;
    let mut rules: Vec<String> = reasons.iter().flat_map(|reason| reason.tested.rules.iter().cloned()).collect();
    rules.sort();
    rules.dedup();
    rules.truncate(3);
    (!rules.is_empty()).then_some(rules)
}
