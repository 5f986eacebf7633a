use super::*;

#[track_caller]
fn of(name: &str, cases: &[Case<'_>]) {
    mistakes(&file(name), cases, |text| errors_with(name, text));
}

#[test]
fn a_key_that_nothing_reads_is_a_mistake() {
    of(
        "surface.yaml",
        &[(
            "    yes:",
            "    cite: [file-write]\n    yes:",
            "surface.yaml:4: capabilities.code_execution: unknown field `cite`, expected `yes` or `opt_in`",
        )],
    );
}

#[test]
fn a_file_that_is_gone_is_a_mistake() {
    for name in ["kinds.yaml", "ladders/C3.yaml"] {
        let mut files = RuleFiles::embedded();
        files.0.remove(name);
        let errors = Rulebook::from_files(files, None).unwrap_err();
        assert_eq!(errors.to_string(), format!("{name}: is missing"));
    }
}

#[test]
fn mistakes_of_the_other_files_are_named() {
    // Where something is put in, its line follows.
    let line = |name: &str, before: &str| file(name).lines().take_while(|line| !line.contains(before)).count() + 1;
    let targets = format!("agent.yaml:{}: targets: no rule `no-such-rule`", line("agent.yaml", "targets:"));
    of("agent.yaml", &[("signals: [", "signals: [no-such-rule, ", &targets)]);
    let guards = format!("inventory.yaml:{}: guards: no rule `no-such-rule`", line("inventory.yaml", "guards:") + 1);
    of("inventory.yaml", &[("guards:\n", "guards:\n  - no-such-rule\n", &guards)]);
}
