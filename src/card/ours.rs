//! What a card holds beyond the public format, under `depthgauge`: how its levels came about, what would raise them, what
//! was not read.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Evidence, Fix, Review, SearchEvidence};
use crate::{
    assess::{CapConsidered, Cut, Kind, Reason, Trace},
    claims::ClaimsReport,
    detect::State,
    facts::Context,
    rubric::{CapId, Capability, CriterionId, Level, Parameter},
    score::Counted,
};

fn is_nothing(number: &f64) -> bool {
    *number == 0.0
}

/// One change to the code with all that it moves, computed by rating the project as it would be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Improvement {
    /// The cell that gains most stands for it on the card.
    #[serde(flatten)]
    pub fix: Fix,
    /// Of the improvement in the rules; empty on a card that another program wrote.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// `small`, `medium` or `large`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub effort: String,
    /// Change of the total, in points: caps that are lifted or still bind and the mechanism that counts are in it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub gain: f64,
    /// The total with this change alone.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub score: f64,
    /// Every cell of a default mechanism that moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellMove>,
    /// Scores of criteria that move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<ScoreMove>,
    /// Caps that are gone, `C5/C5-WORSTCASE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lifted: Vec<String>,
    /// Caps that still hold a moved criterion down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub binding: Vec<String>,
    /// Where the change would be made, `file:line`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}

/// A cell before and after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct CellMove {
    pub criterion: CriterionId,
    pub parameter: Parameter,
    pub from_level: Level,
    pub to_level: Level,
}

/// The score of a criterion before and after a change.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreMove {
    pub criterion: CriterionId,
    pub from: f64,
    pub to: f64,
    /// Its surface is gone: it counts in full.
    #[serde(default, skip_serializing_if = "is_false")]
    pub absent: bool,
    /// The alternative counted before, the default mechanism does now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub becomes_default: bool,
}

/// What several improvements change together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// All that stand on the card.
    pub together: Reached,
    /// The shortest list that was found to the next band; `null` where all improvements together do not reach it.
    #[serde(default)]
    pub next_band: Option<Reached>,
}

/// A total that a list of improvements reaches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reached {
    pub fixes: Vec<String>,
    /// Change of the total, in points.
    pub gain: f64,
    pub score: f64,
    /// Id of the band.
    pub band: String,
}

/// A critical gap or cap that is not printed as one, because what decides it could not be followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenQuestion {
    pub criterion: CriterionId,
    /// Of the cap; `null` for a critical gap.
    #[serde(default)]
    pub cap: Option<CapId>,
    /// `file:line`, where the place is known.
    #[serde(default)]
    pub places: Vec<String>,
}

/// What only this program writes. All of it may be missing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Depthgauge {
    /// Version of the program.
    pub version: String,
    /// Fingerprint of the rules, overlays included.
    pub rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    pub kind_reason: String,
    /// Criteria that count 0.00 because what rules would have read was not read.
    pub not_assessed: Vec<CriterionId>,
    /// Rows of the agent surface that say `no` only because what could show otherwise was not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub surface_not_assessed: Vec<Capability>,
    /// The rule of two's last answer is `false` only because of what was not read.
    #[serde(skip_serializing_if = "is_false")]
    pub same_session_not_assessed: bool,
    pub incomplete: Incomplete,
    /// True when the files differ from the pinned commit.
    pub uncommitted: bool,
    /// Paths that were read past, by reason.
    pub unread: BTreeMap<String, u64>,
    /// The ways to start the project that were found, and how each is rated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub configurations: Vec<ConfigurationRecord>,
    /// The totals if inferred and not followed parameters were one level lower and one higher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Ratings behind which something could not be followed to its end.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_followed: u64,
    /// How each level came about; keys are `C2/default/S`.
    pub origins: BTreeMap<String, Origin>,
    /// The reasoning behind each level; keys as in `origins`.
    pub reasons: BTreeMap<String, Vec<Reason>>,
    /// What lowered a level after its conditions held; keys as in `origins`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cuts: BTreeMap<String, Vec<Cut>>,
    /// Whether each surface is there, and which mechanisms were considered.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub traces: BTreeMap<CriterionId, Trace>,
    /// Caps that were considered; keys are `C2/default`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub caps: BTreeMap<String, Vec<CapConsidered>>,
    /// Title and search of each rule that the reasons name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub looked_for: BTreeMap<String, LookedFor>,
    /// Evidence of the caps; keys are `C2/default`.
    pub cap_evidence: BTreeMap<String, Vec<Evidence>>,
    /// All improvements that were looked at, in the order of what they change for their effort. The first five stand on
    /// the card.
    pub fixes: Vec<Improvement>,
    /// What several of them change together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// What would be a critical gap or a cap if it could be followed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_questions: Vec<OpenQuestion>,
    /// Places where rules matched; of a rule with very many a part, see `signal_counts`.
    pub signals: Vec<SignalRecord>,
    /// How many places each rule has of which `signals` holds a part only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub signal_counts: BTreeMap<String, u64>,
    /// What people said of this card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inventory: Option<serde_json::Value>,
    /// What the documents claim, and what the code says to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<ClaimsReport>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Incomplete {
    pub incomplete: bool,
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// By rules and ladders.
    Computed,
    /// By a reviewer, over what was computed.
    Overruled,
    /// By the author of a card that this program only read.
    Authored,
}

/// What a rule was looked for with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LookedFor {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchEvidence>,
}

/// A way to start the project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationRecord {
    /// What `--configuration` takes.
    pub name: String,
    /// `program`, `compose`, `chart` or `image`.
    pub way: String,
    /// What defines it, `file:line`.
    pub places: Vec<String>,
    /// The line of the README that leads with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<String>,
    /// Whether the card is of this one.
    pub rated: bool,
    pub score: f64,
    /// By criterion what the counted mechanism is rated: `2101 C4-HOSTROOT`, `2301 G1 alt`, `SA`.
    pub criteria: BTreeMap<CriterionId, String>,
}

/// A place where a rule matched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SignalRecord {
    pub rule: String,
    pub file: String,
    /// `N` or `N-M`.
    pub lines: String,
    pub state: State,
    pub context: Context,
    /// Of a setting that a container of the scored configuration overrides: what says what it is, the winner last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<SaidRecord>,
}

/// A place and the value that it gives to a setting.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SaidRecord {
    pub file: String,
    /// `N` or `N-M`.
    pub lines: String,
    pub value: String,
}

/// The key of a parameter in [`Depthgauge::origins`].
pub fn parameter_key(criterion: CriterionId, mechanism: Counted, parameter: Parameter) -> String {
    format!("{}/{parameter}", mechanism_key(criterion, mechanism))
}

/// The key of a mechanism in [`Depthgauge::cap_evidence`].
pub fn mechanism_key(criterion: CriterionId, mechanism: Counted) -> String {
    let kind = match mechanism {
        Counted::Default => "default",
        Counted::Alt => "alt",
    };
    format!("{criterion}/{kind}")
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !value
}
