use std::collections::BTreeMap;

use super::{
    query::{Query, Truth},
    *,
};
use crate::{
    evidence::Evidence,
    facts::{Context, Span, Word},
    rubric::{CapId, CriterionId, Level},
    rulebook::{Condition, PlaceOrder, RuleFiles, State},
};

fn signal(rule: &str, file: &str, line: u32, state: State) -> Signal {
    Signal {
        rule: rule.into(),
        file: file.into(),
        lines: Span::line(line),
        context: Context::Product,
        state,
        contains: Some("word".into()),
        captures: BTreeMap::from([("name", Word::from(format!("n{line}")))]).into(),
        chain: Box::default(),
        runs: None,
    }
}

/// Two words of the embedded rules that stand for any.
const A: &str = "host-process";
const B: &str = "declared-tool";

fn query() -> Query {
    Query::new(
        &[
            signal(A, "a.py", 1, State::On),
            Signal { runs: Some(true), ..signal(A, "b.py", 2, State::On) },
            Signal { runs: Some(true), ..signal(B, "b.py", 3, State::OptIn) },
            signal("off", "c.py", 4, State::Off),
            signal("dim", "d.py", 5, State::Unknown),
            signal("half", "e.py", 6, State::Off),
            signal("half", "e.py", 7, State::Unknown),
            signal("mixed", "e.py", 8, State::On),
            signal("mixed", "e.py", 9, State::Unknown),
        ],
        7,
        &PlaceOrder::default(),
    )
}

#[track_caller]
fn truth(yaml: &str) -> Truth {
    let condition: Condition = serde_yaml::from_str(yaml).unwrap();
    query().value(&condition).unwrap()
}

#[test]
fn queries_are_three_valued() {
    use Truth::{False, True, Unknown};
    for (condition, wanted) in [
        ("has('host-process')", True),
        ("has('declared-tool')", False),
        ("has('nothing')", False),
        ("has('dim')", Unknown),
        ("has('dim', 'host-process')", True),
        ("not has('dim')", Unknown),
        ("opt_in('declared-tool')", True),
        ("opt_in('host-process')", False),
        ("off('off')", True),
        ("seen('dim')", True),
        ("count('host-process') == 2 and files('host-process') == 2", True),
        ("near('host-process', 'declared-tool')", True),
        ("near('host-process', 'off')", False),
        ("runs('host-process')", True),
        // It does where it is turned on.
        ("runs('declared-tool')", False),
        ("runs('mixed')", False),
        ("share('declared-tool', 'host-process', 1, 2)", False),
        ("share('host-process', 'host-process', 1, 1)", True),
        ("share('declared-tool', 'host-process', 0, 1)", True),
        ("share('host-process', 'nothing', 1, 2)", Unknown),
        ("not share('host-process', 'nothing', 1, 2)", Unknown),
        ("share('dim', 'host-process', 1, 2)", Unknown),
        ("has('half')", Unknown),
        ("off('half')", Unknown),
        ("opt_in('half')", Unknown),
        ("count('mixed') == 1", Unknown),
        ("files('mixed') == 1", Unknown),
        ("has('mixed')", True),
        ("off('mixed')", False),
        ("tools() == 7", True),
        ("absent('C4')", Unknown),
        ("kind == 'agent'", Unknown),
    ] {
        let yaml = format!("\"{condition}\"");
        if condition.starts_with("kind") {
            let condition: Condition = serde_yaml::from_str(&yaml).unwrap();
            assert!(query().value(&condition).is_err(), "a kind that is not decided is an error, not false");
            continue;
        }
        assert_eq!(truth(&yaml), wanted, "{condition}");
    }
}

