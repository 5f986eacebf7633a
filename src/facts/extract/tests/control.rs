//! Control facts: what hangs on what.

use super::facts;
use crate::{
    facts::{
        FileFacts,
        control::{Branch, Range, Returned, Subject},
    },
    syntax::Language,
};

fn part(text: &str, range: Range) -> &str {
    text[range.start as usize..range.end as usize].trim()
}

fn branch_of<'a>(facts: &'a FileFacts, text: &str, condition: &str) -> &'a Branch {
    facts.control.branches.iter().find(|branch| part(text, branch.condition) == condition).expect(condition)
}

/// `callee:when_true:when_false:negated` of each part of a condition.
fn tests(facts: &FileFacts, branch: &Branch) -> Vec<String> {
    let show = |test: &crate::facts::control::Test| {
        let subject = match &test.subject {
            Subject::Call(call) => format!("{}()", facts.calls[*call as usize].callee),
            Subject::Name(name) => name.to_string(),
        };
        format!("{subject}:{}:{}:{:?}", test.when_true, test.when_false, test.negated)
    };
    branch.tests.iter().map(show).collect()
}

const PYTHON: &str = r#"
def run(command, force):
    ok = allowed(command)
    if not ok or blocked(command):
        raise PermissionError()
    elif force:
        log(command)
    else:
        return None
    try:
        check(command)
    except ValueError:
        return False
    except KeyError:
        pass
    handlers = {"a": run_a}
    handlers[command](command)
    unrelated = compute()
"#;

#[test]
fn python() {
    let facts = facts(Language::Python, PYTHON);
    let control = &facts.control;
    assert_eq!(control.calls.len(), facts.calls.len());
    assert_eq!(control.functions.len(), facts.functions.len());
    let branch = branch_of(&facts, PYTHON, "not ok or blocked(command)");
    assert_eq!(tests(&facts, branch), ["ok:false:true:Some(true)", "blocked():false:true:Some(false)"]);
    assert!(branch.then_leaves && !branch.otherwise_leaves);
    let branch = branch_of(&facts, PYTHON, "force");
    assert!(branch.tests.is_empty() && !branch.then_leaves && branch.otherwise_leaves);
    assert!(control.attempts[0].swallows());
    assert_eq!(control.attempts[0].handlers.iter().map(|(_, left)| *left).collect::<Vec<_>>(), [true, false]);
    let assigned: Vec<&str> = control.assignments.iter().map(|assignment| &*assignment.name).collect();
    assert_eq!(assigned, ["ok"]);
    assert_eq!(&*control.tables[0].targets[0].1, "run_a");
    let exits: Vec<&Returned> = control.exits.iter().map(|exit| &exit.value).collect();
    assert_eq!(exits.len(), 4);
    assert_eq!(exits[0], &Returned::Raises);
    assert!(exits.iter().all(|exit| !exit.is_truthy()));
}

const SCRIPT: &str = r#"
export class Agent {
  private runner: Runner = new Runner();
  constructor(private readonly gate: Gate) {}
  async act(name: string) {
    const { allowed } = await this.gate.ask(name);
    if (!allowed && !isSafe(name)) return { behavior: 'deny', name };
    list.forEach((item) => { if (item) return; });
    isSafe(name) ? this.runner.run(name) : undefined;
    switch (mode(name)) { case 'a': return 1; default: throw new Error('x'); }
  }
}
export default Agent;
"#;

#[test]
fn script() {
    let facts = facts(Language::TypeScript, SCRIPT);
    let control = &facts.control;
    let branch = branch_of(&facts, SCRIPT, "(!allowed && !isSafe(name))");
    assert_eq!(tests(&facts, branch), ["allowed:true:false:Some(true)", "isSafe():true:false:Some(true)"]);
    assert!(branch.then_leaves);
    assert!(branch_of(&facts, SCRIPT, "isSafe(name)").then.contains(control.calls[5]));
    let types: Vec<String> = control.types.iter().map(|known| format!("{}:{}", known.name, known.kind)).collect();
    assert_eq!(types, ["gate:Gate", "runner:Runner", "gate:Gate"]);
    let of_act: Vec<&Returned> =
        control.exits.iter().filter(|exit| exit.function == 2).map(|exit| &exit.value).collect();
    // The callback's own return is none of the method's; arms of a switch are not counted as leaving.
    assert_eq!(of_act.len(), 4, "{of_act:?}");
    assert_eq!(of_act[0], &Returned::Literal("{ behavior: 'deny', name }".into()));
    assert!(
        control.assignments.iter().any(|known| &*known.name == "default" && known.alias.as_deref() == Some("Agent"))
    );
}

const GO: &str = r#"package tools

type Server struct {
	gate *Gate
	handlers map[string]Handler
}

func (s *Server) Run(ctx context.Context, command string) (*Result, error) {
	if err := s.gate.Check(command); err != nil {
		return nil, err
	}
	switch {
	case blocked(command):
		return nil, nil
	}
	for _, h := range s.handlers {
		h(command)
	}
	ok, _ := allowed(command)
	if ok && !force { exec.Command(command) }
	panic("x")
}
"#;

#[test]
fn go() {
    let facts = facts(Language::Go, GO);
    let control = &facts.control;
    let branch = branch_of(&facts, GO, "err != nil");
    assert_eq!(tests(&facts, branch), ["err:true:true:None"]);
    assert!(branch.then_leaves);
    let branch = branch_of(&facts, GO, "ok && !force");
    assert_eq!(tests(&facts, branch), ["ok:true:false:Some(false)"]);
    assert!(control.branches.iter().any(|branch| branch.then_leaves && branch.tests.len() == 1));
    let types: Vec<String> = control.types.iter().map(|known| format!("{}:{}", known.name, known.kind)).collect();
    assert_eq!(types, ["gate:Gate", ":Result", "ctx:context.Context", "s:Server"]);
    assert!(control.assignments.iter().any(|known| known.alias.as_deref() == Some("s.handlers[]")));
    assert!(matches!(control.exits.last().expect("exits").value, Returned::Raises));
}

#[test]
fn module_of_go() {
    let facts = crate::facts::extract(Language::Text, "a/go.mod", "// x\nmodule example.com/agent\n\ngo 1.22\n").facts;
    assert_eq!(facts.settings[0].value, crate::facts::Value::Str("example.com/agent".into()));
}
