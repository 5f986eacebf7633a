//! One mechanism through its four ladders: levels, cuts, cap, critical gap.

use super::{
    AssessError, Cap, Mechanism, ParameterRating, Reading, Reason, Verdict,
    proof::{Proofs, Wanted},
    query::{Query, Truth},
    render::Writer,
};
use crate::{
    evidence::Evidence,
    rubric::{CapId, CriterionId, Level, Parameter},
    rulebook::{CapScope, CapSpec, Ladders, MechanismKind, MechanismSpec, Rulebook, Status, Step, Text, cap_name},
};

/// An inferred level is at most this (rubric §1).
const MOST_INFERRED: u8 = 2;

/// Thousandths below which a cap asks for literals and, on the default mechanism, for a critical gap.
const STRICT_CAP: u32 = 500;

pub(super) struct Rater<'a> {
    pub rulebook: &'a Rulebook,
    pub query: &'a Query,
    pub writer: &'a Writer<'a>,
    pub proofs: &'a Proofs<'a>,
    pub reading: &'a Reading,
    pub ladders: &'a Ladders,
}

/// A level before its evidence is chosen.
struct Draft<'a> {
    level: u8,
    verified: bool,
    finding: String,
    gap: Option<String>,
    step: &'a Step,
    chain: Vec<Reason>,
}

impl<'a> Rater<'a> {
    fn id(&self) -> CriterionId {
        self.ladders.criterion
    }

    fn error(&self, place: &str, message: String) -> AssessError {
        AssessError { place: format!("{}.{place}", self.id()), message }
    }

    /// The first mechanism of a kind whose condition holds.
    pub fn mechanism(&self, kind: MechanismKind) -> Result<Option<Mechanism>, AssessError> {
        for spec in self.ladders.mechanisms.iter().filter(|m| m.kind == kind) {
            if self.query.holds(spec.when.as_ref()).map_err(|e| self.error(&spec.id, e))? {
                return self.rate(spec).map(Some);
            }
        }
        Ok(None)
    }

