//! A claim, what became of it, and the report of all of them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rubric::{CriterionId, Parameter};

/// What the code says to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimState {
    /// Everything that the claim needs was found in the product.
    Held,
    /// A part of it.
    PartlyHeld,
    /// The code says otherwise.
    Contradicted,
    /// Nothing of it.
    NotFound,
    /// What could show it was not followed to the end or not read.
    NotFollowed,
    /// The document itself calls it planned, optional, an example or not there.
    Disclaimed,
}

impl ClaimState {
    pub const ALL: [Self; 6] =
        [Self::Held, Self::PartlyHeld, Self::Contradicted, Self::NotFound, Self::NotFollowed, Self::Disclaimed];

    pub fn title(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::PartlyHeld => "partly held",
            Self::Contradicted => "contradicted",
            Self::NotFound => "not found",
            Self::NotFollowed => "not followed",
            Self::Disclaimed => "disclaimed",
        }
    }
}

/// Lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct ClaimPlace {
    pub file: String,
    /// `N` or `N-M`.
    pub lines: String,
    /// Permalink at the pinned commit, where the host is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Something that a claim needs, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    pub what: String,
    /// The best first.
    pub places: Vec<ClaimPlace>,
    /// Someone has to turn it on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opt_in: bool,
}

/// Something that a claim needs and that was not found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lacking {
    pub what: String,
    /// Where it could not be followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<ClaimPlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<ClaimSearch>,
}

/// A search as anyone can run it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimSearch {
    pub search: String,
    pub scope: String,
    /// Lines that the command prints.
    pub hits: u64,
}

/// Where the code says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contradiction {
    pub claimed: String,
    pub found: String,
    pub place: ClaimPlace,
}

/// A control that a document speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    pub place: ClaimPlace,
    /// Heading that it stands below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The sentence, item, row or line of configuration, secrets masked; empty where it speaks to auditors.
    pub text: String,
    /// Id of the kind of claim.
    pub kind: String,
    pub title: String,
    pub criterion: CriterionId,
    pub parameter: Parameter,
    pub state: ClaimState,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<Shown>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Lacking>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Contradiction>,
}

/// A file that declares what an agent may do, and what was checked in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contract {
    pub file: String,
    /// `agent contract`, `tool permissions`, `Rego policy` …
    pub form: String,
    /// Where code names the file; none is a finding.
    pub read_at: Vec<ClaimPlace>,
    pub checks: Vec<ContractCheck>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContractCheck {
    pub check: String,
    pub answer: ContractAnswer,
    pub finding: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<ClaimPlace>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContractAnswer {
    Good,
    /// It weakens what the contract is for.
    Weak,
    /// The contract does not say.
    Absent,
}

/// Text that tells auditors or AI reviewers what to find. Never quoted but for the words that address them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct DirectedText {
    pub place: ClaimPlace,
    /// `plain text`, `invisible characters`, `base64` …
    pub form: String,
    /// Words by which it speaks to a reader; nothing of what it asks for.
    pub address: String,
}

/// Everything that was read of claims.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ClaimsReport {
    /// Documents that were read, sorted.
    pub documents: Vec<String>,
    /// How many claims came to which answer.
    pub counts: BTreeMap<ClaimState, u64>,
    /// In the order of documents and lines.
    pub claims: Vec<Claim>,
    /// Claims beyond the limit.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contracts: Vec<Contract>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub directed: Vec<DirectedText>,
    /// Places with such text beyond the limit.
    #[serde(skip_serializing_if = "is_zero")]
    pub directed_left_out: u64,
    /// Files that were looked through for it.
    pub directed_files: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}
