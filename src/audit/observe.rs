//! What rating needs of a snapshot: files read, rules asked, searches counted.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use super::{
    AuditError, Overrides, Stages, claims,
    contact::{Contact, contact},
    hidden, identity, reading, targets,
    withhold::Withheld,
};
use crate::{
    assess::{Reading, SearchPlan},
    claims::{ClaimsReport, Scanner},
    detect::{self, BaseTexts, KeptFinds, Plan, Signal, Texts, Ways},
    evidence::{Scope, SearchSet, Tally, mask},
    facts::{
        self, Cache, CacheUse, Configuration, Context, CountHits, FactBase, ReadOptions, ScopeRules, Settings, Span,
        Start,
    },
    rulebook::Rulebook,
    source::{Commit, Entry, Reader, RepoPath, Snapshot, SourceError, Unread},
    syntax::Language,
};

/// Everything that rating asks of a repository. Nothing after this reads a file of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    pub name: String,
    pub repo_url: Option<String>,
    pub subpath: Option<String>,
    pub description: String,
    pub commit: Commit,
    /// As they may be written.
    pub signals: Vec<Signal>,
    /// What is not: possible defects, with their source lines, and whom to tell.
    pub withheld: Vec<Defect>,
    pub contact: Option<Contact>,
    /// Declared tools of the product.
    pub tools: u64,
    pub reading: Reading,
    /// Where recorded searches run, as a shell reads it, and what they count by rule; rules without a hit left out.
    pub scope: String,
    pub hits: BTreeMap<String, u64>,
    /// How the product can be started.
    pub configurations: Vec<Configuration>,
    /// By name of a configuration what its containers set otherwise than the code.
    pub overrides: BTreeMap<String, Overrides>,
    /// What the documents claim; `None` where it was not asked.
    pub claims: Option<ClaimsReport>,
    pub limitations: Vec<String>,
    /// Why the audit is incomplete (exit code 4), in prose.
    pub incomplete: Vec<String>,
    /// Paths that were not read, by reason.
    pub unread: BTreeMap<String, u64>,
    /// Code files that are no product, by what they are.
    pub set_aside: BTreeMap<String, u64>,
    /// Why an agent may have been missed where none was found.
    pub could_hold_an_agent: Option<String>,
}

/// A signal of a possible defect with the lines that it stands on, secrets in them masked.
#[derive(Debug, Clone, PartialEq)]
pub struct Defect {
    pub signal: Signal,
    pub lines: Vec<String>,
}

/// Reads a snapshot and asks the rules, with the threads of the current rayon pool. The cache changes how long that
/// takes, nothing else.
///
/// # Errors
/// A snapshot that cannot be read at all, or a mistake of the rules.
pub fn observe(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<Observed, AuditError> {
    observe_and(snapshot, rulebook, Purpose::Card, cache, stages, |_| ()).map(|(observed, ())| observed)
}

/// What an observation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Card,
    /// Levels and signals to be compared with those of another commit: nothing that only explains a card is counted.
    Comparison,
}

/// What stands behind an observation.
pub(super) struct Behind<'a> {
    pub base: &'a FactBase,
    pub ways: &'a Ways<'a>,
    pub signals: &'a [Signal],
    /// Of what the audited folder imports from the rest of the repository.
    pub beyond: &'a [Signal],
    /// Of both.
    pub withheld: &'a Withheld,
}

