use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

pub use crate::rulebook::State;
use crate::{
    evidence::mask,
    facts::{Context, Span, Word},
    text::Raw,
};

/// One place where a rule matched. A large repository has a hundred thousand of them: words, not texts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Signal {
    /// Id of the rule.
    pub rule: Word,
    pub file: Word,
    pub lines: Span,
    pub context: Context,
    pub state: State,
    /// A literal within `lines`, a name and never a value.
    pub contains: Option<Word>,
    pub captures: Captures,
    /// Of a setting that a container of the scored configuration overrides: everything that says what it is, the
    /// winning place last. Else empty.
    pub chain: Box<[Said]>,
    /// Whether the code around it runs when the agent does: something that a tool, a call of a model or what calls them
    /// leads to. `None` outside of functions, and where calls are not followed.
    pub runs: Option<bool>,
}

/// A place and the value that it gives to a setting, secrets masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Said {
    pub file: Word,
    pub lines: Span,
    pub value: Word,
}

impl Signal {
    /// Lines of a signal of which only the file is known: it counts and cannot be cited.
    pub const NOWHERE: Span = Span { start: 0, end: 0 };

    /// What the sentences of the rule may name: `callee`, `name`, `value`, `tool`, `function`, `file`, `line`.
    pub fn capture(&self, name: &str) -> Option<Raw> {
        let parts = self.captures.0.as_deref()?;
        match name {
            "file" => Some(Raw::new(mask(&self.file))),
            "line" => Some(Raw::new(self.lines.start.to_string())),
            _ => parts.iter().find(|(known, _)| *known == name).map(|(_, text)| Raw::new(*text)),
        }
    }
}

/// What a match is called, its parts by name; secrets masked. `None` where nothing of it may be named, not even the
/// place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Captures(Option<Box<[(&'static str, Word)]>>);

/// The names that parts may have.
const PARTS: [&str; 5] = ["callee", "function", "name", "tool", "value"];

/// A part by the number of its name.
type Numbered = (u8, Word);

impl Captures {
    /// The parts by the numbers of their names; `None` where one has none.
    fn numbers(&self) -> Option<Option<Vec<Numbered>>> {
        let Some(parts) = &self.0 else { return Some(None) };
        let number = |name: &str| PARTS.iter().position(|known| *known == name).and_then(|at| u8::try_from(at).ok());
        parts.iter().map(|(name, word)| Some((number(name)?, *word))).collect::<Option<Vec<_>>>().map(Some)
    }

    fn from_numbers(parts: Vec<Numbered>) -> Option<Self> {
        let named = parts.into_iter().map(|(at, word)| Some((*PARTS.get(usize::from(at))?, word)));
        Some(Self(Some(named.collect::<Option<_>>()?)))
    }
}

impl Serialize for Captures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.numbers().ok_or_else(|| ser::Error::custom("a part without a number"))?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Captures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Option::<Vec<Numbered>>::deserialize(deserializer)? {
            Some(parts) => Self::from_numbers(parts).ok_or_else(|| de::Error::custom("a number without a part")),
            None => Ok(Self::default()),
        }
    }
}

impl From<BTreeMap<&'static str, Word>> for Captures {
    fn from(parts: BTreeMap<&'static str, Word>) -> Self {
        Self(Some(parts.into_iter().collect()))
    }
}
