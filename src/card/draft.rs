//! A card as a person writes it: YAML or JSON with the authored fields alone. Everything else is computed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Cap, CapName, CapabilityProfile, CardData, Category, Criterion, CriticalFinding, Depthgauge, Evidence, Fix,
    Mechanism, Origin, Parameters, Rating, RatingStatus, Reaudit, RuleOfTwo, SCHEMA_VERSION, SCORECARD_VERSION, Status,
    lines_of, mechanism_key, parameter_key, slug,
};
use crate::{
    assess::Kind,
    evidence::Permalinks,
    rubric::{CriterionId, Level, Parameter},
    score::{self, Applicable, Confidence, Counted, Millis},
};

/// Version of the format.
pub const DRAFT_VERSION: u32 = 1;

/// The authored fields of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// Version of this format.
    pub draft: u32,
    pub name: String,
    #[serde(default)]
    pub repo_url: Option<String>,
    #[serde(default)]
    pub subpath: Option<String>,
    pub description: String,
    pub category: Category,
    #[serde(default)]
    pub kind: Option<Kind>,
    pub pinned_commit: String,
    #[serde(default)]
    pub version: Option<String>,
    pub scored_date: String,
    pub scored_configuration: String,
    pub agent_surface: CapabilityProfile,
    pub headline: String,
    pub criteria: BTreeMap<CriterionId, DraftCriterion>,
    #[serde(default)]
    pub critical_gaps: Vec<CriticalFinding>,
    pub rule_of_two: RuleOfTwo,
    #[serde(default)]
    pub improvements: Vec<DraftFix>,
    /// Criteria that count 0.00 because nobody could read what they are about.
    #[serde(default)]
    pub not_assessed: Vec<CriterionId>,
    #[serde(default)]
    pub reaudit_log: Vec<Reaudit>,
    pub limitations: Vec<String>,
}

/// One criterion: the two mechanisms, or what shows that its surface is absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftCriterion {
    pub summary: String,
    #[serde(default)]
    pub notes: Option<String>,
    #[serde(default)]
    pub structural_absence: Vec<Evidence>,
    #[serde(default)]
    pub default: Option<DraftMechanism>,
    #[serde(default)]
    pub alt: Option<DraftMechanism>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
