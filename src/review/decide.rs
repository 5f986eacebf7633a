//! A person approves or rejects: what she saw is signed.

use serde::{Deserialize, Serialize};

use super::{
    BlastRadius, KeyFile, Operator, Records, ReviewError, Standing, changed,
    records::{Proposed, body_of},
};
use crate::{
    card::CardData,
    ledger::{Action, Ledger, NewEntry, Table, canonical},
};

/// What is signed, as canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    pub decision: Decision,
    pub proposal: String,
    pub resource: String,
    pub command: String,
    pub payload_hash: String,
    pub approver: String,
    /// Seconds since 1970.
    pub at: u64,
    /// Seconds for which an approval holds.
    pub ttl: u64,
    /// What the approver was shown; none for a rejection.
    #[serde(default)]
    pub shown: Option<BlastRadius>,
    /// Of a rejection.
    #[serde(default)]
    pub reason: Option<String>,
    /// The chain that the decision stands behind: one that is computed anew does not have this head.
    pub length: u64,
    pub head: String,
}

impl Statement {
    /// What every decision says; `head` is the chain that it stands behind.
    fn of(
        proposed: &Proposed,
        decision: Decision,
        (approver, operator): (&str, &Operator),
        now: u64,
        (length, head): (u64, String),
    ) -> Self {
        let proposal = &proposed.proposal;
        Self {
            decision,
            proposal: proposed.id.clone(),
            resource: proposal.resource.clone(),
            command: proposal.command.clone(),
            payload_hash: proposal.payload_hash.clone(),
            approver: approver.to_owned(),
            at: now,
            ttl: operator.approval_ttl.as_secs(),
            shown: None,
            reason: None,
            length,
            head,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Approve,
    Reject,
}

/// Approves a proposal for this card and signs.
///
/// # Errors
/// A proposal that is not open, past its time or not whole; an approver whom the operator does not name, with another
/// key, or who proposed it; a card that has changed since.
pub fn approve(
    ledger: &mut Ledger,
    card: &CardData,
    id: &str,
    (approver, key): (&str, &KeyFile),
    operator: &Operator,
    now: u64,
) -> Result<Statement, ReviewError> {
    let (records, head) = verified(ledger)?;
    let proposed = records.proposal(id)?;
    let proposal = &proposed.proposal;
    may(proposed, Action::Approve)?;
    if now > proposal.open_until {
        return Err(phase(proposed, "the time to decide has passed; propose it again"));
    }
    if !proposal.is_whole() {
        return Err(ReviewError::Fault(format!("proposal {id} does not say what its hash says")));
    }
    if proposal.proposer == approver && !operator.self_approve {
        return Err(phase(
            proposed,
            "the approver is its proposer; another person must approve, unless the operator's file says \
             `self_approve: policy`",
        ));
    }
    let after = changed(card, &proposal.payload.changes)?;
    let shown = BlastRadius { before: Standing::of(card), after: Standing::of(&after) };
    let made = Statement::of(proposed, Decision::Approve, (approver, operator), now, head);
    let statement = Statement { shown: Some(shown), ..made };
    sign(ledger, statement, key, operator, now)
}

/// Rejects a proposal and signs.
///
/// # Errors
/// As [`approve`], the card and the time apart.
pub fn reject(
    ledger: &mut Ledger,
    id: &str,
    reason: &str,
    (approver, key): (&str, &KeyFile),
    operator: &Operator,
    now: u64,
) -> Result<Statement, ReviewError> {
    let (records, head) = verified(ledger)?;
    let proposed = records.proposal(id)?;
    may(proposed, Action::Reject)?;
    let made = Statement::of(proposed, Decision::Reject, (approver, operator), now, head);
    let statement = Statement { reason: Some(reason.to_owned()), ..made };
    sign(ledger, statement, key, operator, now)
}

fn verified(ledger: &Ledger) -> Result<(Records, (u64, String)), ReviewError> {
    ledger.verify(&[], None)?;
    let head = ledger.head(Table::ProposalAudit)?;
    Ok((Records::read(ledger)?, (head.length, head.hash)))
}

fn phase(proposed: &Proposed, what: &'static str) -> ReviewError {
    ReviewError::Phase { id: proposed.id.clone(), phase: proposed.phase.name(), what }
}

fn may(proposed: &Proposed, action: Action) -> Result<(), ReviewError> {
    if proposed.phase.allows(action) { Ok(()) } else { Err(phase(proposed, "there is nothing left to decide")) }
}

fn sign(
    ledger: &mut Ledger,
    statement: Statement,
    key: &KeyFile,
    operator: &Operator,
    now: u64,
) -> Result<Statement, ReviewError> {
    let name = &statement.approver;
    let known = operator.approver(name);
    let known = known.ok_or_else(|| ReviewError::Operator(format!("it names no approver `{name}`")))?;
    let text = canonical(&statement)?;
    let signature = key.sign(&text)?;
    if !known.key.verifies(&text, &signature)? {
        return Err(ReviewError::Key(format!("this key is not the one that the operator's file has for `{name}`")));
    }
    let action = match statement.decision {
        Decision::Approve => Action::Approve,
        Decision::Reject => Action::Reject,
    };
    let mut body = crate::ledger::Body::new();
    body.insert("statement".to_owned(), serde_json::Value::Object(body_of(&statement)?));
    let entry = NewEntry {
        proposal_id: statement.proposal.clone(),
        action,
        actor: name.clone(),
        approver: Some(name.clone()),
        signature: Some(signature),
        body,
    };
    ledger.append(entry, now)?;
    Ok(statement)
}
