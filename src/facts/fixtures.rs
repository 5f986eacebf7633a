//! Fixtures beside the queries: invented files whose comments say which facts they must give.
//!
//! `# tool: langchain search(query: string) ->search body described` speaks of the next line that is no mark, or of its
//! own line when it stands behind something. A mark is `tool:`, `model:`, `loop:`, `route:` or `setting:`; what
//! follows is the fact as [`show_tool`], [`show_model`], [`show_loop`], [`show_route`] and [`show_setting`] write it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::LazyLock,
};

use regex::Regex;

use super::{Append, Bounded, FileFacts, Loop, ModelCall, ParameterKind, Route, Setting, Stop, Tool, Value, extract};
use crate::syntax::Language;

/// A mark that does not hold, or a fact without one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FactProblem {
    pub file: String,
    /// 1-based; 0 for the file as a whole.
    pub line: u32,
    pub expected: Option<String>,
    /// What the line gives instead.
    pub found: Vec<String>,
}

impl fmt::Display for FactProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:", self.file, self.line)?;
        match &self.expected {
            Some(expected) => write!(f, " expected {expected}")?,
            None => write!(f, " a fact without a mark")?,
        }
        for found in &self.found {
            write!(f, "\n    found {found}")?;
        }
        Ok(())
    }
}

/// What the fixtures of all queries gave.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FactReport {
    pub fixtures: usize,
    /// Marks by what they are about: framework of tools and model calls, name of the settings' fixture.
    pub expectations: BTreeMap<String, usize>,
    /// Sorted.
    pub problems: Vec<FactProblem>,
}

impl FactReport {
    pub fn total(&self) -> usize {
        self.expectations.values().sum()
    }
}

impl fmt::Display for FactReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        write!(
            f,
            "{} fixtures of queries: {} expected facts, {} wrong",
            self.fixtures,
            self.total(),
            self.problems.len()
        )
    }
}

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:#|//|/\*|<!--)\s*((?:tool|model|loop|route|setting): .*?)\s*(?:\*/|-->)?$")
        .expect("a valid pattern")
});

struct Mark {
    /// 1-based line that it speaks of.
    line: u32,
    text: String,
}

fn marks(text: &str) -> Vec<Mark> {
    let lines: Vec<&str> = text.lines().collect();
    let alone = |line: &str| MARK.find(line).is_some_and(|found| line[..found.start()].trim().is_empty());
    let mut out = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(captures) = MARK.captures(line) else { continue };
        let target = match alone(line) {
            true => (index + 1..lines.len()).find(|at| !alone(lines[*at])).unwrap_or(index),
            false => index,
        };
        let line = u32::try_from(target + 1).unwrap_or(u32::MAX);
        out.push(Mark { line, text: captures[1].to_owned() });
    }
    out
}

/// Stem and path within an imagined repository: `python/tools-mcp.fixture.py` is `python/tools-mcp` and `fixture.py`,
/// `config/settings-compose.fixture.compose.yaml` is `config/settings-compose` and `compose.yaml`.
fn fixture_of(path: &str) -> Option<(&str, String)> {
    let (stem, rest) = path.strip_prefix("queries/")?.split_once(".fixture.")?;
    let extension = !rest.contains('.') && rest.len() <= 6 && rest.bytes().all(|byte| byte.is_ascii_lowercase());
    Some((stem, if extension { format!("fixture.{rest}") } else { rest.to_owned() }))
}

