//! What stands behind a statement: a citation of lines at the pinned commit, or a search that anyone can run again.

mod mask;
mod moved;
mod path;
mod permalink;
mod search;

pub use mask::{MASKED, citable, is_secret_name, mask, mask_value};
pub use moved::{Fate, FollowError, Followed, Follower, follow_lines};
pub use path::masked_path;
pub use permalink::{LinkedLines, Permalinks};
pub use search::rg;
pub use search::{FileListing, Prefilter, Scope, SearchError, SearchSet, Tally, quote};

use serde::{Deserialize, Serialize};

use crate::facts::Span;

/// Lines of one file at the pinned commit. `contains` is a literal that stands within them; it is a name, never a
/// secret value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Citation {
    pub file: String,
    pub lines: Span,
    pub contains: Option<String>,
    /// Prose.
    pub note: Option<String>,
}

/// A search as a rule declares it, before it has a scope: the parts of
/// `rg --no-config --no-unicode -uu -n [-i] -g '!.git' [-g GLOB …] -e 'PATTERN'`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchSpec {
    /// ASCII regular expression in ripgrep's default syntax, without `'`, `$` and backtick.
    pub pattern: String,
    #[serde(default)]
    pub ignore_case: bool,
    /// `-g` globs. Empty means the rulebook's list of code files.
    #[serde(default)]
    pub files: Vec<String>,
}

/// A search that was run: `hits` is the number of lines that ripgrep prints for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RecordedSearch {
    pub search: String,
    /// Space-separated paths, quoted as a POSIX shell reads them.
    pub scope: String,
    pub hits: u64,
    /// Prose.
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    Code(Citation),
    Search(RecordedSearch),
}
