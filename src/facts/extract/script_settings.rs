//! Settings of JavaScript and TypeScript code.

use tree_sitter::Node;

use super::{
    builder::{
        Builder, DEEPEST, children, field, inner, is_environment_name, is_environment_reader, is_literal, kind,
        option_name, parent, span,
    },
    script_values::{bare, dotted, key, value},
};
use crate::{
    facts::model::{Argument, SettingKind, Value},
    syntax::Step,
};

/// The names that a parameter or pattern binds, in order.
pub(super) fn pattern_names(builder: &Builder<'_>, node: Node<'_>, depth: u32, out: &mut Vec<String>) {
    if depth == 0 {
        return;
    }
    match kind(node) {
        "identifier" | "shorthand_property_identifier_pattern" => out.push(builder.of(node).to_owned()),
        "required_parameter" | "optional_parameter" => {
            if let Some(pattern) = field(node, "pattern") {
                pattern_names(builder, pattern, depth, out);
            }
        }
        "assignment_pattern" | "object_assignment_pattern" => {
            if let Some(left) = field(node, "left") {
                pattern_names(builder, left, depth - 1, out);
            }
        }
        "pair_pattern" => {
            if let Some(key) = field(node, "key") {
                out.push(builder.of(key).to_owned());
            }
        }
        "object_pattern" | "array_pattern" | "rest_pattern" => {
            for (_, child) in children(node) {
                pattern_names(builder, child, depth - 1, out);
            }
        }
        _ => {}
    }
}

/// The defaults in a parameter or pattern.
pub(super) fn pattern_defaults(builder: &mut Builder<'_>, node: Node<'_>, depth: u32) {
    if depth == 0 {
        return;
    }
    let default = |builder: &mut Builder<'_>, name: Node<'_>, given: Node<'_>| {
        let given = value(builder, given, DEEPEST);
        builder.setting(SettingKind::Parameter, &[builder.of(name)], given, node);
    };
    match kind(node) {
        "required_parameter" | "optional_parameter" => {
            let Some(pattern) = field(node, "pattern") else { return };
            match field(node, "value") {
                Some(given) if kind(pattern) == "identifier" => default(builder, pattern, given),
                _ => pattern_defaults(builder, pattern, depth),
            }
        }
        "assignment_pattern" | "object_assignment_pattern" => {
            let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
            if matches!(kind(left), "identifier" | "shorthand_property_identifier_pattern") {
                default(builder, left, right);
            } else {
                pattern_defaults(builder, left, depth - 1);
            }
        }
        "pair_pattern" => {
            let (Some(name), Some(given)) = (field(node, "key"), field(node, "value")) else { return };
            let plain = field(given, "left").is_some_and(|left| kind(left) == "identifier");
            match field(given, "right") {
                Some(right) if plain => default(builder, name, right),
                _ => pattern_defaults(builder, given, depth - 1),
            }
        }
        "object_pattern" | "array_pattern" => {
            for (_, child) in children(node) {
                pattern_defaults(builder, child, depth - 1);
            }
        }
        _ => {}
    }
}

/// Module constants, and defaults of destructured options.
pub(super) fn declarator<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let Some(name) = field(node, "name") else { return };
    if kind(name) == "object_pattern" {
        let source = field(node, "value").map(|source| builder.of(bare(source)));
        if matches!(source, Some("process.env" | "import.meta.env" | "Bun.env")) {
            destructured_environment(builder, name);
        } else {
            pattern_defaults(builder, name, 8);
        }
        return;
    }
    if let Some(given) = field(node, "value") {
        builder.give(name, given);
    }
    if !builder.at_top() || kind(name) != "identifier" {
        return;
    }
    let Some(given) = field(node, "value").filter(|given| !is_function(*given)) else { return };
    let given = zod_default(builder, given).unwrap_or_else(|| value(builder, given, DEEPEST));
    builder.setting(SettingKind::Constant, &[builder.of(name)], given, node);
}

/// `const { PORT = '80', TOKEN } = process.env`.
fn destructured_environment(builder: &mut Builder<'_>, pattern: Node<'_>) {
    for (_, child) in children(pattern) {
        let (name, default) = match kind(child) {
            "shorthand_property_identifier_pattern" => (Some(child), None),
            "object_assignment_pattern" => (field(child, "left"), field(child, "right")),
            "pair_pattern" => (field(child, "key"), field(child, "value").and_then(|value| field(value, "right"))),
            _ => continue,
        };
        let default = default.map_or(Value::Null, |default| value(builder, default, DEEPEST));
        if let Some(name) = name {
            builder.setting(SettingKind::Environment, &[builder.of(name)], default, child);
        }
    }
}

