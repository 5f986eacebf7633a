//! Levels, surfaces and caps of two cards, and the matches of rules that account for each change.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Change, ChangeKind, Context, Direction, Moved, Verdict, Where,
    bearing::{NOTHING_WEAKER, strengthens},
    words::{lower, word},
};
use crate::{
    assess::{CutBy, Reason, Tested, Verdict as Answer},
    audit::Marked,
    card::{self, CardData, Criterion, Evidence, Mechanism, RatingStatus, mechanism_key, parameter_key},
    rubric::{CriterionId, Parameter},
    rulebook::Role,
    score::{self, Counted},
};

/// Places that one change names.
const PLACES: usize = 4;

/// All changes of levels, surfaces of criteria, caps and critical gaps.
pub(super) fn changes(context: &Context<'_>, before: &CardData, after: &CardData) -> Vec<Change> {
    let mut changes = Vec::new();
    for id in CriterionId::ALL {
        let (Some(old), Some(new)) = (before.criterion(id), after.criterion(id)) else { continue };
        let pair = Pair { context, before, after, id };
        if before.not_assessed().contains(&id) || after.not_assessed().contains(&id) {
            continue;
        }
        let from = changes.len();
        match (old.is_absent(), new.is_absent()) {
            (true, true) => {}
            (true, false) => changes.push(pair.appeared()),
            (false, true) => changes.push(pair.vanished()),
            (false, false) => {
                pair.levels(old, new, &mut changes);
                changes.extend(pair.cap(new));
            }
        }
        let explained =
            changes[from..].iter().any(|c| c.direction == Direction::Weaker && c.verdict != Verdict::Folded);
        changes.extend(pair.critical(explained));
    }
    changes
}

struct Pair<'a> {
    context: &'a Context<'a>,
    before: &'a CardData,
    after: &'a CardData,
    id: CriterionId,
}

