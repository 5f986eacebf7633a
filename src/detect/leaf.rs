//! Whether one fact is what a leaf asks for, beyond the name that the index has compared already.

use crate::{
    facts::{Argument, Call, Function, Import, Loop, ModelCall, Route, Setting, Tool, Value, Word},
    rulebook::{
        AppendPattern, CallPattern, ExactGlob, FunctionPattern, ImportPattern, LoopPattern, ModelCallPattern, NameGlob,
        ParameterPattern, RoutePattern, SettingPattern, StopPattern, ToolPattern, ValueSpec, normalise,
    },
};

use super::names::last_segment;

/// Nested literals are looked into this deep.
const MAX_DEPTH: usize = 8;

fn any_exact(globs: &[ExactGlob], name: &str) -> bool {
    globs.iter().any(|glob| glob.matches(name))
}

fn any_name(globs: &[NameGlob], name: &str) -> bool {
    globs.iter().any(|glob| glob.matches(name))
}

pub fn call(pattern: &CallPattern, call: &Call) -> bool {
    let unwanted =
        |not: &CallPattern| (not.callee.is_empty() || any_exact(&not.callee, &call.callee)) && conditions(not, call);
    conditions(pattern, call) && !pattern.not.as_deref().is_some_and(unwanted)
}

/// Everything but the callee.
fn conditions(pattern: &CallPattern, call: &Call) -> bool {
    !any_exact(&pattern.except, &call.callee)
        && pattern.in_loop.is_none_or(|wanted| wanted == call.in_loop)
        && pattern.result_used.is_none_or(|wanted| wanted == call.result_used)
        && pattern.min_arguments.is_none_or(|least| call.arguments.len() >= least)
        && pattern
            .first
            .as_ref()
            .is_none_or(|spec| spec.matches(call.arguments.first().filter(|a| a.keyword.is_none()).map(|a| &a.value)))
        && pattern.arguments.iter().all(|(name, spec)| keyword(&call.arguments, name, spec))
        && pattern
            .any_string
            .as_ref()
            .is_none_or(|p| any_value(&call.arguments, &mut |v| matches!(v, Value::Str(s) if p.is_match(s.as_bytes()))))
        && (pattern.any_name.is_empty()
            || any_value(&call.arguments, &mut |v| match v {
                Value::Name(n) | Value::Call(n, _) => pattern.any_name.iter().any(|g| g.matches(n)),
                _ => false,
            }))
}

/// A keyword argument, or a key of an object literal among the arguments; `a.b` looks into the object under `a`.
fn keyword(arguments: &[Argument], name: &str, spec: &ValueSpec) -> bool {
    let mut found = false;
    let mut test = |value: &Value| {
        found = true;
        spec.matches(Some(value))
    };
    for argument in arguments {
        match (&argument.keyword, &argument.value) {
            (Some(keyword), value) if same_name(keyword, name) && test(value) => return true,
            (Some(keyword), _) if same_name(keyword, name) => {}
            (Some(keyword), value) => {
                if let Some(rest) = name.strip_prefix(keyword.as_str()).and_then(|r| r.strip_prefix('.'))
                    && let Some(value) = member(value, rest)
                    && test(value)
                {
                    return true;
                }
            }
            (None, value @ Value::Object(_)) => {
                if let Some(value) = member(value, name)
                    && test(value)
                {
                    return true;
                }
            }
            _ => {}
        }
    }
    !found && spec.matches(None)
}

fn member<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let Value::Object(entries) = value else { return None };
    if let Some((_, value)) = entries.iter().find(|(key, _)| same_name(key, path)) {
        return Some(value);
    }
    let (head, rest) = path.split_once('.')?;
    let (_, inner) = entries.iter().find(|(key, _)| same_name(key, head))?;
    member(inner, rest)
}

fn same_name(written: &str, wanted: &str) -> bool {
    // Asked for every argument of many calls: letters first, words only where those agree.
    written == wanted
        || letters(written).eq(letters(wanted))
            && (written.eq_ignore_ascii_case(wanted) || normalise(written) == normalise(wanted))
}

pub(super) fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|b| !matches!(b, b'_' | b'-' | b' ')).map(|b| b.to_ascii_lowercase())
}

fn any_value(arguments: &[Argument], test: &mut dyn FnMut(&Value) -> bool) -> bool {
    arguments.iter().any(|argument| value_or_part(&argument.value, 0, test))
}

/// Recursion is bounded.
pub(super) fn value_or_part(value: &Value, depth: usize, test: &mut dyn FnMut(&Value) -> bool) -> bool {
    test(value)
        || depth < MAX_DEPTH
            && match value {
                Value::List(items) | Value::Call(_, items) => {
                    items.iter().any(|item| value_or_part(item, depth + 1, test))
                }
                Value::Object(entries) => entries.iter().any(|(_, item)| value_or_part(item, depth + 1, test)),
                _ => false,
            }
}

pub fn setting(pattern: &SettingPattern, setting: &Setting) -> bool {
    let excepted =
        || any_name(&pattern.except, &setting.name) || any_name(&pattern.except, last_segment(&setting.name));
    (pattern.except.is_empty() || !excepted())
        && (pattern.kind.is_empty() || pattern.kind.contains(&setting.kind))
        && pattern.value.as_ref().is_none_or(|spec| spec.matches(Some(&setting.value)))
}

pub fn import(pattern: &ImportPattern, import: &Import) -> bool {
    !any_exact(&pattern.except, &import.module)
        && (pattern.name.is_empty()
            || import.name.as_ref().is_some_and(|name| pattern.name.iter().any(|g| g.matches(name))))
}

