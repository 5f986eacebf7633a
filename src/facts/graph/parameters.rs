//! What a parameter that is called may be: whatever the product's callers hand over, where all of it is followed.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Edge, EdgeKind, Why,
    edges::{Found, ParameterCalls},
    entity::Entity,
    handed::{handed_for, runs_nothing},
    is_product,
    names::Names,
};
use crate::facts::model::Value;

/// Functions that a parameter may be; with more of them it stays unknown.
const MOST_FUNCTIONS: usize = 24;
/// Parameters that are handed on as parameters.
const MOST_ROUNDS: usize = 6;

/// A parameter: the node of its function and its position.
type Parameter = (u32, u32);

/// What the callers hand over.
#[derive(Default)]
struct Given {
    functions: BTreeSet<u32>,
    /// Parameters of the callers.
    handed_on: BTreeSet<Parameter>,
    /// Something that is not followed, or no caller that is known.
    unknown: bool,
}

/// Turns the marks of parameters whose values are all known into edges.
pub(super) fn follow(names: &Names<'_>, parameters: &ParameterCalls, found: &mut [Found]) {
    let mut wanted: BTreeSet<Parameter> =
        parameters.values().flatten().filter(|call| call.direct).map(|call| (call.owner, call.position)).collect();
    let mut known: BTreeMap<Parameter, Given> = BTreeMap::new();
    for _ in 0..MOST_ROUNDS {
        let callers = callers(names, found, &wanted);
        let mut next = BTreeSet::new();
        for parameter in std::mem::take(&mut wanted) {
            let given = given(names, parameter, callers.get(&parameter.0));
            next.extend(given.handed_on.iter().copied());
            known.insert(parameter, given);
        }
        wanted = next.into_iter().filter(|parameter| !known.contains_key(parameter)).collect();
        if wanted.is_empty() {
            break;
        }
    }
    for (found, file) in found.iter_mut().zip(0_u32..) {
        let mut edges = Vec::new();
        found.marks.retain(|mark| {
            let functions = (mark.why == Why::Parameter).then(|| asked(names, file, mark.call));
            let functions: Option<Vec<_>> = functions
                .into_iter()
                .flatten()
                .filter(|parameter| known.contains_key(parameter))
                .map(|parameter| all(&known, parameter))
                .collect();
            let Some(functions) = functions.filter(|functions| !functions.is_empty()) else { return true };
            edges.extend(functions.into_iter().flatten().map(|to| {
                (mark.node, Edge { to, call: mark.call, kind: EdgeKind::Parameter, sure: false, through: None })
            }));
            false
        });
        found.edges.extend(edges);
    }
}

/// The parameters that a call runs or hands on.
fn asked(names: &Names<'_>, file: u32, call: u32) -> Vec<Parameter> {
    let call = &names.base.files[file as usize].facts.calls[call as usize];
    let parameter = |name: &str| match names.lookup(file, call.function, name) {
        Entity::Parameter(owner, position, _) => Some((owner, position)),
        _ => None,
    };
    if let Some(own) = parameter(&call.callee) {
        return vec![own];
    }
    let given = call.arguments.iter().filter_map(|argument| match &argument.value {
        Value::Name(name) => parameter(name),
        _ => None,
    });
    given.collect()
}

/// Calls of the functions whose parameters are asked for: file and call.
fn callers(names: &Names<'_>, found: &[Found], wanted: &BTreeSet<Parameter>) -> BTreeMap<u32, Vec<(u32, u32)>> {
    let owners: BTreeSet<u32> = wanted.iter().map(|(owner, _)| *owner).collect();
    let mut out: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
    for ((file, found), at) in names.base.files.iter().zip(found).zip(0_u32..) {
        if !is_product(file) {
            continue;
        }
        for (_, edge) in &found.edges {
            if edge.kind == EdgeKind::Call && owners.contains(&edge.to) {
                out.entry(edge.to).or_default().push((at, edge.call));
            }
        }
    }
    out
}

fn given(names: &Names<'_>, (owner, position): Parameter, callers: Option<&Vec<(u32, u32)>>) -> Given {
    let mut out = Given { unknown: callers.is_none(), ..Given::default() };
    for (file, call) in callers.into_iter().flatten() {
        let call = &names.base.files[*file as usize].facts.calls[*call as usize];
        match handed_for(names, *file, call, owner, position) {
            None => {}
            Some(Entity::Made(node)) => {
                out.functions.insert(node);
            }
            Some(Entity::Parameter(owner, position, _)) => {
                out.handed_on.insert((owner, position));
            }
            Some(entity) if runs_nothing(&entity) => {}
            Some(entity) => match entity.callable(names) {
                Some(node) => {
                    out.functions.insert(node);
                }
                None => out.unknown = true,
            },
        }
    }
    out
}

/// All functions that a parameter may be; `None` where one of its ways is not followed.
fn all(known: &BTreeMap<Parameter, Given>, parameter: Parameter) -> Option<BTreeSet<u32>> {
    let mut seen = BTreeSet::from([parameter]);
    let mut queue = vec![parameter];
    let mut out = BTreeSet::new();
    while let Some(at) = queue.pop() {
        let given = known.get(&at).filter(|given| !given.unknown)?;
        out.extend(&given.functions);
        if out.len() > MOST_FUNCTIONS {
            return None;
        }
        queue.extend(given.handed_on.iter().copied().filter(|next| seen.insert(*next)));
    }
    Some(out)
}
