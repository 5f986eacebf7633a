//! One repository at one commit, or its work tree.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use git2::Oid;

use super::config::RepoConfig;
use super::error::SourceError;
use super::fetch::Fetcher;
use super::gitdir::{GitDir, path_bytes};
use super::objects::{Objects, TreeFile};
use super::reader::{Content, Files, Reader};
use super::refs::{Peeled, Refs, version_order};
use super::rev::Revs;
use super::target::{Place, Target};
use super::url::{RemoteUrl, Scheme, last_segment, without_credentials};
use super::worktree::{self, TrustIndex};
use super::{Commit, Entry, EntryKind, RepoPath};

/// How a target is opened.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// Read the work tree instead of a commit.
    pub worktree: bool,
    /// The repository's address for links, in place of the one in its configuration.
    pub repo_url: Option<String>,
    /// Where fetched repositories are kept; by default `depthgauge/git` in the user's cache folder.
    pub cache_dir: Option<PathBuf>,
    /// The git program that fetches; by default `git` by the search path.
    pub git: Option<PathBuf>,
}

/// The files of a repository at one commit (or of its work tree), and what a card says about where they come from.
/// Opening it writes nothing but the cache of fetched repositories.
#[derive(Debug)]
pub struct Snapshot {
    commit: Commit,
    remote: Option<String>,
    name: String,
    subpath: Option<RepoPath>,
    files: Arc<Files>,
    dirs: GitDir,
    /// A work tree exists and its HEAD is what was read.
    at_head: bool,
}

impl Snapshot {
    /// Opens a local repository, or fetches a remote one first.
    ///
    /// # Errors
    /// [`SourceError`]; its [`kind`](SourceError::kind) tells a wrong request from a place with nothing to audit.
    pub fn open(target: &Target, options: &OpenOptions) -> Result<Self, SourceError> {
        let repo_url = options.repo_url.as_deref().map(parse_repo_url).transpose()?;
        match &target.place {
            Place::Url(url) => {
                if options.worktree {
                    let why = "is fetched without one";
                    return Err(SourceError::NoWorkTree { place: url.to_string(), why });
                }
                let fetched = Fetcher::new(url, options)?.fetch(target.rev.as_deref())?;
                let place = format!("{url} (copy in {:?})", fetched.dirs.git_dir);
                let commit = fetched.commit;
                let objects = Objects::open(&fetched.dirs.objects(), &place)?;
                let tag = tag_of(&Refs::new(&fetched.dirs), &objects, commit);
                let opened = Opened { dirs: fetched.dirs, place, below: None };
                opened.commit_snapshot(target, commit, tag, Some(repo_url.as_ref().unwrap_or(url)), url.name(), false)
            }
            Place::Here | Place::Path(_) => Self::open_local(target, options, repo_url.as_ref()),
        }
    }

    fn open_local(target: &Target, options: &OpenOptions, repo_url: Option<&RemoteUrl>) -> Result<Self, SourceError> {
        let opened = Opened::find(&target.place)?;
        let config = opened.dirs.config();
        let reftable = opened.reftable(&config)?;
        let origin = config.origin_url.as_deref().and_then(RemoteUrl::of_config);
        let name = match (&origin, config.origin_url.as_deref()) {
            (Some(url), _) => url.name(),
            // A path; a broken URL is no source of names.
            (None, Some(local)) if RemoteUrl::parse(local).is_none() => folder_name(local),
            _ => "",
        };
        let folder = opened.dirs.folder().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = if name.is_empty() { folder_name(&folder) } else { name }.to_owned();
        // A folder of this machine is nobody else's remote.
        let origin = origin.filter(|url| url.scheme() != Scheme::File);
        let remote = repo_url.or(origin.as_ref());
        let objects = Objects::open(&opened.dirs.objects(), &opened.place)?;
        let revs = Revs { refs: Refs::new(&opened.dirs), objects: &objects, place: &opened.place, reftable };
        if options.worktree {
            if target.rev.is_some() {
                return Err(SourceError::NoWorkTree { place: opened.place, why: "is asked for at a --rev" });
            }
            if opened.dirs.work_tree.is_none() {
                return Err(SourceError::NoWorkTree { place: opened.place, why: "has none" });
            }
        }
        let commit = revs.commit(target.rev.as_deref())?;
        let tag = if reftable { None } else { tag_of(&revs.refs, &objects, commit) };
        if options.worktree {
            return opened.worktree_snapshot(target, commit, tag, remote, &name, &objects);
        }
        let at_head = matches!(target.rev.as_deref(), None | Some("HEAD" | "@"));
        opened.commit_snapshot(target, commit, tag, remote, &name, at_head)
    }

    /// The commit that was read, or that the work tree is based on.
    pub fn commit(&self) -> &Commit {
        &self.commit
    }

    /// `https://github.com/owner/name` for a GitHub remote in any spelling; of another host its URL without user and
    /// password; `None` without a remote, or with one that is a folder of this machine (unless it is the target).
    pub fn remote(&self) -> Option<&str> {
        self.remote.as_deref()
    }

