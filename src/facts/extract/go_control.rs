//! Control facts of Go.

use tree_sitter::Node;

use super::{
    branches::{self, Grammar, below_binary, below_unary, elements},
    builder::{Builder, children, field, inner, parent},
    go_values::{dotted, key},
    recorder::{DEEPEST_CONDITION, Known, RawBranch, RawReturned, RawTests, literal, push_call, push_name, range},
};
use crate::{facts::control::Range, syntax::Step};

const GRAMMAR: Grammar = Grammar { collect, leaves };

/// What the statement or expression decides.
pub(super) fn enter(builder: &mut Builder<'_>, above: &[Step<'_>], step: &Step<'_>) {
    let node = step.node;
    match step.kind {
        "if_statement" => GRAMMAR.if_else(builder, node),
        "binary_expression" => {
            let operator = field(node, "operator").map_or("", |operator| operator.kind());
            if matches!(operator, "&&" | "||") {
                GRAMMAR.short_circuit(builder, node, operator == "&&");
            }
        }
        "for_statement" => {
            let Some(body) = field(node, "body") else { return };
            for (name, child) in children(node) {
                let condition = match child.kind() {
                    "for_clause" => field(child, "condition"),
                    "range_clause" => {
                        if let (Some(left), Some(right)) = (field(child, "left"), field(child, "right")) {
                            elements(builder, left, alias(builder, right), child);
                        }
                        None
                    }
                    _ if name != Some("body") => Some(child),
                    _ => None,
                };
                if let Some(condition) = condition {
                    GRAMMAR.only_if(builder, condition, Some(body));
                }
            }
            builder.region(body);
        }
        "expression_switch_statement" | "type_switch_statement" | "select_statement" => switch(builder, node),
        "return_statement" => {
            let value = returned(builder, node);
            builder.exit(node, value);
        }
        "call_expression" if ends_program(builder, node) => builder.exit(node, RawReturned::Raises),
        "short_var_declaration" | "assignment_statement" => {
            let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
            assignment(builder, &listed(left), &listed(right), node);
        }
        "var_spec" => {
            let names: Vec<Node<'_>> =
                children(node).into_iter().filter(|(name, _)| *name == Some("name")).map(|(_, child)| child).collect();
            if let Some(kind) = field(node, "type").and_then(|kind| type_name(builder, kind)) {
                let function = builder.function();
                for name in &names {
                    builder.declared(function, builder.of(*name), &kind);
                }
            }
            if let Some(values) = field(node, "value") {
                assignment(builder, &names, &listed(values), node);
            }
        }
        "function_declaration" | "method_declaration" => signature(builder, node),
        "func_literal" => {
            if builder.opened(node) {
                if parent(above, 0).is_some_and(|outer| outer.kind == "literal_element") {
                    builder.keyed();
                }
                signature(builder, node);
            } else {
                builder.enter_anonymous(node);
            }
        }
        "field_declaration" => {
            let Some(kind) = field(node, "type").and_then(|kind| type_name(builder, kind)) else { return };
            let function = builder.function();
            let mut named = false;
            for (_, name) in children(node).into_iter().filter(|(name, _)| *name == Some("name")) {
                builder.declared(function, builder.of(name), &kind);
                named = true;
            }
            if !named {
                let name = kind.rsplit('.').next().unwrap_or(&kind);
                builder.declared(function, name, &kind);
            }
        }
        _ => {}
    }
}

