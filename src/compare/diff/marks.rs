//! Which matches of rules are the same in two commits. A match is known again by its rule and its lines, wherever they
//! moved to; else by rule, path and what it is called.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{
    audit::{Examined, Mark, Marked},
    detect::Signal,
    rulebook::Rulebook,
    source::{Lineage, Snapshot},
};

/// Digests of lines that say nothing by themselves are not looked for in other files.
const EMPTY: &str = "e3b0c44298fc1c14";

/// Matches that one side has and the other has not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moved {
    pub gone: Vec<Marked>,
    pub new: Vec<Marked>,
}

impl Moved {
    /// Of two snapshots that were examined.
    pub fn between(
        rulebook: &Rulebook,
        lineage: &Lineage,
        before: (&Examined, &Snapshot),
        after: (&Examined, &Snapshot),
    ) -> Self {
        let (old, new) = (places(before.0), places(after.0));
        // In files that did not change the same lines are the same match.
        let wanted = |others: &BTreeSet<Place<'_>>, signal: &Signal| {
            lineage.changed.contains(signal.file.as_str()) || !others.contains(&place(signal))
        };
        let gone = before.0.marks(before.1, rulebook, |signal| wanted(&new, signal));
        let new = after.0.marks(after.1, rulebook, |signal| wanted(&old, signal));
        Self::of(gone, new, lineage)
    }

    /// Takes out, pair by pair, what both sides have.
    pub fn of(mut gone: Vec<Marked>, mut new: Vec<Marked>, lineage: &Lineage) -> Self {
        let path = |mark: &Mark, after: bool| {
            let own = mark.file.as_str();
            (if after { lineage.before(own) } else { own }).to_owned()
        };
        type KeyOf<'a> = &'a dyn Fn(&Mark, bool) -> Option<Vec<String>>;
        let keys: [KeyOf<'_>; 4] = [
            &|mark, after| Some(vec![path(mark, after), mark.text.clone(), mark.function.clone()]),
            &|mark, after| Some(vec![path(mark, after), mark.text.clone()]),
            // Code that was moved to another file.
            &|mark, _| (mark.text != EMPTY).then(|| vec![mark.text.clone()]),
            // Lines that were edited in place.
            &|mark, after| {
                let named = !mark.function.is_empty() || !mark.name.is_empty();
                named.then(|| vec![path(mark, after), mark.function.clone(), mark.name.clone()])
            },
        ];
        for key in keys {
            let full = |marked: &Marked, after: bool| {
                let mut key = key(&marked.mark, after)?;
                key.push(marked.mark.rule.clone());
                key.push(format!("{:?}", marked.mark.state));
                Some(key)
            };
            let mut there: BTreeMap<Vec<String>, VecDeque<usize>> = BTreeMap::new();
            for (at, marked) in new.iter().enumerate() {
                if let Some(key) = full(marked, true) {
                    there.entry(key).or_default().push_back(at);
                }
            }
            let mut taken = BTreeSet::new();
            gone.retain(|marked| {
                let found = full(marked, false).and_then(|key| there.get_mut(&key)?.pop_front());
                taken.extend(found);
                found.is_none()
            });
            let mut at = 0;
            new.retain(|_| {
                at += 1;
                !taken.contains(&(at - 1))
            });
        }
        Self { gone, new }
    }
}

/// Rule, file, first and last line, state.
type Place<'a> = (&'a str, &'a str, u32, u32, crate::rulebook::State);

fn place(signal: &Signal) -> Place<'_> {
    (&signal.rule, &signal.file, signal.lines.start, signal.lines.end, signal.state)
}

fn places(examined: &Examined) -> BTreeSet<Place<'_>> {
    examined.all_signals().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{Role, State};

    fn marked(rule: &str, file: &str, function: &str, text: &str, line: u32) -> Marked {
        let mark = Mark {
            rule: rule.to_owned(),
            file: file.to_owned(),
            function: function.to_owned(),
            name: String::new(),
            text: text.to_owned(),
            state: State::On,
        };
        Marked { mark, role: Role::Control, lines: (line, line) }
    }

    #[test]
    fn moved_renamed_and_edited_lines_are_the_same() {
        let gone = vec![
            marked("a", "old.py", "f", "1", 3),
            marked("a", "x.py", "g", "2", 4),
            marked("a", "x.py", "h", "3", 5),
            marked("b", "x.py", "h", "3", 5),
        ];
        let new = vec![
            marked("a", "new.py", "f", "1", 30),
            marked("a", "other.py", "g", "2", 40),
            marked("a", "x.py", "h", "4", 50),
            marked("a", "x.py", "h", "3", 51),
            marked("c", "x.py", "h", "3", 5),
        ];
        let lineage =
            Lineage { renamed: BTreeMap::from([("new.py".to_owned(), "old.py".to_owned())]), ..Lineage::default() };
        let moved = Moved::of(gone, new, &lineage);
        let rules = |list: &[Marked]| list.iter().map(|m| (m.mark.rule.clone(), m.lines.0)).collect::<Vec<_>>();
        assert_eq!(rules(&moved.gone), [("b".to_owned(), 5)]);
        assert_eq!(rules(&moved.new), [("a".to_owned(), 50), ("c".to_owned(), 5)]);
    }

    #[test]
    fn a_state_that_changes_is_a_change() {
        let before = marked("a", "x.py", "f", "1", 3);
        let mut after = before.clone();
        after.mark.state = State::OptIn;
        let moved = Moved::of(vec![before], vec![after], &Lineage::default());
        assert_eq!((moved.gone.len(), moved.new.len()), (1, 1));
    }
}
