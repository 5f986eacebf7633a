//! The card on a terminal: levels as bars, the gaps with their places, what to do first.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::{
    card::{CardData, Criterion, Evidence, Rating},
    score::{self, Confidence, Counted},
    text::terminal,
};

/// Columns where no terminal says how many it has.
pub const WIDTH: usize = 100;
/// Columns that a terminal may have; less or more is taken as these.
const WIDTHS: (usize, usize) = (50, 140);

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Gaps, places of each, and improvements that are shown; the card has all.
const GAPS: usize = 5;
const PLACES: usize = 2;
const FIXES: usize = 3;

/// Writes the summary with ANSI styles and links, no line wider than `width` columns. Give it a stream of `anstream`,
/// which drops them where nobody sees them.
///
/// # Errors
/// Those of the stream.
pub fn summary(card: &CardData, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let width = width.clamp(WIDTHS.0, WIDTHS.1);
    let version = card.version.as_deref().map(|v| format!(" ({v})")).unwrap_or_default();
    let subpath = card.subpath.as_deref().map(|s| format!(" in {s}")).unwrap_or_default();
    wrapped(out, width, "", "", &format!("{}{subpath} at {}{version}", card.name, card.pinned_commit), BOLD)?;
    head(card, out)?;
    let columns = Columns::of(width);
    let mut cells = String::new();
    for letter in ["S", "C", "D", "B"] {
        cells += &format!("{letter:<w$}", w = columns.level + columns.gap);
    }
    writeln!(out, "{DIM}      {:<w$} {cells} Score{DIM:#}", "Criterion", w = columns.name)?;
    for criterion in &card.criteria {
        row(out, &columns, criterion)?;
    }
    if !card.not_assessed().is_empty() {
        let ids: Vec<String> = card.not_assessed().iter().map(ToString::to_string).collect();
        wrapped(out, width, "", "", &format!("Not assessed (counted 0.00): {}.", ids.join(", ")), Style::new())?;
    }
    if let Some(ours) = card.depthgauge.as_ref().filter(|d| d.incomplete.incomplete) {
        let text = format!("Incomplete: {}", ours.incomplete.reasons.join("; "));
        wrapped(out, width, "", "", &text, BOLD)?;
    }
    if card.depthgauge.as_ref().is_some_and(|d| d.uncommitted) {
        wrapped(out, width, "", "", &format!("Uncommitted: {}", super::UNCOMMITTED), BOLD)?;
    }
    gaps(card, width, out)?;
    writeln!(out, "\n{BOLD}What to do first{BOLD:#}")?;
    fixes(card, width, out)?;
    let n = card.limitations.len();
    writeln!(out, "\n{n} limitation{} in the card.", if n == 1 { "" } else { "s" })
}

fn fixes(card: &CardData, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let improvements = card.depthgauge.as_ref().map_or(&[][..], |ours| &ours.fixes);
    for (number, fix) in (1..).zip(&card.fixes).take(FIXES) {
        // What the whole arithmetic gives is known of this program's own cards only.
        let whole = improvements.iter().find(|improvement| improvement.fix == *fix && !improvement.effort.is_empty());
        let head = match whole {
            Some(whole) => format!("  {number}. {:+.3} to {:.1}, {} effort  ", whole.gain, whole.score, whole.effort),
            None => {
                let (from, to, gain) = (fix.from_level.get(), fix.to_level.get(), fix.estimated_gain);
                format!("  {number}. {} {} L{from}→L{to} +{gain:.3}  ", fix.criterion, fix.parameter)
            }
        };
        wrapped(out, width, &head, "      ", &fix.summary, Style::new())?;
    }
    if card.fixes.is_empty() {
        writeln!(out, "  none")?;
    }
    if let Some(plan) = card.depthgauge.as_ref().and_then(|ours| ours.plan.as_ref()) {
        let number = |id: &str| improvements.iter().take(card.fixes.len()).position(|i| i.id == id).map(|at| at + 1);
        let together = super::together(&plan.together, improvements.len());
        wrapped(out, width, "  ", "  ", &together, Style::new())?;
        wrapped(out, width, "  ", "  ", &super::next_band(plan, number), Style::new())?;
    }
    Ok(())
}

