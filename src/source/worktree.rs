//! The files of a work tree: those of the index, and the untracked ones that no `.gitignore` of the repository
//! excludes. The index is read, never written; `.ignore`, `.rgignore`, `info/exclude`, the user's excludes and ignore
//! files above the repository are not read. Links are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use git2::{Index, ObjectType, Oid};
use ignore::Match;
use ignore::gitignore::Gitignore;
use sha2::{Digest, Sha256};

use super::error::SourceError;
use super::gitdir::{GitDir, path_bytes, path_from_bytes, read_limited};
use super::ignores::ignore_rules;
use super::objects::{Objects, TreeFile};
use super::reader::{Content, lfs_pointer};
use super::{Entry, EntryKind, RepoPath};

/// A `.gitignore` of more is cut: it excludes less, so that more is read.
const IGNORE_FILE: u64 = 4 * 1024 * 1024;
/// An LFS pointer is smaller.
const POINTER: u64 = 1024;

const STAGE_MASK: u16 = 0x3000;
const SKIP_WORKTREE: u16 = 1 << 14;

/// Whether a file whose size and time are those of the index counts as unchanged without being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TrustIndex {
    Yes,
    /// The index came with the repository: a claim about contents that are read has to be true whatever it says.
    No,
}

pub(super) struct Listing {
    /// Sorted by path.
    pub files: Vec<(Entry, Content)>,
    /// Paths, kinds or contents are not those of HEAD.
    pub differs: bool,
}

struct Tracked {
    id: Oid,
    mode: u32,
    skip_worktree: bool,
    conflicted: bool,
    /// Seconds and nanoseconds, size modulo 2^32, as git last saw the file.
    seen: (i64, u32, u32),
}

impl Tracked {
    fn kind(&self) -> EntryKind {
        match self.mode & 0o170_000 {
            0o120_000 => EntryKind::Symlink,
            0o160_000 => EntryKind::Submodule,
            _ => EntryKind::File,
        }
    }
}

type TrackedFiles = BTreeMap<RepoPath, Tracked>;

/// Lists the work tree at `root` and compares it with the files of HEAD.
pub(super) fn list(
    root: &Path,
    dirs: &GitDir,
    head: &[TreeFile],
    objects: &Objects,
    trust: TrustIndex,
) -> Result<Listing, SourceError> {
    let index_path = dirs.git_dir.join("index");
    let index_time = fs::metadata(&index_path).ok().and_then(|meta| mtime(&meta));
    let tracked = read_index(&index_path)?;
    let mut walk = Walk { root, tracked: &tracked, found: BTreeMap::new(), pending: Vec::new() };
    walk.run()?;
    let mut found = walk.found;
    add_unseen(root, &tracked, &mut found);
    let compare = Compare { root, tracked: &tracked, objects, index_time, trust };
    let differs = compare.differs(head, &found);
    let files = found
        .into_iter()
        .map(|(path, (kind, executable, content))| (Entry { path, kind, executable }, content))
        .collect();
    Ok(Listing { files, differs })
}

fn read_index(path: &Path) -> Result<TrackedFiles, SourceError> {
    let mut tracked = BTreeMap::new();
    if !path.exists() {
        return Ok(tracked);
    }
    let unreadable = |e: git2::Error| SourceError::Index { path: path.to_owned(), why: e.message().to_owned() };
    let index = Index::open(path).map_err(unreadable)?;
    for entry in index.iter() {
        let time = (i64::from(entry.mtime.seconds()), entry.mtime.nanoseconds(), entry.file_size);
        let item = Tracked {
            id: entry.id,
            mode: entry.mode,
            skip_worktree: entry.flags_extended & SKIP_WORKTREE != 0,
            conflicted: entry.flags & STAGE_MASK != 0,
            seen: time,
        };
        tracked.insert(RepoPath::new(entry.path), item);
    }
    Ok(tracked)
}

type Found = BTreeMap<RepoPath, (EntryKind, bool, Content)>;

/// The `.gitignore` files from a folder up to the root.
struct Rules {
    matcher: Gitignore,
    above: Option<Arc<Rules>>,
}

struct Folder {
    path: PathBuf,
    /// Bytes relative to the root, with a `/` behind; empty for the root.
    prefix: Vec<u8>,
    rules: Option<Arc<Rules>>,
    /// Everything untracked below is excluded.
    ignored: bool,
}

