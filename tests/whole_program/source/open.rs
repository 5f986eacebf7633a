//! Repositories as they are found: ownership, layout, formats, what is missing or broken in them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::Path;
use std::time::Instant;

use depthgauge::source::{EntryKind, ErrorKind, OpenOptions, Snapshot, SourceError, Target, Unread};

use super::repo::{ANY, Repo, contents, entry, open, paths, text};

const SUBMODULE: &str = "0123456789abcdef0123456789abcdef01234567";

#[test]
fn a_commit_is_read_from_the_object_store_bare_or_not() {
    let repo = Repo::holding(&[("b.py", "b\n"), ("a/z.py", "z\n"), ("a.py", "a\n"), ("run.sh", "#!/bin/sh\n")]);
    symlink("/etc/passwd", repo.path().join("link")).unwrap();
    repo.git(&["update-index", "--add", "--chmod=+x", "run.sh"]);
    repo.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{SUBMODULE},vendor/sub")]);
    repo.git(&["add", "link"]);
    repo.git(&["commit", "-q", "-m", "second"]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    // The work tree is not looked at.
    repo.write("b.py", "changed\n");
    repo.git(&["clone", "-q", "--bare", ".", repo.beside("bare.git").to_str().unwrap()]);
    for (place, name) in
        [(repo.path(), "example"), (repo.beside("bare.git"), "bare"), (repo.path().join(".git"), "example")]
    {
        let snapshot = open(&place).unwrap();
        assert_eq!(snapshot.commit().id, head);
        assert!(!snapshot.commit().uncommitted);
        assert_eq!(paths(&snapshot), ["a.py", "a/z.py", "b.py", "link", "run.sh", "vendor/sub"]);
        assert_eq!(text(&snapshot, "b.py"), "b\n");
        assert!(entry(&snapshot, "run.sh").executable && !entry(&snapshot, "a.py").executable);
        assert_eq!(entry(&snapshot, "link").kind, EntryKind::Symlink);
        assert_eq!(entry(&snapshot, "vendor/sub").kind, EntryKind::Submodule);
        let reader = snapshot.reader().unwrap();
        assert_eq!(reader.size(entry(&snapshot, "run.sh")), Ok(10));
        for path in ["link", "vendor/sub"] {
            assert!(matches!(reader.read(entry(&snapshot, path), ANY), Err(Unread::Unreadable(_))));
        }
        // A bare clone of a folder has an origin, but one that is nobody else's.
        assert_eq!(snapshot.remote(), None);
        let expected = if name == "bare" { "example" } else { name };
        assert_eq!(snapshot.name(), expected);
    }
}

#[test]
fn blob_ids_name_contents_and_readers_work_in_parallel() {
    let repo = Repo::holding(&[("a", "same\n"), ("b", "same\n"), ("c", "other\n")]);
    let snapshot = repo.open();
    let ids: Vec<_> = snapshot.entries().iter().map(|e| snapshot.content_id(e).unwrap()).collect();
    assert!(ids[0] == ids[1] && ids[1] != ids[2]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let reader = snapshot.reader().unwrap();
                for _ in 0..50 {
                    assert_eq!(reader.read(&snapshot.entries()[2], ANY).unwrap(), b"other\n");
                }
            });
        }
    });
}

#[test]
fn the_owner_of_the_folder_does_not_matter() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    if fs::metadata(repo.path()).unwrap().uid() != 0 {
        eprintln!("skipped: only root can give a folder away");
        return;
    }
    for item in walkdir::WalkDir::new(repo.path()) {
        chown(item.unwrap().path(), Some(65534), Some(65534)).unwrap();
    }
    let refused = repo.try_git(&repo.path(), &["status"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("dubious ownership"), "git itself refuses this folder");
    assert_eq!(text(&repo.open(), "a.py"), "a\n");
    assert_eq!(text(&repo.open_worktree(), "a.py"), "a\n");
}

