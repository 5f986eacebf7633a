//! What a project allows a change to do. It is read from the commit that a change is compared with, never from the
//! change itself.

mod judge;

use std::{collections::BTreeMap, fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

pub use judge::judge;

use crate::{
    date::Date,
    rubric::{CriterionId, Parameter},
    score::parse_cap,
};

/// Where a policy lies in a repository.
pub const POLICY_FILE: &str = ".depthgauge.yaml";
/// Bytes of a policy.
pub const LARGEST_POLICY: usize = 256 << 10;

/// `.depthgauge.yaml`. Every key may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    /// Fingerprint of the rules that floors and baseline were written with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    pub mode: Mode,
    /// Lowest total: thousandths of the sum of the ten criteria (0 to 10000), or a band.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Minimum>,
    /// No level may fall and no surface may appear.
    pub no_fall: bool,
    /// By criterion (`C2`) the lowest score in thousandths, by parameter (`C4.S`) the lowest level.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub floors: BTreeMap<Cell, u32>,
    /// Caps that must not apply, whether or not they are new.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_caps: Vec<String>,
    /// What may not be added, also where no level can fall any more.
    pub deny_new: Vec<Addition>,
    /// What a head means that reads less than the base.
    pub coverage: Coverage,
    /// Folders that are rated on their own; without any the whole repository is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetPolicy>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<Exception>,
    /// Path of the baseline, from the root of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// Path of the vocabulary, from the root of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<String>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            rules: None,
            mode: Mode::Enforce,
            minimum: None,
            no_fall: true,
            floors: BTreeMap::new(),
            forbidden_caps: Vec::new(),
            deny_new: Addition::ALL.to_vec(),
            coverage: Coverage::Fail,
            targets: Vec::new(),
            exceptions: Vec::new(),
            baseline: None,
            vocabulary: None,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    Enforce,
    /// Everything is reported and nothing fails.
    Observe,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Coverage {
    /// Exit code 4.
    #[default]
    Fail,
    /// Said, and no more.
    Report,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Addition {
    UngatedTool,
    Bypass,
    Exposure,
    Cap,
    CriticalGap,
    PublicTrigger,
}

impl Addition {
    pub const ALL: [Self; 6] =
        [Self::UngatedTool, Self::Bypass, Self::Exposure, Self::Cap, Self::CriticalGap, Self::PublicTrigger];
}

/// Thousandths or a band.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Minimum {
    Thousandths(u32),
    Band(BandName),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BandName {
    Moderate,
    Strong,
    Hardened,
}

impl Minimum {
    pub fn thousandths(&self) -> u32 {
        match self {
            Self::Thousandths(n) => *n,
            Self::Band(BandName::Moderate) => 4950,
            Self::Band(BandName::Strong) => 6950,
            Self::Band(BandName::Hardened) => 8450,
        }
    }
}

/// A criterion, or a parameter of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(pub CriterionId, pub Option<Parameter>);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => write!(f, "{}", self.0),
            Some(parameter) => write!(f, "{}.{parameter}", self.0),
        }
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cell: crate::card::Cell = text.parse()?;
        Ok(Self(cell.criterion, cell.parameter))
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^C(10|[1-9])([.][SCDB])?$"})
    }
}

/// A folder that is rated on its own, and what is asked of it beside the rest of the policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetPolicy {
    /// From the root of the repository; `.` is the root.
    pub folder: String,
    /// Who is named in a report that fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Minimum>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub floors: BTreeMap<Cell, u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden_caps: Vec<String>,
}

impl TargetPolicy {
    /// As a subpath; `None` is the whole repository.
    pub fn subpath(&self) -> Option<&str> {
        Some(self.folder.trim_matches('/')).filter(|folder| !folder.is_empty() && *folder != ".")
    }
}

/// A change that is allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// As the report gives it.
    pub id: String,
    pub reason: String,
    pub owner: String,
    /// `YYYY-MM-DD`: the last day.
    pub expires: String,
}

/// A policy that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct PolicyError {
    pub place: String,
    pub message: String,
}

