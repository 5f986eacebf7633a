//! `signals` and `assess`: a card without the repository is rated like the audit's.

use std::{fs, path::Path, process::Output};

use serde_json::Value;

use crate::{
    common::{depthgauge, have, package, repository_of},
    corpus::agents,
};

const URL: [&str; 2] = ["--repo-url", "https://github.com/example-owner/example"];

fn run(arguments: &[&str], repository: &Path) -> Output {
    depthgauge().args(arguments).arg(repository).args(URL).arg("--quiet").output().expect("the binary starts")
}

/// The answer of an audit, and of `assess` on what `signals` wrote; exit codes in front.
fn both_ways(repository: &Path, more: &[&str]) -> [(Option<i32>, Value); 2] {
    let audit = run(&[&["audit", "--date", "2026-01-02", "--format", "json"], more].concat(), repository);
    let root = tempfile::tempdir().expect("folder");
    let (record, cards) = (root.path().join("one.json"), root.path().join("cards"));
    let signals = run(&[&["signals", "-o", record.to_str().expect("UTF-8")], more].concat(), repository);
    assert!(matches!(signals.status.code(), Some(0 | 4)), "{}", String::from_utf8_lossy(&signals.stderr));
    let assess = depthgauge()
        .args(["assess", "--date", "2026-01-02", "-q", "-o"])
        .arg(&cards)
        .arg(&record)
        .output()
        .expect("the binary starts");
    let card =
        fs::read(cards.join("one.json")).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&assess.stderr)));
    [(audit.status.code(), audit.stdout), (assess.status.code(), card)]
        .map(|(code, card)| (code, serde_json::from_slice(&card).expect("JSON")))
}

/// Takes out what names of the code are part of, and lists of signals: all else must be equal.
fn without_names(value: &mut Value) {
    const NAMING: [&str; 16] = [
        "finding",
        "gap",
        "summary",
        "reason",
        "label",
        "notes",
        "headline",
        "contains",
        "description",
        "limitations",
        "signals",
        "signal_counts",
        "kind_reason",
        "scored_configuration",
        "untrusted_input",
        "sensitive_data",
    ];
    match value {
        Value::Object(map) => {
            map.retain(|key, value| !NAMING.contains(&key.as_str()) || key == "untrusted_input" && is_word(value));
            map.remove("state_change_or_egress");
            // A record holds nothing of documents.
            map.remove("claims");
            map.values_mut().for_each(without_names);
        }
        Value::Array(list) => list.iter_mut().for_each(without_names),
        _ => {}
    }
}

/// A row of the agent surface, which has the name of a sentence of the rule of two.
fn is_word(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.contains(' '))
}

fn assert_rated_alike(repository: &Path, more: &[&str], name: &str) {
    let [(audit_code, mut audit), (assess_code, mut assess)] = both_ways(repository, more);
    assert_eq!(audit_code, assess_code, "{name}");
    assert!(assess["limitations"].to_string().contains("Rated from recorded signals"), "{name}");
    for card in [&mut audit, &mut assess] {
        without_names(card);
    }
    assert!(audit["criteria"].as_array().is_some_and(|criteria| criteria.len() == 10), "{name}");
    assert_eq!(audit, assess, "{name}");
}

#[test]
fn corpus_agents_are_rated_alike() {
    if !have("git") {
        return;
    }
    for (folder, _) in agents() {
        assert_rated_alike(repository_of(&folder).path(), &[], &folder.display().to_string());
    }
}

#[test]
fn so_are_folders_and_what_cannot_be_read() {
    if !have("git") {
        return;
    }
    let monorepo = repository_of(&package().join("tests/fixtures/monorepo"));
    assert_rated_alike(monorepo.path(), &["--subpath", "agents/porter"], "monorepo");
    for name in ["ledger-cobol", "swift-agent"] {
        let repository = repository_of(&package().join("corpus/not-agents").join(name));
        assert_rated_alike(repository.path(), &[], name);
    }
}

#[test]
fn no_agent_is_the_same_answer() {
    if !have("git") {
        return;
    }
    let repository = repository_of(&package().join("corpus/not-agents/ui-kit"));
    let [(audit_code, audit), (assess_code, assess)] = both_ways(repository.path(), &[]);
    assert_eq!((audit_code, assess_code), (Some(3), Some(3)));
    assert_eq!(audit, assess);
}

