use super::*;

const STEPS: &str = "
      - {level: 0, finding: none, cite: [host-process]}
      - {level: 1, when: \"has('host-process')\", lacks: it is lacking, finding: some, cite: [host-process]}
      - {level: 4, never: true, lacks: all is lacking}";

/// A ladder with the same steps for S, C, D and B.
pub(super) fn ladder(criterion: &str, extra: &str) -> String {
    let one = |parameter: &str| format!("    {parameter}:{STEPS}\n");
    format!(
        "criterion: {criterion}\nsummary:\n  - {{text: A summary.}}\nmechanisms:\n  - id: log\n    kind: default\n    label: \
         default\n{}{}{}{}{extra}",
        one("S"),
        one("C"),
        one("D"),
        one("B")
    )
}

const FIRST: &str = "level: 1, when: \"has('host-process')\"";

fn atom(condition: &str) -> String {
    format!("level: 1, when: \"{condition}\"")
}

#[test]
fn a_ladder_loads() {
    assert_eq!(errors_with("ladders/C9.yaml", &ladder("C9", "")), Vec::<String>::new());
}

#[test]
fn mistakes_of_conditions_are_named_with_file_line_and_key() {
    let of: Vec<(String, &str)> = [
        (
            "hass('host-process')",
            "ladders/C9.yaml:10: mechanisms[0].S[1].when: condition `hass('host-process')`: unknown name `hass`; known \
             are absent, at, configuration, count, files, first, has, kind, names, near, off, opt_in, plural, runs, seen, share, surface, tools",
        ),
        (
            "has('host-process'",
            "ladders/C9.yaml:10: mechanisms[0].S[1].when: condition `has('host-process'`: unexpected end of input, \
             expected `,`",
        ),
        ("has('no-such-rule')", "ladders/C9.yaml:10: log.S.1.when: `has('no-such-rule')`: no rule `no-such-rule`"),
        ("has()", "ladders/C9.yaml:10: log.S.1.when: `has` names no rule"),
        ("near('host-process')", "ladders/C9.yaml:10: log.S.1.when: `near` takes two rules"),
        (
            "share('host-process', 'shell-command')",
            "ladders/C9.yaml:10: log.S.1.when: `share('host-process', 'shell-command')`: `share` takes a part and a \
             whole, as in share('a', 'b', 1, 2)",
        ),
        (
            "absent('C1')",
            "ladders/C9.yaml:10: log.S.1.when: `C1` is no criterion that can be absent (C2, C3, C4, C6, C7)",
        ),
        ("surface('memory') == 'yes'", "ladders/C9.yaml:10: log.S.1.when: `memory` is no capability"),
        (
            "surface('persistent_memory') == 'maybe'",
            "ladders/C9.yaml:10: log.S.1.when: `surface('persistent_memory') == 'maybe'`: no surface is `maybe`; known \
             are yes, no, opt_in",
        ),
        (
            "kind == 'agnet'",
            "ladders/C9.yaml:10: log.S.1.when: `kind == 'agnet'`: no kind is `agnet`; known are agent, framework, \
             tool_server, service",
        ),
        (
            "names('host-process') == 'x'",
            "ladders/C9.yaml:10: log.S.1.when: `names` belongs in a text, not in a condition",
        ),
    ]
    .map(|(condition, wanted)| (atom(condition), wanted))
    .into();
    let mut cases: Vec<Case<'_>> = of.iter().map(|(to, wanted)| (FIRST, to.as_str(), *wanted)).collect();
    cases.push((
        FIRST,
        "level: 1, when: []",
        "ladders/C9.yaml:10: mechanisms[0].S[1].when: an empty list of conditions always holds; leave `when` out",
    ));
    cases.push((
        FIRST,
        "level: 1, when: {any: [], all: []}",
        "ladders/C9.yaml:10: mechanisms[0].S[1].when: a condition map has exactly one of the keys all, any, not, and its \
         list is not empty",
    ));
    mistakes(&ladder("C9", ""), &cases, |text| errors_with("ladders/C9.yaml", text));
}

#[test]
fn mistakes_of_levels_are_named_with_file_line_and_key() {
    mistakes(
        &ladder("C9", ""),
        &[
            (
                "      - {level: 4, never: true, lacks: all is lacking}",
                "",
                "ladders/C9.yaml:10: log.S: L1 has no gap: a higher level must say what is lacking (`lacks`; add `never: \
                 true` if it cannot be seen)",
            ),
            (
                "finding: none, cite: [host-process]",
                "finding: none",
                "ladders/C9.yaml:9: log.S.0: could end without evidence: give it `search`, or cite a rule that records \
                 a search",
            ),
            ("cite: [host-process]", "cite: [no-such-rule]", "ladders/C9.yaml:9: log.S.0.cite: no rule `no-such-rule`"),
            (
                "kind: default",
                "kind: main",
                "ladders/C9.yaml:6: mechanisms[0].kind: unknown variant `main`, expected `default` or `alt`",
            ),
            ("level: 4", "level: 1", "ladders/C9.yaml:10: log.S.1: levels stand in rising order, each once"),
            ("level: 4", "level: 5", "ladders/C9.yaml:11: log.S.5: level 5 is not one of 0 to 4"),
            (
                "never: true, lacks",
                "never: true, finding: x, lacks",
                "ladders/C9.yaml:11: log.S.4: a level that never holds has no finding",
            ),
            (
                "never: true, lacks: all is lacking",
                "never: true",
                "ladders/C9.yaml:11: log.S.4: a level that never holds says what is lacking (`lacks`)",
            ),
            ("finding: some, ", "", "ladders/C9.yaml:9: log.S.1: needs a finding"),
            ("when: \"has('host-process')\", ", "", "ladders/C9.yaml:9: log.S.1: a level above 0 needs `when`"),
            (
                "level: 1, ",
                "level: 3, status: inferred, ",
                "ladders/C9.yaml:10: log.S.3: an inferred level is at most 2",
            ),
            (
                "level: 0, ",
                "level: 0, when: \"has('host-process')\", ",
                "ladders/C9.yaml:9: log.S: the first level is 0, without `when`",
            ),
            (
                "finding: some",
                "finding: \"{{ callee }} is some\"",
                "ladders/C9.yaml:10: log.S.1.finding: `callee` belongs to one match: write first('rule').callee",
            ),
            (
                "finding: some",
                "finding: [{when: \"has('host-process')\", text: x}]",
                "ladders/C9.yaml:10: mechanisms[0].S[1].finding: of a list of texts the last, and only the last, has no \
                 `when`",
            ),
        ],
        |text| errors_with("ladders/C9.yaml", text),
    );
}

#[test]
fn a_search_is_one_that_a_rule_records() {
    let rule = RULE.replacen("search: {pattern: 'abc'}\n", "", 1);
    let ladder = ladder("C9", "").replacen("cite: [host-process]", "search: [x-rule]", 1);
    assert_eq!(
        laid_over(&[("signals/C4/x-rule.yaml", &rule), ("ladders/C9.yaml", &ladder)]).unwrap_err().to_string(),
        "ladders/C9.yaml:9: log.S.0.search: rule `x-rule` records no search; give it one or name another rule"
    );
}

#[test]
fn mistakes_of_mechanisms_and_summaries_are_named() {
    mistakes(
        &ladder("C9", ""),
        &[
            ("criterion: C9", "criterion: C8", "ladders/C9.yaml:1: criterion: C8 belongs in ladders/C8.yaml"),
            ("\n  - {text: A summary.}", " []", "ladders/C9.yaml:2: summary: has no sentence"),
            (
                "{text: A summary.}",
                "{when: \"has('host-process')\", text: A summary.}",
                "ladders/C9.yaml:2: summary: one sentence must always hold (no `when`)",
            ),
            (
                "kind: default\n",
                "kind: default\n    when: \"has('host-process')\"\n",
                "ladders/C9.yaml:4: mechanisms: the last default mechanism has no `when`",
            ),
            (
                "mechanisms:\n",
                "surface: {present: \"has('host-process')\", searches: [host-process], absent_finding: None.}\nmechanisms:\n",
                "ladders/C9.yaml:4: surface: only C2, C3, C4, C6 and C7 can be structurally absent",
            ),
            (
                "mechanisms:\n",
                "worst_case: {reason: x}\nmechanisms:\n",
                "ladders/C9.yaml:4: worst_case: belongs to C5 only",
            ),
        ],
        |text| errors_with("ladders/C9.yaml", text),
    );
    let mechanism = ladder("C9", "").split_once("mechanisms:\n").map(|(_, rest)| rest.to_owned()).unwrap();
    let twice = ladder("C9", &mechanism);
    let errors = errors_with("ladders/C9.yaml", &twice);
    assert_eq!(
        errors,
        [
            "ladders/C9.yaml:5: mechanisms: `log` always holds and hides the mechanisms after it",
            "ladders/C9.yaml:5: mechanisms.id: `log` stands twice"
        ]
    );
}

#[test]
fn mistakes_of_caps_and_critical_gaps_are_named() {
    let critical = "critical: {text: It is open., cite: [host-process]}\n";
    let cap = "caps:\n  - {id: C4-HOSTROOT, when: \"has('container-privileged')\", reason: x, cite: [container-privileged]}\n";
    let surface = "surface: {present: \"has('host-process')\", searches: [host-process], absent_finding: None.}\n";
    let text = ladder("C4", &format!("{critical}{cap}{surface}"));
    let errors = |text: &str| errors_with("ladders/C4.yaml", text);
    assert_eq!(errors(&text), Vec::<String>::new());
    mistakes(
        &text,
        &[
            ("C4-HOSTROOT", "C7-RCELOAD", "ladders/C4.yaml:26: caps.id: C7-RCELOAD does not belong to C4"),
            (
                "C4-HOSTROOT",
                "C4-ROOT",
                "ladders/C4.yaml:26: caps[0].id: unknown variant `C4-ROOT`, expected one of `C1-SELFESC`, `C1-PASSTHRU`, \
                 `C2-SELFAPPROVE`, `C2-POWERBYPASS`, `C4-HOSTROOT`, `C5-PUBLICTRIGGER`, `C5-WORSTCASE`, `C6-REPOCONFIG`, \
                 `C7-RCELOAD`, `C8-MODELSECRETS`, `G2`, `G1`",
            ),
            (
                "reason: x, cite: [container-privileged]",
                "reason: x, cite: []",
                "ladders/C4.yaml:26: C4-HOSTROOT.cite: a cap needs evidence",
            ),
            (critical, "", "ladders/C4.yaml:1: critical: C1, C4, C5 and C7 need the sentence for B at L0"),
            (
                "searches: [host-process]",
                "searches: []",
                "ladders/C4.yaml:27: surface.searches: an absence is shown by one to four searches",
            ),
        ],
        errors,
    );
    let text = ladder("C9", &cap.replace("C4-HOSTROOT", "G2"));
    assert_eq!(
        errors_with("ladders/C9.yaml", &text),
        ["ladders/C9.yaml:25: G2.critical: needs the sentence of its critical gap"]
    );
    let text = ladder("C5", &format!("{critical}{}", cap.replace("C4-HOSTROOT", "C5-WORSTCASE")));
    assert_eq!(
        errors_with("ladders/C5.yaml", &text),
        [
            "ladders/C5.yaml:1: worst_case: C5 needs the reason of C5-WORSTCASE",
            "ladders/C5.yaml:26: caps.id: C5-WORSTCASE is set by B at L0; its reason stands under `worst_case`"
        ]
    );
}
