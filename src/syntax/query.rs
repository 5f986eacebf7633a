//! The embedded queries, compiled on the first use of their language.

use std::{collections::BTreeSet, sync::OnceLock};

use include_dir::{Dir, include_dir};
use tree_sitter::Query;

use super::{Language, parse::grammar};

static QUERIES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules/queries");

/// The queries of one language in one compiled object.
pub struct Queries {
    /// Every structure once: frameworks that declare tools in the same form share a pattern.
    pub query: Query,
    /// Per pattern of the query: the declarations in the files that have its structure.
    declarations: Vec<Vec<Declaration>>,
    /// Last parts of the `callee` globs: only calls that end so are looked at.
    pub callees: BTreeSet<String>,
    /// Those that begin with a wildcard, without it.
    pub endings: Vec<String>,
    /// The `key` words: only objects with one of these keys are looked at.
    pub keys: BTreeSet<String>,
}

/// One pattern of a query file: what its `#set!` lines say.
#[derive(Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Position among all patterns of the language, files by name.
    pub order: usize,
    properties: Vec<(String, String)>,
}

impl Declaration {
    /// The value of a property.
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

impl Queries {
    /// True for the last part of a callee that some `callee` glob ends in.
    pub fn may_declare(&self, name: &str) -> bool {
        self.callees.contains(name) || self.endings.iter().any(|ending| name.ends_with(ending.as_str()))
    }

    /// The declarations that a matched pattern stands for.
    pub fn declarations(&self, pattern: usize) -> &[Declaration] {
        self.declarations.get(pattern).map_or(&[], Vec::as_slice)
    }
}

/// A file of the folder by its path in it.
pub(super) fn embedded(path: &str) -> Option<&'static str> {
    QUERIES.get_file(path)?.contents_utf8()
}

/// The folder with a language's queries: the JavaScript family shares one.
fn folder(language: Language) -> Option<&'static str> {
    match language {
        Language::Python => Some("python"),
        Language::TypeScript | Language::Tsx | Language::JavaScript => Some("typescript"),
        Language::Go => Some("go"),
        Language::Rust => Some("rust"),
        Language::Kotlin => Some("kotlin"),
        Language::Java => Some("java"),
        Language::C | Language::Cpp => Some("c"),
        Language::CSharp => Some("csharp"),
        Language::Elixir => Some("elixir"),
        _ => None,
    }
}

/// The files of a language's folder, by name.
fn sources(language: Language) -> Vec<(String, &'static str)> {
    let Some(folder) = folder(language).and_then(|name| QUERIES.get_dir(name)) else { return Vec::new() };
    let mut sources: Vec<_> = folder
        .files()
        .filter(|file| file.path().extension().is_some_and(|extension| extension == "scm"))
        .filter_map(|file| Some((file.path().display().to_string(), file.contents_utf8()?)))
        .collect();
    sources.sort();
    sources
}

/// Compiles all query files of a language anew; the message names the file. [`queries`] does so once.
pub fn compile_queries(language: Language) -> Result<Option<Queries>, String> {
    let sources = sources(language);
    let Some(grammar) = grammar(language).filter(|_| !sources.is_empty()) else { return Ok(None) };
    let mut structures: Vec<(&str, String)> = Vec::new();
    let mut declarations: Vec<Vec<Declaration>> = Vec::new();
    let mut order = 0;
    for (name, text) in &sources {
        for pattern in split(text).map_err(|message| format!("{name}: {message}"))? {
            let declaration = Declaration { order, properties: pattern.properties };
            order += 1;
            match structures.iter().position(|(_, known)| *known == pattern.structure) {
                Some(at) => declarations[at].push(declaration),
                None => {
                    structures.push((name.as_str(), pattern.structure));
                    declarations.push(vec![declaration]);
                }
            }
        }
    }
    let text = structures.iter().map(|(_, structure)| structure.as_str()).collect::<Vec<_>>().join("\n");
    let query = Query::new(&grammar, &text).map_err(|all| {
        let culprit = structures.iter().find_map(|(name, structure)| {
            Query::new(&grammar, structure).err().map(|error| format!("{name}: {error} in {structure}"))
        });
        format!("{}: {}", language.name(), culprit.unwrap_or_else(|| all.to_string()))
    })?;
    if query.pattern_count() != structures.len() {
        return Err(format!("{}: a pattern must be one group in parentheses", language.name()));
    }
    let words = |wanted: &str| -> BTreeSet<String> {
        declarations
            .iter()
            .flatten()
            .filter_map(|declaration| declaration.property(wanted))
            .flat_map(str::split_whitespace)
            .map(|word| word.rsplit('.').next().unwrap_or(word).to_owned())
            .collect()
    };
    let (endings, callees): (Vec<String>, Vec<String>) =
        words("callee").into_iter().partition(|word| word.starts_with('*'));
    let endings = endings.iter().map(|word| word.trim_start_matches('*').to_owned()).collect();
    let keys = words("key");
    Ok(Some(Queries { query, declarations, callees: callees.into_iter().collect(), endings, keys }))
}

/// A pattern without its `#set!` lines, and those.
struct Pattern {
    structure: String,
    properties: Vec<(String, String)>,
}

