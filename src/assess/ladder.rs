//! One mechanism through its four ladders: levels, cuts, cap, critical gap.

use super::{
    AssessError, Cap, CapConsidered, Cut, CutBy, Mechanism, MechanismConsidered, ParameterRating, Reading, Reason,
    Tested, Verdict,
    proof::{MOST_BESIDE, MOST_PLACES, Proofs, Wanted},
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
    /// Rules whose places the finding speaks of.
    named: Vec<String>,
    gap: Option<String>,
    step: &'a Step,
    chain: Vec<Reason>,
    /// Where the candidate stands that could have raised the level.
    not_followed: Option<String>,
    cuts: Vec<Cut>,
}

/// Rules that met conditions ask for, each once; not those that must have no match.
fn asked_for(tested: &[Tested]) -> Vec<String> {
    let mut rules = Vec::new();
    for tested in tested.iter().filter(|tested| tested.verdict == Verdict::Met) {
        for rule in &tested.rules {
            if !rules.contains(rule) && is_wanted(&tested.condition, rule) {
                rules.push(rule.clone());
            }
        }
    }
    rules
}

/// Whether a condition names a rule outside of every `not`.
fn is_wanted(condition: &str, rule: &str) -> bool {
    let name = format!("'{rule}'");
    condition.match_indices(&name).any(|(at, _)| {
        let mut depth = 0_u32;
        let outer = condition[..at].char_indices().rev().filter(|(_, c)| match c {
            ')' => {
                depth += 1;
                false
            }
            '(' if depth > 0 => {
                depth -= 1;
                false
            }
            c => *c == '(',
        });
        !outer.map(|(open, _)| open).any(|open| {
            let before = condition[..open].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            let before = if condition[..open].ends_with("not") { &condition[..open] } else { before };
            before.trim_end().ends_with("not")
        })
    })
}

/// A cap whose condition holds, with the ladder's entry for it.
type Held<'a> = Option<(CapId, Option<&'a CapSpec>)>;

impl Draft<'_> {
    fn lower(&mut self, to: u8, by: CutBy) {
        let level = |level| Level::new(level).unwrap_or(Level::MAX);
        self.cuts.push(Cut { from: level(self.level), to: level(to), by });
        self.level = to;
    }
}

impl<'a> Rater<'a> {
    fn id(&self) -> CriterionId {
        self.ladders.criterion
    }

    fn error(&self, place: &str, message: String) -> AssessError {
        AssessError { place: format!("{}.{place}", self.id()), message }
    }

    /// The first mechanism of a kind whose condition holds; `considered` receives it and those before it.
    pub fn mechanism(
        &self,
        kind: MechanismKind,
        considered: &mut Vec<MechanismConsidered>,
    ) -> Result<Option<Mechanism>, AssessError> {
        for spec in self.ladders.mechanisms.iter().filter(|m| m.kind == kind) {
            let mut tested = Vec::new();
            let chosen = match &spec.when {
                None => true,
                Some(when) => self.query.truth(when, &mut tested).map_err(|e| self.error(&spec.id, e))?.holds(),
            };
            considered.push(MechanismConsidered { id: spec.id.clone(), kind, chosen, tested });
            if chosen {
                let grounds = considered.last().map(|own| asked_for(&own.tested)).unwrap_or_default();
                return self.rate(spec, &grounds).map(Some);
            }
        }
        Ok(None)
    }

