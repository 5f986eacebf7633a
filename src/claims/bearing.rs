//! Whether a place is about what a claim is about: the words that both share. A rule finds every time limit, and a
//! claim speaks of one.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use regex::bytes::Regex;

use super::{Evidence, look::Spot};
use crate::{
    facts::{Context, snake},
    rulebook::{ClaimKind, ClaimReading},
    source::{Entry, EntryKind},
    syntax::{Decoded, decode},
};

/// Bytes of a file of which lines are read.
const LARGEST: u64 = 1 << 20;
/// Files whose lines are kept at a time.
const FILES: usize = 128;
/// Words that it takes to tell a claim from others of its kind: one alone stands around any place.
const FEWEST: usize = 2;
/// Letters by which words are compared: endings differ.
const STEM: usize = 6;

/// What a claim is about.
pub(super) struct Subject {
    /// The words that make it different from others of its kind.
    own: BTreeSet<String>,
    /// The folder of code that its document belongs to, with a slash at the end; empty for the whole repository.
    home: String,
    /// The share of the words that a place has to hold.
    least: f64,
}

impl Subject {
    pub fn new(text: &str, kind: &ClaimKind, reading: &ClaimReading, home: &str) -> Self {
        let mut known: BTreeSet<String> = reading.common_words.iter().flat_map(|word| words(word)).collect();
        known.extend(words(&kind.title));
        known.extend(kind.words.iter().flat_map(|word| words(word)));
        known.extend(kind.elements.iter().flat_map(|element| words(&element.what)));
        let own = words(text).into_iter().filter(|word| !known.contains(word)).collect();
        Self { own, home: home.to_owned(), least: f64::from(reading.shared_percent) / 100.0 }
    }

    /// From 0 to 1; nothing shows that a place is what a claim without words of its own is about.
    pub fn shared(&self, around: &BTreeSet<String>) -> f64 {
        self.own.intersection(around).count() as f64 / self.own.len().max(1) as f64
    }

    /// Whether a place with this share is about the same; one next to a name that the claim gives needs half of it.
    /// Without words of its own the name or the folder has to tell.
    pub fn is_of(&self, spot: &Spot, shared: f64, by_name: bool) -> bool {
        let least = if by_name { self.least / 2.0 } else { self.least };
        let told = self.own.is_empty() && (by_name || !self.home.is_empty());
        let enough = self.own.len() >= FEWEST || by_name;
        self.is_at_home(spot) && (told || enough && shared >= least)
    }

    /// Whether it lies in the folder that the document belongs to.
    pub fn is_at_home(&self, spot: &Spot) -> bool {
        spot.file.starts_with(&self.home)
    }

    /// Whether a setting is called by words of the claim.
    pub fn is_named_by(&self, file: &str, name: &str) -> bool {
        let mut of = words(file);
        of.extend(words(name));
        file.starts_with(&self.home) && self.shared(&of) >= self.least
    }
}

/// The innermost folder around a document that holds code of the product.
pub(super) fn home(document: &str, evidence: &Evidence<'_>) -> String {
    let files = &evidence.base.files;
    let mut folder = document;
    while let Some((outer, _)) = folder.rsplit_once('/') {
        folder = outer;
        let within = format!("{folder}/");
        let first = files.partition_point(|file| file.path.as_str() < within.as_str());
        let mut own = files[first..].iter().take_while(|file| file.path.starts_with(&within));
        if own.any(|file| file.context == Context::Product && file.language.is_code()) {
            return within;
        }
    }
    String::new()
}

/// Words as they are compared.
type Stems = Rc<BTreeSet<String>>;

/// The words around places, each file read once.
pub(super) struct Surroundings<'a> {
    pub evidence: &'a Evidence<'a>,
    declares: Option<Regex>,
    files: RefCell<BTreeMap<String, Rc<Vec<String>>>>,
    known: RefCell<BTreeMap<(String, u32), Stems>>,
}

impl<'a> Surroundings<'a> {
    pub fn new(evidence: &'a Evidence<'a>) -> Self {
        let declares = super::recognise::one(&evidence.rulebook.claims.reading.declarations);
        Self { evidence, declares, files: RefCell::default(), known: RefCell::default() }
    }

