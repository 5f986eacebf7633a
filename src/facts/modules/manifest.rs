//! What manifests say, read from their settings.

use crate::facts::{File, Value, Word};

/// The value of a key, normalised and dotted.
pub(in crate::facts) fn setting<'f>(file: &'f File, name: &str) -> Option<&'f Value> {
    file.facts.settings.iter().find(|setting| setting.name == name).map(|setting| &setting.value)
}

pub(in crate::facts) fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

/// The texts of a list; one text is a list of itself.
pub(in crate::facts) fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::List(items) => items.iter().filter_map(text).collect(),
        one => text(one).into_iter().collect(),
    }
}

/// The keys of an object with their values.
pub(in crate::facts) fn object(value: &Value) -> &[(Word, Value)] {
    match value {
        Value::Object(pairs) => pairs,
        _ => &[],
    }
}
