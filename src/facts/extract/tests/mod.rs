//! Invented sources with the facts that they must give. `show` writes facts as short lines so that an expectation is
//! one string.

mod bash;
mod config;
mod control;
mod go;
mod hostile;
mod others;
mod python;
mod rust;
mod rust_tools;
mod script;
mod tools;

use super::extract;
use crate::{
    facts::model::{FileFacts, SettingKind, Value},
    syntax::Language,
};

pub fn facts(language: Language, text: &str) -> FileFacts {
    extract(language, "file", text).facts
}

pub fn show(value: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(show).collect::<Vec<_>>().join(", ");
    match value {
        Value::Str(text) => format!("{text:?}"),
        Value::Num(text) => text.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null => "null".to_owned(),
        Value::List(values) => format!("[{}]", list(values)),
        Value::Object(pairs) => {
            format!(
                "{{{}}}",
                pairs.iter().map(|(key, value)| format!("{key}: {}", show(value))).collect::<Vec<_>>().join(", ")
            )
        }
        Value::Name(name) => name.to_string(),
        Value::Call(callee, values) => format!("{callee}({})", list(values)),
        Value::Other(text) => format!("<{text}>"),
    }
}

/// `line callee(arguments) in function [loop] [unused]`.
pub fn calls(facts: &FileFacts) -> Vec<String> {
    facts
        .calls
        .iter()
        .map(|call| {
            let arguments: Vec<String> = call
                .arguments
                .iter()
                .map(|argument| match &argument.keyword {
                    Some(name) => format!("{name}={}", show(&argument.value)),
                    None => show(&argument.value),
                })
                .collect();
            let mut out = format!("{} {}({})", call.span.start, call.callee, arguments.join(", "));
            if let Some(function) = call.function.and_then(|at| facts.functions.get(at as usize)) {
                out.push_str(&format!(" in {}", function.name));
            }
            if call.in_loop {
                out.push_str(" loop");
            }
            if !call.result_used {
                out.push_str(" unused");
            }
            out
        })
        .collect()
}

/// `line name=value` of one kind.
pub fn settings(facts: &FileFacts, kind: SettingKind) -> Vec<String> {
    facts
        .settings
        .iter()
        .filter(|setting| setting.kind == kind)
        .map(|setting| format!("{} {}={}", setting.span.start, setting.name, show(&setting.value)))
        .collect()
}

/// `lines kind parent.name(parameters) bases @decorators`.
pub fn functions(facts: &FileFacts) -> Vec<String> {
    facts
        .functions
        .iter()
        .map(|function| {
            let parent = function.parent.as_ref().map(|parent| format!("{parent}.")).unwrap_or_default();
            let mut out = format!(
                "{}-{} {:?} {parent}{}({})",
                function.span.start,
                function.span.end,
                function.kind,
                function.name,
                function.parameters.join(", ")
            );
            if !function.bases.is_empty() {
                out.push_str(&format!(" : {}", function.bases.join(", ")));
            }
            for decorator in &function.decorators {
                out.push_str(&format!(" @{decorator}"));
            }
            out
        })
        .collect()
}

pub fn imports(facts: &FileFacts) -> Vec<String> {
    facts
        .imports
        .iter()
        .map(|import| {
            let mut out = format!("{} {}", import.span.start, import.module);
            if let Some(name) = &import.name {
                out.push_str(&format!(" {name}"));
            }
            if let Some(alias) = &import.alias {
                out.push_str(&format!(" as {alias}"));
            }
            out
        })
        .collect()
}

/// `lines framework name(parameters) ->handler body annotations approval described`.
pub fn tools(facts: &FileFacts) -> Vec<String> {
    facts
        .tools
        .iter()
        .map(|tool| {
            let mut out = format!(
                "{}-{} {} {}({})",
                tool.span.start,
                tool.span.end,
                tool.framework,
                tool.name.as_deref().unwrap_or("?"),
                tool.parameters.join(", ")
            );
            if let Some(handler) = &tool.handler {
                out.push_str(&format!(" ->{handler}"));
            }
            if let Some(body) = tool.body {
                out.push_str(&format!(" {}-{}", body.start, body.end));
            }
            for (name, value) in &tool.annotations {
                out.push_str(&format!(" {name}={}", show(value)));
            }
            if let Some(approval) = &tool.approval {
                out.push_str(&format!(" approval={}", show(approval)));
            }
            if tool.has_description {
                out.push_str(" described");
            }
            out
        })
        .collect()
}

/// Compares line by line, so that a failure shows the whole.
#[track_caller]
pub fn expect(found: Vec<String>, expected: &[&str]) {
    assert_eq!(
        found,
        expected,
        "\nfound:\n{}\n",
        found.iter().map(|l| format!("            {l:?},")).collect::<Vec<_>>().join("\n")
    );
}
