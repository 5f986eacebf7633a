//! From an assessment to a card. What breaks an invariant of the method is lowered where the method says so, and the
//! gap says it; anything else is an error: no card is built that `check` would object to.

use std::ops::Deref;

use super::{
    CapName, CapabilityProfile, CardData, CardMeta, CodeEvidence, ConfigurationRecord, Criterion, CriticalFinding,
    Depthgauge, Evidence, Improvement, Incomplete, Interval, LookedFor, MetaError, OpenQuestion, Origin, Plan,
    RuleOfTwo, SCHEMA_VERSION, SCORECARD_VERSION, SearchEvidence, Status,
    mechanism::{self, Built, Problematic},
    mechanism_key,
    meta::{self, slug},
    parameter_key,
};
use crate::{
    assess::{self, Assessment, Outcome, Verdict},
    claims::ClaimsReport,
    evidence::{self, Citation, RecordedSearch},
    rubric::{CapId, CriterionId, Level, Parameter},
    score::{self, Applicable, Confidence, Counted, Millis, Rows},
    text::code,
};

/// The permalink of a citation; `None` where the repository has no known host.
pub type Link<'a> = &'a dyn Fn(&Citation) -> Option<String>;

/// Improvements that stand on a card.
pub const FIXES: usize = 5;

/// A card that an audit built. Every invariant of the method holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Card(CardData);

impl Deref for Card {
    type Target = CardData;

    fn deref(&self) -> &CardData {
        &self.0
    }
}

/// An assessment that no card can be built from: a fault of rules or of an earlier stage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvariantError {
    #[error(transparent)]
    Meta(#[from] MetaError),
    #[error("the assessment has the criteria {0}, a card has C1 to C10 in that order")]
    Criteria(String),
    #[error("the assessment says nothing of the capability {0}")]
    Capability(String),
    #[error("{at}: {what}")]
    At { at: String, what: Problematic },
}

impl InvariantError {
    fn at(at: impl Into<String>, what: Problematic) -> Self {
        Self::At { at: at.into(), what }
    }
}

impl Card {
    /// The card with the ways to start the project on it.
    #[must_use]
    pub fn with_configurations(mut self, configurations: Vec<ConfigurationRecord>) -> Self {
        if let Some(ours) = &mut self.0.depthgauge {
            ours.configurations = configurations;
        }
        self
    }

    /// The card with what the documents claim on it.
    #[must_use]
    pub fn with_claims(mut self, claims: Option<ClaimsReport>) -> Self {
        if let Some(ours) = &mut self.0.depthgauge {
            ours.claims = claims;
        }
        self
    }

    /// The card with the changes that would raise it, the best of them first.
    #[must_use]
    pub fn with_improvements(mut self, improvements: Vec<Improvement>, plan: Option<Plan>) -> Self {
        self.0.fixes = improvements.iter().take(FIXES).map(|improvement| improvement.fix.clone()).collect();
        if let Some(ours) = &mut self.0.depthgauge {
            (ours.fixes, ours.plan) = (improvements, plan);
        }
        self
    }

    /// Builds the card of an assessment.
    ///
    /// # Errors
    /// An assessment that lacks what the method asks for: evidence, a gap, a search for an absent surface, a literal
    /// where one is required, a cap on the wrong criterion.
    pub fn build(assessment: &Assessment, meta: CardMeta, link: Link) -> Result<Self, InvariantError> {
        meta.check()?;
        let ids: Vec<CriterionId> = assessment.criteria.iter().map(|c| c.id).collect();
        if ids != CriterionId::ALL {
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            return Err(InvariantError::Criteria(ids.join(", ")));
        }
        let mut parts = Parts::default();
        for criterion in &assessment.criteria {
            parts.add(criterion, link)?;
        }
        parts.ours.looked_for = assessment.looked_for.iter().map(|(id, entry)| (id.clone(), entry.into())).collect();
        assemble(assessment, meta, parts)
    }

    pub fn into_data(self) -> CardData {
        self.0
    }
}

