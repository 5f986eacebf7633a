//! The calls of a file as edges.

use std::collections::HashMap;

use super::{Edge, EdgeKind, Mark, Why, lookup::Entity, modules::Family, names::Names};
use crate::facts::{
    control::{Range, Returned},
    model::{Call, Value},
};

/// Functions that a method's name may mean; with more of them nothing is said by it.
const MOST_CANDIDATES: usize = 24;
/// Calls around a call that are looked at.
const MOST_AROUND: usize = 6;

/// A call of a parameter: where, and of which position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ParameterCall {
    /// The function whose parameter it is.
    pub owner: u32,
    pub position: u32,
    pub file: u32,
    pub call: u32,
    /// False for a method of the parameter.
    pub direct: bool,
}

/// What the callees of a file gave.
#[derive(Default)]
pub(super) struct Found {
    pub edges: Vec<(u32, Edge)>,
    pub marks: Vec<Mark>,
    pub parameters: Vec<ParameterCall>,
}

/// Calls of parameters by the function whose parameters they are.
pub(super) type ParameterCalls = HashMap<u32, Vec<ParameterCall>>;

fn node_of(names: &Names<'_>, file: u32, call: &Call) -> u32 {
    names.offsets[file as usize] + call.function.map_or(0, |index| index + 1)
}

/// The edges of the calls themselves.
pub(super) fn of_callees(names: &Names<'_>, file: u32) -> Found {
    let mut out = Found::default();
    let facts = &names.base.files[file as usize].facts;
    let family = names.families[file as usize];
    if family == Family::Other {
        return out;
    }
    for (call, index) in facts.calls.iter().zip(0_u32..) {
        let node = node_of(names, file, call);
        let mut edge = |to: u32, kind: EdgeKind, sure: bool| {
            out.edges.push((node, Edge { to, call: index, kind, sure, through: None }));
        };
        let mut mark = |why: Why| out.marks.push(Mark { node, call: index, why });
        let entity = names.lookup(file, call.function, &call.callee);
        let parameter = match &entity {
            Entity::Parameter(owner, position, _) => Some((*owner, *position, true)),
            Entity::Member(..) | Entity::Field(_) | Entity::External => parameter_root(names, file, call),
            _ => None,
        };
        if let Some((owner, position, direct)) = parameter {
            out.parameters.push(ParameterCall { owner, position, file, call: index, direct });
        }
        match entity {
            Entity::Function(to) => edge(to, EdgeKind::Call, true),
            Entity::Method { node: to, class } => {
                let name = names.declared(to).map_or("", |function| function.name.as_str());
                let below = names.members.overrides(names, class, name);
                if !is_abstract(names, to) {
                    edge(to, EdgeKind::Call, true);
                    below.into_iter().for_each(|to| edge(to, EdgeKind::Call, false));
                } else if !below.is_empty() {
                    let sure = below.len() == 1;
                    below.into_iter().for_each(|to| edge(to, EdgeKind::Call, sure));
                } else {
                    let others = by_name(names, family, name).into_iter().filter(|(found, _)| *found != to);
                    let others: Vec<u32> = others.map(|(found, _)| found).collect();
                    let sure = others.len() == 1;
                    others.into_iter().for_each(|to| edge(to, EdgeKind::Call, sure));
                }
            }
            Entity::Class(class) => {
                let constructor = ["__init__", "constructor", "__new__"];
                let found = constructor.iter().find_map(|name| names.members.method(names, class, name));
                found.into_iter().for_each(|to| edge(to, EdgeKind::Call, true));
            }
            Entity::Instance { class, .. } => {
                let name = if call.callee == "super" { "constructor" } else { "__call__" };
                let found = names.members.method(names, class, name);
                found.into_iter().for_each(|to| edge(to, EdgeKind::Call, true));
            }
            Entity::Element(tables) => {
                let all = names.elements(&tables);
                if all.is_empty() {
                    mark(Why::Table);
                }
                all.into_iter().for_each(|to| edge(to, EdgeKind::Table, true));
            }
            Entity::Member(Some(kind), name) => {
                let declared = names.members.implementations(names, &kind, &name);
                let found = match declared.len() {
                    0 => by_name(names, family, &name),
                    count => declared.into_iter().map(|to| (to, count == 1)).collect(),
                };
                found.into_iter().for_each(|(to, sure)| edge(to, EdgeKind::Call, sure));
            }
            Entity::Field(name) => {
                let found = by_name(names, family, &name);
                if found.is_empty() {
                    mark(Why::Value);
                }
                found.into_iter().for_each(|(to, sure)| edge(to, EdgeKind::Call, sure));
            }
            // `table[key](…)` in Go is read as a call of `table`.
            Entity::Table(tables) if family == Family::Go => {
                names.elements(&tables).into_iter().for_each(|to| edge(to, EdgeKind::Table, true));
            }
            Entity::Member(None, name) => {
                by_name(names, family, &name).into_iter().for_each(|(to, sure)| edge(to, EdgeKind::Call, sure));
            }
            Entity::Parameter(..) => mark(Why::Parameter),
            Entity::Unseen => mark(Why::Table),
            Entity::Reflected if call.callee.ends_with(['(', ')', ']']) || call.callee.ends_with(".Call") => {
                mark(Why::Reflection)
            }
            Entity::Value | Entity::Typed(_) => mark(Why::Value),
            Entity::Reflected
            | Entity::Table(_)
            | Entity::Getter(_)
            | Entity::Module(_)
            | Entity::External
            | Entity::Missing => {}
        }
    }
    out
}

