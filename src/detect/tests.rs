use super::*;
use crate::{
    facts::*,
    rulebook::{Rule, State},
};

fn rule(detect: &str) -> Rule {
    let yaml = format!(
        "id: x\ntitle: t\ncriteria: [C4]\nrole: surface\nlanguages: []\ndetect: {detect}\nfinding: f\ngap: g\nwhy: w\n\
         sees: s\ncannot_see: c\nremediation: {{text: r, effort: low}}\nowasp: [ASI05]\n"
    );
    serde_yaml::from_str(&yaml).unwrap()
}

struct NoText;

impl Texts for NoText {
    fn content(&self, _: &str) -> Option<Content> {
        None
    }

    fn without_comments(&self, _: &str, text: &str) -> String {
        text.to_owned()
    }
}

struct OneText(&'static str);

impl Texts for OneText {
    fn content(&self, _: &str) -> Option<Content> {
        Some(Content { text: self.0.to_owned(), size: self.0.len() as u64, quotable: true })
    }

    fn without_comments(&self, _: &str, text: &str) -> String {
        text.to_owned()
    }
}

fn call(callee: &str, line: u32, function: Option<u32>, arguments: Vec<Argument>) -> Call {
    Call {
        callee: callee.into(),
        written: callee.into(),
        span: Span::line(line),
        arguments: arguments.into(),
        function,
        in_loop: false,
        result_used: true,
    }
}

fn function(name: &str, start: u32, end: u32) -> Function {
    Function {
        name: name.into(),
        kind: FunctionKind::Function,
        parent: None,
        span: Span { start, end },
        decorators: vec![],
        parameters: vec![],
        bases: vec![],
    }
}

fn facts() -> FileFacts {
    let shell = Argument { keyword: Some("shell".into()), value: Value::Bool(true) };
    let options = Argument { keyword: None, value: Value::Object([("readOnly".into(), Value::Bool(false))].into()) };
    FileFacts {
        lines: 30,
        coverage: Coverage::Full,
        functions: vec![function("run_tool", 1, 10), function("other", 11, 20)],
        calls: vec![
            call("subprocess.run", 3, Some(0), vec![shell]),
            call("gate.approve", 4, Some(0), vec![]),
            call("subprocess.run", 12, Some(1), vec![]),
            call("child_process.exec", 25, None, vec![options]),
        ],
        imports: vec![],
        settings: vec![Setting {
            name: "agent.auto_approve".into(),
            written: "autoApprove".into(),
            value: Value::Bool(false),
            kind: SettingKind::Field,
            span: Span::line(26),
            function: None,
        }],
        tools: vec![],
        control: crate::facts::control::Control::default(),
        models: vec![],
        loops: vec![],
        routes: vec![],
        sections: vec![],
    }
}

fn lines(detect_yaml: &str) -> Vec<(u32, State)> {
    with(detect_yaml, &NoText)
}

fn with(detect_yaml: &str, texts: &dyn Texts) -> Vec<(u32, State)> {
    let (rule, facts) = (rule(detect_yaml), facts());
    let plan = Plan::of([&rule]);
    let input = Input { path: "a/b.py", context: Context::Product, in_scope: true, facts: &facts };
    detect(&plan, &[input], texts, None, Extent::Excerpt).iter().map(|s| (s.lines.start, s.state)).collect()
}

#[test]
fn calls_by_callee_and_keyword() {
    use State::On;
    assert_eq!(lines("{call: {callee: ['subprocess.*']}}"), [(3, On), (12, On)]);
    assert_eq!(lines("{call: {callee: ['subprocess.*'], arguments: {shell: true}}}"), [(3, On)]);
    assert_eq!(lines("{call: {callee: ['subprocess.*'], arguments: {shell: {is: absent}}}}"), [(12, On)]);
    assert_eq!(lines("{call: {callee: ['*.exec'], arguments: {read_only: {is: off}}}}"), [(25, On)]);
}

#[test]
fn scopes_of_all() {
    use State::On;
    let gated = "{all: [{call: {callee: [subprocess.run]}}, {call: {callee: ['*.approve']}}], within: function}";
    assert_eq!(lines(gated), [(3, On)]);
    let ungated =
        "{all: [{call: {callee: [subprocess.run]}}, {not: {call: {callee: ['*.approve']}}}], within: function}";
    assert_eq!(lines(ungated), [(12, On)]);
    let file = "{all: [{call: {callee: [subprocess.run]}}, {not: {call: {callee: ['*.approve']}}}]}";
    assert_eq!(lines(file), []);
}

#[test]
fn state_and_inside_stand_beside_any_key() {
    let yaml = "{any: [{call: {callee: [subprocess.run]}, inside: {function: ['*TOOL*']}, state: opt_in}, \
                {setting: {name: [auto_approve], value: {is: off}}, state: off}]}";
    assert_eq!(lines(yaml), [(3, State::OptIn), (26, State::Off)]);
}

#[test]
fn text_by_line_in_named_files() {
    let text = OneText("USER root\r\n# x\nUSER app\n");
    assert_eq!(with("{text: {pattern: '^USER +root$', files: ['*.py']}}", &text), [(1, State::On)]);
    assert_eq!(with("{text: {pattern: '^USER', files: ['Dockerfile']}}", &text), []);
    assert_eq!(with("{path: {files: ['a/*.py']}}", &text), [(1, State::On)]);
}

#[test]
fn a_quoted_literal_stands_within_its_lines() {
    let (rule, facts) = (rule("{setting: {name: [auto_approve]}}"), facts());
    let plan = Plan::of([&rule]);
    let input = Input { path: "a/b.py", context: Context::Product, in_scope: true, facts: &facts };
    let text: &'static str = Box::leak(format!("{}autoApprove = false\n", "\n".repeat(25)).into_boxed_str());
    assert_eq!(
        detect(&plan, &[input], &OneText(text), None, Extent::Excerpt)[0].contains.as_deref(),
        Some("autoApprove")
    );
    assert_eq!(
        detect(&plan, &[input], &OneText("\n"), None, Extent::Excerpt)[0..].first().and_then(|s| s.contains),
        None
    );
}

#[test]
fn other_contexts_and_files_out_of_scope_give_nothing() {
    let (rule, facts) = (rule("{call: {callee: ['*']}}"), facts());
    let plan = Plan::of([&rule]);
    let test = Input { path: "t.py", context: Context::Test, in_scope: true, facts: &facts };
    let outside = Input { path: "o.py", context: Context::Product, in_scope: false, facts: &facts };
    assert!(detect(&plan, &[test, outside], &NoText, None, Extent::Excerpt).is_empty());
}

/// `rules test` over the embedded rules.
#[test]
fn embedded_fixtures_hold() {
    let folder = std::env::var_os("DEPTHGAUGE_RULES");
    let rulebook =
        crate::rulebook::Rulebook::load(folder.as_deref().map(std::path::Path::new)).unwrap_or_else(|e| panic!("{e}"));
    let report = test_fixtures(&rulebook, &[]);
    println!("{report}");
    assert!(report.problems.is_empty(), "{report}");
    assert!(report.expected > 0);
}

/// The lines at which a detector matches a text that is read as the only file of a repository.
fn lines_of(name: &str, text: &'static str, detect_yaml: &str) -> Vec<(u32, State)> {
    lines_in(&[(name, text)], detect_yaml).into_iter().map(|(_, line, state)| (line, state)).collect()
}

/// The same over several files, with their paths.
fn lines_in(files: &[(&str, &'static str)], detect_yaml: &str) -> Vec<(String, u32, State)> {
    use crate::source::{Entry, EntryKind, RepoPath};
    let rule = rule(detect_yaml);
    let plan = Plan::of([&rule]);
    let entry = |name: &str| Entry { path: RepoPath::new(name.as_bytes()), kind: EntryKind::File, executable: false };
    let entries: Vec<Entry> = files.iter().map(|(name, _)| entry(name)).collect();
    let read = |entry: &Entry, _: u64| {
        let found = files.iter().find(|(name, _)| entry.path.as_str() == Some(name));
        Ok(found.map(|(_, text)| text.as_bytes().to_vec()).unwrap_or_default())
    };
    let options = crate::facts::ReadOptions {
        base: "",
        rules: crate::facts::ScopeRules::embedded(),
        searches: None,
        cache: None,
    };
    let base = crate::facts::read(&entries, || Ok::<_, ()>(read), &options).unwrap();
    let inputs: Vec<Input<'_>> = base.files.iter().map(Input::from).collect();
    let found =
        detect(&plan, &inputs, &BaseTexts { base: &base, read: &read }, Some(&Ways::new(&base)), Extent::Excerpt);
    found.into_iter().map(|s| (s.file.into(), s.lines.start, s.state)).collect()
}

const AGENT: &str = "\
from openai import OpenAI
client = OpenAI()

def run(messages):
    while True:
        reply = client.chat.completions.create(model='gpt-x', messages=messages, tools=TOOLS)
        messages.append(reply)
        messages.append({'role': 'tool', 'tool_call_id': '1', 'content': fetch(reply)})

def once(messages, cancel_event):
    return client.chat.completions.create(model='gpt-x', messages=messages, cancel_event=cancel_event)

def retry():
    for attempt in range(3):
        send()
";

#[test]
fn model_calls_and_loops() {
    use State::On;
    let at = |detect: &str| lines_of("agent.py", AGENT, detect);
    assert_eq!(at("{model: {framework: [openai]}}"), [(6, On), (11, On)]);
    assert_eq!(at("{model: {tools: true, in_loop: true, bounded: false}}"), [(6, On)]);
    assert_eq!(at("{model: {appends: {role: [tool], from: [fetch], wrapped: false}}}"), [(6, On)]);
    assert_eq!(at("{model: {appends: {wrapped: true}}}"), []);
    assert_eq!(at("{model: {stops: {kind: [passed]}}}"), [(11, On)]);
    assert_eq!(at("{model: {stops: {any: false}, system: {is: absent}}}"), [(6, On)]);
    assert_eq!(at("{model: {callee: ['*.create'], model: 'gpt-*'}, inside: {function: [once]}}"), [(11, On)]);
    assert_eq!(at("{loop: {bounded: false, asks_model: true}}"), [(5, On)]);
    assert_eq!(at("{loop: {bounded: true, limit: {at_most: 3}}}"), [(14, On)]);
}

#[test]
fn exceptions_of_names_and_of_calls() {
    use State::On;
    let at = |detect: &str| lines_of("agent.py", AGENT, detect);
    assert_eq!(at("{call: {callee: ['*.append', fetch], except: ['messages.*']}}"), [(8, On)]);
    assert_eq!(at("{call: {callee: ['*.create'], not: {arguments: {cancel_event: {is: not_absent}}}}}"), [(6, On)]);
    assert_eq!(at("{call: {callee: ['*'], not: {callee: ['*.*', range, fetch]}, except: [OpenAI]}}"), [(15, On)]);
    assert_eq!(at("{function: {name: ['*'], except: [r*]}}"), [(10, On)]);
}

const COMPOSE: &str = "\
services:
  agent:
    image: a
    privileged: true
    cap_drop: []
  web:
    image: b
    privileged: true
    read_only: true
";

#[test]
fn container_values_of_one_service() {
    use State::On;
    let at = |detect: &str| lines_of("docker-compose.yml", COMPOSE, detect);
    assert_eq!(at("{container: {key: [privileged], value: {is: on}}}"), [(4, On), (8, On)]);
    assert_eq!(at("{container: {key: [privileged], service: [we*]}}"), [(8, On)]);
    assert_eq!(at("{container: {key: [cap_drop], value: {is: empty}}}"), [(5, On)]);
    let hard = "{container: {key: [read_only], value: {is: on}}}";
    assert_eq!(at(&format!("{{all: [{{container: {{key: [privileged]}}}}, {hard}], within: service}}")), [(8, On)]);
    assert_eq!(
        at(&format!("{{all: [{{container: {{key: [privileged]}}}}, {{not: {hard}}}], within: service}}")),
        [(4, On)]
    );
    assert_eq!(lines_of("Dockerfile", "FROM a\nUSER root\n", "{container: {key: [user], value: root}}"), [(2, On)]);
}

#[test]
fn tools_by_parameter_handler_and_what_they_are_given_to() {
    use State::On;
    let text = "\
from langchain_core.tools import tool
from langgraph.prebuilt import create_react_agent

@tool
def search(query: str, limit: int = 3):
    'Searches.'

@tool
def purge(path: str):
    'Removes.'

agent = create_react_agent(model, [search])
";
    let at = |detect: &str| lines_of("tools.py", text, detect);
    assert_eq!(at("{tool: {parameter: {name: [query], kind: [string], bounded: false}}}"), [(4, On)]);
    assert_eq!(at("{tool: {parameter: {name: [query], kind: [number]}}}"), []);
    assert_eq!(at("{tool: {handler: true, except: [purge]}}"), [(4, On)]);
    assert_eq!(at("{tool: {handler: false}}"), []);
    assert_eq!(at("{tool: {offered: true, name: [search]}}"), [(4, On)]);
    // Something is given to a model: what it holds is not followed.
    assert_eq!(at("{tool: {offered: false, name: [purge]}}"), [(8, State::Unknown)]);
    assert_eq!(
        lines_of(
            "t.py",
            "from langchain_core.tools import tool\n@tool\ndef purge(a: str): ...\n",
            "{tool: {offered: false}}"
        ),
        [(2, On)]
    );
}

#[test]
fn queries_over_the_syntax() {
    use State::On;
    let query = "{query: {words: [eval], languages: {python: '(call function: (identifier) @n (#eq? @n \"eval\")) @evidence'}}}";
    assert_eq!(lines_of("a.py", "x = 1\neval(\n  x)\nrun(x)\n", query), [(2, On)]);
    assert_eq!(lines_of("a.ts", "eval(x)\n", query), []);
}

/// Ways from a tool to a call in another file, and what decides on them.
#[test]
fn ways_across_files() {
    use State::{On, Unknown};
    let tools = "\
from langchain_core.tools import tool
from work import guarded, open_way, other

@tool
def shell(command: str):
    'Runs.'
    open_way(command)
    guarded(command)

@tool
def mystery(name: str, action):
    'Looks up.'
    getattr(self, name)(action)
";
    let work = "\
import subprocess

def guarded(command):
    if not is_allowed(command):
        raise PermissionError(command)
    subprocess.run(command)

def open_way(command):
    subprocess.run(command)

def other():
    subprocess.run('x')
";
    let files = [("tools.py", tools), ("work.py", work)];
    let at = |detect: &str| -> Vec<(u32, State)> {
        lines_in(&files, detect).into_iter().map(|(_, line, state)| (line, state)).collect()
    };
    assert_eq!(at("{call: {callee: [subprocess.run]}, reached_by: {tool: {name: [shell]}}}"), [(6, On), (9, On)]);
    assert_eq!(
        at("{call: {callee: [subprocess.run]}, reached_by: {tool: {name: [mystery]}}}"),
        [(6, Unknown), (9, Unknown), (12, Unknown)]
    );
    assert_eq!(
        at(
            "{call: {callee: [subprocess.run]}, reached_by: {tool: {name: [shell]}}, guarded_by: {name: ['*allowed*']}}"
        ),
        [(6, On)]
    );
    let none = "{any: [{call: {callee: [subprocess.run]}, reached_by: {tool: {name: [shell]}}, \
                guarded_by: {name: ['*allowed*'], ways: none}}]}";
    assert_eq!(at(none), [(9, On)]);
    // Without a base nothing can be followed.
    assert_eq!(lines("{call: {callee: [subprocess.run]}, reached_by: {tool: {}}}"), [(3, Unknown), (12, Unknown)]);
}

#[test]
fn routes_by_what_stands_between() {
    use State::On;
    let text = "\
from fastapi import Depends, FastAPI
app = FastAPI()

@app.post('/run', dependencies=[Depends(signed_in)])
def run(): ...

@app.post('/open')
def open_run(): ...

@app.get('/healthz')
def health(): ...
";
    let at = |detect: &str| lines_of("api.py", text, detect);
    assert_eq!(at("{route: {framework: [fastapi]}}"), [(4, On), (7, On), (10, On)]);
    assert_eq!(at("{route: {kind: [http], without: ['*signed*', '*auth*'], except: ['*health*']}}"), [(7, On)]);
    assert_eq!(at("{route: {method: [post], around: [signed_in]}}"), [(4, On)]);
    assert_eq!(at("{route: {path: ['/open'], handler: [open_*]}}"), [(7, On)]);
}
