//! Regular expressions of the rules: bytes, Unicode off, checked when they are read.

use std::borrow::Cow;

use regex::bytes::{Regex, RegexBuilder};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};

/// A compiled pattern that remembers how it was written.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    regex: Regex,
}

impl Pattern {
    /// `Err` says what is wrong.
    pub fn new(source: &str) -> Result<Self, String> {
        if source.is_empty() {
            return Err("an empty pattern matches everything".into());
        }
        let regex = build(source, false)?;
        Ok(Self { source: source.to_owned(), regex })
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn is_match(&self, text: &[u8]) -> bool {
        self.regex.is_match(text)
    }
}

/// Compiles with Unicode off. `Err` is one line.
pub fn build(source: &str, ignore_case: bool) -> Result<Regex, String> {
    RegexBuilder::new(source).unicode(false).case_insensitive(ignore_case).size_limit(1 << 20).build().map_err(|e| {
        let text = e.to_string();
        let last = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        format!("pattern `{source}`: {last}")
    })
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for Pattern {
    fn schema_name() -> Cow<'static, str> {
        "Pattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "regex", "minLength": 1})
    }
}
