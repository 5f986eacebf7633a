//! Which literal a citation quotes, and which words of a value may be shown. Never a secret.

use super::{Input, content::Contents, evaluate::Fact, names::last_segment};
use crate::{
    evidence::{citable, mask, mask_value},
    facts::{Setting, Span, Value, Word},
    rulebook::Capture,
};

/// Longer literals are cut down to a part that is easy to find.
const MAX_LITERAL: usize = 80;

/// Finds a literal within the lines of a match.
pub(super) struct Quoter<'i> {
    input: &'i Input<'i>,
    contents: &'i Contents<'i>,
    lines: Option<Lines<'i>>,
}

/// A text with the offsets at which its lines start.
struct Lines<'i> {
    text: &'i str,
    starts: Vec<usize>,
}

impl<'i> Lines<'i> {
    fn new(text: &'i str) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        Self { text, starts }
    }

    /// The lines of a span without their last line feed; `None` beyond the end.
    fn get(&self, span: Span) -> Option<&'i str> {
        let start = *self.starts.get(span.start.checked_sub(1)? as usize)?;
        let end = self.starts.get(span.end as usize).map_or(self.text.len(), |next| next - 1);
        self.text.get(start..end)
    }
}

impl<'i> Quoter<'i> {
    pub fn new(input: &'i Input<'i>, contents: &'i Contents<'i>) -> Self {
        Self { input, contents, lines: None }
    }

    /// The first candidate that stands within the lines; `None` if none does.
    pub fn contains(&mut self, fact: &Fact, span: Span, capture: Option<Capture>) -> Option<Word> {
        let candidates = candidates(self.input, fact, capture);
        let Some(content) = self.contents.whole() else { return candidates.first().map(Word::from) };
        if !content.quotable {
            return None;
        }
        let lines = self.lines.get_or_insert_with(|| Lines::new(&content.text)).get(span)?;
        if *fact == Fact::Path {
            let word =
                lines.split(|c: char| !(c.is_ascii_alphanumeric() || "_.-".contains(c))).find(|w| w.len() > 1)?;
            return usable(word).then(|| word.into());
        }
        candidates.iter().find(|c| lines.contains(c.as_str())).map(Word::from)
    }
}

fn candidates(input: &Input<'_>, fact: &Fact, capture: Option<Capture>) -> Vec<String> {
    let facts = input.facts;
    let mut out: Vec<&str> = Vec::new();
    let shortened;
    match fact {
        Fact::Call(i) => {
            if let Some(call) = facts.calls.get(*i) {
                if capture == Some(Capture::Value)
                    && let Some(Value::Str(text)) = call.arguments.first().map(|a| &a.value)
                {
                    out.push(text);
                }
                out.extend([call.written.as_str(), last_segment(&call.written), last_segment(&call.callee)]);
            }
        }
        Fact::Tool(i) => {
            if let Some(tool) = facts.tools.get(*i) {
                out.extend(tool.name.as_deref());
                out.extend(tool.handler.as_deref());
                out.extend(["tool", "Tool"]);
            }
        }
        Fact::Setting(i) => {
            if let Some(setting) = facts.settings.get(*i) {
                out.extend([setting.written.as_str(), last_segment(&setting.written)]);
            }
        }
        Fact::Import(i) => {
            if let Some(import) = facts.imports.get(*i) {
                out.extend(import.name.as_deref().filter(|n| *n != "*" && capture == Some(Capture::Name)));
                out.extend([import.module.as_str(), last_segment(&import.module)]);
                out.extend(import.name.as_deref());
            }
        }
        Fact::Function(i) => out.extend(facts.functions.get(*i).map(|f| f.name.as_str())),
        Fact::Model(i) => {
            let call = facts.models.get(*i).and_then(|model| facts.calls.get(model.call? as usize));
            if let Some(call) = call {
                out.extend([call.written.as_str(), last_segment(&call.written), last_segment(&call.callee)]);
            }
        }
        Fact::Loop(_) => out.extend(["while", "for", "loop", "do"]),
        Fact::Route(i) => {
            if let Some(route) = facts.routes.get(*i) {
                out.extend(route.path.as_deref());
                out.extend(route.handler.as_deref().map(last_segment));
            }
        }
        Fact::Text(text) | Fact::Syntax(text) => {
            shortened = literal(text);
            out.push(&shortened);
        }
        Fact::Path => {}
    }
    out.into_iter().filter(|c| usable(c)).map(str::to_owned).collect()
}

pub(super) fn usable(text: &str) -> bool {
    text.len() <= MAX_LITERAL && citable(text).is_some_and(|t| t == text)
}

/// The part of a text match that names something: up to an assigned value, cut to length.
pub(super) fn literal(matched: &str) -> String {
    let trimmed = matched.trim();
    let head = match trimmed.find(['=', ':']) {
        Some(at) if at >= 3 && mask(trimmed) != trimmed => &trimmed[..at],
        _ => trimmed,
    };
    let cut = head.char_indices().nth(MAX_LITERAL - 20).map_or(head, |(at, _)| &head[..at]);
    cut.trim_end().to_owned()
}

/// First line of a name that was written over several.
pub(super) fn one_line(name: &str) -> &str {
    match name.contains('\n') {
        true => last_segment(name).trim(),
        false => name,
    }
}

/// A value as a sentence may show it.
pub(super) fn masked(value: &Value) -> String {
    match value {
        Value::Str(s) | Value::Num(s) | Value::Name(s) => short(&mask(s)),
        Value::Bool(b) => b.to_string(),
        Value::Null => "null".into(),
        Value::Call(callee, _) => format!("{}(…)", short(&mask(callee))),
        Value::List(items) => match items.first() {
            Some(Value::Str(s)) => format!("[{}, …]", short(&mask(s))),
            _ => "[…]".into(),
        },
        Value::Object(_) => "{…}".into(),
        Value::Other(_) => String::new(),
    }
}

/// The value of a setting whose name says that it is secret is never shown.
pub(super) fn masked_setting(setting: &Setting) -> String {
    masked_as(&setting.name, &setting.value)
}

pub(super) fn masked_as(name: &str, value: &Value) -> String {
    match value {
        Value::Str(s) => short(&mask_value(name, s)),
        value => masked(value),
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_quoted() {
        let key = format!("{}{}", "sk-", "abcdefghijklmnop1234");
        assert!(!usable(&key) && usable("subprocess.run") && !usable("a\nb") && !usable(""));
        assert_eq!(literal(&format!("api_key = {key}")), "api_key");
        assert!(!masked(&Value::Str(key.clone().into())).contains(&key));
        assert!(!masked(&Value::Call(format!("clients[\"{key}\"].open").into(), Default::default())).contains(&key));
        let setting = Setting {
            name: "db_password".into(),
            written: "DB_PASSWORD".into(),
            value: Value::Str("hunter2isnotgood".into()),
            kind: crate::facts::SettingKind::Constant,
            span: Span::line(1),
            function: None,
        };
        assert!(!masked_setting(&setting).contains("hunter2"));
    }

    #[test]
    fn lines_are_cut_from_text() {
        let text = Lines::new("one\ntwo\nthree");
        assert_eq!(text.get(Span { start: 2, end: 3 }), Some("two\nthree"));
        assert_eq!(text.get(Span::line(1)), Some("one"));
        assert_eq!(text.get(Span::line(4)), None);
    }
}
