//! A comparison of two commits, for each reader of it: Markdown for a comment, a terminal, SARIF, code quality of
//! GitLab, reviewdog, and annotations of a workflow.

mod annotations;
mod hardened;
mod markdown;
mod sarif;
mod text;

pub use annotations::{code_quality, github_annotations, rdjson};
pub use hardened::hardened;
pub use markdown::{COMMENT_MARK, diff_markdown};
pub use sarif::{SarifRules, SarifRun, sarif};
pub use text::diff_text;

use super::ReportError;
use crate::compare::diff::{Change, DiffOutcome, DiffReport, TargetDiff, Verdict};

/// # Errors
/// None that text could cause.
pub fn diff_json(report: &DiffReport) -> Result<String, ReportError> {
    Ok(crate::text::json(report)?)
}

/// What a check is titled by: the three outcomes are never worded alike.
pub fn diff_title(report: &DiffReport) -> String {
    let failing = report.failing().count();
    let less: usize = report.targets.iter().map(|target| target.reads_less.len()).sum();
    match report.outcome {
        DiffOutcome::Weaker => format!("{} this agent", counted(failing, "change weakens", "changes weaken")),
        DiffOutcome::Observed if failing > 0 => {
            format!("{} this agent (observed, nothing fails)", counted(failing, "change weakens", "changes weaken"))
        }
        DiffOutcome::Observed => "the head reads less than the base (observed, nothing fails)".to_owned(),
        DiffOutcome::ReadsLess => {
            format!("{} the base could read cannot be read any more", counted(less, "part that", "parts that"))
        }
        DiffOutcome::Passed => "nothing is weaker".to_owned(),
    }
}

/// True where there is nothing to say: no change, nothing lost, the gate untouched.
pub fn diff_is_silent(report: &DiffReport) -> bool {
    let shown = |change: &Change| change.verdict != Verdict::Folded;
    report.changes().all(|(_, change)| !shown(change))
        && report.targets.iter().all(|target| target.reads_less.is_empty())
        && report.policy.changed.is_empty()
}

fn counted(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

fn shown_target(report: &DiffReport, target: &TargetDiff) -> String {
    match (&target.subpath, report.targets.len()) {
        (None, 1) => String::new(),
        (None, _) => "the whole repository".to_owned(),
        (Some(path), _) => format!("{} ({})", target.name, crate::text::code(path)),
    }
}

fn score_line(target: &TargetDiff) -> String {
    match (&target.before, &target.after) {
        (Some(a), Some(b)) if a.thousandths == b.thousandths => format!("Total {:.1} of 10, unchanged.", b.score),
        (Some(a), Some(b)) => {
            format!("Total {:.1} → {:.1} of 10 ({} → {} thousandths).", a.score, b.score, a.thousandths, b.thousandths)
        }
        (None, Some(b)) => format!("No agent before; total {:.1} of 10.", b.score),
        (Some(_), None) => "No agent is found any more.".to_owned(),
        (None, None) => "No agent is found.".to_owned(),
    }
}

/// The stanza that excepts a change.
pub fn exception_stanza(change: &Change) -> String {
    format!("  - id: {}\n    reason: WHY\n    owner: WHO\n    expires: YYYY-MM-DD\n", change.id)
}

fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}
