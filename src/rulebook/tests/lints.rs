use super::{ladders::ladder, *};

/// Findings of lint with files laid over the embedded ones.
#[track_caller]
fn findings(files: &[(&str, &str)]) -> Vec<String> {
    let rulebook = laid_over(files).unwrap_or_else(|e| panic!("{e}"));
    lint(&rulebook).iter().map(ToString::to_string).collect()
}

/// A preview needs no ladder.
fn preview() -> String {
    RULE.replacen("languages", "lifecycle: preview\nlanguages", 1)
}

const FIXTURE: (&str, &str) = ("signals/C4/x-rule.fixture.md", "<!-- expect: x-rule -->\nabc\n");

#[test]
fn mistakes_of_rules_are_found() {
    let found = |text: &str| findings(&[("signals/C4/x-rule.yaml", text), FIXTURE]);
    let rule = preview();
    assert_eq!(found(&rule), Vec::<String>::new());
    mistakes(
        &rule,
        &[
            (
                "lifecycle: preview",
                "lifecycle: stable",
                "signals/C4/x-rule.yaml:1: id: no ladder, kind, surface, text, inventory or claim reads `x-rule`",
            ),
            ("title: A title", "title: ''", "signals/C4/x-rule.yaml:2: title: is empty: write one line"),
            ("title: A title", "title: \"A\\ntitle\"", "signals/C4/x-rule.yaml:2: title: has more than one line"),
            ("gap: It is not there", "gap: ''", "signals/C4/x-rule.yaml:11: gap: is empty: write one line"),
            ("text: Do it", "text: \"Do\\nit\"", "signals/C4/x-rule.yaml:15: remediation.text: has more than one line"),
            ("why: Because.", "why: ''", "signals/C4/x-rule.yaml:12: why: is empty: the page of the rule prints it"),
            (
                "cannot_see: That.",
                "cannot_see: ''",
                "signals/C4/x-rule.yaml:14: cannot_see: is empty: the page of the rule prints it",
            ),
            (
                "A title",
                "A setting turns the sandbox on as shipped",
                "signals/C4/x-rule.yaml:2: title: is the title of `sandbox-default-on` as well",
            ),
            (
                "languages: []",
                "languages: [python]",
                "signals/C4/x-rule.yaml:6: languages: Python has no fixture: signals/C4/x-rule.py is missing",
            ),
            (
                "  text: {pattern: 'abc', files: ['*.md']}",
                "  any: [{path: {files: ['*.md']}}, {path: {files: ['*.md']}}]",
                "signals/C4/x-rule.yaml:8: detect: an item of `any` stands twice",
            ),
            (
                "text: {pattern: 'abc', files: ['*.md']}",
                "call: {callee: ['abc', 'abc']}",
                "signals/C4/x-rule.yaml:8: detect: `abc` stands twice among the globs of one `callee`",
            ),
        ],
        found,
    );
}

#[test]
fn doubles_of_other_rules_are_found() {
    let (one, two) = (preview(), preview().replacen("x-rule", "y-rule", 1).replacen("A title", "Another title", 1));
    let mark = "<!-- expect: y-rule -->\nabc\n";
    let files = [
        ("signals/C4/x-rule.yaml", one.as_str()),
        FIXTURE,
        ("signals/C4/y-rule.yaml", two.as_str()),
        ("signals/C4/y-rule.fixture.md", mark),
    ];
    assert_eq!(
        findings(&files),
        [
            "signals/C4/y-rule.yaml:7: detect: is the detector of `x-rule` as well",
            "signals/C4/y-rule.yaml:9: search: is the search of `x-rule` as well",
        ]
    );
}

#[test]
fn fixtures_without_a_rule_and_without_a_mark_are_found() {
    assert_eq!(
        findings(&[("signals/C4/gone.py", "x = 1\n")]),
        ["signals/C4/gone.py: is a fixture of no rule: there is no `gone`"]
    );
    let rule = preview();
    assert_eq!(
        findings(&[("signals/C4/x-rule.yaml", &rule)]),
        [
            "signals/C4/x-rule.yaml:6: languages: no fixture: signals/C4/x-rule.fixture.<extension or file name> is missing"
        ]
    );
    assert_eq!(
        findings(&[("signals/C4/x-rule.yaml", &rule), ("signals/C4/x-rule.fixture.md", "abc\n")]),
        ["signals/C4/x-rule.yaml:6: languages: no mark `expect: x-rule` in its fixture"]
    );
}

/// The embedded C9 with one thing changed, so that nothing else is found.
fn c9(from: &str, to: &str) -> String {
    let text = file("ladders/C9.yaml");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn mistakes_of_ladders_are_found() {
    let summary = "summary:\n";
    let say = |item: &str| c9(summary, &format!("{summary}  - {item}\n"));
    for (item, wanted) in [
        (
            "{when: [\"has('log-call')\", \"not has('log-call', 'log-file')\"], text: x}",
            "`has('log-call')` and `not has('log-call', 'log-file')` exclude each other: it never holds",
        ),
        ("{when: false, text: x}", "`false` never holds"),
        ("{text: \"{{ names('log-call') }}\"}", "quotes `log-call`, and no condition asks whether it matches"),
        ("{text: \"a\\nb\"}", "has more than one line"),
    ] {
        let found = findings(&[("ladders/C9.yaml", &say(item))]);
        assert!(
            found.len() == 1
                && found[0].starts_with("ladders/C9.yaml:")
                && found[0].ends_with(&format!(": summary: {wanted}")),
            "{item}: {found:?}"
        );
    }
    let found = findings(&[("ladders/C9.yaml", &ladder("C9", ""))]);
    let wanted = "ladders/C9.yaml:1: visibility: is empty: say what of C9 can be seen from source, partly or not";
    assert!(found.iter().any(|error| error == wanted), "{found:?}");
    assert!(
        found
            .iter()
            .any(|error| error.ends_with("no ladder, kind, surface, text, inventory or claim reads `console-output`"))
    );
}

#[test]
fn a_rule_that_is_cited_alone_decides_nothing() {
    let rule = RULE.replacen("languages", "lifecycle: stable\nlanguages", 1);
    let ladder = c9("cite: [", "cite: [x-rule, ");
    let files = [("signals/C4/x-rule.yaml", rule.as_str()), FIXTURE, ("ladders/C9.yaml", &ladder)];
    let wanted = "`x-rule` is cited and no condition asks for it: ask for it or make it a preview";
    assert_eq!(findings(&files), [format!("signals/C4/x-rule.yaml:1: id: {wanted}")]);
}

#[test]
fn rules_that_decide_nothing_are_not_asked_for() {
    for (lifecycle, wanted) in [
        ("preview", "asks for `x-rule`, a preview, which decides nothing yet"),
        ("{deprecated: host-process}", "names `x-rule`, which is deprecated: `host-process` succeeds it"),
    ] {
        let rule = RULE.replacen("languages", &format!("lifecycle: {lifecycle}\nlanguages"), 1);
        let ladder = c9("summary:\n", "summary:\n  - {when: \"has('x-rule')\", text: x}\n");
        let files = [("signals/C4/x-rule.yaml", rule.as_str()), FIXTURE, ("ladders/C9.yaml", &ladder)];
        assert_eq!(findings(&files), [format!("ladders/C9.yaml:3: summary: {wanted}")]);
    }
}
