//! Where a text that is put into the messages comes from: followed through names, wrappers and lists of one file.

use std::ops::Range;

use tree_sitter::Node;

use super::{
    bindings::{Given, plain},
    builder::{Builder, children, field, inner},
    rust_tokens::{groups, token_tree},
    rust_values::of_module,
    tool_parts::dotted,
    turns::{Turns, member},
};
use crate::{
    facts::{
        glob,
        model::{Speaker, Value},
        names::{cut, snake},
    },
    syntax::Language,
};

/// Steps from a message to what gave its text.
const MOST_STEPS: usize = 24;
/// Bytes of a name or a label.
const LONGEST: usize = 80;

/// What is known of one message.
#[derive(Default)]
pub(super) struct Origin {
    pub role: Option<Speaker>,
    pub from: Option<String>,
    pub wrapped: Option<Value>,
}

/// Follows the messages around one model call.
pub(super) struct Origins<'a, 't, 'b> {
    pub turns: &'a Turns<'a, 't, 'b>,
    /// Bytes of the call: what it gives is the reply.
    pub call: Range<usize>,
    pub function: Option<u32>,
}

/// A part of an expression with the name under which it stands there.
type Entry<'t> = (Option<String>, Node<'t>);

impl<'t> Origins<'_, 't, '_> {
    pub fn of(&self, node: Node<'t>) -> Origin {
        let mut out = Origin::default();
        let mut at = node;
        let mut seen = Vec::with_capacity(MOST_STEPS);
        while seen.len() < MOST_STEPS && !seen.contains(&at.id()) {
            seen.push(at.id());
            let range = at.byte_range();
            if range.start <= self.call.start && self.call.end <= range.end {
                out.role.get_or_insert(Speaker::Reply);
                return out;
            }
            match self.step(at, &mut out) {
                Some(next) => at = next,
                None => break,
            }
        }
        out
    }

