//! A snapshot's files to the fact base: every blob is read once, in parallel, and everything that later stages need
//! of its content is taken in that pass.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use rayon::prelude::*;

use super::{
    File, ScopeRules,
    cache::{Cache, Kept, Key},
    context::{by_share, head, is_bundle},
    extract::{Extracted, extract, no_facts, nothing},
    model::{Context, Coverage},
    reach::{Found, Paths, Resolver, may_be_code, runs},
};
use crate::{
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{self, Decoded, Language},
};

/// Bytes of a blob that are read at all.
pub const LARGEST_BLOB: u64 = 64 << 20;
/// Bytes of code that are parsed without a look at who wrote them.
const LARGEST_CODE: usize = 2 << 20;
/// Bytes of hand-written code that are parsed.
const LARGEST_HAND_WRITTEN: usize = 8 << 20;
/// Bytes of a text that is kept, and of all that are kept.
const LARGEST_TEXT: usize = 1 << 20;
const ALL_TEXTS: usize = 300 << 20;
/// Files that imports make product, and imports of imports that are followed.
const MOST_REACHED: usize = 20_000;
const MOST_ROUNDS: usize = 500;
/// What the facts of a bundle say.
const BUNDLED: &str = "lines as a bundler writes them: facts not read";

/// Hit counts of recorded searches, taken from the raw bytes.
pub trait CountHits: Sync {
    fn wants(&self, path: &RepoPath) -> bool;
    /// `(search, lines)` for every search with a hit.
    fn counts(&self, path: &RepoPath, bytes: &[u8]) -> Vec<(usize, u64)>;
}

/// What is read and what is kept.
pub struct ReadOptions<'a> {
    /// The audited subpath, `""` for the whole repository.
    pub base: &'a str,
    pub rules: &'a ScopeRules,
    pub searches: Option<&'a dyn CountHits>,
    /// Paths whose text is kept for [`FactBase::text`].
    pub keep_text: &'a (dyn Fn(&str) -> bool + Sync),
    pub cache: Option<CacheUse<'a>>,
}

