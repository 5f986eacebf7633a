//! All differences between a card and its edited draft, as changes with a reason each.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Change, ReviewError, Subject};
use crate::{
    card::{CardData, Draft, Evidence},
    rubric::{CriterionId, Parameter},
    score::Counted,
};

/// Reads an edited draft: a card in YAML or JSON, or what `depthgauge draft` writes, and a key `reasons` with a text for each changed part (`C4.S: …`;
/// that of a criterion, `C4: …`, stands for all of its parts).
///
/// # Errors
/// Text that is no such draft.
pub fn edited(text: &str) -> Result<(CardData, BTreeMap<String, String>), ReviewError> {
    let wrong = |e: &dyn std::fmt::Display| ReviewError::Edited(e.to_string());
    let mut value: serde_json::Value = serde_yaml::from_str(text).map_err(|e| wrong(&e))?;
    let reasons = value.as_object_mut().and_then(|map| map.remove("reasons")).unwrap_or_default();
    let reasons = if reasons.is_null() {
        BTreeMap::new()
    } else {
        serde_json::from_value(reasons).map_err(|e| wrong(&format!("reasons: {e}")))?
    };
    if let Ok(card) = serde_json::from_value(value.clone()) {
        return Ok((card, reasons));
    }
    // What `depthgauge draft` wrote: authored fields alone.
    let draft = serde_yaml::to_string(&value).map_err(|e| wrong(&e))?;
    Ok((Draft::read(&draft).map_err(|e| wrong(&e))?.card(), reasons))
}

/// Links are computed: evidence that is otherwise that of the card keeps the card's.
fn with_links(after: &mut Value, before: &Value) {
    match (after, before) {
        (Value::Object(after), Value::Object(before)) => {
            let is_place = after.contains_key("file") && after.contains_key("lines");
            let place = |map: &serde_json::Map<String, Value>| (map.get("file").cloned(), map.get("lines").cloned());
            if is_place && after.get("url").is_none_or(Value::is_null) && place(after) == place(before) {
                after.insert("url".to_owned(), before.get("url").cloned().unwrap_or_default());
            }
            for (key, value) in after.iter_mut() {
                with_links(value, before.get(key).unwrap_or(&Value::Null));
            }
        }
        (Value::Array(after), Value::Array(before)) => {
            after.iter_mut().zip(before).for_each(|(after, before)| with_links(after, before));
        }
        _ => {}
    }
}

/// The changes that make `edited` of `card`.
///
/// # Errors
/// Cards of different projects or commits, a change without a reason, one that no proposal can make.
pub fn differences(
    card: &CardData,
    edited: &CardData,
    reasons: &BTreeMap<String, String>,
) -> Result<Vec<Change>, ReviewError> {
    if (super::repository(card), &card.pinned_commit) != (super::repository(edited), &edited.pinned_commit) {
        return Err(ReviewError::Edited("it is of another project or commit than the card".to_owned()));
    }
    let mut changes = Vec::new();
    for subject in subjects() {
        // A mechanism that only one of them has differs as a whole.
        let (before, mut after) = match (subject.read(card), subject.read(edited)) {
            (Ok(before), Ok(after)) => (before, after),
            _ => continue,
        };
        with_links(&mut after, &before);
        let whole = |subject: Subject| changes.iter().any(|c: &Change| c.subject == subject);
        let inside = match subject {
            Subject::Parameter(id, Counted::Alt, _) | Subject::Cap(id, Counted::Alt) => whole(Subject::Alternative(id)),
            _ => false,
        };
        if before == after || inside {
            continue;
        }
        let own = reasons.get(&subject.to_string());
        let of_criterion = || reasons.get(&subject.criterion()?.to_string());
        let reason = own.or_else(of_criterion).cloned();
        let reason = reason.ok_or_else(|| ReviewError::NoReason(subject.to_string()))?;
        let evidence: Vec<Evidence> =
            after.get("evidence").and_then(|items| serde_json::from_value(items.clone()).ok()).unwrap_or_default();
        changes.push(Change { subject, before, after, reason, evidence });
    }
    Ok(changes)
}

/// Everything that can be changed, wholes before their parts.
fn subjects() -> Vec<Subject> {
    let mut all = vec![Subject::Headline];
    for id in CriterionId::ALL {
        all.extend([Subject::Absence(id), Subject::Summary(id), Subject::Alternative(id)]);
        for kind in [Counted::Default, Counted::Alt] {
            all.extend(Parameter::ALL.map(|parameter| Subject::Parameter(id, kind, parameter)));
            all.push(Subject::Cap(id, kind));
        }
    }
    all
}
