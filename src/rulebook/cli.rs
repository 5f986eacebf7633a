//! What `depthgauge rules list|show|lint|schema` print. `rules test` runs detectors and lives in `detect`.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Effort, Lifecycle, Role, Rule, Rulebook, lint, schema, schema::FORMATS};

/// Text for standard output, and whether the answer is yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub success: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    title: &'a str,
    criteria: Vec<String>,
    role: Role,
    strength: Option<u8>,
    lifecycle: String,
    languages: &'a [super::RuleLanguage],
    effort: Effort,
    vocabulary: Option<&'a str>,
    owasp: &'a [String],
    file: &'a str,
}

impl<'a> Row<'a> {
    fn new(rulebook: &'a Rulebook, rule: &'a Rule) -> Self {
        Self {
            id: &rule.id,
            title: &rule.title,
            criteria: rule.criteria.iter().map(ToString::to_string).collect(),
            role: rule.role,
            strength: rule.strength,
            lifecycle: lifecycle(&rule.lifecycle),
            languages: &rule.languages,
            effort: rule.remediation.effort,
            vocabulary: rule.vocabulary.as_deref(),
            owasp: &rule.owasp,
            file: rulebook.places.get(&rule.id).map_or("", String::as_str),
        }
    }
}

/// `control, strength 2`.
pub(super) fn role_text(rule: &Rule) -> String {
    let role = format!("{:?}", rule.role).to_lowercase();
    rule.strength.map_or_else(|| role.clone(), |strength| format!("{role}, strength {strength}"))
}

fn lifecycle(lifecycle: &Lifecycle) -> String {
    match lifecycle {
        Lifecycle::Stable => "stable".into(),
        Lifecycle::Preview => "preview".into(),
        Lifecycle::Deprecated(successor) => format!("deprecated, see {successor}"),
    }
}

/// All rules as a table, or as a JSON array.
pub fn list(rulebook: &Rulebook, json: bool) -> Answer {
    let rows: Vec<Row<'_>> = rulebook.rules.values().map(|r| Row::new(rulebook, r)).collect();
    if json {
        let text = serde_json::to_string_pretty(&rows).unwrap_or_default();
        return Answer { text: text + "\n", success: true };
    }
    let width = rows.iter().map(|r| r.id.len()).max().unwrap_or(0);
    let mut sorted: Vec<&Row<'_>> = rows.iter().collect();
    sorted.sort_by_key(|r| (super::rule_id(r.file).is_none(), r.file));
    let mut text = String::new();
    for row in sorted {
        let role = format!("{:?}", row.role).to_lowercase();
        let mark = if row.lifecycle == "stable" { String::new() } else { format!(" ({})", row.lifecycle) };
        let _ = writeln!(text, "{:<8} {:<9} {:<width$}  {}{mark}", row.criteria.join(","), role, row.id, row.title);
    }
    let lists: Vec<&str> = super::vocabulary::lists(&rulebook.rules).into_iter().collect();
    let _ = writeln!(text, "vocabulary takes {}", lists.join(", "));
    let _ = writeln!(text, "{} rules, version {}", rows.len(), rulebook.version());
    Answer { text, success: true }
}

/// Everything that a rule's file says about it.
pub fn show(rulebook: &Rulebook, id: &str) -> Answer {
    let Some(rule) = rulebook.rules.get(id) else {
        let near: Vec<&str> = rulebook.rules.keys().map(String::as_str).filter(|k| k.contains(id)).take(5).collect();
        let hint = if near.is_empty() {
            "`depthgauge rules list` names all".into()
        } else {
            format!("near it: {}", near.join(", "))
        };
        return Answer { text: format!("no rule `{id}`; {hint}\n"), success: false };
    };
    let row = Row::new(rulebook, rule);
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}", rule.id, rule.title);
    let (criteria, role, owasp) = (row.criteria.join(" "), role_text(rule), rule.owasp.join(" "));
    let _ = writeln!(text, "{criteria} · {role} · {} · {owasp}", row.lifecycle);
    let _ = writeln!(text, "rules/{}", row.file);
    for (name, body) in [
        ("Why it matters", &rule.why),
        ("Sees", &rule.sees),
        ("Cannot see", &rule.cannot_see),
        ("Gap", &rule.gap),
        ("Remedy", &rule.remediation.text),
    ] {
        let _ = writeln!(text, "\n{name}\n  {}", body.trim().replace('\n', "\n  "));
    }
    let _ = writeln!(text, "\nEffort {:?}", rule.remediation.effort);
    if let Some(list) = &rule.vocabulary {
        let _ = writeln!(text, "\nVocabulary\n  {list}");
    }
    if let Some(search) = rulebook.searches().get(id) {
        let _ = writeln!(text, "\nRecorded search\n  {}", search.command());
    }
    Answer { text, success: true }
}

/// The findings of `lint`, one a line, and a count.
pub fn lint_text(rulebook: &Rulebook) -> Answer {
    let errors = lint(rulebook);
    let mut text = String::new();
    for error in &errors {
        let _ = writeln!(text, "{error}");
    }
    let findings = if errors.len() == 1 { "finding" } else { "findings" };
    let (rules, ladders, count) = (rulebook.rules.len(), rulebook.ladders.len(), errors.len());
    let _ = writeln!(text, "{rules} rules, {ladders} ladders: {count} {findings}");
    Answer { text, success: errors.is_empty() }
}

/// The JSON Schema of one format.
pub fn schema_text(format: &str) -> Answer {
    match schema(format) {
        Some(schema) => {
            Answer { text: serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n", success: true }
        }
        None => Answer { text: format!("no format `{format}`; known are {}\n", FORMATS.join(", ")), success: false },
    }
}
