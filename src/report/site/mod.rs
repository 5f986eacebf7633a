//! A site of many cards that any web server or a folder can hold: a leaderboard, a page for each card, distributions, two
//! projects side by side, a feed. Each page is whole by itself and works from a file.

mod compare;
mod distributions;
mod feed;
mod index;

use std::{collections::BTreeMap, sync::Arc};

use minijinja::{Environment, Value};

use super::{
    Badge, Freshness, ReportError, Templates,
    html::{CardPages, SitePlace, Step, chart, policy},
    nothing_assessed,
};
use crate::{
    card::{CardData, Excerpts},
    compare::{ProjectCards, by_project, places},
    text::Medium,
};

pub(super) const STYLE: &str = concat!(
    include_str!("../../../report-templates/page/base.css"),
    include_str!("../../../report-templates/page/site.css")
);

/// What the person who builds it decides.
#[derive(Debug, Clone, Default)]
pub struct SiteOptions {
    pub title: String,
    /// `YYYY-MM-DD`: ages are counted to this day.
    pub date: String,
    /// Where the site will be published, for the feed.
    pub url: Option<String>,
    /// Days after which badges are grey.
    pub stale_after: Option<u32>,
}

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Relative, with `/`; letters, digits, hyphens and dots.
    pub path: String,
    pub text: String,
}

/// Cards that became a site; its files are made one by one.
pub struct Site<'a> {
    options: &'a SiteOptions,
    projects: Vec<ProjectCards<'a>>,
    /// Best and worst place of each project.
    places: Vec<(usize, usize)>,
    pages: CardPages,
    environment: Environment<'static>,
}

impl<'a> Site<'a> {
    /// # Errors
    /// A template of an overlay that is wrong.
    pub fn new(cards: &'a [CardData], options: &'a SiteOptions, templates: &Templates) -> Result<Self, ReportError> {
        let projects = by_project(cards);
        let ranges: Vec<_> = projects.iter().map(|project| project.newest().range()).collect();
        Ok(Self {
            options,
            places: places(&ranges),
            projects,
            pages: CardPages::new(templates, Arc::new(Excerpts::default()))?,
            environment: templates.environment(Medium::Html)?,
        })
    }

    /// How many projects there are; [`Self::project`] takes an index below.
    pub fn len(&self) -> usize {
        self.projects.len()
    }

    pub fn is_empty(&self) -> bool {
        self.projects.is_empty()
    }

    /// Leaderboard, comparison, distributions and feed.
    ///
    /// # Errors
    /// A template of an overlay that is wrong.
    pub fn shared(&self) -> Result<Vec<SiteFile>, ReportError> {
        let file = |path: &str, text| SiteFile { path: path.to_owned(), text };
        Ok(vec![
            file("index.html", index::page(self)?),
            file("compare.html", compare::page(self)?),
            file("distributions.html", distributions::page(self)?),
            file("feed.xml", feed::feed(self)),
        ])
    }

    /// The pages and badges of one project.
    ///
    /// # Errors
    /// As [`Self::shared`].
    pub fn project(&self, at: usize) -> Result<Vec<SiteFile>, ReportError> {
        let Some(project) = self.projects.get(at) else { return Ok(Vec::new()) };
        let slug = &project.slug;
        let mut files = Vec::new();
        for (n, card) in project.cards.iter().enumerate() {
            let path = path_of(project, n);
            let root = "../".repeat(path.matches('/').count());
            let place =
                SitePlace { slug: slug.clone(), history: history(project, n, &root), chart: chart_of(project), root };
            files.push(SiteFile { path, text: self.pages.page(card, Some(&place))? });
        }
        let freshness =
            Freshness { today: Some(self.options.date.clone()), stale_after: self.options.stale_after, changed: 0 };
        let badge = Badge::of(project.newest(), &freshness);
        files.push(SiteFile { path: format!("badge/{slug}.svg"), text: badge.svg() });
        files.push(SiteFile { path: format!("badge/{slug}.json"), text: badge.json()? });
        Ok(files)
    }

    /// Renders a template of the site with what all its pages have.
    fn render(&self, template: &str, scripts: &[&'static str], context: Value) -> Result<String, ReportError> {
        let common = minijinja::context! {
            title => self.options.title.clone(),
            date => self.options.date.clone(),
            style => STYLE,
            csp => policy(STYLE, scripts),
            scripts => scripts.to_vec(),
            ..context
        };
        Ok(self.environment.get_template(template)?.render(common)?)
    }
}

/// Path of a project's card, the newest being number 0.
fn path_of(project: &ProjectCards<'_>, n: usize) -> String {
    match project.cards.get(n) {
        Some(card) if n > 0 => format!("p/{}/{}-{}.html", project.slug, plain(&card.scored_date, 10), short(card)),
        _ => format!("p/{}.html", project.slug),
    }
}

fn history(project: &ProjectCards<'_>, current: usize, root: &str) -> Vec<Step> {
    if project.cards.len() < 2 {
        return Vec::new();
    }
    let step = |(n, card): (usize, &&CardData)| Step {
        date: card.scored_date.clone(),
        commit: short(card),
        total: if nothing_assessed(card) { "—".to_owned() } else { format!("{:.1}", card.score) },
        href: format!("{root}{}", path_of(project, n)),
        current: n == current,
    };
    project.cards.iter().enumerate().map(step).collect()
}

fn chart_of(project: &ProjectCards<'_>) -> String {
    if project.cards.len() < 2 {
        return String::new();
    }
    let rated = project.cards.iter().rev().filter(|card| !nothing_assessed(card));
    let points: Vec<(String, f64)> = rated.map(|card| (card.scored_date.clone(), card.score)).collect();
    chart::history(&points)
}

fn short(card: &CardData) -> String {
    plain(&card.pinned_commit, 12)
}

/// Of a text that may be anything what a path may hold.
fn plain(text: &str, most: usize) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(most).collect()
}

/// How many have each answer, by the answer.
fn counted<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}
