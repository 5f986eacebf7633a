//! What names are given in a file: where collections of tools, clients of models and their arguments are looked up.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use tree_sitter::Node;

use super::{
    builder::{Builder, field, inner},
    members::{held, is_addition, members},
    script_values,
    tool_parts::{Reader, dotted},
    tools::unwrapped,
};
use crate::{
    facts::model::{Function, FunctionKind, SettingKind, Value},
    syntax::{self, Language, Step},
};

/// Assignments and candidates that are kept per file.
const MOST: usize = 20_000;
/// Names that a collection may hold, and collections that one name is followed through.
pub(super) const MOST_MEMBERS: usize = 200;
const MOST_LOOPS: usize = 2_000;
/// Ancestors that are looked at for a loop or a callback.
const HIGHEST: usize = 200;

/// A name and the expression that it is given.
#[derive(Clone, Copy)]
pub(super) struct Given<'t> {
    /// Empty for what a function returns.
    pub name: &'t str,
    /// The function around it, or that returns it.
    pub function: Option<u32>,
    pub node: Node<'t>,
    /// Stands in the body of a class: `self.` is what its methods put before the name.
    pub is_field: bool,
}

impl Given<'_> {
    /// The name as its users write it, with `self.` for `this.`.
    pub fn known_as(&self) -> String {
        if self.is_field { format!("self.{}", self.name) } else { plain(self.name) }
    }
}

/// A call whose last name is one that model calls have.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'t> {
    /// Index into the calls of the file.
    pub call: usize,
    pub node: Node<'t>,
    /// The innermost loop around it.
    pub around: Option<Node<'t>>,
}

/// A call whose last name is one that routes have.
pub(super) struct MayRoute<'t> {
    /// Index into the calls of the file.
    pub call: usize,
    pub node: Node<'t>,
    /// The innermost function around it that is written where it is handed over.
    pub inside: Option<Range<usize>>,
}

/// Noted while the file is walked.
#[derive(Default)]
pub(in crate::facts) struct Bindings<'t> {
    pub(super) given: Vec<Given<'t>>,
    pub(super) candidates: Vec<Candidate<'t>>,
    /// The nodes of the functions, in the order of the facts.
    pub(super) functions: Vec<Node<'t>>,
    pub(super) routes: Vec<MayRoute<'t>>,
    /// Loops with the function around them.
    pub(super) loops: Vec<(Option<u32>, Node<'t>)>,
}

impl<'t> Builder<'t> {
    /// Notes what a name is given.
    pub(super) fn give(&mut self, left: Node<'t>, right: Node<'t>) {
        let name = self.of(left);
        if name.len() <= 80 && !name.contains('\n') && self.bindings.given.len() < MOST {
            let function = self.function();
            self.bindings.given.push(Given { name, function, node: right, is_field: self.in_class() });
        }
    }

    /// Notes a loop.
    pub(super) fn note_loop(&mut self, kind: &str, node: Node<'t>) {
        if is_loop(kind) && self.bindings.loops.len() < MOST_LOOPS {
            let function = self.function();
            self.bindings.loops.push((function, node));
        }
    }

    /// The node of one of the functions.
    pub(super) fn function_node(&self, function: &Function) -> Option<Node<'t>> {
        let at = self.facts.functions.iter().position(|known| std::ptr::eq(known, function))?;
        self.bindings.functions.get(at).copied()
    }

    /// Notes what a function returns.
    pub(super) fn returned(&mut self, statement: Node<'t>) {
        let function = self.function();
        if let (Some(node), Some(_)) = (inner(statement), function)
            && self.bindings.given.len() < MOST
        {
            self.bindings.given.push(Given { name: "", function, node, is_field: false });
        }
    }

    /// Notes the call that was just added where it may reach a model or declare a route.
    pub(super) fn candidate_of(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(call) = self.facts.calls.last() else { return };
        let last = call.callee.rsplit('.').next().unwrap_or(&call.callee);
        if syntax::routes(self.language).is_some_and(|table| table.may_route(last)) && self.bindings.routes.len() < MOST
        {
            let call = self.facts.calls.len() - 1;
            self.bindings.routes.push(MayRoute { call, node, inside: enclosing_callback(above) });
        }
        if !syntax::models(self.language).is_some_and(|table| table.may_call(last))
            || self.bindings.candidates.len() >= MOST
        {
            return;
        }
        let around = if call.in_loop { enclosing_loop(above, node) } else { None };
        let call = self.facts.calls.len() - 1;
        self.bindings.candidates.push(Candidate { call, node, around });
    }
}

