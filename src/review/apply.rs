//! Applies an approved change to a card: every condition is checked, the dispatch is recorded and synced, then the card
//! is replaced as a whole. What a crash left between the two is completed or rolled back by the next run.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    Operator, Proposal, Records, ReviewError, Standing, Subject, anchors, changed, decide, heads, proposal, records,
    repository, shown,
};
use crate::{
    card::{self, CardData, Reaudit},
    ledger::{Action, Body, Ledger, Table, canonical},
};

/// A change that stands on the card now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    pub resource: String,
    pub command: String,
    pub before: Standing,
    pub after: Standing,
}

/// What was done about a dispatch that a crash left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    pub proposal: String,
    pub card: String,
    pub how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The card had been replaced: the completion is recorded.
    Completed,
    /// The card had not been replaced: it is as it was.
    RolledBack,
    /// The card is neither as before nor as after, or is gone: nothing was changed.
    Lost,
}

impl std::fmt::Display for Recovered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.how {
            How::Completed => "had reached the card; its completion is recorded now",
            How::RolledBack => "had not reached the card; it is rolled back, apply it again if it is still wanted",
            How::Lost => "is rolled back; the card is neither as it was before nor as it would be after",
        };
        write!(f, "an earlier run was interrupted: proposal {} {what} ({})", self.proposal, self.card)
    }
}

/// What a dispatch records before the card changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dispatch {
    card: PathBuf,
    /// SHA-256 of the file's bytes.
    before: String,
    after: String,
    payload_hash: String,
}

