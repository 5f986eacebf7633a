//! The score card: one model, one JSON schema.
//!
//! [`Card`] is what an audit builds; every invariant of the method holds in it by construction. [`PublishedCard`] is
//! what was read from JSON or Markdown; it may break them and lists its problems. Both dereference to [`CardData`],
//! which is what renderers take.

mod build;
#[cfg(test)]
mod build_tests;
mod check;
mod draft;
mod evidence;
mod explain;
mod figures;
mod inert;
mod markdown;
mod mechanism;
mod meta;
mod model;
mod ours;
mod problem;
mod profile;
mod published;
mod recompute;
mod review;
mod schema;

pub use build::{Card, FIXES, InvariantError, Link};
pub use check::check;
pub use draft::{DRAFT_VERSION, Draft};
pub use evidence::{evidence_text, note_text};
pub use explain::{
    Asked, CapExplained, Cell, ConditionExplained, CriterionExplained, Excerpt, Excerpts, Explanation, FixExplained,
    LevelExplained, MechanismChoice, MechanismExplained, Next, NoReasons, OutcomeExplained, ParameterExplained,
    PlaceExplained, SignalExplained, explain, lines_of,
};
pub use figures::figures;
pub use mechanism::Problematic;
pub(crate) use meta::lines;
pub use meta::{CardMeta, MetaError, Unread, slug};
pub use model::*;
pub use ours::*;
pub use problem::{Place, Problem, Severity};
pub use profile::{CapabilityProfile, NOT_ASSESSED, capability_words, presence_word};
pub use published::{Form, PublishedCard, ReadError, read, read_ratings};
pub use recompute::recompute;
pub use review::{Carried, Change, Confirmation, Dispute, DisputeAnswer, LedgerHead, Review, Stale, note_reviews};
pub use schema::schema;