fn is_loop(kind: &str) -> bool {
    matches!(
        kind,
        "for_statement"
            | "for_in_statement"
            | "while_statement"
            | "do_statement"
            | "for_expression"
            | "while_expression"
            | "loop_expression"
            | "enhanced_for_statement"
            | "foreach_statement"
            | "for_range_loop"
            | "do_while_statement"
    )
}

/// The innermost loop whose body or condition holds the node.
fn enclosing_loop<'t>(above: &[Step<'t>], node: Node<'t>) -> Option<Node<'t>> {
    let mut below = node;
    for step in above.iter().rev().take(HIGHEST) {
        match step.kind {
            kind if is_loop(kind) => {
                let header =
                    ["right", "initializer", "left", "value"].iter().any(|part| field(step.node, part) == Some(below));
                if !header {
                    return Some(step.node);
                }
            }
            "function_definition"
            | "function_declaration"
            | "function_item"
            | "method_definition"
            | "method_declaration"
            | "class_definition"
            | "class_body" => return None,
            _ => {}
        }
        below = step.node;
    }
    None
}

/// The innermost function without a name.
fn enclosing_callback(above: &[Step<'_>]) -> Option<Range<usize>> {
    let is_callback = |step: &&Step<'_>| {
        matches!(
            step.kind,
            "func_literal"
                | "arrow_function"
                | "function_expression"
                | "closure_expression"
                | "lambda_expression"
                | "lambda_literal"
                | "anonymous_function"
        )
    };
    above.iter().rev().take(HIGHEST).find(is_callback).map(|step| step.node.byte_range())
}

/// The names of a file that stand for something made there.
pub(super) struct Lookup<'t, 'b> {
    pub reader: &'b Reader<'t>,
    /// By name, in source order.
    given: BTreeMap<String, Vec<Given<'t>>>,
    /// Members of lists, dictionaries and registries by the name of these, with the function around the statement.
    collections: Collections,
    /// Collections by what they hold.
    holders: BTreeMap<String, BTreeSet<String>>,
    constants: BTreeMap<&'b str, &'b str>,
}

