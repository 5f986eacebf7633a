//! What was read and what was not: the ground of *not assessed*, of exit code 4 and of a part of Limitations.

use std::collections::{BTreeMap, BTreeSet};

use super::identity::shown_path;
use crate::{
    assess::Reading,
    evidence::Scope,
    facts::{Context, Coverage, FactBase, UnreadFile, UnreadReason},
    source::{EntryKind, RepoPath, Snapshot},
    text::{Raw, markdown},
};

/// Per cent of the product's code bytes from which a language counts.
const SHARE: u64 = 5;
/// Stems of files that programs start with.
const ENTRIES: [&str; 8] = ["main", "index", "app", "server", "cli", "__main__", "__init__", "mod"];

pub(super) struct Listing {
    pub reading: Reading,
    /// Why the audit is incomplete (exit code 4), in prose.
    pub incomplete: Vec<String>,
    pub limitations: Vec<String>,
    /// Counts by reason, for the card.
    pub unread: BTreeMap<String, u64>,
}

pub(super) fn reading(snapshot: &Snapshot, base: &FactBase, scope: &Scope) -> Listing {
    let missing: BTreeSet<&str> =
        base.unread.iter().filter(|f| f.reason == UnreadReason::Missing).map(|f| f.path.as_str()).collect();
    let files = snapshot.entries().iter().filter(|e| e.kind == EntryKind::File).map(|e| &e.path);
    let present = files.filter(|path: &&RepoPath| path.as_str().is_none_or(|p| !missing.contains(p)));
    let mut listing = Listing {
        reading: Reading::of(base, present, scope),
        incomplete: Vec::new(),
        limitations: Vec::new(),
        unread: BTreeMap::new(),
    };
    without_facts(base, &mut listing);
    refused(base, &mut listing);
    partial(base, &mut listing);
    context_counts(base, &mut listing);
    listing
}

/// Languages of product code that have no facts.
fn without_facts(base: &FactBase, listing: &mut Listing) {
    for (language, totals) in &base.totals {
        if !language.is_code() || language.has_facts() || totals.product_bytes == 0 {
            continue;
        }
        let share = base.share(*language);
        let files = counted_files(totals.product_files, &format!("{} file", language.title()));
        listing.limitations.push(format!(
            "{files} ({share} % of the product's code) had no facts: the language is not read as code; searches cover \
             such files."
        ));
        if share >= SHARE {
            listing
                .incomplete
                .push(format!("{files}: the language is not read as code ({share} % of the product's code)"));
        }
    }
}

/// Files that the object store, a limit or a parser kept from being read.
fn refused(base: &FactBase, listing: &mut Listing) {
    let imported = imported(base);
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    for file in base.unread.iter().filter(|f| f.in_scope) {
        let reason = reason(&file.reason);
        *counts.entry(reason).or_default() += 1;
        if !matters(file) {
            continue;
        }
        let stem = stem(&file.path);
        let why = if file.language.is_code() && base.share(file.language) >= SHARE {
            format!("{} holds 5 % or more of the product's code", file.language.title())
        } else if ENTRIES.contains(&stem.as_str()) {
            "its name is that of an entry point".to_owned()
        } else if imported.contains(&stem) {
            "code that was read imports it".to_owned()
        } else {
            continue;
        };
        listing.incomplete.push(format!("{}: {reason}; {why}", markdown(&Raw::new(&file.path))));
    }
    for (reason, count) in counts {
        listing.unread.insert(reason.to_owned(), count);
        listing.limitations.push(format!("Not read: {} ({reason}).", counted_files(count, "path")));
    }
}

/// A file of the product that rules would have looked into.
fn matters(file: &UnreadFile) -> bool {
    let read_by_rules = file.language.is_code() || file.language.is_config();
    let lost = !matches!(
        file.reason,
        UnreadReason::Submodule | UnreadReason::Symlink | UnreadReason::LfsPointer | UnreadReason::Binary
    );
    file.context == Context::Product && read_by_rules && lost
}

fn partial(base: &FactBase, listing: &mut Listing) {
    let product = base.partial().filter(|(f, _)| f.context == Context::Product && f.in_scope);
    let mut count = 0;
    let mut first = None;
    for (file, reason) in product {
        count += 1;
        first.get_or_insert_with(|| (file.path.clone(), reason.to_owned()));
    }
    if let Some((path, reason)) = first {
        let path = shown_path(&path);
        let reason = markdown(&Raw::new(reason));
        listing.limitations.push(format!(
            "Read in part: {} of the product, among them {path} ({reason}); facts around the gaps were kept.",
            counted_files(count, "file")
        ));
    }
}

/// What path rules took out of the product: a reader should know what was not rated.
fn context_counts(base: &FactBase, listing: &mut Listing) {
    let mut counts: BTreeMap<Context, u64> = BTreeMap::new();
    for file in base.files.iter().filter(|f| f.in_scope && f.language.is_code() && f.context != Context::Product) {
        *counts.entry(file.context).or_default() += 1;
    }
    if counts.is_empty() {
        return;
    }
    let parts: Vec<String> = counts
        .iter()
        .map(|(context, count)| {
            let name = match context {
                Context::Product => "product",
                Context::Test => "tests",
                Context::Example => "examples",
                Context::Docs => "documentation",
                Context::Generated => "generated",
                Context::Vendored => "vendored",
                Context::Script => "development scripts",
            };
            format!("{count} as {name}")
        })
        .collect();
    listing
        .limitations
        .push(format!("Code files set aside by their path or header and not rated: {}.", parts.join(", ")));
}

/// Last segments of everything that product code imports.
fn imported(base: &FactBase) -> BTreeSet<String> {
    let product = base.files.iter().filter(|f| f.context == Context::Product && f.facts.coverage != Coverage::Text);
    let imports = product.flat_map(|f| &f.facts.imports);
    imports
        .flat_map(|import| {
            let module = import.module.rsplit(['/', '.']).find(|part| !part.is_empty() && !is_extension(part));
            [module.map(str::to_owned), import.name.clone()]
        })
        .flatten()
        .collect()
}

fn is_extension(part: &str) -> bool {
    matches!(part, "js" | "ts" | "tsx" | "jsx" | "mjs" | "cjs" | "json" | "py")
}

fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name).to_owned()
}

fn reason(reason: &UnreadReason) -> &'static str {
    match reason {
        UnreadReason::Submodule => "submodule",
        UnreadReason::Symlink => "symbolic link",
        UnreadReason::Missing => "object missing in this copy of the repository",
        UnreadReason::TooLarge => "over the size limit",
        UnreadReason::LfsPointer => "Git LFS pointer",
        UnreadReason::Binary => "binary or media",
        UnreadReason::PathNotUtf8 => "path is not UTF-8",
        UnreadReason::Unreadable(_) => "object unreadable",
        UnreadReason::Unparsed(_) => "not parsed",
    }
}

fn counted_files(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