/// Runs the extractor over every fixture among the files of a rule set, by path.
pub fn test_query_fixtures<T: AsRef<str>>(sources: &BTreeMap<String, T>) -> FactReport {
    let mut report = FactReport::default();
    // What the fixtures of a stem speak of.
    let mut spoken: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources {
        let text = text.as_ref();
        let Some((stem, name)) = fixture_of(path) else { continue };
        report.fixtures += 1;
        let language = Language::detect(&name, text.as_bytes());
        let facts = extract(language, &name, text).facts;
        let marks = marks(text);
        let settings = stem.rsplit('/').next().unwrap_or(stem).strip_prefix("settings-");
        for mark in &marks {
            let about = match settings {
                Some(idiom) => idiom.to_owned(),
                None => mark.text.split_whitespace().nth(1).unwrap_or_default().to_owned(),
            };
            // Model calls stand in the fixtures of tools too.
            let folder = stem.split('/').next().unwrap_or(stem);
            let of_models = mark.text.starts_with("model:") || mark.text.starts_with("loop:");
            let of_routes = mark.text.starts_with("route:");
            let stem = if of_routes {
                format!("{folder}/routes")
            } else if of_models {
                format!("{folder}/models")
            } else {
                stem.to_owned()
            };
            spoken.entry(stem).or_default().insert(about.clone());
            *report.expectations.entry(about).or_default() += 1;
        }
        judge(path, &facts, &marks, settings.is_none(), &mut report.problems);
    }
    for (path, text) in sources {
        let Some(stem) = path.strip_prefix("queries/") else { continue };
        let Some(stem) = stem.strip_suffix(".scm").or_else(|| stem.strip_suffix(".yaml")) else { continue };
        if stem.contains(".fixture.") {
            continue;
        }
        let spoken = spoken.get(stem);
        for framework in frameworks(text.as_ref()) {
            if !spoken.is_some_and(|spoken| spoken.contains(framework)) {
                report.problems.push(FactProblem {
                    file: path.clone(),
                    line: 1,
                    expected: Some(format!("a mark with {framework} in queries/{stem}.fixture.*")),
                    found: Vec::new(),
                });
            }
        }
    }
    report.problems.sort();
    report
}

/// The frameworks that a query file or a table of model calls names.
fn frameworks(text: &str) -> BTreeSet<&str> {
    static NAMED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?:\(#set! framework "([^"]+)"\)|\bframework: ([a-z0-9-]+))"#).expect("a valid pattern")
    });
    NAMED
        .captures_iter(text)
        .filter_map(|found| found.get(1).or_else(|| found.get(2)))
        .map(|found| found.as_str())
        .collect()
}

/// `whole`: every tool and model call needs a mark; settings are never all marked.
fn judge(path: &str, facts: &FileFacts, marks: &[Mark], whole: bool, problems: &mut Vec<FactProblem>) {
    let mut shown: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for tool in &facts.tools {
        shown.entry(tool.span.start).or_default().push(show_tool(tool));
    }
    for model in &facts.models {
        shown.entry(model.span.start).or_default().push(show_model(facts, model));
    }
    let asked: BTreeSet<u32> = marks.iter().map(|mark| mark.line).collect();
    for setting in facts.settings.iter().filter(|setting| asked.contains(&setting.span.start)) {
        shown.entry(setting.span.start).or_default().push(show_setting(setting));
    }
    for route in facts.routes.iter().filter(|route| asked.contains(&route.span.start) || path.contains("/routes.")) {
        shown.entry(route.span.start).or_default().push(show_route(facts, route));
    }
    for known in facts.loops.iter().filter(|known| asked.contains(&known.span.start)) {
        shown.entry(known.span.start).or_default().push(show_loop(facts, known));
    }
    for mark in marks {
        let found = shown.entry(mark.line).or_default();
        match found.iter().position(|fact| *fact == mark.text) {
            Some(at) => drop(found.remove(at)),
            None => {
                let kind = mark.text.split(':').next().unwrap_or_default();
                problems.push(FactProblem {
                    file: path.to_owned(),
                    line: mark.line,
                    expected: Some(mark.text.clone()),
                    found: found.iter().filter(|fact| fact.starts_with(kind)).cloned().collect(),
                });
            }
        }
    }
    for (line, left) in shown {
        let left: Vec<String> = left
            .into_iter()
            .filter(|fact| whole && !fact.starts_with("setting:") && !fact.starts_with("loop:"))
            .collect();
        let told = |problem: &FactProblem| problem.file == path && problem.line == line;
        if !left.is_empty() && !problems.iter().any(told) {
            problems.push(FactProblem { file: path.to_owned(), line, expected: None, found: left });
        }
    }
}

