//! Cards compared with ratings by hand.

mod agreement;
mod reference;
mod statistics;

pub use agreement::{Agreement, Cell, Found, Levels, Project, Surface, Total, agreement};
pub use reference::{Expected, Key, ReferenceError, ReferenceRow, reference};
