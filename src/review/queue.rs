//! The forty parameters in the order in which a person should read them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ReviewError;
use crate::{
    card::{self, CardData, Criterion, Evidence, RatingStatus, evidence_text},
    rubric::{CriterionId, Level, Parameter},
    score::Counted,
};

/// Right and wrong ratings of the reference, as `rules/review/cells.yaml` has them.
const TABLE: &str = include_str!("../../rules/review/cells.yaml");
/// So many ratings of the wider group count beside those of the narrower one.
const PRIOR: f64 = 5.0;
/// How much the consequences of a wrong level weigh beside how likely it is: they order what is equally likely.
const CONSEQUENCE: f64 = 0.05;
/// Places of one row.
const PLACES: usize = 3;

/// How often each cell was wrong at each level, counted on rated projects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// By cell (`C4.S`), by level (`L2`, `SA`): how many ratings, and how many of them were wrong.
    pub cells: BTreeMap<String, BTreeMap<String, (u32, u32)>>,
}

impl Weights {
    /// Those of the program.
    ///
    /// # Errors
    /// A table that is none: a fault of the build.
    pub fn embedded() -> Result<Self, ReviewError> {
        serde_yaml::from_str(TABLE).map_err(|e| ReviewError::Internal(format!("rules/review/cells.yaml: {e}")))
    }

    /// Adds one rating.
    pub fn add(&mut self, cell: &str, level: &str, wrong: bool) {
        let count = self.cells.entry(cell.to_owned()).or_default().entry(level.to_owned()).or_default();
        *count = (count.0 + 1, count.1 + u32::from(wrong));
    }

    /// Share of wrong ratings to be expected: of the cell at this level, drawn to that of the cell, drawn to that of
    /// all.
    pub fn wrong(&self, cell: &str, level: &str) -> f64 {
        let sum = |counts: &mut dyn Iterator<Item = &(u32, u32)>| {
            counts.fold((0.0, 0.0), |(n, w), (a, b)| (n + f64::from(*a), w + f64::from(*b)))
        };
        let drawn = |(n, w): (f64, f64), prior: f64| (w + PRIOR * prior) / (n + PRIOR);
        let all = sum(&mut self.cells.values().flat_map(BTreeMap::values));
        let all = if all.0 > 0.0 { all.1 / all.0 } else { 0.5 };
        let Some(own) = self.cells.get(cell) else { return all };
        let of_cell = drawn(sum(&mut own.values()), all);
        own.get(level).map_or(of_cell, |(n, w)| drawn((f64::from(*n), f64::from(*w)), of_cell))
    }
}

/// One parameter to read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QueueRow {
    /// `C4.S`
    pub cell: String,
    /// `L2`, `SA`
    pub level: String,
    /// Not followed, or inferred: what the card itself is unsure of.
    pub unsure: bool,
    pub confirmed: bool,
    /// Share of the reference's ratings of this cell at this level that were wrong, in hundredths.
    pub wrong: u32,
    /// Total if the level were one lower and one higher.
    pub total_below: String,
    pub total_above: String,
    /// What else would change: band, caps, critical gaps.
    pub changes: Vec<String>,
    /// Where to look, at most three.
    pub places: Vec<String>,
}

