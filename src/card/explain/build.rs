//! From a card to the reasons behind it.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    Asked, CapExplained, Cell, ConditionExplained, CriterionExplained, Explanation, FixExplained, LevelExplained,
    MechanismChoice, MechanismExplained, Next, NoReasons, OutcomeExplained, ParameterExplained, PlaceExplained,
    SignalExplained, lines_of,
};
use crate::{
    assess::{CapConsidered, Reason, Tested, Trace, Verdict},
    card::{
        Cap, CardData, CellMove, CodeEvidence, Criterion, Depthgauge, Evidence, Fix, Improvement, Mechanism,
        SaidRecord, SearchEvidence, SignalRecord, Status,
        inert::{inert, is_web_address},
        mechanism_key, parameter_key,
    },
    evidence::{MASKED, Permalinks},
    facts::Context,
    rubric::{CriterionId, Parameter},
    score::{self, Counted},
};

/// Places of one rule that an explanation lists.
const PLACES: usize = 8;

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
        kind_reason: inert(&ours.kind_reason),
        inferred: card.criteria.iter().filter_map(|c| c.parameters.as_ref()).map(|p| p.inferred()).sum(),
        improvements: match asked.cells.is_empty() {
            true => ours.fixes.iter().map(tamed_improvement).collect(),
            false => Vec::new(),
        },
        plan: ours.plan.clone().filter(|_| asked.cells.is_empty()),
        criteria: card.criteria.iter().filter(|c| wanted(c.id)).map(|c| source.criterion(c, asked)).collect(),
    })
}

/// What stands under `depthgauge` is not made harmless when a card is read: another program may have written it.
fn tamed(evidence: &Evidence) -> Evidence {
    match evidence {
        Evidence::Search(search) => Evidence::Search(tamed_search(search)),
        Evidence::Code(code) => Evidence::Code(CodeEvidence {
            note: code.note.as_deref().map(inert),
            url: code.url.clone().filter(|url| is_web_address(url)),
            ..code.clone()
        }),
    }
}

fn tamed_improvement(improvement: &Improvement) -> Improvement {
    let fix = &improvement.fix;
    let fix = Fix { summary: inert(&fix.summary), playbook: fix.playbook.as_deref().map(inert), ..fix.clone() };
    Improvement { fix, ..improvement.clone() }
}

fn tamed_search(search: &SearchEvidence) -> SearchEvidence {
    SearchEvidence { note: search.note.as_deref().map(inert), ..search.clone() }
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
        // Caps hold the score of a criterion down, not the level of a parameter.
        let all = Parameter::ALL.into_iter().all(wanted);
        let caps = caps.iter().filter(|cap| all || cap.applied);
        let parameters = Parameter::ALL.into_iter().filter(|p| wanted(*p));
        MechanismExplained {
            kind: mechanism.kind,
            label: mechanism.label.clone(),
            counted: mechanism.kind == criterion.counted,
            score: mechanism.score,
            raw: mechanism.raw,
            other_score: criterion.mechanisms.iter().find(|m| m.kind != mechanism.kind).map(|m| m.score),
            caps: caps.map(|cap| self.cap(cap, mechanism.cap.as_ref(), &key)).collect(),
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
            evidence: evidence.into_iter().flatten().map(tamed).collect(),
        }
    }

    fn parameter(&self, criterion: &Criterion, mechanism: &Mechanism, parameter: Parameter) -> ParameterExplained {
        let rating = mechanism.parameters.get(parameter);
        let key = parameter_key(criterion.id, mechanism.kind, parameter);
        let levels = self.levels(self.ours.reasons.get(&key).map_or(&[], Vec::as_slice));
        let level = rating.level.get();
        let here = |cell: &&CellMove| cell.criterion == criterion.id && cell.parameter == parameter;
        let fixes = self.ours.fixes.iter().filter_map(|improvement| {
            let cell = improvement.cells.iter().find(here).filter(|cell| cell.to_level > cell.from_level)?;
            Some(FixExplained {
                id: improvement.id.clone(),
                summary: inert(&improvement.fix.summary),
                to_level: cell.to_level,
                effort: improvement.effort.clone(),
                gain: improvement.gain,
                score: improvement.score,
            })
        });
        let fixes = fixes.filter(|_| mechanism.kind == Counted::Default);
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
            fixes: fixes.collect(),
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
        records.sort_by_key(|record| (record.state, Reverse(record.context == Context::Product)));
        let known = self.ours.looked_for.get(rule);
        SignalExplained {
            rule: rule.to_owned(),
            title: known.map(|known| known.title.clone()).unwrap_or_default(),
            matches,
            places: records.into_iter().take(PLACES).map(|record| self.place(record)).collect(),
            search: known.and_then(|known| known.search.as_ref()).map(tamed_search),
        }
    }

    fn place(&self, record: &SignalRecord) -> PlaceExplained {
        // A path that is masked leads nowhere.
        let links = self.links.as_ref().filter(|_| !record.file.contains(MASKED));
        let url = links.and_then(|links| links.link(&record.file, lines_of(&record.lines)?));
        let chain = record.chain.iter().map(|said| SaidRecord { value: inert(&said.value), ..said.clone() });
        PlaceExplained {
            file: record.file.clone(),
            lines: record.lines.clone(),
            state: record.state,
            url,
            chain: chain.collect(),
        }
    }
}