/// The same, and what `also` takes of what stands behind it.
pub(super) fn observe_and<T>(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    purpose: Purpose,
    cache: Option<&Cache>,
    stages: &dyn Stages,
    also: impl FnOnce(&Behind<'_>) -> T,
) -> Result<(Observed, T), AuditError> {
    let explained = purpose == Purpose::Card;
    let searches = explained.then(|| SearchPlan::new(rulebook)).transpose()?;
    let scanner = Scanner::new(&rulebook.claims.directed);
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let (counted, scanned) = (searches.as_ref().map(|plan| &plan.set), explained.then_some(&scanner));
    let (plan, base) =
        rayon::join(|| Plan::new(rulebook), || read(snapshot, &rulebook.scope, counted, scanned, cache, stages));
    let base = base?;
    log_reading(snapshot, &base);

    stages.stage("rating", None);
    let scope = scope(snapshot);
    let listing = reading::reading(snapshot, &base, &scope);
    let mut limitations = listing.limitations;
    let again = Again::new(snapshot);
    if explained {
        limitations.extend(hidden::limitation(snapshot.entries(), &base, |entry, most| again.read(entry, most)));
    }
    let ways = Ways::new(&base);
    let (found, beyond) = detected(&plan, rulebook, &base, &ways, &again, cache);
    let withheld = Withheld::among(rulebook, &found);
    let signals = withheld.public(found.clone());
    let wider = (!beyond.is_empty()).then(|| Withheld::among(rulebook, &[&*found, &*beyond].concat()));
    let everywhere = wider.as_ref().unwrap_or(&withheld);
    let beyond = everywhere.public(beyond);
    let taken = also(&Behind { base: &base, ways: &ways, signals: &signals, beyond: &beyond, withheld: everywhere });
    tracing::info!(signals = signals.len(), rules = rulebook.rules.len(), "rules asked");
    if snapshot.subpath().is_none() {
        let parts = targets::targets(rulebook, &base, &signals)?;
        limitations.extend(targets::limitation(&parts));
    }
    let rated = base.files.iter().filter(|f| f.in_scope && f.context == Context::Product);
    let subpath = snapshot.subpath().and_then(RepoPath::as_str).map(str::to_owned);
    let read = |entry: &Entry, most: u64| again.read(entry, most);
    let texts = BaseTexts { base: &base, read: &read };
    let readme = identity::readme(subpath.as_deref().unwrap_or_default(), &texts);
    let readme = readme.as_ref().map(|(path, text)| (path.as_str(), text.as_str()));
    let configurations = base.configurations(readme);
    let settings = Settings::new(&base);
    let overrides = configurations.iter().filter_map(|configuration| {
        let Start::Container(_) = configuration.start() else { return None };
        let won = detect::by_winners(&plan, &base, &settings, configuration.start(), &found)?;
        let won = withheld.public(won);
        (won != signals).then(|| (configuration.name.clone(), Overrides::between(&signals, &won)))
    });
    let overrides = overrides.collect();
    let defects = withheld.signals.iter().map(|signal| Defect {
        lines: texts.content(&signal.file).map(|content| excerpt(&content.text, signal.lines)).unwrap_or_default(),
        signal: signal.clone(),
    });
    let hits = searches.map(|plan| plan.hits(&tally(&base), &scope)).unwrap_or_default();
    let ground = claims::Ground {
        snapshot,
        rulebook,
        base: &base,
        signals: &signals,
        withheld: &withheld,
        again: &again,
        scope: &scope,
        hits: &hits,
    };
    let claims = explained.then(|| claims::compared(&ground, None, scanner));
    limitations.extend(claims.as_ref().map(claims::limitation));
    let observed = Observed {
        withheld: defects.collect(),
        contact: contact(&texts),
        name: identity::name(snapshot),
        claims,
        overrides,
        configurations,
        repo_url: snapshot.remote().map(str::to_owned),
        description: identity::description(subpath.as_deref().unwrap_or_default(), &texts)
            .unwrap_or_else(|| "No description in manifest or README.".to_owned()),
        subpath,
        commit: snapshot.commit().clone(),
        tools: rated.map(|f| f.facts.tools.len() as u64).sum(),
        signals,
        reading: listing.reading,
        hits,
        scope: scope.text(),
        limitations,
        incomplete: listing.incomplete,
        unread: listing.unread,
        set_aside: listing.set_aside,
        could_hold_an_agent: reading::could_hold_an_agent(&base),
    };
    Ok((observed, taken))
}

/// Lines of a private report.
const EXCERPT: usize = 12;

fn excerpt(text: &str, lines: Span) -> Vec<String> {
    let skip = lines.start.saturating_sub(1) as usize;
    let count = (lines.end.saturating_sub(lines.start) as usize + 1).min(EXCERPT);
    let taken: Vec<&str> = text.lines().skip(skip).take(count).collect();
    mask(&taken.join("\n")).lines().map(str::to_owned).collect()
}

/// Sizes at `info`, single files at `debug`.
fn log_reading(snapshot: &Snapshot, base: &FactBase) {
    let bytes: u64 = base.files.iter().map(|file| file.size).sum();
    tracing::info!(
        commit = snapshot.commit().id.as_str(),
        paths = snapshot.entries().len(),
        files = base.files.len(),
        bytes,
        unread = base.unread.len(),
        product_code_bytes = base.product_code_bytes(),
        "repository read"
    );
    for (language, totals) in &base.totals {
        tracing::info!(
            language = language.name(),
            files = totals.files,
            product_bytes = totals.product_bytes,
            "in scope"
        );
    }
    for file in &base.unread {
        tracing::debug!(path = ?file.path, reason = ?file.reason, "not read");
    }
    for (file, reason) in base.partial() {
        tracing::debug!(path = ?file.path, reason, "read in part");
    }
    for file in base.reached.iter().filter_map(|i| base.files.get(*i)) {
        tracing::debug!(path = ?file.path, "product because product code imports it");
    }
    for file in base.files.iter().filter(|f| f.in_scope && f.context != Context::Product) {
        tracing::debug!(path = ?file.path, context = ?file.context, "set aside");
    }
}

/// Contents that are read once more. Opening a reader reads the object store's index: idle ones wait here.
pub(super) struct Again<'a> {
    snapshot: &'a Snapshot,
    idle: Mutex<Vec<Reader>>,
}

