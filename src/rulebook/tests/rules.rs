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
                 `strength`, `lifecycle`, `disclosure`, `languages`, `context`, `state`, `detect`, `vocabulary`, \
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
                "signals/C4/x-rule.yaml:7: detect.call: unknown field `calle`, expected one of `callee`, `arguments`, \
                 `first`, `any_string`, `any_name`, `in_loop`, `result_used`, `min_arguments`",
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
                "signals/C4/x-rule.yaml:7: detect: a detector has exactly one of the keys any, all, not, call, tool, \
                 setting, import, function, text, path; this one has 0",
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
        files.0.insert(format!("signals/{folder}/x-rule.yaml"), text.into_bytes());
    }
    let errors = Rulebook::from_files(files, None).unwrap_err().to_string();
    let wanted = "signals/C4/x-rule.yaml: id: `x-rule` is defined in signals/C3/x-rule.yaml already; ids are unique";
    assert!(errors.contains(wanted), "{errors}");
}

#[test]
fn a_rule_that_is_no_text_is_a_mistake() {
    let files = RuleFiles([("signals/C4/x-rule.yaml".to_owned(), vec![0xff, 0xfe])].into());
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
