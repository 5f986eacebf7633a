//! Errors of the rule data: file, line, key, and what would be right.

use std::fmt;

use serde::de::DeserializeOwned;

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleError {
    /// Relative to the rules folder.
    pub file: String,
    /// 1-based; 0 where the mistake is that something is not there.
    pub line: usize,
    /// Dotted path of the key, empty for the file as a whole.
    pub key: String,
    pub message: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        f.write_str(": ")?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

/// All mistakes of a rule set, sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleErrors(pub Vec<RuleError>);

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleErrors {}

/// Reads one YAML document; the error names line and key.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, RuleError> {
    serde_yaml::from_str(text).map_err(|error| {
        let line = error.location().map_or(1, |l| l.line());
        let full = error.to_string();
        let message = full.rfind(" at line ").map_or(full.as_str(), |at| &full[..at]);
        let (key, message) = match message.split_once(": ") {
            Some((key, rest)) if is_key(key) => (key, rest),
            _ => ("", message),
        };
        RuleError { file: file.into(), line, key: key.into(), message: message.replace('\n', " ") }
    })
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-[]?".contains(&b))
}

/// Line of the first place where `needle` stands, 1 if nowhere.
pub fn line_of(text: &str, needle: &str) -> usize {
    let first = needle.lines().next().unwrap_or_default();
    text.find(first).map_or(1, |at| text[..at].matches('\n').count() + 1)
}
