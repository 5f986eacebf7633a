//! Why a snapshot could not be taken.

use std::io;
use std::path::PathBuf;

/// What the caller should make of a [`SourceError`]; the command line maps it to an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request contradicts itself or is written wrongly: another command line would work.
    Usage,
    /// The request is well formed, but there is no repository, commit or folder to read there.
    NothingToAudit,
    /// The machine refused: a cache that cannot be written, a missing program, an I/O error.
    Internal,
}

/// Each message says what, where and what to do. Whatever comes from outside (paths, revs, output of git) is printed
/// with its control characters escaped, URLs without user and password.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    #[error("{what} {text:?} starts with `-`; write a path as ./-name, and a rev by its full hash or refs/heads/-name")]
    LeadingDash { what: &'static str, text: String },
    #[error("{what} {text:?} is not usable: {why}")]
    Unusable { what: &'static str, text: String, why: &'static str },
    #[error("cannot read {url}: {why}")]
    UnusableUrl { url: String, why: String },
    #[error(
        "{rev:?} is a short hash: a remote repository only knows branches, tags and full hashes; \
         give all 40 hex digits, a branch or a tag for {url}"
    )]
    ShortHash { rev: String, url: String },
    #[error(
        "the rev {rev:?} has a form that is not understood: give a branch, a tag, HEAD or a hash, behind it any of ~N, \
         ^N, ^0 and ^{{commit}}; `git rev-parse` in the repository turns other forms into a hash"
    )]
    RevForm { rev: String },
    #[error("two revs for one target: {behind:?} behind the URL and {option:?} by --rev; give one of them")]
    TwoRevs { behind: String, option: String },
    #[error("--worktree reads a work tree, but {place} {why}; leave --worktree out to read a commit")]
    NoWorkTree { place: String, why: &'static str },

    #[error("{path:?} does not exist; give the path or the URL of a git repository")]
    NoSuchPath { path: PathBuf },
    #[error(
        "{path:?} is not a git repository, nor is any folder above it; \
         give the path of a clone, or run `git init` and commit first"
    )]
    NotARepository { path: PathBuf },
    #[error("{path:?} does not lead to a git directory ({why}); repair it with `git worktree repair` or clone again")]
    BadGitFile { path: PathBuf, why: &'static str },
    #[error(
        "{place} stores its objects by SHA-256, which is not supported; \
         audit a SHA-1 clone of it, for example the one on the hosting service"
    )]
    Sha256 { place: String },
    #[error(
        "{place} keeps its branches and tags in reftable format, which is not supported; give --rev with the full \
         40-digit hash of the commit, or run `git refs migrate --ref-format=files` in a copy"
    )]
    Reftable { place: String },
    #[error("{place} has no commit yet; commit first, or give --rev with a commit that exists")]
    NoCommit { place: String },
    #[error("no commit {rev:?} in {place}{hint}")]
    UnknownRev { rev: String, place: String, hint: &'static str },
    #[error("{}", no_merge_base(base, head, place, *shallow))]
    NoMergeBase { base: String, head: String, place: String, shallow: bool },
    #[error("{rev:?} fits several objects in {place}; give more digits of the hash")]
    AmbiguousRev { rev: String, place: String },
    #[error("{rev:?} in {place} is a {found}, not a commit; give a branch, a tag of a commit or a commit's hash")]
    NotACommit { rev: String, place: String, found: &'static str },
    #[error(
        "no folder or file {subpath:?} in commit {commit} of {place}; paths are relative to the repository's root{hint}"
    )]
    NoSubpath { subpath: String, commit: String, place: String, hint: &'static str },
    #[error(
        "the {what} {id} is not in {place}: the clone left it out; \
         fetch it there (`git fetch --refetch --filter=blob:none`) or make a full clone"
    )]
    MissingObject { what: &'static str, id: String, place: String },
    #[error("the {what} {id} in {place} is damaged ({why}); check with `git fsck` and clone again")]
    DamagedObject { what: &'static str, id: String, place: String, why: String },
    #[error("commit {commit} of {place} cannot be listed: {why}; audit a --rev with an ordinary tree")]
    AbsurdTree { commit: String, place: String, why: &'static str },
    #[error(
        "git could not read {url}: {said}; check the URL, your access and the network, or clone it and give the path"
    )]
    Fetch { url: String, said: String },

    #[error(
        "the index {path:?} cannot be read ({why}); audit the commit without --worktree; `git update-index --no-split-index` and `git sparse-checkout disable` write a \
         plain one, and of a damaged one `git reset` makes a new one once it is removed"
    )]
    Index { path: PathBuf, why: String },
    #[error("the program `git` could not be started ({0}); install git, or clone the repository and give its path")]
    NoGit(#[source] io::Error),
    #[error(
        "no folder for fetched repositories: neither XDG_CACHE_HOME nor HOME is set; set one, or clone and give the path"
    )]
    NoCacheFolder,
    #[error("{doing} {path:?}: {source}; check that the path is readable (or, for the cache, writable) and not full")]
    Io { doing: &'static str, path: PathBuf, source: io::Error },
    #[error("git objects of {path:?} cannot be opened: {why}")]
    ObjectStore { path: PathBuf, why: String },
}

fn no_merge_base(base: &str, head: &str, place: &str, shallow: bool) -> String {
    let what = format!("{base} and {head} have no commit in common in {place}");
    if shallow {
        format!(
            "{what}: this copy of the history ends before they meet; check out with `fetch-depth: 0`, or deepen it with \
             `git fetch --deepen=200 origin {base} {head}` until they do"
        )
    } else {
        format!("{what}: the base was rewritten, or is of another repository; --two-dot compares the two as they are")
    }
}

impl SourceError {
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::LeadingDash { .. }
            | Self::Unusable { .. }
            | Self::UnusableUrl { .. }
            | Self::ShortHash { .. }
            | Self::RevForm { .. }
            | Self::TwoRevs { .. }
            | Self::NoWorkTree { .. }
            | Self::NoCacheFolder
            | Self::Index { .. } => ErrorKind::Usage,
            Self::NoSuchPath { .. }
            | Self::NotARepository { .. }
            | Self::BadGitFile { .. }
            | Self::Sha256 { .. }
            | Self::Reftable { .. }
            | Self::NoCommit { .. }
            | Self::NoMergeBase { .. }
            | Self::UnknownRev { .. }
            | Self::AmbiguousRev { .. }
            | Self::NotACommit { .. }
            | Self::NoSubpath { .. }
            | Self::MissingObject { .. }
            | Self::DamagedObject { .. }
            | Self::AbsurdTree { .. }
            | Self::Fetch { .. } => ErrorKind::NothingToAudit,
            Self::NoGit(_) | Self::Io { .. } | Self::ObjectStore { .. } => ErrorKind::Internal,
        }
    }
}