/// Facts of earlier runs, and how the content of an entry is named.
#[derive(Clone, Copy)]
pub struct CacheUse<'a> {
    pub cache: &'a Cache,
    /// The id of the entry's content, where it is known without reading it.
    pub content_id: &'a (dyn Fn(&Entry) -> Option<[u8; 20]> + Sync),
}

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
    /// Indices of files that are product only because product code imports them, sorted.
    pub reached: Vec<usize>,
    /// Paths without facts that product code imports, sorted: other languages, notebooks.
    pub imported: Vec<String>,
    texts: Vec<Option<Arc<str>>>,
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

    /// Reads files again whose facts were not asked for at first. Their contents were read a moment ago: what cannot be
    /// had now keeps no facts.
    fn take_facts<R, E>(
        &mut self,
        indices: &[usize],
        open: &(impl Fn() -> Result<R, E> + Sync + Send),
        options: &ReadOptions<'_>,
    ) -> Result<(), E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
        E: Send,
    {
        let wanted = |i: &usize| self.files[*i].in_scope && self.files[*i].language.has_facts();
        let indices: Vec<usize> = indices.iter().copied().filter(wanted).collect();
        if indices.is_empty() {
            return Ok(());
        }
        let files = &self.files;
        let taken = in_parallel(&indices, open, |index, reader| {
            let file = &files[*index];
            let entry = Entry { path: RepoPath::new(file.path.as_bytes()), kind: EntryKind::File, executable: false };
            let place = Place { path: &file.path, in_scope: file.in_scope, options };
            let key = place.key(&entry);
            if let Some(extracted) = place.kept(key).and_then(|kept| kept.extracted) {
                return Some(extracted);
            }
            let bytes = reader(&entry, LARGEST_BLOB).ok()?;
            let Decoded::Text { text, .. } = syntax::decode(&bytes) else { return None };
            let mut kept = seen(&file.path, &bytes, &text);
            kept.extracted = Some(facts_of(file.language, &file.path, &text));
            if let (Some(key), Some(used)) = (key, options.cache) {
                used.cache.put(key, &kept);
            }
            kept.extracted
        })?;
        for (index, extracted) in indices.into_iter().zip(taken) {
            let Some(extracted) = extracted else { continue };
            self.unread.extend(unparsed(&extracted).map(|reason| not_parsed(&self.files[index], reason)));
            self.files[index].facts = extracted.facts;
        }
        self.unread.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(())
    }

    /// A context lowers a file only while nothing in the product reaches it: what product code imports becomes product,
    /// and what that imports, until nothing new is found.
    fn follow_imports<R, E>(
        &mut self,
        go_modules: &[(String, String)],
        open: &(impl Fn() -> Result<R, E> + Sync + Send),
        options: &ReadOptions<'_>,
    ) -> Result<(), E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
        E: Send,
    {
        let hides_code = |file: &UnreadFile| {
            let elsewhere = matches!(file.reason, UnreadReason::Submodule | UnreadReason::Symlink);
            elsewhere || may_be_code(&file.path, file.language)
        };
        let is_product = |file: &File| file.in_scope && file.context == Context::Product;
        let mut from: Vec<usize> = (0..self.files.len()).filter(|i| is_product(&self.files[*i])).collect();
        // Imports are resolved before facts are taken again: those may add to what is unread.
        let mut unread = std::mem::take(&mut self.unread);
        let mut bundles = BTreeSet::new();
        let paths = Paths::new(&self.files, &unread);
        let resolver = Resolver::new(&paths, go_modules);
        for round in 0.. {
            let mut found = BTreeSet::new();
            from.iter().for_each(|i| resolver.imports(&self.files[*i], &mut found));
            let mut new = Vec::new();
            for found in found {
                match found {
                    Found::File(i) => {
                        let file = &self.files[i];
                        if file.in_scope && !file.language.has_facts() && may_be_code(&file.path, file.language) {
                            self.imported.push(file.path.clone());
                        }
                        if file.in_scope && file.context != Context::Product && runs(file) && !bundles.contains(&i) {
                            new.push(i);
                        }
                    }
                    Found::Unread(i) if unread[i].in_scope && hides_code(&unread[i]) => {
                        unread[i].imported = true;
                        unread[i].context = Context::Product;
                    }
                    Found::Unread(_) => {}
                }
            }
            if new.is_empty() {
                break;
            }
            if round == MOST_ROUNDS || self.reached.len() + new.len() > MOST_REACHED {
                let reason = || UnreadReason::Unparsed("imports were not followed this far".to_owned());
                unread
                    .extend(new.iter().map(|i| UnreadFile { imported: true, ..not_parsed(&self.files[*i], reason()) }));
                break;
            }
            let before: Vec<Context> = new.iter().map(|i| self.files[*i].context).collect();
            new.iter().for_each(|i| self.files[*i].context = Context::Product);
            self.take_facts(&new, open, options)?;
            for (i, context) in new.iter().zip(before) {
                let file = &mut self.files[*i];
                if matches!(&file.facts.coverage, Coverage::Partial(reason) if reason == BUNDLED) {
                    // Megabytes of other people's code in a few lines: they weigh nothing, but are not read either.
                    file.context = context;
                    file.facts = no_facts(file.facts.lines, Coverage::Text).facts;
                    bundles.insert(*i);
                }
            }
            new.retain(|i| !bundles.contains(i));
            self.reached.extend(&new);
            from = new;
        }
        for i in bundles {
            let reason = UnreadReason::Unparsed(BUNDLED.to_owned());
            self.unread.retain(|file| file.path != self.files[i].path);
            self.unread.push(UnreadFile { imported: true, ..not_parsed(&self.files[i], reason) });
        }
        self.unread.append(&mut unread);
        self.unread.sort_by(|a, b| a.path.cmp(&b.path));
        self.reached.sort_unstable();
        self.imported.sort_unstable();
        self.imported.dedup();
        Ok(())
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

/// What one entry gave.
enum Outcome {
    Read(Box<File>, Option<Arc<str>>, Option<UnreadReason>),
    Not(UnreadFile),
}

type Hits = Option<(RepoPath, Vec<(usize, u64)>)>;

/// Reads all entries with the threads of the current rayon pool. `open` gives one reader per thread and piece of
/// work; a reader takes an entry and the most bytes it may return. The result does not depend on the number of
/// threads.
///
/// # Errors
/// The first error of `open`; what single files fail with is in [`FactBase::unread`].
pub fn read<R, E>(
    entries: &[Entry],
    open: impl Fn() -> Result<R, E> + Sync + Send,
    options: &ReadOptions<'_>,
) -> Result<FactBase, E>
where
    R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
    E: Send,
{
    let kept = AtomicUsize::new(0);
    let outcomes = in_parallel(entries, &open, |entry, reader| one(entry, reader, options, &kept))?;
    let mut base = FactBase::default();
    for (outcome, hits) in outcomes {
        base.hits.extend(hits);
        match outcome {
            Outcome::Read(file, text, unparsed) => {
                base.unread.extend(unparsed.map(|reason| not_parsed(&file, reason)));
                base.files.push(*file);
                base.texts.push(text);
            }
            Outcome::Not(unread) => base.unread.push(unread),
        }
    }
    let before: Vec<Context> = base.files.iter().map(|file| file.context).collect();
    base.scripts_are_product = by_share(&mut base.files, &mut base.unread, options.rules.product_share);
    let changed: Vec<usize> = (0..).zip(before).filter(|(i, c)| base.files[*i].context != *c).map(|(i, _)| i).collect();
    base.take_facts(&changed, &open, options)?;
    let go_modules = go_modules(&base, &open)?;
    base.follow_imports(&go_modules, &open, options)?;
    for file in base.files.iter().filter(|file| file.in_scope) {
        let totals = base.totals.entry(file.language).or_default();
        totals.files += 1;
        totals.bytes += file.size;
        if file.context == Context::Product {
            totals.product_files += 1;
            totals.product_bytes += file.size;
        }
    }
    Ok(base)
}

/// Folder and content of every `go.mod`, where there is Go code.
fn go_modules<R, E>(base: &FactBase, open: &impl Fn() -> Result<R, E>) -> Result<Vec<(String, String)>, E>
where
    R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
{
    let named = |file: &&File| file.path == "go.mod" || file.path.ends_with("/go.mod");
    if !base.files.iter().any(|file| file.language == Language::Go) {
        return Ok(Vec::new());
    }
    let reader = open()?;
    let content = |file: &File| {
        let entry = Entry { path: RepoPath::new(file.path.as_bytes()), kind: EntryKind::File, executable: false };
        let text = String::from_utf8(reader(&entry, LARGEST_TEXT as u64).ok()?).ok()?;
        Some((file.path.strip_suffix("go.mod")?.trim_end_matches('/').to_owned(), text))
    };
    Ok(base.files.iter().filter(named).take(MOST_REACHED).filter_map(content).collect())
}

/// One reader for each thread and piece of work; the results are in the order of `items`.
fn in_parallel<I, T, R, E>(
    items: &[I],
    open: &(impl Fn() -> Result<R, E> + Sync + Send),
    work: impl Fn(&I, &R) -> T + Sync + Send,
) -> Result<Vec<T>, E>
where
    I: Sync,
    T: Send,
    E: Send,
{
    let failed = Mutex::new(None);
    let results: Option<Vec<T>> = items
        .par_iter()
        .with_min_len(16)
        .map_init(
            || {
                open()
                    .map_err(|error| {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    })
                    .ok()
            },
            |reader, item| reader.as_ref().map(|reader| work(item, reader)),
        )
        .collect();
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(results.unwrap_or_default()),
    }
}

