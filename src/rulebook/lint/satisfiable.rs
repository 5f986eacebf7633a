//! Conditions that can never hold.

use std::{collections::BTreeSet, sync::LazyLock};

use regex::Regex;

use crate::rulebook::{Condition, uses};

/// One element of a list of conditions that must hold together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Literal {
    holds: bool,
    text: String,
}

/// What makes a condition impossible where `under` holds, in words.
pub(super) fn never(condition: &Condition, under: &[&Condition]) -> Option<String> {
    let known: Vec<Literal> = under.iter().flat_map(|condition| literals(condition)).collect();
    // What stands under an impossible condition is told there.
    if conflict(&known).is_some() {
        return None;
    }
    impossible(condition, &known)
}

/// As deep as the YAML, whose depth the parser bounds.
fn impossible(condition: &Condition, known: &[Literal]) -> Option<String> {
    match condition {
        Condition::Any(items) => {
            let reasons: Option<Vec<String>> = items.iter().map(|item| impossible(item, known)).collect();
            reasons?.into_iter().next()
        }
        Condition::Atom(_) | Condition::Not(_) | Condition::All(_) => {
            let all: Vec<Literal> = known.iter().cloned().chain(literals(condition)).collect();
            let nested = match condition {
                Condition::All(items) => items.as_slice(),
                _ => &[],
            };
            let choice = |item: &Condition| matches!(item, Condition::Any(_)).then(|| impossible(item, &all)).flatten();
            conflict(&all).or_else(|| nested.iter().find_map(choice))
        }
    }
}

/// Elements that must hold for the condition to hold. An expression with `or` is one element as a whole.
fn literals(condition: &Condition) -> Vec<Literal> {
    match condition {
        Condition::All(items) => items.iter().flat_map(literals).collect(),
        Condition::Any(_) => Vec::new(),
        Condition::Atom(atom) => {
            let text = atom.source();
            let parts: Vec<&str> = if text.contains(" or ") { vec![text] } else { text.split(" and ").collect() };
            parts.into_iter().map(literal).collect()
        }
        Condition::Not(inner) => match literals(inner).as_slice() {
            [one] => vec![Literal { holds: !one.holds, text: one.text.clone() }],
            _ => Vec::new(),
        },
    }
}

fn literal(text: &str) -> Literal {
    let text = text.trim();
    // `not a or b` negates `a` alone.
    match text.strip_prefix("not ").filter(|_| !text.contains(" or ")) {
        Some(rest) => Literal { holds: false, text: rest.trim().to_owned() },
        None => Literal { holds: true, text: text.to_owned() },
    }
}

fn conflict(literals: &[Literal]) -> Option<String> {
    let shown = |l: &Literal| if l.holds { l.text.clone() } else { format!("not {}", l.text) };
    if let Some(constant) = literals.iter().find(|l| l.text == if l.holds { "false" } else { "true" }) {
        return Some(format!("`{}` never holds", shown(constant)));
    }
    let pairs = literals.iter().enumerate().flat_map(|(at, a)| literals.iter().skip(at + 1).map(move |b| (a, b)));
    let mut pairs = pairs.filter(|(a, b)| exclude(a, b) || exclude(b, a));
    pairs.next().map(|(a, b)| format!("`{}` and `{}` exclude each other: it never holds", shown(a), shown(b)))
}

fn exclude(a: &Literal, b: &Literal) -> bool {
    if a.text == b.text {
        return a.holds != b.holds;
    }
    let both = a.holds && b.holds;
    if let (true, Some((left, one)), Some((right, other))) = (both, bounds(&a.text), bounds(&b.text)) {
        return left == right && (one.1 < other.0 || other.1 < one.0);
    }
    if let (true, Some(one), Some(other)) = (both, equal(&a.text), equal(&b.text)) {
        return one.0 == other.0 && one.1 != other.1;
    }
    let (Some(first), Some(second)) = (call(&a.text), call(&b.text)) else { return false };
    // Something of `a` is there, of which nothing may be there by `b`.
    let needs = a.holds && matches!(first.0, "has" | "opt_in" | "off" | "seen");
    let forbids = match (second.0, b.holds) {
        ("seen", false) => true,
        ("has", false) | ("opt_in" | "off", true) => first.0 == "has",
        _ => false,
    };
    needs && forbids && first.1.is_subset(&second.1)
}

/// A lone call: its function and the rules it names.
fn call(text: &str) -> Option<(&'static str, BTreeSet<String>)> {
    static LONE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[a-z_]+\([^()]*\)$").expect("a valid pattern"));
    let found = LONE.is_match(text).then(|| uses(text)).and_then(|uses| uses.into_iter().next())?;
    Some((found.function, found.texts.into_iter().collect()))
}

/// `x == 'word'`.
fn equal(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.split_once(" == ")?;
    Some((left.trim(), right.trim().strip_prefix('\'')?.strip_suffix('\'')?))
}

/// `x > 3` and its like as the least and the most that `x` may be.
fn bounds(text: &str) -> Option<(&str, (i64, i64))> {
    for operator in [" >= ", " <= ", " == ", " > ", " < "] {
        let Some((left, right)) = text.split_once(operator) else { continue };
        let number: i64 = right.trim().parse().ok()?;
        let range = match operator {
            " >= " => (number, i64::MAX),
            " <= " => (i64::MIN, number),
            " == " => (number, number),
            " > " => (number.saturating_add(1), i64::MAX),
            _ => (i64::MIN, number.saturating_sub(1)),
        };
        return Some((left.trim(), range));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(yaml: &str) -> Option<String> {
        never(&serde_yaml::from_str(yaml).unwrap(), &[])
    }

    #[test]
    fn what_excludes_itself_never_holds() {
        for yaml in [
            "\"has('a') and not has('a')\"",
            "[\"has('a')\", \"not has('a', 'b')\"]",
            "[\"has('a')\", {not: \"has('a')\"}]",
            "[\"has('a')\", \"opt_in('a')\"]",
            "[\"off('a')\", \"has('a')\"]",
            "[\"seen('a')\", \"not seen('a')\"]",
            "[\"kind == 'agent'\", \"kind == 'service'\"]",
            "[\"count('a') > 5\", \"count('a') < 6\"]",
            "[\"count('a') == 1\", \"count('a') >= 2\"]",
            "false",
            "{any: [false, [\"has('b')\", \"not has('b')\"]]}",
            "[\"has('a')\", {any: [\"not has('a')\", \"opt_in('a')\"]}]",
        ] {
            assert!(reason(yaml).is_some(), "{yaml}");
        }
    }

    #[test]
    fn what_may_hold_is_left_alone() {
        for yaml in [
            "[\"has('a', 'b')\", \"not has('a')\"]",
            "[\"has('a') or has('b')\", \"not has('a')\"]",
            "[\"not has('a') or has('b')\", \"has('a')\"]",
            "[\"seen('a')\", \"not has('a')\"]",
            "[\"kind == 'agent'\", \"kind != 'service'\"]",
            "[\"count('a') > 1\", \"count('a') < 3\", \"count('b') < 1\"]",
            "{any: [false, \"has('b')\"]}",
            "{not: [\"has('a')\", \"not has('a')\"]}",
        ] {
            assert_eq!(reason(yaml), None, "{yaml}");
        }
    }
}
