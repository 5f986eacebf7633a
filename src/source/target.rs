//! What the user names: a folder or a URL, a rev, a subpath.

use std::path::{Path, PathBuf};

use super::RepoPath;
use super::error::SourceError;
use super::url::{RemoteUrl, Scheme};

/// A place to audit, checked for form only: whether it exists is seen when a snapshot is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub(super) place: Place,
    /// As the user wrote it; of a URL a checked branch, tag, `HEAD` or 40 lower-case hex digits.
    pub(super) rev: Option<String>,
    /// Below the folder named by [`Place::Path`], else below the root. Never empty.
    pub(super) subpath: Option<RepoPath>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole repository around the current folder.
    Here,
    Path(PathBuf),
    Url(RemoteUrl),
}

impl Target {
    /// The whole repository around the current folder.
    pub fn here(rev: Option<&str>, subpath: Option<&str>) -> Result<Self, SourceError> {
        Self::local(Place::Here, rev, subpath)
    }

    /// A folder inside a repository, a work tree or a bare repository, by its path as the system has it.
    pub fn folder(path: &Path, rev: Option<&str>, subpath: Option<&str>) -> Result<Self, SourceError> {
        Self::local(Place::Path(path.to_owned()), rev, subpath)
    }

    /// A path, or a URL (`https://`, `ssh://`, `user@host:path`, `file://`) with a rev by `rev` or after the last `@`
    /// of its path. A local path that looks like a URL is written with `./` before it.
    pub fn parse(text: &str, rev: Option<&str>, subpath: Option<&str>) -> Result<Self, SourceError> {
        if text.is_empty() {
            return Err(SourceError::Unusable { what: "the target", text: text.to_owned(), why: "it is empty" });
        }
        if text.starts_with('-') {
            let shown = text.split('@').next_back().unwrap_or_default();
            return Err(SourceError::LeadingDash { what: "the target", text: dashed(text, shown) });
        }
        match RemoteUrl::parse(text) {
            None => Self::local(Place::Path(PathBuf::from(text)), rev, subpath),
            Some(url) => Self::remote(&url?, rev, subpath),
        }
    }

    /// True for a URL, which is fetched.
    pub fn is_remote(&self) -> bool {
        matches!(self.place, Place::Url(_))
    }

    fn local(place: Place, rev: Option<&str>, subpath: Option<&str>) -> Result<Self, SourceError> {
        if let Some(rev) = rev {
            check_any_rev(rev)?;
        }
        Ok(Self { place, rev: rev.map(str::to_owned), subpath: subpath.map(clean_subpath).transpose()?.flatten() })
    }

    fn remote(url: &RemoteUrl, rev: Option<&str>, subpath: Option<&str>) -> Result<Self, SourceError> {
        let refused =
            |url: &RemoteUrl, why: &str| Err(SourceError::UnusableUrl { url: url.to_string(), why: why.to_owned() });
        let (path, behind) = split_rev(url.path());
        let url = url.with_path(path);
        if url.scheme() == Scheme::Other {
            return refused(&url, "only https://, ssh://, user@host:path and file:// are fetched");
        }
        if path.trim_matches('/').is_empty() {
            return refused(&url, "it names a host but no repository");
        }
        // ssh hands the path to a shell on the other side; git quotes it, but an option it must not become.
        if path.starts_with('-') || path.chars().any(char::is_control) {
            return refused(&url, "its path starts with `-` or holds control characters");
        }
        if url.is_github_page() {
            return refused(
                &url,
                "it is a page inside a repository: give https://github.com/OWNER/NAME with --rev and --subpath",
            );
        }
        let url = url.possible()?;
        let rev = match (behind, rev) {
            (Some(behind), Some(option)) => {
                return Err(SourceError::TwoRevs { behind: behind.to_owned(), option: option.to_owned() });
            }
            (behind, option) => behind.or(option).map(|rev| remote_rev(rev, &url)).transpose()?,
        };
        let subpath = subpath.map(clean_subpath).transpose()?.flatten();
        Ok(Self { place: Place::Url(url), rev, subpath })
    }
}

