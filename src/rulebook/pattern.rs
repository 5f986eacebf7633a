//! Regular expressions of the rules: bytes, Unicode off, checked when they are read.

use std::{borrow::Cow, cell::Cell, sync::OnceLock};

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::Hir;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};

/// Bytes of the longest pattern that is sure to compile if it has no counted repetitions.
const SMALL: usize = 1000;

/// Bytes of states that one thread keeps of one pattern. There are some hundred, most of them for short texts.
pub const DFA_SIZE: usize = 128 << 10;

thread_local! {
    /// Whether this thread reads texts whose patterns are known to be good.
    static KNOWN: Cell<bool> = const { Cell::new(false) };
}

/// Reads a text of the program's own rules, whose patterns passed all checks in its tests: parsing each of them again would
/// take a tenth of a short run.
pub fn known<T>(read: impl FnOnce() -> T) -> T {
    let before = KNOWN.replace(true);
    let value = read();
    KNOWN.set(before);
    value
}

/// Whether patterns that are read now were checked before.
pub fn is_known() -> bool {
    KNOWN.get()
}

/// A pattern that remembers how it was written. Compiled when something is compared with it: a run needs few of all.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// `Err` says what is wrong.
    pub fn new(source: &str) -> Result<Self, String> {
        if source.is_empty() {
            return Err("an empty pattern matches everything".into());
        }
        if !is_known() {
            parsed(source, false)?;
            if source.len() > SMALL || source.contains('{') {
                build(source, false)?;
            }
        }
        Ok(Self { source: source.to_owned(), regex: OnceLock::new() })
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn is_match(&self, text: &[u8]) -> bool {
        self.regex.get_or_init(|| build(&self.source, false).ok()).as_ref().is_some_and(|regex| regex.is_match(text))
    }
}

/// What a pattern asks for, under the switches of [`build`]. Much cheaper than compiling. `Err` is one line.
pub fn parsed(source: &str, ignore_case: bool) -> Result<Hir, String> {
    let parser = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).case_insensitive(ignore_case).build();
    { parser }.parse(source).map_err(|e| wrong(source, &e.to_string()))
}

/// Compiles with Unicode off. `Err` is one line.
pub fn build(source: &str, ignore_case: bool) -> Result<Regex, String> {
    RegexBuilder::new(source)
        .unicode(false)
        .case_insensitive(ignore_case)
        .size_limit(1 << 20)
        .dfa_size_limit(DFA_SIZE)
        .build()
        .map_err(|e| wrong(source, &e.to_string()))
}

fn wrong(source: &str, message: &str) -> String {
    let last = message.lines().last().unwrap_or_default().trim_start_matches("error: ");
    format!("pattern `{source}`: {last}")
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
