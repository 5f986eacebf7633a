//! Text for HTML. Words of a card are Markdown in inline form and become a short list of elements; everything else is
//! text. Nothing of what goes in can name an element, an attribute or a scheme.

use comrak::{
    Arena, Options,
    nodes::{ListType, NodeValue},
    parse_document,
};

use super::{RAW_LIMIT, Raw, is_hidden, shown};

/// Text between tags, or in a quoted attribute. On one line; characters that
/// cannot be seen are shown as escapes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push(&mut out, c);
    }
    out
}

fn push(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\n' | '\t' => out.push(' '),
        c if is_hidden(c) => out.extend(c.escape_default()),
        c => out.push(c),
    }
}

/// Text of an audited repository: a code element, cut like [`super::markdown`].
pub(super) fn raw(raw: &Raw) -> String {
    let (text, cut) = shown(&raw.0, RAW_LIMIT);
    format!("<code>{}</code>{}", escape(&text), if cut { "…" } else { "" })
}

/// A code element of any length.
pub fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(&shown(text, usize::MAX).0))
}

/// An address that a link may have: http or https, without what could end an attribute or hide where it leads.
pub fn address(url: &str) -> Option<String> {
    let lower = url.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = !host.is_empty() && !host.contains('@');
    let odd = |c: char| c.is_whitespace() || is_hidden(c) || "<>\"'`\\".contains(c);
    (plain && !url.contains(odd)).then(|| escape(url))
}

/// Words of a card. Code, emphasis and links to the web become elements; anything else that Markdown knows, HTML in it
/// included, is text again.
pub fn inline(prose: &str) -> String {
    let arena = Arena::new();
    let root = parse_document(&arena, prose, &Options::default());
    let mut out = String::with_capacity(prose.len() + 32);
    let mut links = Vec::new();
    for edge in root.traverse() {
        match edge {
            comrak::arena_tree::NodeEdge::Start(node) => match &node.data.borrow().value {
                NodeValue::Text(text) => out.push_str(&escape(text)),
                NodeValue::Code(span) => out.push_str(&code(&span.literal)),
                NodeValue::HtmlInline(html) => out.push_str(&escape(html)),
                NodeValue::HtmlBlock(html) => out.push_str(&escape(html.literal.trim_end())),
                NodeValue::CodeBlock(block) => out.push_str(&code(block.literal.trim_end())),
                NodeValue::SoftBreak | NodeValue::LineBreak => out.push(' '),
                NodeValue::Emph => out.push_str("<em>"),
                NodeValue::Strong => out.push_str("<strong>"),
                NodeValue::Link(link) => {
                    let address = address(&link.url);
                    if let Some(address) = &address {
                        out.push_str(&format!("<a href=\"{address}\" rel=\"noopener noreferrer\">"));
                    }
                    links.push(address.is_some());
                }
                NodeValue::Item(item) => {
                    gap(&mut out);
                    match item.list_type {
                        ListType::Ordered => out.push_str(&format!("{}. ", item.start)),
                        ListType::Bullet => out.push_str("- "),
                    }
                }
                NodeValue::Paragraph | NodeValue::Heading(_) => gap(&mut out),
                _ => {}
            },
            comrak::arena_tree::NodeEdge::End(node) => match &node.data.borrow().value {
                NodeValue::Emph => out.push_str("</em>"),
                NodeValue::Strong => out.push_str("</strong>"),
                NodeValue::Link(_) if links.pop() == Some(true) => out.push_str("</a>"),
                _ => {}
            },
        }
    }
    out
}

/// Blocks stand behind each other in one line.
fn gap(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_become_a_few_elements() {
        for (prose, html) in [
            ("a `b<c` *d* **e**", "a <code>b&lt;c</code> <em>d</em> <strong>e</strong>"),
            (
                "[x](https://example.org/a?b=c&d)",
                "<a href=\"https://example.org/a?b=c&amp;d\" rel=\"noopener noreferrer\">x</a>",
            ),
            ("[x](javascript:alert(1)) [y](//e.org) [z](#a)", "x y z"),
            ("[x](https://good.example@evil.example/)", "x"),
            (
                "<script>alert(1)</script> & <b onclick=x>",
                "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b onclick=x&gt;",
            ),
            ("a <img src=x onerror=y> b", "a &lt;img src=x onerror=y&gt; b"),
            ("![alt](https://example.org/x.png)", "alt"),
            ("# one\n\n> two\n\n- three", "one two - three"),
            ("2024. a year", "2024. a year"),
            ("a\u{202e}b\u{0}c", "a\\u{202e}b\\u{0}c"),
        ] {
            assert_eq!(inline(prose), html, "{prose:?}");
        }
        assert_eq!(raw(&Raw::new("</code>\u{1b}[2J\"'")), "<code>&lt;/code&gt;\\u{1b}[2J&quot;&#39;</code>");
    }

    #[test]
    fn deep_nesting_is_only_text() {
        for piece in ["> ", "*a ", "[", "- ", "`", "**"] {
            assert!(inline(&piece.repeat(20_000)).len() < 2_000_000, "{piece}");
        }
    }

    /// The tags of a text, without what attributes hold.
    fn tags(html: &str) -> Vec<&str> {
        html.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag).collect()
    }

    proptest! {
        #[test]
        fn nothing_else_becomes_an_element(text in "[`~ \\\\\n<>&;#*_\\[\\]()|!a/:'\"\u{202e}-]{0,120}") {
            for tag in tags(&inline(&text)) {
                let known = ["code", "/code", "em", "/em", "strong", "/strong", "/a"].contains(&tag);
                prop_assert!(known || tag.starts_with("a href=\"http"), "{tag:?} of {text:?}");
            }
        }

        #[test]
        fn escaped_text_has_no_markup(text in any::<String>()) {
            let escaped = escape(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            prop_assert!(!escaped.chars().any(is_hidden));
        }
    }
}
