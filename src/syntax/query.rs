//! The embedded queries, compiled on the first use of their language.

use std::{collections::BTreeSet, sync::OnceLock};

use include_dir::{Dir, include_dir};
use tree_sitter::Query;

use super::{Language, parse::grammar};

static QUERIES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules/queries");

/// The queries of one language in one compiled object.
pub struct Queries {
    pub query: Query,
    /// Per pattern: the properties that its `#set!` lines give.
    pub properties: Vec<Vec<(String, String)>>,
    /// Last parts of the `callee` globs: only calls that end so are looked at.
    pub callees: BTreeSet<String>,
    /// Those that begin with a wildcard, without it.
    pub endings: Vec<String>,
    /// The `key` words: only objects with one of these keys are looked at.
    pub keys: BTreeSet<String>,
}

impl Queries {
    /// True for the last part of a callee that some `callee` glob ends in.
    pub fn may_declare(&self, name: &str) -> bool {
        self.callees.contains(name) || self.endings.iter().any(|ending| name.ends_with(ending.as_str()))
    }

    /// The value of `key` for a pattern.
    pub fn property(&self, pattern: usize, key: &str) -> Option<&str> {
        self.properties.get(pattern)?.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

/// The folder with a language's queries: the JavaScript family shares one.
fn folder(language: Language) -> Option<&'static str> {
    match language {
        Language::Python => Some("python"),
        Language::TypeScript | Language::Tsx | Language::JavaScript => Some("typescript"),
        Language::Go => Some("go"),
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

/// Compiles all query files of a language; the message names the file.
fn compile(language: Language) -> Result<Option<Queries>, String> {
    let sources = sources(language);
    let Some(grammar) = grammar(language).filter(|_| !sources.is_empty()) else { return Ok(None) };
    let text: String = sources.iter().map(|(_, text)| format!("{text}\n")).collect();
    let query = match Query::new(&grammar, &text) {
        Ok(query) => query,
        Err(all) => {
            let culprit = sources
                .iter()
                .find_map(|(name, text)| Query::new(&grammar, text).err().map(|error| format!("{name}: {error}")));
            return Err(format!("{}: {}", language.name(), culprit.unwrap_or_else(|| all.to_string())));
        }
    };
    let properties: Vec<Vec<(String, String)>> = (0..query.pattern_count())
        .map(|pattern| {
            query
                .property_settings(pattern)
                .iter()
                .map(|property| (property.key.to_string(), property.value.as_deref().unwrap_or_default().to_owned()))
                .collect()
        })
        .collect();
    let words = |wanted: &str| -> BTreeSet<String> {
        properties
            .iter()
            .flatten()
            .filter(|(key, _)| key == wanted)
            .flat_map(|(_, value)| value.split_whitespace())
            .map(|word| word.rsplit('.').next().unwrap_or(word).to_owned())
            .collect()
    };
    let (endings, callees): (Vec<String>, Vec<String>) =
        words("callee").into_iter().partition(|word| word.starts_with('*'));
    let endings = endings.iter().map(|word| word.trim_start_matches('*').to_owned()).collect();
    let keys = words("key");
    Ok(Some(Queries { query, properties, callees: callees.into_iter().collect(), endings, keys }))
}

/// The queries of a language; `None` where it has none. Embedded queries compile: a test sees to it.
pub fn queries(language: Language) -> Option<&'static Queries> {
    static PYTHON: OnceLock<Option<Queries>> = OnceLock::new();
    static TYPESCRIPT: OnceLock<Option<Queries>> = OnceLock::new();
    static TSX: OnceLock<Option<Queries>> = OnceLock::new();
    static JAVASCRIPT: OnceLock<Option<Queries>> = OnceLock::new();
    static GO: OnceLock<Option<Queries>> = OnceLock::new();
    let cell = match language {
        Language::Python => &PYTHON,
        Language::TypeScript => &TYPESCRIPT,
        Language::Tsx => &TSX,
        Language::JavaScript => &JAVASCRIPT,
        Language::Go => &GO,
        _ => return None,
    };
    cell.get_or_init(|| {
        compile(language).unwrap_or_else(|message| {
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
        for language in [Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Go] {
            match compile(language) {
                Ok(Some(queries)) => assert!(queries.query.pattern_count() > 0),
                Ok(None) => panic!("no queries for {}", language.name()),
                Err(message) => panic!("{message}"),
            }
        }
    }

    /// A callee that ends in a wildcard could not be found by its last part.
    #[test]
    fn callees_end_in_a_name() {
        for language in [Language::Python, Language::TypeScript, Language::Go] {
            let queries = queries(language).unwrap();
            assert!(queries.callees.iter().all(|word| !word.contains('*')), "{:?}", queries.callees);
            assert!(queries.endings.iter().all(|word| word.len() > 3 && !word.contains('*')), "{:?}", queries.endings);
        }
    }

    /// Whatever a query file captures or sets is documented beside the queries.
    #[test]
    fn captures_and_properties_are_documented() {
        let readme = QUERIES.get_file("README.md").and_then(|file| file.contents_utf8()).unwrap_or_default();
        for language in [Language::Python, Language::TypeScript, Language::Go] {
            let queries = queries(language).unwrap();
            for name in queries.query.capture_names().iter().filter(|name| !name.starts_with('_')) {
                assert!(readme.contains(&format!("`@{name}`")), "@{name} is not documented");
            }
            for (key, _) in queries.properties.iter().flatten() {
                assert!(readme.contains(&format!("`{key}`")), "{key} is not documented");
            }
        }
    }
}
