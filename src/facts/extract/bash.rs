//! Shell scripts: functions, commands as calls, variables as settings, sourced files as imports.
//!
//! The callee of a command is `sh:` and its name: `eval`, `exec`, `open` or `print` are other things elsewhere.

use tree_sitter::Node;

use super::builder::{Builder, children, field, inner, is_environment_name, parent, span, unescape};
use crate::{
    facts::{
        model::{Argument, Function, FunctionKind, SettingKind, Value},
        names::cut,
    },
    syntax::{Language, Parsed, Step, Visitor, walk},
};

/// Commands that run the command they are given.
const WRAPPERS: [&str; 14] = [
    "builtin", "chroot", "command", "doas", "env", "exec", "ionice", "nice", "nohup", "setsid", "stdbuf", "sudo",
    "time", "timeout",
];

pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> Builder<'t> {
    let mut reader = Reader { builder: Builder::new(language, text) };
    walk(parsed, &mut reader);
    reader.builder
}

struct Reader<'t> {
    builder: Builder<'t>,
}

impl<'t> Visitor<'t> for Reader<'t> {
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool {
        if in_loop(above, &step) {
            self.builder.enter_loop();
        }
        match step.kind {
            "comment" => {
                self.builder.comments.push((step.node.start_byte(), step.node.end_byte()));
            }
            "ERROR" => self.builder.note_error(step.node),
            "function_definition" => self.function(step.node),
            "command" => self.command(above, step.node),
            "pipeline" => self.pipeline(above, step.node),
            "variable_assignment" => self.assignment(above, step.node),
            "expansion" => self.expansion(above, step.node),
            _ => {}
        }
        true
    }

    fn leave(&mut self, above: &[Step<'t>], step: Step<'t>) {
        self.builder.close(step.node);
        if in_loop(above, &step) {
            self.builder.leave_loop();
        }
    }
}