fn not_parsed(file: &File, reason: UnreadReason) -> UnreadFile {
    UnreadFile {
        path: file.path.clone(),
        language: file.language,
        context: file.context,
        in_scope: file.in_scope,
        size: Some(file.size),
        reason,
        imported: false,
    }
}

fn one<R>(entry: &Entry, reader: &R, options: &ReadOptions<'_>, kept_bytes: &AtomicUsize) -> (Outcome, Hits)
where
    R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
{
    let path = String::from_utf8_lossy(entry.path.as_bytes()).into_owned();
    let by_name = Language::detect(&path, b"");
    let base = RepoPath::new(options.base.trim_matches('/'));
    let in_scope = entry.path.is_within(&base);
    let context = options.rules.context(&path, options.base, by_name);
    let not = |reason: UnreadReason, size: Option<u64>| {
        Outcome::Not(UnreadFile {
            path: path.clone(),
            language: by_name,
            context,
            in_scope,
            size,
            reason,
            imported: false,
        })
    };
    match entry.kind {
        EntryKind::Submodule => return (not(UnreadReason::Submodule, None), None),
        EntryKind::Symlink => return (not(UnreadReason::Symlink, None), None),
        EntryKind::File => {}
    }
    let searched = options.searches.filter(|searches| searches.wants(&entry.path));
    let utf8 = entry.path.as_str().is_some();
    if searched.is_none() {
        if !utf8 {
            return (not(UnreadReason::PathNotUtf8, None), None);
        }
        if Language::is_media(&path) {
            return (not(UnreadReason::Binary, None), None);
        }
    }
    let place = Place { path: &path, in_scope, options };
    let key = place.key(entry);
    let keep_text = (options.keep_text)(&path);
    if utf8
        && searched.is_none()
        && !keep_text
        && let Some(kept) = place.kept(key)
        && let (context, asked) = place.context(&kept)
        && (!asked || kept.extracted.is_some())
    {
        return (outcome(&place, kept, context, asked, None), None);
    }
    let bytes = match reader(entry, LARGEST_BLOB) {
        Ok(bytes) => bytes,
        Err(Unread::Missing) => return (not(UnreadReason::Missing, None), None),
        Err(Unread::TooLarge(size)) => return (not(UnreadReason::TooLarge, Some(size)), None),
        Err(Unread::LfsPointer) => return (not(UnreadReason::LfsPointer, None), None),
        Err(Unread::Unreadable(reason)) => return (not(UnreadReason::Unreadable(reason), None), None),
    };
    let size = bytes.len() as u64;
    let hits = searched
        .map(|searches| (entry.path.clone(), searches.counts(&entry.path, &bytes)))
        .filter(|(_, counts)| !counts.is_empty());
    if !utf8 {
        return (not(UnreadReason::PathNotUtf8, Some(size)), hits);
    }
    let Decoded::Text { text, .. } = syntax::decode(&bytes) else {
        return (not(UnreadReason::Binary, Some(size)), hits);
    };
    let (kept, context, asked) = place.read(key, &bytes, &text);
    let keep = keep_text
        && asked
        && text.len() <= LARGEST_TEXT
        && kept_bytes.fetch_add(text.len(), Ordering::Relaxed) + text.len() <= ALL_TEXTS;
    let comments = kept.extracted.as_ref().map_or(&[][..], |extracted| &extracted.comments);
    let text = keep.then(|| blank(&text, comments).into());
    (outcome(&place, kept, context, asked, text), hits)
}

/// A path and what decides how it is read.
struct Place<'a> {
    path: &'a str,
    in_scope: bool,
    options: &'a ReadOptions<'a>,
}

