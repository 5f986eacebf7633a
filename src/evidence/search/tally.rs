//! Counts added up under a scope, and the searches recorded from them.

use std::collections::BTreeMap;

use super::{SearchSet, globs::in_git_folder};
use crate::{
    evidence::{RecordedSearch, SearchSpec},
    source::RepoPath,
};

/// The folders that a search is run in. Never empty, no folder within another, sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope(Vec<RepoPath>);

impl Scope {
    /// The whole repository, `.`.
    pub fn everything() -> Self {
        Self(vec![RepoPath::new("")])
    }

    /// Folders of the snapshot, relative to its root. `None` if there is none, or one that a shell command cannot
    /// name: not UTF-8, not relative, or within a `.git` folder. Folders only: ripgrep reads a file that is named on
    /// its command line by other rules.
    pub fn folders(folders: &[RepoPath]) -> Option<Self> {
        let mut kept: Vec<RepoPath> = Vec::new();
        let mut sorted = folders.to_vec();
        sorted.sort();
        for folder in sorted {
            let text = folder.as_str()?;
            let odd = |part: &str| matches!(part, "" | "." | "..");
            if !text.is_empty() && text.split('/').any(odd) || text.contains('\0') || in_git_folder(&folder) {
                return None;
            }
            if !kept.iter().any(|above| folder.is_within(above)) {
                kept.push(folder);
            }
        }
        (!kept.is_empty()).then_some(Self(kept))
    }

    pub fn contains(&self, path: &RepoPath) -> bool {
        self.0.iter().any(|folder| path.is_within(folder))
    }

    /// The paths as a POSIX shell reads them.
    pub fn text(&self) -> String {
        let quoted: Vec<String> =
            self.0.iter().map(|folder| quote(&String::from_utf8_lossy(folder.as_bytes()))).collect();
        quoted.join(" ")
    }
}

/// A folder or path as a POSIX shell reads it; the empty one is the current folder.
pub fn quote(folder: &str) -> String {
    if folder.is_empty() {
        return ".".to_owned();
    }
    // A leading hyphen would be read as a switch.
    let folder = if folder.starts_with('-') { format!("./{folder}") } else { folder.to_owned() };
    if folder.bytes().all(|b| b.is_ascii_alphanumeric() || b"./_-+@:,%".contains(&b)) {
        return folder;
    }
    format!("'{}'", folder.replace('\'', r"'\''"))
}

/// Printed lines per file and search. Filled file by file, in any order, in parts that are merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    files: BTreeMap<RepoPath, Vec<(usize, u64)>>,
}

impl Tally {
    /// Adds what [`SearchSet::counts`] gave for a file.
    pub fn add(&mut self, path: RepoPath, counts: Vec<(usize, u64)>) {
        if !counts.is_empty() {
            self.files.insert(path, counts);
        }
    }

    pub fn merge(&mut self, other: Self) {
        self.files.extend(other.files);
    }

    /// Lines that ripgrep prints for the search at position `spec` in `scope`.
    pub fn hits(&self, spec: usize, scope: &Scope) -> u64 {
        self.counts(scope).filter(|(index, _)| *index == spec).map(|(_, lines)| lines).sum()
    }

    /// The same for every search that has a hit, by position.
    pub fn all_hits(&self, scope: &Scope) -> BTreeMap<usize, u64> {
        let mut all = BTreeMap::new();
        for (index, lines) in self.counts(scope).filter(|(_, lines)| *lines > 0) {
            *all.entry(index).or_default() += lines;
        }
        all
    }

    fn counts(&self, scope: &Scope) -> impl Iterator<Item = (usize, u64)> {
        let below = |folder: &RepoPath| {
            let start = folder.clone();
            let inner = folder.clone();
            self.files
                .range(start.clone()..)
                .take_while(move |(path, _)| path.as_bytes().starts_with(start.as_bytes()))
                .filter(move |(path, _)| path.is_within(&inner))
        };
        scope.0.iter().flat_map(below).flat_map(|(_, counts)| counts.iter().copied())
    }

    /// The search at position `spec` of `set`, as a card records it.
    pub fn record(&self, set: &SearchSet, spec: usize, scope: &Scope, note: Option<String>) -> RecordedSearch {
        RecordedSearch {
            search: set.specs().get(spec).map(SearchSpec::command).unwrap_or_default(),
            scope: scope.text(),
            hits: self.hits(spec, scope),
            note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(texts: &[&str]) -> Vec<RepoPath> {
        texts.iter().map(|t| RepoPath::new(*t)).collect()
    }

    #[test]
    fn scope_text() {
        let text = |folders: &[&str]| Scope::folders(&paths(folders)).map(|scope| scope.text());
        assert_eq!(Scope::everything().text(), ".");
        assert_eq!(text(&["src", "a b", "it's"]), Some(r"'a b' 'it'\''s' src".into()));
        assert_eq!(text(&["src/a", "src", "src-b"]), Some("src src-b".into()));
        assert_eq!(text(&["-rf"]), Some("./-rf".into()));
        assert_eq!(text(&["", "src"]), Some(".".into()));
        assert_eq!(text(&["-a b"]), Some("'./-a b'".into()));
        for bad in ["/abs", "a/../b", "./a", "a//b", "x/.git/y", "a/"] {
            assert_eq!(text(&[bad]), None, "{bad}");
        }
        assert_eq!(text(&[]), None);
        assert!(Scope::folders(&[RepoPath::new(b"\xff".to_vec())]).is_none());
    }

    #[test]
    fn hits_under_a_scope() {
        let mut tally = Tally::default();
        for (path, lines) in [("a/x.py", 1), ("a.py", 10), ("a-b/y.py", 100), ("a/b/z.py", 1000)] {
            tally.add(RepoPath::new(path), vec![(0, lines), (2, 7)]);
        }
        let mut more = Tally::default();
        more.add(RepoPath::new("z"), vec![(0, 10_000)]);
        more.add(RepoPath::new("none"), vec![]);
        tally.merge(more);
        let hits = |folders: &[&str]| tally.hits(0, &Scope::folders(&paths(folders)).expect("scope"));
        assert_eq!(tally.hits(0, &Scope::everything()), 11_111);
        assert_eq!(tally.hits(1, &Scope::everything()), 0);
        assert_eq!(tally.hits(2, &Scope::everything()), 28);
        assert_eq!(tally.all_hits(&Scope::everything()), BTreeMap::from([(0, 11_111), (2, 28)]));
        assert_eq!(hits(&["a"]), 1001);
        assert_eq!(hits(&["a", "a-b"]), 1101);
        assert_eq!(hits(&["a/b"]), 1000);
        assert_eq!(hits(&["missing"]), 0);
    }
}
