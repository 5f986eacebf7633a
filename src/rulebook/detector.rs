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
    patterns::{
        ContainerPattern, GuardedBy, LoopPattern, ModelCallPattern, ParameterPattern, QueryPattern, ReachedBy,
        RoutePattern,
    },
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
    /// Asked of the matches when all files are read.
    pub reached_by: Option<Box<ReachedBy>>,
    pub guarded_by: Option<Box<GuardedBy>>,
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
    Model(ModelCallPattern),
    Loop(LoopPattern),
    Route(RoutePattern),
    Container(ContainerPattern),
    Query(QueryPattern),
    Text(TextPattern),
    Path(PathPattern),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Within {
    Function,
    Class,
    /// Of a compose file one service, of manifests one document, else the file.
    Service,
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

#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallPattern {
    /// Globs of the resolved callee; constructors are calls. Left out only under `not`.
    #[serde(default)]
    pub callee: Vec<ExactGlob>,
    /// But not these.
    #[serde(default)]
    pub except: Vec<ExactGlob>,
    /// What must not hold of the same call.
    pub not: Option<Box<CallPattern>>,
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
    /// Its result is used, or a function of the repository that it calls refuses with an exception. Asked when all files
    /// are read.
    pub decides: Option<bool>,
    pub min_arguments: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolPattern {
    #[serde(default)]
    pub name: Vec<NameGlob>,
    #[serde(default)]
    pub except: Vec<NameGlob>,
    #[serde(default)]
    pub framework: Vec<NameGlob>,
    /// One of its parameters has such a name.
    #[serde(default)]
    pub parameters: Vec<NameGlob>,
    /// One of its parameters is such.
    pub parameter: Option<ParameterPattern>,
    /// It is held by a variable, list, class or function of such a name.
    #[serde(default)]
    pub collection: Vec<NameGlob>,
    /// It is given to a model or server. False: it is only defined. Asked when all files are read.
    pub offered: Option<bool>,
    /// The function that runs it is known.
    pub handler: Option<bool>,
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
    #[serde(default)]
    pub except: Vec<NameGlob>,
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
    pub except: Vec<ExactGlob>,
    #[serde(default)]
    pub name: Vec<ExactGlob>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FunctionPattern {
    #[serde(default)]
    pub name: Vec<NameGlob>,
    #[serde(default)]
    pub except: Vec<NameGlob>,
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
    model: Option<ModelCallPattern>,
    #[serde(rename = "loop")]
    around: Option<LoopPattern>,
    route: Option<RoutePattern>,
    container: Option<ContainerPattern>,
    query: Option<QueryPattern>,
    text: Option<TextPattern>,
    path: Option<PathPattern>,
    state: Option<State>,
    inside: Option<Inside>,
    reached_by: Option<Box<ReachedBy>>,
    guarded_by: Option<Box<GuardedBy>>,
    contains: Option<Capture>,
}

const KEYS: &str =
    "any, all, not, call, tool, setting, import, function, model, loop, route, container, query, text, path";

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
        kinds.extend(self.model.map(DetectorKind::Model));
        kinds.extend(self.around.map(DetectorKind::Loop));
        kinds.extend(self.route.map(DetectorKind::Route));
        kinds.extend(self.container.map(DetectorKind::Container));
        kinds.extend(self.query.map(DetectorKind::Query));
        kinds.extend(self.text.map(DetectorKind::Text));
        kinds.extend(self.path.map(DetectorKind::Path));
        let count = kinds.len();
        let (Some(kind), 1) = (kinds.pop(), count) else {
            return Err(format!("a detector has exactly one of the keys {KEYS}; this one has {count}"));
        };
        kind.check()?;
        let detector = Detector {
            kind,
            state: self.state,
            inside: self.inside,
            reached_by: self.reached_by,
            guarded_by: self.guarded_by,
            contains: self.contains,
        };
        detector.check_ways()?;
        Ok(detector)
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
                [_, rest @ ..] if rest.iter().any(Detector::asks_ways) => Err(AFTER_ALL.into()),
                _ => Ok(()),
            },
            Self::Not(inner) if inner.asks_ways() => Err(AFTER_ALL.into()),
            Self::Not(inner) => match inner.kind {
                DetectorKind::Not(_) => Err("`not` inside `not`: write the detector itself".into()),
                _ => Ok(()),
            },
            Self::Call(call) => {
                none(call.callee.is_empty(), "callee")?;
                match call.not.as_deref() {
                    Some(not) if not.not.is_some() => Err("`not` inside `not`: write the condition itself".into()),
                    Some(not) if *not == CallPattern::default() => {
                        Err("`not` of a call says nothing: name what must not hold of it".into())
                    }
                    _ => Ok(()),
                }
            }
            Self::Container(container) => none(container.key.is_empty(), "key"),
            Self::Query(query) => {
                none(query.languages.is_empty(), "languages")?;
                none(query.words.is_empty(), "words")
            }
            Self::Model(ModelCallPattern { stops: Some(stops), .. })
                if stops.any == Some(false) && !(stops.kind.is_empty() && stops.name.is_empty()) =>
            {
                Err("`stops` asks for none and for some: leave `any: false` or `kind` and `name`".into())
            }
            Self::Setting(setting) => none(setting.name.is_empty(), "name"),
            Self::Import(import) => none(import.module.is_empty(), "module"),
            Self::Path(path) => none(path.files.is_empty(), "files"),
            Self::Text(text) => {
                none(text.files.is_empty(), "files")?;
                if pattern::is_known() {
                    return Ok(());
                }
                let source = text.pattern.source();
                // Nothing shorter than its shortest match matches.
                let may_be_empty = pattern::parsed(source, text.ignore_case)?.properties().minimum_len() == Some(0);
                match may_be_empty && pattern::build(source, text.ignore_case)?.is_match(b"") {
                    true => Err(format!("pattern `{source}` matches the empty line, hence every file")),
                    false => Ok(()),
                }
            }
            Self::Function(f) => none(
                f.name.is_empty() && f.bases.is_empty() && f.decorators.is_empty() && f.parameters.is_empty(),
                "function",
            ),
            Self::Tool(_) | Self::Model(_) | Self::Loop(_) | Self::Route(_) => Ok(()),
        }
    }
}

