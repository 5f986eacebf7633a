//! The page of one card: what its template needs, and the filters that make HTML of it.

use std::sync::Arc;

use minijinja::{Environment, Value, context, value::Serde};
use serde::Serialize;

use super::{assets, chart, review, source, standing, standing::Reference, what_if::WhatIf};
use crate::{
    card::{
        CardData, Criterion, Evidence, Excerpts, NOT_ASSESSED, Origin, capability_words, mechanism_key, presence_word,
    },
    report::{ReportError, Templates, UNCOMMITTED, nothing_assessed},
    rubric::Parameter,
    score::{self, Counted, Millis},
    text::{Medium, html::address},
};

/// Where a page stands on a site of many.
#[derive(Debug, Clone, Serialize)]
pub struct SitePlace {
    /// From the page to the site's folder: empty, or `../` some times.
    pub root: String,
    pub slug: String,
    /// Earlier and later cards of the same project, the newest first; empty where there is one.
    pub history: Vec<Step>,
    /// SVG.
    pub chart: String,
}

/// One card of a project's history.
#[derive(Debug, Clone, Serialize)]
pub struct Step {
    pub date: String,
    pub commit: String,
    pub total: String,
    pub href: String,
    pub current: bool,
}

/// The card as one HTML file.
///
/// # Errors
/// A template of an overlay that is wrong.
pub fn html(card: &CardData, excerpts: Arc<Excerpts>, templates: &Templates) -> Result<String, ReportError> {
    CardPages::new(templates, excerpts)?.page(card, None)
}

/// Renders pages of cards with templates that were read once.
pub struct CardPages {
    environment: Environment<'static>,
    reference: Vec<Reference>,
    policy: String,
}

/// A criterion beside its data on the card.
#[derive(Debug, Serialize)]
struct Row {
    bar: String,
    not_assessed: bool,
    cap_evidence: Vec<Evidence>,
    disputes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Surface {
    words: &'static str,
    presence: &'static str,
}

#[derive(Debug, Serialize)]
struct Improvement {
    summary: String,
    criterion: String,
    parameter: String,
    /// Index of the parameter.
    at: u8,
    from_level: u8,
    to_level: u8,
    estimated_gain: f64,
    playbook: Option<String>,
}

#[derive(Debug, Serialize)]
struct Tried {
    id: String,
    name: String,
    absent: bool,
    score: f64,
    mechanisms: Vec<TriedMechanism>,
}

#[derive(Debug, Serialize)]
struct TriedMechanism {
    kind: Counted,
    levels: [u8; 4],
    absent: [bool; 4],
    /// Caps that can be lifted.
    offered: Vec<String>,
}

impl CardPages {
    /// # Errors
    /// A template of an overlay that is wrong.
    pub fn new(templates: &Templates, excerpts: Arc<Excerpts>) -> Result<Self, ReportError> {
        let mut environment = templates.environment(Medium::Html)?;
        environment.add_function("excerpt", move |file: &str, lines: &str| {
            let figure = excerpts.get(file, lines).map(|excerpt| source::figure(excerpt, lines));
            Value::from_safe_string(figure.unwrap_or_default())
        });
        let policy = assets::policy(assets::CARD_STYLE, &[assets::SCORE, assets::CARD]);
        Ok(Self { environment, reference: Reference::all(), policy })
    }

