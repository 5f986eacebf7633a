//! Settings of Python code.

use tree_sitter::Node;

use super::{
    builder::{
        Builder, DEEPEST, children, field, inner, is_environment_name, is_environment_reader, is_literal, keyword,
        option_name, parent, span,
    },
    python_values::{dotted, string, value},
};
use crate::{
    facts::model::{Argument, SettingKind, Value},
    syntax::Step,
};

/// The name of a parameter; `None` for `*`, `/`.
pub(super) fn parameter_name(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let name = match node.kind() {
        "identifier" => node,
        "default_parameter" | "typed_default_parameter" => field(node, "name")?,
        "typed_parameter" | "list_splat_pattern" | "dictionary_splat_pattern" => {
            let first = inner(node)?;
            if first.kind() == "identifier" { first } else { inner(first)? }
        }
        _ => return None,
    };
    Some(builder.of(name).to_owned())
}

/// The default of a parameter; typer's options are command-line options.
pub(super) fn parameter_default(builder: &mut Builder<'_>, node: Node<'_>) {
    if !matches!(node.kind(), "default_parameter" | "typed_default_parameter") {
        return;
    }
    let (Some(name), Some(given)) = (field(node, "name"), field(node, "value")) else { return };
    let name = builder.of(name);
    let annotation = field(node, "type").map_or("", |annotation| builder.of(annotation));
    let (default, wrapped) = unwrapped(builder, given);
    let typer = wrapped
        .is_some_and(|callee| matches!(callee.as_str(), "typer.Option" | "typer.Argument" | "cyclopts.Parameter"))
        || ["typer.Option(", "typer.Argument(", "Parameter("].iter().any(|mark| annotation.contains(mark));
    let kind = if typer { SettingKind::CliOption } else { SettingKind::Parameter };
    builder.setting(kind, &[name], default, node);
}

/// The default inside a field constructor (`Field(default=5)`, `field(default=5)`, `typer.Option(5)`), else the value
/// itself; with the constructor's resolved name.
fn unwrapped(builder: &Builder<'_>, given: Node<'_>) -> (Value, Option<String>) {
    let plain = |builder: &Builder<'_>| value(builder, given, DEEPEST);
    if given.kind() != "call" {
        return (plain(builder), None);
    }
    let Some(callee) = field(given, "function").and_then(|callee| dotted(builder, callee)) else {
        return (plain(builder), None);
    };
    let last = callee.rsplit('.').next().unwrap_or(&callee);
    let is_field = matches!(
        last,
        "Field"
            | "field"
            | "ib"
            | "attrib"
            | "Option"
            | "Argument"
            | "mapped_column"
            | "Query"
            | "Body"
            | "Form"
            | "Header"
            | "PrivateAttr"
            | "Factor"
            | "Value"
            | "Setting"
    );
    if !is_field {
        return (plain(builder), None);
    }
    let arguments = super::python_values::arguments(builder, given, DEEPEST);
    let keyword = |name: &str| keyword(&arguments, name).cloned();
    let first = arguments.first().filter(|argument| argument.keyword.is_none()).map(|argument| argument.value.clone());
    let default = keyword("default").or(first).or_else(|| {
        // `default_factory=list` is an empty list, whatever else is only known when run.
        keyword("default_factory").map(|factory| match factory {
            Value::Name(name) if name == "list" || name == "set" => Value::List(Default::default()),
            Value::Name(name) if name == "dict" => Value::Object(Default::default()),
            Value::Name(name) => Value::Call(name, Default::default()),
            other => other,
        })
    });
    match default {
        Some(Value::Other(text)) if text == "..." => (Value::Other(text), Some(callee)),
        Some(default) => (default, Some(callee)),
        None => (plain(builder), Some(callee)),
    }
}

