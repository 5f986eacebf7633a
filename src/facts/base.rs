//! The fact base: what was read of a snapshot, what was not, and what can be asked of both.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    File,
    extract::extract,
    file::blank,
    model::{Context, Coverage},
    modules::{Family, Module, Modules},
};
use crate::{source::RepoPath, syntax::Language};

/// Start and end, ascending.
pub(super) type Ranges = Box<[(u32, u32)]>;

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
    /// Indices of files outside of the audited folder that its product code imports, sorted: known, not rated.
    pub outside: Vec<usize>,
    /// Paths without facts that product code imports, sorted: other languages, notebooks.
    pub imported: Vec<String>,
    /// What its files import.
    pub(super) modules: Modules,
    /// Parallel to `files`: byte ranges of comments, where the facts were asked for.
    pub(super) comments: Vec<Option<Ranges>>,
}

impl FactBase {
    /// The index of a file in [`FactBase::files`].
    pub fn index(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()
    }

    /// The content of a file as text rules see it: comments of code blanked, lines as in the file.
    pub fn without_comments(&self, index: usize, text: &str) -> String {
        let known = self.comments.get(index).and_then(Option::as_deref);
        match (known, self.files.get(index)) {
            (Some(comments), _) => blank(text, comments.iter().map(|(start, end)| (*start as usize, *end as usize))),
            (None, Some(file)) => blank(text, extract(file.language, &file.path, text).comments),
            (None, None) => text.to_owned(),
        }
    }

    /// Files of which another takes everything without naming it: `export * from`, `from x import *`,
    /// `import * as x from`.
    pub fn taken_whole(&self) -> BTreeSet<u32> {
        let files = self.files.iter().filter(|file| file.context == Context::Product);
        let all = files.flat_map(|file| {
            let whole = file.facts.imports.iter().filter(|i| i.name.as_deref() == Some("*"));
            whole.map(move |import| self.modules.resolve(&file.path, Family::of(file.language), &import.module))
        });
        all.filter_map(|module| if let Module::File(index) = module { Some(index) } else { None }).collect()
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
