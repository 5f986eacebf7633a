//! The arithmetic of the page is that of the program: the same states give the same totals, and what the page lets
//! stand is within the bounds of the method.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use depthgauge::{
    rubric::{CapId, CriterionId, Level},
    score::{self, Band, Counted, Millis, Rating, Rows},
};
use serde_json::{Value, json};

use crate::common::{have, package};

/// Numbers that look random and are the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }
}

/// Caps that may stand on a criterion.
fn caps_of(id: CriterionId) -> Vec<CapId> {
    score::CAPS.into_iter().filter(|cap| score::criterion_of(*cap).is_none_or(|only| only == id)).collect()
}

fn mechanism(dice: &mut Dice, id: CriterionId, kind: &str) -> Value {
    let s = dice.roll(5);
    let absent: Vec<bool> = (0..4).map(|_| dice.one_in(12)).collect();
    let inferred: Vec<bool> = absent.iter().map(|absent| !absent && dice.one_in(5)).collect();
    let s = if absent[0] {
        4
    } else if inferred[0] {
        s.min(2)
    } else {
        s
    };
    let levels: Vec<u64> = (0..4)
        .map(|at| match at {
            _ if absent[at] => 4,
            0 => s,
            3 => dice.roll(5),
            _ => dice.roll(5).min(s + 1),
        })
        .zip(&inferred)
        .map(|(level, inferred)| if *inferred { level.min(2) } else { level })
        .collect();
    let mut caps: Vec<&str> = caps_of(id).into_iter().filter(|_| dice.one_in(4)).map(score::name_of).collect();
    if kind == "alt" && !caps.contains(&"G1") {
        caps.push("G1");
    }
    json!({"kind": kind, "levels": levels, "absent": absent, "inferred": inferred, "caps": caps})
}

fn case(dice: &mut Dice) -> Value {
    let criteria: Vec<Value> = CriterionId::ALL
        .into_iter()
        .map(|id| {
            let absent = score::ABSENCE_ALLOWED.contains(&id) && dice.one_in(6);
            let mut mechanisms = Vec::new();
            if !absent {
                mechanisms.push(mechanism(dice, id, "default"));
                if dice.one_in(3) {
                    mechanisms.push(mechanism(dice, id, "alt"));
                }
            }
            json!({"id": id, "absent": absent, "assessed": absent || !dice.one_in(15), "mechanisms": mechanisms})
        })
        .collect();
    let tries: Vec<Value> = (0..dice.roll(14)).filter_map(|_| attempt(dice, &criteria)).collect();
    json!({"criteria": criteria, "tries": tries})
}

fn attempt(dice: &mut Dice, criteria: &[Value]) -> Option<Value> {
    let at = dice.roll(10) as usize;
    let mechanisms = criteria[at]["mechanisms"].as_array()?;
    let m = dice.roll(mechanisms.len().max(1) as u64) as usize;
    let caps = mechanisms.get(m)?["caps"].as_array()?;
    Some(match dice.roll(6) {
        0 if !caps.is_empty() => {
            json!(["cap", at, m, caps[dice.roll(caps.len() as u64) as usize], dice.one_in(2)])
        }
        1 if mechanisms.len() > 1 => json!(["ship", at, m, null, dice.one_in(2)]),
        _ => json!(["level", at, m, dice.roll(4), dice.roll(5)]),
    })
}

fn four<T>(value: &Value, of: impl Fn(&Value) -> T) -> [T; 4] {
    let items: Vec<T> = value.as_array().expect("a list").iter().map(of).collect();
    items.try_into().unwrap_or_else(|_| panic!("four: {value}"))
}

fn flags(value: &Value) -> [bool; 4] {
    four(value, |flag| flag.as_bool().expect("a flag"))
}

fn names(value: &Value) -> Vec<CapId> {
    let known = value.as_array().expect("a list").iter().filter_map(|name| score::parse_cap(name.as_str()?));
    known.collect()
}

