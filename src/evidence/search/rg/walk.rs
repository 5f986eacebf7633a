//! Which files of a snapshot ripgrep would come to in a clean clone: ignore files at that commit, hidden files, globs
//! and types, paths that are named. The order of rules is that of the `ignore` crate.

use std::{
    collections::{BTreeMap, HashMap},
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use ignore::{Match, gitignore::Gitignore};

use super::RgSearch;
use crate::source::{Entry, EntryKind, Reader, RepoPath, Snapshot, ignore_rules};

/// Stands for the repository's root, so that rules strip the folder they lie in.
const ROOT: &str = "/r";
/// A larger ignore file is cut off by nobody; it is not read here.
const IGNORE_FILE: u64 = 4 * 1024 * 1024;

/// The folders of a snapshot with their ignore files.
pub(super) struct Tree<'s> {
    entries: &'s [Entry],
    folders: BTreeMap<Vec<u8>, Folder>,
}

/// The ignore files in one folder.
#[derive(Default)]
struct Folder {
    rgignore: Option<Gitignore>,
    ignore: Option<Gitignore>,
    gitignore: Option<Gitignore>,
}

/// A file that a search comes to.
pub(super) struct Found<'s> {
    pub entry: &'s Entry,
    /// Named by itself, not found in a folder.
    pub named: bool,
    /// As ripgrep prints it.
    pub shown: PathBuf,
}

/// What a search comes to.
#[derive(Default)]
pub(super) struct Walked<'s> {
    pub files: Vec<Found<'s>>,
    /// Paths that the snapshot does not have.
    pub missing: Vec<String>,
    /// The only path is one of a file.
    pub one_file: bool,
    /// All paths are files, and few: they are mapped into memory and searched as one piece.
    pub mapped: bool,
}

impl<'s> Tree<'s> {
    pub(super) fn new(snapshot: &'s Snapshot, reader: &Reader) -> Self {
        let entries = snapshot.entries();
        let mut folders: BTreeMap<Vec<u8>, Folder> = BTreeMap::new();
        for entry in entries {
            let path = entry.path.as_bytes();
            let end = path.iter().rposition(|b| *b == b'/').unwrap_or(0);
            let (folder, name) = (&path[..end], entry.path.name());
            let kind = match name {
                b".rgignore" | b".ignore" | b".gitignore" if entry.kind == EntryKind::File => name,
                _ => {
                    folders.entry(folder.to_vec()).or_default();
                    continue;
                }
            };
            let rules = reader.read(entry, IGNORE_FILE).ok().and_then(|bytes| ignore_rules(&absolute(folder), &bytes));
            let slot = folders.entry(folder.to_vec()).or_default();
            match kind {
                b".rgignore" => slot.rgignore = rules,
                b".ignore" => slot.ignore = rules,
                _ => slot.gitignore = rules,
            }
        }
        Self { entries, folders }
    }

    pub(super) fn walk(&self, search: &RgSearch) -> Walked<'s> {
        let mut walked = Walked::default();
        let mut kinds = Vec::new();
        for scope in &search.scopes {
            let path = RepoPath::new(scope.as_bytes());
            if let Ok(at) = self.entries.binary_search_by(|entry| entry.path.cmp(&path)) {
                let entry = &self.entries[at];
                kinds.push(entry.kind == EntryKind::File);
                match entry.kind {
                    EntryKind::File => {
                        walked.files.push(Found { entry, named: true, shown: shown(path.as_bytes()) });
                    }
                    // Where a link leads is not read; a submodule is an empty folder.
                    EntryKind::Symlink => walked.missing.push(scope.clone()),
                    EntryKind::Submodule => {}
                }
                continue;
            }
            kinds.push(false);
            let before = walked.files.len();
            let exists = self.below(&path, search, &mut walked.files);
            if !exists && walked.files.len() == before {
                walked.missing.push(scope.clone());
            }
        }
        walked.one_file = kinds.len() == 1 && (kinds[0] || !walked.missing.is_empty());
        walked.mapped = kinds.len() <= 10 && kinds.iter().all(|file| *file);
        walked
    }

    /// True if there is such a folder.
    fn below(&self, folder: &RepoPath, search: &RgSearch, files: &mut Vec<Found<'s>>) -> bool {
        // Whether the walk enters a folder.
        let mut entered: HashMap<&[u8], bool, foldhash::fast::FixedState> = HashMap::default();
        let prefix: Vec<u8> = match folder.as_bytes() {
            b"" => Vec::new(),
            path => [path, b"/"].concat(),
        };
        let start = self.entries.partition_point(|entry| entry.path.as_bytes() < prefix.as_slice());
        let inside = self.entries[start..].iter().take_while(|entry| entry.path.as_bytes().starts_with(&prefix));
        let mut exists = prefix.is_empty();
        for entry in inside {
            exists = true;
            if entry.kind != EntryKind::File {
                continue;
            }
            let path = entry.path.as_bytes();
            let slashes = path.iter().enumerate().skip(prefix.len()).filter(|(_, b)| **b == b'/').map(|(at, _)| at);
            let mut open = true;
            for end in slashes {
                let folder = &path[..end];
                open = *entered.entry(folder).or_insert_with(|| !self.skips(search, folder, true));
                if !open {
                    break;
                }
            }
            if open && !self.skips(search, path, false) {
                files.push(Found { entry, named: false, shown: shown(path) });
            }
        }
        exists
    }

    /// `ignore::dir::Ignore::matched_dir_entry`.
    fn skips(&self, search: &RgSearch, path: &[u8], is_dir: bool) -> bool {
        let relative = Path::new(OsStr::from_bytes(path));
        let by_glob = search.globs.matched(relative, is_dir);
        if !by_glob.is_none() {
            return by_glob.is_ignore();
        }
        let mut whitelisted = false;
        match self.ignored(search, path, is_dir) {
            Match::Ignore(()) => return true,
            Match::Whitelist(()) => whitelisted = true,
            Match::None => {}
        }
        let by_type = search.types.matched(relative, is_dir);
        if by_type.is_ignore() {
            return true;
        }
        whitelisted |= by_type.is_whitelist();
        let name = path.rsplit(|b| *b == b'/').next().unwrap_or(path);
        !whitelisted && !search.hidden && name.starts_with(b".")
    }

    /// Of each kind of file the nearest folder decides, `.rgignore` before `.ignore` before `.gitignore`.
    fn ignored(&self, search: &RgSearch, path: &[u8], is_dir: bool) -> Match<()> {
        if !search.ignore_dot && !search.ignore_vcs {
            return Match::None;
        }
        let full = absolute(path);
        let mut found = [Match::None, Match::None, Match::None];
        let ends = path.iter().enumerate().filter(|(_, b)| **b == b'/').map(|(at, _)| at).collect::<Vec<_>>();
        for end in ends.into_iter().rev().chain([0]) {
            let Some(folder) = self.folders.get(&path[..end]) else { continue };
            let dot = search.ignore_dot;
            let files = [
                folder.rgignore.as_ref().filter(|_| dot),
                folder.ignore.as_ref().filter(|_| dot),
                folder.gitignore.as_ref().filter(|_| search.ignore_vcs),
            ];
            for (slot, rules) in found.iter_mut().zip(files) {
                if let (Match::None, Some(rules)) = (&*slot, rules) {
                    *slot = rules.matched(&full, is_dir).map(|_| ());
                }
            }
        }
        found.into_iter().fold(Match::None, Match::or)
    }
}

fn absolute(path: &[u8]) -> PathBuf {
    Path::new(ROOT).join(OsStr::from_bytes(path))
}

fn shown(path: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(path))
}
