//! Rust: functions, calls, imports.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    builder::{Builder, DEEPEST, children, field, inner, parent, span},
    rust_attributes as attributes,
    rust_items::{attribute_name, dotted_path, is_test},
    rust_names::{Names, bare_type},
    rust_settings as settings,
    rust_tokens::{groups, is_word, token_arguments, token_tree},
    rust_values::{arguments, dotted, macro_name, of_module, pairs},
};
use crate::{
    facts::{
        model::{Argument, Function, FunctionKind},
        word::{Word, words},
    },
    syntax::{Language, Parsed, Step, Visitor, walk},
};

pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> Builder<'t> {
    let Names { builder, traits, returned, .. } = Names::read(parsed, text, language);
    let traits = traits
        .into_iter()
        .map(|(name, nodes)| (name, nodes.into_iter().filter_map(|node| dotted(&builder, None, node)).collect()))
        .collect();
    let mut reader = Reader { builder, attributes: Vec::new(), traits, returned, own: Vec::new() };
    walk(parsed, &mut reader);
    // A field may get its default from an attribute and from a derived trait.
    reader.builder.facts.settings.sort_by_key(|setting| setting.span);
    reader.builder.facts.settings.dedup();
    reader.builder
}

struct Reader<'t> {
    builder: Builder<'t>,
    /// Those before the next item.
    attributes: Vec<Node<'t>>,
    traits: BTreeMap<String, Vec<String>>,
    returned: BTreeMap<String, Node<'t>>,
    /// Types of the `impl` and `trait` blocks around, with their nodes.
    own: Vec<(usize, String)>,
}

impl<'t> Visitor<'t> for Reader<'t> {
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool {
        if step.node.is_extra() {
            if step.kind.ends_with("comment") {
                self.builder.comments.push((step.node.start_byte(), step.node.end_byte()));
            }
            return false;
        }
        if step.kind == "attribute_item" {
            self.attributes.push(step.node);
            return false;
        }
        let attributes = std::mem::take(&mut self.attributes);
        if is_test(&self.builder, &attributes) {
            // Tests inside of product files are no product: neither facts nor text.
            let start = attributes.first().map_or(step.node.start_byte(), |first| first.start_byte());
            self.builder.comments.retain(|(from, _)| *from < start);
            self.builder.comments.push((start, step.node.end_byte()));
            return false;
        }
        if in_loop_body(above, &step) {
            self.builder.enter_loop();
        }
        self.builder.note_loop(step.kind, step.node);
        match step.kind {
            "ERROR" => self.builder.note_error(step.node),
            "use_declaration" | "extern_crate_declaration" | "macro_definition" => return false,
            "function_item" => self.function(above, step.node, &attributes),
            "closure_expression" => self.closure(above, step.node),
            "impl_item" => self.implementation(step.node),
            "trait_item" | "struct_item" | "enum_item" | "union_item" => self.class(step.node, &attributes),
            "call_expression" => self.call(above, step.node),
            "macro_invocation" => self.macro_call(above, step.node),
            "token_tree" => self.tokens(above, step.node),
            "struct_expression" => self.literal(above, step.node),
            "let_declaration" => {
                if let (Some(left), Some(right)) = (field(step.node, "pattern"), field(step.node, "value")) {
                    self.builder.give(left, right);
                }
                self.alias(step.node);
            }
            "const_item" | "static_item" => {
                let own = self.own.last().map(|(_, own)| own.as_str());
                settings::constant(&mut self.builder, own, step.node);
            }
            "assignment_expression" => {
                if let (Some(left), Some(right)) = (field(step.node, "left"), field(step.node, "right")) {
                    self.builder.give(left, right);
                }
                let own = self.own.last().map(|(_, own)| own.as_str());
                settings::assignment(&mut self.builder, own, step.node);
            }
            "field_declaration" => {
                attributes::declared(&mut self.builder, &self.returned, step.node, &attributes);
            }
            "enum_variant" => attributes::variant(&mut self.builder, above, step.node, &attributes),
            _ => {}
        }
        true
    }

    fn leave(&mut self, above: &[Step<'t>], step: Step<'t>) {
        self.builder.close(step.node);
        if self.own.last().is_some_and(|(node, _)| *node == step.node.id()) {
            self.own.pop();
        }
        if in_loop_body(above, &step) {
            self.builder.leave_loop();
        }
    }
}

