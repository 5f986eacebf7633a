//! The main job: a snapshot in, a card out.

mod identity;
mod reading;

pub use identity::category;

use std::sync::Arc;

use crate::{
    assess::{self, AssessError, Assessment, Kind, NoAgent, Options},
    card::{Card, CardMeta, Category, InvariantError, SignalRecord},
    detect::{self, Signal},
    evidence::{Permalinks, RecordedSearch, Scope, SearchError, SearchSet, SearchSpec, Tally},
    facts::{self, CountHits, FactBase, ReadOptions, ScopeRules},
    rulebook::Rulebook,
    source::{Entry, RepoPath, Snapshot, SourceError, Unread},
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
    Card { card: Box<Card>, incomplete: Vec<String> },
    NoAgent { name: String, commit: String, no_agent: NoAgent },
}

#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Assess(#[from] AssessError),
    #[error("rules: the search of `{rule}` cannot be recorded: {error}")]
    Search { rule: String, error: SearchError },
    #[error("rules: {0}")]
    Scope(String),
    #[error("no valid card: {0}")]
    Card(#[from] InvariantError),
}

/// How far the audit is, for a progress display.
pub trait Stages: Sync {
    fn stage(&self, name: &'static str, total: Option<u64>);
    fn advance(&self, steps: u64);
}

/// Audits one snapshot with the threads of the current rayon pool.
///
/// # Errors
/// A snapshot that cannot be read at all, or a mistake of the rules.
pub fn audit(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    options: &AuditOptions,
    stages: &dyn Stages,
) -> Result<AuditOutcome, AuditError> {
    let searches = Searches::new(rulebook, snapshot)?;
    let rules = scope_rules(rulebook)?;
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let base = read(snapshot, &rules, &searches.set, stages)?;
    let searches = searches.with_hits(&base);

    stages.stage("rating", None);
    let listing = reading::reading(snapshot, &base)?;
    let inputs: Vec<detect::Input<'_>> = base
        .files
        .iter()
        .map(|f| detect::Input { path: &f.path, context: f.context, in_scope: f.in_scope, facts: &f.facts })
        .collect();
    let texts = Texts { base: &base, snapshot };
    let rating = Options { kind: options.kind, as_agent: options.as_agent };
    let (signals, result) =
        assess::detect_and_assess(rulebook, &inputs, &texts, &listing.reading, &searches, &rating)?;
    let name = options.name.clone().unwrap_or_else(|| identity::name(snapshot));
    let mut assessment = match result {
        assess::Result::NoAgent(no_agent) => {
            return Ok(AuditOutcome::NoAgent { name, commit: snapshot.commit().id.clone(), no_agent });
        }
        assess::Result::Assessed(assessment) => *assessment,
    };
    assessment.limitations.extend(listing.limitations);
    let meta = meta(snapshot, rulebook, options, &base, &assessment, &signals, name, listing.incomplete.clone(), &listing.unread);
    let links = Permalinks::new(snapshot.remote(), &snapshot.commit().id);
    let uncommitted = snapshot.commit().uncommitted;
    let card = Card::build(&assessment, meta, &|citation| {
        // A link shows the commit, not what the work tree holds.
        if uncommitted { None } else { links.link(&citation.file, citation.lines) }
    })?;
    Ok(AuditOutcome::Card { card: Box::new(card), incomplete: listing.incomplete })
}

fn scope_rules(rulebook: &Rulebook) -> Result<ScopeRules, AuditError> {
    let text = rulebook.sources.get("scope.yaml").ok_or_else(|| AuditError::Scope("scope.yaml is missing".into()))?;
    ScopeRules::parse(text).map_err(|e| AuditError::Scope(e.to_string()))
}

fn read(
    snapshot: &Snapshot,
    rules: &ScopeRules,
    set: &SearchSet,
    stages: &dyn Stages,
) -> Result<FactBase, SourceError> {
    let base = snapshot.subpath().and_then(RepoPath::as_str).unwrap_or_default();
    let options = ReadOptions { base, rules, searches: Some(&Counter(set)), keep_text: &|_| true };
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

/// The recorded searches of the rules, counted over the audited scope.
struct Searches {
    rules: Vec<String>,
    set: SearchSet,
    scope: Scope,
    tally: Tally,
}

impl Searches {
    fn new(rulebook: &Rulebook, snapshot: &Snapshot) -> Result<Self, AuditError> {
        let (rules, specs): (Vec<String>, Vec<SearchSpec>) = rulebook.searches().into_iter().unzip();
        let set = SearchSet::new(&specs)
            .map_err(|(at, error)| AuditError::Search { rule: rules.get(at).cloned().unwrap_or_default(), error })?;
        let scope = snapshot.subpath().map_or_else(Scope::everything, |folder| {
            Scope::folders(std::slice::from_ref(folder)).unwrap_or_else(Scope::everything)
        });
        Ok(Self { rules, set, scope, tally: Tally::default() })
    }

    fn with_hits(mut self, base: &FactBase) -> Self {
        for (path, counts) in &base.hits {
            self.tally.add(path.clone(), counts.clone());
        }
        self
    }
}

impl assess::Searches for Searches {
    fn recorded(&self, rule: &str) -> Option<RecordedSearch> {
        let spec = self.rules.binary_search_by(|r| r.as_str().cmp(rule)).ok()?;
        Some(self.tally.record(&self.set, spec, &self.scope, None))
    }
}

/// Texts of files, kept ones first.
struct Texts<'a> {
    base: &'a FactBase,
    snapshot: &'a Snapshot,
}

impl detect::Texts for Texts<'_> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.base.text(self.base.index(path)?, |entry, most| {
            let unreadable = |e: SourceError| Unread::Unreadable(e.to_string());
            self.snapshot.reader().map_err(unreadable)?.read(entry, most)
        })
    }
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
    unread: &std::collections::BTreeMap<String, u64>,
) -> CardMeta {
    let subpath = snapshot.subpath().and_then(RepoPath::as_str).map(str::to_owned);
    let description = options.description.clone().unwrap_or_else(|| {
        identity::description(base, subpath.as_deref().unwrap_or_default())
            .unwrap_or_else(|| "No description in manifest or README.".to_owned())
    });
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
        signals: signals.iter().map(SignalRecord::from).collect(),
    }
}