    /// # Errors
    /// As [`Self::new`].
    pub fn page(&self, card: &CardData, site: Option<&SitePlace>) -> Result<String, ReportError> {
        let what = WhatIf::of(card);
        let ours = card.depthgauge.as_ref();
        let tried: Vec<Tried> = card.criteria.iter().zip(&what.criteria).map(|(c, n)| tried(c, n)).collect();
        let context = context! {
            card => Serde(card),
            category => card.category.label(),
            kind => ours.and_then(|d| d.kind).map(|kind| kind.id().replace('_', " ")),
            repo => card.repo_url.as_deref().and_then(address),
            no_total => nothing_assessed(card).then_some(score::NO_TOTAL),
            standing => lines(card, &self.reference),
            sure => sure(card),
            warnings => warnings(card),
            rows => Serde(card.criteria.iter().map(|c| row(card, c)).collect::<Vec<_>>()),
            applicable => applicable(card),
            not_assessed => card.not_assessed().iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            fixes => Serde(improvements(card)),
            what => context! { criteria => Serde(tried) },
            surface => Serde(surface(card)),
            same_session => same_session(card),
            open_disputes => review::disputes(card, None),
            site => site.map(Serde),
            data => assets::script_json(&what)?,
            style => assets::CARD_STYLE,
            score_js => assets::SCORE,
            card_js => assets::CARD,
            csp => self.policy.clone(),
        };
        Ok(self.environment.get_template("card.html.j2")?.render(context)?)
    }
}

fn tried(criterion: &Criterion, numbers: &super::what_if::CriterionNumbers) -> Tried {
    let mechanism = |m: &super::what_if::MechanismNumbers| {
        let mut offered = m.caps.clone();
        // It may come when B is tried at L0.
        let worst = "C5-WORSTCASE".to_owned();
        if numbers.id == crate::rubric::CriterionId::C5 && m.kind == Counted::Default && !offered.contains(&worst) {
            offered.push(worst);
        }
        TriedMechanism { kind: m.kind, levels: m.levels, absent: m.absent, offered }
    };
    Tried {
        id: criterion.id.to_string(),
        name: criterion.name.clone(),
        absent: criterion.is_absent(),
        score: criterion.score,
        mechanisms: numbers.mechanisms.iter().map(mechanism).collect(),
    }
}

fn row(card: &CardData, c: &Criterion) -> Row {
    let raw = match (c.mechanism(c.counted).or(c.mechanisms.first()), &c.parameters) {
        (Some(m), _) => m.raw,
        (None, Some(p)) => score::raw(p.levels()).as_f64(),
        (None, None) => c.score,
    };
    let cap_evidence = card.depthgauge.as_ref().and_then(|d| d.cap_evidence.get(&mechanism_key(c.id, c.counted)));
    Row {
        bar: chart::bar(c.score, raw, c.cap.as_ref().map(|cap| cap.max)),
        not_assessed: card.not_assessed().contains(&c.id),
        cap_evidence: cap_evidence.cloned().unwrap_or_default(),
        disputes: review::disputes(card, Some(&c.id.to_string())),
    }
}

/// What stands beside the total.
fn lines(card: &CardData, reference: &[Reference]) -> Vec<String> {
    let mut lines = Vec::new();
    if nothing_assessed(card) {
        return vec!["Nothing could be assessed; the criteria below say what was unread.".to_owned()];
    }
    let lost: u32 = card
        .criteria
        .iter()
        .filter_map(|c| c.mechanism(c.counted))
        .filter_map(|m| Some(Millis::from_f64(m.raw)?.0.saturating_sub(Millis::from_f64(m.score)?.0)))
        .sum();
    let capped = card.criteria.iter().filter(|c| c.cap.is_some()).count();
    if capped > 0 {
        let (are, take) =
            if capped == 1 { ("criterion is", "It takes") } else { ("criteria are", "Together they take") };
        let lost = if lost == 0 {
            "None of the caps lowers the total: the levels below them are as low.".to_owned()
        } else {
            format!("{take} {:.2} from the total.", Millis(lost).as_f64())
        };
        lines.push(format!("**{capped} {are} capped.** {lost}"));
    }
    lines.extend(standing::standing(card, reference));
    lines
}

/// Who rated, and how sure the figures are.
fn sure(card: &CardData) -> String {
    let inferred: usize = card.criteria.iter().filter_map(|c| c.parameters.as_ref()).map(|p| p.inferred()).sum();
    let mut parts = Vec::new();
    match card.depthgauge.as_ref().filter(|d| !d.version.is_empty()) {
        Some(ours) => {
            let of = |origin| ours.origins.values().filter(|o| **o == origin).count();
            let (overruled, authored) = (of(Origin::Overruled), of(Origin::Authored));
            let mut who = format!("Rated by depthgauge {} with rules `{}`", ours.version, ours.rules);
            if overruled > 0 {
                who += &format!("; a reviewer set {overruled} of the levels");
            }
            if authored > 0 {
                who += &format!("; {authored} were read from a card");
            }
            parts.push(who + ".");
        }
        None => parts.push("Rated by the author of the card; depthgauge only shows it.".to_owned()),
    }
    let not_followed = card.depthgauge.as_ref().map_or(0, |d| d.not_followed);
    let mut doubts = vec![format!("{inferred} of 40 ratings inferred")];
    if not_followed > 0 {
        doubts.push(format!("{not_followed} not followed to the end"));
    }
    parts.push(format!("{}.", doubts.join(", ")));
    match review::confirmed(card) {
        0 => {}
        1 => parts.push("A person read one of them and agreed.".to_owned()),
        n => parts.push(format!("A person read {n} of them and agreed.")),
    }
    let range = card.range();
    if !nothing_assessed(card) {
        parts.push(if range.low < range.high {
            format!(
                "If each uncertain level were one off, the total would lie between {:.1} and {:.1}.",
                range.low, range.high
            )
        } else if inferred + not_followed as usize > 0 {
            "One level either way in those would not move the total.".to_owned()
        } else {
            "No level is marked uncertain, so the total has no range.".to_owned()
        });
    }
    parts.join(" ")
}

fn warnings(card: &CardData) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(ours) = card.depthgauge.as_ref() {
        if ours.incomplete.incomplete {
            warnings.push(format!(
                "The audit is incomplete: {}.",
                ours.incomplete.reasons.join("; ").trim_end_matches('.')
            ));
        }
        if ours.uncommitted {
            warnings.push(format!("Uncommitted: {UNCOMMITTED}."));
        }
    }
    warnings
}

