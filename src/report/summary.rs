//! The short summary for a terminal: no line is wider than 100 columns.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::{
    card::{CardData, Criterion},
    score::{self, Counted},
    text::terminal,
};

const WIDTH: usize = 100;
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Writes the summary with ANSI styles. Give it a stream of `anstream`, which drops them where nobody sees them.
///
/// # Errors
/// Those of the stream.
pub fn summary(card: &CardData, out: &mut dyn Write) -> io::Result<()> {
    let band = match card.band.color.as_str() {
        "green" => AnsiColor::Green,
        "amber" => AnsiColor::Yellow,
        _ => AnsiColor::Red,
    };
    let band = Style::new().bold().fg_color(Some(band.into()));
    let version = card.version.as_deref().map(|v| format!(" ({v})")).unwrap_or_default();
    let subpath = card.subpath.as_deref().map(|s| format!(" in {s}")).unwrap_or_default();
    wrapped(out, "", "", &format!("{}{subpath} at {}{version}", card.name, card.pinned_commit), BOLD)?;
    let label = terminal(&card.band.label);
    if super::nothing_assessed(card) {
        writeln!(out, "{BOLD}{}{BOLD:#}\n", score::NO_TOTAL)?;
    } else {
        writeln!(out, "{band}{:.1} / {:.1} {label}{band:#}\n", card.score, card.max_score)?;
    }
    writeln!(out, "{DIM}      {:<41} S  C  D  B    Raw  Score     Conf.  Cap{DIM:#}", "Criterion")?;
    for criterion in &card.criteria {
        row(out, criterion)?;
    }
    if !card.not_assessed().is_empty() {
        let ids: Vec<String> = card.not_assessed().iter().map(ToString::to_string).collect();
        wrapped(out, "", "", &format!("Not assessed (counted 0.00): {}.", ids.join(", ")), Style::new())?;
    }
    if let Some(ours) = card.depthgauge.as_ref().filter(|d| d.incomplete.incomplete) {
        let text = format!("Incomplete: {}", ours.incomplete.reasons.join("; "));
        wrapped(out, "", "", &text, BOLD)?;
    }
    if card.depthgauge.as_ref().is_some_and(|d| d.uncommitted) {
        wrapped(out, "", "", &format!("Uncommitted: {}", super::UNCOMMITTED), BOLD)?;
    }
    section(out, "Critical gaps", card.critical_findings.iter().map(|f| (format!("{}  ", f.criterion), &f.summary)))?;
    let improvements = card.depthgauge.as_ref().map_or(&[][..], |ours| &ours.fixes);
    let fixes = (1..).zip(&card.fixes).map(|(number, f)| {
        // What the whole arithmetic gives is known of this program's own cards only.
        let whole = improvements.iter().find(|improvement| improvement.fix == *f && !improvement.effort.is_empty());
        let gain = match whole {
            Some(whole) => format!("{number}. {:+.3} to {:.1}, {} effort  ", whole.gain, whole.score, whole.effort),
            None => {
                let (from, to) = (f.from_level.get(), f.to_level.get());
                format!("{number}. {} {} L{from}→L{to} +{:.3}  ", f.criterion, f.parameter, f.estimated_gain)
            }
        };
        (gain, &f.summary)
    });
    section(out, "What to do first", fixes)?;
    if let Some(plan) = card.depthgauge.as_ref().and_then(|ours| ours.plan.as_ref()) {
        let number = |id: &str| improvements.iter().take(card.fixes.len()).position(|i| i.id == id).map(|at| at + 1);
        wrapped(out, "  ", "  ", &super::together(&plan.together, improvements.len()), Style::new())?;
        wrapped(out, "  ", "  ", &super::next_band(plan, number), Style::new())?;
    }
    let n = card.limitations.len();
    writeln!(out, "\n{n} limitation{} in the card.", if n == 1 { "" } else { "s" })
}

