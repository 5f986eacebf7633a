//! What was not read, or was set aside, must never look good, nor bad.

use std::{collections::BTreeMap, fs, path::Path, process::Output};

use serde_json::Value;

use crate::common::{clean, depthgauge, have, repository_of};

const TOOL: &str = "from mcp.server.fastmcp import FastMCP\nfrom b import run_it\nmcp = FastMCP('x')\n\n@mcp.tool()\ndef \
                    run(command: str) -> str:\n    \"\"\"Run.\"\"\"\n    return run_it(command)\n";
const SHELL: &str = "import os\n\ndef run_it(command):\n    return os.system(command)\n";

/// Commits the files; bytes are written as they are.
fn commit(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for (path, bytes) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("parent")).expect("folder");
        fs::write(path, bytes).expect("file");
    }
    repository_of(folder.path())
}

fn audit(repository: &Path, arguments: &[&str]) -> Output {
    let fixed = ["--date", "2026-01-02", "--no-cache"];
    depthgauge().arg("audit").arg(repository).args(fixed).args(arguments).output().expect("the binary starts")
}

/// Exit code and card.
fn card(repository: &Path) -> (i32, Value) {
    let output = audit(repository, &["--format", "json", "--quiet"]);
    let card = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().expect("code"), card)
}

fn markdown(repository: &Path) -> String {
    String::from_utf8(audit(repository, &["--quiet"]).stdout).expect("UTF-8")
}

fn criterion<'c>(card: &'c Value, id: &str) -> &'c Value {
    card["criteria"].as_array().expect("criteria").iter().find(|c| c["id"] == id).expect("criterion")
}

fn is_open(card: &Value, id: &str) -> bool {
    card["depthgauge"]["not_assessed"].as_array().expect("list").iter().any(|c| c == id)
}

#[test]
fn headers_and_folders_take_nothing_out_of_the_rating() {
    if !have("git") {
        return;
    }
    let plain = commit(&[("a.py", TOOL.as_bytes()), ("b.py", SHELL.as_bytes())]);
    let (_, plain) = card(plain.path());
    let levels = |card: &Value| {
        let c4 = criterion(card, "C4");
        assert_eq!(c4["status"], "scored");
        ["S", "C", "D", "B"].map(|p| c4["parameters"][p]["level"].clone())
    };
    for (module, path, head) in [
        ("b", "b.py", "# @generated\n"),
        ("test_b", "test_b.py", ""),
        ("vendor.b", "vendor/b.py", ""),
        ("dist.b", "dist/b.py", ""),
        ("docs.b", "docs/b.py", ""),
        ("tests.b", "tests/b.py", ""),
        ("third_party.deep.b", "third_party/deep/b.py", ""),
    ] {
        let tool = TOOL.replace("from b ", &format!("from {module} "));
        let shell = format!("{head}{SHELL}");
        let moved = commit(&[("a.py", tool.as_bytes()), (path, shell.as_bytes())]);
        let (code, moved) = card(moved.path());
        assert_eq!(code, 0, "{path}");
        assert_eq!(levels(&moved), levels(&plain), "{path}");
        let limitations = moved["limitations"].to_string();
        assert!(limitations.contains("something starts, exports or imports it"), "{limitations}");
    }
}

#[test]
fn an_import_of_what_was_not_read_shows_no_absence() {
    if !have("git") {
        return;
    }
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 12\n", "a1".repeat(32));
    let filler = "value = compute(1)\n".repeat(2_000);
    for (path, bytes) in [
        ("b.py", pointer.as_bytes()),
        ("b.py", b"import os\0\n"),
        ("b.pyx", b"import os\n"),
        ("b.ipynb", b"{}"),
        ("b.so", b"\x7fELF\0"),
    ] {
        let made = commit(&[("a.py", TOOL.as_bytes()), ("filler.py", filler.as_bytes()), (path, bytes)]);
        let (code, card) = card(made.path());
        assert_eq!(code, 4, "{path}");
        assert!(is_open(&card, "C4"), "{path}: {}", criterion(&card, "C4"));
        let text = markdown(made.path());
        assert!(
            text.contains("code execution not assessed") && text.contains("code that was read imports "),
            "{path}: {text}"
        );
    }
}