/// Splits a query file into its patterns.
fn split(text: &str) -> Result<Vec<Pattern>, String> {
    let mut patterns = Vec::new();
    let mut depth = 0_usize;
    let mut structure = String::new();
    let mut properties = Vec::new();
    for token in tokens(text)? {
        match token {
            Token::Set(key, value) => properties.push((key, value)),
            Token::Text(part) => {
                match part {
                    "(" | "[" => depth += 1,
                    ")" | "]" => depth = depth.checked_sub(1).ok_or("a bracket too many")?,
                    _ => {}
                }
                if !structure.is_empty() {
                    structure.push(' ');
                }
                structure.push_str(part);
                if depth == 0 {
                    let structure = std::mem::take(&mut structure);
                    patterns.push(Pattern { structure, properties: std::mem::take(&mut properties) });
                }
            }
        }
    }
    if depth > 0 { Err("a bracket is missing".to_owned()) } else { Ok(patterns) }
}

/// A part of a query as it stands in its file.
pub(super) enum Token<'a> {
    Text(&'a str),
    /// `(#set! key "value")`.
    Set(String, String),
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            rest = rest.split_once('\n').map_or("", |(_, after)| after).trim_start();
            continue;
        }
        if let Some(after) = rest.strip_prefix("(#set!") {
            let mut parts = after.splitn(3, '"');
            let (Some(key), Some(value), Some(after)) = (parts.next(), parts.next(), parts.next()) else {
                return Err("#set! without a value in quotes".to_owned());
            };
            out.push(Token::Set(key.trim().to_owned(), value.to_owned()));
            rest = after.trim_start().strip_prefix(')').ok_or("#set! takes one value")?.trim_start();
            continue;
        }
        let length = match first {
            '(' | ')' | '[' | ']' => 1,
            '"' => {
                let mut escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, c)| {
                    let closes = *c == '"' && !escaped;
                    escaped = *c == '\\' && !escaped;
                    closes
                });
                end.ok_or("a quote is missing")?.0 + 1
            }
            _ => rest.find(|c: char| c.is_whitespace() || "()[]\";".contains(c)).unwrap_or(rest.len()),
        };
        // Quantifiers and field names belong to what stands beside them; blanks between them do no harm.
        out.push(Token::Text(&rest[..length]));
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

/// The queries of a language; `None` where it has none. Embedded queries compile: a test sees to it.
pub fn queries(language: Language) -> Option<&'static Queries> {
    static COMPILED: [OnceLock<Option<Queries>>; Language::PARSED.len()] =
        [const { OnceLock::new() }; Language::PARSED.len()];
    folder(language)?;
    let at = Language::PARSED.iter().position(|known| *known == language)?;
    let cell = COMPILED.get(at)?;
    cell.get_or_init(|| {
        compile_queries(language).unwrap_or_else(|message| {
            tracing::error!("embedded query: {message}");
            None
        })
    })
    .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_embedded_queries_compile() {
        for language in Language::PARSED.into_iter().filter(|language| *language != Language::Bash) {
            match compile_queries(language) {
                Ok(Some(queries)) => assert!(queries.query.pattern_count() > 0),
                Ok(None) => panic!("no queries for {}", language.name()),
                Err(message) => panic!("{message}"),
            }
        }
    }

    #[test]
    fn patterns_of_one_structure_are_compiled_once() {
        let patterns = split(
            "; a comment (\n((x) @a (#eq? @a \"(\\\"\") (#set! k \"1 2\"))\n((x)\n  @a (#set! k \"3\") (#eq? @a \"(\\\"\"))",
        )
        .unwrap();
        assert_eq!(patterns[0].structure, patterns[1].structure);
        assert_eq!(patterns[0].properties, [("k".to_owned(), "1 2".to_owned())]);
        assert!(split("((x)").is_err() && split("(x))").is_err() && split("(\"x)").is_err());
        let python = queries(Language::Python).unwrap();
        assert!(python.declarations.iter().any(|declarations| declarations.len() > 10));
    }

    /// A callee that ends in a wildcard could not be found by its last part.
    #[test]
    fn callees_end_in_a_name() {
        for queries in Language::PARSED.into_iter().filter_map(queries) {
            assert!(queries.callees.iter().all(|word| !word.contains('*')), "{:?}", queries.callees);
            assert!(queries.endings.iter().all(|word| word.len() > 3 && !word.contains('*')), "{:?}", queries.endings);
        }
    }

    /// Whatever a query file captures or sets is documented beside the queries.
    #[test]
    fn captures_and_properties_are_documented() {
        let readme = QUERIES.get_file("README.md").and_then(|file| file.contents_utf8()).unwrap_or_default();
        for queries in Language::PARSED.into_iter().filter_map(queries) {
            for name in queries.query.capture_names().iter().filter(|name| !name.starts_with('_')) {
                assert!(readme.contains(&format!("`@{name}`")), "@{name} is not documented");
            }
            for (key, _) in queries.declarations.iter().flatten().flat_map(|declaration| &declaration.properties) {
                assert!(readme.contains(&format!("`{key}`")), "{key} is not documented");
            }
        }
    }
}
