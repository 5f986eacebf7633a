//! Places where a model is called or given tools, by the tables beside the queries.

use std::collections::BTreeSet;

use tree_sitter::Tree;

use super::{
    bindings::{Candidate, Lookup, function_name, members},
    builder::{Builder, children, field, span},
    loops,
    places::Place,
    tool_parts::Reader,
};
use crate::{
    facts::{
        glob,
        model::{Call, ModelCall, ModelCallKind, Value},
        names::snake,
    },
    syntax::{self, CallKind, Language, ModelPattern, ModelTable, Role},
};

/// Facts that are kept per file.
const MOST: usize = 2_000;
/// Values below an argument that are looked at for names of arguments and for strings.
const MOST_VALUES: usize = 400;

/// What the arguments of one call say.
#[derive(Default)]
struct Parts {
    model: Option<Value>,
    system: Option<Value>,
    bound: Option<Value>,
    tools: Vec<String>,
}

/// Finds the model calls among the candidates of the walk, and the tools that they offer. `places` are those of the
/// tools of the file, in the same order.
pub(super) fn read<'t>(language: Language, tree: &'t Tree, builder: &mut Builder<'t>, places: &[Place]) {
    for (tool, place) in builder.facts.tools.iter_mut().zip(places) {
        tool.bound = place.offers;
    }
    let Some(table) = syntax::models(language) else { return };
    if builder.bindings.candidates.is_empty() && places.is_empty() {
        return;
    }
    let reader = Reader::new(language, tree);
    let declared = places.iter().map(|place| (place.range.start, place.range.end)).collect();
    let lookup = Lookup::new(&reader, builder, &declared);
    let mut found = called(table, &lookup, builder);
    let ranges: Vec<std::ops::Range<usize>> = found.iter().map(|(_, range)| range.clone()).collect();
    let full = found.len() >= MOST;
    found.extend(decorated(table, builder, &lookup).into_iter().map(|fact| (fact, 0..0)));
    let mut models: Vec<ModelCall> = found.into_iter().map(|(fact, _)| fact).collect();
    models.sort_by_key(|model| (model.span, model.kind));
    let offered: BTreeSet<&str> = models.iter().flat_map(|model| &model.tools).map(String::as_str).collect();
    let held: Vec<(bool, Vec<String>)> = places
        .iter()
        .map(|place| {
            let mut names = place.names.clone();
            lookup.holders(&mut names);
            let bound = names.iter().any(|name| offered.contains(name.as_str()))
                || ranges.iter().any(|range| range.start <= place.range.start && place.range.end <= range.end);
            (bound, names.into_iter().filter(|name| !place.own.contains(name)).take(16).collect())
        })
        .collect();
    for (tool, (bound, collections)) in builder.facts.tools.iter_mut().zip(held) {
        tool.bound |= bound;
        tool.collections = collections;
    }
    builder.facts.models = models;
    if full {
        builder.note_full();
    }
}

/// The model calls among the candidates, with the bytes that they span.
fn called<'t>(
    table: &'static ModelTable,
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
) -> Vec<(ModelCall, std::ops::Range<usize>)> {
    // Whether the file imports what a pattern asks for.
    let imported: Vec<bool> = table
        .calls
        .iter()
        .map(|pattern| {
            let wanted = |module: &str| pattern.import.iter().any(|glob| glob::matches(glob, module));
            pattern.import.is_empty() || builder.facts.imports.iter().any(|import| wanted(&import.module))
        })
        .collect();
    let mut found = Vec::new();
    for candidate in &builder.bindings.candidates {
        let Some(call) = builder.facts.calls.get(candidate.call) else { continue };
        let Some(pattern) = pattern_of(table, &imported, lookup, builder, call) else { continue };
        let mut parts = Parts::default();
        named_parts(table, pattern, lookup, builder, candidate, call, &mut parts);
        for name in spread(table, lookup, builder, candidate, call.function) {
            if parts.tools.len() < 64 && !parts.tools.contains(&name) {
                parts.tools.push(name);
            }
        }
        if pattern.kind == CallKind::Serve && parts.tools.is_empty() {
            served(builder, call, &mut parts);
        }
        found.push((fact(builder, pattern, candidate, call, parts, lookup), candidate.node.byte_range()));
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// The first pattern that a call matches.
fn pattern_of<'t>(
    table: &'static ModelTable,
    imported: &[bool],
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    call: &Call,
) -> Option<&'static ModelPattern> {
    let any = |globs: &[String], text: &str| globs.iter().any(|glob| glob::matches(glob, text));
    let imported = table.calls.iter().zip(imported).filter(|(_, imported)| **imported).map(|(pattern, _)| pattern);
    imported.into_iter().find(|pattern| {
        any(&pattern.callee, &call.callee)
            && (pattern.receiver.is_empty()
                || receiver(lookup, builder, &call.callee).is_some_and(|made| any(&pattern.receiver, &made)))
            && (pattern.string.is_empty() || strings(lookup, call).iter().any(|text| any(&pattern.string, text)))
            && (pattern.name.is_empty()
                || call.arguments.iter().flat_map(|argument| names_in(&argument.value)).any(|n| any(&pattern.name, &n)))
            && (pattern.argument.is_empty() || has_argument(pattern, call))
    })
}

