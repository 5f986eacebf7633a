//! The computed fields of a card whose authored ones were changed: points, raw, automatic caps, scores, the counted
//! mechanism, total, band, critical gaps and gains. Texts and evidence stay as they are.

use super::{
    Cap, CardData, CriticalFinding, Evidence, Fix, Improvement, Interval, Mechanism, Parameters, Rating, RatingStatus,
    figures, mechanism::with_literals, mechanism_key, parameter_key,
};
use crate::{
    assess::{Reason, Verdict},
    rubric::{CapId, CriterionId, Level, Parameter},
    score::{self, Confidence, Counted, Rows},
};

/// What a mechanism that has to be turned on is capped for.
pub(super) const OPT_IN: &str = "This mechanism is opt-in: it is off in the scored default configuration.";

/// Brings every computed field in line with the authored ones. A card that keeps the rules of the method stays as it
/// is.
pub fn recompute(card: &mut CardData) {
    let unread = card.not_assessed().to_vec();
    for criterion in &mut card.criteria {
        let (id, read) = (criterion.id, !unread.contains(&criterion.id));
        if criterion.is_absent() {
            criterion.mechanisms.clear();
            (criterion.parameters, criterion.cap) = (None, None);
            (criterion.counted, criterion.confidence) = (Counted::Default, Confidence::High);
        }
        criterion.mechanisms.iter_mut().for_each(|m| mechanism(id, m, read));
    }
    figures(card);
    for criterion in &mut card.criteria {
        if let Some(m) = criterion.mechanism(criterion.counted).cloned() {
            (criterion.cap, criterion.parameters) = (m.cap, Some(m.parameters));
        }
    }
    critical_findings(card, &unread);
    fixes(card);
    interval(card);
}

/// Its rules: what is absent is at L4, nothing is above that, and caps that the levels bring.
fn mechanism(id: CriterionId, m: &mut Mechanism, read: bool) {
    for (_, rating) in m.parameters.iter_mut() {
        if rating.structural_absence {
            rating.level = Level::MAX;
        }
        if rating.level == Level::MAX {
            rating.gap = None;
        }
    }
    let known = m.cap.as_ref().and_then(|cap| cap.id.known());
    let b = &m.parameters.B;
    let open = b.level == Level::MIN && !b.structural_absence;
    let held = known.is_some_and(|cap| score::max_of(cap) <= score::max_of(CapId::C5WorstCase));
    if known == Some(CapId::C5WorstCase) && !open {
        m.cap = None;
    } else if id == CriterionId::C5 && m.kind == Counted::Default && open && !held && read {
        let reason = format!("B is at L0 in the scored default configuration: {}", b.finding);
        m.cap = Some(cap_of(CapId::C5WorstCase, reason));
    }
    if m.kind == Counted::Alt && m.cap.is_none() {
        m.cap = Some(cap_of(CapId::G1, OPT_IN.to_owned()));
    }
}

fn cap_of(id: CapId, reason: String) -> Cap {
    Cap { id: super::CapName::Known(id), max: score::max_of(id).as_f64(), reason }
}

/// Gaps that the method asks for and the card lacks are added, those that no longer hold removed.
fn critical_findings(card: &mut CardData, unread: &[CriterionId]) {
    let none = std::collections::BTreeMap::new();
    let cap_evidence = card.depthgauge.as_ref().map_or(&none, |ours| &ours.cap_evidence);
    for criterion in &card.criteria {
        let id = criterion.id;
        let default = criterion.mechanism(Counted::Default).filter(|_| !unread.contains(&id));
        let cap = default.and_then(|m| m.cap.as_ref()).filter(|cap| cap.id.known() != Some(CapId::G1));
        let open = default
            .map(|m| &m.parameters.B)
            .filter(|b| score::B_AT_L0_IS_CRITICAL.contains(&id) && b.level == Level::MIN && !b.structural_absence);
        if cap.is_none() && open.is_none() {
            card.critical_findings.retain(|finding| finding.criterion != id);
            continue;
        }
        if card.critical_findings.iter().any(|finding| finding.criterion == id) {
            continue;
        }
        let of_cap = cap_evidence.get(&mechanism_key(id, Counted::Default));
        let (summary, evidence): (String, &[Evidence]) = match (cap, open.or(default.map(|m| &m.parameters.B))) {
            (Some(cap), b) => (cap.reason.clone(), of_cap.map_or(b.map_or(&[], |b| &b.evidence), |e| e)),
            (None, Some(b)) => (b.finding.clone(), &b.evidence),
            (None, None) => continue,
        };
        let evidence = with_literals(evidence.to_vec()).unwrap_or_else(|_| evidence.to_vec());
        let owasp = score::criterion_text(id).owasp.iter().take(3).map(|l| (*l).to_owned()).collect();
        card.critical_findings.push(CriticalFinding { summary, criterion: id, owasp, evidence });
    }
    card.critical_findings.sort_by_key(|finding| finding.criterion);
}

