//! What was read and what was not: the ground of *not assessed*, of exit code 4 and of a part of Limitations.

use std::collections::{BTreeMap, BTreeSet};

use super::identity::shown_path;
use crate::{
    assess::{Reading, code_weight},
    evidence::Scope,
    facts::{Context, Coverage, FactBase, UnreadFile, UnreadReason},
    source::{EntryKind, RepoPath, Snapshot},
    syntax::Language,
    text::{Raw, markdown},
};

/// Per cent of the product's code bytes from which a language counts.
const SHARE: u64 = 5;
/// Paths that one sentence names.
const NAMED: usize = 3;
/// Stems of files that programs start with.
const ENTRIES: [&str; 8] = ["main", "index", "app", "server", "cli", "__main__", "__init__", "mod"];

pub(super) struct Listing {
    pub reading: Reading,
    /// Why the audit is incomplete (exit code 4), in prose.
    pub incomplete: Vec<String>,
    pub limitations: Vec<String>,
    /// Counts by reason, for the card.
    pub unread: BTreeMap<String, u64>,
    /// Code files that are no product, by what they are.
    pub set_aside: BTreeMap<String, u64>,
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
        set_aside: BTreeMap::new(),
    };
    let shares = Shares::new(base);
    without_facts(base, &shares, &mut listing);
    refused(base, &shares, &mut listing);
    partial(base, &mut listing);
    context_counts(base, &mut listing);
    nothing_read(base, &mut listing);
    listing
}

/// Bytes of product code by language, unread files among them.
struct Shares {
    languages: BTreeMap<Language, u64>,
    all: u64,
}

impl Shares {
    fn new(base: &FactBase) -> Self {
        let mut languages: BTreeMap<Language, u64> = BTreeMap::new();
        for file in base.files.iter().filter(|f| f.in_scope && f.context == Context::Product) {
            if let Some(weight) = code_weight(file.language, Some(file.size)) {
                *languages.entry(file.language).or_default() += weight;
            }
        }
        for file in base.unread.iter().filter(|f| f.in_scope && f.context == Context::Product && f.is_content()) {
            if let Some(weight) = code_weight(file.language, file.size) {
                *languages.entry(file.language).or_default() += weight;
            }
        }
        Self { all: languages.values().sum(), languages }
    }

    /// Per cent, rounded down; 0 without code.
    fn of(&self, language: Language) -> u64 {
        let own = self.languages.get(&language).copied().unwrap_or_default();
        own.saturating_mul(100).checked_div(self.all).unwrap_or(0)
    }
}

