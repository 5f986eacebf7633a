//! The object database alone: blobs, trees, commits and tags by id.
//!
//! It is opened beside libgit2's `Repository`, not through it. `Repository::open_bare` reads the repository's
//! configuration with its includes and the user's own, and refuses extensions that it does not know (a partial clone
//! has one); an `Odb` over the `objects` folder asks neither configuration nor owner, knows no replace refs and no
//! grafts, and needs no process-wide switch. Alternates are followed, as `git clone --shared` needs them.

use std::cell::RefCell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use git2::{ErrorClass, ErrorCode, ObjectType, Odb, OdbLookupFlags, Oid};

use super::error::SourceError;
use super::refs::parse_id;
use super::{EntryKind, RepoPath, Unread};

/// More paths than any real repository has; a tree that repeats itself ten times on ten levels has 10^10.
const MAX_PATHS: usize = 2_000_000;
/// Longer than any system can check out.
const MAX_PATH_BYTES: usize = 32 * 1024;
/// Annotated tags of tags of tags.
const MAX_PEEL: usize = 32;
/// How often a question is put to a database that changes meanwhile.
const MAX_LOOKS: usize = 3;

/// One file, link or submodule of a tree.
#[derive(Debug, Clone)]
pub(super) struct TreeFile {
    pub path: RepoPath,
    pub kind: EntryKind,
    pub executable: bool,
    pub id: Oid,
}

pub(super) struct Objects {
    store: RefCell<Store>,
    folder: PathBuf,
    place: String,
}

/// The database as it was when it was opened.
struct Store {
    odb: Odb<'static>,
    /// Keeps `/proc/self/fd/N` alive where the path had to be opened by descriptor.
    _folder: Option<File>,
    /// When packs last came or went.
    packs: Option<SystemTime>,
    looked_again: bool,
}

impl Store {
    fn open(folder: &Path) -> Result<Self, SourceError> {
        map_little();
        let packs = packs_changed(folder);
        let refused = |why: String| SourceError::ObjectStore { path: folder.to_owned(), why };
        let odb = Odb::new().map_err(|e| refused(e.message().to_owned()))?;
        // libgit2 takes the path as text; a folder whose name is none is reached by descriptor.
        let (held, path) = match folder.to_str() {
            Some(path) => (None, path.to_owned()),
            None => open_by_descriptor(folder).ok_or_else(|| {
                refused("its path is not UTF-8; move the repository or make a symbolic link to it".to_owned())
            })?,
        };
        odb.add_disk_alternate(&path).map_err(|e| refused(e.message().to_owned()))?;
        Ok(Self { odb, _folder: held, packs, looked_again: false })
    }

    fn is_stale(&self, folder: &Path) -> bool {
        !self.looked_again || packs_changed(folder) != self.packs
    }
}

/// Maps small parts of packs in place of whole ones, which would count as memory of this process: objects are read
/// about once, most in the order of their packs.
fn map_little() {
    const WINDOW: usize = 4 << 20;
    const ALL_WINDOWS: usize = 16 << 20;
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: both write a global of libgit2; `Once` keeps threads apart, and no pack is mapped before the first call.
    ONCE.call_once(|| unsafe {
        // Without them the same bytes are read.
        let _ = git2::opts::set_mwindow_size(WINDOW);
        let _ = git2::opts::set_mwindow_mapped_limit(ALL_WINDOWS);
    });
}

fn packs_changed(folder: &Path) -> Option<SystemTime> {
    fs::metadata(folder.join("pack")).and_then(|meta| meta.modified()).ok()
}

impl Objects {
    /// `place` names the repository in errors.
    pub fn open(folder: &Path, place: &str) -> Result<Self, SourceError> {
        let store = RefCell::new(Store::open(folder)?);
        Ok(Self { store, folder: folder.to_owned(), place: place.to_owned() })
    }

