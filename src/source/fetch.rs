//! Fetches a remote repository with the user's own git, in one fixed form: one commit, into a bare repository of its
//! own under the cache, with nothing of the user's or the machine's git configuration. A copy is built under a
//! temporary name and renamed when complete, so that processes side by side never see a half of one.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use git2::Oid;
use sha2::{Digest, Sha256};

use super::error::SourceError;
use super::gitdir::GitDir;
use super::objects::Objects;
use super::refs::{RefValue, Refs, parse_id};
use super::snapshot::OpenOptions;
use super::url::RemoteUrl;

/// The ref under which the fetched object is kept.
const FETCHED: &str = "refs/depthgauge/fetched";
/// How the name of an unfinished copy begins.
const BUILDING: &str = ".fetching-";
/// No fetch takes as long: an unfinished copy of this age belongs to a process that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(24 * 60 * 60);
/// What a message repeats of git's own words.
const SAID_CHARS: usize = 600;

pub(super) struct Fetched {
    pub dirs: GitDir,
    pub commit: Oid,
}

pub(super) struct Fetcher<'a> {
    url: &'a RemoteUrl,
    /// This URL's folder in the cache; holds one bare repository per fetched object, named by it.
    folder: PathBuf,
    git: OsString,
}

/// A ref as the remote lists it.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    id: Oid,
    name: String,
}

impl<'a> Fetcher<'a> {
    pub fn new(url: &'a RemoteUrl, options: &OpenOptions) -> Result<Self, SourceError> {
        let cache = match &options.cache_dir {
            Some(dir) => dir.clone(),
            None => user_cache().ok_or(SourceError::NoCacheFolder)?.join("git"),
        };
        let hash: String = Sha256::digest(url.for_git()).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let folder = cache.join(hash);
        let git = options.git.as_ref().map_or_else(|| OsString::from("git"), |git| git.clone().into_os_string());
        Ok(Self { url, folder, git })
    }

    /// The commit of `rev` (checked by [`super::Target`]), of the remote's HEAD without one. A full hash that is in
    /// the cache needs no network.
    pub fn fetch(&self, rev: Option<&str>) -> Result<Fetched, SourceError> {
        let full_hash = rev.and_then(|rev| parse_id(rev.as_bytes()));
        let written = rev.unwrap_or("HEAD");
        if let Some(cached) = full_hash.and_then(|id| self.cached(id)) {
            return Ok(cached);
        }
        fs::create_dir_all(&self.folder).map_err(|e| self.io("cannot create", &self.folder, e))?;
        self.remove_leftovers();
        let building = tempfile::Builder::new()
            .prefix(BUILDING)
            .tempdir_in(&self.folder)
            .map_err(|e| self.io("cannot create a folder in", &self.folder, e))?;
        let bare = building.path().join("repo");
        self.prepare(building.path(), &bare)?;

        let listed = self.list(building.path(), &bare, written)?;
        let (id, wanted) = match full_hash {
            Some(id) => (id, id.to_string()),
            None => {
                let found = choose(&listed, written).ok_or_else(|| self.unknown(written, listed.is_empty()))?;
                (found.id, found.name.clone())
            }
        };
        if let Some(cached) = self.cached(id) {
            return Ok(cached);
        }
        let output = self.run(building.path(), &bare, &fetch_arguments(&self.url.for_git(), &wanted))?;
        if !output.status.success() {
            return Err(self.fetch_error(written, full_hash.is_some(), &output.stderr));
        }
        let (id, commit) = self.fetched_commit(&bare, written)?;
        self.keep_tags(&bare, &listed, id, commit)?;
        self.move_into_place(&bare, id)
    }

