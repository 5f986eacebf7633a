//! Rules over facts give signals.

mod signal;

pub use signal::*;
