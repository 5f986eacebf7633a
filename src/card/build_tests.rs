//! Whatever an assessment says, the card that comes out breaks no rule.

use proptest::prelude::*;

use super::*;
use crate::{
    assess::{self, Assessment, Kind, Outcome, ParameterRating, Reason, Tested, Verdict},
    evidence::{self, Citation, RecordedSearch},
    facts::Span,
    report::{self, Templates},
    rubric::{CapId, CriterionId, Level, Presence},
    score::{self, Counted},
};

fn cite(line: u32, contains: bool) -> evidence::Evidence {
    evidence::Evidence::Code(Citation {
        file: "src/[id]/agent.ts".into(),
        lines: Span::line(line),
        contains: contains.then(|| "callTool".into()),
        note: None,
    })
}

fn seek() -> evidence::Evidence {
    evidence::Evidence::Search(RecordedSearch {
        search: "rg --no-config --no-unicode -uu -n -g '!.git' -e 'confirm'".into(),
        scope: ".".into(),
        hits: 0,
        note: Some("none (at all)".into()),
    })
}

fn rating(level: u8) -> ParameterRating {
    ParameterRating {
        level: Level::new(level).unwrap(),
        structural_absence: false,
        verified: true,
        finding: "It is\n  so.".into(),
        gap: (level < 4).then(|| "More is needed.".into()),
        evidence: vec![cite(3, true), seek()],
        chain: vec![],
        not_followed: false,
        cuts: vec![],
    }
}

fn mechanism(levels: [u8; 4]) -> assess::Mechanism {
    assess::Mechanism {
        label: "default configuration".into(),
        parameters: levels.map(rating),
        cap: None,
        critical: None,
        caps: vec![],
    }
}

fn capped(levels: [u8; 4], cap: CapId) -> assess::Mechanism {
    let cap = assess::Cap { id: cap, reason: "It is reachable.".into(), evidence: vec![cite(9, true)] };
    assess::Mechanism { cap: Some(cap), ..mechanism(levels) }
}

fn assessment(change: impl Fn(CriterionId) -> Option<Outcome>) -> Assessment {
    let criteria = CriterionId::ALL.map(|id| assess::Criterion {
        id,
        summary: "What it does.".into(),
        outcome: change(id).unwrap_or(Outcome::Scored { default: mechanism([2, 2, 2, 2]), alt: None }),
        notes: None,
        trace: assess::Trace::default(),
    });
    Assessment {
        kind: Kind::Agent,
        kind_reason: "It has a loop.".into(),
        scored_configuration: "As shipped.".into(),
        category: "coding".into(),
        not_followed: 0,
        looked_for: std::collections::BTreeMap::new(),
        headline: "It runs.".into(),
        surface: CapabilityProfile::ORDER.map(|c| (c, Presence::Yes)).to_vec(),
        criteria: criteria.to_vec(),
        rule_of_two: assess::RuleOfTwo {
            untrusted_input: "mail".into(),
            sensitive_data: "keys".into(),
            state_change_or_egress: "orders".into(),
            same_session: false,
        },
        same_session_unknown: false,
        surface_unknown: vec![],
        improvements: vec![],
        limitations: vec!["Nothing was run.".into()],
    }
}

fn meta() -> CardMeta {
    CardMeta {
        name: "Test Agent".into(),
        repo_url: Some("https://github.com/example/agent".into()),
        subpath: None,
        description: "An agent".into(),
        category: Category::Coding,
        pinned_commit: "0123456789abcdef0123456789abcdef01234567".into(),
        version: None,
        scored_date: "2026-01-31".into(),
        scored_configuration: None,
        program_version: "0.1.0".into(),
        rules: "abc".into(),
        uncommitted: false,
        incomplete: vec![],
        unread: Unread::new(),
        signals: vec![],
        signal_counts: std::collections::BTreeMap::new(),
    }
}

fn build(a: &Assessment) -> Result<Card, InvariantError> {
    Card::build(a, meta(), &|c: &Citation| Some(format!("https://h/x#L{}", c.lines.start)))
}

fn with(id: CriterionId, outcome: Outcome) -> Result<Card, InvariantError> {
    build(&assessment(|c| (c == id).then(|| outcome.clone())))
}

fn with_default(id: CriterionId, default: assess::Mechanism) -> Result<Card, InvariantError> {
    with(id, Outcome::Scored { default, alt: None })
}

