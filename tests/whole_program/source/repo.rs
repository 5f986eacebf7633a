//! Repositories in temporary folders, built by the real git with nothing of the machine's configuration.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use depthgauge::source::{Entry, OpenOptions, Snapshot, SourceError, Target};
use tempfile::TempDir;

/// No limit that a test file reaches.
pub const ANY: u64 = 1 << 20;

/// A repository with a work tree in a folder of its own.
pub struct Repo {
    folder: TempDir,
}

impl Repo {
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// `git init` with more options.
    pub fn with(options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let repo = Self { folder };
        fs::create_dir(repo.path()).unwrap();
        fs::create_dir(repo.home()).unwrap();
        repo.git(&[&["init", "-q", "-b", "main"], options].concat());
        repo
    }

    /// One commit with these files.
    pub fn holding(files: &[(&str, &str)]) -> Self {
        let repo = Self::new();
        repo.write_all(files);
        repo.commit("first");
        repo
    }

    /// The work tree.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("example")
    }

    /// A path beside the work tree.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn home(&self) -> PathBuf {
        self.beside("home")
    }

    pub fn url(&self) -> String {
        format!("file://{}", self.path().display())
    }

    pub fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let full = self.path().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, content).unwrap();
    }

    pub fn write_all(&self, files: &[(&str, &str)]) {
        for (path, content) in files {
            self.write(path, content);
        }
    }

    /// Adds everything and commits; the commit's id.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A", "-f"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Runs git in the work tree; its output without the last newline.
    pub fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.path(), arguments)
    }

    pub fn git_in(&self, folder: &Path, arguments: &[&str]) -> String {
        let output = self.try_git(folder, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {error}");
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    pub fn try_git(&self, folder: &Path, arguments: &[&str]) -> Output {
        self.git_command(folder).args(arguments).output().expect("git is installed")
    }

    pub fn git_command(&self, folder: &Path) -> Command {
        let mut command = Command::new("git");
        for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        command
            .current_dir(folder)
            .stdin(Stdio::null())
            .env("HOME", self.home())
            .env("XDG_CONFIG_HOME", self.home())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .args(["-c", "protocol.file.allow=always", "-c", "user.name=A", "-c", "user.email=a@example.com"])
            .env("GIT_AUTHOR_DATE", "2024-01-02T03:04:05Z")
            .env("GIT_COMMITTER_DATE", "2024-01-02T03:04:05Z");
        command
    }

    /// The object with this content; its id.
    pub fn object(&self, kind: &str, content: &[u8]) -> String {
        let file = self.beside("object");
        fs::write(&file, content).unwrap();
        self.git(&["hash-object", "-w", "--literally", "-t", kind, file.to_str().unwrap()])
    }

    /// A commit of that tree, on no branch.
    pub fn commit_tree(&self, tree: &str) -> String {
        self.git(&["commit-tree", "-m", "made", tree])
    }

    /// Where git keeps that loose object.
    pub fn loose(&self, id: &str) -> PathBuf {
        self.path().join(".git/objects").join(&id[..2]).join(&id[2..])
    }

    pub fn open(&self) -> Snapshot {
        open(&self.path()).unwrap()
    }

    pub fn open_rev(&self, rev: &str) -> Result<Snapshot, SourceError> {
        Snapshot::open(&Target::folder(&self.path(), Some(rev), None)?, &OpenOptions::default())
    }

    pub fn open_worktree(&self) -> Snapshot {
        let options = OpenOptions { worktree: true, ..OpenOptions::default() };
        Snapshot::open(&Target::folder(&self.path(), None, None).unwrap(), &options).unwrap()
    }
}

pub fn open(path: &Path) -> Result<Snapshot, SourceError> {
    Snapshot::open(&Target::folder(path, None, None)?, &OpenOptions::default())
}

/// The paths as text, what is no UTF-8 replaced.
pub fn paths(snapshot: &Snapshot) -> Vec<String> {
    snapshot.entries().iter().map(|e| String::from_utf8_lossy(e.path.as_bytes()).into_owned()).collect()
}

pub fn entry<'a>(snapshot: &'a Snapshot, path: &str) -> &'a Entry {
    let found = snapshot.entries().iter().find(|e| e.path.as_bytes() == path.as_bytes());
    found.unwrap_or_else(|| panic!("no {path} in {:?}", paths(snapshot)))
}

pub fn text(snapshot: &Snapshot, path: &str) -> String {
    let bytes = snapshot.reader().unwrap().read(entry(snapshot, path), ANY).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Every path with its content, `None` where it has none that is read.
pub fn contents(snapshot: &Snapshot) -> Vec<(String, Option<String>)> {
    let reader = snapshot.reader().unwrap();
    let read = |e| reader.read(e, ANY).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    paths(snapshot).into_iter().zip(snapshot.entries().iter().map(read)).collect()
}
