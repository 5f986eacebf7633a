//! Names and short texts of facts, each kept once.

use std::{
    borrow::Borrow,
    cell::RefCell,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    sync::{LazyLock, Mutex, PoisonError},
};

use foldhash::{HashMap, HashSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A text of which the program holds one copy, as long as it runs: code says the same names thousands of times, and the
/// facts of a repository are needed to the end of the run that reads it. As large as a pointer; equal words are the
/// same pointer.
#[derive(Clone, Copy)]
pub struct Word(&'static &'static str);

/// Parts of the table, so that threads seldom wait for each other.
const SHARDS: usize = 64;
/// Bytes and words for which room is made at once.
const ROOM: usize = 32 << 10;
const SLOTS: usize = 1 << 10;

/// Words that a thread met last: most names of a file stand in it more than once.
const RECENT: usize = 1 << 11;

thread_local! {
    static MET: RefCell<Vec<Option<Word>>> = RefCell::new(vec![None; RECENT]);
}

static TABLE: LazyLock<[Mutex<Shard>; SHARDS]> = LazyLock::new(|| std::array::from_fn(|_| Mutex::default()));

#[derive(Default)]
struct Shard {
    known: HashSet<Word>,
    room: &'static mut [u8],
    slots: &'static mut [&'static str],
}

impl Shard {
    fn word(&mut self, text: &str) -> Word {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let kept = self.keep(text);
        if self.slots.is_empty() {
            self.slots = Vec::leak(vec![""; SLOTS]);
        }
        let word = match std::mem::take(&mut self.slots).split_first_mut() {
            Some((slot, rest)) => {
                self.slots = rest;
                *slot = kept;
                Word(slot)
            }
            None => Word(Box::leak(Box::new(kept))),
        };
        self.known.insert(word);
        word
    }

    fn keep(&mut self, text: &str) -> &'static str {
        if text.len() > ROOM / 8 {
            return String::leak(text.to_owned());
        }
        if self.room.len() < text.len() {
            self.room = Vec::leak(vec![0; ROOM]);
        }
        let (own, rest) = std::mem::take(&mut self.room).split_at_mut(text.len());
        self.room = rest;
        own.copy_from_slice(text.as_bytes());
        // A copy of a text is a text.
        std::str::from_utf8(own).unwrap_or_default()
    }
}

impl Word {
    pub fn new(text: &str) -> Self {
        let mark = mark(text);
        MET.with_borrow_mut(|met| {
            let seen = &mut met[mark % RECENT];
            match seen {
                Some(known) if *known == text => *known,
                _ => *seen.insert(TABLE[mark % SHARDS].lock().unwrap_or_else(PoisonError::into_inner).word(text)),
            }
        })
    }

    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// Differs from those of other words as long as the program runs; of words that are met one after the other mostly
    /// by one. Nothing that is written may hang on it.
    pub fn number(self) -> usize {
        std::ptr::from_ref(self.0).addr() / size_of::<&str>()
    }
}

/// A number of a text that is quick to have. Where many texts share one nothing is lost but time: the table itself
/// compares and hashes them whole.
fn mark(text: &str) -> usize {
    let bytes = text.as_bytes();
    let sample = bytes.iter().rev().take(8).chain(bytes.get(bytes.len() / 2)).chain(bytes.first());
    sample.fold(bytes.len(), |mark, byte| mark.wrapping_mul(31).wrapping_add(usize::from(*byte)))
}

/// Texts as words.
pub fn words<T: Into<Word>>(texts: impl IntoIterator<Item = T>) -> Vec<Word> {
    texts.into_iter().map(Into::into).collect()
}

