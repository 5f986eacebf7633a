//! Cited lines followed from one snapshot to another, renamed files and code carried into other files included.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    rc::Rc,
};

use foldhash::fast::FixedState;

use super::{Followed, follow, is_telling, lines, range_of, sole_occurrence, span};
use crate::{
    facts::Span,
    source::{Entry, EntryKind, Reader, RepoPath, Snapshot, SourceError, Unread},
};

/// A larger file is not compared.
const LARGEST: u64 = 4 * 1024 * 1024;
/// Bytes that are read to find files under new names and code in new places, of one pair of snapshots.
const MOST_BYTES: u64 = 256 * 1024 * 1024;
/// Of the lines of a file, the part in hundredths that must stand in another for it to be the same file, renamed:
/// what git takes.
const SAME_FILE: usize = 50;

/// What became of cited lines at another commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The same text at the same lines of the same file.
    Unchanged,
    /// The same text elsewhere.
    Moved { file: String, lines: Span },
    /// Another text in its place: the nearest lines.
    Changed { file: String, lines: Span },
    /// Neither the file nor the lines were found again.
    Gone,
}

/// Why a citation cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    #[error("the cited commit has no such file")]
    NoSuchFile,
    #[error("the file has {0} lines at the cited commit")]
    NoSuchLines(u32),
    #[error("the file cannot be compared: {0}")]
    Unread(String),
}

/// Follows citations from `old` to `new`. Files are read once.
pub struct Follower<'s> {
    old: Side<'s>,
    new: Side<'s>,
    /// Files of `new` that `old` does not have with that content under that name; all could hold what was moved.
    changed: Vec<&'s Entry>,
    /// Those of `changed` whose name `old` does not have.
    added: Vec<&'s Entry>,
    /// Renamed files, once looked for.
    renamed: BTreeMap<RepoPath, Option<RepoPath>>,
    bytes_left: u64,
}

struct Side<'s> {
    snapshot: &'s Snapshot,
    reader: Reader,
    texts: BTreeMap<RepoPath, Result<Rc<Vec<u8>>, FollowError>>,
}

impl<'s> Side<'s> {
    fn new(snapshot: &'s Snapshot) -> Result<Self, SourceError> {
        Ok(Self { snapshot, reader: snapshot.reader()?, texts: BTreeMap::new() })
    }

    fn entry(&self, path: &RepoPath) -> Option<&'s Entry> {
        let entries = self.snapshot.entries();
        let at = entries.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        Some(&entries[at]).filter(|entry| entry.kind == EntryKind::File)
    }

    fn text(&mut self, path: &RepoPath) -> Result<Rc<Vec<u8>>, FollowError> {
        if let Some(text) = self.texts.get(path) {
            return text.clone();
        }
        let text = match self.entry(path) {
            Some(entry) => {
                self.reader.read(entry, LARGEST).map(Rc::new).map_err(|why| FollowError::Unread(words(&why)))
            }
            None => Err(FollowError::NoSuchFile),
        };
        self.texts.insert(path.clone(), text.clone());
        text
    }
}

fn words(why: &Unread) -> String {
    match why {
        Unread::Missing => "its content is not in this copy of the repository".to_owned(),
        Unread::TooLarge(bytes) => format!("it has {bytes} bytes"),
        Unread::LfsPointer => "it lies in Git LFS".to_owned(),
        Unread::Unreadable(why) => why.clone(),
    }
}

impl<'s> Follower<'s> {
    /// # Errors
    /// An object store that cannot be opened.
    pub fn new(old: &'s Snapshot, new: &'s Snapshot) -> Result<Self, SourceError> {
        let (old_side, new_side) = (Side::new(old)?, Side::new(new)?);
        let is_new = |entry: &&Entry| match old_side.entry(&entry.path) {
            Some(before) => {
                let (a, b) = (old.content_id(before), new.content_id(entry));
                a.is_none() || a != b
            }
            None => true,
        };
        let changed: Vec<&Entry> =
            new.entries().iter().filter(|entry| entry.kind == EntryKind::File).filter(is_new).collect();
        let added = changed.iter().copied().filter(|entry| old_side.entry(&entry.path).is_none()).collect();
        Ok(Self { old: old_side, new: new_side, changed, added, renamed: BTreeMap::new(), bytes_left: MOST_BYTES })
    }

