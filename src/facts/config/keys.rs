//! Settings of YAML files.

use super::{
    join, scalar,
    yaml::{self, Content, Node},
};
use crate::{
    facts::{
        extract::{
            Extracted,
            builder::{Builder, MOST_ELEMENTS},
            nothing,
        },
        model::{Coverage, SettingKind, Span, Value},
    },
    syntax::Language,
};

pub(super) fn read(kind: SettingKind, text: &str) -> Extracted {
    // Helm and Jinja templates are no YAML before they are rendered.
    if text.contains("{{") && text.lines().any(|line| line.trim_start().starts_with("{{")) {
        return nothing(text, Coverage::Text);
    }
    let stream = yaml::read(text);
    let mut keys = Keys { builder: Builder::new(Language::Yaml, text), kind };
    for document in &stream.documents {
        keys.node(document, "");
    }
    let coverage = match stream.errors.first() {
        Some(first) => Coverage::Partial(format!("{} lines not understood, the first is {first}", stream.errors.len())),
        None => Coverage::Full,
    };
    let mut out = nothing(text, coverage);
    out.unparsed = keys.builder.facts.settings.is_empty() && stream.errors.len() > 10;
    out.facts.settings = keys.builder.facts.settings;
    out.facts.settings.sort_by_key(|setting| setting.span);
    out.comments = stream.comments;
    out
}

struct Keys<'t> {
    builder: Builder<'t>,
    kind: SettingKind,
}

impl Keys<'_> {
    /// The reader bounds the depth.
    fn node(&mut self, node: &Node, name: &str) {
        match &node.content {
            Content::Scalar(_) => {}
            Content::List(items) => {
                for item in items {
                    self.node(item, name);
                }
            }
            Content::Map(pairs) => {
                for (key, line, given) in pairs {
                    let full = join(name, key);
                    let lines = match given.content {
                        // Of a nested object only the key's own line is meant, of a value all its lines.
                        Content::Map(_) => Span::line(*line),
                        _ => Span { start: *line, end: given.end.max(*line) },
                    };
                    let described = key == "default"
                        && !name.is_empty()
                        && pairs.iter().any(|(key, ..)| matches!(key.as_str(), "type" | "description"));
                    if described {
                        let outer = name.rsplit('.').next().unwrap_or(name);
                        self.add(name.to_owned(), outer, value(given, 3), lines);
                    }
                    self.add(full.clone(), key, value(given, 3), lines);
                    if matches!(key.as_str(), "environment" | "env" | "args" | "build-args") {
                        self.environment(given, &full);
                    }
                    self.node(given, &full);
                }
            }
        }
    }

    fn add(&mut self, name: String, written: &str, value: Value, lines: Span) {
        self.builder.named_setting(None, self.kind, name, written, value, lines);
    }

    /// Variables in lists: `- NAME=value` of compose files, `- {name: NAME, value: …}` of manifests.
    fn environment(&mut self, given: &Node, name: &str) {
        let Content::List(items) = &given.content else { return };
        for item in items {
            let (variable, value) = match value(item, 2) {
                Value::Str(text) => match text.split_once('=') {
                    Some((variable, value)) => (variable.to_owned(), scalar(value)),
                    None => continue,
                },
                Value::Object(pairs) => {
                    let get = |key: &str| pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
                    match (get("name"), get("value")) {
                        (Some(Value::Str(variable)), Some(value)) => (String::from(variable), value),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let lines = Span { start: item.start, end: item.end };
            self.add(join(name, &variable), &variable, value, lines);
        }
    }
}

fn value(node: &Node, depth: u32) -> Value {
    match &node.content {
        Content::Scalar(value) => value.clone(),
        _ if depth == 0 => Value::Other("…".into()),
        Content::List(items) => {
            Value::List(items.iter().take(MOST_ELEMENTS).map(|item| value(item, depth - 1)).collect())
        }
        Content::Map(pairs) => Value::Object(
            pairs.iter().take(MOST_ELEMENTS).map(|(key, _, given)| (key.into(), value(given, depth - 1))).collect(),
        ),
    }
}
