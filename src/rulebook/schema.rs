//! JSON Schemas of the rule files, for editors.

use schemars::{Schema, json_schema, schema_for};
use serde_json::{Map, Value, json};

use super::{
    AgentPresence, ClaimFile, Improvements, InventorySpec, Kinds, Ladders, Rubric, Rule, SurfaceTable, Texts,
    Vocabulary,
};
use crate::syntax::{Language, node_kinds};

/// Names of the formats that have a schema.
pub const FORMATS: [&str; 12] = [
    "rule",
    "ladder",
    "kinds",
    "surface",
    "agent",
    "inventory",
    "texts",
    "improvements",
    "rubric",
    "vocabulary",
    "claims",
    "nodes",
];

/// The schema of one format; `None` for a name that is not in [`FORMATS`].
pub fn schema(format: &str) -> Option<Schema> {
    Some(match format {
        "rule" => schema_for!(Rule),
        "ladder" => schema_for!(Ladders),
        "kinds" => schema_for!(Kinds),
        "surface" => schema_for!(SurfaceTable),
        "agent" => schema_for!(AgentPresence),
        "inventory" => schema_for!(InventorySpec),
        "texts" => schema_for!(Texts),
        "improvements" => schema_for!(Improvements),
        "rubric" => schema_for!(Rubric),
        "vocabulary" => schema_for!(Vocabulary),
        "claims" => schema_for!(ClaimFile),
        "nodes" => nodes(),
        _ => return None,
    })
}

/// Kinds of nodes that queries may name, by language.
fn nodes() -> Schema {
    let kinds = |language: Language| (language.name().to_owned(), json!({"enum": node_kinds(language)}));
    let definitions: Map<String, Value> = Language::PARSED.into_iter().map(kinds).collect();
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kinds of nodes that queries may name",
        "$defs": definitions,
    })
}
