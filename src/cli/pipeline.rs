//! The real pipeline behind the commands: opens the snapshot, audits, renders.

use std::{path::Path, sync::Arc};

use rayon::prelude::*;

use super::{
    AssessRequest, AuditRequest, CardRequest, ClaimsRequest, Engine, Exit, ExplainRequest, Failure, Format, InputFile,
    LookRequest, Outcome, Progress, Verdict,
};
use crate::{
    assess::NoAgent,
    audit::{
        self, AuditError, AuditOptions, AuditOutcome, AuditTarget, ClaimsAnswer, Contact, Defect, Explained, Inventory,
        Record, RecordError, Stages,
    },
    card::{self, CardData, Excerpts, Explanation},
    claims::Page,
    facts::Cache,
    ledger::{Access, Ledger},
    report::{self, ReportError, Templates},
    review::Operator,
    rulebook::{LoadError, Rulebook},
    source::{Commit, ErrorKind, OpenOptions, Snapshot, SourceError, Target},
};

pub(super) struct Pipeline;

/// In place of a configuration's name: all of them beside each other.
const ALL: &str = "all";

struct Shown<'a>(&'a dyn Progress);

impl Stages for Shown<'_> {
    fn stage(&self, name: &'static str, total: Option<u64>) {
        tracing::info!(total, "{name}");
        self.0.stage(name, total);
    }

    fn advance(&self, steps: u64) {
        self.0.advance(steps);
    }
}

impl Engine for Pipeline {
    fn audit(&self, request: &AuditRequest, progress: &dyn Progress) -> Result<Outcome, Failure> {
        let (rulebook, snapshot) = opened(&request.look(), Rulebook::for_run)?;
        let mut notes = Vec::new();
        if snapshot.worktree_differs() {
            notes.push(format!(
                "the work tree differs from HEAD; {} was audited (--worktree audits the files as they are)",
                &snapshot.commit().id[..12]
            ));
        }
        let options = AuditOptions {
            kind: request.kind,
            configuration: request.configuration.clone().filter(|name| name != ALL),
            as_agent: request.as_agent,
            name: request.meta.name.clone(),
            description: request.meta.description.clone(),
            category: request.meta.category.clone(),
            mode: request.meta.mode.clone(),
            date: request.date.to_string(),
            levels_only: false,
        };
        let (cache, notice) = if request.use_cache { open_cache() } else { (None, None) };
        notes.extend(notice);
        let outcome = audit::audit(&snapshot, &rulebook, &options, cache.as_ref(), &Shown(progress));
        if let Some(cache) = cache {
            cache.finish();
        }
        match outcome.map_err(audit_failure)? {
            AuditOutcome::Card { card, withheld, contact, incomplete, .. } => {
                for reason in &incomplete {
                    notes.push(format!("incomplete: {reason}"));
                }
                let mut card = card.into_data();
                reviewed(&mut card, &snapshot, request, progress)?;
                let (documents, refused) = match request.configuration.as_deref() {
                    Some(ALL) => (configurations(&card, &request.formats)?, Vec::new()),
                    _ => {
                        let wanted = request.formats.contains(&Format::Html);
                        let excerpts =
                            if wanted { audit::excerpts(&snapshot, &card, &withheld) } else { Excerpts::default() };
                        documents(&card, excerpts, &request.formats, request.templates.as_deref(), request.width)?
                    }
                };
                Ok(Outcome {
                    verdict: if incomplete.is_empty() { Verdict::Complete } else { Verdict::Incomplete },
                    name: card.id.clone(),
                    documents,
                    refused,
                    private: request
                        .private
                        .then(|| private(&card, snapshot.commit(), &rulebook, contact.as_ref(), &withheld)),
                    notes,
                })
            }
            AuditOutcome::NoAgent { name, no_agent } => {
                let private = request.private.then(|| report::private_no_agent(&name, snapshot.commit()));
                let answer = no_agent_outcome(&name, snapshot.commit(), &no_agent, &request.formats, notes)?;
                Ok(Outcome { private, ..answer })
            }
        }
    }

