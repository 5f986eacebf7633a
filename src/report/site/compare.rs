//! Two projects side by side: all of them as numbers in one page, which its script lays beside each other.

use minijinja::context;
use serde::Serialize;

use super::{Site, path_of, short};
use crate::{
    report::{ReportError, html::script_json, nothing_assessed},
    rubric::CriterionId,
    score::{self, Millis},
};

const SCRIPT: &str = include_str!("../../../report-templates/page/compare.js");

#[derive(Debug, Serialize)]
struct Data<'a> {
    names: Vec<(String, &'static str)>,
    projects: Vec<Numbers<'a>>,
}

#[derive(Debug, Serialize)]
struct Numbers<'a> {
    slug: &'a str,
    name: &'a str,
    href: String,
    total: f64,
    band: &'a str,
    low: f64,
    high: f64,
    commit: String,
    date: &'a str,
    /// Of each criterion the score in thousandths and the rating, as in [`crate::card::Criterion::rating`].
    scores: Vec<u32>,
    ratings: Vec<String>,
}

pub(super) fn page(site: &Site<'_>) -> Result<String, ReportError> {
    // Without a total there is nothing to lay beside another.
    let rated = site.projects.iter().filter(|project| !nothing_assessed(project.newest()));
    let projects = rated.map(|project| {
        let card = project.newest();
        let range = card.range();
        let millis = |c: &crate::card::Criterion| Millis::from_f64(c.score).unwrap_or_default().0;
        Numbers {
            slug: &project.slug,
            name: &card.name,
            href: path_of(project, 0),
            total: card.score,
            band: &card.band.label,
            low: range.low,
            high: range.high,
            commit: short(card),
            date: &card.scored_date,
            scores: card.criteria.iter().map(millis).collect(),
            ratings: card.criteria.iter().map(|c| c.rating()).collect(),
        }
    });
    let names = CriterionId::ALL.into_iter().map(|id| (id.to_string(), score::criterion_text(id).name)).collect();
    let data = Data { names, projects: projects.collect() };
    site.render("site-compare.html.j2", &[SCRIPT], context! { data => script_json(&data)? })
}
