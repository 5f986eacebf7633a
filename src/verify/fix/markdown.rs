//! Repairs in Markdown: figures are replaced where they stand in their lines, the rest of a line stays.

use std::{ops::Range, sync::LazyLock};

use regex::Regex;

use super::{Change, Fixed};
use crate::{
    card::{CardData, Criterion, Evidence, Mechanism, Place, PublishedCard},
    score::{Confidence, Counted, Millis},
    text,
    verify::items::items,
};

static TOTAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"^##\s+[Ss]core:\s*(.*?)\s*$"));
static HEADING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^###\s.*(?: — |: )([0-9.]+) \(([A-Za-z]+)\)\s*$"));
static MECHANISM: LazyLock<Regex> = LazyLock::new(|| pattern(r"\((?:default|alt); raw ([0-9.]+),[^→]*→ ([0-9.]+)\)"));
static GAIN: LazyLock<Regex> = LazyLock::new(|| pattern(r", \+([0-9.]+) before caps"));
static HITS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[^→]{0,400}?(?:→|->) ([0-9]+) hits?"));
static APPLICABLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"surface exists: ([0-9.]+) / ([0-9.]+) \(([0-9]+)%\); ([0-9]+) criteri"));

/// All patterns of this file are literals, compiled in its tests.
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|e| unreachable!("built-in pattern: {e}"))
}

/// Lines below the first one of an item in which its evidence may stand.
const ITEM: usize = 60;

struct Edits {
    lines: Vec<String>,
    changes: Vec<Change>,
}

pub(super) fn fix(text: &str, card: &PublishedCard, right: &CardData) -> Fixed {
    let mut edits = Edits { lines: text.split('\n').map(str::to_owned).collect(), changes: Vec::new() };
    let line = |pointer: &str| match card.place(pointer) {
        Place::Line(line) => line,
        Place::Pointer(_) => 0,
    };
    if card.pinned_commit != right.pinned_commit {
        edits.replace(line("/pinned_commit"), 1, &card.pinned_commit, &right.pinned_commit, "commit");
    }
    let total = format!("{:.1} / {:.1} ({})", right.score, right.max_score, right.band.label);
    // A card without a total says so.
    if card.score != right.score || card.band != right.band || card.max_score != right.max_score {
        edits.capture(line("/score"), &TOTAL, &[Some(total)], "score");
    }
    for (i, (criterion, given)) in right.criteria.iter().zip(&card.criteria).enumerate() {
        let at = format!("/criteria/{i}");
        let score = millis(criterion.score);
        let word = confidence(criterion.confidence).to_lowercase();
        let keep = |same: bool, value: String| (!same).then_some(value);
        let heading =
            [keep(given.score == criterion.score, score.clone()), keep(given.confidence == criterion.confidence, word)];
        edits.capture(line(&at), &HEADING, &heading, &criterion.id.to_string());
        for (j, m) in criterion.mechanisms.iter().enumerate() {
            let figures = [Some(millis(m.raw)), Some(millis(m.score))];
            edits.capture(line(&format!("{at}/mechanisms/{j}")), &MECHANISM, &figures, &m.label);
        }
        edits.row(line(&format!("/table/{}", criterion.id)), criterion);
    }
    for (i, fix) in right.fixes.iter().enumerate() {
        let gain = format!("{:.3}", fix.estimated_gain);
        edits.capture(line(&format!("/fixes/{i}")), &GAIN, &[Some(gain)], "gain");
    }
    let a = &right.applicable;
    let absent = right.criteria.len().saturating_sub(a.count as usize);
    let figures =
        [format!("{:.2}", a.score), format!("{:.1}", a.max), a.percent.to_string(), absent.to_string()].map(Some);
    edits.capture(line("/applicable"), &APPLICABLE, &figures, "surface");
    evidence(&mut edits, card, right, &line);
    Fixed { text: edits.lines.join("\n"), changes: edits.changes }
}

fn evidence(edits: &mut Edits, card: &PublishedCard, right: &CardData, line: &impl Fn(&str) -> usize) {
    for (given, right) in items(card).iter().zip(items(right)) {
        let at = line(&given.pointer);
        match (given.evidence, right.evidence) {
            (Evidence::Code(old), Evidence::Code(new)) if old != new => {
                let place = |file: &str, lines: &str| format!("{file}:{lines}");
                let (from, to) = (place(&old.file, &old.lines), place(&new.file, &new.lines));
                match (&old.url, &new.url) {
                    (Some(url), Some(link)) => {
                        let tail = format!("]({})", text::link_target(url));
                        let new_tail = format!("]({})", text::link_target(link));
                        if from == to {
                            edits.replace(at, ITEM, &tail, &new_tail, &from);
                        } else {
                            let whole = format!("[{}{tail}", text::link_text(&from));
                            let new_whole = format!("[{}{new_tail}", text::link_text(&to));
                            edits.replace(at, ITEM, &whole, &new_whole, &from);
                        }
                    }
                    _ if from != to => edits.replace(at, ITEM, &text::code(&from), &text::code(&to), &from),
                    _ => {}
                }
            }
            (Evidence::Search(old), Evidence::Search(new)) if old.hits != new.hits => {
                edits.hits(at, (&text::code(&old.search), &text::code(&old.scope)), (old.hits, new.hits));
            }
            _ => {}
        }
    }
}