fn default_of(card: &Card, id: CriterionId) -> &Mechanism {
    card.criterion(id).unwrap().mechanism(Counted::Default).unwrap()
}

/// No rule is broken, and the card comes back from JSON and from Markdown.
fn assert_sound(card: &Card) {
    assert_eq!(check(card), []);
    let json = report::json(card).unwrap();
    let read_back = read(json.as_bytes(), "x").unwrap();
    assert_eq!(read_back.problems(), []);
    assert_eq!(*read_back, **card);
    let markdown = report::markdown(card, &Templates::embedded()).unwrap();
    let from_markdown = read(markdown.as_bytes(), "x").unwrap();
    assert_eq!(from_markdown.problems(), []);
    assert_eq!(report::markdown(&from_markdown, &Templates::embedded()).unwrap(), markdown);
}

#[test]
fn inferred_levels_end_at_l2_and_the_gap_says_so() {
    let mut m = mechanism([3, 3, 3, 4]);
    m.parameters[3].verified = false;
    m.parameters[0].verified = false;
    let card = with_default(CriterionId::C9, m).unwrap();
    let p = &default_of(&card, CriterionId::C9).parameters;
    assert_eq!(p.levels().map(Level::get), [2, 3, 3, 2]);
    assert!(p.B.gap.as_ref().unwrap().starts_with("Held at L2: the level is inferred"));
    assert!(p.S.gap.as_ref().unwrap().starts_with("More is needed. Held at L2"));
    assert_sound(&card);
}

#[test]
fn coverage_and_default_follow_strength() {
    let card = with_default(CriterionId::C3, mechanism([0, 4, 3, 4])).unwrap();
    let p = &default_of(&card, CriterionId::C3).parameters;
    assert_eq!(p.levels().map(Level::get), [0, 1, 1, 4]);
    assert!(p.C.gap.as_ref().unwrap().contains("one level above a strength of L0"));
    assert_sound(&card);
    let mut absent = mechanism([0, 4, 0, 0]);
    absent.parameters[1] = ParameterRating { structural_absence: true, ..rating(0) };
    let card = with_default(CriterionId::C3, absent).unwrap();
    let p = &default_of(&card, CriterionId::C3).parameters;
    assert_eq!((p.C.level, p.C.gap.clone()), (Level::MAX, None), "an absent surface is not held to strength");
    assert_sound(&card);
}

#[test]
fn high_levels_need_a_literal() {
    let mut m = mechanism([3, 3, 2, 2]);
    m.parameters[0].evidence = vec![cite(1, false)];
    m.parameters[1].evidence = vec![cite(1, false), cite(2, true)];
    let card = with_default(CriterionId::C9, m).unwrap();
    let p = &default_of(&card, CriterionId::C9).parameters;
    assert_eq!(p.levels().map(Level::get), [2, 3, 2, 2]);
    assert_eq!(p.C.evidence.len(), 1, "the citation without a literal is left out");
    assert!(p.S.gap.as_ref().unwrap().contains("literal"));
    assert_sound(&card);
    let mut m = capped([1, 1, 1, 1], CapId::C8ModelSecrets);
    m.parameters[2].evidence = vec![cite(1, false)];
    let error = with_default(CriterionId::C8, m).unwrap_err().to_string();
    assert_eq!(error, "C8/default/D: the citation src/[id]/agent.ts:1 needs a literal that stands within its lines");
}

#[test]
fn worst_case_and_g1_stand_where_the_method_wants_them() {
    let card = with_default(CriterionId::C5, mechanism([2, 2, 2, 0])).unwrap();
    let m = default_of(&card, CriterionId::C5);
    assert_eq!(m.cap.as_ref().unwrap().id, CapName::Known(CapId::C5WorstCase));
    assert_eq!((m.raw, m.score), (0.4, 0.25));
    assert!(card.critical_findings.iter().any(|f| f.criterion == CriterionId::C5));
    assert_sound(&card);
    let card = with_default(CriterionId::C5, capped([2, 2, 2, 0], CapId::C5PublicTrigger)).unwrap();
    assert_eq!(default_of(&card, CriterionId::C5).cap.as_ref().unwrap().id.as_str(), "C5-PUBLICTRIGGER");
    let replaced = with_default(CriterionId::C5, capped([2, 2, 2, 0], CapId::G1)).unwrap();
    assert_eq!(default_of(&replaced, CriterionId::C5).cap.as_ref().unwrap().id.as_str(), "C5-WORSTCASE");
    assert!(with_default(CriterionId::C5, capped([2, 2, 2, 1], CapId::C5WorstCase)).is_err());
    let alt = Some(mechanism([4, 4, 0, 3]));
    let card = with(CriterionId::C2, Outcome::Scored { default: mechanism([1, 1, 1, 1]), alt }).unwrap();
    let c2 = card.criterion(CriterionId::C2).unwrap();
    assert_eq!((c2.counted, c2.score), (Counted::Alt, 0.5));
    assert_eq!(c2.cap.as_ref().unwrap().id.as_str(), "G1");
    assert_sound(&card);
}

