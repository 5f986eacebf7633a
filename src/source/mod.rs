//! A repository at one commit, read without a checkout: the only place that touches git or the disk of a target.

mod config;
mod error;
mod fetch;
mod gitdir;
mod history;
mod ignores;
mod objects;
mod path;
mod reader;
mod refs;
mod rev;
mod snapshot;
mod target;
mod url;
mod worktree;

pub use error::{ErrorKind, SourceError};
pub use fetch::user_cache;
pub use history::{History, Lineage};
pub use ignores::ignore_rules;
pub use path::RepoPath;
pub use reader::Reader;
pub use snapshot::{OpenOptions, Snapshot};
pub use target::Target;

/// What a snapshot was taken from, as cards print it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// 40 lower-case hex digits.
    pub id: String,
    /// True when the files differ from that commit (work-tree audits only).
    pub uncommitted: bool,
    /// A tag that points at the commit, the greatest in the order of version numbers; `None` without one. Letters,
    /// digits and `._-+/@=` only.
    pub tag: Option<String>,
}

/// The kind of a tree entry. Only [`EntryKind::File`] has content that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    File,
    Symlink,
    Submodule,
}

/// One path of the snapshot. Entries are sorted by the bytes of their path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub path: RepoPath,
    pub kind: EntryKind,
    pub executable: bool,
}

/// Why a file's content could not be had. Each becomes a counted limitation, never an abort.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unread {
    /// The object is not in this copy of the repository (partial clone, snapshot without large files).
    Missing,
    /// Larger than the limit; bytes.
    TooLarge(u64),
    /// A Git LFS pointer stands in place of the content.
    LfsPointer,
    /// The object store or the file system refused; the reason as it gave it.
    Unreadable(String),
}
