//! What a name that is no text says about a tool.

use tree_sitter::Node;

use super::{
    bindings::function_name,
    builder::{Builder, span},
    tool_parts::{Reader, dotted},
};
use crate::facts::model::FunctionKind;

/// How a tool is named that has no text for a name.
pub(super) enum Naming {
    /// By a constant of another file.
    Constant(String),
    /// By what a variable holds: `tool.name`, a parameter, an element.
    Copied,
    /// By an expression.
    Computed,
}

pub(super) fn of_name<'t>(reader: &Reader<'t>, builder: &Builder<'t>, node: Node<'t>) -> Naming {
    if matches!(node.kind(), "call" | "call_expression" | "subscript" | "subscript_expression" | "index_expression") {
        return Naming::Copied;
    }
    if matches!(node.kind(), "shorthand_property_identifier") {
        return Naming::Copied;
    }
    if !reader.is_name(node) {
        return Naming::Computed;
    }
    let written = builder.of(node);
    let (root, last) = (written.split('.').next().unwrap_or(written), written.rsplit('.').next().unwrap_or(written));
    let constant = if root == written {
        !is_local(builder, node, root)
    } else {
        let outside = builder.names.contains_key(root) && last.starts_with(char::is_uppercase);
        root.starts_with(char::is_uppercase) || outside
    };
    match dotted(builder, node).filter(|_| constant) {
        Some(name) => Naming::Constant(name),
        None => Naming::Copied,
    }
}

/// True for a parameter or variable of a function around the node.
fn is_local(builder: &Builder<'_>, node: Node<'_>, name: &str) -> bool {
    let lines = span(node);
    let functions = builder.facts.functions.iter().filter(|function| function.kind != FunctionKind::Class);
    let mut around = functions.filter(|function| function.span.contains(lines));
    let given = |given: &super::bindings::Given<'_>| given.name == name && given.function.is_some();
    around.any(|function| {
        function.parameters.iter().any(|parameter| parameter == name)
            || builder
                .bindings
                .given
                .iter()
                .filter(|each| given(each))
                .any(|each| function_name(builder, each.function).is_some_and(|owner| owner == function.name))
    })
}
