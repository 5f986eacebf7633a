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
    fn text(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

struct OneText(&'static str);

impl Texts for OneText {
    fn text(&self, _: &str) -> Option<Arc<str>> {
        Some(self.0.into())
    }
}

fn call(callee: &str, line: u32, function: Option<u32>, arguments: Vec<Argument>) -> Call {
    Call {
        callee: callee.into(),
        written: callee.into(),
        span: Span::line(line),
        arguments,
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
    let options = Argument { keyword: None, value: Value::Object(vec![("readOnly".into(), Value::Bool(false))]) };
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
    }
}

fn lines(detect_yaml: &str) -> Vec<(u32, State)> {
    with(detect_yaml, &NoText)
}

fn with(detect_yaml: &str, texts: &dyn Texts) -> Vec<(u32, State)> {
    let (rule, facts) = (rule(detect_yaml), facts());
    let plan = Plan::of([&rule]);
    let input = Input { path: "a/b.py", context: Context::Product, in_scope: true, facts: &facts };
    detect(&plan, &[input], texts).iter().map(|s| (s.lines.start, s.state)).collect()
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
    assert_eq!(detect(&plan, &[input], &OneText(text))[0].contains.as_deref(), Some("autoApprove"));
    assert_eq!(detect(&plan, &[input], &OneText("\n"))[0..].first().and_then(|s| s.contains.clone()), None);
}

#[test]
fn other_contexts_and_files_out_of_scope_give_nothing() {
    let (rule, facts) = (rule("{call: {callee: ['*']}}"), facts());
    let plan = Plan::of([&rule]);
    let test = Input { path: "t.py", context: Context::Test, in_scope: true, facts: &facts };
    let outside = Input { path: "o.py", context: Context::Product, in_scope: false, facts: &facts };
    assert!(detect(&plan, &[test, outside], &NoText).is_empty());
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