fn is_function(node: Node<'_>) -> bool {
    matches!(
        kind(bare(node)),
        "arrow_function" | "function_expression" | "generator_function" | "class" | "jsx_element" | "function"
    )
}

pub(super) fn class_field<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let name = field(node, "name").or_else(|| field(node, "property"));
    let (Some(name), Some(given)) = (name, field(node, "value").filter(|given| !is_function(*given))) else { return };
    builder.give(name, given);
    let Some(name) = key(builder, name) else { return };
    let given = declared_default(builder, given).unwrap_or_else(|| value(builder, given, DEEPEST));
    builder.setting(SettingKind::Field, &[&name], given, node);
}

/// `this.x = 5`, `config.x ??= 5`, `process.env.X = '1'`.
pub(super) fn assignment<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
    if field(node, "operator").is_some_and(|operator| !matches!(builder.of(operator), "??=" | "||=")) {
        return;
    }
    builder.give(left, right);
    let Some(name) = field(left, "property") else { return };
    let given = match defaulted(builder, right) {
        Some((_, default)) => value(builder, default, DEEPEST),
        None => value(builder, right, DEEPEST),
    };
    if is_literal(&given) {
        builder.setting(SettingKind::Field, &[builder.of(name)], given, node);
    }
}

/// The two sides of `a ?? b`, `a || b`.
fn defaulted<'t>(builder: &Builder<'_>, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let node = bare(node);
    let operator = builder.of(field(node, "operator").filter(|_| kind(node) == "binary_expression")?);
    matches!(operator, "??" | "||").then_some((field(node, "left")?, field(node, "right")?))
}

/// A key of an object literal, with the keys around it.
pub(super) fn pair<'t>(builder: &mut Builder<'t>, above: &[Step<'t>], node: Node<'t>) {
    let (Some(name), Some(given)) = (field(node, "key"), field(node, "value")) else { return };
    let Some(name) = key(builder, name) else { return };
    builder.candidate_key(&name, parent(above, 0));
    if is_function(given) {
        return;
    }
    let (mut path, kind) = path_around(builder, above);
    path.push(name);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    if let Some(default) = declared_default(builder, given) {
        let kind = if is_option_declaration(builder, given) { SettingKind::CliOption } else { SettingKind::Field };
        builder.setting(kind, &path, default, node);
        return;
    }
    // `autoApprove: options.autoApprove ?? false` gives the default.
    let given = match defaulted(builder, given) {
        Some((left, right)) if !is_environment(builder, left) && is_literal(&value(builder, right, 2)) => {
            value(builder, right, 2)
        }
        _ => value(builder, given, 3),
    };
    if path.last() == Some(&"default") && path.len() > 1 && is_schema(builder, above) {
        builder.setting(kind, &path[..path.len() - 1], given.clone(), node);
    }
    builder.setting(kind, &path, given, node);
}

/// The default that a declaration gives: `z.number().default(5)`, `Flags.boolean({default: true})`.
fn declared_default(builder: &Builder<'_>, given: Node<'_>) -> Option<Value> {
    zod_default(builder, given).or_else(|| {
        let call = bare(given);
        if !is_option_declaration(builder, call) {
            return None;
        }
        let arguments = super::script_values::arguments(builder, call, 3);
        let keys = match arguments.first().map(|argument| &argument.value) {
            Some(Value::Object(keys)) => &keys[..],
            Some(_) => return None,
            None => &[],
        };
        let default = keys.iter().find(|(name, _)| name == "default").map(|(_, value)| value.clone());
        let boolean = builder.of(field(call, "function")?).ends_with("boolean");
        Some(default.unwrap_or(if boolean { Value::Bool(false) } else { Value::Null }))
    })
}

/// `Flags.boolean({…})`, `Options.integer({…})`: a typed command-line option as a value.
fn is_option_declaration(builder: &Builder<'_>, given: Node<'_>) -> bool {
    let call = bare(given);
    let Some(callee) = field(call, "function").filter(|_| kind(call) == "call_expression") else { return false };
    let Some((receiver, kind)) = builder.of(callee).rsplit_once('.') else { return false };
    matches!(receiver.rsplit('.').next(), Some("Flags" | "flags" | "Options" | "Args"))
        && matches!(kind, "boolean" | "string" | "integer" | "number" | "option" | "custom" | "url" | "file")
}