/// A state of the page as the program's arithmetic takes it.
fn rows(criterion: &Value) -> Rows {
    let id: CriterionId = serde_json::from_value(criterion["id"].clone()).expect("an id");
    let mechanisms = criterion["mechanisms"].as_array().expect("mechanisms");
    let ships_alternative = mechanisms.iter().any(|m| m["kind"] == "alt" && m["shipped"] == true);
    let ratings = mechanisms.iter().filter(|m| !ships_alternative || m["kind"] == "alt").map(|m| {
        let lifted = names(&m["lifted"]);
        let mut caps: Vec<CapId> = names(&m["caps"]);
        caps.retain(|cap| !lifted.contains(cap) && *cap != CapId::C5WorstCase);
        if m["kind"] == "alt" {
            caps.retain(|cap| *cap != CapId::G1);
            if !ships_alternative {
                caps.push(CapId::G1);
            }
        }
        Rating {
            kind: if m["kind"] == "alt" && !ships_alternative { Counted::Alt } else { Counted::Default },
            levels: four(&m["levels"], |l| Level::new(l.as_u64().expect("a level") as u8).expect("0 to 4")),
            absent: flags(&m["absent"]),
            uncertain: [false; 4],
            cap: score::lowest(caps),
        }
    });
    Rows { criterion: id, assessed: criterion["assessed"] == true, mechanisms: ratings.collect() }
}

fn check_bounds(criterion: &Value, at: &str) {
    for m in criterion["mechanisms"].as_array().expect("mechanisms") {
        let levels = four(&m["levels"], |l| l.as_u64().expect("a level"));
        let (absent, inferred) = (flags(&m["absent"]), flags(&m["inferred"]));
        for (i, level) in levels.iter().enumerate() {
            assert!(!absent[i] || *level == 4, "{at}: an absent surface moved");
            assert!(!inferred[i] || *level <= 2, "{at}: an inferred level above L2");
            let bound = (i == 1 || i == 2) && !absent[i] && !absent[0];
            assert!(!bound || *level <= levels[0] + 1, "{at}: {levels:?}");
        }
    }
}

#[test]
fn the_page_computes_as_the_program_does() {
    if !have("node") {
        return;
    }
    let mut dice = Dice(0x5eed_1234_abcd_0011);
    let cases: Vec<Value> = (0..4000).map(|_| case(&mut dice)).collect();
    let mut node = Command::new("node")
        .arg(package().join("tests/browser/replay.js"))
        .arg(package().join("report-templates/page/score.js"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut input = node.stdin.take().expect("a pipe");
    let text = serde_json::to_vec(&cases).expect("JSON");
    let writer = std::thread::spawn(move || input.write_all(&text));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("the writer ends").expect("the cases are written");
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).expect("answers");
    assert_eq!(answers.len(), cases.len());
    let (mut tried, mut refused, mut moved) = (0, 0, 0);
    for (n, (case, answer)) in cases.iter().zip(&answers).enumerate() {
        let state = answer["state"].as_array().expect("a state");
        let all: Vec<Rows> = state.iter().map(rows).collect();
        let (low, high) = score::interval(&all);
        assert_eq!(low, high);
        assert_eq!(answer["now"].as_u64(), Some(u64::from(low.0)), "case {n}: {case}");
        assert_eq!(answer["band"], Band::of(low).label(), "case {n}");
        moved += u32::from(answer["before"] != answer["now"]);
        let scores = answer["scores"].as_array().expect("scores");
        let sum: u64 = scores.iter().filter_map(Value::as_u64).sum();
        assert_eq!(u64::from(score::total([Millis(sum as u32)]).0), u64::from(low.0), "case {n}");
        for (at, criterion) in state.iter().enumerate() {
            check_bounds(criterion, &format!("case {n}, criterion {}", at + 1));
        }
        for (attempt, answer) in
            case["tries"].as_array().into_iter().flatten().zip(answer["refused"].as_array().into_iter().flatten())
        {
            tried += 1;
            let why = answer["why"].as_str().expect("a reason or none");
            // Lowering S and shipping an alternative say something and act all the same.
            let acts = why.contains("came down") || why.starts_with("G1 is gone");
            assert!(why.is_empty() || acts || answer["same"] == true, "{attempt}: {why}");
            refused += u32::from(!why.is_empty() && !acts);
        }
    }
    assert!(tried > 15_000 && refused > 2_000 && moved > 1_500, "{tried} tried, {refused} refused, {moved} moved");
}
