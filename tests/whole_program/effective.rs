//! The value of a setting that wins, case by case (`tests/fixtures/effective`).

use std::{collections::BTreeMap, fs};

use depthgauge::{
    facts::{Effective, Rank, ReadOptions, ScopeRules, SettingPlace, Start, Value, Why, effective, read},
    source::{Entry, EntryKind, RepoPath, Unread},
};
use serde::Deserialize;

use crate::common::{depthgauge, have, package, repository_of};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    setting: String,
    /// `program`, or the file that starts the container.
    start: String,
    /// The value, or why there is none.
    expect: serde_json::Value,
    chain: Option<Vec<String>>,
    files: BTreeMap<String, String>,
}

fn shown(place: &SettingPlace<'_>) -> String {
    let rank = match place.rank {
        Rank::Read => "read",
        Rank::Code => "code",
        Rank::Fallback => "fallback",
        Rank::Option => "option",
        Rank::File => "file",
        Rank::Image => "image",
        Rank::Deployment => "deployment",
    };
    format!("{}:{} {rank}", place.file, place.span.start)
}

fn value(value: &Value) -> serde_json::Value {
    match value {
        Value::Str(text) => text.as_str().into(),
        Value::Num(text) => text.parse::<i64>().expect("whole number").into(),
        Value::Bool(on) => (*on).into(),
        other => panic!("{other:?}"),
    }
}

fn answer(case: &Case) -> (serde_json::Value, Vec<String>) {
    let mut entries: Vec<Entry> = case
        .files
        .keys()
        .map(|path| Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false })
        .collect();
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let open = || {
        Ok::<_, String>(|entry: &Entry, _: u64| {
            let text = entry.path.as_str().and_then(|path| case.files.get(path));
            text.map(|text| text.clone().into_bytes()).ok_or(Unread::Missing)
        })
    };
    let rules = ScopeRules::embedded();
    let options = ReadOptions { base: "", rules, searches: None, cache: None };
    let base = read(&entries, open, &options).expect("readers open");
    let start = if case.start == "program" { Start::Program } else { Start::Container(&case.start) };
    let chain = |places: &[SettingPlace<'_>]| places.iter().map(shown).collect();
    match effective(&base, &case.setting, start) {
        Effective::Known { value: known, chain: places } => (value(&known), chain(&places)),
        Effective::Unknown { why, chain: places } => {
            let why = match why {
                Why::Disagree => "disagree",
                Why::Computed => "computed",
                Why::NoDefault => "no-default",
            };
            (why.into(), chain(&places))
        }
        Effective::NotFound => ("not-found".into(), Vec::new()),
    }
}

#[test]
fn the_default_that_wins() {
    let folder = package().join("tests/fixtures/effective");
    let mut paths: Vec<_> =
        fs::read_dir(&folder).expect("fixtures").map(|entry| entry.expect("entry").path()).collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let text = fs::read_to_string(path).expect("fixture");
        let case: Case = serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (found, chain) = answer(&case);
        if found != case.expect || case.chain.as_ref().is_some_and(|wanted| *wanted != chain) {
            let wanted = (&case.expect, &case.chain);
            wrong.push(format!("{}: {found} by {chain:?}, not {wanted:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(paths.len() >= 25, "{}", paths.len());
}

const AGENT: &str = r#"import os
import subprocess

from langchain_core.tools import tool
from openai import OpenAI

SANDBOX = os.getenv("AGENT_SANDBOX", "false")


@tool
def run_command(command: str) -> str:
    """Runs a command of the shell."""
    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout


def answer(question: str) -> str:
    client = OpenAI()
    messages = [{"role": "user", "content": question}]
    return client.chat.completions.create(model="m", messages=messages, tools=[run_command])
"#;

#[test]
fn an_explanation_shows_what_a_container_overrides() {
    if !have("git") {
        return;
    }
    let set = "AGENT_SANDBOX: \"true\"\n";
    let compose = format!("services:\n  agent:\n    build: .\n    environment:\n      {set}");
    let explained = |beside: &str, text: &str| {
        let folder = tempfile::tempdir().expect("folder");
        fs::write(folder.path().join("agent.py"), AGENT).expect("file");
        fs::write(folder.path().join(beside), text).expect("file");
        let repository = repository_of(folder.path());
        let output = depthgauge().args(["explain", "--quiet"]).current_dir(repository.path()).output();
        String::from_utf8(output.expect("depthgauge starts").stdout).expect("UTF-8")
    };
    let overridden = explained("compose.yaml", &compose);
    assert!(
        overridden.contains("[`true` at `compose.yaml:5` wins over `false` at `agent.py:7`]"),
        "the winner and what it overrides:\n{overridden}"
    );
    let example = explained(".env.example", "AGENT_SANDBOX=true\n");
    assert!(example.contains("sandbox-default-off") && !example.contains("wins over"), "{example}");
}