fn listed(node: Node<'_>) -> Vec<Node<'_>> {
    if node.kind() == "expression_list" {
        children(node).into_iter().map(|(_, child)| child).collect()
    } else {
        vec![node]
    }
}

fn switch(builder: &mut Builder<'_>, node: Node<'_>) {
    let subject = field(node, "value");
    for (_, arm) in children(node) {
        if !matches!(arm.kind(), "expression_case" | "default_case" | "type_case" | "communication_case") {
            continue;
        }
        let Some(body) = children(arm).into_iter().find(|(_, child)| child.kind() == "statement_list") else {
            continue;
        };
        let mut asked = RawTests::new();
        let condition = match (subject, field(arm, "value")) {
            (Some(subject), _) => {
                collect(builder, subject, Known::WHOLE.compared(), DEEPEST_CONDITION, &mut asked);
                range(subject)
            }
            // The arms are conditions; of a list any one holds.
            (None, Some(values)) => {
                let values = listed(values);
                let known = if values.len() > 1 { Known::WHOLE.or() } else { Known::WHOLE };
                for value in values {
                    collect(builder, value, known, DEEPEST_CONDITION, &mut asked);
                }
                range(arm)
            }
            (None, None) => range(arm),
        };
        let condition = Range { start: condition.start, end: condition.end.min(range(body.1).start) };
        let mut branch = RawBranch::new(condition, asked);
        branch.then = range(body.1);
        branch.then_leaves =
            last(body.1).is_some_and(|last| last.kind() != "break_statement" && leaves(builder, last, 4));
        builder.branch(branch);
    }
}

/// The last statement of a block.
fn last(block: Node<'_>) -> Option<Node<'_>> {
    let last = branches::last(block)?;
    if last.kind() == "statement_list" { branches::last(last) } else { Some(last) }
}

/// True for a statement that never runs on to what follows it.
fn leaves(builder: &Builder<'_>, statement: Node<'_>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match statement.kind() {
        "return_statement" | "continue_statement" | "break_statement" | "goto_statement" => true,
        "block" => last(statement).is_some_and(|last| leaves(builder, last, depth)),
        "expression_statement" => inner(statement).is_some_and(|call| ends_program(builder, call)),
        "if_statement" => {
            let side = |name: &'static str| field(statement, name).is_some_and(|part| leaves(builder, part, depth));
            side("consequence") && side("alternative")
        }
        _ => false,
    }
}

fn ends_program(builder: &Builder<'_>, node: Node<'_>) -> bool {
    if node.kind() != "call_expression" {
        return false;
    }
    let callee = field(node, "function").map_or("", |callee| builder.of(callee));
    matches!(callee, "panic" | "os.Exit" | "log.Fatal" | "log.Fatalf" | "log.Fatalln" | "log.Panic" | "log.Panicf")
}

fn collect(builder: &Builder<'_>, node: Node<'_>, known: Known, depth: u32, out: &mut RawTests) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let mut go = |node: Option<Node<'_>>, known: Known| {
        if let Some(node) = node {
            collect(builder, node, known, depth, out);
        }
    };
    match node.kind() {
        "unary_expression" => go(field(node, "operand"), below_unary(node, known)),
        "binary_expression" => {
            let known = below_binary(node, known);
            go(field(node, "left"), known);
            go(field(node, "right"), known);
        }
        "parenthesized_expression" | "expression_list" => go(inner(node), known),
        "identifier" => push_name(builder.of(node), known, out),
        "selector_expression" => go(field(node, "operand"), known.compared()),
        "index_expression" | "type_assertion_expression" => go(field(node, "operand"), known.compared()),
        // A literal of a struct is a call of its type.
        "composite_literal" => push_call(node, known, out),
        "call_expression" => {
            push_call(node, known, out);
            let Some(callee) = field(node, "function") else { return };
            if matches!(builder.of(callee), "len" | "string" | "errors.Is" | "errors.As" | "bool") {
                for (_, argument) in field(node, "arguments").map(children).unwrap_or_default().into_iter().take(2) {
                    collect(builder, argument, known.compared(), depth, out);
                }
            } else if callee.kind() == "selector_expression"
                && let Some(operand) = field(callee, "operand").filter(|o| o.kind() != "selector_expression")
            {
                collect(builder, operand, known.compared(), depth, out);
            }
        }
        _ => {}
    }
}

fn returned(builder: &Builder<'_>, node: Node<'_>) -> RawReturned {
    let Some(list) = inner(node) else { return RawReturned::Nothing };
    let values = listed(list);
    if values.iter().all(|value| is_constant(*value)) {
        return literal(builder.of(list));
    }
    let mut from = RawTests::new();
    let known = if values.len() > 1 { Known::WHOLE.compared() } else { Known::WHOLE };
    for value in values {
        collect(builder, value, known, DEEPEST_CONDITION, &mut from);
    }
    if from.is_empty() { RawReturned::Other } else { RawReturned::From(from) }
}