/// What the criteria add up to.
#[derive(Default)]
struct Parts {
    criteria: Vec<Criterion>,
    scores: Vec<Millis>,
    rows: Vec<Rows>,
    critical: Vec<CriticalFinding>,
    not_assessed: Vec<CriterionId>,
    inferred: usize,
    not_followed: usize,
    ours: Depthgauge,
}

impl Parts {
    fn add(&mut self, criterion: &assess::Criterion, link: Link) -> Result<(), InvariantError> {
        let id = criterion.id;
        let at = |what| InvariantError::at(id.to_string(), what);
        self.ours.traces.insert(id, criterion.trace.clone());
        let summary = prose(&criterion.summary);
        if summary.is_empty() {
            return Err(at(Problematic::Empty("summary")));
        }
        match &criterion.outcome {
            Outcome::Absent(evidence) => {
                if !score::ABSENCE_ALLOWED.contains(&id) {
                    return Err(at(Problematic::AbsenceNotAllowed));
                }
                if !evidence.iter().any(is_search) {
                    return Err(at(Problematic::AbsenceWithoutSearch));
                }
                let evidence = convert(evidence, link).map_err(at)?;
                self.rows.push(Rows { criterion: id, assessed: true, mechanisms: vec![] });
                self.ours.origins.insert(id.to_string(), Origin::Computed);
                self.scores.push(Millis::FULL);
                let notes = notes(criterion.notes.as_deref(), &[]);
                let mut absent = skeleton(id, summary, notes);
                absent.status = Status::StructuralAbsence;
                absent.absence_evidence = evidence;
                self.criteria.push(absent);
                Ok(())
            }
            Outcome::NotAssessed { finding, evidence } => {
                if !is_search(evidence) {
                    return Err(at(Problematic::NotAssessedWithoutSearch));
                }
                self.not_assessed.push(id);
                let stand_in = mechanism::not_assessed(finding, evidence);
                let default = mechanism::build(id, Counted::Default, &stand_in, false, link)
                    .map_err(|(at, what)| InvariantError::at(at, what))?;
                self.scored(criterion, summary, default, None, false)
            }
            Outcome::Scored { default, alt } => {
                let lift = |(at, what)| InvariantError::at(at, what);
                let built = mechanism::build(id, Counted::Default, default, true, link).map_err(lift)?;
                let alt = alt.as_ref().map(|m| mechanism::build(id, Counted::Alt, m, true, link)).transpose();
                if let Some(finding) = critical(id, default, &built, link)? {
                    match open_question(id, default, &built) {
                        Some(question) => self.ours.open_questions.push(question),
                        None => self.critical.push(finding),
                    }
                }
                self.ours.open_questions.extend(open_caps(id, default));
                self.scored(criterion, summary, built, alt.map_err(lift)?, true)
            }
        }
    }

    fn scored(
        &mut self,
        criterion: &assess::Criterion,
        summary: String,
        default: Built,
        alt: Option<Built>,
        assessed: bool,
    ) -> Result<(), InvariantError> {
        let id = criterion.id;
        let counted = score::counted(default.score, alt.as_ref().map(|a| a.score));
        // Caps of an alternative mechanism have no critical gap that could carry their evidence.
        let unshown = alt.as_ref().filter(|a| a.cap.is_some_and(|c| c != CapId::G1)).map(|a| a.cap_evidence.clone());
        let mut out = skeleton(id, summary, notes(criterion.notes.as_deref(), &unshown.unwrap_or_default()));
        let mut rows = Rows { criterion: id, assessed, mechanisms: vec![] };
        for built in [Some(default), alt].into_iter().flatten() {
            let kind = built.mechanism.kind;
            rows.mechanisms.push(built.rating);
            for (parameter, reasons) in Parameter::ALL.into_iter().zip(built.reasons) {
                let key = parameter_key(id, kind, parameter);
                self.ours.origins.insert(key.clone(), Origin::Computed);
                if !reasons.is_empty() {
                    self.ours.reasons.insert(key, reasons);
                }
            }
            for (parameter, cuts) in Parameter::ALL.into_iter().zip(built.cuts).filter(|(_, cuts)| !cuts.is_empty()) {
                self.ours.cuts.insert(parameter_key(id, kind, parameter), cuts);
            }
            if !built.caps.is_empty() {
                self.ours.caps.insert(mechanism_key(id, kind), built.caps);
            }
            if !built.cap_evidence.is_empty() {
                self.ours.cap_evidence.insert(mechanism_key(id, kind), built.cap_evidence);
            }
            if kind == counted {
                self.scores.push(built.score);
                self.inferred += built.mechanism.parameters.inferred();
                self.not_followed += built.not_followed;
                out.score = built.mechanism.score;
                out.confidence = built.mechanism.confidence;
                out.cap = built.mechanism.cap.clone();
                out.parameters = Some(built.mechanism.parameters.clone());
            }
            out.mechanisms.push(built.mechanism);
        }
        out.counted = counted;
        self.rows.push(rows);
        self.criteria.push(out);
        Ok(())
    }
}