struct Walk<'a> {
    root: &'a Path,
    tracked: &'a TrackedFiles,
    found: Found,
    pending: Vec<Folder>,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), SourceError> {
        self.pending.push(Folder { path: self.root.to_owned(), prefix: Vec::new(), rules: None, ignored: false });
        while let Some(folder) = self.pending.pop() {
            self.folder(folder)?;
        }
        Ok(())
    }

    fn folder(&mut self, folder: Folder) -> Result<(), SourceError> {
        let items = match fs::read_dir(&folder.path) {
            Ok(items) => items,
            Err(source) if folder.prefix.is_empty() => {
                return Err(SourceError::Io { doing: "cannot list", path: folder.path, source });
            }
            Err(_) => {
                // Listed as a file that cannot be read, so that it is counted and not lost.
                let path = RepoPath::new(&folder.prefix[..folder.prefix.len() - 1]);
                self.found.insert(path, (EntryKind::File, false, Content::Disk));
                return Ok(());
            }
        };
        let rules = with_ignore_file(&folder);
        for item in items.flatten() {
            let name = path_bytes(Path::new(&item.file_name()));
            if name == b".git" {
                continue;
            }
            let Ok(kind) = item.file_type() else { continue };
            let path = RepoPath::new([&folder.prefix[..], &name].concat());
            let full = item.path();
            let excluded = |is_dir| folder.ignored || is_excluded(rules.as_ref(), &full, is_dir);
            if kind.is_dir() {
                self.subfolder(path, &full, rules.clone(), &excluded);
                continue;
            }
            let tracked = self.tracked.get(&path);
            if tracked.is_none() && (excluded(false) || !(kind.is_file() || kind.is_symlink())) {
                continue;
            }
            if kind.is_symlink() {
                self.found.insert(path, (EntryKind::Symlink, false, Content::None));
            } else {
                let executable = match tracked {
                    Some(tracked) => tracked.mode & 0o100 != 0,
                    None => item.metadata().is_ok_and(|meta| is_executable(&meta)),
                };
                self.found.insert(path, (EntryKind::File, executable, Content::Disk));
            }
        }
        Ok(())
    }

    fn subfolder(&mut self, path: RepoPath, full: &Path, rules: Option<Arc<Rules>>, excluded: &dyn Fn(bool) -> bool) {
        if self.tracked.get(&path).is_some_and(|tracked| tracked.kind() == EntryKind::Submodule) {
            self.found.insert(path, (EntryKind::Submodule, false, Content::None));
            return;
        }
        let prefix = [path.as_bytes(), b"/"].concat();
        let holds_tracked = has_tracked_below(self.tracked, &prefix);
        let ignored = excluded(true);
        if ignored && !holds_tracked {
            return;
        }
        // Another repository inside this one: git lists it as one thing, too.
        if !holds_tracked && fs::symlink_metadata(full.join(".git")).is_ok() {
            self.found.insert(path, (EntryKind::Submodule, false, Content::None));
            return;
        }
        self.pending.push(Folder { path: full.to_owned(), prefix, rules, ignored });
    }
}

fn has_tracked_below(tracked: &TrackedFiles, prefix: &[u8]) -> bool {
    let from = Bound::Included(RepoPath::new(prefix));
    tracked.range((from, Bound::Unbounded)).next().is_some_and(|(path, _)| path.as_bytes().starts_with(prefix))
}

/// The rules that hold inside the folder. Only a regular `.gitignore` counts, as in git: never one behind a link.
fn with_ignore_file(folder: &Folder) -> Option<Arc<Rules>> {
    let above = folder.rules.clone();
    let file = folder.path.join(".gitignore");
    if folder.ignored || !fs::symlink_metadata(&file).is_ok_and(|meta| meta.is_file()) {
        return above;
    }
    let Ok(bytes) = read_limited(&file, IGNORE_FILE) else { return above };
    match ignore_rules(&folder.path, &bytes) {
        Some(matcher) => Some(Arc::new(Rules { matcher, above })),
        None => above,
    }
}

/// The nearest file that says anything decides.
fn is_excluded(rules: Option<&Arc<Rules>>, path: &Path, is_dir: bool) -> bool {
    let mut at = rules;
    while let Some(rules) = at {
        match rules.matcher.matched(path, is_dir) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None => at = rules.above.as_ref(),
        }
    }
    false
}

/// Files of the index that the walk did not meet: left out by a sparse checkout (read from the object store), out of
/// reach (listed, unreadable), or deleted.
fn add_unseen(root: &Path, tracked: &TrackedFiles, found: &mut Found) {
    for (path, item) in tracked {
        if found.contains_key(path) {
            continue;
        }
        let executable = item.mode & 0o100 != 0;
        match item.kind() {
            EntryKind::Submodule => {
                found.insert(path.clone(), (EntryKind::Submodule, false, Content::None));
            }
            EntryKind::Symlink if item.skip_worktree => {
                found.insert(path.clone(), (EntryKind::Symlink, false, Content::None));
            }
            EntryKind::File if item.skip_worktree => {
                found.insert(path.clone(), (EntryKind::File, executable, Content::Blob(item.id)));
            }
            kind if is_out_of_reach(root, path) => {
                let content = if kind == EntryKind::File { Content::Disk } else { Content::None };
                found.insert(path.clone(), (kind, executable, content));
            }
            _ => {}
        }
    }
}