/// `tool: framework name(parameters) ->handler body hints approval described in collections bound`.
///
/// A parameter is `name: kind`, `?` behind the name where it may be left out, `!` behind the kind where it is limited.
/// Words that do not hold are left out; `body` says that the handler's lines are known.
pub fn show_tool(tool: &Tool) -> String {
    let parameters: Vec<String> = tool
        .parameters
        .iter()
        .zip(&tool.schema)
        .map(|(name, schema)| {
            let optional = if schema.required == Some(false) { "?" } else { "" };
            let kind = match schema.kind {
                ParameterKind::Unknown => "",
                ParameterKind::String => ": string",
                ParameterKind::Number => ": number",
                ParameterKind::Boolean => ": boolean",
                ParameterKind::Enum => ": enum",
                ParameterKind::Array => ": array",
                ParameterKind::Object => ": object",
            };
            format!("{name}{optional}{kind}{}", if schema.bounded { "!" } else { "" })
        })
        .collect();
    let mut out =
        format!("tool: {} {}({})", tool.framework, tool.name.as_deref().unwrap_or("unnamed"), parameters.join(", "));
    out.extend(tool.handler.iter().map(|handler| format!(" ->{handler}")));
    if tool.body.is_some() {
        out.push_str(" body");
    }
    out.extend(tool.annotations.iter().map(|(name, value)| format!(" {name}={}", show_value(value))));
    out.extend(tool.approval.iter().map(|value| format!(" approval={}", show_value(value))));
    if tool.has_description {
        out.push_str(" described");
    }
    if !tool.collections.is_empty() {
        out.push_str(" in ");
        out.push_str(&tool.collections.join(","));
    }
    if tool.bound {
        out.push_str(" bound");
    }
    out
}

/// `model: framework kind in function loop bound=… tools=[…] model=… system=… appends=[…] stops=[…]`, what is not known
/// left out.
pub fn show_model(facts: &FileFacts, model: &ModelCall) -> String {
    let mut out = format!("model: {} {}", model.framework, format!("{:?}", model.kind).to_lowercase());
    let function = model.function.and_then(|at| facts.functions.get(at as usize));
    out.extend(function.map(|function| format!(" in {}", function.name)));
    if model.in_loop {
        out.push_str(" loop");
    }
    out.extend(model.bound.iter().map(|bound| format!(" bound={}", show_value(bound))));
    if !model.tools.is_empty() {
        out.push_str(&format!(" tools=[{}]", model.tools.join(", ")));
    }
    out.extend(model.model.iter().map(|value| format!(" model={}", show_value(value))));
    out.extend(model.system.iter().map(|value| format!(" system={}", show_value(value))));
    if !model.appends.is_empty() {
        let appends: Vec<String> = model.appends.iter().map(show_append).collect();
        out.push_str(&format!(" appends=[{}]", appends.join(", ")));
    }
    if !model.stops.is_empty() {
        let word = |stop: &Stop| format!("{} {}", format!("{:?}", stop.kind).to_lowercase(), stop.name);
        let stops: Vec<String> = model.stops.iter().map(word).collect();
        out.push_str(&format!(" stops=[{}]", stops.join(", ")));
    }
    out
}

/// `role<-source in label`: what is not known left out.
fn show_append(append: &Append) -> String {
    let mut out = format!("{:?}", append.role).to_lowercase();
    out.extend(append.from.iter().map(|from| format!("<-{from}")));
    out.extend(append.wrapped.iter().map(|wrapped| format!(" in {}", show_value(wrapped))));
    out
}

