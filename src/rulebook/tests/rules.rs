use super::*;

fn rule_errors(text: &str) -> Vec<String> {
    errors_with("signals/C4/x-rule.yaml", text)
}

#[test]
fn a_new_rule_loads() {
    assert_eq!(rule_errors(RULE), Vec::<String>::new());
}

#[test]
fn mistakes_of_rules_are_named_with_file_line_and_key() {
    mistakes(
        RULE,
        &[
            (
                "title:",
                "titel:",
                "signals/C4/x-rule.yaml:2: unknown field `titel`, expected one of `id`, `title`, `criteria`, `role`, \
                 `strength`, `lifecycle`, `disclosure`, `control`, `languages`, `context`, `in_force`, `agent_runs`, `state`, `detect`, `vocabulary`, \
                 `search`, `finding`, `gap`, `why`, `sees`, `cannot_see`, `remediation`, `owasp`",
            ),
            (
                "id: x-rule",
                "id: y-rule",
                "signals/C4/x-rule.yaml:1: id: `y-rule` is not the stem of the file, `x-rule`",
            ),
            ("[C4]", "[]", "signals/C4/x-rule.yaml:3: criteria: names no criterion"),
            (
                "[C4]",
                "[C3]",
                "signals/C4/x-rule.yaml:3: criteria: its first criterion is C3, so the file belongs in signals/C3/",
            ),
            (
                "[C4]",
                "[C11]",
                "signals/C4/x-rule.yaml:3: criteria: unknown criterion `C11`, expected C1 to C10, or `project` for \
                 rules about the project as a whole",
            ),
            (
                "role: surface",
                "role: control",
                "signals/C4/x-rule.yaml:4: strength: a control has a strength from 1 to 4",
            ),
            (
                "role: surface",
                "role: surface\nstrength: 2",
                "signals/C4/x-rule.yaml:5: strength: only a control has a strength",
            ),
            (
                "role: surface",
                "role: boss",
                "signals/C4/x-rule.yaml:4: role: unknown variant `boss`, expected one of `surface`, `control`, \
                 `exposure`, `default`",
            ),
            (
                "languages",
                "lifecycle: {deprecated: z-rule}\nlanguages",
                "signals/C4/x-rule.yaml:5: lifecycle: no rule `z-rule` to succeed it",
            ),
            (
                "languages",
                "lifecycle: old\nlanguages",
                "signals/C4/x-rule.yaml:5: lifecycle: invalid value: string \"old\", expected stable, preview or \
                 {deprecated: id-of-the-successor}",
            ),
            (
                "languages",
                "vocabulary: Gate-Functions\nlanguages",
                "signals/C4/x-rule.yaml:5: vocabulary: `Gate-Functions` is not in snake_case (a-z and `_`)",
            ),
            (
                "languages",
                "context: []\nlanguages",
                "signals/C4/x-rule.yaml:5: context: is empty: the rule looks at no file",
            ),
            (
                "search: {pattern: 'abc'}",
                "search: {pattern: 'a$'}",
                "signals/C4/x-rule.yaml:8: search: search pattern \"a$\" contains '$': only printable ASCII without ', $ \
                 and ` is recorded",
            ),
            (
                "finding: It stands here",
                "finding: \"{{ calle }} stands here\"",
                "signals/C4/x-rule.yaml:9: finding: text `{{ calle }} stands here`: unknown name `calle`",
            ),
            (
                "finding: It stands here",
                "finding: \"{{ count('host-process') }} stand here\"",
                "signals/C4/x-rule.yaml:9: finding: `count` asks about other matches; a rule's finding names its own: \
                 callee, name, value, tool, function, file, line",
            ),
            (
                "finding: It stands here",
                "finding: \"{{ callee | upper }}\"",
                "signals/C4/x-rule.yaml:9: finding: text `{{ callee | upper }}`: filters (`|`) are not known here",
            ),
            ("finding: It stands here", "finding: ' '", "signals/C4/x-rule.yaml:9: finding: an empty text"),
            (
                "effort: low",
                "effort: none",
                "signals/C4/x-rule.yaml:14: remediation.effort: unknown variant `none`, expected one of `low`, \
                 `medium`, `high`",
            ),
            (
                "[ASI05]",
                "[ASI]",
                "signals/C4/x-rule.yaml:15: owasp: `ASI` is no OWASP label such as ASI05, T11 or LLM06",
            ),
        ],
        rule_errors,
    );
    assert_eq!(
        errors_with("signals/C4/x_Rule.yaml", &RULE.replacen("x-rule", "x_Rule", 1)),
        ["signals/C4/x_Rule.yaml:1: id: `x_Rule` is not in kebab-case (a-z, 0-9 and `-`)"]
    );
}