impl Pair<'_> {
    fn appeared(&self) -> Change {
        let rules = self.rules_of(&traced(self.after, self.id), &traced(self.before, self.id));
        let (gone, new) = self.accountable(&rules);
        let rating = self.after.criterion(self.id).map(Criterion::rating).unwrap_or_default();
        let mut change = self.change(ChangeKind::Absence, Direction::Weaker, None, "SA", &rating);
        change.sentence = format!(
            "{} {}: nothing of the kind was there; now it is, rated {rating}{}.",
            self.id,
            lower(score::criterion_text(self.id).name),
            self.context.because(&gone, &new)
        );
        self.explain(change, &gone, &new)
    }

    fn vanished(&self) -> Change {
        let rules = self.rules_of(&traced(self.before, self.id), &traced(self.after, self.id));
        let (gone, new) = self.accountable(&rules);
        let rating = self.before.criterion(self.id).map(Criterion::rating).unwrap_or_default();
        let mut change = self.change(ChangeKind::Absence, Direction::Stronger, None, &rating, "SA");
        change.sentence = format!(
            "{} {}: what it is about is gone{}.",
            self.id,
            lower(score::criterion_text(self.id).name),
            self.context.because(&gone, &new)
        );
        self.explain(change, &gone, &new)
    }

    /// Levels of the default mechanism; of the alternative one where it counted.
    fn levels(&self, old: &Criterion, new: &Criterion, changes: &mut Vec<Change>) {
        for kind in [Counted::Default, Counted::Alt] {
            let (Some(a), Some(b)) = (old.mechanism(kind), new.mechanism(kind)) else { continue };
            if kind == Counted::Alt && old.counted != Counted::Alt {
                continue;
            }
            let first = changes.len();
            for parameter in Parameter::ALL {
                changes.extend(self.level(kind, parameter, a, b));
            }
            self.held_by_strength(kind, &mut changes[first..]);
        }
        if old.counted == Counted::Alt && new.mechanism(Counted::Alt).is_none() {
            let mut change = self.change(ChangeKind::Level, Direction::Weaker, None, "optional control", "none");
            let label = old.mechanism(Counted::Alt).map(|m| m.label.clone()).unwrap_or_default();
            let rules: BTreeSet<String> = chain_rules(self.before, self.id, Counted::Alt);
            let (gone, new) = self.accountable(&rules);
            change.sentence = format!(
                "{} {}: the stronger control that could be turned on ({label}) is gone{}.",
                self.id,
                lower(score::criterion_text(self.id).name),
                self.context.because(&gone, &new)
            );
            changes.push(self.explain(change, &gone, &new));
        }
    }

    fn level(&self, kind: Counted, parameter: Parameter, old: &Mechanism, new: &Mechanism) -> Option<Change> {
        let (a, b) = (old.parameters.get(parameter), new.parameters.get(parameter));
        let shown = |rating: &crate::card::Rating| match rating.structural_absence {
            true => "SA".to_owned(),
            false => format!("L{}", rating.level.get()),
        };
        if a.level == b.level {
            return None;
        }
        let direction = if b.level < a.level { Direction::Weaker } else { Direction::Stronger };
        let key = parameter_key(self.id, kind, parameter);
        let (chain_a, chain_b) = (chain(self.before, &key), chain(self.after, &key));
        let (lost, gained) = match direction {
            Direction::Weaker => (chain_a, chain_b),
            _ => (chain_b, chain_a),
        };
        let span = (b.level.min(a.level).get(), b.level.max(a.level).get());
        let decisive = decisive(lost, gained, span);
        let mut rules: BTreeSet<String> = decisive.iter().flat_map(|reason| reason.tested.rules.clone()).collect();
        if old.label != new.label {
            rules.extend(mechanism_rules(self.before, self.id));
            rules.extend(mechanism_rules(self.after, self.id));
        }
        let (gone, fresh) = self.accountable(&rules);
        let mut change = self.change(ChangeKind::Level, direction, Some(parameter), &shown(a), &shown(b));
        let verb = if direction == Direction::Weaker { "falls" } else { "rises" };
        let alt = if kind == Counted::Alt { " of the control that can be turned on" } else { "" };
        change.sentence = format!(
            "{}.{parameter} {}, {}{alt}, {verb} from {} to {}{}.",
            self.id,
            lower(score::criterion_text(self.id).name),
            word(parameter),
            shown(a),
            shown(b),
            self.context.because(&gone, &fresh)
        );
        change.after = cited(self.context, b, false);
        change.before = cited(self.context, a, true);
        if direction == Direction::Weaker {
            change.restore = b.gap.clone();
            let reached = |chain: &[Reason]| {
                (1..=4).rev().find(|level| {
                    let of_level: Vec<_> = chain.iter().filter(|reason| reason.level == *level).collect();
                    !of_level.is_empty() && of_level.iter().all(|reason| reason.tested.verdict == Answer::Met)
                })
            };
            let cut = |by: CutBy| {
                let cuts = self.after.depthgauge.as_ref().and_then(|ours| ours.cuts.get(&key));
                cuts.is_some_and(|cuts| cuts.iter().any(|cut| cut.by == by))
            };
            let unread = |reason: &&Reason| reason.tested.verdict == Answer::NotFollowed;
            let now: Vec<&Reason> =
                chain_b.iter().filter(|r| r.level > b.level.get() && r.level <= a.level.get()).collect();
            let missing: Vec<&Reason> = now.into_iter().filter(|r| r.tested.verdict != Answer::Met).collect();
            change.because = if a.status == RatingStatus::Inferred {
                Some("the level was assumed, not read".to_owned())
            } else if reached(chain_b) >= Some(a.level.get()) && cut(CutBy::Strength) {
                Some(HELD.to_owned())
            } else if reached(chain_b) >= Some(a.level.get()) && (cut(CutBy::NoLiteral) || cut(CutBy::Inferred)) {
                Some("its conditions hold as before; only no line can be quoted for it any more".to_owned())
            } else if !missing.is_empty() && missing.iter().all(unread) {
                Some("what decides it could not be followed".to_owned())
            } else if strengthens(&self.context.rulebook.inventory.sections, &gone, &fresh) {
                Some(NOTHING_WEAKER.to_owned())
            } else {
                None
            };
            if change.because.is_some() {
                change.verdict = Verdict::Folded;
            }
        }
        Some(self.explain(change, &gone, &fresh))
    }

    /// Coverage and default that only fell because strength did are said with it.
    fn held_by_strength(&self, kind: Counted, changes: &mut [Change]) {
        let held: Vec<String> = changes
            .iter()
            .filter(|change| change.because.as_deref() == Some(HELD))
            .filter_map(|change| {
                let (parameter, from, to) = (change.parameter?, change.from.as_ref()?, change.to.as_ref()?);
                Some(format!("{} from {from} to {to}", word(parameter)))
            })
            .collect();
        let strength = changes.iter_mut().find(|change| change.parameter == Some(Parameter::S));
        if let (Some(strength), false, Counted::Default) = (strength, held.is_empty(), kind) {
            let sentence = strength.sentence.trim_end_matches('.').to_owned();
            strength.sentence = format!("{sentence}; it holds down {}.", held.join(" and "));
        }
    }

    fn cap(&self, new: &Criterion) -> Vec<Change> {
        let applied = |criterion: &Criterion| {
            let mechanism = criterion.mechanism(Counted::Default)?;
            mechanism.cap.as_ref().map(|cap| (cap.id.as_str().to_owned(), cap.reason.clone()))
        };
        let held = |card: &CardData| -> BTreeSet<String> {
            let key = mechanism_key(self.id, Counted::Default);
            let caps = card.depthgauge.as_ref().and_then(|ours| ours.caps.get(&key));
            let held = caps.into_iter().flatten().filter(|cap| cap.held);
            held.map(|cap| score::name_of(cap.id).to_owned()).collect()
        };
        let (was, is) = (held(self.before), held(self.after));
        let mut changes = Vec::new();
        for name in is.difference(&was) {
            // It follows from the level of B, which has a line of its own.
            let follows = name == "C5-WORSTCASE";
            let reason = applied(new).filter(|(id, _)| id == name).map(|(_, reason)| reason);
            let rules = cap_rules(self.after, self.id, name);
            let (gone, fresh) = self.accountable(&rules);
            let mut change = self.change(ChangeKind::Cap, Direction::Weaker, None, "none", name);
            let reason = reason.map(|reason| format!(": {}", reason.trim_end_matches('.'))).unwrap_or_default();
            change.sentence =
                format!("{} is capped by {name}{reason}{}.", self.id, self.context.because(&gone, &fresh));
            change.after = cap_places(self.context, self.after, self.id);
            if follows {
                change.verdict = Verdict::Folded;
                change.because = Some("it follows from the level of blast radius".to_owned());
            } else if name == "G1" {
                change.verdict = Verdict::Folded;
                change.because = Some("it follows from the level of the default".to_owned());
            }
            changes.push(self.explain(change, &gone, &fresh));
        }
        for name in was.difference(&is) {
            let rules = cap_rules(self.before, self.id, name);
            let (gone, fresh) = self.accountable(&rules);
            let mut change = self.change(ChangeKind::Cap, Direction::Stronger, None, name, "none");
            change.sentence =
                format!("{} is no longer capped by {name}{}.", self.id, self.context.because(&gone, &fresh));
            changes.push(self.explain(change, &gone, &fresh));
        }
        changes
    }

    fn critical(&self, explained: bool) -> Option<Change> {
        let find = |card: &CardData| card.critical_findings.iter().find(|f| f.criterion == self.id).cloned();
        match (find(self.before), find(self.after)) {
            (None, Some(finding)) => {
                let mut change = self.change(ChangeKind::CriticalGap, Direction::Weaker, None, "none", "open");
                change.sentence = format!("{} has a critical gap: {}", self.id, finding.summary);
                change.after = places(self.context, &finding.evidence, false);
                if explained {
                    change.verdict = Verdict::Folded;
                    change.because = Some("a line above says what opened it".to_owned());
                }
                Some(change)
            }
            (Some(finding), None) => {
                let mut change = self.change(ChangeKind::CriticalGap, Direction::Stronger, None, "open", "none");
                change.sentence = format!("{} has no critical gap any more: {}", self.id, finding.summary);
                change.before = places(self.context, &finding.evidence, true);
                Some(change)
            }
            _ => None,
        }
    }

    fn change(
        &self,
        kind: ChangeKind,
        direction: Direction,
        parameter: Option<Parameter>,
        from: &str,
        to: &str,
    ) -> Change {
        let cell = parameter.map_or_else(|| self.id.to_string(), |p| format!("{}.{p}", self.id));
        Change {
            id: self.context.id(&[&format!("{kind:?}"), &cell, to]),
            criterion: Some(self.id),
            parameter,
            from: Some(from.to_owned()),
            to: Some(to.to_owned()),
            ..super::change(kind, direction)
        }
    }

    /// Puts the places that account for a change before those that only show the state.
    fn explain(&self, mut change: Change, gone: &[&Marked], new: &[&Marked]) -> Change {
        change.rules =
            gone.iter().chain(new).map(|m| m.mark.rule.clone()).collect::<BTreeSet<_>>().into_iter().collect();
        if !gone.is_empty() {
            change.before = gone.iter().take(PLACES).map(|m| self.context.place(m, true)).collect();
        }
        if !new.is_empty() {
            change.after = new.iter().take(PLACES).map(|m| self.context.place(m, false)).collect();
        }
        if change.direction == Direction::Weaker {
            change.restore = self.context.restore(gone, new).or(change.restore);
        }
        change
    }

    /// Matches of the rules that came or went.
    fn accountable(&self, rules: &BTreeSet<String>) -> (Vec<&Marked>, Vec<&Marked>) {
        let Moved { gone, new } = self.context.moved;
        let of = |marks| pick(marks, |m: &Marked| rules.contains(&m.mark.rule));
        (of(gone), of(new))
    }

    /// Rules of the conditions whose answer differs.
    fn rules_of(&self, one: &[Tested], other: &[Tested]) -> BTreeSet<String> {
        let answers: BTreeMap<&str, Answer> = other.iter().map(|t| (t.condition.as_str(), t.verdict)).collect();
        let differs = |t: &&Tested| answers.get(t.condition.as_str()) != Some(&t.verdict);
        let of: BTreeSet<String> = one.iter().filter(differs).flat_map(|t| t.rules.clone()).collect();
        if of.is_empty() { one.iter().flat_map(|t| t.rules.clone()).collect() } else { of }
    }
}

