//! What `check` found, for a terminal and as JSON.

use serde::Serialize;

use crate::{
    card::{CardData, Problem, Severity},
    text::{self, terminal},
    verify::{Change, Later, LevelAnchors, Proof},
};

/// Everything that a check says.
pub struct CheckReport<'a> {
    pub card: &'a CardData,
    /// Sorted.
    pub problems: &'a [Problem],
    pub changes: &'a [Change],
    /// `None` where the card was checked without its repository.
    pub proof: Option<&'a Proof>,
    pub later: Option<&'a Later>,
    pub anchors: Vec<LevelAnchors>,
}

#[derive(Serialize)]
struct Json<'a> {
    card: &'a str,
    pinned_commit: &'a str,
    errors: usize,
    warnings: usize,
    problems: &'a [Problem],
    fixed: Vec<String>,
    citations_verified: Option<usize>,
    searches_verified: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<JsonLater<'a>>,
    levels: &'a [LevelAnchors],
}

#[derive(Serialize)]
struct JsonLater<'a> {
    commit: &'a str,
    verdict: String,
    places: Vec<String>,
    doubtful: Vec<String>,
}

fn count(problems: &[Problem], severity: Severity) -> usize {
    problems.iter().filter(|problem| problem.severity == severity).count()
}

fn change(change: &Change) -> String {
    format!("{}: {}", change.place, change.what)
}

/// # Errors
/// None that these types can have.
pub fn check_json(report: &CheckReport<'_>) -> serde_json::Result<String> {
    text::json(&Json {
        card: &report.card.name,
        pinned_commit: &report.card.pinned_commit,
        errors: count(report.problems, Severity::Error),
        warnings: count(report.problems, Severity::Warning),
        problems: report.problems,
        fixed: report.changes.iter().map(change).collect(),
        citations_verified: report.proof.map(|proof| proof.citations),
        searches_verified: report.proof.map(|proof| proof.searches),
        later: report.later.map(|later| JsonLater {
            commit: &later.commit,
            verdict: later.verdict(),
            places: later.places.iter().map(|place| place.text()).collect(),
            doubtful: later.doubtful(),
        }),
        levels: &report.anchors,
    })
}

/// The verdict stands last.
pub fn check_text(report: &CheckReport<'_>) -> String {
    let mut lines = Vec::new();
    lines.extend(report.changes.iter().map(|c| format!("fixed: {}", terminal(&change(c)))));
    for problem in report.problems {
        let word = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        lines.push(format!("{word}: {}", terminal(&problem.to_string())));
        lines.extend(problem.right.as_ref().map(|right| format!("  right: {}", terminal(right))));
    }
    lines.push(String::new());
    lines.push("What the levels say".to_owned());
    for level in &report.anchors {
        let alt = if level.mechanism == crate::score::Counted::Alt { " (alt)" } else { "" };
        lines.push(format!("{}{alt} L{}: {}", level.cell, level.level.get(), level.says));
        lines.extend(level.next.map(|(next, says)| format!("  L{}: {says}", next.get())));
    }
    lines.push(String::new());
    if let Some(later) = report.later {
        lines.extend(later.places.iter().map(|place| terminal(&place.text())));
        lines.push(format!("at {}: {}", later.commit, later.verdict()));
    }
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let errors = plural(count(report.problems, Severity::Error), "error");
    let warnings = plural(count(report.problems, Severity::Warning), "warning");
    lines.push(match report.proof {
        Some(proof) => {
            let (places, searches) = (plural(proof.citations, "cited place"), plural(proof.searches, "search"));
            let searches = searches.replace("searchs", "searches");
            format!("{errors}, {warnings}; {places} and {searches} looked up at {}", report.card.pinned_commit)
        }
        None => format!("{errors}, {warnings}; cited lines and searches were not looked up (--repo)"),
    });
    lines.join("\n") + "\n"
}
