//! Whether one fact is what a leaf asks for, beyond the name that the index has compared already.

use crate::{
    facts::{Argument, Call, Function, Import, Setting, Tool, Value},
    rulebook::{
        CallPattern, ExactGlob, FunctionPattern, ImportPattern, SettingPattern, ToolPattern, ValueSpec, normalise,
    },
};

use super::names::last_segment;

/// Nested literals are looked into this deep.
const MAX_DEPTH: usize = 8;

pub fn call(pattern: &CallPattern, call: &Call) -> bool {
    pattern.in_loop.is_none_or(|wanted| wanted == call.in_loop)
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

fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|b| !matches!(b, b'_' | b'-' | b' ')).map(|b| b.to_ascii_lowercase())
}

fn any_value(arguments: &[Argument], test: &mut dyn FnMut(&Value) -> bool) -> bool {
    let mut stack: Vec<(&Value, usize)> = arguments.iter().map(|a| (&a.value, 0)).collect();
    while let Some((value, depth)) = stack.pop() {
        if test(value) {
            return true;
        }
        if depth < MAX_DEPTH {
            match value {
                Value::List(items) | Value::Call(_, items) => stack.extend(items.iter().map(|v| (v, depth + 1))),
                Value::Object(entries) => stack.extend(entries.iter().map(|(_, v)| (v, depth + 1))),
                _ => {}
            }
        }
    }
    false
}

pub fn setting(pattern: &SettingPattern, setting: &Setting) -> bool {
    (pattern.kind.is_empty() || pattern.kind.contains(&setting.kind))
        && pattern.value.as_ref().is_none_or(|spec| spec.matches(Some(&setting.value)))
}

pub fn import(pattern: &ImportPattern, import: &Import) -> bool {
    pattern.name.is_empty() || import.name.as_ref().is_some_and(|name| pattern.name.iter().any(|g| g.matches(name)))
}

pub fn function(pattern: &FunctionPattern, function: &Function) -> bool {
    (pattern.kind.is_empty() || pattern.kind.contains(&function.kind))
        && whole_or_last(&pattern.bases, &function.bases)
        && whole_or_last(&pattern.decorators, &function.decorators)
        && (pattern.parameters.is_empty()
            || function.parameters.iter().any(|p| pattern.parameters.iter().any(|g| g.matches(p))))
}

fn whole_or_last(globs: &[ExactGlob], names: &[String]) -> bool {
    globs.is_empty() || names.iter().any(|n| globs.iter().any(|g| g.matches(n) || g.matches(last_segment(n))))
}

pub fn tool(pattern: &ToolPattern, tool: &Tool) -> bool {
    // A tool whose name is computed is still called by its handler's name, if it has one.
    let name = tool.name.as_deref().or(tool.handler.as_deref());
    (pattern.name.is_empty() || name.is_some_and(|n| pattern.name.iter().any(|g| g.matches(n))))
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
