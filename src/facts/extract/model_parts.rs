//! What the arguments of a model call say.

use super::{
    bindings::{Candidate, Lookup},
    builder::{Builder, children, field},
    chain::links,
    members::members,
    turns::conversation,
};
use crate::{
    facts::{
        model::{Call, Value},
        names::snake,
    },
    syntax::{Language, ModelPattern, ModelTable, Role},
};
use tree_sitter::Node;

/// What the arguments of one call say.
#[derive(Default)]
pub(super) struct Parts {
    pub model: Option<Value>,
    pub system: Option<Value>,
    pub bound: Option<Value>,
    pub tools: Vec<String>,
    /// Names under which its messages are held.
    pub messages: Vec<String>,
}

/// Where arguments are read.
struct At<'a, 't, 'b> {
    table: &'a ModelTable,
    lookup: &'a Lookup<'t, 'b>,
    builder: &'a Builder<'t>,
    call: &'a Call,
    /// What is given to names below does not count.
    byte: usize,
}

/// Reads the arguments by their names, those without one by their place.
pub(super) fn named_parts<'t>(
    table: &ModelTable,
    pattern: &ModelPattern,
    lookup: &Lookup<'t, '_>,
    builder: &Builder<'t>,
    candidate: &Candidate<'t>,
    call: &Call,
    parts: &mut Parts,
) {
    let at = &At { table, lookup, builder, call, byte: candidate.node.start_byte() };
    chained(at, candidate.node, parts);
    for (_, argument) in field(candidate.node, "arguments").map(children).unwrap_or_default() {
        chained(at, argument, parts);
    }
    let mut place = 0;
    for argument in &call.arguments {
        if let Some(name) = &argument.keyword {
            named(at, &snake(name), &argument.value, 3, parts);
            continue;
        }
        match pattern.positional.get(place) {
            Some(Role::Nothing) => {}
            Some(role) if !is_spread_or_object(&argument.value) => {
                part(at, *role, &argument.value, parts);
            }
            _ => unnamed(at, &argument.value, 3, parts),
        }
        place += 1;
    }
}

/// The links of a chain that a request is put together with, as languages without keywords have them.
fn chained(at: &At<'_, '_, '_>, node: Node<'_>, parts: &mut Parts) {
    if at.builder.language != Language::Rust {
        return;
    }
    for (name, first) in links(node) {
        let name = snake(at.builder.of(name));
        let name = name.strip_prefix("with_").unwrap_or(&name);
        if at.table.role(name).is_some() {
            let value = at.lookup.reader.deep_value(at.builder, first);
            named(at, name, &value, 3, parts);
        }
    }
}

/// `{…}`, `**given`, `...given`: no argument of its own.
fn is_spread_or_object(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Other(text) => text.starts_with(['*', '.']),
        _ => false,
    }
}

/// An argument without a name: an object with names in it, a variable that holds one, or an option `WithTools(tools)`.
fn unnamed(at: &At<'_, '_, '_>, value: &Value, depth: u32, parts: &mut Parts) {
    if depth == 0 {
        return;
    }
    match value {
        Value::Object(pairs) => {
            for (key, value) in pairs {
                named(at, &snake(key), value, depth, parts);
            }
        }
        Value::Call(callee, values) => {
            let last = callee.rsplit('.').next().unwrap_or(callee);
            match (last.strip_prefix("With").or_else(|| last.strip_prefix("with_")), values.first()) {
                (Some(option), Some(first)) if at.table.role(&snake(option)).is_some() => {
                    named(at, &snake(option), first, depth, parts);
                }
                // A struct literal, `JSON.stringify({…})`, `&Config{…}`.
                _ => {
                    for value in values.iter().filter(|value| matches!(value, Value::Object(_))) {
                        unnamed(at, value, depth - 1, parts);
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
            // `params.Messages` of a request that is put together elsewhere.
            for role in at.table.roles.get(&Role::Messages).into_iter().flatten().take(4) {
                conversation(&Value::Name(format!("{name}.{role}").into()), &mut parts.messages);
            }
            let Some(given) = at.lookup.given_before(at.builder, name, at.call.function, at.byte) else { return };
            chained(at, given.node, parts);
            let held = at.lookup.reader.deep_value(at.builder, given.node);
            if matches!(held, Value::Object(_) | Value::Call(..)) {
                unnamed(at, &held, depth - 1, parts);
            }
        }
        _ => {}
    }
}

fn named(at: &At<'_, '_, '_>, name: &str, value: &Value, depth: u32, parts: &mut Parts) {
    // `ToolsConfig: ToolsConfig{Tools: …}`
    let inner = match value {
        Value::Object(pairs) => Some(pairs),
        Value::Call(_, values) => match &values[..] {
            [Value::Object(pairs)] => Some(pairs),
            _ => None,
        },
        _ => None,
    };
    let nested =
        inner.is_some_and(|pairs| pairs.iter().any(|(key, _)| at.table.role(&snake(key)) == Some(Role::Tools)));
    match at.table.role(name) {
        Some(Role::Tools) if nested => unnamed(at, value, depth - 1, parts),
        Some(role) => part(at, role, value, parts),
        None if matches!(
            name,
            "config" | "options" | "json" | "body" | "data" | "params" | "request" | "extra_body"
        ) || name.ends_with("_config")
            || name.ends_with("_options") =>
        {
            unnamed(at, value, depth - 1, parts);
        }
        None => {}
    }
}

fn part(at: &At<'_, '_, '_>, role: Role, value: &Value, parts: &mut Parts) {
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
            let given = match value {
                Value::Name(name) => at.lookup.given_before(at.builder, name, at.call.function, at.byte),
                _ => None,
            };
            let held = given.map(|given| {
                chained(at, given.node, parts);
                at.lookup.reader.deep_value(at.builder, given.node)
            });
            conversation(value, &mut parts.messages);
            held.iter().filter(|held| matches!(held, Value::List(_))).for_each(|held| {
                conversation(held, &mut parts.messages);
            });
            if let Some(system) = system_of(held.as_ref().unwrap_or(value)) {
                parts.system.get_or_insert(system);
            }
        }
        Role::Tools => {
            for name in members(at.builder.language, value) {
                for name in at.lookup.expanded(at.builder, &name, at.call.function) {
                    if parts.tools.len() < 64 && !parts.tools.contains(&name) {
                        parts.tools.push(name);
                    }
                }
            }
            // A record of tools by name: the ones that are written out there count by their names.
            if let Value::Object(pairs) = value {
                for (key, value) in pairs {
                    if !matches!(value, Value::Name(_))
                        && parts.tools.len() < 64
                        && !parts.tools.iter().any(|known| key == known)
                    {
                        parts.tools.push(key.to_string());
                    }
                }
            }
        }
        Role::Nothing => {}
    }
}

/// `tools: {...shared, own}`: values of objects leave out what is spread into them.
pub(super) fn spread<'t>(
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
        Value::Call(callee, values) if snake(callee).contains("step") => match &values[..] {
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
        Value::List(values) => &values[..],
        // `[…].concat(history)`
        Value::Call(_, values) => &values[..],
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
                system_of(&Value::List([values.first().filter(|v| matches!(v, Value::Object(_)))?.clone()].into()))
            })
        }
        Value::List(pair) => match &pair[..] {
            [Value::Str(role), content] if role == "system" => Some(content.clone()),
            _ => None,
        },
        _ => None,
    })
}