#[test]
fn critical_gaps_are_complete() {
    for id in CriterionId::ALL {
        let card = with_default(id, mechanism([1, 1, 1, 0])).unwrap();
        let listed = card.critical_findings.iter().any(|f| f.criterion == id);
        assert_eq!(listed, score::B_AT_L0_IS_CRITICAL.contains(&id), "{id}");
        let bypassed = with_default(id, capped([1, 1, 1, 1], CapId::G2)).unwrap();
        assert!(bypassed.critical_findings.iter().any(|f| f.criterion == id && f.summary == "It is reachable."));
        let g1 = with_default(id, capped([1, 1, 1, 1], CapId::G1)).unwrap();
        assert!(g1.critical_findings.is_empty(), "{id}: G1 is no critical gap");
        assert_sound(&card);
        assert_sound(&bypassed);
        assert_sound(&g1);
    }
}

#[test]
fn absence_needs_a_search_and_the_right_criterion() {
    for id in CriterionId::ALL {
        let card = with(id, Outcome::Absent(vec![seek()]));
        assert_eq!(card.is_ok(), score::ABSENCE_ALLOWED.contains(&id), "{id}");
        if let Ok(card) = card {
            assert_eq!(card.applicable.count, 9);
            assert_sound(&card);
        }
        assert!(with(id, Outcome::Absent(vec![cite(1, true)])).is_err());
        let mut m = mechanism([2, 2, 2, 2]);
        m.parameters[1].structural_absence = true;
        m.parameters[1].evidence = vec![cite(1, true)];
        assert!(with_default(id, m).is_err());
    }
}

#[test]
fn not_assessed_counts_nothing_and_says_so() {
    let outcome = Outcome::NotAssessed { finding: "12 Kotlin files were not read.".into(), evidence: seek() };
    let card = with(CriterionId::C5, outcome).unwrap();
    let c5 = card.criterion(CriterionId::C5).unwrap();
    assert_eq!((c5.score, c5.confidence, c5.cap.clone()), (0.0, score::Confidence::Low, None));
    assert_eq!(c5.parameters.as_ref().unwrap().D.finding, "Not assessed: 12 Kotlin files were not read.");
    assert_eq!(card.not_assessed(), [CriterionId::C5]);
    assert!(card.critical_findings.is_empty());
    let markdown = report::markdown(&card, &Templates::embedded()).unwrap();
    assert!(markdown.contains("\n\nNot assessed (counted 0.00): C5.\n\nIt runs.\n"));
    assert!(markdown.contains("4 of 40 parameters inferred, 0 not followed"));
    assert_sound(&card);
    let bad = Outcome::NotAssessed { finding: "x".into(), evidence: cite(1, true) };
    assert!(with(CriterionId::C5, bad).is_err());
}

#[test]
fn limitations_name_the_interval() {
    let mut m = mechanism([2, 2, 2, 2]);
    m.parameters[0].not_followed = true;
    let (condition, verdict, why) = ("has('x')".to_owned(), Verdict::NotFollowed, None);
    m.parameters[0].chain = vec![Reason {
        level: 3,
        tested: Tested { condition, verdict, rules: vec![], places: vec![], why, any: vec![] },
    }];
    m.parameters[3].verified = false;
    let card = with_default(CriterionId::C9, m).unwrap();
    // 5.0 in all; S and B of C9 may be one off: 0.125 either way.
    assert_eq!(card.score, 5.0);
    assert_eq!(
        card.limitations[0],
        "Rated by depthgauge 0.1.0 with rules abc from source alone; 1 of 40 parameters inferred, 1 not followed; the \
         total lies between 4.9 and 5.1 if those went one level either way."
    );
    let ours = card.depthgauge.as_ref().unwrap();
    assert_eq!(ours.origins.len(), 40);
    assert_eq!(ours.reasons.keys().collect::<Vec<_>>(), ["C9/default/S"]);
}