/// The argument of the outermost `.default(…)` of a schema's chain.
fn zod_default(builder: &Builder<'_>, given: Node<'_>) -> Option<Value> {
    let mut at = bare(given);
    for _ in 0..12 {
        if kind(at) != "call_expression" {
            return None;
        }
        let callee = field(at, "function").filter(|callee| kind(*callee) == "member_expression")?;
        let name = builder.of(field(callee, "property")?);
        if matches!(name, "default" | "prefault" | "catch") {
            let first = inner(field(at, "arguments")?)?;
            // `.default(() => …)` is only known when run.
            return (!is_function(first)).then(|| value(builder, first, DEEPEST));
        }
        at = field(callee, "object")?;
    }
    None
}

fn is_schema(builder: &Builder<'_>, above: &[Step<'_>]) -> bool {
    parent(above, 0).is_some_and(|object| {
        children(object.node).into_iter().any(|(_, pair)| {
            field(pair, "key").and_then(|name| key(builder, name)).is_some_and(|name| {
                matches!(name.as_str(), "type" | "description" | "describe" | "alias" | "short" | "enum" | "boolean")
            })
        })
    })
}

/// The keys of the literals around a node, outermost first, and whether a call takes the whole as argument.
fn path_around(builder: &Builder<'_>, above: &[Step<'_>]) -> (Vec<String>, SettingKind) {
    let mut path = Vec::new();
    let mut kind = SettingKind::Field;
    for step in above.iter().rev().take(24) {
        match step.kind {
            "pair" => path.extend(field(step.node, "key").and_then(|name| key(builder, name))),
            "object" | "array" | "parenthesized_expression" | "as_expression" | "satisfies_expression" => {}
            "arguments" => {
                kind = SettingKind::Argument;
                break;
            }
            _ => break,
        }
    }
    path.reverse();
    (path, kind)
}

