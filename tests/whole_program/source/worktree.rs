//! `--worktree`: which files there are, and whether they are those of HEAD.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use depthgauge::source::{EntryKind, ErrorKind, OpenOptions, Snapshot, SourceError, Target, Unread};

use super::repo::{ANY, Repo, entry, paths, text};

#[test]
fn only_the_gitignore_files_of_the_repository_exclude() {
    let repo = Repo::holding(&[
        (".gitignore", "*.log\n/build/\n!keep.log\nsecret\n"),
        ("src/.gitignore", "# nested\nlocal.*\n!local.py\n"),
        ("tracked.log", "tracked though excluded\n"),
        ("build/tracked.py", "the same in an excluded folder\n"),
        ("src/a.py", "a\n"),
    ]);
    repo.write_all(&[
        (".hidden.py", "read\n"),
        (".github/workflows/ci.yml", "read\n"),
        ("a.log", "excluded\n"),
        ("src/deep/b.log", "excluded\n"),
        ("keep.log", "read\n"),
        ("build/new.py", "excluded\n"),
        ("src/build/new.py", "read: only the one at the root is excluded\n"),
        ("src/local.txt", "excluded\n"),
        ("src/local.py", "read\n"),
        ("local.txt", "read: the nested file speaks of its folder\n"),
        ("by_ignore.py", "read\n"),
        ("by_rgignore.py", "read\n"),
        ("by_exclude.py", "read\n"),
        ("by_global.py", "read\n"),
        ("by_parent.py", "read\n"),
        (".ignore", "by_ignore.py\n"),
        (".rgignore", "by_rgignore.py\n"),
        ("src/secret/x.py", "excluded\n"),
    ]);
    fs::write(repo.path().join(".git/info/exclude"), "by_exclude.py\n").unwrap();
    fs::write(repo.beside(".gitignore"), "by_parent.py\n").unwrap();
    fs::create_dir_all(repo.home().join("git")).unwrap();
    fs::write(repo.home().join("git/ignore"), "by_global.py\n").unwrap();
    repo.git(&["config", "core.excludesFile", repo.home().join("git/ignore").to_str().unwrap()]);
    let snapshot = repo.open_worktree();
    let expected = [
        ".github/workflows/ci.yml",
        ".gitignore",
        ".hidden.py",
        ".ignore",
        ".rgignore",
        "build/tracked.py",
        "by_exclude.py",
        "by_global.py",
        "by_ignore.py",
        "by_parent.py",
        "by_rgignore.py",
        "keep.log",
        "local.txt",
        "src/.gitignore",
        "src/a.py",
        "src/build/new.py",
        "src/local.py",
        "tracked.log",
    ];
    assert_eq!(paths(&snapshot), expected);
    // Git agrees, told to use the same rules and no others.
    let listed = repo.git(&["ls-files", "-co", "--exclude-per-directory=.gitignore"]);
    let mut git: Vec<&str> = listed.lines().collect();
    git.sort_unstable();
    assert_eq!(git, expected);
}

/// Everything that is visible of the index without reading it as one.
fn index_state(repo: &Repo) -> (Vec<u8>, std::time::SystemTime) {
    let file = repo.path().join(".git/index");
    (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().modified().unwrap())
}

fn differs(repo: &Repo) -> bool {
    let before = index_state(repo);
    let (at_head, worktree) = (repo.open().worktree_differs(), repo.open_worktree().commit().uncommitted);
    assert_eq!(at_head, worktree);
    assert_eq!(index_state(repo), before, "the index was written");
    at_head
}

