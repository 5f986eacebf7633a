//! `depthgauge rules` on the real binary, with the rules that it carries and with a user's folder laid over them.

use std::fs;

use crate::common::depthgauge;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = depthgauge().args(arguments).output().expect("depthgauge starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn embedded_rules_pass_their_own_test_and_lint() {
    let (code, stdout, stderr) = run(&["rules", "test"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("0 missing, 0 noisy, 0 outdated, 0 broken"), "{stdout}");
    let (code, stdout, stderr) = run(&["rules", "lint"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.ends_with("10 ladders: 0 findings\n"), "{stdout}");
}

#[test]
fn list_and_show_name_what_is_there() {
    let (code, json, _) = run(&["rules", "list", "--json"]);
    assert_eq!(code, Some(0));
    let rows: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let id = rows[0]["id"].as_str().expect("an id").to_owned();
    let (code, shown, _) = run(&["rules", "show", &id]);
    assert!(code == Some(0) && shown.starts_with(&format!("{id}: ")), "{shown}");
    let (code, stdout, stderr) = run(&["rules", "show", "no-rule-of-this-name"]);
    assert!(code != Some(0) && format!("{stdout}{stderr}").contains("no rule `no-rule-of-this-name`"));
}

#[test]
fn a_broken_rule_of_the_user_is_named_with_file_line_and_key() {
    let folder = tempfile::tempdir().expect("folder");
    let signals = folder.path().join("signals/C4");
    fs::create_dir_all(&signals).expect("folder");
    fs::write(signals.join("mine.yaml"), "id: mine\ntitle: t\ndetect:\n  call: {calle: [a]}\n").expect("rule");
    let (code, stdout, stderr) = run(&["rules", "lint", "--rules", &folder.path().display().to_string()]);
    assert!(code != Some(0), "{stdout}");
    let told = format!("{stdout}{stderr}");
    assert!(
        told.contains("signals/C4/mine.yaml:4: detect.call: unknown field `calle`, expected one of `callee`"),
        "{told}"
    );
}

#[test]
fn what_does_not_exist_is_a_wrong_command_line() {
    for (arguments, says) in [
        (&["rules", "show", "nope"][..], "no rule `nope`"),
        (&["rules", "schema", "x"], "no format `x`"),
        (
            &["rules", "list", "--rules", "/nonexistent/dir"],
            "the folder `/nonexistent/dir` cannot be read: No such file",
        ),
    ] {
        let (code, out, error) = run(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn overlay_files_that_nothing_reads_are_errors() {
    for path in [
        "c4/x.yaml",
        "signals/x.yaml",
        "ladders/C11.yaml",
        "rules.yaml",
        "signals/C4/x.yml",
        "queries/python/calls.scm",
    ] {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("parent")).expect("folder");
        std::fs::write(&file, "id: x\n").expect("file");
        let (code, _, error) = run(&["rules", "list", "--rules", &folder.path().display().to_string()]);
        assert_eq!(code, Some(2), "{path}");
        assert!(error.contains(path) && error.contains("signals/CRITERION/ID.yaml"), "{error}");
    }
    let folder = tempfile::tempdir().expect("folder");
    std::fs::create_dir_all(folder.path().join("signals/C4")).expect("folder");
    std::fs::write(folder.path().join("signals/C4/shell-command.yaml"), "").expect("file");
    std::fs::write(folder.path().join("README.md"), "notes").expect("file");
    let (code, _, error) = run(&["rules", "list", "--rules", &folder.path().display().to_string()]);
    assert_eq!(code, Some(2));
    let lines: Vec<&str> = error.lines().filter(|line| line.contains("shell-command`")).collect();
    assert!(lines.len() == 1 && lines[0].contains("the empty file removes rule `shell-command`"), "{error}");
}