    /// Asks the database, and a freshly opened one where that fails: `git gc` moves objects while they are read. A
    /// second look without any change of the packs is taken once, so that a clone without blobs costs no more.
    fn ask<T>(&self, ask: impl Fn(&Odb<'static>) -> Result<T, git2::Error>) -> Result<T, git2::Error> {
        let mut answer = ask(&self.store.borrow().odb);
        for _ in 0..MAX_LOOKS {
            if answer.is_ok() || !self.store.borrow().is_stale(&self.folder) {
                break;
            }
            let Ok(mut fresh) = Store::open(&self.folder) else { break };
            fresh.looked_again = true;
            self.store.replace(fresh);
            answer = ask(&self.store.borrow().odb);
        }
        answer
    }

    /// Size in bytes, from the object's header.
    pub fn size(&self, id: Oid) -> Result<u64, Unread> {
        // A miss makes libgit2 list the pack folder again: ask first whether the object is there.
        let header = |odb: &Odb<'static>| match odb.exists_ext(id, OdbLookupFlags::NO_REFRESH) {
            true => odb.read_header(id),
            false => Err(git2::Error::new(ErrorCode::NotFound, ErrorClass::Odb, "no such object")),
        };
        let (size, kind) = self.ask(header).map_err(|e| unread(&e))?;
        match kind {
            ObjectType::Blob => Ok(size as u64),
            _ => Err(Unread::Unreadable("the object is not a blob".to_owned())),
        }
    }

    /// The content of a blob of at most `max_bytes`; a larger one is not loaded.
    pub fn blob(&self, id: Oid, max_bytes: u64) -> Result<Vec<u8>, Unread> {
        let size = self.size(id)?;
        if size > max_bytes {
            return Err(Unread::TooLarge(size));
        }
        self.ask(|odb| Ok(odb.read(id)?.data().to_vec())).map_err(|e| unread(&e))
    }

    pub fn exists(&self, id: Oid) -> bool {
        self.store.borrow().odb.exists(id)
    }

    /// The object whose id begins with `hex` (4 to 39 digits): `None` without one, an error for several.
    pub fn by_prefix(&self, hex: &str) -> Result<Option<Oid>, SourceError> {
        let Ok(prefix) = Oid::from_str(hex) else { return Ok(None) };
        match self.store.borrow().odb.exists_prefix(prefix, hex.len()) {
            Ok(id) => Ok(Some(id)),
            Err(e) if e.code() == ErrorCode::Ambiguous => {
                Err(SourceError::AmbiguousRev { rev: hex.to_owned(), place: self.place.clone() })
            }
            Err(_) => Ok(None),
        }
    }

    /// The commit at `id` or behind the annotated tag at `id`; `rev` is how the user named it.
    pub fn peel_to_commit(&self, id: Oid, rev: &str) -> Result<Oid, SourceError> {
        let mut at = id;
        for _ in 0..MAX_PEEL {
            let (_, kind) = self.ask(|odb| odb.read_header(at)).map_err(|e| self.object_error("object", at, &e))?;
            match kind {
                ObjectType::Commit => return Ok(at),
                ObjectType::Tag => at = self.tagged(at)?,
                other => return Err(self.not_a_commit(rev, if other == ObjectType::Tree { "tree" } else { "file" })),
            }
        }
        Err(self.not_a_commit(rev, "tag of tags without end"))
    }

    /// The object behind `id`, however many annotated tags stand before it. `None` if that cannot be read.
    pub fn peel(&self, id: Oid) -> Option<Oid> {
        let mut at = id;
        for _ in 0..MAX_PEEL {
            match self.ask(|odb| odb.read_header(at)).ok()? {
                (_, ObjectType::Tag) => at = self.tagged(at).ok()?,
                _ => return Some(at),
            }
        }
        None
    }

    fn tagged(&self, tag: Oid) -> Result<Oid, SourceError> {
        let data = self.read(tag, ObjectType::Tag, "tag")?;
        header_ids(&data, b"object ").next().ok_or_else(|| self.damaged("tag", tag, "it names no object"))
    }

