//! Classes of values that detectors ask for.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

use super::{glob::NameGlob, pattern::Pattern};
use crate::facts::Value;

/// What a value must be. A list in the code satisfies a string glob or a `matches` when one of its elements does.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueSpec {
    Bool(bool),
    Null,
    Number(f64),
    Glob(NameGlob),
    Class(Box<ValueClass>),
    AnyOf(Vec<ValueSpec>),
}

/// Every key that is given must hold.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueClass {
    pub is: Option<Is>,
    pub above: Option<f64>,
    pub below: Option<f64>,
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
    pub matches: Option<Pattern>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Is {
    On,
    Off,
    Ask,
    /// No limit: null, -1, infinity, `none`, `unlimited`; 0 is not.
    Unlimited,
    String,
    Number,
    Name,
    /// A list, object or text with nothing in it.
    Empty,
    /// Not readable without running the program.
    Dynamic,
    Literal,
    /// The keyword is missing.
    Absent,
    NotAbsent,
}

impl ValueSpec {
    /// `None` is a keyword that is missing.
    pub fn matches(&self, value: Option<&Value>) -> bool {
        match self {
            Self::AnyOf(specs) => specs.iter().any(|s| s.matches(value)),
            Self::Bool(wanted) => matches!(value, Some(Value::Bool(b)) if b == wanted),
            Self::Null => matches!(value, Some(Value::Null)),
            Self::Number(wanted) => value.and_then(number) == Some(*wanted),
            Self::Glob(glob) => value.is_some_and(|v| any_text(v, &|t| glob.matches(t))),
            Self::Class(class) => class.matches(value),
        }
    }
}

impl ValueClass {
    /// `Err` where no number lies between the bounds.
    fn check(&self) -> Result<(), String> {
        let least = [self.above, self.at_least].into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
        let most = [self.below, self.at_most].into_iter().flatten().fold(f64::INFINITY, f64::min);
        let open = self.above == Some(least) || self.below == Some(most);
        match least > most || (least == most && open) {
            true => Err(format!("no number is above {least} and below {most}")),
            false => Ok(()),
        }
    }

    fn matches(&self, value: Option<&Value>) -> bool {
        let number = || value.and_then(number);
        self.is.is_none_or(|is| is.matches(value))
            && self.above.is_none_or(|n| number().is_some_and(|v| v > n))
            && self.below.is_none_or(|n| number().is_some_and(|v| v < n))
            && self.at_least.is_none_or(|n| number().is_some_and(|v| v >= n))
            && self.at_most.is_none_or(|n| number().is_some_and(|v| v <= n))
            && self.matches.as_ref().is_none_or(|p| value.is_some_and(|v| any_text(v, &|t| p.is_match(t.as_bytes()))))
    }
}

impl Is {
    fn matches(self, value: Option<&Value>) -> bool {
        let Some(value) = value else { return self == Self::Absent };
        let word = || word(value);
        let one_of = |words: &[&str]| word().is_some_and(|w| words.contains(&w.as_str()));
        match self {
            Self::Absent => false,
            Self::NotAbsent => true,
            Self::On => match value {
                Value::Bool(b) => *b,
                Value::Num(n) => n.trim() == "1",
                _ => one_of(&["true", "1", "yes", "y", "on", "always", "enabled", "enable", "required", "auto_on"]),
            },
            Self::Off => match value {
                Value::Bool(b) => !*b,
                Value::Num(n) => n.trim() == "0",
                _ => one_of(&["false", "0", "no", "n", "off", "never", "disabled", "disable"]),
            },
            Self::Ask => one_of(&[
                "ask",
                "prompt",
                "confirm",
                "confirmation",
                "manual",
                "interactive",
                "on_request",
                "always_ask",
                "ask_always",
                "ask_user",
                "require_approval",
                "approval",
                "human",
            ]),
            Self::Unlimited => match value {
                Value::Null => true,
                Value::Num(n) => n.replace([' ', '_'], "") == "-1",
                _ => one_of(&["-1", "none", "null", "unlimited", "infinite", "infinity", "inf", "nolimit", "no_limit"]),
            },
            Self::String => matches!(value, Value::Str(_)),
            Self::Number => matches!(value, Value::Num(_)),
            Self::Name => matches!(value, Value::Name(_)),
            Self::Empty => match value {
                Value::List(items) => items.is_empty(),
                Value::Object(entries) => entries.is_empty(),
                Value::Str(text) => text.is_empty(),
                _ => false,
            },
            Self::Dynamic => matches!(value, Value::Name(_) | Value::Call(..) | Value::Other(_)),
            Self::Literal => !matches!(value, Value::Name(_) | Value::Call(..) | Value::Other(_)),
        }
    }
}

