//! Why a card says what it says: its chains of reasons, put together by criterion and parameter.

mod build;
mod next;

use std::{
    collections::{BTreeMap, BTreeSet},
    str::FromStr,
};

use serde::Serialize;

pub use build::explain;

use super::{CodeEvidence, Evidence, Improvement, Origin, Plan, RatingStatus, SaidRecord, SearchEvidence};
use crate::{
    assess::{Cut, Kind, MechanismKind, TestedPart, Verdict},
    detect::State,
    facts::Span,
    rubric::{CapId, CriterionId, Level, Parameter},
    score::Counted,
};

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
    /// Of the whole card; empty where single cells are asked for.
    pub improvements: Vec<Improvement>,
    pub plan: Option<Plan>,
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
    pub fixes: Vec<FixExplained>,
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

/// An improvement that raises a cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FixExplained {
    pub id: String,
    pub summary: String,
    pub to_level: Level,
    pub effort: String,
    /// Change of the total, in points.
    pub gain: f64,
    /// The total with it.
    pub score: f64,
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
    /// Of an overridden setting: what says what it is, the winner last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<SaidRecord>,
}

/// Some lines of source, masked and cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    pub file: String,
    /// Number of the first line.
    pub first: u32,
    pub lines: Vec<String>,
    /// The lines that are cited, where others stand around them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cited: Option<Span>,
    /// What the citation quotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// Source at the places of a card, by file and cited lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpts(BTreeMap<(String, String), Excerpt>);

impl Excerpts {
    /// `lines` as the card has them; the excerpt may show some around them.
    pub fn add(&mut self, lines: &str, excerpt: Excerpt) {
        self.0.insert((excerpt.file.clone(), lines.to_owned()), excerpt);
    }

    pub fn has(&self, file: &str, lines: &str) -> bool {
        self.get(file, lines).is_some()
    }

    pub fn get(&self, file: &str, lines: &str) -> Option<&Excerpt> {
        self.0.get(&(file.to_owned(), lines.to_owned()))
    }
}

impl Explanation {
    /// Where an improvement stands in the list, from 1.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.improvements.iter().position(|improvement| improvement.id == id).map(|at| at + 1)
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

/// What `N` or `N-M` stands for; `None` for what is neither, or not in order.
pub fn lines_of(lines: &str) -> Option<Span> {
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    let span = Span { start: start.parse().ok()?, end: end.parse().ok()? };
    (0 < span.start && span.start <= span.end).then_some(span)
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
    places.filter_map(|place| Some((place.file.clone(), lines_of(&place.lines)?))).collect()
}

impl ParameterExplained {
    fn add_excerpts(&mut self, candidates: Vec<(String, Span)>, read: &mut dyn FnMut(&str, Span) -> Option<Excerpt>) {
        let cited = self.evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Code(CodeEvidence { file, lines, .. }) => Some((file.clone(), lines_of(lines)?)),
            Evidence::Search(_) => None,
        });
        let mut places: Vec<(String, Span)> = cited.chain(candidates).collect();
        let mut seen = BTreeSet::new();
        places.retain(|place| seen.insert(place.clone()));
        let quoted = |file: &str, span: Span| {
            self.evidence.iter().find_map(|evidence| match evidence {
                Evidence::Code(code) if code.file == file && lines_of(&code.lines) == Some(span) => {
                    code.contains.clone()
                }
                _ => None,
            })
        };
        let shown = places.iter().filter_map(|(file, lines)| {
            let excerpt = read(file, *lines)?;
            Some(Excerpt { cited: Some(*lines), mark: quoted(file, *lines), ..excerpt })
        });
        self.excerpts = shown.collect();
    }
}
