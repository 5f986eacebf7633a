//! Control facts of JavaScript and TypeScript.

use tree_sitter::Node;

use super::{
    branches::{Grammar, below_binary, below_unary, elements, gone_over, last},
    builder::{Builder, children, field, inner, kind, parent},
    recorder::{DEEPEST_CONDITION, Known, RawBranch, RawReturned, RawTests, literal, push_call, push_name, range},
    script_values::{bare, dotted, key},
};
use crate::{
    facts::control::{Attempt, Range},
    syntax::Step,
};

const GRAMMAR: Grammar = Grammar { collect, leaves };

/// What the statement or expression decides.
pub(super) fn enter(builder: &mut Builder<'_>, above: &[Step<'_>], step: &Step<'_>) {
    let node = step.node;
    match step.kind {
        "if_statement" | "ternary_expression" => GRAMMAR.if_else(builder, node),
        "binary_expression" => {
            let operator = field(node, "operator").map_or("", |operator| kind(operator));
            if matches!(operator, "&&" | "||" | "??") {
                GRAMMAR.short_circuit(builder, node, operator == "&&");
            }
        }
        "while_statement" | "for_statement" | "do_statement" => {
            let Some(body) = field(node, "body") else { return };
            if let Some(condition) = field(node, "condition").filter(|_| step.kind != "do_statement") {
                GRAMMAR.only_if(builder, condition, Some(body));
            }
            builder.region(body);
        }
        "for_in_statement" => {
            if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) {
                let over = gone_over(builder, bare(right), "property", &["values", "entries"]);
                let over = over.and_then(|over| alias(builder, over));
                elements(builder, left, over, node);
            }
            if let Some(body) = field(node, "body") {
                builder.region(body);
            }
        }
        "switch_statement" => switch(builder, node),
        "try_statement" => try_statement(builder, node),
        "return_statement" => {
            let value = inner(node).map_or(RawReturned::Nothing, |value| returned(builder, value));
            builder.exit(node, value);
        }
        "throw_statement" => builder.exit(node, RawReturned::Raises),
        "call_expression" => call(builder, node),
        "variable_declarator" => {
            let Some(name) = field(node, "name") else { return };
            if let Some(kind) = field(node, "type").and_then(|kind| type_name(builder, kind)) {
                let function = builder.function();
                builder.declared(function, builder.of(name), &kind);
            }
            if let Some(value) = field(node, "value") {
                given(builder, name, value, node);
            }
        }
        "assignment_expression" => {
            let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
            if kind(left) == "subscript_expression" {
                let name = field(left, "index").map_or("", |name| builder.of(name).trim_matches(['"', '\'']));
                let targets = target(builder, right).map(|target| (name.to_owned(), target)).into_iter().collect();
                if let Some(table) = field(left, "object") {
                    builder.table(builder.of(table), targets);
                }
            } else {
                given(builder, left, right, node);
            }
        }
        "public_field_definition" | "field_definition" => class_field(builder, node),
        "export_statement" => export(builder, node),
        "function_declaration"
        | "generator_function_declaration"
        | "function_expression"
        | "arrow_function"
        | "generator_function"
        | "method_definition" => function(builder, above, node),
        _ => {}
    }
}

fn switch(builder: &mut Builder<'_>, node: Node<'_>) {
    let (Some(subject), Some(body)) = (field(node, "value"), field(node, "body")) else { return };
    for (_, arm) in children(body) {
        let statements: Vec<Node<'_>> =
            children(arm).into_iter().filter(|(name, _)| *name == Some("body")).map(|(_, child)| child).collect();
        let (Some(first), Some(last)) = (statements.first(), statements.last()) else { continue };
        let mut asked = RawTests::new();
        let bare = bare(subject);
        if kind(bare) == "true" {
            // `switch (true)`: the arms are conditions.
            if let Some(condition) = field(arm, "value") {
                asked = GRAMMAR.tests(builder, condition);
            }
        } else {
            collect(builder, bare, Known::WHOLE.compared(), DEEPEST_CONDITION, &mut asked);
        }
        let mut branch = RawBranch::new(range(subject), asked);
        branch.then = Range { start: range(*first).start, end: range(*last).end };
        // `break` goes on behind the switch.
        branch.then_leaves = kind(*last) != "break_statement" && leaves(builder, *last, 4);
        builder.branch(branch);
    }
}

