//! Ratings by hand as a table: one project a line, columns separated by tabs, their names in the first line.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::{
    card::{CapName, CapabilityProfile},
    rubric::{Capability, CriterionId, Level, Presence},
};

/// Owner and name of a repository, and the folder that was rated, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    repository: String,
    subpath: String,
}

impl Key {
    /// Which part of the table the project is in: a third, told by its name alone, is looked at and never tuned on.
    pub fn is_looked_at(&self) -> bool {
        Sha256::digest(&self.repository)[0].is_multiple_of(3)
    }

    pub fn new(url: &str, subpath: &str) -> Self {
        let url = url.to_lowercase();
        let url = url.trim_end_matches('/');
        let url = url.strip_suffix(".git").unwrap_or(url);
        let repository = url.rsplit("github.com/").next().unwrap_or(url).to_owned();
        let subpath = subpath.trim_matches('/').to_lowercase();
        Self { repository, subpath: if subpath == "-" { String::new() } else { subpath } }
    }
}

impl Key {
    /// What is known of the repository, where only one folder of it is known and this names none.
    pub(super) fn only_of<'v, T>(&self, all: &'v BTreeMap<Self, T>) -> Option<&'v T> {
        let mut own = all.iter().filter(|(key, _)| key.repository == self.repository).map(|(_, value)| value);
        let first = own.next().filter(|_| self.subpath.is_empty())?;
        own.next().is_none().then_some(first)
    }
}

/// What a reviewer said of one project.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceRow {
    pub name: String,
    pub key: Key,
    pub total: f64,
    pub surface: BTreeMap<Capability, Presence>,
    pub criteria: BTreeMap<CriterionId, Expected>,
}

/// What a reviewer said of one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    Absent,
    /// S, C, D, B of the counted mechanism.
    Rated {
        levels: [Level; 4],
        cap: Option<CapName>,
    },
}

/// A table that cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceError {
    #[error("there is no column `{0}`")]
    Column(String),
    #[error("line {line}, column `{column}`: {text:?} is not {expected}")]
    Value { line: usize, column: String, text: String, expected: &'static str },
}

/// Reads the table. Of two rows of one project the later counts.
///
/// # Errors
/// A column that is missing, a value that is none.
pub fn reference(table: &str) -> Result<Vec<ReferenceRow>, ReferenceError> {
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let mut rows: Vec<ReferenceRow> = Vec::new();
    for (line, text) in (2..).zip(lines).filter(|(_, text)| !text.is_empty()) {
        let row = Row { line, columns: &columns, values: text.split('\t').collect() }.read()?;
        match rows.iter_mut().find(|known| known.key == row.key) {
            Some(known) => *known = row,
            None => rows.push(row),
        }
    }
    Ok(rows)
}

/// One line of the table.
struct Row<'a> {
    line: usize,
    columns: &'a [&'a str],
    values: Vec<&'a str>,
}

impl Row<'_> {
    fn read(&self) -> Result<ReferenceRow, ReferenceError> {
        let total = self.get("total")?;
        Ok(ReferenceRow {
            name: self.get("name")?.to_owned(),
            key: Key::new(self.get("repo")?, self.get("subpath")?),
            total: total.parse().map_err(|_| self.wrong("total", total, "a number"))?,
            surface: CapabilityProfile::ORDER.into_iter().map(|c| self.presence(c)).collect::<Result<_, _>>()?,
            criteria: CriterionId::ALL.into_iter().map(|id| self.criterion(id)).collect::<Result<_, _>>()?,
        })
    }

    fn get(&self, column: &str) -> Result<&str, ReferenceError> {
        let missing = || ReferenceError::Column(column.to_owned());
        let index = self.columns.iter().position(|known| *known == column).ok_or_else(missing)?;
        self.values.get(index).map(|text| text.trim()).ok_or_else(|| self.wrong(column, "", "there"))
    }

    fn wrong(&self, column: &str, text: &str, expected: &'static str) -> ReferenceError {
        ReferenceError::Value { line: self.line, column: column.to_owned(), text: text.to_owned(), expected }
    }

    fn presence(&self, capability: Capability) -> Result<(Capability, Presence), ReferenceError> {
        let column = serde_json::to_value(capability).ok();
        let column = column.as_ref().and_then(|id| id.as_str()).unwrap_or_default();
        let text = self.get(column)?;
        let presence = by_id(text).ok_or_else(|| self.wrong(column, text, "yes, no or opt_in"))?;
        Ok((capability, presence))
    }

    /// `SA`, or four levels and a cap or `-`, with what else there is behind them.
    fn criterion(&self, id: CriterionId) -> Result<(CriterionId, Expected), ReferenceError> {
        let column = id.to_string();
        let text = self.get(&column)?;
        if text == "SA" {
            return Ok((id, Expected::Absent));
        }
        let mut words = text.split_whitespace();
        let levels: Option<Vec<Level>> = words.next().unwrap_or_default().chars().map(level).collect();
        let levels = levels.and_then(|levels| <[Level; 4]>::try_from(levels).ok());
        match (levels, words.next()) {
            (Some(levels), Some(cap)) => {
                let cap = (cap != "-").then(|| CapName::parse(cap));
                Ok((id, Expected::Rated { levels, cap }))
            }
            _ => Err(self.wrong(&column, text, "SA, or four levels and a cap")),
        }
    }
}

/// A parameter that is absent on its own counts as L4.
fn level(digit: char) -> Option<Level> {
    match digit {
        'S' => Some(Level::MAX),
        digit => Level::new(u8::try_from(digit.to_digit(10)?).ok()?),
    }
}

fn by_id<T: DeserializeOwned>(id: &str) -> Option<T> {
    serde_json::from_value(id.into()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_repository() {
        let key = |url: &str, subpath: &str| Key::new(url, subpath);
        let same = key("https://github.com/Owner/Name", "-");
        for (url, subpath) in [("https://GitHub.com/owner/name.git", ""), ("owner/name/", "/"), ("owner/name", "-")] {
            assert_eq!(key(url, subpath), same, "{url}");
        }
        assert_ne!(key("owner/name", "a"), same);
        assert_eq!(key("owner/name", "A/b/"), key("owner/name", "a/B"));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(reference("name\trepo\nx\ty\n"), Err(ReferenceError::Column("total".to_owned())));
        assert_eq!(reference(""), Ok(vec![]));
    }
}