const HELD: &str = "strength holds it down: at most one level above";

fn pick(marks: &[Marked], wanted: impl Fn(&Marked) -> bool) -> Vec<&Marked> {
    let mut picked: Vec<&Marked> = marks.iter().filter(|m| wanted(m)).collect();
    // Controls and defaults say more than what is merely there.
    picked.sort_by_key(|m| m.role == Role::Surface);
    picked
}

/// Conditions between two levels that one chain meets and the other does not; without any, all of those levels.
fn decisive<'c>(met: &[Reason], unmet: &'c [Reason], (low, high): (u8, u8)) -> Vec<&'c Reason> {
    let between = |reason: &&Reason| reason.level > low && reason.level <= high;
    let was: BTreeMap<(u8, &str), Answer> =
        met.iter().map(|r| ((r.level, r.tested.condition.as_str()), r.tested.verdict)).collect();
    let differs = |reason: &&Reason| {
        reason.tested.verdict != Answer::Met
            && was.get(&(reason.level, reason.tested.condition.as_str())).is_none_or(|v| *v == Answer::Met)
    };
    let strict: Vec<&Reason> = unmet.iter().filter(between).filter(differs).collect();
    if !strict.is_empty() {
        return strict;
    }
    let missing: Vec<&Reason> = unmet.iter().filter(between).filter(|r| r.tested.verdict != Answer::Met).collect();
    if missing.is_empty() { unmet.iter().filter(between).collect() } else { missing }
}

