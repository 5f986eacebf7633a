//! Patterns over model calls, loops, routes, container values and syntax, and over the way that leads to a match.

use std::{collections::BTreeMap, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};

use super::{
    detector::ToolPattern,
    glob::{ExactGlob, NameGlob, PathGlob},
    rule::RuleLanguage,
    value::{ValueSpec, written},
};
use crate::facts::{Bounded, ModelCallKind, ParameterKind, Speaker, StopKind};

/// One parameter of a tool for which everything holds.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParameterPattern {
    #[serde(default)]
    pub name: Vec<NameGlob>,
    #[serde(default)]
    pub kind: Vec<ParameterKind>,
    /// Its length, range, form or number of items is limited.
    pub bounded: Option<bool>,
    pub required: Option<bool>,
}

/// Places where a model is called or given tools.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelCallPattern {
    /// As `models.yaml` of the queries labels it: `openai`, `langchain`, `http`, …
    #[serde(default)]
    pub framework: Vec<NameGlob>,
    #[serde(default)]
    pub kind: Vec<ModelCallKind>,
    #[serde(default)]
    pub callee: Vec<ExactGlob>,
    /// Tools are handed over.
    pub tools: Option<bool>,
    pub in_loop: Option<bool>,
    /// Something plain limits the rounds.
    pub bounded: Option<bool>,
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub model: Option<ValueSpec>,
    /// The system prompt or where it comes from.
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub system: Option<ValueSpec>,
    pub appends: Option<AppendPattern>,
    pub stops: Option<StopPattern>,
}

/// Something that is put into the messages.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AppendPattern {
    #[serde(default)]
    pub role: Vec<Speaker>,
    /// What gave the text: a resolved callee, else a name.
    #[serde(default)]
    pub from: Vec<ExactGlob>,
    /// Words before it or a wrapper mark it.
    pub wrapped: Option<bool>,
}

/// Whether and how a call is stopped from outside.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StopPattern {
    /// False: nothing was found that stops it.
    pub any: Option<bool>,
    #[serde(default)]
    pub kind: Vec<StopKind>,
    #[serde(default)]
    pub name: Vec<ExactGlob>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoopPattern {
    pub bounded: Option<BoundedWord>,
    /// The number of rounds or the name of it.
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub limit: Option<ValueSpec>,
    /// A model call stands in it.
    pub asks_model: Option<bool>,
}

/// `true`, `false` or `unknown`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundedWord(pub Bounded);

impl<'de> Deserialize<'de> for BoundedWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = BoundedWord;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or unknown")
            }

            fn visit_bool<E: Error>(self, v: bool) -> Result<BoundedWord, E> {
                Ok(BoundedWord(if v { Bounded::Yes } else { Bounded::No }))
            }

            fn visit_str<E: Error>(self, v: &str) -> Result<BoundedWord, E> {
                match v {
                    "unknown" => Ok(BoundedWord(Bounded::Unknown)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(v), &self)),
                }
            }
        }
        deserializer.deserialize_any(Word)
    }
}

impl JsonSchema for BoundedWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "BoundedWord".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"enum": [true, false, "unknown"]})
    }
}

/// Keys of Dockerfiles, compose files, manifests and charts.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContainerPattern {
    /// Globs of the normalised key below its service, whole or from some part on: `privileged`,
    /// `security_context.privileged`, `environment.*`.
    pub key: Vec<NameGlob>,
    #[serde(default)]
    pub except: Vec<NameGlob>,
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub value: Option<ValueSpec>,
    /// Globs of the compose service's name.
    #[serde(default)]
    pub service: Vec<NameGlob>,
}

/// Tree-sitter queries, one per language, each with a capture `@evidence`: the lines that are cited.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryPattern {
    pub languages: BTreeMap<RuleLanguage, String>,
    /// Words of which a file must hold one: others are not parsed again.
    pub words: Vec<String>,
    /// Only such files.
    #[serde(default)]
    pub files: Vec<PathGlob>,
}

/// HTTP routes, webhooks, and what queues, schedules and events start.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutePattern {
    /// As `routes.yaml` of the queries labels it: `fastapi`, `express`, …
    #[serde(default)]
    pub framework: Vec<NameGlob>,
    #[serde(default)]
    pub kind: Vec<crate::facts::RouteKind>,
    /// `get`, `post`, …; a route for every method has none.
    #[serde(default)]
    pub method: Vec<NameGlob>,
    #[serde(default)]
    pub path: Vec<NameGlob>,
    #[serde(default)]
    pub except: Vec<NameGlob>,
    #[serde(default)]
    pub handler: Vec<NameGlob>,
    /// Some decorator, dependency or middleware beside it, or of its router in the same file, has such a name.
    #[serde(default)]
    pub around: Vec<NameGlob>,
    /// None of them has such a name.
    #[serde(default)]
    pub without: Vec<NameGlob>,
}

/// The place is reached by a tool for which this holds.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachedBy {
    pub tool: ToolPattern,
}

/// On the way to the place, something decides whether it is taken.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuardedBy {
    /// Globs of callees, functions and decorators.
    pub name: Vec<NameGlob>,
    #[serde(default)]
    pub ways: Ways,
}

/// How many of the ways must be guarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ways {
    /// Every way that is seen.
    #[default]
    All,
    /// Some or all.
    Some,
    /// None: nothing guards it.
    None,
}
