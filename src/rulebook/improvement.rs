//! Improvements: what one change to the code does to the signals, so that its effect is computed and not guessed.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{condition::Condition, expression::Text};

/// `rules/improvements.yaml`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Improvements {
    pub improvements: Vec<Improvement>,
}

/// One change to the code.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Improvement {
    pub id: String,
    /// Where it can be made at all.
    pub when: Option<Condition>,
    pub text: Text,
    pub effort: Cost,
    pub playbook: Option<String>,
    /// Rules at whose matches the change is made: the first of them that has any. They are cited.
    pub at: Vec<String>,
    /// Rules that match once at each of those places when the change is made.
    #[serde(default)]
    pub gives: Vec<String>,
    /// Rules that match once in the whole project when the change is made.
    #[serde(default)]
    pub gives_once: Vec<String>,
    /// Rules that match nowhere any more.
    #[serde(default)]
    pub takes: Vec<String>,
    /// Rules whose matches are on as shipped when the change is made.
    #[serde(default)]
    pub turns_on: Vec<String>,
}

/// What a change costs. The order of improvements is by gain for one unit of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// One place or a default: one unit.
    Small,
    /// One part of the program: two units.
    Medium,
    /// A part that does not exist yet, or many places: four units.
    Large,
}

impl Cost {
    pub fn units(self) -> u32 {
        match self {
            Self::Small => 1,
            Self::Medium => 2,
            Self::Large => 4,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}
