//! Units of text: a sentence, an item, a row, a line of configuration, each with its lines.

use std::sync::LazyLock;

use regex::Regex;

use crate::facts::Span;

/// Bytes of one unit; longer ones are no sentences.
const LONGEST: usize = 1_200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// Of a paragraph or an item.
    Sentence,
    /// Cells with ` | ` between them.
    Row,
    /// Dotted keys in snake case and the value.
    Config { key: String, value: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub lines: Span,
    /// First line of the paragraph or item that it is a part of.
    pub block: u32,
    /// As it is compared: marks of emphasis and links gone, dashes, quotes and arrows those of ASCII.
    pub text: String,
    pub form: Form,
    /// Headings above, the outermost first.
    pub sections: Vec<String>,
}

/// Pictures and links, tags, and marks of emphasis.
static INLINE: LazyLock<[(Regex, &str); 6]> = LazyLock::new(|| {
    [
        (r"!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)", ""),
        (r"\[([^\]\n]{0,300})\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,100}\])", "$1"),
        (r"</?[A-Za-z][^<>\n]{0,300}>", " "),
        (r"\*\*|__(?P<w>\w)", "$w"),
        (r"(?P<b>^|[\s(])[*_](?P<t>[^*_\s][^*_\n]{0,200})[*_]", "$b$t"),
        ("``", "`"),
    ]
    .map(|(pattern, by)| (Regex::new(pattern).unwrap_or_else(|e| unreachable!("built-in pattern: {e}")), by))
});

/// The words of marked-up text.
pub(super) fn without_marks(text: &str) -> String {
    let mut out = text.to_owned();
    for (pattern, by) in INLINE.iter() {
        if let std::borrow::Cow::Owned(changed) = pattern.replace_all(&out, *by) {
            out = changed;
        }
    }
    normalised(&out)
}

/// One form of dashes, quotes, arrows and spaces.
pub(super) fn normalised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
            '\u{2018}' | '\u{2019}' => out.push('\''),
            '\u{201c}' | '\u{201d}' => out.push('"'),
            '\u{2192}' | '\u{27f6}' | '\u{21d2}' => out.push_str("->"),
            '\u{2265}' => out.push_str(">="),
            '\u{2264}' => out.push_str("<="),
            '\u{2026}' => out.push_str("..."),
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

static ANCHOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^(?:[!?]{3}\+? ?\w*(?: ".*")?|:{3,}.*|\([\w-]+\)=)$"#)
        .unwrap_or_else(|e| unreachable!("built-in pattern: {e}"))
});

/// Text that grows line by line and is cut into sentences.
#[derive(Default)]
pub(super) struct Paragraph {
    text: String,
    /// Where each line begins in `text`.
    starts: Vec<(usize, u32)>,
}

impl Paragraph {
    pub fn add(&mut self, line: u32, text: &str) {
        let text = without_marks(text);
        let text = text.trim();
        // Marks of admonitions and anchors of documentation tools.
        if ANCHOR.is_match(text) {
            return;
        }
        if text.is_empty() || self.text.len() > 40 * LONGEST {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.starts.push((self.text.len(), line));
        self.text.push_str(text);
    }

    fn line(&self, at: usize) -> u32 {
        let behind = self.starts.partition_point(|(start, _)| *start <= at);
        self.starts.get(behind.saturating_sub(1)).map_or(0, |(_, line)| *line)
    }

    /// Its sentences; what stood in it is gone.
    pub fn flush(&mut self, sections: &[String], units: &mut Vec<Unit>) {
        let block = self.starts.first().map_or(0, |(_, line)| *line);
        for (start, end) in sentences(&self.text) {
            for (start, end) in parts(&self.text, start, end) {
                let text = self.text[start..end].trim();
                if text.is_empty() || text.len() > LONGEST {
                    continue;
                }
                let lines = Span { start: self.line(start), end: self.line(end.saturating_sub(1)) };
                units.push(Unit {
                    lines,
                    block,
                    text: text.to_owned(),
                    form: Form::Sentence,
                    sections: sections.to_vec(),
                });
            }
        }
        *self = Self::default();
    }
}

static END: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"[.!?]["')]?\s+(?:[A-Z0-9`"'(\[]|--)"#).unwrap_or_else(|e| unreachable!("built-in pattern: {e}"))
});

/// Abbreviations that end no sentence.
const SHORT: [&str; 8] = ["e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "incl.", "resp."];

/// Where sentences begin and end.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(found) = END.find_at(text, from) {
        let mark = found.start() + 1;
        from = mark;
        let before = &text[start..mark];
        if SHORT.iter().any(|short| before.ends_with(short)) {
            continue;
        }
        out.push((start, mark));
        start = mark;
    }
    out.push((start, text.len()));
    out
}

static LABELLED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[A-Z][\w -]{1,40}:\s+\S").unwrap_or_else(|e| unreachable!("built-in pattern: {e}")));

/// A labelled enumeration (`Inbound: a (x), b (y), c (z)`) is one part for each of its items; else the whole.
fn parts(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let whole = vec![(start, end)];
    let sentence = &text[start..end];
    if !LABELLED.is_match(sentence.trim_start()) || sentence.matches(" (").count() < 2 {
        return whole;
    }
    let (mut depth, mut at, mut parts) = (0i32, start, Vec::new());
    for (index, byte) in sentence.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b',' | b';' if depth == 0 => {
                parts.push((at, start + index));
                at = start + index + 1;
            }
            _ => {}
        }
    }
    parts.push((at, end));
    let explained = parts.iter().filter(|(from, to)| text[*from..*to].contains('(')).count();
    if parts.len() > 1 && explained == parts.len() { parts } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(lines: &[&str]) -> Vec<(u32, String)> {
        let (mut paragraph, mut units) = (Paragraph::default(), Vec::new());
        for (line, text) in (1u32..).zip(lines) {
            paragraph.add(line, text);
        }
        paragraph.flush(&[], &mut units);
        units.into_iter().map(|unit| (unit.lines.start, unit.text)).collect()
    }

    #[test]
    fn sentences_know_their_lines() {
        let found = cut(&["**Gate**: asks, e.g. before `rm`. It", "fails closed! [Docs](x.md) say so."]);
        let wanted = [(1, "Gate: asks, e.g. before `rm`."), (1, "It fails closed!"), (2, "Docs say so.")];
        assert_eq!(found, wanted.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn an_enumeration_is_cut_where_each_item_is_explained() {
        let count = |text: &str| cut(&[text]).len();
        assert_eq!(count("Inbound: API (token), hooks (signed, checked), sockets (mTLS)."), 3);
        assert_eq!(count("Resource, command, and hash match (exactly) the approval (of a person)."), 1);
        assert_eq!(count("Note: see the page (below), then this, and that (there)."), 1);
    }

    #[test]
    fn marks_go_and_names_stay() {
        assert_eq!(without_marks("a **b** `max_turns` <br/> — “c”"), "a b `max_turns`   - \"c\"");
        assert_eq!(without_marks("_one_ two_three __four__"), "one two_three four__");
    }
}
