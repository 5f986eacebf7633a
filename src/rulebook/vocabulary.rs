//! Words of a project's own: names of its gates, sandboxes and records, declared by the person who audits. Such a file
//! is never looked for in what is audited.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Detector, DetectorKind, ExactGlob, Rule,
    error::{RuleError, line_of},
};

/// Where an overlay holds it.
pub(super) use super::digest::VOCABULARY as FILE;

/// `vocabulary.yaml`: for each list that a rule takes, names of functions or globs over their resolved names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Vocabulary(pub BTreeMap<String, Vec<String>>);

/// Lists that some rule takes.
pub fn lists(rules: &BTreeMap<String, Rule>) -> BTreeSet<&str> {
    rules.values().filter_map(|rule| rule.vocabulary.as_deref()).collect()
}

impl Vocabulary {
    /// Calls of the declared functions become matches of the rules that take their list.
    pub(super) fn extend(&self, source: &str, rules: &mut BTreeMap<String, Rule>, errors: &mut Vec<RuleError>) {
        let mut error = |list: &str, message: String| {
            errors.push(RuleError { file: FILE.into(), line: line_of(source, list), key: list.into(), message });
        };
        for (list, words) in &self.0 {
            let known = lists(rules);
            if !known.contains(list.as_str()) {
                let known: Vec<&str> = known.into_iter().collect();
                error(list, format!("no rule takes such a list; known are {}", known.join(", ")));
                continue;
            }
            match detector(words) {
                Err(message) => error(list, message),
                Ok(detector) => {
                    let takers = rules.values_mut().filter(|rule| rule.vocabulary.as_deref() == Some(list));
                    takers.for_each(|rule| add(rule, detector.clone()));
                }
            }
        }
    }
}

/// `either` is an `any` that the rule's own detector joins.
fn add(rule: &mut Rule, either: Detector) {
    let own = std::mem::replace(&mut rule.detect, either);
    if let DetectorKind::Any(items) = &mut rule.detect.kind {
        items.insert(0, own);
    }
}

/// Calls of functions with such names. A name without a dot is the last part of a resolved name, too.
fn detector(words: &[String]) -> Result<Detector, String> {
    if words.is_empty() {
        return Err("is empty: list the names of functions".into());
    }
    let mut globs = BTreeSet::new();
    for word in words {
        ExactGlob::new(word)?;
        if !word.bytes().any(|b| b.is_ascii_alphanumeric()) {
            return Err(format!("`{word}` names no function: it would take every call for one"));
        }
        if !word.contains('.') && !word.starts_with('*') {
            globs.insert(format!("*.{word}"));
        }
        globs.insert(word.clone());
    }
    // As a rule file would write it.
    serde_json::from_value(serde_json::json!({"any": [{"call": {"callee": globs}}]})).map_err(|e| e.to_string())
}
