//! A person read parameters and agrees with them.

use super::{
    ReviewError, heads, new_id,
    records::{Confirmed, ConfirmedCell, body_of, entry},
    repository,
};
use crate::{
    card::{self, CardData, Cell, Confirmation},
    ledger::{Action, Ledger},
    rubric::Parameter,
};

/// Enters that `by` confirms the cells, and shows it on the card. A criterion stands for its four parameters.
///
/// # Errors
/// A cell that the card does not have, or a ledger that cannot be written.
pub fn confirm(
    ledger: &mut Ledger,
    card: &mut CardData,
    cells: &[Cell],
    by: &str,
    now: u64,
) -> Result<usize, ReviewError> {
    ledger.verify(&super::anchors(card, "the card"), None)?;
    let mut confirmed: Vec<ConfirmedCell> = Vec::new();
    for cell in cells {
        let parameters = cell.parameter.map_or_else(|| Parameter::ALL.to_vec(), |one| vec![one]);
        let criterion =
            card.criterion(cell.criterion).ok_or_else(|| ReviewError::NoSubject(cell.criterion.to_string()))?;
        for parameter in parameters {
            let name = format!("{}.{parameter}", cell.criterion);
            if confirmed.iter().any(|known| known.cell == name) {
                continue;
            }
            confirmed.push(match &criterion.parameters {
                Some(parameters) => {
                    let rating = parameters.get(parameter);
                    ConfirmedCell {
                        cell: name,
                        level: rating.level,
                        structural_absence: rating.structural_absence,
                        evidence: rating.evidence.clone(),
                    }
                }
                None => ConfirmedCell {
                    cell: name,
                    level: crate::rubric::Level::MAX,
                    structural_absence: true,
                    evidence: criterion.absence_evidence.clone(),
                },
            });
        }
    }
    let body = Confirmed {
        id: String::new(),
        at: 0,
        seq: 0,
        by: String::new(),
        repo: repository(card).to_owned(),
        subpath: card.subpath.clone(),
        commit: card.pinned_commit.clone(),
        cells: confirmed,
    };
    let count = body.cells.len();
    let written = ledger.append(entry(&new_id(now)?, Action::Confirm, by, body_of(&body)?), now)?;
    let review = card.depthgauge.get_or_insert_default().review.get_or_insert_default();
    for cell in body.cells {
        review.confirmed.retain(|known| known.cell != cell.cell);
        let date = super::day(written.created_at);
        review.confirmed.push(Confirmation { cell: cell.cell, by: by.to_owned(), date, carried_from: None });
    }
    review.confirmed.sort();
    review.ledger = Some(heads(ledger)?);
    card::note_reviews(card, None);
    Ok(count)
}
