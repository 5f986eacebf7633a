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
        (&["card", &missing], "cannot read the file"),
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

#[test]
fn the_ending_of_the_output_is_a_format() {
    let root = tempfile::tempdir().expect("folder");
    let card = package().join("corpus/cards/harbor-pilot.json").display().to_string();
    let written = |name: &str| {
        let output = root.path().join(name).display().to_string();
        assert_eq!(run(&["card", &card, "-o", &output, "--quiet"]).status.code(), Some(0), "{name}");
        fs::read_to_string(output).expect("document")
    };
    assert!(written("a.json").starts_with("{\n") && written("a.json").contains("\"depthgauge\""));
    assert!(!written("a.entry.json").contains("\"depthgauge\""));
    assert!(written("a.md").starts_with("# Defense-in-Depth Score") && written("a").starts_with("# Defense"));
    assert!(!written("a.txt").starts_with('#'));
}

#[test]
fn inputs_are_not_written_over() {
    let root = tempfile::tempdir().expect("folder");
    let meta = root.path().join("meta.yaml");
    fs::write(&meta, "name: X\n").expect("meta");
    let meta_text = meta.display().to_string();
    let output = run(&["audit", "https://example.org/x", "--meta", &meta_text, "-o", &meta_text]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--meta and --output name the same file"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&meta).expect("meta"), "name: X\n");
    let output = depthgauge().args(["audit", ".", "--private", "-"]).current_dir(root.path()).output().expect("starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(!root.path().join("-").exists());
}

#[test]
fn what_the_machine_lacks_is_said_with_advice() {
    let output = depthgauge()
        .args(["audit", "https://example.invalid/o/n"])
        .env_remove("HOME")
        .env_remove("XDG_CACHE_HOME")
        .output()
        .expect("starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("neither XDG_CACHE_HOME nor HOME"), "{}", text(&output.stderr));
    let card = package().join("corpus/cards/harbor-pilot.json").display().to_string();
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let to_stdout = depthgauge().args(["card", &card]).stdout(full).output().expect("starts");
        let to_file = run(&["card", &card, "-o", "/dev/full"]);
        assert_eq!((to_stdout.status.code(), to_file.status.code()), (Some(2), Some(2)));
    }
    if !have("git") {
        return;
    }
    let repository = repository_of(&package().join("corpus/not-agents/ui-kit"));
    fs::write(repository.path().join(".git/index"), "garbage").expect("index");
    let path = repository.path().display().to_string();
    let output = run(&["audit", &path, "--worktree"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("audit the commit without --worktree"), "{}", text(&output.stderr));
}

#[test]
fn verbose_runs_say_what_is_done() {
    if !have("git") {
        return;
    }
    let repository = repository_of(&package().join("corpus/not-agents/ui-kit"));
    let path = repository.path().display().to_string();
    let said = |level: &str| text(&run(&["audit", &path, "--no-cache", level]).stderr);
    let info = said("-v");
    assert!(info.contains("reading") && info.contains("repository read") && info.contains("files="), "{info}");
    assert!(!info.contains("DEBUG") && said("-vv").contains("DEBUG"));
}

#[test]
fn folders_give_their_own_names() {
    if !have("git") {
        return;
    }
    let root = tempfile::tempdir().expect("folder");
    for (folder, origin, title) in [
        ("foo:bar", None, "foo-bar"),
        ("Score: 10", None, "Score--10"),
        ("x", Some("https://git.example.org/team/other.git"), "other"),
        ("y", Some("git@git.example.org:other.git"), "other"),
    ] {
        let repository = repository_of(&package().join("corpus/not-agents/ui-kit"));
        let at = root.path().join(folder);
        fs::rename(repository.path(), &at).expect("renamed");
        if let Some(origin) = origin {
            let config = at.join(".git/config");
            let old = fs::read_to_string(&config).expect("config");
            fs::write(&config, format!("{old}\n[remote \"origin\"]\n\turl = {origin}\n")).expect("config");
        }
        let output = run(&["audit", &format!("{}/", at.display()), "--quiet"]);
        assert!(text(&output.stdout).starts_with(&format!("# No agent found: {title}\n")), "{}", text(&output.stdout));
    }
}
