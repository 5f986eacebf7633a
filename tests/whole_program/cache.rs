//! The cache as users meet it: the same bytes with, without and after it.

use std::{fs, path::Path, process::Output};

use crate::common::{depthgauge, package, repository_of};

fn run(cache: &Path, arguments: &[&str]) -> Output {
    depthgauge().args(arguments).env("XDG_CACHE_HOME", cache).output().expect("depthgauge starts")
}

fn audit(cache: &Path, repository: &Path, more: &[&str]) -> Output {
    let target = repository.display().to_string();
    let mut arguments = vec!["audit", &target, "--date", "2026-01-01", "--format", "json"];
    arguments.extend(more);
    let output = run(cache, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn entries(cache: &Path) -> u64 {
    let output = run(cache, &["cache", "info", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let info: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    info["entries"].as_u64().expect("entries")
}

#[test]
fn a_card_is_the_same_with_and_without_the_cache() {
    let cache = tempfile::tempdir().expect("folder");
    for agent in ["shell-helper", "notes-mcp", "ops-pilot"] {
        let repository = repository_of(&package().join("corpus/agents").join(agent));
        let without = audit(cache.path(), repository.path(), &["--no-cache"]);
        let before = entries(cache.path());
        let cold = audit(cache.path(), repository.path(), &[]);
        let filled = entries(cache.path());
        let warm = audit(cache.path(), repository.path(), &[]);
        assert_eq!(without.stdout, cold.stdout, "{agent}");
        assert_eq!(without.stdout, warm.stdout, "{agent}");
        assert!(filled > before, "{agent}");
        assert_eq!(entries(cache.path()), filled, "{agent}: nothing new");
    }
    let cleared = run(cache.path(), &["cache", "clear"]);
    assert_eq!(cleared.status.code(), Some(0));
    assert_eq!(entries(cache.path()), 0);
}

#[test]
fn a_broken_cache_is_replaced_with_a_note() {
    let cache = tempfile::tempdir().expect("folder");
    let repository = repository_of(&package().join("corpus/agents/notes-mcp"));
    let first = audit(cache.path(), repository.path(), &[]);
    let folder = cache.path().join("depthgauge/facts");
    for file in fs::read_dir(&folder).expect("cache") {
        fs::write(file.expect("file").path(), "not a database at all, and long enough for a header ".repeat(40))
            .expect("broken");
    }
    let second = audit(cache.path(), repository.path(), &[]);
    assert_eq!(first.stdout, second.stdout);
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("built anew"), "{said}");
    assert!(entries(cache.path()) > 0);
}

#[test]
fn no_cache_folder_is_no_obstacle() {
    let repository = repository_of(&package().join("corpus/agents/notes-mcp"));
    let target = repository.path().display().to_string();
    let output = depthgauge()
        .args(["audit", &target, "--date", "2026-01-01", "--format", "text"])
        .env_remove("XDG_CACHE_HOME")
        .env_remove("HOME")
        .output()
        .expect("depthgauge starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let info = depthgauge().args(["cache", "info"]).env_remove("XDG_CACHE_HOME").env_remove("HOME").output();
    assert_eq!(info.expect("depthgauge starts").status.code(), Some(70));
}