fn head(card: &CardData, out: &mut dyn Write) -> io::Result<()> {
    if super::nothing_assessed(card) {
        return writeln!(out, "{BOLD}{}{BOLD:#}\n", score::NO_TOTAL);
    }
    let band = Style::new().bold().fg_color(Some(color(&card.band.color).into()));
    let label = terminal(&card.band.label);
    write!(out, "{band}{:.1} / {:.1} {}{band:#}", card.score, card.max_score, cut(&label, 20))?;
    let range = card.range();
    if range.low < range.high {
        write!(out, "{DIM}, between {:.1} and {:.1}{DIM:#}", range.low, range.high)?;
    }
    writeln!(out)?;
    if card.criteria.iter().any(Criterion::is_absent) {
        let a = card.applicable;
        writeln!(out, "{DIM}{:.2} / {:.1} ({}%) where a surface exists{DIM:#}", a.score, a.max, a.percent)?;
    }
    writeln!(out)
}

fn color(name: &str) -> AnsiColor {
    match name {
        "green" => AnsiColor::Green,
        "amber" => AnsiColor::Yellow,
        _ => AnsiColor::Red,
    }
}

/// How a row is laid out; all in columns.
struct Columns {
    name: usize,
    /// One level, and what stands behind it.
    level: usize,
    gap: usize,
    /// The score as a bar, 0 where there is no room.
    bar: usize,
    cap: usize,
}

impl Columns {
    fn of(width: usize) -> Self {
        let (level, gap) = if width >= 76 { (4, 1) } else { (1, 1) };
        let bar = if width >= 92 { 12 } else { 0 };
        let cap = if width >= 76 { 20 } else { 8 };
        let taken = 6 + 1 + 4 * (level + gap) + 1 + 5 + bar + 1 + cap;
        Self { name: width.saturating_sub(taken).clamp(8, 42), level, gap, bar, cap }
    }
}

fn row(out: &mut dyn Write, columns: &Columns, c: &Criterion) -> io::Result<()> {
    let id = c.id.to_string();
    write!(out, "  {id:<3} {} ", fitted(&terminal(&c.name), columns.name))?;
    match &c.parameters {
        Some(parameters) if !c.is_absent() => {
            for (_, rating) in parameters.iter() {
                level(out, columns, rating)?;
            }
        }
        _ => {
            let word = if c.is_absent() { "SA" } else { "—" };
            write!(out, "{DIM}{}{DIM:#}", fitted(word, 4 * (columns.level + columns.gap)))?;
        }
    }
    write!(out, " {BOLD}{:>5.2}{BOLD:#}", c.score)?;
    if columns.bar > 0 {
        let raw = c.mechanism(c.counted).map_or(c.score, |m| m.raw);
        let tenths = |value: f64| (value.clamp(0.0, 1.0) * 10.0).round() as usize;
        let (full, lost) = (tenths(c.score), tenths(raw).saturating_sub(tenths(c.score)));
        let (full, lost, rest) = ("█".repeat(full), "▒".repeat(lost), "░".repeat(10 - full - lost));
        write!(out, "  {full}{DIM}{lost}{rest}{DIM:#}")?;
    }
    let cap = c.cap.as_ref().map(|cap| terminal(cap.id.as_str())).unwrap_or_default();
    let alt = if c.counted == Counted::Alt { "alt" } else { "" };
    let sure = match c.confidence {
        Confidence::High => "",
        Confidence::Medium => "±",
        Confidence::Low => "±±",
    };
    let marks: Vec<&str> = [cap.as_str(), alt, sure].into_iter().filter(|mark| !mark.is_empty()).collect();
    let marks = marks.join(" ");
    if marks.is_empty() {
        return writeln!(out);
    }
    writeln!(out, " {}", cut(&marks, columns.cap))
}

/// A level as four steps, or as one sign where these have no room.
fn level(out: &mut dyn Write, columns: &Columns, rating: &Rating) -> io::Result<()> {
    let level = usize::from(rating.level.get());
    let shade = match level {
        _ if rating.structural_absence => Style::new().dimmed(),
        0 | 1 => Style::new().fg_color(Some(AnsiColor::Red.into())),
        2 => Style::new().fg_color(Some(AnsiColor::Yellow.into())),
        _ => Style::new().fg_color(Some(AnsiColor::Green.into())),
    };
    let text = match (columns.level, rating.structural_absence) {
        (4, true) => "SA  ".to_owned(),
        (_, true) => "S".to_owned(),
        (4, false) => format!("{}{}", "▰".repeat(level), "▱".repeat(4 - level)),
        _ => level.to_string(),
    };
    write!(out, "{shade}{text}{shade:#}{}", " ".repeat(columns.gap))
}

