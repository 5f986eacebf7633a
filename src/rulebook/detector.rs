//! Detectors as rule files write them: one key each, nested freely.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::{
    State,
    glob::{ExactGlob, NameGlob, PathGlob},
    pattern::{self, Pattern},
    value::{ValueSpec, written},
};
use crate::facts::{FunctionKind, SettingKind};

/// A detector with what may stand beside its key.
#[derive(Debug, Clone, PartialEq)]
pub struct Detector {
    pub kind: DetectorKind,
    /// State of its matches; `None` takes that of the enclosing detector, at last that of the rule.
    pub state: Option<State>,
    pub inside: Option<Inside>,
    /// Capture that the citation quotes; `None` is the default of the kind.
    pub contains: Option<Capture>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum DetectorKind {
    Any(Vec<Detector>),
    /// Matches of the first item, kept where every other item agrees.
    All(Vec<Detector>, Within),
    Not(Box<Detector>),
    Call(CallPattern),
    Tool(ToolPattern),
    Setting(SettingPattern),
    Import(ImportPattern),
    Function(FunctionPattern),
    Text(TextPattern),
    Path(PathPattern),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Within {
    Function,
    Class,
    #[default]
    File,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inside {
    /// Globs of the innermost enclosing function's name.
    pub function: Vec<NameGlob>,
}

/// What a match may be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    Callee,
    Name,
    Value,
    Tool,
    Function,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallPattern {
    /// Globs of the resolved callee; constructors are calls.
    pub callee: Vec<ExactGlob>,
    /// Keyword arguments, keys of object literals and fields of composite literals.
    #[serde(default)]
    pub arguments: BTreeMap<String, ValueSpec>,
    /// First positional argument.
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub first: Option<ValueSpec>,
    /// Some string among the arguments, at any depth.
    pub any_string: Option<Pattern>,
    /// Some name or callee among the arguments.
    #[serde(default)]
    pub any_name: Vec<ExactGlob>,
    pub in_loop: Option<bool>,
    pub result_used: Option<bool>,
    pub min_arguments: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolPattern {
    #[serde(default)]
    pub name: Vec<NameGlob>,
    #[serde(default)]
    pub framework: Vec<NameGlob>,
    /// One of its parameters has such a name.
    #[serde(default)]
    pub parameters: Vec<NameGlob>,
    #[serde(default)]
    pub annotations: BTreeMap<String, ValueSpec>,
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub approval: Option<ValueSpec>,
    pub description: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingPattern {
    /// Globs of the normalised name, whole or its last segment.
    pub name: Vec<NameGlob>,
    #[serde(default, deserialize_with = "written")]
    #[schemars(with = "Option<ValueSpec>")]
    pub value: Option<ValueSpec>,
    #[serde(default)]
    pub kind: Vec<SettingKind>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportPattern {
    pub module: Vec<ExactGlob>,
    #[serde(default)]
    pub name: Vec<ExactGlob>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FunctionPattern {
    #[serde(default)]
    pub name: Vec<NameGlob>,
    #[serde(default)]
    pub kind: Vec<FunctionKind>,
    /// One of its base classes or interfaces has such a name, whole or its last segment.
    #[serde(default)]
    pub bases: Vec<ExactGlob>,
    #[serde(default)]
    pub decorators: Vec<ExactGlob>,
    #[serde(default)]
    pub parameters: Vec<NameGlob>,
}

/// Lines of text. Checked where it is read, so that an error has a line.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextPattern {
    pub pattern: Pattern,
    pub files: Vec<PathGlob>,
    #[serde(default)]
    pub ignore_case: bool,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathPattern {
    pub files: Vec<PathGlob>,
}

/// The map that a detector is written as.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Detector")]
struct Written {
    any: Option<Vec<Detector>>,
    all: Option<Vec<Detector>>,
    within: Option<Within>,
    not: Option<Box<Detector>>,
    call: Option<CallPattern>,
    tool: Option<ToolPattern>,
    setting: Option<SettingPattern>,
    import: Option<ImportPattern>,
    function: Option<FunctionPattern>,
    text: Option<TextPattern>,
    path: Option<PathPattern>,
    state: Option<State>,
    inside: Option<Inside>,
    contains: Option<Capture>,
}

const KEYS: &str = "any, all, not, call, tool, setting, import, function, text, path";

impl Written {
    fn check(self) -> Result<Detector, String> {
        let mut kinds = Vec::new();
        let within = self.within.unwrap_or_default();
        if self.within.is_some() && self.all.is_none() {
            return Err("`within` stands only beside `all`".into());
        }
        kinds.extend(self.any.map(DetectorKind::Any));
        kinds.extend(self.all.map(|items| DetectorKind::All(items, within)));
        kinds.extend(self.not.map(DetectorKind::Not));
        kinds.extend(self.call.map(DetectorKind::Call));
        kinds.extend(self.tool.map(DetectorKind::Tool));
        kinds.extend(self.setting.map(DetectorKind::Setting));
        kinds.extend(self.import.map(DetectorKind::Import));
        kinds.extend(self.function.map(DetectorKind::Function));
        kinds.extend(self.text.map(DetectorKind::Text));
        kinds.extend(self.path.map(DetectorKind::Path));
        let count = kinds.len();
        let (Some(kind), 1) = (kinds.pop(), count) else {
            return Err(format!("a detector has exactly one of the keys {KEYS}; this one has {count}"));
        };
        kind.check()?;
        Ok(Detector { kind, state: self.state, inside: self.inside, contains: self.contains })
    }
}

impl DetectorKind {
    fn check(&self) -> Result<(), String> {
        let none =
            |list: bool, key: &str| if list { Err(format!("`{key}` is empty: it matches nothing")) } else { Ok(()) };
        match self {
            Self::Any(items) => {
                none(items.is_empty(), "any")?;
                match items.iter().any(|i| matches!(i.kind, DetectorKind::Not(_))) {
                    true => Err("`not` stands only inside `all`".into()),
                    false => Ok(()),
                }
            }
            Self::All(items, _) => match items.as_slice() {
                [] | [_] => Err("`all` needs two items or more: a first one that matches and what must agree".into()),
                [first, ..] if matches!(first.kind, DetectorKind::Not(_)) => {
                    Err("the first item of `all` gives the matches; `not` cannot stand there".into())
                }
                _ => Ok(()),
            },
            Self::Not(inner) => match inner.kind {
                DetectorKind::Not(_) => Err("`not` inside `not`: write the detector itself".into()),
                _ => Ok(()),
            },
            Self::Call(call) => none(call.callee.is_empty(), "callee"),
            Self::Setting(setting) => none(setting.name.is_empty(), "name"),
            Self::Import(import) => none(import.module.is_empty(), "module"),
            Self::Path(path) => none(path.files.is_empty(), "files"),
            Self::Text(text) => {
                none(text.files.is_empty(), "files")?;
                let regex = pattern::build(text.pattern.source(), text.ignore_case)?;
                match regex.is_match(b"") {
                    true => {
                        Err(format!("pattern `{}` matches the empty line, hence every file", text.pattern.source()))
                    }
                    false => Ok(()),
                }
            }
            Self::Function(f) => none(
                f.name.is_empty() && f.bases.is_empty() && f.decorators.is_empty() && f.parameters.is_empty(),
                "function",
            ),
            Self::Tool(_) => Ok(()),
        }
    }
}

impl Detector {
    /// The detector and all below it, parents first.
    pub fn walk(&self) -> Vec<&Detector> {
        let mut out = vec![self];
        let mut next = 0;
        while let Some(detector) = out.get(next).copied() {
            match &detector.kind {
                DetectorKind::Any(items) | DetectorKind::All(items, _) => out.extend(items),
                DetectorKind::Not(inner) => out.push(inner),
                _ => {}
            }
            next += 1;
        }
        out
    }
}

struct DetectorVisitor;

impl<'de> Visitor<'de> for DetectorVisitor {
    type Value = Detector;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a detector: a map with one of the keys {KEYS}")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Detector, A::Error> {
        Written::deserialize(MapAccessDeserializer::new(map))?.check().map_err(A::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Detector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DetectorVisitor)
    }
}

impl JsonSchema for Detector {
    fn schema_name() -> Cow<'static, str> {
        "Detector".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Written::json_schema(generator)
    }
}
