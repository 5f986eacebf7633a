//! One mechanism of an assessment, brought within the bounds of the method.

use std::fmt;

use super::{
    Cap, Evidence, Mechanism, Parameters, Rating, RatingStatus,
    build::{Link, cap_name, convert, prose},
};
use crate::{
    assess::{self, CapConsidered, Cut, CutBy, ParameterRating, Reason},
    evidence,
    rubric::{CapId, CriterionId, Level, Parameter},
    score::{self, Confidence, Counted, Millis},
};

/// Why a part of an assessment cannot stand on a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problematic {
    Empty(&'static str),
    NoEvidence,
    NoGap,
    /// The citation that lacks a literal where the method requires one.
    NoLiteral(String),
    /// A citation whose file or lines cannot be.
    Citation(String),
    SearchWithoutScope,
    AbsenceNotAllowed,
    AbsenceWithoutSearch,
    NotAssessedWithoutSearch,
    CapOnWrongCriterion(CapId),
    CapWithoutReason(CapId),
    CapWithoutEvidence(CapId),
    /// C5-WORSTCASE stands where B is not at L0.
    WorstCase,
}

impl fmt::Display for Problematic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty(what) => write!(f, "the {what} is empty"),
            Self::NoEvidence => f.write_str("there is no evidence"),
            Self::NoGap => f.write_str("a level below L4 needs a gap"),
            Self::NoLiteral(place) => write!(f, "the citation {place} needs a literal that stands within its lines"),
            Self::Citation(place) => write!(f, "{place} is not a place within a repository"),
            Self::SearchWithoutScope => f.write_str("a search needs a command and a scope"),
            Self::AbsenceNotAllowed => f.write_str("this criterion cannot be structurally absent"),
            Self::AbsenceWithoutSearch => f.write_str("structural absence needs a recorded search"),
            Self::NotAssessedWithoutSearch => f.write_str("the evidence must be a search that counts the unread files"),
            Self::CapOnWrongCriterion(cap) => write!(f, "the cap {} belongs elsewhere", score::name_of(*cap)),
            Self::CapWithoutReason(cap) => write!(f, "the cap {} has no reason", score::name_of(*cap)),
            Self::CapWithoutEvidence(cap) => write!(f, "the cap {} has no evidence", score::name_of(*cap)),
            Self::WorstCase => f.write_str("C5-WORSTCASE stands on the default mechanism with B at L0 only"),
        }
    }
}

/// A mechanism of the card with what the card's other parts need of it.
pub(super) struct Built {
    pub mechanism: Mechanism,
    pub score: Millis,
    pub cap: Option<CapId>,
    pub cap_evidence: Vec<Evidence>,
    pub rating: score::Rating,
    pub reasons: [Vec<Reason>; 4],
    pub cuts: [Vec<Cut>; 4],
    pub caps: Vec<CapConsidered>,
    pub not_followed: usize,
}

type Located = (String, Problematic);

