//! The fact base: what was read of a snapshot, what was not, and what can be asked of both.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    File,
    extract::extract,
    file::{LARGEST_TEXT, blank},
    model::{Context, Coverage},
    modules::Modules,
};
use crate::{
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{self, Decoded, Language},
};

/// Why a path has no facts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnreadReason {
    Submodule,
    Symlink,
    /// Not in this copy of the repository.
    Missing,
    TooLarge,
    LfsPointer,
    Binary,
    /// The path is no UTF-8: it could not be cited.
    PathNotUtf8,
    Unreadable(String),
    /// Read as text, but its language's facts are missing: the reason.
    Unparsed(String),
}

/// A path that rules could not look into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadFile {
    /// Invalid bytes replaced.
    pub path: String,
    pub language: Language,
    pub context: Context,
    pub in_scope: bool,
    /// Bytes, where known.
    pub size: Option<u64>,
    pub reason: UnreadReason,
    /// Product code that was read imports it.
    pub imported: bool,
}

impl UnreadFile {
    /// It has a content of its own, and that was to be read: no link, no other repository, no pointer.
    pub fn is_content(&self) -> bool {
        !matches!(self.reason, UnreadReason::Symlink | UnreadReason::Submodule | UnreadReason::LfsPointer)
    }
}

/// Sums over the files of one language within the scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    pub files: u64,
    pub bytes: u64,
    pub product_files: u64,
    pub product_bytes: u64,
}

/// Everything the repository says.
#[derive(Debug, Default)]
pub struct FactBase {
    /// Sorted by path.
    pub files: Vec<File>,
    /// Sorted by path.
    pub unread: Vec<UnreadFile>,
    /// In scope only.
    pub totals: BTreeMap<Language, Totals>,
    /// Hits of the searches by file, sorted by path; files without hits left out.
    pub hits: Vec<(RepoPath, Vec<(usize, u64)>)>,
    /// Scripts (and where nearly everything is an example, examples) were taken for the product because there is
    /// little other code.
    pub scripts_are_product: bool,
    /// Indices of files that are product only because something starts them or product code imports them, sorted.
    pub reached: Vec<usize>,
    /// Paths without facts that product code imports, sorted: other languages, notebooks.
    pub imported: Vec<String>,
    /// What its files import.
    pub(super) modules: Modules,
    /// Parallel to `files`.
    pub(super) texts: Vec<Option<Arc<str>>>,
}

impl FactBase {
    /// The index of a file in [`FactBase::files`].
    pub fn index(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()
    }

    /// The text of a file as text rules see it: comments of code blanked, lines as in the file. Kept ones are free;
    /// others are read again through `read`. `None` when the content cannot be had.
    pub fn text(&self, index: usize, read: impl FnOnce(&Entry, u64) -> Result<Vec<u8>, Unread>) -> Option<Arc<str>> {
        if let Some(text) = self.texts.get(index)? {
            return Some(Arc::clone(text));
        }
        let file = self.files.get(index)?;
        let entry = Entry { path: RepoPath::new(file.path.as_bytes()), kind: EntryKind::File, executable: false };
        let bytes = read(&entry, LARGEST_TEXT as u64).ok()?;
        let Decoded::Text { text, .. } = syntax::decode(&bytes) else { return None };
        let comments = extract(file.language, &file.path, &text).comments;
        Some(blank(&text, &comments).into())
    }

    /// Bytes of product code in scope, of all languages.
    pub fn product_code_bytes(&self) -> u64 {
        self.totals.iter().filter(|(language, _)| language.is_code()).map(|(_, totals)| totals.product_bytes).sum()
    }

    /// Per cent of the product's code bytes that a language holds, rounded down; 0 without code.
    pub fn share(&self, language: Language) -> u64 {
        let own = self.totals.get(&language).map_or(0, |totals| totals.product_bytes);
        (own * 100).checked_div(self.product_code_bytes()).unwrap_or(0)
    }

    /// Files of code and configuration that were read in part, with the reason.
    pub fn partial(&self) -> impl Iterator<Item = (&File, &str)> {
        self.files.iter().filter_map(|file| match &file.facts.coverage {
            Coverage::Partial(reason) => Some((file, reason.as_str())),
            _ => None,
        })
    }
}
