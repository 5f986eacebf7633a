//! Parts of functions that run where a value is a certain text: `case "read":`, `if name == "read":`.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner, span},
    go_values, others, python_values,
    recorder::{LONGEST_NAME, MOST},
    script_values,
    tool_parts::dotted,
};
use crate::{
    facts::{
        control::Arm,
        model::{FileFacts, SettingKind, Span, Value},
        word::Word,
    },
    syntax::{Language, Step},
};

/// Conditions within conditions that are looked at.
const DEEPEST: u32 = 6;
/// Texts that one part is entered by.
const MOST_KEYS: usize = 16;

/// A text that is compared with, or the name of a constant that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    Text(String),
    Name(String),
}

/// A part of a file while it is being walked.
pub(super) struct RawArm {
    function: Option<u32>,
    subject: String,
    keys: Vec<Key>,
    lines: Span,
}

/// Notes the parts of a statement that texts decide on.
pub(super) fn enter<'t>(builder: &mut Builder<'t>, step: &Step<'t>) {
    let node = step.node;
    match step.kind {
        "if_statement" | "elif_clause" => {
            let (Some(condition), Some(then)) = (field(node, "condition"), field(node, "consequence")) else { return };
            if let Some((subject, keys)) = compared(builder, condition, DEEPEST) {
                builder.arm(builder.of(subject), keys, span(then));
            }
        }
        "match_statement" | "switch_statement" | "expression_switch_statement" => cases(builder, node),
        _ => {}
    }
}

fn cases<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let Some(subject) = field(node, "subject").or_else(|| field(node, "value")) else { return };
    // Of cases that fall through to the next one.
    let mut keys = Vec::new();
    for (_, case) in children(field(node, "body").unwrap_or(node)) {
        let parts = children(case);
        for (name, part) in &parts {
            if *name == Some("value") || part.kind() == "case_pattern" {
                collect(builder, *part, DEEPEST, &mut keys);
            }
        }
        let body = |(name, part): &&(Option<&str>, Node<'t>)| {
            matches!(*name, Some("body" | "consequence")) || part.kind() == "statement_list"
        };
        if let (Some((_, first)), Some((_, last))) = (parts.iter().find(body), parts.iter().rev().find(body)) {
            let lines = Span { start: span(*first).start, end: span(*last).end };
            builder.arm(builder.of(subject), std::mem::take(&mut keys), lines);
        } else if builder.language == Language::Go {
            keys.clear();
        }
    }
}

/// The value that a condition compares for equality, and with what.
fn compared<'t>(builder: &Builder<'t>, node: Node<'t>, depth: u32) -> Option<(Node<'t>, Vec<Key>)> {
    let depth = depth.checked_sub(1)?;
    let sides = || Some((field(node, "left")?, field(node, "right")?));
    match node.kind() {
        "parenthesized_expression" => compared(builder, inner(node)?, depth),
        "comparison_operator" => {
            let [(_, left), (_, right)] = children(node)[..] else { return None };
            let operator = node.child_by_field_name("operators").map_or("", |operator| operator.kind());
            matches!(operator, "==" | "in").then(|| equal(builder, left, right)).flatten()
        }
        "binary_expression" | "boolean_operator" => {
            let (left, right) = sides()?;
            match node.child_by_field_name("operator")?.kind() {
                "==" | "===" => equal(builder, left, right),
                "&&" | "and" => compared(builder, left, depth).or_else(|| compared(builder, right, depth)),
                "||" | "or" => {
                    let (subject, mut keys) = compared(builder, left, depth)?;
                    let (other, more) = compared(builder, right, depth)?;
                    keys.extend(more);
                    (builder.of(subject) == builder.of(other)).then_some((subject, keys))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn equal<'t>(builder: &Builder<'t>, left: Node<'t>, right: Node<'t>) -> Option<(Node<'t>, Vec<Key>)> {
    let keys = |node: Node<'t>| {
        let mut keys = Vec::new();
        collect(builder, node, DEEPEST, &mut keys);
        keys
    };
    match (text(builder, left), text(builder, right)) {
        (Some(_), Some(_)) => None,
        (Some(key), None) => Some((right, vec![Key::Text(key)])),
        _ => Some((left, keys(right))).filter(|(_, keys)| !keys.is_empty()),
    }
}

/// The texts and names among patterns or the elements of a list.
fn collect(builder: &Builder<'_>, node: Node<'_>, depth: u32, out: &mut Vec<Key>) {
    let Some(depth) = depth.checked_sub(1).filter(|_| out.len() < MOST_KEYS) else { return };
    if let Some(text) = text(builder, node) {
        out.push(Key::Text(text));
        return;
    }
    match node.kind() {
        "identifier" | "attribute" | "member_expression" | "selector_expression" => {
            out.extend(dotted(builder, node).map(Key::Name));
        }
        "dotted_name" => out.push(Key::Name(builder.of(node).to_owned())),
        "case_pattern"
        | "union_pattern"
        | "parenthesized_expression"
        | "tuple"
        | "list"
        | "set"
        | "expression_list" => {
            for (_, child) in children(node) {
                collect(builder, child, depth, out);
            }
        }
        _ => {}
    }
}

fn text(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    match builder.language {
        Language::Python => python_values::string(builder, node),
        Language::Go => go_values::string(builder, node),
        language if others::reads(language) => others::string(builder, node),
        _ => script_values::string(builder, node),
    }
}

impl Builder<'_> {
    /// A part that is entered by a text.
    fn arm(&mut self, subject: &str, keys: Vec<Key>, lines: Span) {
        let subject = subject.rsplit(['.', '?']).next().unwrap_or(subject);
        if self.control.arms.len() < MOST && !keys.is_empty() && subject.len() <= LONGEST_NAME {
            let function = self.function();
            self.control.arms.push(RawArm { function, subject: subject.to_owned(), keys, lines });
        }
    }
}

/// The parts that are entered by a word, constants of the file read.
pub(super) fn finish(raw: Vec<RawArm>, facts: &FileFacts) -> Vec<Arm> {
    let mut constants: BTreeMap<&str, &str> = BTreeMap::new();
    if raw.iter().any(|arm| arm.keys.iter().any(|key| matches!(key, Key::Name(_)))) {
        for setting in &facts.settings {
            if let (Value::Str(text), SettingKind::Constant | SettingKind::Field) = (&setting.value, setting.kind) {
                constants.entry(&setting.written).or_insert(text);
            }
        }
    }
    let word = |text: &str| {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':');
        (!text.is_empty() && text.len() <= LONGEST_NAME && text.chars().all(plain)).then(|| Word::new(text))
    };
    let mut out: Vec<Arm> = raw
        .into_iter()
        .filter_map(|RawArm { function, subject, keys, lines }| {
            let keys = keys.iter().filter_map(|key| match key {
                Key::Text(text) => word(text),
                Key::Name(name) => word(constants.get(name.rsplit('.').next()?)?),
            });
            let keys: Box<[Word]> = keys.collect();
            (!keys.is_empty()).then(|| Arm { function, subject: subject.into(), keys, lines })
        })
        .collect();
    out.sort_by_key(|arm| arm.lines);
    out
}
