//! Tools: what the query files say a declaration looks like, filled in with the vocabulary that frameworks share.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::{Node, QueryCursor, StreamingIterator, Tree};

use super::{
    builder::{Builder, field, inner, span},
    places::{self, Place, Places},
    tool_distinct::distinct,
    tool_draft::{self, Draft, complete, fill},
    tool_parts::Reader,
};
use crate::{
    facts::{Word, control::Dispatcher, glob},
    syntax::{self, Declaration, Language, Queries},
};

/// States that one query may hold at a time.
const MATCH_LIMIT: u32 = 512;

/// What decides that two matches speak of the same tool: what it stands for, and the framework.
type Key = (String, String);

/// What one match says.
pub(super) struct Found<'t> {
    pub declaration: &'static Declaration,
    captures: Vec<(&'static str, Node<'t>)>,
}

impl<'t> Found<'t> {
    pub fn get(&self, name: &str) -> Option<Node<'t>> {
        self.captures.iter().find(|(known, _)| *known == name).map(|(_, node)| *node)
    }

    pub fn all(&self, name: &str) -> impl Iterator<Item = Node<'t>> {
        self.captures.iter().filter(move |(known, _)| *known == name).map(|(_, node)| *node)
    }
}

/// Finds the tools among the nodes that the walk marked, and where each of them stands.
pub(super) fn read<'t>(language: Language, tree: &'t Tree, builder: &mut Builder<'t>) -> Vec<Place> {
    let Some(queries) = syntax::queries(language) else { return Vec::new() };
    let candidates = std::mem::take(&mut builder.candidates);
    if candidates.is_empty() {
        return Vec::new();
    }
    let found = matches(queries, &candidates, builder);
    let reader = Reader::new(language, tree);
    let mut drafts: BTreeMap<Key, Draft<'t>> = BTreeMap::new();
    let (dispatching, declaring): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.declaration.property("dispatches").is_some());
    for found in dispatching {
        if let (Some(node), Some(function)) = (found.get("tool"), found.get("function")) {
            let (handler, body) = tool_draft::runner(builder, &reader, function);
            builder.dispatcher(Dispatcher { handler, body, span: span(node) });
        }
    }
    let (parts, whole): (Vec<_>, Vec<_>) =
        declaring.into_iter().partition(|found| found.declaration.property("part").is_some());
    for found in whole {
        let (Some(node), Some(key)) = (found.get("tool"), key(builder, &found)) else { continue };
        let framework = found.declaration.property("framework").unwrap_or("unnamed");
        let draft = drafts.entry((key, framework.to_owned())).or_insert_with(|| Draft::new(node, framework, &found));
        draft.add(&reader, builder, &found);
    }
    for found in parts {
        let Some(key) = key(builder, &found) else { continue };
        let of_key = drafts.range_mut((key.clone(), String::new())..).take_while(|((known, _), _)| *known == key);
        of_key.for_each(|(_, draft)| fill(&reader, builder, draft, &found));
    }
    let mut drafts: Vec<Draft<'t>> = drafts
        .into_values()
        .map(|mut draft| {
            complete(&reader, builder, &mut draft);
            draft
        })
        .filter(Draft::is_tool)
        .collect();
    drafts.sort_by_key(|draft| (draft.weak, draft.node.start_byte(), draft.pattern));
    let found = distinct(drafts);
    let places = Places::new(builder);
    let mut places: Vec<Place> =
        found.iter().map(|(node, tool, offers)| places.of(builder, *node, tool, *offers)).collect();
    places::through_wrappers(builder, &found, &mut places);
    builder.facts.tools = found.into_iter().map(|(_, tool, _)| tool).collect();
    for (tool, place) in builder.facts.tools.iter_mut().zip(&places) {
        if tool.handler.is_none() && tool.body.is_none() {
            tool.own_names = place.own.iter().cloned().collect();
        }
    }
    places
}

fn matches<'t>(queries: &'static Queries, candidates: &[Node<'t>], builder: &mut Builder<'t>) -> Vec<Found<'t>> {
    let names = queries.query.capture_names();
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(MATCH_LIMIT);
    cursor.set_max_start_depth(Some(0));
    // The same module may be imported in every function.
    let modules: BTreeSet<Word> = builder.facts.imports.iter().map(|import| import.module).collect();
    let mut imported: BTreeMap<&str, bool> = BTreeMap::new();
    let mut imports = |globs: &'static str| {
        *imported.entry(globs).or_insert_with(|| {
            modules.iter().any(|module| globs.split_whitespace().any(|glob| glob::matches(glob, module)))
        })
    };
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for node in candidates {
        if !seen.insert(node.id()) {
            continue;
        }
        let mut matches = cursor.matches(&queries.query, *node, builder.text.as_bytes());
        while let Some(found) = matches.next() {
            let captures: Vec<_> = found
                .captures()
                .iter()
                .filter_map(|capture| Some((*names.get(capture.index as usize)?, capture.node)))
                .collect();
            for declaration in queries.declarations(found.pattern_index) {
                let found = Found { declaration, captures: captures.clone() };
                if applies(builder, &found) && declaration.property("import").is_none_or(&mut imports) {
                    out.push(found);
                }
            }
        }
        if cursor.did_exceed_match_limit() {
            builder.note_match_limit();
        }
    }
    out
}

/// Whether the names of a match resolve to what its pattern asks for.
fn applies(builder: &Builder<'_>, found: &Found<'_>) -> bool {
    let property = |key: &str| found.declaration.property(key);
    for name in ["callee", "base"] {
        let Some(globs) = property(name) else { continue };
        let Some(node) = found.get(name) else { return false };
        let resolved = super::tool_parts::dotted(builder, node);
        // `BaseTool[Args]` is `BaseTool`.
        let resolved = resolved.map(|resolved| if name == "base" { resolved.replace("[]", "") } else { resolved });
        if !resolved.is_some_and(|resolved| globs.split_whitespace().any(|glob| glob::matches(glob, &resolved))) {
            return false;
        }
    }
    true
}

fn key(builder: &Builder<'_>, found: &Found<'_>) -> Option<String> {
    if let Some(owner) = found.get("owner") {
        return Some(builder.of(owner).to_owned());
    }
    found.get("tool").map(|node| format!("{}-{}", node.start_byte(), node.end_byte()))
}

/// The first child of a wrapper, for readers of parts.
pub(super) fn unwrapped(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        "literal_element" | "parenthesized_expression" => inner(node).unwrap_or(node),
        "unary_expression" => field(node, "operand").unwrap_or(node),
        "reference_expression" => field(node, "value").unwrap_or(node),
        _ => node,
    }
}