fn try_statement(builder: &mut Builder<'_>, node: Node<'_>) {
    let Some(body) = field(node, "body") else { return };
    let handlers = field(node, "handler").map(|handler| {
        let left = field(handler, "body").is_some_and(|block| leaves(builder, block, 4));
        (range(handler), left)
    });
    let attempt = Attempt {
        body: range(body),
        handlers: handlers.into_iter().collect(),
        finally: field(node, "finalizer").map(range).unwrap_or_default(),
    };
    builder.attempt(attempt);
}

/// True for a statement that never runs on to what follows it.
fn leaves(builder: &Builder<'_>, statement: Node<'_>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match kind(statement) {
        "return_statement" | "throw_statement" | "continue_statement" | "break_statement" => true,
        "statement_block" | "else_clause" => last(statement).is_some_and(|last| leaves(builder, last, depth)),
        "expression_statement" => inner(statement).is_some_and(|call| ends_program(builder, bare(call))),
        "if_statement" => {
            let side = |name: &'static str| field(statement, name).is_some_and(|part| leaves(builder, part, depth));
            side("consequence") && side("alternative")
        }
        "try_statement" => {
            let handler = field(statement, "handler");
            field(statement, "body").is_some_and(|body| leaves(builder, body, depth))
                && handler.is_none_or(|h| field(h, "body").is_some_and(|body| leaves(builder, body, depth)))
        }
        _ => false,
    }
}

fn callee<'t>(builder: &Builder<'t>, node: Node<'_>) -> &'t str {
    if kind(node) != "call_expression" {
        return "";
    }
    field(node, "function").map_or("", |callee| builder.of(callee))
}

fn ends_program(builder: &Builder<'_>, node: Node<'_>) -> bool {
    matches!(callee(builder, node), "process.exit" | "process.abort" | "Deno.exit")
}

/// Ends of the program, and assertions: what follows runs only where the condition holds.
fn call(builder: &mut Builder<'_>, node: Node<'_>) {
    if ends_program(builder, node) {
        builder.exit(node, RawReturned::Raises);
    } else if matches!(callee(builder, node), "assert" | "assert.ok" | "invariant")
        && let Some(condition) = field(node, "arguments").and_then(inner)
    {
        GRAMMAR.asserted(builder, condition);
    }
}

fn collect(builder: &Builder<'_>, node: Node<'_>, known: Known, depth: u32, out: &mut RawTests) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let node = bare(node);
    let mut go = |node: Option<Node<'_>>, known: Known| {
        if let Some(node) = node {
            collect(builder, node, known, depth, out);
        }
    };
    match kind(node) {
        "unary_expression" => go(field(node, "argument"), below_unary(node, known)),
        "binary_expression" => {
            let known = below_binary(node, known);
            go(field(node, "left"), known);
            go(field(node, "right"), known);
        }
        "identifier" => push_name(builder.of(node), known, out),
        "member_expression" => {
            let object = field(node, "object");
            if object.is_some_and(|object| kind(object) == "this") {
                push_name(builder.of(node), known, out);
            } else {
                go(object, known.compared());
            }
        }
        "subscript_expression" => go(field(node, "object"), known.compared()),
        "assignment_expression" => go(field(node, "right"), known),
        "new_expression" => push_call(node, known, out),
        "call_expression" => {
            push_call(node, known, out);
            let name = callee(builder, node);
            if matches!(name, "Boolean" | "String" | "Number" | "Promise.all" | "Promise.race" | "Promise.resolve") {
                for (_, argument) in field(node, "arguments").map(children).unwrap_or_default().into_iter().take(3) {
                    collect(builder, argument, known.compared(), depth, out);
                }
            } else if let Some(callee) = field(node, "function").filter(|callee| kind(*callee) == "member_expression") {
                // `result.isAllowed()` asks the result.
                let object = field(callee, "object").map(bare).filter(|object| kind(*object) != "member_expression");
                if let Some(object) = object {
                    collect(builder, object, known.compared(), depth, out);
                }
            }
        }
        "array" => {
            for (_, child) in children(node).into_iter().take(4) {
                go(Some(child), known.compared());
            }
        }
        _ => {}
    }
}

