//! `depthgauge review`, `dispute` and `ledger`.

use std::{
    fs,
    io::Write as _,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use super::{
    A_CARD, Format,
    args::Cli,
    exit::{Exit, Failure, shown},
    output::{Destination, replace},
    read_input,
    review_args::{
        AnswerArgs, ApplyArgs, ConfirmArgs, DecideArgs, DisputeArgs, KeyArgs, KeygenArgs, LedgerArgs, LedgerCommand,
        ListArgs, ProposeArgs, QueueArgs, ReceiveArgs, RejectArgs, ReviewArgs, ReviewCommand, ShowArgs,
    },
    safety::{self, Level},
    say,
};
use crate::{
    card::{self, CardData, Evidence, PublishedCard},
    ledger::{self, Access, Ledger},
    report,
    review::{self, Answer, Change, DisputeFile, KeyFile, Operator, Records, ReviewError, Subject, Weights},
    source::{OpenOptions, Snapshot, Target},
};

pub(super) fn run(args: &ReviewArgs, cli: &Cli) -> Result<Exit, Failure> {
    match &args.command {
        ReviewCommand::Queue(args) => queue(args),
        ReviewCommand::Confirm(args) => confirm(args, cli.quiet),
        ReviewCommand::Propose(args) => propose(args, cli.quiet),
        ReviewCommand::List(args) => list(args),
        ReviewCommand::Show(args) => show(args),
        ReviewCommand::Approve(args) => approve(args, cli.quiet),
        ReviewCommand::Reject(args) => reject(args, cli.quiet),
        ReviewCommand::Apply(args) => apply(args),
        ReviewCommand::Keygen(args) => keygen(args),
        ReviewCommand::Receive(args) => receive(args, cli.quiet),
        ReviewCommand::Answer(args) => answer(args, cli.quiet),
    }
}

fn failure(error: ReviewError) -> Failure {
    let exit = match &error {
        ReviewError::Denied(_)
        | ReviewError::Fault(_)
        | ReviewError::Budget(..)
        | ReviewError::Rejected(_)
        | ReviewError::Phase { .. } => Exit::No,
        ReviewError::Internal(_) => Exit::Internal,
        _ => Exit::Usage,
    };
    Failure::new(exit, error.to_string())
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The ledger within the level of the command; what a crash left open is dealt with first, where it is written to.
fn open(file: &Path, access: Access, level: Level) -> Result<Ledger, Failure> {
    safety::require(level, "this entry of the ledger")?;
    let mut ledger = Ledger::open(file, access).map_err(|e| failure(e.into()))?;
    if access != Access::Read {
        for recovered in review::recover(&mut ledger, now()).map_err(failure)? {
            say(&format!("note: {}", shown(&recovered.to_string())));
        }
    }
    Ok(ledger)
}

/// The card, and its bytes.
fn card_of(file: &Path) -> Result<(PublishedCard, String), Failure> {
    let text = read_input(file, A_CARD)?;
    let card = card::read(text.as_bytes(), &file.display().to_string()).map_err(|e| Failure::usage(e.to_string()))?;
    Ok((card, text))
}

/// A card that is to be written again: Markdown holds too little.
fn json_card(file: &Path) -> Result<CardData, Failure> {
    let (card, text) = card_of(file)?;
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Err(Failure::usage("this needs a card in JSON")
            .at(file.display().to_string())
            .advice("make one with `depthgauge card FILE --format json`"));
    }
    Ok(card.into_data())
}

fn operator(file: &Path) -> Result<Operator, Failure> {
    let text = read_input(file, "the operator's file in YAML")?;
    Operator::read(&text).map_err(|e| failure(e).at(file.display().to_string()))
}

fn key(args: &KeyArgs) -> Result<KeyFile, Failure> {
    match (&args.key, &args.ssh_key) {
        (Some(file), _) => Ok(KeyFile::Ed25519(file.clone())),
        (None, Some(file)) => Ok(KeyFile::Ssh(file.clone())),
        (None, None) => Err(Failure::usage("give --key or --ssh-key")),
    }
}

/// The repository at a commit: that which is named, else the card's own.
fn snapshot(repo: Option<&str>, card_repo: Option<&str>, rev: &str) -> Result<Snapshot, Failure> {
    let place = repo.or(card_repo).ok_or_else(|| {
        Failure::usage("the card names no repository to verify evidence in").advice("name one with --repo")
    })?;
    let target = Target::parse(place, Some(rev), None).map_err(|e| Failure::usage(e.to_string()))?;
    let options = OpenOptions { repo_url: card_repo.map(str::to_owned), ..OpenOptions::default() };
    Snapshot::open(&target, &options).map_err(|e| Failure::usage(e.to_string()))
}

fn print(text: &str) -> Result<Exit, Failure> {
    Destination::Stdout.write(Format::Md, "review", text)?;
    Ok(Exit::Done)
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    crate::text::json(value).map_err(|e| Failure::new(Exit::Internal, e.to_string()))
}

fn queue(args: &QueueArgs) -> Result<Exit, Failure> {
    let (card, _) = card_of(&args.card)?;
    let mut rows = review::queue(&card, &Weights::embedded().map_err(failure)?);
    if args.rows > 0 {
        rows.truncate(args.rows);
    }
    print(&if args.json { json(&rows)? } else { report::queue(&rows) })
}

fn confirm(args: &ConfirmArgs, quiet: bool) -> Result<Exit, Failure> {
    let mut card = json_card(&args.card)?;
    let mut ledger = open(&args.ledger.ledger, Access::Create, Level::L1)?;
    let count = review::confirm(&mut ledger, &mut card, &args.cells, &args.by.by, now()).map_err(failure)?;
    replace(&args.card, json(&card)?.as_bytes(), 0o666)?;
    let all = card.depthgauge.as_ref().and_then(|ours| ours.review.as_ref()).map_or(0, |r| r.confirmed.len());
    if !quiet {
        say(&format!("{count} confirmed by {}; {all} of 40 are", shown(&args.by.by)));
    }
    Ok(Exit::Done)
}

fn propose(args: &ProposeArgs, quiet: bool) -> Result<Exit, Failure> {
    safety::require(Level::L2, "a proposal")?;
    let card = json_card(&args.card)?;
    let changes = match (&args.from, args.part) {
        (Some(file), _) => {
            let text = read_input(file, "the edited card in YAML or JSON")?;
            let (edited, reasons) = review::edited(&text).map_err(failure)?;
            review::differences(&card, &edited, &reasons).map_err(failure)?
        }
        (None, Some(part)) => vec![change(&card, part, args)?],
        (None, None) => return Err(Failure::usage("name the part to change, or --from")),
    };
    let changes = verified(&card, changes, args.repo.as_deref())?;
    let mut ledger = open(&args.ledger.ledger, Access::Create, Level::L2)?;
    let by = (args.by.by.as_str(), args.dispute.as_deref());
    let (id, proposal) = review::propose(&mut ledger, &card, changes, by, args.open_for, now()).map_err(failure)?;
    if !quiet {
        say(&shown(&format!(
            "proposed; the total would go from {} to {}. Another person approves it with `depthgauge review approve`",
            proposal.blast_radius.before.total, proposal.blast_radius.after.total
        )));
    }
    print(&format!("{id}\n"))
}

/// Evidence of the changes verified at the card's commit, where it is not the card's own.
fn verified(card: &CardData, mut changes: Vec<Change>, repo: Option<&str>) -> Result<Vec<Change>, Failure> {
    let known: Vec<Evidence> = changes
        .iter()
        .filter_map(|change| serde_json::from_value::<Vec<Evidence>>(change.before.get("evidence")?.clone()).ok())
        .flatten()
        .collect();
    let new = |change: &Change| change.evidence.iter().any(|item| !known.contains(item));
    if !changes.iter().any(new) {
        return Ok(changes);
    }
    let snapshot = snapshot(repo, card.repo_url.as_deref(), &card.pinned_commit)?;
    for change in &mut changes {
        let own = change.after.get("evidence").cloned();
        let same = own.is_some_and(|own| serde_json::to_value(&change.evidence).is_ok_and(|given| given == own));
        change.evidence = review::verify_evidence(Some(card), &snapshot, &change.evidence).map_err(failure)?;
        if same && let Ok(evidence) = serde_json::to_value(&change.evidence) {
            change.after["evidence"] = evidence;
        }
    }
    Ok(changes)
}

fn places(texts: &[String]) -> Result<Vec<Evidence>, Failure> {
    texts.iter().map(|text| review::parse_evidence(text).map(Evidence::Code).map_err(Failure::usage)).collect()
}

fn change(card: &CardData, subject: Subject, args: &ProposeArgs) -> Result<Change, Failure> {
    let before = subject.read(card).map_err(failure)?;
    let reason = args.reason.clone().unwrap_or_default();
    let evidence = places(&args.evidence)?;
    let mut after = before.clone();
    let wrong = |what: &str| Failure::usage(format!("{subject}: {what}"));
    match subject {
        Subject::Parameter(..) => {
            let mut evidence_of = evidence.clone();
            if args.absent {
                after["structural_absence"] = true.into();
                after["level"] = 4.into();
                // Absence rests on a search, and the card has one or there is none.
                let own: Vec<Evidence> = serde_json::from_value(before["evidence"].clone()).unwrap_or_default();
                evidence_of.extend(own.into_iter().filter(|item| matches!(item, Evidence::Search(_))));
            } else if let Some(level) = args.level {
                after["structural_absence"] = false.into();
                after["level"] = level.into();
            }
            let moved = after != before;
            if moved && evidence_of.is_empty() {
                return Err(wrong("a new level needs --evidence"));
            }
            if !evidence_of.is_empty() {
                after["evidence"] =
                    serde_json::to_value(&evidence_of).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
                after["status"] = "verified".into();
            }
            let finding = args.finding.clone().or_else(|| moved.then(|| reason.clone()));
            if let Some(finding) = finding {
                after["finding"] = finding.into();
            }
            if let Some(gap) = &args.gap {
                after["gap"] = gap.clone().into();
            }
            if after["level"] == 4 {
                after["gap"] = serde_json::Value::Null;
            }
            return Ok(Change { subject, before, after, reason, evidence: evidence_of });
        }
        Subject::Cap(..) => {
            let cap = args.cap.as_deref().ok_or_else(|| wrong("give --cap with a cap of the method, or none"))?;
            after = match cap {
                "none" => serde_json::Value::Null,
                id => serde_json::json!({ "id": id, "reason": reason, "evidence": evidence }),
            };
        }
        Subject::Alternative(_) if args.drop => after = serde_json::Value::Null,
        Subject::Alternative(_) => return Err(wrong("--drop drops it; another one comes with --from")),
        Subject::Absence(_) if args.absent => {
            let searches: Vec<&Evidence> = card
                .criteria
                .iter()
                .filter(|c| Some(c.id) == subject.criterion())
                .flat_map(|c| c.parameters.iter().flat_map(|p| p.iter().flat_map(|(_, r)| r.evidence.iter())))
                .filter(|item| matches!(item, Evidence::Search(_)))
                .collect();
            after = serde_json::to_value(searches).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
        }
        Subject::Absence(_) => return Err(wrong("give --absent; a surface that is there is rated by an audit")),
        Subject::Summary(_) | Subject::Headline => {
            after = args.text.clone().ok_or_else(|| wrong("give --text"))?.into();
        }
    }
    Ok(Change { subject, before, after, reason, evidence })
}

fn list(args: &ListArgs) -> Result<Exit, Failure> {
    let ledger = open(&args.ledger.ledger, Access::Read, Level::L0)?;
    ledger.verify(&[], None).map_err(|fault| failure(fault.into()))?;
    let records = Records::read(&ledger).map_err(failure)?;
    let rows = review::inbox(&records, now(), args.all);
    print(&if args.json { json(&rows)? } else { report::inbox_text(&rows) })
}

fn show(args: &ShowArgs) -> Result<Exit, Failure> {
    let ledger = open(&args.ledger.ledger, Access::Read, Level::L0)?;
    ledger.verify(&[], None).map_err(|fault| failure(fault.into()))?;
    let records = Records::read(&ledger).map_err(failure)?;
    if let Some(dispute) = records.disputes.iter().find(|dispute| dispute.id.eq_ignore_ascii_case(&args.id)) {
        return print(&report::dispute(dispute));
    }
    print(&report::proposal(records.proposal(&args.id).map_err(failure)?))
}

fn approve(args: &DecideArgs, quiet: bool) -> Result<Exit, Failure> {
    let (card, operator, key) = (json_card(&args.card)?, operator(&args.operator)?, key(&args.key)?);
    let mut ledger = open(&args.ledger.ledger, Access::Write, Level::L1)?;
    let records = Records::read(&ledger).map_err(failure)?;
    print(&report::proposal(records.proposal(&args.id).map_err(failure)?))?;
    let who = (args.by.by.as_str(), &key);
    let statement = review::approve(&mut ledger, &card, &args.id, who, &operator, now()).map_err(failure)?;
    if !quiet {
        let totals = statement.shown.map(|shown| {
            format!("{} ({}) -> {} ({})", shown.before.total, shown.before.band, shown.after.total, shown.after.band)
        });
        say(&shown(&format!(
            "approved by {}: {}, {}; to be applied within {} s",
            statement.approver,
            statement.command,
            totals.unwrap_or_default(),
            statement.ttl
        )));
    }
    Ok(Exit::Done)
}

fn reject(args: &RejectArgs, quiet: bool) -> Result<Exit, Failure> {
    let (operator, key) = (operator(&args.operator)?, key(&args.key)?);
    let mut ledger = open(&args.ledger.ledger, Access::Write, Level::L1)?;
    let who = (args.by.by.as_str(), &key);
    let statement = review::reject(&mut ledger, &args.id, &args.reason, who, &operator, now()).map_err(failure)?;
    if !quiet {
        say(&shown(&format!("rejected by {}: {}", statement.approver, statement.command)));
    }
    Ok(Exit::Done)
}

fn apply(args: &ApplyArgs) -> Result<Exit, Failure> {
    safety::require(Level::L3, "changing a card")?;
    let operator = operator(&args.operator)?;
    let mut ledger = open(&args.ledger.ledger, Access::Write, Level::L3)?;
    let Some(id) = &args.id else { return Ok(Exit::Done) };
    let who = (args.by.by.as_str(), &operator);
    let applied = review::apply(&mut ledger, &args.card, id, who, now()).map_err(failure)?;
    print(&format!(
        "{}: {}; total {} ({}) -> {} ({})\n",
        shown(&applied.resource),
        shown(&applied.command),
        applied.before.total,
        applied.before.band,
        applied.after.total,
        applied.after.band
    ))
}

fn keygen(args: &KeygenArgs) -> Result<Exit, Failure> {
    safety::require(Level::L1, "a key")?;
    let (secret, public) = review::generate().map_err(failure)?;
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&args.output);
    let wrote = file.and_then(|mut file| file.write_all(secret.as_bytes()).and_then(|()| file.sync_all()));
    wrote.map_err(|e| Failure::usage(format!("cannot write the key ({e})")).at(args.output.display().to_string()))?;
    print(&format!("{public}\n"))
}