fn applicable(card: &CardData) -> Option<String> {
    let absent = card.criteria.iter().filter(|c| c.is_absent()).count();
    let a = card.applicable;
    let criteria = if absent == 1 { "criterion" } else { "criteria" };
    (absent > 0).then(|| {
        format!(
            "Controls where a risk surface exists: {:.2} / {:.1} ({}%); {absent} {criteria} scored SA (surface absent).",
            a.score, a.max, a.percent
        )
    })
}

fn improvements(card: &CardData) -> Vec<Improvement> {
    let whole = card.depthgauge.as_ref().map_or(&[][..], |ours| &ours.fixes);
    let all: Vec<&crate::card::Fix> = match whole {
        [] => card.fixes.iter().collect(),
        whole => whole.iter().map(|whole| &whole.fix).collect(),
    };
    let one = |fix: &crate::card::Fix| Improvement {
        summary: fix.summary.clone(),
        criterion: fix.criterion.to_string(),
        parameter: fix.parameter.to_string(),
        at: Parameter::ALL.iter().position(|p| *p == fix.parameter).unwrap_or_default() as u8,
        from_level: fix.from_level.get(),
        to_level: fix.to_level.get(),
        estimated_gain: fix.estimated_gain,
        playbook: fix.playbook.clone(),
    };
    all.into_iter().map(one).collect()
}

fn surface(card: &CardData) -> Vec<Surface> {
    let one = |(c, p): &(_, _)| Surface {
        words: capability_words(*c),
        presence: if card.surface_unknown(*c) { NOT_ASSESSED } else { presence_word(*p) },
    };
    card.capability_profile.0.iter().map(one).collect()
}

fn same_session(card: &CardData) -> &'static str {
    let unknown = card.depthgauge.as_ref().is_some_and(|d| d.same_session_not_assessed);
    match (card.rule_of_two.same_session, unknown) {
        (true, _) => "yes",
        (false, true) => NOT_ASSESSED,
        (false, false) => "no",
    }
}