fn assemble(assessment: &Assessment, meta: CardMeta, mut parts: Parts) -> Result<Card, InvariantError> {
    let text = |what: &'static str, text: &str| match prose(text) {
        empty if empty.is_empty() => Err(InvariantError::at("card", Problematic::Empty(what))),
        full => Ok(full),
    };
    let total = score::total(parts.scores.iter().copied());
    let (low, high) = score::interval(&parts.rows);
    let scored = parts.criteria.iter().zip(&parts.scores).filter(|(c, _)| !c.is_absent());
    let applicable = Applicable { count: scored.clone().count() as u32, score: scored.map(|(_, s)| *s).sum() };
    let range = match (parts.inferred + parts.not_followed, low == high) {
        (0, _) => "no level is uncertain, so the total has no range.".to_owned(),
        (_, true) => format!("the total stays {low} if those went one level either way."),
        (_, false) => format!("the total lies between {low} and {high} if those went one level either way."),
    };
    let mut limitations = vec![format!(
        "Rated by depthgauge {} with rules {} from source alone; {} of 40 parameters inferred, {} not followed; {range}",
        meta.program_version, meta.rules, parts.inferred, parts.not_followed,
    )];
    if meta.uncommitted {
        limitations.push(
            "Uncommitted: the files are those of a work tree that differs from the pinned commit. No commit holds what \
             is cited here: citations carry no links, and neither they nor the searches can be verified at that commit."
                .to_owned(),
        );
    }
    if !meta.incomplete.is_empty() {
        limitations.push(format!("The audit is incomplete: {}.", meta.incomplete.join("; ").trim_end_matches('.')));
    }
    limitations.extend(parts.ours.open_questions.iter().map(asked));
    limitations.extend(assessment.limitations.iter().map(|l| prose(l)).filter(|l| !l.is_empty()));
    let profile = CapabilityProfile::ORDER
        .into_iter()
        .map(|c| {
            let found = assessment.surface.iter().find(|(capability, _)| *capability == c);
            found.copied().ok_or_else(|| InvariantError::Capability(super::profile::capability_words(c).to_owned()))
        })
        .collect::<Result<_, _>>()?;
    let rule = &assessment.rule_of_two;
    let configuration = meta.scored_configuration.as_deref().unwrap_or(&assessment.scored_configuration);
    let name = prose(&meta.name);
    Ok(Card(CardData {
        schema_version: SCHEMA_VERSION.to_owned(),
        scorecard_version: SCORECARD_VERSION.to_owned(),
        id: slug(&name),
        name,
        repo_url: meta.repo_url,
        subpath: meta.subpath.filter(|s| !s.is_empty()),
        description: prose(&meta.description),
        category: meta.category,
        pinned_commit: meta.pinned_commit,
        version: meta.version,
        scored_date: meta.scored_date,
        scored_configuration: text("scored configuration", configuration)?,
        score: total.as_f64(),
        max_score: 10.0,
        band: score::Band::of(total).into(),
        applicable: applicable.into(),
        capability_profile: CapabilityProfile(profile),
        headline: text("headline", &assessment.headline)?,
        criteria: parts.criteria,
        critical_findings: parts.critical,
        rule_of_two: RuleOfTwo {
            untrusted_input: text("rule of two", &rule.untrusted_input)?,
            sensitive_data: text("rule of two", &rule.sensitive_data)?,
            state_change_or_egress: text("rule of two", &rule.state_change_or_egress)?,
            same_session: rule.same_session,
        },
        fixes: vec![],
        reaudit_log: vec![],
        limitations,
        depthgauge: Some(Depthgauge {
            version: meta.program_version,
            rules: meta.rules,
            kind: Some(assessment.kind),
            kind_reason: prose(&assessment.kind_reason),
            not_assessed: std::mem::take(&mut parts.not_assessed),
            surface_not_assessed: assessment.surface_unknown.clone(),
            same_session_not_assessed: assessment.same_session_unknown,
            incomplete: Incomplete { incomplete: !meta.incomplete.is_empty(), reasons: meta.incomplete },
            uncommitted: meta.uncommitted,
            unread: meta.unread,
            not_followed: parts.not_followed as u64,
            interval: Some(Interval { low: low.as_f64(), high: high.as_f64() }),
            signals: meta.signals,
            signal_counts: meta.signal_counts,
            ..parts.ours
        }),
    }))
}