    fn rate(&self, spec: &'a MechanismSpec) -> Result<Mechanism, AssessError> {
        let error = |e| self.error(&spec.id, e);
        let label = self.writer.template(&spec.label).map_err(error)?;
        let s = self.draft(spec, Parameter::S, None)?;
        let c = self.draft(spec, Parameter::C, Some(&s))?;
        let d = self.draft(spec, Parameter::D, Some(&s))?;
        let b = self.draft(spec, Parameter::B, None)?;
        let cap = self.cap(spec, b.level)?;
        let strict = |parameter: Parameter, level: u8| {
            level >= 3 || cap.as_ref().is_some_and(|(id, _)| self.max(*id) < STRICT_CAP || parameter == Parameter::D)
        };
        let finish = |parameter: Parameter, mut draft: Draft<'a>| {
            let evidence = self.proofs.evidence(Wanted {
                criterion: self.id(),
                cite: &draft.step.cite,
                search: &draft.step.search,
                always: draft.step.search_always,
                strict: strict(parameter, draft.level),
                parameter: true,
            });
            if evidence.is_empty() {
                return Err(self
                    .error(&format!("{}.{parameter}", spec.id), "no evidence: no recorded search was counted".into()));
            }
            // What was not read may hold what no citation speaks of.
            if self.reading.much_unread() && !evidence.iter().any(|e| matches!(e, Evidence::Code(_))) {
                draft.verified = false;
                self.cut(&mut draft, parameter, None);
            }
            Ok(ParameterRating {
                level: Level::new(draft.level).unwrap_or(Level::MIN),
                structural_absence: false,
                verified: draft.verified,
                finding: draft.finding,
                gap: draft.gap,
                evidence,
                chain: draft.chain,
            })
        };
        let parameters =
            [finish(Parameter::S, s)?, finish(Parameter::C, c)?, finish(Parameter::D, d)?, finish(Parameter::B, b)?];
        let blast = parameters[3].level;
        let (cap, own) = match cap {
            None => (None, None),
            Some((id, own)) => (Some(self.cap_text(spec, id, own, &parameters)?), own),
        };
        let critical = match spec.kind {
            MechanismKind::Default => self.critical(cap.as_ref(), own, blast, &parameters)?,
            MechanismKind::Alt => None,
        };
        Ok(Mechanism { label, parameters, cap, critical })
    }

    /// The highest level whose condition holds, cut to what the method allows.
    fn draft(
        &self,
        spec: &'a MechanismSpec,
        parameter: Parameter,
        strength: Option<&Draft<'a>>,
    ) -> Result<Draft<'a>, AssessError> {
        let place = format!("{}.{parameter}", spec.id);
        let steps = spec.steps(parameter);
        let mut chain = Vec::new();
        let mut chosen: Option<&Step> = None;
        let mut not_followed: Vec<(u8, String)> = Vec::new();
        for step in steps.iter().filter(|s| !s.never) {
            let from = chain.len();
            let truth = match &step.when {
                None => Truth::True,
                Some(when) => self.query.truth(when, step.level, &mut chain).map_err(|e| self.error(&place, e))?,
            };
            match truth {
                Truth::True if chosen.is_none_or(|c| c.level < step.level) => chosen = Some(step),
                Truth::Unknown => {
                    let places = chain[from..].iter().filter(|r| r.verdict == Verdict::NotFollowed);
                    not_followed.extend(places.flat_map(|r| r.places.first()).map(|p| (step.level, p.clone())));
                }
                _ => {}
            }
        }
        let step = chosen.ok_or_else(|| self.error(&place, "no level holds".into()))?;
        let finding = step.finding.as_ref().ok_or_else(|| self.error(&place, "no finding".into()))?;
        let mut draft = Draft {
            level: step.level,
            verified: step.status == Status::Verified,
            finding: self.text(&place, finding)?,
            gap: self.gap(&place, steps, step.level)?,
            step,
            chain,
        };
        if let Some((_, candidate)) = not_followed.iter().find(|(level, _)| *level > draft.level)
            && draft.level <= MOST_INFERRED
        {
            draft.verified = false;
            let candidate = crate::text::markdown(&crate::text::Raw::new(candidate.as_str()));
            draft.finding = format!(
                "A candidate at {candidate} could not be followed and is rated as if it were not there. {}",
                draft.finding
            );
        }
        self.cut(&mut draft, parameter, strength);
        Ok(draft)
    }

    fn cut(&self, draft: &mut Draft<'a>, parameter: Parameter, strength: Option<&Draft<'a>>) {
        if !draft.verified && draft.level > MOST_INFERRED {
            draft.level = MOST_INFERRED;
            draft.gap = Some(
                "Rests on an inference, which counts L2 at most: the code that decides it could not be read.".into(),
            );
        }
        if let Some(strength) = strength
            && draft.level > strength.level + 1
        {
            draft.level = strength.level + 1;
            let name = if parameter == Parameter::C { "Coverage" } else { "The default" };
            let lacking = strength.gap.as_deref().unwrap_or_default();
            draft.gap = Some(
                format!("{name} counts at most one level above strength (L{}). {lacking}", strength.level)
                    .trim_end()
                    .into(),
            );
        }
    }

    fn text(&self, place: &str, text: &Text) -> Result<String, AssessError> {
        self.writer.text(text).map_err(|e| self.error(place, e))
    }

    /// What the next level asks for and the project lacks.
    fn gap(&self, place: &str, steps: &[Step], level: u8) -> Result<Option<String>, AssessError> {
        if level >= 4 {
            return Ok(None);
        }
        let mut next: Vec<&Step> = steps.iter().filter(|s| s.level > level && s.lacks.is_some()).collect();
        next.sort_by_key(|s| s.level);
        let lacks = next.first().and_then(|s| s.lacks.as_ref());
        lacks.map(|text| self.text(place, text)).transpose()
    }

    fn max(&self, cap: CapId) -> u32 {
        self.rulebook.rubric.caps.get(&cap).map_or(0, |c| c.max)
    }

    /// The lowest cap whose condition holds, and the ladder's entry for it. Of equal caps the criterion's own comes
    /// before G2 and C5-PUBLICTRIGGER before C5-WORSTCASE; an alternative always carries G1 (rubric §1, §2).
    fn cap(&self, spec: &MechanismSpec, blast: u8) -> Result<Option<(CapId, Option<&'a CapSpec>)>, AssessError> {
        let mut held: Vec<(CapId, Option<&CapSpec>)> = Vec::new();
        for cap in &self.ladders.caps {
            let fits = matches!(
                (cap.mechanism, spec.kind),
                (CapScope::Both, _) | (CapScope::Default, MechanismKind::Default) | (CapScope::Alt, MechanismKind::Alt)
            );
            if fits && self.query.holds(Some(&cap.when)).map_err(|e| self.error(&cap_name(cap.id), e))? {
                held.push((cap.id, Some(cap)));
            }
        }
        let is_default = spec.kind == MechanismKind::Default;
        if is_default && self.id() == CriterionId::C5 && blast == 0 {
            held.push((CapId::C5WorstCase, None));
        }
        if !is_default {
            held.push((CapId::G1, None));
        }
        // Ids stand in the order of precedence: criterion caps (public trigger before worst case), then G2, then G1.
        let order = |id: CapId| match id {
            CapId::C5PublicTrigger => (0, id),
            CapId::C5WorstCase => (1, id),
            CapId::G2 => (2, id),
            CapId::G1 => (3, id),
            other => (0, other),
        };
        Ok(held.into_iter().min_by_key(|(id, own)| (self.max(*id), order(*id), own.is_none())))
    }

    fn cap_text(
        &self,
        spec: &MechanismSpec,
        id: CapId,
        own: Option<&CapSpec>,
        parameters: &[ParameterRating; 4],
    ) -> Result<Cap, AssessError> {
        let place = cap_name(id);
        let [_, _, d, b] = parameters;
        let none: &[String] = &[];
        let (reason, cite, search) = match (own, &self.ladders.worst_case) {
            (Some(own), _) => (self.text(&place, &own.reason)?, &own.cite[..], &own.search[..]),
            (None, Some(worst)) if id == CapId::C5WorstCase => {
                (self.text(&place, &worst.reason)?, &worst.cite[..], &worst.search[..])
            }
            (None, _) if spec.kind == MechanismKind::Alt => {
                ("It has to be turned on: the scored default configuration runs without it.".into(), none, none)
            }
            (None, _) => {
                (self.rulebook.rubric.caps.get(&id).map(|c| c.meaning.clone()).unwrap_or_default(), none, none)
            }
        };
        let source = if id == CapId::G1 { d } else { b };
        Ok(Cap { id, reason, evidence: self.backed(cite, search, source) })
    }

    /// Quotable places of the rules, their searches, or what a parameter stands on.
    fn backed(&self, cite: &[String], search: &[String], otherwise: &ParameterRating) -> Vec<Evidence> {
        let places = self.proofs.citations(cite, true);
        if !places.is_empty() {
            return places.into_iter().map(Evidence::Code).collect();
        }
        let searches: Vec<Evidence> =
            search.iter().filter_map(|r| self.proofs.search(r)).take(2).map(Evidence::Search).collect();
        if !searches.is_empty() {
            return searches;
        }
        let quotable = |e: &&Evidence| !matches!(e, Evidence::Code(c) if c.contains.is_none());
        let own: Vec<Evidence> = otherwise.evidence.iter().filter(quotable).cloned().collect();
        if own.is_empty() { otherwise.evidence.clone() } else { own }
    }

    /// A critical gap stands where a criterion's own cap or G2 applied, and where B is L0 in C1, C4, C5 or C7.
    fn critical(
        &self,
        cap: Option<&Cap>,
        own: Option<&CapSpec>,
        blast: Level,
        parameters: &[ParameterRating; 4],
    ) -> Result<Option<(String, Vec<Evidence>)>, AssessError> {
        let capped = cap.filter(|c| c.id != CapId::G1);
        let exposed = blast == Level::MIN
            && matches!(self.id(), CriterionId::C1 | CriterionId::C4 | CriterionId::C5 | CriterionId::C7);
        if capped.is_none() && !exposed {
            return Ok(None);
        }
        let place = "critical";
        if let Some(cap) = capped
            && let Some(text) = own.and_then(|o| o.critical.as_ref())
        {
            return Ok(Some((self.text(place, text)?, cap.evidence.clone())));
        }
        let b = &parameters[3];
        match (&self.ladders.critical, capped) {
            (Some(critical), _) => {
                let mut evidence = self.backed(&critical.cite, &critical.search, b);
                if let (true, Some(cap)) = (critical.cite.is_empty(), capped) {
                    evidence.clone_from(&cap.evidence);
                }
                Ok(Some((self.text(place, &critical.text)?, evidence)))
            }
            (None, Some(cap)) => Ok(Some((cap.reason.clone(), cap.evidence.clone()))),
            (None, None) => Ok(Some((b.finding.clone(), self.backed(&[], &[], b)))),
        }
    }
}