    /// # Errors
    /// Lines that the old snapshot does not have, or a file that cannot be read on either side.
    pub fn follow(&mut self, file: &str, cited: Span) -> Result<Fate, FollowError> {
        let path = RepoPath::new(file);
        let text = self.old.text(&path)?;
        let before: Vec<&[u8]> = lines(&text).collect();
        let range = range_of(cited, before.len())
            .ok_or_else(|| FollowError::NoSuchLines(u32::try_from(before.len()).unwrap_or(u32::MAX)))?;
        let here = match self.new.entry(&path) {
            Some(_) => {
                let text = self.new.text(&path)?;
                let after: Vec<&[u8]> = lines(&text).collect();
                Some(follow(&before, range.clone(), &after))
            }
            None => None,
        };
        match here {
            Some(Followed::Unchanged) => return Ok(Fate::Unchanged),
            Some(Followed::Moved(lines)) => return Ok(Fate::Moved { file: file.to_owned(), lines }),
            _ => {}
        }
        let block = &before[range.clone()];
        if here.is_none()
            && let Some(renamed) = self.renamed(&path, &before)
            && let Some(name) = renamed.as_str()
        {
            let text = self.new.text(&renamed)?;
            let after: Vec<&[u8]> = lines(&text).collect();
            match follow(&before, range, &after) {
                Followed::Unchanged => return Ok(Fate::Moved { file: name.to_owned(), lines: cited }),
                Followed::Moved(lines) => return Ok(Fate::Moved { file: name.to_owned(), lines }),
                Followed::Changed(lines) => return Ok(Fate::Changed { file: name.to_owned(), lines }),
                Followed::Gone => {}
            }
        }
        // A function that was carried into another file.
        if let Some(fate) = self.elsewhere(&path, block) {
            return Ok(fate);
        }
        Ok(match here {
            Some(Followed::Changed(lines)) => Fate::Changed { file: file.to_owned(), lines },
            _ => Fate::Gone,
        })
    }

    /// The file under its new name: of the same content, else of at least half the lines.
    fn renamed(&mut self, path: &RepoPath, before: &[&[u8]]) -> Option<RepoPath> {
        if let Some(known) = self.renamed.get(path) {
            return known.clone();
        }
        let found = self.same_content(path).or_else(|| self.alike(path, before));
        self.renamed.insert(path.clone(), found.clone());
        found
    }

    /// Of several the one with the same name, then the nearest by its folders.
    fn same_content(&self, path: &RepoPath) -> Option<RepoPath> {
        let id = self.old.entry(path).and_then(|entry| self.old.snapshot.content_id(entry))?;
        let same = self.added.iter().filter(|entry| self.new.snapshot.content_id(entry) == Some(id));
        same.max_by_key(|entry| (closeness(path, &entry.path), std::cmp::Reverse(&entry.path))).map(|e| e.path.clone())
    }

    fn alike(&mut self, path: &RepoPath, before: &[&[u8]]) -> Option<RepoPath> {
        let told = |lines: &[&[u8]]| -> HashSet<Vec<u8>, FixedState> {
            let telling = lines.iter().map(|line| line.trim_ascii()).filter(|line| line.len() > 3);
            telling.map(<[u8]>::to_vec).collect()
        };
        let known = told(before);
        if known.is_empty() {
            return None;
        }
        let mut best: Option<(usize, (bool, usize), RepoPath)> = None;
        for entry in self.candidates(path, true) {
            let Some(text) = self.read_candidate(entry) else { continue };
            let after: Vec<&[u8]> = lines(&text).collect();
            let others = told(&after);
            let common = known.iter().filter(|line| others.contains(*line)).count();
            let part = common * 100 / known.len().max(others.len());
            let rank = (part, closeness(path, &entry.path));
            if part >= SAME_FILE && best.as_ref().is_none_or(|(p, c, _)| rank > (*p, *c)) {
                best = Some((rank.0, rank.1, entry.path.clone()));
            }
        }
        best.map(|(_, _, path)| path)
    }

    /// The block in another file that changed, if in one only.
    fn elsewhere(&mut self, path: &RepoPath, block: &[&[u8]]) -> Option<Fate> {
        if !is_telling(block) {
            return None;
        }
        let mut found: BTreeSet<(RepoPath, (usize, usize))> = BTreeSet::new();
        for entry in self.candidates(path, false) {
            let Some(text) = self.read_candidate(entry) else { continue };
            let after: Vec<&[u8]> = lines(&text).collect();
            if let Some(place) = sole_occurrence(block, &after) {
                found.insert((entry.path.clone(), (place.start, place.end)));
            }
        }
        // What the old commit had there, too, was not moved.
        let mut moved = found.into_iter().filter(|(other, _)| {
            let text = self.old.text(other);
            !text.is_ok_and(|text| sole_occurrence(block, &lines(&text).collect::<Vec<_>>()).is_some())
        });
        let (other, (start, end)) = moved.next()?;
        let file = other.as_str()?.to_owned();
        moved.next().is_none().then(|| Fate::Moved { file, lines: span(start..end) })
    }

    /// Files of the same ending that could hold what stood in `path`.
    fn candidates(&self, path: &RepoPath, added: bool) -> Vec<&'s Entry> {
        let files = if added { &self.added } else { &self.changed };
        files.iter().copied().filter(|e| e.path != *path && ending(&e.path) == ending(path)).collect()
    }

    fn read_candidate(&mut self, entry: &Entry) -> Option<Rc<Vec<u8>>> {
        if let Some(text) = self.new.texts.get(&entry.path) {
            return text.clone().ok();
        }
        let size = self.new.reader.size(entry).ok()?;
        if size > LARGEST.min(self.bytes_left) {
            return None;
        }
        self.bytes_left -= size;
        self.new.text(&entry.path).ok()
    }
}

