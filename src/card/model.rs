//! The data of a card: field names and their order are those of the public entry format (schema 2.0). What is ours
//! alone stands under `depthgauge`: see `ours`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CapabilityProfile, Depthgauge, Interval};
use crate::{
    rubric::{CapId, Capability, CriterionId, Level, Parameter},
    score::{self, Confidence, Counted},
};

/// `schema_version` of the cards that this program writes.
pub const SCHEMA_VERSION: &str = "2.0";
/// Version of the method.
pub const SCORECARD_VERSION: &str = "0.9";

/// A score card. Strings are prose in Markdown inline form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardData {
    pub schema_version: String,
    pub scorecard_version: String,
    /// Slug of the name.
    pub id: String,
    pub name: String,
    /// `null` when the audited repository has no remote.
    pub repo_url: Option<String>,
    /// The audited folder, relative to the repository's root; `null` for the whole repository.
    #[serde(default)]
    pub subpath: Option<String>,
    pub description: String,
    pub category: Category,
    /// 40 lower-case hex digits.
    pub pinned_commit: String,
    /// A tag on the pinned commit.
    #[serde(default)]
    pub version: Option<String>,
    /// `YYYY-MM-DD`.
    pub scored_date: String,
    pub scored_configuration: String,
    /// One decimal, 0.0 to 10.0.
    pub score: f64,
    pub max_score: f64,
    pub band: Band,
    pub applicable: Applicable,
    pub capability_profile: CapabilityProfile,
    pub headline: String,
    /// Ten, C1 to C10.
    pub criteria: Vec<Criterion>,
    pub critical_findings: Vec<CriticalFinding>,
    pub rule_of_two: RuleOfTwo,
    /// At most five.
    pub fixes: Vec<Fix>,
    pub reaudit_log: Vec<Reaudit>,
    /// At least one.
    pub limitations: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depthgauge: Option<Depthgauge>,
}

/// What the agent acts on. Published cards may carry others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Coding,
    Cybersecurity,
    InfrastructureOps,
    AiAssistants,
    DataAnalytics,
    AgentFrameworks,
    #[serde(untagged)]
    Other(String),
}

impl Category {
    pub const ALL: [Self; 6] = [
        Self::Coding,
        Self::Cybersecurity,
        Self::InfrastructureOps,
        Self::AiAssistants,
        Self::DataAnalytics,
        Self::AgentFrameworks,
    ];

    /// The words that cards print.
    pub fn label(&self) -> &str {
        match self {
            Self::Coding => "Coding",
            Self::Cybersecurity => "Cybersecurity",
            Self::InfrastructureOps => "Infrastructure & Ops",
            Self::AiAssistants => "AI Assistants",
            Self::DataAnalytics => "Data & Analytics",
            Self::AgentFrameworks => "Agent Frameworks",
            Self::Other(label) => label,
        }
    }

    /// The id as JSON has it.
    pub fn id(&self) -> &str {
        match self {
            Self::Coding => "coding",
            Self::Cybersecurity => "cybersecurity",
            Self::InfrastructureOps => "infrastructure_ops",
            Self::AiAssistants => "ai_assistants",
            Self::DataAnalytics => "data_analytics",
            Self::AgentFrameworks => "agent_frameworks",
            Self::Other(id) => id,
        }
    }

    /// From an id or a label; anything else is kept as [`Category::Other`].
    pub fn parse(text: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|c| c.id() == text || c.label() == text)
            .unwrap_or_else(|| Self::Other(text.to_owned()))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Band {
    /// `hardened`, `strong`, `moderate` or `weak`.
    pub id: String,
    pub label: String,
    /// `green`, `amber` or `red`.
    pub color: String,
}

impl From<score::Band> for Band {
    fn from(band: score::Band) -> Self {
        Self { id: band.id().to_owned(), label: band.label().to_owned(), color: band.color().to_owned() }
    }
}

/// The part of the total that comes from criteria whose surface exists.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Applicable {
    pub count: u32,
    pub score: f64,
    pub max: f64,
    /// Whole percent.
    pub percent: u32,
}

