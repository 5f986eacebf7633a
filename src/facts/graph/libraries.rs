//! Which library a call goes to: by the import of what is called, or of what made the object that it is called on.

use std::cell::RefCell;

use foldhash::HashMap;

use super::{
    Graph, Start,
    entity::Entity,
    members::Field,
    modules::{Family, Module},
    names::Names,
};
use crate::facts::{
    control::{Assignment, Subject},
    model::Value,
};

/// Names behind names that are followed to what made an object.
const DEEPEST: u32 = 6;
/// Functions around a function that are looked at.
const MOST_OUTER: usize = 24;

/// Calls of modules that are not of the repository, as far as they have been asked for.
pub struct Libraries<'g, 'a> {
    graph: &'g Graph<'a>,
    known: RefCell<HashMap<u32, Vec<(u32, &'a str)>>>,
}

impl<'g, 'a> Libraries<'g, 'a> {
    pub fn new(graph: &'g Graph<'a>) -> Self {
        Self { graph, known: RefCell::default() }
    }

    /// The module of a call, by its index in a file, that is none of the repository and none of the language's own.
    pub fn module_of(&self, file: u32, call: u32) -> Option<&'a str> {
        let facts = &self.graph.file(file).facts;
        let callee = &facts.calls.get(call as usize)?.callee;
        let function = facts.calls.get(call as usize)?.function;
        let before = facts.control.calls.get(call as usize)?.start;
        let module = origin(&self.graph.names, Seen { file, function, before }, callee, DEEPEST)?;
        let family = self.graph.names.families[file as usize];
        let own = family == Family::Go && !module.split('/').next().is_some_and(|first| first.contains('.'));
        Some(module).filter(|_| !own)
    }

    /// The first call on the ways from a start whose module counts: file, line and module.
    pub fn first(&self, from: Start, counts: &dyn Fn(&str) -> bool) -> Option<(u32, u32, &'a str)> {
        let first = self.graph.first_nodes(from);
        let all = self.graph.search(from, &|_| false, &mut |_, edge| edge.sure, &mut |_, _| true).visited;
        all.into_iter().find_map(|node| {
            let file = self.graph.names.function(node).file;
            let mut known = self.known.borrow_mut();
            let calls = known.entry(node).or_insert_with(|| {
                let calls = self.graph.calls_of(node).iter().copied();
                calls.filter_map(|call| Some((call, self.module_of(file, call)?))).collect()
            });
            calls.iter().find_map(|(call, module)| {
                let lines = self.graph.call(node, *call).span;
                let inside = match from {
                    Start::Lines(_, own) if first.contains(&node) => own.contains(lines),
                    _ => true,
                };
                (inside && counts(module)).then_some((file, lines.start, *module))
            })
        })
    }
}

/// From where a name is seen.
#[derive(Clone, Copy)]
struct Seen {
    file: u32,
    function: Option<u32>,
    /// What the function gives to names behind this byte is not seen yet.
    before: u32,
}

impl Seen {
    fn at_top(file: u32) -> Self {
        Self { file, function: None, before: u32::MAX }
    }
}

/// The module outside of the repository that a name comes from.
fn origin<'a>(names: &Names<'a>, seen: Seen, dotted: &str, depth: u32) -> Option<&'a str> {
    let depth = depth.checked_sub(1)?;
    let Seen { file, function, before } = seen;
    if let Some((import, module, _)) = names.import_of(file, dotted) {
        return (*module == Module::External).then_some(import.module.as_str());
    }
    let end = dotted.find(['.', '(', '[']).unwrap_or(dotted.len());
    let (root, rest) = dotted.split_at(end);
    let rest = rest.trim_start_matches('.');
    let top = names.offsets[file as usize];
    if matches!(root, "self" | "this" | "cls") {
        let class = names.class_of(top + function.map_or(0, |index| index + 1))?;
        return of_field(names, class, rest, depth);
    }
    let control = &names.base.files[file as usize].facts.control;
    let mut at = function;
    for _ in 0..MOST_OUTER {
        if let Some(kind) = control.declared(at, root) {
            // The field of a struct of the repository: `r.client` of `r *Registry`.
            return origin(names, Seen::at_top(file), kind, depth).or_else(|| match names.lookup(file, None, kind) {
                Entity::Class(class) => of_field(names, class, rest, depth),
                _ => None,
            });
        }
        let assigned = control.assigned(at, root);
        if !assigned.is_empty() {
            let last = assigned.iter().rev().find(|each| at != function || each.at.start < before)?;
            return of_value(names, file, last, depth);
        }
        let Some(index) = at else { break };
        let outer = names.function(names.outer(top + index + 1));
        at = outer.function.filter(|_| outer.file == file);
    }
    None
}

fn of_field<'a>(names: &Names<'a>, class: u32, name: &str, depth: u32) -> Option<&'a str> {
    let name = &name[..name.find(['.', '(', '[']).unwrap_or(name.len())];
    let of = names.function(class);
    let control = &names.base.files[of.file as usize].facts.control;
    if let Some(kind) = control.declared(of.function, name) {
        return origin(names, Seen::at_top(of.file), kind, depth);
    }
    names.members.fields(class, name).into_iter().take(8).find_map(|field| match field {
        Field::Assigned(file, index) => {
            let assignment = names.base.files[file as usize].facts.control.assignments.get(index as usize)?;
            of_value(names, file, assignment, depth)
        }
        Field::Argument(file, call, argument) => {
            let facts = &names.base.files[file as usize].facts;
            let before = facts.control.calls.get(call as usize)?.start;
            let call = facts.calls.get(call as usize)?;
            match &call.arguments.get(argument as usize)?.value {
                Value::Name(name) | Value::Call(name, _) => {
                    origin(names, Seen { file, function: call.function, before }, name, depth)
                }
                _ => None,
            }
        }
        Field::Table(..) => None,
    })
}

fn of_value<'a>(names: &Names<'a>, file: u32, assignment: &Assignment, depth: u32) -> Option<&'a str> {
    let seen = Seen { file, function: assignment.function, before: assignment.at.start };
    if let Some(alias) = assignment.alias.as_deref().filter(|alias| **alias != *assignment.name) {
        return origin(names, seen, alias, depth);
    }
    let facts = &names.base.files[file as usize].facts;
    let name = match &assignment.from.first()?.subject {
        Subject::Call(index) => &facts.calls.get(*index as usize)?.callee,
        Subject::Name(name) => return origin(names, seen, name, depth),
    };
    origin(names, seen, name, depth).or_else(|| {
        let made = names.lookup(file, assignment.function, name).callable(names)?;
        let at = names.function(made);
        let kind = names.base.files[at.file as usize].facts.control.declared(at.function, "")?;
        origin(names, Seen::at_top(at.file), kind, depth.checked_sub(1)?)
    })
}
