//! How far cards agree with ratings by hand. Levels are compared where neither side says that the surface is absent;
//! of a card the counted mechanism.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    Expected, Overlap, ReferenceRow,
    statistics::{kappa, mean, share, spearman},
};
use crate::{
    card::{CardData, Criterion, RatingStatus},
    rubric::{CriterionId, Parameter},
};

/// All figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreement {
    /// Rows that have a card, and all of them.
    pub cards: usize,
    pub rows: usize,
    /// Names of the rows without a card, in their order.
    pub missing: Vec<String>,
    pub levels: Levels,
    /// Structural absence of criteria.
    pub absence: Found,
    /// Caps of the counted mechanisms.
    pub caps: Found,
    pub total: Total,
    pub surface: Surface,
    /// Share of the cards' parameters that are inferred, those of absent criteria left out.
    pub inferred: Option<f64>,
    pub cells: Vec<Cell>,
    pub projects: Vec<Project>,
    /// Where reviews were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<Overlap>,
}

/// Figures over levels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Levels {
    pub count: usize,
    /// Shares of levels that are equal, and that differ by one at most.
    pub exact: Option<f64>,
    pub within_one: Option<f64>,
    pub mean_error: Option<f64>,
    /// Card minus reference.
    pub bias: Option<f64>,
    /// Quadratic weights.
    pub kappa: Option<f64>,
}

impl Levels {
    fn of(pairs: &[(u8, u8)]) -> Self {
        let within = |most: u8| pairs.iter().filter(|(a, b)| a.abs_diff(*b) <= most).count();
        Self {
            count: pairs.len(),
            exact: share(within(0), pairs.len()),
            within_one: share(within(1), pairs.len()),
            mean_error: mean(pairs.iter().map(|(a, b)| f64::from(a.abs_diff(*b)))),
            bias: mean(pairs.iter().map(|(a, b)| f64::from(*b) - f64::from(*a))),
            kappa: kappa(pairs),
        }
    }
}

/// Found by both sides, by the card alone, by the reference alone.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Found {
    pub both: usize,
    pub card_only: usize,
    pub reference_only: usize,
    pub precision: Option<f64>,
    pub recall: Option<f64>,
    pub f1: f64,
}

impl Found {
    /// `hit` where what both found is the same thing.
    fn add(&mut self, expected: bool, found: bool, hit: bool) {
        self.both += usize::from(hit);
        self.card_only += usize::from(found && !hit);
        self.reference_only += usize::from(expected && !hit);
    }

    fn finish(mut self) -> Self {
        self.precision = share(self.both, self.both + self.card_only);
        self.recall = share(self.both, self.both + self.reference_only);
        self.f1 = share(2 * self.both, 2 * self.both + self.card_only + self.reference_only).unwrap_or_default();
        self
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Total {
    pub mean_error: Option<f64>,
    pub spearman: Option<f64>,
}

/// Rows of the agent surface that say the same.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Surface {
    pub agreed: usize,
    pub count: usize,
    pub share: Option<f64>,
}

/// One parameter of one criterion over all projects.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    pub criterion: CriterionId,
    pub parameter: Parameter,
    #[serde(flatten)]
    pub levels: Levels,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Project {
    pub name: String,
    pub reference: f64,
    pub card: f64,
    /// Over the levels of the project.
    pub mean_error: Option<f64>,
}

/// Compares cards with the rows of their projects. Of two cards of one project the later counts; cards of others are
/// passed over.
pub fn agreement<'a>(rows: &[ReferenceRow], cards: impl IntoIterator<Item = &'a CardData>) -> Agreement {
    let cards = super::by_key(cards);
    let mut counts = Counts::default();
    let mut missing = Vec::new();
    for row in rows {
        match cards.get(&row.key) {
            Some(card) => counts.add(row, card),
            None => missing.push(row.name.clone()),
        }
    }
    counts.finish(rows.len(), missing)
}

#[derive(Default)]
struct Counts {
    cells: BTreeMap<(CriterionId, Parameter), Vec<(u8, u8)>>,
    absence: Found,
    caps: Found,
    surface: Surface,
    /// Parameters of the cards, and the inferred ones among them.
    parameters: (usize, usize),
    projects: Vec<Project>,
}

impl Counts {
    fn add(&mut self, row: &ReferenceRow, card: &CardData) {
        let mut own: Vec<(u8, u8)> = Vec::new();
        for criterion in &card.criteria {
            for (_, rating) in criterion.parameters.iter().flat_map(|parameters| parameters.iter()) {
                self.parameters.0 += 1;
                self.parameters.1 += usize::from(rating.status == RatingStatus::Inferred);
            }
            let Some(expected) = row.criteria.get(&criterion.id) else { continue };
            for (parameter, pair) in self.criterion(expected, criterion) {
                self.cells.entry((criterion.id, parameter)).or_default().push(pair);
                own.push(pair);
            }
        }
        for (capability, presence) in &row.surface {
            self.surface.count += 1;
            self.surface.agreed += usize::from(card.capability_profile.get(*capability) == Some(*presence));
        }
        let mean_error = Levels::of(&own).mean_error;
        self.projects.push(Project { name: row.name.clone(), reference: row.total, card: card.score, mean_error });
    }

    /// The levels that can be compared.
    fn criterion(&mut self, expected: &Expected, criterion: &Criterion) -> Vec<(Parameter, (u8, u8))> {
        let absent = *expected == Expected::Absent;
        self.absence.add(absent, criterion.is_absent(), absent && criterion.is_absent());
        let cap = match expected {
            Expected::Rated { cap, .. } => cap.as_ref(),
            Expected::Absent => None,
        };
        let found = criterion.cap.as_ref().map(|cap| &cap.id);
        self.caps.add(cap.is_some(), found.is_some(), cap.is_some() && cap == found);
        let (Expected::Rated { levels, .. }, false, Some(rated)) =
            (expected, criterion.is_absent(), &criterion.parameters)
        else {
            return Vec::new();
        };
        let pair = |(expected, (parameter, rating)): (&crate::rubric::Level, (Parameter, &crate::card::Rating))| {
            let found = if rating.structural_absence { 4 } else { rating.level.get() };
            (parameter, (expected.get(), found))
        };
        levels.iter().zip(rated.iter()).map(pair).collect()
    }

    fn finish(mut self, rows: usize, missing: Vec<String>) -> Agreement {
        let all: Vec<(u8, u8)> = self.cells.values().flatten().copied().collect();
        let totals: Vec<(f64, f64)> = self.projects.iter().map(|p| (p.reference, p.card)).collect();
        self.surface.share = share(self.surface.agreed, self.surface.count);
        let cells = self.cells.into_iter().map(|((criterion, parameter), pairs)| Cell {
            criterion,
            parameter,
            levels: Levels::of(&pairs),
        });
        Agreement {
            cards: self.projects.len(),
            rows,
            missing,
            levels: Levels::of(&all),
            absence: self.absence.finish(),
            caps: self.caps.finish(),
            total: Total { mean_error: mean(totals.iter().map(|(a, b)| (a - b).abs())), spearman: spearman(&totals) },
            surface: self.surface,
            inferred: share(self.parameters.1, self.parameters.0),
            cells: cells.collect(),
            projects: self.projects,
            overlap: None,
        }
    }
}
