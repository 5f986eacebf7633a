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
        let (line, own_key) = quoted(text, message).unwrap_or((line, ""));
        let key = if key.is_empty() { own_key } else { key };
        RuleError { file: file.into(), line, key: key.into(), message: message.replace('\n', " ") }
    })
}

/// A scalar is reported at the start of the map it stands in; where the message quotes it, its own line is better.
fn quoted<'t>(text: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let rest = ["text `", "condition `", "pattern `"].iter().find_map(|start| message.strip_prefix(start))?;
    let quoted = rest.split('`').next()?.trim_end_matches('…');
    let at = text.find(quoted).filter(|_| quoted.len() > 2)?;
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let line = text[start..].lines().next()?;
    let key = line.trim_start_matches([' ', '-']).split(':').next().filter(|k| is_key(k)).unwrap_or_default();
    Some((text[..at].matches('\n').count() + 1, key))
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-[]?".contains(&b))
}

/// Line of the first place where `needle` stands, 1 if nowhere.
pub fn line_of(text: &str, needle: &str) -> usize {
    let first = needle.lines().next().unwrap_or_default();
    text.find(first).map_or(1, |at| text[..at].matches('\n').count() + 1)
}