impl<'t, 'b> Lookup<'t, 'b> {
    /// `tools`: byte ranges of declarations of tools, which are no names of something else.
    pub fn new(reader: &'b Reader<'t>, builder: &'b Builder<'t>, tools: &BTreeSet<(usize, usize)>) -> Self {
        let mut given: BTreeMap<String, Vec<Given<'t>>> = BTreeMap::new();
        let mut collections: Collections = BTreeMap::new();
        for each in &builder.bindings.given {
            if !each.name.is_empty() {
                given.entry(each.known_as()).or_default().push(*each);
            }
            let Some(list) = list_of(each.node).filter(|list| !tools.contains(&range(*list))) else { continue };
            let is_call = matches!(list.kind(), "call" | "call_expression" | "new_expression" | "binary_operator");
            let members: Vec<String> = if is_call {
                held(builder.language, &reader.value(builder, list))
            } else {
                let entries = reader.entries(builder, list).into_iter().map(|(_, node)| node);
                let others = entries.filter(|node| !tools.contains(&range(script_values::bare(*node))));
                others.flat_map(|node| members(builder.language, &reader.value(builder, node))).collect()
            };
            match each.name {
                // A function is known by its name everywhere in the file.
                "" => {
                    let name = function_name(builder, each.function).unwrap_or_default();
                    if is_method(builder, each.function) {
                        add(&mut collections, &format!("self.{name}"), None, members.clone());
                    }
                    add(&mut collections, &name, None, members);
                }
                _ => add(&mut collections, &each.known_as(), each.function, members),
            }
        }
        for call in &builder.facts.calls {
            let Some((receiver, last)) = call.callee.rsplit_once('.') else { continue };
            if is_addition(last) && receiver.len() <= 80 {
                let members =
                    call.arguments.iter().flat_map(|argument| members(builder.language, &argument.value)).collect();
                add(&mut collections, &plain(receiver), call.function, members);
            }
        }
        let mut holders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (name, all) in &collections {
            for member in all.iter().flat_map(|(_, members)| members) {
                let known = holders.entry(member.clone()).or_default();
                if known.len() < MOST_MEMBERS {
                    known.insert(name.clone());
                }
            }
        }
        let mut constants = BTreeMap::new();
        for setting in &builder.facts.settings {
            if let (Value::Str(text), true) = (&setting.value, setting.kind != SettingKind::Argument) {
                constants.entry(setting.written.as_str()).or_insert(text.as_str());
            }
        }
        Self { reader, given, collections, holders, constants }
    }

    /// What a name is given, where that is one thing only.
    pub fn only(&self, name: &str) -> Option<Given<'t>> {
        match self.given.get(&plain(name))?.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The last thing that a name is given above a place of the same function, else the only one around it.
    pub fn given_before(
        &self,
        builder: &Builder<'t>,
        name: &str,
        function: Option<u32>,
        byte: usize,
    ) -> Option<Given<'t>> {
        let all = self.given.get(&plain(name))?;
        let own = all
            .iter()
            .rev()
            .take(MOST_MEMBERS)
            .find(|given| given.function == function && given.node.start_byte() < byte);
        let mut around =
            all.iter().take(MOST_MEMBERS).filter(|given| is_visible(builder, name, given.function, function));
        own.or_else(|| around.next().filter(|_| around.next().is_none())).copied()
    }

    /// All that a name is given above a place of the same function, the last first.
    pub fn all_before(&self, name: &str, function: Option<u32>, byte: usize) -> impl Iterator<Item = Given<'t>> {
        let all = self.given.get(&plain(name)).into_iter().flatten().rev().take(MOST_MEMBERS);
        all.filter(move |given| given.function == function && given.node.start_byte() < byte).copied()
    }

    /// Resolved name of what made the object that a name stands for; `None` where it is made in several ways.
    pub fn maker(&self, builder: &Builder<'t>, name: &str) -> Option<String> {
        let all = self.given.get(&plain(name))?;
        let mut found: Option<String> = None;
        for given in all.iter().take(8) {
            let mut node = unwrapped(given.node);
            for _ in 0..3 {
                if matches!(node.kind(), "await" | "await_expression" | "try_expression") {
                    node = inner(node)?;
                }
            }
            let callee = field(node, "function").or_else(|| field(node, "constructor")).or_else(|| field(node, "type"));
            let Some(made) = callee.and_then(|callee| dotted(builder, callee)) else { continue };
            match &found {
                Some(known) if *known != made => return None,
                _ => found = Some(made),
            }
        }
        found
    }

    /// The name and what is reached from it through collections of the file that the function sees, the name first.
    pub fn expanded(&self, builder: &Builder<'t>, name: &str, function: Option<u32>) -> Vec<String> {
        let mut out = vec![name.to_owned()];
        let mut at = 0;
        while at < out.len() && out.len() < 64 {
            for (around, members) in self.collections.get(&out[at]).into_iter().flatten() {
                if !is_visible(builder, &out[at], *around, function) {
                    continue;
                }
                for member in members {
                    if out.len() < 64 && !out.contains(member) {
                        out.push(member.clone());
                    }
                }
            }
            at += 1;
        }
        out
    }

    /// The names together with the collections that hold one of them, directly or through others.
    pub fn holders(&self, names: &mut BTreeSet<String>) {
        let mut pending: Vec<String> = names.iter().cloned().collect();
        while let Some(name) = pending.pop() {
            for holder in self.holders.get(&name).into_iter().flatten() {
                if names.len() < 32 && names.insert(holder.clone()) {
                    pending.push(holder.clone());
                }
            }
        }
    }

    /// The string that a constant or default of that name stands for.
    pub fn constant(&self, name: &str) -> Option<&'b str> {
        self.constants.get(name.rsplit('.').next().unwrap_or(name)).copied()
    }
}