    fn explain(&self, request: &ExplainRequest, progress: &dyn Progress) -> Result<Outcome, Failure> {
        if let Some(file) = &request.card {
            let read = card::read(file.text.as_bytes(), &file.place).map_err(|e| Failure::usage(e.to_string()))?;
            let explanation = card::explain(&read, &request.asked)
                .map_err(|e| Failure::usage(e.to_string()).at(file.place.clone()))?;
            let notes = read.problems().iter().map(ToString::to_string).collect();
            return explained(&explanation, request.format, Verdict::Complete, notes);
        }
        let (rulebook, snapshot) = opened(&request.look, Rulebook::for_run)?;
        let options = AuditOptions {
            kind: request.kind,
            configuration: request.configuration.clone(),
            as_agent: request.as_agent,
            // Reasons have no date.
            date: "1970-01-01".to_owned(),
            ..AuditOptions::default()
        };
        let cache = if request.look.use_cache { open_cache().0 } else { None };
        let answer = audit::explain(&snapshot, &rulebook, &options, &request.asked, cache.as_ref(), &Shown(progress));
        if let Some(cache) = cache {
            cache.finish();
        }
        match answer.map_err(audit_failure)? {
            Explained::Reasons { explanation, incomplete } => {
                let verdict = if incomplete.is_empty() { Verdict::Complete } else { Verdict::Incomplete };
                let notes = incomplete.iter().map(|reason| format!("incomplete: {reason}")).collect();
                explained(&explanation, request.format, verdict, notes)
            }
            Explained::NoAgent { name, no_agent } => {
                no_agent_outcome(&name, snapshot.commit(), &no_agent, &[request.format], Vec::new())
            }
        }
    }

    fn targets(&self, request: &LookRequest, progress: &dyn Progress) -> Result<Vec<AuditTarget>, Failure> {
        looked(request, Rulebook::for_run, |snapshot, rulebook, cache| {
            audit::targets(snapshot, rulebook, cache, &Shown(progress))
        })
    }

    fn inventory(&self, request: &LookRequest, progress: &dyn Progress) -> Result<Inventory, Failure> {
        looked(request, Rulebook::for_places, |snapshot, rulebook, cache| {
            audit::inventory(snapshot, rulebook, cache, &Shown(progress))
        })
    }

    fn claims(&self, request: &ClaimsRequest, progress: &dyn Progress) -> Result<ClaimsAnswer, Failure> {
        let page = request.page.as_ref().map(|file| Page { name: &file.place, text: &file.text });
        looked(&request.look, Rulebook::for_run, |snapshot, rulebook, cache| {
            audit::claims(snapshot, rulebook, page, cache, &Shown(progress))
        })
    }

    fn signals(&self, request: &LookRequest, progress: &dyn Progress) -> Result<Outcome, Failure> {
        let (observed, text) = looked(request, Rulebook::for_run, |snapshot, rulebook, cache| {
            let observed = audit::observe(snapshot, rulebook, cache, &Shown(progress))?;
            let text = Record::new(&observed, rulebook).write()?;
            Ok((observed, text))
        })?;
        Ok(Outcome {
            verdict: if observed.incomplete.is_empty() { Verdict::Complete } else { Verdict::Incomplete },
            name: card::slug(&observed.name),
            documents: vec![(Format::Json, text)],
            refused: Vec::new(),
            private: None,
            notes: observed.incomplete.iter().map(|reason| format!("incomplete: {reason}")).collect(),
        })
    }

    fn assess(&self, request: &AssessRequest) -> Result<Vec<Outcome>, Failure> {
        let rulebook = rulebook(request.rules.as_deref(), request.vocabulary.as_deref())?;
        let options = AuditOptions { date: request.date.to_string(), ..AuditOptions::default() };
        let records: Vec<(&String, &InputFile)> = request.records.iter().collect();
        records.into_par_iter().map(|(name, file)| assessed(&rulebook, &options, name, file)).collect()
    }

