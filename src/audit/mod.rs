//! The main job: a snapshot in, a card out.

mod explain;
mod hidden;
mod identity;
mod inventory;
mod powers;
mod reading;
mod targets;

pub use explain::{Explained, explain};
pub use inventory::{Inventory, InventoryTool, NotFollowed, Pairs, PlaceLink, Reached, Row, Section};
pub use targets::AuditTarget;

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::{
    assess::{self, AssessError, Assessment, Kind, NoAgent, Options, SearchPlan},
    card::{Card, CardMeta, Category, InvariantError, NoReasons, SignalRecord},
    detect::{self, BaseTexts, Plan, Signal},
    evidence::{Permalinks, Scope, SearchError, SearchSet, Tally, masked_path},
    facts::{self, Cache, CacheUse, Context, CountHits, FactBase, ReadOptions, ScopeRules},
    rulebook::Rulebook,
    source::{Entry, Reader, RepoPath, Snapshot, SourceError, Unread},
};

/// What the person who runs the audit decides.
#[derive(Debug, Clone, Default)]
pub struct AuditOptions {
    /// Overrides the kind that was found.
    pub kind: Option<Kind>,
    /// Rates even where no agent was found.
    pub as_agent: bool,
    /// Title, description, category and scored configuration, where given.
    pub name: Option<String>,
    pub description: Option<String>,
    pub category: Option<Category>,
    pub mode: Option<String>,
    /// `YYYY-MM-DD`.
    pub date: String,
}