/// Module constants, class fields, and literals assigned to attributes.
pub(super) fn assignment<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
    builder.give(left, right);
    match left.kind() {
        "identifier" => {
            let kind = if builder.in_class() {
                SettingKind::Field
            } else if builder.at_top() {
                SettingKind::Constant
            } else {
                return;
            };
            let (default, _) = unwrapped(builder, right);
            builder.setting(kind, &[builder.of(left)], default, node);
        }
        "attribute" => {
            let given = value(builder, right, DEEPEST);
            if let Some(name) = field(left, "attribute").filter(|_| is_literal(&given)) {
                builder.setting(SettingKind::Field, &[builder.of(name)], given, node);
            }
        }
        // `os.environ["X"] = "1"`, `config["x"] = True`.
        "subscript" => {
            let given = value(builder, right, DEEPEST);
            let key = field(left, "subscript").and_then(|key| string(builder, key));
            if let Some(key) = key.filter(|_| is_literal(&given)) {
                builder.setting(SettingKind::Field, &[&key], given, node);
            }
        }
        _ => {}
    }
}

/// A key of a dictionary literal, with the keys around it.
pub(super) fn pair<'t>(builder: &mut Builder<'t>, above: &[Step<'t>], node: Node<'t>) {
    let (Some(key), Some(given)) = (field(node, "key"), field(node, "value")) else { return };
    let Some(key) = string(builder, key) else { return };
    builder.candidate_key(&key, parent(above, 0));
    let (mut path, kind) = path_around(builder, above);
    path.push(key);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let given = value(builder, given, 3);
    if path.last() == Some(&"default") && path.len() > 1 && is_schema(builder, above) {
        builder.setting(kind, &path[..path.len() - 1], given.clone(), node);
    }
    builder.setting(kind, &path, given, node);
}

/// True when the object around a `default` key describes an option: it has a type or a description too.
fn is_schema(builder: &Builder<'_>, above: &[Step<'_>]) -> bool {
    parent(above, 0).is_some_and(|object| {
        children(object.node).into_iter().any(|(_, pair)| {
            field(pair, "key")
                .and_then(|key| string(builder, key))
                .is_some_and(|key| matches!(key.as_str(), "type" | "description" | "help" | "enum"))
        })
    })
}

/// The keys of the literals around a node, outermost first, and whether a call takes the whole as argument.
fn path_around(builder: &Builder<'_>, above: &[Step<'_>]) -> (Vec<String>, SettingKind) {
    let mut path = Vec::new();
    let mut kind = SettingKind::Field;
    for step in above.iter().rev().take(24) {
        match step.kind {
            "pair" => {
                if let Some(key) = field(step.node, "key").and_then(|key| string(builder, key)) {
                    path.push(key);
                }
            }
            "keyword_argument" => {
                if let Some(name) = field(step.node, "name") {
                    path.push(builder.of(name).to_owned());
                }
            }
            "dictionary" | "list" | "tuple" | "parenthesized_expression" | "dictionary_splat" => {}
            "argument_list" => {
                kind = SettingKind::Argument;
                break;
            }
            _ => break,
        }
    }
    path.reverse();
    (path, kind)
}

