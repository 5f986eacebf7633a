//! What is wrong with a card that was read.

use std::fmt;

use serde::Serialize;

/// Where in the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// 1-based line of a Markdown card.
    Line(usize),
    /// JSON pointer (RFC 6901) into the card's data.
    Pointer(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Pointer(pointer) if pointer.is_empty() => f.write_str("/"),
            Self::Pointer(pointer) => f.write_str(pointer),
        }
    }
}

/// Whether a card can stand with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Error,
    Warning,
}

/// One thing that breaks the method or could not be read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Problem {
    pub place: Place,
    pub severity: Severity,
    /// Stable, kebab-case.
    pub code: &'static str,
    /// May quote the file: escape it for the medium it goes to.
    pub message: String,
    /// What would be right, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
}

impl Problem {
    pub fn new(place: Place, code: &'static str, message: impl Into<String>) -> Self {
        Self { place, severity: Severity::Error, code, message: message.into(), right: None }
    }

    pub fn warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    pub fn right(self, right: impl Into<String>) -> Self {
        Self { right: Some(right.into()), ..self }
    }

    pub fn at_line(line: usize, code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Place::Line(line), code, message)
    }

    pub fn at(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Place::Pointer(pointer.into()), code, message)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} [{}]", self.place, self.message, self.code)
    }
}