/// The critical gap of a default mechanism, where the method asks for one.
fn critical(
    id: CriterionId,
    source: &assess::Mechanism,
    built: &Built,
    link: Link,
) -> Result<Option<CriticalFinding>, InvariantError> {
    let b = &built.mechanism.parameters.B;
    let own_cap = built.cap.is_some_and(|c| c != CapId::G1);
    let open = score::B_AT_L0_IS_CRITICAL.contains(&id) && b.level == Level::MIN && !b.structural_absence;
    if !own_cap && !open {
        return Ok(None);
    }
    let at = |what| InvariantError::at(format!("{id}, critical gap"), what);
    let given = source.critical.as_ref().filter(|(text, evidence)| !prose(text).is_empty() && !evidence.is_empty());
    let (summary, evidence) = match (given, &built.mechanism.cap) {
        (Some((text, evidence)), _) => (prose(text), convert(evidence, link).map_err(at)?),
        (None, Some(cap)) if own_cap => (cap.reason.clone(), built.cap_evidence.clone()),
        _ => (b.finding.clone(), b.evidence.clone()),
    };
    let evidence = mechanism::with_literals(evidence).map_err(at)?;
    let owasp = score::criterion_text(id).owasp.iter().take(3).map(|l| (*l).to_owned()).collect();
    Ok(Some(CriticalFinding { summary, criterion: id, owasp, evidence }))
}

/// A critical gap that rests on a blast radius which something that could not be followed might limit.
fn open_question(id: CriterionId, source: &assess::Mechanism, built: &Built) -> Option<OpenQuestion> {
    let [.., b] = &source.parameters;
    let by_blast = built.cap.is_none_or(|cap| matches!(cap, CapId::G1 | CapId::C5WorstCase));
    let lost = b.chain.iter().filter(|reason| reason.tested.verdict == Verdict::NotFollowed);
    let places = lost.flat_map(|reason| &reason.tested.places).take(2).cloned().collect();
    (by_blast && b.not_followed).then_some(OpenQuestion { criterion: id, cap: None, places })
}

/// Caps of which it could not be followed whether they hold.
fn open_caps(id: CriterionId, source: &assess::Mechanism) -> Vec<OpenQuestion> {
    let open = source.caps.iter().filter(|cap| !cap.held && !cap.tested.is_empty()).filter(|cap| {
        let verdicts = || cap.tested.iter().map(|tested| tested.verdict);
        verdicts().any(|v| v == Verdict::NotFollowed) && verdicts().all(|v| v != Verdict::Absent)
    });
    open.map(|cap| {
        let lost = cap.tested.iter().filter(|tested| tested.verdict == Verdict::NotFollowed);
        let places = lost.flat_map(|tested| &tested.places).take(2).cloned().collect();
        OpenQuestion { criterion: id, cap: Some(cap.id), places }
    })
    .collect()
}