fn chain<'c>(card: &'c CardData, key: &str) -> &'c [Reason] {
    card.depthgauge.as_ref().and_then(|ours| ours.reasons.get(key)).map_or(&[], Vec::as_slice)
}

fn chain_rules(card: &CardData, id: CriterionId, kind: Counted) -> BTreeSet<String> {
    let all = Parameter::ALL.into_iter().flat_map(|p| chain(card, &parameter_key(id, kind, p)));
    all.flat_map(|reason| reason.tested.rules.clone()).collect()
}

fn traced(card: &CardData, id: CriterionId) -> Vec<Tested> {
    let trace = card.depthgauge.as_ref().and_then(|ours| ours.traces.get(&id));
    trace.map(|trace| trace.surface.clone()).unwrap_or_default()
}

fn mechanism_rules(card: &CardData, id: CriterionId) -> BTreeSet<String> {
    let trace = card.depthgauge.as_ref().and_then(|ours| ours.traces.get(&id));
    let considered = trace.into_iter().flat_map(|trace| &trace.mechanisms);
    considered.flat_map(|m| &m.tested).flat_map(|t| t.rules.clone()).collect()
}

fn cap_rules(card: &CardData, id: CriterionId, name: &str) -> BTreeSet<String> {
    let key = mechanism_key(id, Counted::Default);
    let caps = card.depthgauge.as_ref().and_then(|ours| ours.caps.get(&key)).into_iter().flatten();
    let of = caps.filter(|cap| score::name_of(cap.id) == name);
    of.flat_map(|cap| &cap.tested).flat_map(|t| t.rules.clone()).collect()
}

fn cap_places(context: &Context<'_>, card: &CardData, id: CriterionId) -> Vec<Where> {
    let key = mechanism_key(id, Counted::Default);
    let evidence = card.depthgauge.as_ref().and_then(|ours| ours.cap_evidence.get(&key));
    evidence.map(|evidence| places(context, evidence, false)).unwrap_or_default()
}

fn cited(context: &Context<'_>, rating: &crate::card::Rating, before: bool) -> Vec<Where> {
    places(context, &rating.evidence, before)
}

fn places(context: &Context<'_>, evidence: &[Evidence], before: bool) -> Vec<Where> {
    let code = evidence.iter().filter_map(|evidence| match evidence {
        Evidence::Code(code) => {
            let span = card::lines_of(&code.lines)?;
            Some(context.at(&code.file, (span.start, span.end), before, super::CITED))
        }
        Evidence::Search(_) => None,
    });
    code.take(PLACES).collect()
}
