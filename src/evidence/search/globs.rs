//! Which paths a search reads: `-uu -g '!.git' -g GLOB …` as ripgrep's directory walk applies it.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};

use ignore::overrides::{Override, OverrideBuilder};

use super::SearchError;
use crate::source::RepoPath;

/// The globs of one search. Only inclusions are allowed: an exclusion that hits a folder would count differently
/// from a scope above that folder and from one below it.
#[derive(Debug, Clone)]
pub(super) struct GlobSet {
    overrides: Override,
}

impl GlobSet {
    pub(super) fn new(globs: &[String]) -> Result<Self, SearchError> {
        // The root is never a prefix of a relative path, so ripgrep's stripping of it does nothing.
        let mut builder = OverrideBuilder::new("/");
        let refuse = |glob: &str, reason: String| SearchError::Glob { glob: glob.to_owned(), reason };
        builder.add("!.git").map_err(|e| refuse("!.git", e.to_string()))?;
        for glob in globs {
            check(glob).map_err(|reason| refuse(glob, reason.to_owned()))?;
            builder.add(glob).map_err(|e| refuse(glob, format!("is not valid: {e}")))?;
        }
        let overrides = builder.build().map_err(|e| refuse(&globs.join(" "), format!("is not valid: {e}")))?;
        // A later glob wins over an earlier one: `*` would let the walk into a clone's own `.git`.
        for folder in [".git", "a/.git"] {
            if !overrides.matched(folder, true).is_ignore() || !overrides.matched(folder, false).is_ignore() {
                return Err(refuse(&globs.join(" "), "matches .git, which a clone has and a commit has not".into()));
            }
        }
        Ok(Self { overrides })
    }

    /// True when the walk from the repository's root, or from any folder without a `.git` component, gives this file.
    pub(super) fn matches(&self, path: &RepoPath) -> bool {
        if in_git_folder(path) {
            return false;
        }
        !self.overrides.matched(Path::new(OsStr::from_bytes(path.as_bytes())), false).is_ignore()
    }
}

/// True when a component is named `.git`: `-g '!.git'` keeps the walk out.
pub(super) fn in_git_folder(path: &RepoPath) -> bool {
    path.as_bytes().split(|b| *b == b'/').any(|component| component == b".git")
}

/// What the shell, clap and every version of globset since ripgrep 13 read the same way.
fn check(glob: &str) -> Result<(), &'static str> {
    if glob.is_empty() {
        return Err("is empty");
    }
    if glob.chars().any(|c| !matches!(c, '!'..='~') || matches!(c, '\'' | '$' | '`' | '\\')) {
        return Err("may hold printable ASCII only, without space, ', $, ` and \\");
    }
    if glob.starts_with('!') {
        return Err("excludes: list what is searched instead, an exclusion depends on the scope");
    }
    if glob.starts_with(['#', '-']) {
        return Err("starts with # or -");
    }
    if glob.ends_with('/') {
        return Err("names a folder: write folder/** for the files in it");
    }
    let mut depth = 0;
    for c in glob.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if !(0..=1).contains(&depth) {
            return Err("nests braces, which older ripgreps do not read");
        }
    }
    if ["{,", ",,", ",}", "{}"].iter().any(|empty| glob.contains(empty)) {
        return Err("has an empty alternative");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(globs: &[&str], path: &str) -> bool {
        let globs: Vec<String> = globs.iter().map(|g| (*g).to_owned()).collect();
        GlobSet::new(&globs).expect("valid globs").matches(&RepoPath::new(path))
    }

    #[test]
    fn as_ripgrep_walks() {
        assert!(matches(&[], "a/b.py"));
        assert!(matches(&[], ".env"));
        assert!(!matches(&[], "vendor/.git/hooks/x.py"));
        assert!(!matches(&[], ".git"));
        assert!(matches(&["*.py"], "a/b/c.py"));
        assert!(!matches(&["*.py"], "a/b/c.PY"));
        assert!(matches(&["*.{py,ts}"], "x.ts"));
        assert!(matches(&["*.py"], ".hidden/x.py"));
        assert!(matches(&["src/*.py"], "src/a.py"));
        assert!(!matches(&["src/*.py"], "lib/src/a.py"));
        assert!(!matches(&["src/*.py"], "src/deep/a.py"));
        assert!(matches(&["**/src/**"], "lib/src/deep/a"));
        assert!(matches(&["Dockerfile*"], "deploy/Dockerfile.dev"));
        assert!(!matches(&["*.py"], "a/.git/x.py"));
    }

    #[test]
    fn refused_globs() {
        for glob in [
            "",
            "a'b",
            "!x",
            "#x",
            "-x",
            "src/",
            "a\\b",
            "{a,{b,c}}",
            "{a,}",
            "*",
            "**",
            ".git",
            ".*",
            "a b",
            "[a",
            "{a",
        ] {
            assert!(GlobSet::new(&[glob.to_owned()]).is_err(), "{glob:?} must be refused");
        }
    }
}
