//! Control facts of Python.

use tree_sitter::Node;

use super::{
    branches::{Grammar, elements, gone_over, last},
    builder::{Builder, children, field, inner, parent},
    python_values::dotted,
    recorder::{DEEPEST_CONDITION, Known, RawBranch, RawReturned, RawTests, literal, push_call, push_name, range},
};
use crate::{
    facts::control::{Attempt, Range},
    syntax::Step,
};

const GRAMMAR: Grammar = Grammar { collect, leaves };

/// What the statement or expression decides.
pub(super) fn enter<'t>(builder: &mut Builder<'t>, above: &[Step<'t>], step: &Step<'t>) {
    let node = step.node;
    match step.kind {
        "if_statement" => if_statement(builder, node),
        "conditional_expression" => {
            if let [(_, then), (_, condition), (_, otherwise)] = children(node)[..] {
                let mut branch = RawBranch::new(range(condition), GRAMMAR.tests(builder, condition));
                branch.then = range(then);
                branch.otherwise = range(otherwise);
                builder.branch(branch);
            }
        }
        "boolean_operator" => {
            let and = field(node, "operator").is_some_and(|operator| operator.kind() == "and");
            GRAMMAR.short_circuit(builder, node, and);
        }
        "while_statement" => {
            let (Some(condition), Some(body)) = (field(node, "condition"), field(node, "body")) else { return };
            GRAMMAR.only_if(builder, condition, Some(body));
            builder.region(body);
        }
        "for_statement" | "for_in_clause" => {
            if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) {
                let over = gone_over(builder, right, "attribute", &["items", "values"]);
                let over = over.and_then(|over| alias(builder, over));
                elements(builder, left, over, node);
            }
            if let Some(body) = field(node, "body") {
                builder.region(body);
            }
        }
        "if_clause" if parent(above, 0).is_some_and(|outer| outer.kind != "case_clause") => {
            let (Some(condition), Some(outer)) = (inner(node), parent(above, 0)) else { return };
            GRAMMAR.only_if(builder, condition, field(outer.node, "body"));
        }
        "assert_statement" => {
            if let Some(condition) = inner(node) {
                GRAMMAR.asserted(builder, condition);
            }
        }
        "match_statement" => match_statement(builder, node),
        "try_statement" => try_statement(builder, node),
        "lambda" => builder.region(node),
        "return_statement" => {
            let value = inner(node).map_or(RawReturned::Nothing, |value| returned(builder, value));
            builder.exit(node, value);
        }
        "raise_statement" => builder.exit(node, RawReturned::Raises),
        "call" if ends_program(builder, node) => builder.exit(node, RawReturned::Raises),
        "function_definition" => signature(builder, node),
        "assignment" => assignment(builder, node),
        "named_expression" => {
            let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) else { return };
            given(builder, name, value, node);
        }
        "as_pattern" => {
            let (Some(value), Some(alias)) = (inner(node), field(node, "alias").and_then(inner)) else { return };
            if parent(above, 0).is_some_and(|outer| outer.kind == "with_item") {
                given(builder, alias, value, node);
            }
        }
        _ => {}
    }
}

fn if_statement(builder: &mut Builder<'_>, node: Node<'_>) {
    let mut parts: Vec<(Option<Node<'_>>, Option<Node<'_>>)> =
        vec![(field(node, "condition"), field(node, "consequence"))];
    let mut starts = vec![range(node).start];
    for (_, clause) in children(node).into_iter().filter(|(name, _)| *name == Some("alternative")) {
        starts.push(range(clause).start);
        parts.push((field(clause, "condition"), field(clause, "consequence").or_else(|| field(clause, "body"))));
    }
    let end = range(node).end;
    // From the last clause up: what is left below a condition leaves when all of it does.
    let mut below = false;
    for (at, (condition, part)) in parts.iter().enumerate().rev() {
        let part_leaves = part.is_some_and(|part| leaves(builder, part, 4));
        let Some(condition) = condition else {
            below = part_leaves;
            continue;
        };
        let mut branch = RawBranch::new(range(*condition), GRAMMAR.tests(builder, *condition));
        branch.then = part.map(range).unwrap_or_default();
        branch.then_leaves = part_leaves;
        branch.otherwise = starts.get(at + 1).map(|start| Range { start: *start, end }).unwrap_or_default();
        branch.otherwise_leaves = below;
        below = below && part_leaves;
        builder.branch(branch);
    }
}

