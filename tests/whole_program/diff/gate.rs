//! Policy, baseline, exceptions, merge bases: what judges, and what a change cannot touch.

use std::process::Command;

use depthgauge::compare::diff::{DiffOutcome, Verdict};

use super::{Repo, failing};
use crate::common::{depthgauge, have};

const GATE: (&str, &str, &str) =
    ("src/shell_helper/config.py", "ask_before_commands: bool = True", "ask_before_commands: bool = False");

fn weakened() -> Repo {
    let repo = Repo::of_agent("shell-helper");
    repo.edit(GATE.0, GATE.1, GATE.2);
    repo
}

#[test]
fn an_empty_diff_and_the_same_commit_pass() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!((code, report.outcome), (0, DiffOutcome::Passed));
    assert_eq!(report.changes().count(), 0);
    assert_eq!(repo.report(&["HEAD"]).1, 0);
}

#[test]
fn a_weakened_default_fails_with_both_places_and_a_stanza() {
    if !have("git") {
        return;
    }
    let repo = weakened();
    let head = repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!((code, report.outcome), (1, DiffOutcome::Weaker));
    let fall =
        report.failing().map(|(_, change)| change).find(|c| c.criterion.is_some_and(|id| id.to_string() == "C2"));
    let fall = fall.unwrap_or_else(|| panic!("{:#?}", failing(&report)));
    assert!(fall.before.iter().chain(&fall.after).any(|place| place.file == GATE.0), "{fall:#?}");
    assert!(fall.restore.is_some());
    let markdown = String::from_utf8(repo.diff(&["HEAD~1", "--format", "md"]).stdout).expect("UTF-8");
    assert!(markdown.contains(&format!("id: {}", fall.id)), "{markdown}");
    assert!(markdown.contains(&head[..12]), "{markdown}");
}

#[test]
fn exceptions_count_from_the_base_alone_and_until_they_expire() {
    if !have("git") {
        return;
    }
    let repo = weakened();
    repo.commit();
    let (report, _) = repo.report(&["HEAD~1"]);
    let stanza = |expires: &str| {
        let ids = report.failing().map(|(_, change)| {
            format!("  - id: {}\n    reason: known\n    owner: team\n    expires: {expires}\n", change.id)
        });
        format!("exceptions:\n{}", ids.collect::<String>())
    };
    // In the change itself it does nothing but stand in the first line.
    repo.write(".depthgauge.yaml", &stanza("2026-12-31"));
    repo.git(&["add", "--all"]);
    repo.git(&["commit", "--quiet", "--amend", "--no-edit"]);
    let (own, code) = repo.report(&["HEAD~1"]);
    assert_eq!((code, own.policy.changed.as_slice()), (1, &[".depthgauge.yaml".to_owned()][..]));
    let text = String::from_utf8(repo.diff(&["HEAD~1", "--format", "md"]).stdout).expect("UTF-8");
    assert!(text.lines().next().is_some_and(|line| line.contains("edits the gate itself")), "{text}");
    // In the base it counts, until it expires.
    for (expires, wanted) in [("2026-12-31", 0), ("2026-01-01", 1)] {
        let repo = Repo::of_agent("shell-helper");
        repo.write(".depthgauge.yaml", &stanza(expires));
        repo.commit();
        repo.edit(GATE.0, GATE.1, GATE.2);
        repo.commit();
        let (judged, code) = repo.report(&["HEAD~1"]);
        assert_eq!(code, wanted, "{:#?}", failing(&judged));
        assert_eq!(judged.policy.stale.is_empty(), wanted == 0, "{:?}", judged.policy.stale);
        assert_eq!(judged.changes().any(|(_, c)| c.verdict == Verdict::Excepted), wanted == 0);
    }
}

#[test]
fn a_policy_cannot_be_weakened_by_the_change_that_it_judges() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    repo.write(".depthgauge.yaml", "floors: {C2.D: 2}\nforbidden_caps: [C2-SELFAPPROVE]\n");
    repo.commit();
    repo.edit(GATE.0, GATE.1, GATE.2);
    repo.write(".depthgauge.yaml", "mode: observe\nno_fall: false\ndeny_new: []\nvocabulary: words.yaml\n");
    repo.write("words.yaml", "gates: [run_command]\n");
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!(code, 1, "{report:#?}");
    assert_eq!(report.policy.source, "base commit");
    assert!(!report.policy.observe);
}

#[test]
fn unknown_keys_are_an_error_of_usage_and_observing_never_fails() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    repo.write(".depthgauge.yaml", "no_fal: true\n");
    repo.commit();
    repo.edit(GATE.0, GATE.1, GATE.2);
    repo.commit();
    let output = repo.diff(&["HEAD~1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no_fal"));
    // Code of others is judged without what it says of itself.
    assert_eq!(repo.diff(&["HEAD~1", "--no-policy"]).status.code(), Some(1));
    let file = repo.path().join("../own-policy.yaml");
    std::fs::write(&file, "mode: observe\n").expect("policy");
    let (report, code) = repo.report(&["HEAD~1", "--policy", &file.display().to_string()]);
    std::fs::remove_file(&file).expect("removed");
    assert_eq!((code, report.outcome), (0, DiffOutcome::Observed));
}

