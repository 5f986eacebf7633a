//! By which names a tool is known in its file, and what holds it.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::{
    bindings::{Given, function_name, plain},
    builder::{Builder, field, span},
    tools::unwrapped,
};
use crate::facts::model::{FunctionKind, Tool};

/// Assignments above a tool that are looked at for one that holds it.
const MOST_ABOVE: usize = 200;

/// One tool's place in its file.
pub(super) struct Place {
    pub range: std::ops::Range<usize>,
    /// Names of the tool itself: variable, function, class.
    pub own: BTreeSet<String>,
    /// These and the list, class or function that holds it.
    pub names: BTreeSet<String>,
    /// The declaration offers it to a model by itself.
    pub offers: bool,
}

/// Assignments by the place of what is assigned.
pub(super) struct Places<'t> {
    given: Vec<Given<'t>>,
}

impl<'t> Places<'t> {
    pub fn new(builder: &Builder<'t>) -> Self {
        let mut given = builder.bindings.given.clone();
        given.sort_by_key(|given| given.node.start_byte());
        Self { given }
    }

    /// The innermost assignment or return whose value holds the node.
    fn around(&self, node: Node<'t>) -> Option<Given<'t>> {
        let range = node.byte_range();
        let end = self.given.partition_point(|given| given.node.start_byte() <= range.start);
        self.given[..end].iter().rev().take(MOST_ABOVE).find(|given| range.end <= given.node.end_byte()).copied()
    }

    pub fn of(&self, builder: &Builder<'t>, node: Node<'t>, tool: &Tool, offers: bool) -> Place {
        let mut own = BTreeSet::new();
        let mut names = BTreeSet::new();
        let body = tool.body.and_then(|body| {
            builder.facts.functions.iter().find(|known| known.span == body && known.kind != FunctionKind::Class)
        });
        match node.kind() {
            "class_definition" | "class_declaration" | "abstract_class_declaration" | "class" => {
                own.extend(field(node, "name").map(|name| builder.of(name).to_owned()));
            }
            "method_declaration" => {
                if let Some(owner) = body.and_then(|body| body.parent.as_deref()) {
                    let mut letters = owner.chars();
                    let capital: String =
                        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
                    own.extend([owner.to_owned(), format!("New{capital}"), format!("new{capital}")]);
                }
            }
            "identifier" => drop(own.insert(plain(builder.of(node)))),
            "decorated_definition" | "function_definition" | "attribute" => {
                if let Some(body) = body {
                    own.insert(body.name.to_string());
                    if let Some(parent) = &body.parent {
                        own.extend([format!("{parent}.{}", body.name), format!("self.{}", body.name)]);
                        names.insert(parent.to_string());
                    }
                }
            }
            _ => {
                let method = body.filter(|_| tool.handler.as_deref().is_some_and(|name| name.starts_with("self.")));
                names.extend(method.and_then(|body| body.parent).map(String::from));
                // What a function computes and gives back is no list of its parts.
                let is_result = |given: &Given<'_>| {
                    given.name.is_empty()
                        && matches!(unwrapped(given.node).kind(), "call_expression" | "await_expression")
                };
                if let Some(given) = self.around(node).filter(|given| given.node == node || !is_result(given)) {
                    let whole = is_whole(given.node, node);
                    let name = match given.name {
                        "" => function_name(builder, given.function),
                        _ => Some(given.known_as()),
                    };
                    // What a function computes holds nothing that stands in its body.
                    let inside = builder.facts.functions.iter().any(|known| {
                        known.span == span(given.node) && known.kind != FunctionKind::Class && known.span != span(node)
                    });
                    match name {
                        Some(name) if whole && !given.name.is_empty() => drop(own.insert(name)),
                        Some(name) if !inside => drop(names.insert(name)),
                        _ => {}
                    }
                }
            }
        }
        names.extend(own.iter().cloned());
        Place { range: node.byte_range(), own, names, offers }
    }
}

/// Tools that are declared by calling a function of the file in which a declaration offers its tool.
pub(super) fn through_wrappers<'t>(builder: &Builder<'t>, found: &[(Node<'t>, Tool, bool)], places: &mut [Place]) {
    let offering: BTreeSet<&str> = found
        .iter()
        .filter(|(.., offers)| *offers)
        .filter_map(|(node, ..)| {
            let lines = span(*node);
            let around = builder.facts.functions.iter().filter(|known| known.kind != FunctionKind::Class);
            around.filter(|known| known.span.contains(lines)).max_by_key(|known| known.span.start)
        })
        .map(|function| function.name.as_str())
        .take(16)
        .collect();
    if offering.is_empty() {
        return;
    }
    for ((node, ..), place) in found.iter().zip(places) {
        let callee = field(*node, "function").map(|callee| builder.of(callee));
        place.offers |= callee.is_some_and(|callee| offering.contains(callee.rsplit('.').next().unwrap_or(callee)));
    }
}

/// True where a tool is all that is assigned.
fn is_whole(given: Node<'_>, node: Node<'_>) -> bool {
    let mut at = given;
    for _ in 0..4 {
        if at == node {
            return true;
        }
        let next = match at.kind() {
            "await" | "await_expression" | "as_expression" | "satisfies_expression" | "expression_list" => {
                super::builder::inner(at)
            }
            _ => Some(unwrapped(at)),
        };
        match next {
            Some(next) if next != at => at = next,
            _ => return false,
        }
    }
    false
}
