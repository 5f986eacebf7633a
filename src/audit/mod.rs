//! The main job: a snapshot in, a card out.

mod claims;
mod configure;
mod contact;
mod examine;
mod excerpts;
mod explain;
mod hidden;
mod identity;
mod improve;
mod inventory;
mod kept;
mod observe;
mod powers;
mod rate;
mod reading;
mod record;
mod reviewed;
mod shorten;
mod targets;
mod withhold;

pub use claims::{ClaimsAnswer, claims};
pub use configure::Overrides;
pub use contact::Contact;
pub use examine::{Examined, Mark, Marked, examine};
pub use excerpts::excerpts;
pub use explain::{Explained, explain};
pub use inventory::{Inventory, InventoryTool, NotFollowed, Pairs, PlaceLink, Reached, Row, Section};
pub use observe::{Defect, Observed, observe};
pub use rate::rate;
pub use record::{Record, RecordError};
pub use reviewed::reviewed;
pub use targets::AuditTarget;

use crate::{
    assess::{AssessError, Kind, NoAgent},
    card::{Card, Category, InvariantError, NoReasons},
    detect::{Plan, Signal, Ways},
    evidence::{Permalinks, SearchError},
    facts::Cache,
    rulebook::{Disclosure, Rule, Rulebook},
    source::{RepoPath, Snapshot, SourceError},
};
use observe::{Again, detected, read, scope};
use withhold::Withheld;

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
    /// Name of the configuration to rate; without one that which the README leads with.
    pub configuration: Option<String>,
    /// `YYYY-MM-DD`.
    pub date: String,
    /// Neither other configurations nor improvements are rated.
    pub levels_only: bool,
}

/// The answer.
#[derive(Debug)]
pub enum AuditOutcome {
    /// A card. `incomplete` says why it is not the whole story; empty when it is.
    Card {
        card: Box<Card>,
        /// Signals as they may be written.
        signals: Vec<Signal>,
        /// For the private file.
        withheld: Vec<Defect>,
        contact: Option<Contact>,
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
    #[error("no configuration `{asked}` was found; there {}", known_names(known))]
    Configuration { asked: String, known: Vec<String> },
    #[error(transparent)]
    Record(#[from] RecordError),
}

fn known_names(known: &[String]) -> String {
    match known {
        [] => "is none".to_owned(),
        known => format!("are: {}", known.join(", ")),
    }
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
    rate(rulebook, observe(snapshot, rulebook, cache, stages)?, options)
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
    let base = read(snapshot, &rulebook.scope, None, None, cache, stages)?;
    stages.stage("detecting", None);
    let (found, _) = detected(&plan, rulebook, &base, &Ways::new(&base), &Again::new(snapshot), cache);
    let signals = Withheld::among(rulebook, &found).public(found);
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
    let wanted = |rule: &Rule| rulebook.inventory.names(&rule.id) || rule.disclosure == Disclosure::Defect;
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let (plan, base) =
        rayon::join(|| Plan::of_some(rulebook, wanted), || read(snapshot, &rulebook.scope, None, None, cache, stages));
    let base = base?;
    stages.stage("following calls", None);
    let ways = Ways::new(&base);
    let (found, beyond) = detected(&plan, rulebook, &base, &ways, &Again::new(snapshot), cache);
    let withheld = Withheld::among(rulebook, &[&*found, &*beyond].concat());
    let signals = withheld.public(found);
    let beyond = withheld.public(beyond);
    let all: Vec<Signal> = signals.iter().chain(&beyond).cloned().collect();
    let permalinks = Permalinks::new(snapshot.remote(), &snapshot.commit().id);
    let uncommitted = snapshot.commit().uncommitted;
    // A link shows the commit, not what the work tree holds.
    let links = inventory::Links { permalinks: (!uncommitted).then_some(&permalinks), withheld: &withheld };
    let (tools, pairs) = inventory::tools(rulebook, &base, ways.graph(), &all, &links);
    let incomplete = reading::reading(snapshot, &base, &scope(snapshot)).incomplete;
    // Rows take room: of a large repository as much as a part of its facts.
    drop(ways);
    rayon::spawn(move || drop(base));
    Ok(Inventory {
        name: identity::name(snapshot),
        repo_url: snapshot.remote().map(str::to_owned),
        subpath: snapshot.subpath().and_then(RepoPath::as_str).map(str::to_owned),
        pinned_commit: snapshot.commit().id.clone(),
        uncommitted,
        tools,
        pairs,
        sections: inventory::sections(rulebook, &signals, &links),
        incomplete,
        left_out: 0,
    })
}