fn returned(builder: &Builder<'_>, value: Node<'_>) -> RawReturned {
    if is_constant(builder, value, 4) {
        return literal(builder.of(bare(value)));
    }
    let from = GRAMMAR.tests(builder, value);
    if from.is_empty() { RawReturned::Other } else { RawReturned::From(from) }
}

/// Literals, and objects of them; parameters that are handed back say nothing.
fn is_constant(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let node = bare(node);
    match kind(node) {
        "true" | "false" | "null" | "undefined" | "number" | "string" => true,
        "template_string" => !children(node).iter().any(|(_, child)| kind(*child) == "template_substitution"),
        "array" => children(node).iter().all(|(_, child)| is_constant(builder, *child, depth)),
        "object" => children(node).iter().all(|(_, child)| match kind(*child) {
            "pair" => field(*child, "value").is_some_and(|value| {
                is_constant(builder, value, depth)
                    || kind(value) == "identifier" && builder.is_parameter(builder.of(value))
            }),
            "shorthand_property_identifier" => builder.is_parameter(builder.of(*child)),
            _ => false,
        }),
        _ => false,
    }
}

/// Functions: types of parameters and result; a body that is an expression is returned, and so is its end.
fn function(builder: &mut Builder<'_>, above: &[Step<'_>], node: Node<'_>) {
    if !builder.opened(node) {
        builder.enter_anonymous(node);
        return;
    }
    if parent(above, 0).is_some_and(|outer| matches!(outer.kind, "pair" | "object")) {
        builder.keyed();
    }
    let function = builder.function();
    let class = (kind(node) == "method_definition").then(|| builder.function_around()).flatten();
    for (_, parameter) in field(node, "parameters").map(children).unwrap_or_default() {
        let (Some(name), Some(kind)) = (field(parameter, "pattern"), field(parameter, "type")) else { continue };
        let Some(kind) = type_name(builder, kind) else { continue };
        builder.declared(function, builder.of(name), &kind);
        // `constructor(private runner: Runner)` declares a field.
        let declares = children(parameter).iter().any(|(_, child)| child.kind() == "accessibility_modifier")
            || builder.of(parameter).starts_with("readonly ");
        if let Some(class) = class.filter(|_| declares) {
            builder.declared(Some(class), builder.of(name), &kind);
        }
    }
    if let Some(kind) = field(node, "return_type").and_then(|kind| type_name(builder, kind)) {
        builder.declared(function, "", &kind);
    }
    let Some(body) = field(node, "body") else { return };
    if kind(body) != "statement_block" {
        let value = returned(builder, body);
        builder.exit(body, value);
    } else if !leaves(builder, body, 5) {
        builder.exit(last(body).unwrap_or(body), RawReturned::Nothing);
    }
}

/// The one class that an annotation names: `Runner`, `Runner | undefined`, `Promise<Runner>`.
fn type_name(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let mut at = if kind(node) == "type_annotation" { inner(node)? } else { node };
    for _ in 0..4 {
        match kind(at) {
            "type_identifier" | "nested_type_identifier" => return dotted(builder, at),
            "union_type" => at = inner(at)?,
            "generic_type" => {
                let name = field(at, "name")?;
                if builder.of(name) != "Promise" {
                    return dotted(builder, name);
                }
                at = field(at, "type_arguments").and_then(inner)?;
            }
            _ => return None,
        }
    }
    None
}

fn class_field(builder: &mut Builder<'_>, node: Node<'_>) {
    let Some(name) = field(node, "name").or_else(|| field(node, "property")) else { return };
    let text = builder.of(name);
    if let Some(kind) = field(node, "type").and_then(|kind| type_name(builder, kind)) {
        let function = builder.function();
        builder.declared(function, text, &kind);
    }
    if let Some(value) = field(node, "value") {
        let written = format!("this.{text}");
        value_of(builder, &written, value, node);
    }
}

