//! Mistakes of single rules: messages, doubles, fixtures.

use std::collections::{BTreeMap, BTreeSet};

use crate::rulebook::{
    DetectorKind, Rule, RuleLanguage, Rulebook,
    error::{RuleError, line_of},
    rule_id,
};

pub(super) fn check(rulebook: &Rulebook, errors: &mut Vec<RuleError>) {
    let mut searches: BTreeMap<_, &str> = BTreeMap::new();
    let mut titles: BTreeMap<&str, &str> = BTreeMap::new();
    let mut earlier: Vec<&Rule> = Vec::new();
    for (id, rule) in &rulebook.rules {
        let file = rulebook.places.get(id).map_or("", |text| text);
        let source = rulebook.sources.get(file).map_or("", |text| text);
        let mut error = |near: &str, key: &str, message: String| {
            errors.push(RuleError { file: file.into(), line: line_of(source, near), key: key.into(), message });
        };
        for (key, text) in [
            ("title", rule.title.as_str()),
            ("finding", rule.finding.source()),
            ("gap", &rule.gap),
            ("remediation.text", &rule.remediation.text),
        ] {
            let near = format!("{}:", key.split('.').next().unwrap_or(key));
            match text.trim() {
                "" => error(&near, key, "is empty: write one line".into()),
                text if text.contains('\n') => error(&near, key, "has more than one line".into()),
                _ => {}
            }
        }
        for (key, text) in [("why", &rule.why), ("sees", &rule.sees), ("cannot_see", &rule.cannot_see)] {
            if text.trim().is_empty() {
                error(&format!("{key}:"), key, "is empty: the page of the rule prints it".into());
            }
        }
        if let Some(other) = titles.insert(&rule.title, id) {
            error("title:", "title", format!("is the title of `{other}` as well"));
        }
        if let Some(search) = &rule.search
            && let Some(other) = searches.insert(search, id)
        {
            error("search:", "search", format!("is the search of `{other}` as well"));
        }
        if let Some(other) = earlier.iter().find(|other| other.detect == rule.detect && other.context == rule.context) {
            error("detect:", "detect", format!("is the detector of `{}` as well", other.id));
        }
        earlier.push(rule);
        for (near, message) in doubles(rule) {
            error(&near, "detect", message);
        }
        for message in fixtures(rulebook, id, rule) {
            error("languages:", "languages", message);
        }
    }
    for path in rulebook.sources.keys().filter(|p| p.starts_with("signals/") && rule_id(p).is_none()) {
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
}

/// Items of `any` and globs of one list that stand twice, with the words to find them by.
fn doubles(rule: &Rule) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut twice = |words: Vec<&str>, key: &str| {
        let mut seen = BTreeSet::new();
        for word in words.into_iter().filter(|word| !seen.insert(*word)) {
            found.push((format!("'{word}'"), format!("`{word}` stands twice among the globs of one `{key}`")));
        }
    };
    let mut same = 0;
    for detector in rule.detect.walk() {
        match &detector.kind {
            DetectorKind::Any(items) => {
                let repeated = |(at, item): (usize, _)| items.iter().take(at).any(|other| other == item);
                same += items.iter().enumerate().filter(|(at, item)| repeated((*at, *item))).count();
            }
            DetectorKind::Call(call) => twice(call.callee.iter().map(|glob| glob.source()).collect(), "callee"),
            DetectorKind::Setting(setting) => twice(setting.name.iter().map(|glob| glob.source()).collect(), "name"),
            DetectorKind::Import(import) => twice(import.module.iter().map(|glob| glob.source()).collect(), "module"),
            DetectorKind::Function(f) => twice(f.name.iter().map(|glob| glob.source()).collect(), "name"),
            DetectorKind::Tool(tool) => twice(tool.name.iter().map(|glob| glob.source()).collect(), "name"),
            _ => {}
        }
    }
    if same > 0 {
        found.push(("any:".to_owned(), "an item of `any` stands twice".to_owned()));
    }
    found
}

/// A fixture for each language with a mark that expects the rule.
fn fixtures(rulebook: &Rulebook, id: &str, rule: &Rule) -> Vec<String> {
    let folder = rulebook.places.get(id).and_then(|p| p.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let of = |suffix: &str| {
        let prefix = format!("{folder}/{id}.{suffix}");
        let found: Vec<&str> =
            rulebook.sources.iter().filter(|(p, _)| p.starts_with(&prefix)).map(|(_, t)| &**t).collect();
        found
    };
    let expects =
        |texts: &[&str]| texts.iter().any(|t| t.contains(&format!("expect: {id}")) || t.contains(&format!(", {id}")));
    let mut messages = Vec::new();
    for language in &rule.languages {
        let extensions: &[&str] = match language {
            RuleLanguage::TypeScript => &["ts", "tsx", "fixture.ts", "fixture.tsx"],
            RuleLanguage::JavaScript => &["js", "jsx", "mjs", "fixture.js"],
            RuleLanguage::Python => &["py", "fixture.py"],
            RuleLanguage::Go => &["go", "fixture.go"],
            RuleLanguage::Rust => &["rs", "fixture.rs"],
            RuleLanguage::Bash => &["sh", "fixture.sh"],
            RuleLanguage::Kotlin => &["kt", "kts", "fixture.kt"],
            RuleLanguage::Java => &["java", "fixture.java"],
            RuleLanguage::C => &["c", "fixture.c"],
            RuleLanguage::Cpp => &["cpp", "cc", "fixture.cpp"],
            RuleLanguage::CSharp => &["cs", "fixture.cs"],
            RuleLanguage::Elixir => &["ex", "exs", "fixture.ex"],
        };
        let texts: Vec<&str> = extensions.iter().flat_map(|e| of(e)).collect();
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
