//! From signals to the whole assessment: kind, surface, absence, criteria, sentences.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    AssessError, Assessment, Candidate, Criterion, Kind, LookedFor, NoAgent, Options, Outcome, Reading, Result,
    RuleOfTwo, Tested, Trace,
    ladder::Rater,
    proof::Proofs,
    query::{Query, Truth},
    render::Writer,
};
use crate::{
    detect::Signal,
    evidence::{Evidence, RecordedSearch},
    rubric::{Capability, CriterionId, Presence},
    rulebook::{CAPABILITIES, Disclosure, MechanismKind, Rulebook, Subject},
};

/// Sentences of a headline, a summary.
const HEADLINE: usize = 4;
const SUMMARY: usize = 5;

/// Absence is decided in this order: the later ones ask about the earlier.
const ABSENCE_ORDER: [CriterionId; 5] =
    [CriterionId::C4, CriterionId::C7, CriterionId::C6, CriterionId::C2, CriterionId::C3];

type Surface = Vec<(Capability, Presence)>;

/// What was decided about surfaces that are not seen.
#[derive(Default)]
struct Absences {
    absent: Vec<CriterionId>,
    /// Neither there nor shown to be absent.
    open: Vec<CriterionId>,
    /// What was asked about each surface.
    tested: BTreeMap<CriterionId, Vec<Tested>>,
}

pub(super) struct Project<'a> {
    pub rulebook: &'a Rulebook,
    pub reading: &'a Reading,
    pub query: &'a Query,
    pub writer: &'a Writer<'a>,
    pub proofs: &'a Proofs<'a>,
}

/// The kind of what the signals stand for; `None` where they show no agent.
pub(super) fn kind(
    rulebook: &Rulebook,
    signals: &[Signal],
    tools: u64,
) -> std::result::Result<Option<Kind>, AssessError> {
    let query = Query::new(signals, tools, &rulebook.presence.order);
    if !agent_present(rulebook, &query)? {
        return Ok(None);
    }
    Ok(Some(kind_of(rulebook, &query, &Writer::new(&query, false))?.0))
}

fn agent_present(rulebook: &Rulebook, query: &Query) -> std::result::Result<bool, AssessError> {
    // An agent that is there but could not be followed is there.
    query.value(&rulebook.presence.present).map(|t| t != Truth::False).map_err(at("agent.present"))
}

fn kind_of(
    rulebook: &Rulebook,
    query: &Query,
    writer: &Writer<'_>,
) -> std::result::Result<(Kind, String), AssessError> {
    for spec in &rulebook.kinds.kinds {
        if query.holds(spec.when.as_ref()).map_err(at("kinds"))? {
            return Ok((spec.kind, writer.template(&spec.reason).map_err(at("kinds.reason"))?));
        }
    }
    Err(at("kinds")("no kind holds".into()))
}

fn at(place: &'static str) -> impl Fn(String) -> AssessError {
    move |message| AssessError { place: place.into(), message }
}