/// The word that a setting holds: a string, or the last segment of a name (`ApprovalMode.ON_REQUEST`).
fn word(value: &Value) -> Option<String> {
    match value {
        Value::Str(s) if s.len() <= 40 => Some(normalise(s.trim())),
        Value::Name(n) => Some(normalise(n.rsplit('.').next().unwrap_or(n))),
        // `float("inf")`
        Value::Call(callee, arguments) if callee == "float" => arguments.first().and_then(word_of_str),
        _ => None,
    }
}

fn word_of_str(value: &Value) -> Option<String> {
    match value {
        Value::Str(s) if s.len() <= 40 => Some(normalise(s.trim())),
        _ => None,
    }
}

/// `autoApprove`, `AUTO_APPROVE`, `auto-approve` → `auto_approve`.
pub fn normalise(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut previous = ' ';
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_ascii_uppercase() {
            let next_lower = chars.peek().is_some_and(|n| n.is_ascii_lowercase());
            if previous.is_ascii_lowercase()
                || previous.is_ascii_digit()
                || (previous.is_ascii_uppercase() && next_lower)
            {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        } else if c == '-' || c == ' ' {
            out.push(if out.is_empty() { c } else { '_' });
        } else {
            out.push(c);
        }
        previous = c;
    }
    out
}

/// A number as source code writes it, or a string that holds one.
pub fn number(value: &Value) -> Option<f64> {
    let text = match value {
        Value::Num(n) => n,
        Value::Str(s) if s.len() <= 24 => s,
        _ => return None,
    };
    let text = text.trim().replace('_', "").to_ascii_lowercase();
    let text = text.trim_end_matches('n');
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok().map(|n| n as f64);
    }
    text.parse::<f64>().ok().filter(|n| n.is_finite())
}

/// Whether the value is, or is a list that holds, a text that `test` accepts. Names count as text.
fn any_text(value: &Value, test: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::Str(s) | Value::Name(s) | Value::Num(s) | Value::Other(s) => test(s),
        Value::Call(callee, _) => test(callee),
        Value::List(items) => items.iter().any(|i| match i {
            Value::Str(s) | Value::Name(s) | Value::Num(s) => test(s),
            _ => false,
        }),
        Value::Bool(b) => test(if *b { "true" } else { "false" }),
        Value::Null | Value::Object(_) => false,
    }
}

struct SpecVisitor;

