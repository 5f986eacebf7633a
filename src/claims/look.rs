//! One pass over the files in which names and elements of claims are looked up: exact counts of ripgrep for the record,
//! and places in the product's own code with its comments left out.

use std::{collections::BTreeMap, sync::OnceLock};

use rayon::prelude::*;
use regex::bytes::Regex;

use super::{ClaimSearch, Evidence};
use crate::{
    evidence::{SearchSet, SearchSpec, Tally},
    facts::{Context, Span},
    rulebook::pattern,
    source::{Entry, EntryKind},
    syntax::{Decoded, decode},
};

/// Reads a file of the snapshot.
pub type Content<'a> = crate::detect::ReadBlob<'a>;

/// Bytes of a file that is looked through.
const LARGEST: u64 = 8 << 20;
/// Bytes of a file in which places are looked for; what is larger is generated.
const LARGEST_CODE: usize = 1 << 20;
/// Places of one search in one file, and of all.
const IN_FILE: usize = 8;
const MOST_LINES: usize = 200;
const PLACES: usize = 60;

/// A place in the product.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    /// What is looked for is only used here, not defined or set: such places come last.
    pub used: bool,
    pub file: String,
    pub line: u32,
    /// The last line of the statement.
    pub last: u32,
}

/// Searches to be made, each once.
#[derive(Default)]
pub(super) struct Asked {
    specs: Vec<SearchSpec>,
    /// Of these only statements count: neither configuration nor what stands in quotes.
    statements: Vec<bool>,
    known: BTreeMap<(SearchSpec, bool), usize>,
}

impl Asked {
    pub fn add(&mut self, spec: SearchSpec) -> usize {
        self.of(spec, false)
    }

    pub fn add_statement(&mut self, spec: SearchSpec) -> usize {
        self.of(spec, true)
    }

    fn of(&mut self, spec: SearchSpec, statement: bool) -> usize {
        *self.known.entry((spec.clone(), statement)).or_insert_with(|| {
            self.specs.push(spec);
            self.statements.push(statement);
            self.specs.len() - 1
        })
    }

    /// Runs all of them.
    pub fn answer(self, evidence: &Evidence<'_>) -> Found {
        let Ok(set) = SearchSet::new(&self.specs) else { return Found::default() };
        let wanted = |entry: &&Entry| {
            entry.kind == EntryKind::File && evidence.scope.contains(&entry.path) && set.wants(&entry.path)
        };
        let entries: Vec<&Entry> =
            if self.specs.is_empty() { Vec::new() } else { evidence.entries.iter().filter(wanted).collect() };
        let patterns: Vec<OnceLock<Option<LinePattern>>> = self.specs.iter().map(|_| OnceLock::new()).collect();
        let parts: Vec<Part> =
            entries.par_iter().map(|entry| one(entry, &set, &patterns, &self.statements, evidence)).collect();
        let mut tally = Tally::default();
        let mut places: BTreeMap<usize, Vec<Spot>> = BTreeMap::new();
        for (entry, (counts, spots)) in entries.iter().zip(parts) {
            tally.add(entry.path.clone(), counts);
            for (index, spot) in spots {
                let all = places.entry(index).or_default();
                if all.len() < PLACES {
                    all.push(spot);
                }
            }
        }
        let hits = tally.all_hits(evidence.scope);
        let searches = self.specs.iter().enumerate().map(|(index, spec)| ClaimSearch {
            search: spec.command(),
            scope: evidence.scope.text(),
            hits: hits.get(&index).copied().unwrap_or_default(),
        });
        Found { searches: searches.collect(), places }
    }
}

/// Hits of one file by search, and places where it is the product's.
type Part = (Vec<(usize, u64)>, Vec<(usize, Spot)>);

/// A search over single lines, and the same where what is looked for is given a value.
struct LinePattern {
    line: Regex,
    defining: Option<Regex>,
}

impl LinePattern {
    fn new(spec: &SearchSpec) -> Option<Self> {
        let line = pattern::build(&spec.pattern, spec.ignore_case).ok()?;
        Some(Self { line, defining: defining(spec) })
    }
}