/// Languages of product code that have no facts.
fn without_facts(base: &FactBase, shares: &Shares, listing: &mut Listing) {
    for (language, totals) in &base.totals {
        if code_weight(*language, None).is_none() || language.has_facts() || totals.product_bytes == 0 {
            continue;
        }
        let share = shares.of(*language);
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
    let imported = base.files.iter().filter(|f| f.in_scope && f.context == Context::Product);
    let imported: Vec<&str> = imported
        .filter(|f| !f.language.has_facts() && base.imported.binary_search(&f.path).is_ok())
        .map(|f| f.path.as_str())
        .collect();
    if !imported.is_empty() {
        listing.incomplete.push(format!("{}: not read as code; code that was read imports them", named(&imported)));
    }
}

/// Files that the object store, a limit or a parser kept from being read.
fn refused(base: &FactBase, shares: &Shares, listing: &mut Listing) {
    let imported = imported(base);
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut groups: BTreeMap<(&'static str, String), Vec<&str>> = BTreeMap::new();
    for file in base.unread.iter().filter(|f| f.in_scope) {
        let reason = reason(&file.reason);
        *counts.entry(reason).or_default() += 1;
        let stem = stem(&file.path);
        let why = if file.imported {
            "code that was read imports it".to_owned()
        } else if !matters(file) {
            continue;
        } else if file.language.is_code() && shares.of(file.language) >= SHARE {
            format!("{} holds 5 % or more of the product's code", file.language.title())
        } else if ENTRIES.contains(&stem.as_str()) {
            "its name is that of an entry point".to_owned()
        } else if imported.contains(&stem) {
            "code that was read imports its name".to_owned()
        } else {
            continue;
        };
        groups.entry((reason, why)).or_default().push(&file.path);
    }
    for ((reason, why), paths) in groups {
        listing.incomplete.push(format!("{}: {reason}; {why}", named(&paths)));
    }
    for (reason, count) in counts {
        listing.unread.insert(reason.to_owned(), count);
        listing.limitations.push(format!("Not read: {} ({reason}).", counted_files(count, "path")));
    }
}

/// A few paths, and how many there are.
fn named(paths: &[&str]) -> String {
    let shown: Vec<String> = paths.iter().take(NAMED).map(|path| shown_path(path)).collect();
    match paths.len() {
        0..=NAMED => shown.join(", "),
        all => format!("{all} files, among them {}", shown.join(", ")),
    }
}

/// Nothing that was read says anything about a product that is mostly unread.
fn nothing_read(base: &FactBase, listing: &mut Listing) {
    if !listing.incomplete.is_empty() {
        return;
    }
    let read = base.files.iter().any(|f| f.in_scope);
    let lost = base.unread.iter().filter(|f| f.in_scope && f.reason != UnreadReason::Symlink).count() as u64;
    if listing.reading.mostly_unread() {
        listing
            .incomplete
            .push(format!("most of the product's code could not be read as code ({})", listing.reading.unread_list()));
    } else if !read && lost > 0 {
        listing.incomplete.push(format!("none of {} could be read", counted_files(lost, "path")));
    }
}

/// Why there may be an agent in what was not read, where none was found in the rest.
pub(super) fn could_hold_an_agent(base: &FactBase) -> Option<String> {
    let product = |f: &&UnreadFile| f.in_scope && f.context == Context::Product && f.reason != UnreadReason::Symlink;
    let unread: Vec<&UnreadFile> = base.unread.iter().filter(product).collect();
    let is_code = |f: &&UnreadFile| f.language.is_code() || f.language == Language::Notebook;
    let mut paths: Vec<&str> = unread.iter().copied().filter(is_code).map(|f| f.path.as_str()).collect();
    let notebooks = base.files.iter().filter(|f| f.in_scope && f.context == Context::Product);
    let notebooks = notebooks.filter(|f| f.language == Language::Notebook && !f.language.has_facts());
    paths.extend(notebooks.map(|f| f.path.as_str()));
    if base.product_code_bytes() == 0 {
        // Another repository may well be the product of one that holds no code itself.
        paths.extend(unread.iter().filter(|f| f.reason == UnreadReason::Submodule).map(|f| f.path.as_str()));
    }
    (!paths.is_empty()).then(|| format!("{}: not read, and an agent could be there", named(&paths)))
}

/// A file of the product that rules would have looked into.
fn matters(file: &UnreadFile) -> bool {
    let read_by_rules = file.language.is_code() || file.language.is_config();
    file.context == Context::Product && read_by_rules && file.is_content() && file.reason != UnreadReason::Binary
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

/// What of the product could not be read, each with a name that stays the same while it stays unread: what two audits
/// have in common was not lost between them.
pub(super) fn lacks(base: &FactBase) -> BTreeSet<String> {
    let shares = Shares::new(base);
    let mut lacks = BTreeSet::new();
    for (language, totals) in &base.totals {
        let no_facts = code_weight(*language, None).is_some() && !language.has_facts() && totals.product_bytes > 0;
        if no_facts && shares.of(*language) >= SHARE {
            lacks.insert(format!("{} code is not read", language.title()));
        }
    }
    for file in base.unread.iter().filter(|f| f.in_scope && (f.imported || matters(f))) {
        lacks.insert(format!("{}: {}", shown_path(&file.path), reason(&file.reason)));
    }
    let partial = base.partial().filter(|(f, _)| f.context == Context::Product && f.in_scope);
    lacks.extend(partial.map(|(file, why)| format!("{}: read in part ({why})", shown_path(&file.path))));
    lacks
}

/// What path rules took out of the product: a reader should know what was not rated.
fn context_counts(base: &FactBase, listing: &mut Listing) {
    let reached: Vec<&str> = base.reached.iter().filter_map(|i| base.files.get(*i)).map(|f| f.path.as_str()).collect();
    if !reached.is_empty() {
        listing.limitations.push(format!(
            "Rated as product because something starts, exports or imports it, although path or header say otherwise: {}.",
            named(&reached)
        ));
    }
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
                Context::Companion => "packages beside the product",
            };
            listing.set_aside.insert(name.to_owned(), *count);
            format!("{count} as {name}")
        })
        .collect();
    listing
        .limitations
        .push(format!("Code files set aside by their path or header and not rated: {}.", parts.join(", ")));
}

/// Last segments of everything that product code imports.
fn imported(base: &FactBase) -> BTreeSet<String> {
    let product =
        base.files.iter().filter(|f| f.in_scope && f.context == Context::Product && f.facts.coverage != Coverage::Text);
    let imports = product.flat_map(|f| &f.facts.imports);
    imports
        .flat_map(|import| {
            let module = import.module.rsplit(['/', '.']).find(|part| !part.is_empty() && !is_extension(part));
            [module.map(str::to_owned), import.name.map(String::from)]
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