pub struct DraftMechanism {
    #[serde(default)]
    pub label: Option<String>,
    #[serde(default)]
    pub cap: Option<DraftCap>,
    pub S: DraftRating,
    pub C: DraftRating,
    pub D: DraftRating,
    pub B: DraftRating,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftCap {
    pub id: CapName,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftRating {
    pub level: DraftLevel,
    pub status: RatingStatus,
    pub finding: String,
    #[serde(default)]
    pub gap: Option<String>,
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

/// 0 to 4, or `SA`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DraftLevel {
    Level(Level),
    Absent(AbsentWord),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AbsentWord {
    SA,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftFix {
    pub summary: String,
    pub criterion: CriterionId,
    pub parameter: Parameter,
    pub from_level: Level,
    pub to_level: Level,
    #[serde(default)]
    pub playbook: Option<String>,
}

/// True for a text that says that it is a draft.
pub(super) fn is_draft(text: &str) -> bool {
    let marks = |line: &str| {
        let line = line.trim_start_matches(['{', ' ', '\t']).trim_start_matches('"');
        line.strip_prefix("draft").is_some_and(|rest| rest.trim_start_matches('"').trim_start().starts_with(':'))
    };
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#') && line.trim() != "{" && *line != "---")
        .take(1)
        .any(marks)
}

impl Draft {
    /// Reads YAML, of which JSON is a part.
    ///
    /// # Errors
    /// What the format does not have, with its line.
    pub fn read(text: &str) -> Result<Self, String> {
        let draft: Self = serde_yaml::from_str(text).map_err(|e| e.to_string())?;
        if draft.draft != DRAFT_VERSION {
            return Err(format!("this is format {} of drafts; {DRAFT_VERSION} is understood", draft.draft));
        }
        Ok(draft)
    }

    /// The whole card. Levels are marked as authored.
    pub fn card(&self) -> CardData {
        let links = Permalinks::new(self.repo_url.as_deref(), &self.pinned_commit);
        let mut ours =
            Depthgauge { kind: self.kind, version: env!("CARGO_PKG_VERSION").to_owned(), ..Depthgauge::default() };
        ours.not_assessed.clone_from(&self.not_assessed);
        let mut criteria = Vec::new();
        for (id, draft) in &self.criteria {
            criteria.push(draft.criterion(*id, &links, &mut ours));
        }
        let gap = |finding: &CriticalFinding| CriticalFinding {
            evidence: linked(&finding.evidence, &links),
            owasp: if finding.owasp.is_empty() {
                score::criterion_text(finding.criterion).owasp.iter().map(|label| (*label).to_owned()).collect()
            } else {
                finding.owasp.clone()
            },
            ..finding.clone()
        };
        let mut card = CardData {
            schema_version: SCHEMA_VERSION.to_owned(),
            scorecard_version: SCORECARD_VERSION.to_owned(),
            id: slug(&self.name),
            name: self.name.clone(),
            repo_url: self.repo_url.clone(),
            subpath: self.subpath.clone(),
            description: self.description.clone(),
            category: Category::parse(self.category.id()),
            pinned_commit: self.pinned_commit.clone(),
            version: self.version.clone(),
            scored_date: self.scored_date.clone(),
            scored_configuration: self.scored_configuration.clone(),
            score: 0.0,
            max_score: 10.0,
            band: score::Band::of(score::total([])).into(),
            applicable: Applicable { count: 0, score: Millis::default() }.into(),
            capability_profile: self.agent_surface.clone(),
            headline: self.headline.clone(),
            criteria,
            critical_findings: self.critical_gaps.iter().map(gap).collect(),
            rule_of_two: self.rule_of_two.clone(),
            fixes: self.improvements.iter().map(DraftFix::fix).collect(),
            reaudit_log: self.reaudit_log.clone(),
            limitations: self.limitations.clone(),
            depthgauge: Some(ours),
        };
        super::figures(&mut card);
        for criterion in &mut card.criteria {
            if let Some(m) = criterion.mechanism(criterion.counted).cloned() {
                (criterion.cap, criterion.parameters) = (m.cap, Some(m.parameters));
            }
        }
        card
    }
}

impl DraftCriterion {
    fn criterion(&self, id: CriterionId, links: &Permalinks, ours: &mut Depthgauge) -> Criterion {
        let text = score::criterion_text(id);
        let absent = self.default.is_none() && self.alt.is_none() && !self.structural_absence.is_empty();
        let kinds = [(Counted::Default, &self.default), (Counted::Alt, &self.alt)];
        let mechanisms: Vec<Mechanism> =
            kinds.into_iter().filter_map(|(kind, draft)| Some(draft.as_ref()?.mechanism(kind, links))).collect();
        if absent {
            ours.origins.insert(id.to_string(), Origin::Authored);
        }
        for m in &mechanisms {
            for p in Parameter::ALL {
                ours.origins.insert(parameter_key(id, m.kind, p), Origin::Authored);
            }
            if m.cap.is_some() {
                ours.origins.insert(mechanism_key(id, m.kind), Origin::Authored);
            }
        }
        Criterion {
            id,
            number: id.number(),
            name: text.name.to_owned(),
            question: text.question.to_owned(),
            owasp: text.owasp.iter().map(|label| (*label).to_owned()).collect(),
            summary: self.summary.clone(),
            status: if absent { Status::StructuralAbsence } else { Status::Scored },
            score: 0.0,
            max: 1.0,
            counted: Counted::Default,
            confidence: Confidence::High,
            cap: None,
            parameters: None,
            mechanisms,
            absence_evidence: if absent { linked(&self.structural_absence, links) } else { vec![] },
            notes: self.notes.clone(),
        }
    }
}

impl DraftMechanism {
    fn mechanism(&self, kind: Counted, links: &Permalinks) -> Mechanism {
        let parameters = Parameters {
            S: self.S.rating(links),
            C: self.C.rating(links),
            D: self.D.rating(links),
            B: self.B.rating(links),
        };
        let cap = self.cap.as_ref().map(|cap| {
            let id = CapName::parse(cap.id.as_str());
            let max = id.known().map_or(1.0, |known| score::max_of(known).as_f64());
            Cap { id, max, reason: cap.reason.clone() }
        });
        let label = match kind {
            Counted::Default => "default configuration",
            Counted::Alt => "alternative",
        };
        Mechanism {
            kind,
            label: self.label.clone().unwrap_or_else(|| label.to_owned()),
            score: 0.0,
            raw: 0.0,
            cap,
            confidence: Confidence::High,
            parameters,
        }
    }
}

impl DraftRating {
    fn rating(&self, links: &Permalinks) -> Rating {
        let (level, structural_absence) = match self.level {
            DraftLevel::Level(level) => (level, false),
            DraftLevel::Absent(AbsentWord::SA) => (Level::MAX, true),
        };
        Rating {
            level,
            structural_absence,
            status: self.status,
            finding: self.finding.clone(),
            gap: self.gap.clone(),
            evidence: linked(&self.evidence, links),
            weight: 0.0,
            points: 0.0,
        }
    }
}

impl DraftFix {
    fn fix(&self) -> Fix {
        Fix {
            summary: self.summary.clone(),
            criterion: self.criterion,
            parameter: self.parameter,
            from_level: self.from_level,
            to_level: self.to_level,
            playbook: self.playbook.clone(),
            estimated_gain: 0.0,
        }
    }
}

/// Evidence with its links.
fn linked(evidence: &[Evidence], links: &Permalinks) -> Vec<Evidence> {
    let mut evidence = evidence.to_vec();
    for item in &mut evidence {
        if let Evidence::Code(code) = item
            && let Some(span) = lines_of(&code.lines)
        {
            code.url = links.link(&code.file, span).or(code.url.take());
        }
    }
    evidence
}

/// Where a part of the card stands in the draft that it was made from.
pub(super) fn pointer(card: &str, data: &CardData) -> String {
    let mut parts: Vec<String> = card.split('/').skip(1).map(str::to_owned).collect();
    let index = |part: Option<&String>| part.and_then(|part| part.parse::<usize>().ok());
    if parts.first().is_some_and(|part| part == "criteria")
        && let Some(criterion) = index(parts.get(1)).and_then(|i| data.criteria.get(i))
    {
        parts[1] = criterion.id.to_string();
        if parts.get(2).is_some_and(|part| part == "absence_evidence") {
            parts[2] = "structural_absence".to_owned();
        }
        if parts.get(2).is_some_and(|part| part == "mechanisms") {
            let kind = index(parts.get(3)).and_then(|j| criterion.mechanisms.get(j)).map(|m| match m.kind {
                Counted::Default => "default",
                Counted::Alt => "alt",
            });
            if let Some(kind) = kind {
                parts.splice(2..4, [kind.to_owned()]);
            }
            parts.retain(|part| part != "parameters");
        }
    }
    match parts.first_mut() {
        Some(first) if first == "critical_findings" => "critical_gaps".clone_into(first),
        Some(first) if first == "fixes" => "improvements".clone_into(first),
        Some(first) if first == "capability_profile" => "agent_surface".clone_into(first),
        _ => {}
    }
    parts.iter().map(|part| format!("/{part}")).collect()
}
