//! Facts of one file from its text: a pure function of text, language and that language's queries.

mod arms;
mod bash;
mod bindings;
mod branches;
pub(super) mod builder;
mod chain;
mod go;
mod go_control;
mod go_settings;
mod go_values;
mod known_values;
mod loops;
mod members;
mod model_parts;
mod models;
mod notebook;
mod origin;
mod others;
mod places;
mod python;
mod python_control;
mod python_settings;
mod python_values;
mod recorder;
mod route_between;
mod route_decorators;
mod routes;
mod rust;
mod rust_attributes;
mod rust_items;
mod rust_names;
mod rust_parts;
mod rust_settings;
mod rust_tokens;
mod rust_values;
mod script;
mod script_control;
mod script_imports;
mod script_settings;
mod script_values;
mod stops;
mod tool_distinct;
mod tool_draft;
mod tool_names;
mod tool_parts;
mod tool_schema;
mod tool_shapes;
mod tool_surroundings;
mod tools;
mod turns;

use serde::{Deserialize, Serialize};
use tree_sitter::Tree;

use super::{
    config,
    control::Control,
    model::{Coverage, FileFacts},
    names,
};
use crate::syntax::{self, Language, ScriptDialect};

/// What one text gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extracted {
    pub facts: FileFacts,
    /// Byte ranges of comments in the text, and of tests inside of Rust files, ascending.
    pub comments: Vec<(usize, usize)>,
    /// True when nothing useful was read although the language has facts: a limit was hit, or most of the text is no
    /// sentence of the language.
    pub unparsed: bool,
}

impl Extracted {
    /// Gives back what lists have room for: they stay as they are from here on.
    pub(super) fn shrink(&mut self) {
        let facts = &mut self.facts;
        facts.functions.shrink_to_fit();
        facts.calls.shrink_to_fit();
        facts.imports.shrink_to_fit();
        facts.settings.shrink_to_fit();
        facts.tools.shrink_to_fit();
        facts.models.shrink_to_fit();
        facts.loops.shrink_to_fit();
        facts.routes.shrink_to_fit();
        // Most calls have one argument; a list that grows has room for four.
        for call in &mut facts.calls {
            call.arguments.shrink_to_fit();
            call.arguments.iter_mut().for_each(|argument| argument.value.shrink());
        }
        facts.settings.iter_mut().for_each(|setting| setting.value.shrink());
        for function in &mut facts.functions {
            function.decorators.shrink_to_fit();
            function.parameters.shrink_to_fit();
            function.bases.shrink_to_fit();
        }
        self.comments.shrink_to_fit();
    }
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
        Language::Notebook => notebook::read(text),
        Language::Markdown => config::document(text),
        _ if language.has_facts() => code(language, text),
        Language::Text if matches!(names::file_name(path), "go.mod" | "go.work") => config::go_module(text),
        Language::Text if names::file_name(path) == "Procfile" => config::procfile(text),
        _ => nothing(text, Coverage::Text),
    }
}

/// No facts but the number of lines.
pub(super) fn nothing(text: &str, coverage: Coverage) -> Extracted {
    no_facts(syntax::line_count(text), coverage)
}

pub(super) fn no_facts(lines: u32, coverage: Coverage) -> Extracted {
    Extracted {
        facts: FileFacts {
            lines,
            coverage,
            functions: Vec::new(),
            calls: Vec::new(),
            imports: Vec::new(),
            settings: Vec::new(),
            tools: Vec::new(),
            control: Control::default(),
            models: Vec::new(),
            loops: Vec::new(),
            routes: Vec::new(),
            sections: Vec::new(),
        },
        comments: Vec::new(),
        unparsed: false,
    }
}

fn code(language: Language, text: &str) -> Extracted {
    // A header says by its words which of the two it is.
    let language = if language == Language::C && others::is_cpp(text) { Language::Cpp } else { language };
    let Some(parsed) = syntax::parse(language, text) else {
        let mut out = nothing(text, Coverage::Partial("parse limit".to_owned()));
        out.unparsed = true;
        return out;
    };
    let tree: &Tree = &parsed.tree;
    let mut builder = match language {
        Language::Python => python::read(&parsed, text, language),
        Language::Go => go::read(&parsed, text, language),
        Language::Rust => rust::read(&parsed, text, language),
        Language::Bash => bash::read(&parsed, text, language),
        _ if others::reads(language) => others::read(&parsed, text, language),
        _ => script::read(&parsed, text, language),
    };
    let places = tools::read(language, tree, &mut builder);
    models::read(language, tree, &mut builder, &places);
    routes::read(language, &mut builder);
    builder.finish(tree)
}

#[cfg(test)]
mod tests;
