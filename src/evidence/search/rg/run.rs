//! Counts the lines that ripgrep would print, with ripgrep's own searcher and printer.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use grep_printer::{StandardBuilder, SummaryBuilder, SummaryKind};
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use rayon::prelude::*;
use termcolor::NoColor;

use super::{
    Mode, RgError, RgSearch,
    options::Binary,
    walk::{Found, Tree, Walked},
};
use crate::source::{Entry, Snapshot, SourceError, Unread};

/// An entry, and the searches that come to it: the number of each and the place in its walk.
type Wanted<'e> = (&'e Entry, Vec<(usize, usize)>);

/// A file of more is not searched; it is listed as unread.
const LARGEST: u64 = 256 * 1024 * 1024;

/// What a search prints.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// Lines on standard output.
    pub lines: u64,
    /// Paths of the scope that the commit does not have as a file or folder; links among them.
    pub missing: Vec<String>,
    /// Files whose content could not be read: the count lacks them.
    pub unread: Vec<String>,
}

/// Counts every search over the files of `snapshot`, each file read once.
///
/// # Errors
/// An object store that cannot be opened. A search that fails by itself is an error in its place.
pub fn count(
    searches: &[Result<RgSearch, RgError>],
    snapshot: &Snapshot,
) -> Result<Vec<Result<Counted, RgError>>, SourceError> {
    let reader = snapshot.reader()?;
    let tree = Tree::new(snapshot, &reader);
    let mut prepared = Vec::new();
    for search in searches {
        prepared.push(search.as_ref().map_err(Clone::clone).and_then(|search| {
            let matcher = search.matcher()?;
            Ok((search, matcher, tree.walk(search)))
        }));
    }
    // Which searches come to a file, and how.
    let mut wanted: BTreeMap<&crate::source::RepoPath, Wanted<'_>> = BTreeMap::new();
    for (index, one) in prepared.iter().enumerate() {
        let Ok((_, Some(_), walked)) = one else { continue };
        for (at, found) in walked.files.iter().enumerate() {
            wanted.entry(&found.entry.path).or_insert_with(|| (found.entry, Vec::new())).1.push((index, at));
        }
    }
    let work: Vec<(&Entry, Vec<(usize, usize)>)> = wanted.into_values().collect();
    let opened = || snapshot.reader();
    let done: Vec<FileCounts> = work
        .par_iter()
        .map_init(opened, |reader, (entry, uses)| {
            let reader = match reader {
                Ok(reader) => reader,
                Err(error) => return Err(error.to_string()),
            };
            match reader.read(entry, LARGEST) {
                Ok(bytes) => Ok(uses
                    .iter()
                    .filter_map(|(index, at)| {
                        let Ok((search, Some(matcher), walked)) = &prepared[*index] else { return None };
                        Some((*index, lines(search, matcher, walked, &walked.files[*at], &bytes)))
                    })
                    .collect()),
                Err(why) => Err(shown(entry, &why)),
            }
        })
        .collect();
    let mut counts: Vec<Result<Counted, RgError>> = prepared
        .iter()
        .map(|one| {
            let (search, _, walked) = one.as_ref().map_err(Clone::clone)?;
            let listed = |found: &Found<'_>| 1 + breaks(found);
            let lines = if search.mode == Mode::Files { walked.files.iter().map(listed).sum() } else { 0 };
            Ok(Counted { lines, missing: walked.missing.clone(), unread: vec![] })
        })
        .collect();
    for ((_, uses), counted) in work.iter().zip(done) {
        match counted {
            Ok(found) => {
                for (index, lines) in found {
                    counts[index].iter_mut().for_each(|counted| counted.lines += lines);
                }
            }
            Err(why) => {
                for (index, _) in uses {
                    counts[*index].iter_mut().for_each(|counted| counted.unread.push(why.clone()));
                }
            }
        }
    }
    Ok(counts)
}

/// Lines by the position of the search, or the file that could not be read.
type FileCounts = Result<Vec<(usize, u64)>, String>;

fn breaks(found: &Found<'_>) -> u64 {
    found.entry.path.as_bytes().iter().filter(|b| **b == b'\n').count() as u64
}

fn shown(entry: &Entry, why: &Unread) -> String {
    let why = match why {
        Unread::Missing => "its content is not in this copy of the repository".to_owned(),
        Unread::TooLarge(bytes) => format!("{bytes} bytes"),
        Unread::LfsPointer => "it lies in Git LFS".to_owned(),
        Unread::Unreadable(why) => why.clone(),
    };
    format!("{} ({why})", String::from_utf8_lossy(entry.path.as_bytes()))
}

fn lines(search: &RgSearch, matcher: &RegexMatcher, walked: &Walked<'_>, found: &Found<'_>, bytes: &[u8]) -> u64 {
    let mut searcher = SearcherBuilder::new()
        .max_matches(search.max_count)
        .invert_match(search.invert)
        .line_number(search.line_number && search.mode == Mode::Lines)
        .multi_line(search.multiline)
        .binary_detection(match (search.binary, found.named) {
            (Binary::Text, _) => BinaryDetection::none(),
            (Binary::Auto, false) => BinaryDetection::quit(0),
            _ => BinaryDetection::convert(0),
        })
        .build();
    let path = search.with_filename(walked.one_file);
    let mut printed = NoColor::new(Lines::default());
    let outcome = match search.mode {
        Mode::Lines => {
            let mut printer = StandardBuilder::new()
                .heading(false)
                .path(path)
                .only_matching(search.only_matching)
                .per_match_one_line(true)
                .build(&mut printed);
            let sink = printer.sink_with_path(matcher, &found.shown);
            run(&mut searcher, matcher, walked.mapped, bytes, sink)
        }
        mode => {
            let kind = match mode {
                Mode::FilesWithMatches => SummaryKind::PathWithMatch,
                Mode::CountMatches => SummaryKind::CountMatches,
                _ => SummaryKind::Count,
            };
            let mut printer = SummaryBuilder::new().kind(kind).path(path).exclude_zero(true).build(&mut printed);
            let sink = printer.sink_with_path(matcher, &found.shown);
            run(&mut searcher, matcher, walked.mapped, bytes, sink)
        }
    };
    if let Err(error) = outcome {
        // Reading from memory cannot fail; ripgrep would print what it had.
        tracing::warn!(%error, "a search in memory failed");
    }
    printed.into_inner().0
}

/// As ripgrep reads a file: through a buffer, or as one piece where it maps it into memory. Which matches come before a
/// NUL is noticed depends on that.
fn run<S: grep_searcher::Sink<Error = io::Error>>(
    searcher: &mut Searcher,
    matcher: &RegexMatcher,
    mapped: bool,
    bytes: &[u8],
    sink: S,
) -> io::Result<()> {
    if mapped && !bytes.is_empty() {
        searcher.search_slice(matcher, bytes, sink)
    } else {
        searcher.search_reader(matcher, bytes, sink)
    }
}

/// Counts line feeds of what is written.
#[derive(Default)]
struct Lines(u64);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += memchr::memchr_iter(b'\n', bytes).count() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
