//! Cards compared: with ratings by hand, with each other, and with the cards of other commits.

mod agreement;
pub mod baseline;
mod beside;
mod cards;
pub mod diff;
mod overlap;
pub mod policy;
mod projects;
mod reference;
mod statistics;

pub use agreement::{Agreement, Cell, Found, Levels, Project, Surface, Total, agreement};
pub use beside::{Beside, beside};
pub use cards::{Cause, Difference, Differences, Side, cards};
pub use overlap::{Listed, Overlap, ProjectOverlap, Reviewed, Share, reviewed};
pub use projects::{ProjectCards, by_project, days_between, languages, places};
pub use reference::{Expected, Key, ReferenceError, ReferenceRow, reference};

use std::collections::BTreeMap;

use crate::card::CardData;

/// Cards by their project; of two of one project the later.
fn by_key<'a>(cards: impl IntoIterator<Item = &'a CardData>) -> BTreeMap<Key, &'a CardData> {
    let key = |card: &CardData| {
        Key::new(card.repo_url.as_deref().unwrap_or_default(), card.subpath.as_deref().unwrap_or_default())
    };
    cards.into_iter().map(|card| (key(card), card)).collect()
}
