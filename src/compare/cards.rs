//! Two cards side by side: the cells that differ, and what the difference comes from.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{
    card::{CardData, Criterion, Evidence, Mechanism, Origin, Rating, parameter_key},
    rubric::{CriterionId, Parameter},
    score::Counted,
};

/// What a difference comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The cards are of different commits and their places differ.
    Code,
    /// One commit or the same places; rules of different fingerprints decided.
    Rules,
    /// A person decided on one side at least.
    Author,
}

/// One side of a cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Side {
    /// `L2`, `SA`, or `none` where there is no such cell.
    pub level: String,
    pub finding: String,
    /// `file:lines`, and searches with their hits.
    pub places: Vec<String>,
    pub origin: Option<Origin>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// `C2.D`, or `C2` for cap and counted mechanism.
    pub cell: String,
    pub mechanism: Counted,
    pub a: Side,
    pub b: Side,
    pub cause: Cause,
}

/// Everything in which two cards differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Differences {
    pub names: [String; 2],
    pub commits: [String; 2],
    pub totals: [f64; 2],
    pub same_commit: bool,
    pub same_rules: bool,
    /// Cells on both sides with the same level.
    pub same: usize,
    pub cells: Vec<Difference>,
}

/// Compares by criterion, mechanism and parameter.
pub fn cards(a: &CardData, b: &CardData) -> Differences {
    let rules = |card: &CardData| card.depthgauge.as_ref().map(|ours| ours.rules.clone()).filter(|r| !r.is_empty());
    let same_rules = rules(a).is_some() && rules(a) == rules(b);
    let same_commit = a.pinned_commit == b.pinned_commit;
    let mut out = Differences {
        names: [a.name.clone(), b.name.clone()],
        commits: [a.pinned_commit.clone(), b.pinned_commit.clone()],
        totals: [a.score, b.score],
        same_commit,
        same_rules,
        same: 0,
        cells: Vec::new(),
    };
    for id in CriterionId::ALL {
        let of = |card: &CardData| card.criteria.iter().find(|c| c.id == id).cloned();
        let (left, right) = (of(a), of(b));
        let mechanism = |c: &Option<Criterion>, kind| c.as_ref().and_then(|c| c.mechanism(kind).cloned());
        for kind in [Counted::Default, Counted::Alt] {
            let (m, n) = (mechanism(&left, kind), mechanism(&right, kind));
            if m.is_none() && n.is_none() && (kind == Counted::Alt || both_absent(&left, &right)) {
                out.same += usize::from(kind == Counted::Default) * Parameter::ALL.len();
                continue;
            }
            for p in Parameter::ALL {
                let one = side(a, &left, &m, id, kind, p);
                let two = side(b, &right, &n, id, kind, p);
                if one.level == two.level {
                    out.same += 1;
                    continue;
                }
                let cause = cause(&one, &two, same_commit, same_rules);
                out.cells.push(Difference { cell: format!("{id}.{p}"), mechanism: kind, a: one, b: two, cause });
            }
            let (one, two) = (cap(a, &m, id, kind), cap(b, &n, id, kind));
            if one.level != two.level && m.is_some() && n.is_some() {
                let cause = cause(&one, &two, same_commit, same_rules);
                out.cells.push(Difference { cell: id.to_string(), mechanism: kind, a: one, b: two, cause });
            }
        }
    }
    out
}

fn both_absent(a: &Option<Criterion>, b: &Option<Criterion>) -> bool {
    let absent = |c: &Option<Criterion>| c.as_ref().is_none_or(Criterion::is_absent);
    absent(a) && absent(b)
}

fn side(
    card: &CardData,
    criterion: &Option<Criterion>,
    mechanism: &Option<Mechanism>,
    id: CriterionId,
    kind: Counted,
    p: Parameter,
) -> Side {
    let Some(m) = mechanism else {
        let absent = criterion.as_ref().filter(|c| c.is_absent() && kind == Counted::Default);
        return Side {
            level: if absent.is_some() { "SA" } else { "none" }.to_owned(),
            finding: absent.map(|c| c.summary.clone()).unwrap_or_default(),
            places: absent.map(|c| places(&c.absence_evidence)).unwrap_or_default(),
            origin: origin(card, &id.to_string()),
        };
    };
    let rating: &Rating = m.parameters.get(p);
    Side {
        level: if rating.structural_absence { "SA".to_owned() } else { format!("L{}", rating.level.get()) },
        finding: rating.finding.clone(),
        places: places(&rating.evidence),
        origin: origin(card, &parameter_key(id, kind, p)),
    }
}

fn cap(card: &CardData, mechanism: &Option<Mechanism>, id: CriterionId, kind: Counted) -> Side {
    let cap = mechanism.as_ref().and_then(|m| m.cap.as_ref());
    Side {
        level: cap.map_or("no cap", |cap| cap.id.as_str()).to_owned(),
        finding: cap.map(|cap| cap.reason.clone()).unwrap_or_default(),
        places: Vec::new(),
        // A cap comes from where the levels come from.
        origin: origin(card, &parameter_key(id, kind, Parameter::S)),
    }
}

fn origin(card: &CardData, key: &str) -> Option<Origin> {
    card.depthgauge.as_ref()?.origins.get(key).copied()
}

fn places(evidence: &[Evidence]) -> Vec<String> {
    let text = |item: &Evidence| match item {
        Evidence::Code(code) => format!("{}:{}", code.file, code.lines),
        Evidence::Search(search) => format!("{} in {} → {} hits", search.search, search.scope, search.hits),
    };
    evidence.iter().map(text).collect()
}

/// A person's word comes first; between two machines of one version only the code can have changed.
fn cause(a: &Side, b: &Side, same_commit: bool, same_rules: bool) -> Cause {
    let authored = |side: &Side| !matches!(side.origin, Some(Origin::Computed));
    let places = |side: &Side| side.places.iter().cloned().collect::<BTreeSet<_>>();
    if authored(a) != authored(b) || authored(a) && same_commit {
        return Cause::Author;
    }
    if same_commit {
        return Cause::Rules;
    }
    if authored(a) {
        return if places(a) == places(b) { Cause::Author } else { Cause::Code };
    }
    if same_rules || places(a) != places(b) { Cause::Code } else { Cause::Rules }
}
