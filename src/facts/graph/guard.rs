//! Guards: functions on the way whose result decides whether a call runs.

use foldhash::{HashMap, HashSet};

use super::{
    Edge, EdgeKind, FunctionRef, Graph, Reach, Start, Step, Unknown,
    decide::{Decided, Judge, Strength},
    entity::Entity,
    handed::around,
};
use crate::facts::{Call, Value};

/// How a guard stops what it refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// Its result is tested, and one outcome leaves the way.
    Result,
    /// It raises, throws or ends the program.
    Raises,
    /// A function on the way is only entered through it.
    Wraps,
}

/// A call (or decorator, or middleware) that decides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard {
    /// The call as written; of what wraps or stands before a function its dotted name, decorators with `@`.
    pub name: String,
    /// Index into [`crate::facts::FactBase::files`].
    pub file: u32,
    pub line: u32,
    pub how: How,
}

/// How much of what leads to a sink is guarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Every way that is seen.
    All,
    /// Some ways, or only together with a condition that is enough without it.
    Some,
    None,
}

/// The answer to: does anything that decides stand between?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guarded {
    /// There is a way; with the guards on it (for [`Standing::Some`] those that stand on some), sorted, and the shortest
    /// way that no guard stands on.
    Way(Standing, Vec<Guard>, Option<Vec<Step>>),
    /// Nothing leads to the sink.
    NoWay,
    /// It is not known whether anything leads there, or what is done with a guard's result.
    Unknown(Unknown),
}

impl<'a> Graph<'a> {
    /// The guards of a path that [`Graph::reaches`] found from `from`: of all its calls, and of the ways in. `is_guard`
    /// is asked with dotted names: callees as in [`Call::callee`], functions as `Class.method`, decorators.
    pub fn guards(&self, path: &[Step], is_guard: &dyn Fn(&str) -> bool) -> Vec<Guard> {
        let judge = Judge::new(self, is_guard);
        let mut all = Vec::new();
        let mut add = |found: Decided| {
            if found.strength == Strength::Full {
                all.extend(found.guards);
            }
        };
        if let Some(first) = path.first() {
            add(judge.entry(self.names.node(first.function)));
        }
        for (at, step) in path.iter().enumerate() {
            add(judge.call(step.function.file, step.call));
            if let Some(edge) = path.get(at + 1).and_then(|next| next.entered) {
                add(judge.way_in(self.names.node(step.function), &edge));
            }
        }
        all.sort();
        all.dedup();
        all
    }

    /// Whether every way from a function to a sink passes a guard.
    pub fn guarded(&self, from: Start, sink: &dyn Fn(&Call) -> bool, is_guard: &dyn Fn(&str) -> bool) -> Guarded {
        match self.reaches(from, sink) {
            Reach::None => return Guarded::NoWay,
            Reach::Unknown(unknown) => return Guarded::Unknown(unknown),
            Reach::Path(_) => {}
        }
        let judge = Judge::new(self, is_guard);
        let first = self.first_nodes(from);
        let entry = match from {
            Start::Function(_) => first.first().map_or(Decided::NOTHING, |node| judge.entry(*node)),
            Start::Lines(..) => Decided::NOTHING,
        };
        let mut known: HashMap<(u32, u32, u32), Decided> = HashMap::default();
        let mut edge_of = |node: u32, edge: &Edge| -> Decided {
            known.entry((node, edge.call, edge.to)).or_insert_with(|| judge.edge(node, edge)).clone()
        };
        // Without what is surely guarded; then also without what is not known.
        let file_of = |node: u32| self.names.function(node).file;
        let mut free = |weakest: Strength| {
            self.search(
                from,
                sink,
                &mut |node, edge| edge.sure && edge_of(node, edge).strength < weakest,
                &mut |node, call| judge.call(file_of(node), call).strength < weakest,
            )
        };
        let mut open = None;
        if entry.strength < Strength::Full {
            let found = free(Strength::Full);
            if found.path.is_none() && found.cut {
                return Guarded::Unknown(self.too_many(from));
            }
            open = found.path;
        }
        let surely_open = if entry.strength >= Strength::Unknown { None } else { free(Strength::Unknown).path };
        if let (Some(path), None) = (&open, &surely_open) {
            return Guarded::Unknown(self.unfollowed(path, &judge, entry));
        }
        let mut guards = entry.guards.clone();
        let mut strongest = entry.strength;
        for (node, edge, call) in self.between(from, sink) {
            let found = match edge {
                Some(edge) => edge_of(node, &edge),
                None => judge.call(file_of(node), call),
            };
            strongest = strongest.max(found.strength);
            guards.extend(found.guards);
        }
        guards.sort();
        guards.dedup();
        let standing = match (&open, strongest) {
            (None, _) => Standing::All,
            (Some(_), Strength::None) => Standing::None,
            (Some(_), _) => Standing::Some,
        };
        Guarded::Way(standing, guards, open)
    }