#[test]
fn the_configuration_decides_nothing() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    let before = contents(&repo.open());
    let other = Repo::holding(&[("other.py", "o\n")]);
    for config in [
        None,
        Some("not a configuration ]]]\n".to_owned()),
        Some("[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\nfuture = yes\n".to_owned()),
        Some(format!("[core]\nrepositoryformatversion = 99\nworktree = {}\nbare = true\n", other.path().display())),
        Some("[include]\npath = /nonexistent\n[include]\npath = config\n".to_owned()),
    ] {
        let file = repo.path().join(".git/config");
        fs::remove_file(&file).unwrap();
        if let Some(config) = &config {
            fs::write(&file, config).unwrap();
        }
        assert_eq!(contents(&repo.open()), before, "{config:?}");
        assert_eq!(paths(&repo.open_worktree()), ["a.py"], "{config:?}");
        fs::write(&file, "").unwrap();
    }
}

#[test]
fn a_linked_work_tree_has_its_own_head_and_the_objects_of_the_other() {
    let repo = Repo::holding(&[("a.py", "a\n"), ("sub/b.py", "b\n")]);
    let linked = repo.beside("linked");
    repo.git(&["worktree", "add", "-q", "-b", "side", linked.to_str().unwrap()]);
    fs::write(linked.join("a.py"), "side\n").unwrap();
    repo.git_in(&linked, &["commit", "-q", "-a", "-m", "side"]);
    repo.git(&["tag", "v1", "side"]);
    let snapshot = open(&linked).unwrap();
    assert_eq!(text(&snapshot, "a.py"), "side\n");
    assert_eq!(snapshot.commit().tag.as_deref(), Some("v1"));
    assert_eq!(text(&repo.open(), "a.py"), "a\n");
    assert_eq!(open(&linked.join("sub")).unwrap().subpath().unwrap().as_str(), Some("sub"));
    fs::write(linked.join("new.py"), "n\n").unwrap();
    let options = OpenOptions { worktree: true, ..OpenOptions::default() };
    let target = Target::folder(&linked, None, None).unwrap();
    assert_eq!(paths(&Snapshot::open(&target, &options).unwrap()), ["a.py", "new.py", "sub/b.py"]);

    fs::remove_dir_all(repo.path().join(".git/worktrees")).unwrap();
    let error = open(&linked).unwrap_err();
    assert!(matches!(error, SourceError::BadGitFile { .. }) && error.kind() == ErrorKind::NothingToAudit, "{error}");
    fs::write(linked.join(".git"), "something else\n").unwrap();
    assert!(open(&linked).unwrap_err().to_string().contains("gitdir:"));
}

#[test]
fn a_shallow_clone_is_whole_at_its_commit() {
    let repo = Repo::holding(&[("a.py", "old\n")]);
    repo.write("a.py", "new\n");
    repo.commit("second");
    let clone = repo.beside("clone");
    repo.git(&["clone", "-q", "--depth", "1", &repo.url(), clone.to_str().unwrap()]);
    assert_eq!(text(&open(&clone).unwrap(), "a.py"), "new\n");
    let parent = Target::folder(&clone, Some("HEAD~1"), None).unwrap();
    let error = Snapshot::open(&parent, &OpenOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NothingToAudit);
    assert!(error.to_string().contains("--unshallow"), "{error}");
}