/// True where the system does not let us see whether the file is there.
fn is_out_of_reach(root: &Path, path: &RepoPath) -> bool {
    let relative = path_from_bytes(path.as_bytes());
    let mut at = root.to_owned();
    for part in relative.components() {
        // Git writes no path into its index that leaves the work tree.
        let Component::Normal(part) = part else { return false };
        at.push(part);
        match fs::symlink_metadata(&at) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return false,
            Err(error) => return error.kind() == std::io::ErrorKind::PermissionDenied,
        }
    }
    false
}

struct Compare<'a> {
    root: &'a Path,
    tracked: &'a TrackedFiles,
    objects: &'a Objects,
    index_time: Option<Duration>,
    trust: TrustIndex,
}

impl Compare<'_> {
    fn differs(&self, head: &[TreeFile], found: &Found) -> bool {
        let head_paths: BTreeSet<&RepoPath> = head.iter().map(|file| &file.path).collect();
        found.keys().any(|path| !head_paths.contains(path))
            || head.iter().any(|file| match found.get(&file.path) {
                Some((kind, executable, content)) => {
                    *kind != file.kind || *executable != file.executable || self.content_differs(file, *content)
                }
                None => true,
            })
    }

    fn content_differs(&self, file: &TreeFile, content: Content) -> bool {
        let item = self.tracked.get(&file.path);
        let full = self.root.join(path_from_bytes(file.path.as_bytes()));
        match (file.kind, content) {
            (_, Content::Blob(id)) => id != file.id,
            (EntryKind::Submodule, _) => item.is_none_or(|item| item.id != file.id),
            (EntryKind::Symlink, _) if item.is_some_and(|item| item.skip_worktree) => {
                item.is_none_or(|item| item.id != file.id)
            }
            (EntryKind::Symlink, _) => {
                let target = fs::read_link(&full).map(|target| path_bytes(&target)).unwrap_or_default();
                Oid::hash_object(ObjectType::Blob, &target).ok() != Some(file.id)
            }
            (EntryKind::File, _) => {
                let Ok(meta) = fs::symlink_metadata(&full) else { return true };
                let unchanged = item.is_some_and(|item| item.id == file.id && self.as_git_last_saw(item, &meta));
                let same = unchanged || meta.is_file() && self.same_bytes(file, &full, &meta);
                !same
            }
        }
    }

    fn as_git_last_saw(&self, item: &Tracked, meta: &Metadata) -> bool {
        let (seconds, nanos, size) = item.seen;
        let (Some(now), Some(index)) = (mtime(meta), self.index_time) else { return false };
        let Ok(seconds) = u64::try_from(seconds) else { return false };
        let same_time = now.as_secs() == seconds && (nanos == 0 || now.subsec_nanos() == nanos);
        // A file changed in the moment in which the index was written may have kept its time.
        let settled = now.as_secs() < index.as_secs();
        self.trust == TrustIndex::Yes
            && !item.conflicted
            && same_time
            && settled
            && meta.len() % (1 << 32) == u64::from(size)
    }

    /// The bytes of the blob, or the large file that the blob is a pointer to.
    fn same_bytes(&self, file: &TreeFile, full: &Path, meta: &Metadata) -> bool {
        match self.objects.size(file.id) {
            Ok(size) if size == meta.len() => Oid::hash_file(ObjectType::Blob, full).ok() == Some(file.id),
            Ok(size) if size < POINTER => {
                let pointer = self.objects.blob(file.id, POINTER).unwrap_or_default();
                let Some((sha256, size)) = lfs_pointer(&pointer) else { return false };
                size == meta.len() && file_sha256(full).as_deref() == Some(sha256)
            }
            Ok(_) => false,
            // The blob is not in this copy; its id is enough.
            Err(_) => Oid::hash_file(ObjectType::Blob, full).ok() == Some(file.id),
        }
    }
}

fn file_sha256(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer).ok()? {
            0 => break,
            n => hash.update(&buffer[..n]),
        }
    }
    Some(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn mtime(meta: &Metadata) -> Option<Duration> {
    meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()
}

#[cfg(unix)]
fn is_executable(meta: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_meta: &Metadata) -> bool {
    false
}
