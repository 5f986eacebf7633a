//! Cards that others wrote, or that a reviewer edited.

use std::{collections::BTreeMap, fmt, ops::Deref};

use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::{CardData, Draft, Place, Problem, check, draft, inert, markdown};

/// Bytes of a card file that are read. Published cards have some hundred thousand at most.
pub const LARGEST_CARD: usize = 16 * 1024 * 1024;

/// A card that was read. It may break the method; [`PublishedCard::problems`] says how.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedCard {
    data: CardData,
    problems: Vec<Problem>,
    form: Form,
    /// Of a Markdown card: JSON pointer → 1-based line.
    lines: BTreeMap<String, usize>,
}

/// What a card was written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Json,
    Markdown,
    /// YAML or JSON with authored fields alone.
    Draft,
}

impl Deref for PublishedCard {
    type Target = CardData;

    fn deref(&self) -> &CardData {
        &self.data
    }
}

impl PublishedCard {
    /// What could not be read, and what breaks the method; sorted by place.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    pub fn into_data(self) -> CardData {
        self.data
    }

    pub fn form(&self) -> Form {
        self.form
    }

    /// Where a part of the data stands in the file: of a Markdown card the line of it or of what it belongs to.
    pub fn place(&self, pointer: &str) -> Place {
        match self.form {
            Form::Json => return Place::Pointer(pointer.to_owned()),
            Form::Draft => return Place::Pointer(draft::pointer(pointer, &self.data)),
            Form::Markdown => {}
        }
        let above = std::iter::successors(Some(pointer), |p| p.rfind('/').map(|at| &p[..at]));
        Place::Line(above.filter_map(|p| self.lines.get(p)).next().copied().unwrap_or(1))
    }

    fn new(data: CardData, form: Form, lines: BTreeMap<String, usize>) -> Self {
        Self { data, problems: Vec::new(), form, lines }
    }

    fn with(mut self, mut problems: Vec<Problem>) -> Self {
        problems.sort();
        problems.dedup();
        self.problems = problems;
        self
    }
}

/// A file that is no score card. Messages name the file as the caller gave it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("{name}: {size} bytes are more than any score card has (limit {LARGEST_CARD})")]
    TooLarge { name: String, size: usize },
    #[error("{name}: the file is empty; a score card is JSON or Markdown")]
    Empty { name: String },
    #[error("{name}: byte {at} is not UTF-8; a score card is UTF-8 text")]
    NotText { name: String, at: usize },
    #[error("{name}: not a score card in JSON: {message}")]
    Json { name: String, message: String },
    #[error("{name}: not a draft of a score card: {message}")]
    Draft { name: String, message: String },
    #[error("{name}: not a score card: {message}")]
    Markdown { name: String, message: String },
}