    fn step(&self, at: Node<'t>, out: &mut Origin) -> Option<Node<'t>> {
        let builder = self.turns.builder;
        match at.kind() {
            "await"
            | "await_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "spread_element"
            | "list_splat"
            | "try_expression"
            | "literal_element"
            | "expression_list"
            | "variadic_argument"
            | "return_statement"
            | "expression_statement" => inner(at),
            "unary_expression" => field(at, "operand").or_else(|| inner(at)),
            "reference_expression" | "type_cast_expression" => field(at, "value"),
            "string" | "template_string" | "concatenated_string" => self.template(at, out),
            "binary_operator" | "binary_expression" => self.sum(at, out),
            "boolean_operator" => field(at, "left"),
            "conditional_expression" => inner(at),
            "ternary_expression" => field(at, "consequence"),
            "list_comprehension" | "generator_expression" => field(at, "body"),
            "lambda" | "arrow_function" | "function_expression" | "closure_expression" | "func_literal" => result(at),
            "dictionary" | "object" | "composite_literal" | "struct_expression" => {
                let kind = field(at, "type").or_else(|| field(at, "name"));
                self.message(kind.and_then(|kind| dotted(builder, kind)).as_deref(), &self.entries(at), out)
            }
            "list" | "array" | "array_expression" | "tuple" => self.first(&self.entries(at)),
            "call" | "call_expression" | "new_expression" => self.call(at, out),
            "macro_invocation" => self.macro_call(at, out),
            _ => self.name(at, out),
        }
    }

    fn entries(&self, node: Node<'t>) -> Vec<Entry<'t>> {
        self.turns.reader.entries(self.turns.builder, node)
    }

    /// Who speaks, by a role, a type, a key or a constructor.
    fn speaker(&self, word: &str) -> Option<Speaker> {
        let words = &self.turns.table.turns;
        let word = snake(word);
        let known = [
            (&words.tool, Speaker::Tool),
            (&words.reply, Speaker::Reply),
            (&words.user, Speaker::User),
            (&words.system, Speaker::System),
        ];
        known.into_iter().find(|(globs, _)| globs.iter().any(|known| glob::matches(known, &word))).map(|(_, who)| who)
    }

    /// Who speaks in what a callee makes. A plain word must be said of a type: `Message.tool`, but not `tool.run`.
    fn constructs(&self, callee: &str) -> Option<Speaker> {
        let parts: Vec<&str> = callee.split('.').map(|part| part.trim_end_matches("()")).collect();
        let of_type = |at: usize| at.checked_sub(1).is_some_and(|before| parts[before].starts_with(char::is_uppercase));
        let words = &self.turns.table.turns;
        let plain = [&words.tool, &words.reply, &words.user, &words.system];
        let is_plain = |part: &str| plain.iter().any(|globs| globs.contains(&snake(part)));
        (0..parts.len()).rev().filter(|at| !is_plain(parts[*at]) || of_type(*at)).find_map(|at| self.speaker(parts[at]))
    }

    /// The keys or arguments of a message: its role, and where its text stands.
    fn message(&self, made_by: Option<&str>, entries: &[Entry<'t>], out: &mut Origin) -> Option<Node<'t>> {
        let builder = self.turns.builder;
        let last = |text: &str| text.rsplit('.').next().unwrap_or(text).to_owned();
        let mut roles: Vec<Speaker> = made_by.and_then(|made| self.speaker(&last(made))).into_iter().collect();
        for (key, node) in entries {
            let Some(key) = key else { continue };
            if self.speaker(key) == Some(Speaker::Tool) {
                roles.push(Speaker::Tool);
            }
            if matches!(snake(key).as_str(), "role" | "type" | "author" | "sender") {
                let word = match self.turns.reader.value(builder, *node) {
                    Value::Str(text) => Some(text.to_string()),
                    Value::Name(name) => Some(last(&name)),
                    _ => None,
                };
                roles.extend(word.and_then(|word| self.speaker(&word)));
            }
        }
        // The results of tools travel in messages of the user.
        if roles.contains(&Speaker::Tool) {
            out.role = Some(Speaker::Tool);
        } else if let (None, Some(first)) = (out.role, roles.first()) {
            out.role = Some(*first);
        }
        let content = &self.turns.table.turns.content;
        let named = entries.iter().find(|(key, node)| {
            key.as_deref().is_some_and(|key| content.iter().any(|known| *known == snake(key))) && !is_literal(*node)
        });
        named.map(|(_, node)| *node).or_else(|| {
            let unnamed: Vec<Entry<'t>> = entries.iter().filter(|(key, _)| key.is_none()).cloned().collect();
            self.first(&unnamed)
        })
    }

    /// The first part that is neither a literal nor an id.
    fn first(&self, entries: &[Entry<'t>]) -> Option<Node<'t>> {
        let is_id = |node: Node<'t>| {
            let text = self.turns.builder.of(node);
            let last = text.rsplit(['.', '[']).next().unwrap_or(text);
            let word = snake(last.trim_matches([']', '"', '\'', ' ']));
            matches!(word.as_str(), "id" | "name") || word.ends_with("_id") || word.ends_with("_name")
        };
        entries.iter().map(|(_, node)| *node).find(|node| !is_literal(*node) && !is_id(*node))
    }

    fn call(&self, at: Node<'t>, out: &mut Origin) -> Option<Node<'t>> {
        let builder = self.turns.builder;
        let words = &self.turns.table.turns;
        let callee_node = field(at, "function").or_else(|| field(at, "constructor"))?;
        let callee = dotted(builder, callee_node)?;
        let callee = if builder.language == Language::Rust { of_module(callee) } else { callee };
        let entries = field(at, "arguments").map(|list| self.entries(list)).unwrap_or_default();
        let receiver = || member(callee_node).map(|(receiver, _)| receiver);
        let any = |globs: &[String]| globs.iter().any(|known| glob::matches(known, &callee));
        if any(&words.wraps) {
            out.wrapped.get_or_insert_with(|| Value::Name(cut(&callee, LONGEST).into()));
            return self.first(&entries).or_else(receiver);
        }
        // What is put in last, not what was there.
        if builder.language == Language::Go && callee == "append" {
            return entries.last().map(|(_, last)| *last);
        }
        if any(&words.passes) {
            self.label(entries.first().map(|(_, first)| *first), out);
            return self.first(&entries).or_else(receiver);
        }
        let role_of_name = self.constructs(&callee);
        let keys = entries.iter().any(|(key, _)| key.as_deref().is_some_and(|key| snake(key) == "role"));
        if role_of_name.is_some() || keys {
            if let Some(role) = role_of_name.filter(|role| out.role.is_none() || *role == Speaker::Tool) {
                out.role = Some(role);
            }
            return self.message(None, &entries, out).or_else(|| self.of_chain(callee_node));
        }
        out.from = Some(cut(&callee, LONGEST).to_owned());
        None
    }

    /// `MessageArgs::default().content(x).build()`: the text among the links of the chain.
    fn of_chain(&self, callee: Node<'t>) -> Option<Node<'t>> {
        let content = &self.turns.table.turns.content;
        let mut at = callee;
        for _ in 0..16 {
            let (receiver, _) = member(at)?;
            let link = if receiver.kind() == "call_expression" { receiver } else { inner(receiver)? };
            let function = field(link, "function")?;
            if let Some((_, name)) = member(function)
                && content.iter().any(|known| known == self.turns.builder.of(name))
            {
                return self.first(&self.entries(field(link, "arguments")?));
            }
            at = function;
        }
        None
    }

    /// `format!("{}: {}", name, text)`, `json!({…})`, `vec![…]`.
    fn macro_call(&self, at: Node<'t>, out: &mut Origin) -> Option<Node<'t>> {
        let name = field(at, "macro").map(|name| self.turns.builder.of(name))?;
        let groups = groups(token_tree(at)?);
        match name.rsplit("::").next().unwrap_or(name) {
            "format" => {
                self.label(groups.first().and_then(|group| group.first()).copied(), out);
                groups.last().filter(|_| groups.len() > 1).and_then(|group| group.first()).copied()
            }
            "json" => self.message(None, &self.entries(at), out),
            _ => groups.first().and_then(|group| group.first()).copied(),
        }
    }

    /// The words of a text beside what is put into it.
    fn label(&self, text: Option<Node<'t>>, out: &mut Origin) {
        let Some(text) = text.filter(|text| text.kind().contains("string")) else { return };
        let written = self.turns.builder.of(text);
        let words = written.trim_matches(['"', '`', '\'', 'f', ' ']).split(['%', '{', '$']).next().unwrap_or_default();
        self.words(words, out);
    }

    fn words(&self, words: &str, out: &mut Origin) {
        let words = words.replace("\\n", " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.chars().any(char::is_alphabetic) {
            out.wrapped.get_or_insert_with(|| Value::Str(cut(&words, LONGEST).into()));
        }
    }

    /// The last part that is put into a text: before it stand names and headings.
    fn template(&self, at: Node<'t>, out: &mut Origin) -> Option<Node<'t>> {
        let mut parts: Vec<Node<'t>> = children(at).into_iter().map(|(_, part)| part).collect();
        if at.kind() == "concatenated_string" {
            parts = parts.into_iter().flat_map(children).map(|(_, part)| part).collect();
        }
        let is_given = |part: &&Node<'t>| matches!(part.kind(), "interpolation" | "template_substitution");
        let last = parts.iter().rev().find(is_given)?;
        if let Some(words) = parts.iter().find(|part| matches!(part.kind(), "string_content" | "string_fragment")) {
            self.words(self.turns.builder.of(*words), out);
        }
        inner(*last)
    }

    /// `"<data>" + text`: the last side that is no literal; `a || b` is `a`.
    fn sum(&self, at: Node<'t>, out: &mut Origin) -> Option<Node<'t>> {
        let (left, right) = (field(at, "left")?, field(at, "right")?);
        let operator = field(at, "operator").map(|operator| self.turns.builder.of(operator));
        if operator != Some("+") {
            return Some(left);
        }
        if is_literal(left) {
            self.label(Some(left), out);
        }
        Some(if is_literal(right) { left } else { right })
    }

    /// What a name was given above: where a call and error texts are alternatives, the call. What is computed from the
    /// name itself leads on.
    fn given(&self, name: &str, at: Node<'t>) -> Option<Given<'t>> {
        let Turns { builder, lookup, .. } = self.turns;
        let within =
            |given: &Given<'t>| given.node.start_byte() <= at.start_byte() && at.end_byte() <= given.node.end_byte();
        let above = || lookup.all_before(name, self.function, at.start_byte()).filter(|given| !within(given)).take(8);
        above()
            .find(|given| self.is_call(given.node))
            .or_else(|| above().next())
            .or_else(|| lookup.given_before(builder, name, self.function, at.start_byte()))
    }

    /// A call that gives something of its own.
    fn is_call(&self, node: Node<'t>) -> bool {
        let mut node = node;
        while matches!(node.kind(), "await" | "await_expression" | "try_expression" | "parenthesized_expression") {
            match inner(node) {
                Some(next) => node = next,
                None => return false,
            }
        }
        let callee = field(node, "function").and_then(|callee| dotted(self.turns.builder, callee));
        let passes = &self.turns.table.turns.passes;
        callee.is_some_and(|callee| !passes.iter().any(|known| glob::matches(known, &callee)) && callee != "append")
    }

    /// What a name, or the object that a field is of, was given; what was put into it where it is a list.
    fn name(&self, at: Node<'t>, out: &mut Origin) -> Option<Node<'t>> {
        let Turns { builder, scan, .. } = self.turns;
        let written = name_of(builder, at)?;
        let before = at.start_byte();
        let mut name = plain(written);
        loop {
            if let Some(given) = self.given(&name, at) {
                let empty = matches!(given.node.kind(), "list" | "array" | "composite_literal" | "expression_list")
                    || given.node.kind() == "macro_invocation"
                    || is_empty_call(builder, given.node);
                let put = || scan.added_to(&name, 0..usize::MAX).iter().copied().find(|node| *node != at);
                return match empty {
                    true => put().or(Some(given.node)),
                    false => Some(given.node),
                };
            }
            if let Some(over) = scan
                .each
                .get(name.as_str())
                .and_then(|all| all.iter().rev().find(|over| over.start_byte() < before).or_else(|| all.first()))
            {
                return Some(*over);
            }
            match name.rsplit_once('.') {
                Some((outer, _)) if !matches!(outer, "self") => name = outer.to_owned(),
                _ => break,
            }
        }
        let resolved = dotted(builder, at).unwrap_or_else(|| written.to_owned());
        out.from = Some(cut(&resolved, LONGEST).to_owned());
        None
    }
}

/// A name or chain of names; subscripts and what follows them are left out.
fn name_of<'t>(builder: &Builder<'t>, at: Node<'t>) -> Option<&'t str> {
    let text = builder.of(at);
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(text.len());
    let name = text.get(..end)?.trim_end_matches('.');
    (!name.is_empty() && name.len() <= LONGEST && !name.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        .then_some(name)
}

/// `list()`, `Vec::new()`, `make([]Message, 0)`.
fn is_empty_call(builder: &Builder<'_>, node: Node<'_>) -> bool {
    let callee = field(node, "function").map(|callee| builder.of(callee));
    callee.is_some_and(|callee| matches!(callee, "list" | "Vec::new" | "make" | "Vec::with_capacity"))
}

/// A text or number that is written out: nothing comes from anywhere.
fn is_literal(node: Node<'_>) -> bool {
    match node.kind() {
        "string" | "template_string" | "concatenated_string" => {
            let parts = children(node);
            let is_given = |part: Node<'_>| matches!(part.kind(), "interpolation" | "template_substitution");
            !parts.iter().any(|(_, part)| is_given(*part) || children(*part).iter().any(|(_, part)| is_given(*part)))
        }
        kind => {
            matches!(kind, "true" | "false" | "none" | "null" | "nil" | "undefined" | "integer" | "float" | "number")
                || kind.ends_with("_literal")
                    && !matches!(kind, "composite_literal" | "func_literal")
                    && kind != "literal_element"
        }
    }
}

/// What a function without a name gives: its expression, or the last `return` of its block.
fn result(function: Node<'_>) -> Option<Node<'_>> {
    let body = field(function, "body")?;
    if !matches!(body.kind(), "statement_block" | "block") {
        return Some(body);
    }
    let mut statements = children(body);
    if let [(_, only)] = statements.as_slice()
        && only.kind() == "statement_list"
    {
        statements = children(*only);
    }
    let (_, last) = statements.into_iter().rev().find(|(_, statement)| !statement.kind().ends_with("comment"))?;
    match last.kind() {
        "return_statement" => Some(last),
        // The value of a block in Rust.
        kind if kind.ends_with("_expression") => Some(last),
        _ => None,
    }
}
