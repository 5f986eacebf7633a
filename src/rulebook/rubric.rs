//! `rules/rubric.yaml`: names, questions, labels and figures of the method, in our own words.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::rubric::{CapId, CriterionId, Parameter};

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// Of the method.
    pub version: String,
    pub criteria: BTreeMap<CriterionId, CriterionText>,
    pub parameters: BTreeMap<Parameter, ParameterText>,
    pub caps: BTreeMap<CapId, CapText>,
    /// Best first.
    pub bands: Vec<Band>,
    /// Id and name.
    pub categories: BTreeMap<String, String>,
    /// OWASP playbooks: number and what they are about.
    pub playbooks: BTreeMap<u8, String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CriterionText {
    pub name: String,
    pub question: String,
    pub owasp: Vec<String>,
    pub playbook: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParameterText {
    pub name: String,
    pub question: String,
    /// Thousandths of a criterion's score.
    pub weight: u32,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapText {
    /// Thousandths.
    pub max: u32,
    /// `None` for caps of every criterion.
    pub criterion: Option<CriterionId>,
    pub meaning: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub id: String,
    pub label: String,
    pub color: String,
    /// Tenths of the total, inclusive.
    pub at_least: u32,
}