/// Command-line options and environment readers.
pub(super) fn call(
    builder: &mut Builder<'_>,
    above: &[Step<'_>],
    node: Node<'_>,
    callee: &str,
    arguments: &[Argument],
) {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    let values: Vec<&Value> = arguments.iter().map(|argument| &argument.value).collect();
    // Of a chain only the lines of this call.
    let place = field(node, "arguments").unwrap_or(node);
    if matches!((last, values.first()), ("parseArgs" | "options", Some(Value::Object(_)))) {
        option_records(builder, place, last == "parseArgs");
        return;
    }
    let Some(Value::Str(first)) = values.first() else { return };
    match last {
        // commander: flags, description, [parser,] default; yargs: name, {default, type}.
        "option" | "requiredOption" | "Option" | "addOption" => {
            if let Some(Value::Object(keys)) = values.get(1) {
                let described = |name: &str| keys.iter().find(|(known, _)| known == name).map(|(_, value)| value);
                let boolean = described("type") == Some(&Value::Str("boolean".into()))
                    || described("boolean") == Some(&Value::Bool(true));
                let default = described("default").cloned();
                let default = default.unwrap_or(if boolean { Value::Bool(false) } else { Value::Null });
                builder.setting(SettingKind::CliOption, &[first], default, place);
            } else if let Some(name) = option_name([first.as_str()].into_iter()) {
                let name = if last == "option" { name.strip_prefix("--no-").unwrap_or(name) } else { name };
                let negated = first.contains("--no-");
                let takes_value = first.contains('<') || first.contains('[');
                let default = values
                    .get(2)
                    .filter(|value| is_literal(value))
                    .or_else(|| values.get(3))
                    .map(|value| (*value).clone())
                    .or_else(|| chained_default(builder, above));
                let default = default.unwrap_or(match (takes_value, negated) {
                    (true, _) => Value::Null,
                    (false, negated) => Value::Bool(negated),
                });
                builder.setting(SettingKind::CliOption, &[name], default, place);
            }
        }
        _ if is_environment_name(first)
            && (is_environment_reader(callee) || matches!(callee, "Deno.env.get" | "env.get")) =>
        {
            let outer = parent(above, 0).map(|outer| outer.node);
            let default = match values.get(1) {
                Some(default) => (*default).clone(),
                None => match outer.and_then(|outer| defaulted(builder, outer)) {
                    Some((left, right)) if left == node => value(builder, right, DEEPEST),
                    _ => Value::Null,
                },
            };
            builder.setting(SettingKind::Environment, &[first], default, node);
        }
        _ => {}
    }
}

/// `parseArgs({options: {verbose: {type: 'boolean', default: true}}})`, `yargs.options({level: {type: 'number'}})`.
fn option_records(builder: &mut Builder<'_>, arguments: Node<'_>, nested: bool) {
    let Some(mut object) = inner(arguments).filter(|object| kind(*object) == "object") else { return };
    let named = |builder: &Builder<'_>, pair: Node<'_>| field(pair, "key").and_then(|name| key(builder, name));
    if nested {
        let options = children(object).into_iter().map(|(_, pair)| pair);
        let options = options.into_iter().find(|pair| named(builder, *pair).as_deref() == Some("options"));
        let Some(options) = options.and_then(|pair| field(pair, "value")) else { return };
        object = options;
    }
    for (_, pair) in children(object) {
        let (Some(name), Some(given)) = (named(builder, pair), field(pair, "value")) else { continue };
        let Value::Object(keys) = value(builder, given, 3) else { continue };
        let described = |name: &str| keys.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        if described("type").is_none() && described("boolean").is_none() && described("default").is_none() {
            continue;
        }
        let boolean = described("type") == Some(&Value::Str("boolean".into()))
            || described("boolean") == Some(&Value::Bool(true));
        let default = described("default").cloned();
        let default = default.unwrap_or(if boolean { Value::Bool(false) } else { Value::Null });
        builder.setting(SettingKind::CliOption, &[&name], default, pair);
    }
}

/// `new Option('--x <n>').default(5)`.
fn chained_default(builder: &Builder<'_>, above: &[Step<'_>]) -> Option<Value> {
    for pair in 0..6 {
        let member = parent(above, pair * 2).filter(|step| step.kind == "member_expression")?;
        let call = parent(above, pair * 2 + 1).filter(|step| step.kind == "call_expression")?;
        if field(member.node, "property").map(|name| builder.of(name)) == Some("default") {
            return inner(field(call.node, "arguments")?).map(|first| value(builder, first, DEEPEST));
        }
    }
    None
}

fn is_environment(builder: &Builder<'_>, node: Node<'_>) -> bool {
    let node = bare(node);
    matches!(kind(node), "member_expression" | "subscript_expression") && environment_name(builder, node).is_some()
}

/// The variable's name in `process.env.X`, `process.env['X']`, `import.meta.env.X`, `Bun.env.X`.
fn environment_name(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let object = builder.of(field(node, "object")?);
    if !(object == "env" || object.ends_with(".env") || object.ends_with("?.env")) {
        return None;
    }
    let known = matches!(object, "process.env" | "import.meta.env" | "Bun.env" | "globalThis.process.env");
    let path = dotted(builder, node)?;
    let name = path.rsplit('.').next()?;
    (is_environment_name(name) || known && name != "[]" && !name.contains('(')).then(|| name.to_owned())
}

/// An environment variable read, with the default of `??`, `||`, of a comparison or of a conditional around it. False:
/// the node is dealt with and nothing below it matters.
pub(super) fn environment(builder: &mut Builder<'_>, above: &[Step<'_>], node: Node<'_>) -> bool {
    let Some(name) = environment_name(builder, node) else { return true };
    // `process.env.X = …` sets it.
    if parent(above, 0).is_some_and(|outer| outer.kind == "assignment_expression")
        && above.last().is_some_and(|outer| field(outer.node, "left") == Some(node))
    {
        return false;
    }
    let outer = above
        .iter()
        .rev()
        .find(|step| !matches!(step.kind, "parenthesized_expression" | "as_expression" | "non_null_expression"));
    let default = outer
        .filter(|step| step.kind == "binary_expression")
        .and_then(|step| defaulted(builder, step.node))
        .filter(|(left, _)| bare(*left) == node)
        .map_or(Value::Null, |(_, right)| value(builder, right, DEEPEST));
    let (function, lines) = (builder.function(), span(node));
    builder.setting_in(function, SettingKind::Environment, &[&name], default, lines);
    false
}
