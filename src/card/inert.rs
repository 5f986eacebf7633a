//! Text of a JSON card becomes Markdown as it is: what would be more than words there is taken out of it, and said.

use serde_json::Value;

use super::Problem;
use crate::text::is_hidden;

/// Keys whose text is written as a code span or not at all.
const CODE: [&str; 6] = ["file", "lines", "contains", "search", "scope", "subpath"];

/// Changes every text of a card that could act in Markdown. Recursion is as deep as the JSON, whose depth its parser
/// bounds.
pub(super) fn tame(card: &mut Value, problems: &mut Vec<Problem>) {
    walk(card, "", "", problems);
}

fn walk(value: &mut Value, pointer: &str, key: &str, problems: &mut Vec<Problem>) {
    match value {
        Value::Object(fields) => {
            // Our own part is no text of the card.
            for (key, field) in fields.iter_mut().filter(|(key, _)| !(pointer.is_empty() && *key == "depthgauge")) {
                walk(field, &format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), key, problems);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter_mut().enumerate() {
                walk(item, &format!("{pointer}/{i}"), key, problems);
            }
        }
        Value::String(text) if matches!(key, "url" | "repo_url") && is_web_address(text) => {}
        Value::String(_) if matches!(key, "url" | "repo_url") => {
            problems.push(Problem::at(pointer, "link", "this is no http or https address; it is not kept"));
            *value = Value::Null;
        }
        Value::String(text) if !CODE.contains(&key) => {
            let inert = inert(text);
            if inert != *text {
                problems.push(
                    Problem::at(pointer, "markup", "this text holds more than words; what could act is escaped")
                        .warning(),
                );
                *text = inert;
            }
        }
        _ => {}
    }
}

pub(super) fn is_web_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.chars().any(|c| c.is_whitespace() || is_hidden(c) || "<>\"`\\".contains(c))
    })
}

/// One line without markup of HTML, blocks of Markdown, and links to anything but the web and the card itself.
pub(super) fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    if text.starts_with(['#', '>', '|', '='])
        || ["```", "~~~", "- ", "* ", "+ ", "---", "***", "___", "::"].iter().any(|m| text.starts_with(m))
    {
        out.push('\\');
    }
    // The length of the run of backticks that a code span is open by.
    let mut fence = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches('`').len();
        if run > 0 {
            let closes = |after: &str| after.split(|c| c != '`').any(|other| other.len() == run);
            fence = match fence {
                0 if closes(&rest[run..]) => run,
                open if open == run => 0,
                open => open,
            };
            out.push_str(&rest[..run]);
            rest = &rest[run..];
            continue;
        }
        let escaped = out.ends_with('\\') && fence == 0;
        let after = &rest[c.len_utf8()..];
        match c {
            c if c.is_control() || is_hidden(c) => out.push(' '),
            '<' if fence == 0
                && !escaped
                && after.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)) =>
            {
                out.push_str("\\<");
            }
            ']' if fence == 0 && !escaped && after.starts_with('(') && !is_harmless_target(&after[1..]) => {
                out.push_str("\\]")
            }
            ']' if fence == 0 && !escaped && after.starts_with(':') && text.trim_start().starts_with('[') => {
                out.push_str("\\]");
            }
            c => out.push(c),
        }
        rest = after;
    }
    out
}

/// A target on the web, or one without a scheme.
fn is_harmless_target(target: &str) -> bool {
    let target = target.trim_start().trim_start_matches('<').to_ascii_lowercase();
    let target = target.split(')').next().unwrap_or_default();
    let odd = target.contains(['&', '\\', '%']) && !target.starts_with("http");
    match target.split_once(':') {
        Some((scheme, _)) => matches!(scheme, "http" | "https") || scheme.contains(['/', '#']) && !odd,
        None => !odd,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_and_markup_does_not() {
        for plain in [
            "A small agent, 2 < 3 and `<b>` in code.",
            "See [the docs](https://example.org/a_(b)) and [below](#c4).",
            "already \\<escaped> text",
            "a | b",
            "[note] one: two",
        ] {
            assert_eq!(inert(plain), plain);
        }
        for (text, wanted) in [
            ("x\n## Score: 10", "x ## Score: 10"),
            ("<script>alert(1)</script>", "\\<script>alert(1)\\</script>"),
            ("`open <img src=x>", "`open \\<img src=x>"),
            ("[x](javascript:alert(1))", "[x\\](javascript:alert(1))"),
            ("[x](<data:text/html,x>)", "[x\\](\\<data:text/html,x>)"),
            ("[x](java&#115;cript:a)", "[x\\](java&#115;cript:a)"),
            ("[a]: javascript:x", "[a\\]: javascript:x"),
            ("# title", "\\# title"),
            ("::set-output name=a::b", "\\::set-output name=a::b"),
            ("a\u{202e}b\u{1b}[2J", "a b [2J"),
        ] {
            assert_eq!(inert(text), wanted, "{text:?}");
            assert_eq!(inert(wanted), wanted, "twice: {text:?}");
        }
        assert!(
            is_web_address("https://github.com/a/b")
                && !is_web_address("javascript:x")
                && !is_web_address("https://a\nb")
        );
    }
}