    /// The place on a path where a guard's result is not followed.
    fn unfollowed(&self, path: &[Step], judge: &Judge<'_, 'a>, entry: Decided) -> Unknown {
        let steps = path.iter().enumerate().map(|(at, step)| {
            let mut found = judge.call(step.function.file, step.call);
            if let Some(edge) = path.get(at + 1).and_then(|next| next.entered) {
                found.add(judge.way_in(self.names.node(step.function), &edge));
            }
            found
        });
        let found = std::iter::once(entry).chain(steps).find(|found| found.strength == Strength::Unknown);
        let guard = found.and_then(|found| found.guards.into_iter().next());
        let (file, line) = guard.as_ref().map_or((0, 1), |guard| (guard.file, guard.line));
        let name = guard.map_or_else(String::new, |guard| guard.name);
        Unknown { file, line, why: format!("what `{name}` says is not followed to a decision") }
    }

    /// Every edge and sink on some way: from node, edge (`None` for a sink), call.
    fn between(&self, from: Start, sink: &dyn Fn(&Call) -> bool) -> Vec<(u32, Option<Edge>, u32)> {
        let all = self.search(from, &|_| false, &mut |_, edge| edge.sure, &mut |_, _| true).visited;
        let visited: HashSet<u32> = all.iter().copied().collect();
        let first = if matches!(from, Start::Lines(..)) { self.first_nodes(from) } else { Vec::new() };
        let inside = |node: u32, call: u32| match from {
            Start::Lines(_, lines) if first.contains(&node) => lines.contains(self.call(node, call).span),
            _ => true,
        };
        let is_sink = |node: u32, call: u32| inside(node, call) && sink(self.call(node, call));
        let mut leading: HashSet<u32> =
            all.iter().copied().filter(|node| self.calls_of(*node).iter().any(|call| is_sink(*node, *call))).collect();
        let mut into: HashMap<u32, Vec<u32>> = HashMap::default();
        for node in &all {
            for edge in self
                .edges_of(*node)
                .iter()
                .filter(|edge| edge.sure && visited.contains(&edge.to) && inside(*node, edge.call))
            {
                into.entry(edge.to).or_default().push(*node);
            }
        }
        let mut queue: Vec<u32> = leading.iter().copied().collect();
        queue.sort_unstable();
        while let Some(node) = queue.pop() {
            for before in into.get(&node).into_iter().flatten() {
                if leading.insert(*before) {
                    queue.push(*before);
                }
            }
        }
        let mut out = Vec::new();
        for node in all.into_iter().filter(|node| leading.contains(node)) {
            let edges = self
                .edges_of(node)
                .iter()
                .filter(|edge| edge.sure && leading.contains(&edge.to) && inside(node, edge.call));
            out.extend(edges.map(|edge| (node, Some(*edge), edge.call)));
            let sinks = self.calls_of(node).iter().copied().filter(|call| is_sink(node, *call));
            out.extend(sinks.map(|call| (node, None, call)));
        }
        out
    }
}

impl Judge<'_, '_> {
    /// What decides whether an edge is taken: the place of the call, and the way into the function.
    pub fn edge(&self, node: u32, edge: &Edge) -> Decided {
        let mut found = self.call(self.graph.names.function(node).file, edge.call);
        found.add(self.way_in(node, edge));
        found
    }

