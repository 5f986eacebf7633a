//! A monorepo of three agents, two of which pass the gate of a package that they share.

use depthgauge::compare::diff::{ChangeKind, DiffReport};

use super::Repo;
use crate::common::have;

const APPROVAL: &str = "packages/sluice/src/sluice/approval.py";
const SHELL: &str = "packages/sluice/src/sluice/shell.py";

const ASKS: &str = r#""""Asking the operator before something happens."""


def request_approval(command: str) -> bool:
    """Shows the command and waits; anything but a clear yes is a no."""
    print(f"The assistant wants to run:\n\n    {command}\n")
    answer = input("Run it? [y/N] ")
    return answer.strip().lower() in {"y", "yes"}
"#;

const RUNS: &str = r#""""Running commands for the assistants."""

import subprocess

from sluice.approval import request_approval


def run_guarded(command: str) -> str:
    if not request_approval(command):
        return "The operator said no."
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    return done.stdout[:20000]
"#;

const SCHEMA: &str = r#"
TOOLS = [
    {
        "name": "run_command",
        "description": "Run a shell command on the machine.",
        "input_schema": {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
    }
]
"#;

/// A tool that asks by itself.
fn asking(module: &str, question: &str) -> String {
    format!(
        r#"import subprocess

from {module} import {question}
{SCHEMA}

def run_command(command: str) -> str:
    if not {question}(command):
        return "The operator said no."
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    return done.stdout[:20000]


HANDLERS = {{"run_command": run_command}}
"#
    )
}

/// A tool that hands the command to the package.
fn handing() -> String {
    format!(
        r#"from sluice.shell import run_guarded
{SCHEMA}

def run_command(command: str) -> str:
    return run_guarded(command)


HANDLERS = {{"run_command": run_command}}
"#
    )
}

fn agent(repo: &Repo, name: &str, tools: &str) {
    let at = |file: &str| format!("agents/{name}/{file}");
    repo.write(
        &at("pyproject.toml"),
        &format!(
            "[project]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[project.scripts]\n{name} = \"{name}.main:main\"\n"
        ),
    );
    repo.write(&at(&format!("src/{name}/__init__.py")), "");
    repo.write(&at(&format!("src/{name}/tools.py")), tools);
    let main = r#"import anthropic

from NAME.tools import HANDLERS, TOOLS


def main() -> None:
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": input("> ")}]
    for _ in range(20):
        reply = client.messages.create(model="some-model", max_tokens=2000, tools=TOOLS, messages=messages)
        messages.append({"role": "assistant", "content": reply.content})
        calls = [block for block in reply.content if block.type == "tool_use"]
        if not calls:
            break
        results = []
        for call in calls:
            output = HANDLERS[call.name](**call.input)
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
        messages.append({"role": "user", "content": results})
"#;
    repo.write(&at(&format!("src/{name}/main.py")), &main.replace("NAME", name));
}

/// The agents `mender` and `porter` use the package, `gleaner` has a question of its own.
fn monorepo(tools: &str) -> Repo {
    let repo = Repo::empty();
    repo.write("README.md", "# Orchard\n\nThree assistants that look after an orchard's machines.\n");
    repo.write("packages/sluice/pyproject.toml", "[project]\nname = \"sluice\"\nversion = \"1.0.0\"\n");
    repo.write("packages/sluice/src/sluice/__init__.py", "");
    repo.write(APPROVAL, ASKS);
    repo.write(SHELL, RUNS);
    for name in ["mender", "porter"] {
        agent(&repo, name, tools);
    }
    agent(&repo, "gleaner", &asking("gleaner.consent", "request_consent"));
    repo.write(
        "agents/gleaner/src/gleaner/consent.py",
        "def request_consent(command: str) -> bool:\n    return input(f\"{command}? [y/N] \").strip() == \"y\"\n",
    );
    let target = |name: &str| format!("  - folder: agents/{name}\n    owners: [{name}-team]\n");
    let targets: String = ["mender", "porter", "gleaner"].map(target).concat();
    repo.write(".depthgauge.yaml", &format!("targets:\n{targets}"));
    repo.commit();
    repo
}

/// The ways of the failing lines that say that a gate is passed by, by target.
fn passed_by(report: &DiffReport) -> Vec<(&str, String)> {
    let bypass = report.failing().filter(|(_, change)| change.kind == ChangeKind::Bypass);
    bypass.map(|(target, change)| (target.name.as_str(), change.way.join(" > "))).collect()
}

fn judged(repo: &Repo) -> DiffReport {
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!(code, 1, "{report:#?}");
    let fails = |name: &str| report.failing().any(|(target, _)| target.name == name);
    assert_eq!(["mender", "porter", "gleaner"].map(|name| fails(&format!("agents/{name}"))), [true, true, false]);
    report
}

#[test]
fn a_gate_that_always_agrees_fails_the_two_agents_that_ask_it() {
    if !have("git") {
        return;
    }
    let repo = monorepo(&asking("sluice.approval", "request_approval"));
    let asks = "    answer = input(\"Run it? [y/N] \")\n    return answer.strip().lower() in {\"y\", \"yes\"}\n";
    repo.edit(APPROVAL, asks, "    return True\n");
    let report = judged(&repo);
    let ways = passed_by(&report);
    assert_eq!(ways, [("agents/mender", "run_command".to_owned()), ("agents/porter", "run_command".to_owned())]);
    let bypass = report.failing().find(|(_, change)| change.kind == ChangeKind::Bypass).map(|(_, change)| change);
    assert!(bypass.is_some_and(|change| change.before.iter().any(|place| place.file == APPROVAL)), "{bypass:#?}");
    assert!(report.targets.iter().all(|target| !target.name.ends_with("gleaner") || target.changes.is_empty()));
}

#[test]
fn an_answer_that_nothing_hangs_on_is_no_gate() {
    if !have("git") {
        return;
    }
    let repo = monorepo(&asking("sluice.approval", "request_approval"));
    repo.edit(
        APPROVAL,
        "    return answer.strip().lower() in {\"y\", \"yes\"}\n",
        "    if answer.strip().lower() not in {\"y\", \"yes\"}:\n        print(\"They would rather not.\")\n    return True\n",
    );
    assert_eq!(passed_by(&judged(&repo)).len(), 2);
}

#[test]
fn a_condition_dropped_in_the_package_fails_with_the_way_through_it() {
    if !have("git") {
        return;
    }
    let repo = monorepo(&handing());
    let condition = "    if not request_approval(command):\n        return \"The operator said no.\"\n";
    repo.edit(SHELL, condition, "");
    let report = judged(&repo);
    let way = "run_command > run_guarded".to_owned();
    assert_eq!(passed_by(&report), [("agents/mender", way.clone()), ("agents/porter", way)]);
}

#[test]
fn a_package_that_is_rewritten_and_still_asks_fails_nobody() {
    if !have("git") {
        return;
    }
    let repo = monorepo(&handing());
    repo.edit(APPROVAL, "    answer = input(\"Run it? [y/N] \")\n", "    answer = _read(\"Run it? [y/N] \")\n");
    repo.write(APPROVAL, &format!("{}\n\ndef _read(text: str) -> str:\n    return input(text)\n", repo.read(APPROVAL)));
    repo.git(&["mv", SHELL, "packages/sluice/src/sluice/running.py"]);
    for name in ["mender", "porter"] {
        repo.edit(&format!("agents/{name}/src/{name}/tools.py"), "sluice.shell", "sluice.running");
    }
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!((code, super::failing(&report)), (0, Vec::new()), "{report:#?}");
}