    /// What cannot be removed stays; it is in nobody's way.
    fn remove_leftovers(&self) {
        for copy in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let unfinished = copy.file_name().to_string_lossy().starts_with(BUILDING);
            let age = copy.metadata().and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
            if unfinished && age.is_some_and(|age| age > LEFT_BEHIND) {
                let _ = fs::remove_dir_all(copy.path());
            }
        }
    }

    /// A complete copy that holds `id`.
    fn cached(&self, id: Oid) -> Option<Fetched> {
        let dirs = GitDir::at(&self.folder.join(id.to_string()), None).ok()??;
        let commit = Objects::open(&dirs.objects(), "").ok()?.peel_to_commit(id, "").ok()?;
        Some(Fetched { dirs, commit })
    }

    /// An empty bare repository, made by hand: no template, no default of the machine. Beside it an empty home.
    fn prepare(&self, building: &Path, bare: &Path) -> Result<(), SourceError> {
        let write = |path: PathBuf, text: &str| fs::write(&path, text).map_err(|e| self.io("cannot write", &path, e));
        for folder in [bare.join("objects"), bare.join("refs"), home(building)] {
            fs::create_dir_all(&folder).map_err(|e| self.io("cannot create", &folder, e))?;
        }
        write(bare.join("HEAD"), "ref: refs/heads/main\n")?;
        write(bare.join("config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
    }

    /// The remote's refs that `rev` may name, and its tags.
    fn list(&self, building: &Path, bare: &Path, rev: &str) -> Result<Vec<Listed>, SourceError> {
        let output = self.run(building, bare, &list_arguments(&self.url.for_git(), rev))?;
        if !output.status.success() {
            return Err(self.fetch_error(rev, false, &output.stderr));
        }
        let mut listed = Vec::new();
        for line in output.stdout.split(|b| *b == b'\n') {
            let Some(tab) = line.iter().position(|b| *b == b'\t') else { continue };
            if tab == 64 {
                return Err(SourceError::Sha256 { place: self.url.to_string() });
            }
            if let (Some(id), Ok(name)) = (parse_id(&line[..tab]), std::str::from_utf8(&line[tab + 1..])) {
                listed.push(Listed { id, name: name.to_owned() });
            }
        }
        Ok(listed)
    }

    fn fetched_commit(&self, bare: &Path, rev: &str) -> Result<(Oid, Oid), SourceError> {
        let dirs = GitDir::at(bare, None)?;
        let found = dirs.as_ref().map(|dirs| Refs::new(dirs).resolve(FETCHED));
        match (dirs, found) {
            (Some(dirs), Some(RefValue::Id(id))) => {
                Ok((id, Objects::open(&dirs.objects(), &self.url.to_string())?.peel_to_commit(id, rev)?))
            }
            _ => Err(SourceError::Fetch { url: self.url.to_string(), said: "nothing arrived".to_owned() }),
        }
    }

    /// The tags that point at the commit, so that a copy says the same as a clone.
    fn keep_tags(&self, bare: &Path, listed: &[Listed], id: Oid, commit: Oid) -> Result<(), SourceError> {
        let mut lines = String::from("# pack-refs with: peeled fully-peeled sorted \n");
        let mut names: Vec<&str> = listed
            .iter()
            .filter(|r| r.id == commit || r.id == id)
            .map(|r| r.name.strip_suffix("^{}").unwrap_or(&r.name))
            .filter(|name| name.starts_with("refs/tags/"))
            .collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            lines.push_str(&format!("{commit} {name}\n"));
        }
        let path = bare.join("packed-refs");
        fs::write(&path, lines).map_err(|e| self.io("cannot write", &path, e))
    }

    fn move_into_place(&self, bare: &Path, id: Oid) -> Result<Fetched, SourceError> {
        let place = self.folder.join(id.to_string());
        let mut result = fs::rename(bare, &place);
        if result.is_err() && self.cached(id).is_none() {
            // A damaged copy stands there: out of the way, into the folder that is about to be deleted.
            let aside = bare.with_file_name("damaged");
            result = fs::rename(&place, &aside).and_then(|()| fs::rename(bare, &place));
        }
        // Where another process was first, its copy is as good.
        match self.cached(id) {
            Some(fetched) => Ok(fetched),
            None => {
                let error = result.err().unwrap_or_else(|| io::Error::other("the copy cannot be read back"));
                Err(self.io("cannot keep the fetched repository in", &place, error))
            }
        }
    }

    fn run(&self, building: &Path, bare: &Path, arguments: &[String]) -> Result<Output, SourceError> {
        let mut command = Command::new(&self.git);
        scrub(&mut command, &home(building));
        command.args(FIXED).arg("--git-dir").arg(bare).args(arguments).stdin(Stdio::null());
        tracing::debug!(?arguments, "git");
        command.output().map_err(SourceError::NoGit)
    }

    fn unknown(&self, rev: &str, nothing_listed: bool) -> SourceError {
        let url = self.url.to_string();
        if rev == "HEAD" {
            return match nothing_listed {
                true => SourceError::NoCommit { place: url },
                false => SourceError::UnknownRev {
                    rev: rev.to_owned(),
                    place: url,
                    hint: "; the remote names no default branch: give --rev with a branch or a tag",
                },
            };
        }
        if (4..40).contains(&rev.len()) && rev.bytes().all(|b| b.is_ascii_hexdigit()) {
            return SourceError::ShortHash { rev: rev.to_owned(), url };
        }
        let hint = "; it is neither a branch nor a tag there: see `git ls-remote`";
        SourceError::UnknownRev { rev: rev.to_owned(), place: url, hint }
    }

    fn fetch_error(&self, rev: &str, by_hash: bool, stderr: &[u8]) -> SourceError {
        let text = String::from_utf8_lossy(stderr);
        if text.contains("mismatched algorithms") || text.contains("object format") || text.contains("object-format") {
            return SourceError::Sha256 { place: self.url.to_string() };
        }
        let no_such_hash = ["not our ref", "unadvertised object", "couldn't find remote ref"];
        if by_hash && no_such_hash.iter().any(|said| text.contains(said)) {
            let hint = "; the remote does not hand out that hash: give a branch or a tag, or clone and give the path";
            return SourceError::UnknownRev { rev: rev.to_owned(), place: self.url.to_string(), hint };
        }
        SourceError::Fetch { url: self.url.to_string(), said: said(&text) }
    }

    fn io(&self, doing: &'static str, path: &Path, source: io::Error) -> SourceError {
        SourceError::Io { doing, path: path.to_owned(), source }
    }
}

