use super::*;

fn errors(text: &str) -> Vec<String> {
    errors_with("vocabulary.yaml", text)
}

#[test]
fn declared_functions_are_matches_of_the_rules_that_take_their_list() {
    let text = "gate_functions: [require_signoff, 'desk.*.ask']\n";
    let rulebook = laid_over(&[("vocabulary.yaml", text)]).unwrap_or_else(|e| panic!("{e}"));
    let before = embedded();
    let changed: Vec<&str> = rulebook
        .rules
        .iter()
        .filter(|(id, rule)| before.rules[*id].detect != rule.detect)
        .map(|(id, _)| id.as_str())
        .collect();
    assert_eq!(changed, ["human-approval-call"]);
    let callees: Vec<String> = rulebook.rules["human-approval-call"]
        .detect
        .walk()
        .into_iter()
        .filter_map(|detector| match &detector.kind {
            DetectorKind::Call(call) => Some(call.callee.iter().map(|glob| glob.source().to_owned()).collect()),
            _ => None,
        })
        .find(|globs: &Vec<String>| globs.iter().any(|glob| glob.contains("signoff")))
        .unwrap();
    assert_eq!(callees, ["*.require_signoff", "desk.*.ask", "require_signoff"]);
}

#[test]
fn mistakes_of_a_vocabulary_are_named() {
    let rulebook = embedded();
    let known: Vec<&str> = crate::rulebook::vocabulary::lists(&rulebook.rules).into_iter().collect();
    assert_eq!(
        errors("gate_functions: [a]\ngate_funtions: [b]\n"),
        [format!("vocabulary.yaml:2: gate_funtions: no rule takes such a list; known are {}", known.join(", "))]
    );
    assert_eq!(
        errors("gate_functions: []\n"),
        ["vocabulary.yaml:1: gate_functions: is empty: list the names of functions"]
    );
    assert_eq!(
        errors("gate_functions: ['*']\n"),
        ["vocabulary.yaml:1: gate_functions: `*` names no function: it would take every call for one"]
    );
    assert_eq!(
        errors("gate_functions: ['a{b']\n"),
        ["vocabulary.yaml:1: gate_functions: `a{b` opens a brace that is not closed"]
    );
    assert_eq!(
        errors("gate_functions: ask\n"),
        ["vocabulary.yaml:1: gate_functions: invalid type: string \"ask\", expected a sequence"]
    );
}
