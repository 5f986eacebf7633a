//! The score section: total, table, and the text below it.

use std::collections::BTreeMap;

use comrak::nodes::NodeValue;

use super::{
    Block, Import, Section,
    figures::{Cell, cell},
};
use crate::{
    card::Band,
    rubric::CriterionId,
    score::{self, Confidence},
};

/// One row of the table as printed.
pub(super) struct Row {
    pub line: usize,
    pub name: String,
    /// S, C, D, B.
    pub levels: [Option<Cell>; 4],
    pub raw: String,
    pub cap: Option<String>,
    pub score: String,
    /// What stands in brackets behind the score: `alt`, `SA`.
    pub mark: Option<String>,
    pub confidence: Option<Confidence>,
}

#[derive(Default)]
pub(super) struct Table {
    pub rows: BTreeMap<CriterionId, Row>,
    /// The line of the criteria whose surface exists, as printed.
    pub applicable: Option<(usize, String)>,
}

pub(super) const APPLICABLE: &str = "Controls where a risk surface exists:";
pub(super) const NOT_ASSESSED: &str = "Not assessed (counted 0.00):";

impl Import<'_> {
    pub(super) fn score(&mut self, section: &Section) -> Table {
        self.total(section);
        let mut table = Table::default();
        let is_table = |b: &&Block| matches!(b.node.data.borrow().value, NodeValue::Table(_));
        let mut rest = section.line + 1;
        match section.blocks.iter().find(is_table) {
            Some(block) => {
                if block.first > rest && !self.slice(rest, block.first - 1).trim().is_empty() {
                    self.bad(rest, "unexpected-text", "text between score and table is not kept");
                }
                rest = block.last + 1;
                for node in block.node.children() {
                    let line = super::block(node).first;
                    if matches!(node.data.borrow().value, NodeValue::TableRow(false)) {
                        self.row(line, &mut table);
                    }
                }
            }
            None => self.bad(section.line, "missing-table", "the table of criteria is missing"),
        }
        while rest <= section.end {
            let line = self.slice(rest, rest);
            if line.starts_with(APPLICABLE) && table.applicable.is_none() {
                table.applicable = Some((rest, line));
            } else if let Some(ids) = line.strip_prefix(NOT_ASSESSED) {
                self.not_assessed(rest, ids);
            } else if !line.trim().is_empty() {
                break;
            }
            rest += 1;
        }
        self.mark("/headline", rest.min(section.end));
        self.card.headline = self.slice(rest, section.end).trim_end_matches('\n').to_owned();
        table
    }

    /// `Score: 2.1 / 10.0 (Minimal)`
    fn total(&mut self, section: &Section) {
        for pointer in ["/score", "/max_score", "/band", "/applicable", "/criteria"] {
            self.mark(pointer, section.line);
        }
        let text = section.title.split_once(':').map_or("", |(_, text)| text);
        if text.trim() == crate::score::NO_TOTAL {
            self.card.max_score = 10.0;
            self.card.band = score::Band::Minimal.into();
            return;
        }
        let parts = text.trim().strip_suffix(')').and_then(|t| t.split_once(" ("));
        let figures = parts.and_then(|(figures, label)| {
            let (score, max) = figures.split_once('/')?;
            Some((score.trim().parse::<f64>().ok()?, max.trim().parse::<f64>().ok()?, label))
        });
        let Some((score, max, label)) = figures.filter(|(s, m, _)| s.is_finite() && m.is_finite()) else {
            return self.bad(section.line, "total", "this is not `Score: N.N / 10.0 (Band)`");
        };
        self.card.score = score;
        self.card.max_score = max;
        let bands = [score::Band::Minimal, score::Band::Moderate, score::Band::Strong, score::Band::Hardened];
        self.card.band = match bands.into_iter().find(|b| b.label() == label) {
            Some(band) => band.into(),
            None => Band { id: label.to_lowercase(), label: label.to_owned(), color: String::new() },
        };
    }

    fn not_assessed(&mut self, line: usize, ids: &str) {
        for id in ids.trim().trim_end_matches('.').split(", ") {
            match criterion_id(id) {
                Some(id) => {
                    let ours = self.card.depthgauge.get_or_insert_default();
                    ours.not_assessed.push(id);
                }
                None => self.bad(line, "criterion", format!("`{id}` is no criterion")),
            }
        }
    }

    fn row(&mut self, line: usize, table: &mut Table) {
        let text = self.slice(line, line);
        let cells = cells(&text);
        let Some(id) = cells.first().and_then(|c| criterion_id(c)).filter(|_| cells.len() >= 10) else {
            return self.bad(line, "table-row", "this is no row of a criterion: ten cells, the first one C1 to C10");
        };
        let levels = [2, 3, 4, 5].map(|i| cell(&cells[i]));
        if levels.contains(&None) {
            self.bad(line, "level", "a level is L0 to L4, or SA");
        }
        let (score, mark) = match cells[8].split_once(" (") {
            Some((score, mark)) => (score, mark.strip_suffix(')').map(str::to_owned)),
            None => (cells[8].as_str(), None),
        };
        let confidence = confidence(&cells[9]);
        if confidence.is_none() {
            self.bad(line, "confidence", format!("`{}` is not High, Medium or Low", cells[9]));
        }
        let row = Row {
            line,
            name: cells[1].clone(),
            levels,
            raw: cells[6].clone(),
            cap: Some(cells[7].clone()).filter(|c| !matches!(c.as_str(), "—" | "-" | "" | "none")),
            score: score.trim_matches('*').to_owned(),
            mark,
            confidence,
        };
        if table.rows.insert(id, row).is_some() {
            self.bad(line, "table-row", format!("{id} stands in the table twice"));
        }
    }
}

pub(super) fn criterion_id(text: &str) -> Option<CriterionId> {
    let number: usize = text.trim().strip_prefix('C')?.parse().ok()?;
    CriterionId::ALL.get(number.checked_sub(1)?).copied()
}

pub(super) fn confidence(text: &str) -> Option<Confidence> {
    match text.trim().to_lowercase().as_str() {
        "high" => Some(Confidence::High),
        "medium" => Some(Confidence::Medium),
        "low" => Some(Confidence::Low),
        _ => None,
    }
}

/// The cells of a table row; `\|` is a bar within one.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let inner = line.trim().strip_prefix('|').unwrap_or(line);
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'|') => {
                chars.next();
                cells.last_mut().into_iter().for_each(|cell| cell.push('|'));
            }
            '|' => cells.push(String::new()),
            c => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
    }
    cells.into_iter().map(|c| c.trim().to_owned()).collect()
}
