//! The parts of a card that a reviewer may change, and their names.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ReviewError;
use crate::{
    card::{
        Cap, CapName, CardData, Criterion, Evidence, Mechanism, Parameters, Rating, RatingStatus, Status, mechanism_key,
    },
    rubric::{CriterionId, Level, Parameter},
    score::{self, Confidence, Counted},
};

/// A part of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// `C4.S`, `C4.alt.S`
    Parameter(CriterionId, Counted, Parameter),
    /// `C4.cap`, `C4.alt.cap`
    Cap(CriterionId, Counted),
    /// `C4.alternative`: whether there is a stronger mechanism that has to be turned on.
    Alternative(CriterionId),
    /// `C4.absence`: whether the surface of the whole criterion is there.
    Absence(CriterionId),
    /// `C4.summary`
    Summary(CriterionId),
    /// `headline`
    Headline,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alt = |kind: &Counted| if *kind == Counted::Alt { "alt." } else { "" };
        match self {
            Self::Parameter(id, kind, parameter) => write!(f, "{id}.{}{parameter}", alt(kind)),
            Self::Cap(id, kind) => write!(f, "{id}.{}cap", alt(kind)),
            Self::Alternative(id) => write!(f, "{id}.alternative"),
            Self::Absence(id) => write!(f, "{id}.absence"),
            Self::Summary(id) => write!(f, "{id}.summary"),
            Self::Headline => f.write_str("headline"),
        }
    }
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no part of a card such as C4.S, C4.alt.S, C4.cap, C4.alternative, C4.absence, C4.summary or \
                 headline"
            )
        };
        if text == "headline" {
            return Ok(Self::Headline);
        }
        let (criterion, rest) = text.split_once('.').ok_or_else(wrong)?;
        let id =
            CriterionId::ALL.into_iter().find(|id| id.to_string().eq_ignore_ascii_case(criterion)).ok_or_else(wrong)?;
        let (kind, rest) = match rest.strip_prefix("alt.") {
            Some(rest) => (Counted::Alt, rest),
            None => (Counted::Default, rest),
        };
        Ok(match rest {
            "cap" => Self::Cap(id, kind),
            "alternative" if kind == Counted::Default => Self::Alternative(id),
            "absence" if kind == Counted::Default => Self::Absence(id),
            "summary" if kind == Counted::Default => Self::Summary(id),
            letter => {
                let parameter = Parameter::ALL.into_iter().find(|p| p.to_string().eq_ignore_ascii_case(letter));
                Self::Parameter(id, kind, parameter.ok_or_else(wrong)?)
            }
        })
    }
}

impl Serialize for Subject {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What an author says of a parameter; the rest of it is computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    pub level: Level,
    #[serde(default)]
    pub structural_absence: bool,
    pub status: RatingStatus,
    pub finding: String,
    #[serde(default)]
    pub gap: Option<String>,
    pub evidence: Vec<Evidence>,
}

impl From<&Rating> for Said {
    fn from(rating: &Rating) -> Self {
        Self {
            level: rating.level,
            structural_absence: rating.structural_absence,
            status: rating.status,
            finding: rating.finding.clone(),
            gap: rating.gap.clone(),
            evidence: rating.evidence.clone(),
        }
    }
}