/// Where a question about ways cannot stand.
const AFTER_ALL: &str = "`reached_by`, `guarded_by`, `offered` and `decides` are asked when all files are read: they cannot \
                         stand below `not`, nor behind the first item of `all`";

impl Detector {
    /// Something is asked of the matches when all files are read.
    pub fn asks_ways(&self) -> bool {
        self.walk().into_iter().any(|d| {
            let offered = matches!(&d.kind, DetectorKind::Tool(tool) if tool.offered.is_some());
            let decides = matches!(&d.kind, DetectorKind::Call(call) if call.decides.is_some());
            d.reached_by.is_some() || d.guarded_by.is_some() || offered || decides
        })
    }

    fn check_ways(&self) -> Result<(), String> {
        let calls = |d: &Detector| {
            matches!(
                d.kind,
                DetectorKind::Call(_) | DetectorKind::Model(_) | DetectorKind::Any(_) | DetectorKind::All(..)
            )
        };
        if let Some(guarded) = &self.guarded_by {
            if guarded.name.is_empty() {
                return Err("`guarded_by` names nothing: its `name` is empty".into());
            }
            if !self.matching().into_iter().all(calls) {
                return Err(
                    "`guarded_by` asks for the way to a call: it stands beside `call` or `model`, or `any` or \
                            `all` of them"
                        .into(),
                );
            }
        }
        match &self.reached_by {
            Some(reached) if reached.tool.offered.is_some() => {
                Err("`offered` cannot stand under `reached_by`: a tool is asked for what it reaches".into())
            }
            _ => Ok(()),
        }
    }

    /// The detector and those below it whose matches are its own.
    fn matching(&self) -> Vec<&Detector> {
        let mut out = vec![self];
        let mut next = 0;
        while let Some(detector) = out.get(next).copied() {
            match &detector.kind {
                DetectorKind::Any(items) => out.extend(items),
                DetectorKind::All(items, _) => out.extend(items.first()),
                _ => {}
            }
            next += 1;
        }
        out
    }

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
