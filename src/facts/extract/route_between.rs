//! What stands between a route and its handler: middleware of a router, its options, dependencies of a handler.

use std::ops::Range;

use tree_sitter::Node;

use super::{
    bindings::{MayRoute, plain},
    builder::{Builder, field, span},
    tool_parts::dotted,
    tools::unwrapped,
    turns::each_node,
};
use crate::{
    facts::{
        glob,
        model::{Call, Value},
        names::snake,
    },
    syntax::RouteTable,
};

/// Statements that are kept per file.
const MOST: usize = 2_000;
/// Routers that one is made of.
const MOST_ROUTERS: usize = 4;
const MOST_NODES: usize = 500;

/// A statement that puts something before the routes of a router.
struct Use<'t> {
    callee: String,
    receiver: String,
    node: Option<Node<'t>>,
    /// Only for paths that begin so.
    prefix: Option<String>,
    names: Vec<String>,
    /// Texts that it is given.
    words: Vec<String>,
    /// The innermost function around it that is written where it is handed over.
    inside: Option<Range<usize>>,
}

pub(super) struct Between<'t> {
    table: &'static RouteTable,
    uses: Vec<Use<'t>>,
    /// Those that hold for their own chain of calls only.
    chains: Vec<Use<'t>>,
}

/// Names and callees of a value.
pub(super) fn names_of(value: &Value, into: &mut Vec<String>) {
    let mut pending = vec![value];
    for _ in 0..64 {
        let Some(value) = pending.pop() else { return };
        match value {
            Value::Name(name) => into.push(name.to_string()),
            Value::Call(callee, values) => {
                if is_name(callee) {
                    into.push(callee.to_string());
                }
                // Options are no names of what stands between.
                pending.extend(values.iter().filter(|value| !matches!(value, Value::Object(_))));
            }
            Value::List(values) => pending.extend(values),
            Value::Object(pairs) => pending.extend(pairs.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

/// A resolved callee without other expressions in it.
pub(super) fn is_name(callee: &str) -> bool {
    callee.len() <= 120 && !callee.replace("()", "").contains(['(', ' ', '"', '…', '['])
}

impl<'t> Between<'t> {
    pub fn new(table: &'static RouteTable, builder: &Builder<'t>) -> Self {
        let (mut uses, mut chains) = (Vec::new(), Vec::new());
        for MayRoute { call, node, inside } in &builder.bindings.routes {
            let Some(call) = builder.facts.calls.get(*call) else { continue };
            let Some((receiver, last)) = call.callee.rsplit_once('.') else { continue };
            let chained = table.between.chains.iter().any(|known| known == last);
            let kept = if chained { &mut chains } else { &mut uses };
            if !chained && !table.between.uses.iter().any(|known| known == last) || kept.len() >= MOST {
                continue;
            }
            let prefix = match call.arguments.first().map(|first| &first.value) {
                Some(Value::Str(path)) if path.starts_with('/') => Some(path.trim_end_matches(['*', '/']).to_owned()),
                _ => None,
            };
            let (mut names, mut words) = (Vec::new(), Vec::new());
            for argument in &call.arguments {
                match &argument.value {
                    Value::Str(word) => words.push(word.to_string()),
                    Value::Name(name) => words.push(name.to_string()),
                    _ => {}
                }
            }
            call.arguments.iter().for_each(|argument| names_of(&argument.value, &mut names));
            kept.push(Use {
                callee: call.callee.to_string(),
                receiver: plain(receiver),
                node: Some(*node),
                prefix,
                names,
                words,
                inside: inside.clone(),
            });
        }
        // `@app.before_request`
        for function in &builder.facts.functions {
            for decorator in &function.decorators {
                if let Some((receiver, last)) = decorator.rsplit_once('.')
                    && table.between.uses.iter().any(|known| known == last)
                    && uses.len() < MOST
                {
                    uses.push(Use {
                        callee: decorator.to_string(),
                        receiver: plain(receiver),
                        node: None,
                        prefix: None,
                        names: vec![function.name.to_string()],
                        words: Vec::new(),
                        inside: None,
                    });
                }
            }
        }
        Self { table, uses, chains }
    }

    /// What is put before a route that a call declares, and the methods that a chain behind it names.
    pub fn of_call(
        &self,
        builder: &Builder<'t>,
        callee: &str,
        path: &str,
        node: Node<'t>,
        around: &mut Vec<String>,
    ) -> Vec<String> {
        let range = node.byte_range();
        let mut methods = Vec::new();
        for known in &self.chains {
            let Some(own) = known.node.map(|node| node.byte_range()) else { continue };
            // `r.With(auth).Get(…)` and `Router::new().route(…).layer(auth)`.
            let follows = |whole: &str, first: &str, then: &str| {
                whole.strip_prefix(first).is_some_and(|rest| rest.starts_with(then))
            };
            let before = own.start >= range.start && own.end < range.end && follows(callee, &known.callee, "().");
            let behind = own.start <= range.start && range.end < own.end && follows(&known.callee, callee, "()");
            if before || behind {
                around.extend(known.names.iter().cloned());
            }
            if behind {
                methods.extend(known.words.iter().cloned());
            }
        }
        self.of_receiver(builder, callee, path, node, around);
        methods
    }

    /// What is put before all routes of what a callee is called on, and of what that is made of.
    pub fn of_receiver(
        &self,
        builder: &Builder<'t>,
        callee: &str,
        path: &str,
        node: Node<'t>,
        around: &mut Vec<String>,
    ) {
        let Some((receiver, _)) = callee.rsplit_once('.') else { return };
        let mut router = plain(receiver);
        for _ in 0..MOST_ROUTERS {
            for known in &self.uses {
                let above = known.node.is_none_or(|own| own.start_byte() < node.start_byte());
                let seen = known.inside.as_ref().is_none_or(|own| own.contains(&node.start_byte()));
                let on_it = known.receiver == router
                    && above
                    && seen
                    && known.prefix.as_ref().is_none_or(|prefix| path.starts_with(prefix));
                let mounted = known.receiver != router && known.names.contains(&router);
                if on_it || mounted {
                    around.extend(known.names.iter().filter(|name| **name != router).cloned());
                }
            }
            let Some(made) = self.made(builder, &router) else { return };
            let of_router = |made: &Call| {
                let root = made.written.split('.').next().unwrap_or_default();
                made.written.contains('.') && !builder.names.contains_key(root)
            };
            for argument in &made.arguments {
                let between = &self.table.between.arguments;
                let wanted = match &argument.keyword {
                    Some(key) => between.contains(&snake(key)),
                    // `r.Group("/admin", auth)`
                    None => of_router(made) && !matches!(argument.value, Value::Object(_)),
                };
                if wanted {
                    names_of(&argument.value, around);
                }
            }
            match made.callee.rsplit_once('.') {
                Some((outer, _)) if plain(outer) != router => router = plain(outer),
                _ => return,
            }
        }
    }

    /// The call that made what a name stands for.
    fn made<'b>(&self, builder: &'b Builder<'t>, name: &str) -> Option<&'b Call> {
        let given = builder.bindings.given.iter().rev().find(|given| given.known_as() == name)?;
        let node = unwrapped(given.node);
        let callee = field(node, "function").or_else(|| field(node, "constructor"))?;
        let callee = dotted(builder, callee)?;
        builder.facts.calls.iter().find(|call| call.callee == callee && call.span == span(node))
    }

    /// `user: User = Depends(current_user)`: what the parameters of a handler ask for.
    pub fn dependencies(&self, builder: &Builder<'t>, function: Node<'t>, around: &mut Vec<String>) {
        let globs = &self.table.between.dependencies;
        let Some(parameters) = field(function, "parameters").filter(|_| !globs.is_empty()) else { return };
        each_node(parameters, MOST_NODES, &mut |node| {
            let Some(callee) = field(node, "function").filter(|_| node.kind() == "call") else { return };
            let Some(callee) = dotted(builder, callee) else { return };
            if !globs.iter().any(|known| glob::matches(known, &callee)) {
                return;
            }
            around.push(callee);
            let arguments = super::python_values::arguments(builder, node, 3);
            arguments.iter().for_each(|argument| names_of(&argument.value, around));
        });
    }
}