#[test]
fn unknown_stays_unknown_outside_the_expression() {
    assert_eq!(truth("[\"has('host-process')\", \"has('dim')\"]"), Truth::Unknown);
    assert_eq!(truth("[\"has('nothing')\", \"has('dim')\"]"), Truth::False);
    assert_eq!(truth("{any: [\"has('host-process')\", \"has('dim')\"]}"), Truth::True);
    assert_eq!(truth("{any: [\"has('nothing')\", \"has('dim')\"]}"), Truth::Unknown);
    assert_eq!(truth("{not: \"has('dim')\"}"), Truth::Unknown);
    for (expression, wanted) in [
        ("has('host-process') or has('dim')", Truth::True),
        ("has('nothing') or has('dim')", Truth::Unknown),
        ("has('nothing') and has('dim')", Truth::False),
        ("not (has('dim') or has('nothing'))", Truth::Unknown),
        ("not (has('dim') or has('host-process'))", Truth::False),
    ] {
        assert_eq!(truth(&format!("\"{expression}\"")), wanted, "{expression}");
    }
    assert!(!query().holds(Some(&serde_yaml::from_str("\"has('dim')\"").unwrap())).unwrap(), "unknown does not hold");
}

#[test]
fn what_is_not_followed_names_its_candidates_alone() {
    let mut tested = Vec::new();
    let condition: Condition = serde_yaml::from_str("\"has('off') or has('dim')\"").unwrap();
    assert_eq!(query().truth(&condition, &mut tested).unwrap(), Truth::Unknown);
    let [tested] = &tested[..] else { panic!("{tested:?}") };
    assert_eq!((tested.verdict, &tested.places[..]), (Verdict::NotFollowed, &["d.py:5".to_owned()][..]));
    assert_eq!(tested.rules, ["off", "dim"]);
    assert_eq!(tested.why.as_deref(), Some("whether a match of `dim` is on could not be followed"));
    let parts: Vec<(&str, Verdict)> = tested.any.iter().map(|p| (p.condition.as_str(), p.verdict)).collect();
    assert_eq!(parts, [("has('off')", Verdict::Absent), ("has('dim')", Verdict::NotFollowed)]);
}

struct NoHits;

impl Searches for NoHits {
    fn recorded(&self, rule: &str) -> Option<RecordedSearch> {
        Some(RecordedSearch { search: format!("rg {rule}"), scope: ".".into(), hits: 0, note: None })
    }
}

const READ: Reading = Reading {
    read_bytes: 1000,
    unread_bytes: 0,
    unread: Vec::new(),
    unread_search: None,
    partial_files: 0,
    imported_files: 0,
};

/// The embedded rules with other ladders.
fn rulebook(ladders: &[(&str, String)]) -> Rulebook {
    let over =
        ladders.iter().map(|(c, text)| (format!("ladders/{c}.yaml"), text.clone().into_bytes().into())).collect();
    Rulebook::from_files(RuleFiles::embedded().overlay(&RuleFiles(over)), None).unwrap_or_else(|e| panic!("{e}"))
}

/// One condition per level, the same for S, C, D and B unless `special` says otherwise.
fn ladder(criterion: &str, extra: &str, steps: &str, special: &[(&str, &str)]) -> String {
    let of = |p: &str| special.iter().find(|(name, _)| *name == p).map_or(steps, |(_, s)| s);
    let list: String = ["S", "C", "D", "B"].iter().map(|p| format!("    {p}:\n{}", of(p))).collect();
    format!(
        "criterion: {criterion}\nsummary:\n  - {{text: A summary.}}\n{extra}mechanisms:\n  - id: main\n    kind: default\n    \
         label: default configuration\n{list}  - id: other\n    kind: alt\n    when: \"opt_in('declared-tool')\"\n    label: opt-in\n{list}"
    )
}

fn steps(levels: &[(u8, &str)]) -> String {
    let mut text = String::from("      - {level: 0, finding: at zero, cite: [host-process], search: [host-process]}\n");
    for (level, when) in levels {
        text += &format!(
            "      - {{level: {level}, when: \"{when}\", lacks: lacks {level}, finding: at {level}, cite: [host-process], search: [host-process]}}\n"
        );
    }
    if levels.last().is_none_or(|(level, _)| *level < 4) {
        text += "      - {level: 4, never: true, lacks: lacks four}\n";
    }
    text
}