/// `route: framework kind get,post path ->handler in function around=[…]`, what is not known left out.
pub fn show_route(facts: &FileFacts, route: &Route) -> String {
    let mut out = format!("route: {} {}", route.framework, format!("{:?}", route.kind).to_lowercase());
    if !route.methods.is_empty() {
        out.push_str(&format!(" {}", route.methods.join(",")));
    }
    out.extend(route.path.iter().map(|path| format!(" {path:?}")));
    out.extend(route.handler.iter().map(|handler| format!(" ->{handler}")));
    let function = route.function.and_then(|at| facts.functions.get(at as usize));
    out.extend(function.map(|function| format!(" in {}", function.name)));
    if !route.around.is_empty() {
        out.push_str(&format!(" around=[{}]", route.around.join(", ")));
    }
    out
}

/// `loop: bounded | endless | unknown in function limit=… asks`.
pub fn show_loop(facts: &FileFacts, known: &Loop) -> String {
    let bounded = match known.bounded {
        Bounded::Yes => "bounded",
        Bounded::No => "endless",
        Bounded::Unknown => "unknown",
    };
    let function = known.function.and_then(|at| facts.functions.get(at as usize));
    let mut out = format!("loop: {bounded}");
    out.extend(function.map(|function| format!(" in {}", function.name)));
    out.extend(known.limit.iter().map(|limit| format!(" limit={}", show_value(limit))));
    if known.asks_model {
        out.push_str(" asks");
    }
    out
}

/// `setting: kind name = value`.
pub fn show_setting(setting: &Setting) -> String {
    let kind = super::names::snake(&format!("{:?}", setting.kind));
    format!("setting: {kind} {} = {}", setting.name, show_value(&setting.value))
}

/// A value on one line: names bare, what could not be read in `<>`.
pub fn show_value(value: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(show_value).collect::<Vec<_>>().join(", ");
    match value {
        Value::Str(text) => format!("{text:?}"),
        Value::Num(text) | Value::Name(text) => text.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null => "null".to_owned(),
        Value::List(values) => format!("[{}]", list(values)),
        Value::Object(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {}", show_value(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Value::Call(callee, values) => format!("{callee}({})", list(values)),
        Value::Other(text) => format!("<{}>", text.replace('\n', " ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn fixtures_beside_the_queries_hold() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
        let files: BTreeMap<String, String> = walkdir::WalkDir::new(root.join("queries"))
            .into_iter()
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file())
            .filter_map(|entry| {
                let path = entry.path().strip_prefix(&root).ok()?.display().to_string();
                Some((path, std::fs::read_to_string(entry.path()).ok()?))
            })
            .collect();
        let report = test_query_fixtures(&files);
        assert!(report.problems.is_empty(), "{report}");
        assert!(report.total() >= 250, "{:?}", report.expectations);
    }

    #[test]
    fn problems_show_both_sides() {
        let report = test_query_fixtures(&sources(&[
            ("queries/python/a.scm", "(#set! framework \"mcp\") (#set! framework \"x\")"),
            (
                "queries/python/a.fixture.py",
                "# tool: mcp one()\n@mcp.tool()\ndef two(): ...\n@mcp.tool()\ndef three(): ...\n",
            ),
            (
                "queries/config/settings-env.fixture..env",
                "A=1 # setting: config_key a = 1\n# setting: config_key b = 1\nB=2\n",
            ),
        ]));
        let shown: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "queries/config/settings-env.fixture..env:3: expected setting: config_key b = 1\n    found setting: config_key b = 2",
                "queries/python/a.fixture.py:2: expected tool: mcp one()\n    found tool: mcp two() ->two body bound",
                "queries/python/a.fixture.py:4: a fact without a mark\n    found tool: mcp three() ->three body bound",
                "queries/python/a.scm:1: expected a mark with x in queries/python/a.fixture.*",
            ]
        );
        assert_eq!((report.fixtures, report.total()), (2, 3));
    }
}
