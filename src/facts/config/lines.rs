//! Formats that are read line by line: dotenv, ini, Dockerfile, Procfile, the modules of Go.

use super::scalar;
use crate::{
    facts::{
        extract::{Extracted, builder::Builder, nothing},
        model::{Coverage, SettingKind, Span, Value},
        names::cut,
    },
    syntax::Language,
};

/// Keys that one file may set.
const MOST: usize = 5_000;

fn line(at: usize) -> Span {
    Span::line(u32::try_from(at + 1).unwrap_or(u32::MAX))
}

fn unquoted(text: &str) -> Value {
    for quote in ['"', '\'', '`'] {
        if let Some(rest) = text.strip_prefix(quote)
            && let Some(inner) = rest.split(quote).next()
        {
            return Value::Str(cut(inner, 2000).into());
        }
    }
    // A comment behind a bare value needs a blank before it.
    let bare = text.split(" #").next().unwrap_or(text).trim();
    if bare.is_empty() { Value::str("") } else { scalar(bare) }
}

/// `KEY=value` (dotenv), with `[section]` and `key: value` too (ini).
pub(super) fn pairs(text: &str, sections: bool) -> Extracted {
    let mut builder = Builder::new(Language::Dotenv, text);
    let mut section = String::new();
    let mut offset = 0;
    for (at, raw) in text.split('\n').enumerate().take(MOST) {
        let start = offset;
        offset += raw.len() + 1;
        let written = raw.trim();
        if written.starts_with('#') || sections && written.starts_with(';') {
            builder.comments.push((start, start + raw.len()));
            continue;
        }
        if sections && written.starts_with('[') {
            section = written.trim_matches(['[', ']']).to_owned();
            continue;
        }
        let written = written.strip_prefix("export ").unwrap_or(written);
        let pair = written.split_once('=').or_else(|| written.split_once(": ").filter(|_| sections));
        let Some((key, value)) = pair else { continue };
        let key = key.trim();
        if key.is_empty() || key.len() > 120 || key.contains(char::is_whitespace) {
            continue;
        }
        let path: &[&str] = if section.is_empty() { &[key] } else { &[&section, key] };
        builder.setting_in(None, SettingKind::ConfigKey, path, unquoted(value.trim()), line(at));
    }
    done(builder)
}

/// Instructions with their arguments: `ENV` and `ARG` by the names that they set, the others by their own.
pub(super) fn dockerfile(text: &str) -> Extracted {
    let mut builder = Builder::new(Language::Dockerfile, text);
    let mut offset = 0;
    let mut open: Option<(usize, String)> = None;
    for (at, raw) in text.split('\n').enumerate().take(MOST) {
        let start = offset;
        offset += raw.len() + 1;
        let written = raw.trim();
        if written.starts_with('#') {
            builder.comments.push((start, start + raw.len()));
            continue;
        }
        let (from, mut instruction) = open.take().unwrap_or((at, String::new()));
        let continued = written.strip_suffix('\\');
        if instruction.len() < 20_000 {
            instruction.push_str(continued.unwrap_or(written));
            instruction.push(' ');
        }
        if continued.is_some() || written.is_empty() && !instruction.trim().is_empty() {
            open = Some((from, instruction));
            continue;
        }
        dockerfile_instruction(&mut builder, &instruction, from, at);
    }
    if let Some((from, instruction)) = open {
        dockerfile_instruction(&mut builder, &instruction, from, from);
    }
    done(builder)
}

fn dockerfile_instruction(builder: &mut Builder<'_>, instruction: &str, from: usize, to: usize) {
    let span = Span { start: line(from).start, end: line(to).end };
    let Some((word, rest)) = instruction.trim().split_once(char::is_whitespace) else { return };
    let rest = rest.trim();
    let mut set = |path: &[&str], value: Value| builder.setting_in(None, SettingKind::Container, path, value, span);
    match word.to_ascii_uppercase().as_str() {
        "ENV" | "ARG" | "LABEL" => {
            let mut assigned = false;
            for (key, value) in assignments(rest) {
                set(&[key], unquoted(value));
                assigned = true;
            }
            if let (false, Some((key, value))) = (assigned, rest.split_once(char::is_whitespace)) {
                set(&[key], unquoted(value.trim()));
            } else if !assigned {
                set(&[rest], Value::Null);
            }
        }
        name @ ("USER" | "FROM" | "CMD" | "ENTRYPOINT" | "EXPOSE" | "VOLUME" | "WORKDIR" | "RUN" | "COPY" | "ADD"
        | "HEALTHCHECK" | "SHELL") => {
            set(&[name], Value::Str(cut(rest, 2000).into()));
        }
        _ => {}
    }
}

/// `KEY=value KEY="a b"`.
fn assignments(text: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((key, after)) = rest.split_once('=') {
        let key = key.trim();
        if key.is_empty() || key.contains(char::is_whitespace) {
            break;
        }
        let end = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => after[1..].find(quote).map_or(after.len(), |at| at + 2),
            _ => after.find(char::is_whitespace).unwrap_or(after.len()),
        };
        out.push((key, &after[..end]));
        rest = after[end..].trim_start();
    }
    out
}

/// The path under which a Go module is imported, and those that are replaced: without them no import could be followed
/// to its folder.
pub(in crate::facts) fn go_module(text: &str) -> Extracted {
    let mut builder = Builder::new(Language::Text, text);
    for (at, raw) in text.lines().enumerate().take(MOST) {
        let written = raw.split("//").next().unwrap_or_default().trim();
        let written = written.strip_prefix("replace ").unwrap_or(written);
        let mut set = |name: &str, value: Value| {
            builder.setting_in(None, SettingKind::ConfigKey, &[name], value, line(at));
        };
        let text = |text: &str| Value::Str(cut(text.trim().trim_matches('"'), 300).into());
        if let Some(module) = written.strip_prefix("module ") {
            set("module", text(module));
        } else if let Some((from, to)) = written.split_once("=>") {
            let from = from.split_whitespace().next().unwrap_or_default();
            set("replace", Value::List([text(from), text(to)].into()));
        }
    }
    Extracted { facts: builder.facts, ..nothing(text, Coverage::Text) }
}

/// `web: python server.py`: processes with their commands.
pub(in crate::facts) fn procfile(text: &str) -> Extracted {
    let mut builder = Builder::new(Language::Text, text);
    for (at, raw) in text.lines().enumerate().take(MOST) {
        if let Some((process, command)) = raw.split_once(':').filter(|_| !raw.starts_with('#')) {
            let command = Value::Str(cut(command.trim(), 2000).into());
            builder.setting_in(None, SettingKind::Container, &[process.trim()], command, line(at));
        }
    }
    Extracted { facts: builder.facts, ..nothing(text, Coverage::Text) }
}

fn done(builder: Builder<'_>) -> Extracted {
    let mut out = nothing(builder.text, Coverage::Full);
    out.facts.settings = builder.facts.settings;
    out.comments = builder.comments;
    out
}
