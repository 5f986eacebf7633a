//! Settings: constants, fields, defaults of parameters, environment variables, configuration that is read by name.

use tree_sitter::Node;

use super::{
    super::{
        builder::{
            Builder, DEEPEST, children, field, inner, is_environment_name, is_environment_reader, is_literal, parent,
            span,
        },
        go_settings::scalar,
    },
    elixir,
    grammar::{Grammar, Kind},
    values::{argument_list, declared_name, given, key, last, string, value},
};
use crate::{
    facts::model::{Argument, SettingKind, Value},
    syntax::{Language, Step},
};

/// Ancestors between a variable that is read and what stands in for it.
const HIGHEST: usize = 8;

/// The value that a declaration gives to its name.
fn initial<'t>(grammar: &Grammar, node: Node<'t>, name: Node<'t>) -> Option<Node<'t>> {
    let found = ["value", "default_value"].iter().find_map(|part| field(node, part)).or_else(|| {
        let last = last(node)?;
        let kind = grammar.kind(last.kind());
        let plain = kind.is_some_and(|kind| !matches!(kind, Kind::Function | Kind::Class | Kind::Parameter));
        let elsewhere = matches!(
            last.kind(),
            "variable_declaration"
                | "getter"
                | "setter"
                | "modifiers"
                | "user_type"
                | "nullable_type"
                | "property_delegate"
        );
        let other =
            matches!(last.kind(), "conditional_expression" | "if_expression" | "when_expression" | "try_expression");
        (last.start_byte() > name.start_byte() && (plain || other) && !elsewhere).then_some(last)
    })?;
    (found.start_byte() >= name.end_byte() && found.kind() != "arrow_expression_clause").then_some(found)
}

/// A name with a value: at the top a constant, in a class a field.
pub(super) fn variable<'t>(builder: &mut Builder<'t>, grammar: &Grammar, above: &[Step<'t>], node: Node<'t>) {
    let Some(name) = declared_name(node) else { return };
    if let Some(delegate) = children(node).into_iter().find(|(_, child)| child.kind() == "property_delegate") {
        delegated(builder, grammar, name, delegate.1, node);
        return;
    }
    let Some(initial) = initial(grammar, node, name) else { return };
    builder.give(name, initial);
    if grammar.kind(initial.kind()) == Some(Kind::Lambda) {
        return;
    }
    let kind = if builder.in_class() {
        if is_constant(builder, above, node) { SettingKind::Constant } else { SettingKind::Field }
    } else if builder.at_top() {
        SettingKind::Constant
    } else {
        return;
    };
    let given = value(builder, initial, DEEPEST);
    builder.setting(kind, &[builder.of(name)], given, node);
}

/// `static final`, `const`: what nothing changes.
fn is_constant(builder: &Builder<'_>, above: &[Step<'_>], node: Node<'_>) -> bool {
    let holds = |step: &&Step<'_>| matches!(step.kind, "field_declaration" | "constant_declaration");
    let start = above.iter().rev().take(2).find(holds).map_or(node, |step| step.node);
    let before = builder.text.get(start.start_byte()..node.end_byte()).unwrap_or_default();
    let before = crate::facts::names::cut(before, 200);
    let head = before.split('=').next().unwrap_or(before);
    let has = |word: &str| head.split_whitespace().any(|known| known == word);
    has("const") || has("constexpr") || has("static") && (has("final") || has("readonly"))
}

/// `var shell by storage.boolean(true)`, `val turns by option("--turns").int().default(5)`.
fn delegated<'t>(builder: &mut Builder<'t>, grammar: &Grammar, name: Node<'t>, delegate: Node<'t>, node: Node<'t>) {
    let Some(call) = inner(delegate).filter(|call| grammar.kind(call.kind()) == Some(Kind::Call)) else { return };
    let arguments = super::values::arguments(builder, call, 2);
    let values = arguments.into_iter().map(|argument| argument.value);
    let default = values.into_iter().find(|value| matches!(value, Value::Bool(_) | Value::Num(_)));
    let Some(default) = default else { return };
    let option = super::values::callee(builder, None, call).is_some_and(|callee| callee.contains("option()"));
    let kind = if option { SettingKind::CliOption } else { SettingKind::Field };
    builder.setting(kind, &[builder.of(name)], default, node);
}

