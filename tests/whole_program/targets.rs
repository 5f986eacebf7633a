//! A repository of several agents: what can be audited on its own, and cards of single parts.

use std::{fs, process::Output};

use crate::common::{depthgauge, package, repository_of};

fn run(arguments: &[&str]) -> Output {
    depthgauge().args(arguments).output().expect("depthgauge starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn the_three_agents_are_listed_and_the_library_is_not() {
    let repository = repository_of(&package().join("tests/fixtures/monorepo"));
    let target = repository.path().display().to_string();
    let output = run(&["targets", &target, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let targets: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let list: Vec<(&str, &str, &str)> = targets
        .iter()
        .map(|t| (t["name"].as_str().unwrap(), t["folder"].as_str().unwrap(), t["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(
        list,
        [
            ("courier", "agents/courier", "agent"),
            ("gardener", "agents/gardener", "agent"),
            ("porter", "agents/porter", "agent"),
        ]
    );
    let table = stdout(&run(&["targets", &target]));
    assert_eq!(table.lines().count(), 3);
    assert!(table.contains("declares tools for a model") && table.contains("project.scripts"), "{table}");
}

#[test]
fn a_card_of_one_part_is_that_of_its_folder() {
    let repository = repository_of(&package().join("tests/fixtures/monorepo"));
    let target = repository.path().display().to_string();
    let common = ["--date", "2026-01-01", "--format", "json"];
    let by_name = run(&[&["audit", &target, "--target", "porter"], &common[..]].concat());
    let by_folder = run(&[&["audit", &target, "--subpath", "agents/porter"], &common[..]].concat());
    assert_eq!(by_name.status.code(), Some(0), "{}", String::from_utf8_lossy(&by_name.stderr));
    assert_eq!(by_name.stdout, by_folder.stdout);
    let wrong = run(&[&["audit", &target, "--target", "baker"], &common[..]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("courier, gardener, porter"));
    let whole = stdout(&run(&["audit", &target, "--date", "2026-01-01"]));
    assert!(whole.contains("3 of its folders can be audited on their own"), "{whole}");
}

#[test]
fn all_writes_a_card_for_each() {
    let repository = repository_of(&package().join("tests/fixtures/monorepo"));
    let target = repository.path().display().to_string();
    let out = tempfile::tempdir().expect("folder");
    let folder = out.path().display().to_string();
    let output = run(&["audit", &target, "--all", "--date", "2026-01-01", "--format", "md,json", "-o", &folder]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let files = fs::read_dir(out.path()).expect("folder").count();
    assert_eq!(files, 6);
    let refused = run(&["audit", &target, "--all", "--date", "2026-01-01"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// Of each tool: where it stands, and how what it executes is guarded.
fn guarded(inventory: &serde_json::Value) -> Vec<(String, String, Vec<String>)> {
    let tools = inventory["tools"].as_array().expect("tools");
    tools
        .iter()
        .map(|tool| {
            let execute = tool["reaches"].as_array().expect("list").iter().find(|r| r["power"] == "execute");
            let execute = execute.expect("a way to execution");
            let guards =
                execute["guards"].as_array().expect("guards").iter().map(|g| g.as_str().expect("name").to_owned());
            let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
            (text(&tool["place"]["file"]), text(&execute["guarded"]), guards.collect())
        })
        .collect()
}

#[test]
fn a_shared_gate_guards_those_that_call_through_it() {
    let repository = repository_of(&package().join("tests/fixtures/monorepo"));
    let target = repository.path().display().to_string();
    let output = run(&["inventory", &target, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let inventory: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let gate = |file: &str| vec![format!("request_approval ({file}:11)")];
    let app = |name: &str| format!("agents/{name}/{name}/app.py");
    assert_eq!(
        guarded(&inventory),
        [
            (app("courier"), "none".to_owned(), Vec::new()),
            (app("gardener"), "all".to_owned(), gate(&app("gardener"))),
            (app("porter"), "all".to_owned(), gate(&app("porter"))),
        ]
    );
    let level = |part: &str| {
        let output = run(&["audit", &target, "--target", part, "--date", "2026-01-01", "--format", "json"]);
        let card: serde_json::Value = serde_json::from_slice(&output.stdout).expect("card");
        card["criteria"][1]["parameters"]["S"]["level"].as_u64().expect("level")
    };
    assert!(level("porter") > level("courier"));
    assert_eq!(level("porter"), level("gardener"));
}

#[test]
fn an_inventory_is_the_same_warm_and_reads_as_markdown() {
    let repository = repository_of(&package().join("corpus/agents/ops-pilot"));
    let target = repository.path().display().to_string();
    let cold = run(&["inventory", &target]);
    let warm = run(&["inventory", &target]);
    let without = run(&["inventory", &target, "--no-cache", "--threads", "1"]);
    assert_eq!(cold.status.code(), Some(0), "{}", String::from_utf8_lossy(&cold.stderr));
    assert_eq!(stdout(&cold), stdout(&warm));
    assert_eq!(stdout(&cold), stdout(&without));
    let text = stdout(&cold);
    for title in ["## Tools (", "## Execution sinks", "## Credential sources", "## Approval gates", "## Halts"] {
        assert!(text.contains(title), "{title}: {text}");
    }
}

#[test]
fn what_decides_elsewhere_guards_no_namesake() {
    let source = tempfile::tempdir().expect("folder");
    let agent = "\
import os
import subprocess
from langchain_core.tools import tool

def inside(path: str, root: str) -> bool:
    resolved = os.path.realpath(path)
    return resolved.startswith(root)

@tool
def run_command(kind: str, command: str) -> str:
    'Runs a command.'
    if not kind.startswith('image/'):
        return 'refused'
    return subprocess.run(command, shell=True, capture_output=True).stdout.decode()
";
    fs::write(source.path().join("agent.py"), agent).expect("file");
    let repository = repository_of(source.path());
    let output = run(&["inventory", &repository.path().display().to_string(), "--json"]);
    let inventory: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(guarded(&inventory), [("agent.py".to_owned(), "none".to_owned(), Vec::new())]);
}