    /// The part of the repository that is rated; `None` for all of it.
    pub fn subpath(&self) -> Option<&RepoPath> {
        self.subpath.as_ref()
    }

    /// The last segment of the remote, else the folder's name; letters, digits, `.`, `_` and `-` only.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All paths of the repository (not only those below the subpath), sorted by their bytes.
    pub fn entries(&self) -> &[Entry] {
        &self.files.entries
    }

    /// The entry at a path of the repository.
    pub fn entry(&self, path: &str) -> Option<&Entry> {
        let entries = self.entries();
        let at = entries.binary_search_by(|entry| entry.path.as_bytes().cmp(path.as_bytes())).ok()?;
        entries.get(at)
    }

    /// The id of an entry's blob (20 bytes), a name for its content that needs no reading. `None` for a file of a work
    /// tree.
    pub fn content_id(&self, entry: &Entry) -> Option<[u8; 20]> {
        self.files.content_id(entry)
    }

    /// True if HEAD was read and the work tree beside it holds other files or contents (untracked files that no
    /// `.gitignore` of the repository excludes included). Reads file times and, where they say nothing, contents;
    /// writes nothing. What cannot be compared counts as equal.
    pub fn worktree_differs(&self) -> bool {
        if !self.at_head || self.files.ids.is_empty() && !self.files.entries.is_empty() {
            return false;
        }
        let Some(root) = &self.dirs.work_tree else { return false };
        let head: Vec<TreeFile> = self
            .files
            .entries
            .iter()
            .zip(&self.files.ids)
            .map(|(e, id)| TreeFile { path: e.path.clone(), kind: e.kind, executable: e.executable, id: *id })
            .collect();
        let compared = Objects::open(&self.files.objects, &self.files.place)
            .and_then(|objects| worktree::list(root, &self.dirs, &head, &objects, TrustIndex::Yes));
        match compared {
            Ok(listing) => listing.differs,
            Err(error) => {
                tracing::debug!(%error, "work tree not compared");
                false
            }
        }
    }

    /// Access to the contents; one per thread.
    pub fn reader(&self) -> Result<Reader, SourceError> {
        Reader::open(Arc::clone(&self.files))
    }
}

/// A repository that was found.
pub(super) struct Opened {
    pub(super) dirs: GitDir,
    /// Its name in errors.
    pub(super) place: String,
    /// The target's folder below the work tree's root.
    below: Option<RepoPath>,
}

impl Opened {
    /// Whether refs are kept in a table. Objects of another format are an error.
    pub(super) fn reftable(&self, config: &RepoConfig) -> Result<bool, SourceError> {
        if config.object_format.as_deref().is_some_and(|format| format != "sha1") {
            return Err(SourceError::Sha256 { place: self.place.clone() });
        }
        let folder = || self.dirs.common_dir.join("reftable").is_dir();
        Ok(config.ref_storage.as_deref().map_or_else(folder, |storage| storage != "files"))
    }

