//! Repairs in JSON: fields that are computed are replaced, all others and their order stay.

use serde_json::{Map, Value};

use super::{Change, Fixed};
use crate::card::{CardData, Place};

/// Fields that are computed, wherever they stand.
const COMPUTED: [&str; 16] = [
    "number",
    "score",
    "max_score",
    "raw",
    "weight",
    "points",
    "max",
    "confidence",
    "counted",
    "percent",
    "count",
    "estimated_gain",
    "url",
    "hits",
    "pinned_commit",
    "lines",
];

pub(super) fn fix(text: &str, right: &CardData) -> Fixed {
    let unchanged = || Fixed { text: text.to_owned(), changes: Vec::new() };
    let (Ok(mut given), Ok(right)) = (serde_json::from_str::<Value>(text), serde_json::to_value(right)) else {
        return unchanged();
    };
    let mut changes = Vec::new();
    walk(&mut given, &right, "", &mut changes);
    if changes.is_empty() {
        return unchanged();
    }
    match serde_json::to_string_pretty(&given) {
        Ok(pretty) => Fixed { text: pretty + "\n", changes },
        Err(_) => unchanged(),
    }
}

fn walk(given: &mut Value, right: &Value, pointer: &str, changes: &mut Vec<Change>) {
    match (given, right) {
        (Value::Object(given), Value::Object(right)) => {
            let ours = pointer.is_empty();
            for (key, right) in right.iter().filter(|(key, _)| !(ours && *key == "depthgauge")) {
                let at = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                let of_band = pointer == "/band";
                let missing = !given.contains_key(key);
                if missing && key == "url" && right.is_string() && is_citation(given) {
                    let mut value = Value::Null;
                    set(&mut value, right, &at, changes);
                    given.insert(key.clone(), value);
                } else if let Some(value) = given.get_mut(key) {
                    if value.is_object() || value.is_array() {
                        walk(value, right, &at, changes);
                    } else if of_band || is_computed(key, right) {
                        set(value, right, &at, changes);
                    }
                }
            }
        }
        (Value::Array(given), Value::Array(right)) => {
            for (i, (given, right)) in given.iter_mut().zip(right).enumerate() {
                walk(given, right, &format!("{pointer}/{i}"), changes);
            }
        }
        _ => {}
    }
}

fn is_computed(key: &str, right: &Value) -> bool {
    COMPUTED.contains(&key) || key == "file" && right.is_string()
}

fn is_citation(object: &Map<String, Value>) -> bool {
    object.contains_key("file") && object.contains_key("lines")
}

fn set(value: &mut Value, right: &Value, pointer: &str, changes: &mut Vec<Change>) {
    let same = match (value.as_f64(), right.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => value == right,
    };
    // A link that the card cannot have is the author's.
    if same || right.is_null() {
        return;
    }
    let name = pointer.rsplit('/').next().unwrap_or_default();
    changes.push(Change { place: Place::Pointer(pointer.to_owned()), what: format!("{name}: {value} → {right}") });
    *value = right.clone();
}
