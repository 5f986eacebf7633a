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
    facts::{Context, Function, FunctionKind, snake},
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
/// Lines above a function that speak of it.
const ABOVE: u32 = 6;
/// Lines of a statement that are read.
const STATEMENT: u32 = 12;
/// Letters by which words are compared: endings differ.
const STEM: usize = 6;

/// What a claim is about.
pub(super) struct Subject {
    /// The words that make it different from others of its kind.
    own: BTreeSet<String>,
    /// Words of it that are called like the means of a control.
    means: BTreeSet<String>,
    /// The folder of code that its document belongs to, with a slash at the end; empty for the whole repository.
    home: String,
    least: Least,
}

/// The shares of words that it takes, from 0 to 1.
struct Least {
    around: f64,
    within: f64,
    named: f64,
}

impl Least {
    fn new(reading: &ClaimReading) -> Self {
        let share = |percent: u8| f64::from(percent) / 100.0;
        Self {
            around: share(reading.shared_percent),
            within: share(reading.close_percent),
            named: share(reading.named_percent),
        }
    }
}

/// How a place speaks of what a claim is about.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bond {
    /// The share of the claim's own words that stands around the place.
    pub around: f64,
    /// The share in the statement and in the names of its function and class; all where it holds the means that the
    /// claim gives.
    pub within: f64,
    /// A name or value that the claim gives stands near by.
    pub near_name: bool,
    /// A name that the claim gives stands in the statement, or is that of its function or class.
    pub named: bool,
    /// A value that the claim gives stands in the statement.
    pub valued: bool,
    /// The claim names files of code, and this is none of them; or means of which nothing stands around.
    pub elsewhere: bool,
}

impl Subject {
    pub fn new(text: &str, kind: &ClaimKind, reading: &ClaimReading, home: &str) -> Self {
        let mut known: BTreeSet<String> = reading.common_words.iter().flat_map(|word| words(word)).collect();
        let all = words(text);
        let means = reading.means.iter().flat_map(|word| words(word)).filter(|word| all.contains(word)).collect();
        known.extend(words(&kind.title));
        known.extend(kind.words.iter().flat_map(|word| words(word)));
        known.extend(kind.elements.iter().flat_map(|element| words(&element.what)));
        let own = all.difference(&known).cloned().collect();
        Self { own, means, home: home.to_owned(), least: Least::new(reading) }
    }

    /// From 0 to 1; nothing shows that a place is what a claim without words of its own is about.
    pub fn shared(&self, around: &BTreeSet<String>) -> f64 {
        self.own.intersection(around).count() as f64 / self.own.len().max(1) as f64
    }

    /// The bond of a place with these words around it and in its statement.
    pub fn bond(&self, words: &BTreeSet<String>, statement: &BTreeSet<String>) -> Bond {
        let around = self.shared(words);
        let within = if self.means.is_disjoint(statement) { self.shared(statement) } else { 1.0 };
        let other_means = !self.means.is_empty() && self.means.is_disjoint(words);
        Bond { around, within, elsewhere: other_means, ..Bond::default() }
    }

    /// Whether the place is about the same. A name of the claim in its statement tells with few of the words around. A
    /// value there takes half as many as words alone; these have to be several with some of them in the statement, where
    /// a name near by takes half as many, too.
    pub fn is_of(&self, bond: &Bond) -> bool {
        let least = &self.least;
        if bond.elsewhere {
            return false;
        }
        if bond.named {
            return bond.around >= least.named || self.own.is_empty();
        }
        let within = bond.within > 0.0 && bond.within >= least.within;
        let half = bond.around > 0.0 && bond.around >= least.around / 2.0;
        let several = within && self.own.len() >= FEWEST;
        several && (bond.around >= least.around || bond.near_name && half) || bond.valued && half
    }

    /// Whether it claims the control of its kind and nothing narrower.
    pub fn is_general(&self) -> bool {
        self.own.is_empty()
    }

    /// Whether it lies in the folder that the document belongs to.
    pub fn is_at_home(&self, spot: &Spot) -> bool {
        spot.file.starts_with(&self.home)
    }

