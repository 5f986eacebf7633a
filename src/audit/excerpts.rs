//! Lines of source at the places that a card cites: masked, cut, and read once.

use std::{collections::BTreeMap, sync::Arc};

use super::{Again, Defect, withhold::WITHHELD};
use crate::{
    card::{CardData, Evidence, Excerpt, Excerpts, lines_of},
    evidence::{mask, masked_path},
    facts::Span,
    source::{Entry, EntryKind, RepoPath, Snapshot},
    syntax::{Decoded, decode},
};

/// Bytes of a file that is shown in part.
const LARGEST: u64 = 8 << 20;

/// Characters of one line.
const COLUMNS: usize = 160;

/// Lines that a page shows of one citation.
const ON_A_PAGE: usize = 12;

/// Every place of code that the card cites, as far as the snapshot has it and it is not withheld.
pub fn excerpts(snapshot: &Snapshot, card: &CardData, withheld: &[Defect]) -> Excerpts {
    let mut texts = Texts::new(snapshot, ON_A_PAGE, withheld);
    let mut excerpts = Excerpts::default();
    for evidence in card.all_evidence() {
        if let Evidence::Code(code) = evidence
            && !excerpts.has(&code.file, &code.lines)
            && let Some(span) = lines_of(&code.lines)
            && let Some(excerpt) = texts.excerpt(&code.file, span)
        {
            excerpts.add(&code.lines, excerpt);
        }
    }
    excerpts
}

/// Contents that excerpts are taken from, each read once.
pub(super) struct Texts<'a> {
    again: Again<'a>,
    /// Lines of one excerpt.
    most: usize,
    read: BTreeMap<String, Option<Arc<str>>>,
    /// Lines of possible defects: they are not shown.
    hidden: Vec<(String, Span)>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, most: usize, withheld: &[Defect]) -> Self {
        let hidden = withheld.iter().map(|defect| (defect.signal.file.to_string(), defect.signal.lines)).collect();
        Self { again: Again::new(snapshot), most, read: BTreeMap::new(), hidden }
    }

    pub(super) fn excerpt(&mut self, file: &str, lines: Span) -> Option<Excerpt> {
        // A card masks such a path: its lines cannot be cited.
        if masked_path(file).is_some() {
            return None;
        }
        let again = &self.again;
        let text = self.read.entry(file.to_owned()).or_insert_with(|| content(again, file)).clone()?;
        let mut excerpt = excerpt(file, &text, lines, self.most)?;
        for (line, number) in excerpt.lines.iter_mut().zip(excerpt.first..) {
            let shown = |(path, span): &(String, Span)| path != file || number < span.start || span.end < number;
            if !self.hidden.iter().all(shown) {
                WITHHELD.clone_into(line);
            }
        }
        Some(excerpt)
    }
}

pub(super) fn content(again: &Again<'_>, file: &str) -> Option<Arc<str>> {
    let entry = Entry { path: RepoPath::new(file.as_bytes()), kind: EntryKind::File, executable: false };
    match decode(&again.read(&entry, LARGEST).ok()?) {
        Decoded::Text { text, .. } => Some(text.into()),
        Decoded::Binary => None,
    }
}

/// The cited lines with one line around them, masked together so that a secret over several lines is seen as one.
fn excerpt(file: &str, text: &str, lines: Span, most: usize) -> Option<Excerpt> {
    let first = lines.start.saturating_sub(1).max(1);
    let last = lines.end.saturating_add(1).min(first.saturating_add(most as u32 - 1));
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
    Some(Excerpt { file: file.to_owned(), first, lines: shown.collect(), cited: None, mark: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_masked() {
        let secret = format!("{}{}", "sk-", "abcdefghijklmnop1234");
        let long = "x".repeat(300);
        let text = format!("one\ntwo = '{secret}'\n{long}\nfour\nfive\nsix\nseven\neight\n");
        let of = |start, end| excerpt("a.py", &text, Span { start, end }, 6).unwrap();
        let found = of(2, 2);
        assert_eq!((found.first, found.lines.len()), (1, 3));
        assert!(!found.lines[1].contains(&secret), "{:?}", found.lines);
        assert_eq!(found.lines[2].chars().count(), COLUMNS + 1);
        assert_eq!(of(1, 1).lines.len(), 2);
        assert_eq!(of(2, 8).lines.len(), 6);
        assert_eq!(excerpt("a.py", &text, Span { start: 90, end: 90 }, 6), None);
    }
}
