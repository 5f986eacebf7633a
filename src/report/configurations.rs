//! The ways to start a project beside each other: where their ratings differ.

use std::fmt::{self, Write};

use super::ReportError;
use crate::{
    card::{CardData, ConfigurationRecord},
    rubric::CriterionId,
    text::{Raw, code, markdown},
};

/// A table with a column for each configuration and a row for each criterion that they rate differently.
pub fn configurations_markdown(card: &CardData) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(card, &mut out);
    out
}

/// # Errors
/// None that text could cause.
pub fn configurations_json(card: &CardData) -> Result<String, ReportError> {
    Ok(crate::text::json(all(card))?)
}

fn all(card: &CardData) -> &[ConfigurationRecord] {
    card.depthgauge.as_ref().map_or(&[], |ours| &ours.configurations)
}

fn write(card: &CardData, out: &mut String) -> fmt::Result {
    let all = all(card);
    writeln!(out, "# Configurations: {}\n", card.name)?;
    if all.is_empty() {
        return writeln!(out, "No file that says how it is started was found.");
    }
    for record in all {
        let places: Vec<String> = record.places.iter().map(|place| code(place)).collect();
        let leads = match &record.leads {
            Some(place) => format!("; the README leads with it ({})", code(place)),
            None => String::new(),
        };
        let rated = if record.rated { "; rated on the card" } else { "" };
        writeln!(out, "- {}: {}{leads}{rated}", code(&record.name), places.join(", "))?;
    }
    let names: Vec<String> = all.iter().map(|record| markdown(&Raw::new(record.name.as_str()))).collect();
    writeln!(out, "\n| | {} |\n|---|{}", names.join(" | "), "---|".repeat(all.len()))?;
    let totals: Vec<String> = all.iter().map(|record| format!("{:.1}", record.score)).collect();
    writeln!(out, "| Total | {} |", totals.join(" | "))?;
    let mut same = 0;
    for id in CriterionId::ALL {
        let ratings: Vec<&str> = all.iter().filter_map(|record| record.criteria.get(&id).map(String::as_str)).collect();
        if ratings.windows(2).all(|pair| pair[0] == pair[1]) {
            same += 1;
        } else {
            writeln!(out, "| {id} | {} |", ratings.join(" | "))?;
        }
    }
    let are = if same == 1 { "criterion is" } else { "criteria are" };
    writeln!(out, "\nLevels are S, C, D and B of the counted mechanism, then its cap. {same} {are} rated alike in all.")
}