impl Place<'_> {
    fn key(&self, entry: &Entry) -> Option<Key> {
        let content = (self.options.cache?.content_id)(entry)?;
        Some(Key::new(&content, Language::detect(self.path, b""), self.path))
    }

    fn kept(&self, key: Option<Key>) -> Option<Kept> {
        self.options.cache?.cache.get(&key?)
    }

    /// The context, and whether anyone asks for the facts. No rule looks into code outside the audited folder or beside
    /// the product: its text is there to be searched, its facts cost the most.
    fn context(&self, kept: &Kept) -> (Context, bool) {
        let rules = self.options.rules;
        let by_path = rules.context(self.path, self.options.base, kept.language);
        let context = rules.context_of_content(by_path, kept.language, &kept.head, kept.minified);
        (context, context == Context::Product && self.in_scope || !kept.language.has_facts())
    }

    /// What the text says: from the cache, else read now and kept.
    fn read(&self, key: Option<Key>, bytes: &[u8], text: &str) -> (Kept, Context, bool) {
        let (mut kept, mut new) = match self.kept(key) {
            Some(kept) => (kept, false),
            None => (seen(self.path, bytes, text), true),
        };
        let (context, asked) = self.context(&kept);
        if asked && kept.extracted.is_none() {
            kept.extracted = Some(facts_of(kept.language, self.path, text));
            new = true;
        }
        if new && let (Some(key), Some(used)) = (key, self.options.cache) {
            used.cache.put(key, &kept);
        }
        (kept, context, asked)
    }
}