fn gaps(card: &CardData, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}Critical gaps{BOLD:#}")?;
    for finding in card.critical_findings.iter().take(GAPS) {
        wrapped(out, width, &format!("  {}  ", finding.criterion), "      ", &finding.summary, Style::new())?;
        let places = finding.evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Code(code) => Some(code),
            Evidence::Search(_) => None,
        });
        for code in places.take(PLACES) {
            let place = cut_front(&terminal(&format!("{}:{}", code.file, code.lines)), width - 6);
            let url = code.url.as_deref().unwrap_or_default();
            writeln!(out, "      {DIM}{}{DIM:#}", linked(&place, url))?;
        }
    }
    match card.critical_findings.len() {
        0 => writeln!(out, "  none"),
        n if n > GAPS => writeln!(out, "  and {} more in the card", n - GAPS),
        _ => Ok(()),
    }
}

/// Text that a terminal with OSC 8 makes a link of. An address with anything but plain characters is none.
fn linked(text: &str, url: &str) -> String {
    let web = url.starts_with("https://") || url.starts_with("http://");
    if web && url.bytes().all(|b| b.is_ascii_graphic()) {
        format!("\u{1b}]8;;{url}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\")
    } else {
        text.to_owned()
    }
}

/// The end of a text, which tells more of a path than its start.
fn cut_front(text: &str, width: usize) -> String {
    let mut rest = text;
    while rest.width() + 1 > width && text.width() > width {
        let mut chars = rest.chars();
        chars.next();
        rest = chars.as_str();
    }
    if rest.len() == text.len() { text.to_owned() } else { format!("…{rest}") }
}

/// Words of `text` in lines of at most `width` columns; `first` stands before the first line, `other` before the
/// others. No line starts like a command to a build service.
fn wrapped(out: &mut dyn Write, width: usize, first: &str, other: &str, text: &str, style: Style) -> io::Result<()> {
    let mut line = first.to_owned();
    let mut used = line.width();
    let mut fresh = true;
    let flat = text.replace(['\n', '\t'], " ");
    for word in terminal(&flat).split(' ').filter(|w| !w.is_empty()) {
        for piece in pieces(word, width - other.width() - 1) {
            let columns = piece.width();
            if !fresh && used + 1 + columns > width || fresh && used + columns > width {
                writeln!(out, "{style}{}{style:#}", line.trim_end())?;
                (line, used, fresh) = (other.to_owned(), other.width(), true);
            }
            if !fresh {
                line.push(' ');
                used += 1;
            }
            if line.trim().is_empty() && piece.starts_with("::") {
                line.push('\\');
                used += 1;
            }
            line.push_str(piece);
            used += columns;
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
        at(card, WIDTH)
    }

    fn at(card: &CardData, width: usize) -> String {
        let mut stream = anstream::StripStream::new(Vec::new());
        summary(card, width, &mut stream).unwrap();
        String::from_utf8(stream.into_inner()).unwrap()
    }

    #[test]
    fn every_width_is_kept() {
        let card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap();
        for width in [1, 50, 60, 75, 76, 80, 91, 92, 120, 400] {
            let text = at(&card, width);
            let most = width.clamp(WIDTHS.0, WIDTHS.1);
            for line in text.lines() {
                assert!(line.width() <= most, "{width}: {} columns: {line}", line.width());
            }
        }
        assert!(at(&card, 60).contains("1 1 0 1") && !at(&card, 60).contains('▰'));
    }

    #[test]
    fn places_are_links_and_levels_have_colours() {
        let card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap();
        let mut styled = Vec::new();
        summary(&card, WIDTH, &mut styled).unwrap();
        let styled = String::from_utf8(styled).unwrap();
        assert!(styled.contains("\u{1b}]8;;https://github.com/") && styled.contains("\u{1b}]8;;\u{1b}\\"), "{styled}");
        assert!(styled.contains("\u{1b}[31m▰"), "{styled}");
        assert_eq!(linked("a", "https://x/\u{1b}]"), "a");
        assert_eq!(linked("a", "javascript:x"), "a");
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
        card.limitations.clear();
        card.fixes[0].summary = format!("{} ::set-output name=a::b", "z".repeat(95));
        let text = render(&card);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
        for line in text.lines() {
            assert!(line.width() <= WIDTH, "{} columns: {line}", line.width());
            assert!(!line.trim_start().starts_with("::"), "{line}");
        }
        card.name = "::add-mask::x".to_owned();
        assert!(render(&card).starts_with("\\::add-mask"));
    }
}
