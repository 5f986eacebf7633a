//! Facts of one file from its text: a pure function of text, language and that language's queries.

mod bindings;
pub(super) mod builder;
mod go;
mod go_settings;
mod go_values;
mod loops;
mod members;
mod model_parts;
mod models;
mod places;
mod python;
mod python_settings;
mod python_values;
mod script;
mod script_imports;
mod script_settings;
mod script_values;
mod tool_parts;
mod tool_schema;
mod tools;

use tree_sitter::Tree;

use super::{
    config,
    model::{Coverage, FileFacts},
};
use crate::syntax::{self, Language, ScriptDialect};

/// What one text gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Extracted {
    pub facts: FileFacts,
    /// Byte ranges of comments in the text, ascending.
    pub comments: Vec<(usize, usize)>,
    /// True when nothing useful was read although the language has facts: a limit was hit, or most of the text is no
    /// sentence of the language.
    pub unparsed: bool,
}

/// Reads the facts of a text. `path` decides dialects of configuration files only (compose file, Helm values).
pub fn extract(language: Language, path: &str, text: &str) -> Extracted {
    if language.is_config() {
        return config::extract(language, path, text);
    }
    match language {
        Language::Vue | Language::Svelte => match syntax::script_part(text) {
            Some((script, dialect)) => {
                let dialect = match dialect {
                    ScriptDialect::TypeScript => Language::TypeScript,
                    ScriptDialect::Tsx => Language::Tsx,
                    ScriptDialect::JavaScript => Language::JavaScript,
                };
                code(dialect, &script)
            }
            None => nothing(text, Coverage::Full),
        },
        _ if language.has_facts() => code(language, text),
        _ => nothing(text, Coverage::Text),
    }
}

/// No facts but the number of lines.
pub(super) fn nothing(text: &str, coverage: Coverage) -> Extracted {
    Extracted {
        facts: FileFacts {
            lines: syntax::line_count(text),
            coverage,
            functions: Vec::new(),
            calls: Vec::new(),
            imports: Vec::new(),
            settings: Vec::new(),
            tools: Vec::new(),
            models: Vec::new(),
        },
        comments: Vec::new(),
        unparsed: false,
    }
}

fn code(language: Language, text: &str) -> Extracted {
    let Some(parsed) = syntax::parse(language, text) else {
        let mut out = nothing(text, Coverage::Partial("parse limit".to_owned()));
        out.unparsed = true;
        return out;
    };
    let tree: &Tree = &parsed.tree;
    let mut builder = match language {
        Language::Python => python::read(&parsed, text, language),
        Language::Go => go::read(&parsed, text, language),
        _ => script::read(&parsed, text, language),
    };
    let places = tools::read(language, tree, &mut builder);
    models::read(language, tree, &mut builder, &places);
    builder.finish(tree)
}

#[cfg(test)]
mod tests;
