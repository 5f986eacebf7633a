//! Settings of Rust code.

use tree_sitter::Node;

use super::{
    builder::{Builder, DEEPEST, children, field, is_environment_name, is_environment_reader, is_literal},
    rust_tokens::{group_value, groups, named},
    rust_values::{arguments, value},
};
use crate::{
    facts::{
        model::{Argument, SettingKind, Value},
        word::Word,
    },
    syntax::Step,
};

/// The names that a pattern binds.
pub(super) fn pattern_names(builder: &Builder<'_>, pattern: Node<'_>, out: &mut Vec<String>) {
    let mut left = vec![(pattern, 0)];
    while let Some((node, depth)) = left.pop() {
        match node.kind() {
            "identifier" | "shorthand_field_identifier" if out.len() < 64 => out.push(builder.of(node).to_owned()),
            "tuple_struct_pattern"
            | "struct_pattern"
            | "tuple_pattern"
            | "mut_pattern"
            | "ref_pattern"
            | "reference_pattern"
            | "field_pattern"
                if depth < 6 =>
            {
                let below = children(node).into_iter().rev().filter(|(name, _)| !matches!(name, Some("type" | "name")));
                let own = field(node, "name").filter(|_| field(node, "pattern").is_none());
                left.extend(own.map(|name| (name, depth + 1)));
                left.extend(below.map(|(_, child)| (child, depth + 1)));
            }
            _ => {}
        }
    }
}

/// `const` and `static`, wherever they stand; those of a type are its fields.
pub(super) fn constant(builder: &mut Builder<'_>, own: Option<&str>, node: Node<'_>) {
    let (Some(name), Some(given)) = (field(node, "name"), field(node, "value")) else { return };
    let given = value(builder, own, given, DEEPEST);
    let kind = if own.is_some() && builder.function().is_none() { SettingKind::Field } else { SettingKind::Constant };
    builder.setting(kind, &[builder.of(name)], given, node);
}

/// `config.max_turns = 50`, as defaults are filled in.
pub(super) fn assignment(builder: &mut Builder<'_>, own: Option<&str>, node: Node<'_>) {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
    if left.kind() != "field_expression" {
        return;
    }
    let given = value(builder, own, right, DEEPEST);
    if let Some(name) = field(left, "field").filter(|_| is_literal(&given) || matches!(given, Value::Other(_))) {
        builder.setting(SettingKind::Field, &[builder.of(name)], given, node);
    }
}

/// The fields of a struct literal, with the keys around it.
pub(super) fn literal(builder: &mut Builder<'_>, above: &[Step<'_>], node: Node<'_>, arguments: &[Argument]) {
    let mut path = Vec::new();
    for step in above.iter().rev().take(24) {
        match step.kind {
            "field_initializer" => path.extend(field(step.node, "field").map(|name| builder.of(name))),
            "field_initializer_list"
            | "struct_expression"
            | "arguments"
            | "call_expression"
            | "array_expression"
            | "reference_expression" => {}
            _ => break,
        }
    }
    path.reverse();
    for (_, child) in field(node, "body").map(children).unwrap_or_default() {
        let Some(name) = (child.kind() == "field_initializer").then(|| field(child, "field")).flatten() else {
            continue;
        };
        let name = builder.of(name);
        let Some(given) = arguments.iter().find(|argument| argument.keyword.as_deref() == Some(name)) else { continue };
        path.push(name);
        builder.setting(kind_of(&given.value), &path, given.value.clone(), child);
        path.pop();
    }
}

/// Of the fields of a literal: what is only known when it runs is handed on, as by a keyword argument elsewhere.
fn kind_of(value: &Value) -> SettingKind {
    let literal = matches!(value, Value::Call(_, parts) if matches!(parts[..], [Value::Object(_)]));
    match value {
        Value::Name(_) | Value::Call(..) | Value::Other(_) if !literal => SettingKind::Argument,
        _ => SettingKind::Field,
    }
}

/// `"key": value` among the tokens of `json!`.
pub(super) fn token_pairs<'t>(builder: &mut Builder<'t>, outer: Option<&Step<'t>>, tokens: Node<'t>) {
    if !builder.of(tokens).starts_with('{') || outer.is_none_or(|outer| outer.kind != "token_tree") {
        return;
    }
    for group in groups(tokens) {
        let [key, sign, ..] = group[..] else { continue };
        if !matches!(key.kind(), "string_literal" | "raw_string_literal") || sign.kind() != ":" {
            continue;
        }
        if let Some((name, given)) = named(builder, &group) {
            builder.candidate_key(&name, outer_of(tokens).as_ref());
            let given = group_value(builder, &given, 3);
            let kind = kind_of(&given);
            builder.setting(kind, &[&name], given, key);
        }
    }
}

