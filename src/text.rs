//! Two kinds of text. Prose comes from rule authors or from a card that was read and is printed as it is. [`Raw`]
//! comes from an audited repository and becomes prose only through one function per medium.
//!
//! Templates are rendered in an [`environment`], whose formatter knows the two kinds: a [`Raw`] value is escaped
//! without being asked, marked prose is written as it is, and anything unmarked is an error. A forgotten filter stops
//! the render; it cannot let text through.

pub mod html;

use std::{fmt, sync::Arc};

use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, UndefinedBehavior,
    syntax::SyntaxConfig,
    value::{Object, ObjectRepr, Value, ValueKind},
};
use serde::Serialize;

/// Characters of raw text that one place prints; what is longer ends in an ellipsis.
pub const RAW_LIMIT: usize = 200;

/// Text taken from an audited repository: hostile until escaped. Deliberately without `Display`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Raw(String);

impl Raw {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for comparing and looking up; never for output.
    pub fn unescaped(&self) -> &str {
        &self.0
    }
}

/// A template value that the formatter of [`environment`] escapes for its medium.
impl From<Raw> for Value {
    fn from(raw: Raw) -> Self {
        Value::from_object(RawValue(raw))
    }
}

#[derive(Debug)]
struct RawValue(Raw);

impl Object for RawValue {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    /// What string operations of the template language see. Never the text itself, so that joining and re-marking
    /// cannot undo the escaping.
    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&markdown(&self.0))
    }
}

/// Where text goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Medium {
    Markdown,
    Terminal,
    Html,
}

impl Medium {
    fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Terminal => "terminal",
            Self::Html => "html",
        }
    }

    /// The one way from raw text to text of this medium.
    pub fn escape(self, raw: &Raw) -> String {
        match self {
            Self::Markdown => markdown(raw),
            Self::Terminal => terminal(&raw.0),
            Self::Html => html::raw(raw),
        }
    }
}

/// A template environment of one medium. What `{{ … }}` may print: [`Raw`] values (escaped), numbers, and strings
/// marked by the filter `prose` (or made by a macro or by [`Value::from_safe_string`]). A plain string, an undefined
/// or any other value is an error. The filter `raw` turns a plain string into raw text, `path` into the text of a
/// Markdown link. For HTML, where marked text is markup, `prose` turns inline Markdown into it.
pub fn environment(medium: Medium) -> Environment<'static> {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    // Anything but `None` makes macros and `set` blocks return marked text.
    env.set_auto_escape_callback(move |_| AutoEscape::Custom(medium.name().into()));
    env.set_formatter(move |out, _, value| write_value(medium, out, value));
    for marking in ["safe", "escape", "e"] {
        env.remove_filter(marking);
    }
    match medium {
        Medium::Html => env.add_filter("prose", as_html),
        _ => env.add_filter("prose", as_prose),
    }
    env.add_filter("raw", |text: &str| Value::from(Raw::new(text)));
    env.add_filter("path", |text: &str| Value::from_safe_string(link_text(text)));
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    env.set_syntax(syntax.expect("the delimiters are the usual ones"));
    env
}

/// The formatter of [`environment`].
pub(crate) fn write_value(medium: Medium, out: &mut Output, value: &Value) -> Result<(), Error> {
    if let Some(raw) = value.downcast_object_ref::<RawValue>() {
        return Ok(out.write_str(&medium.escape(&raw.0))?);
    }
    match (value.kind(), value.as_str()) {
        (ValueKind::String, Some(text)) if value.is_safe() => match medium {
            Medium::Markdown | Medium::Html => Ok(out.write_str(text)?),
            Medium::Terminal => {
                let lines: Vec<String> = text.split('\n').map(terminal).collect();
                Ok(out.write_str(&lines.join("\n"))?)
            }
        },
        (ValueKind::Number, _) => Ok(write!(out, "{value}")?),
        (ValueKind::String, _) => Err(Error::new(
            ErrorKind::InvalidOperation,
            "a string that is marked neither as prose nor as raw text is printed: add `| prose` for words of a rule or \
             card author, `| raw` for text of the audited repository",
        )),
        (kind, _) => Err(Error::new(ErrorKind::InvalidOperation, format!("a value of type {kind} is printed"))),
    }
}