/// The same name, and how many folders from the root on are the same.
fn closeness(a: &RepoPath, b: &RepoPath) -> (bool, usize) {
    let parts = |path: &RepoPath| path.as_bytes().split(|b| *b == b'/').map(<[u8]>::to_vec).collect::<Vec<_>>();
    (a.name() == b.name(), parts(a).iter().zip(parts(b)).take_while(|(a, b)| *a == b).count())
}

fn ending(path: &RepoPath) -> &[u8] {
    let name = path.name();
    name.iter().rposition(|b| *b == b'.').map_or(b"", |dot| &name[dot..])
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path, process::Command};

    use super::*;
    use crate::source::{OpenOptions, Target};

    fn git(at: &Path, arguments: &[&str]) -> bool {
        let run = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(at)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output();
        run.is_ok_and(|output| output.status.success())
    }

    fn write(at: &Path, files: &[(&str, String)]) {
        for (path, text) in files {
            let path = at.join(path);
            fs::create_dir_all(path.parent().expect("folder")).expect("folder");
            fs::write(path, text).expect("file");
        }
    }

    fn code(name: &str, n: usize) -> String {
        (1..=n).map(|i| format!("    {name}_{i}(first_{i}, second_{i})\n")).collect()
    }

    fn snapshot(at: &Path, rev: &str) -> Snapshot {
        let target = Target::parse(at.to_str().expect("path"), Some(rev), None).expect("target");
        Snapshot::open(&target, &OpenOptions::default()).expect("snapshot")
    }

    #[test]
    fn files_under_new_names_and_code_in_new_places() {
        let root = tempfile::tempdir().expect("folder");
        let at = root.path();
        if !git(at, &["init", "--quiet"]) {
            return;
        }
        write(
            at,
            &[
                ("same.py", code("same", 20)),
                ("old/gate.py", code("gate", 20)),
                ("old/tools.py", code("tool", 20)),
                ("big.py", code("first", 10) + &code("second", 10)),
                ("doomed.py", code("doomed", 20)),
                ("edited.py", code("edited", 20)),
                ("copied.py", code("copied", 10)),
                ("twin.py", code("copied", 10)),
            ],
        );
        assert!(git(at, &["add", "-A"]) && git(at, &["commit", "-q", "-m", "one"]));
        for name in ["old/gate.py", "old/tools.py", "doomed.py", "copied.py"] {
            fs::remove_file(at.join(name)).expect("remove");
        }
        let tools = format!("import os\n{}", code("tool", 20).replace("tool_7(first_7", "tool_7(None"));
        write(
            at,
            &[
                ("new/gate.py", code("gate", 20)),
                ("new/deep/gate_copy.py", code("gate", 20)),
                ("new/instruments.py", tools),
                ("big.py", code("first", 10)),
                ("part.py", format!("# a part\n{}", code("second", 10))),
                ("part.txt", code("second", 10)),
                ("edited.py", code("edited", 20).replace("edited_5(first_5", "edited_5(other_5")),
            ],
        );
        assert!(git(at, &["add", "-A"]) && git(at, &["commit", "-q", "-m", "two"]));
        let (old, new) = (snapshot(at, "HEAD~1"), snapshot(at, "HEAD"));
        let mut follower = Follower::new(&old, &new).expect("follower");
        let mut ask = |file: &str, start, end| follower.follow(file, Span { start, end });
        let lines = |start, end| Span { start, end };
        let moved = |file: &str, start, end| Ok(Fate::Moved { file: file.into(), lines: lines(start, end) });
        assert_eq!(ask("same.py", 3, 5), Ok(Fate::Unchanged));
        assert_eq!(ask("old/gate.py", 3, 5), moved("new/gate.py", 3, 5), "the same content, the same name");
        assert_eq!(ask("old/tools.py", 3, 5), moved("new/instruments.py", 4, 6), "renamed and changed elsewhere");
        let changed = Fate::Changed { file: "new/instruments.py".into(), lines: lines(8, 8) };
        assert_eq!(ask("old/tools.py", 7, 7), Ok(changed));
        assert_eq!(ask("big.py", 13, 15), moved("part.py", 4, 6), "carried into another file of its kind");
        assert_eq!(ask("big.py", 3, 5), Ok(Fate::Unchanged));
        assert_eq!(ask("doomed.py", 3, 5), Ok(Fate::Gone));
        assert_eq!(ask("copied.py", 3, 5), Ok(Fate::Gone), "its twin stood there before");
        assert_eq!(ask("edited.py", 4, 6), Ok(Fate::Changed { file: "edited.py".into(), lines: lines(4, 6) }));
        assert_eq!(ask("edited.py", 21, 21), Err(FollowError::NoSuchLines(20)));
        assert_eq!(ask("nowhere.py", 1, 1), Err(FollowError::NoSuchFile));
        assert_eq!(ask("new/gate.py", 1, 1), Err(FollowError::NoSuchFile), "only the new commit has it");
    }
}
