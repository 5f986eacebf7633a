//! What a policy makes of a comparison.

use std::collections::BTreeSet;

use super::{Addition, Cell, Coverage, Minimum, Mode, Policy};
use crate::{
    card::{CardData, Mechanism},
    compare::diff::{Change, ChangeKind, DiffOutcome, DiffReport, Direction, TargetDiff, Verdict, floor},
    score::{Counted, Millis},
};

/// Judges every change of a report. `cards` are those of the head and of the commit compared with, by target;
/// `known` are ids that the baseline holds; `today` is `YYYY-MM-DD`.
pub fn judge(
    report: &mut DiffReport,
    policy: &Policy,
    cards: &[(Option<&CardData>, Option<&CardData>)],
    known: &BTreeSet<String>,
    today: &str,
) {
    for (target, (before, after)) in report.targets.iter_mut().zip(cards) {
        let own = policy.target(target.subpath.as_deref()).cloned().unwrap_or_default();
        target.owners.clone_from(&own.owners);
        for change in &mut target.changes {
            if change.verdict != Verdict::Folded && fails(policy, change) {
                change.verdict = Verdict::Fails;
            }
        }
        let minimum = own.minimum.as_ref().or(policy.minimum.as_ref());
        let floors = policy.floors.iter().filter(|(cell, _)| !own.floors.contains_key(cell)).chain(&own.floors);
        let floors: Vec<(Cell, u32)> = floors.map(|(cell, floor)| (*cell, *floor)).collect();
        let caps: BTreeSet<&str> =
            policy.forbidden_caps.iter().chain(&own.forbidden_caps).map(String::as_str).collect();
        bounds(target, *before, *after, minimum, &floors, &caps);
    }
    excuse(report, policy, known, today);
    for target in &mut report.targets {
        target.changes.sort_by(|a, b| order(a).cmp(&order(b)));
    }
    let weaker = report.failing().next().is_some();
    let less = policy.coverage == Coverage::Fail && report.targets.iter().any(|target| !target.reads_less.is_empty());
    report.policy.observe = policy.mode == Mode::Observe;
    report.outcome = match (weaker, less, policy.mode) {
        (false, false, _) => DiffOutcome::Passed,
        (true, _, Mode::Observe) | (_, true, Mode::Observe) => DiffOutcome::Observed,
        (true, _, Mode::Enforce) => DiffOutcome::Weaker,
        (false, true, Mode::Enforce) => DiffOutcome::ReadsLess,
    };
}

type Order<'a> = (Verdict, Direction, ChangeKind, Option<crate::rubric::CriterionId>, &'a str, &'a str);

fn order(change: &Change) -> Order<'_> {
    (change.verdict, change.direction, change.kind, change.criterion, &change.sentence, &change.id)
}

fn fails(policy: &Policy, change: &Change) -> bool {
    let denied = |addition| policy.deny_new.contains(&addition);
    change.direction == Direction::Weaker
        && match change.kind {
            ChangeKind::Level | ChangeKind::Absence => policy.no_fall,
            ChangeKind::Cap => denied(Addition::Cap),
            ChangeKind::CriticalGap => denied(Addition::CriticalGap),
            ChangeKind::UngatedTool => denied(Addition::UngatedTool),
            ChangeKind::Bypass => denied(Addition::Bypass),
            ChangeKind::Exposure => denied(Addition::Exposure),
            ChangeKind::PublicTrigger => denied(Addition::PublicTrigger),
            ChangeKind::Control | ChangeKind::Tool | ChangeKind::Surface | ChangeKind::Total | ChangeKind::Floor => {
                false
            }
        }
}

/// Bounds that the head is below. One that the base was below as well, and by no less, is no matter of this change.
fn bounds(
    target: &mut TargetDiff,
    before: Option<&CardData>,
    after: Option<&CardData>,
    minimum: Option<&Minimum>,
    floors: &[(Cell, u32)],
    caps: &BTreeSet<&str>,
) {
    let Some(after) = after else { return };
    let mut broken = |cell: &str, least: u32, is: u32, was: Option<u32>| {
        if is < least {
            let worse = was.is_none_or(|was| was >= least || is < was);
            target.changes.push(floor(target.subpath.as_deref(), cell, least, is, was, worse));
        }
    };
    if let Some(minimum) = minimum {
        let of = crate::compare::diff::thousandths;
        broken("total", minimum.thousandths(), of(after), before.map(of));
    }
    for (cell, least) in floors {
        if let Some(is) = value(after, *cell) {
            broken(&cell.to_string(), *least, is, before.and_then(|card| value(card, *cell)));
        }
    }
    for cap in caps {
        let held = |card: &CardData| {
            let default = |m: &Mechanism| m.cap.as_ref().is_some_and(|known| known.id.as_str() == *cap);
            card.criteria.iter().filter_map(|c| c.mechanism(Counted::Default)).any(default)
        };
        if held(after) {
            let was = before.map(|card| u32::from(!held(card)));
            broken(cap, 1, 0, was);
        }
    }
}

/// Thousandths of a criterion, or the level of a parameter of its default mechanism.
fn value(card: &CardData, Cell(id, parameter): Cell) -> Option<u32> {
    let criterion = card.criterion(id).filter(|_| !card.not_assessed().contains(&id))?;
    match parameter {
        None => Millis::from_f64(criterion.score).map(|millis| millis.0),
        Some(_) if criterion.is_absent() => Some(4),
        Some(parameter) => {
            criterion.mechanism(Counted::Default).map(|m| u32::from(m.parameters.get(parameter).level.get()))
        }
    }
}

/// Exceptions and the baseline.
fn excuse(report: &mut DiffReport, policy: &Policy, known: &BTreeSet<String>, today: &str) {
    let mut used = BTreeSet::new();
    for target in &mut report.targets {
        for change in target.changes.iter_mut().filter(|change| change.verdict == Verdict::Fails) {
            let exception = policy.exceptions.iter().find(|exception| exception.id == change.id);
            if let Some(exception) = exception {
                used.insert(exception.id.clone());
                if exception.expires.as_str() >= today {
                    change.verdict = Verdict::Excepted;
                    change.because = Some(format!(
                        "excepted by {} until {}: {}",
                        crate::text::code(&exception.owner),
                        exception.expires,
                        crate::text::code(&exception.reason)
                    ));
                }
            } else if known.contains(&change.id) {
                change.verdict = Verdict::Excepted;
                change.because = Some("the baseline has it".to_owned());
            }
        }
    }
    for exception in &policy.exceptions {
        let id = crate::text::code(&exception.id);
        if exception.expires.as_str() < today {
            report.policy.stale.push(format!("The exception {id} expired on {}.", exception.expires));
        } else if !used.contains(&exception.id) {
            report.policy.stale.push(format!("The exception {id} excepts nothing here."));
        }
    }
}