fn receive(args: &ReceiveArgs, quiet: bool) -> Result<Exit, Failure> {
    let text = read_input(&args.file, "a dispute that `depthgauge dispute` wrote")?;
    let file = DisputeFile::read(&text).map_err(failure)?;
    match &args.repo {
        Some(repo) => {
            let snapshot = snapshot(Some(repo), None, &file.commit)?;
            review::verify_evidence(None, &snapshot, &file.evidence).map_err(failure)?;
        }
        None if !quiet => say("note: the evidence was not verified here; --repo names a repository to do that in"),
        None => {}
    }
    let mut ledger = open(&args.ledger.ledger, Access::Create, Level::L1)?;
    let id = review::receive(&mut ledger, &file, &args.by.by, now()).map_err(failure)?;
    print(&format!("{id}\n"))
}

fn answer(args: &AnswerArgs, quiet: bool) -> Result<Exit, Failure> {
    let mut ledger = open(&args.ledger.ledger, Access::Write, Level::L1)?;
    let answer = Answer { reason: args.reason.clone(), proposal: args.proposal.clone(), fixture: args.fixture.clone() };
    review::answer(&mut ledger, &args.id, &answer, &args.by.by, now()).map_err(failure)?;
    if !quiet {
        say("answered; the next audit with --reviews shows it on the card");
    }
    Ok(Exit::Done)
}