    /// `grounds`: rules that the choice of the mechanism rests on.
    fn rate(&self, spec: &'a MechanismSpec, grounds: &[String]) -> Result<Mechanism, AssessError> {
        let error = |e| self.error(&spec.id, e);
        let mut surface = Vec::new();
        if let Some(spec) = &self.ladders.surface {
            self.query.truth(&spec.present, &mut surface).map_err(error)?;
        }
        let surface = asked_for(&surface);
        let label = self.writer.template(&spec.label).map_err(error)?;
        let s = self.draft(spec, Parameter::S, None)?;
        let c = self.draft(spec, Parameter::C, Some(&s))?;
        let d = self.draft(spec, Parameter::D, Some(&s))?;
        let b = self.draft(spec, Parameter::B, None)?;
        let (cap, caps) = self.cap(spec, b.level)?;
        let strict = |parameter: Parameter, level: u8| {
            level >= 3 || cap.as_ref().is_some_and(|(id, _)| self.max(*id) < STRICT_CAP || parameter == Parameter::D)
        };
        let finish = |parameter: Parameter, mut draft: Draft<'a>| {
            // What the sentence speaks of before what stands beside it.
            let (named, cite) = (std::mem::take(&mut draft.named), &draft.step.cite);
            let own: Vec<String> =
                named.iter().chain(cite.iter().filter(|rule| !named.contains(rule))).cloned().collect();
            let told = if named.is_empty() { own.len() } else { named.len() };
            let mut evidence = self.proofs.evidence(Wanted {
                criterion: self.id(),
                cite: &own[..told],
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
            // Beside what the finding names: what the level's condition stands on, the mechanism's, then the surface's.
            let level = draft.chain.iter().filter(|reason| reason.level == draft.step.level);
            let mut rules: Vec<String> =
                level.flat_map(|reason| asked_for(std::slice::from_ref(&reason.tested))).collect();
            rules.extend(grounds.iter().chain(&surface).cloned());
            let most = if named.is_empty() { MOST_PLACES } else { MOST_BESIDE };
            let beside: Vec<String> = own[told..].iter().cloned().chain(rules).collect();
            self.proofs.complete(&mut evidence, &beside, strict(parameter, draft.level), most);
            Ok(ParameterRating {
                level: Level::new(draft.level).unwrap_or(Level::MIN),
                structural_absence: false,
                verified: draft.verified,
                finding: draft.finding,
                gap: draft.gap,
                evidence,
                chain: draft.chain,
                not_followed: draft.not_followed.is_some(),
                cuts: draft.cuts,
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
        Ok(Mechanism { label, parameters, cap, critical, caps })
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
        let mut candidates: Vec<(u8, String)> = Vec::new();
        for step in steps.iter().filter(|s| !s.never) {
            let mut tested = Vec::new();
            let truth = match &step.when {
                None => Truth::True,
                Some(when) => self.query.truth(when, &mut tested).map_err(|e| self.error(&place, e))?,
            };
            match truth {
                Truth::True => chosen = Some(step),
                // Nothing else is lacking: only what cannot be read keeps the level from holding.
                Truth::Unknown => {
                    let lost = tested.iter().filter(|t| t.verdict == Verdict::NotFollowed);
                    candidates.extend(lost.flat_map(|t| t.places.first()).map(|p| (step.level, p.clone())));
                }
                Truth::False => {}
            }
            chain.extend(tested.into_iter().map(|tested| Reason { level: step.level, tested }));
        }
        let step = chosen.ok_or_else(|| self.error(&place, "no level holds".into()))?;
        let finding = step.finding.as_ref().ok_or_else(|| self.error(&place, "no finding".into()))?;
        let named = self.writer.rules(finding).map_err(|e| self.error(&place, e))?;
        let mut text = self.text(&place, finding)?;
        if self.writer.is_not_run(&named) {
            text.push(' ');
            text.push_str(&self.rulebook.texts.not_run);
        }
        let mut draft = Draft {
            level: step.level,
            verified: step.status == Status::Verified,
            finding: text,
            named,
            gap: self.gap(&place, steps, step.level)?,
            step,
            chain,
            not_followed: None,
            cuts: Vec::new(),
        };
        if let Some((_, candidate)) = candidates.iter().find(|(level, _)| *level > draft.level) {
            // A level above what an inference may count stands on its own evidence.
            draft.verified &= draft.level > MOST_INFERRED;
            let candidate = crate::text::markdown(&crate::text::Raw::new(candidate.as_str()));
            draft.finding = format!(
                "A candidate at {candidate} could not be followed and is rated as if it were not there. {}",
                draft.finding
            );
            draft.not_followed = Some(candidate);
        }
        self.cut(&mut draft, parameter, strength);
        Ok(draft)
    }

    fn cut(&self, draft: &mut Draft<'a>, parameter: Parameter, strength: Option<&Draft<'a>>) {
        if !draft.verified && draft.level > MOST_INFERRED {
            draft.lower(MOST_INFERRED, CutBy::Inferred);
            draft.gap = Some(
                "Rests on an inference, which counts L2 at most: the code that decides it could not be read.".into(),
            );
        }
        if let Some(strength) = strength
            && draft.level > strength.level + 1
        {
            draft.lower(strength.level + 1, CutBy::Strength);
            let name = if parameter == Parameter::C { "Coverage" } else { "The default" };
            let lacking = match &strength.not_followed {
                Some(candidate) => {
                    format!("What could raise strength stands at {candidate} and could not be followed.")
                }
                None => strength.gap.clone().unwrap_or_default(),
            };
            let gap = format!("{name} counts at most one level above strength (L{}). {lacking}", strength.level);
            draft.gap = Some(gap.trim_end().into());
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
    fn cap(&self, spec: &MechanismSpec, blast: u8) -> Result<(Held<'a>, Vec<CapConsidered>), AssessError> {
        let mut held: Vec<(CapId, Option<&CapSpec>)> = Vec::new();
        let mut considered = Vec::new();
        for cap in &self.ladders.caps {
            let fits = matches!(
                (cap.mechanism, spec.kind),
                (CapScope::Both, _) | (CapScope::Default, MechanismKind::Default) | (CapScope::Alt, MechanismKind::Alt)
            );
            if !fits {
                continue;
            }
            let mut tested = Vec::new();
            let truth = self.query.truth(&cap.when, &mut tested).map_err(|e| self.error(&cap_name(cap.id), e))?;
            considered.push(CapConsidered { id: cap.id, held: truth.holds(), applied: false, tested, why: None });
            held.extend(truth.holds().then_some((cap.id, Some(cap))));
        }
        let mut by_method = |id: CapId, holds: bool, why: &str| {
            considered.push(CapConsidered {
                id,
                held: holds,
                applied: false,
                tested: Vec::new(),
                why: Some(why.into()),
            });
            held.extend(holds.then_some((id, None)));
        };
        let is_default = spec.kind == MechanismKind::Default;
        if is_default && self.id() == CriterionId::C5 {
            let why = if blast == 0 { "B is at L0 as shipped." } else { "B is above L0 as shipped." };
            by_method(CapId::C5WorstCase, blast == 0, why);
        }
        if !is_default {
            by_method(CapId::G1, true, "It is an alternative that has to be turned on.");
        }
        // Ids stand in the order of precedence: criterion caps (public trigger before worst case), then G2, then G1.
        let order = |id: CapId| match id {
            CapId::C5PublicTrigger => (0, id),
            CapId::C5WorstCase => (1, id),
            CapId::G2 => (2, id),
            CapId::G1 => (3, id),
            other => (0, other),
        };
        let counts = held.into_iter().min_by_key(|(id, own)| (self.max(*id), order(*id), own.is_none()));
        if let Some((id, own)) = counts {
            let is_it = |c: &CapConsidered| c.held && c.id == id && c.tested.is_empty() == own.is_none();
            let first = considered.iter().position(is_it);
            for (index, cap) in considered.iter_mut().enumerate().filter(|(_, cap)| cap.held) {
                match first == Some(index) {
                    true => cap.applied = true,
                    false => {
                        cap.why = Some(format!("Only the lowest cap counts, and {} stands before it.", cap_name(id)))
                    }
                }
            }
        }
        Ok((counts, considered))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_must_not_match_are_not_wanted() {
        for (condition, expected) in [
            ("has('a')", true),
            ("not has('a')", false),
            ("has('b', 'a') and not has('c')", true),
            ("not (has('b') or has('a'))", false),
            ("not (has('b')) and (has('a') or kind == 'agent')", true),
            ("not has('a') or count('a') > 3", true),
            ("has('ab')", false),
        ] {
            assert_eq!(is_wanted(condition, "a"), expected, "{condition}");
        }
    }
}