/// What is known of a content without its facts.
fn seen(path: &str, bytes: &[u8], text: &str) -> Kept {
    let language = Language::detect(path, &bytes[..bytes.len().min(256)]);
    Kept {
        language,
        size: bytes.len() as u64,
        lines: syntax::line_count(text),
        head: head(text),
        minified: is_bundle(language, text),
        extracted: None,
    }
}

fn outcome(place: &Place<'_>, kept: Kept, context: Context, asked: bool, text: Option<Arc<str>>) -> Outcome {
    let extracted = kept.extracted.filter(|_| asked).unwrap_or_else(|| no_facts(kept.lines, Coverage::Text));
    let unparsed = unparsed(&extracted);
    let file = File {
        path: place.path.to_owned(),
        language: kept.language,
        context,
        size: kept.size,
        in_scope: place.in_scope,
        facts: extracted.facts,
    };
    Outcome::Read(Box::new(file), text, unparsed)
}

fn unparsed(extracted: &Extracted) -> Option<UnreadReason> {
    extracted.unparsed.then(|| match &extracted.facts.coverage {
        Coverage::Partial(reason) => UnreadReason::Unparsed(reason.clone()),
        _ => UnreadReason::Unparsed(String::new()),
    })
}

/// The facts of a text, within the limits of size. Bundles say nothing in a form that could be cited: they are left.
fn facts_of(language: Language, path: &str, text: &str) -> Extracted {
    if language.has_facts() {
        let minified = text.len() > 20_000 && syntax::is_minified(text);
        if minified {
            let mut out = nothing(text, Coverage::Partial(BUNDLED.to_owned()));
            // Bundles are a habit of the web; elsewhere such a file hides what it does.
            out.unparsed = matches!(language, Language::Python | Language::Go | Language::Rust | Language::Bash);
            return out;
        }
        if text.len() > LARGEST_CODE {
            let lines = syntax::line_count(text).max(1) as usize;
            let by_hand = text.len() / lines < 120;
            if !by_hand || text.len() > LARGEST_HAND_WRITTEN {
                let mut out = nothing(text, Coverage::Partial(format!("larger than {} MB", LARGEST_CODE >> 20)));
                out.unparsed = true;
                return out;
            }
        }
    }
    extract(language, path, text)
}