#[test]
fn faults_of_an_assessment_are_named() {
    let mut a = assessment(|_| None);
    a.criteria.swap(0, 1);
    assert!(build(&a).unwrap_err().to_string().contains("C2, C1, C3"));
    let mut a = assessment(|_| None);
    a.surface.pop();
    assert!(build(&a).unwrap_err().to_string().contains("external communication"));
    let mut m = mechanism([1, 1, 1, 1]);
    m.parameters[1].gap = None;
    assert_eq!(with_default(CriterionId::C1, m).unwrap_err().to_string(), "C1/default/C: a level below L4 needs a gap");
    let mut m = mechanism([1, 1, 1, 1]);
    m.parameters[1].evidence.clear();
    assert!(with_default(CriterionId::C1, m).is_err());
    assert!(with_default(CriterionId::C1, capped([1, 1, 1, 1], CapId::C7RceLoad)).is_err());
    let mut m = meta();
    m.pinned_commit = "HEAD".into();
    assert!(Card::build(&assessment(|_| None), m, &|_| None).is_err());
}

#[test]
fn without_a_host_there_is_no_dead_link() {
    let mut m = meta();
    m.repo_url = None;
    m.uncommitted = true;
    m.incomplete = vec!["src/main.kt was not read.".into()];
    let card = Card::build(&assessment(|_| None), m, &|_| None).unwrap();
    let markdown = report::markdown(&card, &Templates::embedded()).unwrap();
    assert!(markdown.contains("**Repo:** none · ") && markdown.contains(" — `src/[id]/agent.ts:3`; searched"));
    assert!(!markdown.contains("]("));
    assert!(card.limitations[1].contains("work tree"));
    assert_eq!(card.limitations[2], "The audit is incomplete: src/main.kt was not read.");
    assert_sound(&card);
}

fn any_rating(id: CriterionId) -> impl Strategy<Value = ParameterRating> {
    (0u8..=4, prop::bool::weighted(0.1), prop::bool::weighted(0.8), 0u8..4).prop_map(move |(level, sa, verified, e)| {
        ParameterRating {
            structural_absence: sa && score::ABSENCE_ALLOWED.contains(&id),
            verified,
            evidence: match e {
                0 => vec![cite(1, false), seek()],
                1 => vec![seek()],
                _ => vec![cite(1, true), cite(2, false), seek(), cite(1, true)],
            },
            ..rating(level)
        }
    })
}

fn any_mechanism(id: CriterionId, kind: Counted) -> impl Strategy<Value = assess::Mechanism> {
    let one = move || any_rating(id);
    let caps: Vec<Option<CapId>> = score::CAPS
        .into_iter()
        .filter(|c| score::criterion_of(*c).is_none_or(|only| only == id))
        .map(Some)
        .chain([None, None, None])
        .collect();
    ([one(), one(), one(), one()], prop::sample::select(caps)).prop_map(move |(parameters, cap)| {
        let open = parameters[3].level == Level::MIN && !parameters[3].structural_absence;
        let cap = cap.filter(|c| *c != CapId::C5WorstCase || (open && kind == Counted::Default));
        let cap = cap.map(|id| assess::Cap { id, reason: "Reachable.".into(), evidence: vec![cite(9, true)] });
        assess::Mechanism { label: format!("{kind:?} one"), parameters, cap, critical: None, caps: vec![] }
    })
}

fn any_outcome(id: CriterionId) -> BoxedStrategy<Outcome> {
    let scored = (any_mechanism(id, Counted::Default), prop::option::weighted(0.3, any_mechanism(id, Counted::Alt)))
        .prop_map(|(default, alt)| Outcome::Scored { default, alt });
    let unread = Just(Outcome::NotAssessed { finding: "Unread.".into(), evidence: seek() });
    if score::ABSENCE_ALLOWED.contains(&id) {
        prop_oneof![6 => scored, 1 => unread, 2 => Just(Outcome::Absent(vec![seek()]))].boxed()
    } else {
        prop_oneof![6 => scored, 1 => unread].boxed()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_card_holds_every_invariant(outcomes in CriterionId::ALL.map(any_outcome)) {
        let a = assessment(|id| Some(outcomes[id as usize].clone()));
        let card = build(&a).unwrap();
        assert_sound(&card);
        let ours = card.depthgauge.as_ref().unwrap();
        let interval = ours.interval.unwrap();
        prop_assert!(interval.low <= card.score && card.score <= interval.high);
    }
}
