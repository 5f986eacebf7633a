//! Why a card says what it says: its chains of reasons, put together by criterion and parameter.

use std::{cmp::Reverse, collections::BTreeSet, str::FromStr};

use serde::Serialize;

use super::{
    Cap, CardData, CodeEvidence, Criterion, Depthgauge, Evidence, Fix, Mechanism, Origin, RatingStatus, SearchEvidence,
    SignalRecord, Status, mechanism_key, parameter_key,
};
use crate::{
    assess::{CapConsidered, Cut, Kind, MechanismKind, Reason, Tested, TestedPart, Trace, Verdict},
    detect::State,
    evidence::{MASKED, Permalinks},
    facts::Span,
    rubric::{CapId, CriterionId, Level, Parameter},
    score::{self, Counted},
};

/// Places of one rule that one condition lists.
const PLACES: usize = 8;

/// A criterion (`C4`), or one of its parameters (`C4.S`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub criterion: CriterionId,
    pub parameter: Option<Parameter>,
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let upper = text.to_ascii_uppercase();
        let (criterion, parameter) = match upper.split_once('.') {
            Some((criterion, parameter)) => (criterion, Some(parameter)),
            None => (upper.as_str(), None),
        };
        let wrong = || format!("`{text}` is no criterion such as C4 and no parameter of one such as C4.S");
        let found = CriterionId::ALL.into_iter().find(|id| id.to_string() == criterion).ok_or_else(wrong)?;
        let parameter = match parameter {
            None => None,
            Some(name) => Some(Parameter::ALL.into_iter().find(|p| p.to_string() == name).ok_or_else(wrong)?),
        };
        Ok(Self { criterion: found, parameter })
    }
}

/// What is to be explained.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// All forty if empty.
    pub cells: Vec<Cell>,
    /// `None`: the mechanism that is counted.
    pub mechanism: Option<Counted>,
}

/// A card that holds no reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the card holds no reasons: only the JSON that `depthgauge audit --format json` writes has them; give that, or the \
     repository"
)]
pub struct NoReasons;