#[test]
fn a_file_of_signals_holds_no_code() {
    if !have("git") {
        return;
    }
    for (folder, _) in agents() {
        let repository = repository_of(&folder);
        let output = run(&["signals"], repository.path());
        let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(output.stdout.len() < 100_000, "{}", folder.display());
        let groups = record["signals"].as_object().expect("map").values().flat_map(|groups| groups.as_array());
        let places = groups.flatten().flat_map(|group| group["places"].as_array()).flatten();
        for quoted in places.filter_map(|place| place[3].as_str()) {
            let is_name = |c: char| c.is_alphanumeric() || "_.-".contains(c);
            assert!(quoted.chars().all(is_name), "{quoted:?}");
        }
    }
}

#[test]
fn files_that_cannot_be_rated_are_refused() {
    let root = tempfile::tempdir().expect("folder");
    let file = |name: &str, text: &str| {
        let path = root.path().join(name);
        fs::write(&path, text).expect("file");
        path
    };
    let text = file("text.json", "no signals\n");
    let old = file("old.json", r#"{"format": 0}"#);
    fs::create_dir(root.path().join("more")).expect("folder");
    let twice = file("more/old.json", "{}");
    for (files, says) in [
        (vec![&text], "not a file of signals"),
        (vec![&old], "format 0"),
        (vec![&old, &twice], "would replace"),
        (vec![], "FILE"),
    ] {
        let output =
            depthgauge().args(["assess", "-o"]).arg(root.path()).args(files).output().expect("the binary starts");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(says), "{message}");
    }
}

/// The same lines twice: once on the way from a call of a model, once in a program of their own.
#[test]
fn what_runs_when_the_agent_does_is_told_from_what_does_not() {
    if !have("git") {
        return;
    }
    let root = tempfile::tempdir().expect("folder");
    let keep = |name: &str| {
        format!(
            "from pathlib import Path\n\n\ndef {name}(root: Path, path: str, text: str) -> None:\n    target = (root / \
             path).resolve()\n    if not target.is_relative_to(root.resolve()):\n        raise \
             ValueError(path)\n    target.write_text(text)\n"
        )
    };
    let agent = "from pathlib import Path\n\nfrom openai import OpenAI\n\nfrom notes import keep_note\n\nclient = \
                 OpenAI()\n\n\ndef ask(task: str) -> None:\n    answer = \
                 client.chat.completions.create(model=\"m\", messages=[{\"role\": \"user\", \"content\": \
                 task}])\n    keep_note(Path(\"notes\"), task, answer.choices[0].message.content)\n\n\nif __name__ == \
                 \"__main__\":\n    ask(input())\n";
    let alone = "\n\nif __name__ == \"__main__\":\n    tidy_shelf(Path(\".\"), input(), input())\n";
    fs::write(root.path().join("agent.py"), agent).expect("file");
    fs::write(root.path().join("notes.py"), keep("keep_note")).expect("file");
    fs::write(root.path().join("shelf.py"), keep("tidy_shelf") + alone).expect("file");
    let repository = repository_of(root.path());
    let output = run(&["signals"], repository.path());
    let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let places = |rule: &str| -> Vec<(String, Option<bool>)> {
        let groups = record["signals"][rule].as_array().into_iter().flatten();
        let mut found: Vec<_> = groups
            .flat_map(|group| group["places"].as_array().into_iter().flatten().map(move |place| (group, place)))
            .map(|(group, place)| {
                let file = place[0].as_u64().and_then(|at| record["files"][usize::try_from(at).ok()?].as_str());
                (file.unwrap_or_default().to_owned(), group["runs"].as_bool())
            })
            .collect();
        found.sort();
        found.dedup();
        found
    };
    let of = |file: &str, runs: bool| (file.to_owned(), Some(runs));
    // One rule says of each match whether it runs, the other asks for it.
    assert_eq!(places("workspace-file-write"), [of("notes.py", true), of("shelf.py", false)]);
    assert_eq!(places("resolved-path-containment"), [of("notes.py", true)]);
}
