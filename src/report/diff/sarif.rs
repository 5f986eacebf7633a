//! SARIF 2.1.0: every rule with its help, every finding with its way, one run for each target.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::ReportError;
use crate::{
    compare::diff::{Finding, Step, Weight, Where},
    rubric::{CriterionId, Parameter},
    rulebook::{Role, Rule, Rulebook, Subject},
    score::{self, CAPS},
};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Our own identity of a result; hosts keep theirs under keys of their own.
const FINGERPRINT: &str = "depthgauge/v1";
const ROOT: &str = "%SRCROOT%";

/// One target of one commit.
#[derive(Debug, Clone, Default)]
pub struct SarifRun<'a> {
    /// Folder of the target; empty for the whole repository.
    pub target: String,
    pub repo_url: Option<String>,
    /// 40 hex digits.
    pub commit: String,
    pub findings: &'a [Finding],
    /// Ids of findings that the base has not; `None` where there is no base.
    pub new: Option<BTreeSet<String>>,
    /// By id why a finding is allowed.
    pub suppressed: BTreeMap<String, String>,
    /// What was not read and should have been: the run is no success with any.
    pub unread: Vec<String>,
    pub exit_code: u8,
}

/// The rules that results point to.
pub struct SarifRules {
    rules: Vec<Value>,
    index: BTreeMap<String, usize>,
}

impl SarifRules {
    /// Every rule of the book whose findings may be told, and what findings are called besides.
    pub fn new(rulebook: &Rulebook) -> Self {
        let mut known: BTreeMap<String, Value> = BTreeMap::new();
        for rule in rulebook.rules.values().filter(|rule| !rulebook.is_defect(&rule.id)) {
            known.insert(rule.id.clone(), of_rule(rule));
        }
        for id in CriterionId::ALL {
            let text = score::criterion_text(id);
            for parameter in Parameter::ALL {
                let cell = format!("{id}.{parameter}");
                let title = format!("{id} {}: {}", text.name, words(parameter));
                let help =
                    format!("{} `depthgauge explain . {cell}` says what the next level asks for.", text.question);
                known.insert(cell.clone(), descriptor(&cell, &title, &help, "note", text.owasp));
            }
        }
        for cap in CAPS {
            let name = score::name_of(cap);
            let title = format!("Cap {name}: the criterion counts {} at most", score::max_of(cap));
            let help = "The method holds a criterion down where such a condition is met; the message says which, and \
                        mending it lifts the cap.";
            known.insert(name.to_owned(), descriptor(name, &title, help, "error", &[]));
        }
        let own = [
            (
                "ungated-tool",
                "A tool reaches something of consequence with no gate on its way",
                "Put a check or a question to a person between the tool and the call at the end of the way.",
                "warning",
            ),
            (
                "gate-bypass",
                "A way past a gate",
                "On some ways from the tool to the call a gate decides, on others none does. Let all of them pass it.",
                "error",
            ),
            (
                "critical-gap",
                "A critical gap of the default mechanism",
                "What the message names would let a single failure have the worst effect. Limit what the agent can reach.",
                "error",
            ),
        ];
        for (id, title, help, level) in own {
            known.insert(id.to_owned(), descriptor(id, title, help, level, &["ASI02"]));
        }
        let index = known.keys().cloned().zip(0..).collect();
        Self { rules: known.into_values().collect(), index }
    }
}

fn of_rule(rule: &Rule) -> Value {
    let level = match rule.role {
        Role::Exposure => "warning",
        _ => "note",
    };
    let owasp: Vec<&str> = rule.owasp.iter().map(String::as_str).collect();
    let help = format!(
        "{}\n\n**Sees:** {}\n\n**Cannot see:** {}\n\n**To do:** {}",
        rule.why.trim(),
        rule.sees.trim(),
        rule.cannot_see.trim(),
        rule.remediation.text.trim()
    );
    let mut value = descriptor(&rule.id, &rule.title, &help, level, &owasp);
    let criteria = rule.criteria.iter().filter_map(|subject| match subject {
        Subject::Criterion(id) => Some(id.to_string()),
        Subject::Project => None,
    });
    value["properties"]["criteria"] = criteria.collect();
    value
}

fn descriptor(id: &str, title: &str, help: &str, level: &str, owasp: &[&str]) -> Value {
    let tags: Vec<&str> = std::iter::once("security").chain(owasp.iter().copied()).collect();
    json!({
        "id": id,
        "shortDescription": {"text": title},
        "fullDescription": {"text": title},
        "help": {"text": help.replace("**", "").replace('`', ""), "markdown": help},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": tags},
    })
}

