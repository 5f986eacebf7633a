//! The card as one page: no network, a strict content security policy, scripts for trying things out only.

mod assets;
mod card;
pub(super) mod chart;
mod review;
mod source;
mod standing;
mod what_if;

pub(super) use assets::plain_page;
pub(super) use assets::{policy, script_json};
pub use card::html;
pub(super) use card::{CardPages, SitePlace, Step};
pub use standing::{Reference, standing};