impl Default for Word {
    fn default() -> Self {
        Self::new("")
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl Borrow<str> for Word {
    fn borrow(&self) -> &str {
        self.0
    }
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<&String> for Word {
    fn from(text: &String) -> Self {
        Self::new(text)
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl From<Word> for String {
    fn from(word: Word) -> Self {
        word.as_str().to_owned()
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Word {}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Word {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Word {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<Word> for str {
    fn eq(&self, other: &Word) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<Word> for &str {
    fn eq(&self, other: &Word) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<Word> for String {
    fn eq(&self, other: &Word) -> bool {
        self == other.as_str()
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

/// How this thread writes and reads words at the moment.
#[derive(Default)]
enum Coding {
    #[default]
    Texts,
    /// By their place in the list.
    Writing(HashMap<Word, u32>, Vec<Word>),
    Reading(Vec<Word>),
}

thread_local! {
    static CODING: RefCell<Coding> = RefCell::default();
}

/// Compact bytes of a value, each of its words once.
pub(super) fn to_bytes(value: &impl Serialize) -> Option<Vec<u8>> {
    CODING.set(Coding::Writing(HashMap::default(), Vec::new()));
    let body = postcard::to_stdvec(value);
    let Coding::Writing(_, words) = CODING.take() else { return None };
    let mut bytes = postcard::to_stdvec(&words.iter().map(|word| word.as_str()).collect::<Vec<_>>()).ok()?;
    bytes.extend(body.ok()?);
    Some(bytes)
}

/// What [`to_bytes`] wrote.
pub(super) fn from_bytes<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Option<T> {
    let (texts, body) = postcard::take_from_bytes::<Vec<&str>>(bytes).ok()?;
    CODING.set(Coding::Reading(words(texts)));
    let value = postcard::from_bytes(body);
    CODING.set(Coding::Texts);
    value.ok()
}

impl Coding {
    /// The number to write a word by.
    fn number(&mut self, word: Word) -> Option<u32> {
        let Self::Writing(known, words) = self else { return None };
        let number = known.entry(word).or_insert_with(|| {
            words.push(word);
            u32::try_from(words.len() - 1).unwrap_or(u32::MAX)
        });
        Some(*number)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match CODING.with_borrow_mut(|coding| coding.number(*self)) {
            Some(number) => serializer.serialize_u32(number),
            None => serializer.serialize_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if CODING.with_borrow(|coding| matches!(coding, Coding::Reading(_))) {
            let number = u32::deserialize(deserializer)? as usize;
            let known = CODING.with_borrow(|coding| match coding {
                Coding::Reading(words) => words.get(number).copied(),
                _ => None,
            });
            return known.ok_or_else(|| de::Error::custom("a word that is not in the list"));
        }
        struct Text;

        impl de::Visitor<'_> for Text {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Word, E> {
                Ok(Word::new(text))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_word() {
        let long = "ab".repeat(ROOM);
        for text in ["", "a", "é", "run_shell", long.as_str()] {
            let word = Word::new(text);
            assert_eq!(word, text);
            assert_eq!(word, Word::from(text.to_owned()));
        }
        assert_ne!(Word::new("a"), Word::new("b"));
        assert!(Word::new("a") < Word::new("b"));
    }

    #[test]
    fn bytes_hold_each_word_once() {
        let all = words(["read_file", "write_file", "read_file"]);
        let bytes = to_bytes(&all).unwrap();
        assert_eq!(bytes.windows(9).filter(|part| *part == b"read_file").count(), 1);
        assert_eq!(from_bytes(&bytes), Some(all));
        assert_eq!(from_bytes::<Vec<Word>>(&[1, 1, b'a', 1, 7]), None);
        assert_eq!(serde_json::to_string(&Word::new("a")).unwrap(), "\"a\"");
    }

    #[test]
    fn threads_agree() {
        let texts: Vec<String> = (0..5_000).map(|n| format!("name_{n}")).collect();
        let words = || texts.iter().map(Word::from).collect::<Vec<_>>();
        let (one, other) = std::thread::scope(|scope| {
            let other = scope.spawn(words);
            (words(), other.join().unwrap())
        });
        assert_eq!(one, other);
        assert!(one.iter().zip(&texts).all(|(word, text)| word == text));
    }
}
