//! Why a review goes no further.

use crate::{
    ledger::{Fault, LedgerError},
    rubric::CriterionId,
};

#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Nothing is written to a ledger that is not what was written to it.
    #[error("the ledger is not what was written to it: {0}")]
    Fault(String),
    #[error("the card has no {0}")]
    NoSubject(String),
    #[error("{0}: not a value of this part ({1})")]
    Value(String, String),
    #[error("{0} is structurally absent on the card; levels for it come from an audit, not from a proposal")]
    Present(CriterionId),
    #[error("nothing would change")]
    NoChange,
    #[error("{0}: a change needs a reason")]
    NoReason(String),
    #[error("{0} is no longer as it was when the change was proposed; propose it again for the card as it is now")]
    CardChanged(String),
    #[error("the changed card would break a rule of the method: {0}")]
    Rule(String),
    #[error("evidence {0}: {1}")]
    Evidence(String, String),
    #[error("{0}")]
    Key(String),
    #[error("the operator's file: {0}")]
    Operator(String),
    #[error("there is no {0} `{1}` in the ledger")]
    Unknown(&'static str, String),
    #[error("proposal {id} is {phase}: {what}")]
    Phase { id: String, phase: &'static str, what: &'static str },
    /// The change was refused and the refusal recorded; the card is untouched.
    #[error("denied: {0}")]
    Denied(String),
    #[error("{0} proposals for {1} wait or were rejected: a person must decide before there is another")]
    Budget(usize, String),
    #[error("the same change was rejected as proposal {0}; propose it with other evidence, or not")]
    Rejected(String),
    #[error("the dispute: {0}")]
    Dispute(String),
    #[error("{place}: {source}")]
    Io { place: String, source: std::io::Error },
    #[error("the edited card: {0}")]
    Edited(String),
    #[error("{0}")]
    Internal(String),
}

impl From<Fault> for ReviewError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault.to_string())
    }
}