/// What may be repeated of a target that starts with `-`: not what could be a password before an `@`.
fn dashed(text: &str, after_at: &str) -> String {
    if text.contains('@') { format!("-...@{after_at}") } else { text.to_owned() }
}

/// The path and the rev behind its last `@`. An `@` that begins a segment belongs to the path (`/@scope/name`).
fn split_rev(path: &str) -> (&str, Option<&str>) {
    match path.rsplit_once('@') {
        Some((before, rev)) if !before.is_empty() && !before.ends_with('/') => (before, Some(rev)),
        _ => (path, None),
    }
}

fn check_any_rev(rev: &str) -> Result<(), SourceError> {
    let unusable = |why| Err(SourceError::Unusable { what: "the rev", text: rev.to_owned(), why });
    match rev {
        "" => unusable("it is empty; leave it out for HEAD"),
        _ if rev.starts_with('-') => Err(SourceError::LeadingDash { what: "the rev", text: rev.to_owned() }),
        _ if rev.chars().any(char::is_control) => unusable("it holds control characters"),
        _ => Ok(()),
    }
}

/// A rev that a remote can be asked for. Whether it is a hash is decided by its form: 40 hex digits are one; fewer
/// are refused when they can hardly be a name (seven or more digits with a letter, or letters and figures mixed), and
/// asked for as a name otherwise (`cafe`, `2024`, `20240101`).
fn remote_rev(rev: &str, url: &RemoteUrl) -> Result<String, SourceError> {
    check_any_rev(rev)?;
    let hex = rev.bytes().all(|b| b.is_ascii_hexdigit());
    let letter = rev.bytes().any(|b| b.is_ascii_alphabetic());
    let figure = rev.bytes().any(|b| b.is_ascii_digit());
    match rev.len() {
        40 if hex => Ok(rev.to_ascii_lowercase()),
        4..40 if hex && letter && (figure || rev.len() >= 7) => {
            Err(SourceError::ShortHash { rev: rev.to_owned(), url: url.to_string() })
        }
        _ if is_ref_name(rev) => Ok(rev.to_owned()),
        _ => Err(SourceError::Unusable {
            what: "the rev",
            text: rev.to_owned(),
            why: "of a URL only a branch, a tag or a full 40-digit hash can be fetched",
        }),
    }
}

/// Git's rules for the name of a ref (`git check-ref-format --allow-onelevel`).
pub(super) fn is_ref_name(name: &str) -> bool {
    let bad = |c: char| c.is_control() || matches!(c, ' ' | '~' | '^' | ':' | '?' | '*' | '[' | '\\');
    !name.is_empty()
        && name != "@"
        && !name.chars().any(bad)
        && !name.contains("..")
        && !name.contains("@{")
        && !name.ends_with('.')
        && name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock"))
}

/// A subpath with `/` between its parts; `None` for the root.
fn clean_subpath(text: &str) -> Result<Option<RepoPath>, SourceError> {
    let unusable = |why| Err(SourceError::Unusable { what: "the subpath", text: text.to_owned(), why });
    if text.is_empty() {
        return unusable("it is empty; leave it out for the whole repository");
    }
    if text.starts_with('/') {
        return unusable("it is absolute; write it relative to the repository's root");
    }
    let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return unusable("it leaves its folder by `..`; write it relative to the repository's root");
    }
    let clean = parts.join("/");
    Ok((!clean.is_empty()).then(|| RepoPath::new(clean)))
}

#[cfg(test)]
mod tests {
    use super::super::error::ErrorKind;
    use super::*;

    fn rev_of(text: &str) -> (String, Option<String>) {
        let target = Target::parse(text, None, None).expect(text);
        match target.place {
            Place::Url(url) => (url.for_git(), target.rev),
            place => panic!("{text} is no URL but {place:?}"),
        }
    }

