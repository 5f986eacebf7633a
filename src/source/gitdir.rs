//! Finds the git directory of a path, without asking git or libgit2: neither the owner of the folder nor anything in
//! its configuration decides.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::config::RepoConfig;
use super::error::SourceError;

/// A `.git` file, `commondir`, `HEAD` and the like are one short line; a hostile one is not read whole.
const SMALL_FILE: u64 = 64 * 1024;
const CONFIG_FILE: u64 = 4 * 1024 * 1024;

/// Where the parts of one repository lie.
#[derive(Debug, Clone)]
pub(super) struct GitDir {
    /// `HEAD` and `index`.
    pub git_dir: PathBuf,
    /// `objects`, `refs`, `packed-refs` and `config`; the same folder except in a linked work tree.
    pub common_dir: PathBuf,
    /// The folder that holds `.git`; `None` for a bare repository or a path inside a git directory.
    pub work_tree: Option<PathBuf>,
}

impl GitDir {
    /// Walks up from `start` (absolute, without symbolic links) to the first folder that is, or holds, a git
    /// directory.
    pub fn discover(start: &Path) -> Result<Self, SourceError> {
        for folder in start.ancestors() {
            let dot_git = folder.join(".git");
            match fs::metadata(&dot_git) {
                Ok(meta) if meta.is_dir() => {
                    if let Some(found) = Self::at(&dot_git, Some(folder))? {
                        return Ok(found);
                    }
                }
                Ok(meta) if meta.is_file() => {
                    let git_dir = follow_git_file(&dot_git)?;
                    return Self::at(&git_dir, Some(folder))?.ok_or(SourceError::BadGitFile {
                        path: dot_git,
                        why: "the folder that it names is missing or no git directory",
                    });
                }
                _ => {}
            }
            let work_tree = None;
            if let Some(found) = Self::at(folder, work_tree)? {
                return Ok(found);
            }
        }
        Err(SourceError::NotARepository { path: start.to_owned() })
    }

    /// The git directory `dir` itself; `None` if it is none.
    pub fn at(dir: &Path, work_tree: Option<&Path>) -> Result<Option<Self>, SourceError> {
        // HEAD may be a symbolic link to a branch that does not exist yet.
        if fs::symlink_metadata(dir.join("HEAD")).is_err() {
            return Ok(None);
        }
        let common_dir = match read_small(&dir.join("commondir")) {
            Ok(bytes) => resolve(dir, &first_line(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => dir.to_owned(),
            Err(source) => {
                return Err(SourceError::Io { doing: "cannot read", path: dir.join("commondir"), source });
            }
        };
        let valid = common_dir.join("objects").is_dir() && common_dir.join("refs").is_dir();
        Ok(valid.then(|| Self { git_dir: dir.to_owned(), common_dir, work_tree: work_tree.map(Path::to_owned) }))
    }

    pub fn objects(&self) -> PathBuf {
        self.common_dir.join("objects")
    }

    /// The repository's `config`; empty if it has none or it cannot be read.
    pub fn config(&self) -> RepoConfig {
        match read_limited(&self.common_dir.join("config"), CONFIG_FILE) {
            Ok(bytes) => RepoConfig::parse(&bytes),
            Err(_) => RepoConfig::default(),
        }
    }

    /// The folder by which people know the repository.
    pub fn folder(&self) -> &Path {
        match &self.work_tree {
            Some(folder) => folder,
            None if self.git_dir.file_name().is_some_and(|name| name == ".git") => {
                self.git_dir.parent().unwrap_or(&self.git_dir)
            }
            None => &self.git_dir,
        }
    }
}

fn follow_git_file(file: &Path) -> Result<PathBuf, SourceError> {
    let bytes =
        read_small(file).map_err(|source| SourceError::Io { doing: "cannot read", path: file.to_owned(), source })?;
    match bytes.strip_prefix(b"gitdir:") {
        Some(rest) => {
            let line = first_line(rest);
            let name = line.strip_prefix(b" ").unwrap_or(&line);
            Ok(resolve(file.parent().unwrap_or(Path::new("/")), name))
        }
        None => Err(SourceError::BadGitFile { path: file.to_owned(), why: "it does not begin with `gitdir:`" }),
    }
}

/// `name` as a path from `base`, its `..` and symbolic links resolved where it exists.
fn resolve(base: &Path, name: &[u8]) -> PathBuf {
    let path = base.join(path_from_bytes(name));
    path.canonicalize().unwrap_or(path)
}

fn first_line(bytes: &[u8]) -> Vec<u8> {
    let line = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line).to_vec()
}

#[cfg(unix)]
pub(super) fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(super) fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The bytes of a name of the system, `/` between its parts.
#[cfg(unix)]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(not(unix))]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().replace('\\', "/").into_bytes()
}

/// A short file. Anything that is no regular file (a pipe would block) is an error.
pub(super) fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    read_limited(path, SMALL_FILE)
}

pub(super) fn read_limited(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "not a regular file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
