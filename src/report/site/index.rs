//! The leaderboard. Every row is in the page as it is sent; the script sorts, filters and searches them.

use minijinja::{context, value::Serde};
use serde::Serialize;

use super::{Site, counted, path_of, short};
use crate::{
    card::{CapabilityProfile, CardData, Origin, capability_words},
    compare::{days_between, languages},
    report::{ReportError, nothing_assessed},
    rubric::{Capability, Presence},
};

const SCRIPT: &str = include_str!("../../../report-templates/page/site.js");

#[derive(Debug, Serialize)]
struct Row {
    href: String,
    name: String,
    /// Ids with spaces between, for filters.
    category: String,
    category_label: String,
    kind: String,
    band: String,
    band_label: String,
    color: String,
    languages: Vec<String>,
    surface: Vec<&'static str>,
    caps: Vec<String>,
    origin: &'static str,
    place: String,
    best: usize,
    total: String,
    range: String,
    commit: String,
    date: String,
    age: Option<i64>,
    spark: String,
    spark_label: String,
    description: String,
}

/// One choice of a filter.
#[derive(Debug, Serialize)]
struct Choice {
    value: String,
    label: String,
    count: usize,
}

pub(super) fn page(site: &Site<'_>) -> Result<String, ReportError> {
    let mut rows: Vec<Row> = (0..site.len()).map(|at| row(site, at)).collect();
    // Totals first, and names where these are the same.
    rows.sort_by(|a, b| a.best.cmp(&b.best).then_with(|| b.total.cmp(&a.total)).then_with(|| a.name.cmp(&b.name)));
    let choices = |of: &dyn Fn(&Row) -> Vec<(String, String)>| -> Vec<Choice> {
        let counts = counted(rows.iter().flat_map(of).map(|(value, label)| (label, value)));
        counts.into_iter().map(|((label, value), count)| Choice { value, label, count }).collect()
    };
    let same = |values: &[String]| values.iter().map(|v| (v.clone(), v.clone())).collect::<Vec<_>>();
    let context = context! {
        filters => Serde(vec![
            ("category", "Category", choices(&|r| vec![(r.category.clone(), r.category_label.clone())])),
            ("kind", "Kind", choices(&|r| vec![(r.kind.clone(), r.kind.clone())])),
            ("band", "Band", choices(&|r| vec![(r.band.clone(), r.band_label.clone())])),
            ("language", "Language", choices(&|r| same(&r.languages))),
            ("surface", "Surface", choices(&|r| r.surface.iter().map(|s| ((*s).replace(' ', "_"), (*s).to_owned())).collect())),
            ("cap", "Cap", choices(&|r| same(&r.caps))),
            ("origin", "Origin", choices(&|r| vec![(r.origin.to_owned(), r.origin.to_owned())])),
        ]),
        count => rows.len(),
        rows => Serde(&rows),
    };
    site.render("site-index.html.j2", &[SCRIPT], context)
}

fn row(site: &Site<'_>, at: usize) -> Row {
    let project = &site.projects[at];
    let card = project.newest();
    let (best, worst) = site.places[at];
    let range = card.range();
    let ours = card.depthgauge.as_ref();
    let scores: Vec<String> = card.criteria.iter().map(|c| format!("{} {:.2}", c.id, c.score)).collect();
    Row {
        href: path_of(project, 0),
        name: card.name.clone(),
        category: card.category.id().to_owned(),
        category_label: card.category.label().to_owned(),
        kind: ours.and_then(|d| d.kind).map_or("unknown", |kind| kind.id()).replace('_', " "),
        band: card.band.id.clone(),
        band_label: card.band.label.clone(),
        color: card.band.color.clone(),
        languages: languages(card).into_iter().map(|language| language.title()).collect(),
        surface: surface(card),
        caps: caps(card),
        origin: origin(card),
        place: if best == worst { best.to_string() } else { format!("{best}–{worst}") },
        best,
        total: if nothing_assessed(card) { "—".to_owned() } else { format!("{:.1}", card.score) },
        range: if range.low < range.high { format!("{:.1}–{:.1}", range.low, range.high) } else { String::new() },
        commit: short(card),
        date: card.scored_date.clone(),
        age: days_between(&card.scored_date, &site.options.date),
        spark: spark(card),
        spark_label: scores.join(", "),
        description: card.description.chars().take(160).collect(),
    }
}

fn surface(card: &CardData) -> Vec<&'static str> {
    let there = |c: &Capability| matches!(card.capability_profile.get(*c), Some(Presence::Yes | Presence::OptIn));
    CapabilityProfile::ORDER.into_iter().filter(there).map(capability_words).collect()
}

fn caps(card: &CardData) -> Vec<String> {
    let mut caps: Vec<String> =
        card.criteria.iter().filter_map(|c| c.cap.as_ref()).map(|cap| cap.id.as_str().to_owned()).collect();
    caps.sort();
    caps.dedup();
    caps
}

/// By whom the ratings are: by rules alone, by rules and a reviewer, or by an author.
fn origin(card: &CardData) -> &'static str {
    match card.depthgauge.as_ref().filter(|d| !d.version.is_empty()) {
        None => "authored",
        Some(ours) if ours.origins.values().any(|o| *o == Origin::Authored) => "authored",
        Some(ours) if ours.origins.values().any(|o| *o == Origin::Overruled) => "reviewed",
        Some(_) => "computed",
    }
}

/// Ten columns, one for each criterion, as the path of an SVG of 70 by 16.
fn spark(card: &CardData) -> String {
    let column = |(at, score): (usize, f64)| {
        let tall = (score.clamp(0.0, 1.0) * 15.0).round() + 1.0;
        format!("M{} 16v-{tall}h5v{tall}z", at * 7)
    };
    card.criteria.iter().take(10).map(|c| c.score).enumerate().map(column).collect()
}
