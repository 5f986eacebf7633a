//! What a file says, language-neutral, each fact with its lines.

mod base;
mod cache;
mod companions;
mod config;
mod configurations;
mod context;
pub mod control;
mod effective;
mod extract;
mod file;
mod fixtures;
mod follow;
mod glob;
pub mod graph;
mod model;
mod modules;
mod names;
mod read;
mod starts;
#[cfg(test)]
mod testing;
mod word;

pub use base::{FactBase, Totals, UnreadFile, UnreadReason};
pub use cache::{Cache, CacheError, Info as CacheInfo, Key, clear as clear_cache, info as cache_info};
pub use configurations::{Configuration, ConfigurationPlace, Entry, Way, entry, is_dockerfile};
pub use context::{Contexts, Launchers, Places, ScopeRules};
pub use effective::{Effective, Rank, SettingPlace, Settings, Start, Why, effective};
pub use extract::{Extracted, extract};
pub use file::{LARGEST_BLOB, is_code, key};
pub use fixtures::{
    FactProblem, FactReport, show_loop, show_model, show_route, show_setting, show_tool, show_value,
    test_query_fixtures,
};
pub use glob::matches as glob_matches;
pub use model::*;
pub use names::{folder, snake};
pub use read::{CacheUse, CountHits, ReadOptions, read};
pub use word::Word;

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
