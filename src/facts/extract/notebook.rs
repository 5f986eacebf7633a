//! Notebooks: the code cells as one Python text, with the lines of the notebook file.

use tree_sitter::Node;

use super::{
    Extracted,
    builder::{field, span},
    code, nothing,
};
use crate::{
    facts::model::{Coverage, Span},
    syntax::{self, Language},
};

/// Bytes of a notebook that are read; outputs with pictures make them large.
const LARGEST: usize = 4 << 20;
/// Cells, and strings of a cell, that are read.
const MOST: usize = 20_000;

pub(super) fn read(text: &str) -> Extracted {
    if text.len() > LARGEST {
        return nothing(text, Coverage::Partial("notebook larger than 4 MB: cells not read".to_owned()));
    }
    let Some(parsed) = syntax::parse(Language::Json, text) else {
        return nothing(text, Coverage::Partial("parse limit".to_owned()));
    };
    let cells = Cells { text, code: String::new(), lines: Vec::new() }.read(parsed.tree.root_node());
    if cells.code.is_empty() {
        return nothing(text, Coverage::Text);
    }
    let mut out = code(Language::Python, &cells.code);
    let facts = &mut out.facts;
    facts.lines = syntax::line_count(text);
    for span in facts.functions.iter_mut().map(|fact| &mut fact.span) {
        cells.place(span);
    }
    for span in facts.calls.iter_mut().map(|fact| &mut fact.span) {
        cells.place(span);
    }
    for span in facts.imports.iter_mut().map(|fact| &mut fact.span) {
        cells.place(span);
    }
    for span in facts.settings.iter_mut().map(|fact| &mut fact.span) {
        cells.place(span);
    }
    for tool in &mut facts.tools {
        cells.place(&mut tool.span);
        if let Some(body) = &mut tool.body {
            cells.place(body);
        }
    }
    for model in &mut facts.models {
        cells.place(&mut model.span);
        model.appends.iter_mut().for_each(|append| cells.place(&mut append.span));
        model.stops.iter_mut().for_each(|stop| cells.place(&mut stop.span));
    }
    for span in facts.routes.iter_mut().map(|fact| &mut fact.span) {
        cells.place(span);
    }
    for span in facts.loops.iter_mut().map(|fact| &mut fact.span) {
        cells.place(span);
    }
    // Ranges in the code are none in the file.
    out.comments = Vec::new();
    out.unparsed = false;
    out
}

struct Cells<'t> {
    text: &'t str,
    code: String,
    /// Of each line of the code the line in the file.
    lines: Vec<u32>,
}

impl<'t> Cells<'t> {
    fn read(mut self, root: Node<'t>) -> Self {
        let Some(cells) = root.named_child(0).and_then(|notebook| self.value(notebook, "cells")) else { return self };
        if cells.kind() != "array" || self.is_foreign(root) {
            return self;
        }
        let mut cursor = cells.walk();
        let list: Vec<Node<'t>> = cells.named_children(&mut cursor).take(MOST).collect();
        for cell in list {
            let is_code = self.value(cell, "cell_type").is_some_and(|kind| &self.text[kind.byte_range()] == "\"code\"");
            let Some(source) = self.value(cell, "source").filter(|_| is_code) else { continue };
            let mut cursor = source.walk();
            let strings: Vec<Node<'t>> = match source.kind() {
                "array" => source.named_children(&mut cursor).take(MOST).collect(),
                _ => vec![source],
            };
            for string in strings.into_iter().filter(|node| node.kind() == "string") {
                self.add(string);
            }
            self.end_line(span(source).end);
        }
        self
    }

    /// True where the kernel speaks another language.
    fn is_foreign(&self, root: Node<'t>) -> bool {
        let language = root
            .named_child(0)
            .and_then(|notebook| self.value(notebook, "metadata"))
            .and_then(|metadata| self.value(metadata, "kernelspec"))
            .and_then(|kernel| self.value(kernel, "language"));
        language.is_some_and(|language| &self.text[language.byte_range()] != "\"python\"")
    }

    fn value(&self, object: Node<'t>, key: &str) -> Option<Node<'t>> {
        let mut cursor = object.walk();
        object
            .named_children(&mut cursor)
            .find(|pair| field(*pair, "key").is_some_and(|name| self.text[name.byte_range()].trim_matches('"') == key))
            .and_then(|pair| field(pair, "value"))
    }

    fn add(&mut self, string: Node<'t>) {
        let written = &self.text[string.byte_range()];
        let source = serde_json::from_str::<String>(written).unwrap_or_default();
        let line = span(string).start;
        for piece in source.split_inclusive('\n') {
            let starts_line = self.code.is_empty() || self.code.ends_with('\n');
            if starts_line {
                self.lines.push(line);
            }
            // Commands to the notebook are no Python.
            let command = starts_line && piece.trim_start().starts_with(['%', '!']);
            if command {
                self.code.push_str("pass");
                if piece.ends_with('\n') {
                    self.code.push('\n');
                }
            } else {
                self.code.push_str(piece);
            }
        }
    }

    fn end_line(&mut self, line: u32) {
        if self.code.ends_with('\n') {
            self.lines.push(line);
        }
        self.code.push('\n');
    }

    fn place(&self, span: &mut Span) {
        let line = |line: u32| self.lines.get(line.saturating_sub(1) as usize).copied();
        let last = self.lines.last().copied().unwrap_or(1);
        let (start, end) = (line(span.start).unwrap_or(last), line(span.end).unwrap_or(last));
        *span = Span { start, end: end.max(start) };
    }
}