#[test]
fn a_submodule_that_is_imported_is_missing() {
    if !have("git") {
        return;
    }
    let tool = TOOL.replace("from b ", "from engine.b ");
    let made = commit(&[("a.py", tool.as_bytes())]);
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@example.invalid"];
        let status = clean("git").args(identity).args(arguments).current_dir(made.path()).status().expect("git starts");
        assert!(status.success(), "git {arguments:?}");
    };
    git(&["update-index", "--add", "--cacheinfo", &format!("160000,{},engine", "12".repeat(20))]);
    git(&["commit", "--quiet", "--message=submodule"]);
    let (code, card) = card(made.path());
    assert_eq!(code, 4);
    assert!(is_open(&card, "C4"));
}

/// Takes the object of every file away for which `lost` holds.
fn lose(repository: &Path, lost: impl Fn(&str) -> bool) {
    let listed = clean("git").args(["ls-tree", "-r", "HEAD"]).current_dir(repository).output().expect("git starts");
    for line in String::from_utf8(listed.stdout).expect("UTF-8").lines() {
        let (head, path) = line.split_once('\t').expect("path");
        let id = head.rsplit(' ').next().expect("id");
        if lost(path) {
            let _ = fs::remove_file(repository.join(".git/objects").join(&id[..2]).join(&id[2..]));
        }
    }
}

#[test]
fn missing_objects_are_said_whatever_they_were() {
    if !have("git") {
        return;
    }
    let made = commit(&[("a.py", TOOL.as_bytes()), ("b.py", SHELL.as_bytes()), ("README.md", b"# x\n")]);
    lose(made.path(), |_| true);
    let (code, all) = card(made.path());
    assert_eq!(code, 4);
    assert!(all["depthgauge"]["incomplete"]["incomplete"].as_bool().expect("flag"), "{all}");
    let text = markdown(made.path());
    for unknown in ["code execution not assessed", "sub agents not assessed", "Same default session? Not assessed"] {
        assert!(text.contains(unknown), "{text}");
    }
    assert!(!text.contains(" no ·") && !text.contains("session? No\n"), "{text}");
    let written = made.path().join("card.md");
    fs::write(&written, &text).expect("card");
    let again = depthgauge().arg("card").arg(&written).output().expect("the binary starts");
    assert_eq!(String::from_utf8_lossy(&again.stdout), text);

    // The only code there is, beside a text.
    let made = commit(&[("run", b"#!/usr/bin/env python3\nimport os\n"), ("README.md", b"# x\n")]);
    lose(made.path(), |path| path == "run");
    assert_eq!(card(made.path()).0, 3, "its name does not say that it is code");
    lose(made.path(), |_| true);
    let (code, none) = card(made.path());
    assert_eq!(code, 4);
    assert_eq!(none["unread"]["object missing in this copy of the repository"], 2, "{none}");
}

#[test]
fn no_agent_says_what_was_not_looked_into() {
    if !have("git") {
        return;
    }
    let made = commit(&[
        ("lib.py", b"def add(a, b):\n    return a + b\n"),
        ("tests/test_x.py", TOOL.as_bytes()),
        ("vendor/y.py", TOOL.as_bytes()),
        ("logo.png", b"\x89PNG\0"),
    ]);
    let (code, answer) = card(made.path());
    assert_eq!(code, 3);
    assert_eq!(answer["set_aside"], serde_json::json!({"tests": 1, "vendored": 1}));
    assert_eq!(answer["unread"], serde_json::json!({"binary or media": 1}));
    let text = markdown(made.path());
    assert!(text.contains("- tests: 1\n") && text.contains("- binary or media: 1\n"), "{text}");
    for (path, bytes) in [("agent.ipynb", &b"{}"[..]), ("agent.pyx", b"x = 1\n"), ("agent.py", b"import os\0")] {
        let made = commit(&[("lib.py", "x = compute()\n".repeat(2_000).as_bytes()), (path, bytes)]);
        let (code, answer) = card(made.path());
        assert_eq!(answer["result"], "no agent found");
        // A small part in another language is a limitation.
        let expected = if path.ends_with(".pyx") { 3 } else { 4 };
        assert_eq!(code, expected, "{path}: {answer}");
    }
}

