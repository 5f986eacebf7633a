//! A run of GitHub Actions as a runner would do it: its variables, its files, the scripts of the action.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Output};

use super::Repo;
use crate::common::{clean, have, package};

struct Runner {
    folder: tempfile::TempDir,
    repo: Repo,
}

impl Runner {
    fn new(repo: Repo) -> Self {
        Self { folder: tempfile::tempdir().expect("folder"), repo }
    }

    fn at(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    /// A step that runs one of the action's scripts.
    fn step(&self, script: &str, event: &str, variables: &[(&str, &str)]) -> Output {
        fs::write(self.at("event.json"), event).expect("event");
        let path = format!("{}:{}", self.folder.path().display(), std::env::var("PATH").expect("path"));
        let head = self.repo.git(&["rev-parse", "HEAD"]);
        clean("bash")
            .arg(package().join("integrations/github").join(script))
            .env("PATH", path)
            .env("HOME", self.folder.path())
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
            .env("ACTION", package())
            .env("DEPTHGAUGE", env!("CARGO_BIN_EXE_depthgauge"))
            .env("CI", "true")
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_REPOSITORY", "example/agent")
            .env("GITHUB_SERVER_URL", "https://github.com")
            .env("GITHUB_SHA", head)
            .env("GITHUB_REF", "refs/pull/7/merge")
            .env("GITHUB_EVENT_NAME", "pull_request")
            .env("GITHUB_EVENT_PATH", self.at("event.json"))
            .env("GITHUB_STEP_SUMMARY", self.at("summary.md"))
            .env("GITHUB_OUTPUT", self.at("output.txt"))
            .env("RUNNER_TEMP", self.folder.path())
            .envs(variables.iter().copied())
            .current_dir(self.repo.path())
            .output()
            .expect("bash starts")
    }

    fn output(&self, key: &str) -> String {
        let text = self.read("output.txt");
        let line = text.lines().rev().find_map(|line| line.strip_prefix(&format!("{key}=")));
        line.unwrap_or_default().to_owned()
    }

    /// A `gh` that writes down how it was called and answers with `answer`.
    fn fake_gh(&self, answer: &str) {
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$*\" >> \"{0}/gh.log\"\nprintf '{answer}'\n",
            self.folder.path().display()
        );
        fs::write(self.at("gh"), script).expect("gh");
        fs::set_permissions(self.at("gh"), fs::Permissions::from_mode(0o755)).expect("executable");
    }
}

fn weakened() -> (Runner, String) {
    let repo = Repo::of_agent("shell-helper");
    let base = repo.git(&["rev-parse", "HEAD"]);
    repo.edit("src/shell_helper/config.py", "ask_before_commands: bool = True", "ask_before_commands: bool = False");
    repo.commit();
    let event = format!(r#"{{"pull_request": {{"number": 7, "base": {{"sha": "{base}"}}}}}}"#);
    (Runner::new(repo), event)
}

#[test]
fn a_run_annotates_summarises_and_fails_by_its_output() {
    if !have("git") || !have("bash") {
        return;
    }
    let (runner, event) = weakened();
    let output = runner.step("diff.sh", &event, &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("::error file=src/shell_helper/config.py,line="), "{said}");
    assert!(said.lines().all(|line| line.starts_with("::")), "{said}");
    assert_eq!(runner.output("exit-code"), "1");
    assert_eq!(runner.output("outcome"), "weaker");
    assert_eq!(runner.output("silent"), "false");
    assert!(runner.read("summary.md").contains("## depthgauge: "));
    assert!(Path::new(&runner.output("sarif")).is_file());
    // One comment is made, and found again.
    runner.fake_gh("");
    let text = runner.output("comment");
    let variables = [("NUMBER", "7"), ("SILENT", "false"), ("TEXT", text.as_str())];
    assert!(runner.step("comment.sh", &event, &variables).status.success());
    assert!(
        runner.read("gh.log").contains("--method POST repos/example/agent/issues/7/comments"),
        "{}",
        runner.read("gh.log")
    );
    runner.fake_gh("4242\\n");
    assert!(runner.step("comment.sh", &event, &variables).status.success());
    assert!(runner.read("gh.log").contains("--method PATCH repos/example/agent/issues/comments/4242"));
}

#[test]
fn a_run_without_a_change_makes_no_comment_and_one_that_dies_says_so() {
    if !have("git") || !have("bash") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    let base = repo.git(&["rev-parse", "HEAD"]);
    repo.write("docs/more.md", "More.\n");
    repo.commit();
    let runner = Runner::new(repo);
    let merge_group = format!(r#"{{"merge_group": {{"base_sha": "{base}"}}}}"#);
    assert!(runner.step("diff.sh", &merge_group, &[]).status.success());
    assert_eq!((runner.output("exit-code"), runner.output("silent")), ("0".to_owned(), "true".to_owned()));
    runner.fake_gh("");
    let text = runner.output("comment");
    runner.step("comment.sh", &merge_group, &[("NUMBER", "7"), ("SILENT", "true"), ("TEXT", &text)]);
    assert!(!runner.read("gh.log").contains("POST"), "{}", runner.read("gh.log"));

    let broken = Runner::new(Repo::of_agent("shell-helper"));
    let event = format!(r#"{{"pull_request": {{"base": {{"sha": "{}"}}}}}}"#, "12".repeat(20));
    let output = broken.step("diff.sh", &event, &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("did not run") && !said.contains("weaken"), "{said}");
    assert_eq!((broken.output("exit-code"), broken.output("report")), ("3".to_owned(), String::new()));
}

#[test]
fn the_report_of_a_fork_is_checked_and_made_harmless() {
    if !have("git") || !have("bash") {
        return;
    }
    let (runner, event) = weakened();
    runner.step("diff.sh", &event, &[]);
    let report = runner.output("report");
    let hostile = fs::read_to_string(&report).expect("report").replacen(
        "\"sentence\": \"",
        "\"sentence\": \"[click](https://evil.example) @everyone <img src=x> ",
        1,
    );
    fs::write(&report, &hostile).expect("report");
    let comment = |arguments: &[&str]| {
        crate::common::depthgauge().args(["comment", &report]).args(arguments).output().expect("starts")
    };
    let output = comment(&["--repo-url", "https://github.com/example/agent"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for bad in ["](https://evil", "@everyone", "<img"] {
        assert!(!text.contains(bad), "{text}");
    }
    assert!(text.contains("<!-- depthgauge comment -->"));
    let other = comment(&["--repo-url", "https://github.com/example/agent", "--head", &"0".repeat(40)]);
    assert_eq!(other.status.code(), Some(2));
    fs::write(&report, hostile.replacen("\"schema\"", "\"extra\": 1, \"schema\"", 1)).expect("report");
    assert_eq!(comment(&["--repo-url", "https://github.com/example/agent"]).status.code(), Some(2));
}
