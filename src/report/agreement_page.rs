//! Agreement with ratings by hand as a page: figures, the worst cells with their reasons, projects side by side.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
};

use serde::Deserialize;

use crate::{
    compare::{Agreement, Beside, Cell},
    rubric::CriterionId,
    text::{Raw, markdown},
};

/// Cells that get a reason.
const WORST: usize = 10;

/// What figures cannot say, as YAML.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// Paragraphs before the figures.
    #[serde(default)]
    pub about: Vec<String>,
    /// Why a cell (`C3.D`) is often wrong.
    #[serde(default)]
    pub cells: BTreeMap<String, String>,
    /// What a static reader cannot see.
    #[serde(default)]
    pub cannot_see: Vec<String>,
    /// By project, then by criterion, why the ratings differ.
    #[serde(default)]
    pub projects: BTreeMap<String, BTreeMap<CriterionId, String>>,
}

/// Figures over all projects and over the two parts of the table.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    pub all: &'a Agreement,
    /// What rules and ladders were tuned on.
    pub tuned: &'a Agreement,
    /// What was only looked at.
    pub looked_at: &'a Agreement,
}

/// The page, and what it should have said and does not: worst cells and differences without a reason.
pub fn agreement_page(parts: Parts<'_>, beside: &[Beside], notes: &Notes) -> (String, Vec<String>) {
    let (mut out, mut missing) = (String::new(), Vec::new());
    // Writing into a string cannot fail.
    let _ = write(parts, beside, notes, &mut out, &mut missing);
    (out, missing)
}

fn write(
    parts: Parts<'_>,
    beside: &[Beside],
    notes: &Notes,
    out: &mut String,
    missing: &mut Vec<String>,
) -> fmt::Result {
    let Parts { all, tuned, looked_at } = parts;
    writeln!(out, "# Agreement with expert reviewers\n")?;
    for paragraph in &notes.about {
        writeln!(out, "{paragraph}\n")?;
    }
    writeln!(out, "## Figures\n\n| figure | all | tuned on | looked at |\n|---|---|---|---|")?;
    for (name, figure) in figures() {
        writeln!(out, "| {name} | {} | {} | {} |", figure(all), figure(tuned), figure(looked_at))?;
    }
    if !all.missing.is_empty() {
        let names: Vec<String> = all.missing.iter().map(|name| markdown(&Raw::new(name.as_str()))).collect();
        writeln!(out, "\nWithout a card: {}.", names.join(", "))?;
    }
    writeln!(
        out,
        "\n## Cells\n\n| cell | levels | exact | within one | mean error | bias | kappa |\n|---|---|---|---|---|---|---|"
    )?;
    for cell in &all.cells {
        let l = &cell.levels;
        let [exact, within, error, kappa] = [l.exact, l.within_one, l.mean_error, l.kappa].map(two);
        let bias = l.bias.map_or_else(|| "–".to_owned(), |bias| format!("{bias:+.2}"));
        writeln!(out, "| {} | {} | {exact} | {within} | {error} | {bias} | {kappa} |", key(cell), l.count)?;
    }
    writeln!(out, "\n## The ten worst cells\n")?;
    for cell in worst(all) {
        let key = key(cell);
        match notes.cells.get(&key) {
            Some(reason) => {
                writeln!(out, "- **{key}** (mean error {}): {}", two(cell.levels.mean_error), reason.trim())?
            }
            None => missing.push(format!("{key} is among the ten worst cells and has no reason")),
        }
    }
    writeln!(out, "\n## What a static reader cannot see\n")?;
    for line in &notes.cannot_see {
        writeln!(out, "- {}", line.trim())?;
    }
    for project in beside {
        write_project(project, notes.projects.get(&project.name), out, missing)?;
    }
    Ok(())
}

fn write_project(
    project: &Beside,
    reasons: Option<&BTreeMap<CriterionId, String>>,
    out: &mut String,
    missing: &mut Vec<String>,
) -> fmt::Result {
    let (by_hand, ours) = project.totals;
    writeln!(out, "\n## {}\n", markdown(&Raw::new(project.name.as_str())))?;
    writeln!(out, "Total by hand {by_hand:.1}, here {ours:.1} at `{}`.\n", project.commit)?;
    writeln!(out, "| | by hand | here | why they differ |\n|---|---|---|---|")?;
    for (id, (by_hand, ours)) in &project.ratings {
        let reason = if by_hand == ours { None } else { reasons.and_then(|all| all.get(id)) };
        if by_hand != ours && reason.is_none() {
            missing.push(format!("{} of {} differs and has no reason", id, project.name));
        }
        let reason = reason.map_or("", |reason| reason.trim());
        writeln!(out, "| {id} | {by_hand} | {ours} | {reason} |")?;
    }
    Ok(())
}

type Figure = fn(&Agreement) -> String;

fn figures() -> [(&'static str, Figure); 12] {
    [
        ("cards of projects", |a| format!("{} of {}", a.cards, a.rows)),
        ("levels compared", |a| a.levels.count.to_string()),
        ("exact level", |a| three(a.levels.exact)),
        ("within one level", |a| three(a.levels.within_one)),
        ("mean level error", |a| three(a.levels.mean_error)),
        ("quadratic-weighted kappa", |a| three(a.levels.kappa)),
        ("SA F1", |a| format!("{:.3}", a.absence.f1)),
        ("caps F1", |a| format!("{:.3}", a.caps.f1)),
        ("mean error of the total", |a| three(a.total.mean_error)),
        ("rank correlation of the total", |a| three(a.total.spearman)),
        ("agent surface", |a| three(a.surface.share)),
        ("inferred parameters", |a| three(a.inferred)),
    ]
}

/// By mean error, the largest first.
fn worst(agreement: &Agreement) -> Vec<&Cell> {
    let mut cells: Vec<&Cell> = agreement.cells.iter().collect();
    let error = |cell: &Cell| cell.levels.mean_error.unwrap_or_default();
    cells.sort_by(|a, b| error(b).total_cmp(&error(a)).then_with(|| key(a).cmp(&key(b))));
    cells.truncate(WORST);
    cells
}

fn key(cell: &Cell) -> String {
    format!("{}.{}", cell.criterion, cell.parameter)
}

fn two(figure: Option<f64>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.2}"))
}

fn three(figure: Option<f64>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.3}"))
}