#[test]
fn a_partial_clone_lists_what_it_lacks() {
    let repo = Repo::holding(&[("a.py", "a\n"), ("b.py", "b\n"), ("c/d.py", "d\n")]);
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    repo.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let clone = repo.beside("clone");
    let clone_text = clone.to_str().unwrap();
    repo.git(&["clone", "-q", "--no-checkout", "--filter=blob:none", &repo.url(), clone_text]);
    let config = fs::read_to_string(clone.join(".git/config")).unwrap();
    assert!(config.contains("partial"), "git made a partial clone: {config}");
    // One blob is there, as after a partial checkout; the others must not be fetched by reading.
    repo.git_in(&clone, &["cat-file", "blob", "HEAD:b.py"]);
    let snapshot = open(&clone).unwrap();
    assert_eq!(paths(&snapshot), ["a.py", "b.py", "c/d.py"]);
    assert_eq!(text(&snapshot, "b.py"), "b\n");
    let reader = snapshot.reader().unwrap();
    for path in ["a.py", "c/d.py"] {
        assert_eq!(reader.size(entry(&snapshot, path)), Err(Unread::Missing));
        assert_eq!(reader.read(entry(&snapshot, path), ANY), Err(Unread::Missing));
    }

    let treeless = repo.beside("treeless");
    repo.git(&["clone", "-q", "--no-checkout", "--filter=tree:0", &repo.url(), treeless.to_str().unwrap()]);
    let error = open(&treeless).unwrap_err();
    assert!(matches!(error, SourceError::MissingObject { what: "tree", .. }), "{error}");
}

#[test]
fn lost_and_damaged_objects_are_told_apart() {
    let repo = Repo::holding(&[("lost.py", "lost\n"), ("bad.py", "bad\n"), ("good.py", "good\n"), ("d/x.py", "x\n")]);
    fs::remove_file(repo.loose(&repo.git(&["rev-parse", "HEAD:lost.py"]))).unwrap();
    let bad = repo.loose(&repo.git(&["rev-parse", "HEAD:bad.py"]));
    fs::remove_file(&bad).unwrap();
    // The zlib stream of another content: only the hash tells.
    fs::copy(repo.loose(&repo.git(&["rev-parse", "HEAD:good.py"])), &bad).unwrap();
    let snapshot = repo.open();
    let reader = snapshot.reader().unwrap();
    assert_eq!(reader.read(entry(&snapshot, "lost.py"), ANY), Err(Unread::Missing));
    let Err(Unread::Unreadable(why)) = reader.read(entry(&snapshot, "bad.py"), ANY) else { panic!("damage unseen") };
    assert!(!why.contains('/'), "no folder of this machine: {why}");
    assert_eq!(text(&snapshot, "good.py"), "good\n");

    let tree = repo.loose(&repo.git(&["rev-parse", "HEAD:d"]));
    fs::remove_file(&tree).unwrap();
    fs::write(&tree, "rubbish").unwrap();
    let error = open(&repo.path()).unwrap_err();
    assert!(error.kind() == ErrorKind::NothingToAudit && error.to_string().contains("git fsck"), "{error}");
}

