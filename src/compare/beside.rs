//! Cards beside the ratings of their projects, criterion by criterion.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Expected, ReferenceRow};
use crate::{card::CardData, rubric::CriterionId};

/// One project on both sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Beside {
    pub name: String,
    pub commit: String,
    /// Totals, those by hand first.
    pub totals: (f64, f64),
    /// By criterion, that by hand first: `2101 C4-HOSTROOT`, `SA`. `alt` is left out on both sides.
    pub ratings: BTreeMap<CriterionId, (String, String)>,
}

/// The projects of a table that have a card, in its order.
pub fn beside<'a>(rows: &[ReferenceRow], cards: impl IntoIterator<Item = &'a CardData>) -> Vec<Beside> {
    let cards = super::by_key(cards);
    let project = |row: &ReferenceRow| {
        let card = cards.get(&row.key)?;
        let rating = |criterion: &crate::card::Criterion| {
            let expected = written(row.criteria.get(&criterion.id)?);
            let found = criterion.rating();
            Some((criterion.id, (expected, found.strip_suffix(" alt").unwrap_or(&found).to_owned())))
        };
        Some(Beside {
            name: row.name.clone(),
            commit: card.pinned_commit.clone(),
            totals: (row.total, card.score),
            ratings: card.criteria.iter().filter_map(rating).collect(),
        })
    };
    rows.iter().filter_map(project).collect()
}

fn written(expected: &Expected) -> String {
    match expected {
        Expected::Absent => "SA".to_owned(),
        Expected::Rated { levels, cap } => {
            let levels: String = levels.iter().map(|level| level.get().to_string()).collect();
            let cap = cap.as_ref().map(|cap| format!(" {}", cap.as_str())).unwrap_or_default();
            format!("{levels}{cap}")
        }
    }
}