    fn card(&self, request: &CardRequest) -> Result<Outcome, Failure> {
        let read = card::read(request.text.as_bytes(), &request.place).map_err(|e| Failure::usage(e.to_string()))?;
        let (documents, refused) =
            documents(&read, Excerpts::default(), &request.formats, request.templates.as_deref(), request.width)?;
        Ok(Outcome {
            verdict: Verdict::Complete,
            name: read.id.clone(),
            documents,
            refused,
            private: None,
            notes: read.problems().iter().map(ToString::to_string).collect(),
        })
    }
}

/// Puts onto the card what people decided, and what differs from the one before.
fn reviewed(
    card: &mut CardData,
    snapshot: &Snapshot,
    request: &AuditRequest,
    progress: &dyn Progress,
) -> Result<(), Failure> {
    let wrong = |file: &InputFile, e: &dyn std::fmt::Display| Failure::usage(e.to_string()).at(file.place.clone());
    let previous = match &request.previous {
        Some(file) => Some(card::read(file.text.as_bytes(), &file.place).map_err(|e| wrong(file, &e))?),
        None => None,
    };
    let operator = match &request.operator {
        Some(file) => Some(Operator::read(&file.text).map_err(|e| wrong(file, &e))?),
        None => None,
    };
    let ledger = match &request.reviews {
        Some(file) => Some(Ledger::open(file, Access::Read).map_err(|e| Failure::usage(e.to_string()))?),
        None => None,
    };
    if previous.is_some() || ledger.is_some() {
        let open = |commit: &str| {
            let look = LookRequest { rev: Some(commit.to_owned()), worktree: false, ..request.look() };
            opened(&look, Rulebook::for_run).map(|(_, snapshot)| snapshot).map_err(|e| e.what)
        };
        let ledger = ledger.as_ref().map(|ledger| (ledger, operator.as_ref()));
        audit::reviewed(card, snapshot, previous.as_deref(), ledger, &open, &Shown(progress))
            .map_err(|e| Failure::usage(e.to_string()))?;
    }
    card::note_reviews(card, request.dispute_url.as_deref());
    Ok(())
}

fn rulebook(overlay: Option<&Path>, vocabulary: Option<&Path>) -> Result<Rulebook, Failure> {
    Rulebook::for_run(overlay, vocabulary).map_err(wrong_rules)
}

fn wrong_rules(error: LoadError) -> Failure {
    Failure::usage(format!("rules: {error}"))
}

/// The card of one record.
fn assessed(rulebook: &Rulebook, options: &AuditOptions, name: &str, file: &InputFile) -> Result<Outcome, Failure> {
    let wrong = |e: RecordError| {
        Failure::usage(e.to_string()).at(file.place.clone()).advice("write it with `depthgauge signals`")
    };
    let record = Record::read(&file.text).map_err(wrong)?;
    let mut notes = Vec::new();
    if !record.is_of(rulebook) {
        notes.push(format!("{}: other rules found these signals; what has changed since does not show", file.place));
    }
    let observed = record.observed().map_err(wrong)?;
    let commit = observed.commit.clone();
    let outcome = match audit::rate(rulebook, observed, options).map_err(audit_failure)? {
        AuditOutcome::Card { card, incomplete, .. } => Outcome {
            verdict: if incomplete.is_empty() { Verdict::Complete } else { Verdict::Incomplete },
            name: name.to_owned(),
            documents: documents(&card, Excerpts::default(), &[Format::Json], None, report::WIDTH)?.0,
            refused: Vec::new(),
            private: None,
            notes,
        },
        AuditOutcome::NoAgent { name: subject, no_agent } => {
            let outcome = no_agent_outcome(&subject, &commit, &no_agent, &[Format::Json], notes)?;
            Outcome { name: name.to_owned(), ..outcome }
        }
    };
    Ok(outcome)
}