/// The parameter on which a method is called.
fn parameter_root(names: &Names<'_>, file: u32, call: &Call) -> Option<(u32, u32, bool)> {
    let (root, rest) = call.callee.split_once('.')?;
    if rest.contains(['.', '(', '[']) {
        return None;
    }
    match names.lookup(file, call.function, root) {
        Entity::Parameter(owner, position, _) => Some((owner, position, false)),
        _ => None,
    }
}

/// A method that only says what others do.
fn is_abstract(names: &Names<'_>, node: u32) -> bool {
    let Some(function) = names.declared(node) else { return false };
    if function.decorators.iter().any(|decorator| decorator.ends_with("abstractmethod")) {
        return true;
    }
    let at = names.function(node);
    let facts = &names.base.files[at.file as usize].facts;
    let exits = at.function.map_or(&[][..], |index| facts.control.exits_of(index));
    let only = |wanted: &Returned| !exits.is_empty() && exits.iter().all(|exit| exit.value == *wanted);
    let calls = facts.calls.iter().filter(|call| call.function == at.function);
    let protocol = || {
        names.class_of(node).and_then(|class| names.declared(class)).is_some_and(|class| {
            class.bases.iter().any(|base| matches!(base.rsplit('.').next(), Some("Protocol" | "ABC")))
        })
    };
    only(&Returned::Raises)
        && calls.clone().all(|call| call.callee.starts_with("NotImplemented") || call.callee == "Error")
        || only(&Returned::Nothing) && calls.count() == 0 && protocol()
}

/// Methods of the product with a name that says which: the only one is sure unless the name is a common verb.
fn by_name(names: &Names<'_>, family: Family, name: &str) -> Vec<(u32, bool)> {
    if is_of_containers(name) || name.len() < 3 {
        return Vec::new();
    }
    let mut found = names.members.keyed.get(&(family, name)).cloned().unwrap_or_default();
    let keyed = found.len();
    for node in names.members.methods.get(&(family, name)).into_iter().flatten() {
        if !found.contains(node) {
            found.push(*node);
        }
    }
    if found.len() > MOST_CANDIDATES {
        return Vec::new();
    }
    let sure = found.len() == 1 && (keyed == 1 || !is_common_verb(name));
    found.into_iter().map(|node| (node, sure)).collect()
}