fn match_statement(builder: &mut Builder<'_>, node: Node<'_>) {
    let (Some(subject), Some(body)) = (field(node, "subject"), field(node, "body")) else { return };
    for (_, clause) in children(body).into_iter().filter(|(_, child)| child.kind() == "case_clause") {
        let Some(part) = field(clause, "consequence") else { continue };
        let mut asked = RawTests::new();
        collect(builder, subject, Known::WHOLE.compared(), DEEPEST_CONDITION, &mut asked);
        if let Some(guard) = field(clause, "guard").and_then(inner) {
            collect(builder, guard, Known::WHOLE.and(), DEEPEST_CONDITION, &mut asked);
        }
        let mut branch = RawBranch::new(range(subject), asked);
        branch.then = range(part);
        branch.then_leaves = leaves(builder, part, 4);
        builder.branch(branch);
    }
}

fn try_statement(builder: &mut Builder<'_>, node: Node<'_>) {
    let Some(body) = field(node, "body") else { return };
    let mut attempt = Attempt { body: range(body), handlers: Box::default(), finally: Range::default() };
    let mut handlers = Vec::new();
    for (_, clause) in children(node) {
        match clause.kind() {
            "except_clause" | "except_group_clause" => {
                let block = children(clause).into_iter().rev().find(|(_, child)| child.kind() == "block");
                let left = block.is_some_and(|(_, block)| leaves(builder, block, 4));
                handlers.push((range(clause), left));
            }
            // Only reached through the whole body.
            "else_clause" => attempt.body.end = range(clause).end,
            "finally_clause" => attempt.finally = range(clause),
            _ => {}
        }
    }
    attempt.handlers = handlers.into();
    builder.attempt(attempt);
}

/// True for a block that never runs on to what follows it.
fn leaves(builder: &Builder<'_>, block: Node<'_>, depth: u32) -> bool {
    let Some(statement) = last(block).filter(|_| depth > 0) else { return false };
    match statement.kind() {
        "return_statement" | "raise_statement" | "continue_statement" | "break_statement" => true,
        "expression_statement" => inner(statement).is_some_and(|call| ends_program(builder, call)),
        "with_statement" => field(statement, "body").is_some_and(|body| leaves(builder, body, depth - 1)),
        "if_statement" => {
            let clauses = children(statement);
            let otherwise = clauses.iter().any(|(_, child)| child.kind() == "else_clause");
            otherwise
                && clauses.iter().all(|(name, child)| match (*name, child.kind()) {
                    (Some("consequence"), _) => leaves(builder, *child, depth - 1),
                    (_, "elif_clause") => field(*child, "consequence").is_some_and(|b| leaves(builder, b, depth - 1)),
                    (_, "else_clause") => field(*child, "body").is_some_and(|b| leaves(builder, b, depth - 1)),
                    _ => true,
                })
        }
        "try_statement" => children(statement).iter().all(|(name, child)| match (*name, child.kind()) {
            (Some("body"), _) => leaves(builder, *child, depth - 1),
            (_, "except_clause") => last(*child).is_some_and(|block| leaves(builder, block, depth - 1)),
            _ => true,
        }),
        _ => false,
    }
}

fn ends_program(builder: &Builder<'_>, node: Node<'_>) -> bool {
    if node.kind() != "call" {
        return false;
    }
    let callee = field(node, "function").map_or("", |callee| builder.of(callee));
    matches!(callee, "sys.exit" | "os._exit" | "exit" | "quit" | "os.abort" | "abort")
}

