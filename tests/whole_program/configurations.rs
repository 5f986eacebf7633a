//! A project that can be started in three ways: the one that its README leads with is rated, the others are compared.

use std::process::Output;

use crate::common::{depthgauge, package, repository_of};

fn run(arguments: &[&str]) -> Output {
    let repository = repository_of(&package().join("tests/fixtures/configurations"));
    let target = repository.path().display().to_string();
    let common = ["audit", &target, "--date", "2026-01-01"];
    depthgauge().args([&common[..], arguments].concat()).output().expect("depthgauge starts")
}

fn card(arguments: &[&str]) -> serde_json::Value {
    let output = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn cap(card: &serde_json::Value, criterion: &str) -> Option<String> {
    let criteria = card["criteria"].as_array().expect("criteria");
    let found = criteria.iter().find(|c| c["id"] == criterion).expect("the criterion");
    found["cap"]["id"].as_str().map(str::to_owned)
}

#[test]
fn what_the_readme_leads_with_is_rated() {
    let card = card(&[]);
    let sentence = card["scored_configuration"].as_str().unwrap();
    assert!(sentence.contains("The README leads with the program itself"), "{sentence}");
    assert_eq!(cap(&card, "C4"), None);
    let list: Vec<(&str, &str, bool)> = card["depthgauge"]["configurations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["name"].as_str().unwrap(), c["places"][0].as_str().unwrap(), c["rated"].as_bool().unwrap()))
        .collect();
    assert_eq!(
        list,
        [
            ("program", "pyproject.toml:7", true),
            ("compose", "deploy/compose.yaml:2", false),
            ("image", "Dockerfile:5", false)
        ]
    );
    let limitations = card["limitations"].to_string();
    assert!(limitations.contains("compose (`deploy/compose.yaml:2`: C4 would change)"), "{limitations}");
}

#[test]
fn another_one_is_rated_when_asked_for() {
    let card = card(&["--configuration", "compose"]);
    assert_eq!(cap(&card, "C4").as_deref(), Some("C4-HOSTROOT"));
    let sentence = card["scored_configuration"].as_str().unwrap();
    assert!(sentence.contains("Rated as started by the compose file `deploy/compose.yaml`"), "{sentence}");
    let limitations = card["limitations"].to_string();
    assert!(limitations.contains("program (`pyproject.toml:7`: C4 would change)"), "{limitations}");
}

#[test]
fn all_stand_beside_each_other() {
    let output = run(&["--configuration", "all"]);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(table.contains("| C4 | 0000 | 0000 C4-HOSTROOT | 0000 |"), "{table}");
    assert!(table.contains("9 criteria are rated alike"), "{table}");
    let json = run(&["--configuration", "all", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(3));
}

#[test]
fn an_unknown_one_is_an_error_that_names_the_known() {
    let output = run(&["--configuration", "kiosk"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("no configuration `kiosk`") && error.contains("program, compose, image"), "{error}");
}
