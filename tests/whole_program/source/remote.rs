//! Remote repositories, fetched by the real git from `file://` URLs and from hosts that are not there.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use depthgauge::source::{ErrorKind, OpenOptions, Snapshot, SourceError, Target};
use serde_json::Value;

use super::repo::{Repo, contents, text};
use crate::common::depthgauge;

fn options(repo: &Repo) -> OpenOptions {
    OpenOptions { cache_dir: Some(repo.beside("cache")), ..OpenOptions::default() }
}

fn fetch(repo: &Repo, rev: Option<&str>) -> Result<Snapshot, SourceError> {
    Snapshot::open(&Target::parse(&repo.url(), rev, None)?, &options(repo))
}

/// The copies in the cache, whole or left behind.
fn copies(repo: &Repo) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for url in fs::read_dir(repo.beside("cache")).unwrap() {
        found.extend(fs::read_dir(url.unwrap().path()).unwrap().map(|copy| copy.unwrap().path()));
    }
    found.sort();
    found
}

#[test]
fn head_branches_tags_and_hashes_are_fetched() {
    let repo = Repo::holding(&[("a.py", "1\n"), ("sub/b.py", "b\n")]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["tag", "-a", "-m", "annotated", "v1.0"]);
    repo.git(&["tag", "-a", "-m", "of a tag", "again", "v1.0"]);
    repo.write("a.py", "2\n");
    let second = repo.commit("second");
    repo.git(&["tag", "v2.0"]);
    repo.git(&["branch", "v1.0", &second]);
    repo.git(&["checkout", "-q", "-b", "feature/x"]);
    repo.write("a.py", "3\n");
    let third = repo.commit("third");
    repo.git(&["checkout", "-q", "main"]);
    let tag_object = repo.git(&["rev-parse", "v1.0^{tag}"]);
    for (rev, commit, tag) in [
        (None, &second, Some("v2.0")),
        (Some("HEAD"), &second, Some("v2.0")),
        (Some("main"), &second, Some("v2.0")),
        (Some("feature/x"), &third, None),
        (Some("refs/heads/feature/x"), &third, None),
        // Of a tag and a branch with one name the tag, as everywhere in git.
        (Some("v1.0"), &first, Some("v1.0")),
        (Some("refs/heads/v1.0"), &second, Some("v2.0")),
        (Some("again"), &first, Some("v1.0")),
        (Some(&first), &first, Some("v1.0")),
        (Some(&tag_object), &first, Some("v1.0")),
    ] {
        let snapshot = fetch(&repo, rev).unwrap();
        assert_eq!(&snapshot.commit().id, commit, "{rev:?}");
        assert_eq!(snapshot.commit().tag.as_deref(), tag, "{rev:?}");
        let local = repo.open_rev(commit).unwrap();
        assert_eq!(contents(&snapshot), contents(&local), "{rev:?}");
        assert_eq!(snapshot.name(), "example");
        assert_eq!(snapshot.remote(), Some(repo.url().as_str()));
        assert!(!snapshot.worktree_differs());
    }
    let behind = Target::parse(&format!("{}@feature/x", repo.url()), None, Some("sub")).unwrap();
    let snapshot = Snapshot::open(&behind, &options(&repo)).unwrap();
    assert_eq!((&snapshot.commit().id, snapshot.subpath().unwrap().as_str()), (&third, Some("sub")));
    // Only one commit each came over.
    for copy in copies(&repo) {
        let count = repo.git_in(&copy, &["rev-list", "--count", "refs/depthgauge/fetched"]);
        assert_eq!(count, "1", "{copy:?}");
    }
}

#[test]
fn the_cache_spares_the_network_and_follows_branches() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let first = fetch(&repo, Some("main")).unwrap().commit().id.clone();
    assert_eq!(copies(&repo).len(), 1);
    fetch(&repo, None).unwrap();
    assert_eq!(copies(&repo).len(), 1, "the same commit is kept once, and nothing half-made beside it");
    repo.write("a.py", "2\n");
    repo.commit("second");
    assert_eq!(text(&fetch(&repo, Some("main")).unwrap(), "a.py"), "2\n");
    fs::rename(repo.path(), repo.beside("gone")).unwrap();
    assert_eq!(text(&fetch(&repo, Some(&first)).unwrap(), "a.py"), "1\n");
    let error = fetch(&repo, Some("main")).unwrap_err();
    assert!(matches!(error, SourceError::Fetch { .. }), "{error}");
    assert_eq!(error.kind(), ErrorKind::NothingToAudit);
}