/// Improvements start from the levels of the card; those that are reached are none any more.
fn fixes(card: &mut CardData) {
    let current = |fix: &Fix| {
        let criterion = card.criteria.iter().find(|c| c.id == fix.criterion)?;
        Some(criterion.mechanism(Counted::Default)?.parameters.get(fix.parameter).level)
    };
    let renewed = |fix: &Fix| {
        let from_level = current(fix).filter(|from| *from < fix.to_level)?;
        let estimated_gain = score::gain(fix.parameter, from_level, fix.to_level).as_f64();
        Some(Fix { from_level, estimated_gain, ..fix.clone() })
    };
    let all = card.depthgauge.iter().flat_map(|ours| &ours.fixes);
    let all: Vec<Improvement> =
        all.filter_map(|whole| Some(Improvement { fix: renewed(&whole.fix)?, ..whole.clone() })).collect();
    let own = card.fixes.iter().filter_map(renewed).collect();
    card.fixes = if all.is_empty() { own } else { all.iter().take(5).map(|whole| whole.fix.clone()).collect() };
    if let Some(ours) = card.depthgauge.as_mut() {
        ours.fixes = all;
    }
}

/// The range of the total, where the card has one.
fn interval(card: &mut CardData) {
    let rows: Vec<Rows> = card
        .criteria
        .iter()
        .map(|c| Rows {
            criterion: c.id,
            assessed: !card.not_assessed().contains(&c.id),
            mechanisms: c.mechanisms.iter().map(|m| rating(card, c.id, m)).collect(),
        })
        .collect();
    let (low, high) = score::interval(&rows);
    if let Some(interval) = card.depthgauge.as_mut().and_then(|ours| ours.interval.as_mut()) {
        *interval = Interval { low: low.as_f64(), high: high.as_f64() };
    }
}

fn rating(card: &CardData, id: CriterionId, m: &Mechanism) -> score::Rating {
    score::Rating {
        kind: m.kind,
        levels: m.parameters.levels(),
        absent: Parameter::ALL.map(|p| m.parameters.get(p).structural_absence),
        uncertain: Parameter::ALL.map(|p| {
            let inferred = m.parameters.get(p).status == RatingStatus::Inferred;
            inferred || card.is_not_followed(id, m.kind, p)
        }),
        cap: m.cap.as_ref().and_then(|cap| cap.id.known()),
    }
}

impl CardData {
    /// Whether a higher level was not given only because what would decide could not be read.
    pub fn is_not_followed(&self, criterion: CriterionId, mechanism: Counted, parameter: Parameter) -> bool {
        let key = parameter_key(criterion, mechanism, parameter);
        let level = self
            .criterion(criterion)
            .and_then(|c| c.mechanism(mechanism))
            .map_or(0, |m| m.parameters.get(parameter).level.get());
        let reasons: &[Reason] =
            self.depthgauge.as_ref().and_then(|ours| ours.reasons.get(&key)).map_or(&[], Vec::as_slice);
        reasons.iter().any(|reason| reason.level > level && reason.tested.verdict == Verdict::NotFollowed)
    }
}

impl Parameters {
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (Parameter, &mut Rating)> {
        Parameter::ALL.into_iter().zip([&mut self.S, &mut self.C, &mut self.D, &mut self.B])
    }

    pub fn get_mut(&mut self, parameter: Parameter) -> &mut Rating {
        match parameter {
            Parameter::S => &mut self.S,
            Parameter::C => &mut self.C,
            Parameter::D => &mut self.D,
            Parameter::B => &mut self.B,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card;

    fn harbor() -> CardData {
        card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").expect("card").into_data()
    }

    #[test]
    fn a_valid_card_stays_as_it_is() {
        let mut before = harbor();
        // Its author gave a wider range than its levels have.
        before.depthgauge.get_or_insert_default().interval = None;
        let mut after = before.clone();
        recompute(&mut after);
        assert_eq!(after, before);
    }

    #[test]
    fn every_level_of_every_parameter_gives_a_card_whose_figures_hold() {
        for id in CriterionId::ALL {
            for p in Parameter::ALL {
                for level in 0..=4 {
                    let mut card = harbor();
                    let Some(criterion) = card.criteria.iter_mut().find(|c| c.id == id && !c.is_absent()) else {
                        continue;
                    };
                    let Some(rating) = criterion.mechanisms.first_mut().map(|m| m.parameters.get_mut(p)) else {
                        continue;
                    };
                    rating.level = Level::new(level).expect("level");
                    rating.structural_absence = false;
                    recompute(&mut card);
                    let wrong = ["arithmetic", "counted", "band", "confidence", "worst-case", "no-critical-gap"];
                    let problems = card::check(&card);
                    let problems: Vec<_> = problems.iter().filter(|p| wrong.contains(&p.code)).collect();
                    assert!(problems.is_empty(), "{id}.{p} L{level}: {problems:?}");
                }
            }
        }
    }
}
