//! A change of a card, sealed: resource, command, payload and its hash, and what would become of the total.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{ReviewError, Subject};
use crate::{
    card::{self, CardData, Evidence, Problem},
    ledger::canonical,
    score::Counted,
};

/// What sort of change it is: what an operator allows or does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A level, up or down.
    Level,
    /// A cap, or its reason.
    Cap,
    /// Structural absence, of a criterion or of one parameter.
    Absence,
    /// The alternative mechanism.
    Alternative,
    /// A summary or the headline.
    Summary,
    /// Finding, gap, evidence or status of a parameter whose level stays.
    Finding,
}

impl Kind {
    pub const ALL: [Self; 6] = [Self::Level, Self::Cap, Self::Absence, Self::Alternative, Self::Summary, Self::Finding];

    pub fn name(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Cap => "cap",
            Self::Absence => "absence",
            Self::Alternative => "alternative",
            Self::Summary => "summary",
            Self::Finding => "finding",
        }
    }
}

/// One part of a card, before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub subject: Subject,
    pub before: Value,
    pub after: Value,
    pub reason: String,
    /// What the change rests on; of levels also what stands in `after`.
    pub evidence: Vec<Evidence>,
}

impl Change {
    pub fn kind(&self) -> Kind {
        match self.subject {
            Subject::Parameter(..) => {
                let differs = |key: &str| self.before.get(key) != self.after.get(key);
                match () {
                    () if differs("structural_absence") => Kind::Absence,
                    () if differs("level") => Kind::Level,
                    () => Kind::Finding,
                }
            }
            Subject::Cap(..) => Kind::Cap,
            Subject::Alternative(_) => Kind::Alternative,
            Subject::Absence(_) => Kind::Absence,
            Subject::Summary(_) | Subject::Headline => Kind::Summary,
        }
    }

    /// `level 1 -> 2`, `cap G2 -> none`, `summary`.
    pub fn command(&self) -> String {
        let kind = self.kind();
        let word = |value: &Value| -> Option<String> {
            Some(match (kind, self.subject) {
                (Kind::Level, _) => value.get("level")?.to_string(),
                (Kind::Absence, Subject::Parameter(..)) => {
                    if value.get("structural_absence")?.as_bool()? {
                        "SA".to_owned()
                    } else {
                        value.get("level")?.to_string()
                    }
                }
                (Kind::Absence, _) => if value.is_null() { "scored" } else { "SA" }.to_owned(),
                (Kind::Cap, _) => value.get("id").and_then(Value::as_str).unwrap_or("none").to_owned(),
                (Kind::Alternative, _) => if value.is_null() { "none" } else { "alt" }.to_owned(),
                (Kind::Summary | Kind::Finding, _) => return None,
            })
        };
        match (word(&self.before), word(&self.after)) {
            (Some(before), Some(after)) => format!("{} {before} -> {after}", kind.name()),
            _ => kind.name().to_owned(),
        }
    }
}

/// What is sealed: changes, and the card that they are of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payload {
    pub repo: String,
    pub subpath: Option<String>,
    pub commit: String,
    pub changes: Vec<Change>,
}

impl Payload {
    /// SHA-256 of the canonical JSON.
    ///
    /// # Errors
    /// A number that is no whole one.
    pub fn hash(&self) -> Result<String, ReviewError> {
        Ok(hex::encode(Sha256::digest(canonical(self)?)))
    }

    /// `repo@commit:C4.S`, of several changes with commas between.
    pub fn resource(&self) -> String {
        let subjects: Vec<String> = self.changes.iter().map(|change| change.subject.to_string()).collect();
        let subpath = self.subpath.as_deref().map(|path| format!("/{path}")).unwrap_or_default();
        format!("{}{subpath}@{}:{}", self.repo, self.commit, subjects.join(","))
    }

    pub fn command(&self) -> String {
        let commands: Vec<String> = self.changes.iter().map(Change::command).collect();
        commands.join("; ")
    }
}

/// A total and its band.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// One decimal, as cards print it.
    pub total: String,
    pub band: String,
    pub critical_gaps: u32,
}

