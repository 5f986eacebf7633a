//! How the scores and levels of each criterion are spread over the projects.

use minijinja::{context, value::Serde};
use serde::Serialize;

use super::Site;
use crate::{
    report::{ReportError, html::chart, nothing_assessed},
    rubric::{CriterionId, Parameter},
    score::{self, Millis},
};

#[derive(Debug, Serialize)]
struct Spread {
    id: String,
    name: &'static str,
    scores: String,
    /// Letter and chart.
    levels: Vec<(String, String)>,
    median: String,
    absent: usize,
    unread: usize,
}

pub(super) fn page(site: &Site<'_>) -> Result<String, ReportError> {
    let rated = site.projects.iter().map(|project| project.newest()).filter(|card| !nothing_assessed(card));
    let totals: Vec<Millis> = rated.filter_map(|card| Millis::from_f64(card.score / 10.0)).collect();
    let spreads: Vec<Spread> = CriterionId::ALL.into_iter().map(|id| spread(site, id)).collect();
    let total = chart::columns("Totals", &by_point(&totals), |at| at.to_string());
    let context = context! { total => total, spreads => Serde(spreads), count => site.len() };
    site.render("site-distributions.html.j2", &[], context)
}

/// Totals by whole points; 10.0 stands with 9.
fn by_point(totals: &[Millis]) -> [u32; 10] {
    let mut points = [0; 10];
    for total in totals {
        points[(total.0 / 100).min(9) as usize] += 1;
    }
    points
}

fn spread(site: &Site<'_>, id: CriterionId) -> Spread {
    let (mut scores, mut levels) = (Vec::new(), [[0_u32; 5]; 4]);
    let (mut absent, mut unread) = (0, 0);
    for card in site.projects.iter().map(|p| p.newest()) {
        let Some(c) = card.criterion(id) else { continue };
        if c.is_absent() {
            absent += 1;
            continue;
        }
        if card.not_assessed().contains(&id) {
            unread += 1;
            continue;
        }
        scores.extend(Millis::from_f64(c.score));
        for (counts, (_, rating)) in levels.iter_mut().zip(c.parameters.iter().flat_map(|p| p.iter())) {
            counts[usize::from(rating.level.get())] += 1;
        }
    }
    scores.sort_unstable();
    let median = match scores.len() {
        0 => "—".to_owned(),
        n => format!("{:.2}", (scores[(n - 1) / 2].0 + scores[n / 2].0) as f64 / 2000.0),
    };
    let chart_of = |(parameter, counts): (Parameter, &[u32; 5])| {
        let label = format!("{id}.{parameter} levels");
        (parameter.to_string(), chart::columns(&label, counts, |level| format!("L{level}")))
    };
    Spread {
        id: id.to_string(),
        name: score::criterion_text(id).name,
        scores: chart::histogram(&format!("{id} scores"), &scores),
        levels: Parameter::ALL.into_iter().zip(&levels).map(chart_of).collect(),
        median,
        absent,
        unread,
    }
}
