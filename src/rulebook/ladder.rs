//! Ladders: how signals become levels, one file per criterion.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    condition::Condition,
    expression::{Template, Text, WhenText},
};
use crate::rubric::{CapId, CriterionId, Parameter};

/// `rules/ladders/<C>.yaml`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ladders {
    pub criterion: CriterionId,
    /// Only C2, C3, C4, C6 and C7.
    pub surface: Option<Surface>,
    /// All that hold are joined, at most five.
    pub summary: Vec<WhenText>,
    pub mechanisms: Vec<MechanismSpec>,
    #[serde(default)]
    pub caps: Vec<CapSpec>,
    /// Sentence when B is L0 in C1, C4, C5 and C7, and for caps without one of their own.
    pub critical: Option<Critical>,
    /// C5 only.
    pub worst_case: Option<WorstCase>,
    /// What a reading of the source can tell, for the criterion's page.
    #[serde(default)]
    pub visibility: Vec<Visibility>,
}

/// One thing that the criterion asks for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Visibility {
    pub element: String,
    pub seen: Seen,
    /// By what it is seen, or why it is not. One line.
    pub note: String,
}

/// How far source alone shows something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    Seen,
    Partly,
    Not,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// Not holding means structural absence.
    pub present: Condition,
    /// Rules whose recorded searches prove the absence.
    pub searches: Vec<String>,
    pub absent_finding: Text,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MechanismSpec {
    pub id: String,
    pub kind: MechanismKind,
    pub when: Option<Condition>,
    pub label: Template,
    #[serde(rename = "S")]
    pub s: Vec<Step>,
    #[serde(rename = "C")]
    pub c: Vec<Step>,
    #[serde(rename = "D")]
    pub d: Vec<Step>,
    #[serde(rename = "B")]
    pub b: Vec<Step>,
}

impl MechanismSpec {
    pub fn steps(&self, parameter: Parameter) -> &[Step] {
        match parameter {
            Parameter::S => &self.s,
            Parameter::C => &self.c,
            Parameter::D => &self.d,
            Parameter::B => &self.b,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MechanismKind {
    Default,
    Alt,
}

/// One level of one parameter.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub level: u8,
    pub when: Option<Condition>,
    /// What a project one level below lacks: printed as its gap.
    pub lacks: Option<Text>,
    /// Required unless `never`.
    pub finding: Option<Text>,
    /// Rules whose places are cited.
    #[serde(default)]
    pub cite: Vec<String>,
    /// Rules whose recorded searches stand where no code does.
    #[serde(default)]
    pub search: Vec<String>,
    /// Adds the searches beside code places as well.
    #[serde(default)]
    pub search_always: bool,
    #[serde(default)]
    pub status: Status,
    /// The level is out of sight of static reading: only `lacks` is used.
    #[serde(default)]
    pub never: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Verified,
    Inferred,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapSpec {
    pub id: CapId,
    #[serde(default)]
    pub mechanism: CapScope,
    pub when: Condition,
    pub reason: Text,
    pub cite: Vec<String>,
    #[serde(default)]
    pub search: Vec<String>,
    pub critical: Option<Text>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapScope {
    #[default]
    Default,
    Alt,
    Both,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Critical {
    pub text: Text,
    #[serde(default)]
    pub cite: Vec<String>,
    #[serde(default)]
    pub search: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorstCase {
    pub reason: Text,
    #[serde(default)]
    pub cite: Vec<String>,
    #[serde(default)]
    pub search: Vec<String>,
}
