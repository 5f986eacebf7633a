//! Agreement with ratings by hand as lines of text.

use std::fmt::{self, Write};

use super::ReportError;
use crate::{
    compare::{Agreement, Found, Overlap},
    text::terminal,
};

/// Names of projects without a card that are printed, and the width of a name.
const NAMED: usize = 8;
const NAME: usize = 40;

/// The figures, before them a line for each project or cell where asked for.
pub fn agreement_text(agreement: &Agreement, per_card: bool, per_cell: bool) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(agreement, per_card, per_cell, &mut out);
    out
}

/// # Errors
/// None that text could cause.
pub fn agreement_json(agreement: &Agreement) -> Result<String, ReportError> {
    Ok(crate::text::json(agreement)?)
}

fn write(agreement: &Agreement, per_card: bool, per_cell: bool, out: &mut String) -> fmt::Result {
    for project in agreement.projects.iter().filter(|_| per_card) {
        let name: String = terminal(&project.name).chars().take(NAME).collect();
        let (reference, card, error) = (project.reference, project.card, figure(project.mean_error, 2));
        writeln!(out, "{name:NAME$} ref {reference:>4.1} got {card:>4.1}  mean level error {error}")?;
    }
    for cell in agreement.cells.iter().filter(|_| per_cell) {
        let levels = &cell.levels;
        writeln!(
            out,
            "{:>3} {}  n {:3}  exact {}  within1 {}  mae {}  bias {}  kappa {}",
            cell.criterion.to_string(),
            cell.parameter,
            levels.count,
            figure(levels.exact, 2),
            figure(levels.within_one, 2),
            figure(levels.mean_error, 2),
            levels.bias.map_or_else(|| figure(None, 2), |bias| format!("{bias:+.2}")),
            figure(levels.kappa, 2),
        )?;
    }
    let missing: Vec<String> = agreement.missing.iter().take(NAMED).map(|name| terminal(name)).collect();
    let missing = if missing.is_empty() { String::new() } else { format!(": {}", missing.join(", ")) };
    let (cards, rows, without) = (agreement.cards, agreement.rows, agreement.missing.len());
    writeln!(out, "cards {cards} of {rows} (no card: {without}{missing})")?;
    let levels = &agreement.levels;
    writeln!(
        out,
        "cells {}  exact {}  within1 {}  mae {}  kappa {}",
        levels.count,
        figure(levels.exact, 3),
        figure(levels.within_one, 3),
        figure(levels.mean_error, 3),
        figure(levels.kappa, 3),
    )?;
    found("SA", &agreement.absence, out)?;
    found("caps", &agreement.caps, out)?;
    let total = &agreement.total;
    writeln!(out, "total  mae {}  spearman {}", figure(total.mean_error, 3), figure(total.spearman, 3))?;
    let surface = &agreement.surface;
    writeln!(out, "surface  {}/{} = {}", surface.agreed, surface.count, figure(surface.share, 3))?;
    agreement.overlap.as_ref().map_or(Ok(()), |overlap| overlapping(overlap, per_card, out))
}

fn overlapping(overlap: &Overlap, per_card: bool, out: &mut String) -> fmt::Result {
    for project in overlap.projects.iter().filter(|_| per_card) {
        let name: String = terminal(&project.name).chars().take(NAME).collect();
        let shown = |found: Option<usize>| found.map_or_else(|| "-".to_owned(), |found| found.to_string());
        let (on_card, listed) = (shown(project.on_card), shown(project.in_inventory));
        writeln!(
            out,
            "{name:NAME$} files {:>3}  on its card {on_card:>3}  in its inventory {listed:>3}",
            project.files
        )?;
    }
    for (what, found) in [("cited on cards", overlap.on_cards), ("listed in inventories", overlap.in_inventories)] {
        if found.of > 0 {
            writeln!(out, "{what}  {}/{} = {}", found.found, found.of, figure(found.share, 3))?;
        }
    }
    Ok(())
}

fn found(what: &str, found: &Found, out: &mut String) -> fmt::Result {
    let Found { both, card_only, reference_only, precision, recall, f1 } = found;
    let (precision, recall) = (figure(*precision, 3), figure(*recall, 3));
    writeln!(
        out,
        "{what}  tp {both} fp {card_only} fn {reference_only}  F1 {f1:.3}  precision {precision}  recall {recall}"
    )
}

/// `nan` where there is nothing to say.
fn figure(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "nan".to_owned(), |value| format!("{value:.decimals$}"))
}
