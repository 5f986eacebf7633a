//! Places where a model is called or given tools, by the tables beside the queries.

use std::{collections::BTreeSet, ops::Range};

use tree_sitter::{Node, Tree};

use super::{
    bindings::{Candidate, Lookup, function_name},
    builder::{Builder, field, span},
    loops,
    members::members,
    model_parts::{Parts, named_parts, spread},
    origin::Origins,
    places::Place,
    stops::{Stoppers, stops},
    tool_parts::Reader,
    turns::{Scan, Turns, appends},
};
use crate::{
    facts::{
        glob,
        model::{Call, ModelCall, ModelCallKind, Value},
        names::snake,
    },
    syntax::{self, CallKind, Language, ModelPattern, ModelTable},
};

/// Facts that are kept per file.
const MOST: usize = 2_000;
/// Values below an argument that are looked at for names of arguments and for strings.
const MOST_VALUES: usize = 400;

/// Finds the model calls among the candidates of the walk, and the tools that they offer. `places` are those of the
/// tools of the file, in the same order.
pub(super) fn read<'t>(language: Language, tree: &'t Tree, builder: &mut Builder<'t>, places: &[Place]) {
    for (tool, place) in builder.facts.tools.iter_mut().zip(places) {
        tool.bound = place.offers;
    }
    let reader = Reader::new(language, tree);
    builder.facts.loops = loops::read(&reader, builder);
    let Some(table) = syntax::models(language) else { return };
    if builder.bindings.candidates.is_empty() && places.is_empty() {
        return;
    }
    let declared = places.iter().map(|place| (place.range.start, place.range.end)).collect();
    let lookup = Lookup::new(&reader, builder, &declared);
    let mut found = called(table, &lookup, builder);
    let ranges: Vec<Range<usize>> = found.iter().map(|found| found.candidate.node.byte_range()).collect();
    if !found.is_empty() {
        let scan = Scan::new(builder, table, tree.root_node());
        let stoppers = Stoppers::new(builder, &table.stops, &scan);
        let turns = Turns { table, reader: &reader, lookup: &lookup, builder, scan: &scan, stoppers: &stoppers };
        for found in &mut found {
            turn(&turns, found);
        }
    }
    let full = found.len() >= MOST;
    let asked: Vec<bool> = builder
        .bindings
        .loops
        .iter()
        .map(|(_, around)| {
            // What a loop goes over is asked for once.
            let body = field(*around, "body").unwrap_or(*around).byte_range();
            ranges.iter().any(|range| body.start <= range.start && range.end <= body.end)
        })
        .collect();
    let mut models: Vec<ModelCall> = found.into_iter().map(|found| found.fact).collect();
    models.extend(decorated(table, builder, &lookup));
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
    for (known, asked) in builder.facts.loops.iter_mut().zip(asked) {
        known.asks_model = asked;
    }
    if full {
        builder.note_full();
    }
}

/// A model call and where it was found.
struct Found<'t> {
    fact: ModelCall,
    candidate: Candidate<'t>,
    /// Names under which its messages are held.
    messages: Vec<String>,
}

/// What is put into the messages of a call, and what stops it.
fn turn<'t>(turns: &Turns<'_, 't, '_>, found: &mut Found<'t>) {
    let Found { fact, candidate, messages } = found;
    let bytes = candidate.node.byte_range();
    let around = candidate.around;
    let function = fact.function.and_then(|at| turns.builder.bindings.functions.get(at as usize));
    let end = function.map_or(turns.builder.text.len(), Node::end_byte);
    let scope = around.map_or(bytes.end..end, |around| around.byte_range());
    let origins = Origins { turns, call: bytes.clone(), function: fact.function };
    fact.appends = appends(&origins, turns.scan, messages, scope);
    if let Some(call) = turns.builder.facts.calls.get(candidate.call) {
        fact.stops = stops(turns, call, bytes, around);
    }
}

/// The model calls among the candidates.
fn called<'t>(table: &'static ModelTable, lookup: &Lookup<'t, '_>, builder: &Builder<'t>) -> Vec<Found<'t>> {
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
        let messages = std::mem::take(&mut parts.messages);
        let fact = fact(builder, pattern, candidate, call, parts, lookup);
        found.push(Found { fact, candidate: *candidate, messages });
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
            Value::Str(text) | Value::Other(text) => out.push(text.to_string()),
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
            Value::Name(name) | Value::Call(name, _) => Some(name.to_string()),
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
pub(super) fn short(value: Value) -> Value {
    match value {
        Value::Str(text) if text.len() > 300 => Value::Str(crate::facts::names::cut(&text, 300).into()),
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
        call: u32::try_from(candidate.call).ok(),
        in_loop: call.in_loop,
        bound: around.or(parts.bound).map(short),
        tools: parts.tools,
        model: parts.model.map(short),
        system: parts.system.map(short),
        appends: Vec::new(),
        stops: Vec::new(),
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
                call: None,
                in_loop: false,
                bound: None,
                tools: function_name(builder, index)
                    .map(|name| lookup.expanded(builder, &name, None))
                    .unwrap_or_default(),
                model: None,
                system: None,
                appends: Vec::new(),
                stops: Vec::new(),
            });
        }
    }
    out
}