    /// Of the lines around, of the function that they belong to, and of the path.
    pub fn words(&self, spot: &Spot) -> Stems {
        let key = (spot.file.clone(), spot.line);
        if let Some(found) = self.known.borrow().get(&key) {
            return Rc::clone(found);
        }
        let mut found = words(&spot.file);
        self.lines(spot).iter().for_each(|line| found.extend(words(line)));
        let base = self.evidence.base;
        if let Some(index) = base.index(&spot.file) {
            let around = base.files[index].facts.functions.iter();
            let around = around.filter(|f| f.span.start <= spot.line && spot.line <= f.span.end);
            around.for_each(|function| found.extend(words(&function.name)));
        }
        let found = Rc::new(found);
        self.known.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// The lines around a place.
    pub fn lines(&self, spot: &Spot) -> Vec<String> {
        let lines = self.file(&spot.file);
        let from = spot.line.saturating_sub(self.reach() + 1) as usize;
        let to = spot.line.saturating_add(self.reach()) as usize;
        lines.get(from.min(lines.len())..to.min(lines.len())).map(<[String]>::to_vec).unwrap_or_default()
    }

    /// How many of them stand before it.
    pub fn before(&self, spot: &Spot) -> u32 {
        self.reach().min(spot.line.saturating_sub(1))
    }

    fn reach(&self) -> u32 {
        self.evidence.rulebook.claims.reading.lines_around
    }

    /// Whether the line only imports or declares something.
    pub fn only_declares(&self, spot: &Spot) -> bool {
        self.declares.as_ref().is_some_and(|pattern| pattern.is_match(self.line(spot).as_bytes()))
    }

    pub fn line(&self, spot: &Spot) -> String {
        self.file(&spot.file).get(spot.line.saturating_sub(1) as usize).cloned().unwrap_or_default()
    }

    fn file(&self, path: &str) -> Rc<Vec<String>> {
        if let Some(lines) = self.files.borrow().get(path) {
            return Rc::clone(lines);
        }
        let lines = Rc::new(self.read(path).unwrap_or_default());
        let mut files = self.files.borrow_mut();
        if files.len() >= FILES {
            files.clear();
        }
        files.insert(path.to_owned(), Rc::clone(&lines));
        lines
    }

    fn read(&self, path: &str) -> Option<Vec<String>> {
        let entries = self.evidence.entries;
        let at = entries.binary_search_by(|entry| entry.path.as_bytes().cmp(path.as_bytes())).ok()?;
        let entry: &Entry = entries.get(at).filter(|entry| entry.kind == EntryKind::File)?;
        let bytes = (self.evidence.read)(entry, LARGEST).ok()?;
        let Decoded::Text { text, .. } = decode(&bytes) else { return None };
        Some(text.lines().map(str::to_owned).collect())
    }
}

/// Words of three letters and more, those of joined names apart, by their first letters.
fn words(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for part in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let snake = snake(part);
        for word in snake.split(['_', '.']).filter(|word| word.bytes().filter(u8::is_ascii_alphabetic).count() >= 3) {
            out.insert(stem(word));
        }
    }
    out
}

fn stem(word: &str) -> String {
    let word =
        word.strip_suffix("ies").or_else(|| word.strip_suffix('s').filter(|w| !w.ends_with('s'))).unwrap_or(word);
    let endings = ["ing", "ied", "ed", "er", "ion", "e", "y"];
    let root = endings.iter().find_map(|end| word.strip_suffix(end).filter(|root| root.len() >= 4)).unwrap_or(word);
    root.chars().take(STEM).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names_and_sentences_are_the_same() {
        let of = |text: &str| words(text).into_iter().collect::<Vec<_>>();
        assert_eq!(of("blockedCommands"), of("Blocks a command"));
        assert_eq!(of("MAX_TOOL_TIMEOUT"), of("max tool timeouts"));
        assert_eq!(of("execute verify policy"), of("executing verified policies"));
        assert_ne!(of("download"), of("upload"));
    }
}