/// Before the subcommand, always the same. Protocols other than these three stay closed, redirects included.
const FIXED: &[&str] = &[
    "-c",
    "protocol.allow=never",
    "-c",
    "protocol.https.allow=always",
    "-c",
    "protocol.ssh.allow=always",
    "-c",
    "protocol.file.allow=always",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "init.templateDir=",
    "-c",
    "core.askPass=",
    "-c",
    "credential.helper=",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "submodule.recurse=false",
    "-c",
    "fetch.recurseSubmodules=false",
    // The objects as one pack, not thousands of files.
    "-c",
    "fetch.unpackLimit=1",
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
    // A remote that stops answering ends the fetch.
    "-c",
    "http.lowSpeedLimit=1000",
    "-c",
    "http.lowSpeedTime=60",
];

fn list_arguments(url: &str, rev: &str) -> Vec<String> {
    let mut arguments =
        vec!["ls-remote".to_owned(), "--quiet".to_owned(), "--end-of-options".to_owned(), url.to_owned()];
    arguments.push("HEAD".to_owned());
    arguments.push("refs/tags/*".to_owned());
    arguments.extend(full_names(rev));
    arguments
}

fn fetch_arguments(url: &str, wanted: &str) -> Vec<String> {
    let options = ["fetch", "--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules", "--end-of-options", url];
    let mut arguments: Vec<String> = options.map(str::to_owned).into();
    arguments.push(format!("+{wanted}:{FETCHED}"));
    arguments
}

/// What a rev may mean, in git's order.
fn full_names(rev: &str) -> Vec<String> {
    let mut names = Vec::new();
    if rev == "HEAD" || rev.starts_with("refs/") {
        names.push(rev.to_owned());
    }
    names.extend([format!("refs/tags/{rev}"), format!("refs/heads/{rev}")]);
    names
}

fn choose<'l>(listed: &'l [Listed], rev: &str) -> Option<&'l Listed> {
    full_names(rev).iter().find_map(|name| listed.iter().find(|r| r.name == *name))
}

fn home(building: &Path) -> PathBuf {
    building.join("home")
}

