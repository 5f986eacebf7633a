//! What waits for a person.

use serde::Serialize;

use super::{Phase, Records, day};

/// Something that waits, or waited, for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InboxRow {
    pub id: String,
    /// `proposal` or `dispute`.
    pub what: String,
    /// `open`, `approved`, `expired`, `answered`, …
    pub state: String,
    pub by: String,
    pub created: String,
    pub resource: String,
    /// Command and totals, or the claim.
    pub text: String,
}

/// The rows of the inbox; without `all` what is decided, applied, answered or past its time is left out.
pub fn inbox(records: &Records, now: u64, all: bool) -> Vec<InboxRow> {
    let proposals = records.proposals.iter().map(|proposed| {
        let proposal = &proposed.proposal;
        let late = proposed.phase == Phase::Open && now > proposal.open_until;
        let (before, after) = (&proposal.blast_radius.before, &proposal.blast_radius.after);
        InboxRow {
            id: proposed.id.clone(),
            what: "proposal".to_owned(),
            state: if late { "expired" } else { proposed.phase.name() }.to_owned(),
            by: proposal.proposer.clone(),
            created: day(proposal.created),
            resource: proposal.resource.clone(),
            text: format!("{}; total {} -> {}", proposal.command, before.total, after.total),
        }
    });
    let disputes = records.disputes.iter().map(|dispute| InboxRow {
        id: dispute.id.clone(),
        what: "dispute".to_owned(),
        state: if dispute.answer.is_some() { "answered" } else { "open" }.to_owned(),
        by: dispute.file.by.clone(),
        created: day(dispute.at),
        resource: format!("{}@{}:{}", dispute.file.repo, dispute.file.pinned_commit, dispute.file.cell),
        text: dispute.file.claim.clone(),
    });
    let rows = proposals.chain(disputes);
    rows.filter(|row| all || matches!(row.state.as_str(), "open" | "approved")).collect()
}