#[test]
fn differences_from_head_are_seen_and_the_index_is_not_written() {
    let files = [("a.py", "one\n"), ("b/c.py", "two\n"), (".gitignore", "*.log\n")];
    let repo = Repo::holding(&files);
    symlink("a.py", repo.path().join("link")).unwrap();
    repo.commit("link");
    assert!(!differs(&repo));
    repo.write("x.log", "excluded\n");
    assert!(!differs(&repo));
    // New times, old contents: git's own `status` would write the index here.
    for (path, content) in files {
        fs::remove_file(repo.path().join(path)).unwrap();
        repo.write(path, content);
    }
    assert!(!differs(&repo));

    let undo = || repo.git(&["reset", "-q", "--hard"]);
    repo.write("a.py", "ONE\n");
    assert!(differs(&repo), "same size, other content");
    repo.git(&["add", "a.py"]);
    assert!(differs(&repo), "staged");
    undo();
    assert!(!differs(&repo));
    repo.write("new.py", "n\n");
    assert!(differs(&repo), "untracked");
    fs::remove_file(repo.path().join("new.py")).unwrap();
    fs::remove_file(repo.path().join("b/c.py")).unwrap();
    assert!(differs(&repo), "deleted");
    assert_eq!(paths(&repo.open_worktree()), [".gitignore", "a.py", "link"]);
    undo();
    fs::remove_file(repo.path().join("link")).unwrap();
    symlink("b", repo.path().join("link")).unwrap();
    assert!(differs(&repo), "another link");
    undo();
    repo.git(&["update-index", "--chmod=+x", "a.py"]);
    assert!(differs(&repo), "mode in the index");
    undo();
    assert!(!differs(&repo));
    assert!(!repo.open_rev("main").unwrap().worktree_differs(), "only HEAD is compared");
    repo.write("a.py", "ONE\n");
    assert!(!repo.open_rev("main").unwrap().worktree_differs());
    assert!(repo.open_rev("HEAD").unwrap().worktree_differs());
}

#[test]
fn an_index_that_lies_does_not_make_a_changed_file_the_committed_one() {
    let repo = Repo::holding(&[("a.py", "one\n")]);
    let file = repo.path().join("a.py");
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let set_time = || fs::File::options().write(true).open(&file).unwrap().set_modified(old).unwrap();
    set_time();
    repo.git(&["update-index", "--refresh"]);
    fs::write(&file, "ONE\n").unwrap();
    set_time();
    let snapshot = repo.open_worktree();
    assert_eq!(text(&snapshot, "a.py"), "ONE\n");
    assert!(snapshot.commit().uncommitted);
}

#[test]
fn links_lead_nowhere() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("passwd"), "private\n").unwrap();
    let repo = Repo::holding(&[("sub/passwd", "public\n"), ("a.py", "a\n")]);
    fs::remove_dir_all(repo.path().join("sub")).unwrap();
    symlink(outside.path(), repo.path().join("sub")).unwrap();
    symlink(outside.path().join("passwd"), repo.path().join("file")).unwrap();
    // An ignore file behind a link is not obeyed, as git does not.
    fs::write(outside.path().join("rules"), "a.py\nb.py\n").unwrap();
    symlink(outside.path().join("rules"), repo.path().join(".gitignore")).unwrap();
    repo.write("b.py", "b\n");
    let snapshot = repo.open_worktree();
    assert_eq!(paths(&snapshot), [".gitignore", "a.py", "b.py", "file", "sub"]);
    let reader = snapshot.reader().unwrap();
    for path in [".gitignore", "file", "sub"] {
        assert_eq!(entry(&snapshot, path).kind, EntryKind::Symlink);
        assert!(reader.read(entry(&snapshot, path), ANY).is_err());
    }
}

