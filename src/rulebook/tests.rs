use std::path::Path;

use super::*;

/// Prints every mistake of the rules with file, line and key. `DEPTHGAUGE_RULES` names a folder that is laid over the
/// embedded ones; with `DEPTHGAUGE_RULES_PARTIAL` set, what is not there yet is no mistake.
#[test]
fn embedded_rules_load() {
    let folder = std::env::var_os("DEPTHGAUGE_RULES");
    let partial = std::env::var_os("DEPTHGAUGE_RULES_PARTIAL").is_some();
    let errors = match Rulebook::load(folder.as_deref().map(Path::new)) {
        Ok(_) => return,
        Err(LoadError::Rules(errors)) => errors.0,
        Err(other) => panic!("{other}"),
    };
    let absent = |e: &RuleError| e.message == "is missing" || e.message.contains("no rule `");
    let told: Vec<&RuleError> = errors.iter().filter(|e| !(partial && absent(e))).collect();
    for error in &told {
        eprintln!("{error}");
    }
    assert!(told.is_empty(), "{} mistakes", told.len());
}

/// The embedded rules, whole.
fn embedded() -> Rulebook {
    Rulebook::load(None).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn embedded_rules_pass_lint() {
    let folder = std::env::var_os("DEPTHGAUGE_RULES");
    let rulebook = Rulebook::load(folder.as_deref().map(Path::new)).unwrap_or_else(|e| panic!("{e}"));
    let answer = cli::lint_text(&rulebook);
    assert!(answer.success, "{}", answer.text);
}

const RULE: &str = "id: x-rule
title: A title
criteria: [C4]
role: surface
languages: []
detect:
  text: {pattern: 'abc', files: ['*.md']}
search: {pattern: 'abc'}
finding: It stands here
gap: It is not there
why: Because.
sees: This.
cannot_see: That.
remediation: {text: Do it, effort: low}
owasp: [ASI05]
";

const LADDER_STEPS: &str = "
      - {level: 0, finding: none, cite: [host-process]}
      - {level: 1, when: \"has('host-process')\", lacks: it is lacking, finding: some, cite: [host-process]}
      - {level: 4, never: true, lacks: all is lacking}";

/// Errors after one file is laid over the embedded rules.
fn errors_with(path: &str, content: &str) -> Vec<String> {
    let over = RuleFiles([(path.to_owned(), content.as_bytes().to_vec())].into());
    match Rulebook::from_files(RuleFiles::embedded().overlay(&over), None) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.0.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn rule_error(from: &str, to: &str, wanted: &str) {
    assert!(RULE.contains(from), "{from}");
    let errors = errors_with("signals/C4/x-rule.yaml", &RULE.replacen(from, to, 1));
    assert_eq!(errors, [wanted]);
}

#[test]
fn a_new_rule_loads() {
    assert_eq!(errors_with("signals/C4/x-rule.yaml", RULE), Vec::<String>::new());
}

#[test]
fn mistakes_of_rules_are_named_with_file_line_and_key() {
    rule_error(
        "text: {pattern: 'abc', files: ['*.md']}",
        "call: {calle: [a]}",
        "signals/C4/x-rule.yaml:7: detect.call: unknown field `calle`, expected one of `callee`, `except`, `not`, `arguments`, `first`, \
         `any_string`, `any_name`, `in_loop`, `result_used`, `min_arguments`",
    );
    rule_error(
        "title:",
        "titel:",
        "signals/C4/x-rule.yaml:2: unknown field `titel`, expected one of `id`, `title`, \
         `criteria`, `role`, `strength`, `lifecycle`, `disclosure`, `languages`, `context`, `state`, `detect`, `search`, \
         `finding`, `gap`, `why`, `sees`, `cannot_see`, `remediation`, `owasp`",
    );
    rule_error(
        "id: x-rule",
        "id: y-rule",
        "signals/C4/x-rule.yaml:1: id: `y-rule` is not the stem of the file, `x-rule`",
    );
    rule_error(
        "[C4]",
        "[C3]",
        "signals/C4/x-rule.yaml:3: criteria: its first criterion is C3, so the file belongs in signals/C3/",
    );
    rule_error(
        "[C4]",
        "[C11]",
        "signals/C4/x-rule.yaml:3: criteria: unknown criterion `C11`, expected C1 to C10, or `project` for rules \
         about the project as a whole",
    );
    rule_error(
        "role: surface",
        "role: control",
        "signals/C4/x-rule.yaml:4: strength: a control has a strength from 1 to 4",
    );
    rule_error(
        "pattern: 'abc', files",
        "pattern: 'a(bc', files",
        "signals/C4/x-rule.yaml:7: detect.text: pattern `a(bc`: unclosed group",
    );
    rule_error(
        "pattern: 'abc', files",
        "pattern: '(abc)*', files",
        "signals/C4/x-rule.yaml:7: detect: pattern `(abc)*` matches the empty line, hence every file",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  not: {call: {callee: [a]}}",
        "signals/C4/x-rule.yaml:6: detect: `not` stands only inside `all`",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  all: [{call: {callee: [a]}}]",
        "signals/C4/x-rule.yaml:7: detect: `all` needs two items or more: a first one that matches and what must agree",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  call: {arguments: {a: true}}",
        "signals/C4/x-rule.yaml:7: detect: `callee` is empty: it matches nothing",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  call: {callee: [a], not: {}}",
        "signals/C4/x-rule.yaml:7: detect: `not` of a call says nothing: name what must not hold of it",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  call: {callee: [a], not: {callee: [b], not: {callee: [c]}}}",
        "signals/C4/x-rule.yaml:7: detect: `not` inside `not`: write the condition itself",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  loop: {bounded: perhaps}",
        "signals/C4/x-rule.yaml:7: detect.loop.bounded: invalid value: string \"perhaps\", expected true, false or \
         unknown",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  model: {stops: {any: false, kind: [passed]}}",
        "signals/C4/x-rule.yaml:7: detect: `stops` asks for none and for some: leave `any: false` or `kind` and `name`",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  container: {key: []}",
        "signals/C4/x-rule.yaml:7: detect: `key` is empty: it matches nothing",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  query: {languages: {python: '(call) @evidence'}, words: []}",
        "signals/C4/x-rule.yaml:7: detect: `words` is empty: it matches nothing",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  {setting: {name: [a]}, guarded_by: {name: [b]}}",
        "signals/C4/x-rule.yaml:7: detect: `guarded_by` asks for the way to a call: it stands beside `call` or \
         `model`, or `any` or `all` of them",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  {call: {callee: [a]}, guarded_by: {name: []}}",
        "signals/C4/x-rule.yaml:7: detect: `guarded_by` names nothing: its `name` is empty",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  all: [{call: {callee: [a]}}, {call: {callee: [b]}, reached_by: {tool: {}}}]",
        "signals/C4/x-rule.yaml:7: detect: `reached_by`, `guarded_by` and `offered` are asked when all files are read: \
         they cannot stand below `not`, nor behind the first item of `all`",
    );
    rule_error(
        "  text: {pattern: 'abc', files: ['*.md']}",
        "  {call: {callee: [a]}, reached_by: {tool: {offered: true}}}",
        "signals/C4/x-rule.yaml:7: detect: `offered` cannot stand under `reached_by`: a tool is asked for what it \
         reaches",
    );
    rule_error(
        "search: {pattern: 'abc'}",
        "search: {pattern: 'a$'}",
        "signals/C4/x-rule.yaml:8: search: search pattern \"a$\" contains '$': only printable ASCII without ', $ and ` is \
         recorded",
    );
    rule_error(
        "finding: It stands here",
        "finding: \"{{ calle }} stands here\"",
        "signals/C4/x-rule.yaml:9: finding: text `{{ calle }} stands here`: unknown name `calle`",
    );
    rule_error(
        "[ASI05]",
        "[ASI]",
        "signals/C4/x-rule.yaml:15: owasp: `ASI` is no OWASP label such as ASI05, T11 or LLM06",
    );
}

#[test]
fn the_same_id_in_two_folders_is_a_mistake() {
    let mut files = RuleFiles::embedded();
    for folder in ["C3", "C4"] {
        let text = RULE.replacen("[C4]", &format!("[{folder}]"), 1);
        files.0.insert(format!("signals/{folder}/x-rule.yaml"), text.into_bytes());
    }
    let errors = Rulebook::from_files(files, None).unwrap_err().to_string();
    let wanted = "signals/C4/x-rule.yaml: id: `x-rule` is defined in signals/C3/x-rule.yaml already; ids are unique";
    assert!(errors.contains(wanted), "{errors}");
}

fn ladder(steps: &str) -> String {
    let one = |parameter: &str| format!("    {parameter}:{steps}\n");
    format!(
        "criterion: C9\nsummary:\n  - {{text: A summary.}}\nmechanisms:\n  - id: log\n    kind: default\n    label: default\n{}{}{}{}",
        one("S"),
        one("C"),
        one("D"),
        one("B")
    )
}

#[track_caller]
fn ladder_error(from: &str, to: &str, wanted: &str) {
    let text = ladder(LADDER_STEPS);
    assert!(text.contains(from), "{from}");
    let errors = errors_with("ladders/C9.yaml", &text.replacen(from, to, 1));
    assert_eq!(errors.first().map(String::as_str), Some(wanted), "{errors:?}");
}

#[test]
fn mistakes_of_ladders_are_named_with_file_line_and_key() {
    assert_eq!(errors_with("ladders/C9.yaml", &ladder(LADDER_STEPS)), Vec::<String>::new());
    ladder_error(
        "has('host-process')",
        "hass('host-process')",
        "ladders/C9.yaml:10: mechanisms[0].S[1].when: condition `hass('host-process')`: unknown name `hass`; known are \
         absent, count, files, first, has, kind, names, near, off, opt_in, plural, seen, share, surface, tools",
    );
    ladder_error(
        "has('host-process')",
        "has('no-such-rule')",
        "ladders/C9.yaml:10: log.S.1.when: `has('no-such-rule')`: no rule `no-such-rule`",
    );
    ladder_error(
        "      - {level: 4, never: true, lacks: all is lacking}",
        "",
        "ladders/C9.yaml:10: log.S: L1 has no gap: a higher level must say what is lacking (`lacks`; add `never: true` \
         if it cannot be seen)",
    );
    ladder_error(
        "finding: none, cite: [host-process]",
        "finding: none",
        "ladders/C9.yaml:9: log.S.0: could end without evidence: give it `search`, or cite a rule that records a search",
    );
    ladder_error(
        "kind: default",
        "kind: main",
        "ladders/C9.yaml:6: mechanisms[0].kind: unknown variant `main`, expected `default` or `alt`",
    );
}

#[test]
fn a_key_that_nothing_reads_is_a_mistake() {
    let surface = RuleFiles::embedded().0["surface.yaml"].clone();
    let surface = String::from_utf8(surface).unwrap().replacen("    yes:", "    cite: [file-write]\n    yes:", 1);
    let errors = errors_with("surface.yaml", &surface);
    assert!(errors.len() == 1 && errors[0].contains("unknown field `cite`"), "{errors:?}");
}

#[test]
fn an_overlay_replaces_adds_and_removes() {
    let base = embedded();
    let id = base.rules.keys().next().cloned().unwrap_or_default();
    let place = base.places[&id].clone();
    let over = |path: &str, text: &str| {
        let files = RuleFiles([(path.to_owned(), text.as_bytes().to_vec())].into());
        (RuleFiles::embedded().overlay(&files), files.hash())
    };
    let (files, hash) = over("signals/C4/x-rule.yaml", RULE);
    let with = Rulebook::from_files(files, Some(hash.clone())).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(with.rules.len(), base.rules.len() + 1);
    assert!(with.version().contains(&hash) && with.version() != base.version());
    let (files, _) = over(&place, " \n");
    assert!(!files.0.contains_key(&place));
}

#[test]
fn commands_answer() {
    let rulebook = embedded();
    let table = cli::list(&rulebook, false);
    assert!(table.success && rulebook.rules.keys().all(|id| table.text.contains(id.as_str())));
    let json: serde_json::Value = serde_json::from_str(&cli::list(&rulebook, true).text).unwrap();
    assert_eq!(json.as_array().map(Vec::len), Some(rulebook.rules.len()));
    let shown = cli::show(&rulebook, "host-process");
    assert!(
        shown.success && shown.text.contains("Cannot see") && shown.text.contains("rg --no-config"),
        "{}",
        shown.text
    );
    assert_eq!(
        cli::show(&rulebook, "nothing-like-it").text,
        "no rule `nothing-like-it`; `depthgauge rules list` names all\n"
    );
    for format in ["rule", "ladder", "kinds", "surface", "agent", "texts", "rubric"] {
        assert!(cli::schema_text(format).success, "{format}");
    }
    assert!(!cli::schema_text("card").success);
}

/// Queries of a user's rules are compiled when they are loaded; a mistake has the line of the query.
#[test]
fn queries_of_users_are_compiled() {
    let load = |query: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("signals/C4");
        std::fs::create_dir_all(&path).unwrap();
        let detect =
            format!("  query:\n    words: [call]\n    languages:\n      python: |\n        (call\n          {query})");
        let rule = RULE.replacen("  text: {pattern: 'abc', files: ['*.md']}", &detect, 1);
        std::fs::write(path.join("x-rule.yaml"), rule).unwrap();
        Rulebook::load(Some(folder.path())).map(|_| String::new()).unwrap_or_else(|error| error.to_string())
    };
    assert_eq!(load("function: (_)) @evidence (comment"), "");
    assert_eq!(
        load("funktion: (_)) @evidence (comment"),
        "signals/C4/x-rule.yaml:12: detect.query.languages.python: `funktion` is no field of python; perhaps \
         `function`"
    );
    assert_eq!(
        load("function: (_)) @found (comment"),
        "signals/C4/x-rule.yaml:11: detect.query.languages.python: has no capture `@evidence`: put it behind the node \
         that is cited"
    );
}
