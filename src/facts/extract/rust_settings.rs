//! Settings of Rust code.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    builder::{
        Builder, DEEPEST, children, field, inner, is_environment_name, is_environment_reader, is_literal, parent,
    },
    rust_items::attribute_name,
    rust_values::{arguments, group_value, groups, is_word, named, string, token_tree, value},
};
use crate::{
    facts::model::{Argument, SettingKind, Value},
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
    if !builder.of(tokens).starts_with('{') || !outer.is_some_and(|outer| outer.kind == "token_tree") {
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

/// What the attributes of a field say of it.
#[derive(Default)]
struct Declared {
    option: bool,
    long: Option<String>,
    variable: Option<String>,
    default: Option<Value>,
}

/// Defaults, options and environment names in the attributes of a struct's field.
pub(super) fn declared<'t>(
    builder: &mut Builder<'t>,
    returned: &BTreeMap<String, Node<'t>>,
    node: Node<'t>,
    attributes: &[Node<'t>],
) {
    let Some(name) = field(node, "name").map(|name| builder.of(name)) else { return };
    let kind = field(node, "type").map_or("", |kind| builder.of(kind));
    let mut found = Declared::default();
    for attribute in attributes {
        read_attribute(builder, returned, *attribute, kind, &mut found);
    }
    if let Some(variable) = &found.variable {
        builder.setting(SettingKind::Environment, &[variable], found.default.clone().unwrap_or(Value::Null), node);
    }
    if found.option {
        let default = found.default.unwrap_or(if kind == "bool" { Value::Bool(false) } else { Value::Null });
        builder.setting(SettingKind::CliOption, &[found.long.as_deref().unwrap_or(name)], default, node);
    } else if let (Some(default), None) = (found.default, found.variable) {
        builder.setting(SettingKind::Field, &[name], default, node);
    }
}

fn read_attribute<'t>(
    builder: &Builder<'t>,
    returned: &BTreeMap<String, Node<'t>>,
    item: Node<'t>,
    kind: &str,
    found: &mut Declared,
) {
    let Some(name) = attribute_name(builder, item) else { return };
    let Some(attribute) = inner(item) else { return };
    let last = name.rsplit('.').next().unwrap_or(&name);
    let options = matches!(last, "arg" | "clap" | "structopt" | "argh" | "bpaf" | "options" | "command");
    if last == "default" {
        // `#[default = 5]`, `#[default(5)]`
        let given = field(attribute, "value").map(|given| value(builder, None, given, 3)).or_else(|| {
            let tokens = token_tree(attribute)?;
            Some(group_value(builder, groups(tokens).first()?, 3))
        });
        found.default = given.or(found.default.take());
        return;
    }
    let Some(tokens) = token_tree(attribute) else { return };
    for group in groups(tokens) {
        let (key, given) = match named(builder, &group) {
            Some(pair) => pair,
            None => match group[..] {
                [only] if is_word(builder, only) => (builder.of(only).to_owned(), Vec::new()),
                _ => continue,
            },
        };
        let written = || (!given.is_empty()).then(|| group_value(builder, &given, 3));
        let text = || given.first().and_then(|node| string(builder, *node));
        match key.as_str() {
            "long" | "short" | "value_parser" | "action" | "default_missing_value" if options => {
                found.option = true;
                if key == "long" {
                    found.long = text();
                }
            }
            "subcommand" | "flatten" | "skip" if options => return,
            "default_value" | "default_value_t" | "default_values_t" if options => {
                found.option = true;
                found.default = Some(match (key.as_str(), written()) {
                    ("default_value", Some(Value::Str(text))) => typed(kind, &text),
                    (_, Some(given)) => given,
                    (_, None) => of_type(kind),
                });
            }
            "env" if options => {
                found.option = true;
                found.variable = Some(text().unwrap_or_else(|| "".to_owned())).filter(|name| !name.is_empty());
            }
            "env" | "from" | "env_var" if matches!(last, "envconfig" | "config" | "setting" | "env" | "serde_env") => {
                found.variable = text();
            }
            "default" => {
                found.default = Some(match written() {
                    None => of_type(kind),
                    // `default = "function"`
                    Some(Value::Str(text)) if last == "serde" => of_function(builder, returned, &text, kind),
                    Some(Value::Str(text)) => typed(kind, &text),
                    Some(other) => other,
                });
            }
            _ => {}
        }
    }
}

/// A default written as text, as its type reads it.
fn typed(kind: &str, text: &str) -> Value {
    match kind {
        "String" | "&str" | "&'static str" | "PathBuf" | "Option<String>" => Value::Str(text.to_owned()),
        _ => super::go_settings::scalar(text),
    }
}

/// What a function of the file gives, where it is one literal.
fn of_function<'t>(builder: &Builder<'t>, returned: &BTreeMap<String, Node<'t>>, path: &str, kind: &str) -> Value {
    let name = path.rsplit("::").next().unwrap_or(path);
    if path.ends_with("Default::default") {
        return of_type(kind);
    }
    match returned.get(name) {
        Some(node) => value(builder, None, *node, 3),
        None => Value::Call(path.replace("::", "."), Vec::new()),
    }
}

