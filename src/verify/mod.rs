//! Proves a card against its repository: citations, links and searches at the pinned commit, and what became of the
//! cited lines at another one. What is computed can be repaired in the card's own text.

mod anchors;
mod draft;
mod fix;
mod items;
mod later;
mod links;
mod proof;
mod prose;

pub use anchors::{LevelAnchors, anchor, anchors};
pub use draft::{blank, draft};
pub use fix::{Change, Fixed, fix};
pub use later::{Later, LaterPlace, later};
pub use links::links;
pub use proof::{Proof, prove};
pub use prose::prose;
