//! One look at a snapshot that answers everything two commits are compared by: its card, its tools, its signals.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    Again, AuditError, AuditOptions, AuditOutcome, InventoryTool, Stages,
    excerpts::content,
    inventory, kept,
    observe::{Purpose, observe_and},
    rate, reading,
};
use crate::{
    assess::NoAgent,
    card::CardData,
    detect::Signal,
    evidence::{Permalinks, masked_path},
    facts::{Cache, Context, UnreadFile, UnreadReason},
    rulebook::{Role, Rulebook, State},
    source::{Commit, Snapshot},
};

/// Lines of a match that name it.
const LINES: usize = 3;

/// Everything that is known of one snapshot.
#[derive(Debug)]
pub struct Examined {
    pub name: String,
    pub repo_url: Option<String>,
    pub commit: Commit,
    /// `None` where no agent was found.
    pub card: Option<Box<CardData>>,
    pub no_agent: Option<NoAgent>,
    /// Of the rated configuration, product code only.
    pub signals: Vec<Signal>,
    /// Of code outside of the audited folder that its code imports: nothing of it is rated.
    pub beyond: Vec<Signal>,
    /// Most powerful first.
    pub tools: Vec<InventoryTool>,
    /// Why the audit is incomplete, in prose.
    pub incomplete: Vec<String>,
    /// What of the product was not read: names that two audits have in common where both could not read it.
    pub lacks: BTreeSet<String>,
    /// Paths of product code.
    pub product: BTreeSet<String>,
}

/// Audits a snapshot and follows its tools, reading it once.
///
/// # Errors
/// As [`super::audit`].
pub fn examine(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    options: &AuditOptions,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<Examined, AuditError> {
    let options = AuditOptions { levels_only: true, ..options.clone() };
    let place = cache.zip(kept::key(snapshot, rulebook, &options));
    if let Some(known) = place.as_ref().and_then(|(cache, key)| kept::get(cache, key, snapshot)) {
        return Ok(known);
    }
    let permalinks = Permalinks::new(snapshot.remote(), &snapshot.commit().id);
    let shown = (!snapshot.commit().uncommitted).then_some(&permalinks);
    let (observed, (tools, lacks, product, beyond, whole)) =
        observe_and(snapshot, rulebook, Purpose::Comparison, cache, stages, |behind| {
            let links = inventory::Links { permalinks: shown, withheld: behind.withheld };
            let beyond = behind.beyond.to_vec();
            let all: Vec<Signal> = behind.signals.iter().chain(&beyond).cloned().collect();
            let (tools, _) = inventory::tools(rulebook, behind.base, behind.ways.graph(), &all, &links);
            let product = behind.base.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
            let product = product.map(|file| file.path.to_string()).collect();
            // An object that is not there may be fetched later.
            let gone = |file: &UnreadFile| matches!(file.reason, UnreadReason::Missing | UnreadReason::Unreadable(_));
            let whole = !behind.base.unread.iter().any(gone);
            (tools, reading::lacks(behind.base), product, beyond, whole)
        })?;
    let mut examined = Examined {
        name: observed.name.clone(),
        repo_url: observed.repo_url.clone(),
        commit: observed.commit.clone(),
        card: None,
        no_agent: None,
        signals: Vec::new(),
        beyond,
        tools,
        incomplete: observed.incomplete.clone(),
        lacks,
        product,
    };
    let all = observed.signals.clone();
    match rate(rulebook, observed, &options)? {
        AuditOutcome::Card { card, signals, .. } => {
            examined.card = Some(Box::new(card.into_data()));
            examined.signals = signals;
        }
        AuditOutcome::NoAgent { no_agent, .. } => {
            examined.incomplete.clone_from(&no_agent.incomplete);
            examined.no_agent = Some(no_agent);
            examined.signals = all;
        }
    }
    let told = |signal: &Signal| {
        let shown = signal.lines != Signal::NOWHERE && !rulebook.is_defect(&signal.rule);
        signal.context == Context::Product && shown
    };
    examined.signals.retain(told);
    examined.beyond.retain(told);
    if let Some((cache, key)) = place.filter(|_| whole) {
        kept::put(cache, key, &examined);
    }
    Ok(examined)
}

/// A place by which a match is known again when lines move and files are renamed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Id of a rule.
    pub rule: String,
    pub file: String,
    /// Function around it, where there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// What is called, set or declared there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Digest of the lines without their white space: 16 hex digits, nothing of the text.
    pub text: String,
    pub state: State,
}

/// A mark and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marked {
    pub mark: Mark,
    pub role: Role,
    /// First and last line.
    pub lines: (u32, u32),
}

impl Examined {
    /// Signals of what is rated, then of what that imports from elsewhere.
    pub fn all_signals(&self) -> impl Iterator<Item = &Signal> {
        self.signals.iter().chain(&self.beyond)
    }

    /// Rules that match anywhere, on as shipped.
    pub fn rules_on(&self) -> BTreeSet<&str> {
        self.all_signals().filter(|signal| signal.state == State::On).map(|signal| signal.rule.as_str()).collect()
    }

    /// Signals as marks, of those that are wanted. Reads the files that they stand in.
    pub fn marks(&self, snapshot: &Snapshot, rulebook: &Rulebook, wanted: impl Fn(&Signal) -> bool) -> Vec<Marked> {
        let mut by_file: BTreeMap<&str, Vec<&Signal>> = BTreeMap::new();
        for signal in self.all_signals().filter(|signal| wanted(signal)) {
            by_file.entry(&signal.file).or_default().push(signal);
        }
        let again = Again::new(snapshot);
        let mut marks = Vec::new();
        for (file, signals) in by_file {
            let lines = squeezed(&content(&again, file).unwrap_or_default());
            for signal in signals {
                let Some(rule) = rulebook.rules.get(signal.rule.as_str()) else { continue };
                let capture = |name: &str| signal.capture(name).map(|raw| raw.unescaped().to_owned());
                let named = ["name", "callee", "tool", "value"].into_iter().find_map(capture);
                marks.push(Marked {
                    mark: Mark {
                        rule: rule.id.clone(),
                        file: masked_path(file).unwrap_or_else(|| file.to_owned()),
                        function: capture("function").unwrap_or_default(),
                        name: named.unwrap_or_default(),
                        text: digest(&lines, (signal.lines.start, signal.lines.end)),
                        state: signal.state,
                    },
                    role: rule.role,
                    lines: (signal.lines.start, signal.lines.end),
                });
            }
        }
        marks.sort();
        marks
    }
}

/// Lines of a file without their white space.
fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}

fn digest(lines: &[String], (start, end): (u32, u32)) -> String {
    let first = (start as usize).saturating_sub(1);
    let last = (end as usize).max(first + 1).min(first + LINES);
    let mut hash = Sha256::new();
    for line in lines.iter().take(last).skip(first) {
        // Quotes are a matter of taste, a comma at the end one of the formatter.
        hash.update(line.replace('\'', "\"").trim_end_matches(',').as_bytes());
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