    #[test]
    fn a_rev_stands_behind_the_last_at_of_the_path() {
        let full = "0123456789abcdef0123456789abcdef01234567";
        for (text, url, rev) in [
            ("https://github.com/o/n", "https://github.com/o/n", None),
            ("https://github.com/o/n@v1.2", "https://github.com/o/n", Some("v1.2")),
            ("https://u:p@github.com/o/n@feature/x", "https://github.com/o/n", Some("feature/x")),
            ("git@github.com:o/n.git@main", "git@github.com:o/n.git", Some("main")),
            ("ssh://git@host:2222/o/n@refs/pull/7/head", "ssh://git@host:2222/o/n", Some("refs/pull/7/head")),
            ("https://host/@scope/name", "https://host/@scope/name", None),
            ("file:///srv/a@b@HEAD", "file:///srv/a@b", Some("HEAD")),
            ("https://host/n@2024", "https://host/n", Some("2024")),
            ("https://host/n@cafe", "https://host/n", Some("cafe")),
        ] {
            assert_eq!(rev_of(text), (url.to_owned(), rev.map(str::to_owned)), "{text}");
        }
        let upper = format!("https://host/n@{}", full.to_uppercase());
        assert_eq!(rev_of(&upper).1.as_deref(), Some(full));
    }

    #[test]
    fn what_cannot_be_fetched_is_a_usage_error() {
        for (text, rev, says) in [
            ("https://host/n@abc1234", None, "short hash"),
            ("https://host/n", Some("0123456789abcdef0123456789abcdef0123456"), "short hash"),
            ("https://host/n", Some("DEADBEEF"), "short hash"),
            ("https://host/n", Some("a1b2"), "short hash"),
            ("https://host/n@main", Some("v1"), "two revs"),
            ("https://host/n", Some("--upload-pack=x"), "starts with `-`"),
            ("https://host/n@-x", None, "starts with `-`"),
            ("-oProxyCommand=x@host:y", None, "starts with `-`"),
            ("--rev", None, "starts with `-`"),
            ("git@-oProxyCommand=x:y", None, "no host"),
            ("https://host/n", Some("HEAD~1"), "full 40-digit"),
            ("https://host/n", Some("a:b"), "full 40-digit"),
            ("https://host/n@", None, "empty"),
            ("https://host/", None, "no repository"),
            ("git@host:-x", None, "starts with `-`"),
            ("http://u:secret@host/n", None, "only https"),
            ("ext::sh@x:y", None, "without a password"),
            ("https://github.com/o/n/tree/main/x", None, "--subpath"),
        ] {
            let error = Target::parse(text, rev, None).expect_err(text);
            let message = error.to_string();
            assert_eq!(error.kind(), ErrorKind::Usage, "{message}");
            assert!(message.contains(says) && !message.contains("secret"), "{text}: {message}");
        }
    }

    #[test]
    fn subpaths_are_relative_and_stay_inside() {
        let subpath = |text| Target::here(None, Some(text)).map(|t| t.subpath);
        assert_eq!(subpath("./a//b/").unwrap(), Some(RepoPath::new("a/b")));
        assert_eq!(subpath(".").unwrap(), None);
        assert_eq!(subpath("a/..b").unwrap(), Some(RepoPath::new("a/..b")));
        for bad in ["", "/a", "../a", "a/../../b"] {
            assert_eq!(subpath(bad).expect_err(bad).kind(), ErrorKind::Usage);
        }
    }

    #[test]
    fn ref_names_follow_git() {
        for good in ["main", "a/b", "v1.2.3", "ü", "HEAD", "x@y", "-"] {
            assert!(is_ref_name(good), "{good}");
        }
        for bad in
            ["", "@", "a..b", "a b", "a^", "a:b", "/a", "a/", "a//b", ".a", "a/.b", "a.lock", "a@{1}", "a.", "a\nb"]
        {
            assert!(!is_ref_name(bad), "{bad}");
        }
    }
}
