//! Two kinds of text. Prose comes from rule authors or from a card that was read and is printed as it is. [`Raw`]
//! comes from an audited repository and becomes prose only through one function per medium.

/// Text taken from an audited repository: hostile until escaped. Deliberately without `Display`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Raw(String);

impl Raw {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for comparing and looking up; never for output.
    pub fn unescaped(&self) -> &str {
        &self.0
    }
}