/// The default of a type.
fn of_type(kind: &str) -> Value {
    let name = kind.split('<').next().unwrap_or(kind);
    match name.rsplit("::").next().unwrap_or(name).trim() {
        "bool" => Value::Bool(false),
        "Option" => Value::Null,
        "String" => Value::Str(String::new()),
        "Vec" | "HashSet" | "BTreeSet" | "VecDeque" => Value::List(Vec::new()),
        "HashMap" | "BTreeMap" | "IndexMap" => Value::Object(Vec::new()),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => Value::Num("0".to_owned()),
        other => Value::Call(format!("{other}.default"), Vec::new()),
    }
}

/// `#[derive(Default)]` of a struct: its switches are off.
pub(super) fn derived(builder: &mut Builder<'_>, node: Node<'_>, decorators: &[String]) {
    let derives = decorators.iter().any(|name| name == "Default");
    if !derives || node.kind() != "struct_item" {
        return;
    }
    for (_, child) in field(node, "body").map(children).unwrap_or_default() {
        if let (Some(name), Some(kind)) = (field(child, "name"), field(child, "type"))
            && builder.of(kind) == "bool"
        {
            builder.setting(SettingKind::Field, &[builder.of(name)], Value::Bool(false), child);
        }
    }
}

/// `#[default]` of a variant: what the type is where nothing is said.
pub(super) fn variant(builder: &mut Builder<'_>, above: &[Step<'_>], node: Node<'_>, attributes: &[Node<'_>]) {
    let default = attributes.iter().any(|item| attribute_name(builder, *item).is_some_and(|name| name == "default"));
    let owner = parent(above, 1).filter(|_| default).and_then(|outer| field(outer.node, "name"));
    if let (Some(owner), Some(name)) = (owner, field(node, "name")) {
        builder.setting(SettingKind::Field, &[builder.of(owner)], Value::Name(builder.of(name).to_owned()), node);
    }
}

/// The calls of a chain above a call, innermost first: of `a().b().c()` from `a()` on `b`, `c` with their nodes.
fn chain<'a, 't>(builder: &Builder<'t>, above: &'a [Step<'t>]) -> Vec<(&'t str, Node<'t>)> {
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
        Some(Value::Str(text)) => Some(text.clone()),
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
    if let Some(name) = first
        .as_deref()
        .filter(|name| !callee.contains("()") && is_environment_name(name) && is_environment_reader(callee))
    {
        let default = second.unwrap_or_else(|| fallback(builder, own, above));
        builder.setting(SettingKind::Environment, &[name], default, node);
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
fn constant_text(builder: &Builder<'_>, name: &str) -> Option<String> {
    let last = name.rsplit('.').next()?;
    builder.facts.settings.iter().find_map(|setting| match &setting.value {
        Value::Str(text)
            if setting.written == last && matches!(setting.kind, SettingKind::Constant | SettingKind::Field) =>
        {
            Some(text.clone())
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