fn given(builder: &mut Builder<'_>, name: Node<'_>, value: Node<'_>, node: Node<'_>) {
    match kind(name) {
        "identifier" => value_of(builder, builder.of(name), value, node),
        "member_expression" => {
            let text = builder.of(name);
            if text.starts_with("this.") || text == "module.exports" || text.starts_with("exports.") {
                value_of(builder, text, value, node);
            }
        }
        "object_pattern" | "array_pattern" => {
            let from = |builder: &Builder<'_>| GRAMMAR.tests(builder, value);
            let whole = alias(builder, value);
            for (_, child) in children(name).into_iter().take(12) {
                let (local, member) = match kind(child) {
                    "shorthand_property_identifier_pattern" => (child, Some(builder.of(child))),
                    "pair_pattern" => {
                        let (Some(key), Some(local)) = (field(child, "key"), field(child, "value")) else { continue };
                        (local, Some(builder.of(key)))
                    }
                    _ => (child, None),
                };
                if matches!(kind(local), "identifier" | "shorthand_property_identifier_pattern") {
                    let alias = match (&whole, member) {
                        (Some(whole), Some(member)) => Some(format!("{whole}.{member}")),
                        _ => None,
                    };
                    builder.assign(builder.of(local), from(builder), alias, node);
                }
            }
        }
        _ => {}
    }
}

fn value_of(builder: &mut Builder<'_>, name: &str, value: Node<'_>, node: Node<'_>) {
    let value = bare(value);
    let entries = match kind(value) {
        "object" | "array" => Some(value),
        // `new Map([['shell', runShell]])`.
        "new_expression" => field(value, "arguments").and_then(inner).filter(|list| kind(*list) == "array"),
        _ => None,
    };
    if let Some(entries) = entries {
        let targets = children(entries).into_iter().filter_map(|(_, child)| entry(builder, child)).collect();
        builder.table(name, targets);
        if kind(value) != "new_expression" {
            return;
        }
    }
    if matches!(kind(value), "arrow_function" | "function_expression" | "class") {
        return;
    }
    builder.assign(name, GRAMMAR.tests(builder, value), alias(builder, value), node);
}

fn entry(builder: &Builder<'_>, child: Node<'_>) -> Option<(String, String)> {
    let written = |node: Node<'_>| key(builder, node);
    match kind(child) {
        "pair" => {
            let name = written(field(child, "key")?)?;
            let value = field(child, "value")?;
            // A function that stands there has the key for its name.
            let inline = matches!(kind(bare(value)), "arrow_function" | "function_expression");
            let target = if inline { name.clone() } else { target(builder, value)? };
            Some((name, target))
        }
        "method_definition" => field(child, "name").and_then(written).map(|name| (name.clone(), name)),
        "shorthand_property_identifier" => {
            let name = builder.of(child).to_owned();
            Some((name.clone(), builder.resolve(&name, &[])))
        }
        "array" => {
            let parts = children(child);
            let name = parts.first().and_then(|(_, name)| written(*name)).unwrap_or_default();
            Some((name, target(builder, parts.last()?.1)?))
        }
        _ => Some((String::new(), target(builder, child)?)),
    }
}

fn alias(builder: &Builder<'_>, value: Node<'_>) -> Option<String> {
    let value = bare(value);
    if matches!(kind(value), "true" | "false" | "null" | "undefined") {
        return Some(builder.of(value).to_owned());
    }
    matches!(kind(value), "identifier" | "member_expression" | "subscript_expression" | "this")
        .then(|| dotted(builder, value))
        .flatten()
}

fn target(builder: &Builder<'_>, value: Node<'_>) -> Option<String> {
    let value = bare(value);
    matches!(kind(value), "identifier" | "member_expression").then(|| dotted(builder, value)).flatten()
}

/// Names under which a file gives what it calls otherwise: `export default run`, `export { run as execute }`.
fn export(builder: &mut Builder<'_>, node: Node<'_>) {
    if field(node, "source").is_some() {
        return;
    }
    let default = (0..node.child_count()).filter_map(|at| node.child(at as _)).any(|child| kind(child) == "default");
    if default {
        let declared = field(node, "declaration").and_then(|declaration| field(declaration, "name"));
        let value = field(node, "value").filter(|value| kind(*value) == "identifier");
        if let Some(name) = declared.or(value) {
            let name = builder.resolve(builder.of(name), &[]);
            builder.assign("default", RawTests::new(), Some(name), node);
        }
    }
    for (_, clause) in children(node).into_iter().filter(|(_, child)| kind(*child) == "export_clause") {
        for (_, specifier) in children(clause) {
            let (Some(name), Some(alias)) = (field(specifier, "name"), field(specifier, "alias")) else { continue };
            let name = key(builder, name).map(|name| builder.resolve(&name, &[]));
            builder.assign(builder.of(alias), RawTests::new(), name, node);
        }
    }
}