/// Command-line options, environment variables with a default, and the keywords of a call.
pub(super) fn call(
    builder: &mut Builder<'_>,
    above: &[Step<'_>],
    node: Node<'_>,
    callee: &str,
    arguments: &[Argument],
) {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    let keyword = |name: &str| keyword(arguments, name);
    let positional: Vec<&Value> =
        arguments.iter().filter(|argument| argument.keyword.is_none()).map(|argument| &argument.value).collect();
    let strings = || {
        positional.iter().filter_map(|value| match value {
            Value::Str(text) => Some(text.as_str()),
            _ => None,
        })
    };
    if matches!(last, "add_argument" | "add_option" | "option" | "Option")
        && let Some(name) = option_name(strings())
    {
        // typer's options are recorded with the parameter that they are the default of.
        if parent(above, 0).is_some_and(|outer| outer.kind.ends_with("default_parameter")) {
            return;
        }
        let default = keyword("default").cloned().unwrap_or_else(|| match keyword("action") {
            Some(Value::Str(action)) if action == "store_true" => Value::Bool(false),
            Some(Value::Str(action)) if action == "store_false" => Value::Bool(true),
            Some(Value::Name(action)) if action.ends_with("BooleanOptionalAction") => Value::Null,
            _ if keyword("is_flag") == Some(&Value::Bool(true)) => Value::Bool(false),
            _ => Value::Null,
        });
        // `--no-sandbox` that stores false: the sandbox is on by default.
        let stores_false = matches!(keyword("action"), Some(Value::Str(action)) if action == "store_false");
        let name = match keyword("dest") {
            Some(Value::Str(target)) if stores_false => target,
            _ if stores_false => name.strip_prefix("--no-").unwrap_or(name),
            _ => name,
        };
        builder.setting(SettingKind::CliOption, &[name], default, node);
        return;
    }
    if let Some(name) = environment_name(callee, &positional) {
        // `os.getenv("X") or d` is recorded by the operator around it.
        let alternative = parent(above, 0).is_some_and(|outer| outer.kind == "boolean_operator")
            && positional.len() == 1
            && keyword("default").is_none();
        if !alternative {
            let default = positional.get(1).copied().or(keyword("default")).cloned().unwrap_or(Value::Null);
            builder.setting(SettingKind::Environment, &[name], default, node);
        }
        return;
    }
    // `settings.get("auto_approve", False)`: a key looked up with a default.
    if matches!(last, "get" | "pop" | "setdefault" | "getboolean" | "getint")
        && let [Value::Str(key), default] = positional[..]
        && is_literal(default)
    {
        builder.setting(SettingKind::ConfigKey, &[key], default.clone(), node);
    }
    for (_, child) in field(node, "arguments").map(children).unwrap_or_default() {
        if child.kind() == "keyword_argument"
            && let Some(name) = field(child, "name").map(|name| builder.of(name))
            && let Some(given) = keyword(name)
        {
            builder.setting(SettingKind::Argument, &[name], given.clone(), child);
        }
    }
}

fn environment_name<'a>(callee: &str, positional: &[&'a Value]) -> Option<&'a str> {
    let Some(Value::Str(name)) = positional.first() else { return None };
    let known = matches!(
        callee,
        "os.getenv" | "os.environ.get" | "os.environ.setdefault" | "os.environ.pop" | "decouple.config"
    );
    let helper = is_environment_name(name)
        && (is_environment_reader(callee) || callee.starts_with("env.") || callee.ends_with("environ.get"));
    (known || helper).then_some(name.as_str())
}

/// `os.environ["X"]`: a variable read without a default.
pub(super) fn environment_subscript(builder: &mut Builder<'_>, node: Node<'_>) {
    let (Some(object), Some(key)) = (field(node, "value"), field(node, "subscript")) else { return };
    if object.kind() != "attribute" && object.kind() != "identifier" {
        return;
    }
    if dotted(builder, object).as_deref() == Some("os.environ")
        && let Some(name) = string(builder, key)
    {
        builder.setting(SettingKind::Environment, &[&name], Value::Null, node);
    }
}

/// `os.getenv("X") or d`.
pub(super) fn environment_or(builder: &mut Builder<'_>, node: Node<'_>) {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
    for (side, other) in [(left, Some(right)), (right, None)] {
        if side.kind() != "call" {
            continue;
        }
        let Some(callee) = field(side, "function").and_then(|callee| dotted(builder, callee)) else { continue };
        let arguments = super::python_values::arguments(builder, side, DEEPEST);
        let values: Vec<&Value> = arguments.iter().map(|argument| &argument.value).collect();
        if values.len() != 1 {
            continue;
        }
        let Some(name) = environment_name(&callee, &values) else { continue };
        let is_or = field(node, "operator").is_some_and(|operator| builder.of(operator) == "or");
        let default = match other {
            Some(other) if is_or => value(builder, other, DEEPEST),
            _ => Value::Null,
        };
        let (function, lines) = (builder.function(), span(side));
        builder.setting_in(function, SettingKind::Environment, &[name], default, lines);
    }
}
