//! `rules lint`: what loads and still is a mistake.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Condition, Lifecycle, Names, Rule, RuleLanguage, Rulebook, Template, Text,
    error::{RuleError, line_of},
    uses,
};
use crate::rubric::Parameter;

/// All findings, sorted. A rulebook that loads has no undefined names and no references into nothing.
pub fn lint(rulebook: &Rulebook) -> Vec<RuleError> {
    let mut errors = Vec::new();
    let read = read_rules(rulebook);
    let mut searches: BTreeMap<_, &str> = BTreeMap::new();
    let mut titles: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, rule) in &rulebook.rules {
        let file = rulebook.places.get(id).map_or("", String::as_str);
        let source = rulebook.sources.get(file).map_or("", String::as_str);
        let mut error = |near: &str, key: &str, message: String| {
            errors.push(RuleError { file: file.into(), line: line_of(source, near), key: key.into(), message });
        };
        for (key, text) in [
            ("title", rule.title.as_str()),
            ("finding", rule.finding.source()),
            ("gap", &rule.gap),
            ("remediation.text", &rule.remediation.text),
        ] {
            match text.trim() {
                "" => error(key, key, "is empty".into()),
                text if text.contains('\n') => error(key, key, "has more than one line".into()),
                _ => {}
            }
        }
        for (key, text) in [("why", &rule.why), ("sees", &rule.sees), ("cannot_see", &rule.cannot_see)] {
            if text.trim().is_empty() {
                error(key, key, "is empty".into());
            }
        }
        // A preview may wait for its ladder, a deprecated rule has lost its own.
        if !read.contains(id.as_str()) && rule.lifecycle == Lifecycle::Stable {
            error("id:", "id", format!("no ladder, kind, surface or text reads `{id}`"));
        }
        if let Some(other) = titles.insert(&rule.title, id) {
            error("title:", "title", format!("is the title of `{other}` as well"));
        }
        if let Some(search) = &rule.search
            && let Some(other) = searches.insert(search, id)
        {
            error("search:", "search", format!("is the search of `{other}` as well"));
        }
        for message in fixtures(rulebook, id, rule) {
            error("languages:", "languages", message);
        }
    }
    for path in rulebook.sources.keys().filter(|p| p.starts_with("signals/") && super::rule_id(p).is_none()) {
        let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
        let id = path.split_once(".fixture.").map_or(name, |(head, _)| head.rsplit('/').next().unwrap_or(head));
        let id = id.split('.').next().unwrap_or(id);
        if !rulebook.rules.contains_key(id) {
            errors.push(RuleError {
                file: path.clone(),
                line: 0,
                key: String::new(),
                message: format!("is a fixture of no rule: there is no `{id}`"),
            });
        }
    }
    for (criterion, ladders) in &rulebook.ladders {
        let file = format!("ladders/{criterion}.yaml");
        let source = rulebook.sources.get(&file).map_or("", String::as_str);
        for mechanism in &ladders.mechanisms {
            for parameter in Parameter::ALL {
                for step in mechanism.steps(parameter) {
                    if let Some(atom) = step.when.as_ref().and_then(contradiction) {
                        let key = format!("{}.{parameter}.{}.when", mechanism.id, step.level);
                        let message = format!("asks for `{atom}` and for its opposite: it never holds");
                        errors.push(RuleError { file: file.clone(), line: line_of(source, &atom), key, message });
                    }
                }
            }
        }
    }
    errors.extend(quotes(rulebook));
    errors.extend(rulebook.query_mistakes(|_| true));
    errors.sort();
    errors
}