    pub(super) fn find(place: &Place) -> Result<Self, SourceError> {
        let (path, whole) = match place {
            Place::Path(path) => (path.clone(), false),
            _ => {
                let here = env::current_dir();
                (here.map_err(|source| SourceError::Io { doing: "cannot read", path: ".".into(), source })?, true)
            }
        };
        let start = path.canonicalize().map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                let shown = without_credentials(&path.to_string_lossy());
                SourceError::NoSuchPath { path: shown.into() }
            }
            _ => SourceError::Io { doing: "cannot read", path: path.clone(), source },
        })?;
        let dirs = GitDir::discover(&start)?;
        let below = match &dirs.work_tree {
            Some(root) if !whole => start.strip_prefix(root).ok().map(path_bytes).filter(|below| !below.is_empty()),
            _ => None,
        };
        let place = format!("{:?}", dirs.folder());
        Ok(Self { dirs, place, below: below.map(RepoPath::new) })
    }

    fn commit_snapshot(
        self,
        target: &Target,
        commit: Oid,
        tag: Option<String>,
        remote: Option<&RemoteUrl>,
        name: &str,
        at_head: bool,
    ) -> Result<Snapshot, SourceError> {
        let objects = Objects::open(&self.dirs.objects(), &self.place)?;
        let tree = objects.files(commit)?;
        let mut files = self.no_files();
        for file in tree {
            files.contents.push(match file.kind {
                EntryKind::File => Content::Blob(file.id),
                _ => Content::None,
            });
            files.ids.push(file.id);
            files.entries.push(Entry { path: file.path, kind: file.kind, executable: file.executable });
        }
        self.snapshot(target, Commit { id: commit.to_string(), uncommitted: false, tag }, remote, name, files, at_head)
    }

    fn worktree_snapshot(
        self,
        target: &Target,
        head: Oid,
        tag: Option<String>,
        remote: Option<&RemoteUrl>,
        name: &str,
        objects: &Objects,
    ) -> Result<Snapshot, SourceError> {
        let root = self.dirs.work_tree.clone().unwrap_or_default();
        let listing = worktree::list(&root, &self.dirs, &objects.files(head)?, objects, TrustIndex::No)?;
        let mut files = self.no_files();
        files.work_tree = Some(root);
        (files.entries, files.contents) = listing.files.into_iter().unzip();
        let commit = Commit { id: head.to_string(), uncommitted: listing.differs, tag };
        self.snapshot(target, commit, remote, name, files, false)
    }

    fn no_files(&self) -> Files {
        Files {
            entries: Vec::new(),
            contents: Vec::new(),
            ids: Vec::new(),
            objects: self.dirs.objects(),
            work_tree: None,
            place: self.place.clone(),
        }
    }

    fn snapshot(
        self,
        target: &Target,
        commit: Commit,
        remote: Option<&RemoteUrl>,
        name: &str,
        files: Files,
        at_head: bool,
    ) -> Result<Snapshot, SourceError> {
        let subpath = match (&self.below, &target.subpath) {
            (Some(below), Some(sub)) => Some(RepoPath::new([below.as_bytes(), b"/", sub.as_bytes()].concat())),
            (below, sub) => below.as_ref().or(sub.as_ref()).cloned(),
        };
        if let Some(subpath) = &subpath
            && !files.entries.iter().any(|entry| entry.path.is_within(subpath))
        {
            return Err(SourceError::NoSubpath {
                subpath: String::from_utf8_lossy(subpath.as_bytes()).into_owned(),
                commit: commit.id,
                place: self.place,
                hint: if files.work_tree.is_none() && self.dirs.work_tree.is_some() {
                    "; --worktree reads what is not committed"
                } else {
                    ""
                },
            });
        }
        Ok(Snapshot {
            commit,
            remote: remote.map(RemoteUrl::for_print),
            name: plain_name(name),
            subpath,
            files: Arc::new(files),
            dirs: self.dirs,
            at_head,
        })
    }
}

fn parse_repo_url(text: &str) -> Result<RemoteUrl, SourceError> {
    match RemoteUrl::parse(text) {
        Some(Ok(url)) if !url.is_github_page() => url.possible(),
        Some(Err(error)) => Err(error),
        _ => Err(SourceError::Unusable {
            what: "the repository URL",
            text: without_credentials(text),
            why: "write it like https://github.com/OWNER/NAME",
        }),
    }
}

/// The greatest tag by version order that points at the commit, itself or through annotated tags. A name with
/// characters that mean something in Markdown or HTML is no version and passed over.
fn tag_of(refs: &Refs<'_>, objects: &Objects, commit: Oid) -> Option<String> {
    let plain = |name: &str| {
        name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'+' | b'/' | b'@' | b'='))
    };
    refs.tags()
        .into_iter()
        .filter(|tag| plain(&tag.name))
        .filter(|tag| {
            tag.id == commit
                || match tag.peeled {
                    Peeled::To(id) => id == commit,
                    Peeled::IsNoTag => false,
                    Peeled::Unknown => objects.peel(tag.id) == Some(commit),
                }
        })
        .map(|tag| tag.name)
        .max_by(|a, b| version_order(a, b))
}

/// The name of a folder: a colon in it is no border of a host.
fn folder_name(path: &str) -> &str {
    let colon = path.find(':').unwrap_or(path.len());
    match path[..colon].contains('/') {
        false if path.contains('/') && colon < path.len() => last_segment(path),
        false => path.strip_suffix(".git").unwrap_or(path),
        true => {
            let path = path.trim_end_matches('/');
            let path = path.strip_suffix("/.").or_else(|| path.strip_suffix("/.git")).unwrap_or(path);
            let name = path.rsplit('/').next().unwrap_or_default();
            name.strip_suffix(".git").unwrap_or(name)
        }
    }
}

fn plain_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' }).collect();
    if plain.trim_matches(['-', '.']).is_empty() { "repository".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_no_markup() {
        assert_eq!(plain_name("a b`<c>"), "a-b--c-");
        assert_eq!(plain_name("..."), "repository");
        assert_eq!(plain_name("größe_1"), "größe_1");
    }

    #[test]
    fn folders_are_no_hosts() {
        for (path, name) in [
            ("foo:bar", "foo:bar"),
            ("Score: 10", "Score: 10"),
            ("x.git", "x"),
            ("/srv/a:b/foo:bar.git/", "foo:bar"),
            ("/srv/x/.git", "x"),
            ("../x/.", "x"),
            ("team:group/x.git", "x"),
        ] {
            assert_eq!(folder_name(path), name, "{path}");
        }
    }

    #[test]
    fn a_repository_url_must_be_one() {
        assert!(parse_repo_url("https://github.com/o/n").is_ok());
        for page in ["o/n", "https://github.com/o/n/tree/main", "https://github.com/o/n`x"] {
            assert!(parse_repo_url(page).is_err(), "{page}");
        }
    }
}
