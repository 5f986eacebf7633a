//! Changes of cards by people: proposals, decisions, what is applied, confirmed, disputed, and carried to later commits.
//! The ledger keeps it; a card shows it.

mod apply;
mod carry;
mod confirm;
mod decide;
mod differences;
mod dispute;
mod error;
mod evidence;
mod inbox;
mod keys;
mod operator;
mod proposal;
mod queue;
mod reaudit;
mod records;
mod subject;
#[cfg(test)]
mod tests;

pub use apply::{Applied, How, Recovered, apply, recover};
pub use carry::{Fate, carry};
pub use confirm::confirm;
pub use decide::{Decision, Statement, approve, reject};
pub use differences::{differences, edited};
pub use dispute::{Answer, DisputeFile, answer, dispute_markdown, receive};
pub use error::ReviewError;
pub use evidence::{parse as parse_evidence, verify as verify_evidence};
pub use inbox::{InboxRow, inbox};
pub use keys::{KeyFile, PublicKey, generate};
pub use operator::{APPROVAL_TTL, Approver, Operator, duration};
pub use proposal::{BlastRadius, Change, Kind, Payload, Proposal, Standing, changed};
pub use queue::{QueueRow, Weights, queue};
pub use reaudit::reaudit;
pub use records::{Confirmed, Disputed, Phase, Proposed, Records, propose};
pub use subject::Subject;

use crate::{
    card::{CardData, Change as Shown, LedgerHead},
    date::Date,
    ledger::{Anchor, Head, Ledger, LedgerError, Table},
};

/// What the resource of a card begins with: the address of its repository, else its name.
fn repository(card: &CardData) -> &str {
    card.repo_url.as_deref().unwrap_or(&card.name)
}

/// The day of a time in seconds since 1970.
pub fn day(seconds: u64) -> String {
    Date::from_seconds(seconds).unwrap_or(Date::FIRST).to_string()
}

/// A new id of 26 characters.
///
/// # Errors
/// The system gives no random bytes.
fn new_id(now: u64) -> Result<String, ReviewError> {
    let mut random = [0u8; 16];
    getrandom::fill(&mut random).map_err(|e| ReviewError::Internal(format!("no random bytes ({e})")))?;
    Ok(ulid::Ulid::from_parts(now.saturating_mul(1000), u128::from_le_bytes(random)).to_string())
}

/// Both heads of the ledger as a card keeps them.
fn heads(ledger: &Ledger) -> Result<LedgerHead, LedgerError> {
    let (events, proposals) = (ledger.head(Table::EventLog)?, ledger.head(Table::ProposalAudit)?);
    Ok(LedgerHead {
        events: events.length,
        events_hash: events.hash,
        proposals: proposals.length,
        proposals_hash: proposals.hash,
    })
}

/// What a card remembers of the ledger.
pub fn anchors(card: &CardData, name: &str) -> Vec<Anchor> {
    let Some(head) = card.depthgauge.as_ref().and_then(|ours| ours.review.as_ref()?.ledger.as_ref()) else {
        return Vec::new();
    };
    let anchor =
        |table, length, hash: &String| Anchor { by: name.to_owned(), table, head: Head { length, hash: hash.clone() } };
    vec![
        anchor(Table::EventLog, head.events, &head.events_hash),
        anchor(Table::ProposalAudit, head.proposals, &head.proposals_hash),
    ]
}

/// The changes of an applied proposal as a card shows them.
fn shown(proposed: &Proposed) -> Vec<Shown> {
    let Some(approval) = &proposed.approval else { return Vec::new() };
    let of = |change: &Change| Shown {
        proposal: proposed.id.clone(),
        cell: change.subject.to_string(),
        command: change.command(),
        reason: change.reason.clone(),
        proposer: proposed.proposal.proposer.clone(),
        approver: approval.statement.approver.clone(),
        self_approved: proposed.proposal.proposer == approval.statement.approver,
        date: day(approval.statement.at),
        carried: None,
    };
    proposed.proposal.payload.changes.iter().map(of).collect()
}
