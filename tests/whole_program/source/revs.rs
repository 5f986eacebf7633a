//! How a commit of a local repository is named.

use std::fs;

use depthgauge::source::{ErrorKind, SourceError};

use super::repo::Repo;

#[test]
fn branches_tags_hashes_and_steps() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    repo.write("a.py", "2\n");
    let second = repo.commit("second");
    repo.git(&["checkout", "-q", "-b", "feature/x", &first]);
    repo.write("b.py", "3\n");
    let third = repo.commit("third");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "--no-ff", "-m", "merge", "feature/x"]);
    let merge = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["tag", "light", &first]);
    repo.git(&["tag", "-a", "-m", "annotated", "heavy", &second]);
    repo.git(&["tag", "-a", "-m", "of a tag", "heavier", "heavy"]);
    repo.git(&["update-ref", "refs/remotes/origin/dev", &third]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev"]);
    let upper = first.to_uppercase();
    let cases = [
        ("HEAD", &merge),
        ("@", &merge),
        ("main", &merge),
        ("refs/heads/main", &merge),
        ("heads/feature/x", &third),
        ("feature/x", &third),
        ("light", &first),
        ("heavy", &second),
        ("heavier", &second),
        ("heavier^{commit}", &second),
        ("tags/heavy", &second),
        ("origin/dev", &third),
        ("origin", &third),
        (&second, &second),
        (&upper, &first),
        (&third[..10], &third),
        ("HEAD~1", &second),
        ("HEAD^2", &third),
        ("main^2~1", &first),
        ("HEAD~2^0", &first),
    ];
    for packed in [false, true] {
        if packed {
            repo.git(&["pack-refs", "--all"]);
            repo.git(&["gc", "-q"]);
        }
        for (rev, id) in cases {
            let git = repo.git(&["rev-parse", &format!("{rev}^{{commit}}")]);
            assert_eq!(&git, id, "{rev}");
            assert_eq!(&repo.open_rev(rev).unwrap().commit().id, id, "{rev}, packed {packed}");
        }
    }
}

#[test]
fn a_detached_head_and_a_head_that_is_a_link_are_read() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    let head = repo.path().join(".git/HEAD");
    fs::remove_file(&head).unwrap();
    std::os::unix::fs::symlink("refs/heads/main", &head).unwrap();
    assert_eq!(repo.open().commit().id, first);
    fs::remove_file(&head).unwrap();
    fs::write(&head, format!("{first}\n")).unwrap();
    assert_eq!(repo.open().commit().id, first);
}

#[test]
fn what_is_no_commit_says_what_to_do() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    repo.git(&["tag", "of-tree", "HEAD^{tree}"]);
    repo.git(&["symbolic-ref", "refs/heads/loop", "refs/heads/loop"]);
    let blob = repo.git(&["rev-parse", "HEAD:a.py"]);
    let absent = "0123456789abcdef0123456789abcdef01234567";
    let sha256 = absent.repeat(2);
    for rev in [
        "nothing",
        "config",
        "index",
        "HEAD~9",
        "HEAD^3",
        "loop",
        "0123456",
        absent,
        &sha256[..64],
        "ü",
        "of-tree",
        &blob,
        &blob[..12],
        "refs",
    ] {
        let error = repo.open_rev(rev).expect_err(rev);
        assert_eq!(error.kind(), ErrorKind::NothingToAudit, "{rev}: {error}");
        assert!(matches!(error, SourceError::UnknownRev { .. } | SourceError::NotACommit { .. }), "{rev}: {error}");
        assert!(error.to_string().contains("example"), "says where: {error}");
    }
    for rev in [
        "HEAD^{tree}",
        "HEAD^!",
        "HEAD^{/first}",
        "HEAD^@",
        "HEAD@{1}",
        "@{u}",
        "@{1}",
        "HEAD:a.py",
        ":/first",
        "main..main",
        "^HEAD",
        "nothing^{tree}",
        "../config",
        "../../x",
        "a b",
        "HEAD~99999999999999999999",
    ] {
        let error = repo.open_rev(rev).expect_err(rev);
        assert_eq!(error.kind(), ErrorKind::Usage, "{rev}: {error}");
        assert!(matches!(error, SourceError::RevForm { .. }), "{rev}: {error}");
        let text = error.to_string();
        assert!(text.contains(&format!("{rev:?}")) && text.contains("~N, ^N, ^0 and ^{commit}"), "{text}");
    }
    for rev in ["-x", "--upload-pack=touch x", "", "a\nb"] {
        assert_eq!(repo.open_rev(rev).expect_err(rev).kind(), ErrorKind::Usage);
    }
}

#[test]
fn the_version_is_the_greatest_tag_on_the_commit() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let tag = || repo.open().commit().tag.clone();
    assert_eq!(tag(), None);
    repo.git(&["tag", "web-latest"]);
    assert_eq!(tag().as_deref(), Some("web-latest"));
    repo.git(&["tag", "v1.9.0"]);
    repo.git(&["tag", "-a", "-m", "x", "v1.10.0"]);
    repo.git(&["tag", "v1.10.0-rc1"]);
    assert_eq!(tag().as_deref(), Some("v1.10.0"));
    repo.git(&["pack-refs", "--all"]);
    assert!(!repo.path().join(".git/refs/tags/v1.10.0").exists());
    assert_eq!(tag().as_deref(), Some("v1.10.0"));
    // An older git wrote no peeled ids.
    let packed = repo.path().join(".git/packed-refs");
    let text = fs::read_to_string(&packed).unwrap();
    let old: String = text.lines().filter(|l| !l.starts_with(['#', '^'])).map(|l| format!("{l}\n")).collect();
    fs::write(&packed, old).unwrap();
    assert_eq!(tag().as_deref(), Some("v1.10.0"));
    // What could be markup is no version.
    repo.git(&["tag", "v9`<b>"]);
    assert_eq!(tag().as_deref(), Some("v1.10.0"));
    repo.write("a.py", "2\n");
    repo.commit("second");
    assert_eq!(tag(), None);
    assert_eq!(repo.open_rev("HEAD~1").unwrap().commit().tag.as_deref(), Some("v1.10.0"));
}

#[test]
fn a_hash_that_fits_several_objects_is_refused() {
    let repo = Repo::holding(&[("a.py", "1\n")]);
    let mut seen = std::collections::BTreeMap::new();
    // Objects until two share four digits: the birthday of 65536 days.
    let shared = (0..3000).find_map(|n| {
        let id = git2::Oid::hash_object(git2::ObjectType::Blob, format!("{n}").as_bytes()).unwrap().to_string();
        seen.insert(id[..4].to_owned(), n).map(|other| (other, n, id[..4].to_owned()))
    });
    let (one, two, prefix) = shared.expect("two of 3000 share four digits");
    repo.object("blob", format!("{one}").as_bytes());
    repo.object("blob", format!("{two}").as_bytes());
    let error = repo.open_rev(&prefix).unwrap_err();
    assert!(matches!(error, SourceError::AmbiguousRev { .. }), "{error}");
}