fn run(rulebook: &Rulebook, signals: &[Signal], reading: &Reading, options: Options) -> Assessment {
    match assess(rulebook, signals, 0, reading, &NoHits, &options).unwrap_or_else(|e| panic!("{e}")) {
        Result::Assessed(assessment) => *assessment,
        Result::NoAgent(_) => panic!("no agent"),
    }
}

fn rated(assessment: &Assessment, id: CriterionId) -> (&Mechanism, Option<&Mechanism>) {
    match &assessment.criteria[usize::from(id.number()) - 1].outcome {
        Outcome::Scored { default, alt } => (default, alt.as_ref()),
        other => panic!("{other:?}"),
    }
}

const AGENT: Options = Options { kind: Some(Kind::Agent), as_agent: true, way: None };

#[test]
fn the_highest_level_that_holds_its_gap_and_the_cut() {
    let low = steps(&[(1, "has('host-process')"), (3, "has('declared-tool')")]);
    let high = steps(&[(1, "has('nothing-b')"), (4, "has('host-process')")]).replace("nothing-b", "mcp-server");
    let rulebook = rulebook(&[("C9", ladder("C9", "", &high, &[("S", &low)]))]);
    let assessment = run(&rulebook, &[signal(A, "a.py", 1, State::On)], &READ, AGENT);
    let (default, alt) = rated(&assessment, CriterionId::C9);
    let levels: Vec<u8> = default.parameters.iter().map(|p| p.level.get()).collect();
    assert_eq!(levels, [1, 2, 2, 4], "C and D are cut to S + 1, B is free");
    assert_eq!(default.parameters[0].gap.as_deref(), Some("lacks 3"));
    let gap = default.parameters[1].gap.as_deref();
    assert_eq!(gap, Some("Coverage counts at most one level above strength (L1). lacks 3"));
    assert_eq!(default.parameters[3].gap, None);
    assert!(alt.is_none() && default.cap.is_none() && default.critical.is_none());
    let chain: Vec<(u8, Verdict)> = default.parameters[0].chain.iter().map(|r| (r.level, r.tested.verdict)).collect();
    assert_eq!(chain, [(1, Verdict::Met), (3, Verdict::Absent)]);
    assert_eq!(default.parameters[0].chain[0].tested.places, ["a.py:1"]);
    match &default.parameters[0].evidence[..] {
        [Evidence::Code(citation)] => assert_eq!((citation.file.as_str(), citation.lines), ("a.py", Span::line(1))),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_could_not_be_followed_is_no_credit_and_is_said() {
    let rulebook = rulebook(&[("C9", ladder("C9", "", &steps(&[(3, "has('host-process')")]), &[]))]);
    let assessment = run(&rulebook, &[signal(A, "gate.py", 12, State::Unknown)], &READ, AGENT);
    let (default, _) = rated(&assessment, CriterionId::C9);
    let s = &default.parameters[0];
    assert_eq!((s.level.get(), s.verified), (0, false));
    assert!(s.finding.starts_with("A candidate at `gate.py:12` could not be followed"), "{}", s.finding);
    assert_eq!(s.chain[0].tested.verdict, Verdict::NotFollowed);
    assert_eq!(s.chain[0].tested.places, ["gate.py:12"]);
    assert!(assessment.not_followed >= 4);
}

#[test]
fn only_what_nothing_else_holds_down_is_inferred() {
    let steps = steps(&[(3, "has('host-process') and has('mcp-server')"), (4, "has('mcp-server')")]);
    let rulebook = rulebook(&[("C9", ladder("C9", "", &steps, &[]))]);
    let assessment = run(&rulebook, &[signal(A, "gate.py", 12, State::Unknown)], &READ, AGENT);
    let (default, _) = rated(&assessment, CriterionId::C9);
    let s = &default.parameters[0];
    assert_eq!((s.level.get(), s.verified, s.not_followed), (0, true, false), "the server is lacking, too");
    assert_eq!(s.finding, "at zero");
}

#[test]
fn a_level_with_evidence_of_its_own_stays_and_says_what_could_not_be_followed() {
    let steps = steps(&[(3, "has('declared-tool')"), (4, "has('host-process')")]);
    let rulebook = rulebook(&[("C9", ladder("C9", "", &steps, &[]))]);
    let signals = [signal(A, "gate.py", 12, State::Unknown), signal(B, "a.py", 2, State::On)];
    let assessment = run(&rulebook, &signals, &READ, AGENT);
    let (default, _) = rated(&assessment, CriterionId::C9);
    let s = &default.parameters[0];
    assert_eq!((s.level.get(), s.verified, s.not_followed), (3, true, true));
    assert!(s.finding.starts_with("A candidate at `gate.py:12` could not be followed"), "{}", s.finding);
}

#[test]
fn a_cut_says_what_cut_it() {
    let low = steps(&[(1, "has('host-process')")]);
    let high = steps(&[(4, "has('declared-tool')")]);
    let rulebook = rulebook(&[("C9", ladder("C9", "", &high, &[("S", &low)]))]);
    let signals = [signal(A, "gate.py", 12, State::Unknown), signal(B, "a.py", 2, State::On)];
    let assessment = run(&rulebook, &signals, &READ, AGENT);
    let (default, _) = rated(&assessment, CriterionId::C9);
    let [s, c, ..] = &default.parameters;
    assert_eq!((s.level.get(), s.verified), (0, false));
    assert_eq!(c.level.get(), 1);
    assert_eq!(c.cuts, [Cut { from: Level::MAX, to: Level::new(1).unwrap(), by: CutBy::Strength }]);
    assert_eq!(
        c.gap.as_deref(),
        Some(
            "Coverage counts at most one level above strength (L0). What could raise strength stands at `gate.py:12` and \
             could not be followed."
        )
    );
    let unread = Reading { unread_bytes: 100, ..READ };
    let assessment = run(&rulebook, &[], &unread, AGENT);
    assert!(!rated(&assessment, CriterionId::C9).0.parameters[0].verified, "no citation, and much unread");
}

#[test]
fn mechanisms_and_caps_that_were_considered_are_kept() {
    let caps = "caps:\n  - {id: G2, mechanism: default, when: \"has('host-process')\", reason: bypass, cite: [host-process], critical: general}\n  \
                - {id: G1, mechanism: default, when: \"has('mcp-server')\", reason: off, cite: [host-process]}\n";
    let rulebook = rulebook(&[("C9", ladder("C9", caps, &steps(&[(2, "has('host-process')")]), &[]))]);
    let assessment = run(&rulebook, &[signal(A, "a.py", 1, State::On)], &READ, AGENT);
    let criterion = &assessment.criteria[8];
    let considered: Vec<(&str, bool)> = criterion.trace.mechanisms.iter().map(|m| (m.id.as_str(), m.chosen)).collect();
    assert_eq!(considered, [("main", true), ("other", false)]);
    let (default, _) = rated(&assessment, CriterionId::C9);
    let caps: Vec<(CapId, bool, bool)> = default.caps.iter().map(|cap| (cap.id, cap.held, cap.applied)).collect();
    assert_eq!(caps, [(CapId::G2, true, true), (CapId::G1, false, false)]);
    assert!(assessment.looked_for["mcp-server"].search.is_some());
}

#[test]
fn an_alternative_carries_g1_and_caps_take_the_lowest() {
    let caps = "caps:\n  - {id: G2, mechanism: default, when: \"has('host-process')\", reason: bypass, cite: [host-process], critical: general}\n  \
                - {id: C2-POWERBYPASS, mechanism: default, when: \"has('host-process')\", reason: power, cite: [host-process], critical: own}\n  \
                - {id: G1, mechanism: default, when: \"has('host-process')\", reason: off, cite: [host-process]}\n";
    let rulebook = rulebook(&[("C2", ladder("C2", caps, &steps(&[(2, "has('host-process')")]), &[]))]);
    let signals = [signal(A, "a.py", 1, State::On), signal(B, "a.py", 2, State::OptIn)];
    let assessment = run(&rulebook, &signals, &READ, AGENT);
    let (default, alt) = rated(&assessment, CriterionId::C2);
    let cap = default.cap.as_ref().unwrap();
    assert_eq!((cap.id, cap.reason.as_str()), (CapId::C2PowerBypass, "power"), "the criterion's own before G2");
    assert_eq!(default.critical.as_ref().map(|(text, _)| text.as_str()), Some("own"));
    let alt = alt.unwrap();
    assert_eq!(alt.cap.as_ref().map(|c| c.id), Some(CapId::G1));
    assert!(alt.critical.is_none());
}

#[test]
fn worst_case_is_set_by_blast_radius_alone() {
    let extra = "critical: {text: It can go wrong, cite: [host-process]}\nworst_case: {reason: The worst, cite: [host-process]}\n";
    let rulebook = rulebook(&[("C5", ladder("C5", extra, &steps(&[(2, "has('mcp-server')")]), &[]))]);
    let assessment = run(&rulebook, &[signal(A, "a.py", 1, State::On)], &READ, AGENT);
    let (default, _) = rated(&assessment, CriterionId::C5);
    let cap = default.cap.as_ref().unwrap();
    assert_eq!((cap.id, cap.reason.as_str()), (CapId::C5WorstCase, "The worst"));
    assert_eq!(default.critical.as_ref().map(|(text, _)| text.as_str()), Some("It can go wrong"));
}

#[test]
fn absence_needs_its_searches_and_a_product_that_was_read() {
    let extra = "surface: {present: \"has('host-process')\", searches: [host-process], absent_finding: Nothing runs.}\n\
                 critical: {text: It can go wrong, cite: [host-process]}\n";
    let rulebook = rulebook(&[("C4", ladder("C4", extra, &steps(&[(2, "has('mcp-server')")]), &[]))]);
    let outcome = |assessment: Assessment| assessment.criteria[3].outcome.clone();
    let code = |a: &Assessment| a.surface[0];
    let absent = run(&rulebook, &[], &READ, AGENT);
    assert_eq!(code(&absent), (crate::rubric::Capability::CodeExecution, crate::rubric::Presence::No));
    assert!(matches!(outcome(absent), Outcome::Absent(e) if e.len() == 1));
    let half_read = Reading { unread_bytes: 60, ..READ };
    assert!(matches!(outcome(run(&rulebook, &[], &half_read, AGENT)), Outcome::NotAssessed { .. }));
    let present = run(&rulebook, &[signal(A, "a.py", 1, State::Unknown)], &READ, AGENT);
    assert!(matches!(outcome(present), Outcome::Scored { .. }), "what may be there is not absent");
}

#[test]
fn no_search_serves_more_than_four_parameters() {
    let all = steps(&[(2, "has('mcp-server')")]);
    let ladders: Vec<(&str, String)> = ["C8", "C9", "C10"].iter().map(|c| (*c, ladder(c, "", &all, &[]))).collect();
    let assessment = run(&rulebook(&ladders), &[], &READ, AGENT);
    let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
    for criterion in &assessment.criteria {
        let Outcome::Scored { default, alt } = &criterion.outcome else { continue };
        for parameter in [Some(default), alt.as_ref()].into_iter().flatten().flat_map(|m| &m.parameters) {
            assert!(!parameter.evidence.is_empty());
            for evidence in &parameter.evidence {
                if let Evidence::Search(search) = evidence {
                    *uses.entry(&search.search).or_default() += 1;
                }
            }
        }
    }
    assert!(uses.values().all(|n| *n <= 4), "{uses:?}");
}

#[test]
fn nothing_read_never_looks_good() {
    let rulebook = rulebook(&[]);
    let options = Options::default();
    match assess(&rulebook, &[], 0, &READ, &NoHits, &options).unwrap() {
        Result::NoAgent(none) => assert!(!none.searches.is_empty() && !none.would_have_counted.is_empty()),
        Result::Assessed(_) => panic!("no signal, yet an agent"),
    }
    let search = RecordedSearch { search: "rg --files".into(), scope: ".".into(), hits: 12, note: None };
    let unread = Reading {
        read_bytes: 10,
        unread_bytes: 1000,
        unread: vec!["12 Kotlin files".into()],
        unread_search: Some(search),
        partial_files: 0,
        imported_files: 0,
    };
    let assessment = run(&rulebook, &[], &unread, options);
    assert_eq!(assessment.criteria.len(), 10);
    for criterion in &assessment.criteria {
        match &criterion.outcome {
            Outcome::NotAssessed { finding, .. } => {
                assert_eq!(finding, "Not assessed: 12 Kotlin files could not be read as code.");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn every_ladder_holds_on_a_project_without_signals_and_on_one_with_all() {
    let rulebook = rulebook(&[]);
    let all: Vec<Signal> = rulebook.rules.keys().map(|id| signal(id, "a.py", 1, State::On)).collect();
    for signals in [Vec::new(), all] {
        for kind in Kind::ALL {
            let options = Options { kind: Some(kind), as_agent: true, way: None };
            let result = assess(&rulebook, &signals, 3, &READ, &NoHits, &options);
            assert!(matches!(result, Ok(Result::Assessed(_))), "{kind:?}: {:?}", result.err());
        }
    }
    // One rule alone: sentences that name a sibling's match show here.
    for id in rulebook.rules.keys() {
        for kind in Kind::ALL {
            let options = Options { kind: Some(kind), as_agent: true, way: None };
            let result = assess(&rulebook, &[signal(id, "a.py", 1, State::On)], 1, &READ, &NoHits, &options);
            assert!(result.is_ok(), "{id} {kind:?}: {:?}", result.err());
        }
    }
}

#[test]
fn the_match_nearest_to_the_agent_is_named_first() {
    let order = PlaceOrder { centre: vec![B.into()], aside: vec!["*/ui/*".into(), "*launcher*".into()] };
    let mut signals = vec![
        signal(A, "agent/launcher.py", 1, State::On),
        signal(A, "agent/tools.py", 1, State::On),
        signal(A, "agent/tools.py", 2, State::On),
        signal(A, "agent/run.py", 1, State::On),
        signal(A, "lib/other.py", 1, State::On),
        signal(A, "ui/page.ts", 1, State::On),
        signal(B, "agent/tools.py", 9, State::On),
        signal(B, "ui/page.ts", 9, State::On),
    ];
    // Much stands on the page, and it stays aside.
    signals.extend((0..5).map(|at| signal(["c", "d", "e", "f", "g"][at], "ui/page.ts", 3, State::On)));
    let weights = Weights::of(&signals, &order);
    let mut own: Vec<Signal> = signals.into_iter().filter(|signal| *signal.rule == *A).collect();
    best_first(&mut own, &weights);
    let places: Vec<String> = own.iter().map(|signal| format!("{}:{}", signal.file, signal.lines.start)).collect();
    let wanted = [
        "agent/tools.py:1",
        "agent/run.py:1",
        "lib/other.py:1",
        "ui/page.ts:1",
        "agent/launcher.py:1",
        "agent/tools.py:2",
    ];
    assert_eq!(places, wanted);
}

#[test]
fn calls_that_nothing_leads_to_do_not_run_and_settings_hold() {
    let kept = |rule: &str, captures: &[(&'static str, &str)]| Signal {
        captures: captures.iter().map(|(part, word)| (*part, Word::from(*word))).collect::<BTreeMap<_, _>>().into(),
        runs: Some(false),
        ..signal(rule, "a.py", 1, State::On)
    };
    let signals = [
        kept("call", &[("callee", "run"), ("name", "run"), ("value", "'ls'")]),
        kept("setting", &[("name", "limit"), ("value", "3")]),
        Signal { runs: Some(true), ..kept("runs", &[("callee", "run")]) },
    ];
    let query = Query::new(&signals, 0, &PlaceOrder::default());
    let writer = render::Writer::new(&query, false);
    let not_run = |rules: &[&str]| writer.is_not_run(&rules.iter().map(|rule| (*rule).to_owned()).collect::<Vec<_>>());
    assert!(not_run(&["call"]));
    assert!(!not_run(&["setting"]));
    assert!(!not_run(&["call", "runs"]));
    assert!(!not_run(&["nothing"]));
}
