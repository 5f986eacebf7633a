//! HTML: the text of its blocks with their lines. Comments, scripts and styles are no text.

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::{
    config,
    sentence::{Form, Paragraph, Unit, normalised},
};
use crate::facts::Span;

/// Elements whose content is not read.
const SILENT: [&[u8]; 6] = [b"script", b"style", b"template", b"svg", b"noscript", b"head"];

/// Elements that leave the text around them whole.
const INLINE: [&[u8]; 16] = [
    b"a", b"abbr", b"b", b"br", b"cite", b"em", b"font", b"i", b"kbd", b"mark", b"s", b"small", b"span", b"strong",
    b"sub", b"u",
];

/// The units of a document, or of a block that begins at line `first` of one.
pub(super) fn read(text: &str, first: u32, sections: &mut Vec<String>, units: &mut Vec<Unit>) {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line = |at: usize| first + starts.partition_point(|start| *start <= at).saturating_sub(1) as u32;
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut page =
        Page { sections, units, paragraph: Paragraph::default(), heading: None, silent: 0, pre: None, row: None };
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) if !tag.self_closing => page.start(&tag.name.0, line(tag.span.start)),
            Token::EndTag(tag) => page.end(&tag.name.0, line(tag.span.start)),
            Token::String(string) => {
                page.text(&String::from_utf8_lossy(&string.value.0), &|at| line(string.span.start + at))
            }
            _ => {}
        }
    }
    page.flush();
}

struct Page<'a> {
    sections: &'a mut Vec<String>,
    units: &'a mut Vec<Unit>,
    paragraph: Paragraph,
    /// Level and words of the heading that is open.
    heading: Option<(usize, String)>,
    silent: usize,
    /// Preformatted text with its first line.
    pre: Option<(u32, String)>,
    /// A row of a table: its line and cells.
    row: Option<(u32, Vec<String>)>,
}

impl Page<'_> {
    fn flush(&mut self) {
        self.paragraph.flush(self.sections, self.units);
    }

    fn start(&mut self, name: &[u8], line: u32) {
        if SILENT.contains(&name) {
            self.silent += 1;
        }
        match name {
            b"code" => self.push_text("`", &|_| line),
            b"pre" => {
                self.flush();
                self.pre = Some((line, String::new()));
            }
            b"tr" => {
                self.flush();
                self.row = Some((line, Vec::new()));
            }
            b"td" | b"th" => {
                if let Some((_, cells)) = &mut self.row {
                    cells.push(String::new());
                }
            }
            [b'h', level @ b'1'..=b'6'] => {
                self.flush();
                self.heading = Some((usize::from(level - b'0'), String::new()));
            }
            name if INLINE.contains(&name) => {}
            _ => self.flush(),
        }
    }

    fn end(&mut self, name: &[u8], line: u32) {
        if SILENT.contains(&name) {
            self.silent = self.silent.saturating_sub(1);
        }
        match name {
            b"code" => self.push_text("`", &|_| line),
            b"pre" => {
                if let Some((first, text)) = self.pre.take() {
                    config::read(&text, first, self.sections, self.units);
                }
            }
            b"tr" => {
                if let Some((first, cells)) = self.row.take() {
                    let text = cells.iter().map(|cell| cell.trim()).collect::<Vec<_>>().join(" | ");
                    let lines = Span { start: first, end: line };
                    self.units.push(Unit {
                        lines,
                        block: first,
                        text,
                        form: Form::Row,
                        sections: self.sections.clone(),
                    });
                }
            }
            [b'h', b'1'..=b'6'] => {
                if let Some((level, title)) = self.heading.take() {
                    self.sections.truncate(level.saturating_sub(1));
                    self.sections.push(title.trim().to_owned());
                }
            }
            name if INLINE.contains(&name) || matches!(name, b"td" | b"th") => {}
            _ => self.flush(),
        }
    }

    fn text(&mut self, text: &str, line: &dyn Fn(usize) -> u32) {
        if self.silent == 0 {
            self.push_text(text, line);
        }
    }

    fn push_text(&mut self, text: &str, line: &dyn Fn(usize) -> u32) {
        if self.silent > 0 {
            return;
        }
        if let Some((_, pre)) = &mut self.pre {
            if text != "`" {
                pre.push_str(text);
            }
        } else if let Some((_, title)) = &mut self.heading {
            title.push_str(&normalised(text));
        } else if let Some(cell) = self.row.as_mut().and_then(|(_, cells)| cells.last_mut()) {
            cell.push_str(&normalised(text));
        } else {
            let mut at = 0;
            for part in text.split_inclusive('\n') {
                self.paragraph.add(line(at), part);
                at += part.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_rows_and_code_keep_their_lines() {
        let text = "<h2>Gate</h2>\n<p>Asks a <b>person</b>\nbefore it runs.</p><script>no()</script>\n<!-- no -->\n\
                    <table><tr><td>Loop</td><td><code>max_turns</code></td></tr></table>\n<pre>guard:\n  ttl: 5m</pre>";
        let (mut sections, mut units) = (Vec::new(), Vec::new());
        read(text, 1, &mut sections, &mut units);
        let found: Vec<(u32, &str)> = units.iter().map(|unit| (unit.lines.start, unit.text.as_str())).collect();
        let wanted = [(2, "Asks a person before it runs."), (5, "Loop | `max_turns`"), (6, "guard:"), (7, "ttl: 5m")];
        assert_eq!(found, wanted);
        assert_eq!(units[0].sections, ["Gate"]);
    }
}
