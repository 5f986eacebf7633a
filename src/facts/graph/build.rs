//! From names to the graph.

use rayon::prelude::*;

use super::{
    Edge, Graph, Limits,
    dispatch::Dispatch,
    edges::{Found, ParameterCalls, of_callees},
    entity::Memo,
    handed::{of_arguments, passed},
    names::Names,
    parameters,
};
use crate::facts::FactBase;

pub(super) fn build(base: &FactBase) -> Graph<'_> {
    let names = Names::new(base);
    let files = u32::try_from(base.files.len()).unwrap_or(u32::MAX);
    let looked_up = |memo: &mut Memo, file| {
        let mut found = of_callees(&names, file, memo);
        found.passed = passed(&names, file, memo);
        found
    };
    let callees: Vec<Found> = (0..files).into_par_iter().map_init(Memo::default, looked_up).collect();
    let mut called = ParameterCalls::new();
    for call in callees.iter().flat_map(|found| &found.parameters) {
        called.entry(call.owner).or_default().push(*call);
    }
    let mut found: Vec<Found> = callees
        .into_par_iter()
        .zip(0..files)
        .map(|(mut callees, file)| {
            callees.edges.sort_by_key(order);
            let handed = of_arguments(&names, file, &callees.edges, &callees.passed, &called);
            callees.passed = Vec::new();
            callees.edges.extend(handed.edges);
            callees.marks.extend(handed.marks);
            callees
        })
        .collect();
    parameters::follow(&names, &called, &mut found);
    found.par_iter_mut().for_each(|found| {
        found.edges.sort_by_key(order);
        found.edges.dedup_by_key(|(node, edge)| (*node, edge.call, edge.to));
        found.marks.sort_by_key(|mark| (mark.node, mark.call));
    });
    let nodes = names.offsets.last().copied().unwrap_or(0) as usize;
    let count: usize = found.iter().map(|found| found.edges.len()).sum();
    let mut graph = Graph {
        base,
        names,
        starts: Vec::with_capacity(nodes + 1),
        edges: Vec::with_capacity(count),
        marks: Vec::new(),
        call_starts: Vec::new(),
        calls: Vec::new(),
        parameters: called,
        passed: Vec::new(),
        dispatch: Dispatch::default(),
        limits: Limits::default(),
    };
    for found in found {
        for (node, edge) in found.edges {
            // Nodes ascend through the files.
            while graph.starts.len() <= node as usize {
                graph.starts.push(index(graph.edges.len()));
            }
            if edge.kind == super::EdgeKind::Passed {
                graph.passed.push((edge.to, node, index(graph.edges.len())));
            }
            graph.edges.push(edge);
        }
        graph.marks.extend(found.marks);
    }
    graph.starts.resize(nodes + 1, index(graph.edges.len()));
    graph.passed.sort_unstable();
    calls_by_node(&mut graph, nodes);
    graph.dispatch = Dispatch::new(&graph);
    graph
}

fn order((node, edge): &(u32, Edge)) -> (u32, u32, bool, u32) {
    (*node, edge.call, !edge.sure, edge.to)
}

fn calls_by_node(graph: &mut Graph<'_>, nodes: usize) {
    graph.call_starts = Vec::with_capacity(nodes + 1);
    for (file, offset) in graph.base.files.iter().zip(graph.names.offsets.clone()) {
        let mut own: Vec<(u32, u32)> = file
            .facts
            .calls
            .iter()
            .zip(0_u32..)
            .map(|(call, at)| (offset + call.function.map_or(0, |index| index + 1), at))
            .collect();
        own.sort_unstable();
        for (node, call) in own {
            while graph.call_starts.len() <= node as usize {
                graph.call_starts.push(index(graph.calls.len()));
            }
            graph.calls.push(call);
        }
    }
    graph.call_starts.resize(nodes + 1, index(graph.calls.len()));
}

fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