/// The log of some runs.
///
/// # Errors
/// None that text could cause.
pub fn sarif(rules: &SarifRules, runs: &[SarifRun<'_>], version: &str) -> Result<String, ReportError> {
    let runs: Vec<Value> = runs.iter().map(|run| one(rules, run, version)).collect();
    let log = json!({"$schema": SCHEMA, "version": "2.1.0", "runs": runs});
    Ok(crate::text::json(&log)?)
}

fn one(rules: &SarifRules, run: &SarifRun<'_>, version: &str) -> Value {
    let notifications: Vec<Value> = run
        .unread
        .iter()
        .map(|lack| json!({"level": "error", "message": {"text": message(&format!("Not read: {lack}"))}}))
        .collect();
    let mut invocation = json!({"executionSuccessful": run.unread.is_empty(), "exitCode": run.exit_code});
    if !notifications.is_empty() {
        invocation["toolExecutionNotifications"] = notifications.into();
    }
    let target = if run.target.is_empty() { "." } else { &run.target };
    let mut value = json!({
        "tool": {"driver": {
            "name": "depthgauge",
            "semanticVersion": version,
            "rules": rules.rules,
        }},
        "automationDetails": {"id": format!("depthgauge/{target}/")},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "originalUriBaseIds": {ROOT: {"description": {"text": "the root of the repository"}}},
        "results": run.findings.iter().map(|finding| result(rules, run, finding)).collect::<Vec<_>>(),
    });
    if let Some(url) = &run.repo_url {
        value["versionControlProvenance"] =
            json!([{"repositoryUri": url, "revisionId": run.commit, "mappedTo": {"uriBaseId": ROOT}}]);
    } else {
        value["properties"] = json!({"revisionId": run.commit});
    }
    value
}

fn result(rules: &SarifRules, run: &SarifRun<'_>, finding: &Finding) -> Value {
    let mut value = Map::new();
    value.insert("ruleId".into(), finding.rule.clone().into());
    if let Some(index) = rules.index.get(&finding.rule) {
        value.insert("ruleIndex".into(), (*index).into());
    }
    let level = match finding.weight {
        Weight::Error => "error",
        Weight::Warning => "warning",
        Weight::Note => "note",
    };
    value.insert("level".into(), level.into());
    value.insert("message".into(), json!({"text": message(&finding.message)}));
    let mut places = finding.places.iter();
    let first: Vec<Value> = places.next().into_iter().map(|place| location(place, None)).collect();
    value.insert("locations".into(), first.into());
    let related: Vec<Value> = places.zip(0_u32..).map(|(place, id)| location(place, Some(id))).collect();
    if !related.is_empty() {
        value.insert("relatedLocations".into(), related.into());
    }
    if !finding.steps.is_empty() {
        value.insert("codeFlows".into(), flow(&finding.steps));
    }
    value.insert("partialFingerprints".into(), json!({FINGERPRINT: finding.id}));
    if let Some(new) = &run.new {
        let state = if new.contains(&finding.id) { "new" } else { "unchanged" };
        value.insert("baselineState".into(), state.into());
    }
    if let Some(why) = run.suppressed.get(&finding.id) {
        value.insert("suppressions".into(), json!([{"kind": "external", "justification": message(why)}]));
    }
    Value::Object(value)
}

fn location(place: &Where, id: Option<u32>) -> Value {
    let mut value = json!({"physicalLocation": physical(place), "message": {"text": message(&place.what)}});
    if let Some(id) = id {
        value["id"] = id.into();
    }
    value
}

fn physical(place: &Where) -> Value {
    json!({
        "artifactLocation": {"uri": uri(&place.file), "uriBaseId": ROOT},
        "region": {"startLine": place.first.max(1), "endLine": place.last.max(place.first).max(1)},
    })
}

/// Steps without a place of their own are named at the place before them.
fn flow(steps: &[Step]) -> Value {
    let mut at = steps.iter().find_map(|step| step.place.as_ref());
    let locations: Vec<Value> = steps
        .iter()
        .map(|step| {
            at = step.place.as_ref().or(at);
            let mut location = json!({"message": {"text": message(&step.function)}});
            if let Some(place) = at {
                location["physicalLocation"] = physical(place);
            }
            json!({"location": location})
        })
        .collect();
    json!([{"threadFlows": [{"locations": locations}]}])
}

/// A relative reference: every byte of a segment outside the unreserved ones is encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    // `a:b` would be a scheme; a path that starts with a slash would be absolute.
    out.trim_start_matches('/').to_owned()
}

/// In a message brackets make links and braces placeholders.
fn message(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in crate::text::terminal(text).chars() {
        match c {
            '[' | ']' | '\\' => out.extend(['\\', c]),
            '{' => out.push_str("{{"),
            '}' => out.push_str("}}"),
            c => out.push(c),
        }
    }
    out
}

fn words(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::S => "strength",
        Parameter::C => "coverage",
        Parameter::D => "default and tamper resistance",
        Parameter::B => "blast radius",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_messages_are_inert() {
        assert_eq!(uri("a b/ü#[x].py"), "a%20b/%C3%BC%23%5Bx%5D.py");
        assert_eq!(uri("/etc/passwd"), "etc/passwd");
        assert_eq!(uri("c:/x"), "c%3A/x");
        assert_eq!(message("[x](javascript:1) {0}"), "\\[x\\](javascript:1) {{0}}");
    }
}