/// How much of the rules a run reads.
type Load = fn(Option<&Path>, Option<&Path>) -> Result<Rulebook, LoadError>;

fn opened(request: &LookRequest, load: Load) -> Result<(Rulebook, Snapshot), Failure> {
    let load = || load(request.rules.as_deref(), request.vocabulary.as_deref()).map_err(wrong_rules);
    if request.rules.is_some() || request.vocabulary.is_some() {
        // Nothing is fetched for rules that are wrong.
        return Ok((load()?, snapshot(request)?));
    }
    let (rulebook, snapshot) = rayon::join(load, || snapshot(request));
    Ok((rulebook?, snapshot?))
}

fn snapshot(request: &LookRequest) -> Result<Snapshot, Failure> {
    let (rev, subpath) = (request.rev.as_deref(), request.subpath.as_deref());
    let target = match &request.target {
        Some(text) => Target::parse(text, rev, subpath),
        None => Target::here(rev, subpath),
    }
    .map_err(|e| source_failure(&e))?;
    let options =
        OpenOptions { worktree: request.worktree, repo_url: request.repo_url.clone(), ..OpenOptions::default() };
    Snapshot::open(&target, &options).map_err(|e| source_failure(&e))
}

fn explained(
    explanation: &Explanation,
    format: Format,
    verdict: Verdict,
    notes: Vec<String>,
) -> Result<Outcome, Failure> {
    let text = match format {
        Format::Json => {
            report::explanation_json(explanation).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?
        }
        _ => report::explanation_markdown(explanation),
    };
    let name = card::slug(&explanation.name);
    Ok(Outcome { verdict, name, documents: vec![(format, text)], refused: Vec::new(), private: None, notes })
}

/// Where there is no agent; with it whether something unread could hold one.
fn no_agent_outcome(
    name: &str,
    commit: &Commit,
    no_agent: &NoAgent,
    formats: &[Format],
    mut notes: Vec<String>,
) -> Result<Outcome, Failure> {
    notes.extend(no_agent.incomplete.iter().map(|reason| format!("incomplete: {reason}")));
    Ok(Outcome {
        verdict: if no_agent.incomplete.is_empty() { Verdict::NoAgent } else { Verdict::Incomplete },
        name: card::slug(name),
        documents: no_agent_documents(name, commit, no_agent, formats)?,
        refused: Vec::new(),
        private: None,
        notes,
    })
}

/// Opens what is asked for, looks, and keeps what was read.
fn looked<T>(
    request: &LookRequest,
    load: Load,
    look: impl FnOnce(&Snapshot, &Rulebook, Option<&Cache>) -> Result<T, AuditError>,
) -> Result<T, Failure> {
    let (rulebook, snapshot) = opened(request, load)?;
    let cache = if request.use_cache { open_cache().0 } else { None };
    let seen = look(&snapshot, &rulebook, cache.as_ref());
    if let Some(cache) = cache {
        cache.finish();
    }
    // The process ends soon, and taking the rules apart takes a tenth of a short run.
    std::mem::forget(rulebook);
    seen.map_err(audit_failure)
}

/// The cache, and what is to be said of it. Without a folder that can be written the audit takes longer, no more.
pub(super) fn open_cache() -> (Option<Cache>, Option<String>) {
    let folder = super::cache::folder();
    match folder.and_then(|folder| Cache::open(&folder)) {
        Ok((cache, notice)) => (Some(cache), notice),
        Err(error) => {
            tracing::info!(%error, "no cache");
            (None, None)
        }
    }
}

/// All ways to start the project beside each other, in place of a card.
fn configurations(card: &CardData, formats: &[Format]) -> Result<Vec<(Format, String)>, Failure> {
    let document = |format: &Format| {
        let text = match format {
            Format::Md | Format::Text => report::configurations_markdown(card),
            Format::Json => {
                report::configurations_json(card).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?
            }
            Format::Entry | Format::Html => {
                return Err(Failure::usage("all configurations beside each other are Markdown, text or JSON"));
            }
        };
        Ok((*format, text))
    };
    formats.iter().map(document).collect()
}