#[test]
fn replace_refs_and_grafts_change_nothing() {
    let repo = Repo::holding(&[("a.py", "true\n")]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    repo.write("a.py", "later\n");
    let second = repo.commit("second");
    let blob = repo.git(&["rev-parse", "HEAD:a.py"]);
    let lie = repo.object("blob", b"false\n");
    repo.git(&["replace", &blob, &lie]);
    assert_eq!(repo.git(&["show", "HEAD:a.py"]), "false", "git shows the replacement");
    assert_eq!(text(&repo.open(), "a.py"), "later\n");
    repo.git(&["replace", &second, &first]);
    assert_eq!(text(&repo.open(), "a.py"), "later\n");
    repo.git(&["replace", "-d", &second]);
    let stranger = repo.commit_tree(&repo.git(&["rev-parse", "HEAD^{tree}"]));
    fs::create_dir_all(repo.path().join(".git/info")).unwrap();
    fs::write(repo.path().join(".git/info/grafts"), format!("{second} {stranger}\n")).unwrap();
    assert_eq!(repo.open_rev("HEAD~1").unwrap().commit().id, first);
    assert_eq!(repo.open().commit().id, second);
}

#[test]
fn unsupported_formats_say_so() {
    let sha256 = Repo::with(&["--object-format=sha256"]);
    sha256.write("a.py", "a\n");
    sha256.commit("first");
    let error = open(&sha256.path()).unwrap_err();
    assert!(matches!(error, SourceError::Sha256 { .. }), "{error}");
    fs::remove_file(sha256.path().join(".git/config")).unwrap();
    assert!(matches!(open(&sha256.path()), Err(SourceError::Sha256 { .. })));
}

/// What git 2.45 and later make by `git init --ref-format=reftable`, with no table in it: the refs are not read.
fn into_reftable(repo: &Repo) {
    let git_dir = repo.path().join(".git");
    repo.git(&["config", "core.repositoryFormatVersion", "1"]);
    repo.git(&["config", "extensions.refStorage", "reftable"]);
    fs::write(git_dir.join("HEAD"), "ref: refs/heads/.invalid\n").unwrap();
    fs::create_dir(git_dir.join("reftable")).unwrap();
    fs::write(git_dir.join("reftable/tables.list"), "").unwrap();
    fs::remove_dir_all(git_dir.join("refs/heads")).unwrap();
    fs::write(git_dir.join("refs/heads"), "this repository uses the reftable format\n").unwrap();
}

#[test]
fn reftable_repositories_are_read_by_full_hash_only() {
    let made = Repo::holding(&[("a.py", "a\n")]);
    let head = made.git(&["rev-parse", "HEAD"]);
    into_reftable(&made);
    let mut repositories = vec![(made, head)];
    if made_by_git(&["init", "-q", "--ref-format=reftable"]) {
        let real = Repo::with(&["--ref-format=reftable"]);
        real.write("a.py", "a\n");
        let head = real.commit("first");
        repositories.push((real, head));
    }
    for (repo, head) in repositories {
        for error in [open(&repo.path()).unwrap_err(), repo.open_rev("main").unwrap_err()] {
            assert!(matches!(error, SourceError::Reftable { .. }), "{error}");
            assert!(error.to_string().contains("--rev"), "{error}");
        }
        // The objects are ordinary ones: the way out that the message names.
        assert_eq!(text(&repo.open_rev(&head).unwrap(), "a.py"), "a\n");
        assert!(!repo.open_rev(&head).unwrap().worktree_differs());
    }
}

/// Whether this git knows such a command.
fn made_by_git(arguments: &[&str]) -> bool {
    let repo = Repo::new();
    let folder = repo.beside("trial");
    fs::create_dir(&folder).unwrap();
    repo.try_git(&folder, arguments).status.success()
}

#[test]
fn places_without_a_commit_say_so() {
    let repo = Repo::new();
    let error = open(&repo.path()).unwrap_err();
    assert!(matches!(error, SourceError::NoCommit { .. }), "{error}");
    let plain = tempfile::tempdir().unwrap();
    let error = open(plain.path()).unwrap_err();
    assert!(matches!(error, SourceError::NotARepository { .. }), "{error}");
    let error = open(&plain.path().join("nothing here")).unwrap_err();
    assert!(matches!(error, SourceError::NoSuchPath { .. }), "{error}");
    // A slip of the pen in a URL makes it a path: its password is not repeated.
    for text in ["https//me:hunter2@host/x", "./me:hunter2@host/x"] {
        let error = open(Path::new(text)).unwrap_err();
        assert!(error.to_string().contains("host/x") && !error.to_string().contains("hunter2"), "{error}");
    }
    fs::create_dir(plain.path().join(".git")).unwrap();
    assert!(matches!(open(plain.path()), Err(SourceError::NotARepository { .. })));
    for error in [open(plain.path()), open(&repo.path())] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::NothingToAudit);
    }
}