/// Takes every `GIT_*` variable, the user's and the machine's configuration and every way to ask a question from a
/// command. ssh finds its keys all the same: it asks the system for the home folder, not the environment.
fn scrub(command: &mut Command, home: &Path) {
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().to_ascii_uppercase().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command
        .env_remove("SSH_ASKPASS")
        .env("SSH_ASKPASS_REQUIRE", "never")
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_ATTR_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_ASKPASS", "")
        .env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=20")
        .env("GIT_SSH_VARIANT", "ssh")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GCM_INTERACTIVE", "never")
        .env("LC_ALL", "C");
}

/// The program's folder in the user's cache folder by the XDG base directory specification: a relative path in the
/// variable is ignored.
pub fn user_cache() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("depthgauge"))
}

/// Git's own words in one line, what a terminal would obey shown as escapes.
fn said(stderr: &str) -> String {
    let lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let text = lines.collect::<Vec<_>>().join("; ");
    let short: String = text.chars().take(SAID_CHARS).collect();
    let shown: String =
        short.chars().flat_map(|c| if c == '\'' || c == '"' { vec![c] } else { c.escape_debug().collect() }).collect();
    if shown.is_empty() { "it ended without a word".to_owned() } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn listed(names: &[&str]) -> Vec<Listed> {
        let refs = names.iter().map(|name| Listed { id: Oid::ZERO_SHA1, name: (*name).to_owned() });
        refs.collect()
    }

    #[test]
    fn a_tag_goes_before_a_branch_and_a_full_name_before_both() {
        let refs =
            listed(&["HEAD", "refs/heads/x", "refs/tags/x", "refs/heads/y", "refs/heads/a/x", "refs/pull/1/head"]);
        assert_eq!(choose(&refs, "x").unwrap().name, "refs/tags/x");
        assert_eq!(choose(&refs, "y").unwrap().name, "refs/heads/y");
        assert_eq!(choose(&refs, "refs/heads/x").unwrap().name, "refs/heads/x");
        assert_eq!(choose(&refs, "refs/pull/1/head").unwrap().name, "refs/pull/1/head");
        assert_eq!(choose(&refs, "HEAD").unwrap().name, "HEAD");
        assert!(choose(&refs, "z").is_none());
    }

    #[test]
    fn one_fixed_form_with_the_url_behind_the_options() {
        let fetch = fetch_arguments("-u", "refs/heads/x").join(" ");
        assert_eq!(
            fetch,
            "fetch --quiet --depth 1 --no-tags --no-recurse-submodules --end-of-options -u \
             +refs/heads/x:refs/depthgauge/fetched"
        );
        let list = list_arguments("-u", "x").join(" ");
        assert_eq!(list, "ls-remote --quiet --end-of-options -u HEAD refs/tags/* refs/tags/x refs/heads/x");
        let fixed = FIXED.join(" ");
        assert!(fixed.starts_with("-c protocol.allow=never ") && !fixed.contains("protocol.ext"));
    }

    #[test]
    fn the_environment_asks_nothing_and_configures_nothing() {
        let mut command = Command::new("git");
        scrub(&mut command, Path::new("/empty"));
        let set: BTreeMap<_, _> = command.get_envs().collect();
        for (name, value) in
            [("GIT_TERMINAL_PROMPT", "0"), ("GIT_ASKPASS", ""), ("GIT_CONFIG_NOSYSTEM", "1"), ("HOME", "/empty")]
        {
            assert_eq!(set.get(std::ffi::OsStr::new(name)), Some(&Some(std::ffi::OsStr::new(value))), "{name}");
        }
        let ssh = set[std::ffi::OsStr::new("GIT_SSH_COMMAND")].unwrap().to_string_lossy();
        assert!(ssh.contains("BatchMode=yes"));
        assert_eq!(set.get(std::ffi::OsStr::new("SSH_ASKPASS")), Some(&None));
    }

    #[test]
    fn git_is_quoted_in_one_harmless_line() {
        assert_eq!(
            said("fatal: a 'b'\n\nremote: \u{1b}[31mred\u{202e}\n"),
            "fatal: a 'b'; remote: \\u{1b}[31mred\\u{202e}"
        );
        assert_eq!(said("\n"), "it ended without a word");
        assert!(said(&"x".repeat(5000)).len() <= SAID_CHARS);
    }
}
