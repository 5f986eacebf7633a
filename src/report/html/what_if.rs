//! The numbers of a card that its page's script computes with.

use serde::Serialize;

use crate::{
    card::{CardData, Criterion, Mechanism, Parameters, RatingStatus, mechanism_key},
    rubric::{CriterionId, Parameter},
    score::{self, Counted},
};

/// What stands in the page as JSON.
#[derive(Debug, Serialize)]
pub(super) struct WhatIf {
    /// The total of the card in tenths.
    pub tenths: u32,
    pub criteria: Vec<CriterionNumbers>,
}

#[derive(Debug, Serialize)]
pub(super) struct CriterionNumbers {
    pub id: CriterionId,
    pub absent: bool,
    pub assessed: bool,
    pub mechanisms: Vec<MechanismNumbers>,
}

#[derive(Debug, Serialize)]
pub(super) struct MechanismNumbers {
    pub kind: Counted,
    /// S, C, D, B; so are the two below.
    pub levels: [u8; 4],
    pub absent: [bool; 4],
    pub inferred: [bool; 4],
    /// Every cap that holds, the one that counts among them.
    pub caps: Vec<String>,
}

impl WhatIf {
    pub(super) fn of(card: &CardData) -> Self {
        Self {
            tenths: (card.score * 10.0).round() as u32,
            criteria: card.criteria.iter().map(|c| criterion(card, c)).collect(),
        }
    }
}

fn criterion(card: &CardData, c: &Criterion) -> CriterionNumbers {
    let mut mechanisms: Vec<MechanismNumbers> = c.mechanisms.iter().map(|m| mechanism(card, c.id, m)).collect();
    // Of a card from elsewhere the counted parameters may be all there is.
    if let (true, Some(parameters)) = (mechanisms.is_empty() && !c.is_absent(), &c.parameters) {
        let caps = c.cap.iter().map(|cap| cap.id.as_str().to_owned()).collect();
        mechanisms.push(numbers(Counted::Default, parameters, caps));
    }
    CriterionNumbers { id: c.id, absent: c.is_absent(), assessed: !card.not_assessed().contains(&c.id), mechanisms }
}

fn mechanism(card: &CardData, id: CriterionId, m: &Mechanism) -> MechanismNumbers {
    let considered = card.depthgauge.as_ref().and_then(|ours| ours.caps.get(&mechanism_key(id, m.kind)));
    let held = considered.into_iter().flatten().filter(|cap| cap.held).map(|cap| score::name_of(cap.id).to_owned());
    let mut caps: Vec<String> = m.cap.iter().map(|cap| cap.id.as_str().to_owned()).chain(held).collect();
    let mut seen = std::collections::BTreeSet::new();
    caps.retain(|cap| seen.insert(cap.clone()));
    numbers(m.kind, &m.parameters, caps)
}

fn numbers(kind: Counted, parameters: &Parameters, caps: Vec<String>) -> MechanismNumbers {
    let of = Parameter::ALL.map(|p| parameters.get(p));
    MechanismNumbers {
        kind,
        levels: of.map(|r| r.level.get()),
        absent: of.map(|r| r.structural_absence),
        inferred: of.map(|r| r.status == RatingStatus::Inferred && !r.structural_absence),
        caps,
    }
}
