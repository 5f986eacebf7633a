//! Which parts of a few lines of code are keywords, strings and the like, by the queries that come with the grammars.

use std::{cell::RefCell, collections::BTreeMap, ops::Range};

use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

use super::{Language, parse};

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Comment,
    Function,
    Keyword,
    Number,
    String,
    Type,
}

/// Names of captures and what they stand for; the highlighter takes the longest that fits.
const CAPTURES: [(&str, Option<Colour>); 12] = [
    ("comment", Some(Colour::Comment)),
    ("constant.builtin", Some(Colour::Number)),
    ("constructor", Some(Colour::Type)),
    ("embedded", None),
    ("escape", Some(Colour::String)),
    ("function", Some(Colour::Function)),
    ("keyword", Some(Colour::Keyword)),
    ("number", Some(Colour::Number)),
    ("property", None),
    ("string", Some(Colour::String)),
    ("type", Some(Colour::Type)),
    ("variable", None),
];

/// Bytes that are coloured; an excerpt has a dozen short lines.
const LARGEST: usize = 16 << 10;

thread_local! {
    static READY: RefCell<BTreeMap<Language, Option<HighlightConfiguration>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Coloured parts in order, none overlapping; nothing for a language without queries, or a text that is no excerpt.
pub fn colours(language: Language, text: &str) -> Vec<(Range<usize>, Colour)> {
    if text.len() > LARGEST {
        return Vec::new();
    }
    READY.with_borrow_mut(|ready| {
        let configuration = ready.entry(language).or_insert_with(|| configuration(language));
        configuration.as_ref().and_then(|configuration| parts(configuration, text)).unwrap_or_default()
    })
}

fn parts(configuration: &HighlightConfiguration, text: &str) -> Option<Vec<(Range<usize>, Colour)>> {
    let mut highlighter = Highlighter::new();
    let events = highlighter.highlight(configuration, text.as_bytes(), None, None, |_| None).ok()?;
    let mut open: Vec<Option<Colour>> = Vec::new();
    let mut parts = Vec::new();
    for event in events {
        match event.ok()? {
            HighlightEvent::HighlightStart(capture) => {
                open.push(CAPTURES.get(capture.0).and_then(|(_, colour)| *colour))
            }
            HighlightEvent::HighlightEnd => drop(open.pop()),
            HighlightEvent::Source { start, end } => {
                if let Some(Some(colour)) = open.last()
                    && text.is_char_boundary(start)
                    && text.is_char_boundary(end)
                {
                    parts.push((start..end, *colour));
                }
            }
        }
    }
    Some(parts)
}

fn configuration(language: Language) -> Option<HighlightConfiguration> {
    let javascript = tree_sitter_javascript::HIGHLIGHT_QUERY;
    let query = match language {
        Language::Python => tree_sitter_python::HIGHLIGHTS_QUERY.to_owned(),
        Language::JavaScript => javascript.to_owned(),
        Language::TypeScript | Language::Tsx => format!("{}\n{javascript}", tree_sitter_typescript::HIGHLIGHTS_QUERY),
        Language::Go => tree_sitter_go::HIGHLIGHTS_QUERY.to_owned(),
        Language::Rust => tree_sitter_rust::HIGHLIGHTS_QUERY.to_owned(),
        Language::Bash => tree_sitter_bash::HIGHLIGHT_QUERY.to_owned(),
        Language::Java => tree_sitter_java::HIGHLIGHTS_QUERY.to_owned(),
        Language::C => tree_sitter_c::HIGHLIGHT_QUERY.to_owned(),
        Language::Cpp => format!("{}\n{}", tree_sitter_cpp::HIGHLIGHT_QUERY, tree_sitter_c::HIGHLIGHT_QUERY),
        Language::CSharp => tree_sitter_c_sharp::HIGHLIGHTS_QUERY.to_owned(),
        Language::Elixir => tree_sitter_elixir::HIGHLIGHTS_QUERY.to_owned(),
        Language::Json => tree_sitter_json::HIGHLIGHTS_QUERY.to_owned(),
        Language::Toml => tree_sitter_toml_ng::HIGHLIGHTS_QUERY.to_owned(),
        _ => return None,
    };
    let grammar = parse::grammar(language)?;
    let mut configuration = HighlightConfiguration::new(grammar, "excerpt", &query, "", "").ok()?;
    configuration.configure(&CAPTURES.map(|(name, _)| name));
    Some(configuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_with_queries_colours_something() {
        for (language, text) in [
            (Language::Python, "def f(a):\n    # note\n    return \"x\"\n"),
            (Language::JavaScript, "const a = \"x\"; // note\n"),
            (Language::TypeScript, "function f(a: string) { return \"x\"; }\n"),
            (Language::Tsx, "const a = <p>{\"x\"}</p>;\n"),
            (Language::Go, "func f() string { return \"x\" } // note\n"),
            (Language::Rust, "fn f() -> u8 { 3 } // note\n"),
            (Language::Bash, "if true; then echo \"x\"; fi\n"),
            (Language::Java, "class A { String f() { return \"x\"; } }\n"),
            (Language::C, "int f(void) { return 3; } /* note */\n"),
            (Language::Cpp, "class A { int f() { return 3; } };\n"),
            (Language::CSharp, "class A { string F() { return \"x\"; } }\n"),
            (Language::Elixir, "def f(a), do: \"x\" # note\n"),
            (Language::Json, "{\"a\": 1}\n"),
            (Language::Toml, "a = \"x\" # note\n"),
        ] {
            let found = colours(language, text);
            assert!(!found.is_empty(), "{language:?}");
            assert!(found.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start), "{language:?}: {found:?}");
        }
        assert_eq!(colours(Language::Yaml, "a: 1\n"), []);
    }

    #[test]
    fn parts_of_code_are_coloured_too() {
        let text = "    return subprocess.run(cmd, shell=True)  # as it is\n)";
        let words: Vec<(&str, Colour)> =
            colours(Language::Python, text).into_iter().map(|(range, colour)| (&text[range], colour)).collect();
        assert!(
            words.contains(&("return", Colour::Keyword)) && words.contains(&("# as it is", Colour::Comment)),
            "{words:?}"
        );
    }
}