/// `#define NAME value`.
pub(super) fn define(builder: &mut Builder<'_>, node: Node<'_>) {
    let (Some(name), Some(given)) = (field(node, "name"), field(node, "value")) else { return };
    let written = builder.of(given).split("/*").next().unwrap_or_default();
    let text = written.split("//").next().unwrap_or_default().trim().trim_matches(['(', ')']).trim();
    let quoted = builder.of(given).trim();
    let given = match quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) if !inside.contains('"') => Value::str(inside),
        _ => {
            let number = text.trim_end_matches(['u', 'U', 'l', 'L']);
            match scalar(number) {
                Value::Str(_) => {
                    product(text).unwrap_or_else(|| Value::Other(crate::facts::names::cut(text, 200).into()))
                }
                given => given,
            }
        }
    };
    builder.setting(SettingKind::Constant, &[builder.of(name)], given, node);
}

/// `64 * 1024`.
fn product(text: &str) -> Option<Value> {
    let mut result = 1_i64;
    for part in text.split('*') {
        let number = part.trim().trim_matches(['(', ')']).trim().trim_end_matches(['u', 'U', 'l', 'L']);
        result = result.checked_mul(number.parse().ok()?)?;
    }
    Some(Value::Num(result.to_string().into()))
}

/// `config.turns = 50`.
pub(super) fn assignment<'t>(builder: &mut Builder<'t>, grammar: &Grammar, node: Node<'t>) {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
    builder.give(left, right);
    if grammar.kind(left.kind()) != Some(Kind::Member) {
        return;
    }
    let given = value(builder, right, DEEPEST);
    let name = ["field", "name"].iter().find_map(|part| field(left, part)).or_else(|| last(left));
    if let Some(name) = name.filter(|_| is_literal(&given)) {
        builder.setting(SettingKind::Field, &[builder.of(name)], given, node);
    }
}

/// A key with a literal: in a literal a field, in a call an argument.
pub(super) fn pair<'t>(builder: &mut Builder<'t>, above: &[Step<'t>], node: Node<'t>) {
    let (Some(name), Some(at)) = (key(builder, node), given(node)) else { return };
    if elixir::is_block(Some(&name)) {
        return;
    }
    let holder = above.iter().rev().take(3).find(|step| step.kind == "map");
    builder.candidate_key(&name, holder.or_else(|| parent(above, 0)));
    let mut path = vec![name];
    for step in above.iter().rev().take(16) {
        match step.kind {
            "pair" | "initializer_pair" => path.extend(key(builder, step.node)),
            "keywords" | "map" | "map_content" | "list" | "initializer_list" => {}
            _ => break,
        }
    }
    path.reverse();
    let in_call = above.iter().rev().take(2).any(|step| {
        matches!(
            step.kind,
            "arguments" | "argument_list" | "value_arguments" | "annotation_argument_list" | "attribute_argument_list"
        )
    });
    let given = value(builder, at, 3);
    if in_call && !is_literal(&given) {
        return;
    }
    let kind = if in_call { SettingKind::Argument } else { SettingKind::Field };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    builder.setting(kind, &path, given, node);
}