    /// The commit's parents, as the commit itself names them.
    pub fn parents(&self, commit: Oid) -> Result<Vec<Oid>, SourceError> {
        let data = self.read(commit, ObjectType::Commit, "commit")?;
        Ok(header_ids(&data, b"parent ").collect())
    }

    /// When the commit was made by its committer, seconds since 1970.
    pub fn commit_time(&self, commit: Oid) -> Option<i64> {
        let data = self.read(commit, ObjectType::Commit, "commit").ok()?;
        let mut header = data.split(|b| *b == b'\n').take_while(|line| !line.is_empty());
        let committer = std::str::from_utf8(header.find_map(|line| line.strip_prefix(b"committer "))?).ok()?;
        committer.rsplit(' ').nth(1)?.parse().ok()
    }

    /// All files of a commit, sorted by path. Of two entries with one path (git writes no such tree) the last counts,
    /// as in a checkout.
    pub fn files(&self, commit: Oid) -> Result<Vec<TreeFile>, SourceError> {
        let data = self.read(commit, ObjectType::Commit, "commit")?;
        let root =
            header_ids(&data, b"tree ").next().ok_or_else(|| self.damaged("commit", commit, "it has no tree"))?;
        let absurd = |why| SourceError::AbsurdTree { commit: commit.to_string(), place: self.place.clone(), why };
        let mut files: Vec<TreeFile> = Vec::new();
        let mut pending = vec![(Vec::new(), root)];
        while let Some((folder, id)) = pending.pop() {
            let data = self.read(id, ObjectType::Tree, "tree")?;
            let mut rest: &[u8] = &data;
            while !rest.is_empty() {
                let (entry, after) = tree_entry(rest).ok_or_else(|| self.damaged("tree", id, "an entry is cut off"))?;
                rest = after;
                let mut path: Vec<u8> = folder.clone();
                path.extend_from_slice(entry.name);
                if path.len() > MAX_PATH_BYTES {
                    return Err(absurd("a path is longer than 32768 bytes"));
                }
                if files.len() + pending.len() >= MAX_PATHS {
                    return Err(absurd("it has more than 2,000,000 paths"));
                }
                let (kind, executable) = match entry.mode & 0o170_000 {
                    0o040_000 => {
                        path.push(b'/');
                        pending.push((path, entry.id));
                        continue;
                    }
                    0o120_000 => (EntryKind::Symlink, false),
                    0o160_000 => (EntryKind::Submodule, false),
                    _ => (EntryKind::File, entry.mode & 0o100 != 0),
                };
                files.push(TreeFile { path: RepoPath::new(path), kind, executable, id: entry.id });
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|later, kept| {
            let same = later.path == kept.path;
            if same {
                std::mem::swap(later, kept);
            }
            same
        });
        Ok(files)
    }

    fn read(&self, id: Oid, kind: ObjectType, what: &'static str) -> Result<Vec<u8>, SourceError> {
        let read = |odb: &Odb<'static>| odb.read(id).map(|object| (object.kind(), object.data().to_vec()));
        let (found, data) = self.ask(read).map_err(|e| self.object_error(what, id, &e))?;
        if found == kind { Ok(data) } else { Err(self.damaged(what, id, "it is of another kind")) }
    }

    fn object_error(&self, what: &'static str, id: Oid, error: &git2::Error) -> SourceError {
        match error.code() {
            ErrorCode::NotFound => SourceError::MissingObject { what, id: id.to_string(), place: self.place.clone() },
            _ => self.damaged(what, id, error.message()),
        }
    }

    fn damaged(&self, what: &'static str, id: Oid, why: &str) -> SourceError {
        SourceError::DamagedObject { what, id: id.to_string(), place: self.place.clone(), why: why.to_owned() }
    }

    fn not_a_commit(&self, rev: &str, found: &'static str) -> SourceError {
        SourceError::NotACommit { rev: rev.to_owned(), place: self.place.clone(), found }
    }
}

/// libgit2's messages name folders of this machine; what stands in a card must not.
fn unread(error: &git2::Error) -> Unread {
    tracing::debug!(error = error.message(), "unreadable object");
    match error.code() {
        ErrorCode::NotFound => Unread::Missing,
        _ => Unread::Unreadable("the object is damaged".to_owned()),
    }
}

struct RawEntry<'a> {
    mode: u32,
    name: &'a [u8],
    id: Oid,
}