#[test]
fn mistakes_of_detectors_are_named_with_file_line_and_key() {
    let nested = format!("{}{{path: {{files: ['*.md']}}}}{}", "{any: [".repeat(12), "]}".repeat(12));
    let deep = format!("detect: {nested}\n");
    mistakes(
        RULE,
        &[
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {calle: [a]}",
                "signals/C4/x-rule.yaml:7: detect.call: unknown field `calle`, expected one of `callee`, `except`, \
                 `not`, `arguments`, `first`, `any_string`, `any_name`, `in_loop`, `result_used`, `decides`, `min_arguments`",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {callee: []}",
                "signals/C4/x-rule.yaml:7: detect: `callee` is empty: it matches nothing",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {callee: ['a{b']}",
                "signals/C4/x-rule.yaml:7: detect.call.callee: `a{b` opens a brace that is not closed",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {callee: ['']}",
                "signals/C4/x-rule.yaml:7: detect.call.callee: an empty glob matches nothing; write `*` to match everything",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "setting: {name: [a], value: {}}",
                "signals/C4/x-rule.yaml:7: detect.setting.value: an empty value class; write {is: on}, {above: 100} or \
                 {matches: 'regex'}",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "setting: {name: [a], value: {above: 5, below: 3}}",
                "signals/C4/x-rule.yaml:7: detect.setting.value: no number is above 5 and below 3",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "setting: {name: [a], value: []}",
                "signals/C4/x-rule.yaml:7: detect.setting.value: an empty list of values matches nothing",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {arguments: {a: true}}",
                "signals/C4/x-rule.yaml:7: detect: `callee` is empty: it matches nothing",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {callee: [a], not: {}}",
                "signals/C4/x-rule.yaml:7: detect: `not` of a call says nothing: name what must not hold of it",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {callee: [a], not: {callee: [b], not: {callee: [c]}}}",
                "signals/C4/x-rule.yaml:7: detect: `not` inside `not`: write the condition itself",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "loop: {bounded: perhaps}",
                "signals/C4/x-rule.yaml:7: detect.loop.bounded: invalid value: string \"perhaps\", expected true, false or unknown",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "model: {stops: {any: false, kind: [passed]}}",
                "signals/C4/x-rule.yaml:7: detect: `stops` asks for none and for some: leave `any: false` or `kind` and `name`",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "container: {key: []}",
                "signals/C4/x-rule.yaml:7: detect: `key` is empty: it matches nothing",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "query: {languages: {python: '(call) @evidence'}, words: []}",
                "signals/C4/x-rule.yaml:7: detect: `words` is empty: it matches nothing",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "{setting: {name: [a]}, guarded_by: {name: [b]}}",
                "signals/C4/x-rule.yaml:7: detect: `guarded_by` asks for the way to a call: it stands beside `call` or `model`, or `any` or `all` of them",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "{call: {callee: [a]}, guarded_by: {name: []}}",
                "signals/C4/x-rule.yaml:7: detect: `guarded_by` names nothing: its `name` is empty",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "all: [{call: {callee: [a]}}, {call: {callee: [b]}, reached_by: {tool: {}}}]",
                "signals/C4/x-rule.yaml:7: detect: `reached_by`, `guarded_by`, `offered` and `decides` are asked when all files are read: they cannot stand below `not`, nor behind the first item of `all`",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "{call: {callee: [a]}, reached_by: {tool: {offered: true}}}",
                "signals/C4/x-rule.yaml:7: detect: `offered` cannot stand under `reached_by`: a tool is asked for what it reaches",
            ),
            (
                "pattern: 'abc', files",
                "pattern: 'a(bc', files",
                "signals/C4/x-rule.yaml:7: detect.text: pattern `a(bc`: unclosed group",
            ),
            (
                "pattern: 'abc', files",
                "pattern: '(abc)*', files",
                "signals/C4/x-rule.yaml:7: detect: pattern `(abc)*` matches the empty line, hence every file",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  not: {call: {callee: [a]}}",
                "signals/C4/x-rule.yaml:6: detect: `not` stands only inside `all`",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  all: [{call: {callee: [a]}}]",
                "signals/C4/x-rule.yaml:7: detect: `all` needs two items or more: a first one that matches and what \
                 must agree",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  all: [{not: {call: {callee: [a]}}}, {call: {callee: [b]}}]",
                "signals/C4/x-rule.yaml:7: detect: the first item of `all` gives the matches; `not` cannot stand there",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  all: [{call: {callee: [a]}}, {not: {not: {call: {callee: [b]}}}}]",
                "signals/C4/x-rule.yaml:7: detect.all[1]: `not` inside `not`: write the detector itself",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  any: []",
                "signals/C4/x-rule.yaml:7: detect: `any` is empty: it matches nothing",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  within: file\n  call: {callee: [a]}",
                "signals/C4/x-rule.yaml:7: detect: `within` stands only beside `all`",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  state: on",
                "signals/C4/x-rule.yaml:7: detect: a detector has exactly one of the keys any, all, not, call, tool, setting, import, function, model, loop, route, container, query, text, path; this one has 0",
            ),
            (
                "detect:\n  text: {pattern: 'abc', files: ['*.md']}\n",
                &deep,
                "signals/C4/x-rule.yaml:6: detect: is nested deeper than 12",
            ),
        ],
        rule_errors,
    );
}