pub fn function(pattern: &FunctionPattern, function: &Function) -> bool {
    !any_name(&pattern.except, &function.name)
        && (pattern.kind.is_empty() || pattern.kind.contains(&function.kind))
        && whole_or_last(&pattern.bases, &function.bases)
        && whole_or_last(&pattern.decorators, &function.decorators)
        && (pattern.parameters.is_empty()
            || function.parameters.iter().any(|p| pattern.parameters.iter().any(|g| g.matches(p))))
}

fn whole_or_last(globs: &[ExactGlob], names: &[Word]) -> bool {
    globs.is_empty() || names.iter().any(|n| globs.iter().any(|g| g.matches(n) || g.matches(last_segment(n))))
}

pub fn tool(pattern: &ToolPattern, tool: &Tool) -> bool {
    // A tool whose name is computed is still called by its handler's name, if it has one.
    let name = tool.name.as_deref().or(tool.handler.as_deref());
    (pattern.name.is_empty() || name.is_some_and(|n| any_name(&pattern.name, n)))
        && !name.is_some_and(|n| any_name(&pattern.except, n))
        && pattern.parameter.as_ref().is_none_or(|wanted| parameter(wanted, tool))
        && (pattern.collection.is_empty() || tool.collections.iter().any(|c| any_name(&pattern.collection, c)))
        && pattern.handler.is_none_or(|wanted| wanted == (tool.handler.is_some() || tool.body.is_some()))
        && (pattern.framework.is_empty() || pattern.framework.iter().any(|g| g.matches(&tool.framework)))
        && (pattern.parameters.is_empty()
            || tool.parameters.iter().any(|p| pattern.parameters.iter().any(|g| g.matches(p))))
        && pattern.annotations.iter().all(|(name, spec)| {
            let value = tool.annotations.iter().find(|(key, _)| same_name(key, name)).map(|(_, value)| value);
            spec.matches(value)
        })
        && pattern.approval.as_ref().is_none_or(|spec| spec.matches(tool.approval.as_ref()))
        && pattern.description.is_none_or(|wanted| wanted == tool.has_description)
}

/// One parameter for which all holds.
fn parameter(pattern: &ParameterPattern, tool: &Tool) -> bool {
    tool.parameters.iter().zip(&tool.schema).any(|(name, schema)| {
        (pattern.name.is_empty() || any_name(&pattern.name, name))
            && (pattern.kind.is_empty() || pattern.kind.contains(&schema.kind))
            && pattern.bounded.is_none_or(|wanted| wanted == schema.bounded)
            && pattern.required.is_none_or(|wanted| schema.required == Some(wanted))
    })
}

/// `call`: what the model call is written as.
pub fn model(pattern: &ModelCallPattern, model: &ModelCall, call: Option<&Call>) -> bool {
    (pattern.framework.is_empty() || any_name(&pattern.framework, &model.framework))
        && (pattern.kind.is_empty() || pattern.kind.contains(&model.kind))
        && (pattern.callee.is_empty() || call.is_some_and(|call| any_exact(&pattern.callee, &call.callee)))
        && pattern.tools.is_none_or(|wanted| wanted != model.tools.is_empty())
        && pattern.in_loop.is_none_or(|wanted| wanted == model.in_loop)
        && pattern.bounded.is_none_or(|wanted| wanted == model.bound.is_some())
        && pattern.model.as_ref().is_none_or(|spec| spec.matches(model.model.as_ref()))
        && pattern.system.as_ref().is_none_or(|spec| spec.matches(model.system.as_ref()))
        && pattern.appends.as_ref().is_none_or(|wanted| appends(wanted, model))
        && pattern.stops.as_ref().is_none_or(|wanted| stops(wanted, model))
}

fn appends(pattern: &AppendPattern, model: &ModelCall) -> bool {
    model.appends.iter().any(|append| {
        (pattern.role.is_empty() || pattern.role.contains(&append.role))
            && (pattern.from.is_empty() || append.from.as_ref().is_some_and(|from| any_exact(&pattern.from, from)))
            && pattern.wrapped.is_none_or(|wanted| wanted == append.wrapped.is_some())
    })
}

fn stops(pattern: &StopPattern, model: &ModelCall) -> bool {
    let wanted = |stop: &crate::facts::Stop| {
        (pattern.kind.is_empty() || pattern.kind.contains(&stop.kind))
            && (pattern.name.is_empty() || any_exact(&pattern.name, &stop.name))
    };
    model.stops.iter().any(wanted) == pattern.any.unwrap_or(true)
}

pub fn around(pattern: &LoopPattern, known: &Loop) -> bool {
    pattern.bounded.is_none_or(|wanted| wanted.0 == known.bounded)
        && pattern.asks_model.is_none_or(|wanted| wanted == known.asks_model)
        && pattern.limit.as_ref().is_none_or(|spec| spec.matches(known.limit.as_ref()))
}

pub fn route(pattern: &RoutePattern, route: &Route) -> bool {
    let path = route.path.as_deref();
    let around = |globs: &[NameGlob]| {
        route.around.iter().any(|name| any_name(globs, name) || any_name(globs, last_segment(name)))
    };
    (pattern.framework.is_empty() || any_name(&pattern.framework, &route.framework))
        && (pattern.kind.is_empty() || pattern.kind.contains(&route.kind))
        && (pattern.method.is_empty()
            || route.methods.is_empty()
            || route.methods.iter().any(|method| any_name(&pattern.method, method)))
        && (pattern.path.is_empty() || path.is_some_and(|path| any_name(&pattern.path, path)))
        && !path.is_some_and(|path| any_name(&pattern.except, path))
        && (pattern.handler.is_empty() || route.handler.as_deref().is_some_and(|h| any_name(&pattern.handler, h)))
        && (pattern.around.is_empty() || around(&pattern.around))
        && !around(&pattern.without)
}
