//! Conditions and loops, as far as languages write them alike.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, kind},
    recorder::{DEEPEST_CONDITION, Known, RawBranch, RawTests, range},
};

/// What a language knows of its own nodes.
#[derive(Clone, Copy)]
pub(super) struct Grammar {
    /// Adds the parts of a condition, as deep as the number says.
    pub collect: fn(&Builder<'_>, Node<'_>, Known, u32, &mut RawTests),
    /// True for a statement that never runs on to what follows it.
    pub leaves: fn(&Builder<'_>, Node<'_>, u32) -> bool,
}

impl Grammar {
    /// The parts of a condition.
    pub fn tests(self, builder: &Builder<'_>, node: Node<'_>) -> RawTests {
        let mut out = RawTests::new();
        (self.collect)(builder, node, Known::WHOLE, DEEPEST_CONDITION, &mut out);
        out
    }

    /// `if`, with the part that runs otherwise.
    pub fn if_else(self, builder: &mut Builder<'_>, node: Node<'_>) {
        let (Some(condition), Some(then)) = (field(node, "condition"), field(node, "consequence")) else { return };
        let mut branch = RawBranch::new(range(condition), self.tests(builder, condition));
        branch.then = range(then);
        branch.then_leaves = (self.leaves)(builder, then, 5);
        if let Some(otherwise) = field(node, "alternative") {
            branch.otherwise = range(otherwise);
            branch.otherwise_leaves = (self.leaves)(builder, otherwise, 5);
        }
        builder.branch(branch);
    }

    /// The right side is only evaluated as the left one decides.
    pub fn short_circuit(self, builder: &mut Builder<'_>, node: Node<'_>, and: bool) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        let mut branch = RawBranch::new(range(left), self.tests(builder, left));
        *(if and { &mut branch.then } else { &mut branch.otherwise }) = range(right);
        builder.branch(branch);
    }

    /// A part runs while, or only if, the condition holds.
    pub fn only_if(self, builder: &mut Builder<'_>, condition: Node<'_>, part: Option<Node<'_>>) {
        let mut branch = RawBranch::new(range(condition), self.tests(builder, condition));
        branch.then = part.map(range).unwrap_or_default();
        builder.branch(branch);
    }

    /// What follows runs only where the condition holds.
    pub fn asserted(self, builder: &mut Builder<'_>, condition: Node<'_>) {
        let mut branch = RawBranch::new(range(condition), self.tests(builder, condition));
        branch.otherwise_leaves = true;
        builder.branch(branch);
    }
}

/// What is known of the operand of a unary operator.
pub(super) fn below_unary(node: Node<'_>, known: Known) -> Known {
    let not = field(node, "operator").is_some_and(|operator| kind(operator) == "!");
    if not { known.not() } else { known.compared() }
}

/// What is known of the sides of a binary operator.
pub(super) fn below_binary(node: Node<'_>, known: Known) -> Known {
    match field(node, "operator").map_or("", |operator| kind(operator)) {
        "&&" => known.and(),
        "||" | "??" => known.or(),
        _ => known.compared(),
    }
}

/// The last statement of a block.
pub(super) fn last(block: Node<'_>) -> Option<Node<'_>> {
    (0..block.named_child_count()).rev().filter_map(|at| block.named_child(at as _)).find(|child| !child.is_extra())
}

/// The variables of a loop are elements of what it goes over.
pub(super) fn elements(builder: &mut Builder<'_>, left: Node<'_>, over: Option<String>, node: Node<'_>) {
    let alias = over.map(|name| format!("{name}[]"));
    let names = if kind(left) == "identifier" {
        vec![left]
    } else {
        children(left).into_iter().map(|(_, child)| child).take(4).collect()
    };
    for name in names.into_iter().filter(|name| kind(*name) == "identifier") {
        builder.assign(builder.of(name), RawTests::new(), alias.clone(), node);
    }
}

/// What a loop goes over: the collection itself, or the one whose `values()` it asks for.
pub(super) fn gone_over<'t>(
    builder: &Builder<'t>,
    right: Node<'t>,
    member: &'static str,
    all: &[&str],
) -> Option<Node<'t>> {
    if !kind(right).starts_with("call") {
        return Some(right);
    }
    let callee = field(right, "function")?;
    let name = builder.of(field(callee, member)?);
    if all.contains(&name) { field(callee, "object") } else { None }
}