impl Project<'_> {
    /// The answer, or that there is no agent. `improvements`: whether changes to the code are looked for.
    pub fn run(&self, options: &Options, improvements: bool) -> std::result::Result<Result, AssessError> {
        if !self.reading.mostly_unread() && !options.as_agent && !agent_present(self.rulebook, self.query)? {
            let searches = self.rulebook.presence.searches.iter().filter_map(|r| self.proofs.search(r)).collect();
            return Ok(Result::NoAgent(NoAgent {
                searches,
                would_have_counted: self.rulebook.presence.counts.clone(),
                ..NoAgent::default()
            }));
        }
        self.query.set_way(options.way);
        let (kind, kind_reason) = self.kind(options)?;
        self.query.set_kind(kind);
        let (mut surface, mut unknown) = self.surface()?;
        let Absences { absent, open, mut tested } = self.absences(kind)?;
        // The same decision behind both, so that they cannot contradict each other.
        for (criterion, capability) in
            [(CriterionId::C4, Capability::CodeExecution), (CriterionId::C7, Capability::ThirdPartyExtensions)]
        {
            let Some(row) = surface.iter_mut().find(|(c, _)| *c == capability) else { continue };
            if absent.contains(&criterion) {
                row.1 = Presence::No;
                self.query.set_surface(capability, Some(Presence::No));
            } else if open.contains(&criterion) {
                row.1 = Presence::No;
                self.query.set_surface(capability, None);
                if !unknown.contains(&capability) {
                    unknown.push(capability);
                }
            }
        }
        unknown.sort();
        let criteria = CriterionId::ALL
            .into_iter()
            .map(|id| {
                let trace = Trace { surface: tested.remove(&id).unwrap_or_default(), mechanisms: Vec::new() };
                self.criterion(id, absent.contains(&id), open.contains(&id), trace)
            })
            .collect::<std::result::Result<Vec<_>, _>>()?;
        let looked_for = self.looked_for(&criteria);
        let improvements = if improvements { self.improvements()? } else { Vec::new() };
        let not_followed = not_followed(&criteria);
        let texts = &self.rulebook.texts;
        let two = &texts.rule_of_two;
        let unread = self.reading.mostly_unread();
        let text = |place, t| match unread {
            true => Ok(format!("Not assessed: {} could not be read as code.", self.reading.unread_list())),
            false => self.writer.text(t).map_err(at(place)),
        };
        let same_session =
            !unread && self.query.holds(Some(&two.same_session)).map_err(at("rule_of_two.same_session"))?;
        let headline = match self.reading.mostly_unread() {
            true => format!(
                "Not assessed: most of the product's code could not be read as code ({}).",
                self.reading.unread_list()
            ),
            false => self.writer.all(&texts.headline, HEADLINE).map_err(at("headline"))?.join(" "),
        };
        Ok(Result::Assessed(Box::new(Assessment {
            kind,
            kind_reason,
            scored_configuration: self.first_text(&texts.scored_configuration)?,
            headline,
            surface,
            criteria,
            rule_of_two: RuleOfTwo {
                untrusted_input: text("rule_of_two.untrusted_input", &two.untrusted_input)?,
                sensitive_data: text("rule_of_two.sensitive_data", &two.sensitive_data)?,
                state_change_or_egress: text("rule_of_two.state_change_or_egress", &two.state_change_or_egress)?,
                same_session,
            },
            same_session_unknown: !same_session && self.reading.much_unread(),
            surface_unknown: unknown,
            improvements,
            limitations: self.writer.all(&texts.limitations, usize::MAX).map_err(at("limitations"))?,
            category: self.category()?,
            not_followed,
            looked_for,
        })))
    }

    /// Title and search of every rule that a chain of reasons names.
    fn looked_for(&self, criteria: &[Criterion]) -> BTreeMap<String, LookedFor> {
        let tested = criteria.iter().flat_map(tested_by);
        let ids: BTreeSet<&str> = tested.flat_map(|t| &t.rules).map(String::as_str).collect();
        let entry = |id: &str| {
            let rule = self.rulebook.rules.get(id)?;
            let title = match rule.disclosure {
                Disclosure::Posture => rule.title.clone(),
                // A title can say too much: what it found goes to the private file.
                Disclosure::Defect => "A control of this criterion".to_owned(),
            };
            Some((id.to_owned(), LookedFor { title, search: self.proofs.search(id) }))
        };
        ids.into_iter().filter_map(entry).collect()
    }

    fn kind(&self, options: &Options) -> std::result::Result<(Kind, String), AssessError> {
        if let Some(kind) = options.kind {
            return Ok((kind, "Set by the person who ran the audit.".into()));
        }
        kind_of(self.rulebook, self.query, self.writer)
    }

    /// The rows, and those of them of which nothing can be said: not seen, where much of the product was not read.
    fn surface(&self) -> std::result::Result<(Surface, Vec<Capability>), AssessError> {
        let (mut rows, mut unknown) = (Vec::new(), Vec::new());
        for (capability, id) in CAPABILITIES {
            let error = |message| AssessError { place: format!("surface.{id}"), message };
            let spec = self.rulebook.surface.capabilities.get(&capability).ok_or_else(|| error("is missing".into()))?;
            let opt_in = || match &spec.opt_in {
                Some(condition) => self.query.holds(Some(condition)),
                None => Ok(false),
            };
            let presence = match self.query.value(&spec.yes).map_err(error)? {
                _ if self.reading.mostly_unread() => Presence::No,
                // What may be there is shown as there.
                Truth::True | Truth::Unknown => Presence::Yes,
                Truth::False if opt_in().map_err(error)? => Presence::OptIn,
                Truth::False => Presence::No,
            };
            let open = presence == Presence::No && self.reading.much_unread();
            self.query.set_surface(capability, (!open).then_some(presence));
            unknown.extend(open.then_some(capability));
            rows.push((capability, presence));
        }
        Ok((rows, unknown))
    }

    /// Criteria whose surface is verifiably not there, and those where that cannot be said because much of the product
    /// was not read. Never the approval gates of a tool server, which the host may or may not have.
    fn absences(&self, kind: Kind) -> std::result::Result<Absences, AssessError> {
        let mut found = Absences::default();
        for criterion in ABSENCE_ORDER {
            let Some(surface) = self.rulebook.ladders.get(&criterion).and_then(|l| l.surface.as_ref()) else {
                self.query.set_absent(criterion, false);
                continue;
            };
            let error = |message| AssessError { place: format!("{criterion}.surface"), message };
            if kind == Kind::ToolServer && criterion == CriterionId::C2 {
                self.query.set_absent(criterion, false);
                continue;
            }
            let mut tested = Vec::new();
            let present = self.query.truth(&surface.present, &mut tested).map_err(error)?;
            found.tested.insert(criterion, tested);
            if self.reading.much_unread() && present != Truth::True {
                found.open.push(criterion);
                continue;
            }
            let gone = present == Truth::False;
            self.query.set_absent(criterion, gone);
            if gone {
                found.absent.push(criterion);
            }
        }
        Ok(found)
    }

    fn not_assessed(&self, id: CriterionId, search: Option<RecordedSearch>, trace: &Trace) -> Option<Criterion> {
        let search = self.reading.unread_search.clone().or(search)?;
        let finding = match self.reading.mostly_unread() {
            true => format!("Not assessed: {} could not be read as code.", self.reading.unread_list()),
            false => format!(
                "Not assessed: nothing of the kind was found in the code that was read, and {} could not be read as code.",
                self.reading.unread_list()
            ),
        };
        let summary = match self.reading.mostly_unread() {
            true => "Most of the product's code is in files that the rules cannot read.",
            false => "What was read shows neither the surface nor its absence: part of the product was not read.",
        };
        let outcome = Outcome::NotAssessed { finding, evidence: Evidence::Search(search) };
        Some(Criterion { id, summary: summary.into(), outcome, notes: None, trace: trace.clone() })
    }

    fn criterion(
        &self,
        id: CriterionId,
        absent: bool,
        open: bool,
        mut trace: Trace,
    ) -> std::result::Result<Criterion, AssessError> {
        let error = |message: String| AssessError { place: id.to_string(), message };
        let ladders = self.rulebook.ladders.get(&id).ok_or_else(|| error("has no ladder".into()))?;
        let searches = || {
            let rules = ladders.surface.iter().flat_map(|surface| &surface.searches);
            rules.filter_map(|rule| self.proofs.search(rule))
        };
        let own = || {
            let first = Subject::Criterion(id);
            let rules = self.rulebook.rules.values().filter(|rule| rule.criteria.first() == Some(&first));
            searches().next().or_else(|| rules.map(|rule| &rule.id).find_map(|rule| self.proofs.search(rule)))
        };
        if (self.reading.mostly_unread() || open)
            && let Some(criterion) = self.not_assessed(id, own(), &trace)
        {
            return Ok(criterion);
        }
        if let (true, Some(surface)) = (absent, &ladders.surface) {
            let evidence: Vec<Evidence> = searches().map(Evidence::Search).collect();
            if evidence.is_empty() {
                return Err(error("absent without a counted search".into()));
            }
            let summary = self.writer.text(&surface.absent_finding).map_err(error)?;
            return Ok(Criterion { id, summary, outcome: Outcome::Absent(evidence), notes: None, trace });
        }
        let rater = Rater {
            rulebook: self.rulebook,
            query: self.query,
            writer: self.writer,
            proofs: self.proofs,
            reading: self.reading,
            ladders,
        };
        let default = rater.mechanism(MechanismKind::Default, &mut trace.mechanisms)?;
        let default = default.ok_or_else(|| error("no default mechanism holds".into()))?;
        // A gap that nothing but an empty search shows may be filled by what was not read.
        let shown = |(_, evidence): &(String, Vec<Evidence>)| evidence.iter().any(|e| matches!(e, Evidence::Code(_)));
        if self.reading.much_unread()
            && default.critical.as_ref().is_some_and(|gap| !shown(gap))
            && let Some(criterion) = self.not_assessed(id, own(), &trace)
        {
            return Ok(criterion);
        }
        let alt = rater.mechanism(MechanismKind::Alt, &mut trace.mechanisms)?;
        let summary = self.writer.all(&ladders.summary, SUMMARY).map_err(error)?.join(" ");
        Ok(Criterion { id, summary, outcome: Outcome::Scored { default, alt }, notes: None, trace })
    }

    /// What could be changed in the code, in the order of the rulebook.
    fn improvements(&self) -> std::result::Result<Vec<Candidate>, AssessError> {
        let mut candidates = Vec::new();
        for spec in &self.rulebook.improvements.improvements {
            let error = |message| AssessError { place: format!("improvements.{}", spec.id), message };
            if spec.at.iter().all(|rule| self.query.signals(rule).is_empty())
                || !self.query.holds(spec.when.as_ref()).map_err(error)?
            {
                continue;
            }
            candidates.push(Candidate {
                id: spec.id.clone(),
                summary: self.writer.text(&spec.text).map_err(error)?,
                places: self.proofs.places_of_change(&spec.at),
            });
        }
        Ok(candidates)
    }

    fn first_text(&self, items: &[crate::rulebook::WhenText]) -> std::result::Result<String, AssessError> {
        let texts = self.writer.all(items, 1).map_err(at("scored_configuration"))?;
        Ok(texts.into_iter().next().unwrap_or_default())
    }

    fn category(&self) -> std::result::Result<String, AssessError> {
        for item in &self.rulebook.texts.category {
            if self.query.holds(item.when.as_ref()).map_err(at("category"))? {
                return Ok(item.id.clone());
            }
        }
        Err(at("category")("no category holds".into()))
    }
}

/// Parameters of default mechanisms that some unfollowed candidate could have raised.
fn not_followed(criteria: &[Criterion]) -> u32 {
    let held = |criterion: &Criterion| match &criterion.outcome {
        Outcome::Scored { default, .. } => default.parameters.iter().filter(|p| p.not_followed).count() as u32,
        _ => 0,
    };
    criteria.iter().map(held).sum()
}

/// Every condition that was asked for a criterion.
fn tested_by(criterion: &Criterion) -> Vec<&Tested> {
    let mut all: Vec<&Tested> = criterion.trace.surface.iter().collect();
    all.extend(criterion.trace.mechanisms.iter().flat_map(|m| &m.tested));
    if let Outcome::Scored { default, alt } = &criterion.outcome {
        for mechanism in [Some(default), alt.as_ref()].into_iter().flatten() {
            all.extend(mechanism.caps.iter().flat_map(|cap| &cap.tested));
            all.extend(mechanism.parameters.iter().flat_map(|p| &p.chain).map(|reason| &reason.tested));
        }
    }
    all
}
