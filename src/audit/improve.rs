//! What changes to the code would do to the card: each is rated as if it were made, through the whole arithmetic.

use std::{cell::RefCell, collections::BTreeMap};

use super::AuditError;
use crate::{
    assess::{self, Assessment, Assessor, Candidate},
    card::{Card, CardData, CellMove, Criterion, FIXES, Fix, Improvement, Plan, Reached, ScoreMove},
    evidence::Citation,
    rubric::{CapId, Level, Parameter},
    rulebook::{self, Rulebook},
    score::{self, Band, Counted, Millis},
};

/// Builds the card of an assessment.
pub(super) type Build<'a> = &'a dyn Fn(&Assessment) -> Result<Card, AuditError>;

/// One project with and without changes.
pub(super) struct Trial<'a> {
    rulebook: &'a Rulebook,
    assessor: &'a Assessor<'a>,
    build: Build<'a>,
    kind: assess::Kind,
    card: &'a CardData,
    /// Totals of lists of changes that were tried, by their positions.
    tried: RefCell<BTreeMap<Vec<usize>, Millis>>,
}

impl<'a> Trial<'a> {
    pub fn new(
        rulebook: &'a Rulebook,
        assessor: &'a Assessor<'a>,
        build: Build<'a>,
        kind: assess::Kind,
        card: &'a CardData,
    ) -> Self {
        Self { rulebook, assessor, build, kind, card, tried: RefCell::default() }
    }

    /// The changes that move anything, by what they change for their effort, and what several of them do together.
    pub fn improvements(&self, candidates: &[Candidate]) -> Result<(Vec<Improvement>, Option<Plan>), AuditError> {
        let mut found: Vec<(usize, Improvement)> = Vec::new();
        for candidate in candidates {
            let specs = &self.rulebook.improvements.improvements;
            let Some(at) = specs.iter().position(|spec| spec.id == candidate.id) else { continue };
            found.extend(self.alone(at, candidate)?.map(|improvement| (at, improvement)));
        }
        // Gain for one unit of effort, compared without division; then what caps keep back, then the rulebook's order.
        let units = |at: usize| i64::from(self.spec(at).effort.units());
        found.sort_by_key(|(at, improvement)| {
            let gain = thousandths(improvement.gain);
            let raw = thousandths(improvement.fix.estimated_gain);
            // Units divide 4, so that this is exact.
            (std::cmp::Reverse((gain * 4 / units(*at), raw)), *at)
        });
        let plan = self.plan(&found)?;
        Ok((found.into_iter().map(|(_, improvement)| improvement).collect(), plan))
    }

    fn spec(&self, at: usize) -> &rulebook::Improvement {
        &self.rulebook.improvements.improvements[at]
    }

    /// The card with changes made; `None` where no agent would be left.
    fn with(&self, changes: &[usize]) -> Result<Option<Card>, AuditError> {
        let specs: Vec<&rulebook::Improvement> = changes.iter().map(|at| self.spec(*at)).collect();
        match self.assessor.with(&specs, self.kind)? {
            assess::Result::Assessed(assessment) => (self.build)(&assessment).map(Some),
            assess::Result::NoAgent(_) => Ok(None),
        }
    }

    fn alone(&self, at: usize, candidate: &Candidate) -> Result<Option<Improvement>, AuditError> {
        let Some(after) = self.with(&[at])? else { return Ok(None) };
        self.tried.borrow_mut().insert(vec![at], sum(&after));
        let cells = cells(self.card, &after);
        let gained = |cell: &&CellMove| cell.to_level > cell.from_level;
        let gain_of = |cell: &CellMove| score::gain(cell.parameter, cell.from_level, cell.to_level);
        let Some(best) = cells.iter().filter(gained).max_by_key(|cell| (gain_of(cell), std::cmp::Reverse(*cell)))
        else {
            return Ok(None);
        };
        let gain = i64::from(sum(&after).0) - i64::from(sum(self.card).0);
        if gain < 0 {
            return Ok(None);
        }
        let spec = self.spec(at);
        let fix = Fix {
            summary: candidate.summary.clone(),
            criterion: best.criterion,
            parameter: best.parameter,
            from_level: best.from_level,
            to_level: best.to_level,
            playbook: spec.playbook.clone(),
            estimated_gain: gain_of(best).as_f64(),
        };
        let moved = |id| cells.iter().any(|cell| cell.criterion == id);
        let caps = |card: &CardData| -> Vec<String> {
            let of = |c: &Criterion| Some(format!("{}/{}", c.id, score::name_of(default_cap(c)?)));
            card.criteria.iter().filter(|c| moved(c.id)).filter_map(of).collect()
        };
        let (before, still) = (caps(self.card), caps(&after));
        Ok(Some(Improvement {
            fix,
            id: spec.id.clone(),
            effort: spec.effort.name().to_owned(),
            gain: gain as f64 / 1000.0,
            score: after.score,
            criteria: moves(self.card, &after),
            lifted: before.into_iter().filter(|cap| !still.contains(cap)).collect(),
            binding: still,
            places: candidate.places.iter().map(place).collect(),
            cells,
        }))
    }

