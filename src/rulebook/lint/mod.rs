//! `rules lint`: what loads and still is a mistake.

mod rules;
mod satisfiable;

use std::collections::BTreeSet;

use super::{
    Disclosure, Lifecycle, Names, Rule, Rulebook,
    error::{RuleError, line_of},
    parts::{Item, Part, parts},
    uses,
};

/// All findings, sorted. A rulebook that loads has no undefined names and no references into nothing.
pub fn lint(rulebook: &Rulebook) -> Vec<RuleError> {
    let mut errors = Vec::new();
    rules::check(rulebook, &mut errors);
    let parts = parts(rulebook);
    // An improvement changes what is found and rates nothing.
    let rates = |part: &&Part<'_>| part.file != "improvements.yaml";
    let read: BTreeSet<&str> = parts.iter().filter(rates).flat_map(named).collect();
    let deciding = |part: &&Part<'_>| matches!(part.item, Item::Condition(_)) || part.file == "inventory.yaml";
    let asked: BTreeSet<&str> = parts.iter().filter(rates).filter(deciding).flat_map(named).collect();
    let claimed = rulebook
        .claims
        .kinds
        .iter()
        .flat_map(|kind| kind.elements.iter().flat_map(|element| &element.signals).chain(&kind.contradicted_by));
    let claimed: BTreeSet<&str> = claimed.map(String::as_str).collect();
    // Where an improvement stands and what it asks for is read there; what it gives rates nothing.
    let stands = |part: &&Part<'_>| {
        part.file == "improvements.yaml" && (matches!(part.item, Item::Condition(_)) || part.key.ends_with(".at"))
    };
    let offered: BTreeSet<&str> = parts.iter().filter(stands).flat_map(named).collect();
    // A preview may wait for its ladder, a deprecated rule has lost its own.
    // That of a defect is written to the private file and needs no ladder.
    let public = |rule: &Rule| rule.lifecycle == Lifecycle::Stable && rule.disclosure == Disclosure::Posture;
    for (id, _) in rulebook.rules.iter().filter(|(_, rule)| public(rule)) {
        let message = match (read.contains(id.as_str()), asked.contains(id.as_str())) {
            (_, true) => continue,
            (false, _) if claimed.contains(id.as_str()) || offered.contains(id.as_str()) => continue,
            (false, _) => format!("no ladder, kind, surface, text, inventory or claim reads `{id}`"),
            (true, false) => format!("`{id}` is cited and no condition asks for it: ask for it or make it a preview"),
        };
        let file = rulebook.places.get(id).map_or("", |text| text);
        let line = line_of(rulebook.sources.get(file).map_or("", |text| text), "id:");
        errors.push(RuleError { file: file.into(), line, key: "id".into(), message });
    }
    for part in &parts {
        let source = rulebook.sources.get(&part.file).map_or("", |text| text);
        let mut error = |near: &str, message: String| {
            let (file, key) = (part.file.clone(), part.key.clone());
            errors.push(RuleError { file, line: line_of(source, near), key, message });
        };
        for id in named(part) {
            match rulebook.rules.get(id).map(|rule| &rule.lifecycle) {
                Some(Lifecycle::Preview) if matches!(part.item, Item::Condition(_)) => {
                    error(id, format!("asks for `{id}`, a preview, which decides nothing yet"));
                }
                Some(Lifecycle::Deprecated(successor)) => {
                    error(id, format!("names `{id}`, which is deprecated: `{successor}` succeeds it"));
                }
                _ => {}
            }
        }
        match part.item {
            Item::Condition(condition) => {
                if let Some(reason) = satisfiable::never(condition, &part.under) {
                    let near = condition.atoms().first().map_or("", |atom| atom.source());
                    error(near, reason);
                }
            }
            Item::Text(template) if template.source().contains('\n') => {
                error(template.source(), "has more than one line".into());
            }
            Item::Text(_) | Item::Rules(_) => {}
        }
        if let Some((near, rule)) = unasked(part) {
            error(near, format!("quotes `{rule}`, and no condition asks whether it matches"));
        }
    }
    for (criterion, ladders) in rulebook.ladders.iter().filter(|(_, ladders)| ladders.visibility.is_empty()) {
        let file = format!("ladders/{criterion}.yaml");
        let line = line_of(rulebook.sources.get(&file).map_or("", |text| text), "criterion:");
        let message = format!("is empty: say what of {} can be seen from source, partly or not", ladders.criterion);
        errors.push(RuleError { file, line, key: "visibility".into(), message });
    }
    errors.extend(rulebook.query_mistakes(|_| true));
    errors.sort();
    errors.dedup();
    errors
}

/// Rules that a part names.
fn named<'a>(part: &Part<'a>) -> Vec<&'a str> {
    let texts = |source: &'a str| {
        // The texts of a call are slices of its source.
        let used = uses(source).into_iter().filter(|used| used.names == Names::Rules).flat_map(|used| used.texts);
        used.filter_map(|text| source.find(&text).map(|at| &source[at..at + text.len()])).collect::<Vec<_>>()
    };
    match part.item {
        Item::Condition(condition) => condition.atoms().into_iter().flat_map(|atom| texts(atom.source())).collect(),
        Item::Text(template) => template.blocks().flat_map(texts).collect(),
        Item::Rules(ids) => ids.iter().map(String::as_str).collect(),
    }
}

/// A sentence that quotes a match without any condition that asks whether there is one could not be rendered on a
/// project without it: the sentence and the rule.
fn unasked<'a>(part: &Part<'a>) -> Option<(&'a str, String)> {
    let Item::Text(template) = part.item else { return None };
    let quotes = |function: &str| matches!(function, "first" | "at" | "names");
    let asked: BTreeSet<String> = part
        .under
        .iter()
        .flat_map(|condition| condition.atoms())
        .flat_map(|atom| uses(atom.source()))
        .chain(template.blocks().flat_map(uses).filter(|used| !quotes(used.function)))
        .flat_map(|used| used.texts)
        .collect();
    let quoted = template.blocks().flat_map(uses).filter(|used| quotes(used.function));
    // Of several, one that is there is enough.
    let mut missing = quoted.filter(|used| !used.texts.iter().any(|rule| asked.contains(rule)));
    missing.find_map(|used| used.texts.into_iter().next()).map(|rule| (template.source(), rule))
}