/// The sentence of an open question among the limitations.
fn asked(question: &OpenQuestion) -> String {
    let place = match question.places.as_slice() {
        [] => "what decides it".to_owned(),
        places => places.iter().map(|place| code(place)).collect::<Vec<_>>().join(" and "),
    };
    match question.cap {
        Some(cap) => format!(
            "Open question ({}): {place} could not be followed, so it is not known whether the cap {} applies; it is not \
             counted.",
            question.criterion,
            score::name_of(cap)
        ),
        None => format!(
            "Open question ({}): {place} could not be followed. If it limits what a failure can do, the blast radius is \
             above L0; if not, this is a critical gap.",
            question.criterion
        ),
    }
}

fn skeleton(id: CriterionId, summary: String, notes: Option<String>) -> Criterion {
    let text = score::criterion_text(id);
    Criterion {
        id,
        number: id.number(),
        name: text.name.to_owned(),
        question: text.question.to_owned(),
        owasp: text.owasp.iter().map(|l| (*l).to_owned()).collect(),
        summary,
        status: Status::Scored,
        score: 1.0,
        max: 1.0,
        counted: Counted::Default,
        confidence: Confidence::High,
        cap: None,
        parameters: None,
        mechanisms: vec![],
        absence_evidence: vec![],
        notes,
    }
}

fn notes(given: Option<&str>, cap_evidence: &[Evidence]) -> Option<String> {
    let mut parts: Vec<String> = given.map(prose).into_iter().filter(|n| !n.is_empty()).collect();
    if !cap_evidence.is_empty() {
        let places: Vec<String> = cap_evidence.iter().map(super::evidence_text).collect();
        parts.push(format!("Cap evidence: {}.", places.join("; ")));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn is_search(evidence: &evidence::Evidence) -> bool {
    matches!(evidence, evidence::Evidence::Search(_))
}

/// Evidence as cards carry it, each item once, in the order given.
pub(super) fn convert(items: &[evidence::Evidence], link: Link) -> Result<Vec<Evidence>, Problematic> {
    let mut out: Vec<Evidence> = Vec::with_capacity(items.len());
    for item in items {
        let item = match item {
            evidence::Evidence::Code(citation) => {
                let span = citation.lines;
                let inside = !citation.file.is_empty() && !citation.file.starts_with('/') && span.start >= 1;
                if !inside || citation.file.starts_with("./") || span.end < span.start {
                    return Err(Problematic::Citation(format!("{}:{}", citation.file, meta::lines(span))));
                }
                Evidence::Code(CodeEvidence {
                    file: citation.file.clone(),
                    lines: meta::lines(span),
                    contains: citation.contains.clone().filter(|c| !c.is_empty()),
                    note: citation.note.as_deref().map(prose).filter(|n| !n.is_empty()),
                    url: link(citation),
                })
            }
            evidence::Evidence::Search(search) => {
                if search.scope.trim().is_empty() || search.search.trim().is_empty() {
                    return Err(Problematic::SearchWithoutScope);
                }
                Evidence::Search(search.into())
            }
        };
        if !out.contains(&item) {
            out.push(item);
        }
    }
    Ok(out)
}

impl From<&RecordedSearch> for SearchEvidence {
    fn from(search: &RecordedSearch) -> Self {
        Self {
            search: search.search.clone(),
            scope: search.scope.clone(),
            hits: search.hits,
            note: search.note.as_deref().map(prose).filter(|n| !n.is_empty()),
        }
    }
}

impl From<&assess::LookedFor> for LookedFor {
    fn from(entry: &assess::LookedFor) -> Self {
        Self { title: entry.title.clone(), search: entry.search.as_ref().map(SearchEvidence::from) }
    }
}

pub(super) fn cap_name(cap: CapId) -> CapName {
    CapName::Known(cap)
}

/// One line of prose: outer white space and line breaks have no meaning in a card.
pub(super) fn prose(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    lines.join(" ")
}