/// The rows, first what to read first; those that a person confirmed come last.
pub fn queue(card: &CardData, weights: &Weights) -> Vec<QueueRow> {
    let confirmed: Vec<&str> = card
        .depthgauge
        .as_ref()
        .and_then(|ours| ours.review.as_ref())
        .map(|review| review.confirmed.iter().map(|confirmed| confirmed.cell.as_str()).collect())
        .unwrap_or_default();
    // Which criteria were read is all that the arithmetic needs of our own part.
    let not_assessed = card.not_assessed().to_vec();
    let light = CardData {
        depthgauge: Some(card::Depthgauge { not_assessed, ..Default::default() }),
        ..CardData { depthgauge: None, ..card.clone() }
    };
    let mut rows: Vec<(f64, QueueRow)> = Vec::with_capacity(40);
    for criterion in &card.criteria {
        for parameter in Parameter::ALL {
            let (weight, mut row) = row((card, &light), criterion, parameter, weights);
            row.confirmed = confirmed.contains(&row.cell.as_str());
            rows.push((weight, row));
        }
    }
    let class = |row: &QueueRow| (row.confirmed, !row.unsure);
    rows.sort_by(|a, b| class(&a.1).cmp(&class(&b.1)).then(b.0.total_cmp(&a.0)));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn row(
    (card, light): (&CardData, &CardData),
    criterion: &Criterion,
    parameter: Parameter,
    weights: &Weights,
) -> (f64, QueueRow) {
    let id = criterion.id;
    let cell = format!("{id}.{parameter}");
    let rating = criterion.parameters.as_ref().map(|parameters| parameters.get(parameter));
    let level = match rating {
        Some(rating) if !rating.structural_absence => format!("L{}", rating.level.get()),
        _ => "SA".to_owned(),
    };
    let inferred = rating.is_some_and(|rating| rating.status == RatingStatus::Inferred);
    let unsure =
        inferred || card.is_not_followed(id, criterion.counted, parameter) || card.not_assessed().contains(&id);
    let (below, above) = (stepped(light, id, parameter, -1), stepped(light, id, parameter, 1));
    let mut changes = Vec::new();
    for other in [&below, &above] {
        changes.extend(effects(card, other, id));
    }
    changes.sort();
    changes.dedup();
    let moves = (above.score - below.score).abs();
    let wrong = weights.wrong(&cell, &level);
    let weight = wrong + CONSEQUENCE * (moves + 0.1 * changes.len() as f64).min(1.0);
    let evidence: &[Evidence] = rating.map_or(&criterion.absence_evidence, |rating| &rating.evidence);
    let row = QueueRow {
        cell,
        level,
        unsure,
        confirmed: false,
        wrong: (wrong * 100.0).round() as u32,
        total_below: format!("{:.1}", below.score),
        total_above: format!("{:.1}", above.score),
        changes,
        places: evidence.iter().take(PLACES).map(evidence_text).collect(),
    };
    (weight, row)
}

/// The card with one level of the counted mechanism a step lower or higher; C and D stay within one of S.
fn stepped(card: &CardData, id: CriterionId, parameter: Parameter, step: i8) -> CardData {
    let mut other = card.clone();
    let Some(criterion) = other.criteria.iter_mut().find(|criterion| criterion.id == id) else { return other };
    let counted = criterion.counted;
    let Some(m) = criterion.mechanisms.iter_mut().find(|m| m.kind == counted) else { return other };
    let rating = m.parameters.get_mut(parameter);
    rating.structural_absence = false;
    rating.level = Level::new(rating.level.get().saturating_add_signed(step)).unwrap_or(Level::MAX);
    if parameter == Parameter::S {
        let bound = Level::new(rating.level.get() + 1).unwrap_or(Level::MAX);
        for held in [Parameter::C, Parameter::D] {
            let held = m.parameters.get_mut(held);
            if !held.structural_absence {
                held.level = held.level.min(bound);
            }
        }
    }
    card::recompute(&mut other);
    other
}

/// What differs besides the total.
fn effects(card: &CardData, other: &CardData, id: CriterionId) -> Vec<String> {
    let mut changes = Vec::new();
    if card.band != other.band {
        changes.push(format!("band {}", other.band.label));
    }
    let of = |card: &CardData| card.criterion(id).map(|c| (c.counted, c.cap.as_ref().map(|cap| cap.id.clone())));
    if let (Some((counted, cap)), Some((other_counted, other_cap))) = (of(card), of(other)) {
        if cap != other_cap {
            changes.push(match other_cap {
                Some(cap) => format!("cap {}", cap.as_str()),
                None => "no cap".to_owned(),
            });
        }
        if counted != other_counted {
            let name = if other_counted == Counted::Alt { "alternative" } else { "default" };
            changes.push(format!("counts the {name} mechanism"));
        }
    }
    let gap = |card: &CardData| card.critical_findings.iter().any(|finding| finding.criterion == id);
    match (gap(card), gap(other)) {
        (false, true) => changes.push("a critical gap".to_owned()),
        (true, false) => changes.push("no critical gap".to_owned()),
        _ => {}
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harbor() -> CardData {
        card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").expect("card").into_data()
    }

    #[test]
    fn forty_rows_the_unsure_first_and_the_confirmed_last() {
        let mut card = harbor();
        let review = card.depthgauge.get_or_insert_default().review.get_or_insert_default();
        review.confirmed.push(card::Confirmation {
            cell: "C1.S".into(),
            by: "ada".into(),
            date: "2026-01-01".into(),
            carried_from: None,
        });
        let rows = queue(&card, &Weights::embedded().expect("table"));
        assert_eq!(rows.len(), 40);
        assert_eq!(rows.last().map(|row| row.cell.as_str()), Some("C1.S"));
        let unsure = rows.iter().filter(|row| row.unsure).count();
        assert!(unsure > 0 && rows.iter().take(unsure).all(|row| row.unsure), "{unsure}");
    }

    #[test]
    fn a_cell_that_is_often_wrong_comes_before_one_that_is_not() {
        let mut weights = Weights::default();
        for n in 0..100 {
            weights.add("C3.D", "L1", n % 2 == 0);
            weights.add("C9.S", "L1", n % 10 == 0);
        }
        assert!(weights.wrong("C3.D", "L1") > weights.wrong("C9.S", "L1"));
        assert!(weights.wrong("C3.D", "L4") > weights.wrong("C9.S", "L4"), "the cell, where the level is new");
        let other = weights.wrong("C1.S", "L0");
        assert!((other - 0.3).abs() < 1e-9, "{other}");
    }
}