impl Standing {
    pub fn of(card: &CardData) -> Self {
        Self {
            total: format!("{:.1}", card.score),
            band: card.band.label.clone(),
            critical_gaps: card.critical_findings.len() as u32,
        }
    }
}

/// What a change does to the whole card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlastRadius {
    pub before: Standing,
    pub after: Standing,
}

/// A proposal as it stands in the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    pub resource: String,
    pub command: String,
    pub payload: Payload,
    pub payload_hash: String,
    pub proposer: String,
    /// Seconds since 1970.
    pub created: u64,
    /// Seconds since 1970 after which it cannot be approved.
    pub open_until: u64,
    pub blast_radius: BlastRadius,
    /// Id of the dispute that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<String>,
}

impl Proposal {
    /// Seals changes of a card.
    ///
    /// # Errors
    /// Nothing changes, a part is not as `before` says, or the changed card would break a rule of the method.
    pub fn seal(
        card: &CardData,
        changes: Vec<Change>,
        proposer: &str,
        (created, open_until): (u64, u64),
    ) -> Result<Self, ReviewError> {
        let payload = Payload {
            repo: super::repository(card).to_owned(),
            subpath: card.subpath.clone(),
            commit: card.pinned_commit.clone(),
            changes,
        };
        if payload.changes.is_empty() || payload.changes.iter().any(|change| change.before == change.after) {
            return Err(ReviewError::NoChange);
        }
        if let Some(change) = payload.changes.iter().find(|change| change.reason.trim().is_empty()) {
            return Err(ReviewError::NoReason(change.subject.to_string()));
        }
        let after = changed(card, &payload.changes)?;
        Ok(Self {
            resource: payload.resource(),
            command: payload.command(),
            payload_hash: payload.hash()?,
            payload,
            proposer: proposer.to_owned(),
            created,
            open_until,
            blast_radius: BlastRadius { before: Standing::of(card), after: Standing::of(&after) },
            dispute: None,
        })
    }

    /// Whether the parts say what their hash, resource and command say.
    pub fn is_whole(&self) -> bool {
        self.payload.hash().is_ok_and(|hash| hash == self.payload_hash)
            && self.payload.resource() == self.resource
            && self.payload.command() == self.command
    }
}

/// The card after the changes, computed fields renewed.
///
/// # Errors
/// A part that is not as `before` says, or a rule of the method that the card kept and would break.
pub fn changed(card: &CardData, changes: &[Change]) -> Result<CardData, ReviewError> {
    let mut after = card.clone();
    for change in changes {
        if change.subject.read(&after)? != change.before {
            return Err(ReviewError::CardChanged(change.subject.to_string()));
        }
        change.subject.write(&mut after, change.after.clone())?;
        if let Subject::Parameter(id, kind, parameter) = change.subject
            && let Some(ours) = &mut after.depthgauge
        {
            ours.origins.insert(card::parameter_key(id, kind, parameter), card::Origin::Overruled);
        }
        if let Subject::Absence(id) = change.subject
            && let Some(ours) = &mut after.depthgauge
        {
            ours.origins.retain(|key, _| !key.starts_with(&format!("{id}/")));
            ours.origins.insert(id.to_string(), card::Origin::Overruled);
        }
    }
    card::recompute(&mut after);
    let key = |problem: &Problem| (problem.place.clone(), problem.code);
    let known: Vec<_> = card::check(card).iter().map(key).collect();
    let new: Vec<Problem> = card::check(&after).into_iter().filter(|problem| !known.contains(&key(problem))).collect();
    match new.first() {
        Some(first) => Err(ReviewError::Rule(first.to_string())),
        None => Ok(after),
    }
}

/// The level that a change gives to a parameter, with the one before.
pub fn levels(change: &Change) -> Option<(crate::rubric::Level, crate::rubric::Level)> {
    let level = |value: &Value| serde_json::from_value(value.get("level")?.clone()).ok();
    match change.subject {
        Subject::Parameter(_, Counted::Default | Counted::Alt, _) => {
            Some((level(&change.before)?, level(&change.after)?))
        }
        _ => None,
    }
}
