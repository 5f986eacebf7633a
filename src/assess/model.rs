pub use crate::rulebook::Kind;
use crate::{
    evidence::Evidence,
    rubric::{CapId, Capability, CriterionId, Level, Parameter, Presence},
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
    pub fixes: Vec<Fix>,
    pub limitations: Vec<String>,
    /// Id of a category of `rubric.yaml`.
    pub category: String,
    /// Parameters held down by something that could not be followed.
    pub not_followed: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Criterion {
    pub id: CriterionId,
    pub summary: String,
    pub outcome: Outcome,
    pub notes: Option<String>,
}

// Ten of them exist, and nearly all are scored.
#[allow(clippy::large_enum_variant)]
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
}

/// One step of the reasoning: a condition of a ladder and what became of it.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Reason {
    pub level: u8,
    pub condition: String,
    pub verdict: Verdict,
    /// `path:line` of the signals behind it, at most eight.
    pub places: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Met,
    Absent,
    NotFollowed,
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

#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    pub summary: String,
    pub criterion: CriterionId,
    pub parameter: Parameter,
    pub from: Level,
    pub to: Level,
    pub playbook: Option<String>,
}
