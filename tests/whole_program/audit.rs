//! The main job on corpus repositories and on bad input.

use std::{fs, path::Path, process::Output};

use depthgauge::{
    card::CardData,
    rubric::{CriterionId, Parameter},
};
use serde_json::Value;

use crate::{
    common::{copy, depthgauge, have, package, repository_of},
    corpus::agents,
};

fn audit(repository: &Path, arguments: &[&str]) -> Output {
    depthgauge()
        .arg("audit")
        .arg(repository)
        .args(["--date", "2026-01-02", "--quiet"])
        .args(arguments)
        .output()
        .expect("the binary starts")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| {
        panic!("{e}: {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    })
}

fn not_an_agent(name: &str) -> std::path::PathBuf {
    package().join("corpus/not-agents").join(name)
}

#[test]
fn the_same_bytes_whatever_the_threads() {
    if !have("git") {
        return;
    }
    for (folder, _) in agents() {
        let repository = repository_of(&folder);
        for format in ["json", "md"] {
            let [one, eight, again] = ["1", "8", "8"].map(|threads| {
                let output = audit(repository.path(), &["--threads", threads, "--format", format]);
                assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
                output.stdout
            });
            assert!(one == eight && eight == again, "{} differs in {format}", folder.display());
        }
    }
}

/// `expected.yaml` is rated by hand. Where the program rates otherwise, the file says so under `rated`, so that a
/// change of any level is seen.
#[test]
fn corpus_agents_get_the_levels_that_their_files_expect() {
    if !have("git") {
        return;
    }
    for (folder, expected) in agents() {
        let repository = repository_of(&folder);
        let output = audit(repository.path(), &["--format", "json"]);
        let card: CardData = serde_json::from_value(json(&output)).expect("card");
        let name = folder.display();
        let mut differences = Vec::new();
        for criterion in &card.criteria {
            let want = &expected.levels[&criterion.id];
            let got = levels(criterion);
            let rated = expected.rated.get(&criterion.id).unwrap_or(want);
            if got != *rated {
                differences.push(format!("{}: rated {got}, file says {rated}", criterion.id));
            }
            assert!(
                want != rated || !expected.rated.contains_key(&criterion.id),
                "{name}: {} needs no note",
                criterion.id
            );
        }
        assert!(differences.is_empty(), "{name}:\n{}", differences.join("\n"));
    }
}

fn levels(criterion: &depthgauge::card::Criterion) -> String {
    match &criterion.parameters {
        None => "SA".to_owned(),
        Some(parameters) => Parameter::ALL.iter().map(|p| parameters.get(*p).level.get().to_string()).collect(),
    }
}

#[test]
fn nothing_that_is_no_agent_gets_a_total() {
    if !have("git") {
        return;
    }
    for name in ["empty-folder", "ui-kit"] {
        let repository = repository_of(&not_an_agent(name));
        let output = audit(repository.path(), &["--format", "json"]);
        assert_eq!(output.status.code(), Some(3), "{name}");
        let answer = json(&output);
        assert_eq!(answer["result"], "no agent found", "{name}");
        assert!(answer.get("score").is_none() && !answer["searches"].as_array().expect("searches").is_empty());
        assert!(!answer["would_have_counted"].as_array().expect("list").is_empty());
        let text = String::from_utf8(audit(repository.path(), &[]).stdout).expect("UTF-8");
        assert!(text.starts_with("# No agent found: ") && !text.contains("/ 10.0"), "{text}");
        let forced = audit(repository.path(), &["--format", "json", "--as-agent"]);
        assert_eq!(json(&forced)["criteria"].as_array().map(Vec::len), Some(10), "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_not_assessed() {
    if !have("git") {
        return;
    }
    for name in ["ledger-cobol", "swift-agent"] {
        let repository = repository_of(&not_an_agent(name));
        let output = audit(repository.path(), &["--format", "json"]);
        assert_eq!(output.status.code(), Some(4), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let card: CardData = serde_json::from_value(json(&output)).expect("card");
        let ours = card.depthgauge.as_ref().expect("our part");
        assert_eq!(ours.not_assessed, CriterionId::ALL, "{name}");
        let markdown = String::from_utf8(audit(repository.path(), &[]).stdout).expect("UTF-8");
        assert!(markdown.contains("Not assessed (counted 0.00): C1, C2"), "{markdown}");
        assert!(!markdown.contains("/ 10.0 ("), "{name}: no total when nothing was assessed\n{markdown}");
        no_entry(repository.path());
    }
}

/// An entry would carry 0.0 as if it were a rating.
fn no_entry(repository: &Path) {
    let refused = |output: &Output| {
        assert_eq!(output.status.code(), Some(4));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("error: no entry: nothing was assessed") && said.contains("md, json or text"), "{said}");
    };
    let output = audit(repository, &["--format", "entry"]);
    refused(&output);
    assert!(output.stdout.is_empty());
    let folder = tempfile::tempdir().expect("folder");
    let stem = folder.path().join("card").display().to_string();
    refused(&audit(repository, &["--format", "entry,json", "--output", &stem]));
    let names: Vec<_> = fs::read_dir(folder.path()).expect("folder").map(|e| e.expect("entry").file_name()).collect();
    assert_eq!(names, ["card.json"]);
    let read = depthgauge().args(["card", &format!("{stem}.json"), "--format", "entry"]).output().expect("starts");
    refused(&read);
    assert!(read.stdout.is_empty());
}

#[test]
fn hostile_files_are_read_past() {
    if !have("git") {
        return;
    }
    let folder = tempfile::tempdir().expect("folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("parent")).expect("folder");
        fs::write(path, bytes).expect("file");
    };
    write(
        "agent/main.py",
        b"import subprocess\nfrom langchain_core.tools import tool\n\n@tool\ndef run(command: str) -> str:\n    \
          \"\"\"Run a command.\"\"\"\n    return subprocess.run(command, shell=True).stdout\n",
    );
    write("agent/one_line.py", format!("x = '{}'\n", "a".repeat(50_000_000)).as_bytes());
    write("agent/deep.ts", "[".repeat(200_000).as_bytes());
    write("agent/na\u{202e}me `with` [odd](x)|\n.py", b"import os\nos.system('ls')\n");
    write("data/large.bin", &vec![7; 80 << 20]);
    write("notes/\u{1b}[31mred.md", b"# \x1b[31m\xff\xfe <script>alert(1)</script>\n");
    let repository = repository_of(folder.path());
    let output = audit(repository.path(), &["--format", "json"]);
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", String::from_utf8_lossy(&output.stderr));
    let markdown = audit(repository.path(), &[]);
    let text = String::from_utf8(markdown.stdout).expect("UTF-8");
    assert!(text.starts_with("# Defense-in-Depth Score: "), "{text}");
    for bad in ["\u{1b}", "\u{202e}", "<script>"] {
        assert!(!text.contains(bad), "{bad:?} reached the card");
    }
}

#[test]
fn the_private_file_is_written_outside_the_tree_only() {
    if !have("git") {
        return;
    }
    let (folder, _) = agents().swap_remove(0);
    let repository = repository_of(&folder);
    let elsewhere = tempfile::tempdir().expect("folder");
    let file = elsewhere.path().join("private.md");
    let output = audit(repository.path(), &["--private", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read_to_string(&file).expect("private file").starts_with("# Not for publication: "));
    let inside = repository.path().join("private.md");
    let output = audit(repository.path(), &["--private", &inside.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!inside.exists());
    let both = elsewhere.path().join("both.md").display().to_string();
    let output = audit(repository.path(), &["--private", &both, "--output", &both]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same file") && !Path::new(&both).exists());
}

#[test]
fn the_private_file_says_so_where_no_agent_is_found() {
    if !have("git") {
        return;
    }
    let repository = repository_of(&not_an_agent("ui-kit"));
    let elsewhere = tempfile::tempdir().expect("folder");
    let file = elsewhere.path().join("private.md");
    let output = audit(repository.path(), &["--private", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(3));
    let text = fs::read_to_string(&file).expect("private file");
    assert!(text.starts_with("# Not for publication: ") && text.contains("no agent was found"), "{text}");
}

#[test]
fn ignore_files_change_nothing_and_are_named() {
    if !have("git") {
        return;
    }
    let (agent, _) = agents().swap_remove(0);
    let folder = tempfile::tempdir().expect("folder");
    copy(&agent, folder.path());
    let plain = json(&audit(repository_of(folder.path()).path(), &["--format", "json"]));
    fs::write(folder.path().join(".rgignore"), "*\n").expect("file");
    let repository = repository_of(folder.path());
    for more in [&[][..], &["--worktree"]] {
        let hidden = json(&audit(repository.path(), &[&["--format", "json"], more].concat()));
        assert_eq!(plain["criteria"], hidden["criteria"]);
        let named = |card: &Value| {
            let limitations = card["limitations"].as_array().expect("limitations").clone();
            limitations
                .iter()
                .any(|l| l.as_str().is_some_and(|l| l.contains("hidden from tools") && l.contains("by `.rgignore` (")))
        };
        assert!(named(&hidden) && !named(&plain), "{:?}", hidden["limitations"]);
    }
}

#[test]
fn a_work_tree_that_differs_is_marked_in_every_format() {
    if !have("git") {
        return;
    }
    let (agent, _) = agents().swap_remove(0);
    let text = |output: Output| String::from_utf8(output.stdout).expect("UTF-8");
    let repository = repository_of(&agent);
    let remote = ["--worktree", "--repo-url", "https://github.com/example/agent"];
    let of = |format: &str| audit(repository.path(), &[&remote[..], &["--format", format]].concat());
    for (changed, times) in [(false, 0), (true, 1)] {
        if changed {
            fs::write(repository.path().join("more.py"), "x = 1\n").expect("file");
        }
        let card = json(&of("json"));
        assert_eq!(card["depthgauge"]["uncommitted"], changed);
        assert_eq!(card["limitations"].to_string().matches("Uncommitted: ").count(), times);
        for format in ["md", "text", "entry"] {
            let document = text(of(format));
            assert_eq!(document.matches("Uncommitted: ").count(), times, "{format}");
            // A link would show lines that are not the cited ones.
            assert!(!changed || !document.contains("/blob/"), "{format}");
        }
    }
    let repository = repository_of(&not_an_agent("ui-kit"));
    fs::write(repository.path().join("more.ts"), "export const x = 1;\n").expect("file");
    assert!(text(audit(repository.path(), &["--worktree"])).contains("**Uncommitted:** "));
    assert_eq!(json(&audit(repository.path(), &["--worktree", "--format", "json"]))["uncommitted"], true);
}

#[test]
fn a_secret_in_a_file_name_is_in_no_document() {
    if !have("git") {
        return;
    }
    let secret = format!("{}{}", "sk-", "abcdefghijklmnop1234");
    let folder = tempfile::tempdir().expect("folder");
    let tool = "import subprocess\nfrom langchain_core.tools import tool\n\n\n@tool\ndef run(command: str) -> str:\n    \
                \"\"\"Run a command.\"\"\"\n    return subprocess.run(command, shell=True).stdout\n";
    let path = |name: &str| folder.path().join("agent").join(name);
    fs::create_dir(path("")).expect("folder");
    fs::write(path(&format!("{secret}.py")), tool).expect("file");
    fs::write(path(&format!("{secret}.swift")), "fun main() {}\n").expect("file");
    fs::write(folder.path().join(".gitignore"), "*.py\n").expect("file");
    let elsewhere = tempfile::tempdir().expect("folder");
    let private = elsewhere.path().join("private.md");
    for named_too in [false, true] {
        if named_too {
            fs::write(path("tools.py"), tool).expect("file");
        }
        let repository = repository_of(folder.path());
        let mut cited = Vec::new();
        for format in ["json", "md", "text"] {
            let arguments = ["--as-agent", "--format", format, "--private", &private.display().to_string()];
            let output = audit(repository.path(), &arguments);
            assert!(matches!(output.status.code(), Some(0 | 4)), "{}", String::from_utf8_lossy(&output.stderr));
            for document in [&output.stdout, &output.stderr, &fs::read(&private).expect("private file")] {
                let document = String::from_utf8_lossy(document);
                assert!(!document.contains(&secret), "{format}: {document}");
            }
            if format == "json" {
                let card = json(&output);
                assert!(card["depthgauge"]["signals"].to_string().contains("agent/‹masked›.py"));
                cited = card["criteria"].to_string().match_indices("\"file\":\"").map(|(at, _)| at).collect();
                assert!(!card["criteria"].to_string().contains("\"file\":\"agent/‹masked›"));
            }
        }
        assert_eq!(!cited.is_empty(), named_too, "evidence is a citation of another file, else a search");
    }
}

#[test]
fn a_subpath_is_rated_and_the_rest_is_evidence() {
    if !have("git") {
        return;
    }
    let (agent, _) = agents().swap_remove(0);
    let folder = tempfile::tempdir().expect("folder");
    copy(&agent, &folder.path().join("packages/agent"));
    fs::write(folder.path().join("other.py"), "import subprocess\nsubprocess.run('x', shell=True)\n").expect("file");
    let repository = repository_of(folder.path());
    let output = audit(repository.path(), &["--subpath", "packages/agent", "--format", "json"]);
    let card = json(&output);
    assert_eq!(card["subpath"], "packages/agent");
    let text = serde_json::to_string(&card).expect("text");
    assert!(text.contains("\"scope\":\"packages/agent\"") || !text.contains("\"search\":"));
    assert!(!text.contains("\"other.py\""), "a file outside the subpath is no evidence of the target's own surface");
}
