//! Chains of calls that put a request together: `Request::new(model).system(text).tools(tools)`.

use tree_sitter::Node;

use super::{
    builder::{children, field, inner},
    turns::member,
};

/// Links of one chain.
const MOST: usize = 24;

/// The links with one argument or more, the first call first: their names and first arguments.
pub(super) fn links<'t>(node: Node<'t>) -> Vec<(Node<'t>, Node<'t>)> {
    let mut out = Vec::new();
    let mut at = node;
    for _ in 0..MOST {
        at = match at.kind() {
            "call_expression" => {
                let Some(callee) = field(at, "function") else { break };
                let Some((receiver, name)) = member(callee) else { break };
                let first = field(at, "arguments").map(children).unwrap_or_default().first().map(|(_, node)| *node);
                out.extend(first.map(|first| (name, first)));
                receiver
            }
            "await_expression" | "try_expression" | "parenthesized_expression" | "reference_expression" => {
                match inner(at) {
                    Some(next) => next,
                    None => break,
                }
            }
            _ => break,
        };
    }
    out.reverse();
    out
}
