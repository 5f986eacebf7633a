//! What the entries of a ledger add up to: proposals with their phases, confirmations, disputes. New proposals enter
//! here.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Change, Operator, Proposal, ReviewError, decide::Statement, new_id};
use crate::{
    card::{CardData, DisputeAnswer, Evidence},
    ledger::{Action, Body, Entry, GENESIS, Ledger, NewEntry, Table, canonical},
    rubric::Level,
};

/// Proposals for one part of one commit that nobody approved: more would be a loop that asks until it is let through.
const MOST_OPEN: usize = 5;

/// Where a proposal stands. Each action is only taken from the phases that [`Phase::allows`] it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Open,
    Approved,
    Rejected,
    Applied,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Applied => "applied",
        }
    }

    /// Whether an action may be taken now: the only table of who may follow whom.
    pub fn allows(self, action: Action) -> bool {
        matches!(
            (self, action),
            // An approval that was not used in time is given again.
            (Self::Open | Self::Approved, Action::Approve | Action::Reject)
                | (Self::Approved, Action::Dispatch | Action::Apply)
        )
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A signed decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    pub statement: Statement,
    pub signature: String,
    pub seq: u64,
}

/// A proposal and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    pub id: String,
    pub seq: u64,
    pub proposal: Proposal,
    pub phase: Phase,
    /// The latest.
    pub approval: Option<Signed>,
    pub rejection: Option<Signed>,
    /// Place of the entry that says so.
    pub applied_seq: Option<u64>,
}

/// A parameter that somebody read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfirmedCell {
    /// `C4.S`
    pub cell: String,
    pub level: Level,
    pub structural_absence: bool,
    pub evidence: Vec<Evidence>,
}

/// What a person confirmed at one time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmed {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    pub at: u64,
    #[serde(skip)]
    pub seq: u64,
    #[serde(skip)]
    pub by: String,
    pub repo: String,
    pub subpath: Option<String>,
    pub commit: String,
    pub cells: Vec<ConfirmedCell>,
}

/// A dispute that came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Disputed {
    pub id: String,
    pub at: u64,
    pub seq: u64,
    pub file: super::DisputeFile,
    /// SHA-256 of the file's canonical JSON.
    pub hash: String,
    /// With the time of the answer.
    pub answer: Option<(DisputeAnswer, u64)>,
}

/// Everything that a ledger says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// In the order of their making.
    pub proposals: Vec<Proposed>,
    pub confirmed: Vec<Confirmed>,
    pub disputes: Vec<Disputed>,
    /// Hashes of the entries by their place; 0 is the beginning.
    heads: BTreeMap<u64, String>,
}

fn body<T: DeserializeOwned>(entry: &Entry) -> Result<T, ReviewError> {
    let wrong = |e: serde_json::Error| {
        ReviewError::Fault(format!(
            "{} {}: its body is none of `{}` ({e})",
            entry.action.table(),
            entry.seq,
            entry.action
        ))
    };
    serde_json::from_value(serde_json::Value::Object(entry.body.clone())).map_err(wrong)
}

/// A body of one value that says what it is.
pub(super) fn body_of(value: &impl Serialize) -> Result<Body, ReviewError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::Object(body)) => Ok(body),
        Ok(_) => Err(ReviewError::Internal("a body is an object".to_owned())),
        Err(e) => Err(ReviewError::Internal(e.to_string())),
    }
}

#[derive(Deserialize)]
struct DecisionBody {
    statement: Statement,
}

impl Records {
    /// Reads a ledger that was verified.
    ///
    /// # Errors
    /// Entries whose bodies are not what their actions say.
    pub fn read(ledger: &Ledger) -> Result<Self, ReviewError> {
        let mut records = Self::default();
        let mut at: BTreeMap<String, usize> = BTreeMap::new();
        records.heads.insert(0, GENESIS.to_owned());
        for entry in ledger.entries(Table::ProposalAudit)? {
            records.heads.insert(entry.seq, entry.hash.clone());
            records.add(&entry, &mut at)?;
        }
        Ok(records)
    }

    fn add(&mut self, entry: &Entry, at: &mut BTreeMap<String, usize>) -> Result<(), ReviewError> {
        let lost = || ReviewError::Fault(format!("{} {} is about nothing before it", entry.action.table(), entry.seq));
        let known = |at: &BTreeMap<String, usize>| at.get(&entry.proposal_id).copied().ok_or_else(lost);
        match entry.action {
            Action::Propose => {
                at.insert(entry.proposal_id.clone(), self.proposals.len());
                self.proposals.push(Proposed {
                    id: entry.proposal_id.clone(),
                    seq: entry.seq,
                    proposal: body(entry)?,
                    phase: Phase::Open,
                    approval: None,
                    rejection: None,
                    applied_seq: None,
                });
            }
            Action::Approve | Action::Reject => {
                let proposed = &mut self.proposals[known(at)?];
                let DecisionBody { statement } = body(entry)?;
                let signed =
                    Signed { statement, signature: entry.signature.clone().unwrap_or_default(), seq: entry.seq };
                if !proposed.phase.allows(entry.action) {
                    return Err(ReviewError::Fault(format!("proposal_audit {}: out of turn", entry.seq)));
                }
                if entry.action == Action::Approve {
                    (proposed.phase, proposed.approval) = (Phase::Approved, Some(signed));
                } else {
                    (proposed.phase, proposed.rejection) = (Phase::Rejected, Some(signed));
                }
            }
            Action::Apply => {
                let proposed = &mut self.proposals[known(at)?];
                if !proposed.phase.allows(entry.action) {
                    return Err(ReviewError::Fault(format!("proposal_audit {}: out of turn", entry.seq)));
                }
                proposed.phase = Phase::Applied;
                proposed.applied_seq = Some(entry.seq);
            }
            Action::Confirm => {
                let confirmed: Confirmed = body(entry)?;
                self.confirmed.push(Confirmed {
                    id: entry.proposal_id.clone(),
                    at: entry.created_at,
                    seq: entry.seq,
                    by: entry.actor.clone(),
                    ..confirmed
                });
            }
            Action::Receive => {
                let file: super::DisputeFile = body(entry)?;
                self.disputes.push(Disputed {
                    id: entry.proposal_id.clone(),
                    at: entry.created_at,
                    seq: entry.seq,
                    hash: file.hash()?,
                    file,
                    answer: None,
                });
            }
            Action::Answer => {
                let answer: DisputeAnswer = body(entry)?;
                let dispute = self.disputes.iter_mut().find(|d| d.id == entry.proposal_id).ok_or_else(lost)?;
                dispute.answer = Some((answer, entry.created_at));
            }
            Action::Dispatch | Action::Complete | Action::Deny | Action::RollBack => return Err(lost()),
        }
        Ok(())
    }