#[test]
fn a_folder_below_the_root_is_the_subpath() {
    let repo = Repo::holding(&[("a.py", "a\n"), ("pkg/web/b.py", "b\n"), ("pkg/webx", "x\n")]);
    let at = |folder: &str, sub: Option<&str>| {
        let target = Target::folder(&repo.path().join(folder), None, sub)?;
        let snapshot = Snapshot::open(&target, &OpenOptions::default())?;
        assert_eq!(snapshot.entries().len(), 3, "the whole repository is read");
        Ok::<_, SourceError>(snapshot.subpath().and_then(|p| p.as_str().map(str::to_owned)))
    };
    assert_eq!(at("", None).unwrap(), None);
    assert_eq!(at("pkg/web", None).unwrap().as_deref(), Some("pkg/web"));
    assert_eq!(at("pkg/../pkg/./web/b.py", None).unwrap().as_deref(), Some("pkg/web/b.py"));
    assert_eq!(at("", Some("pkg/web/")).unwrap().as_deref(), Some("pkg/web"));
    assert_eq!(at("pkg", Some("web")).unwrap().as_deref(), Some("pkg/web"));
    for error in [at("", Some("pkg/we")), at("pkg", Some("pkg"))] {
        let error = error.unwrap_err();
        assert!(matches!(error, SourceError::NoSubpath { .. }), "{error}");
    }
    fs::create_dir(repo.path().join("untracked")).unwrap();
    assert!(at("untracked", None).unwrap_err().to_string().contains("--worktree"));
}

#[test]
fn odd_names_are_listed_as_they_are() {
    let repo = Repo::new();
    let names: [&[u8]; 9] = [
        b"-rf",
        b"..name",
        b"a b/c\td",
        b"back\\slash",
        b"invalid-\xff\xfe.py",
        b"line\nbreak.py",
        b"quote\"'`$(x).py",
        b"trailing ",
        "ünïcödé/\u{202e}.py".as_bytes(),
    ];
    for name in names {
        repo.write(Path::new(OsStr::from_bytes(name)), name);
    }
    repo.commit("names");
    for snapshot in [repo.open(), repo.open_worktree()] {
        let listed: Vec<&[u8]> = snapshot.entries().iter().map(|e| e.path.as_bytes()).collect();
        assert_eq!(listed, names);
        let reader = snapshot.reader().unwrap();
        for e in snapshot.entries() {
            assert_eq!(reader.read(e, ANY).unwrap(), e.path.as_bytes());
        }
        assert_eq!(snapshot.entries().iter().filter(|e| e.path.as_str().is_none()).count(), 1);
    }
}

fn raw_tree(repo: &Repo, entries: &[(&str, &[u8], &str)]) -> String {
    let mut tree = Vec::new();
    for (mode, name, id) in entries {
        tree.extend_from_slice(mode.as_bytes());
        tree.push(b' ');
        tree.extend_from_slice(name);
        tree.push(0);
        tree.extend((0..20).map(|at| u8::from_str_radix(&id[at * 2..at * 2 + 2], 16).unwrap()));
    }
    repo.object("tree", &tree)
}

#[test]
fn trees_that_git_would_not_write_are_listed_without_panic() {
    let repo = Repo::new();
    let (one, two) = (repo.object("blob", b"one\n"), repo.object("blob", b"two\n"));
    let inner = raw_tree(&repo, &[("100644", b"x", &one)]);
    let tree = raw_tree(
        &repo,
        &[
            ("100644", b"z", &one),
            ("100644", b"../up", &one),
            ("100664", b"", &one),
            ("40000", b"..", &inner),
            ("40000", b".git", &inner),
            ("100755", b"/abs", &two),
            ("100644", b"z", &two),
            ("0", b"odd", &two),
        ],
    );
    let snapshot = repo.open_rev(&repo.commit_tree(&tree)).unwrap();
    assert_eq!(paths(&snapshot), ["", "../up", "../x", ".git/x", "/abs", "odd", "z"]);
    assert_eq!(text(&snapshot, "z"), "two\n");

    let cut = repo.object("tree", b"100644 name\0short");
    let error = repo.open_rev(&repo.commit_tree(&cut)).unwrap_err();
    assert!(matches!(error, SourceError::DamagedObject { .. }), "{error}");
}