/// Methods of containers, texts, streams and locks: mostly not the repository's.
fn is_of_containers(name: &str) -> bool {
    matches!(
        name,
        "get"
            | "set"
            | "has"
            | "add"
            | "pop"
            | "push"
            | "keys"
            | "values"
            | "items"
            | "append"
            | "extend"
            | "insert"
            | "remove"
            | "clear"
            | "copy"
            | "count"
            | "index"
            | "sort"
            | "reverse"
            | "join"
            | "split"
            | "strip"
            | "replace"
            | "format"
            | "encode"
            | "decode"
            | "lower"
            | "upper"
            | "startswith"
            | "endswith"
            | "map"
            | "filter"
            | "forEach"
            | "find"
            | "some"
            | "every"
            | "reduce"
            | "includes"
            | "indexOf"
            | "slice"
            | "splice"
            | "concat"
            | "trim"
            | "match"
            | "test"
            | "then"
            | "catch"
            | "finally"
            | "toString"
            | "toLowerCase"
            | "toUpperCase"
            | "setdefault"
            | "update"
            | "delete"
            | "entries"
            | "on"
            | "once"
            | "off"
            | "Error"
            | "String"
            | "Lock"
            | "Unlock"
            | "RLock"
            | "RUnlock"
            | "Done"
            | "Wait"
            | "Add"
            | "Err"
            | "Len"
            | "Close"
            | "close"
            | "read"
            | "write"
            | "Read"
            | "Write"
            | "flush"
            | "dict"
            | "json"
            | "text"
            | "group"
            | "next"
            | "Next"
            | "send"
    )
}

/// Verbs that half the world's classes have: one method of the name is no proof that it is meant.
fn is_common_verb(name: &str) -> bool {
    matches!(
        name,
        "run"
            | "execute"
            | "call"
            | "invoke"
            | "start"
            | "stop"
            | "handle"
            | "process"
            | "create"
            | "build"
            | "load"
            | "save"
            | "open"
            | "list"
            | "init"
            | "setup"
            | "reset"
            | "parse"
            | "apply"
            | "check"
            | "validate"
            | "search"
            | "query"
            | "log"
            | "info"
            | "debug"
            | "warn"
            | "error"
            | "emit"
            | "publish"
            | "connect"
            | "exec"
            | "Run"
            | "Execute"
            | "Call"
            | "Start"
            | "Stop"
            | "Handle"
            | "Process"
            | "Create"
            | "Get"
            | "Set"
            | "List"
            | "Delete"
            | "Update"
            | "Init"
            | "Do"
            | "Serve"
            | "print"
            | "fetch"
            | "request"
            | "post"
            | "put"
            | "name"
            | "cancel"
    )
}

/// The call of the same function whose argument a call is, and the argument's position.
pub(super) fn around(names: &Names<'_>, file: u32, call: u32) -> Option<(u32, usize)> {
    let facts = &names.base.files[file as usize].facts;
    let (range, inner) = (facts.control.calls[call as usize], &facts.calls[call as usize]);
    let outer = innermost(names, file, range, inner.function, call)?;
    let position = facts.calls[outer as usize].arguments.iter().position(|argument| match &argument.value {
        Value::Call(callee, _) => *callee == inner.callee,
        _ => false,
    })?;
    Some((outer, position))
}

/// The innermost call of a function that contains a range.
fn innermost(names: &Names<'_>, file: u32, range: Range, function: Option<u32>, not: u32) -> Option<u32> {
    let facts = &names.base.files[file as usize].facts;
    let to = facts.control.calls.partition_point(|known| known.start <= range.start);
    let before = (0..u32::try_from(to).ok()?).rev().take(64);
    before.filter(|index| *index != not).find(|index| {
        let call = &facts.calls[*index as usize];
        call.function == function && facts.control.calls[*index as usize].contains(range)
    })
}