fn sha(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Completes or rolls back what a crash left open. The ledger must be held for writing.
///
/// # Errors
/// A ledger that is not what was written, or cannot be written.
pub fn recover(ledger: &mut Ledger, now: u64) -> Result<Vec<Recovered>, ReviewError> {
    ledger.verify(&[], None)?;
    let mut open: Vec<(String, Dispatch)> = Vec::new();
    for entry in ledger.entries(Table::EventLog)? {
        match entry.action {
            Action::Dispatch => {
                let body = serde_json::Value::Object(entry.body);
                let dispatch = serde_json::from_value(body)
                    .map_err(|e| ReviewError::Fault(format!("event_log {}: no dispatch ({e})", entry.seq)))?;
                open.push((entry.proposal_id, dispatch));
            }
            Action::Complete | Action::RollBack => open.retain(|(id, _)| *id != entry.proposal_id),
            _ => {}
        }
    }
    let mut recovered = Vec::new();
    for (id, dispatch) in open {
        let _ = fs::remove_file(beside(&dispatch.card));
        let found = fs::read(&dispatch.card).ok();
        let hash = found.as_deref().map(sha);
        let how = if hash.as_ref() == Some(&dispatch.after) || found.as_deref().is_some_and(|card| carries(card, &id)) {
            How::Completed
        } else if hash.as_ref() == Some(&dispatch.before) {
            How::RolledBack
        } else {
            How::Lost
        };
        let mut body = Body::new();
        body.insert("recovered".to_owned(), true.into());
        body.insert("card".to_owned(), hash.into());
        let actor = "depthgauge";
        if how == How::Completed {
            let entries = vec![
                records::entry(&id, Action::Complete, actor, body.clone()),
                records::entry(&id, Action::Apply, actor, body),
            ];
            ledger.append_all(entries, now)?;
        } else {
            ledger.append(records::entry(&id, Action::RollBack, actor, body), now)?;
        }
        recovered.push(Recovered { proposal: id, card: dispatch.card.display().to_string(), how });
    }
    Ok(recovered)
}

/// Whether a card that was changed since shows the proposal.
fn carries(bytes: &[u8], id: &str) -> bool {
    let Ok(card) = card::read(bytes, "card") else { return false };
    let review = card.depthgauge.as_ref().and_then(|ours| ours.review.as_ref());
    review.is_some_and(|review| review.changes.iter().any(|change| change.proposal == id))
}

/// Applies proposal `id` to the card in `file`.
///
/// # Errors
/// [`ReviewError::Denied`] where a condition is not met: the card is untouched and the denial recorded. Everything
/// else is as broken before as after.
pub fn apply(
    ledger: &mut Ledger,
    file: &Path,
    id: &str,
    (actor, operator): (&str, &Operator),
    now: u64,
) -> Result<Applied, ReviewError> {
    let io = |source| ReviewError::Io { place: file.display().to_string(), source };
    let place = fs::canonicalize(file).map_err(io)?;
    let bytes = fs::read(&place).map_err(io)?;
    let read = card::read(&bytes, &file.display().to_string()).map_err(|e| ReviewError::Edited(e.to_string()))?;
    if bytes.iter().find(|b| !b.is_ascii_whitespace()).is_none_or(|b| *b != b'{') {
        let what = "changes are applied to a card in JSON; make one with `depthgauge card FILE --format json`";
        return Err(ReviewError::Edited(what.to_owned()));
    }
    ledger.verify(&anchors(&read, &file.display().to_string()), None)?;
    let records = Records::read(ledger)?;
    let proposed = records.proposal(id)?.clone();
    let after = match dispatchable(&proposed, &read, operator, now) {
        Ok(after) => after,
        Err(error) => {
            let reason = match error {
                ReviewError::Denied(why) => why,
                other => other.to_string(),
            };
            let mut body = Body::new();
            body.insert("reason".to_owned(), reason.clone().into());
            body.insert("card".to_owned(), sha(&bytes).into());
            ledger.append(records::entry(&proposed.id, Action::Deny, actor, body), now)?;
            return Err(ReviewError::Denied(reason));
        }
    };
    let applied = Applied {
        resource: proposed.proposal.resource.clone(),
        command: proposed.proposal.command.clone(),
        before: Standing::of(&read),
        after: Standing::of(&after),
    };
    let after = entered(after, &proposed, ledger)?;
    let text = crate::text::json(&after).map_err(|e| ReviewError::Internal(e.to_string()))?;
    let dispatch = Dispatch {
        card: place.clone(),
        before: sha(&bytes),
        after: sha(text.as_bytes()),
        payload_hash: proposed.proposal.payload_hash.clone(),
    };
    ledger.append(records::entry(&proposed.id, Action::Dispatch, actor, records::body_of(&dispatch)?), now)?;
    replace(&place, text.as_bytes()).map_err(io)?;
    let mut body = Body::new();
    body.insert("card".to_owned(), dispatch.after.into());
    body.insert("total".to_owned(), applied.after.total.clone().into());
    let entries = vec![
        records::entry(&proposed.id, Action::Complete, actor, body.clone()),
        records::entry(&proposed.id, Action::Apply, actor, body),
    ];
    ledger.append_all(entries, now)?;
    Ok(applied)
}

/// The card after the change, if every condition of a dispatch is met: it fails closed.
fn dispatchable(
    proposed: &records::Proposed,
    card: &CardData,
    operator: &Operator,
    now: u64,
) -> Result<CardData, ReviewError> {
    let denied = |why: String| ReviewError::Denied(why);
    let proposal: &Proposal = &proposed.proposal;
    if !proposed.phase.allows(Action::Dispatch) {
        return Err(denied(format!("the proposal is {}, not approved", proposed.phase)));
    }
    let approval = proposed.approval.as_ref().ok_or_else(|| denied("nobody approved the proposal".to_owned()))?;
    let statement = &approval.statement;
    let exact = statement.decision == decide::Decision::Approve
        && statement.proposal == proposed.id
        && statement.resource == proposal.resource
        && statement.command == proposal.command
        && statement.payload_hash == proposal.payload_hash;
    if !exact || !proposal.is_whole() {
        return Err(denied("resource, command and payload hash are not exactly those that were approved".to_owned()));
    }
    let of_card = proposal.payload.repo == repository(card)
        && proposal.payload.subpath == card.subpath
        && proposal.payload.commit == card.pinned_commit;
    if !of_card {
        return Err(denied(format!("the proposal is for {}, this card is another", proposal.resource)));
    }
    if let Some(change) = proposal.payload.changes.iter().find(|change| !operator.allow.contains(&change.kind())) {
        return Err(denied(format!("`{}` is not on the operator's list of allowed changes", change.kind().name())));
    }
    let known = operator.approver(&statement.approver);
    let known = known.ok_or_else(|| denied(format!("`{}` is no approver of the operator", statement.approver)))?;
    if !known.key.verifies(&canonical(statement)?, &approval.signature)? {
        return Err(denied(format!("the signature is not that of `{}`", statement.approver)));
    }
    if proposal.proposer == statement.approver && !operator.self_approve {
        return Err(denied("proposer and approver are the same person".to_owned()));
    }
    let ttl = statement.ttl.min(operator.approval_ttl.as_secs());
    match now.checked_sub(statement.at) {
        None => return Err(denied("the approval is from the future: a clock is wrong".to_owned())),
        Some(age) if age > ttl => {
            return Err(denied(format!("the approval is {age} s old and held for {ttl} s; it has to be given again")));
        }
        Some(_) => {}
    }
    let after = changed(card, &proposal.payload.changes)?;
    let approved = statement.shown.as_ref().map(|shown| &shown.after.band);
    if approved != Some(&after.band.label) {
        return Err(denied(format!(
            "the band would become {}, and the approver was shown {}: the blast radius is another now",
            after.band.label,
            approved.map_or("none", |band| band)
        )));
    }
    Ok(after)
}

/// The card with the change on record: re-audit log, who approved, and the ledger behind it.
fn entered(mut card: CardData, proposed: &records::Proposed, ledger: &Ledger) -> Result<CardData, ReviewError> {
    let changes = shown(proposed);
    for (change, shown) in proposed.proposal.payload.changes.iter().zip(&changes) {
        let (Some((from_level, to_level)), Subject::Parameter(criterion, _, parameter)) =
            (proposal::levels(change), change.subject)
        else {
            continue;
        };
        if from_level == to_level {
            continue;
        }
        let reason = format!(
            "reviewer: {} (proposed by {}, approved by {}{}, proposal {})",
            shown.reason,
            shown.proposer,
            shown.approver,
            if shown.self_approved { ", the same person by the operator's policy" } else { "" },
            shown.proposal
        );
        card.reaudit_log.push(Reaudit { criterion, parameter, from_level, to_level, reason });
    }
    let review = card.depthgauge.get_or_insert_default().review.get_or_insert_default();
    review.changes.retain(|known| changes.iter().all(|new| new.cell != known.cell));
    review.changes.extend(changes);
    for change in &proposed.proposal.payload.changes {
        if let Subject::Parameter(id, _, parameter) = change.subject {
            // Whoever confirmed it read something else.
            review.confirmed.retain(|confirmed| confirmed.cell != format!("{id}.{parameter}"));
        }
    }
    review.ledger = Some(heads(ledger)?);
    card::note_reviews(&mut card, None);
    Ok(card)
}

/// The one temporary file beside a card: a run that was killed leaves no more than that.
fn beside(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.depthgauge"))
}

/// Replaces a file as a whole and syncs it and its folder.
pub(super) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = beside(file);
    let mut new = File::create(&temporary)?;
    new.set_permissions(fs::metadata(file)?.permissions())?;
    new.write_all(bytes)?;
    new.sync_all()?;
    fs::rename(&temporary, file)?;
    File::open(file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()
}
