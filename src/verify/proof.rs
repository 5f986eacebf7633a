//! Citations and searches of a card at its pinned commit.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::items::{Item, code, items, search};
use crate::{
    card::{self, CodeEvidence, Place, Problem, PublishedCard, SearchEvidence, lines_of},
    evidence::rg::{self, Counted, RgError, RgSearch},
    facts::Span,
    source::{Entry, EntryKind, RepoPath, Snapshot, SourceError, Unread},
};

/// A cited file of more is not read.
const LARGEST: u64 = 64 * 1024 * 1024;

/// What was proven.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// Different places that were looked at.
    pub citations: usize,
    /// Different searches that were run.
    pub searches: usize,
    pub problems: Vec<Problem>,
    /// Right numbers of hits, by the pointer of the item.
    pub hits: BTreeMap<String, u64>,
}

/// Looks up every citation and runs every search in `snapshot`, which is of the pinned commit.
///
/// # Errors
/// An object store that cannot be opened.
pub fn prove(card: &PublishedCard, snapshot: &Snapshot) -> Result<Proof, SourceError> {
    let mut proof = Proof::default();
    if snapshot.commit().id != card.pinned_commit {
        let message = format!("the repository was opened at {}, not at the pinned commit", snapshot.commit().id);
        let place = card.place("/pinned_commit");
        proof.problems.push(Problem::new(place, "commit-differs", message).right(snapshot.commit().id.clone()));
        return Ok(proof);
    }
    let items = items(card);
    citations(card, snapshot, &items, &mut proof)?;
    searches(card, snapshot, &items, &mut proof)?;
    Ok(proof)
}

fn citations(
    card: &PublishedCard,
    snapshot: &Snapshot,
    items: &[Item<'_>],
    proof: &mut Proof,
) -> Result<(), SourceError> {
    let cited: Vec<(&Item<'_>, &CodeEvidence)> = items.iter().filter_map(|item| Some((item, code(item)?))).collect();
    let places: BTreeSet<(&str, &str)> =
        cited.iter().map(|(_, code)| (code.file.as_str(), code.lines.as_str())).collect();
    proof.citations = places.len();
    let files: BTreeSet<&str> = cited.iter().map(|(_, code)| code.file.as_str()).collect();
    let files: Vec<&str> = files.into_iter().collect();
    // The reader of a thread is opened once.
    snapshot.reader()?;
    let texts: BTreeMap<&str, Text> = files
        .par_iter()
        .map_init(
            || snapshot.reader(),
            |reader, file| {
                let Some(entry) = entry(snapshot, file) else { return (*file, Text::Missing) };
                match reader {
                    Ok(reader) => (
                        *file,
                        match reader.read(entry, LARGEST) {
                            Ok(bytes) => Text::Lines(bytes),
                            Err(why) => Text::Unread(why),
                        },
                    ),
                    Err(error) => (*file, Text::Unread(Unread::Unreadable(error.to_string()))),
                }
            },
        )
        .collect();
    for (item, code) in cited {
        let Some(lines) = lines_of(&code.lines) else { continue };
        let problem = match &texts[code.file.as_str()] {
            Text::Missing => {
                let message = format!("the commit has no file `{}`", code.file);
                let problem = Problem::new(card.place(&item.pointer), "file-missing", message);
                Some(match namesake(snapshot, &code.file) {
                    Some(other) => problem.right(other),
                    None => problem,
                })
            }
            Text::Unread(why) => {
                let message = format!("`{}` could not be read ({why:?})", code.file);
                Some(Problem::new(card.place(&item.pointer), "file-unread", message).warning())
            }
            Text::Lines(bytes) => within(bytes, code, lines).map(|(name, message, right)| {
                let problem = Problem::new(card.place(&item.pointer), name, message);
                match right {
                    Some(right) => problem.right(right),
                    None => problem,
                }
            }),
        };
        proof.problems.extend(problem);
    }
    Ok(())
}

enum Text {
    Missing,
    Unread(Unread),
    Lines(Vec<u8>),
}

fn entry<'s>(snapshot: &'s Snapshot, file: &str) -> Option<&'s Entry> {
    snapshot.entry(file).filter(|entry| entry.kind == EntryKind::File)
}