impl Said {
    fn rating(self) -> Rating {
        Rating {
            level: self.level,
            structural_absence: self.structural_absence,
            status: self.status,
            finding: self.finding,
            gap: self.gap,
            evidence: self.evidence,
            weight: 0.0,
            points: 0.0,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaidCap {
    pub id: CapName,
    pub reason: String,
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidMechanism {
    label: String,
    cap: Option<SaidCap>,
    #[serde(rename = "S")]
    s: Said,
    #[serde(rename = "C")]
    c: Said,
    #[serde(rename = "D")]
    d: Said,
    #[serde(rename = "B")]
    b: Said,
}

fn json(value: impl Serialize) -> Result<Value, ReviewError> {
    serde_json::to_value(value).map_err(|e| ReviewError::Internal(e.to_string()))
}

impl Subject {
    pub fn criterion(self) -> Option<CriterionId> {
        match self {
            Self::Parameter(id, ..)
            | Self::Cap(id, _)
            | Self::Alternative(id)
            | Self::Absence(id)
            | Self::Summary(id) => Some(id),
            Self::Headline => None,
        }
    }

    /// What the card says of the part, without computed fields; `null` where there is none.
    ///
    /// # Errors
    /// A card that has no such part.
    pub fn read(self, card: &CardData) -> Result<Value, ReviewError> {
        let none = || ReviewError::NoSubject(self.to_string());
        match self {
            Self::Headline => json(&card.headline),
            Self::Summary(id) => json(&card.criterion(id).ok_or_else(none)?.summary),
            Self::Absence(id) => {
                let criterion = card.criterion(id).ok_or_else(none)?;
                if criterion.is_absent() { json(&criterion.absence_evidence) } else { Ok(Value::Null) }
            }
            Self::Parameter(id, kind, parameter) => {
                let m = card.criterion(id).and_then(|c| c.mechanism(kind)).ok_or_else(none)?;
                json(Said::from(m.parameters.get(parameter)))
            }
            Self::Cap(id, kind) => {
                let m = card.criterion(id).and_then(|c| c.mechanism(kind)).ok_or_else(none)?;
                json(said_cap(card, id, m))
            }
            Self::Alternative(id) => {
                let criterion = card.criterion(id).filter(|c| !c.is_absent()).ok_or_else(none)?;
                let Some(m) = criterion.mechanism(Counted::Alt) else { return Ok(Value::Null) };
                let said = |p| Said::from(m.parameters.get(p));
                json(SaidMechanism {
                    label: m.label.clone(),
                    cap: said_cap(card, id, m),
                    s: said(Parameter::S),
                    c: said(Parameter::C),
                    d: said(Parameter::D),
                    b: said(Parameter::B),
                })
            }
        }
    }

    /// Puts `value` in the place of the part. Computed fields are for [`crate::card::recompute`].
    ///
    /// # Errors
    /// A card that has no such part, or a value that is none of it.
    pub fn write(self, card: &mut CardData, value: Value) -> Result<(), ReviewError> {
        fn of<T: serde::de::DeserializeOwned>(subject: Subject, value: Value) -> Result<T, ReviewError> {
            serde_json::from_value(value).map_err(|e| ReviewError::Value(subject.to_string(), e.to_string()))
        }
        let none = || ReviewError::NoSubject(self.to_string());
        match self {
            Self::Headline => card.headline = of(self, value)?,
            Self::Summary(id) => criterion(card, id).ok_or_else(none)?.summary = of(self, value)?,
            Self::Absence(id) => {
                let absent: Option<Vec<Evidence>> = of(self, value)?;
                let criterion = criterion(card, id).ok_or_else(none)?;
                match absent {
                    Some(evidence) => {
                        criterion.status = Status::StructuralAbsence;
                        criterion.absence_evidence = evidence;
                    }
                    // Levels do not come from nothing: an audit gives them.
                    None if criterion.is_absent() => return Err(ReviewError::Present(id)),
                    None => {}
                }
            }
            Self::Parameter(id, kind, parameter) => {
                let said: Said = of(self, value)?;
                let m = criterion(card, id).and_then(|c| mechanism(c, kind)).ok_or_else(none)?;
                *m.parameters.get_mut(parameter) = said.rating();
            }
            Self::Cap(id, kind) => {
                let said: Option<SaidCap> = of(self, value)?;
                criterion(card, id).and_then(|c| mechanism(c, kind)).ok_or_else(none)?.cap = said.as_ref().map(cap);
                keep_cap_evidence(card, id, kind, said);
            }
            Self::Alternative(id) => {
                let said: Option<SaidMechanism> = of(self, value)?;
                let criterion = criterion(card, id).filter(|c| !c.is_absent()).ok_or_else(none)?;
                criterion.mechanisms.retain(|m| m.kind != Counted::Alt);
                let mut evidence = None;
                if let Some(said) = said {
                    criterion.mechanisms.push(Mechanism {
                        kind: Counted::Alt,
                        label: said.label,
                        score: 0.0,
                        raw: 0.0,
                        cap: said.cap.as_ref().map(cap),
                        confidence: Confidence::High,
                        parameters: Parameters {
                            S: said.s.rating(),
                            C: said.c.rating(),
                            D: said.d.rating(),
                            B: said.b.rating(),
                        },
                    });
                    evidence = said.cap;
                }
                keep_cap_evidence(card, id, Counted::Alt, evidence);
            }
        }
        Ok(())
    }
}

fn said_cap(card: &CardData, id: CriterionId, m: &Mechanism) -> Option<SaidCap> {
    let evidence = card.depthgauge.as_ref().and_then(|ours| ours.cap_evidence.get(&mechanism_key(id, m.kind)));
    m.cap.as_ref().map(|cap| SaidCap {
        id: cap.id.clone(),
        reason: cap.reason.clone(),
        evidence: evidence.cloned().unwrap_or_default(),
    })
}

fn cap(said: &SaidCap) -> Cap {
    let max = said.id.known().map_or(1.0, |id| score::max_of(id).as_f64());
    Cap { id: said.id.clone(), max, reason: said.reason.clone() }
}

/// The evidence of a cap stands apart from it; a critical gap that spoke of another cap goes.
fn keep_cap_evidence(card: &mut CardData, id: CriterionId, kind: Counted, said: Option<SaidCap>) {
    if kind == Counted::Default {
        card.critical_findings.retain(|finding| finding.criterion != id);
    }
    let kept = &mut card.depthgauge.get_or_insert_default().cap_evidence;
    match said.filter(|said| !said.evidence.is_empty()) {
        Some(said) => kept.insert(mechanism_key(id, kind), said.evidence),
        None => kept.remove(&mechanism_key(id, kind)),
    };
}

fn criterion(card: &mut CardData, id: CriterionId) -> Option<&mut Criterion> {
    card.criteria.iter_mut().find(|c| c.id == id)
}

fn mechanism(criterion: &mut Criterion, kind: Counted) -> Option<&mut Mechanism> {
    criterion.mechanisms.iter_mut().find(|m| m.kind == kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card;

    #[test]
    fn names_read_back() {
        for name in
            ["C4.S", "C10.alt.B", "C4.cap", "C4.alt.cap", "C2.alternative", "C6.absence", "C1.summary", "headline"]
        {
            assert_eq!(name.parse::<Subject>().map(|s| s.to_string()), Ok(name.to_owned()));
        }
        for bad in ["", "C4", "C11.S", "C4.X", "C4.alt.alternative", "C4.alt.summary", "C4.S.S"] {
            assert!(bad.parse::<Subject>().is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_read_can_be_written() {
        let card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").expect("card").into_data();
        let mut again = card.clone();
        for id in CriterionId::ALL {
            let mut subjects = vec![Subject::Summary(id), Subject::Absence(id), Subject::Alternative(id)];
            for kind in [Counted::Default, Counted::Alt] {
                subjects.push(Subject::Cap(id, kind));
                subjects.extend(Parameter::ALL.map(|p| Subject::Parameter(id, kind, p)));
            }
            for subject in subjects {
                if let Ok(value) = subject.read(&card) {
                    subject.write(&mut again, value).expect("written");
                }
            }
        }
        card::recompute(&mut again);
        let by_criterion = |card: &CardData| card.criteria.clone();
        assert_eq!(by_criterion(&again), by_criterion(&card));
        assert_eq!((again.score, again.band.clone()), (card.score, card.band.clone()));
    }
}