impl From<score::Applicable> for Applicable {
    fn from(a: score::Applicable) -> Self {
        Self { count: a.count, score: a.score.as_f64(), max: f64::from(a.count), percent: a.percent() }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Criterion {
    pub id: CriterionId,
    /// 1 to 10.
    pub number: u8,
    pub name: String,
    #[serde(default)]
    pub question: String,
    #[serde(default)]
    pub owasp: Vec<String>,
    pub summary: String,
    pub status: Status,
    /// In thousandths exact: one division.
    pub score: f64,
    pub max: f64,
    #[serde(default)]
    pub counted: Counted,
    pub confidence: Confidence,
    #[serde(default)]
    pub cap: Option<Cap>,
    /// Those of the counted mechanism; `null` for a structurally absent criterion.
    #[serde(default)]
    pub parameters: Option<Parameters>,
    /// The default mechanism, then the alternative one; none for a structurally absent criterion.
    #[serde(default)]
    pub mechanisms: Vec<Mechanism>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absence_evidence: Vec<Evidence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

impl Criterion {
    pub fn mechanism(&self, kind: Counted) -> Option<&Mechanism> {
        self.mechanisms.iter().find(|m| m.kind == kind)
    }

    /// Levels in the order S, C, D, B, the cap and `alt`, or `SA`.
    pub fn rating(&self) -> String {
        let Some(parameters) = &self.parameters else { return "SA".to_owned() };
        let digit = |p: &Rating| if p.structural_absence { "S".to_owned() } else { p.level.get().to_string() };
        let levels: String = [&parameters.S, &parameters.C, &parameters.D, &parameters.B].map(digit).concat();
        let cap = self.cap.as_ref().map(|cap| format!(" {}", cap.id.as_str())).unwrap_or_default();
        let alt = if self.counted == Counted::Alt { " alt" } else { "" };
        format!("{levels}{cap}{alt}")
    }

    pub fn is_absent(&self) -> bool {
        self.status == Status::StructuralAbsence
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Scored,
    StructuralAbsence,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CapName {
    Known(CapId),
    Other(String),
}

impl CapName {
    pub fn parse(name: &str) -> Self {
        score::parse_cap(name).map_or_else(|| Self::Other(name.to_owned()), Self::Known)
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(cap) => score::name_of(*cap),
            Self::Other(name) => name,
        }
    }

    /// `None` for a cap that the method does not have.
    pub fn known(&self) -> Option<CapId> {
        match self {
            Self::Known(cap) => Some(*cap),
            Self::Other(_) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cap {
    pub id: CapName,
    pub max: f64,
    /// Empty where a Markdown card does not print it (the mechanism that is not counted).
    #[serde(default)]
    pub reason: String,
}

/// S, C, D and B of one mechanism.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(non_snake_case)]
pub struct Parameters {
    pub S: Rating,
    pub C: Rating,
    pub D: Rating,
    pub B: Rating,
}

impl Parameters {
    pub fn get(&self, parameter: Parameter) -> &Rating {
        match parameter {
            Parameter::S => &self.S,
            Parameter::C => &self.C,
            Parameter::D => &self.D,
            Parameter::B => &self.B,
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Parameter, &Rating)> {
        Parameter::ALL.into_iter().map(|p| (p, self.get(p)))
    }

    /// S, C, D, B.
    pub fn levels(&self) -> score::Levels {
        Parameter::ALL.map(|p| self.get(p).level)
    }

    pub fn inferred(&self) -> usize {
        self.iter().filter(|(_, r)| r.status == RatingStatus::Inferred).count()
    }
}

/// One parameter of one mechanism.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    pub level: Level,
    #[serde(default)]
    pub structural_absence: bool,
    pub status: RatingStatus,
    pub finding: String,
    /// What the next level needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// 0.3 or 0.2.
    pub weight: f64,
    /// What the level adds to raw.
    pub points: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatingStatus {
    Verified,
    Inferred,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mechanism {
    pub kind: Counted,
    pub label: String,
    pub score: f64,
    pub raw: f64,
    #[serde(default)]
    pub cap: Option<Cap>,
    pub confidence: Confidence,
    pub parameters: Parameters,
}

/// A citation of code, or a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Evidence {
    Code(CodeEvidence),
    Search(SearchEvidence),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CodeEvidence {
    /// Relative to the repository's root.
    pub file: String,
    /// `N` or `N-M`.
    pub lines: String,
    /// A literal within these lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Permalink at the pinned commit; `null` where the repository has no known host.
    #[serde(default)]
    pub url: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SearchEvidence {
    /// The `rg` command without its paths.
    pub search: String,
    /// Paths, separated by spaces and quoted as a POSIX shell reads them.
    pub scope: String,
    /// Lines that the command prints.
    pub hits: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CriticalFinding {
    pub summary: String,
    pub criterion: CriterionId,
    #[serde(default)]
    pub owasp: Vec<String>,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleOfTwo {
    pub untrusted_input: String,
    pub sensitive_data: String,
    pub state_change_or_egress: String,
    pub same_session: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    pub summary: String,
    pub criterion: CriterionId,
    pub parameter: Parameter,
    pub from_level: Level,
    pub to_level: Level,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playbook: Option<String>,
    /// Weight times levels, before caps.
    pub estimated_gain: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reaudit {
    pub criterion: CriterionId,
    pub parameter: Parameter,
    pub from_level: Level,
    pub to_level: Level,
    pub reason: String,
}

impl CardData {
    /// Whether nothing can be said of a row of the agent surface.
    pub fn surface_unknown(&self, capability: Capability) -> bool {
        self.depthgauge.as_ref().is_some_and(|d| d.surface_not_assessed.contains(&capability))
    }

    /// Every citation and search of the card's own part, in its order; some stand several times.
    pub fn all_evidence(&self) -> impl Iterator<Item = &Evidence> {
        let critical = self.critical_findings.iter().flat_map(|finding| &finding.evidence);
        let criteria = self.criteria.iter().flat_map(|c| {
            let mechanisms = c.mechanisms.iter().map(|m| &m.parameters).chain(&c.parameters);
            let rated = mechanisms.flat_map(|parameters| parameters.iter()).flat_map(|(_, rating)| &rating.evidence);
            c.absence_evidence.iter().chain(rated)
        });
        let caps = self.depthgauge.iter().flat_map(|ours| ours.cap_evidence.values().flatten());
        critical.chain(criteria).chain(caps)
    }

    /// How far the total could be off: the range on the card, else that of its inferred ratings.
    pub fn range(&self) -> Interval {
        if let Some(interval) = self.depthgauge.as_ref().and_then(|ours| ours.interval) {
            return interval;
        }
        let rows: Vec<score::Rows> = self.criteria.iter().map(|c| self.rows(c)).collect();
        let (low, high) = score::interval(&rows);
        Interval { low: low.as_f64().min(self.score), high: high.as_f64().max(self.score) }
    }

    fn rows(&self, criterion: &Criterion) -> score::Rows {
        let rating = |m: &Mechanism| score::Rating {
            kind: m.kind,
            levels: m.parameters.levels(),
            absent: Parameter::ALL.map(|p| m.parameters.get(p).structural_absence),
            uncertain: Parameter::ALL.map(|p| m.parameters.get(p).status == RatingStatus::Inferred),
            cap: m.cap.as_ref().and_then(|cap| cap.id.known()),
        };
        score::Rows {
            criterion: criterion.id,
            assessed: !self.not_assessed().contains(&criterion.id),
            mechanisms: criterion.mechanisms.iter().map(rating).collect(),
        }
    }

    pub fn criterion(&self, id: CriterionId) -> Option<&Criterion> {
        self.criteria.iter().find(|c| c.id == id)
    }

    /// Whether a critical gap of the criterion is an open question.
    pub fn asks_about(&self, id: CriterionId) -> bool {
        self.depthgauge.as_ref().is_some_and(|d| d.open_questions.iter().any(|question| question.criterion == id))
    }

    pub fn not_assessed(&self) -> &[CriterionId] {
        self.depthgauge.as_ref().map_or(&[], |d| &d.not_assessed)
    }
}