fn is_constant(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "true"
            | "false"
            | "nil"
            | "int_literal"
            | "float_literal"
            | "interpreted_string_literal"
            | "raw_string_literal"
    )
}

/// Types of receiver, parameters and result; the end of the body is a way out.
fn signature(builder: &mut Builder<'_>, node: Node<'_>) {
    let function = builder.function();
    for list in ["receiver", "parameters"] {
        for (_, parameter) in field(node, list).map(children).unwrap_or_default() {
            let Some(kind) = field(parameter, "type").and_then(|kind| type_name(builder, kind)) else { continue };
            for (_, name) in children(parameter).into_iter().filter(|(name, _)| *name == Some("name")) {
                builder.declared(function, builder.of(name), &kind);
            }
        }
    }
    if let Some(result) = field(node, "result") {
        // `(*Runner, error)`: the first.
        let kind = match result.kind() {
            "parameter_list" => inner(result).and_then(|first| field(first, "type")),
            _ => Some(result),
        };
        if let Some(kind) = kind.and_then(|kind| type_name(builder, kind)) {
            builder.declared(function, "", &kind);
        }
    }
    if let Some(body) = field(node, "body").filter(|body| !leaves(builder, *body, 5)) {
        builder.exit(last(body).unwrap_or(body), RawReturned::Nothing);
    }
}

fn type_name(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let kind = if node.kind() == "pointer_type" { inner(node)? } else { node };
    matches!(kind.kind(), "type_identifier" | "qualified_type" | "generic_type")
        .then(|| dotted(builder, kind))
        .flatten()
}

fn assignment(builder: &mut Builder<'_>, left: &[Node<'_>], right: &[Node<'_>], node: Node<'_>) {
    for (at, name) in left.iter().enumerate().take(8) {
        let Some(value) = (if right.len() == left.len() { right.get(at) } else { right.first() }) else { continue };
        if name.kind() == "index_expression" {
            let written = field(*name, "index").map_or("", |name| builder.of(name).trim_matches('"'));
            let targets = target(builder, *value).map(|target| (written.to_owned(), target)).into_iter().collect();
            if let Some(table) = field(*name, "operand") {
                builder.table(builder.of(table), targets);
            }
            continue;
        }
        let text = builder.of(*name);
        let own = name.kind() == "selector_expression" && text.matches('.').count() == 1;
        if text == "_" || name.kind() != "identifier" && !own {
            continue;
        }
        if value.kind() == "composite_literal" {
            let elements = field(*value, "body").map(children).unwrap_or_default();
            let targets = elements.into_iter().filter_map(|(_, element)| entry(builder, element)).collect();
            builder.table(text, targets);
        }
        let from = GRAMMAR.tests(builder, composite(*value));
        let alias = alias(builder, *value);
        builder.assign(text, from, alias, node);
    }
}

/// `&Runner{…}` is the literal.
fn composite(value: Node<'_>) -> Node<'_> {
    match value.kind() {
        "unary_expression" => field(value, "operand").filter(|o| o.kind() == "composite_literal").unwrap_or(value),
        _ => value,
    }
}

fn alias(builder: &Builder<'_>, value: Node<'_>) -> Option<String> {
    if matches!(value.kind(), "true" | "false" | "nil") {
        return Some(builder.of(value).to_owned());
    }
    matches!(value.kind(), "identifier" | "selector_expression" | "index_expression")
        .then(|| dotted(builder, value))
        .flatten()
}

fn entry(builder: &Builder<'_>, element: Node<'_>) -> Option<(String, String)> {
    let name = key(builder, element).unwrap_or_default();
    let value = field(element, "value").unwrap_or(element);
    let value = if value.kind() == "literal_element" { inner(value)? } else { value };
    // A function that stands there has the key for its name.
    if value.kind() == "func_literal" && !name.is_empty() {
        return Some((name.clone(), name));
    }
    Some((name, target(builder, value)?))
}

fn target(builder: &Builder<'_>, value: Node<'_>) -> Option<String> {
    matches!(value.kind(), "identifier" | "selector_expression").then(|| dotted(builder, value)).flatten()
}
