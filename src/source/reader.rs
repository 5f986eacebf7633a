//! Reads the files of a snapshot: from the object store, or from disk for a work tree.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use git2::Oid;

use super::error::SourceError;
use super::gitdir::path_from_bytes;
use super::objects::Objects;
use super::{Entry, EntryKind, RepoPath, Unread};

/// Pointer files are shorter than this by their specification.
const LFS_POINTER_BYTES: usize = 1024;

/// Where the content of an entry lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Blob(Oid),
    /// In the work tree.
    Disk,
    /// Links and submodules have none that is read.
    None,
}

/// The paths of a snapshot and where each one's content lies; shared by all readers.
#[derive(Debug)]
pub(super) struct Files {
    /// Sorted by path, no path twice.
    pub entries: Vec<Entry>,
    /// Parallel to `entries`.
    pub contents: Vec<Content>,
    /// Ids of the tree of that commit; parallel to `entries` where the snapshot is a commit, empty for a work tree.
    pub ids: Vec<Oid>,
    pub objects: PathBuf,
    pub work_tree: Option<PathBuf>,
    pub place: String,
}

impl Files {
    /// The id of the file's blob (20 bytes).
    pub(super) fn content_id(&self, entry: &Entry) -> Option<[u8; 20]> {
        match self.content(entry) {
            Ok(Content::Blob(id)) => id.as_bytes().try_into().ok(),
            _ => None,
        }
    }

    fn content(&self, entry: &Entry) -> Result<Content, Unread> {
        let at = self.entries.binary_search_by(|e| e.path.cmp(&entry.path));
        at.map(|at| self.contents[at]).map_err(|_| Unread::Unreadable("the path is not in this snapshot".to_owned()))
    }
}

/// One thread's access to the contents of a snapshot.
pub struct Reader {
    files: Arc<Files>,
    objects: Objects,
}

impl Reader {
    pub(super) fn open(files: Arc<Files>) -> Result<Self, SourceError> {
        let objects = Objects::open(&files.objects, &files.place)?;
        Ok(Self { files, objects })
    }

    /// The file's size in bytes, from its header: nothing is loaded. Of an LFS pointer, the pointer's size.
    pub fn size(&self, entry: &Entry) -> Result<u64, Unread> {
        match self.files.content(entry)? {
            Content::Blob(id) => self.objects.size(id),
            Content::Disk => self.disk_file(&entry.path).map(|(_, size)| size),
            Content::None => Err(no_content(entry)),
        }
    }

    /// The file's bytes. One larger than `max_bytes` is not loaded ([`Unread::TooLarge`]).
    pub fn read(&self, entry: &Entry, max_bytes: u64) -> Result<Vec<u8>, Unread> {
        let bytes = match self.files.content(entry)? {
            Content::Blob(id) => self.objects.blob(id, max_bytes)?,
            Content::Disk => {
                let (path, size) = self.disk_file(&entry.path)?;
                if size > max_bytes {
                    return Err(Unread::TooLarge(size));
                }
                let mut bytes = Vec::new();
                // One byte more than allowed: a file that grows meanwhile is seen, not cut.
                let read = File::open(&path).and_then(|f| f.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes));
                read.map_err(|e| unread(&e))?;
                if bytes.len() as u64 > max_bytes {
                    return Err(Unread::TooLarge(bytes.len() as u64));
                }
                bytes
            }
            Content::None => return Err(no_content(entry)),
        };
        if lfs_pointer(&bytes).is_some() { Err(Unread::LfsPointer) } else { Ok(bytes) }
    }

    fn disk_file(&self, path: &RepoPath) -> Result<(PathBuf, u64), Unread> {
        let root = self.files.work_tree.as_deref().unwrap_or(Path::new(""));
        let full = root.join(path_from_bytes(path.as_bytes()));
        let meta = fs::symlink_metadata(&full).map_err(|e| unread(&e))?;
        // A pipe would block, a link could lead out of the repository.
        if !meta.is_file() {
            return Err(Unread::Unreadable("not a regular file".to_owned()));
        }
        Ok((full, meta.len()))
    }
}

fn no_content(entry: &Entry) -> Unread {
    Unread::Unreadable(match entry.kind {
        EntryKind::Submodule => "a submodule is another repository".to_owned(),
        _ => "a symbolic link is not followed".to_owned(),
    })
}

fn unread(error: &io::Error) -> Unread {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Unread::Missing,
        kind => Unread::Unreadable(kind.to_string()),
    }
}

/// The SHA-256 (hex) and size that a Git LFS pointer file names. Source: the pointer format of the Git LFS
/// specification, version 1, and its older host name.
pub(super) fn lfs_pointer(bytes: &[u8]) -> Option<(&str, u64)> {
    if bytes.len() >= LFS_POINTER_BYTES {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let (version, rest) = text.split_once('\n')?;
    let known = ["version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/"];
    if !known.iter().any(|known| version.starts_with(known)) {
        return None;
    }
    let field = |name: &str| rest.lines().find_map(|line| line.strip_prefix(name));
    Some((field("oid sha256:")?, field("size ")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_told_from_text_about_them() {
        let oid = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
        let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize 12345\n");
        assert_eq!(lfs_pointer(pointer.as_bytes()), Some((oid, 12345)));
        let with_extension = pointer.replace("oid", "ext-0-foo sha256:00\noid");
        assert_eq!(lfs_pointer(with_extension.as_bytes()), Some((oid, 12345)));
        for other in [
            "version https://git-lfs.github.com/spec/v1\n",
            "",
            "see version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        ] {
            assert_eq!(lfs_pointer(other.as_bytes()), None);
        }
        assert_eq!(lfs_pointer(format!("{pointer}{}", "x".repeat(1024)).as_bytes()), None);
    }
}
