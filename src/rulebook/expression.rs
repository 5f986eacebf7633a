//! Atoms of conditions and sentences of the rulebook: minijinja expressions and templates, checked when they are read.

use std::{borrow::Cow, collections::BTreeSet, fmt, sync::Arc, sync::LazyLock};

use minijinja::{Environment, Expression, UndefinedBehavior, Value};
use regex::Regex;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, SeqAccess, Visitor},
};

use super::condition::Condition;

/// Only parses and evaluates: functions come with the context, so that an unknown name is an error and not credit.
static SYNTAX: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut env = Environment::empty();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env
});

/// What an argument of a function names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    Rules,
    Criterion,
    Capability,
    Nothing,
}

/// Functions that conditions and sentences may call. `first`, `at`, `names` and `plural` are for sentences only.
pub const FUNCTIONS: [(&str, Names); 16] = [
    ("has", Names::Rules),
    ("opt_in", Names::Rules),
    ("seen", Names::Rules),
    ("off", Names::Rules),
    ("runs", Names::Rules),
    ("count", Names::Rules),
    ("files", Names::Rules),
    ("near", Names::Rules),
    ("share", Names::Rules),
    ("first", Names::Rules),
    ("at", Names::Rules),
    ("names", Names::Rules),
    ("absent", Names::Criterion),
    ("surface", Names::Capability),
    ("tools", Names::Nothing),
    ("plural", Names::Nothing),
];

/// Variables beside the functions.
pub const VARIABLES: [&str; 2] = ["kind", "configuration"];

/// Captures that a rule's own `finding` may name.
pub const CAPTURES: [&str; 7] = ["callee", "name", "value", "tool", "function", "file", "line"];

/// One expression that is true or false or raises Unknown.
#[derive(Clone)]
pub struct Atom {
    source: String,
    compiled: Arc<Expression<'static, 'static>>,
}

impl Atom {
    /// `Err` says what is wrong.
    pub fn new(source: &str) -> Result<Self, String> {
        let compiled = SYNTAX
            .compile_expression_owned(source.to_owned())
            .map_err(|e| format!("condition `{source}`: {}{}", message(&e), advice(source)))?;
        let known = |n: &String| VARIABLES.contains(&n.as_str()) || FUNCTIONS.iter().any(|(f, _)| f == n);
        let undeclared: BTreeSet<String> = compiled.undeclared_variables(false).into_iter().collect();
        if let Some(name) = undeclared.iter().find(|n| !known(n)) {
            let argument = source.contains(&format!("({name}")) || source.contains(&format!(", {name}"));
            let quotes = if argument { "; rules stand in quotes: has('id')" } else { "" };
            return Err(format!("condition `{source}`: unknown name `{name}`; known are {}{quotes}", known_names()));
        }
        Ok(Self { source: source.to_owned(), compiled: Arc::new(compiled) })
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    /// `context` supplies the functions.
    pub fn evaluate(&self, context: &Value) -> Result<Value, minijinja::Error> {
        self.compiled.eval(context.clone())
    }
}

/// The usual slip behind a condition that cannot be read.
fn advice(source: &str) -> &'static str {
    if source.contains(" = ") { "; `==` compares" } else { "" }
}

fn known_names() -> String {
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|(f, _)| *f).chain(VARIABLES).collect();
    names.sort_unstable();
    names.join(", ")
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Atom({})", self.source)
    }
}

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

/// A sentence with `{{ … }}` places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    source: String,
}

impl Template {
    /// `Err` says what is wrong.
    pub fn new(source: &str) -> Result<Self, String> {
        let source = source.trim();
        if source.is_empty() {
            return Err("an empty text".into());
        }
        let environment = Environment::empty();
        let template =
            environment.template_from_str(source).map_err(|e| format!("text `{}`: {}", cut(source), message(&e)))?;
        let known = |n: &String| {
            VARIABLES.contains(&n.as_str()) || CAPTURES.contains(&n.as_str()) || FUNCTIONS.iter().any(|(f, _)| f == n)
        };
        let undeclared: BTreeSet<String> = template.undeclared_variables(false).into_iter().collect();
        if let Some(name) = undeclared.iter().find(|n| !known(n)) {
            return Err(format!("text `{}`: unknown name `{name}`", cut(source)));
        }
        if BLOCK.find_iter(source).any(|b| b.as_str().contains('|')) {
            return Err(format!("text `{}`: filters (`|`) are not known here", cut(source)));
        }
        Ok(Self { source: source.to_owned() })
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    /// The code in its blocks, where functions may stand.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        BLOCK.find_iter(&self.source).map(|b| b.as_str())
    }

    /// Names used in it that are captures of one match.
    pub fn captures(&self) -> BTreeSet<String> {
        let environment = Environment::empty();
        let names = environment.template_from_str(&self.source).map(|t| t.undeclared_variables(false));
        names.unwrap_or_default().into_iter().filter(|n| CAPTURES.contains(&n.as_str())).collect()
    }
}