#[test]
fn a_damaged_copy_is_replaced() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    fetch(&repo, None).unwrap();
    let copy = copies(&repo).remove(0);
    fs::remove_dir_all(copy.join("objects/pack")).unwrap();
    assert_eq!(text(&fetch(&repo, None).unwrap(), "a.py"), "1\n");
    fs::remove_file(copy.join("HEAD")).unwrap();
    assert_eq!(text(&fetch(&repo, None).unwrap(), "a.py"), "1\n");
    assert_eq!(copies(&repo).len(), 1);
}

#[test]
fn what_a_killed_process_left_behind_is_removed_after_a_day() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    fetch(&repo, None).unwrap();
    let folder = copies(&repo).remove(0).parent().unwrap().to_owned();
    let (old, new) = (folder.join(".fetching-old"), folder.join(".fetching-new"));
    for copy in [&old, &new] {
        fs::create_dir(copy).unwrap();
        fs::write(copy.join("half"), "").unwrap();
    }
    let yesterday = std::time::SystemTime::now() - std::time::Duration::from_secs(25 * 60 * 60);
    fs::File::open(&old).unwrap().set_modified(yesterday).unwrap();
    fetch(&repo, None).unwrap();
    assert!(!old.exists() && new.exists());
}

#[test]
fn processes_side_by_side_share_one_copy() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| assert_eq!(text(&fetch(&repo, None).unwrap(), "a.py"), "1\n"));
        }
    });
    assert_eq!(copies(&repo).len(), 1);
}

#[test]
fn what_the_remote_does_not_have_says_so() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    repo.git(&["tag", "2024"]);
    assert!(fetch(&repo, Some("2024")).is_ok(), "a tag of figures is no hash");
    for rev in ["nothing", "cafe", "20240101", "0123456789abcdef0123456789abcdef01234567"] {
        let error = fetch(&repo, Some(rev)).expect_err(rev);
        let short = rev.len() < 40 && rev != "nothing";
        assert_eq!(error.kind(), if short { ErrorKind::Usage } else { ErrorKind::NothingToAudit }, "{error}");
        assert_eq!(error.to_string().contains("short hash"), short, "{error}");
        assert!(error.to_string().contains(rev), "{error}");
    }
    let blob = repo.git(&["rev-parse", "HEAD:a.py"]);
    assert_eq!(fetch(&repo, Some(&blob)).unwrap_err().kind(), ErrorKind::NothingToAudit);
    let empty = Repo::new();
    assert!(matches!(fetch(&empty, None), Err(SourceError::NoCommit { .. })));
    let sha256 = Repo::with(&["--object-format=sha256"]);
    sha256.write("a.py", "1\n");
    sha256.commit("first");
    let error = fetch(&sha256, None).unwrap_err();
    assert!(matches!(error, SourceError::Sha256 { .. }), "{error}");
    for failed in [&repo, &empty, &sha256] {
        let half_made = copies(failed).iter().filter(|copy| copy.to_string_lossy().contains("fetching")).count();
        assert_eq!(half_made, 0);
    }
}

#[test]
fn a_password_goes_nowhere() {
    let repo = Repo::new();
    // Nothing listens on port 1.
    let target = Target::parse("https://user:hunter2@127.0.0.1:1/o/n.git", Some("main"), None).unwrap();
    let log = repo.beside("log");
    let spy = script(
        &repo.beside("git-spy"),
        &format!("printf '%s\\n' \"$@\" >>'{}'\nenv >>'{0}'\nexec git \"$@\"", log.display()),
    );
    let options = OpenOptions { git: Some(spy), ..options(&repo) };
    let error = Snapshot::open(&target, &options).unwrap_err();
    assert!(matches!(error, SourceError::Fetch { .. }), "{error}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("https://127.0.0.1:1/o/n.git"), "git was asked");
    for text in [error.to_string(), format!("{error:?}"), format!("{target:?}"), log] {
        assert!(!text.contains("hunter2"), "{text}");
    }
    assert!(!error.to_string().contains("user"), "{error}");
}

#[test]
fn a_missing_git_is_named() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let options = OpenOptions { git: Some(repo.beside("no-git")), ..options(&repo) };
    let error = Snapshot::open(&Target::parse(&repo.url(), None, None).unwrap(), &options).unwrap_err();
    assert!(matches!(error, SourceError::NoGit(_)) && error.kind() == ErrorKind::Internal, "{error}");
}