fn in_loop_body(above: &[Step<'_>], step: &Step<'_>) -> bool {
    step.field.is_some_and(|name| name == "body" || name == "condition")
        && parent(above, 0)
            .is_some_and(|outer| matches!(outer.kind, "for_expression" | "while_expression" | "loop_expression"))
}

/// True where the value of an expression is dropped. `?` looks at it.
fn is_dropped(above: &[Step<'_>]) -> bool {
    let outer = match parent(above, 0) {
        Some(outer) if outer.kind == "await_expression" => parent(above, 1),
        outer => outer,
    };
    outer.is_some_and(|outer| {
        outer.kind == "expression_statement"
            || outer.kind == "let_declaration"
                && field(outer.node, "pattern").is_some_and(|pattern| pattern.kind() == "_")
    })
}

impl<'t> Reader<'t> {
    fn own(&self) -> Option<&str> {
        self.own.last().map(|(_, own)| own.as_str())
    }

    fn decorators(&self, attributes: &[Node<'t>]) -> Vec<Word> {
        let mut out = Vec::new();
        for attribute in attributes {
            let Some(name) = attribute_name(&self.builder, *attribute) else { continue };
            if name == "derive" {
                let tokens = inner(*attribute).and_then(token_tree);
                out.extend(
                    tokens
                        .map(groups)
                        .unwrap_or_default()
                        .iter()
                        .filter_map(|group| dotted_path(&self.builder, group))
                        .map(Word::from),
                );
            } else {
                out.push(name.into());
            }
        }
        out
    }

    fn function(&mut self, above: &[Step<'t>], node: Node<'t>, attributes: &[Node<'t>]) {
        let owner = parent(above, 1).filter(|outer| {
            parent(above, 0).is_some_and(|list| list.kind == "declaration_list")
                && matches!(outer.kind, "impl_item" | "trait_item")
        });
        let list = field(node, "parameters").map(children).unwrap_or_default();
        let mut parameters = Vec::new();
        for (_, child) in list {
            if child.kind() == "parameter"
                && let Some(pattern) = field(child, "pattern")
            {
                settings::pattern_names(&self.builder, pattern, &mut parameters);
            }
        }
        let decorators = self.decorators(attributes);
        let declares = decorators.iter().any(|name| {
            crate::syntax::queries(self.builder.language)
                .is_some_and(|queries| queries.may_declare(name.rsplit('.').next().unwrap_or(name)))
        });
        // Attributes stand beside what they decorate: queries start at the list that holds both.
        if declares && let Some(list) = parent(above, 0) {
            self.builder.candidates.extend([list.node, node]);
        }
        let function = Function {
            name: field(node, "name").map_or("", |name| self.builder.of(name)).into(),
            kind: if owner.is_some() { FunctionKind::Method } else { FunctionKind::Function },
            parent: if owner.is_some() { self.own().map(Word::new) } else { self.builder.parent() },
            span: span(node),
            decorators,
            parameters: words(parameters),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
    }

    /// A closure that is given a name; others belong to the function around them.
    fn closure(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let name = parent(above, 0)
            .filter(|outer| outer.kind == "let_declaration")
            .and_then(|outer| field(outer.node, "pattern"))
            .filter(|pattern| pattern.kind() == "identifier");
        let Some(name) = name else { return };
        let mut parameters = Vec::new();
        for (_, child) in field(node, "parameters").map(children).unwrap_or_default() {
            settings::pattern_names(&self.builder, field(child, "pattern").unwrap_or(child), &mut parameters);
        }
        let function = Function {
            name: self.builder.of(name).into(),
            kind: FunctionKind::Function,
            parent: self.builder.parent(),
            span: span(node),
            decorators: Vec::new(),
            parameters: words(parameters),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
    }

    fn implementation(&mut self, node: Node<'t>) {
        let own = field(node, "type").map_or("", |kind| bare_type(&self.builder, kind)).to_owned();
        if field(node, "trait").is_some() {
            self.builder.candidates.push(node);
        }
        self.own.push((node.id(), own));
    }

    /// Structs, enums and traits. The traits that a type has in this file are its bases, those of a trait the traits
    /// that it asks for.
    fn class(&mut self, node: Node<'t>, attributes: &[Node<'t>]) {
        let name = field(node, "name").map_or("", |name| self.builder.of(name));
        let bases = if node.kind() == "trait_item" {
            field(node, "bounds")
                .map(children)
                .unwrap_or_default()
                .into_iter()
                .filter(|(_, child)| child.kind() != "lifetime")
                .filter_map(|(_, child)| dotted(&self.builder, None, child))
                .collect()
        } else {
            self.traits.get(name).cloned().unwrap_or_default()
        };
        let decorators = self.decorators(attributes);
        attributes::derived(&mut self.builder, node, &decorators);
        let function = Function {
            name: name.into(),
            kind: FunctionKind::Class,
            parent: self.builder.parent(),
            span: span(node),
            decorators,
            parameters: Vec::new(),
            bases: words(bases),
        };
        self.builder.open(node, function);
        if node.kind() == "trait_item" {
            self.own.push((node.id(), name.to_owned()));
        }
    }

    /// `let run = std::process::Command::new;`: a name for something imported.
    fn alias(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "pattern"), field(node, "value")) else { return };
        if left.kind() == "identifier"
            && right.kind() == "scoped_identifier"
            && let Some(target) = dotted(&self.builder, self.own(), right)
            && target.rsplit('.').next().is_some_and(|name| name.starts_with(|c: char| c.is_lowercase()))
        {
            self.builder.bind(self.builder.of(left), target);
        }
    }

    fn call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(callee_node) = field(node, "function") else { return };
        let Some(callee) = dotted(&self.builder, self.own(), callee_node) else { return };
        if is_form(&callee, node) {
            return;
        }
        let callee = if callee_node.kind() == "identifier" { of_module(callee) } else { callee };
        let own = self.own().map(str::to_owned);
        let arguments = arguments(&self.builder, own.as_deref(), node, DEEPEST);
        settings::call(&mut self.builder, own.as_deref(), above, node, &callee, &arguments);
        // Every type has a `new`: only those of tools are looked at.
        if callee.strip_suffix(".new").is_none_or(|made| made.ends_with("Tool")) {
            self.builder.candidate_call(&callee, node);
        }
        let name = last_name(callee_node).map_or_else(|| self.builder.of(callee_node), |name| self.builder.of(name));
        self.builder.call(callee, callee_node, name, node, arguments, !is_dropped(above));
        self.builder.candidate_of(above, node);
    }

    fn macro_call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let (Some(name), Some(tokens)) = (field(node, "macro"), token_tree(node)) else { return };
        let callee = macro_name(&self.builder, name);
        let arguments = token_arguments(&self.builder, tokens, DEEPEST);
        settings::macro_call(&mut self.builder, node, &callee, &arguments);
        self.builder.call(callee, name, self.builder.of(name), node, arguments, !is_dropped(above));
    }

    /// Struct literals are calls of their type with the fields as keywords.
    fn literal(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(name) = field(node, "name") else { return };
        let Some(callee) = dotted(&self.builder, self.own(), name) else { return };
        let own = self.own().map(str::to_owned);
        let arguments: Vec<Argument> = pairs(&self.builder, own.as_deref(), node, DEEPEST - 1)
            .into_iter()
            .map(|(keyword, value)| Argument { keyword: Some(keyword), value })
            .collect();
        settings::literal(&mut self.builder, above, node, &arguments);
        self.builder.candidate_call(&callee, node);
        self.builder.call(callee, name, self.builder.of(name), node, arguments, !is_dropped(above));
        self.builder.candidate_of(above, node);
    }

    /// Calls among the tokens of a macro, which the grammar leaves as they are: a path and brackets after it.
    fn tokens(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let outer = parent(above, 0);
        if outer.is_some_and(|outer| outer.kind == "attribute") {
            return;
        }
        settings::token_pairs(&mut self.builder, outer, node);
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        // The path so far: the node it starts with, its parts, and whether another part may follow.
        let mut start: Option<Node<'t>> = None;
        let mut last = node;
        let mut parts: Vec<&'t str> = Vec::new();
        let mut open = false;
        while more {
            let token = cursor.node();
            match token.kind() {
                _ if is_word(&self.builder, token) => {
                    if !open || start.is_none() {
                        start = Some(token);
                        parts.clear();
                    }
                    if parts.len() < 24 {
                        parts.push(self.builder.of(token));
                    }
                    last = token;
                    open = false;
                }
                "::" | "." => open = true,
                "?" if start.is_some() => {}
                "!" => {
                    // `name!(…)`, but not `!name`.
                    if !open
                        && !parts.is_empty()
                        && token.next_sibling().is_some_and(|next| next.kind() == "token_tree")
                    {
                        parts.push("!");
                    } else {
                        start = None;
                    }
                }
                "token_tree" => {
                    let is_macro = parts.last() == Some(&"!");
                    let brackets = self.builder.of(token).starts_with('(');
                    if start.is_some() && !open && !parts.is_empty() && (brackets || is_macro) {
                        self.token_call(last, &parts, token);
                        if is_macro {
                            parts.pop();
                            parts.push("!()");
                        } else {
                            parts.push("()");
                        }
                    } else {
                        start = None;
                        parts.clear();
                    }
                    open = false;
                }
                _ if token.is_extra() => {}
                _ => {
                    start = None;
                    parts.clear();
                    open = false;
                }
            }
            more = cursor.goto_next_sibling();
        }
    }

    fn token_call(&mut self, last: Node<'t>, parts: &[&'t str], tokens: Node<'t>) {
        let Some((root, rest)) = parts.split_first() else { return };
        // Keywords before brackets are no calls.
        if matches!(*root, "if" | "match" | "while" | "for" | "in" | "return" | "let" | "as" | "move" | "async" | "fn")
        {
            return;
        }
        let callee = self.builder.resolve(root, rest);
        let callee = if rest.is_empty() { of_module(callee) } else { callee };
        let arguments = token_arguments(&self.builder, tokens, 3);
        self.builder.call(callee, last, self.builder.of(last), tokens, arguments, true);
    }
}

/// Calls that only give a value another form or hand out what a lock holds: no step of the program.
fn is_form(callee: &str, node: Node<'_>) -> bool {
    if matches!(callee, "Some" | "Ok" | "Err") {
        return true;
    }
    let Some((_, method)) = callee.rsplit_once('.') else { return false };
    let bare = || field(node, "arguments").is_some_and(|arguments| arguments.named_child_count() == 0);
    match method {
        "as_bytes" | "as_deref" | "as_mut" | "as_ref" | "as_slice" | "as_str" | "clone" | "cloned" | "collect"
        | "copied" | "into" | "into_iter" | "is_empty" | "is_err" | "is_none" | "is_ok" | "is_some" | "iter"
        | "iter_mut" | "len" | "ok" | "to_owned" | "to_string" | "to_vec" | "unwrap" | "borrow" | "borrow_mut"
        | "lock" | "read" | "write" | "trim" => bare(),
        "expect" => true,
        _ => false,
    }
}

/// The last name of a callee: what is quoted of a long chain.
fn last_name(node: Node<'_>) -> Option<Node<'_>> {
    let node = if node.kind() == "generic_function" { field(node, "function")? } else { node };
    field(node, if node.kind() == "field_expression" { "field" } else { "name" })
}