/// The answer.
#[derive(Debug)]
pub enum AuditOutcome {
    /// A card. `incomplete` says why it is not the whole story; empty when it is.
    Card {
        card: Box<Card>,
        signals: Vec<Signal>,
        incomplete: Vec<String>,
    },
    NoAgent {
        name: String,
        no_agent: NoAgent,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Assess(#[from] AssessError),
    #[error("rules: a search cannot be recorded: {0}")]
    Search(#[from] SearchError),
    #[error("no valid card: {0}")]
    Card(#[from] InvariantError),
    #[error(transparent)]
    Explain(#[from] NoReasons),
}

/// How far the audit is, for a progress display.
pub trait Stages: Sync {
    fn stage(&self, name: &'static str, total: Option<u64>);
    fn advance(&self, steps: u64);
}

/// Audits one snapshot with the threads of the current rayon pool. The cache changes how long that takes, nothing else.
///
/// # Errors
/// A snapshot that cannot be read at all, or a mistake of the rules.
pub fn audit(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    options: &AuditOptions,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<AuditOutcome, AuditError> {
    let plan = Plan::new(rulebook);
    let searches = SearchPlan::new(rulebook)?;
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let base = read(snapshot, &rulebook.scope, &plan, Some(&searches.set), cache, stages)?;
    log_reading(snapshot, &base);

    stages.stage("rating", None);
    let scope = scope(snapshot);
    let mut listing = reading::reading(snapshot, &base, &scope);
    let again = Again::new(snapshot);
    listing.limitations.extend(hidden::limitation(snapshot.entries(), &base, |entry, most| again.read(entry, most)));
    let signals = detected(&plan, &base, &again);
    tracing::info!(signals = signals.len(), rules = rulebook.rules.len(), "rules asked");
    let rated = base.files.iter().filter(|f| f.in_scope && f.context == Context::Product);
    let tools = rated.map(|f| f.facts.tools.len() as u64).sum();
    if snapshot.subpath().is_none() {
        let parts = targets::targets(rulebook, &base, &signals)?;
        listing.limitations.extend(targets::limitation(&parts));
    }
    let tally = tally(&base);
    let counted = searches.counted(&tally, &scope);
    let rating = Options { kind: options.kind, as_agent: options.as_agent };
    let result = assess::assess(rulebook, &signals, tools, &listing.reading, &counted, &rating)?;
    let name = options.name.clone().unwrap_or_else(|| identity::name(snapshot));
    let mut assessment = match result {
        assess::Result::NoAgent(mut no_agent) => {
            no_agent.incomplete = listing.incomplete;
            no_agent.incomplete.extend(reading::could_hold_an_agent(&base));
            (no_agent.unread, no_agent.set_aside) = (listing.unread, listing.set_aside);
            return Ok(AuditOutcome::NoAgent { name, no_agent });
        }
        assess::Result::Assessed(assessment) => *assessment,
    };
    assessment.limitations.extend(listing.limitations);
    let meta = meta(
        snapshot,
        rulebook,
        options,
        &base,
        &assessment,
        &signals,
        name,
        listing.incomplete.clone(),
        &listing.unread,
    );
    let links = Permalinks::new(snapshot.remote(), &snapshot.commit().id);
    let uncommitted = snapshot.commit().uncommitted;
    let card = Card::build(&assessment, meta, &|citation| {
        // A link shows the commit, not what the work tree holds.
        if uncommitted { None } else { links.link(&citation.file, citation.lines) }
    })?;
    Ok(AuditOutcome::Card { card: Box::new(card), signals, incomplete: listing.incomplete })
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

/// What can be audited on its own in the snapshot, sorted by folder; folders are relative to the audited one.
///
/// # Errors
/// As [`audit`].
pub fn targets(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<Vec<AuditTarget>, AuditError> {
    let plan = Plan::new(rulebook);
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let base = read(snapshot, &rulebook.scope, &plan, None, cache, stages)?;
    stages.stage("detecting", None);
    let signals = detected(&plan, &base, &Again::new(snapshot));
    let mut targets = targets::targets(rulebook, &base, &signals)?;
    if let Some(folder) = snapshot.subpath().and_then(RepoPath::as_str) {
        for target in &mut targets {
            let below = target.folder.strip_prefix(folder).unwrap_or_default();
            target.folder = below.trim_start_matches('/').to_owned();
        }
    }
    Ok(targets)
}

/// The trust boundary of the snapshot.
///
/// # Errors
/// As [`audit`].
pub fn inventory(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<Inventory, AuditError> {
    let plan = Plan::new(rulebook);
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let base = read(snapshot, &rulebook.scope, &plan, None, cache, stages)?;
    stages.stage("following calls", None);
    let signals = detected(&plan, &base, &Again::new(snapshot));
    let permalinks = Permalinks::new(snapshot.remote(), &snapshot.commit().id);
    let uncommitted = snapshot.commit().uncommitted;
    // A link shows the commit, not what the work tree holds.
    let links = inventory::Links { permalinks: (!uncommitted).then_some(&permalinks) };
    let (tools, pairs) = inventory::tools(rulebook, &base, &signals, &links);
    Ok(Inventory {
        name: identity::name(snapshot),
        repo_url: snapshot.remote().map(str::to_owned),
        subpath: snapshot.subpath().and_then(RepoPath::as_str).map(str::to_owned),
        pinned_commit: snapshot.commit().id.clone(),
        uncommitted,
        tools,
        pairs,
        sections: inventory::sections(rulebook, &signals, &links),
        incomplete: reading::reading(snapshot, &base, &scope(snapshot)).incomplete,
    })
}

/// Contents that are read once more. Opening a reader reads the object store's index: idle ones wait here.
struct Again<'a> {
    snapshot: &'a Snapshot,
    idle: Mutex<Vec<Reader>>,
}

impl<'a> Again<'a> {
    fn new(snapshot: &'a Snapshot) -> Self {
        Self { snapshot, idle: Mutex::default() }
    }

    fn read(&self, entry: &Entry, most: u64) -> Result<Vec<u8>, Unread> {
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

fn detected(plan: &Plan<'_>, base: &FactBase, again: &Again<'_>) -> Vec<Signal> {
    let inputs: Vec<detect::Input<'_>> = base
        .files
        .iter()
        .map(|f| detect::Input { path: &f.path, context: f.context, in_scope: f.in_scope, facts: &f.facts })
        .collect();
    let read = |entry: &Entry, most: u64| again.read(entry, most);
    detect::detect(plan, &inputs, &BaseTexts { base, read: &read }, Some(base))
}

fn read(
    snapshot: &Snapshot,
    rules: &ScopeRules,
    plan: &Plan<'_>,
    set: Option<&SearchSet>,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<FactBase, SourceError> {
    let base = snapshot.subpath().and_then(RepoPath::as_str).unwrap_or_default();
    let counter = set.map(Counter);
    let keep_text = |path: &str, context| plan.wants_text(path, context);
    let content_id = |entry: &Entry| snapshot.content_id(entry);
    let cache = cache.map(|cache| CacheUse { cache, content_id: &content_id });
    let options = ReadOptions {
        base,
        rules,
        searches: counter.as_ref().map(|counter| counter as &dyn CountHits),
        keep_text: &keep_text,
        cache,
    };
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

struct Counter<'a>(&'a SearchSet);

impl CountHits for Counter<'_> {
    fn wants(&self, path: &RepoPath) -> bool {
        self.0.wants(path)
    }

    fn counts(&self, path: &RepoPath, bytes: &[u8]) -> Vec<(usize, u64)> {
        self.0.counts(path, bytes)
    }
}

fn tally(base: &FactBase) -> Tally {
    let mut tally = Tally::default();
    for (path, counts) in &base.hits {
        tally.add(path.clone(), counts.clone());
    }
    tally
}

/// Where recorded searches run: the audited folder.
fn scope(snapshot: &Snapshot) -> Scope {
    let folder = snapshot.subpath().and_then(|folder| Scope::folders(std::slice::from_ref(folder)));
    folder.unwrap_or_else(Scope::everything)
}

#[expect(clippy::too_many_arguments, reason = "one value per line of the card's head")]
fn meta(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    options: &AuditOptions,
    base: &FactBase,
    assessment: &Assessment,
    signals: &[Signal],
    name: String,
    incomplete: Vec<String>,
    unread: &BTreeMap<String, u64>,
) -> CardMeta {
    let subpath = snapshot.subpath().and_then(RepoPath::as_str).map(str::to_owned);
    let description = options.description.clone().unwrap_or_else(|| {
        identity::description(base, subpath.as_deref().unwrap_or_default())
            .unwrap_or_else(|| "No description in manifest or README.".to_owned())
    });
    let (signals, signal_counts) = records(signals);
    CardMeta {
        name,
        repo_url: snapshot.remote().map(str::to_owned),
        subpath,
        description,
        category: options.category.clone().unwrap_or_else(|| identity::category(&assessment.category)),
        pinned_commit: snapshot.commit().id.clone(),
        version: snapshot.commit().tag.clone(),
        scored_date: options.date.clone(),
        scored_configuration: options.mode.clone(),
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: rulebook.version(),
        uncommitted: snapshot.commit().uncommitted,
        incomplete,
        unread: unread.clone(),
        signals,
        signal_counts,
    }
}

/// Signals of one rule in one file that the card lists, and of all files.
const LISTED_IN_FILE: u64 = 20;
const LISTED: u64 = 500;

/// What the card lists of the signals; a secret in a path is masked. With it how many each rule has where they are not
/// all listed.
fn records(signals: &[Signal]) -> (Vec<SignalRecord>, BTreeMap<String, u64>) {
    let mut masked: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut listed: BTreeMap<&str, u64> = BTreeMap::new();
    let mut in_file: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut records = Vec::new();
    for signal in signals {
        *counts.entry(&signal.rule).or_default() += 1;
        let here = in_file.entry((&signal.rule, &signal.file)).or_default();
        let all = listed.entry(&signal.rule).or_default();
        if *here == LISTED_IN_FILE || *all == LISTED {
            continue;
        }
        (*here, *all) = (*here + 1, *all + 1);
        let mut record = SignalRecord::from(signal);
        if let Some(file) = masked.entry(&signal.file).or_insert_with(|| masked_path(&signal.file)) {
            record.file.clone_from(file);
        }
        records.push(record);
    }
    let all = |(rule, count): (&str, u64)| (listed.get(rule) != Some(&count)).then(|| (rule.to_owned(), count));
    (records, counts.into_iter().filter_map(all).collect())
}
