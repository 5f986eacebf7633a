//! Functions that are handed over as values.

use super::{
    Edge, EdgeKind, Mark, Why,
    edges::{Found, ParameterCall, ParameterCalls, Passed, node_of},
    entity::{Entity, Memo},
    lookup::Known,
    modules::Family,
    names::Names,
};
use crate::facts::{
    control::Range,
    model::{Call, Value},
};

/// Calls around a call that are looked at.
const MOST_AROUND: usize = 6;

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

/// Functions among the arguments of a file's calls.
pub(super) fn passed<'a>(names: &Names<'a>, file: u32, memo: &Memo) -> Vec<Passed<'a>> {
    let mut out = Vec::new();
    if names.families[file as usize] == Family::Other {
        return out;
    }
    let mut known = Known::of(file, memo);
    let mut given = Vec::new();
    for (call, index) in names.base.files[file as usize].facts.calls.iter().zip(0_u32..) {
        for (argument, position) in call.arguments.iter().zip(0_usize..) {
            given.clear();
            named(argument.keyword.as_deref(), &argument.value, 3, &mut given);
            for (key, name) in &given {
                if let Some(to) = known.lookup(names, call.function, name).callable(names) {
                    let key = key.or(argument.keyword.as_deref());
                    out.push(Passed { call: index, position, key, to });
                }
            }
        }
    }
    out
}

/// Functions that are handed over as values; `edges` are those of the callees, sorted.
pub(super) fn of_arguments<'a>(
    names: &Names<'a>,
    file: u32,
    edges: &[(u32, Edge)],
    passed: &[Passed<'a>],
    parameters: &ParameterCalls,
) -> Found<'a> {
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
    let mut passed = passed.iter().peekable();
    for (call, index) in facts.calls.iter().zip(0_u32..) {
        let node = node_of(names, file, call);
        while let Some(own) = passed.next_if(|passed| passed.call == index) {
            let through = through(names, file, index, own.position, own.key, &target, parameters);
            out.edges.push((node, Edge { to: own.to, call: index, kind: EdgeKind::Passed, sure: true, through }));
        }
        if let Some(to) = target(node, index) {
            for_parameters(names, file, index, to, parameters, &mut out);
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

/// What a call hands over for those parameters of the callee that are called.
fn for_parameters(
    names: &Names<'_>,
    file: u32,
    index: u32,
    owner: u32,
    parameters: &ParameterCalls,
    out: &mut Found<'_>,
) {
    let call = &names.base.files[file as usize].facts.calls[index as usize];
    let node = node_of(names, file, call);
    let mut seen = Vec::new();
    for known in parameters.get(&owner).into_iter().flatten().filter(|known| known.direct) {
        if seen.contains(&known.position) {
            continue;
        }
        seen.push(known.position);
        match handed_for(names, file, call, owner, known.position) {
            Some(Entity::Made(to)) => {
                out.edges.push((node, Edge { to, call: index, kind: EdgeKind::Passed, sure: false, through: None }));
            }
            Some(Entity::Parameter(..)) => out.marks.push(Mark { node, call: index, why: Why::Parameter }),
            Some(entity) if !runs_nothing(&entity) && entity.callable(names).is_none() => {
                out.marks.push(Mark { node, call: index, why: Why::Handed });
            }
            _ => {}
        }
    }
}

/// True for what cannot be a function of the repository.
pub(super) fn runs_nothing(entity: &Entity) -> bool {
    matches!(entity, Entity::External | Entity::Missing | Entity::Class(_) | Entity::Instance { .. })
}

/// What a call hands over for a parameter of a function; `None` for what is left out.
pub(super) fn handed_for(names: &Names<'_>, file: u32, call: &Call, owner: u32, position: u32) -> Option<Entity> {
    let given = call
        .arguments
        .iter()
        .enumerate()
        .find(|(at, argument)| position_of(names, owner, *at, argument.keyword.as_deref()) == Some(position));
    given.map(|(_, argument)| handed(names, file, call, &argument.value))
}

/// What an argument stands for. A function that is written there belongs to the caller.
fn handed(names: &Names<'_>, file: u32, call: &Call, value: &Value) -> Entity {
    match value {
        Value::Name(name) => names.lookup(file, call.function, name),
        Value::Call(callee, _) => match callee.strip_suffix(".bind") {
            Some(name) => names.lookup(file, call.function, name),
            None => match names.lookup(file, call.function, &format!("{callee}()")) {
                // What a library makes of what it is given may be that.
                Entity::External => Entity::Value,
                found => found,
            },
        },
        Value::Other(text) if is_function_text(text) => Entity::Made(node_of(names, file, call)),
        Value::Other(_) | Value::Object(_) | Value::List(_) => Entity::Value,
        _ => Entity::Missing,
    }
}

fn is_function_text(text: &str) -> bool {
    text.starts_with("lambda") || text.starts_with("func") || text.starts_with("async") || text.contains("=>")
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
fn named<'v>(key: Option<&'v str>, value: &'v Value, depth: u32, out: &mut Vec<(Option<&'v str>, &'v str)>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Name(name) => out.push((key, name)),
        Value::List(values) => values.iter().take(64).for_each(|value| named(key, value, depth, out)),
        Value::Object(pairs) => pairs.iter().for_each(|(key, value)| named(Some(key), value, depth, out)),
        Value::Call(callee, _) => {
            if let Some(name) = callee.strip_suffix(".bind") {
                out.push((key, name));
            }
        }
        _ => {}
    }
}
