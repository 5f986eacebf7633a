//! JSON (with comments) and TOML through their grammars, YAML through our reader.

use tree_sitter::Node;

use super::{join, scalar};
use crate::{
    facts::{
        extract::{
            Extracted,
            builder::{Builder, children, field, inner, span, too_deep, unescape},
            nothing,
        },
        model::{Coverage, SettingKind, Span, Value},
        names::cut,
    },
    syntax::{self, Language, Step, Visitor},
};

pub(super) fn read(language: Language, kind: SettingKind, text: &str) -> Extracted {
    let Some(parsed) = syntax::parse(language, text) else {
        let mut out = nothing(text, Coverage::Partial("parse limit".to_owned()));
        out.unparsed = true;
        return out;
    };
    let mut keys =
        Keys { builder: Builder::new(language, text), kind, name: String::new(), depth: 0, pushed: Vec::new() };
    syntax::walk(&parsed, &mut keys);
    keys.builder.finish(&parsed.tree)
}

struct Keys<'t> {
    builder: Builder<'t>,
    kind: SettingKind,
    /// The normalised keys down to here, dotted.
    name: String,
    depth: usize,
    /// Nodes that put keys on the name, with its length before and their number.
    pushed: Vec<(usize, usize, usize)>,
}

impl<'t> Visitor<'t> for Keys<'t> {
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool {
        match step.kind {
            "comment" => {
                self.builder.comments.push((step.node.start_byte(), step.node.end_byte()));
            }
            "ERROR" => self.builder.note_error(step.node),
            "pair" => self.pair(above, step.node),
            "table" | "table_array_element" => {
                if let Some(header) = inner(step.node) {
                    let parts = self.toml_key(header);
                    self.push(step.node, &parts);
                }
            }
            _ => {}
        }
        true
    }

    fn leave(&mut self, _: &[Step<'t>], step: Step<'t>) {
        if self.pushed.last().is_some_and(|(node, ..)| *node == step.node.id())
            && let Some((_, length, count)) = self.pushed.pop()
        {
            self.name.truncate(length);
            self.depth -= count;
        }
    }
}

impl<'t> Keys<'t> {
    fn push(&mut self, node: Node<'t>, parts: &[String]) {
        // Hostile nesting must not make names grow with its square.
        if self.depth > 32 || parts.is_empty() {
            return;
        }
        self.pushed.push((node.id(), self.name.len(), parts.len()));
        self.depth += parts.len();
        for part in parts {
            self.name = join(&self.name, part);
        }
    }

    fn add(&mut self, name: String, written: &str, value: Value, lines: Span) {
        self.builder.named_setting(None, self.kind, name, written, value, lines);
    }

    fn pair(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let (parts, given) = if self.builder.language == Language::Toml {
            let parts = children(node);
            let (Some((_, key)), Some((_, given))) = (parts.first(), parts.last()) else { return };
            (self.toml_key(*key), Some(*given))
        } else {
            let Some(key) = field(node, "key") else { return };
            let Some(key) = scalar_text(&self.builder, key) else { return };
            (vec![key], field(node, "value"))
        };
        let outer = self.name.clone();
        self.push(node, &parts);
        let Some(written) = parts.last() else { return };
        let value = given.map_or(Value::Null, |given| value(&self.builder, given, 3));
        // Of a nested object only the key's own line is meant, of a value all its lines.
        let lines = match &value {
            Value::Object(_) => Span::line(span(node).start),
            _ => span(node),
        };
        if written == "default" && !outer.is_empty() && self.is_schema(above) {
            let key = outer.rsplit('.').next().unwrap_or(&outer).to_owned();
            self.add(outer, &key, value.clone(), lines);
        }
        self.add(self.name.clone(), written, value, lines);
    }

    /// True when the object around a `default` key describes a setting: it has a type or a description too.
    fn is_schema(&self, above: &[Step<'t>]) -> bool {
        above.last().is_some_and(|object| {
            children(object.node).into_iter().any(|(_, pair)| {
                field(pair, "key")
                    .and_then(|key| scalar_text(&self.builder, key))
                    .is_some_and(|key| matches!(key.as_str(), "type" | "description"))
            })
        })
    }

    /// The parts of `a."b.c".d`.
    fn toml_key(&self, node: Node<'t>) -> Vec<String> {
        let mut parts = Vec::new();
        let mut at = node;
        // Dotted keys nest to the left.
        for _ in 0..32 {
            if at.kind() != "dotted_key" {
                break;
            }
            let below = children(at);
            for (_, part) in below.iter().skip(1).rev() {
                parts.push(unquoted(self.builder.of(*part)).to_owned());
            }
            match below.first() {
                Some((_, first)) => at = *first,
                None => break,
            }
        }
        if at.kind() != "dotted_key" {
            parts.push(unquoted(self.builder.of(at)).to_owned());
        }
        parts.reverse();
        parts
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner;
        }
    }
    text
}

fn scalar_text(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let text = builder.of(node);
    match node.kind() {
        "string" => Some(unescape(unquoted(text))),
        "array" | "object" => None,
        _ => Some(cut(text.trim(), 300).to_owned()),
    }
}

fn value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    if too_deep(node, depth) {
        return builder.other(node);
    }
    let depth = depth.saturating_sub(1);
    let text = builder.of(node);
    match node.kind() {
        "object" | "inline_table" => Value::Object(
            children(node)
                .into_iter()
                .filter_map(|(_, pair)| {
                    if builder.language == Language::Toml {
                        let parts = children(pair);
                        let key = unquoted(builder.of(parts.first()?.1)).into();
                        return Some((key, value(builder, parts.last()?.1, depth)));
                    }
                    let key = scalar_text(builder, field(pair, "key")?)?;
                    Some((key.into(), field(pair, "value").map_or(Value::Null, |given| value(builder, given, depth))))
                })
                .collect(),
        ),
        "array" => Value::List(children(node).into_iter().map(|(_, item)| value(builder, item, depth)).collect()),
        "string" => scalar_text(builder, node).map_or(Value::Null, Value::str),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" => Value::Null,
        "number" | "integer" | "float" => Value::Num(text.into()),
        "boolean" => Value::Bool(text == "true"),
        _ => scalar(text.trim()),
    }
}
