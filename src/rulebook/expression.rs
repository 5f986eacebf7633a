//! Conditions and sentences of the rulebook: minijinja expressions and templates, checked when they are read.

use std::{borrow::Cow, collections::BTreeSet, fmt, sync::Arc, sync::LazyLock};

use minijinja::{Environment, Expression, UndefinedBehavior, Value};
use regex::Regex;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

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

/// Functions that conditions and sentences may call. `first`, `names` and `plural` are for sentences only.
pub const FUNCTIONS: [(&str, Names); 14] = [
    ("has", Names::Rules),
    ("opt_in", Names::Rules),
    ("seen", Names::Rules),
    ("off", Names::Rules),
    ("count", Names::Rules),
    ("files", Names::Rules),
    ("near", Names::Rules),
    ("share", Names::Rules),
    ("first", Names::Rules),
    ("names", Names::Rules),
    ("absent", Names::Criterion),
    ("surface", Names::Capability),
    ("tools", Names::Nothing),
    ("plural", Names::Nothing),
];

/// Variables beside the functions.
pub const VARIABLES: [&str; 1] = ["kind"];

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
            .map_err(|e| format!("condition `{source}`: {}", message(&e)))?;
        let known = |n: &String| VARIABLES.contains(&n.as_str()) || FUNCTIONS.iter().any(|(f, _)| f == n);
        let undeclared: BTreeSet<String> = compiled.undeclared_variables(false).into_iter().collect();
        if let Some(name) = undeclared.iter().find(|n| !known(n)) {
            return Err(format!("condition `{source}`: unknown name `{name}`; known are {}", known_names()));
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

fn cut(text: &str) -> String {
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

/// Atoms combined outside the expression, so that unknown stays unknown.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    Atom(Atom),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Group {
    all: Option<Vec<Condition>>,
    any: Option<Vec<Condition>>,
    not: Option<Box<Condition>>,
}

/// Deeper nesting is a mistake of the rule, and evaluation recurses as deep.
const DEEPEST: usize = 32;

impl Condition {
    /// An expression as the list that its `and`, `or` and `not` stand for, so that what is unknown in one atom is weighed
    /// against the others. `Err` says what is wrong.
    pub fn parse(source: &str) -> Result<Self, String> {
        Atom::new(source)?;
        split(source, DEEPEST)
    }

    /// Every atom below, in written order.
    pub fn atoms(&self) -> Vec<&Atom> {
        let (mut out, mut stack) = (Vec::new(), vec![self]);
        while let Some(condition) = stack.pop() {
            match condition {
                Self::Atom(atom) => out.push(atom),
                Self::All(items) | Self::Any(items) => stack.extend(items.iter().rev()),
                Self::Not(inner) => stack.push(inner),
            }
        }
        out
    }

    /// As a reader of the chain of reasons sees it.
    pub fn describe(&self) -> String {
        let list = |items: &[Self], word: &str| items.iter().map(Self::describe).collect::<Vec<_>>().join(word);
        match self {
            Self::Atom(atom) => atom.source.clone(),
            Self::All(items) => format!("({})", list(items, " and ")),
            Self::Any(items) => format!("({})", list(items, " or ")),
            Self::Not(inner) => format!("not {}", inner.describe()),
        }
    }
}

/// `source` is a valid expression; `or` binds weakest, then `and`, then `not`, as in the expression language.
fn split(source: &str, depth: usize) -> Result<Condition, String> {
    let source = source.trim();
    if depth == 0 {
        return Err(format!("condition `{}` is nested deeper than {DEEPEST}", cut(source)));
    }
    let list = |parts: Vec<&str>| parts.into_iter().map(|part| split(part, depth - 1)).collect::<Result<Vec<_>, _>>();
    let (ors, ands) = (outside(source, " or "), outside(source, " and "));
    if ors.len() > 1 {
        return list(ors).map(Condition::Any);
    }
    if ands.len() > 1 {
        return list(ands).map(Condition::All);
    }
    if let Some(rest) = source.strip_prefix("not ") {
        return split(rest, depth - 1).map(|inner| Condition::Not(Box::new(inner)));
    }
    match source.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|inner| balanced(inner)) {
        Some(inner) => split(inner, depth - 1),
        None => Atom::new(source).map(Condition::Atom),
    }
}

