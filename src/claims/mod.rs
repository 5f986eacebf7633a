//! What the documents of a repository claim, what in the code bears it out, and text that speaks to whoever audits.
//! A claim is a lead: nothing here changes a rating.

mod bearing;
mod config;
mod contract;
mod corroborate;
mod directed;
mod document;
mod html;
mod look;
mod markdown;
mod model;
mod names;
mod plain;
mod recognise;
mod report;
mod sentence;
mod settings;
#[cfg(test)]
mod tests;
mod value;

pub use directed::{Directed, Scanner};
pub use look::Content;
pub use model::*;
pub use report::{Evidence, Page, report};

use crate::rulebook::ClaimRules;

/// What is wrong with the sentences that kinds of claims carry as their tests.
pub fn test_sentences(rules: &ClaimRules) -> Vec<String> {
    recognise::Recogniser::new(rules).mistakes()
}