impl<'a> Again<'a> {
    pub(super) fn new(snapshot: &'a Snapshot) -> Self {
        Self { snapshot, idle: Mutex::default() }
    }

    pub(super) fn read(&self, entry: &Entry, most: u64) -> Result<Vec<u8>, Unread> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let reader = match waiting {
            Some(reader) => reader,
            None => self.snapshot.reader().map_err(|e| Unread::Unreadable(e.to_string()))?,
        };
        let content = reader.read(entry, most);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(reader);
        content
    }
}

/// Signals of what is rated, and of what that imports from the rest of the repository. The plan's rules are some of the
/// rulebook.
pub(super) fn detected(
    plan: &Plan<'_>,
    rulebook: &Rulebook,
    base: &FactBase,
    ways: &Ways<'_>,
    again: &Again<'_>,
    cache: Option<&Cache>,
) -> (Vec<Signal>, Vec<Signal>) {
    let content_id = |path: &str| again.snapshot.content_id(again.snapshot.entry(path)?);
    let kept = cache.map(|cache| KeptFinds::new(cache, rulebook, plan, &content_id));
    let imported = |at: usize| base.outside.binary_search(&at).is_ok();
    let inputs: Vec<detect::Input<'_>> = (0..)
        .zip(&base.files)
        .map(|(at, file)| detect::Input { in_scope: file.in_scope || imported(at), ..file.into() })
        .collect();
    let read = |entry: &Entry, most: u64| again.read(entry, most);
    let texts = BaseTexts { base, read: &read };
    let all = detect::detect_with(plan, &inputs, &texts, Some(ways), detect::Extent::Program, kept.as_ref());
    all.into_iter().partition(|signal| base.index(&signal.file).is_none_or(|at| !imported(at)))
}

pub(super) fn read(
    snapshot: &Snapshot,
    rules: &ScopeRules,
    set: Option<&SearchSet>,
    scanner: Option<&Scanner>,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<FactBase, SourceError> {
    let base = snapshot.subpath().and_then(RepoPath::as_str).unwrap_or_default();
    let counter = (set.is_some() || scanner.is_some()).then_some(Counter { set, scanner, base });
    let content_id = |entry: &Entry| snapshot.content_id(entry);
    let cache = cache.map(|cache| CacheUse { cache, content_id: &content_id });
    let options =
        ReadOptions { base, rules, searches: counter.as_ref().map(|counter| counter as &dyn CountHits), cache };
    facts::read(
        snapshot.entries(),
        || {
            let reader = snapshot.reader()?;
            Ok::<_, SourceError>(move |entry: &Entry, most: u64| {
                stages.advance(1);
                reader.read(entry, most)
            })
        },
        &options,
    )
}

/// Everything that looks at the bytes of files while they are read.
struct Counter<'a> {
    set: Option<&'a SearchSet>,
    scanner: Option<&'a Scanner>,
    /// The audited folder.
    base: &'a str,
}

impl Counter<'_> {
    fn scans<'p>(&self, path: &'p RepoPath) -> Option<(&Scanner, &'p str)> {
        let text =
            path.as_str().filter(|text| !Language::is_media(text) && path.is_within(&RepoPath::new(self.base)))?;
        Some((self.scanner?, text))
    }
}

impl CountHits for Counter<'_> {
    fn wants(&self, path: &RepoPath) -> bool {
        self.set.is_some_and(|set| set.wants(path)) || self.scans(path).is_some()
    }

    fn counts(&self, path: &RepoPath, bytes: &[u8]) -> Vec<(usize, u64)> {
        if let Some((scanner, text)) = self.scans(path) {
            scanner.look(text, bytes);
        }
        self.set.map(|set| set.counts(path, bytes)).unwrap_or_default()
    }
}

pub(super) fn tally(base: &FactBase) -> Tally {
    let mut tally = Tally::default();
    for (path, counts) in &base.hits {
        tally.add(path.clone(), counts.clone());
    }
    tally
}

/// Where recorded searches run: the audited folder.
pub(super) fn scope(snapshot: &Snapshot) -> Scope {
    let folder = snapshot.subpath().and_then(|folder| Scope::folders(std::slice::from_ref(folder)));
    folder.unwrap_or_else(Scope::everything)
}