/// The parts between the places where `word` stands outside of brackets and quotes.
fn outside<'s>(source: &'s str, word: &str) -> Vec<&'s str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut quote = None;
    for (at, c) in source.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, ' ') if depth == 0 && at >= start && source[at..].starts_with(word) => {
                parts.push(&source[start..at]);
                start = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(&source[start..]);
    parts
}

/// Whether every bracket that closes was opened before.
fn balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

struct ConditionVisitor;

impl<'de> Visitor<'de> for ConditionVisitor {
    type Value = Condition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a condition: an expression, a list of conditions, or a map with one of the keys all, any, not")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Condition, E> {
        Condition::parse(v).map_err(E::custom)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Condition, E> {
        self.visit_str(if v { "true" } else { "false" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Condition, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        match items.is_empty() {
            true => Err(A::Error::custom("an empty list of conditions always holds; leave `when` out")),
            false => Ok(Condition::All(items)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Condition, A::Error> {
        let group = Group::deserialize(MapAccessDeserializer::new(map))?;
        let condition = match (group.all, group.any, group.not) {
            (Some(items), None, None) if !items.is_empty() => Condition::All(items),
            (None, Some(items), None) if !items.is_empty() => Condition::Any(items),
            (None, None, Some(inner)) => Condition::Not(inner),
            _ => {
                return Err(A::Error::custom(
                    "a condition map has exactly one of the keys all, any, not, and its list is not empty",
                ));
            }
        };
        Ok(condition)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ConditionVisitor)
    }
}

impl JsonSchema for Condition {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (atom, group) = (generator.subschema_for::<Atom>(), Group::json_schema(generator));
        json_schema!({"anyOf": [
            atom,
            {"type": "boolean"},
            {"type": "array", "items": {"$ref": "#/$defs/Condition"}, "minItems": 1},
            group,
        ]})
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
            "condition `hass('a')`: unknown name `hass`; known are absent, count, files, first, has, kind, names, near, \
             off, opt_in, plural, seen, share, surface, tools"
        );
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
    fn conditions_combine_outside_the_expression() {
        let condition: Condition =
            serde_yaml::from_str("[\"has('a')\", {not: {any: [\"has('b')\", \"off('c')\"]}}]").unwrap();
        assert_eq!(condition.describe(), "(has('a') and not (has('b') or off('c')))");
        assert_eq!(condition.atoms().len(), 3);
        assert!(serde_yaml::from_str::<Condition>("{any: []}").is_err());
        assert!(serde_yaml::from_str::<Condition>("[]").is_err());
    }

    #[test]
    fn an_expression_is_the_list_that_it_stands_for() {
        for (source, wanted) in [
            ("has('a')", "has('a')"),
            ("has('a') and not has('b')", "(has('a') and not has('b'))"),
            ("has('a') or has('b') and has('c')", "(has('a') or (has('b') and has('c')))"),
            ("(has('a') or has('b')) and has('c')", "((has('a') or has('b')) and has('c'))"),
            ("(has('a')) and (has('b'))", "(has('a') and has('b'))"),
            ("not (has('a') or count('b') > 1)", "not (has('a') or count('b') > 1)"),
            ("not kind == 'agent'", "not kind == 'agent'"),
            ("kind == 'this and that' or has('a')", "(kind == 'this and that' or has('a'))"),
        ] {
            assert_eq!(Condition::parse(source).unwrap().describe(), wanted);
        }
        let deep = format!("{}has('a'){}", "not (".repeat(40), ")".repeat(40));
        assert!(Condition::parse(&deep).unwrap_err().contains("nested deeper than 32"));
    }

    #[test]
    fn the_last_text_has_no_condition() {
        assert!(serde_yaml::from_str::<Text>("[{when: \"has('a')\", text: x}]").is_err());
        assert_eq!(serde_yaml::from_str::<Text>("[{when: \"has('a')\", text: x}, {text: y}]").unwrap().0.len(), 2);
    }
}
