//! `depthgauge explain`: the reasons lead to the levels of the card, and their text to the code.

use std::{fs, path::Path};

use comrak::{Arena, Options, nodes::NodeValue, parse_document};
use serde_json::Value;

use crate::{
    common::{depthgauge, have, package, repository_of},
    corpus::agents,
};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = depthgauge().args(arguments).arg("--quiet").output().expect("depthgauge starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn answer(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    stdout
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(arguments)).expect("JSON")
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The level that the conditions of one parameter lead to, by the rules of the method alone.
fn derived(parameter: &Value) -> u64 {
    let met = |level: &&Value| list(level, "conditions").iter().all(|condition| condition["verdict"] == "met");
    let reached = list(parameter, "levels").iter().filter(met).filter_map(|level| level["level"].as_u64()).max();
    let cut = list(parameter, "cuts").last().and_then(|cut| cut["to"].as_u64());
    cut.or(reached).unwrap_or(0)
}

#[test]
fn the_reasons_lead_to_all_forty_levels_of_the_card() {
    if !have("git") {
        return;
    }
    for (folder, _) in agents() {
        let repository = repository_of(&folder);
        let root = repository.path().display().to_string();
        let card_file = repository.path().with_extension("json").display().to_string();
        answer(&["audit", &root, "--date", "2026-01-02", "--format", "json", "--output", &card_file]);
        let card: Value = serde_json::from_str(&fs::read_to_string(&card_file).expect("card")).expect("JSON");
        let reasons = json(&["explain", &root, "--json"]);
        let mut cells = 0;
        for (criterion, explained) in list(&card, "criteria").iter().zip(list(&reasons, "criteria")) {
            let id = criterion["id"].as_str().expect("id");
            assert_eq!(explained["id"], id);
            assert_eq!(explained["outcome"], criterion["status"], "{id}");
            if criterion["status"] == "structural_absence" {
                assert!(list(explained, "surface").iter().any(|condition| condition["verdict"] != "met"), "{id}");
                cells += 4;
                continue;
            }
            assert_eq!(explained["mechanism"]["kind"], criterion["counted"], "{id}");
            for parameter in list(&explained["mechanism"], "parameters") {
                let name = parameter["parameter"].as_str().expect("parameter");
                let level = criterion["parameters"][name]["level"].as_u64();
                assert_eq!(parameter["level"].as_u64(), level, "{id}.{name}");
                assert_eq!(Some(derived(parameter)), level, "{id}.{name} of {}: {parameter:#}", folder.display());
                cells += 1;
            }
            let chosen = list(explained, "considered").iter().filter(|choice| choice["chosen"] == true);
            assert_eq!(chosen.count(), list(criterion, "mechanisms").len(), "{id}");
            let applied = list(&explained["mechanism"], "caps").iter().find(|cap| cap["applied"] == true);
            assert_eq!(applied.map(|cap| &cap["id"]), criterion["cap"].as_object().map(|cap| &cap["id"]), "{id}");
        }
        assert_eq!(cells, 40, "{}", folder.display());
        let mut of_card = json(&["explain", &card_file, "--json"]);
        let mut of_tree = reasons.clone();
        let took = [take_excerpts(&mut of_card), take_excerpts(&mut of_tree)];
        assert!(took[0] == 0 && took[1] > 0, "excerpts need the repository: {took:?}");
        assert_eq!(of_card, of_tree, "{}", folder.display());
        fs::remove_file(&card_file).expect("card");
        let text = answer(&["explain", &root]);
        for place in cited(&card) {
            assert!(text.contains(&place), "{place} is not in the text");
        }
    }
}

/// Removes the excerpts and counts them.
fn take_excerpts(reasons: &mut Value) -> usize {
    let mut taken = 0;
    for criterion in reasons["criteria"].as_array_mut().expect("criteria") {
        for parameter in criterion["mechanism"]["parameters"].as_array_mut().into_iter().flatten() {
            taken += list(parameter, "excerpts").len();
            parameter["excerpts"] = Value::Null;
        }
    }
    taken
}

/// `path:line` of every citation behind a level.
fn cited(card: &Value) -> Vec<String> {
    let mut places = Vec::new();
    for criterion in list(card, "criteria") {
        for name in ["S", "C", "D", "B"] {
            for evidence in list(&criterion["parameters"][name], "evidence") {
                if let (Some(file), Some(lines)) = (evidence["file"].as_str(), evidence["lines"].as_str()) {
                    places.push(format!("{file}:{lines}"));
                }
            }
        }
    }
    places
}

