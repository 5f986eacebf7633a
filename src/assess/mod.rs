//! Signals become levels, caps and gaps by the ladders of the rulebook.

mod model;

pub use model::*;