#[test]
fn a_file_that_becomes_something_else_is_not_read() {
    let repo = Repo::holding(&[("a.py", "a\n"), ("b.py", "b\n"), ("big.bin", "0123456789")]);
    let snapshot = repo.open_worktree();
    let reader = snapshot.reader().unwrap();
    assert_eq!(reader.size(entry(&snapshot, "big.bin")), Ok(10));
    assert_eq!(reader.read(entry(&snapshot, "big.bin"), 9), Err(Unread::TooLarge(10)));
    assert!(snapshot.content_id(entry(&snapshot, "a.py")).is_none());
    fs::remove_file(repo.path().join("a.py")).unwrap();
    symlink("/etc/hostname", repo.path().join("a.py")).unwrap();
    assert!(matches!(reader.read(entry(&snapshot, "a.py"), ANY), Err(Unread::Unreadable(_))));
    fs::remove_file(repo.path().join("b.py")).unwrap();
    assert_eq!(reader.read(entry(&snapshot, "b.py"), ANY), Err(Unread::Missing));
    // A pipe in a file's place would block a careless reader for ever.
    let made = std::process::Command::new("mkfifo").arg(repo.path().join("b.py")).status().unwrap();
    assert!(made.success());
    let again = repo.open_worktree();
    assert!(matches!(again.reader().unwrap().read(entry(&again, "b.py"), ANY), Err(Unread::Unreadable(_))));
    assert!(again.commit().uncommitted);
}

#[test]
fn repositories_inside_are_one_entry() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    let inner = repo.path().join("inner");
    fs::create_dir(&inner).unwrap();
    repo.git_in(&inner, &["init", "-q"]);
    repo.write("inner/x.py", "x\n");
    let snapshot = repo.open_worktree();
    assert_eq!(paths(&snapshot), ["a.py", "inner"]);
    assert_eq!(entry(&snapshot, "inner").kind, EntryKind::Submodule);

    let library = Repo::holding(&[("lib.py", "l\n")]);
    fs::remove_dir_all(&inner).unwrap();
    repo.git(&["submodule", "--quiet", "add", &library.url(), "vendor/lib"]);
    repo.git(&["commit", "-q", "-m", "submodule"]);
    for snapshot in [repo.open_worktree(), repo.open()] {
        assert_eq!(paths(&snapshot), [".gitmodules", "a.py", "vendor/lib"]);
        assert!(!snapshot.commit().uncommitted && !snapshot.worktree_differs());
    }
    // The submodule is a repository of its own, with a `.git` file.
    assert_eq!(paths(&super::repo::open(&repo.path().join("vendor/lib")).unwrap()), ["lib.py"]);
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_read_from_the_objects() {
    let repo = Repo::holding(&[("in/a.py", "a\n"), ("out/b.py", "b\n"), ("top.py", "t\n")]);
    repo.git(&["sparse-checkout", "set", "--no-cone", "/in/"]);
    assert!(!repo.path().join("out/b.py").exists());
    let snapshot = repo.open_worktree();
    assert_eq!(paths(&snapshot), ["in/a.py", "out/b.py", "top.py"]);
    assert_eq!(text(&snapshot, "out/b.py"), "b\n");
    assert!(!snapshot.commit().uncommitted);
}

#[test]
fn index_formats_are_read_or_named() {
    let repo = Repo::holding(&[("in/a.py", "a\n"), ("out/b.py", "b\n")]);
    for (key, value) in [("index.version", "4"), ("index.skipHash", "true"), ("core.untrackedCache", "true")] {
        repo.git(&["config", key, value]);
        repo.git(&["update-index", "--force-write-index"]);
        assert_eq!(paths(&repo.open_worktree()), ["in/a.py", "out/b.py"], "{key}");
    }
    repo.git(&["update-index", "--split-index"]);
    let target = Target::folder(&repo.path(), None, None).unwrap();
    let error = Snapshot::open(&target, &OpenOptions { worktree: true, ..OpenOptions::default() }).unwrap_err();
    assert!(matches!(error, SourceError::Index { .. }), "{error}");
    assert!(error.to_string().contains("--no-split-index"), "{error}");
    assert_eq!(paths(&repo.open()), ["in/a.py", "out/b.py"], "the commit itself is readable");
    assert!(!repo.open().worktree_differs());
}