/// The text with comments replaced by blanks; lines and offsets stay.
fn blank(text: &str, comments: &[(usize, usize)]) -> String {
    if comments.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (start, end) in comments {
        let (Some(before), Some(comment)) = (text.get(at..*start), text.get(*start..*end)) else { continue };
        out.push_str(before);
        out.extend(comment.chars().flat_map(|c| {
            let blank = if matches!(c, '\n' | '\r') { c } else { ' ' };
            std::iter::repeat_n(blank, if blank == ' ' { c.len_utf8() } else { 1 })
        }));
        at = *end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    type Files = BTreeMap<&'static str, Vec<u8>>;

    fn entry(path: &str) -> Entry {
        Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false }
    }

    fn base(files: &Files, extra: &[Entry], subpath: &str) -> FactBase {
        let mut entries: Vec<Entry> = files.keys().map(|path| entry(path)).chain(extra.iter().cloned()).collect();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        let options = ReadOptions {
            base: subpath,
            rules: ScopeRules::embedded(),
            searches: Some(&Lines),
            keep_text: &|path| path.ends_with(".py") || path.ends_with(".md"),
            cache: None,
        };
        let open = || {
            Ok::<_, String>(|entry: &Entry, max: u64| {
                let path = entry.path.as_str().ok_or(Unread::Missing)?;
                let bytes = files.get(path).cloned().ok_or(Unread::Missing)?;
                if bytes.len() as u64 > max { Err(Unread::TooLarge(bytes.len() as u64)) } else { Ok(bytes) }
            })
        };
        read(&entries, open, &options).unwrap()
    }

    /// Counts the lines with `hit`.
    struct Lines;

    impl CountHits for Lines {
        fn wants(&self, path: &RepoPath) -> bool {
            path.name().ends_with(b".py")
        }

        fn counts(&self, _: &RepoPath, bytes: &[u8]) -> Vec<(usize, u64)> {
            let lines = bytes.split(|b| *b == b'\n').filter(|line| line.windows(3).any(|w| w == b"hit")).count();
            if lines > 0 { vec![(0, lines as u64)] } else { Vec::new() }
        }
    }

    fn files(list: &[(&'static str, &[u8])]) -> Files {
        list.iter().map(|(path, bytes)| (*path, bytes.to_vec())).collect()
    }

    #[test]
    fn everything_is_accounted_for() {
        let list = files(&[
            ("a.py", b"import os\nos.system('x')  # hit\n# hit\n"),
            ("b.bin", b"\0\0"),
            ("docs/x.md", b"# T\n"),
            ("img/logo.png", b"\x89PNG"),
            ("p.cbl", b"MOVE A TO B.\n"),
            ("utf16.py", b"\xFF\xFEi\0m\0p\0o\0r\0t\0 \0o\0s\0\n\0"),
        ]);
        let extra = [
            Entry { path: RepoPath::new("link"), kind: EntryKind::Symlink, executable: false },
            Entry { path: RepoPath::new("sub"), kind: EntryKind::Submodule, executable: false },
            entry("gone.ts"),
            Entry { path: RepoPath::new(&b"caf\xE9.py"[..]), kind: EntryKind::File, executable: false },
        ];
        let base = base(&list, &extra, "");
        let read: Vec<&str> = base.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(read, ["a.py", "docs/x.md", "p.cbl", "utf16.py"]);
        let unread: Vec<(&str, &UnreadReason)> =
            base.unread.iter().map(|file| (file.path.as_str(), &file.reason)).collect();
        assert_eq!(
            unread,
            [
                ("b.bin", &UnreadReason::Binary),
                ("caf\u{FFFD}.py", &UnreadReason::Missing),
                ("gone.ts", &UnreadReason::Missing),
                ("img/logo.png", &UnreadReason::Binary),
                ("link", &UnreadReason::Symlink),
                ("sub", &UnreadReason::Submodule),
            ]
        );
        assert_eq!(base.hits, [(RepoPath::new("a.py"), vec![(0, 2)])]);
        assert_eq!(base.files[3].facts.imports[0].module, "os");
        assert_eq!(base.totals[&Language::Cobol].product_bytes, 13);
        assert_eq!(base.share(Language::Cobol), 13 * 100 / base.product_code_bytes());
        let none = |_: &Entry, _: u64| Err(Unread::Missing);
        let text = base.text(base.index("a.py").unwrap(), none).unwrap();
        assert_eq!(&*text, "import os\nos.system('x')       \n     \n");
        assert!(base.text(base.index("p.cbl").unwrap(), none).is_none());
        let again = |_: &Entry, _: u64| Ok(b"MOVE A TO B.\n".to_vec());
        assert_eq!(&*base.text(base.index("p.cbl").unwrap(), again).unwrap(), "MOVE A TO B.\n");
    }

    #[test]
    fn subpath_and_contexts() {
        let list = files(&[
            ("examples/bot/main.py", b"run()\n"),
            ("examples/bot/tests/a.py", b"run()\n"),
            ("lib/x.py", b"run()\n"),
        ]);
        let base = base(&list, &[], "examples/bot");
        let contexts: Vec<_> = base.files.iter().map(|file| (file.in_scope, file.context)).collect();
        assert_eq!(contexts, [(true, Context::Product), (true, Context::Test), (false, Context::Product)]);
        assert_eq!(base.totals[&Language::Python].files, 2);
    }

    #[test]
    fn where_scripts_are_the_code_they_are_the_product() {
        let long = b"run_a_long_command_here()\n".repeat(20);
        let mut list = files(&[("setup.py", b"x\n"), ("tests/a.py", b"run()\n")]);
        list.insert("scripts/agent.py", long.clone());
        let scripts = base(&list, &[], "");
        assert!(scripts.scripts_are_product);
        assert_eq!(scripts.files[scripts.index("scripts/agent.py").unwrap()].context, Context::Product);
        assert_eq!(scripts.files[scripts.index("tests/a.py").unwrap()].context, Context::Test);
        let calls = |base: &FactBase, path: &str| base.files[base.index(path).unwrap()].facts.calls.len();
        assert_eq!((calls(&scripts, "scripts/agent.py"), calls(&scripts, "tests/a.py")), (20, 0));
        list.insert("agent/main.py", long.repeat(2));
        let both = base(&list, &[], "");
        assert!(!both.scripts_are_product);
        assert_eq!(both.files[both.index("scripts/agent.py").unwrap()].context, Context::Script);
        assert_eq!((calls(&both, "agent/main.py"), calls(&both, "scripts/agent.py")), (40, 0));
        let mut list = files(&[]);
        list.insert("examples/a/main.py", long.clone());
        assert_eq!(base(&list, &[], "").files[0].context, Context::Product);
        list.insert("lib/a.py", long[..300].to_vec());
        assert_eq!(base(&list, &[], "").files[0].context, Context::Example);
    }

    #[test]
    fn large_files() {
        let mut list = files(&[]);
        list.insert("bundle.js", b"a=1;".repeat(700_000));
        list.insert("dense.py", b"a=1;".repeat(13 << 20));
        list.insert("hand.py", b"value = compute(1)\n".repeat(120_000));
        list.insert("table.py", format!("X = [{}]\n", "1, ".repeat(900_000)).into_bytes());
        let base = base(&list, &[], "");
        let coverage = |path: &str| base.files[base.index(path).unwrap()].facts.coverage.clone();
        assert_eq!(coverage("bundle.js"), Coverage::Text);
        assert_eq!(base.files[0].context, Context::Generated);
        assert!(!base.files[base.index("hand.py").unwrap()].facts.calls.is_empty());
        assert_eq!(
            coverage("dense.py"),
            Coverage::Partial("lines as a bundler writes them: facts not read".to_owned())
        );
        let unread: Vec<&str> = base.unread.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(unread, ["dense.py", "table.py"]);
        assert!(matches!(coverage("table.py"), Coverage::Partial(_)));
    }

    #[test]
    fn an_error_of_the_reader_is_the_error_of_the_whole() {
        let entries = [entry("a.py")];
        let options =
            ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, keep_text: &|_| false, cache: None };
        type Reader = fn(&Entry, u64) -> Result<Vec<u8>, Unread>;
        let result = read(&entries, || Err::<Reader, _>("locked"), &options);
        assert_eq!(result.unwrap_err(), "locked");
    }

    #[test]
    fn blanked_comments_keep_lines_and_offsets() {
        assert_eq!(blank("a /* é\nb */ c", &[(2, 12)]), "a      \n     c");
        assert_eq!(blank("a", &[(5, 9)]), "a");
    }
}
