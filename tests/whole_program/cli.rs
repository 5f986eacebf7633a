//! The command line as a shell meets it: exit codes, where messages go, what is refused before any work.

use std::{
    fs,
    io::Read,
    process::{Output, Stdio},
};

use crate::common::{depthgauge, have, package, repository_of};

fn run(arguments: &[&str]) -> Output {
    depthgauge().args(arguments).output().expect("depthgauge starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn help_and_version_go_to_stdout() {
    for arguments in [&["--help"][..], &["audit", "--help"], &["card", "--help"], &["--version"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{arguments:?}");
    }
    assert!(text(&run(&["--version"]).stdout).starts_with("depthgauge 0."));
}

#[test]
fn wrong_command_lines_are_exit_2_and_say_why() {
    let root = tempfile::tempdir().expect("folder");
    let missing = root.path().join("missing/card.md").display().to_string();
    let meta = root.path().join("meta.yaml").display().to_string();
    fs::write(&meta, "nmae: x\n").expect("meta");
    for (arguments, says) in [
        (&[][..], "Usage:"),
        (&["bogus"], "bogus"),
        (&["audit", "--date", "2026-02-30"], "2026-02-30"),
        (&["audit", "--threads", "0"], "--threads"),
        (&["audit", "--rev", "main", "--worktree"], "--worktree"),
        (&["audit", "--format", "pdf"], "pdf"),
        (&["audit", "--format", "md,json"], "--output"),
        (&["audit", "--output", &missing], "no such folder"),
        (&["audit", "--meta", &meta], "nmae"),
        (&["audit", "https://github.com/o/n`x@main"], "OWNER/NAME"),
        (&["audit", ".", "--repo-url", "https://github.com/o/n(x)"], "OWNER/NAME"),
        (&["audit", ".", "--repo-url", "https://github.com/o/n/tree/main"], "OWNER/NAME"),
        (&["card"], "FILE"),
        (&["card", &missing], "cannot read the card"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn wrong_source_date_epoch_is_exit_2() {
    let output = depthgauge().arg("audit").env("SOURCE_DATE_EPOCH", "soon").output().expect("depthgauge starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("SOURCE_DATE_EPOCH"));
}

#[test]
fn private_file_in_the_audited_tree_is_refused() {
    if !have("git") {
        return;
    }
    let source = tempfile::tempdir().expect("folder");
    fs::create_dir(source.path().join("src")).expect("folder");
    fs::write(source.path().join("src/main.py"), "print()\n").expect("file");
    let repository = repository_of(source.path());
    for name in ["private.md", "src/private.md", ".git/private.md"] {
        let file = repository.path().join(name);
        let output = depthgauge()
            .args(["audit", "src", "--private"])
            .arg(&file)
            .current_dir(repository.path())
            .output()
            .expect("depthgauge starts");
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains("audited repository"), "{name}");
        assert!(!file.exists());
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = depthgauge()
        .args(["audit", "--help"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("depthgauge starts");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().expect("stderr").read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!(child.wait().expect("ends").code(), Some(0), "{stderr}");
    assert_eq!(stderr, "");
}

#[test]
fn colours_are_for_text_on_a_terminal_only() {
    let card = package().join("corpus/cards/harbor-pilot.json").display().to_string();
    let root = tempfile::tempdir().expect("folder");
    let file = root.path().join("card.txt");
    // A pipe is no terminal; this variable says that colours are wanted all the same.
    let coloured = |more: &[&str], no_color: bool| {
        let mut command = depthgauge();
        command.args(["card", &card]).args(more).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.output().expect("depthgauge starts");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        output.stdout.contains(&0x1b)
    };
    assert!(coloured(&["--format", "text"], false));
    assert!(coloured(&["--format", "text", "-o", "-"], false));
    assert!(!coloured(&["--format", "text"], true));
    for format in ["md", "json", "entry"] {
        assert!(!coloured(&["--format", format], false), "{format}");
    }
    coloured(&["--format", "text", "-o", &file.display().to_string()], false);
    let written = fs::read_to_string(file).expect("file");
    assert!(written.contains("Harbor Pilot") && !written.contains('\u{1b}'));
    assert!(!run(&["card", &card, "--format", "text"]).stdout.contains(&0x1b), "a pipe");
}
