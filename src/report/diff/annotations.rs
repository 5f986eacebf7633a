//! Failing changes as other programs take them: commands of a GitHub workflow, GitLab's code quality, reviewdog.

use serde_json::{Value, json};

use super::{ReportError, diff_title};
use crate::compare::diff::{CITED, Change, DiffOutcome, DiffReport, Where};

/// Annotations that GitHub shows of one step.
const SHOWN: usize = 10;

/// Workflow commands, one a line. What a command could be ended by is escaped as the runner reads it.
pub fn github_annotations(report: &DiffReport) -> String {
    let level = if report.outcome == DiffOutcome::Observed { "notice" } else { "error" };
    let mut out = String::new();
    for (_, change) in report.failing().take(SHOWN) {
        let place = shown_at(change);
        let at = place.map_or_else(String::new, |place| {
            format!("file={},line={},endLine={},", property(&place.file), place.first, place.last)
        });
        out.push_str(&format!("::{level} {at}title={}::{}\n", property(&title(change)), data(&message(change))));
    }
    for target in &report.targets {
        for lack in target.reads_less.iter().take(SHOWN) {
            let text = format!("the head cannot read what the base could: {lack}");
            out.push_str(&format!("::{level} title=depthgauge reads less::{}\n", data(&text)));
        }
    }
    out.push_str(&format!("::notice title=depthgauge::{}\n", data(&diff_title(report))));
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// GitLab's code quality report: one entry for each failing change.
///
/// # Errors
/// None that text could cause.
pub fn code_quality(report: &DiffReport) -> Result<String, ReportError> {
    let entries: Vec<Value> = report
        .failing()
        .map(|(_, change)| {
            let place = shown_at(change);
            json!({
                "description": plain(&message(change)),
                "check_name": name(change),
                "fingerprint": change.id,
                "severity": "major",
                "location": {
                    "path": place.map_or(".depthgauge.yaml", |place| place.file.as_str()),
                    "lines": {"begin": place.map_or(1, |place| place.first)},
                },
            })
        })
        .collect();
    Ok(crate::text::json(&entries)?)
}

/// reviewdog's diagnostic format.
///
/// # Errors
/// None that text could cause.
pub fn rdjson(report: &DiffReport) -> Result<String, ReportError> {
    let diagnostics: Vec<Value> = report
        .failing()
        .filter_map(|(_, change)| {
            let place = shown_at(change)?;
            Some(json!({
                "message": plain(&message(change)),
                "location": {
                    "path": place.file,
                    "range": {"start": {"line": place.first}, "end": {"line": place.last}},
                },
                "severity": "ERROR",
                "code": {"value": name(change)},
                "original_output": change.id,
            }))
        })
        .collect();
    let report = json!({"source": {"name": "depthgauge"}, "severity": "ERROR", "diagnostics": diagnostics});
    Ok(crate::text::json(&report)?)
}

/// A line that came, else the one that went, else what shows the state now.
fn shown_at(change: &Change) -> Option<&Where> {
    let told = |places: &'_ [Where]| places.iter().position(|place| place.what != CITED);
    let after = told(&change.after).and_then(|at| change.after.get(at));
    let before = told(&change.before).and_then(|at| change.before.get(at));
    after.or(before).or(change.after.first()).or(change.before.first())
}

fn name(change: &Change) -> String {
    let cell = match (change.criterion, change.parameter) {
        (Some(id), Some(parameter)) => format!("{id}.{parameter}"),
        (Some(id), None) => id.to_string(),
        _ => "depthgauge".to_owned(),
    };
    match serde_json::to_value(change.kind) {
        Ok(Value::String(kind)) => format!("{cell}/{kind}"),
        _ => cell,
    }
}

fn title(change: &Change) -> String {
    format!("depthgauge {}", name(change))
}

fn message(change: &Change) -> String {
    let restore = change.restore.as_ref().map(|text| format!(" To restore: {text}")).unwrap_or_default();
    format!("{}{restore} (exception id {})", change.sentence, change.id)
}

/// Without what acts on a terminal.
fn plain(text: &str) -> String {
    crate::text::terminal(text)
}