fn is_method(builder: &Builder<'_>, function: Option<u32>) -> bool {
    let function = function.and_then(|at| builder.facts.functions.get(at as usize));
    function.is_some_and(|function| function.kind == FunctionKind::Method && function.parent.is_some())
        && builder.language != Language::Go
}

/// Whether what is given to a name in one function is seen in another: fields of the object everywhere, others in the
/// same function and those inside of it that have no parameter of that name.
fn is_visible(builder: &Builder<'_>, name: &str, given: Option<u32>, seen: Option<u32>) -> bool {
    if given == seen || name.starts_with("self.") || name.starts_with("this.") {
        return true;
    }
    let function = |at: u32| builder.facts.functions.get(at as usize);
    let Some(inner) = seen.and_then(function) else { return false };
    if inner.parameters.iter().any(|parameter| parameter == name) {
        return false;
    }
    match given {
        None => true,
        Some(outer) => function(outer).is_some_and(|outer| outer.span.contains(inner.span)),
    }
}

fn range(node: Node<'_>) -> (usize, usize) {
    (node.start_byte(), node.end_byte())
}

type Collections = BTreeMap<String, Vec<(Option<u32>, BTreeSet<String>)>>;

/// Name of a function by its index.
pub(super) fn function_name(builder: &Builder<'_>, function: Option<u32>) -> Option<String> {
    builder.facts.functions.get(function? as usize).map(|function| function.name.to_string())
}

/// Fields of the object are `self.` in every language.
pub(super) fn plain(name: &str) -> String {
    match ["this.", "cls."].iter().find_map(|own| name.strip_prefix(own)) {
        Some(field) => format!("self.{field}"),
        None => name.to_owned(),
    }
}

fn add(collections: &mut Collections, name: &str, function: Option<u32>, members: Vec<String>) {
    if name.is_empty() || members.is_empty() || collections.len() >= MOST {
        return;
    }
    let all = collections.entry(name.to_owned()).or_default();
    let at = match all.iter().position(|(around, _)| *around == function) {
        Some(at) => at,
        None => {
            if all.len() >= MOST_MEMBERS {
                return;
            }
            all.push((function, BTreeSet::new()));
            all.len() - 1
        }
    };
    for member in members {
        if all[at].1.len() < MOST_MEMBERS {
            all[at].1.insert(member);
        }
    }
}

/// The list, dictionary or sum of lists that an expression is; a function without a block is what it gives.
fn list_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    for _ in 0..6 {
        match node.kind() {
            "list" | "tuple" | "set" | "dictionary" | "array" | "object" | "binary_operator" | "composite_literal"
            | "literal_value" => return Some(node),
            "arrow_function" | "lambda" => node = field(node, "body")?,
            "call" | "call_expression" | "new_expression" | "macro_invocation" | "array_expression" => {
                return Some(node);
            }
            "unary_expression" => node = field(node, "operand")?,
            "reference_expression" => node = field(node, "value")?,
            "await"
            | "await_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "expression_list" => node = inner(node)?,
            _ => return None,
        }
    }
    None
}
