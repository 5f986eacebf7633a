//! Recorded searches: run in this process, equal to what any ripgrep from 13 on prints in a raw tree of the commit.

mod count;
mod files;
mod globs;
mod literals;
pub mod rg;
mod spec;
mod tally;

pub use count::SearchSet;
pub use files::FileListing;
pub use literals::Prefilter;
pub use spec::SearchError;
pub use tally::{Scope, Tally, quote};