pub(super) fn dispute(args: &DisputeArgs) -> Result<Exit, Failure> {
    let destination = Destination::new(args.output.as_deref(), &[Format::Json])?;
    let (card, text) = card_of(&args.card)?;
    let rev = args.commit.as_deref().unwrap_or(&card.pinned_commit);
    let snapshot = snapshot(args.repo.as_deref(), card.repo_url.as_deref(), rev)?;
    let evidence = review::verify_evidence(Some(&card), &snapshot, &places(&args.evidence)?).map_err(failure)?;
    let at = (snapshot.commit().id.as_str(), evidence);
    let said = (args.reason.as_str(), args.by.by.as_str());
    let file = DisputeFile::new(&card, text.as_bytes(), args.cell, said, at).map_err(failure)?;
    let document = if args.markdown { review::dispute_markdown(&file).map_err(failure)? } else { json(&file)? };
    destination.write(Format::Json, "dispute", &document)?;
    Ok(Exit::Done)
}

pub(super) fn ledger(args: &LedgerArgs, cli: &Cli) -> Result<Exit, Failure> {
    match &args.command {
        LedgerCommand::Verify { root, card, operator: file, ledger } => {
            let ledger = open(&ledger.ledger, Access::Read, Level::L0)?;
            let mut anchors = Vec::new();
            for file in card {
                anchors.extend(review::anchors(&card_of(file)?.0, &file.display().to_string()));
            }
            let operator = file.as_deref().map(operator).transpose()?;
            let verified = ledger.verify(&anchors, root.as_ref()).map_err(|fault| failure(fault.into()))?;
            let records = Records::read(&ledger).map_err(failure)?;
            let signatures = match &operator {
                Some(operator) => format!("{} signatures", records.verify_signatures(operator).map_err(failure)?),
                None => "signatures not verified (--operator)".to_owned(),
            };
            if !cli.quiet {
                say(&format!(
                    "{} events and {} entries are as they were written; {signatures}",
                    verified.events.length, verified.proposals.length
                ));
            }
            Ok(Exit::Done)
        }
        LedgerCommand::Root { ledger } => {
            let ledger = open(&ledger.ledger, Access::Read, Level::L0)?;
            let verified = ledger.verify(&[], None).map_err(|fault| failure(fault.into()))?;
            print(&format!("{}\n", verified.root()))
        }
        LedgerCommand::Export { ledger } => {
            let ledger = open(&ledger.ledger, Access::Read, Level::L0)?;
            let mut lines = Vec::new();
            let written = ledger::export(&ledger, &mut lines);
            let written = written.map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
            written.map_err(|e| failure(e.into()))?;
            print(&String::from_utf8_lossy(&lines))
        }
    }
}
