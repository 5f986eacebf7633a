//! The cache as users meet it: the same bytes with, without and after it.

use std::{fs, path::Path, process::Output};

use crate::{
    common::{depthgauge, have, package, repository_of},
    diff::Repo,
};

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
fn a_comparison_is_the_same_with_commits_that_were_kept() {
    if !have("git") {
        return;
    }
    for (agent, file) in [("shell-helper", "src/shell_helper/config.py"), ("ops-pilot", "README.md")] {
        let repo = Repo::of_agent(agent);
        repo.edit("README.md", "# ", "# The ");
        repo.commit();
        let text = repo.read(file).replace("ask_before_commands: bool = True", "ask_before_commands: bool = False");
        repo.write(file, &format!("{text}\n"));
        repo.commit();
        let cache = tempfile::tempdir().expect("folder");
        let path = repo.path().display().to_string();
        let compared = |more: &[&str]| {
            let arguments = ["diff", "HEAD~1", "-C", &path, "--format", "json", "--quiet"];
            run(cache.path(), &[&arguments[..], more].concat())
        };
        let without = compared(&["--no-cache"]);
        let cold = compared(&[]);
        let filled = entries(cache.path());
        let warm = compared(&[]);
        // The earlier commit is known, the later one is not.
        let half = run(cache.path(), &["diff", "HEAD~2", "HEAD~1", "-C", &path, "--format", "json", "--quiet"]);
        let half_without =
            run(cache.path(), &["diff", "HEAD~2", "HEAD~1", "-C", &path, "--format", "json", "--quiet", "--no-cache"]);
        assert_eq!(without.stdout, cold.stdout, "{agent}");
        assert_eq!(without.stdout, warm.stdout, "{agent}");
        assert_eq!(half.stdout, half_without.stdout, "{agent}");
        assert_eq!(without.status.code(), warm.status.code());
        assert!(filled > 0 && entries(cache.path()) > filled, "{agent}: the first commit is new");
    }
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