fn outer_of(tokens: Node<'_>) -> Option<Step<'_>> {
    Some(Step { node: tokens, kind: "token_tree", field: None })
}

/// The calls of a chain above a call, innermost first: of `a().b().c()` from `a()` on `b`, `c` with their nodes.
fn chain<'t>(builder: &Builder<'t>, above: &[Step<'t>]) -> Vec<(&'t str, Node<'t>)> {
    let mut out = Vec::new();
    let mut name = None;
    for step in above.iter().rev().take(80) {
        match step.kind {
            "field_expression" => name = field(step.node, "field").map(|name| builder.of(name)),
            "call_expression" => match name.take() {
                Some(name) => out.push((name, step.node)),
                None => break,
            },
            "generic_function" | "try_expression" | "await_expression" | "parenthesized_expression" => {}
            _ => break,
        }
    }
    out
}

/// Environment variables, command-line options of builders, and defaults set in a configuration reader.
pub(super) fn call<'t>(
    builder: &mut Builder<'t>,
    own: Option<&str>,
    above: &[Step<'t>],
    node: Node<'t>,
    callee: &str,
    given: &[Argument],
) {
    let first = match given.first().map(|argument| &argument.value) {
        Some(Value::Str(text)) => Some(*text),
        Some(Value::Name(name)) => constant_text(builder, name),
        _ => None,
    };
    let second = given.get(1).map(|argument| argument.value.clone());
    let last = callee.rsplit('.').next().unwrap_or(callee);
    if matches!(callee, "std.env.var" | "env.var" | "std.env.var_os" | "env.var_os" | "dotenvy.var" | "dotenv.var") {
        if let Some(name) = first {
            let default = fallback(builder, own, above);
            builder.setting(SettingKind::Environment, &[&name], default, node);
        }
        return;
    }
    if let Some(name) =
        first.filter(|name| !callee.contains("()") && is_environment_name(name) && is_environment_reader(callee))
    {
        let default = second.unwrap_or_else(|| fallback(builder, own, above));
        builder.setting(SettingKind::Environment, &[&name], default, node);
        return;
    }
    if matches!(last, "set_default" | "set_default_value")
        && let (Some(name), Some(default)) = (&first, &second)
    {
        builder.setting(SettingKind::ConfigKey, &[name], default.clone(), node);
        return;
    }
    if matches!(callee, "clap.Arg.new" | "Arg.new" | "clap.Arg.with_name" | "Arg.with_name" | "clap.arg") {
        if let Some(name) = first {
            option(builder, own, above, node, &name);
        }
        return;
    }
    // A setter of a builder is what a keyword argument is elsewhere.
    if let [only] = given
        && callee.contains("().")
        && !NO_SETTERS.contains(&last)
        && matches!(only.value, Value::Bool(_) | Value::Num(_))
    {
        builder.setting(SettingKind::Argument, &[last], only.value.clone(), node);
    }
}

/// Methods of the language's own types that take a number or a truth value.
const NO_SETTERS: [&str; 30] = [
    "all",
    "any",
    "chunks",
    "clamp",
    "contains",
    "div_ceil",
    "eq",
    "get",
    "insert",
    "is_some_and",
    "map_or",
    "max",
    "min",
    "nth",
    "or",
    "or_insert",
    "pow",
    "push",
    "remove",
    "repeat",
    "resize",
    "saturating_add",
    "saturating_sub",
    "skip",
    "split_at",
    "step_by",
    "take",
    "then_some",
    "unwrap_or",
    "windows",
];

/// The text of a constant of this file that stands above.
fn constant_text(builder: &Builder<'_>, name: &str) -> Option<Word> {
    let last = name.rsplit('.').next()?;
    builder.facts.settings.iter().find_map(|setting| match &setting.value {
        Value::Str(text)
            if setting.written == last && matches!(setting.kind, SettingKind::Constant | SettingKind::Field) =>
        {
            Some(*text)
        }
        _ => None,
    })
}

/// What stands in for a value that is not there, further on in the chain: `.unwrap_or(d)`, `.unwrap_or_else(|_| d)`.
fn fallback<'t>(builder: &Builder<'t>, own: Option<&str>, above: &[Step<'t>]) -> Value {
    for (name, node) in chain(builder, above) {
        let given = || arguments(builder, own, node, 3).into_iter().map(|argument| argument.value).next();
        match name {
            "unwrap_or" | "unwrap_or_else" | "or" | "map_or" | "map_or_else" => return given().unwrap_or(Value::Null),
            "is_ok_and" | "is_some_and" => return Value::Bool(false),
            "unwrap_or_default" | "is_ok" | "is_some" => return Value::Null,
            _ => {}
        }
    }
    Value::Null
}

/// `Arg::new("yes").long("yes").default_value("x").env("X")`.
fn option<'t>(builder: &mut Builder<'t>, own: Option<&str>, above: &[Step<'t>], node: Node<'t>, name: &str) {
    let mut long = None;
    let mut variable = None;
    let mut default = None;
    let mut positional = true;
    for (method, call) in chain(builder, above) {
        let mut given = arguments(builder, own, call, 3).into_iter().map(|argument| argument.value);
        match (method, given.next()) {
            ("long", Some(Value::Str(text))) => {
                positional = false;
                long = Some(text);
            }
            ("long" | "short", _) => positional = false,
            ("env", Some(Value::Str(text))) => variable = Some(text),
            ("default_value", Some(Value::Str(text))) => default = Some(super::go_settings::scalar(&text)),
            ("default_value" | "default_value_t" | "default_values", Some(given)) => default = Some(given),
            ("action", Some(Value::Name(action))) if action.ends_with("SetTrue") => {
                default.get_or_insert(Value::Bool(false));
            }
            ("action", Some(Value::Name(action))) if action.ends_with("SetFalse") => {
                default.get_or_insert(Value::Bool(true));
            }
            ("takes_value", Some(Value::Bool(false))) => {
                default.get_or_insert(Value::Bool(false));
            }
            _ => {}
        }
    }
    if let Some(variable) = variable {
        builder.setting(SettingKind::Environment, &[&variable], default.clone().unwrap_or(Value::Null), node);
    }
    if !positional || default.is_some() {
        builder.setting(
            SettingKind::CliOption,
            &[long.as_deref().unwrap_or(name)],
            default.unwrap_or(Value::Null),
            node,
        );
    }
}

/// `option_env!("X")`.
pub(super) fn macro_call(builder: &mut Builder<'_>, node: Node<'_>, callee: &str, given: &[Argument]) {
    if let ("option_env!" | "dotenvy_macro.dotenv!", Some(Value::Str(name))) =
        (callee, given.first().map(|argument| &argument.value))
    {
        builder.setting(SettingKind::Environment, &[name], Value::Null, node);
    }
}