    /// What the improvements of the card do together, and which lead to the next band.
    fn plan(&self, found: &[(usize, Improvement)]) -> Result<Option<Plan>, AuditError> {
        if found.is_empty() {
            return Ok(None);
        }
        let all: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
        let together = self.reached(&all[..all.len().min(FIXES)])?;
        Ok(Some(Plan { together, next_band: self.next_band(&all)? }))
    }

    /// Adds what raises the total most until the band is reached, then leaves out what is not needed for it.
    fn next_band(&self, all: &[usize]) -> Result<Option<Reached>, AuditError> {
        let band = |millis: Millis| Band::of(score::total([millis]));
        let now = band(sum(self.card));
        if band(self.total(all)?) <= now {
            return Ok(None);
        }
        let mut list: Vec<usize> = Vec::new();
        while band(self.total(&list)?) <= now {
            let mut best: Option<(Millis, usize)> = None;
            for at in all.iter().filter(|at| !list.contains(at)) {
                let with: Vec<usize> = list.iter().chain([at]).copied().collect();
                let total = self.total(&with)?;
                if best.is_none_or(|(highest, _)| total > highest) {
                    best = Some((total, *at));
                }
            }
            let Some((_, at)) = best else { return Ok(None) };
            list.push(at);
        }
        for at in list.clone() {
            let without: Vec<usize> = list.iter().copied().filter(|other| *other != at).collect();
            if band(self.total(&without)?) > now {
                list = without;
            }
        }
        self.reached(&list).map(Some)
    }

    fn total(&self, changes: &[usize]) -> Result<Millis, AuditError> {
        if changes.is_empty() {
            return Ok(sum(self.card));
        }
        let mut key = changes.to_vec();
        key.sort_unstable();
        if let Some(known) = self.tried.borrow().get(&key) {
            return Ok(*known);
        }
        let total = self.with(&key)?.map_or(sum(self.card), |card| sum(&card));
        self.tried.borrow_mut().insert(key, total);
        Ok(total)
    }

    fn reached(&self, changes: &[usize]) -> Result<Reached, AuditError> {
        let millis = self.total(changes)?;
        let total = score::total([millis]);
        Ok(Reached {
            fixes: changes.iter().map(|at| self.spec(*at).id.clone()).collect(),
            gain: (i64::from(millis.0) - i64::from(sum(self.card).0)) as f64 / 1000.0,
            score: total.as_f64(),
            band: Band::of(total).id().to_owned(),
        })
    }
}

fn thousandths(points: f64) -> i64 {
    (points * 1000.0).round() as i64
}

/// The exact sum of the ten criteria.
fn sum(card: &CardData) -> Millis {
    card.criteria.iter().filter_map(|criterion| Millis::from_f64(criterion.score)).sum()
}

fn place(citation: &Citation) -> String {
    format!("{}:{}", citation.file, citation.lines.start)
}

fn default_cap(criterion: &Criterion) -> Option<CapId> {
    criterion.mechanism(Counted::Default)?.cap.as_ref()?.id.known()
}

/// Levels of the default mechanism; all at L4 where the surface is absent.
fn levels(criterion: &Criterion) -> score::Levels {
    match criterion.mechanism(Counted::Default) {
        Some(mechanism) if !criterion.is_absent() => mechanism.parameters.levels(),
        _ => [Level::MAX; 4],
    }
}

fn cells(before: &CardData, after: &CardData) -> Vec<CellMove> {
    let pairs = before.criteria.iter().zip(&after.criteria);
    let of =
        pairs.flat_map(|(before, after)| {
            let (from, to) = (levels(before), levels(after));
            Parameter::ALL.into_iter().zip(from.into_iter().zip(to)).map(|(parameter, (from_level, to_level))| {
                CellMove { criterion: before.id, parameter, from_level, to_level }
            })
        });
    of.filter(|cell| cell.from_level != cell.to_level).collect()
}

fn moves(before: &CardData, after: &CardData) -> Vec<ScoreMove> {
    let pairs = before.criteria.iter().zip(&after.criteria);
    let of = pairs.map(|(before, after)| ScoreMove {
        criterion: before.id,
        from: before.score,
        to: after.score,
        absent: after.is_absent() && !before.is_absent(),
        becomes_default: before.counted == Counted::Alt && after.counted == Counted::Default,
    });
    of.filter(|moved| moved.from != moved.to).collect()
}