fn one(
    entry: &Entry,
    set: &SearchSet,
    patterns: &[OnceLock<Option<LinePattern>>],
    statements: &[bool],
    evidence: &Evidence<'_>,
) -> Part {
    let Ok(bytes) = (evidence.read)(entry, LARGEST) else { return Default::default() };
    let counts = set.counts(&entry.path, &bytes);
    let known = entry.path.as_str().and_then(|path| evidence.base.index(path));
    let product = known.filter(|index| {
        let file = &evidence.base.files[*index];
        // Workflows and settings of editors are no part of what is shipped.
        if file.path.split('/').any(|part| part.starts_with('.')) {
            return false;
        }
        // Migrations are run by whoever installs the product.
        file.context == Context::Product || file.context == Context::Script && file.path.ends_with(".sql")
    });
    let (Some(index), false) = (product, counts.is_empty() || bytes.len() > LARGEST_CODE) else {
        return (counts, Vec::new());
    };
    let Decoded::Text { text, .. } = decode(&bytes) else { return (counts, Vec::new()) };
    let code = evidence.base.without_comments(index, &text);
    let bare: OnceLock<String> = OnceLock::new();
    let mut spots = Vec::new();
    for (search, _) in &counts {
        if statements[*search] && !evidence.base.files[index].language.is_code() {
            continue;
        }
        let code = if statements[*search] { bare.get_or_init(|| without_quoted(&code)) } else { &code };
        let known = patterns[*search].get_or_init(|| LinePattern::new(&set.specs()[*search]));
        let Some(pattern) = known else { continue };
        let lines = (1u32..).zip(code.lines()).filter(|(_, line)| pattern.line.is_match(line.as_bytes()));
        let file = &evidence.base.files[index].path;
        let lines = lines.filter(|(line, _)| (evidence.shown)(file, Span::line(*line)));
        let used = |line: &str| pattern.defining.as_ref().is_some_and(|sets| !sets.is_match(line.as_bytes()));
        let mut own: Vec<Spot> = lines
            .map(|(line, text)| Spot { used: used(text), ..Spot::new(file, Span::line(line)) })
            .take(MOST_LINES)
            .collect();
        own.sort();
        spots.extend(own.into_iter().take(IN_FILE).map(|spot| (*search, spot)));
    }
    (counts, spots)
}

/// Code with what stands in quotes left out, lines as they are. A quote that its line does not close is an apostrophe or
/// a lifetime; three quotes and backticks reach over lines.
fn without_quoted(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut open: Option<&str> = None;
    for line in code.split_inclusive('\n') {
        let mut rest = line;
        while !rest.is_empty() {
            if let Some(mark) = open {
                let Some(at) = rest.find(mark) else {
                    out.push_str(if rest.ends_with('\n') { "\n" } else { "" });
                    break;
                };
                out.push_str(mark);
                rest = &rest[at + mark.len()..];
                open = None;
            } else if let Some(mark) = ["\"\"\"", "'''", "`"].into_iter().find(|mark| rest.starts_with(mark)) {
                out.push_str(mark);
                rest = &rest[mark.len()..];
                open = Some(mark);
            } else if let Some((mark, after)) = ['"', '\''].into_iter().find_map(|c| Some((c, closed(rest, c)?))) {
                out.extend([mark, mark]);
                rest = &rest[after..];
            } else {
                let next = rest.chars().next().map_or(rest.len(), char::len_utf8);
                out.push_str(&rest[..next]);
                rest = &rest[next..];
            }
        }
    }
    out
}

/// The byte after the quote that closes the one at the start.
fn closed(text: &str, mark: char) -> Option<usize> {
    let inner = text.strip_prefix(mark)?;
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == mark => return Some(mark.len_utf8() + at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// The same pattern where it is given a value, or follows a word that defines something.
fn defining(spec: &SearchSpec) -> Option<Regex> {
    let of = &spec.pattern;
    let source = format!(
        r#"(?:^|[\s"'(,.])(?:{of})["']?\s*(?:\w+\s*)?(?::|:?=)(?:[^=]|$)|\b(?:def|func|fn|class|type|table|function|const|let|var|struct|interface|enum)\s+(?:\([^)]*\)\s*)?(?:{of})"#
    );
    pattern::build(&source, spec.ignore_case).ok()
}

/// What the searches found.
#[derive(Default)]
pub(super) struct Found {
    searches: Vec<ClaimSearch>,
    places: BTreeMap<usize, Vec<Spot>>,
}

impl Found {
    pub fn spots(&self, search: usize) -> &[Spot] {
        self.places.get(&search).map_or(&[], Vec::as_slice)
    }

    pub fn search(&self, search: usize) -> Option<ClaimSearch> {
        self.searches.get(search).cloned()
    }
}

impl Spot {
    pub fn new(file: &str, lines: Span) -> Self {
        Self { used: false, file: file.to_owned(), line: lines.start, last: lines.end.max(lines.start) }
    }

    pub fn span(&self) -> Span {
        Span::line(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_no_statement() {
        assert_eq!(without_quoted("check(\"jwt.verify(\")\njwt.verify(t)\n"), "check(\"\")\njwt.verify(t)\n");
        assert_eq!(without_quoted("f('a\\'b', x)"), "f('', x)");
        assert_eq!(without_quoted("a\n\"\"\"one\ntwo\"\"\"\nb"), "a\n\"\"\"\n\"\"\"\nb");
        assert_eq!(without_quoted("fn f<'a>(x: &'a str)"), "fn f<''a str)");
        assert_eq!(without_quoted("x = `one\ntwo`; y"), "x = `\n`; y");
    }
}