/// Resolved name of what made the object that a method is called on.
fn receiver<'t>(lookup: &Lookup<'t, '_>, builder: &Builder<'t>, callee: &str) -> Option<String> {
    let (object, _) = callee.rsplit_once('.')?;
    if let Some(made) = object.strip_suffix("()") {
        return Some(made.to_owned());
    }
    // `client.messages.create`: what made the client.
    let mut object = object;
    loop {
        if let Some(made) = lookup.maker(builder, object) {
            return Some(made);
        }
        object = object.rsplit_once('.').map(|(outer, _)| outer).filter(|outer| !matches!(*outer, "self" | "this"))?;
        if let Some(made) = object.strip_suffix("()") {
            return Some(made.to_owned());
        }
    }
}

/// Strings among the arguments, and those that constants of the file stand for.
fn strings(lookup: &Lookup<'_, '_>, call: &Call) -> Vec<String> {
    let mut out = Vec::new();
    for value in call.arguments.iter().flat_map(|argument| below(&argument.value)) {
        match value {
            // A template's text counts as far as it goes.
            Value::Str(text) | Value::Other(text) => out.push(text.clone()),
            Value::Name(name) => out.extend(lookup.constant(name).map(str::to_owned)),
            _ => {}
        }
    }
    out
}

/// A value and all below it.
fn below(value: &Value) -> Vec<&Value> {
    let mut out = vec![value];
    let mut at = 0;
    while at < out.len() && out.len() < MOST_VALUES {
        match out[at] {
            Value::List(values) | Value::Call(_, values) => out.extend(values.iter()),
            Value::Object(pairs) => out.extend(pairs.iter().map(|(_, value)| value)),
            _ => {}
        }
        at += 1;
    }
    out
}

fn names_in(value: &Value) -> Vec<String> {
    below(value)
        .into_iter()
        .filter_map(|value| match value {
            Value::Name(name) | Value::Call(name, _) => Some(name.clone()),
            _ => None,
        })
        .collect()
}

fn has_argument(pattern: &ModelPattern, call: &Call) -> bool {
    let wanted = |name: &str| pattern.argument.iter().any(|known| *known == snake(name));
    call.arguments.iter().any(|argument| {
        argument.keyword.as_deref().is_some_and(wanted)
            || below(&argument.value).into_iter().any(|value| match value {
                Value::Object(pairs) => pairs.iter().any(|(key, _)| wanted(key)),
                _ => false,
            })
    })
}

/// Reads the arguments by their names, those without one by their place.
fn named_parts<'t>(
    table: &ModelTable,
    pattern: &ModelPattern,
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    candidate: &Candidate<'t>,
    call: &Call,
    parts: &mut Parts,
) {
    let byte = candidate.node.start_byte();
    let mut place = 0;
    for argument in &call.arguments {
        if let Some(name) = &argument.keyword {
            named(table, lookup, builder, call, byte, &snake(name), &argument.value, 3, parts);
            continue;
        }
        match pattern.positional.get(place) {
            Some(Role::Nothing) => {}
            Some(role) if !matches!(argument.value, Value::Object(_)) => {
                part(lookup, builder, call, byte, *role, &argument.value, parts);
            }
            _ => unnamed(table, lookup, builder, call, byte, &argument.value, 3, parts),
        }
        place += 1;
    }
}

