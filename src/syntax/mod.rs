//! Languages, grammars and queries.

use serde::{Deserialize, Serialize};

/// What a file is written in, decided from its name and first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    Python,
    TypeScript,
    Tsx,
    JavaScript,
    Go,
}
