//! An audit, and the reasons behind its card with the source at the cited places.

use std::{collections::BTreeMap, sync::Arc};

use super::{Again, AuditError, AuditOptions, AuditOutcome, Stages, audit, withhold::WITHHELD};
use crate::{
    assess::NoAgent,
    card::{self, Asked, Excerpt, Explanation},
    evidence::{mask, masked_path},
    facts::{Cache, Span},
    rulebook::Rulebook,
    source::{Entry, EntryKind, RepoPath, Snapshot},
    syntax::{Decoded, decode},
};

/// Bytes of a file that is shown in part.
const LARGEST: u64 = 8 << 20;

/// Lines of one excerpt, and characters of one line.
const LINES: usize = 6;
const COLUMNS: usize = 160;

/// The answer.
#[derive(Debug)]
pub enum Explained {
    Reasons { explanation: Box<Explanation>, incomplete: Vec<String> },
    NoAgent { name: String, no_agent: NoAgent },
}

/// Audits the snapshot and puts the reasons of its card together.
///
/// # Errors
/// As [`audit`].
pub fn explain(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    options: &AuditOptions,
    asked: &Asked,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<Explained, AuditError> {
    match audit(snapshot, rulebook, options, cache, stages)? {
        AuditOutcome::NoAgent { name, no_agent } => Ok(Explained::NoAgent { name, no_agent }),
        AuditOutcome::Card { card, incomplete, withheld, .. } => {
            let mut explanation = card::explain(&card, asked)?;
            let hidden = withheld.iter().map(|defect| (defect.signal.file.to_string(), defect.signal.lines)).collect();
            let mut texts = Texts { again: Again::new(snapshot), read: BTreeMap::new(), hidden };
            explanation.add_excerpts(&mut |file, lines| texts.excerpt(file, lines));
            Ok(Explained::Reasons { explanation: Box::new(explanation), incomplete })
        }
    }
}

/// Contents that excerpts are taken from, each read once.
struct Texts<'a> {
    again: Again<'a>,
    read: BTreeMap<String, Option<Arc<str>>>,
    /// Lines of possible defects: they are not shown.
    hidden: Vec<(String, Span)>,
}

impl Texts<'_> {
    fn excerpt(&mut self, file: &str, lines: Span) -> Option<Excerpt> {
        // A card masks such a path: its lines cannot be cited.
        if masked_path(file).is_some() {
            return None;
        }
        let again = &self.again;
        let text = self.read.entry(file.to_owned()).or_insert_with(|| content(again, file)).clone()?;
        let mut excerpt = excerpt(file, &text, lines)?;
        for (line, number) in excerpt.lines.iter_mut().zip(excerpt.first..) {
            let shown = |(path, span): &(String, Span)| path != file || number < span.start || span.end < number;
            if !self.hidden.iter().all(shown) {
                WITHHELD.clone_into(line);
            }
        }
        Some(excerpt)
    }
}

fn content(again: &Again<'_>, file: &str) -> Option<Arc<str>> {
    let entry = Entry { path: RepoPath::new(file.as_bytes()), kind: EntryKind::File, executable: false };
    match decode(&again.read(&entry, LARGEST).ok()?) {
        Decoded::Text { text, .. } => Some(text.into()),
        Decoded::Binary => None,
    }
}

/// The cited lines with one line around them, masked together so that a secret over several lines is seen as one.
fn excerpt(file: &str, text: &str, lines: Span) -> Option<Excerpt> {
    let first = lines.start.saturating_sub(1).max(1);
    let last = lines.end.saturating_add(1).min(first.saturating_add(LINES as u32 - 1));
    let count = (last.saturating_sub(first) + 1) as usize;
    let taken: Vec<&str> = text.lines().skip(first as usize - 1).take(count).collect();
    if taken.is_empty() {
        return None;
    }
    let masked = mask(&taken.join("\n"));
    let shown = masked.lines().map(|line| match line.char_indices().nth(COLUMNS) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line.to_owned(),
    });
    Some(Excerpt { file: file.to_owned(), first, lines: shown.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_masked() {
        let secret = format!("{}{}", "sk-", "abcdefghijklmnop1234");
        let long = "x".repeat(300);
        let text = format!("one\ntwo = '{secret}'\n{long}\nfour\nfive\nsix\nseven\neight\n");
        let of = |start, end| excerpt("a.py", &text, Span { start, end }).unwrap();
        let found = of(2, 2);
        assert_eq!((found.first, found.lines.len()), (1, 3));
        assert!(!found.lines[1].contains(&secret), "{:?}", found.lines);
        assert_eq!(found.lines[2].chars().count(), COLUMNS + 1);
        assert_eq!(of(1, 1).lines.len(), 2);
        assert_eq!(of(2, 8).lines.len(), LINES);
        assert_eq!(excerpt("a.py", &text, Span { start: 90, end: 90 }), None);
    }
}