#[test]
fn one_cell_is_said_whole_and_alone() {
    if !have("git") {
        return;
    }
    let repository = repository_of(&package().join("corpus/agents/ops-pilot"));
    let output = depthgauge()
        .args(["explain", "c9.s", "--quiet", "--repo-url", "https://github.com/example/ops-pilot"])
        .current_dir(repository.path())
        .output()
        .expect("depthgauge starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("\n### C9.S strength: L") && !text.contains("C9.C") && !text.contains("## C8"), "{text}");
    for part in [
        "**Mechanisms considered**",
        "L0 needs nothing.",
        "- L1 holds",
        "does not hold",
        "  - met: `",
        "  - absent: `",
        "The highest that holds is L",
        "**To raise it:** ",
        "### C9 signals and searches",
        "\nNo code matched what was searched for with `rg --no-config",
        " -e PATTERN` in `.`:\n\n- `",
        "](https://github.com/example/ops-pilot/blob/",
        "```text\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!text.contains("Caps considered"), "caps are of the criterion: {text}");
}

#[test]
fn wrong_questions_are_exit_2() {
    let card = package().join("corpus/cards/harbor-pilot.json").display().to_string();
    let markdown = package().join("corpus/cards/harbor-pilot.md").display().to_string();
    for (arguments, says) in [
        (&["explain", &card, "C11"][..], "`C11` is no criterion such as C4"),
        (&["explain", &card, "--rev", "main"], "a card is rated already"),
        (&["explain", &card], "the card holds no reasons"),
        (&["explain", &markdown, "C4.S"], "the card holds no reasons"),
        (&["explain", "--mechanism", "both"], "[possible values: default, alt]"),
        (&["explain", "--kind", "robot"], "[possible values: agent, framework, tool_server, service]"),
    ] {
        let (code, out, error) = run(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(error.contains(says), "{arguments:?}: {error}");
    }
}

#[test]
fn a_hostile_card_stays_words() {
    if !have("git") {
        return;
    }
    let repository = repository_of(&package().join("corpus/agents/ops-pilot"));
    let file = repository.path().join("card.json").display().to_string();
    answer(&["audit", &repository.path().display().to_string(), "--format", "json", "--output", &file]);
    let mut card: Value = serde_json::from_str(&fs::read_to_string(&file).expect("card")).expect("JSON");
    let hostile = "\u{1b}[2J`x`\n## Score: 10\u{202e} <script> [a](javascript:b)";
    let ours = &mut card["depthgauge"];
    ours["kind_reason"] = hostile.into();
    ours["rules"] = hostile.into();
    ours["reasons"]["C9/default/S"][0]["condition"] = hostile.into();
    ours["reasons"]["C9/default/S"][0]["why"] = hostile.into();
    for known in ours["looked_for"].as_object_mut().expect("rules").values_mut() {
        known["title"] = hostile.into();
        known["search"]["note"] = hostile.into();
    }
    for signal in ours["signals"].as_array_mut().expect("signals") {
        signal["file"] = hostile.into();
    }
    fs::write(&file, card.to_string()).expect("card");
    let text = answer(&["explain", &file, "C9"]);
    assert!(!text.chars().any(|c| c != '\n' && (c.is_control() || c == '\u{202e}')), "{text}");
    let arena = Arena::new();
    for node in parse_document(&arena, &text, &Options::default()).descendants() {
        let value = &node.data.borrow().value;
        assert!(!matches!(value, NodeValue::HtmlInline(_) | NodeValue::HtmlBlock(_)), "{value:?} in {text}");
        if let NodeValue::Link(link) = value {
            assert!(link.url.starts_with("https://"), "{}", link.url);
        }
        assert!(
            !matches!(value, NodeValue::Heading(h) if h.level == 2) || text.matches("\n## ").count() == 1,
            "{text}"
        );
    }
}

/// An agent with a gate that nobody outside knows by its name.
fn with_an_own_gate(more: &[(&str, &str)]) -> tempfile::TempDir {
    let source = tempfile::tempdir().expect("folder");
    let agent = "\
import subprocess
from openai import OpenAI
from desk import require_signoff

client = OpenAI()

def run_command(command: list[str]) -> str:
    if not require_signoff(command):
        return 'refused'
    return subprocess.run(command, capture_output=True).stdout.decode()

TOOLS = [{'type': 'function', 'function': {'name': 'run_command', 'parameters': {'type': 'object'}}}]

def main():
    messages = []
    while True:
        answer = client.chat.completions.create(model='x', messages=messages, tools=TOOLS)
        messages.append(answer.choices[0].message)
";
    fs::write(source.path().join("agent.py"), agent).expect("file");
    for (name, text) in more {
        fs::write(source.path().join(name), text).expect("file");
    }
    repository_of(source.path())
}

const VOCABULARY: &str = "gate_functions: [require_signoff]\n";

#[test]
fn an_own_gate_counts_where_the_user_names_it() {
    if !have("git") {
        return;
    }
    let words = tempfile::tempdir().expect("folder");
    let file = words.path().join("words.yaml").display().to_string();
    fs::write(&file, VOCABULARY).expect("vocabulary");
    let root = with_an_own_gate(&[]);
    let root = root.path().display().to_string();
    let gate = |arguments: &[&str]| {
        let card = json(&[&["audit", &root, "--format", "json", "--date", "2026-01-02"], arguments].concat());
        let ours = &card["depthgauge"];
        let found = list(ours, "signals").iter().any(|s| s["rule"] == "human-approval-call" && s["lines"] == "8");
        (found, ours["rules"].as_str().expect("rules").contains("overlay"))
    };
    assert_eq!(gate(&[]), (false, false));
    assert_eq!(gate(&["--vocabulary", &file]), (true, true));
    fs::write(words.path().join("vocabulary.yaml"), VOCABULARY).expect("vocabulary");
    fs::remove_file(&file).expect("file");
    let folder = words.path().display().to_string();
    assert_eq!(gate(&["--rules", &folder]), (true, true));
    let own = words.path().join("vocabulary.yaml").display().to_string();
    let (code, _, error) = run(&["audit", &root, "--rules", &folder, "--vocabulary", &own]);
    assert!(code == Some(2) && error.contains("holds a vocabulary.yaml already"), "{error}");
}

#[test]
fn a_vocabulary_in_the_audited_tree_is_not_obeyed() {
    if !have("git") {
        return;
    }
    let root = with_an_own_gate(&[("vocabulary.yaml", VOCABULARY)]);
    let output = depthgauge().args(["audit", ".", "--format", "json", "--quiet"]).current_dir(root.path()).output();
    let card: Value = serde_json::from_slice(&output.expect("depthgauge starts").stdout).expect("JSON");
    let ours = &card["depthgauge"];
    assert!(!ours["rules"].as_str().expect("rules").contains("overlay"));
    assert!(list(ours, "signals").iter().all(|signal| signal["rule"] != "human-approval-call"));
}

#[test]
fn a_new_rule_is_written_once_and_tested() {
    let folder = tempfile::tempdir().expect("folder");
    let rules = folder.path().display().to_string();
    let new = ["rules", "new", "ledger-write", "--criterion", "C2", "--languages", "python,go", "--rules", &rules];
    let written = answer(&new);
    assert_eq!(written.lines().count(), 3, "{written}");
    assert!(Path::new(written.lines().next().expect("a path")).is_file());
    let tested = answer(&["rules", "test", &rules]);
    assert!(tested.contains("passed: 1 rule in 2 fixtures; marks: 2 `expect`, 2 `ok`"), "{tested}");
    answer(&["rules", "lint", "--rules", &rules]);
    let (code, out, error) = run(&new);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("this file is there already"), "{error}");
    for (arguments, says) in [
        (&["rules", "new", "x", "--criterion", "C2"][..], "needs the folder that it goes to: --rules DIR"),
        (&["rules", "new", "X", "--criterion", "C2", "--rules", &rules], "`X` is not in kebab-case"),
        (&["rules", "new", "host-process", "--criterion", "C4", "--rules", &rules], "a built-in rule `host-process`"),
        (&["rules", "new", "x", "--criterion", "C12", "--rules", &rules], "unknown criterion `C12`"),
        (
            &["rules", "new", "x", "--criterion", "C2", "--languages", "cobol", "--rules", &rules],
            "unknown variant `cobol`",
        ),
    ] {
        let (code, _, error) = run(arguments);
        assert!(code == Some(2) && error.contains(says), "{arguments:?}: {error}");
    }
}

#[test]
fn pages_are_written_and_stale_ones_named() {
    let folder = tempfile::tempdir().expect("folder");
    let docs = folder.path().display().to_string();
    let written = answer(&["rules", "docs", "--output", &docs]);
    assert!(written.contains(" pages in "), "{written}");
    let page = fs::read_to_string(folder.path().join("rules/C4/host-process.md")).expect("page");
    assert!(page.contains("# host-process: ") && page.contains("**Cannot see.** "), "{page}");
    let criterion = fs::read_to_string(folder.path().join("criteria/C4.md")).expect("page");
    assert!(criterion.contains("| not observable statically |"), "{criterion}");
    fs::write(folder.path().join("rules/C4/gone.md"), "old").expect("page");
    let (code, out, _) = run(&["rules", "docs", "--output", &docs]);
    assert!(code == Some(1) && out.contains("rules/C4/gone.md: nothing of this name is left; remove it"), "{out}");
}