    /// Whether a setting is called by words of the claim.
    pub fn is_named_by(&self, file: &str, name: &str) -> bool {
        let mut of = words(file);
        of.extend(words(name));
        file.starts_with(&self.home) && self.shared(&of) >= self.least.around
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

    /// Of the lines around as far as they belong to the same function, of its name, and of the path.
    pub fn words(&self, spot: &Spot) -> Stems {
        let key = (spot.file.clone(), spot.line);
        if let Some(found) = self.known.borrow().get(&key) {
            return Rc::clone(found);
        }
        let mut found = words(&spot.file);
        let function = self.function(spot);
        let inside = |line: u32| {
            let body = function.as_ref().map(|function| &function.span);
            body.is_none_or(|body| body.start.saturating_sub(ABOVE) <= line && line <= body.end)
        };
        let first = spot.line - self.before(spot);
        let lines = (first..).zip(self.lines(spot));
        lines.filter(|(line, _)| inside(*line)).for_each(|(_, line)| found.extend(words(&line)));
        self.names_around(spot).iter().for_each(|name| found.extend(words(name)));
        let found = Rc::new(found);
        self.known.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// Of the statement, and the names of the innermost function and of the class around it.
    pub fn statement_words(&self, spot: &Spot) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.statement(spot).iter().for_each(|line| found.extend(words(line)));
        self.names_around(spot).iter().for_each(|name| found.extend(words(name)));
        found
    }

    /// Whether the statement holds one of these names, or its function or class is called so.
    pub fn is_called(&self, spot: &Spot, names: &[Regex]) -> bool {
        let holds = |text: &String| names.iter().any(|name| name.is_match(text.as_bytes()));
        !names.is_empty() && (self.statement(spot).iter().any(holds) || self.names_around(spot).iter().any(holds))
    }

    /// The lines of the statement at a place, of a long one the first.
    pub fn statement(&self, spot: &Spot) -> Vec<String> {
        let lines = self.file(&spot.file);
        let from = spot.line.saturating_sub(1) as usize;
        let to = spot.last.min(spot.line.saturating_add(STATEMENT - 1)) as usize;
        lines.get(from.min(lines.len())..to.min(lines.len())).map(<[String]>::to_vec).unwrap_or_default()
    }

    /// The innermost function around a place, whose words speak of it; those of the next one speak of something else.
    fn function(&self, spot: &Spot) -> Option<&'a Function> {
        let base = self.evidence.base;
        let functions = base.files[base.index(&spot.file)?].facts.functions.iter();
        let around = functions.filter(|f| f.kind != FunctionKind::Class);
        around.filter(|f| f.span.start <= spot.line && spot.line <= f.span.end).max_by_key(|f| f.span.start)
    }

    /// Of that function and the class around it.
    fn names_around(&self, spot: &Spot) -> Vec<String> {
        let function = self.function(spot);
        let names = function.into_iter().flat_map(|f| std::iter::once(&f.name).chain(&f.parent));
        names.map(ToString::to_string).collect()
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

    /// As the kind about time limits reads it.
    fn subject() -> Subject {
        let rules = crate::rulebook::Rulebook::load(None).expect("rules");
        let kind = rules.claims.kinds.iter().find(|kind| kind.id == "time-limit").expect("kind");
        Subject::new("Shell commands of `run_shell` time out in bubblewrap.", kind, &rules.claims.reading, "")
    }

    #[test]
    fn a_place_is_about_the_same_by_its_own_words() {
        let subject = subject();
        let of = |around: &str, statement: &str, change: fn(&mut Bond)| {
            let mut bond = subject.bond(&words(around), &words(statement));
            change(&mut bond);
            subject.is_of(&bond)
        };
        let none = |_: &mut Bond| {};
        assert!(of("shell command of bubblewrap", "runShellCommand(timeout)", none));
        // The same words, and the call that has the time limit is another.
        assert!(!of("shell command of bubblewrap", "fetchPage(timeout)", none));
        assert!(!of("command", "runCommand(timeout)", none));
        assert!(!of("shell command of seatbelt", "runShellCommand(timeout)", none));
        // The means that the claim gives stand in the statement.
        assert!(of("shell command of bubblewrap", "spawn(bubblewrap, timeout)", none));
        assert!(of("bubblewrap", "wait(timeout)", |bond| bond.named = true));
        assert!(!of("page", "wait(timeout)", |bond| bond.named = true));
        assert!(of("shell, bubblewrap", "wait(20)", |bond| bond.valued = true));
        assert!(!of("shell command of bubblewrap", "runShellCommand(timeout)", |bond| bond.elsewhere = true));
    }

    #[test]
    fn words_of_names_and_sentences_are_the_same() {
        let of = |text: &str| words(text).into_iter().collect::<Vec<_>>();
        assert_eq!(of("blockedCommands"), of("Blocks a command"));
        assert_eq!(of("MAX_TOOL_TIMEOUT"), of("max tool timeouts"));
        assert_eq!(of("execute verify policy"), of("executing verified policies"));
        assert_ne!(of("download"), of("upload"));
    }
}