#[test]
fn a_branch_that_is_behind_is_not_told_what_the_base_gained() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    repo.git(&["branch", "topic"]);
    repo.edit("src/shell_helper/tools/shell.py", "env=os.environ.copy(),", "env={\"PATH\": os.environ[\"PATH\"]},");
    for _ in 0..3 {
        repo.commit();
    }
    repo.git(&["checkout", "--quiet", "topic"]);
    repo.write("docs/more.md", "More.\n");
    repo.commit();
    let (report, code) = repo.report(&["main", "topic"]);
    assert_eq!((code, report.changes().count()), (0, 0), "{report:#?}");
    assert_eq!(report.compared, repo.git(&["merge-base", "main", "topic"]));
    let (tips, _) = repo.report(&["main", "topic", "--two-dot"]);
    assert!(tips.changes().count() > 0);
    // What a code host checks out: the merge of both.
    repo.git(&["checkout", "--quiet", "-b", "merged", "main"]);
    repo.git(&["merge", "--quiet", "--no-edit", "topic"]);
    let (merged, code) = repo.report(&["main", "merged"]);
    assert_eq!((code, merged.changes().count()), (0, 0));
}

#[test]
fn a_shallow_copy_and_a_rewritten_base_say_what_to_do() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    let first = repo.git(&["rev-parse", "HEAD"]);
    for n in 0..3 {
        repo.write("docs/n.md", &format!("{n}\n"));
        repo.commit();
    }
    let copy = tempfile::tempdir().expect("folder");
    let url = format!("file://{}", repo.path().display());
    let status = crate::common::clean("git")
        .args(["clone", "--quiet", "--depth", "1", &url, "."])
        .current_dir(copy.path())
        .status()
        .expect("git starts");
    assert!(status.success());
    let run = |base: &str| {
        let mut command: Command = depthgauge();
        command.args(["diff", base]).current_dir(copy.path()).output().expect("the binary starts")
    };
    let output = run(&first);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("unshallow") || said.contains("fetch-depth"), "{said}");
    repo.git(&["checkout", "--quiet", "--orphan", "other"]);
    repo.commit();
    let output = repo.diff(&["main", "other"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3));
    assert!(said.contains("--two-dot"), "{said}");
}

#[test]
fn what_neither_can_read_passes_and_what_is_lost_does_not() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    repo.write("ios/Sources/App.swift", &"import Foundation\nfunc run() { print(1) }\n".repeat(200));
    let pointer = format!(
        "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 12345\n",
        "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393"
    );
    repo.write("models/small.bin", &pointer);
    repo.commit();
    repo.write("docs/more.md", "More.\n");
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!((code, report.outcome), (0, DiffOutcome::Passed), "{report:#?}");
    assert!(report.targets[0].unread_in_both > 0);
    // A file that the loop imports becomes a pointer.
    repo.write("src/shell_helper/approval.py", &pointer);
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert!(code == 4 || code == 1, "{report:#?}");
    assert!(report.targets[0].reads_less.iter().any(|lack| lack.contains("approval.py")), "{report:#?}");
}

#[test]
fn a_baseline_knows_what_moved() {
    if !have("git") {
        return;
    }
    let repo = Repo::of_agent("shell-helper");
    let baseline = |arguments: &[&str]| {
        depthgauge().arg("baseline").args(arguments).arg("-q").current_dir(repo.path()).output().expect("starts")
    };
    assert_eq!(baseline(&["write"]).status.code(), Some(0));
    // Lines move, a file is renamed, the code in it stays.
    repo.git(&["mv", "src/shell_helper/tools/shell.py", "src/shell_helper/tools/commands.py"]);
    let shell = "src/shell_helper/tools/commands.py";
    repo.write(shell, &format!("# One\n# two\n# three.\n{}", repo.read(shell)));
    repo.edit("src/shell_helper/tools/__init__.py", "import files, shell, web", "import commands, files, web");
    repo.edit("src/shell_helper/tools/__init__.py", "shell.run_command(", "commands.run_command(");
    repo.commit();
    let checked = baseline(&["check"]);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!((checked.status.code(), said.as_str()), (Some(0), "nothing is new\n"));
    repo.edit("src/shell_helper/tools/web.py", "import httpx\n", "import os\nimport subprocess\n\nimport httpx\n");
    repo.edit(
        "src/shell_helper/tools/web.py",
        "    response.raise_for_status()\n",
        "    response.raise_for_status()\n    subprocess.run([\"open\", url], env=os.environ.copy())\n",
    );
    repo.commit();
    let checked = baseline(&["check"]);
    assert_eq!(checked.status.code(), Some(1), "{}", String::from_utf8_lossy(&checked.stdout));
}
