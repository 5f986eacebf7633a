//! What a file says, language-neutral, each fact with its lines.

mod config;
mod context;
mod extract;
mod fixtures;
mod glob;
mod model;
mod names;
mod read;

pub use context::{Contexts, Places, ScopeRules};
pub use extract::{Extracted, extract};
pub use fixtures::{FactProblem, FactReport, show_model, show_setting, show_tool, show_value, test_query_fixtures};
pub use glob::matches as glob_matches;
pub use model::*;
pub use names::snake;
pub use read::{CountHits, FactBase, LARGEST_BLOB, ReadOptions, Totals, UnreadFile, UnreadReason, read};

use crate::syntax::Language;

/// One file of the snapshot with its facts.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Relative to the repository's root.
    pub path: String,
    pub language: Language,
    pub context: Context,
    /// Bytes of the blob.
    pub size: u64,
    /// False for files outside the audited subpath: evidence, not rated themselves.
    pub in_scope: bool,
    pub facts: FileFacts,
}