#[test]
fn a_tree_that_multiplies_itself_is_refused_in_time() {
    let repo = Repo::new();
    let mut id = repo.object("blob", b"x\n");
    let mut mode = "100644";
    for _ in 0..10 {
        let names: Vec<String> = (0..10).map(|n| format!("d{n}")).collect();
        let entries: Vec<_> = names.iter().map(|name| (mode, name.as_bytes(), id.as_str())).collect();
        id = raw_tree(&repo, &entries);
        mode = "40000";
    }
    let commit = repo.commit_tree(&id);
    let error = repo.open_rev(&commit).unwrap_err();
    assert!(matches!(error, SourceError::AbsurdTree { .. }), "{error}");
}

#[test]
fn a_huge_file_costs_its_header() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    fs::File::create(repo.path().join("huge.bin")).unwrap().set_len(200 << 20).unwrap();
    repo.git(&["config", "core.compression", "1"]);
    // git writes a file above this straight into a pack.
    repo.git(&["config", "core.bigFileThreshold", "512m"]);
    repo.commit("huge");
    let snapshot = repo.open();
    let reader = snapshot.reader().unwrap();
    let huge = entry(&snapshot, "huge.bin");
    let start = Instant::now();
    for _ in 0..100 {
        assert_eq!(reader.size(huge), Ok(200 << 20));
        assert_eq!(reader.read(huge, 5 << 20), Err(Unread::TooLarge(200 << 20)));
    }
    assert!(start.elapsed().as_millis() < 2000, "200 headers took {:?}", start.elapsed());
}

#[test]
fn lfs_pointers_are_no_content() {
    let oid = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize 12345\n");
    let repo = Repo::holding(&[("model.bin", &pointer), ("doc.md", &format!("Example:\n{pointer}"))]);
    let snapshot = repo.open();
    let reader = snapshot.reader().unwrap();
    assert_eq!(reader.read(entry(&snapshot, "model.bin"), ANY), Err(Unread::LfsPointer));
    assert!(reader.read(entry(&snapshot, "doc.md"), ANY).is_ok());
}

#[test]
fn the_remote_is_named_without_credentials() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    for (origin, remote, name) in [
        ("git@github.com:owner/project.git", Some("https://github.com/owner/project"), "project"),
        ("https://me:hunter2@github.com/owner/project", Some("https://github.com/owner/project"), "project"),
        ("https://me:hunter2@git.example/x/project.git", Some("https://git.example/x/project.git"), "project"),
        ("https://me:hun/ter2@git.example/x", None, "example"),
        ("git.example:x/project", Some("git.example:x/project"), "project"),
        ("/srv/git/project.git", None, "project"),
        ("file:///srv/git/project.git", None, "project"),
    ] {
        repo.git(&["config", "remote.origin.url", origin]);
        let snapshot = repo.open();
        assert_eq!((snapshot.remote(), snapshot.name()), (remote, name), "{origin}");
        assert!(!format!("{snapshot:?}").contains("hunter2"));
    }
    let named = OpenOptions { repo_url: Some("git@github.com:other/fork.git".to_owned()), ..OpenOptions::default() };
    let target = Target::folder(&repo.path(), None, None).unwrap();
    let snapshot = Snapshot::open(&target, &named).unwrap();
    assert_eq!(snapshot.remote(), Some("https://github.com/other/fork"));
    let wrong = OpenOptions { repo_url: Some("other/fork".to_owned()), ..OpenOptions::default() };
    assert_eq!(Snapshot::open(&target, &wrong).unwrap_err().kind(), ErrorKind::Usage);
}

#[test]
fn the_folder_itself_may_have_an_odd_name() {
    let repo = Repo::holding(&[("a.py", "a\n")]);
    for name in [&b"with space 'and\" \n quotes"[..], b"invalid-\xff", b"a@b:c"] {
        let folder = repo.beside("x").with_file_name(OsStr::from_bytes(name));
        fs::rename(repo.path(), &folder).unwrap();
        assert_eq!(text(&open(&folder).unwrap(), "a.py"), "a\n");
        let name = open(&folder).unwrap().name().to_owned();
        assert!(!name.contains([' ', '\n', '"', '\'', ':']), "{name}");
        fs::rename(&folder, repo.path()).unwrap();
    }
}