    /// What stands between a call and the function that it leads to: wrappers, decorators, middleware.
    pub fn way_in(&self, node: u32, edge: &Edge) -> Decided {
        let mut found = self.decorators(edge.to);
        if let Some((owner, position)) = edge.through {
            let name = self.graph.dotted(self.graph.names.function(owner));
            found.add(self.wrapper(owner, Some(position), &name));
        }
        if edge.kind == EdgeKind::Passed {
            found.add(self.middleware(node, edge));
        }
        found
    }

    /// What stands before a function wherever it is entered: its decorators, and what it is registered behind.
    pub fn entry(&self, node: u32) -> Decided {
        let mut found = self.decorators(node);
        let passed = &self.graph.passed;
        let from = passed.partition_point(|(to, ..)| *to < node);
        let own = passed[from..].iter().take_while(|(to, ..)| *to == node);
        let ways: Vec<Decided> =
            own.map(|(_, from, edge)| self.way_in(*from, &self.graph.edges[*edge as usize])).collect();
        if let Some(weakest) = ways.iter().map(|way| way.strength).min() {
            let strongest = ways.iter().map(|way| way.strength).max().unwrap_or(weakest);
            let strength = if weakest == strongest { weakest } else { strongest.min(Strength::Partial) };
            let guards = ways.into_iter().flat_map(|way| way.guards).collect();
            found.add(Decided { strength, guards });
        }
        found
    }

    fn decorators(&self, node: u32) -> Decided {
        let mut found = Decided::NOTHING;
        let Some(function) = self.graph.names.declared(node) else { return found };
        let at = self.graph.names.function(node);
        for decorator in &function.decorators {
            let known = match self.graph.names.lookup(at.file, None, decorator) {
                Entity::Function(wrapper) => self.wrapper(wrapper, Some(0), decorator),
                // Registers or changes what it is given: what its class does is not followed.
                Entity::Class(_) if self.is_guard(decorator) => self.unknown_wrapper(at, decorator),
                Entity::External | Entity::Missing | Entity::Member(..) if self.is_guard(decorator) => {
                    let guard = Guard {
                        name: format!("@{decorator}"),
                        file: at.file,
                        line: function.span.start,
                        how: How::Wraps,
                    };
                    Decided { strength: Strength::Full, guards: vec![guard] }
                }
                _ => Decided::NOTHING,
            };
            found.add(known);
        }
        found
    }

    fn unknown_wrapper(&self, at: FunctionRef, name: &str) -> Decided {
        let line = self.graph.facts(at).map_or(1, |function| function.span.start);
        let guard = Guard { name: name.to_owned(), file: at.file, line, how: How::Wraps };
        Decided { strength: Strength::Unknown, guards: vec![guard] }
    }

    /// Whether a function that is given another calls it only as a guard decides. A guard by name must at least ask
    /// something before it does.
    fn wrapper(&self, owner: u32, position: Option<u32>, name: &str) -> Decided {
        let at = self.graph.names.function(owner);
        let inside = |node: u32| {
            std::iter::successors(Some(node), |node| Some(self.graph.names.outer(*node)))
                .take(8)
                .take_while(|node| self.graph.names.function(*node).function.is_some())
                .any(|node| node == owner)
        };
        // A factory's inner function takes what is wrapped.
        let mut calls: Vec<(u32, u32)> = Vec::new();
        let offsets = &self.graph.names.offsets;
        let here = offsets[at.file as usize]..offsets[at.file as usize + 1];
        for (taker, known) in self.graph.parameters.range(here) {
            if *taker == owner || inside(*taker) {
                let own = known
                    .iter()
                    .filter(|known| *taker != owner || position.is_none_or(|position| known.position == position));
                calls.extend(own.map(|known| (known.file, known.call)));
            }
        }
        calls.sort_unstable();
        calls.dedup();
        let named = self.is_guard(name) || self.is_guard(&self.graph.dotted(at));
        if calls.is_empty() {
            return if named { self.unknown_wrapper(at, name) } else { Decided::NOTHING };
        }
        let each: Vec<Decided> = calls.iter().map(|(file, call)| self.call(*file, *call)).collect();
        let weakest = each.iter().map(|found| found.strength).min().unwrap_or(Strength::None);
        if weakest == Strength::Full {
            return each.into_iter().fold(Decided::NOTHING, |mut all, found| {
                all.add(found);
                all
            });
        }
        if named {
            let line = self.graph.facts(at).map_or(1, |function| function.span.start);
            let guard = Guard { name: name.to_owned(), file: at.file, line, how: How::Wraps };
            let asked = calls.iter().filter(|(file, call)| self.is_conditional(*file, *call)).count();
            let strength = match asked {
                0 => return Decided::NOTHING,
                all if all == calls.len() => Strength::Full,
                _ => Strength::Partial,
            };
            return Decided { strength, guards: vec![guard] };
        }
        each.into_iter().fold(Decided::NOTHING, |mut all, found| {
            all.add(found.at_most(Strength::Partial));
            all
        })
    }