/// The reasons behind the ratings that were asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    pub name: String,
    pub repo_url: Option<String>,
    pub subpath: Option<String>,
    pub pinned_commit: String,
    pub uncommitted: bool,
    /// Fingerprint of the rules, overlays included.
    pub rules: String,
    pub kind: Option<Kind>,
    pub kind_reason: String,
    /// Of the whole card.
    pub inferred: usize,
    pub criteria: Vec<CriterionExplained>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CriterionExplained {
    pub id: CriterionId,
    pub name: String,
    pub question: String,
    pub summary: String,
    pub outcome: OutcomeExplained,
    pub score: f64,
    /// Conditions of the surface; empty where the criterion always applies.
    pub surface: Vec<ConditionExplained>,
    pub absence_evidence: Vec<Evidence>,
    /// Mechanisms that were looked at.
    pub considered: Vec<MechanismChoice>,
    /// The one that is explained; `None` for an absent surface, and where there is no such mechanism.
    pub mechanism: Option<MechanismExplained>,
    /// The rules that the conditions above asked about, with what was found and searched.
    pub signals: Vec<SignalExplained>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeExplained {
    Scored,
    StructuralAbsence,
    NotAssessed,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MechanismChoice {
    pub id: String,
    pub kind: MechanismKind,
    pub chosen: bool,
    pub conditions: Vec<ConditionExplained>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MechanismExplained {
    pub kind: Counted,
    pub label: String,
    /// It is the one that the card counts.
    pub counted: bool,
    pub score: f64,
    pub raw: f64,
    /// Score of the criterion's other mechanism.
    pub other_score: Option<f64>,
    pub caps: Vec<CapExplained>,
    pub parameters: Vec<ParameterExplained>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CapExplained {
    pub id: CapId,
    pub max: f64,
    pub held: bool,
    pub applied: bool,
    pub why: Option<String>,
    pub conditions: Vec<ConditionExplained>,
    /// Of the cap that is applied.
    pub reason: Option<String>,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParameterExplained {
    pub parameter: Parameter,
    pub level: Level,
    pub structural_absence: bool,
    pub status: RatingStatus,
    pub origin: Option<Origin>,
    pub finding: String,
    pub gap: Option<String>,
    pub evidence: Vec<Evidence>,
    /// Levels that can be seen from source, each with its conditions; L0 needs none.
    pub levels: Vec<LevelExplained>,
    /// The highest of them that holds.
    pub reached: u8,
    /// What lowered it from there to the level of the card.
    pub cuts: Vec<Cut>,
    /// What the lowest level asks for that is above the card's, can be seen from source and does not hold.
    pub next: Option<Next>,
    /// Improvements that the card lists for it.
    pub fixes: Vec<Fix>,
    /// Source at the cited places, where the repository is at hand.
    pub excerpts: Vec<Excerpt>,
}

/// What a level asks for; of alternatives the one that lacks least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Next {
    pub level: u8,
    pub lacks: Vec<String>,
    pub there: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LevelExplained {
    pub level: u8,
    pub holds: bool,
    pub conditions: Vec<ConditionExplained>,
}

/// A condition, its answer, and what stands behind it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConditionExplained {
    pub condition: String,
    pub verdict: Verdict,
    pub why: Option<String>,
    /// Of several alternatives what became of each.
    pub any: Vec<TestedPart>,
    /// Rules that it asked about; `signals` of the criterion says what was found.
    pub rules: Vec<String>,
}

/// A rule that a condition asked about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SignalExplained {
    pub rule: String,
    pub title: String,
    /// All of its matches; `places` holds some of them.
    pub matches: u64,
    pub places: Vec<PlaceExplained>,
    pub search: Option<SearchEvidence>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaceExplained {
    pub file: String,
    pub lines: String,
    pub state: State,
    pub url: Option<String>,
}

/// Some lines of source, masked and cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    pub file: String,
    /// Number of the first line.
    pub first: u32,
    pub lines: Vec<String>,
}

/// Puts the reasons of a card together.
///
/// # Errors
/// A card without reasons: one in Markdown, or one that another program wrote.
pub fn explain(card: &CardData, asked: &Asked) -> Result<Explanation, NoReasons> {
    let ours = card.depthgauge.as_ref().filter(|ours| !ours.traces.is_empty()).ok_or(NoReasons)?;
    let links = Permalinks::new(card.repo_url.as_deref(), &card.pinned_commit);
    let source = Source { ours, links: (!ours.uncommitted).then_some(links) };
    let wanted = |id: CriterionId| asked.cells.is_empty() || asked.cells.iter().any(|cell| cell.criterion == id);
    Ok(Explanation {
        name: card.name.clone(),
        repo_url: card.repo_url.clone(),
        subpath: card.subpath.clone(),
        pinned_commit: card.pinned_commit.clone(),
        uncommitted: ours.uncommitted,
        rules: ours.rules.clone(),
        kind: ours.kind,
        kind_reason: ours.kind_reason.clone(),
        inferred: card.criteria.iter().filter_map(|c| c.parameters.as_ref()).map(|p| p.inferred()).sum(),
        criteria: card.criteria.iter().filter(|c| wanted(c.id)).map(|c| source.criterion(c, asked)).collect(),
    })
}

struct Source<'a> {
    ours: &'a Depthgauge,
    links: Option<Permalinks>,
}

impl Source<'_> {
    fn criterion(&self, criterion: &Criterion, asked: &Asked) -> CriterionExplained {
        let none = Trace::default();
        let trace = self.ours.traces.get(&criterion.id).unwrap_or(&none);
        let considered = trace.mechanisms.iter().map(|mechanism| MechanismChoice {
            id: mechanism.id.clone(),
            kind: mechanism.kind,
            chosen: mechanism.chosen,
            conditions: self.conditions(&mechanism.tested),
        });
        let kind = asked.mechanism.unwrap_or(criterion.counted);
        let outcome = match criterion.status {
            Status::StructuralAbsence => OutcomeExplained::StructuralAbsence,
            Status::Scored if self.ours.not_assessed.contains(&criterion.id) => OutcomeExplained::NotAssessed,
            Status::Scored => OutcomeExplained::Scored,
        };
        let mut explained = CriterionExplained {
            id: criterion.id,
            name: criterion.name.clone(),
            question: criterion.question.clone(),
            summary: criterion.summary.clone(),
            outcome,
            score: criterion.score,
            surface: self.conditions(&trace.surface),
            absence_evidence: criterion.absence_evidence.clone(),
            considered: considered.collect(),
            mechanism: criterion.mechanism(kind).map(|mechanism| self.mechanism(criterion, mechanism, asked)),
            signals: Vec::new(),
        };
        let rules: BTreeSet<&str> = explained.conditions().flat_map(|c| &c.rules).map(String::as_str).collect();
        explained.signals = rules.into_iter().map(|rule| self.signal(rule)).collect();
        explained
    }

    fn mechanism(&self, criterion: &Criterion, mechanism: &Mechanism, asked: &Asked) -> MechanismExplained {
        let key = mechanism_key(criterion.id, mechanism.kind);
        let caps = self.ours.caps.get(&key).map_or(&[][..], Vec::as_slice);
        let mine = |cell: &&Cell| cell.criterion == criterion.id;
        let whole = asked.cells.is_empty() || asked.cells.iter().filter(mine).any(|cell| cell.parameter.is_none());
        let wanted = |p: Parameter| whole || asked.cells.iter().filter(mine).any(|cell| cell.parameter == Some(p));
        let parameters = Parameter::ALL.into_iter().filter(|p| wanted(*p));
        MechanismExplained {
            kind: mechanism.kind,
            label: mechanism.label.clone(),
            counted: mechanism.kind == criterion.counted,
            score: mechanism.score,
            raw: mechanism.raw,
            other_score: criterion.mechanisms.iter().find(|m| m.kind != mechanism.kind).map(|m| m.score),
            caps: caps.iter().map(|cap| self.cap(cap, mechanism.cap.as_ref(), &key)).collect(),
            parameters: parameters.map(|p| self.parameter(criterion, mechanism, p)).collect(),
        }
    }

    fn cap(&self, cap: &CapConsidered, counted: Option<&Cap>, key: &str) -> CapExplained {
        let counted = counted.filter(|_| cap.applied);
        let evidence = self.ours.cap_evidence.get(key).filter(|_| cap.applied);
        CapExplained {
            id: cap.id,
            max: score::max_of(cap.id).as_f64(),
            held: cap.held,
            applied: cap.applied,
            why: cap.why.clone(),
            conditions: self.conditions(&cap.tested),
            reason: counted.map(|cap| cap.reason.clone()),
            evidence: evidence.cloned().unwrap_or_default(),
        }
    }

    fn parameter(&self, criterion: &Criterion, mechanism: &Mechanism, parameter: Parameter) -> ParameterExplained {
        let rating = mechanism.parameters.get(parameter);
        let key = parameter_key(criterion.id, mechanism.kind, parameter);
        let levels = self.levels(self.ours.reasons.get(&key).map_or(&[], Vec::as_slice));
        let level = rating.level.get();
        let fixes = self.ours.fixes.iter().filter(|fix| {
            mechanism.kind == Counted::Default && fix.criterion == criterion.id && fix.parameter == parameter
        });
        ParameterExplained {
            parameter,
            level: rating.level,
            structural_absence: rating.structural_absence,
            status: rating.status,
            origin: self.ours.origins.get(&key).copied(),
            finding: rating.finding.clone(),
            gap: rating.gap.clone(),
            evidence: rating.evidence.clone(),
            reached: levels.iter().filter(|l| l.holds).map(|l| l.level).max().unwrap_or(0),
            next: levels.iter().find(|l| l.level > level && !l.holds).map(Next::of),
            levels,
            cuts: self.ours.cuts.get(&key).cloned().unwrap_or_default(),
            fixes: fixes.cloned().collect(),
            excerpts: Vec::new(),
        }
    }

    /// The chain by level: a level holds where each of its conditions is met.
    fn levels(&self, chain: &[Reason]) -> Vec<LevelExplained> {
        chain
            .chunk_by(|a, b| a.level == b.level)
            .map(|reasons| LevelExplained {
                level: reasons.first().map_or(0, |reason| reason.level),
                holds: reasons.iter().all(|reason| reason.tested.verdict == Verdict::Met),
                conditions: reasons.iter().map(|reason| self.condition(&reason.tested)).collect(),
            })
            .collect()
    }

    fn conditions(&self, tested: &[Tested]) -> Vec<ConditionExplained> {
        tested.iter().map(|tested| self.condition(tested)).collect()
    }

    fn condition(&self, tested: &Tested) -> ConditionExplained {
        ConditionExplained {
            condition: tested.condition.clone(),
            verdict: tested.verdict,
            why: tested.why.clone(),
            any: tested.any.clone(),
            rules: tested.rules.clone(),
        }
    }

    fn signal(&self, rule: &str) -> SignalExplained {
        let mut records: Vec<&SignalRecord> = self.ours.signals.iter().filter(|s| s.rule == rule).collect();
        let matches = self.ours.signal_counts.get(rule).copied().unwrap_or(records.len() as u64);
        records.sort_by_key(|record| (record.state, Reverse(record.context == crate::facts::Context::Product)));
        let known = self.ours.looked_for.get(rule);
        SignalExplained {
            rule: rule.to_owned(),
            title: known.map(|known| known.title.clone()).unwrap_or_default(),
            matches,
            places: records.into_iter().take(PLACES).map(|record| self.place(record)).collect(),
            search: known.and_then(|known| known.search.clone()),
        }
    }

    fn place(&self, record: &SignalRecord) -> PlaceExplained {
        // A path that is masked leads nowhere.
        let links = self.links.as_ref().filter(|_| !record.file.contains(MASKED));
        let url = links.and_then(|links| links.link(&record.file, span(&record.lines)?));
        PlaceExplained { file: record.file.clone(), lines: record.lines.clone(), state: record.state, url }
    }
}

impl Next {
    fn of(level: &LevelExplained) -> Self {
        let mut next = Self { level: level.level, lacks: Vec::new(), there: Vec::new() };
        for condition in &level.conditions {
            let (condition, verdict, any) = (condition.condition.clone(), condition.verdict, condition.any.clone());
            next.add(&TestedPart { condition, verdict, any, all: Vec::new() });
        }
        next
    }

    /// As deep as conditions are nested, which the reader of rules and of JSON bounds.
    fn add(&mut self, part: &TestedPart) {
        match part.verdict {
            Verdict::Met => self.there.push(part.condition.clone()),
            _ if !part.all.is_empty() => part.all.iter().for_each(|part| self.add(part)),
            _ => {
                let ways = part.any.iter().map(|way| {
                    let mut next = Self { level: self.level, lacks: Vec::new(), there: Vec::new() };
                    next.add(way);
                    next
                });
                match ways.min_by_key(Self::distance) {
                    Some(way) => {
                        self.lacks.extend(way.lacks);
                        self.there.extend(way.there);
                    }
                    None => self.lacks.push(part.condition.clone()),
                }
            }
        }
    }

    /// A project does not become another kind of project.
    fn distance(&self) -> usize {
        self.lacks.iter().map(|condition| if condition.contains("kind ") { 100 } else { 1 }).sum()
    }
}

impl CriterionExplained {
    /// Every condition that is shown of it.
    fn conditions(&self) -> impl Iterator<Item = &ConditionExplained> {
        let mechanism = self.mechanism.iter();
        let caps = mechanism.clone().flat_map(|m| &m.caps).flat_map(|cap| &cap.conditions);
        let levels = mechanism.flat_map(|m| &m.parameters).flat_map(|p| &p.levels).flat_map(|l| &l.conditions);
        let considered = self.considered.iter().flat_map(|choice| &choice.conditions);
        self.surface.iter().chain(considered).chain(caps).chain(levels)
    }

    /// What is known of a rule that the conditions ask about.
    pub fn signal(&self, rule: &str) -> Option<&SignalExplained> {
        self.signals.iter().find(|signal| signal.rule == rule)
    }
}

/// `N` or `N-M`.
fn span(lines: &str) -> Option<Span> {
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    Some(Span { start: start.parse().ok()?, end: end.parse().ok()? })
}

impl Explanation {
    /// Adds the source at the cited places of each parameter, as far as `read` has it.
    pub fn add_excerpts(&mut self, read: &mut dyn FnMut(&str, Span) -> Option<Excerpt>) {
        for criterion in &mut self.criteria {
            let Some(mechanism) = &mut criterion.mechanism else { continue };
            for parameter in &mut mechanism.parameters {
                let candidates = candidates(parameter, &criterion.signals);
                parameter.add_excerpts(candidates, read);
            }
        }
    }
}

/// Places of what a parameter's conditions could not follow.
fn candidates(parameter: &ParameterExplained, signals: &[SignalExplained]) -> Vec<(String, Span)> {
    let conditions = parameter.levels.iter().flat_map(|level| &level.conditions);
    let rules = conditions.filter(|c| c.verdict == Verdict::NotFollowed).flat_map(|c| &c.rules);
    let lost = rules.filter_map(|rule| signals.iter().find(|signal| signal.rule == *rule));
    let places = lost.flat_map(|signal| &signal.places).filter(|place| place.state == State::Unknown);
    places.filter_map(|place| Some((place.file.clone(), span(&place.lines)?))).collect()
}

impl ParameterExplained {
    fn add_excerpts(&mut self, candidates: Vec<(String, Span)>, read: &mut dyn FnMut(&str, Span) -> Option<Excerpt>) {
        let cited = self.evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Code(CodeEvidence { file, lines, .. }) => Some((file.clone(), span(lines)?)),
            Evidence::Search(_) => None,
        });
        let mut places: Vec<(String, Span)> = cited.chain(candidates).collect();
        let mut seen = BTreeSet::new();
        places.retain(|place| seen.insert(place.clone()));
        self.excerpts = places.iter().filter_map(|(file, lines)| read(file, *lines)).collect();
    }
}
