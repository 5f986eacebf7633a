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
            ("courier", "agents/courier", "tool_server"),
            ("gardener", "agents/gardener", "tool_server"),
            ("porter", "agents/porter", "tool_server"),
        ]
    );
    let table = stdout(&run(&["targets", &target]));
    assert_eq!(table.lines().count(), 3);
    assert!(table.contains("serves tools over MCP") && table.contains("project.scripts"), "{table}");
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