/// Reads a card from JSON or from published Markdown; which of the two is seen from the first character. `name` is
/// used in messages only.
///
/// # Errors
/// A file that is neither, or of which no card can be made. Parts that cannot be read and rules that are broken are
/// problems of the card instead.
pub fn read(bytes: &[u8], name: &str) -> Result<PublishedCard, ReadError> {
    let name = || crate::text::terminal(name);
    if bytes.len() > LARGEST_CARD {
        return Err(ReadError::TooLarge { name: name(), size: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map_err(|e| ReadError::NotText { name: name(), at: e.valid_up_to() })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ReadError::Empty { name: name() });
    }
    if draft::is_draft(text) {
        let draft = Draft::read(text).map_err(|message| ReadError::Draft { name: name(), message })?;
        let card = PublishedCard::new(draft.card(), Form::Draft, BTreeMap::new());
        let mut problems = check(&card);
        for problem in &mut problems {
            if let Place::Pointer(pointer) = &problem.place {
                problem.place = card.place(pointer);
            }
        }
        return Ok(card.with(problems));
    }
    if text.trim_start().starts_with('{') {
        let (data, mut problems) = json(text).map_err(|message| ReadError::Json { name: name(), message })?;
        problems.extend(check(&data).into_iter().map(withheld));
        return Ok(PublishedCard::new(data, Form::Json, BTreeMap::new()).with(problems));
    }
    let imported = markdown::read(text).map_err(|message| ReadError::Markdown { name: name(), message })?;
    let markdown::Imported { data, mut problems, lines } = imported;
    let card = PublishedCard::new(data, Form::Markdown, lines);
    for mut problem in check(&card) {
        // What the Markdown layout does not carry cannot be missing from it.
        if matches!(problem.code, "no-literal" | "cap-without-reason") {
            continue;
        }
        if let Place::Pointer(pointer) = &problem.place {
            problem.message = format!("{} ({pointer})", problem.message);
            let place = card.place(pointer);
            problem = withheld(problem);
            problem.place = place;
        }
        problems.push(problem);
    }
    Ok(card.with(problems))
}

/// A published card may keep evidence of a parameter to itself: a warning, no error.
fn withheld(mut problem: Problem) -> Problem {
    let of_parameter = matches!(&problem.place, Place::Pointer(at) if at.contains("/parameters/"));
    if problem.code == "no-evidence" && of_parameter {
        problem.code = "evidence-withheld";
        problem = problem.warning();
    }
    problem
}

/// Reads a card in JSON without the chains of reasons that make up most of its bytes: for tables of many cards.
///
/// # Errors
/// A file that is no card in JSON.
pub fn read_ratings(bytes: &[u8], name: &str) -> Result<CardData, ReadError> {
    let name = || crate::text::terminal(name);
    if bytes.len() > LARGEST_CARD {
        return Err(ReadError::TooLarge { name: name(), size: bytes.len() });
    }
    let read = || {
        let mut reader = serde_json::Deserializer::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
        let mut given = Without(&["depthgauge"]).deserialize(&mut reader)?;
        reader.end()?;
        inert::tame(&mut given, &mut Vec::new());
        serde_json::from_value(given)
    };
    read().map_err(|e: serde_json::Error| ReadError::Json { name: name(), message: e.to_string() })
}

/// Fields of our own part that [`read_ratings`] leaves out.
const REASONS: [&str; 6] = ["reasons", "traces", "looked_for", "signals", "signal_counts", "inventory"];

/// An object; of the fields named its reasons are passed over unread.
struct Without(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Without {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Without {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = serde_json::Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if self.0.contains(&key.as_str()) {
                let inner = map.next_value_seed(Without(&[]))?;
                fields.insert(key, inner);
            } else if self.0.is_empty() && REASONS.contains(&key.as_str()) {
                map.next_value::<IgnoredAny>()?;
            } else {
                let value = map.next_value()?;
                fields.insert(key, value);
            }
        }
        Ok(Value::Object(fields))
    }
}

/// The data, and the keys of the file that the card format does not have.
fn json(text: &str) -> Result<(CardData, Vec<Problem>), String> {
    // Errors of the text itself name line and column.
    let _: CardData = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let mut given: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let mut problems = Vec::new();
    inert::tame(&mut given, &mut problems);
    let data: CardData = serde_json::from_value(given.clone()).map_err(|e| e.to_string())?;
    let kept = serde_json::to_value(&data).map_err(|e| e.to_string())?;
    let mut open = vec![(String::new(), &given, &kept)];
    while let Some((pointer, given, kept)) = open.pop() {
        match (given, kept) {
            (Value::Object(given), Value::Object(kept)) => {
                for (key, value) in given {
                    let pointer = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                    match kept.get(key) {
                        Some(kept) => open.push((pointer, value, kept)),
                        // Left out because it says nothing.
                        None if value.is_null() || value.as_array().is_some_and(Vec::is_empty) => {}
                        None => problems.push(
                            Problem::at(pointer, "unknown-field", "the card format has no such field; it is not kept")
                                .warning(),
                        ),
                    }
                }
            }
            (Value::Array(given), Value::Array(kept)) => {
                for (i, (given, kept)) in given.iter().zip(kept).enumerate() {
                    open.push((format!("{pointer}/{i}"), given, kept));
                }
            }
            _ => {}
        }
    }
    Ok((data, problems))
}
