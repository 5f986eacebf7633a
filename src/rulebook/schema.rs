//! JSON Schemas of the rule files, for editors.

use schemars::{Schema, schema_for};

use super::{AgentPresence, Kinds, Ladders, Rubric, Rule, SurfaceTable, Texts};

/// Names of the formats that have a schema.
pub const FORMATS: [&str; 7] = ["rule", "ladder", "kinds", "surface", "agent", "texts", "rubric"];

/// The schema of one format; `None` for a name that is not in [`FORMATS`].
pub fn schema(format: &str) -> Option<Schema> {
    Some(match format {
        "rule" => schema_for!(Rule),
        "ladder" => schema_for!(Ladders),
        "kinds" => schema_for!(Kinds),
        "surface" => schema_for!(SurfaceTable),
        "agent" => schema_for!(AgentPresence),
        "texts" => schema_for!(Texts),
        "rubric" => schema_for!(Rubric),
        _ => return None,
    })
}
