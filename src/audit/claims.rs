//! What the documents claim, for the card and on its own.

use std::collections::BTreeMap;

use super::{
    AuditError, Stages,
    observe::{Again, detected, read, scope, tally},
    reading,
    withhold::Withheld,
};
use crate::{
    assess::SearchPlan,
    claims::{ClaimsReport, Directed, DirectedText, Evidence, Page, Scanner, report},
    detect::{Plan, Signal, Ways},
    evidence::{Permalinks, Scope, masked_path},
    facts::{Cache, FactBase, Span},
    rulebook::Rulebook,
    source::{Entry, RepoPath, Snapshot},
};

/// Places with text for auditors that are listed.
const LISTED: usize = 60;
/// Places that the limitation names.
const NAMED: usize = 4;

/// The claims of a snapshot, or of a page beside it.
#[derive(Debug, Clone)]
pub struct ClaimsAnswer {
    pub name: String,
    pub repo_url: Option<String>,
    pub subpath: Option<String>,
    pub pinned_commit: String,
    pub uncommitted: bool,
    /// Where the page was read from, if one was given.
    pub page: Option<String>,
    pub report: ClaimsReport,
    /// Why the answer is incomplete (exit code 4), in prose.
    pub incomplete: Vec<String>,
}

/// Reads a snapshot and compares what is claimed with it.
///
/// # Errors
/// As [`super::audit`].
pub fn claims(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    page: Option<Page<'_>>,
    cache: Option<&Cache>,
    stages: &dyn Stages,
) -> Result<ClaimsAnswer, AuditError> {
    let plan = Plan::new(rulebook);
    let searches = SearchPlan::new(rulebook)?;
    let scanner = Scanner::new(&rulebook.claims.directed);
    stages.stage("reading", Some(snapshot.entries().len() as u64));
    let base = read(snapshot, &rulebook.scope, Some(&searches.set), Some(&scanner), cache, stages)?;
    stages.stage("comparing", None);
    let again = Again::new(snapshot);
    let (found, _) = detected(&plan, rulebook, &base, &Ways::new(&base), &again, cache);
    let withheld = Withheld::among(rulebook, &found);
    let signals = withheld.public(found);
    let scope = scope(snapshot);
    let hits = searches.hits(&tally(&base), &scope);
    let ground = Ground {
        snapshot,
        rulebook,
        base: &base,
        signals: &signals,
        withheld: &withheld,
        again: &again,
        scope: &scope,
        hits: &hits,
    };
    let report = compared(&ground, page, scanner);
    Ok(ClaimsAnswer {
        name: super::identity::name(snapshot),
        repo_url: snapshot.remote().map(str::to_owned),
        subpath: snapshot.subpath().and_then(RepoPath::as_str).map(str::to_owned),
        pinned_commit: snapshot.commit().id.clone(),
        uncommitted: snapshot.commit().uncommitted,
        page: page.map(|page| page.name.to_owned()),
        report,
        incomplete: reading::reading(snapshot, &base, &scope).incomplete,
    })
}

/// What was read of a snapshot.
pub(super) struct Ground<'a> {
    pub snapshot: &'a Snapshot,
    pub rulebook: &'a Rulebook,
    pub base: &'a FactBase,
    pub signals: &'a [Signal],
    /// Places that no answer may point to.
    pub withheld: &'a Withheld,
    pub again: &'a Again<'a>,
    pub scope: &'a Scope,
    /// Of the rules' own searches.
    pub hits: &'a BTreeMap<String, u64>,
}

pub(super) fn compared(ground: &Ground<'_>, page: Option<Page<'_>>, scanner: Scanner) -> ClaimsReport {
    let Ground { snapshot, rulebook, base, signals, withheld, again, scope, hits } = *ground;
    let shown = |file: &str, lines: Span| !withheld.covers(file, lines);
    let read = |entry: &Entry, most: u64| again.read(entry, most);
    let links = Permalinks::new(snapshot.remote(), &snapshot.commit().id);
    let evidence = Evidence {
        rulebook,
        base,
        signals,
        entries: snapshot.entries(),
        read: &read,
        scope,
        hits: Some(hits),
        // A link shows the commit, not what the work tree holds.
        links: (!snapshot.commit().uncommitted).then_some(&links),
        shown: &shown,
    };
    let mut report = report(&evidence, page, &scanner);
    let (directed, files) = scanner.finish();
    report.directed_files = files;
    report.directed_left_out = directed.len().saturating_sub(LISTED) as u64;
    report.directed = directed.into_iter().take(LISTED).map(|found| text(found, &evidence)).collect();
    report
}

fn text(found: Directed, evidence: &Evidence<'_>) -> DirectedText {
    let place = evidence.place(&found.file, found.lines);
    DirectedText { place, form: found.form.to_owned(), address: found.address }
}

/// What Limitations say of text that speaks to auditors.
pub(super) fn limitation(report: &ClaimsReport) -> String {
    let files = report.directed_files;
    let plural = if files == 1 { "" } else { "s" };
    if report.directed.is_empty() {
        return format!("Text directed at auditors or AI reviewers: none found in {files} file{plural}.");
    }
    let place = |found: &DirectedText| {
        let file = masked_path(&found.place.file).unwrap_or_else(|| found.place.file.clone());
        let at = format!("{file}:{}", found.place.lines);
        format!("{} ({}, addressing {})", crate::text::code(&at), found.form, crate::text::code(&found.address))
    };
    let named: Vec<String> = report.directed.iter().take(NAMED).map(place).collect();
    let all = report.directed.len() as u64 + report.directed_left_out;
    let more = all.saturating_sub(named.len() as u64);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "Text directed at auditors or AI reviewers was found in {files} file{plural} that were looked through, and not \
         followed: {}{more}.",
        named.join(", ")
    )
}