/// An argument without a name: an object with names in it, a variable that holds one, or an option `WithTools(tools)`.
#[allow(clippy::too_many_arguments)]
fn unnamed<'t>(
    table: &ModelTable,
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    call: &Call,
    byte: usize,
    value: &Value,
    depth: u32,
    parts: &mut Parts,
) {
    if depth == 0 {
        return;
    }
    match value {
        Value::Object(pairs) => {
            for (key, value) in pairs {
                named(table, lookup, builder, call, byte, &snake(key), value, depth, parts);
            }
        }
        Value::Call(callee, values) => {
            let last = callee.rsplit('.').next().unwrap_or(callee);
            match (last.strip_prefix("With").or_else(|| last.strip_prefix("with_")), values.first()) {
                (Some(option), Some(first)) if table.role(&snake(option)).is_some() => {
                    named(table, lookup, builder, call, byte, &snake(option), first, depth, parts);
                }
                // A struct literal, `JSON.stringify({…})`, `&Config{…}`.
                _ => {
                    for value in values.iter().filter(|value| matches!(value, Value::Object(_))) {
                        unnamed(table, lookup, builder, call, byte, value, depth - 1, parts);
                    }
                }
            }
        }
        Value::Name(_) | Value::Other(_) => {
            let name = match value {
                Value::Name(name) => name.as_str(),
                Value::Other(text) => text.trim_start_matches(['*', '.']).trim(),
                _ => return,
            };
            let Some(given) = lookup.given_before(builder, name, call.function, byte) else { return };
            let held = lookup.reader.deep_value(builder, given.node);
            if matches!(held, Value::Object(_) | Value::Call(..)) {
                unnamed(table, lookup, builder, call, byte, &held, depth - 1, parts);
            }
        }
        _ => {}
    }
}

#[allow(clippy::too_many_arguments)]
fn named<'t>(
    table: &ModelTable,
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    call: &Call,
    byte: usize,
    name: &str,
    value: &Value,
    depth: u32,
    parts: &mut Parts,
) {
    match table.role(name) {
        Some(role) => part(lookup, builder, call, byte, role, value, parts),
        None if matches!(
            name,
            "config" | "options" | "json" | "body" | "data" | "params" | "request" | "extra_body"
        ) || name.ends_with("_config")
            || name.ends_with("_options") =>
        {
            unnamed(table, lookup, builder, call, byte, value, depth - 1, parts);
        }
        None => {}
    }
}

fn part<'t>(
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    call: &Call,
    byte: usize,
    role: Role,
    value: &Value,
    parts: &mut Parts,
) {
    match role {
        Role::Model => {
            parts.model.get_or_insert_with(|| value.clone());
        }
        Role::System => {
            parts.system.get_or_insert_with(|| value.clone());
        }
        Role::Bound => {
            parts.bound.get_or_insert_with(|| rounds(value));
        }
        Role::Messages => {
            let held = match value {
                Value::Name(name) => lookup
                    .given_before(builder, name, call.function, byte)
                    .map(|given| lookup.reader.deep_value(builder, given.node)),
                _ => None,
            };
            if let Some(system) = system_of(held.as_ref().unwrap_or(value)) {
                parts.system.get_or_insert(system);
            }
        }
        Role::Tools => {
            for name in members(builder.language, value) {
                for name in lookup.expanded(builder, &name, call.function) {
                    if parts.tools.len() < 64 && !parts.tools.contains(&name) {
                        parts.tools.push(name);
                    }
                }
            }
            // A record of tools by name: the ones that are written out there count by their names.
            if let Value::Object(pairs) = value {
                for (key, value) in pairs {
                    if !matches!(value, Value::Name(_)) && parts.tools.len() < 64 && !parts.tools.contains(key) {
                        parts.tools.push(key.clone());
                    }
                }
            }
        }
        Role::Nothing => {}
    }
}

/// `tools: {...shared, own}`: values of objects leave out what is spread into them.
fn spread<'t>(
    table: &ModelTable,
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    candidate: &Candidate<'t>,
    function: Option<u32>,
) -> Vec<String> {
    let mut out = Vec::new();
    for (_, argument) in field(candidate.node, "arguments").map(children).unwrap_or_default() {
        for (name, value) in lookup.reader.entries(builder, argument) {
            if value.kind() != "object" || name.is_none_or(|name| table.role(&snake(&name)) != Some(Role::Tools)) {
                continue;
            }
            for (_, child) in children(value).into_iter().filter(|(_, child)| child.kind() == "spread_element") {
                let names = members(builder.language, &lookup.reader.value(builder, child));
                out.extend(names.iter().flat_map(|name| lookup.expanded(builder, name, function)));
            }
        }
    }
    out
}

/// `stepCountIs(5)` is 5.
fn rounds(value: &Value) -> Value {
    match value {
        Value::Call(callee, values) if snake(callee).contains("step") => match values.as_slice() {
            [only] => only.clone(),
            _ => value.clone(),
        },
        Value::List(values) => values.first().map_or_else(|| value.clone(), rounds),
        _ => value.clone(),
    }
}