fn as_prose(value: &Value) -> Result<Value, Error> {
    match value.as_str() {
        Some(text) => Ok(Value::from_safe_string(text.to_owned())),
        None if value.kind() == ValueKind::Number => Ok(value.clone()),
        None if value.downcast_object_ref::<RawValue>().is_some() => {
            Err(Error::new(ErrorKind::InvalidOperation, "text of the audited repository cannot be marked as prose"))
        }
        None => Err(Error::new(ErrorKind::InvalidOperation, format!("a value of type {} is not prose", value.kind()))),
    }
}

/// [`as_prose`] for HTML.
fn as_html(value: &Value) -> Result<Value, Error> {
    let prose = as_prose(value)?;
    Ok(prose.as_str().map(|text| Value::from_safe_string(html::inline(text))).unwrap_or(prose))
}

/// A Markdown code span that shows `raw` whatever it holds: the fence is longer than any run of backticks, characters
/// that cannot be seen are shown as escapes, and what exceeds [`RAW_LIMIT`] characters is cut, with an ellipsis
/// behind the span. Empty text is shown as one space.
pub fn markdown(raw: &Raw) -> String {
    let (text, cut) = shown(&raw.0, RAW_LIMIT);
    span(&text) + if cut { "…" } else { "" }
}

/// A Markdown code span of any length: commands and paths, which must stay whole.
pub fn code(text: &str) -> String {
    span(&shown(text, usize::MAX).0)
}

