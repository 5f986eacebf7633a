//! The calls of a file as edges.

use std::collections::BTreeMap;

use super::{
    Edge, EdgeKind, Mark, Why,
    entity::{Entity, Memo},
    lookup::Known,
    modules::Family,
    names::Names,
};
use crate::facts::{control::Returned, model::Call};

/// Functions that a method's name may mean; with more of them nothing is said by it.
const MOST_CANDIDATES: usize = 24;

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
pub(super) struct Found<'a> {
    pub edges: Vec<(u32, Edge)>,
    pub marks: Vec<Mark>,
    pub parameters: Vec<ParameterCall>,
    /// Functions among the arguments, in the order of the calls.
    pub passed: Vec<Passed<'a>>,
}

/// A function that is handed over as a value.
pub(super) struct Passed<'a> {
    pub call: u32,
    /// Of the argument.
    pub position: usize,
    /// Under which it stands, or the argument's keyword.
    pub key: Option<&'a str>,
    pub to: u32,
}

/// Calls of parameters by the function whose parameters they are.
pub(super) type ParameterCalls = BTreeMap<u32, Vec<ParameterCall>>;

pub(super) fn node_of(names: &Names<'_>, file: u32, call: &Call) -> u32 {
    names.offsets[file as usize] + call.function.map_or(0, |index| index + 1)
}

/// The edges of the calls themselves.
pub(super) fn of_callees<'a>(names: &Names<'a>, file: u32, memo: &Memo) -> Found<'a> {
    let mut out = Found::default();
    let facts = &names.base.files[file as usize].facts;
    let family = names.families[file as usize];
    if family == Family::Other {
        return out;
    }
    let mut known = Known::of(file, memo);
    for (call, index) in facts.calls.iter().zip(0_u32..) {
        let node = node_of(names, file, call);
        let mut edge = |to: u32, kind: EdgeKind, sure: bool| {
            out.edges.push((node, Edge { to, call: index, kind, sure, through: None }));
        };
        let mut mark = |why: Why| out.marks.push(Mark { node, call: index, why });
        let entity = known.lookup(names, call.function, &call.callee);
        let parameter = match &entity {
            Entity::Parameter(owner, position, _) => Some((*owner, *position, true)),
            Entity::Member(..) | Entity::Field(_) | Entity::External => parameter_root(names, &mut known, call),
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
            Entity::Made(to) => edge(to, EdgeKind::Call, false),
            Entity::Parameter(..) => mark(Why::Parameter),
            Entity::Unseen => mark(Why::Table),
            Entity::Reflected if call.callee.ends_with(['(', ')', ']']) || call.callee.ends_with(".Call") => {
                mark(Why::Reflection)
            }
            // A class that is made an object of.
            Entity::Typed(kind) if matches!(kind.as_str(), "type" | "Type") => {}
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
fn parameter_root<'n>(names: &Names<'_>, known: &mut Known<'n>, call: &'n Call) -> Option<(u32, u32, bool)> {
    let (root, rest) = call.callee.split_once('.')?;
    if rest.contains(['.', '(', '[']) {
        return None;
    }
    match known.lookup(names, call.function, root) {
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