fn row(out: &mut dyn Write, c: &Criterion) -> io::Result<()> {
    let cells: Vec<String> = match &c.parameters {
        Some(p) if !c.is_absent() => p
            .iter()
            .map(|(_, r)| if r.structural_absence { "SA".to_owned() } else { format!("L{}", r.level.get()) })
            .collect(),
        _ => vec![if c.is_absent() { "SA" } else { "—" }.to_owned(); 4],
    };
    let raw = c.mechanism(c.counted).map_or(c.score, |m| m.raw);
    let score = format!("{:.2}", c.score);
    let mark = if c.counted == Counted::Alt { "alt" } else { "" };
    let cap = c.cap.as_ref().map(|c| terminal(c.id.as_str())).unwrap_or_default();
    let confidence = format!("{:?}", c.confidence);
    let id = c.id.to_string();
    let line = format!(
        "  {id:<3} {} {}  {raw:.2}  {BOLD}{score:>5}{BOLD:#} {mark:<3} {confidence:<6} {}",
        fitted(&terminal(&c.name), 41),
        cells.iter().map(|cell| format!("{cell:<2}")).collect::<Vec<_>>().join(" "),
        cut(&cap, 16),
    );
    writeln!(out, "{}", line.trim_end())
}

fn section<'a>(out: &mut dyn Write, title: &str, items: impl Iterator<Item = (String, &'a String)>) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{title}{BOLD:#}")?;
    let mut any = false;
    for (head, text) in items {
        any = true;
        wrapped(out, &format!("  {head}"), "      ", text, Style::new())?;
    }
    if any { Ok(()) } else { writeln!(out, "  none") }
}

/// Words of `text` in lines of at most [`WIDTH`] columns; `first` stands before the first line, `other` before the
/// others.
fn wrapped(out: &mut dyn Write, first: &str, other: &str, text: &str, style: Style) -> io::Result<()> {
    let mut line = first.to_owned();
    let mut used = line.width();
    let mut fresh = true;
    let flat = text.replace(['\n', '\t'], " ");
    for word in terminal(&flat).split(' ').filter(|w| !w.is_empty()) {
        for piece in pieces(word, WIDTH - other.width()) {
            let width = piece.width();
            if !fresh && used + 1 + width > WIDTH || fresh && used + width > WIDTH {
                writeln!(out, "{style}{}{style:#}", line.trim_end())?;
                (line, used, fresh) = (other.to_owned(), other.width(), true);
            }
            if !fresh {
                line.push(' ');
                used += 1;
            }
            line.push_str(piece);
            used += width;
            fresh = false;
        }
    }
    writeln!(out, "{style}{line}{style:#}")
}

/// `word` in parts of at most `width` columns.
fn pieces(word: &str, width: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, c) in word.char_indices() {
        let columns = c.to_string().width();
        if used + columns > width {
            parts.push(&word[start..at]);
            (start, used) = (at, 0);
        }
        used += columns;
    }
    parts.push(&word[start..]);
    parts
}

fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let head = pieces(text, width.saturating_sub(1));
    format!("{}…", head.first().copied().unwrap_or_default())
}

fn fitted(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let pad = width.saturating_sub(text.width());
    text + &" ".repeat(pad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card;

    fn render(card: &CardData) -> String {
        let mut stream = anstream::StripStream::new(Vec::new());
        summary(card, &mut stream).unwrap();
        String::from_utf8(stream.into_inner()).unwrap()
    }

    #[test]
    fn fits_a_terminal_and_is_plain_elsewhere() {
        let card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap();
        let text = render(&card);
        insta::assert_snapshot!(text);
    }

    #[test]
    fn uncommitted_files_are_said_to_be() {
        let mut card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap().into_data();
        assert!(!render(&card).contains("Uncommitted"));
        card.depthgauge.get_or_insert_default().uncommitted = true;
        assert!(render(&card).contains("\nUncommitted: "));
    }

    #[test]
    fn hostile_texts_stay_inert_and_narrow() {
        let mut card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap().into_data();
        card.name = format!("\u{1b}[2J{}", "漢".repeat(300));
        card.criteria[0].name = "漢字".repeat(60);
        card.critical_findings[0].summary = format!("\u{202e}{}\nx", "y".repeat(500));
        let text = render(&card);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
        for line in text.lines() {
            assert!(line.width() <= WIDTH, "{} columns: {line}", line.width());
        }
    }
}