/// `mode SP name NUL id`, the id being 20 bytes.
fn tree_entry(bytes: &[u8]) -> Option<(RawEntry<'_>, &[u8])> {
    let space = bytes.iter().position(|b| *b == b' ')?;
    let (mode, rest) = (&bytes[..space], &bytes[space + 1..]);
    let nul = rest.iter().position(|b| *b == 0)?;
    let (name, rest) = (&rest[..nul], &rest[nul + 1..]);
    let (id, rest) = rest.split_at_checked(20)?;
    let mode = u32::from_str_radix(std::str::from_utf8(mode).ok()?, 8).ok()?;
    Some((RawEntry { mode, name, id: Oid::from_bytes(id).ok()? }, rest))
}

/// The ids of the header lines that begin with `key`; the header ends at the first empty line.
fn header_ids<'a>(data: &'a [u8], key: &'a [u8]) -> impl Iterator<Item = Oid> + 'a {
    data.split(|b| *b == b'\n')
        .take_while(|line| !line.is_empty())
        .filter_map(move |line| parse_id(line.strip_prefix(key)?))
}

#[cfg(target_os = "linux")]
fn open_by_descriptor(folder: &Path) -> Option<(Option<File>, String)> {
    use std::os::fd::AsRawFd;
    let file = File::open(folder).ok()?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    Path::new(&path).is_dir().then_some((Some(file), path))
}

#[cfg(not(target_os = "linux"))]
fn open_by_descriptor(_folder: &Path) -> Option<(Option<File>, String)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(at: &Path, arguments: &[&str]) -> Option<String> {
        let output = std::process::Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(at)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    #[test]
    fn objects_that_are_moved_meanwhile_are_found() {
        let root = tempfile::tempdir().expect("folder");
        let at = root.path();
        if git(at, &["init", "--quiet"]).is_none() {
            return;
        }
        for n in 0..4 {
            std::fs::write(at.join(format!("f{n}")), format!("content {n}")).expect("file");
        }
        git(at, &["add", "."]).expect("add");
        git(at, &["commit", "--quiet", "-m", "x"]).expect("commit");
        let id = |n: usize| Oid::from_str(&git(at, &["rev-parse", &format!("HEAD:f{n}")]).expect("id")).expect("hex");
        let objects = Objects::open(&at.join(".git/objects"), "x").expect("objects");
        assert_eq!(objects.blob(id(0), 99), Ok(b"content 0".to_vec()));
        let gone = Oid::from_str(&"12".repeat(20)).expect("hex");
        assert_eq!(objects.blob(gone, 99), Err(Unread::Missing));
        for n in 1..4 {
            git(at, &["repack", "-a", "-d", "-q", "-f", &format!("--window={n}")]).expect("repack");
            git(at, &["prune-packed", "-q"]).expect("prune");
            if n == 2 {
                std::fs::write(at.join("more"), "x").expect("file");
                git(at, &["add", "."]).expect("add");
                git(at, &["commit", "--quiet", "-m", "y"]).expect("commit");
                git(at, &["repack", "-a", "-d", "-q"]).expect("repack");
            }
            assert_eq!(objects.blob(id(n), 99), Ok(format!("content {n}").into_bytes()));
        }
        assert_eq!(objects.blob(gone, 99), Err(Unread::Missing));
    }
}
