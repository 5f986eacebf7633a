//! The value of a setting that wins when the program is started as it is shipped: all places of one name, weakest
//! first. What only an example or a document says does not win.

use std::collections::BTreeSet;

use foldhash::HashMap;

use super::{Context, FactBase, File, Setting, SettingKind, Span, Value, snake};
use crate::syntax::Language;

/// How the program is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start<'a> {
    /// By its own command: no container sets anything.
    Program,
    /// By a compose file, a manifest, a chart's values or a Dockerfile (path); Dockerfiles count beside it.
    Container(&'a str),
}

/// One place that says something about the setting.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingPlace<'b> {
    pub file: &'b str,
    pub span: Span,
    pub kind: SettingKind,
    /// As read there; `${NAME:-x}` of a compose file is `x`.
    pub value: Value,
    pub rank: Rank,
}

/// What a place overrides: every one above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Named, but without a value: an option without a default, a variable that is read.
    Read,
    /// Parameter, field or constant.
    Code,
    /// What code takes when the variable or key is missing.
    Fallback,
    Option,
    /// A configuration file that is shipped, or a `.env` that is committed.
    File,
    /// `ENV` of the image.
    Image,
    /// Compose file, manifest or chart values.
    Deployment,
}

/// The answer. Chains are sorted by rank, then path and line.
#[derive(Debug, Clone, PartialEq)]
pub enum Effective<'b> {
    /// The last place of the chain wins.
    Known {
        value: Value,
        chain: Vec<SettingPlace<'b>>,
    },
    /// It is there, but what wins cannot be told.
    Unknown {
        why: Why,
        chain: Vec<SettingPlace<'b>>,
    },
    NotFound,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Places of the highest rank give different values.
    Disagree,
    /// The value is computed.
    Computed,
    /// Read, and set nowhere.
    NoDefault,
}

/// The settings of the product's code and configuration by the last part of their names.
pub struct Settings<'b> {
    by_name: HashMap<&'b str, Vec<(&'b File, &'b Setting)>>,
    /// What the program puts before its environment variables, in snake case.
    prefixes: BTreeSet<String>,
}

impl<'b> Settings<'b> {
    pub fn new(base: &'b FactBase) -> Self {
        let mut by_name: HashMap<&str, Vec<_>> = HashMap::default();
        let product = || {
            base.files
                .iter()
                .filter(|file| file.context == Context::Product && (file.in_scope || !file.language.has_facts()))
        };
        for file in product().filter(|file| !is_example(&file.path)) {
            for setting in &file.facts.settings {
                by_name.entry(last(&setting.name)).or_default().push((file, setting));
            }
        }
        let prefixes = product().flat_map(prefixes).filter_map(|value| match value {
            Value::Str(prefix) if !prefix.is_empty() => Some(snake(prefix)),
            _ => None,
        });
        Self { prefixes: prefixes.collect(), by_name }
    }

