//! Settings of HCL: Terraform and its kin.

use tree_sitter::Node;

use super::join;
use crate::{
    facts::{
        extract::{
            Extracted,
            builder::{Builder, children, field, inner, span, too_deep},
            nothing,
        },
        model::{Coverage, SettingKind, Span, Value},
        names::cut,
    },
    syntax::{self, Language, Step, Visitor},
};

pub(super) fn read(text: &str) -> Extracted {
    let Some(parsed) = syntax::parse(Language::Hcl, text) else {
        let mut out = nothing(text, Coverage::Partial("parse limit".to_owned()));
        out.unparsed = true;
        return out;
    };
    let mut keys = Keys { builder: Builder::new(Language::Hcl, text), path: Vec::new() };
    syntax::walk(&parsed, &mut keys);
    keys.builder.finish(&parsed.tree)
}

struct Keys<'t> {
    builder: Builder<'t>,
    /// Nodes around that name something, with the dotted name down to there.
    path: Vec<(usize, String)>,
}

impl<'t> Visitor<'t> for Keys<'t> {
    fn enter(&mut self, _: &[Step<'t>], step: Step<'t>) -> bool {
        match step.kind {
            "comment" => self.builder.comments.push((step.node.start_byte(), step.node.end_byte())),
            "ERROR" => self.builder.note_error(step.node),
            "block" => {
                let labels: Vec<&str> = children(step.node)
                    .into_iter()
                    .filter(|(_, child)| matches!(child.kind(), "identifier" | "string_lit"))
                    .map(|(_, child)| self.builder.of(child).trim_matches('"'))
                    .collect();
                let name = labels.iter().fold(self.name(), |name, label| join(&name, label));
                self.path.push((step.node.id(), name));
            }
            "attribute" | "object_elem" => self.setting(step.node),
            // What is computed holds no settings.
            "function_arguments" | "for_expr" | "template_interpolation" => return false,
            _ => {}
        }
        true
    }

    fn leave(&mut self, _: &[Step<'t>], step: Step<'t>) {
        if self.path.last().is_some_and(|(node, _)| *node == step.node.id()) {
            self.path.pop();
        }
    }
}

impl<'t> Keys<'t> {
    fn name(&self) -> String {
        self.path.last().map(|(_, name)| name.clone()).unwrap_or_default()
    }

    fn setting(&mut self, node: Node<'t>) {
        let parts = children(node);
        let key = field(node, "key").or(parts.first().map(|(_, key)| *key));
        let given = field(node, "val").or(parts.get(1).map(|(_, given)| *given));
        let (Some(key), Some(given)) = (key, given) else { return };
        let written = cut(self.builder.of(key).trim_matches('"'), 120);
        let outer = self.name();
        // Hostile nesting must not make names grow with its square.
        let name = if self.path.len() > 32 { outer.clone() } else { join(&outer, written) };
        let value = value(&self.builder, given, 4);
        let lines = match &value {
            Value::Object(_) => Span::line(span(node).start),
            _ => span(node),
        };
        // `variable "x" { default = … }` is the setting `x`.
        if written == "default"
            && let Some(variable) = outer.strip_prefix("variable.")
        {
            let variable = variable.to_owned();
            self.builder.named_setting(None, SettingKind::ConfigKey, variable.clone(), &variable, value.clone(), lines);
        }
        self.builder.named_setting(None, SettingKind::ConfigKey, name.clone(), written, value, lines);
        self.path.push((node.id(), name));
    }
}

fn value(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> Value {
    let mut at = node;
    // Wrappers that hold one thing.
    for _ in 0..6 {
        match (at.kind(), &children(at)[..]) {
            ("expression" | "literal_value" | "collection_value" | "template_expr", [(_, only)]) => at = *only,
            _ => break,
        }
    }
    if depth == 0 || too_deep(at, depth) {
        return builder.other(node);
    }
    let text = builder.of(at);
    match at.kind() {
        "bool_lit" => Value::Bool(text == "true"),
        "null_lit" => Value::Null,
        "numeric_lit" => Value::Num(text.into()),
        "string_lit" | "quoted_template" | "heredoc_template" => {
            let parts = children(at);
            let fixed = parts.iter().all(|(_, part)| {
                matches!(
                    part.kind(),
                    "template_literal"
                        | "quoted_template_start"
                        | "quoted_template_end"
                        | "heredoc_start"
                        | "heredoc_identifier"
                )
            });
            if !fixed {
                return builder.other(at);
            }
            let literal: String = parts
                .iter()
                .filter(|(_, part)| part.kind() == "template_literal")
                .map(|(_, part)| builder.of(*part))
                .collect();
            Value::Str(cut(&literal, 2000).into())
        }
        "tuple" => Value::List(
            children(at)
                .into_iter()
                .filter(|(_, item)| item.kind() == "expression")
                .map(|(_, item)| value(builder, item, depth - 1))
                .collect(),
        ),
        "object" => Value::Object(
            children(at)
                .into_iter()
                .filter_map(|(_, item)| {
                    let key = builder.of(field(item, "key")?).trim_matches('"').into();
                    Some((key, value(builder, field(item, "val")?, depth - 1)))
                })
                .collect(),
        ),
        "function_call" => match inner(at) {
            Some(name) => Value::Call(builder.of(name).into(), Default::default()),
            None => builder.other(at),
        },
        _ if !text.is_empty()
            && text.len() < 200
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-')) =>
        {
            Value::Name(text.into())
        }
        _ => builder.other(at),
    }
}
