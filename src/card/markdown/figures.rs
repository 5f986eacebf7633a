//! Printed figures against computed ones.

use crate::score::Millis;

/// The exact value where the printed one is its rounding, else what is printed; `None` if that is no number.
pub(super) fn figure(printed: &str, computed: Millis) -> Option<f64> {
    let printed = printed.trim();
    if printed == computed.to_string() {
        return Some(computed.as_f64());
    }
    printed.parse().ok().filter(|v: &f64| v.is_finite())
}

/// `L0` to `L4`, or `SA`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Level(crate::rubric::Level),
    Absent,
}

pub(super) fn cell(text: &str) -> Option<Cell> {
    let text = text.trim();
    if text == "SA" || text == "L4 (SA)" || text == "SA (L4)" {
        return Some(Cell::Absent);
    }
    let digit = text.strip_prefix('L')?.parse().ok()?;
    crate::rubric::Level::new(digit).map(Cell::Level)
}
