//! What became of the cited places of a card at another commit, and which of its levels may be out of date for that.

use std::collections::{BTreeMap, BTreeSet};

use super::items::{code, items};
use crate::{
    card::{self, CardData, lines_of},
    evidence::{Fate, FollowError, Follower},
    source::{Snapshot, SourceError},
};

/// One cited place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaterPlace {
    pub file: String,
    /// As cited.
    pub lines: String,
    pub fate: Result<Fate, FollowError>,
    /// The cells that cite it.
    pub cells: BTreeSet<String>,
}

/// All cited places of a card at another commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Later {
    /// 40 hex digits.
    pub commit: String,
    /// In the order of the card, no place twice.
    pub places: Vec<LaterPlace>,
}

/// Follows every citation from `pinned` to `new`.
///
/// # Errors
/// An object store that cannot be opened.
pub fn later(card: &CardData, pinned: &Snapshot, new: &Snapshot) -> Result<Later, SourceError> {
    let mut follower = Follower::new(pinned, new)?;
    let mut later = Later { commit: new.commit().id.clone(), places: Vec::new() };
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for item in items(card) {
        let Some(code) = code(&item) else { continue };
        let key = (code.file.clone(), code.lines.clone());
        let at = match seen.get(&key) {
            Some(at) => *at,
            None => {
                let Some(lines) = lines_of(&code.lines) else { continue };
                let fate = follower.follow(&code.file, lines);
                let (file, lines) = key.clone();
                later.places.push(LaterPlace { file, lines, fate, cells: BTreeSet::new() });
                seen.insert(key, later.places.len() - 1);
                later.places.len() - 1
            }
        };
        later.places[at].cells.insert(item.cell);
    }
    Ok(later)
}

impl LaterPlace {
    /// Where the text stands now, if it is the same.
    pub fn same_text_at(&self) -> Option<(&str, String)> {
        match &self.fate {
            Ok(Fate::Unchanged) => Some((&self.file, self.lines.clone())),
            Ok(Fate::Moved { file, lines }) => Some((file, card::lines(*lines))),
            _ => None,
        }
    }

    /// One line for a reader.
    pub fn text(&self) -> String {
        let place = format!("{}:{}", self.file, self.lines);
        match &self.fate {
            Ok(Fate::Unchanged) => format!("unchanged {place}"),
            Ok(Fate::Moved { file, lines }) => format!("moved     {place} → {file}:{}", card::lines(*lines)),
            Ok(Fate::Changed { file, lines }) => format!("changed   {place}, now near {file}:{}", card::lines(*lines)),
            Ok(Fate::Gone) => format!("gone      {place}"),
            Err(error) => format!("unknown   {place} ({error})"),
        }
    }
}

impl Later {
    /// Cells whose places are not all there with the same text.
    pub fn doubtful(&self) -> Vec<String> {
        let cells = self.places.iter().filter(|place| place.same_text_at().is_none()).flat_map(|place| &place.cells);
        let key = |cell: &str| {
            let (criterion, parameter) = cell.split_once('.').unwrap_or((cell, ""));
            let number: u32 = criterion.trim_start_matches('C').parse().unwrap_or(0);
            (number, "SCDB".find(parameter).map_or(0, |at| at + usize::from(!parameter.is_empty())))
        };
        let mut cells: Vec<String> = cells.cloned().collect::<BTreeSet<_>>().into_iter().collect();
        cells.sort_by_key(|cell| key(cell));
        cells
    }

    /// `41 of 52 cited places unchanged, 6 moved, 5 changed: C2.D and C8.D may be out of date`.
    pub fn verdict(&self) -> String {
        let count =
            |wanted: fn(&Result<Fate, FollowError>) -> bool| self.places.iter().filter(|p| wanted(&p.fate)).count();
        let unchanged = count(|fate| matches!(fate, Ok(Fate::Unchanged)));
        let mut text = format!("{unchanged} of {} cited places unchanged", self.places.len());
        let others = [
            (count(|fate| matches!(fate, Ok(Fate::Moved { .. }))), "moved"),
            (count(|fate| matches!(fate, Ok(Fate::Changed { .. }))), "changed"),
            (count(|fate| matches!(fate, Ok(Fate::Gone))), "gone"),
            (count(Result::is_err), "could not be followed"),
        ];
        for (n, word) in others.into_iter().filter(|(n, _)| *n > 0) {
            text.push_str(&format!(", {n} {word}"));
        }
        match self.doubtful().as_slice() {
            [] => text.push_str(": nothing that the card cites says that it is out of date"),
            [one] => text.push_str(&format!(": {one} may be out of date")),
            [all @ .., last] => text.push_str(&format!(": {} and {last} may be out of date", all.join(", "))),
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Span;

    fn place(fate: Result<Fate, FollowError>, cells: &[&str]) -> LaterPlace {
        let cells = cells.iter().map(|cell| (*cell).to_owned()).collect();
        LaterPlace { file: "a.py".into(), lines: "3-5".into(), fate, cells }
    }

    #[test]
    fn a_verdict_that_a_reader_understands() {
        let lines = Span { start: 7, end: 9 };
        let moved = || Ok(Fate::Moved { file: "b.py".into(), lines });
        let changed = || Ok(Fate::Changed { file: "a.py".into(), lines });
        let mut later = Later { commit: "c".into(), places: vec![place(Ok(Fate::Unchanged), &["C1.S"])] };
        assert_eq!(
            later.verdict(),
            "1 of 1 cited places unchanged: nothing that the card cites says that it is out of date"
        );
        later.places.push(place(moved(), &["C2.D"]));
        later.places.push(place(changed(), &["C10.D", "C2.D"]));
        assert_eq!(
            later.verdict(),
            "1 of 3 cited places unchanged, 1 moved, 1 changed: C2.D and C10.D may be out of date"
        );
        later.places.push(place(Ok(Fate::Gone), &["C2", "C2.S"]));
        later.places.push(place(Err(FollowError::NoSuchFile), &[]));
        assert_eq!(
            later.verdict(),
            "1 of 5 cited places unchanged, 1 moved, 1 changed, 1 gone, 1 could not be followed: C2, C2.S, C2.D and \
             C10.D may be out of date"
        );
        assert_eq!(later.places[1].text(), "moved     a.py:3-5 → b.py:7-9");
    }
}
