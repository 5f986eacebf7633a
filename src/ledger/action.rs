//! What an entry records: a closed list, each action at home in one of the two tables.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The tables of a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Table {
    /// What was done to a card: dispatches, completions, denials.
    EventLog,
    /// What people said: proposals, decisions, confirmations, disputes.
    ProposalAudit,
}

impl Table {
    pub const ALL: [Self; 2] = [Self::EventLog, Self::ProposalAudit];

    pub fn name(self) -> &'static str {
        match self {
            Self::EventLog => "event_log",
            Self::ProposalAudit => "proposal_audit",
        }
    }

    pub fn other(self) -> Self {
        match self {
            Self::EventLog => Self::ProposalAudit,
            Self::ProposalAudit => Self::EventLog,
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A change was proposed and sealed.
    Propose,
    /// A person approved a proposal and signed.
    Approve,
    /// A person rejected a proposal.
    Reject,
    /// An approved change stands on the card.
    Apply,
    /// A person read parameters and agrees.
    Confirm,
    /// A dispute came in.
    Receive,
    /// A dispute was answered.
    Answer,
    /// A change is about to be written to a card.
    Dispatch,
    /// It was written.
    Complete,
    /// It was refused.
    Deny,
    /// A dispatch that never reached its card was undone.
    RollBack,
}

impl Action {
    pub const ALL: [Self; 11] = [
        Self::Propose,
        Self::Approve,
        Self::Reject,
        Self::Apply,
        Self::Confirm,
        Self::Receive,
        Self::Answer,
        Self::Dispatch,
        Self::Complete,
        Self::Deny,
        Self::RollBack,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Propose => "propose",
            Self::Approve => "approve",
            Self::Reject => "reject",
            Self::Apply => "apply",
            Self::Confirm => "confirm",
            Self::Receive => "receive",
            Self::Answer => "answer",
            Self::Dispatch => "dispatch",
            Self::Complete => "complete",
            Self::Deny => "deny",
            Self::RollBack => "roll_back",
        }
    }

    /// `None` for a word that is no action.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    pub fn table(self) -> Table {
        match self {
            Self::Dispatch | Self::Complete | Self::Deny | Self::RollBack => Table::EventLog,
            _ => Table::ProposalAudit,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for action in Action::ALL {
            assert_eq!(Action::parse(action.name()), Some(action));
            assert_eq!(serde_json::to_value(action).expect("JSON"), action.name());
        }
        assert_eq!(Action::parse("Apply"), None);
    }
}