fn script(path: &Path, body: &str) -> PathBuf {
    fs::write(path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_owned()
}

/// Audits as the program does, with another environment and folder than this process: commit and subpath of the card,
/// else what was said.
fn audited(repo: &Repo, folder: &Path, target: &str, environment: &[(&str, &str)]) -> Result<(String, Value), String> {
    let output = depthgauge()
        .args(["audit", "--as-agent", "--quiet", "--format", "json", "--date", "2026-01-02"])
        .args((!target.is_empty()).then_some(target))
        .current_dir(folder)
        .env("XDG_CACHE_HOME", repo.beside("xdg"))
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    if output.status.code() != Some(0) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let card: Value = serde_json::from_slice(&output.stdout).unwrap();
    Ok((card["pinned_commit"].as_str().unwrap().to_owned(), card["subpath"].clone()))
}

#[test]
fn the_environment_and_configuration_of_git_change_nothing() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let other = Repo::holding(&[("other.py", "o\n")]);
    let marker = repo.beside("marker");
    let touch = script(&repo.beside("touch-marker"), &format!("touch '{}'", marker.display()));
    let touch = touch.to_str().unwrap();
    // A configuration that would send git elsewhere and run programs.
    let config = format!(
        "[url \"{}\"]\n\tinsteadOf = {}\n[core]\n\tsshCommand = {touch}\n\tfsmonitor = {touch}\n\taskPass = {touch}\n\
         [credential]\n\thelper = {touch}\n[init]\n\tdefaultObjectFormat = sha256\n[protocol]\n\tallow = never\n",
        other.url(),
        repo.url()
    );
    fs::write(repo.home().join(".gitconfig"), &config).unwrap();
    fs::create_dir_all(repo.home().join("git")).unwrap();
    fs::write(repo.home().join("git/config"), &config).unwrap();
    let home = repo.home();
    let home = home.to_str().unwrap();
    let other_git = other.path().join(".git");
    let environment = [
        ("HOME", home),
        ("XDG_CONFIG_HOME", home),
        ("GIT_DIR", other_git.to_str().unwrap()),
        ("GIT_OBJECT_DIRECTORY", "/nonexistent"),
        ("GIT_CONFIG_GLOBAL", &format!("{home}/.gitconfig")),
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "protocol.allow"),
        ("GIT_CONFIG_VALUE_0", "never"),
        ("GIT_ALLOW_PROTOCOL", "https"),
        ("GIT_TRACE", "1"),
        ("GIT_CEILING_DIRECTORIES", "/"),
        ("GIT_INDEX_FILE", "/nonexistent"),
        ("GIT_REPLACE_REF_BASE", "refs/x/"),
    ];
    let expected = Ok((repo.git(&["rev-parse", "HEAD"]), Value::Null));
    assert_ne!(expected, Ok((other.git(&["rev-parse", "HEAD"]), Value::Null)));
    assert_eq!(audited(&repo, &repo.beside(""), &repo.url(), &environment), expected);
    assert_eq!(audited(&repo, &repo.path(), "", &environment), expected);
    assert!(!marker.exists(), "a program of the configuration ran");
    assert!(repo.beside("xdg/depthgauge/git").is_dir(), "the cache lies in the user's cache folder");
}

#[test]
fn ssh_asks_nothing_and_gets_no_option_from_a_url() {
    let repo = Repo::new();
    let log = repo.beside("ssh-log");
    let bin = repo.beside("bin");
    fs::create_dir(&bin).unwrap();
    script(&bin.join("ssh"), &format!("printf '%s\\n' \"$@\" >>'{}'\nexit 255", log.display()));
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let environment = [("PATH", path.as_str()), ("SSH_ASKPASS", "/nonexistent"), ("DISPLAY", ":0")];
    for target in ["git@host.invalid:o/n.git", "ssh://git:hunter2@host.invalid:2222/o/n.git@main"] {
        let said = audited(&repo, &repo.beside(""), target, &environment).unwrap_err();
        assert!(said.starts_with("depthgauge: error: git could not read") && !said.contains("hunter2"), "{said}");
    }
    let log = fs::read_to_string(log).unwrap();
    let words: Vec<&str> = log.lines().collect();
    assert!(
        words.contains(&"BatchMode=yes") && words.contains(&"git@host.invalid") && words.contains(&"2222"),
        "{log}"
    );
    assert!(!log.contains("hunter2"));
}

#[test]
fn here_is_the_whole_repository_around_the_current_folder() {
    let repo = Repo::holding(&[("a.py", "a\n"), ("sub/deep/b.py", "b\n")]);
    let folder = repo.path().join("sub/deep");
    let commit = repo.git(&["rev-parse", "HEAD"]);
    for (target, subpath) in [("", Value::Null), (".", "sub/deep".into()), ("..", "sub".into()), ("../..", Value::Null)]
    {
        assert_eq!(audited(&repo, &folder, target, &[]), Ok((commit.clone(), subpath)), "{target:?}");
    }
}
