//! Settings of Go code.

use tree_sitter::Node;

use super::{
    builder::{
        Builder, DEEPEST, children, field, inner, is_environment_name, is_environment_reader, is_literal, keyword,
        parent,
    },
    go_values::{key, string, value},
};
use crate::{
    facts::model::{Argument, SettingKind, Value},
    syntax::Step,
};

/// Package-level constants and variables.
pub(super) fn declaration<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let names: Vec<Node<'t>> =
        children(node).into_iter().filter(|(name, _)| *name == Some("name")).map(|(_, child)| child).collect();
    let values = field(node, "value").map(children).unwrap_or_default();
    if values.len() != names.len() {
        return;
    }
    for (name, (_, given)) in names.iter().zip(&values) {
        builder.give(*name, *given);
    }
    if !builder.at_top() {
        return;
    }
    for (name, (_, given)) in names.into_iter().zip(values) {
        if given.kind() != "func_literal" {
            let given = value(builder, given, DEEPEST);
            builder.setting(SettingKind::Constant, &[builder.of(name)], given, node);
        }
    }
}

/// `cfg.MaxTurns = 50`, as defaults are filled in.
pub(super) fn assignment<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let (Some(left), Some(right)) = (field(node, "left").and_then(inner), field(node, "right")) else { return };
    builder.give(left, inner(right).unwrap_or(right));
    if left.kind() != "selector_expression" {
        return;
    }
    let given = value(builder, right, DEEPEST);
    if let Some(name) = field(left, "field").filter(|_| is_literal(&given) || matches!(given, Value::Other(_))) {
        builder.setting(SettingKind::Field, &[builder.of(name)], given, node);
    }
}

/// A keyed element of a struct or map literal, with the keys around it.
pub(super) fn element(builder: &mut Builder<'_>, above: &[Step<'_>], node: Node<'_>) {
    let Some(given) = field(node, "value") else { return };
    let Some(name) = key(builder, node) else { return };
    let given = if given.kind() == "literal_element" { inner(given).unwrap_or(given) } else { given };
    if given.kind() == "func_literal" {
        return;
    }
    let mut path = vec![name];
    for step in above.iter().rev().take(24) {
        match step.kind {
            "keyed_element" => path.extend(key(builder, step.node)),
            "literal_element" | "literal_value" | "composite_literal" | "unary_expression" => {}
            _ => break,
        }
    }
    path.reverse();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let given = value(builder, given, 3);
    builder.setting(SettingKind::Field, &path, given, node);
}

/// Environment names and defaults in the tags of a struct's fields.
pub(super) fn tag(builder: &mut Builder<'_>, node: Node<'_>) {
    let (Some(name), Some(tag)) = (field(node, "name"), field(node, "tag")) else { return };
    let Some(tag) = string(builder, tag) else { return };
    let default =
        ["envDefault", "default", "env-default", "mapstructure-default"].iter().find_map(|key| tag_value(&tag, key));
    let variable =
        ["env", "envconfig", "envvar"].iter().find_map(|key| tag_value(&tag, key)).filter(|text| !text.is_empty());
    // `env:"X, default=true"`
    let default =
        default.or_else(|| variable?.split(',').skip(1).find_map(|part| part.trim().strip_prefix("default=")));
    let variable = variable.and_then(|text| text.split(',').next()).filter(|text| !text.is_empty());
    match (variable, default) {
        (Some(variable), default) => {
            let default = default.map_or(Value::Null, scalar);
            builder.setting(SettingKind::Environment, &[variable], default, node);
        }
        (None, Some(default)) => {
            builder.setting(SettingKind::Field, &[builder.of(name)], scalar(default), node);
        }
        (None, None) => {}
    }
}

fn tag_value<'a>(tag: &'a str, key: &str) -> Option<&'a str> {
    tag.match_indices(key).find_map(|(at, _)| {
        let starts = at == 0 || tag.as_bytes().get(at - 1) == Some(&b' ');
        let rest = tag.get(at + key.len()..)?.strip_prefix(":\"").filter(|_| starts)?;
        rest.split('"').next()
    })
}

/// A scalar as configuration writes it.
pub(super) fn scalar(text: &str) -> Value {
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ if text.parse::<f64>().is_ok() && text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            Value::Num(text.into())
        }
        _ => Value::Str(text.into()),
    }
}

