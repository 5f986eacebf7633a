use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::rulebook::{Kind, MechanismKind};
use crate::{
    evidence::{Citation, Evidence, RecordedSearch},
    rubric::{CapId, Capability, CriterionId, Level, Presence},
};

/// Everything the audit decided, before arithmetic. Strings are prose in Markdown inline form: text of the audited
/// repository inside them is escaped already.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    pub kind: Kind,
    /// One sentence: why that kind.
    pub kind_reason: String,
    pub scored_configuration: String,
    pub headline: String,
    pub surface: Vec<(Capability, Presence)>,
    /// Rows of `surface` that stand at `no` only because what could show otherwise was not read.
    pub surface_unknown: Vec<Capability>,
    /// Ten, C1 to C10.
    pub criteria: Vec<Criterion>,
    pub rule_of_two: RuleOfTwo,
    /// Its last answer is `no` only because of what was not read.
    pub same_session_unknown: bool,
    /// What could be changed, in the order of the rulebook; empty where it was not asked for.
    pub improvements: Vec<Candidate>,
    pub limitations: Vec<String>,
    /// Id of a category of `rubric.yaml`.
    pub category: String,
    /// Parameters held down by something that could not be followed.
    pub not_followed: u32,
    /// What stands behind the rules that the chains of reasons name.
    pub looked_for: BTreeMap<String, LookedFor>,
}

/// What a rule was looked for with.
#[derive(Debug, Clone, PartialEq)]
pub struct LookedFor {
    pub title: String,
    /// With a note on what its hits are.
    pub search: Option<RecordedSearch>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Criterion {
    pub id: CriterionId,
    pub summary: String,
    pub outcome: Outcome,
    pub notes: Option<String>,
    pub trace: Trace,
}

#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "ten of them in an audit")]
pub enum Outcome {
    /// Structural absence: at least one recorded search.
    Absent(Vec<Evidence>),
    Scored {
        default: Mechanism,
        alt: Option<Mechanism>,
    },
    /// Files that rules would have read were not: what was unread, and the search that counts them.
    NotAssessed {
        finding: String,
        evidence: Evidence,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Mechanism {
    pub label: String,
    /// S, C, D, B in that order.
    pub parameters: [ParameterRating; 4],
    pub cap: Option<Cap>,
    /// Sentence and evidence of the critical gap, where the method asks for one.
    pub critical: Option<(String, Vec<Evidence>)>,
    /// Every cap that could have counted, in the order of the ladder.
    pub caps: Vec<CapConsidered>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ParameterRating {
    pub level: Level,
    pub structural_absence: bool,
    /// `false`: inferred, level at most 2.
    pub verified: bool,
    pub finding: String,
    pub gap: Option<String>,
    pub evidence: Vec<Evidence>,
    /// How the level came about, for `explain`.
    pub chain: Vec<Reason>,
    /// A higher level would hold if what could not be followed were there.
    pub not_followed: bool,
    /// What held the level below the one that the chain reaches.
    pub cuts: Vec<Cut>,
}

/// One step of the reasoning: a condition of a ladder's level and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    pub level: u8,
    #[serde(flatten)]
    pub tested: Tested,
}

/// A condition and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tested {
    pub condition: String,
    pub verdict: Verdict,
    /// Rules that it asked about, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// `path:line` of the signals behind it, at most eight; of what is not followed, the candidates alone.
    pub places: Vec<String>,
    /// What is not known, where it is not followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Of several alternatives what became of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<TestedPart>,
}

/// A part of a condition: one element, or a list of which any, or all, must be met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestedPart {
    pub condition: String,
    pub verdict: Verdict,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<TestedPart>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<TestedPart>,
}

/// What became of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Met,
    /// The search is empty, or each of its hits was read and is no such thing.
    Absent,
    /// What would decide stands there and cannot be read.
    NotFollowed,
}

/// Why a criterion is rated as it is: whether its surface is there, and which mechanism was rated.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Trace {
    /// Empty where the criterion always applies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub surface: Vec<Tested>,
    /// Mechanisms of the ladder up to the one that holds, the shipped ones before the alternatives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mechanisms: Vec<MechanismConsidered>,
}

/// A mechanism of a ladder that was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MechanismConsidered {
    /// As the ladder names it.
    pub id: String,
    pub kind: MechanismKind,
    /// The first of its kind whose conditions are all met.
    pub chosen: bool,
    /// Empty where it needs no condition.
    pub tested: Vec<Tested>,
}

/// A cap that was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapConsidered {
    pub id: CapId,
    pub held: bool,
    /// It is the one that counts.
    pub applied: bool,
    /// Empty where the method alone decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tested: Vec<Tested>,
    /// What decided where no condition did, or why it does not count though it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A level that was lowered after its conditions had held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cut {
    pub from: Level,
    pub to: Level,
    pub by: CutBy,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutBy {
    /// C and D stand at most one level above S.
    Strength,
    /// What is inferred counts L2 at most.
    Inferred,
    /// L3 and L4 need a citation with a literal.
    NoLiteral,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Cap {
    pub id: CapId,
    pub reason: String,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RuleOfTwo {
    pub untrusted_input: String,
    pub sensitive_data: String,
    pub state_change_or_egress: String,
    pub same_session: bool,
}

/// A change to the code that an improvement of the rulebook describes, and where it would be made.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Of the improvement in the rulebook.
    pub id: String,
    pub summary: String,
    pub places: Vec<Citation>,
}