fn in_loop(above: &[Step<'_>], step: &Step<'_>) -> bool {
    matches!(step.field, Some("body" | "condition"))
        && parent(above, 0)
            .is_some_and(|outer| matches!(outer.kind, "for_statement" | "while_statement" | "c_style_for_statement"))
}

/// True where something looks at how a command ended or at what it wrote.
fn is_used(above: &[Step<'_>], node: Node<'_>) -> bool {
    let mut at = node;
    for step in above.iter().rev().take(6) {
        match step.kind {
            "redirected_statement" => {}
            "command_substitution" | "process_substitution" | "negated_command" => return true,
            "if_statement" | "elif_clause" | "while_statement" => {
                return step.node.children_by_field_name("condition", &mut step.node.walk()).any(|c| c.id() == at.id());
            }
            // All but the last hand something on.
            "list" | "pipeline" => {
                if step.node.named_child_count().checked_sub(1).is_some_and(|last| {
                    u32::try_from(last)
                        .ok()
                        .and_then(|last| step.node.named_child(last))
                        .is_some_and(|c| c.id() != at.id())
                }) {
                    return true;
                }
            }
            _ => return false,
        }
        at = step.node;
    }
    false
}

impl<'t> Reader<'t> {
    fn function(&mut self, node: Node<'t>) {
        let function = Function {
            name: field(node, "name").map_or("", |name| self.builder.of(name)).into(),
            kind: FunctionKind::Function,
            parent: self.builder.parent(),
            span: span(node),
            decorators: Vec::new(),
            parameters: Vec::new(),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
    }

    fn words(&self, node: Node<'t>) -> Vec<Node<'t>> {
        children(node)
            .into_iter()
            .filter(|(name, _)| matches!(name, Some("name" | "argument")))
            .map(|(_, child)| if child.kind() == "command_name" { inner(child).unwrap_or(child) } else { child })
            .collect()
    }

    fn command(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let words = self.words(node);
        let Some(first) = words.first() else { return };
        let name = self.name(*first);
        if matches!(name.as_str(), "source" | ".")
            && let Some(Value::Str(path)) = words.get(1).map(|path| value(&self.builder, *path))
        {
            self.builder.import(&path, None, None, node);
        }
        let used = is_used(above, node);
        self.add(&name, &words, node, used);
        // What `sudo` or `timeout 5` start is a command too.
        let mut outer = name;
        let mut rest = &words[1..];
        for _ in 0..4 {
            if !WRAPPERS.contains(&outer.as_str()) {
                break;
            }
            let skipped = rest.iter().take_while(|word| self.is_option(**word)).count();
            rest = &rest[skipped..];
            let Some(first) = rest.first() else { break };
            outer = self.name(*first);
            if outer.starts_with('$') {
                break;
            }
            let words = rest;
            rest = &rest[1..];
            self.add(&outer.clone(), words, node, used);
        }
    }

    /// Words between a wrapper and its command: options, assignments, numbers.
    fn is_option(&self, word: Node<'_>) -> bool {
        let text = self.builder.of(word);
        text.starts_with('-') || text.contains('=') || text.starts_with(|c: char| c.is_ascii_digit())
    }

    fn add(&mut self, name: &str, words: &[Node<'t>], node: Node<'t>, used: bool) {
        let Some((first, rest)) = words.split_first() else { return };
        let arguments =
            rest.iter().map(|word| Argument { keyword: None, value: value(&self.builder, *word) }).collect();
        self.builder.call(format!("sh:{name}"), *first, name, node, arguments, used);
    }

    /// The name of a command without its folder; a variable as `$NAME`.
    fn name(&self, node: Node<'_>) -> String {
        match value(&self.builder, node) {
            Value::Str(text) => match text.rsplit_once('/') {
                Some((_, name)) if !name.is_empty() => cut(name, 120).to_owned(),
                _ => cut(&text, 120).to_owned(),
            },
            Value::Name(name) => format!("${name}"),
            _ => cut(self.builder.of(node).lines().next().unwrap_or_default(), 120).to_owned(),
        }
    }

    /// A pipeline is a call of its own: `curl | sh` with the arguments of its first command.
    fn pipeline(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let mut names = Vec::new();
        let mut first: Option<Vec<Node<'t>>> = None;
        for (_, child) in children(node) {
            let child = match child.kind() {
                "redirected_statement" => field(child, "body").unwrap_or(child),
                _ => child,
            };
            let words = if child.kind() == "command" { self.words(child) } else { Vec::new() };
            let name = match words.first() {
                Some(word) => {
                    let name = self.name(*word);
                    let inner = words.iter().skip(1).find(|word| !self.is_option(**word));
                    match inner {
                        Some(inner) if WRAPPERS.contains(&name.as_str()) => self.name(*inner),
                        _ => name,
                    }
                }
                None => "…".to_owned(),
            };
            names.push(name);
            first.get_or_insert(words);
        }
        let Some(words) = first.filter(|words| !words.is_empty() && names.len() > 1 && names.len() < 20) else {
            return;
        };
        self.add(&names.join(" | "), &words, node, is_used(above, node));
    }

    /// Variables of the script itself, and those that it hands to what it starts.
    fn assignment(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(name) = field(node, "name").filter(|name| name.kind() == "variable_name") else { return };
        let name = self.builder.of(name);
        let given = field(node, "value");
        let outer = parent(above, 0);
        let declared =
            outer.filter(|outer| outer.kind == "declaration_command").map(|outer| self.builder.of(outer.node));
        let exported = declared.is_some_and(|text| text.starts_with("export"))
            || outer.is_some_and(|outer| outer.kind == "command");
        // `X=${X:-d}` is recorded by the expansion.
        let own = given.and_then(|given| self.default_of(given)).is_some_and(|(variable, _)| variable == name);
        if own || declared.is_some_and(|text| text.starts_with("local")) {
            return;
        }
        let value = given.map_or(Value::str(""), |given| scalar(value(&self.builder, given)));
        let readonly = declared.is_some_and(|text| text.starts_with("readonly"));
        if exported || readonly || self.builder.at_top() {
            self.builder.setting(SettingKind::Constant, &[name], value, node);
        }
    }

    /// `${X:-default}` and its kin.
    fn expansion(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some((variable, default)) = self.default_of(node) else { return };
        let assigned = parent(above, 0).is_some_and(|outer| outer.kind == "variable_assignment");
        let positional = variable.starts_with(|c: char| c.is_ascii_digit());
        if is_environment_name(variable) || assigned && self.builder.at_top() && !positional {
            self.builder.setting(SettingKind::Environment, &[variable], scalar(default), node);
        }
    }

    /// Variable and default of `${X:-d}`, `${X-d}`, `${X:=d}`, `${X=d}`, also in quotes.
    fn default_of(&self, node: Node<'t>) -> Option<(&'t str, Value)> {
        let node = match node.kind() {
            "string" => match children(node)[..] {
                [(_, only)] => only,
                _ => return None,
            },
            _ => node,
        };
        if node.kind() != "expansion" {
            return None;
        }
        let operator = field(node, "operator").map(|operator| self.builder.of(operator))?;
        if !matches!(operator, ":-" | "-" | ":=" | "=") {
            return None;
        }
        let parts = children(node);
        let (_, name) = parts.first().filter(|(_, name)| name.kind() == "variable_name")?;
        let default = match parts.get(1) {
            Some((_, default)) => value(&self.builder, *default),
            None => Value::str(""),
        };
        Some((self.builder.of(*name), default))
    }
}

fn scalar(value: Value) -> Value {
    match value {
        Value::Str(text) => super::go_settings::scalar(&text),
        other => other,
    }
}

/// A word without its quotes; a lone variable is a name.
fn value(builder: &Builder<'_>, node: Node<'_>) -> Value {
    match node.kind() {
        "simple_expansion" => variable(builder, node),
        "expansion" if children(node).len() == 1 && field(node, "operator").is_none() => variable(builder, node),
        "array" => Value::List(
            children(node).into_iter().filter_map(|(_, item)| plain(builder, item)).map(Value::str).collect(),
        ),
        "string" => match children(node)[..] {
            [(_, only)] if matches!(only.kind(), "simple_expansion" | "expansion") && spans(node, only) => {
                value_of_variable(builder, only)
            }
            _ => plain(builder, node).map_or_else(|| builder.other(node), Value::str),
        },
        _ => plain(builder, node).map_or_else(|| builder.other(node), Value::str),
    }
}

/// True when only the quotes stand around a part.
fn spans(node: Node<'_>, part: Node<'_>) -> bool {
    node.end_byte() - node.start_byte() == part.end_byte() - part.start_byte() + 2
}

fn value_of_variable(builder: &Builder<'_>, node: Node<'_>) -> Value {
    if field(node, "operator").is_some() { builder.other(node) } else { variable(builder, node) }
}

fn variable(builder: &Builder<'_>, node: Node<'_>) -> Value {
    inner(node).map_or_else(|| builder.other(node), |name| Value::Name(builder.of(name).into()))
}

/// The text of a word in which nothing is expanded.
fn plain(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let text = builder.of(node);
    match node.kind() {
        "word" | "number" | "variable_name" => Some(cut(&text.replace('\\', ""), 2000).to_owned()),
        "raw_string" => Some(cut(text.trim_matches('\''), 2000).to_owned()),
        "ansi_c_string" => Some(unescape(text.trim_start_matches('$').trim_matches('\''))),
        "string" => {
            let fixed = children(node).iter().all(|(_, child)| child.kind() == "string_content");
            fixed.then(|| unescape(text.trim_matches('"')))
        }
        "concatenation" => {
            let mut out = String::new();
            for (_, child) in children(node) {
                if child.kind() == "concatenation" {
                    return None;
                }
                out.push_str(&plain(builder, child)?);
            }
            Some(cut(&out, 2000).to_owned())
        }
        _ => None,
    }
}