/// Documents in the formats asked for, and what to say of formats that the card must not be written in.
type Documents = (Vec<(Format, String)>, Vec<String>);

/// The program's templates, with those of a folder laid over them.
pub(super) fn templates_of(folder: Option<&Path>) -> Result<Templates, Failure> {
    match folder {
        Some(folder) => Templates::with_overlay(folder).map_err(|e| Failure::usage(e.to_string())),
        None => Ok(Templates::embedded()),
    }
}

fn documents(
    card: &CardData,
    excerpts: Excerpts,
    formats: &[Format],
    templates: Option<&Path>,
    width: usize,
) -> Result<Documents, Failure> {
    let excerpts = Arc::new(excerpts);
    let templates = templates_of(templates)?;
    let internal = |e: &dyn std::fmt::Display| Failure::new(Exit::Internal, e.to_string());
    let (mut documents, mut refused) = (Vec::new(), Vec::new());
    for format in formats {
        let text = match format {
            // Only a template that the user gave can be wrong.
            Format::Md => report::markdown(card, &templates).map_err(|e| Failure::usage(e.to_string()))?,
            Format::Html => {
                report::html(card, Arc::clone(&excerpts), &templates).map_err(|e| Failure::usage(e.to_string()))?
            }
            Format::Json => report::json(card).map_err(|e| internal(&e))?,
            Format::Entry => match report::entry(card) {
                Err(error @ ReportError::NothingAssessed) => {
                    refused.push(error.to_string());
                    continue;
                }
                entry => entry.map_err(|e| internal(&e))?,
            },
            Format::Text => {
                // With colours; who writes it decides whether they stay.
                let mut text = Vec::new();
                report::summary(card, width, &mut text).map_err(|e| internal(&e))?;
                String::from_utf8_lossy(&text).into_owned()
            }
        };
        documents.push((*format, text));
    }
    Ok((documents, refused))
}

/// The report on what the public outputs leave out.
fn private(
    card: &CardData,
    commit: &Commit,
    rulebook: &Rulebook,
    contact: Option<&Contact>,
    defects: &[Defect],
) -> String {
    let withheld = defects.iter().filter_map(|Defect { signal, lines }| {
        let rule = rulebook.rules.get(signal.rule.as_str())?;
        Some(report::Withheld { signal, rule, lines })
    });
    let to = contact.map(|to| report::To { address: &to.to, file: &to.file, line: to.line });
    report::private(card, commit, to, &withheld.collect::<Vec<_>>())
}

/// In place of a card: what was searched for, and what would have counted.
fn no_agent_documents(
    name: &str,
    commit: &Commit,
    no_agent: &NoAgent,
    formats: &[Format],
) -> Result<Vec<(Format, String)>, Failure> {
    formats
        .iter()
        .map(|format| {
            let text = match format {
                Format::Json | Format::Entry => report::no_agent_json(name, commit, no_agent),
                Format::Html => report::no_agent_html(name, commit, no_agent),
                Format::Md | Format::Text => Ok(report::no_agent_text(name, commit, no_agent)),
            };
            Ok((*format, text.map_err(|e| Failure::new(Exit::Internal, e.to_string()))?))
        })
        .collect()
}

pub(super) fn source_failure(error: &SourceError) -> Failure {
    let exit = match error.kind() {
        ErrorKind::Usage => Exit::Usage,
        ErrorKind::NothingToAudit => Exit::Nothing,
        ErrorKind::Internal => Exit::Internal,
    };
    Failure::new(exit, error.to_string())
}

pub(super) fn audit_failure(error: AuditError) -> Failure {
    match error {
        AuditError::Source(error) => source_failure(&error),
        error @ AuditError::Configuration { .. } => Failure::usage(error.to_string()),
        other => Failure::new(Exit::Internal, other.to_string()),
    }
}
