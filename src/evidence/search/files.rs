//! `rg --files`: the search that counts files instead of lines.

use super::{SearchError, globs::GlobSet};
use crate::{
    evidence::{RecordedSearch, Scope},
    source::RepoPath,
};

/// A listing of files by name, recorded where files exist that nothing has read.
pub struct FileListing {
    command: String,
    globs: GlobSet,
}

impl FileListing {
    /// # Errors
    /// The first glob that cannot be recorded.
    pub fn new(globs: &[String]) -> Result<Self, SearchError> {
        let set = GlobSet::new(globs)?;
        let mut command = String::from("rg --no-config -uu --files -g '!.git'");
        for glob in globs {
            command.push_str(&format!(" -g '{glob}'"));
        }
        Ok(Self { command, globs: set })
    }

    /// Counts over the regular files of a snapshot (links and submodules are not listed by ripgrep).
    pub fn record<'a>(
        &self,
        files: impl IntoIterator<Item = &'a RepoPath>,
        scope: &Scope,
        note: Option<String>,
    ) -> RecordedSearch {
        let hits = files
            .into_iter()
            .filter(|path| scope.contains(path) && self.globs.matches(path))
            .map(|path| 1 + path.as_bytes().iter().filter(|b| **b == b'\n').count() as u64)
            .sum();
        RecordedSearch { search: self.command.clone(), scope: scope.text(), hits, note }
    }
}
