//! Plain text and reStructuredText: paragraphs, items, tables with tabs, underlined or lone headings, configuration.

use super::{
    config,
    sentence::{Form, Paragraph, Unit, normalised},
};
use crate::facts::Span;

/// Characters of a line from which on the next one goes on with its sentence.
const WRAPPED: usize = 50;
/// Characters of a heading without a mark.
const HEADING: usize = 60;

pub(super) fn read(text: &str, units: &mut Vec<Unit>) {
    let lines: Vec<&str> = text.lines().collect();
    let mut reader = Reader { sections: Vec::new(), units, paragraph: Paragraph::default(), last: "" };
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let number = at as u32 + 1;
        if line.trim().is_empty() || is_directive(line) {
            reader.flush();
            at += 1;
            continue;
        }
        let block = lines[at..].iter().take_while(|line| !line.trim().is_empty()).count();
        let alone = at == 0 || lines[at - 1].trim().is_empty();
        if alone && config::looks_like(&lines[at..at + block]) {
            reader.flush();
            config::read(&lines[at..at + block].join("\n"), number, &reader.sections, reader.units);
            at += block;
            continue;
        }
        if lines.get(at + 1).is_some_and(|next| is_underline(next)) {
            reader.heading(line);
            at += 2;
            continue;
        }
        if alone && block == 1 && is_heading(line) {
            reader.heading(line);
        } else if is_underline(line) {
            reader.flush();
        } else if line.contains('\t') && !line.starts_with('\t') {
            reader.row(number, line);
        } else {
            reader.line(number, line);
        }
        at += 1;
    }
    reader.flush();
}

struct Reader<'a, 'l> {
    sections: Vec<String>,
    units: &'a mut Vec<Unit>,
    paragraph: Paragraph,
    last: &'l str,
}

impl<'l> Reader<'_, 'l> {
    fn flush(&mut self) {
        self.paragraph.flush(&self.sections, self.units);
        self.last = "";
    }

    fn heading(&mut self, line: &str) {
        self.flush();
        self.sections = vec![normalised(line.trim())];
    }

    fn row(&mut self, number: u32, line: &str) {
        self.flush();
        let cells: Vec<String> = line.split('\t').map(|cell| normalised(cell.trim())).collect();
        let (lines, sections) = (Span { start: number, end: number }, self.sections.clone());
        self.units.push(Unit { lines, block: lines.start, text: cells.join(" | "), form: Form::Row, sections });
    }

    fn line(&mut self, number: u32, line: &'l str) {
        let trimmed = line.trim();
        let item = item(trimmed);
        let goes_on = self.last.chars().count() >= WRAPPED && !self.last.ends_with(['.', '!', '?', ':', ';']);
        if item.is_some() || !goes_on {
            self.flush();
        }
        self.paragraph.add(number, item.unwrap_or(trimmed));
        self.last = trimmed;
    }
}

/// What stands behind the mark of an item.
fn item(line: &str) -> Option<&str> {
    let marked = ["- ", "* ", "+ ", "\u{2022} "].iter().find_map(|mark| line.strip_prefix(mark));
    marked.or_else(|| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = line.get(digits..)?.strip_prefix(['.', ')'])?;
        if digits > 0 { rest.strip_prefix(' ') } else { None }
    })
}

fn is_underline(line: &str) -> bool {
    let line = line.trim_end();
    let mark = line.chars().next().unwrap_or(' ');
    line.len() >= 3 && "=-~^\"'#*+".contains(mark) && line.chars().all(|c| c == mark)
}

/// `.. name::` and its options.
fn is_directive(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(".. ") || line.starts_with(':') && line[1..].contains(": ")
}

fn is_heading(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() <= HEADING
        && !line.ends_with(['.', ':', ';', ',', '!', '?'])
        && !line.contains([':', '='])
        && item(line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_marks() {
        let text = "Ledger\n\nEvery call is appended to a long table that nobody can change\nafterwards. It is read \
                    back.\n\nIn: API (token), hooks (signed).\nOut: nothing.\n\nThreat\tMitigation\nLoop\tmax_turns\n\n\
                    guard:\n  ttl: 5m\n\nTitle\n=====\n\n* one\n* two\n";
        let mut units = Vec::new();
        read(text, &mut units);
        let found: Vec<(u32, &str)> = units.iter().map(|unit| (unit.lines.start, unit.text.as_str())).collect();
        let wanted = [
            (3, "Every call is appended to a long table that nobody can change afterwards."),
            (4, "It is read back."),
            (6, "In: API (token)"),
            (6, "hooks (signed)."),
            (7, "Out: nothing."),
            (9, "Threat | Mitigation"),
            (10, "Loop | max_turns"),
            (12, "guard:"),
            (13, "ttl: 5m"),
            (18, "one"),
            (19, "two"),
        ];
        assert_eq!(found, wanted);
        assert_eq!(
            (&units[0].sections[..], &units[9].sections[..]),
            (&["Ledger".to_owned()][..], &["Title".to_owned()][..])
        );
    }
}