impl Policy {
    /// `place` names the file in errors.
    ///
    /// # Errors
    /// No YAML, an unknown key, a floor or a cap that does not exist, an exception without a reason.
    pub fn read(text: &str, place: &str) -> Result<Self, PolicyError> {
        let wrong = |message: String| PolicyError { place: place.to_owned(), message };
        if text.len() > LARGEST_POLICY {
            return Err(wrong("is larger than a policy may be".to_owned()));
        }
        if text.trim().is_empty() || text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#')) {
            return Ok(Self::default());
        }
        let policy: Self = serde_yaml::from_str(text).map_err(|e| wrong(e.to_string()))?;
        policy.check().map_err(wrong)?;
        Ok(policy)
    }

    fn check(&self) -> Result<(), String> {
        let of_targets = self.targets.iter().map(|target| (&target.floors, &target.forbidden_caps, &target.minimum));
        for (floors, caps, minimum) in
            std::iter::once((&self.floors, &self.forbidden_caps, &self.minimum)).chain(of_targets)
        {
            for (cell, floor) in floors {
                let most = if cell.1.is_some() { 4 } else { 1000 };
                if *floor > most {
                    return Err(format!("floor {cell}: {floor} is more than {most}"));
                }
            }
            if let Some(cap) = caps.iter().find(|cap| parse_cap(cap).is_none()) {
                return Err(format!("no cap is called `{cap}`"));
            }
            if minimum.as_ref().is_some_and(|minimum| minimum.thousandths() > 10_000) {
                return Err("minimum: more than 10000".to_owned());
            }
        }
        for exception in &self.exceptions {
            if exception.reason.trim().is_empty() || exception.owner.trim().is_empty() {
                return Err(format!("exception {}: needs a reason and an owner", exception.id));
            }
            if exception.expires.parse::<Date>().is_err() {
                return Err(format!("exception {}: expires is no YYYY-MM-DD", exception.id));
            }
        }
        for path in self.baseline.iter().chain(&self.vocabulary) {
            if path.starts_with('/') || path.split('/').any(|part| part == "..") {
                return Err(format!("`{path}` is no path within the repository"));
            }
        }
        Ok(())
    }

    /// What is asked of one target: its own bounds before those of the whole.
    pub fn target(&self, subpath: Option<&str>) -> Option<&TargetPolicy> {
        self.targets.iter().find(|target| target.subpath() == subpath)
    }
}

/// JSON Schema of the policy.
pub fn policy_schema() -> schemars::Schema {
    schemars::schema_for!(Policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_says_what_is_wrong_with_it() {
        let wrong = |text: &str| Policy::read(text, "p.yaml").unwrap_err().to_string();
        assert!(wrong("no_fal: true").contains("no_fal"), "{}", wrong("no_fal: true"));
        assert!(wrong("floors: {C11: 3}").contains("C11"));
        assert!(wrong("floors: {C2.S: 5}").contains("more than 4"));
        assert!(wrong("forbidden_caps: [C4-NOPE]").contains("C4-NOPE"));
        assert!(wrong("vocabulary: ../x.yaml").contains("within the repository"));
        assert!(wrong("exceptions: [{id: a, reason: '', owner: b, expires: 2026-01-01}]").contains("reason"));
        assert!(wrong("exceptions: [{id: a, reason: c, owner: b, expires: soon}]").contains("YYYY-MM-DD"));
        assert!(wrong("exceptions: [{id: a, reason: c, owner: b, expires: 2026-02-30}]").contains("YYYY-MM-DD"));
    }

    #[test]
    fn what_is_not_said_is_strict() {
        assert_eq!(Policy::read("# nothing\n", "p"), Ok(Policy::default()));
        let policy = Policy::read("mode: observe\nminimum: moderate\nfloors: {C2: 300, c4.s: 2}\n", "p").unwrap();
        assert!(policy.no_fall && policy.deny_new.len() == 6);
        assert_eq!(policy.minimum.as_ref().map(Minimum::thousandths), Some(4950));
        let floors: Vec<String> = policy.floors.keys().map(ToString::to_string).collect();
        assert_eq!(floors, ["C2", "C4.S"]);
    }
}
