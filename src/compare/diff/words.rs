//! Words of sentences.

use crate::rubric::Parameter;

pub(super) fn word(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::S => "strength",
        Parameter::C => "coverage",
        Parameter::D => "default",
        Parameter::B => "blast radius",
    }
}

pub(super) fn lower(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