impl Edits {
    /// Replaces the groups of a pattern in a line; `None` keeps a group.
    fn capture(&mut self, line: usize, pattern: &Regex, to: &[Option<String>], name: &str) {
        let Some(text) = line.checked_sub(1).and_then(|at| self.lines.get(at)) else { return };
        let Some(found) = pattern.captures(text) else { return };
        let parts: Vec<(Range<usize>, String)> =
            (1..).zip(to).filter_map(|(i, to)| Some((found.get(i)?.range(), to.clone()?))).collect();
        self.splice(line, parts, name);
    }

    fn splice(&mut self, line: usize, parts: Vec<(Range<usize>, String)>, name: &str) {
        let text = &mut self.lines[line - 1];
        for (range, to) in parts.into_iter().rev().filter(|(range, to)| text[range.clone()] != **to).collect::<Vec<_>>()
        {
            self.changes
                .push(Change { place: Place::Line(line), what: format!("{name}: {} → {to}", &text[range.clone()]) });
            text.replace_range(range, &to);
        }
    }

    /// Replaces the first `from` in the lines from `line` on.
    fn replace(&mut self, line: usize, lines: usize, from: &str, to: &str, name: &str) {
        let Some(first) = line.checked_sub(1).filter(|_| from != to) else { return };
        let end = (first + lines).min(self.lines.len());
        for at in first..end {
            if let Some(start) = self.lines[at].find(from) {
                self.lines[at].replace_range(start..start + from.len(), to);
                let what = format!("{name}: {from} → {to}");
                return self.changes.push(Change { place: Place::Line(at + 1), what });
            }
        }
    }

    /// The number behind a search and its scope, where it is still the old one.
    fn hits(&mut self, line: usize, (search, scope): (&str, &str), (old, hits): (u64, u64)) {
        let Some(first) = line.checked_sub(1) else { return };
        for at in first..(first + ITEM).min(self.lines.len()) {
            let text = &self.lines[at];
            let range = text.match_indices(search).find_map(|(found, _)| {
                let start = found + search.len();
                let group = HITS.captures(&text[start..])?.get(1)?;
                let own = text[start..start + group.start()].contains(scope) && group.as_str() == old.to_string();
                own.then(|| start + group.start()..start + group.end())
            });
            let Some(range) = range else { continue };
            return self.splice(at + 1, vec![(range, hits.to_string())], "hits");
        }
    }

    /// The row of a criterion: levels, raw, cap, score and confidence are those of its details.
    fn row(&mut self, line: usize, criterion: &Criterion) {
        let Some(text) = line.checked_sub(1).and_then(|at| self.lines.get(at)) else { return };
        let cells = cells(text);
        let counted = criterion.mechanism(criterion.counted).or(criterion.mechanisms.first());
        if cells.len() < 10 || (counted.is_none() && !criterion.is_absent()) {
            return;
        }
        let wanted = wanted(criterion, counted);
        // An empty cap is written in the author's way.
        let empty = |cell: &str| matches!(cell, "—" | "-" | "none" | "");
        let parts = cells[2..10]
            .iter()
            .zip(wanted)
            .filter(|(range, to)| !(empty(&text[(*range).clone()]) && empty(to)))
            .map(|(range, to)| (range.clone(), to))
            .collect();
        self.splice(line, parts, &format!("table {}", criterion.id));
    }
}

/// Cells three to ten of a row.
fn wanted(criterion: &Criterion, counted: Option<&Mechanism>) -> Vec<String> {
    let score = format!("**{}**", millis(criterion.score));
    let word = confidence(criterion.confidence).to_owned();
    let Some(m) = counted.filter(|_| !criterion.is_absent()) else {
        let mut cells = vec!["SA".to_owned(); 4];
        cells.extend(["1.00".to_owned(), "—".to_owned(), format!("{score} (SA)"), word]);
        return cells;
    };
    let level =
        |r: &crate::card::Rating| if r.structural_absence { "SA".to_owned() } else { format!("L{}", r.level.get()) };
    let mut cells: Vec<String> = m.parameters.iter().map(|(_, rating)| level(rating)).collect();
    cells.push(millis(m.raw));
    cells.push(m.cap.as_ref().map_or("—", |cap| cap.id.as_str()).to_owned());
    cells.push(if criterion.counted == Counted::Alt { format!("{score} (alt)") } else { score });
    cells.push(word);
    cells
}

/// The trimmed contents of a row's cells.
fn cells(line: &str) -> Vec<Range<usize>> {
    let mut bars = Vec::new();
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            '|' if !escaped => bars.push(at),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    let trimmed = |pair: &[usize]| {
        let inner = &line[pair[0] + 1..pair[1]];
        let start = pair[0] + 1 + (inner.len() - inner.trim_start().len());
        start..start + inner.trim().len()
    };
    bars.windows(2).map(trimmed).collect()
}

fn millis(value: f64) -> String {
    Millis::from_f64(value).map_or_else(|| format!("{value:.2}"), |millis| millis.to_string())
}

fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "High",
        Confidence::Medium => "Medium",
        Confidence::Low => "Low",
    }
}