/// Functions that are handed over as values; `edges` are those of the callees, sorted.
pub(super) fn of_arguments(names: &Names<'_>, file: u32, edges: &[(u32, Edge)], parameters: &ParameterCalls) -> Found {
    let mut out = Found::default();
    let facts = &names.base.files[file as usize].facts;
    if names.families[file as usize] == Family::Other {
        return out;
    }
    // The one function that a call surely runs.
    let target = |node: u32, call: u32| {
        let from = edges.partition_point(|(at, edge)| (*at, edge.call) < (node, call));
        let mut own = edges[from..].iter().take_while(|(at, edge)| (*at, edge.call) == (node, call));
        match (own.next(), own.next()) {
            (Some((_, edge)), None) if edge.sure => Some(edge.to),
            _ => None,
        }
    };
    for (call, index) in facts.calls.iter().zip(0_u32..) {
        let node = node_of(names, file, call);
        for (argument, position) in call.arguments.iter().zip(0_usize..) {
            let mut given = Vec::new();
            passed(argument.keyword.as_deref(), &argument.value, 3, &mut given);
            for (key, name) in given {
                let entity = names.lookup(file, call.function, name);
                if let Some(to) = entity.callable(names) {
                    let key = key.or(argument.keyword.as_deref());
                    let through = through(names, file, index, position, key, &target, parameters);
                    out.edges.push((node, Edge { to, call: index, kind: EdgeKind::Passed, sure: true, through }));
                } else if matches!(entity, Entity::Parameter(..) | Entity::Value | Entity::Unseen | Entity::Element(_))
                    && let Some(to) = target(node, index)
                    && let Some(at) = position_of(names, to, position, argument.keyword.as_deref())
                    && parameters.get(&to).into_iter().flatten().any(|known| known.position == at && known.direct)
                {
                    let why = if matches!(entity, Entity::Parameter(..)) { Why::Parameter } else { Why::Handed };
                    out.marks.push(Mark { node, call: index, why });
                }
            }
        }
    }
    // Functions that stand where they are handed over.
    let top = names.offsets[file as usize];
    for index in &facts.control.keyed {
        let outer = names.outer(top + 1 + index);
        let function = names.function(outer).function.filter(|_| names.function(outer).file == file);
        let range = facts.control.functions[*index as usize];
        if let Some(call) = innermost(names, file, range, function, u32::MAX) {
            let node = node_of(names, file, &facts.calls[call as usize]);
            let to = top + 1 + index;
            out.edges.push((node, Edge { to, call, kind: EdgeKind::Passed, sure: true, through: None }));
        }
    }
    out
}

/// The position of an argument among the parameters of a function.
fn position_of(names: &Names<'_>, node: u32, position: usize, keyword: Option<&str>) -> Option<u32> {
    let parameters = &names.declared(node)?.parameters;
    let at = match keyword {
        Some(keyword) => parameters.iter().position(|name| name == keyword)?,
        None => position,
    };
    (at < parameters.len()).then(|| u32::try_from(at).ok()).flatten()
}

/// The function that calls what is handed over: of the call itself, or of one whose argument the call is.
fn through(
    names: &Names<'_>,
    file: u32,
    call: u32,
    position: usize,
    key: Option<&str>,
    target: &dyn Fn(u32, u32) -> Option<u32>,
    parameters: &ParameterCalls,
) -> Option<(u32, u32)> {
    let facts = &names.base.files[file as usize].facts;
    let (mut at, mut position) = (call, position);
    for step in 0..MOST_AROUND {
        let here = &facts.calls[at as usize];
        let keyword = here.arguments.get(position).and_then(|argument| argument.keyword.as_deref());
        if let Some(to) = target(node_of(names, file, here), at)
            && let Some(position) = position_of(names, to, position, keyword)
        {
            let calls = parameters.get(&to).into_iter().flatten();
            let named = |known: &ParameterCall| {
                let call = &names.base.files[known.file as usize].facts.calls[known.call as usize];
                known.direct || step > 0 || key.is_none_or(|key| call.callee.ends_with(key)) || keyword.is_some()
            };
            if calls.clone().any(|known| known.position == position && named(known)) {
                return Some((to, position));
            }
        }
        (at, position) = around(names, file, at)?;
    }
    None
}

/// Names among a value that may be functions, with the key under which they stand.
fn passed<'v>(key: Option<&'v str>, value: &'v Value, depth: u32, out: &mut Vec<(Option<&'v str>, &'v str)>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Name(name) => out.push((key, name)),
        Value::List(values) => values.iter().take(64).for_each(|value| passed(key, value, depth, out)),
        Value::Object(pairs) => pairs.iter().for_each(|(key, value)| passed(Some(key), value, depth, out)),
        Value::Call(callee, _) => {
            if let Some(name) = callee.strip_suffix(".bind") {
                out.push((key, name));
            }
        }
        _ => {}
    }
}
