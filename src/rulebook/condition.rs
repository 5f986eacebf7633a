//! Conditions: atoms combined outside of the expression language, so that unknown stays unknown.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

use super::expression::{Atom, cut};

/// Atoms combined outside the expression, so that unknown stays unknown.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    Atom(Atom),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Group {
    all: Option<Vec<Condition>>,
    any: Option<Vec<Condition>>,
    not: Option<Box<Condition>>,
}

/// Deeper nesting is a mistake of the rule, and evaluation recurses as deep.
const DEEPEST: usize = 32;

impl Condition {
    /// An expression as the list that its `and`, `or` and `not` stand for, so that what is unknown in one atom is weighed
    /// against the others. `Err` says what is wrong.
    pub fn parse(source: &str) -> Result<Self, String> {
        Atom::new(source)?;
        split(source, DEEPEST)
    }

    /// Every atom below, in written order.
    pub fn atoms(&self) -> Vec<&Atom> {
        let (mut out, mut stack) = (Vec::new(), vec![self]);
        while let Some(condition) = stack.pop() {
            match condition {
                Self::Atom(atom) => out.push(atom),
                Self::All(items) | Self::Any(items) => stack.extend(items.iter().rev()),
                Self::Not(inner) => stack.push(inner),
            }
        }
        out
    }

    /// As a reader of the chain of reasons sees it.
    pub fn describe(&self) -> String {
        let list = |items: &[Self], word: &str| items.iter().map(Self::describe).collect::<Vec<_>>().join(word);
        match self {
            Self::Atom(atom) => atom.source().to_owned(),
            Self::All(items) => format!("({})", list(items, " and ")),
            Self::Any(items) => format!("({})", list(items, " or ")),
            Self::Not(inner) => format!("not {}", inner.describe()),
        }
    }
}

/// `source` is a valid expression; `or` binds weakest, then `and`, then `not`, as in the expression language.
fn split(source: &str, depth: usize) -> Result<Condition, String> {
    let source = source.trim();
    if depth == 0 {
        return Err(format!("condition `{}` is nested deeper than {DEEPEST}", cut(source)));
    }
    let list = |parts: Vec<&str>| parts.into_iter().map(|part| split(part, depth - 1)).collect::<Result<Vec<_>, _>>();
    let (ors, ands) = (outside(source, " or "), outside(source, " and "));
    if ors.len() > 1 {
        return list(ors).map(Condition::Any);
    }
    if ands.len() > 1 {
        return list(ands).map(Condition::All);
    }
    if let Some(rest) = source.strip_prefix("not ") {
        return split(rest, depth - 1).map(|inner| Condition::Not(Box::new(inner)));
    }
    match source.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|inner| balanced(inner)) {
        Some(inner) => split(inner, depth - 1),
        None => Atom::new(source).map(Condition::Atom),
    }
}

/// The parts between the places where `word` stands outside of brackets and quotes.
fn outside<'s>(source: &'s str, word: &str) -> Vec<&'s str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut quote = None;
    for (at, c) in source.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, ' ') if depth == 0 && at >= start && source[at..].starts_with(word) => {
                parts.push(&source[start..at]);
                start = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(&source[start..]);
    parts
}

/// Whether every bracket that closes was opened before.
fn balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

struct ConditionVisitor;

impl<'de> Visitor<'de> for ConditionVisitor {
    type Value = Condition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a condition: an expression, a list of conditions, or a map with one of the keys all, any, not")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Condition, E> {
        Condition::parse(v).map_err(E::custom)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Condition, E> {
        self.visit_str(if v { "true" } else { "false" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Condition, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        match items.is_empty() {
            true => Err(A::Error::custom("an empty list of conditions always holds; leave `when` out")),
            false => Ok(Condition::All(items)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Condition, A::Error> {
        let group = Group::deserialize(MapAccessDeserializer::new(map))?;
        let condition = match (group.all, group.any, group.not) {
            (Some(items), None, None) if !items.is_empty() => Condition::All(items),
            (None, Some(items), None) if !items.is_empty() => Condition::Any(items),
            (None, None, Some(inner)) => Condition::Not(inner),
            _ => {
                return Err(A::Error::custom(
                    "a condition map has exactly one of the keys all, any, not, and its list is not empty",
                ));
            }
        };
        Ok(condition)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ConditionVisitor)
    }
}

impl JsonSchema for Condition {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (atom, group) = (generator.subschema_for::<Atom>(), Group::json_schema(generator));
        json_schema!({"anyOf": [
            atom,
            {"type": "boolean"},
            {"type": "array", "items": {"$ref": "#/$defs/Condition"}, "minItems": 1},
            group,
        ]})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_combine_outside_the_expression() {
        let condition: Condition =
            serde_yaml::from_str("[\"has('a')\", {not: {any: [\"has('b')\", \"off('c')\"]}}]").unwrap();
        assert_eq!(condition.describe(), "(has('a') and not (has('b') or off('c')))");
        assert_eq!(condition.atoms().len(), 3);
        assert!(serde_yaml::from_str::<Condition>("{any: []}").is_err());
        assert!(serde_yaml::from_str::<Condition>("[]").is_err());
    }

    #[test]
    fn an_expression_is_the_list_that_it_stands_for() {
        for (source, wanted) in [
            ("has('a')", "has('a')"),
            ("has('a') and not has('b')", "(has('a') and not has('b'))"),
            ("has('a') or has('b') and has('c')", "(has('a') or (has('b') and has('c')))"),
            ("(has('a') or has('b')) and has('c')", "((has('a') or has('b')) and has('c'))"),
            ("(has('a')) and (has('b'))", "(has('a') and has('b'))"),
            ("not (has('a') or count('b') > 1)", "not (has('a') or count('b') > 1)"),
            ("not kind == 'agent'", "not kind == 'agent'"),
            ("kind == 'this and that' or has('a')", "(kind == 'this and that' or has('a'))"),
        ] {
            assert_eq!(Condition::parse(source).unwrap().describe(), wanted);
        }
        let deep = format!("{}has('a'){}", "not (".repeat(40), ")".repeat(40));
        assert!(Condition::parse(&deep).unwrap_err().contains("nested deeper than 32"));
    }
}
