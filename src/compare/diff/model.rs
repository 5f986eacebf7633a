//! What a comparison of two commits says: one list of changes, each judged by a policy. Strings are prose in Markdown
//! inline form; what comes from the repository is escaped in them already. Paths are plain.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rubric::{CriterionId, Parameter};

/// What a place is for that only shows the state: no line that came or went.
pub const CITED: &str = "cited for this level";
/// The format's name in `schema`.
pub const DIFF_FORMAT: &str = "depthgauge-diff-1";

/// Two commits of one repository beside each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiffReport {
    /// `depthgauge-diff-1`.
    pub schema: String,
    /// Version of the program.
    pub program: String,
    /// Fingerprint of the rules that both commits were audited with.
    pub rules: String,
    pub name: String,
    pub repo_url: Option<String>,
    pub base: Tip,
    pub head: Tip,
    /// The commit that the head is compared with: 40 hex digits.
    pub compared: String,
    /// True where that is the merge base of the two, false where it is the base itself (`--two-dot`).
    pub merge_base: bool,
    pub outcome: DiffOutcome,
    pub policy: PolicyUse,
    pub targets: Vec<TargetDiff>,
}

/// A rev as it was asked for and its commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tip {
    pub asked: String,
    /// 40 hex digits.
    pub commit: String,
}

/// How a comparison ends. Each has its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiffOutcome {
    /// Nothing fails (0).
    Passed,
    /// Something is weaker than the policy allows, and the policy only watches (0).
    Observed,
    /// Something is weaker than the policy allows (1).
    Weaker,
    /// The head reads less than the base (4).
    ReadsLess,
}

/// What judged the changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyUse {
    /// `default`, `base commit` or `file`.
    pub source: String,
    pub observe: bool,
    /// Files of the gate itself (policy, baseline, vocabulary) that the head changes; the base's were used.
    pub changed: Vec<String>,
    /// Exceptions that nothing needs any more, or that have expired.
    pub stale: Vec<String>,
    /// The policy was written with other rules than these: which.
    pub needs_upgrade: Option<String>,
}

/// One part of the repository that is rated on its own, in both commits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetDiff {
    pub name: String,
    /// `None`: the whole repository.
    pub subpath: Option<String>,
    /// `None`: no agent there.
    pub before: Option<Standing>,
    pub after: Option<Standing>,
    pub owners: Vec<String>,
    /// Worst first.
    pub changes: Vec<Change>,
    /// What the head leaves unread and the base had not.
    pub reads_less: Vec<String>,
    /// How much neither could read.
    pub unread_in_both: u64,
    /// What the head has, whether or not it is new.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<super::Finding>,
    /// Ids of the findings that the other commit has not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_findings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Of ten, one decimal.
    pub score: f64,
    /// The exact sum.
    pub thousandths: u32,
    pub band: String,
    /// By criterion, C1 to C10: `2101 C4-HOSTROOT`, `SA`.
    pub ratings: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// A parameter's level.
    Level,
    /// A criterion's surface is there, or no more.
    Absence,
    Cap,
    CriticalGap,
    /// A tool that reaches something without a gate.
    UngatedTool,
    /// A way past a gate that stands on others.
    Bypass,
    /// An exposure that is on as shipped.
    Exposure,
    /// Something outside that starts the agent.
    PublicTrigger,
    /// A match of a control that is gone while no level moves by it.
    Control,
    /// Any other tool that came, went, or reaches otherwise.
    Tool,
    /// A row of the agent surface.
    Surface,
    /// A bound of the policy on a score.
    Floor,
    Total,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Weaker,
    Neutral,
    Stronger,
}

/// What the policy makes of a change. The order is that of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Fails,
    /// It would fail without an exception or the baseline.
    Excepted,
    Noted,
    /// It moved for a reason that no reader of the change could see: never fails.
    Folded,
}

/// Something that is otherwise in the head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// 16 hex digits; the same for the same change in another run, also when lines have moved.
    pub id: String,
    pub kind: ChangeKind,
    pub direction: Direction,
    pub verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<CriterionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<Parameter>,
    /// Rules whose matches came or went.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// What it was and is: `L3`, `SA`, the name of a cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// One sentence.
    pub sentence: String,
    /// Places in the commit that is compared with: what was there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Where>,
    /// Places in the head: what is there now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Where>,
    /// Functions from a tool to what it reaches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<String>,
    /// What would undo it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restore: Option<String>,
    /// Why it does not fail, or is not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// A place in one of the two commits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Where {
    pub file: String,
    /// First and last line, from 1.
    pub first: u32,
    pub last: u32,
    pub url: Option<String>,
    /// What stands there, or stood.
    pub what: String,
}

impl DiffReport {
    pub fn changes(&self) -> impl Iterator<Item = (&TargetDiff, &Change)> {
        self.targets.iter().flat_map(|target| target.changes.iter().map(move |change| (target, change)))
    }

    pub fn failing(&self) -> impl Iterator<Item = (&TargetDiff, &Change)> {
        self.changes().filter(|(_, change)| change.verdict == Verdict::Fails)
    }
}
