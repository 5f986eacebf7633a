//! Invented agents whose history is scripted: each commit that weakens one thing is named, each harmless one is not.

use std::{collections::BTreeMap, fs};

use depthgauge::compare::diff::{Direction, Verdict};
use serde::Deserialize;

use super::Repo;
use crate::common::{have, package};

/// One commit on top of a bundled agent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    what: String,
    agent: String,
    edits: Vec<Edit>,
    /// Where the report must point to; nothing for a harmless commit.
    expect: Option<Expected>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    /// Text that is replaced; without it the file is written.
    old: Option<String>,
    new: Option<String>,
    /// The file gets another path.
    moved: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// `C2.D`, or a kind of change such as `ungated_tool`.
    cell: String,
    /// A file that one of the line's places names, and text that stands on one of those lines, before or after.
    file: String,
    line: String,
    /// False where the level is too low already to fall: the change is named and does not fail.
    #[serde(default = "yes")]
    fails: bool,
}

fn yes() -> bool {
    true
}

fn scripts(name: &str) -> Vec<Script> {
    let file = package().join("tests/fixtures/diff").join(name);
    serde_yaml::from_str(&fs::read_to_string(file).expect("script")).expect("YAML")
}

/// Both texts of each file that the script touches, by path.
type Texts = BTreeMap<String, Vec<String>>;

fn played(script: &Script) -> (Repo, Texts) {
    let repo = Repo::of_agent(&script.agent);
    let mut texts = Texts::new();
    let mut keep = |path: &str| {
        if let Ok(text) = fs::read_to_string(repo.path().join(path)) {
            texts.entry(path.to_owned()).or_default().push(text);
        }
    };
    for edit in &script.edits {
        keep(&edit.file);
    }
    for edit in &script.edits {
        match (&edit.old, &edit.new, &edit.moved) {
            (Some(old), new, None) => repo.edit(&edit.file, old, new.as_deref().unwrap_or("")),
            (None, Some(new), None) => repo.write(&edit.file, new),
            (None, None, Some(to)) => _ = repo.git(&["mv", &edit.file, to]),
            _ => panic!("{}: an edit has `old` and `new`, `new`, or `moved`", script.what),
        }
    }
    for edit in &script.edits {
        keep(&edit.file);
    }
    repo.commit();
    (repo, texts)
}

#[test]
fn each_weakening_is_named_with_its_cell_direction_and_line() {
    if !have("git") {
        return;
    }
    let scripts = scripts("weaker.yaml");
    assert!(scripts.len() >= 30);
    let mut wrong = Vec::new();
    for script in &scripts {
        let expected = script.expect.as_ref().expect("what a weakening is expected to show");
        let (repo, texts) = played(script);
        let (report, code) = repo.report(&["HEAD~1"]);
        let cell = |change: &depthgauge::compare::diff::Change| {
            let cell = change.criterion.map(|id| match change.parameter {
                Some(parameter) => format!("{id}.{parameter}"),
                None => id.to_string(),
            });
            let kind = serde_json::to_value(change.kind).expect("kind");
            cell.as_deref() == Some(&expected.cell) || kind == expected.cell.as_str()
        };
        let names_line = |change: &depthgauge::compare::diff::Change| {
            change.before.iter().chain(&change.after).filter(|place| place.file == expected.file).any(|place| {
                let untouched = || vec![repo.read(&place.file)];
                let texts = texts.get(&place.file).cloned().unwrap_or_else(untouched);
                texts.iter().any(|text| {
                    let (first, last) = (place.first as usize, place.last as usize);
                    text.lines().take(last).skip(first - 1).any(|line| line.contains(&expected.line))
                })
            })
        };
        let verdict = if expected.fails { Verdict::Fails } else { Verdict::Noted };
        let found = report.changes().any(|(_, change)| {
            change.verdict == verdict && change.direction == Direction::Weaker && cell(change) && names_line(change)
        });
        if !found || code != i32::from(expected.fails) {
            let said: Vec<&str> = report.changes().map(|(_, change)| change.sentence.as_str()).collect();
            wrong.push(format!("{} ({code}): {said:#?}", script.what));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), scripts.len(), wrong.join("\n"));
}

#[test]
fn harmless_commits_are_silent() {
    if !have("git") {
        return;
    }
    let scripts = scripts("harmless.yaml");
    assert!(scripts.len() >= 30);
    let mut wrong = Vec::new();
    for script in &scripts {
        let (repo, _) = played(script);
        let (report, code) = repo.report(&["HEAD~1"]);
        let loud: Vec<String> = report
            .changes()
            .filter(|(_, change)| change.verdict != Verdict::Folded && change.direction == Direction::Weaker)
            .map(|(_, change)| change.sentence.clone())
            .collect();
        if code != 0 || !loud.is_empty() {
            wrong.push(format!("{} ({code}): {loud:#?}", script.what));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), scripts.len(), wrong.join("\n"));
}