    /// Functions that are registered before this one in the same call, wrap it from outside, or were registered on the
    /// same receiver before.
    fn middleware(&self, node: u32, edge: &Edge) -> Decided {
        let at = self.graph.names.function(node);
        let facts = &self.graph.file(at.file).facts;
        let mut found = Decided::NOTHING;
        let call = self.graph.call(node, edge.call);
        let names = |value: &Value, wanted: u32| match value {
            Value::Name(name) => {
                self.graph.names.lookup(at.file, call.function, name).callable(&self.graph.names) == Some(wanted)
            }
            _ => false,
        };
        let own = call.arguments.iter().position(|argument| names(&argument.value, edge.to));
        let (mut inner, mut position) = (edge.call, own.unwrap_or(0));
        for _ in 0..6 {
            let here = &facts.calls[inner as usize];
            for argument in here.arguments.iter().take(position) {
                found.add(self.before(at.file, here, &argument.value));
            }
            if inner != edge.call && self.is_guard(&here.callee) {
                let entity = self.graph.names.lookup(at.file, here.function, &here.callee);
                if matches!(entity, Entity::External | Entity::Missing | Entity::Member(..)) {
                    let guard = self.found(node, inner, How::Wraps);
                    found.add(Decided { strength: Strength::Full, guards: vec![guard] });
                }
            }
            let receiver = here.callee.rsplit_once('.').map(|(receiver, _)| receiver);
            for earlier in self.graph.calls_of(node).iter().copied().take_while(|earlier| *earlier < inner) {
                let known = &facts.calls[earlier as usize];
                let Some((on, last)) = known.callee.rsplit_once('.') else { continue };
                let registers = matches!(last, "use" | "Use" | "add_middleware" | "addHook" | "before_request");
                if !registers || Some(on) != receiver {
                    continue;
                }
                // Only for paths that begin so: whether this one does is not read.
                let limited = matches!(known.arguments.first().map(|first| &first.value), Some(Value::Str(_)));
                for argument in &known.arguments {
                    let own = self.before(at.file, known, &argument.value);
                    found.add(if limited { own.at_most(Strength::Unknown) } else { own });
                }
            }
            let Some(outer) = around(&self.graph.names, at.file, inner) else { break };
            (inner, position) = outer;
        }
        found
    }

    /// A function that is asked before another, as middleware is.
    fn before(&self, file: u32, call: &Call, value: &Value) -> Decided {
        let (name, factory) = match value {
            Value::Name(name) => (name, false),
            Value::Call(name, _) => (name, true),
            Value::List(values) => {
                return values.iter().take(16).fold(Decided::NOTHING, |mut all, value| {
                    all.add(self.before(file, call, value));
                    all
                });
            }
            _ => return Decided::NOTHING,
        };
        let entity = self.graph.names.lookup(file, call.function, name);
        match entity {
            Entity::Function(node) | Entity::Method { node, .. } => self.wrapper(node, None, name),
            Entity::External | Entity::Missing | Entity::Member(..) if self.is_guard(name) => {
                let guard = Guard { name: name.to_string(), file, line: call.span.start, how: How::Wraps };
                Decided { strength: Strength::Full, guards: vec![guard] }
            }
            _ if factory && self.is_guard(name) => {
                let guard = Guard { name: name.to_string(), file, line: call.span.start, how: How::Wraps };
                Decided { strength: Strength::Unknown, guards: vec![guard] }
            }
            _ => Decided::NOTHING,
        }
    }
}
