//! Signal rules: one file, one pattern of the ecosystem with its whole documentation.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::{detector::Detector, expression::Template};
use crate::{evidence::SearchSpec, facts::Context, rubric::CriterionId, syntax::Language};

/// Whether what a signal names is at work in the scored default configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "snake_case")]
pub enum State {
    #[default]
    On,
    OptIn,
    Off,
    Unknown,
}

/// `rules/signals/<first criterion>/<id>.yaml`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Stem of the file, kebab-case, unique.
    pub id: String,
    /// One line.
    pub title: String,
    /// The first names the folder.
    pub criteria: Vec<Subject>,
    pub role: Role,
    /// 1 to 4, for controls.
    pub strength: Option<u8>,
    #[serde(default)]
    pub lifecycle: Lifecycle,
    #[serde(default)]
    pub disclosure: Disclosure,
    /// Of a defect: rules whose matches a public card cites in its place.
    #[serde(default)]
    pub control: Vec<String>,
    /// Each needs a fixture beside the rule; empty for rules over text alone.
    pub languages: Vec<RuleLanguage>,
    /// Files that it looks at.
    #[serde(default = "product")]
    pub context: Vec<Context>,
    /// Matches that surely have no effect are left out: code that nothing calls, values that nothing reads. So it is for
    /// controls, where nothing else is said.
    pub in_force: Option<bool>,
    /// Matches in functions of the product that nothing of the agent was seen to lead to are left out.
    #[serde(default)]
    pub agent_runs: bool,
    /// State of its matches where the detector does not say.
    #[serde(default)]
    pub state: State,
    pub detect: Detector,
    /// List of names in a user's vocabulary; calls of those functions match, too.
    pub vocabulary: Option<String>,
    /// The search that a reader runs again.
    pub search: Option<SearchSpec>,
    /// One sentence over one match.
    pub finding: Template,
    /// One line.
    pub gap: String,
    pub why: String,
    pub sees: String,
    pub cannot_see: String,
    pub remediation: Remediation,
    /// OWASP labels of the threat (`ASI05`, `T11`, `LLM06`).
    pub owasp: Vec<String>,
}

/// What a rule speaks about: a criterion, or the project as a whole (`project`: what it is, with no criterion).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Criterion(CriterionId),
    Project,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Criterion(id) => id.fmt(f),
            Self::Project => f.write_str("project"),
        }
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "project" {
            return Ok(Self::Project);
        }
        let found = CriterionId::ALL.into_iter().find(|id| id.to_string() == text);
        found.map(Self::Criterion).ok_or_else(|| {
            D::Error::custom(format!(
                "unknown criterion `{text}`, expected C1 to C10, or `project` for rules about the project as a whole"
            ))
        })
    }
}

impl JsonSchema for Subject {
    fn schema_name() -> Cow<'static, str> {
        "Subject".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut ids: Vec<String> = CriterionId::ALL.iter().map(ToString::to_string).collect();
        ids.push("project".into());
        json_schema!({"enum": ids})
    }
}

impl Rule {
    pub fn must_be_in_force(&self) -> bool {
        self.in_force.unwrap_or(self.role == Role::Control)
    }
}

fn product() -> Vec<Context> {
    vec![Context::Product]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// What makes a criterion matter.
    Surface,
    Control,
    /// What makes a failure worse, or opens a way around a control.
    Exposure,
    /// What is set as shipped.
    Default,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Lifecycle {
    #[default]
    Stable,
    Preview,
    /// Id of the rule that takes its place.
    Deprecated(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Disclosure {
    /// A missing control, permissive default or documented behaviour: printed plainly.
    #[default]
    Posture,
    /// An exploitable flaw: neutral wording on the public card.
    Defect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RuleLanguage {
    Python,
    TypeScript,
    JavaScript,
    Go,
    Rust,
    Bash,
    Kotlin,
    Java,
    C,
    Cpp,
    CSharp,
    Elixir,
}

impl RuleLanguage {
    /// The languages of files that its queries are asked of.
    pub fn reads(self) -> &'static [Language] {
        match self {
            Self::Python => &[Language::Python],
            Self::TypeScript => &[Language::TypeScript, Language::Tsx],
            Self::JavaScript => &[Language::JavaScript],
            Self::Go => &[Language::Go],
            Self::Rust => &[Language::Rust],
            Self::Bash => &[Language::Bash],
            Self::Kotlin => &[Language::Kotlin],
            Self::Java => &[Language::Java],
            Self::C => &[Language::C],
            Self::Cpp => &[Language::Cpp],
            Self::CSharp => &[Language::CSharp],
            Self::Elixir => &[Language::Elixir],
        }
    }

    /// As rules write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::TypeScript => "typescript",
            Self::JavaScript => "javascript",
            Self::Go => "go",
            Self::Rust => "rust",
            Self::Bash => "bash",
            Self::Kotlin => "kotlin",
            Self::Java => "java",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::CSharp => "csharp",
            Self::Elixir => "elixir",
        }
    }

    /// Extension of its fixtures.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Python => "py",
            Self::TypeScript => "ts",
            Self::JavaScript => "js",
            Self::Go => "go",
            Self::Rust => "rs",
            Self::Bash => "sh",
            Self::Kotlin => "kt",
            Self::Java => "java",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::CSharp => "cs",
            Self::Elixir => "ex",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remediation {
    pub text: String,
    pub effort: Effort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    Low,
    Medium,
    High,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Deprecated {
    /// Id of the successor.
    deprecated: String,
}

struct LifecycleVisitor;

impl<'de> Visitor<'de> for LifecycleVisitor {
    type Value = Lifecycle;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stable, preview or {deprecated: id-of-the-successor}")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Lifecycle, E> {
        match v {
            "stable" => Ok(Lifecycle::Stable),
            "preview" => Ok(Lifecycle::Preview),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(v), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Lifecycle, A::Error> {
        Ok(Lifecycle::Deprecated(Deprecated::deserialize(MapAccessDeserializer::new(map))?.deprecated))
    }
}

impl<'de> Deserialize<'de> for Lifecycle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LifecycleVisitor)
    }
}

impl JsonSchema for Lifecycle {
    fn schema_name() -> Cow<'static, str> {
        "Lifecycle".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let deprecated = Deprecated::json_schema(generator);
        json_schema!({"anyOf": [{"enum": ["stable", "preview"]}, deprecated]})
    }
}