/// The content of the first message of the role `system` or `developer`.
fn system_of(messages: &Value) -> Option<Value> {
    let messages = match messages {
        Value::List(values) => values.as_slice(),
        // `[…].concat(history)`
        Value::Call(_, values) => values.as_slice(),
        _ => return None,
    };
    messages.iter().take(4).find_map(|message| match message {
        Value::Object(pairs) => {
            let get = |key: &str| pairs.iter().find(|(known, _)| snake(known) == key).map(|(_, value)| value);
            let role = match get("role")? {
                Value::Str(role) | Value::Name(role) | Value::Other(role) => role.to_ascii_lowercase(),
                _ => return None,
            };
            let system = role.ends_with("system") || role.ends_with("developer");
            get("content").filter(|_| system).cloned()
        }
        Value::Call(callee, values) => {
            let last = callee.rsplit('.').next().unwrap_or(callee);
            let system = matches!(last, "SystemMessage" | "SystemPromptPart" | "TextParts") && callee != "TextParts";
            let held = values.first().filter(|_| system && last == "SystemMessage").cloned();
            held.or_else(|| {
                system_of(&Value::List(vec![values.first().filter(|v| matches!(v, Value::Object(_)))?.clone()]))
            })
        }
        Value::List(pair) => match pair.as_slice() {
            [Value::Str(role), content] if role == "system" => Some(content.clone()),
            _ => None,
        },
        _ => None,
    })
}

/// Tools inside of a handler that stands among the arguments: its keys and calls are facts already.
fn served(builder: &Builder<'_>, call: &Call, parts: &mut Parts) {
    for setting in &builder.facts.settings {
        let last = setting.name.rsplit('.').next().unwrap_or_default();
        if last == "tools" && call.span.contains(setting.span) {
            parts.tools.extend(members(builder.language, &setting.value));
        }
    }
    parts.tools.truncate(64);
}

/// Cut to what a fact may hold.
fn short(value: Value) -> Value {
    match value {
        Value::Str(text) if text.len() > 300 => Value::Str(crate::facts::names::cut(&text, 300).to_owned()),
        other => other,
    }
}

fn fact<'t>(
    builder: &Builder<'t>,
    pattern: &ModelPattern,
    candidate: &Candidate<'t>,
    call: &Call,
    parts: Parts,
    lookup: &Lookup<'t, '_>,
) -> ModelCall {
    let around = candidate.around.and_then(|node| loops::bound(lookup.reader, builder, node));
    // Tools and model that were given to the object that is called on.
    let mut parts = parts;
    if parts.tools.is_empty()
        && let Some((object, _)) = call.callee.rsplit_once('.')
        && let Some(given) = lookup.only(object.trim_end_matches("()"))
        && let Value::Call(callee, values) = lookup.reader.value(builder, given.node)
        && callee.rsplit('.').next().is_some_and(|last| matches!(last, "bind_tools" | "bindTools"))
    {
        parts.tools = values
            .iter()
            .take(1)
            .flat_map(|value| members(builder.language, value))
            .flat_map(|name| lookup.expanded(builder, &name, call.function))
            .take(64)
            .collect();
    }
    ModelCall {
        framework: pattern.framework.clone(),
        kind: match pattern.kind {
            CallKind::Call => ModelCallKind::Call,
            CallKind::Agent => ModelCallKind::Agent,
            CallKind::Serve => ModelCallKind::Serve,
        },
        span: span(candidate.node),
        function: call.function,
        in_loop: call.in_loop,
        bound: around.or(parts.bound).map(short),
        tools: parts.tools,
        model: parts.model.map(short),
        system: parts.system.map(short),
    }
}

/// Functions whose decorator makes them hand out tools.
fn decorated<'t>(table: &ModelTable, builder: &Builder<'t>, lookup: &Lookup<'t, '_>) -> Vec<ModelCall> {
    let mut out = Vec::new();
    for pattern in table.calls.iter().filter(|pattern| !pattern.decorator.is_empty()) {
        for (index, function) in builder.facts.functions.iter().enumerate() {
            let decorated = function
                .decorators
                .iter()
                .any(|decorator| pattern.decorator.iter().any(|glob| glob::matches(glob, decorator)));
            if !decorated || out.len() >= MOST {
                continue;
            }
            let index = u32::try_from(index).ok();
            out.push(ModelCall {
                framework: pattern.framework.clone(),
                kind: ModelCallKind::Serve,
                span: function.span,
                function: index,
                in_loop: false,
                bound: None,
                tools: function_name(builder, index)
                    .map(|name| lookup.expanded(builder, &name, None))
                    .unwrap_or_default(),
                model: None,
                system: None,
            });
        }
    }
    out
}