/// Environment variables and configuration that are read by name, with what stands in for them.
pub(super) fn call(
    builder: &mut Builder<'_>,
    grammar: &Grammar,
    above: &[Step<'_>],
    node: Node<'_>,
    callee: &str,
    arguments: &[Argument],
) {
    let values: Vec<&Value> = arguments.iter().map(|argument| &argument.value).collect();
    let last = callee.rsplit('.').next().unwrap_or(callee);
    if builder.language == Language::Elixir {
        elixir::option(builder, node, callee, &values);
    }
    let Some(Value::Str(name)) = values.first() else { return };
    let read = grammar.environment.contains(&last)
        || is_environment_reader(last) && (is_environment_name(name) || last.eq_ignore_ascii_case("getenv"))
        // `System.getenv().getOrDefault("X", "d")`
        || matches!(last, "getOrDefault" | "get") && callee.contains("getenv()");
    if read {
        let default = values.get(1).map(|default| (*default).clone());
        let default = default.or_else(|| stands_in(builder, grammar, above, node)).unwrap_or(Value::Null);
        builder.setting(SettingKind::Environment, &[name], default, node);
        return;
    }
    let configuration = callee == "System.getProperty"
        || matches!(last, "GetValue" | "getProperty" | "getOptionalValue")
            && name.contains(['.', ':'])
            && callee.contains('.');
    if configuration {
        let default = values.get(1).map_or(Value::Null, |default| (*default).clone());
        builder.setting(SettingKind::ConfigKey, &[name], default, node);
    }
}

/// `… ?: d`, `… ?? d`, `… || d`, `x != null ? x : d`, `Optional.ofNullable(…).orElse(d)`.
fn stands_in(builder: &Builder<'_>, grammar: &Grammar, above: &[Step<'_>], node: Node<'_>) -> Option<Value> {
    let mut below = node;
    for step in above.iter().rev().take(HIGHEST) {
        let at = step.node;
        match grammar.kind(step.kind) {
            Some(Kind::Binary) => {
                let operator = field(at, "operator").map_or("", |operator| builder.of(operator));
                if !grammar.otherwise.contains(&operator) || field(at, "left") != Some(below) {
                    return None;
                }
                return field(at, "right").map(|right| value(builder, right, 3));
            }
            Some(Kind::Call) => {
                let name = super::values::callee(builder, None, at)?;
                if matches!(name.rsplit('.').next(), Some("orElse" | "orElseGet" | "getOrElse" | "ifEmpty")) {
                    let list = argument_list(grammar, at)?;
                    return inner(list).map(|default| value(builder, default, 3));
                }
            }
            Some(Kind::Member | Kind::Around | Kind::Pair | Kind::Unary) => {}
            _ if grammar.arguments.contains(&step.kind) => {}
            _ if matches!(step.kind, "ternary_expression" | "conditional_expression") => {
                if field(at, "consequence") != Some(below) {
                    return None;
                }
                return field(at, "alternative").map(|other| value(builder, other, 3));
            }
            _ => return None,
        }
        below = at;
    }
    None
}

/// The default of a parameter.
pub(super) fn parameter<'t>(builder: &mut Builder<'t>, function: Option<u32>, node: Node<'t>) {
    let Some(name) = declared_name(node) else { return };
    let default = field(node, "default_value").or_else(|| match node.kind() {
        // The default of a function's parameter stands behind it, that of a constructor's in it.
        "parameter" if builder.language == Language::Kotlin => {
            let next = node.next_named_sibling()?;
            (!matches!(next.kind(), "parameter" | "parameter_modifiers") && !next.is_extra()).then_some(next)
        }
        "parameter" | "class_parameter" => last(node).filter(|last| {
            !matches!(last.kind(), "user_type" | "nullable_type" | "function_type" | "modifiers")
                && last.start_byte() > name.end_byte()
                && field(node, "type") != Some(*last)
        }),
        _ => None,
    });
    if let Some(default) = default {
        let given = value(builder, default, DEEPEST);
        builder.setting_in(function, SettingKind::Parameter, &[builder.of(name)], given, span(node));
    }
}

/// `@Value("${agent.turns:5}")`.
pub(super) fn annotation(builder: &mut Builder<'_>, node: Node<'_>, name: &str, list: Option<Node<'_>>) {
    if name.rsplit('.').next() != Some("Value") {
        return;
    }
    let text = list
        .and_then(inner)
        .map(|first| if first.kind() == "value_argument" { inner(first).unwrap_or(first) } else { first });
    let Some(text) = text.and_then(|text| string(builder, text)) else { return };
    let inside = text.trim().trim_start_matches("${").trim_end_matches('}');
    if let Some((key, default)) = inside.split_once(':').filter(|_| text.trim().starts_with("${")) {
        builder.setting(SettingKind::ConfigKey, &[key], scalar(default), node);
    }
}