fn collect(builder: &Builder<'_>, node: Node<'_>, known: Known, depth: u32, out: &mut RawTests) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let mut go = |node: Option<Node<'_>>, known: Known| {
        if let Some(node) = node {
            collect(builder, node, known, depth, out);
        }
    };
    match node.kind() {
        "not_operator" => go(field(node, "argument"), known.not()),
        "boolean_operator" => {
            let and = field(node, "operator").is_some_and(|operator| operator.kind() == "and");
            let known = if and { known.and() } else { known.or() };
            go(field(node, "left"), known);
            go(field(node, "right"), known);
        }
        "comparison_operator" => {
            for (_, side) in children(node) {
                go(Some(side), known.compared());
            }
        }
        "parenthesized_expression" | "await" => go(inner(node), known),
        "named_expression" => go(field(node, "value"), known),
        "identifier" => push_name(builder.of(node), known, out),
        "attribute" => {
            let object = field(node, "object");
            if object.is_some_and(|object| object.kind() == "identifier" && builder.of(object) == "self") {
                push_name(builder.of(node), known, out);
            } else {
                go(object, known.compared());
            }
        }
        "subscript" => go(field(node, "value"), known.compared()),
        "generator_expression" | "list_comprehension" => go(field(node, "body"), known),
        "call" => {
            push_call(node, known, out);
            let callee = field(node, "function");
            let name = callee.map_or("", |callee| builder.of(callee));
            if is_transparent(name)
                && let Some(list) = field(node, "arguments")
            {
                if list.kind() == "generator_expression" {
                    collect(builder, list, known.compared(), depth, out);
                } else {
                    for (_, argument) in children(list).into_iter().take(3) {
                        collect(builder, argument, known.compared(), depth, out);
                    }
                }
            } else if let Some(callee) = callee.filter(|callee| callee.kind() == "attribute") {
                // `result.is_allowed()` asks the result.
                let object = field(callee, "object").filter(|object| object.kind() != "attribute");
                if let Some(object) = object {
                    collect(builder, object, known.compared(), depth, out);
                }
            }
        }
        _ => {}
    }
}

/// Calls whose result says what their argument says.
fn is_transparent(callee: &str) -> bool {
    matches!(
        callee,
        "bool" | "any" | "all" | "len" | "str" | "int" | "isinstance" | "next" | "asyncio.run" | "asyncio.wait_for"
    )
}

fn returned(builder: &Builder<'_>, value: Node<'_>) -> RawReturned {
    if is_constant(builder, value, 4) {
        return literal(builder.of(value));
    }
    let from = GRAMMAR.tests(builder, value);
    if from.is_empty() { RawReturned::Other } else { RawReturned::From(from) }
}

/// Literals, and collections of them.
fn is_constant(builder: &Builder<'_>, node: Node<'_>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match node.kind() {
        "true" | "false" | "none" | "integer" | "float" => true,
        "string" => !children(node).iter().any(|(_, child)| child.kind() == "interpolation"),
        "list" | "tuple" | "dictionary" | "set" | "parenthesized_expression" | "expression_list" => {
            children(node).iter().all(|(_, child)| is_constant(builder, *child, depth))
        }
        "pair" => field(node, "value").is_some_and(|value| {
            is_constant(builder, value, depth)
                || value.kind() == "identifier" && builder.is_parameter(builder.of(value))
        }),
        _ => false,
    }
}

/// Types of the parameters and of the result; the end of the body is a way out.
fn signature(builder: &mut Builder<'_>, node: Node<'_>) {
    let function = builder.function();
    for (_, parameter) in field(node, "parameters").map(children).unwrap_or_default() {
        let name = field(parameter, "name").or_else(|| inner(parameter));
        let (Some(name), Some(kind)) = (name, field(parameter, "type")) else { continue };
        if let Some(kind) = type_name(builder, kind) {
            builder.declared(function, builder.of(name), &kind);
        }
    }
    if let Some(kind) = field(node, "return_type").and_then(|kind| type_name(builder, kind)) {
        builder.declared(function, "", &kind);
    }
    if let Some(body) = field(node, "body").filter(|body| !leaves(builder, *body, 4)) {
        let end = last(body).unwrap_or(body);
        builder.exit(end, RawReturned::Nothing);
    }
}