/// Builds one mechanism. `assessed` is false for the stand-in of a criterion that was not assessed, which carries no
/// cap.
pub(super) fn build(
    id: CriterionId,
    kind: Counted,
    source: &assess::Mechanism,
    assessed: bool,
    link: Link,
) -> Result<Built, Located> {
    let place = super::mechanism_key(id, kind);
    let mut cuts = source.parameters.each_ref().map(|rating| rating.cuts.clone());
    let mut ratings = Vec::with_capacity(4);
    for ((parameter, rating), cuts) in Parameter::ALL.into_iter().zip(&source.parameters).zip(&mut cuts) {
        let at = |what| (super::parameter_key(id, kind, parameter), what);
        ratings.push(rate(id, parameter, rating, link, cuts).map_err(at)?);
    }
    let Ok([s, mut c, mut d, b]) = <[Rating; 4]>::try_from(ratings) else {
        return Err((place, Problematic::Empty("list of parameters")));
    };
    let [_, cut_c, cut_d, _] = &mut cuts;
    hold_to_strength(&s, &mut c, cut_c);
    hold_to_strength(&s, &mut d, cut_d);
    let at = |what| (place.clone(), what);
    let (cap, cap_evidence) = if assessed { cap(id, kind, source, &b, link).map_err(at)? } else { (None, vec![]) };
    let mut parameters = Parameters { S: s, C: c, D: d, B: b };
    for parameter in Parameter::ALL {
        let at = |what| (super::parameter_key(id, kind, parameter), what);
        let rating = match parameter {
            Parameter::S => &mut parameters.S,
            Parameter::C => &mut parameters.C,
            Parameter::D => &mut parameters.D,
            Parameter::B => &mut parameters.B,
        };
        finish(parameter, rating, cap.as_ref().map(|(id, _)| *id)).map_err(at)?;
    }
    let cap_id = cap.as_ref().map(|(id, _)| *id);
    let raw = score::raw(parameters.levels());
    let score = score::capped(raw, cap_id);
    let rating = score::Rating {
        kind,
        levels: parameters.levels(),
        absent: Parameter::ALL.map(|p| parameters.get(p).structural_absence),
        uncertain: Parameter::ALL
            .map(|p| parameters.get(p).status == RatingStatus::Inferred || source.parameters[p as usize].not_followed),
        cap: cap_id,
    };
    let label = match prose(&source.label) {
        empty if empty.is_empty() => "default configuration".to_owned(),
        label => label,
    };
    Ok(Built {
        mechanism: Mechanism {
            kind,
            label,
            score: score.as_f64(),
            raw: raw.as_f64(),
            cap: cap.map(|(id, reason)| Cap { id: cap_name(id), max: score::max_of(id).as_f64(), reason }),
            confidence: Confidence::of(parameters.inferred()),
            parameters,
        },
        score,
        cap: cap_id,
        cap_evidence,
        rating,
        reasons: source.parameters.each_ref().map(|p| p.chain.clone()),
        cuts,
        caps: if assessed { caps_as_counted(&source.caps, cap_id) } else { Vec::new() },
        not_followed: source.parameters.iter().filter(|r| r.not_followed).count(),
    })
}

/// One parameter within the bounds that it has by itself.
fn rate(
    id: CriterionId,
    parameter: Parameter,
    source: &ParameterRating,
    link: Link,
    cuts: &mut Vec<Cut>,
) -> Result<Rating, Problematic> {
    let finding = prose(&source.finding);
    if finding.is_empty() {
        return Err(Problematic::Empty("finding"));
    }
    let evidence = convert(&source.evidence, link)?;
    if evidence.is_empty() {
        return Err(Problematic::NoEvidence);
    }
    if source.structural_absence {
        if !score::ABSENCE_ALLOWED.contains(&id) {
            return Err(Problematic::AbsenceNotAllowed);
        }
        if !evidence.iter().any(|e| matches!(e, Evidence::Search(_))) {
            return Err(Problematic::AbsenceWithoutSearch);
        }
    }
    let mut rating = Rating {
        level: if source.structural_absence { Level::MAX } else { source.level },
        structural_absence: source.structural_absence,
        // A surface that a search shows to be absent is not a guess.
        status: if source.verified || source.structural_absence {
            RatingStatus::Verified
        } else {
            RatingStatus::Inferred
        },
        finding,
        gap: source.gap.as_deref().map(prose).filter(|g| !g.is_empty()),
        evidence,
        weight: f64::from(parameter.per_level() * 4) / 1000.0,
        points: 0.0,
    };
    let most = Level::new(2).unwrap_or(Level::MIN);
    if !rating.structural_absence && rating.level > most {
        if rating.status == RatingStatus::Inferred {
            lower(&mut rating, most, CutBy::Inferred, "the level is inferred, and inferred levels end at L2", cuts);
        } else if with_literals(rating.evidence.clone()).is_err() {
            lower(&mut rating, most, CutBy::NoLiteral, "no citation names a literal, which L3 and L4 require", cuts);
        }
    }
    Ok(rating)
}

/// C and D stand at most one level above S.
fn hold_to_strength(s: &Rating, other: &mut Rating, cuts: &mut Vec<Cut>) {
    let bound = Level::new(s.level.get() + 1).unwrap_or(Level::MAX);
    if !other.structural_absence && other.level > bound {
        let why = format!("coverage and default stand at most one level above a strength of L{}", s.level.get());
        lower(other, bound, CutBy::Strength, &why, cuts);
    }
}

fn lower(rating: &mut Rating, to: Level, by: CutBy, why: &str, cuts: &mut Vec<Cut>) {
    cuts.push(Cut { from: rating.level, to, by });
    let held = format!("Held at L{}: {why}.", to.get());
    rating.level = to;
    rating.gap = Some(match rating.gap.take() {
        Some(gap) => format!("{gap} {held}"),
        None => held,
    });
}