    fn named(&self, name: &str) -> &[(&'b File, &'b Setting)] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Nested keys by their last part: `services.web.environment.mode`.
    fn places(&self, name: &str, start: Start<'_>) -> Vec<SettingPlace<'b>> {
        let prefixed: BTreeSet<String> = self.prefixes.iter().map(|prefix| format!("{prefix}_{name}")).collect();
        let is_variable = |setting: &Setting| {
            matches!(
                setting.kind,
                SettingKind::Environment | SettingKind::Container | SettingKind::ConfigKey | SettingKind::Constant
            )
        };
        let others = prefixed.iter().filter(|other| *other != name).flat_map(|other| self.named(other));
        let matching = self.named(name).iter().chain(others.filter(|(_, setting)| is_variable(setting)));
        matching.filter_map(|(file, setting)| place(file, setting, start)).collect()
    }

    /// The value of the setting `name`, in any spelling.
    pub fn effective(&self, name: &str, start: Start<'_>) -> Effective<'b> {
        effective_of(self, self.places(&snake(name), start))
    }
}

/// The last part of a dotted name.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn prefixes(file: &File) -> impl Iterator<Item = &Value> {
    let declared = file.facts.settings.iter().filter(|s| s.name == "env_prefix").map(|s| &s.value);
    let calls = file.facts.calls.iter().filter(|call| {
        let last = last(&call.callee);
        (last.ends_with("refix") || last.ends_with("REFIX"))
            && matches!(snake(last).as_str(), "set_env_prefix" | "with_env_prefix" | "env_prefix")
    });
    declared.chain(calls.filter_map(|call| call.arguments.first().map(|argument| &argument.value)))
}

/// The value of the setting `name` (in any spelling) in the product's code and configuration.
pub fn effective<'b>(base: &'b FactBase, name: &str, start: Start<'_>) -> Effective<'b> {
    Settings::new(base).effective(name, start)
}

fn effective_of<'b>(settings: &Settings<'b>, mut chain: Vec<SettingPlace<'b>>) -> Effective<'b> {
    chain.sort_by(|a, b| (a.rank, a.file, a.span).cmp(&(b.rank, b.file, b.span)));
    let Some(highest) = chain.last().map(|place| place.rank) else { return Effective::NotFound };
    if highest == Rank::Read {
        return Effective::Unknown { why: Why::NoDefault, chain };
    }
    let winners = chain.iter().filter(|place| place.rank == highest);
    let mut values: Vec<Option<Value>> = winners.map(|place| literal(settings, &place.value)).collect();
    values.dedup_by(|a, b| match (a, b) {
        (Some(a), Some(b)) => written(a) == written(b),
        (a, b) => a.is_none() && b.is_none(),
    });
    match (values.pop(), values.is_empty()) {
        (Some(Some(value)), true) => Effective::Known { value, chain },
        (Some(None), true) => Effective::Unknown { why: Why::Computed, chain },
        _ => Effective::Unknown { why: Why::Disagree, chain },
    }
}

fn place<'b>(file: &'b File, setting: &Setting, start: Start<'_>) -> Option<SettingPlace<'b>> {
    let value = interpolated(&setting.value);
    let rank = rank(file, setting, start)?;
    let rank = if value == Value::Null { Rank::Read } else { rank };
    Some(SettingPlace { file: &file.path, span: setting.span, kind: setting.kind, value, rank })
}

/// `None`: the place has no say in this start.
fn rank(file: &File, setting: &Setting, start: Start<'_>) -> Option<Rank> {
    let in_code = file.language.is_code();
    match setting.kind {
        SettingKind::Parameter | SettingKind::Field | SettingKind::Constant => Some(Rank::Code),
        SettingKind::Environment => Some(Rank::Fallback),
        SettingKind::ConfigKey if in_code => Some(Rank::Fallback),
        SettingKind::CliOption => Some(Rank::Option),
        SettingKind::ConfigKey if file.language == Language::Dotenv => {
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            (name == ".env").then_some(Rank::File)
        }
        // Heads of documents speak of a skill or a command, HCL of machines.
        SettingKind::ConfigKey if matches!(file.language, Language::Markdown | Language::Hcl) => None,
        SettingKind::ConfigKey => Some(Rank::File),
        SettingKind::Container => match start {
            Start::Program => None,
            Start::Container(_) if file.language == Language::Dockerfile => Some(Rank::Image),
            Start::Container(path) => (file.path == path).then_some(Rank::Deployment),
        },
        // A call site sets its own call.
        SettingKind::Argument => None,
    }
}

/// Names of files that are there to be copied.
pub(super) fn is_example(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let mut parts = name.split(['.', '-', '_']);
    parts.any(|part| matches!(part, "example" | "examples" | "sample" | "template" | "tmpl" | "dist" | "schema"))
}

/// `${NAME:-x}` and `${NAME-x}` stand for `x` when the variable is not set, `${NAME}` for nothing.
fn interpolated(value: &Value) -> Value {
    let Value::Str(text) = value else { return value.clone() };
    let Some(inner) = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) else { return value.clone() };
    let name = inner.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let fallback = inner[name..].strip_prefix(":-").or_else(|| inner[name..].strip_prefix('-'));
    match fallback {
        Some(text) if !text.is_empty() && !text.contains("${") => Value::Str(text.into()),
        _ => Value::Null,
    }
}

/// A plain value; a name is followed once, to the one constant that it can mean.
fn literal(settings: &Settings<'_>, value: &Value) -> Option<Value> {
    match value {
        Value::Name(name) => {
            let wanted = snake(last(name));
            let mut found = settings.named(&wanted).iter().map(|(_, setting)| *setting).filter(|setting| {
                matches!(setting.kind, SettingKind::Constant | SettingKind::Field) && setting.name == wanted
            });
            let first = found.next()?;
            let plain = !matches!(first.value, Value::Name(_) | Value::Call(..) | Value::Other(_) | Value::Null);
            (plain && found.all(|other| other.value == first.value)).then(|| first.value.clone())
        }
        Value::Call(..) | Value::Other(_) | Value::Null => None,
        plain => Some(plain.clone()),
    }
}

/// One form for `true` and `"true"`, `5` and `"5"`.
fn written(value: &Value) -> String {
    match value {
        Value::Str(text) | Value::Num(text) => text.to_lowercase(),
        Value::Bool(value) => value.to_string(),
        other => format!("{other:?}"),
    }
}