/// Command-line flags, environment variables, and defaults set in a configuration reader.
pub(super) fn call(
    builder: &mut Builder<'_>,
    above: &[Step<'_>],
    node: Node<'_>,
    callee: &str,
    arguments: &[Argument],
) {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    let values: Vec<&Value> = arguments.iter().map(|argument| &argument.value).collect();
    let text = |at: usize| match values.get(at) {
        Some(Value::Str(text)) => Some(text.as_str()),
        _ => None,
    };
    if let Some((variable, short)) = flag_form(last)
        && callee.contains('.')
    {
        // [target,] name, [shorthand,] default, usage
        let name = usize::from(variable);
        let default = name + 1 + usize::from(short);
        if let (Some(name), Some(_usage)) = (text(name), values.get(default + 1)) {
            if let Some(default) = values.get(default) {
                builder.setting(SettingKind::CliOption, &[name], (*default).clone(), node);
            }
            return;
        }
    }
    if matches!(last, "SetDefault")
        && let (Some(name), Some(default)) = (text(0), values.get(1))
    {
        builder.setting(SettingKind::ConfigKey, &[name], (*default).clone(), node);
        return;
    }
    // viper.BindEnv("token", "AGENT_TOKEN")
    if last == "BindEnv" {
        for at in 1..values.len() {
            if let Some(variable) = text(at) {
                builder.setting(SettingKind::Environment, &[variable], Value::Null, node);
            }
        }
        return;
    }
    // cmp.Or(os.Getenv("X"), "d")
    if let ("cmp.Or", [Value::Call(reader, variable), default]) = (callee, values.as_slice()) {
        if let ("os.Getenv", Some(Value::Str(variable))) = (reader.as_str(), variable.first()) {
            builder.setting(SettingKind::Environment, &[variable], (*default).clone(), node);
        }
        return;
    }
    let Some(name) = text(0) else { return };
    let in_or = parent(above, 1).and_then(|outer| field(outer.node, "function"));
    if in_or.is_some_and(|function| builder.of(function) == "cmp.Or") {
        return;
    }
    let known = matches!(callee, "os.Getenv" | "os.LookupEnv" | "syscall.Getenv");
    if known || is_environment_name(name) && is_environment_reader(callee) {
        let default = values.get(1).map_or(Value::Null, |default| (*default).clone());
        builder.setting(SettingKind::Environment, &[name], default, node);
    }
}

/// Whether a flag's declaration takes a variable first and a shorthand third; `None` for other functions.
fn flag_form(name: &str) -> Option<(bool, bool)> {
    let (rest, short) = name.strip_suffix('P').map_or((name, false), |rest| (rest, true));
    let (kind, variable) = rest.strip_suffix("Var").map_or((rest, false), |rest| (rest, true));
    matches!(
        kind,
        "Bool"
            | "Int"
            | "Int32"
            | "Int64"
            | "Uint"
            | "Uint16"
            | "Uint32"
            | "Uint64"
            | "Float32"
            | "Float64"
            | "String"
            | "Duration"
            | "StringSlice"
            | "StringArray"
            | "IntSlice"
            | "StringToString"
            | "Count"
    )
    .then_some((variable, short))
}

/// Options declared as struct literals: `&cli.BoolFlag{Name: "yes", Value: true}`.
pub(super) fn struct_option(builder: &mut Builder<'_>, node: Node<'_>, callee: &str, arguments: &[Argument]) {
    let kind = callee.rsplit('.').next().unwrap_or(callee);
    let Some(kind) = kind.strip_suffix("Flag").filter(|kind| !kind.is_empty()) else { return };
    let keyword = |name: &str| keyword(arguments, name);
    let Some(Value::Str(name)) = keyword("Name") else { return };
    let variables = keyword("EnvVars").or(keyword("EnvVar")).or(keyword("Sources"));
    let variables: Vec<&Value> = match variables {
        Some(Value::List(values) | Value::Call(_, values)) => values.iter().collect(),
        Some(value) => vec![value],
        None => Vec::new(),
    };
    for variable in variables {
        if let Value::Str(variable) = variable {
            let default = keyword("Value").cloned().unwrap_or(Value::Null);
            builder.setting(SettingKind::Environment, &[variable], default, node);
        }
    }
    let default = keyword("Value").or(keyword("DefaultValue")).cloned();
    let default = default.unwrap_or(if kind == "Bool" { Value::Bool(false) } else { Value::Null });
    builder.setting(SettingKind::CliOption, &[name], default, node);
}
