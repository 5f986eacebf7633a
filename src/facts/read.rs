//! A snapshot's files to the fact base: every blob is read once, in parallel, and everything that later stages need
//! of its content is taken in that pass.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::{
    File, ScopeRules,
    base::FactBase,
    cache::Cache,
    companions::{cut_to, set_aside, slice, speaks_of_agents},
    context::{ByShare, by_share},
    file::{Outcome, one},
    follow::not_parsed,
    model::Context,
    starts::Started,
};
use crate::source::{Entry, RepoPath, Unread};

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
    pub cache: Option<CacheUse<'a>>,
}

/// Facts of earlier runs, and how the content of an entry is named.
#[derive(Clone, Copy)]
pub struct CacheUse<'a> {
    pub cache: &'a Cache,
    /// The id of the entry's content, where it is known without reading it.
    pub content_id: &'a (dyn Fn(&Entry) -> Option<[u8; 20]> + Sync),
}

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
    let outcomes = in_parallel(entries, &open, |entry, reader| one(entry, reader, options))?;
    let mut base = FactBase::default();
    base.files.reserve_exact(outcomes.len());
    base.comments.reserve_exact(outcomes.len());
    let mut packed = Vec::with_capacity(outcomes.len());
    for (outcome, hits) in outcomes {
        base.hits.extend(hits);
        match outcome {
            Outcome::Read(file, comments, unparsed, facts) => {
                base.unread.extend(unparsed.map(|reason| not_parsed(&file, reason)));
                base.files.push(*file);
                base.comments.push(comments);
                packed.push(facts);
            }
            Outcome::Not(unread) => base.unread.push(unread),
        }
    }
    base.files.par_iter_mut().zip(packed).for_each(|(file, packed)| packed.into_iter().for_each(|p| p.put_into(file)));
    let before: Vec<Context> = base.files.iter().map(|file| file.context).collect();
    let share = by_share(&base.files, options.rules.product_share);
    base.scripts_are_product = share != ByShare::default();
    let started = if share.examples { base.started_examples(&open, options)? } else { Started::default() };
    share.apply(&mut base.files, &mut base.unread, |path, language| started.holds(path, language));
    let changed: Vec<usize> = (0..).zip(before).filter(|(i, c)| base.files[*i].context != *c).map(|(i, _)| i).collect();
    base.take_facts(&changed, &open, options)?;
    set_tests_aside(&mut base.files, options.rules);
    set_aside(&mut base.files, &mut base.unread, options.base, options.rules);
    let rules = &options.rules.companions.slice;
    if let Some(own) = slice(&base.files, rules)
        && !base.readme_text(&open, options)?.is_some_and(|readme| speaks_of_agents(&readme, rules))
    {
        cut_to(&own, &mut base.files, &mut base.unread, options.base);
    }
    base.follow_imports(&open, options)?;
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

/// What imports a test framework is a test, wherever it lies: follow-up brings back what the product imports.
fn set_tests_aside(files: &mut [File], rules: &ScopeRules) {
    files.par_iter_mut().filter(|file| file.context == Context::Product).for_each(|file| {
        let facts = &file.facts;
        let of_tests = |module: &str| rules.test_modules.iter().any(|known| known.matches(module));
        let runs_tools = !facts.tools.is_empty() || !facts.models.is_empty() || !facts.routes.is_empty();
        if !runs_tools && facts.imports.iter().any(|import| of_tests(&import.module)) {
            file.context = Context::Test;
        }
    });
}

/// One reader for each thread and piece of work; the results are in the order of `items`.
pub(super) fn in_parallel<I, T, R, E>(
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        facts::{Coverage, UnreadReason},
        source::EntryKind,
        syntax::Language,
    };

    type Files = BTreeMap<&'static str, Vec<u8>>;

    fn entry(path: &str) -> Entry {
        Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false }
    }

    fn base(files: &Files, extra: &[Entry], subpath: &str) -> FactBase {
        let mut entries: Vec<Entry> = files.keys().map(|path| entry(path)).chain(extra.iter().cloned()).collect();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        let options = ReadOptions { base: subpath, rules: ScopeRules::embedded(), searches: Some(&Lines), cache: None };
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
        let code = |path, text| base.without_comments(base.index(path).unwrap(), text);
        assert_eq!(
            code("a.py", "import os\nos.system('x')  # hit\n# hit\n"),
            "import os\nos.system('x')       \n     \n"
        );
        assert_eq!(code("p.cbl", "MOVE A TO B.\n"), "MOVE A TO B.\n");
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
        list.remove("lib/a.py");
        list.insert("lib/__init__.py", b"x = 1\n".to_vec());
        assert_eq!(base(&list, &[], "").files[0].context, Context::Product);
        list.insert("pyproject.toml", b"[project]\n".to_vec());
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
        let options = ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, cache: None };
        type Reader = fn(&Entry, u64) -> Result<Vec<u8>, Unread>;
        let result = read(&entries, || Err::<Reader, _>("locked"), &options);
        assert_eq!(result.unwrap_err(), "locked");
    }
}