fn span(text: &str) -> String {
    let text = if text.is_empty() { " " } else { text };
    let fence = "`".repeat(longest_run(text, '`') + 1);
    // CommonMark strips one space from each side if both are there and something else is.
    let stripped = text.starts_with(' ') && text.ends_with(' ') && !text.trim_matches(' ').is_empty();
    let pad = if text.starts_with('`') || text.ends_with('`') || stripped { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Text that can stand on a terminal: nothing in it moves the cursor, changes colours or reorders the line.
pub fn terminal(text: &str) -> String {
    shown(text, usize::MAX).0
}

/// JSON, two spaces deep, in which nothing acts on a terminal: what would do so in a string is an escape of JSON.
///
/// # Errors
/// None that text could cause.
pub fn json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    Ok(still(&serde_json::to_string_pretty(value)?))
}

/// The same in one line.
///
/// # Errors
/// None that text could cause.
pub fn json_line(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    Ok(still(&serde_json::to_string(value)?))
}

fn still(written: &str) -> String {
    let mut out = String::with_capacity(written.len() + 1);
    for c in written.chars() {
        if c != '\n' && moves(c) {
            let mut units = [0; 2];
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out + "\n"
}

/// Characters that move a cursor, end a line or reorder it.
fn moves(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text of a Markdown link: only what could break out of it, or could not be seen, is escaped.
pub fn link_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '[' | ']' | '(' | ')' | '<' | '>' | '`' | '\\' | '*' | '|' => out.extend(['\\', c]),
            '&' if starts_entity(&text[at + 1..]) => out.push_str("\\&"),
            c if is_hidden(c) => {
                out.push('\\');
                out.extend(c.escape_default());
            }
            c => out.push(c),
        }
    }
    out
}

/// The target of a Markdown link. A URL passes as it is; characters that would end the target are percent-encoded.
pub fn link_target(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        if c == ' ' || matches!(c, '(' | ')' | '<' | '>' | '\\' | '`') || is_hidden(c) {
            let mut bytes = [0; 4];
            for b in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{b:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn starts_entity(rest: &str) -> bool {
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    name.is_some_and(|end| end > 0 && rest.as_bytes()[end] == b';')
}

/// `text` with hidden characters as escapes, at most `limit` characters long; whether something was cut.
fn shown(text: &str, limit: usize) -> (String, bool) {
    let mut out = String::new();
    let mut length = 0;
    for c in text.chars() {
        let escape = is_hidden(c).then(|| c.escape_default());
        length += escape.as_ref().map_or(1, |e| e.len());
        if length > limit {
            return (out, true);
        }
        match escape {
            Some(escape) => out.extend(escape),
            None => out.push(c),
        }
    }
    (out, false)
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or(0)
}

/// Control characters, and those of Unicode that leave no mark or change how others are laid out.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use comrak::{Arena, Options, nodes::NodeValue, parse_document};
    use minijinja::context;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn json_acts_on_no_terminal() {
        let text = "a\u{9b}31m\u{7f}\u{202e}\u{2028}\u{1b}\n\u{26a0}\u{fe0f}é";
        let written = json(&[text]).unwrap();
        assert_eq!(written, "[\n  \"a\\u009b31m\\u007f\\u202e\\u2028\\u001b\\n\u{26a0}\u{fe0f}é\"\n]\n");
        assert_eq!(serde_json::from_str::<[String; 1]>(&written).unwrap(), [text]);
    }

    fn raw(text: &str) -> String {
        markdown(&Raw::new(text))
    }

    /// The inline nodes of the only paragraph of `md`: their kinds, and the literal of code spans.
    fn inlines(md: &str) -> Vec<Result<String, String>> {
        let arena = Arena::new();
        let root = parse_document(&arena, md, &Options::default());
        let blocks: Vec<_> = root.children().collect();
        assert_eq!(blocks.len(), 1, "{md:?}");
        assert!(matches!(blocks[0].data.borrow().value, NodeValue::Paragraph), "{md:?}");
        blocks[0]
            .children()
            .map(|n| match &n.data.borrow().value {
                NodeValue::Code(code) => Ok(code.literal.clone()),
                other => Err(format!("{other:?}")),
            })
            .collect()
    }

    #[test]
    fn spans() {
        for (text, want) in [
            ("rm -rf", "`rm -rf`"),
            ("a`b", "``a`b``"),
            ("`", "`` ` ``"),
            (" a ", "`  a  `"),
            (" a", "` a`"),
            ("  ", "`  `"),
            ("", "` `"),
            ("a\nb\t\u{1b}[31m", r"`a\nb\t\u{1b}[31m`"),
            ("user\u{202e}txt\u{200b}", r"`user\u{202e}txt\u{200b}`"),
            ("<script>", "`<script>`"),
        ] {
            assert_eq!(raw(text), want);
        }
        assert_eq!(raw(&"x".repeat(201)), format!("`{}`…", "x".repeat(200)));
        assert_eq!(raw(&"x".repeat(200)), format!("`{}`", "x".repeat(200)));
        assert_eq!(raw(&"\n".repeat(200)), format!("`{}`…", r"\n".repeat(100)), "an escape is never cut in two");
    }

    #[test]
    fn link_texts() {
        assert_eq!(link_text("integrations/mysql/__init__.py:173"), "integrations/mysql/__init__.py:173");
        assert_eq!(link_text("app/(group)/[id]/a*b.ts"), r"app/\(group\)/\[id\]/a\*b.ts");
        assert_eq!(link_text("a\u{202e}b\n"), r"a\\u{202e}b\\n");
        assert_eq!(link_text("a&amp;b&c"), r"a\&amp;b&c");
        assert_eq!(link_target("https://x/a b(c)"), "https://x/a%20b%28c%29");
    }

    #[test]
    fn terminal_text_is_inert() {
        assert_eq!(terminal("a\u{1b}]0;title\u{7}b\u{9b}1m"), r"a\u{1b}]0;title\u{7}b\u{9b}1m");
    }

    fn render(template: &str) -> Result<String, Error> {
        environment(Medium::Markdown).render_str(
            template,
            context! { plain => "plain", hostile => Value::from(Raw::new("**x** `y`")), n => 3, gone => Value::UNDEFINED },
        )
    }

    #[test]
    fn raw_text_is_escaped_without_a_filter() {
        assert_eq!(render("see {{ hostile }} and {{ n }}").unwrap(), "see `` **x** `y` `` and 3");
        assert_eq!(render("{{ plain | prose }} {{ plain | raw }}").unwrap(), "plain `plain`");
        let mac = "{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(hostile) }}";
        assert_eq!(render(mac).unwrap(), "<`` **x** `y` ``>");
        let set = "{% set v %}{{ hostile }}{% endset %}{{ v }}";
        assert_eq!(render(set).unwrap(), "`` **x** `y` ``");
    }

    #[test]
    fn a_forgotten_mark_is_an_error() {
        for template in [
            "{{ plain }}",
            "{{ gone }}",
            "{{ missing }}",
            "{{ none }}",
            "{{ true }}",
            "{{ [plain] }}",
            "{{ hostile | prose }}",
            "{{ hostile | safe }}",
            "{{ plain | safe }}",
            "{{ plain | escape }}",
            "{{ plain ~ n }}",
            "{{ hostile ~ plain }}",
            "{{ hostile | upper }}",
            "{{ hostile | string }}",
            "{{ [hostile, plain] | join(', ') }}",
            "{{ {'a': hostile} }}",
        ] {
            assert!(render(template).is_err(), "{template} → {:?}", render(template));
        }
    }

    #[test]
    fn no_operation_brings_the_raw_text_back() {
        for template in [
            "{{ (hostile ~ '') | prose }}",
            "{{ hostile | string | prose }}",
            "{{ [hostile] | join('') | prose }}",
            "{{ ('' | prose) ~ hostile }}",
            "{{ '%s' | format(hostile) | prose }}",
            "{{ hostile | replace('a', 'b') | prose }}",
        ] {
            if let Ok(text) = render(template) {
                assert!(text.contains("`` **x** `y` ``"), "{template} → {text}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_one_code_span(text in any::<String>()) {
            check_span(&text)?;
        }

        #[test]
        fn hostile_text_is_one_code_span(text in "[`~ \\\\\n<>&*_\\[\\]()|a\u{202e}\u{0}-]{0,300}") {
            check_span(&text)?;
        }

        #[test]
        fn any_path_stays_in_its_link(text in "[`~ \\\\\n<>&;#*_\\[\\]()|!a/\u{202e}-]{0,40}") {
            let nodes = inlines(&format!("x [{}:1]({}) y", link_text(&text), link_target(&text)));
            let links = nodes.iter().filter(|n| matches!(n, Err(e) if e.starts_with("Link"))).count();
            prop_assert_eq!((nodes.len(), links), (3, 1), "{:?}", nodes);
        }

        #[test]
        fn terminals_get_no_control_characters(text in any::<String>()) {
            prop_assert!(!terminal(&text).chars().any(is_hidden));
        }
    }

    fn check_span(text: &str) -> Result<(), TestCaseError> {
        let (want, cut) = shown(text, RAW_LIMIT);
        let want = if want.is_empty() { " ".to_owned() } else { want };
        let written = raw(text);
        for (before, behind) in [("", ""), ("see ", " there")] {
            let nodes = inlines(&format!("{before}{written}{behind}"));
            let code: Vec<_> = nodes.iter().flatten().collect();
            prop_assert_eq!(code, vec![&want]);
            let others = usize::from(!before.is_empty()) + usize::from(!behind.is_empty() || cut);
            prop_assert_eq!(nodes.len() - 1, others, "{:?}", nodes);
        }
        Ok(())
    }
}