/// Sentences that quote a match without any condition that asks whether there is one: they could not be rendered on a
/// project without it.
fn quotes(rulebook: &Rulebook) -> Vec<RuleError> {
    let mut errors = Vec::new();
    let mut check = |file: &str, key: &str, template: &Template, whens: &[Option<&Condition>]| {
        let asked: BTreeSet<String> = whens
            .iter()
            .flatten()
            .flat_map(|c| c.atoms())
            .flat_map(|a| uses(a.source()))
            .chain(template.blocks().flat_map(uses).filter(|u| !matches!(u.function, "first" | "names")))
            .flat_map(|u| u.texts)
            .collect();
        for used in template.blocks().flat_map(uses).filter(|u| matches!(u.function, "first" | "names")) {
            let Some(rule) = used.texts.first().filter(|r| !asked.contains(*r)) else { continue };
            errors.push(RuleError {
                file: file.into(),
                line: line_of(rulebook.sources.get(file).map_or("", String::as_str), template.source()),
                key: key.into(),
                message: format!("quotes `{rule}`, and no condition asks whether it matches"),
            });
        }
    };
    for (criterion, ladders) in &rulebook.ladders {
        let file = format!("ladders/{criterion}.yaml");
        let mut text = |key: &str, text: &Text, outer: &[Option<&Condition>]| {
            for item in &text.0 {
                let whens: Vec<Option<&Condition>> = outer.iter().copied().chain([item.when.as_ref()]).collect();
                check(&file, key, &item.text, &whens);
            }
        };
        if let Some(surface) = &ladders.surface {
            text("surface.absent_finding", &surface.absent_finding, &[]);
        }
        for mechanism in &ladders.mechanisms {
            for parameter in Parameter::ALL {
                for step in mechanism.steps(parameter) {
                    let key = format!("{}.{parameter}.{}", mechanism.id, step.level);
                    if let Some(finding) = &step.finding {
                        text(&format!("{key}.finding"), finding, &[mechanism.when.as_ref(), step.when.as_ref()]);
                    }
                    if let Some(lacks) = &step.lacks {
                        text(&format!("{key}.lacks"), lacks, &[mechanism.when.as_ref()]);
                    }
                }
            }
        }
        for cap in &ladders.caps {
            text("caps.reason", &cap.reason, &[Some(&cap.when)]);
            if let Some(critical) = &cap.critical {
                text("caps.critical", critical, &[Some(&cap.when)]);
            }
        }
        for fix in &ladders.fixes {
            text("fixes.text", &fix.text, &[fix.when.as_ref()]);
        }
        if let Some(critical) = &ladders.critical {
            text("critical.text", &critical.text, &[]);
        }
        if let Some(worst) = &ladders.worst_case {
            text("worst_case.reason", &worst.reason, &[]);
        }
        for item in &ladders.summary {
            check(&file, "summary", &item.text, &[item.when.as_ref()]);
        }
    }
    let texts = &rulebook.texts;
    for (key, list) in [
        ("headline", &texts.headline),
        ("scored_configuration", &texts.scored_configuration),
        ("limitations", &texts.limitations),
    ] {
        for item in list {
            check("texts.yaml", key, &item.text, &[item.when.as_ref()]);
        }
    }
    for spec in &rulebook.kinds.kinds {
        check("kinds.yaml", "kinds.reason", &spec.reason, &[spec.when.as_ref()]);
    }
    errors
}

/// A fixture for each language with a mark that expects the rule.
fn fixtures(rulebook: &Rulebook, id: &str, rule: &Rule) -> Vec<String> {
    let folder = rulebook.places.get(id).and_then(|p| p.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let of = |suffix: &str| {
        let prefix = format!("{folder}/{id}.{suffix}");
        let found: Vec<&String> =
            rulebook.sources.iter().filter(|(p, _)| p.starts_with(&prefix)).map(|(_, t)| t).collect();
        found
    };
    let expects = |texts: &[&String]| {
        texts.iter().any(|t| t.contains(&format!("expect: {id}")) || t.contains(&format!(", {id}")))
    };
    let mut messages = Vec::new();
    for language in &rule.languages {
        let extensions: &[&str] = match language {
            RuleLanguage::TypeScript => &["ts", "tsx", "fixture.ts", "fixture.tsx"],
            RuleLanguage::JavaScript => &["js", "jsx", "mjs", "fixture.js"],
            RuleLanguage::Python => &["py", "fixture.py"],
            RuleLanguage::Go => &["go", "fixture.go"],
            RuleLanguage::Rust => &["rs", "fixture.rs"],
            RuleLanguage::Bash => &["sh", "fixture.sh"],
        };
        let texts: Vec<&String> = extensions.iter().flat_map(|e| of(e)).collect();
        if texts.is_empty() {
            messages.push(format!("{language:?} has no fixture: {folder}/{id}.{} is missing", language.extension()));
        } else if !expects(&texts) {
            messages.push(format!("no mark `expect: {id}` in its {language:?} fixture"));
        }
    }
    if rule.languages.is_empty() {
        let texts = of("fixture.");
        if texts.is_empty() {
            messages.push(format!("no fixture: {folder}/{id}.fixture.<extension or file name> is missing"));
        } else if !expects(&texts) {
            messages.push(format!("no mark `expect: {id}` in its fixture"));
        }
    }
    messages
}

/// An atom that a list of conditions both asks for and rules out.
fn contradiction(condition: &Condition) -> Option<String> {
    let Condition::All(items) = condition else { return None };
    let wanted: BTreeSet<&str> =
        items.iter().filter_map(|i| if let Condition::Atom(a) = i { Some(a.source()) } else { None }).collect();
    items.iter().find_map(|i| match i {
        Condition::Not(inner) => match inner.as_ref() {
            Condition::Atom(a) if wanted.contains(a.source()) => Some(a.source().to_owned()),
            _ => None,
        },
        Condition::Atom(a) => {
            let positive = a.source().strip_prefix("not ")?.trim();
            wanted.contains(positive).then(|| positive.to_owned())
        }
        _ => None,
    })
}

/// Rules that something outside `signals/` names: in a condition, a text or a list of rules.
fn read_rules(rulebook: &Rulebook) -> BTreeSet<&str> {
    let mut read = BTreeSet::new();
    for (path, source) in rulebook.sources.iter().filter(|(p, _)| p.ends_with(".yaml") && !p.starts_with("signals/")) {
        let _ = path;
        for used in uses(source).into_iter().filter(|u| u.names == Names::Rules) {
            read.extend(used.texts.iter().filter_map(|t| rulebook.rules.get_key_value(t)).map(|(id, _)| id.as_str()));
        }
        // Lists of ids: `cite: [a, b]`, `search:` and block lists.
        for word in source.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
            if let Some((id, _)) = rulebook.rules.get_key_value(word) {
                read.insert(id.as_str());
            }
        }
    }
    read
}