static BLOCK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)\{\{.*?\}\}|\{%.*?%\}").expect("a valid pattern"));

/// A function call in the source of an expression: its name and the texts among its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub function: &'static str,
    pub names: Names,
    pub texts: Vec<String>,
    /// Whole numbers among its arguments.
    pub numbers: Vec<u64>,
}

static CALL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"([A-Za-z_][A-Za-z0-9_]*)\s*\(([^()]*)\)").expect("a valid pattern"));
static TEXT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"'([^']*)'|"([^"]*)""#).expect("a valid pattern"));

/// Every call of a known function with literal texts. None of the functions takes another's result but `plural`, whose
/// inner call is found as well.
pub fn uses(source: &str) -> Vec<Use> {
    let mut found = Vec::new();
    for call in CALL.captures_iter(source) {
        let Some((function, names)) = FUNCTIONS.iter().find(|(f, _)| *f == &call[1]) else { continue };
        let texts =
            TEXT.captures_iter(&call[2]).filter_map(|t| t.get(1).or(t.get(2)).map(|m| m.as_str().to_owned())).collect();
        let numbers = call[2].split(',').filter_map(|argument| argument.trim().parse().ok()).collect();
        found.push(Use { function, names: *names, texts, numbers });
    }
    found
}

pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// What minijinja says, on one line, without its own place: the file and line are said around it.
fn message(error: &minijinja::Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), str::to_owned).replace('\n', " ")
}

impl<'de> Deserialize<'de> for Atom {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

struct TemplateVisitor;

impl Visitor<'_> for TemplateVisitor {
    type Value = Template;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Template, E> {
        Template::new(v).map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Template {
    /// The visitor fails where the text stands, so that the error has its key.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TemplateVisitor)
    }
}

impl JsonSchema for Atom {
    fn schema_name() -> Cow<'static, str> {
        "Atom".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "description": "An expression over signals that is true or false."})
    }
}

impl JsonSchema for Template {
    fn schema_name() -> Cow<'static, str> {
        "Template".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "description": "A sentence with {{ … }} places."})
    }
}

/// A sentence, or several of which the first that holds is taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Text(pub Vec<WhenText>);

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhenText {
    pub when: Option<Condition>,
    pub text: Template,
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or a list of {when: …, text: …} of which the last has no `when`")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Text, E> {
        Ok(Text(vec![WhenText { when: None, text: Template::new(v).map_err(E::custom)? }]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Text, A::Error> {
        let mut items: Vec<WhenText> = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        let conditional = items.iter().filter(|i| i.when.is_some()).count();
        match items.last() {
            Some(last) if last.when.is_none() && conditional + 1 == items.len() => Ok(Text(items)),
            _ => Err(A::Error::custom("of a list of texts the last, and only the last, has no `when`")),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (template, item) = (generator.subschema_for::<Template>(), generator.subschema_for::<WhenText>());
        json_schema!({"anyOf": [template, {"type": "array", "items": item, "minItems": 1}]})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_never_become_credit() {
        assert_eq!(
            Atom::new("hass('a')").unwrap_err(),
            "condition `hass('a')`: unknown name `hass`; known are absent, at, configuration, count, files, first, has, kind, names, near, \
             off, opt_in, plural, runs, seen, share, surface, tools"
        );
        assert!(Atom::new("has(a-rule)").unwrap_err().ends_with("; rules stand in quotes: has('id')"));
        assert!(Atom::new("kind = 'agent'").unwrap_err().ends_with("; `==` compares"));
        assert!(Atom::new("has('a'").is_err());
        assert!(Atom::new("count('a') > 2 and kind == 'agent'").is_ok());
        assert_eq!(
            Template::new("{{ names_of('x') }}").unwrap_err(),
            "text `{{ names_of('x') }}`: unknown name `names_of`"
        );
        assert!(Template::new("{{ callee | upper }}").is_err());
    }

    #[test]
    fn the_rules_that_an_expression_names_are_found() {
        let found = uses("has('a', \"b\") and not share('c','d',1,2) or absent('C4') and tools() > 1");
        let texts: Vec<Vec<String>> = found.iter().map(|u| u.texts.clone()).collect();
        assert_eq!(texts, [vec!["a", "b"], vec!["c", "d"], vec!["C4"], vec![]]);
        let nested = uses("plural(count('x'), 'tool', 'tools')");
        assert_eq!(nested.len(), 1);
        assert_eq!(nested[0].texts, ["x"]);
    }

    #[test]
    fn the_last_text_has_no_condition() {
        assert!(serde_yaml::from_str::<Text>("[{when: \"has('a')\", text: x}]").is_err());
        assert_eq!(serde_yaml::from_str::<Text>("[{when: \"has('a')\", text: x}, {text: y}]").unwrap().0.len(), 2);
    }
}