impl<'de> Visitor<'de> for SpecVisitor {
    type Value = ValueSpec;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "true, false, null, a number, a string glob, a list of these, or a map such as {is: on} or {above: 100}",
        )
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<ValueSpec, E> {
        Ok(ValueSpec::Bool(v))
    }

    fn visit_unit<E: Error>(self) -> Result<ValueSpec, E> {
        Ok(ValueSpec::Null)
    }

    fn visit_none<E: Error>(self) -> Result<ValueSpec, E> {
        Ok(ValueSpec::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<ValueSpec, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<ValueSpec, E> {
        Ok(ValueSpec::Number(v as f64))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<ValueSpec, E> {
        Ok(ValueSpec::Number(v as f64))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<ValueSpec, E> {
        Ok(ValueSpec::Number(v))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<ValueSpec, E> {
        match v {
            "" => Ok(ValueSpec::Glob(NameGlob::empty())),
            _ => NameGlob::new(v).map(ValueSpec::Glob).map_err(E::custom),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ValueSpec, A::Error> {
        let mut specs = Vec::new();
        while let Some(spec) = seq.next_element()? {
            specs.push(spec);
        }
        if specs.is_empty() {
            return Err(A::Error::custom("an empty list of values matches nothing"));
        }
        Ok(ValueSpec::AnyOf(specs))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ValueSpec, A::Error> {
        let class = ValueClass::deserialize(MapAccessDeserializer::new(map))?;
        class.check().map_err(A::Error::custom)?;
        if class == ValueClass::default() {
            return Err(A::Error::custom("an empty value class; write {is: on}, {above: 100} or {matches: 'regex'}"));
        }
        Ok(ValueSpec::Class(Box::new(class)))
    }
}

impl<'de> Deserialize<'de> for ValueSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SpecVisitor)
    }
}

impl JsonSchema for ValueSpec {
    fn schema_name() -> Cow<'static, str> {
        "ValueSpec".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let class = generator.subschema_for::<ValueClass>();
        json_schema!({"anyOf": [
            {"type": ["boolean", "null", "number", "string"]},
            class,
            {"type": "array", "items": {"$ref": "#/$defs/ValueSpec"}, "minItems": 1},
        ]})
    }
}

/// For `Option<ValueSpec>` fields: a written `null` asks for null, it does not leave the field out.
pub fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ValueSpec>, D::Error> {
    ValueSpec::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(yaml: &str) -> ValueSpec {
        serde_yaml::from_str(yaml).unwrap()
    }

    fn text(s: &str) -> Value {
        Value::Str(s.into())
    }

    #[test]
    fn literals_and_classes() {
        assert!(spec("true").matches(Some(&Value::Bool(true))) && !spec("true").matches(Some(&text("true"))));
        assert!(spec("null").matches(Some(&Value::Null)) && !spec("null").matches(None));
        assert!(spec("{is: on}").matches(Some(&text("Always"))) && spec("{is: on}").matches(Some(&Value::Bool(true))));
        assert!(spec("{is: off}").matches(Some(&Value::Name("Mode.NEVER".into()))));
        assert!(spec("{is: ask}").matches(Some(&text("on-request"))));
        assert!(spec("{is: unlimited}").matches(Some(&Value::Num("-1".into()))));
        assert!(spec("{is: unlimited}").matches(Some(&Value::Call("float".into(), [text("inf")].into()))));
        assert!(!spec("{is: unlimited}").matches(Some(&Value::Num("0".into()))));
        assert!(spec("{above: 1000}").matches(Some(&Value::Num("10_000".into()))));
        assert!(!spec("{at_least: 1, at_most: 5}").matches(Some(&Value::Num("6".into()))));
        assert!(spec("{is: absent}").matches(None) && spec("[true, {is: absent}]").matches(None));
        assert!(spec("ALL").matches(Some(&Value::List([text("all")].into()))));
        assert!(spec("{matches: '^np'}").matches(Some(&text("npx"))));
        assert!(
            spec("{is: empty}").matches(Some(&Value::List(Default::default())))
                && spec("{is: empty}").matches(Some(&text("")))
        );
        assert!(
            !spec("{is: empty}").matches(Some(&Value::List([text("a")].into()))) && !spec("{is: empty}").matches(None)
        );
        assert!(spec("{is: dynamic}").matches(Some(&Value::Other("a + b".into()))));
    }

    #[test]
    fn names_are_normalised_as_facts_do() {
        for (from, to) in [
            ("autoApprove", "auto_approve"),
            ("AUTO_APPROVE", "auto_approve"),
            ("auto-approve", "auto_approve"),
            ("HTTPServer", "http_server"),
        ] {
            assert_eq!(normalise(from), to);
        }
    }

    #[test]
    fn a_wrong_class_is_an_error() {
        let error = serde_yaml::from_str::<ValueSpec>("{is: maybe}").unwrap_err().to_string();
        assert!(error.contains("unknown variant `maybe`"), "{error}");
        assert!(serde_yaml::from_str::<ValueSpec>("{}").is_err());
    }
}
