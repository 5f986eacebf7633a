//! The names that a list, a dictionary or a call that makes one holds.

use super::bindings::{MOST_MEMBERS, plain};
use crate::{
    facts::model::Value,
    syntax::{self, Language},
};

/// True for the last name of a call that puts its arguments into something.
pub(super) fn is_addition(last: &str) -> bool {
    let last = last.to_ascii_lowercase();
    matches!(last.as_str(), "append" | "extend" | "push" | "add" | "insert" | "set" | "unshift" | "put" | "update")
        || last.starts_with("register")
        || last.starts_with("add") && last.contains("tool")
}

/// Calls that give back what they are given.
fn passes_on(callee: &str) -> bool {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    matches!(
        last,
        "list"
            | "tuple"
            | "set"
            | "values"
            | "concat"
            | "flat"
            | "from"
            | "append"
            | "Append"
            | "Concat"
            | "chain"
            | "filter"
            | "map"
            | "copy"
            | "cast"
            | "cache"
            | "clone"
            | "slice"
    )
}

/// True for what makes a tool of its arguments: it is no name of one.
fn declares(language: Language, callee: &str) -> bool {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    syntax::queries(language).is_some_and(|queries| queries.may_declare(last))
}

/// The function that such a call makes a tool of; in Go its arguments are name and options.
fn collect_names(language: Language, values: &[Value], out: &mut Vec<String>) {
    if language == Language::Go {
        return;
    }
    out.extend(values.iter().filter_map(|value| match value {
        Value::Name(name) if name.len() <= 120 => Some(plain(name)),
        _ => None,
    }));
}

/// What a name holds that is given a value: of a call the object or list that it makes, not what a tool gives back.
pub(super) fn held(language: Language, value: &Value) -> Vec<String> {
    match value {
        Value::Call(callee, values) if declares(language, callee) => {
            let mut out = Vec::new();
            collect_names(language, values, &mut out);
            out
        }
        Value::Call(callee, _) if !passes_on(callee) => {
            let last = callee.rsplit('.').next().unwrap_or(callee);
            let makes = last.starts_with(char::is_uppercase)
                || last.to_ascii_lowercase().contains("tools")
                || ["new", "create", "make", "build"].iter().any(|verb| last.starts_with(verb) && last != *verb);
            Some(callee.to_string()).filter(|callee| makes && is_dotted(callee)).into_iter().collect()
        }
        value => members(language, value),
    }
}

/// Names that a list, dictionary or sum of lists holds; what is called stands for what it gives.
pub(super) fn members(language: Language, value: &Value) -> Vec<String> {
    let mut out = Vec::new();
    collect(language, value, 4, &mut out);
    out
}

fn collect(language: Language, value: &Value, depth: u32, out: &mut Vec<String>) {
    if depth == 0 || out.len() >= MOST_MEMBERS {
        return;
    }
    match value {
        Value::Name(name) if name.len() <= 120 => out.push(plain(name)),
        Value::List(values) => values.iter().for_each(|value| collect(language, value, depth - 1, out)),
        Value::Object(pairs) => {
            let parts = pairs.iter().filter(|(key, _)| !matches!(key.as_str(), "type" | "Type"));
            parts.for_each(|(_, value)| collect(language, value, depth - 1, out));
        }
        Value::Call(callee, values) if declares(language, callee) => collect_names(language, values, out),
        Value::Call(callee, values) => {
            // A struct that goes with the tool: `ServerTool{Tool: read, Handler: handle}`.
            if let [Value::Object(pairs)] = &values[..]
                && let Some((_, tool)) = pairs.iter().find(|(key, _)| matches!(key.as_str(), "Tool" | "tool"))
            {
                collect(language, tool, depth - 1, out);
                return;
            }
            let passes_on = passes_on(callee);
            if !passes_on && callee.len() <= 120 {
                out.push(plain(callee));
            }
            // `[...].concat(more)`, `TOOLS.filter(…)`: what it is called on.
            if let Some((receiver, _)) = callee.rsplit_once('.').filter(|_| passes_on)
                && is_dotted(receiver)
            {
                out.push(plain(receiver));
            }
            if passes_on || values.len() <= 4 {
                values.iter().for_each(|value| collect(language, value, depth - 1, out));
            }
        }
        Value::Other(text) => {
            for part in text.split(['+', '|']) {
                let part = part.trim().trim_start_matches(['*', '.', '(', '[']).trim_end_matches(['.', ')', ']']);
                let part = part.trim();
                if is_dotted(part) {
                    out.push(plain(part));
                } else if let Some(inner) = part.strip_prefix("list(").or_else(|| part.strip_prefix("Object.values(")) {
                    out.extend(Some(inner.to_owned()).filter(|inner| is_dotted(inner)));
                }
            }
        }
        _ => {}
    }
}

/// A name or a chain of names.
pub(super) fn is_dotted(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 120
        && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        && !text.ends_with('.')
}