#[test]
fn a_merge_in_progress_lists_each_path_once() {
    let repo = Repo::holding(&[("a.py", "base\n")]);
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write("a.py", "side\n");
    repo.commit("side");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("a.py", "main\n");
    repo.commit("main");
    assert!(!repo.try_git(&repo.path(), &["merge", "side"]).status.success());
    let snapshot = repo.open_worktree();
    assert_eq!(paths(&snapshot), ["a.py"]);
    assert!(snapshot.commit().uncommitted && text(&snapshot, "a.py").contains("<<<<<<<"));
}

#[test]
fn a_large_file_of_lfs_is_the_one_its_pointer_names() {
    let oid = "e9a0b8b9dc8a4f4b5a6a5f2ecb37a27e2b4c6c6a6b63bff04e4f2a8a2a6d5c11";
    let content = "the large file\n";
    let output = std::process::Command::new("sha256sum")
        .arg("-")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn();
    let sum = output.and_then(|mut child| {
        use std::io::Write;
        child.stdin.take().unwrap().write_all(content.as_bytes())?;
        child.wait_with_output()
    });
    let real = String::from_utf8(sum.unwrap().stdout).unwrap()[..64].to_owned();
    for (oid, other) in [(real.as_str(), false), (oid, true)] {
        let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {}\n", content.len());
        let repo = Repo::holding(&[("model.bin", &pointer)]);
        repo.write("model.bin", content);
        assert_eq!(differs(&repo), other);
        assert_eq!(text(&repo.open_worktree(), "model.bin"), content);
    }
}

#[test]
fn a_folder_that_cannot_be_listed_is_not_lost() {
    let repo = Repo::holding(&[("a.py", "a\n"), ("closed/b.py", "b\n")]);
    let closed = repo.path().join("closed");
    let mode = |mode| fs::set_permissions(&closed, fs::Permissions::from_mode(mode)).unwrap();
    mode(0);
    if fs::read_dir(&closed).is_ok() {
        mode(0o755);
        eprintln!("skipped: root may list every folder");
        return;
    }
    let snapshot = repo.open_worktree();
    let unread = snapshot.entries().iter().filter(|e| snapshot.reader().unwrap().read(e, ANY).is_err()).count();
    mode(0o755);
    assert_eq!(paths(&snapshot), ["a.py", "closed", "closed/b.py"]);
    assert_eq!(unread, 2);
}

#[test]
fn a_work_tree_has_to_be_there_and_to_be_meant() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    repo.git(&["clone", "-q", "--bare", ".", repo.beside("bare.git").to_str().unwrap()]);
    let with = |target: Result<Target, SourceError>| {
        Snapshot::open(&target.unwrap(), &OpenOptions { worktree: true, ..OpenOptions::default() }).unwrap_err()
    };
    for error in [
        with(Target::folder(&repo.path(), Some("HEAD"), None)),
        with(Target::folder(&repo.beside("bare.git"), None, None)),
        with(Target::parse("https://github.com/o/n", None, None)),
    ] {
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
        assert!(error.to_string().contains("--worktree"), "{error}");
    }
    let empty = Repo::new();
    empty.write("a.py", "a\n");
    let error = with(Target::folder(&empty.path(), None, None));
    assert!(matches!(error, SourceError::NoCommit { .. }), "{error}");
    assert!(!open_bare(&repo.beside("bare.git")).worktree_differs());
}

fn open_bare(path: &Path) -> Snapshot {
    super::repo::open(path).unwrap()
}

#[test]
fn an_untracked_folder_can_be_the_subpath() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    repo.write("new/b.py", "b\n");
    let options = OpenOptions { worktree: true, ..OpenOptions::default() };
    let target = Target::folder(&repo.path().join("new"), None, None).unwrap();
    let snapshot = Snapshot::open(&target, &options).unwrap();
    assert_eq!(snapshot.subpath().unwrap().as_str(), Some("new"));
    assert_eq!(paths(&snapshot), ["a.py", "new/b.py"]);
}
