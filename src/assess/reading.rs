//! How much of the product's code was read as code.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    evidence::{FileListing, RecordedSearch, Scope, masked_path},
    facts::{Context, FactBase},
    source::RepoPath,
    syntax::Language,
};

/// Globs that one recorded listing names.
const MOST_GLOBS: usize = 24;

/// Bytes of product code within the audited scope, with and without facts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reading {
    /// Bytes of product code that facts stand for.
    pub read_bytes: u64,
    /// Bytes of product code without facts: languages without queries, files over the limit, unread objects.
    pub unread_bytes: u64,
    /// What was unread, in prose (`12 Kotlin files`), the largest part first.
    pub unread: Vec<String>,
    /// The search that counts the unread files.
    pub unread_search: Option<RecordedSearch>,
    /// Product files of which the facts stand for a part only.
    pub partial_files: u64,
    /// Paths that product code imports and that facts do not stand for.
    pub imported_files: u64,
}

/// Bytes that a file counts as code; `None` for what is no code. A file of unknown size weighs as much as a page of
/// code, and so does a notebook, whose bytes are outputs for the most part.
pub fn code_weight(language: Language, size: Option<u64>) -> Option<u64> {
    match language {
        Language::Notebook => Some(size.unwrap_or(PAGE).min(PAGE)),
        code if code.is_code() => Some(size.unwrap_or(PAGE)),
        _ => None,
    }
}

const PAGE: u64 = 4096;

impl Reading {
    /// Sums up a fact base. `paths`: every regular file of the snapshot.
    pub fn of<'a>(base: &FactBase, paths: impl IntoIterator<Item = &'a RepoPath>, scope: &Scope) -> Self {
        let mut reading = Self::default();
        let mut languages: BTreeMap<Language, (u64, u64)> = BTreeMap::new();
        let mut globs = BTreeSet::new();
        let mut unread = |language: Language, path: &str, size: u64| {
            let sum = languages.entry(language).or_default();
            *sum = (sum.0 + 1, sum.1 + size);
            globs.insert(glob_of(path));
        };
        let lost: BTreeSet<&str> = base.unread.iter().map(|u| u.path.as_str()).collect();
        for file in base.files.iter().filter(|f| f.in_scope && f.context == Context::Product) {
            let Some(weight) = code_weight(file.language, Some(file.size)) else { continue };
            if !file.language.has_facts() {
                unread(file.language, &file.path, weight);
            } else if !lost.contains(file.path.as_str()) {
                reading.read_bytes += file.size;
            }
        }
        for file in base.unread.iter().filter(|u| u.in_scope && u.context == Context::Product && u.is_content()) {
            if let Some(weight) = code_weight(file.language, file.size) {
                unread(file.language, &file.path, weight);
            }
        }
        reading.imported_files =
            (base.imported.len() + base.unread.iter().filter(|u| u.in_scope && u.imported).count()) as u64;
        reading.partial_files =
            base.partial().filter(|(f, _)| f.in_scope && f.context == Context::Product && f.language.is_code()).count()
                as u64;
        reading.unread_bytes = languages.values().map(|(_, bytes)| bytes).sum();
        let mut sorted: Vec<(Language, (u64, u64))> = languages.into_iter().collect();
        sorted.sort_by_key(|(language, (_, bytes))| (std::cmp::Reverse(*bytes), *language));
        let name = |(language, (files, _)): &(Language, (u64, u64))| {
            format!("{files} {} {}", language.name(), if *files == 1 { "file" } else { "files" })
        };
        reading.unread = sorted.iter().map(name).collect();
        let globs: Vec<String> = globs.into_iter().take(MOST_GLOBS).collect();
        if !globs.is_empty() {
            reading.unread_search = FileListing::new(&globs).ok().map(|listing| listing.record(paths, scope, None));
        }
        reading
    }

    /// Most of the code is unread: nothing can be said about any criterion.
    pub fn mostly_unread(&self) -> bool {
        self.unread_bytes > self.read_bytes && self.unread_search.is_some()
    }

    /// 5 % or more is unread, or something that the product imports: an absence cannot be shown.
    pub fn much_unread(&self) -> bool {
        if self.imported_files > 0 {
            return true;
        }
        let all = self.unread_bytes.saturating_add(self.read_bytes);
        self.unread_bytes > 0 && self.unread_bytes.saturating_mul(20) >= all
    }

    pub(super) fn everything_read(&self) -> bool {
        self.unread_bytes == 0 && self.partial_files == 0 && self.imported_files == 0
    }

    pub(crate) fn unread_list(&self) -> String {
        match self.unread.is_empty() {
            true if self.imported_files > 0 => "what the product imports".into(),
            true => "files of the product".into(),
            false => self.unread.join(", "),
        }
    }
}

/// `*.kt` for `a/b.kt`, the name itself for a file without an extension, all files for names that a glob or a shell
/// would read differently.
fn glob_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let glob = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => format!("*.{extension}"),
        _ => name.to_owned(),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "*._-".contains(c);
    let usable = glob.chars().all(plain) && masked_path(&glob).is_none();
    if usable { glob } else { "*".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(read: u64, unread: u64) -> Reading {
        let search = RecordedSearch { search: "rg".into(), scope: ".".into(), hits: 1, note: None };
        Reading { read_bytes: read, unread_bytes: unread, unread_search: Some(search), ..Reading::default() }
    }

    #[test]
    fn limits() {
        assert!(reading(10, 11).mostly_unread() && !reading(10, 10).mostly_unread());
        assert!(reading(95, 5).much_unread() && !reading(96, 4).much_unread() && !reading(0, 0).much_unread());
        assert!(Reading { imported_files: 1, ..reading(100, 0) }.much_unread());
    }

    #[test]
    fn globs_of_unread_files() {
        assert_eq!(glob_of("a/b.kt"), "*.kt");
        assert_eq!(glob_of("a/it's.py"), "*.py");
        assert_eq!(glob_of("a/.profile"), ".profile");
        assert_eq!(glob_of("a/it's"), "*");
        assert_eq!(glob_of(&format!("a/{}{}", "sk-", "abcdefghijklmnop1234")), "*");
    }
}