/// The one class that an annotation names: `Runner`, `"Runner"`, `Runner | None`, `Optional[Runner]`.
fn type_name(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let mut at = if node.kind() == "type" { inner(node)? } else { node };
    for _ in 0..4 {
        match at.kind() {
            "identifier" | "attribute" => return dotted(builder, at),
            "string" => {
                let text = builder.of(at).trim_matches(['"', '\'']);
                let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                return plain.then(|| builder.resolve(text, &[]));
            }
            "binary_operator" | "union_type" => at = field(at, "left").or_else(|| inner(at))?,
            "type" => at = inner(at)?,
            "generic_type" | "subscript" => {
                let outer = inner(at)?;
                if !builder.of(outer).ends_with("Optional") && !builder.of(outer).ends_with("Annotated") {
                    return dotted(builder, outer);
                }
                let argument = children(at).get(1).map(|(_, child)| *child)?;
                at = if argument.kind() == "type_parameter" { inner(argument)? } else { argument };
            }
            _ => return None,
        }
    }
    None
}

fn assignment(builder: &mut Builder<'_>, node: Node<'_>) {
    let Some(left) = field(node, "left") else { return };
    if let Some(kind) = field(node, "type").and_then(|kind| type_name(builder, kind)) {
        let function = builder.function();
        builder.declared(function, builder.of(left), &kind);
    }
    let Some(right) = field(node, "right") else { return };
    match left.kind() {
        "pattern_list" | "tuple_pattern" => {
            for (_, name) in children(left).into_iter().take(8) {
                given(builder, name, right, node);
            }
        }
        // `HANDLERS["shell"] = run_shell`.
        "subscript" => {
            let name = field(left, "subscript").map_or("", |name| builder.of(name).trim_matches(['"', '\'']));
            let targets = target(builder, right).map(|target| (name.to_owned(), target)).into_iter().collect();
            if let Some(table) = field(left, "value") {
                builder.table(builder.of(table), targets);
            }
        }
        _ => given(builder, left, right, node),
    }
}

/// `name = value`.
fn given(builder: &mut Builder<'_>, name: Node<'_>, value: Node<'_>, node: Node<'_>) {
    let text = builder.of(name);
    let own_field = name.kind() == "attribute" && (text.starts_with("self.") || text.starts_with("cls."));
    if name.kind() != "identifier" && !own_field {
        return;
    }
    if matches!(value.kind(), "dictionary" | "list" | "tuple" | "set") {
        let targets: Vec<(String, String)> =
            children(value).into_iter().filter_map(|(_, child)| entry(builder, child)).collect();
        builder.table(text, targets);
        return;
    }
    // A right side that is assigned in turn: `a = b = f()`.
    let value = if value.kind() == "assignment" { field(value, "right").unwrap_or(value) } else { value };
    builder.assign(text, GRAMMAR.tests(builder, value), alias(builder, value), node);
}

fn alias(builder: &Builder<'_>, value: Node<'_>) -> Option<String> {
    match value.kind() {
        "identifier" | "attribute" | "subscript" => dotted(builder, value),
        "true" | "false" | "none" => Some(builder.of(value).to_owned()),
        "await" | "parenthesized_expression" => alias(builder, inner(value)?),
        _ => None,
    }
}

fn entry(builder: &Builder<'_>, child: Node<'_>) -> Option<(String, String)> {
    if child.kind() != "pair" {
        return Some((String::new(), target(builder, child)?));
    }
    let key = builder.of(field(child, "key")?).trim_matches(['"', '\'']).to_owned();
    Some((key, target(builder, field(child, "value")?)?))
}

fn target(builder: &Builder<'_>, value: Node<'_>) -> Option<String> {
    matches!(value.kind(), "identifier" | "attribute").then(|| dotted(builder, value)).flatten()
}
