//! Paths of a snapshot, and arithmetic on them.

use foldhash::{HashMap, HashSet};

use crate::facts::{File, UnreadFile, names::folder};

/// Folders above a file that are looked at.
const MOST_ABOVE: usize = 32;

/// What a path of the snapshot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::facts) enum Found {
    /// Index into the files that were read.
    File(usize),
    /// Index into those that were not, in their order when the modules were listed.
    Unread(usize),
}

#[derive(Default)]
pub(in crate::facts) struct Paths {
    known: HashMap<String, Found>,
    /// Every folder, and every file without what follows the first dot of its name.
    stems: HashSet<String>,
}

impl Paths {
    pub fn new(files: &[File], unread: &[UnreadFile]) -> Self {
        let mut known: HashMap<String, Found> =
            unread.iter().zip(0..).map(|(file, i)| (file.path.clone(), Found::Unread(i))).collect();
        known.extend(files.iter().zip(0..).map(|(file, i)| (file.path.clone(), Found::File(i))));
        let mut stems = HashSet::default();
        for path in known.keys() {
            stems.insert(stem(path).to_owned());
            let mut at = folder(path);
            while !at.is_empty() && !stems.contains(at) {
                stems.insert(at.to_owned());
                at = folder(at);
            }
        }
        Self { known, stems }
    }

    pub fn get(&self, path: &str) -> Option<Found> {
        self.known.get(path).copied()
    }

    pub fn file(&self, path: &str) -> Option<usize> {
        match self.get(path)? {
            Found::File(i) => Some(i),
            Found::Unread(_) => None,
        }
    }

    /// Whether there is a folder of this path, or a file that an ending makes of it.
    pub fn has_stem(&self, path: &str) -> bool {
        self.stems.contains(path)
    }

    /// Whether an ending could make a known path of it: most guesses end here.
    pub fn may_hold(&self, path: &str) -> bool {
        path.is_empty() || self.stems.contains(stem(path)) || self.stems.contains(path)
    }

    /// The link or the other repository in whose place the path, or a folder above it, is.
    pub fn opaque(&self, path: &str) -> Option<Found> {
        above(path).find_map(|at| self.get(at).filter(|found| matches!(found, Found::Unread(_))))
    }
}

/// A path up to the first dot of its last part.
fn stem(path: &str) -> &str {
    let start = path.rfind('/').map_or(0, |at| at + 1);
    path[start..].find('.').map_or(path, |dot| &path[..start + dot])
}

/// The path itself, then the folders above it, the root last.
pub(in crate::facts) fn above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |at| (!at.is_empty()).then(|| folder(at))).take(MOST_ABOVE)
}

pub(in crate::facts) fn join(folder: &str, name: &str) -> String {
    match (folder.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => folder.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}

/// `../b` seen from a folder; `None` above the root.
pub(in crate::facts) fn relative(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
