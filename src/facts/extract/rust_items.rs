//! What stands around items in Rust: `use` trees, attributes, tests.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner},
    rust_tokens::{groups, token_tree},
    rust_values::dotted,
};

/// Nesting of a `use` tree that is followed.
const DEEPEST_USE: u32 = 12;

/// Imports and bindings of a `use` declaration.
pub(super) fn use_tree<'t>(builder: &mut Builder<'t>, modules: &BTreeSet<&str>, node: Node<'t>) {
    let Some(argument) = field(node, "argument") else { return };
    let mut left: Vec<(Node<'t>, String, u32)> = vec![(argument, String::new(), DEEPEST_USE)];
    while let Some((node, outer, depth)) = left.pop() {
        let join = |path: &str| match (outer.is_empty(), path.is_empty()) {
            (true, _) if modules.contains(path.split('.').next().unwrap_or(path)) => format!("self.{path}"),
            (true, _) => path.to_owned(),
            (_, true) => outer.clone(),
            _ => format!("{outer}.{path}"),
        };
        match node.kind() {
            "scoped_use_list" => {
                let path = field(node, "path").and_then(|path| written(builder, path)).unwrap_or_default();
                if let Some(list) = field(node, "list").filter(|_| depth > 0) {
                    left.push((list, join(&path), depth - 1));
                }
            }
            "use_list" if depth > 0 => {
                left.extend(children(node).into_iter().rev().map(|(_, child)| (child, outer.clone(), depth - 1)));
            }
            "use_wildcard" => {
                let path = inner(node).and_then(|path| written(builder, path)).unwrap_or_default();
                builder.import(&join(&path), Some("*"), None, node);
            }
            "use_as_clause" => {
                let (Some(path), Some(alias)) = (field(node, "path"), field(node, "alias")) else { continue };
                let Some(path) = written(builder, path) else { continue };
                let alias = builder.of(alias);
                named(builder, &join(&without_self(&path)), Some(alias), node);
            }
            _ => {
                let Some(path) = written(builder, node) else { continue };
                named(builder, &join(&without_self(&path)), None, node);
            }
        }
    }
}

/// `self` in the braces is what stands before them.
fn without_self(path: &str) -> String {
    if path == "self" { String::new() } else { path.to_owned() }
}

fn named<'t>(builder: &mut Builder<'t>, full: &str, alias: Option<&str>, node: Node<'t>) {
    if full.is_empty() {
        return;
    }
    let (module, name) = match full.rsplit_once('.') {
        Some((module, name)) => (module, Some(name)),
        None => (full, None),
    };
    builder.import(module, name, alias, node);
    let local = alias.unwrap_or_else(|| name.unwrap_or(module));
    if local != "_" {
        builder.bind(local, full.to_owned());
    }
}

/// A path as it is written, with dots.
fn written(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let text = builder.of(node);
    if text.len() > 300 {
        return None;
    }
    let path: Vec<&str> = text.split("::").map(str::trim).filter(|part| !part.is_empty()).collect();
    Some(path.join("."))
}

/// The resolved name of an attribute: `#[tokio::main]` is `tokio.main`.
pub(super) fn attribute_name(builder: &Builder<'_>, item: Node<'_>) -> Option<String> {
    dotted(builder, None, inner(inner(item)?)?)
}

/// Tokens of a path, resolved.
pub(super) fn dotted_path(builder: &Builder<'_>, group: &[Node<'_>]) -> Option<String> {
    let mut names = group.iter().filter(|node| node.kind() != "::").map(|node| builder.of(*node));
    let root = names.next()?;
    Some(builder.resolve(root, &names.take(12).collect::<Vec<_>>()))
}

/// True for what only exists in tests: `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`.
pub(super) fn is_test(builder: &Builder<'_>, attributes: &[Node<'_>]) -> bool {
    attributes.iter().any(|item| {
        let Some(attribute) = inner(*item) else { return false };
        let Some(path) = inner(attribute) else { return false };
        match builder.of(path).rsplit("::").next().unwrap_or_default().trim() {
            "test" | "rstest" | "test_case" | "bench" | "proptest" | "quickcheck" => true,
            "cfg" => token_tree(attribute).is_some_and(|tokens| match groups(tokens).first().map(Vec::as_slice) {
                Some([only]) => builder.of(*only) == "test",
                Some([all, tokens]) if builder.of(*all) == "all" && tokens.kind() == "token_tree" => {
                    groups(*tokens).iter().any(|group| matches!(group[..], [only] if builder.of(only) == "test"))
                }
                _ => false,
            }),
            _ => false,
        }
    })
}