/// The only file with the same name.
fn namesake(snapshot: &Snapshot, file: &str) -> Option<String> {
    let name = RepoPath::new(file);
    let mut same = snapshot.entries().iter().filter(|e| e.kind == EntryKind::File && e.path.name() == name.name());
    let found = same.next()?.path.as_str()?.to_owned();
    same.next().is_none().then_some(found)
}

pub(super) fn unsupported(place: Place, search: &SearchEvidence, error: &RgError) -> Problem {
    Problem::new(place, "search-unsupported", format!("`{}` cannot be run again: {error}", search.search))
}

type Wrong = (&'static str, String, Option<String>);

fn within(bytes: &[u8], code: &CodeEvidence, span: Span) -> Option<Wrong> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().collect();
    let (file, count) = (&code.file, lines.len());
    if span.end as usize > count {
        let message = format!("`{file}` has {count} lines, not {}", span.end);
        return Some(("lines-out-of-range", message, Some(format!("at most line {count}"))));
    }
    let literal = code.contains.as_deref().filter(|literal| !literal.is_empty())?;
    let cited = lines[span.start as usize - 1..span.end as usize].join("\n");
    if cited.contains(literal) {
        return None;
    }
    // The nearest line that holds it.
    let distance = |line: usize| line.abs_diff(span.start as usize - 1).min(line.abs_diff(span.end as usize - 1));
    let holding = (0..count).filter(|line| lines[*line].contains(literal));
    let near = holding.min_by_key(|line| distance(*line)).map(|line| card::lines(Span::line(line as u32 + 1)));
    let message = format!("`{literal}` does not stand in lines {} of `{file}`", code.lines);
    Some(("literal-missing", message, near.map(|line| format!("line {line}"))))
}

fn searches(
    card: &PublishedCard,
    snapshot: &Snapshot,
    items: &[Item<'_>],
    proof: &mut Proof,
) -> Result<(), SourceError> {
    let found: Vec<(&Item<'_>, &SearchEvidence)> =
        items.iter().filter_map(|item| Some((item, search(item)?))).collect();
    let distinct: BTreeSet<(&str, &str)> = found.iter().map(|(_, s)| (s.search.as_str(), s.scope.as_str())).collect();
    let distinct: Vec<(&str, &str)> = distinct.into_iter().collect();
    let parsed: Vec<Result<RgSearch, RgError>> =
        distinct.iter().map(|(command, scope)| RgSearch::parse(command, scope)).collect();
    proof.searches = parsed.iter().filter(|search| search.is_ok()).count();
    let counts = rg::count(&parsed, snapshot)?;
    let by_search: BTreeMap<(&str, &str), &Result<Counted, RgError>> = distinct.into_iter().zip(&counts).collect();
    for (item, search) in found {
        let place = || card.place(&item.pointer);
        let counted = match by_search[&(search.search.as_str(), search.scope.as_str())] {
            Ok(counted) => counted,
            Err(error) => {
                proof.problems.push(unsupported(place(), search, error));
                continue;
            }
        };
        for scope in &counted.missing {
            let message = format!("the commit has no file or folder `{scope}` for `{}`", search.search);
            proof.problems.push(Problem::new(place(), "scope-missing", message));
        }
        if !counted.unread.is_empty() {
            let message = format!("`{}` could not read {}", search.search, counted.unread.join(", "));
            proof.problems.push(Problem::new(place(), "search-incomplete", message).warning());
            continue;
        }
        if counted.lines != search.hits {
            let message =
                format!("`{}` in {} has {} hits, not {}", search.search, search.scope, counted.lines, search.hits);
            proof.problems.push(Problem::new(place(), "hits", message).right(counted.lines.to_string()));
            proof.hits.insert(item.pointer.clone(), counted.lines);
        }
    }
    Ok(())
}