/// The cap that counts for a mechanism, with its reason and evidence.
#[allow(clippy::type_complexity)]
fn cap(
    id: CriterionId,
    kind: Counted,
    source: &assess::Mechanism,
    b: &Rating,
    link: Link,
) -> Result<(Option<(CapId, String)>, Vec<Evidence>), Problematic> {
    let open = b.level == Level::MIN && !b.structural_absence;
    let given = match &source.cap {
        None => None,
        Some(cap) => {
            if score::criterion_of(cap.id).is_some_and(|only| only != id) {
                return Err(Problematic::CapOnWrongCriterion(cap.id));
            }
            if cap.id == CapId::C5WorstCase && (kind == Counted::Alt || !open) {
                return Err(Problematic::WorstCase);
            }
            let reason = prose(&cap.reason);
            if reason.is_empty() {
                return Err(Problematic::CapWithoutReason(cap.id));
            }
            let evidence = convert(&cap.evidence, link)?;
            if evidence.is_empty() && cap.id != CapId::G1 {
                return Err(Problematic::CapWithoutEvidence(cap.id));
            }
            Some((cap.id, reason, evidence))
        }
    };
    let held = given.as_ref().is_some_and(|(id, ..)| score::max_of(*id) <= score::max_of(CapId::C5WorstCase));
    let worst = id == CriterionId::C5 && kind == Counted::Default && open && !held;
    Ok(match given {
        _ if worst => {
            let reason = format!("B is at L0 in the scored default configuration: {}", b.finding);
            (Some((CapId::C5WorstCase, reason)), b.evidence.clone())
        }
        Some((id, reason, evidence)) => (Some((id, reason)), evidence),
        None if kind == Counted::Alt => (Some((CapId::G1, super::recompute::OPT_IN.to_owned())), vec![]),
        None => (None, vec![]),
    })
}

/// The caps that were looked at, with the one that the card counts: that may be C5-WORSTCASE where a level was lowered.
fn caps_as_counted(considered: &[CapConsidered], counted: Option<CapId>) -> Vec<CapConsidered> {
    let mut caps = considered.to_vec();
    if caps.iter().find(|cap| cap.applied).map(|cap| cap.id) != counted {
        for cap in &mut caps {
            cap.applied = Some(cap.id) == counted;
            cap.held |= cap.applied;
        }
    }
    caps
}

/// The bounds that depend on the mechanism's other parts: gap, literals, points.
fn finish(parameter: Parameter, rating: &mut Rating, cap: Option<CapId>) -> Result<(), Problematic> {
    if rating.structural_absence || rating.level == Level::MAX {
        rating.gap = None;
    } else if rating.gap.is_none() {
        return Err(Problematic::NoGap);
    }
    let high = rating.level.get() >= 3 && !rating.structural_absence;
    if high || cap.is_some_and(|c| c != CapId::G1 || parameter == Parameter::D) {
        rating.evidence = with_literals(std::mem::take(&mut rating.evidence))?;
    }
    rating.points = score::points(parameter, rating.level).as_f64();
    Ok(())
}

/// The evidence without citations that name no literal; an error if nothing would be left.
pub(super) fn with_literals(evidence: Vec<Evidence>) -> Result<Vec<Evidence>, Problematic> {
    let (kept, bare): (Vec<_>, Vec<_>) =
        evidence.into_iter().partition(|e| !matches!(e, Evidence::Code(c) if c.contains.is_none()));
    match (kept.is_empty(), bare.first()) {
        (false, _) => Ok(kept),
        (true, Some(Evidence::Code(c))) => Err(Problematic::NoLiteral(format!("{}:{}", c.file, c.lines))),
        (true, _) => Err(Problematic::NoEvidence),
    }
}

/// The mechanism of a criterion whose files were not read: all at L0, inferred.
pub(super) fn not_assessed(finding: &str, evidence: &evidence::Evidence) -> assess::Mechanism {
    let finding = prose(finding);
    let finding = match finding.strip_prefix("Not assessed:") {
        Some(_) => finding,
        None => format!("Not assessed: {finding}"),
    };
    let rating = ParameterRating {
        level: Level::MIN,
        structural_absence: false,
        verified: false,
        finding,
        gap: Some("No level can be given before the unread files are read.".to_owned()),
        evidence: vec![evidence.clone()],
        chain: vec![],
        not_followed: false,
        cuts: vec![],
    };
    assess::Mechanism {
        label: "default configuration".to_owned(),
        parameters: std::array::from_fn(|_| rating.clone()),
        cap: None,
        critical: None,
        caps: vec![],
    }
}
