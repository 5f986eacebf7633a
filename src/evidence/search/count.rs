//! Counting: what ripgrep prints for one file, for every search at once.

use std::{
    collections::BTreeMap,
    io,
    sync::{Mutex, OnceLock, PoisonError},
};

use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkFinish, SinkMatch};
use regex::bytes::Regex;

use super::{SearchError, globs::GlobSet, literals::Prefilter};
use crate::{evidence::SearchSpec, source::RepoPath};

/// Searches compiled once and counted over many files, from any number of threads.
///
/// A count is the number of lines that `rg` prints for the file when it walks a folder above it: matching lines, one
/// more for the warning about a binary file with an earlier match, each as often as the path's own line breaks make
/// it.
pub struct SearchSet {
    specs: Vec<SearchSpec>,
    /// Compiled when a file first needs them: most searches have a hit nowhere.
    matchers: Vec<OnceLock<RegexMatcher>>,
    line_matchers: Vec<OnceLock<Regex>>,
    prefilter: Prefilter,
    /// Distinct lists of globs, and for each the searches that use it.
    globs: Vec<(GlobSet, Vec<usize>)>,
    /// Idle searchers: each holds a buffer of 64 KiB.
    idle: Mutex<Vec<Searcher>>,
}

impl SearchSet {
    /// Compiles `specs`. A search with an empty list of globs reads every file.
    ///
    /// # Errors
    /// The first search that cannot be recorded, by its position in `specs`.
    pub fn new(specs: &[SearchSpec]) -> Result<Self, (usize, SearchError)> {
        let mut parsed = Vec::with_capacity(specs.len());
        let mut by_globs: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
        for (index, spec) in specs.iter().enumerate() {
            parsed.push(spec.parsed().map_err(|e| (index, e))?);
            by_globs.entry(&spec.files).or_default().push(index);
        }
        let globs = by_globs
            .into_iter()
            .map(|(files, users)| match GlobSet::new(files) {
                Ok(set) => Ok((set, users)),
                Err(e) => Err((users[0], e)),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            specs: specs.to_vec(),
            matchers: specs.iter().map(|_| OnceLock::new()).collect(),
            line_matchers: specs.iter().map(|_| OnceLock::new()).collect(),
            prefilter: Prefilter::new(&parsed),
            globs,
            idle: Mutex::new(Vec::new()),
        })
    }

    pub fn specs(&self) -> &[SearchSpec] {
        &self.specs
    }

    /// True when some search reads this file; others need not be loaded.
    pub fn wants(&self, path: &RepoPath) -> bool {
        self.globs.iter().any(|(globs, _)| globs.matches(path))
    }

    /// Printed lines for each search with at least one, as (position in the list of specs, lines), sorted.
    pub fn counts(&self, path: &RepoPath, bytes: &[u8]) -> Vec<(usize, u64)> {
        let wanted: Vec<usize> =
            self.globs.iter().filter(|(globs, _)| globs.matches(path)).flat_map(|(_, users)| users).copied().collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        // Text in another encoding is searched after decoding, which the filter does not see; a NUL ends a search.
        let plain = !has_byte_order_mark(bytes) && !bytes.contains(&0);
        let mut found = if plain { self.by_lines(&wanted, bytes) } else { self.by_searcher(wanted, bytes) };
        let line_breaks = 1 + path.as_bytes().iter().filter(|b| **b == b'\n').count() as u64;
        found.iter_mut().for_each(|(_, lines)| *lines *= line_breaks);
        found.sort_unstable();
        found
    }

    /// Only lines that hold a literal of a search are compared with it.
    fn by_lines(&self, wanted: &[usize], bytes: &[u8]) -> Vec<(usize, u64)> {
        let mut counts = vec![None; self.specs.len()];
        for index in wanted {
            counts[*index] = Some(0);
        }
        self.prefilter.lines(bytes, |index, line| {
            if let Some(count) = &mut counts[index]
                && self.line_matcher(index).is_match(line)
            {
                *count += 1;
            }
        });
        let counted = wanted.iter().filter_map(|index| Some((*index, counts[*index].filter(|lines| *lines > 0)?)));
        counted.collect()
    }

    /// As ripgrep reads a file.
    fn by_searcher(&self, wanted: Vec<usize>, bytes: &[u8]) -> Vec<(usize, u64)> {
        let mut searcher = self.take();
        let counted = wanted.into_iter().map(|index| (index, lines(&mut searcher, self.matcher(index), bytes)));
        let found = counted.filter(|(_, lines)| *lines > 0).collect();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(searcher);
        found
    }

    /// For a line without its end. Unlike [`matcher`](Self::matcher) built without a full automaton, which for most
    /// searches would take longer than all their lines.
    fn line_matcher(&self, index: usize) -> &Regex {
        self.line_matchers[index].get_or_init(|| match self.specs[index].line_matcher() {
            Ok(matcher) => matcher,
            Err(error) => panic!("a checked search does not compile: {error}"),
        })
    }

    /// # Panics
    /// A pattern that parses and is too large to compile. `rules lint` compiles every search; a wrong count would be
    /// worse than none.
    fn matcher(&self, index: usize) -> &RegexMatcher {
        self.matchers[index].get_or_init(|| match self.specs[index].matcher() {
            Ok(matcher) => matcher,
            Err(error) => panic!("a checked search does not compile: {error}"),
        })
    }

    /// Compiles every search, as `rules lint` does.
    ///
    /// # Errors
    /// The first search that does not compile, by its position.
    pub fn compile_all(&self) -> Result<(), (usize, SearchError)> {
        self.specs.iter().enumerate().try_for_each(|(index, spec)| spec.matcher().map(drop).map_err(|e| (index, e)))
    }

    fn take(&self) -> Searcher {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        // What ripgrep sets for files that it finds by walking.
        idle.unwrap_or_else(|| {
            SearcherBuilder::new()
                .binary_detection(BinaryDetection::quit(0))
                .bom_sniffing(true)
                .line_number(true)
                .build()
        })
    }
}

fn has_byte_order_mark(bytes: &[u8]) -> bool {
    [&[0xef, 0xbb, 0xbf][..], &[0xff, 0xfe], &[0xfe, 0xff]].iter().any(|mark| bytes.starts_with(mark))
}

/// Lines that ripgrep prints. The bytes go through the rolling buffer that ripgrep reads with: which matches come
/// before a NUL is noticed depends on the buffer's size.
fn lines(searcher: &mut Searcher, matcher: &RegexMatcher, bytes: &[u8]) -> u64 {
    let mut printer = Printed::default();
    if let Err(error) = searcher.search_reader(matcher, bytes, &mut printer) {
        // Reading from memory cannot fail; ripgrep would print what it had.
        tracing::warn!(%error, "a search in memory failed");
    }
    printer.lines
}

/// ripgrep's standard printer without the text.
#[derive(Default)]
struct Printed {
    lines: u64,
}

impl Sink for Printed {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, _: &SinkMatch<'_>) -> Result<bool, io::Error> {
        self.lines += 1;
        Ok(true)
    }

    fn finish(&mut self, _: &Searcher, finish: &SinkFinish) -> Result<(), io::Error> {
        if finish.binary_byte_offset().is_some() && self.lines > 0 {
            self.lines += 1;
        }
        Ok(())
    }
}