    /// Verifies every decision with the operator's keys; how many there are.
    ///
    /// # Errors
    /// The first decision whose signature is not that of its approver, or that knows another chain.
    pub fn verify_signatures(&self, operator: &Operator) -> Result<usize, ReviewError> {
        let decisions = self.proposals.iter().flat_map(|p| p.approval.iter().chain(&p.rejection));
        let mut count = 0;
        for signed in decisions {
            let (statement, seq) = (&signed.statement, signed.seq);
            let bad = |what: &str| ReviewError::Fault(format!("proposal_audit {seq}: {what}"));
            let known = operator.approver(&statement.approver);
            let known =
                known.ok_or_else(|| bad(&format!("`{}` is no approver of the operator", statement.approver)))?;
            if !known.key.verifies(&canonical(statement)?, &signed.signature)? {
                return Err(bad(&format!("the signature is not that of `{}`", statement.approver)));
            }
            if statement.length + 1 != seq || self.heads.get(&statement.length) != Some(&statement.head) {
                return Err(bad("it was signed behind another chain: the chain was written anew"));
            }
            count += 1;
        }
        Ok(count)
    }

    /// The commits that something was decided at.
    pub fn commits(&self) -> impl Iterator<Item = String> {
        let proposals = self.proposals.iter().map(|proposed| &proposed.proposal.payload.commit);
        let confirmed = self.confirmed.iter().map(|confirmed| &confirmed.commit);
        let disputes = self.disputes.iter().map(|dispute| &dispute.file.commit);
        proposals.chain(confirmed).chain(disputes).cloned()
    }

    /// # Errors
    /// None has this id.
    pub fn proposal(&self, id: &str) -> Result<&Proposed, ReviewError> {
        let found = self.proposals.iter().find(|proposed| proposed.id.eq_ignore_ascii_case(id));
        found.ok_or_else(|| ReviewError::Unknown("proposal", id.to_owned()))
    }
}

/// Enters a proposal; its id.
///
/// # Errors
/// A change that a person rejected, or more proposals for a part than a person could have wished for: both are recorded
/// as denials.
pub fn propose(
    ledger: &mut Ledger,
    card: &CardData,
    changes: Vec<Change>,
    (proposer, dispute): (&str, Option<&str>),
    open_for: Duration,
    now: u64,
) -> Result<(String, Proposal), ReviewError> {
    ledger.verify(&[], None)?;
    let records = Records::read(ledger)?;
    let until = now.saturating_add(open_for.as_secs());
    let mut proposal = Proposal::seal(card, changes, proposer, (now, until))?;
    if let Some(id) = dispute {
        let known = records.disputes.iter().find(|dispute| dispute.id == id);
        proposal.dispute = Some(known.ok_or_else(|| ReviewError::Unknown("dispute", id.to_owned()))?.id.clone());
    }
    let id = new_id(now)?;
    if let Err(error) = within_budget(&records, &proposal) {
        let mut body = Body::new();
        body.insert("reason".to_owned(), error.to_string().into());
        body.insert("payload_hash".to_owned(), proposal.payload_hash.into());
        ledger.append(entry(&id, Action::Deny, proposer, body), now)?;
        return Err(error);
    }
    ledger.append(entry(&id, Action::Propose, proposer, body_of(&proposal)?), now)?;
    Ok((id, proposal))
}

fn within_budget(records: &Records, proposal: &Proposal) -> Result<(), ReviewError> {
    let earlier = || records.proposals.iter().filter(|known| known.phase != Phase::Applied);
    let same =
        earlier().find(|known| known.phase == Phase::Rejected && known.proposal.payload_hash == proposal.payload_hash);
    if let Some(same) = same {
        return Err(ReviewError::Rejected(same.id.clone()));
    }
    for change in &proposal.payload.changes {
        let about = |known: &&Proposed| {
            let payload = &known.proposal.payload;
            (&payload.repo, &payload.subpath, &payload.commit)
                == (&proposal.payload.repo, &proposal.payload.subpath, &proposal.payload.commit)
                && payload.changes.iter().any(|other| other.subject == change.subject)
        };
        let count = earlier().filter(|known| known.phase != Phase::Approved).filter(about).count();
        if count >= MOST_OPEN {
            return Err(ReviewError::Budget(count, change.subject.to_string()));
        }
    }
    Ok(())
}

/// An entry without a decision.
pub(super) fn entry(id: &str, action: Action, actor: &str, body: Body) -> NewEntry {
    NewEntry { proposal_id: id.to_owned(), action, actor: actor.to_owned(), approver: None, signature: None, body }
}