#[test]
fn what_was_not_read_accuses_nobody() {
    if !have("git") {
        return;
    }
    let agent = "from openai import OpenAI\nclient = OpenAI()\n\ndef ask(text):\n    return \
                 client.chat.completions.create(model='m', messages=[{'role': 'user', 'content': text}])\n";
    let made = commit(&[("agent.py", agent.as_bytes()), ("a.swift", b"print(1)\n")]);
    let (code, card) = card(made.path());
    assert_eq!(code, 4);
    assert!(is_open(&card, "C4") && is_open(&card, "C7"), "{card}");
    for finding in card["critical_findings"].as_array().expect("findings") {
        let evidence = finding["evidence"].as_array().expect("evidence");
        assert!(evidence.iter().any(|e| e.get("file").is_some()), "{finding}");
    }
    for criterion in card["criteria"].as_array().expect("criteria") {
        for parameter in criterion["parameters"].as_object().into_iter().flat_map(|p| p.values()) {
            let cited = parameter["evidence"].as_array().expect("evidence").iter().any(|e| e.get("file").is_some());
            assert!(cited || parameter["status"] == "inferred", "{parameter}");
        }
    }
    let unknown: Vec<&str> =
        card["depthgauge"]["surface_not_assessed"].as_array().expect("list").iter().filter_map(Value::as_str).collect();
    assert!(unknown.contains(&"code_execution") && unknown.contains(&"third_party_extensions"), "{unknown:?}");
    assert_eq!(card["capability_profile"]["code_execution"], "no");
}

#[test]
fn many_unread_files_are_one_sentence() {
    if !have("git") {
        return;
    }
    let names: Vec<String> = (0..300).map(|n| format!("m{n:03}.py")).collect();
    let texts: Vec<String> = (0..300).map(|n| format!("x = {n}\n")).collect();
    let mut files: Vec<(&str, &[u8])> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    files.push(("a.py", TOOL.as_bytes()));
    let made = commit(&files);
    lose(made.path(), |path| path.starts_with('m'));
    let output = audit(made.path(), &["--format", "json"]);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.lines().count() < 6 && said.contains("300 files, among them `m000.py`, `m001.py`"), "{said}");
    let card: Value = serde_json::from_slice(&output.stdout).expect("card");
    let counts: BTreeMap<String, u64> = serde_json::from_value(card["depthgauge"]["unread"].clone()).expect("counts");
    assert_eq!(counts.values().sum::<u64>(), 300);
}

#[test]
fn citations_of_other_encodings_quote_nothing() {
    if !have("git") {
        return;
    }
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(TOOL.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let made = commit(&[("a.py", &utf16), ("b.py", SHELL.as_bytes())]);
    let (_, card) = card(made.path());
    let text = card.to_string();
    assert!(text.contains("\"a.py\""), "it is read: {text}");
    let mut open = vec![&card];
    while let Some(value) = open.pop() {
        if value["file"] == "a.py" {
            assert!(value.get("contains").is_none(), "{value}");
        }
        open.extend(value.as_array().into_iter().flatten());
        open.extend(value.as_object().into_iter().flat_map(|o| o.values()));
    }
}

#[test]
fn very_many_matches_are_counted_and_a_part_is_listed() {
    if !have("git") {
        return;
    }
    let one = |n: usize| format!("@mcp.tool()\ndef run_shell{n}(a: str):\n    import os\n    os.system(a)\n\n");
    let head = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n\n";
    let many: String = std::iter::once(head.to_owned()).chain((0..1_000).map(one)).collect();
    let made = commit(&[("a.py", many.as_bytes())]);
    let (_, card) = card(made.path());
    let ours = &card["depthgauge"];
    let listed = |rule: &str| ours["signals"].as_array().expect("list").iter().filter(|s| s["rule"] == rule).count();
    assert_eq!(ours["signal_counts"]["shell-command"], 1_000);
    assert_eq!(listed("shell-command"), 20);
}
