//! Files whose facts are asked for after the first pass: what became product by the share of scripts, or because
//! something starts it or product code imports it.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::{
    File,
    base::{FactBase, UnreadFile, UnreadReason},
    extract::no_facts,
    file::{BUNDLED, LARGEST_BLOB, Place, facts_of, ranges, seen, unparsed},
    model::{Context, Coverage},
    modules::{Found, Modules},
    read::{ReadOptions, in_parallel},
    starts::Starts,
};
use crate::{
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{self, Decoded, Language},
};

/// Files that imports make product, and imports of imports that are followed.
const MOST_REACHED: usize = 20_000;
const MOST_ROUNDS: usize = 500;
/// Shell scripts that start each other.
const MOST_SCRIPTS: usize = 8;

impl FactBase {
    /// Reads files again whose facts were not asked for at first. Their contents were read a moment ago: what cannot be
    /// had now keeps no facts.
    pub(super) fn take_facts<R, E>(
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
        self.take(indices, open, options)
    }

    fn take<R, E>(
        &mut self,
        indices: Vec<usize>,
        open: &(impl Fn() -> Result<R, E> + Sync + Send),
        options: &ReadOptions<'_>,
    ) -> Result<(), E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
        E: Send,
    {
        if indices.is_empty() {
            return Ok(());
        }
        let files = &self.files;
        let taken = in_parallel(&indices, open, |index, reader| {
            let file = &files[*index];
            let entry = Entry { path: RepoPath::new(file.path.as_bytes()), kind: EntryKind::File, executable: false };
            let by_path = (Language::detect(&file.path, b""), file.context);
            let place = Place { path: &file.path, in_scope: file.in_scope, options, by_path };
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
            self.comments[index] = Some(ranges(&extracted));
            self.files[index].facts = extracted.facts;
        }
        self.unread.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(())
    }

    /// What shell scripts run in turn that are among what manifests and containers start, and those.
    fn started<R, E>(
        &mut self,
        mut found: BTreeSet<Found>,
        modules: &Modules,
        open: &(impl Fn() -> Result<R, E> + Sync + Send),
        options: &ReadOptions<'_>,
    ) -> Result<BTreeSet<Found>, E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
        E: Send,
    {
        let mut followed = BTreeSet::new();
        for _ in 0..MOST_SCRIPTS {
            let files = found.iter().filter_map(|found| match found {
                Found::File(i) if self.files[*i].language == Language::Bash => Some(*i),
                _ => None,
            });
            let scripts: Vec<usize> = files.filter(|i| followed.insert(*i)).collect();
            if scripts.is_empty() {
                break;
            }
            let unknown: Vec<usize> =
                scripts.iter().copied().filter(|i| self.files[*i].context != Context::Product).collect();
            self.take_facts(&unknown, open, options)?;
            let starts = Starts::new(&self.files, modules, options.rules, options.base);
            scripts.iter().for_each(|i| found.extend(starts.of_script(&self.files[*i])));
        }
        Ok(found)
    }

    /// A context lowers a file only while nothing in the product reaches it: what starts it or what product code imports
    /// becomes product, and what that imports, until nothing new is found.
    pub(super) fn follow_imports<R, E>(
        &mut self,
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
        let modules = Modules::new(&self.files, &unread);
        let (files, by_share) = (&self.files, self.scripts_are_product);
        let (mut imported, found) = rayon::join(
            || imported(&modules, files, &from),
            || Starts::new(files, &modules, options.rules, options.base).of_product(by_share),
        );
        imported.append(&mut self.started(found, &modules, open, options)?);
        let mut found = imported;
        for round in 0.. {
            if round > 0 {
                found = self::imported(&modules, &self.files, &from);
            }
            let mut new = Vec::new();
            for found in std::mem::take(&mut found) {
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
                    self.comments[*i] = None;
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
        self.modules = modules;
        self.unread.append(&mut unread);
        self.unread.sort_by(|a, b| a.path.cmp(&b.path));
        self.reached.sort_unstable();
        self.imported.sort_unstable();
        self.imported.dedup();
        self.follow_outside(open, options)
    }

    /// What code of the audited folder imports from the rest of the repository, and what that imports: nothing of it is
    /// rated, but what it does when it is called is known.
    fn follow_outside<R, E>(
        &mut self,
        open: &(impl Fn() -> Result<R, E> + Sync + Send),
        options: &ReadOptions<'_>,
    ) -> Result<(), E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
        E: Send,
    {
        if options.base.is_empty() {
            return Ok(());
        }
        let followed = |file: &File| {
            !file.in_scope
                && !matches!(file.context, Context::Vendored | Context::Generated)
                && file.language.has_facts()
                && runs(file)
        };
        let product = |i: &usize| self.files[*i].in_scope && self.files[*i].context == Context::Product;
        let mut from: Vec<usize> = (0..self.files.len()).filter(product).collect();
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let found = imported(&self.modules, &self.files, &from);
            let files = found.into_iter().filter_map(|found| match found {
                Found::File(i) if followed(&self.files[i]) && !taken.contains(&i) => Some(i),
                _ => None,
            });
            let new: Vec<usize> = files.collect();
            if new.is_empty() || taken.len() + new.len() > MOST_REACHED {
                break;
            }
            new.iter().for_each(|i| self.files[*i].context = Context::Product);
            self.take(new.clone(), open, options)?;
            taken.extend(&new);
            from = new;
        }
        self.outside = taken.into_iter().collect();
        Ok(())
    }
}

/// What some of the files bring into the program.
fn imported(modules: &Modules, files: &[File], from: &[usize]) -> BTreeSet<Found> {
    let of_one = |i: &usize| {
        let mut found = BTreeSet::new();
        modules.imports(&files[*i], &mut found);
        found
    };
    from.par_iter().with_min_len(16).flat_map_iter(of_one).collect()
}

/// Whether a path that was not read may hold code: pictures and style sheets are imported, too.
fn may_be_code(path: &str, language: Language) -> bool {
    let compiled = [".so", ".pyc", ".pyd", ".dll", ".node", ".wasm"];
    language.is_code() || language == Language::Notebook || compiled.iter().any(|ending| path.ends_with(ending))
}

/// Files that are code to the programs of their language: type declarations are not.
fn runs(file: &File) -> bool {
    (file.language.is_code() || file.language == Language::Notebook)
        && ![".d.ts", ".d.mts", ".d.cts", ".pyi"].iter().any(|e| file.path.ends_with(e))
}

pub(super) fn not_parsed(file: &File, reason: UnreadReason) -> UnreadFile {
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