#[test]
fn the_same_id_in_two_folders_is_a_mistake() {
    let mut files = RuleFiles::embedded();
    for folder in ["C3", "C4"] {
        let text = RULE.replacen("[C4]", &format!("[{folder}]"), 1);
        files.0.insert(format!("signals/{folder}/x-rule.yaml"), text.into_bytes().into());
    }
    let errors = Rulebook::from_files(files, None).unwrap_err().to_string();
    let wanted = "signals/C4/x-rule.yaml: id: `x-rule` is defined in signals/C3/x-rule.yaml already; ids are unique";
    assert!(errors.contains(wanted), "{errors}");
}

#[test]
fn a_rule_that_is_no_text_is_a_mistake() {
    let files = RuleFiles([("signals/C4/x-rule.yaml".to_owned(), vec![0xff, 0xfe].into())].into());
    let errors = Rulebook::from_files(RuleFiles::embedded().overlay(&files), None).unwrap_err();
    assert_eq!(errors.to_string(), "signals/C4/x-rule.yaml: is not UTF-8");
}

#[test]
fn a_successor_is_not_deprecated_itself() {
    let rule = |id: &str, successor: &str| {
        RULE.replacen("x-rule", id, 1).replacen(
            "languages",
            &format!("lifecycle: {{deprecated: {successor}}}\nlanguages"),
            1,
        )
    };
    let (one, two) = (rule("x-one", "x-two"), rule("x-two", "host-process"));
    let files = [("signals/C4/x-one.yaml", one.as_str()), ("signals/C4/x-two.yaml", two.as_str())];
    assert_eq!(
        laid_over(&files).unwrap_err().to_string(),
        "signals/C4/x-one.yaml:5: lifecycle: its successor `x-two` is deprecated, too: name `host-process`"
    );
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
