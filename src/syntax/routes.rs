//! The embedded tables of what starts code from outside: `rules/queries/<language>/routes.yaml`.

use std::{collections::BTreeSet, sync::OnceLock};

use serde::{Deserialize, Serialize};

use super::{Language, query::embedded};

/// What starts the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RouteKind {
    Http,
    /// An HTTP route that another service calls when something happened there.
    Webhook,
    Socket,
    Queue,
    Schedule,
    /// A message or event of a chat or another platform.
    Event,
}

/// Which of the arguments behind the path is the function that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandlerAt {
    /// What stands before it stands between.
    #[default]
    Last,
    /// What stands behind it stands between.
    First,
}

/// The routes of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteTable {
    /// The first that matches counts.
    pub routes: Vec<RouteForm>,
    pub between: Between,
    /// Globs of paths and handlers of HTTP routes that other services call.
    pub webhooks: Vec<String>,
    #[serde(skip)]
    last_names: BTreeSet<String>,
}

/// How routes of one framework are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteForm {
    pub framework: String,
    pub kind: RouteKind,
    /// Globs of the resolved callee. The last part after a dot is a plain name.
    #[serde(default)]
    pub callee: Vec<String>,
    /// Globs of the decorator or attribute of the function that runs.
    #[serde(default)]
    pub decorator: Vec<String>,
    /// Names of exported functions that are routes by their name, the method in it.
    #[serde(default)]
    pub function: Vec<String>,
    /// The file imports a module that matches one of these globs.
    #[serde(default)]
    pub import: Vec<String>,
    /// Methods where the name does not say them.
    #[serde(default)]
    pub methods: Vec<String>,
    #[serde(default)]
    pub handler: HandlerAt,
    /// Without a path that is written out it is none. Default: for HTTP.
    pub path: Option<bool>,
}

/// What stands between a route and its handler.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// Last names of calls and decorators that put something before all routes of what they are called on.
    pub uses: Vec<String>,
    /// Those that hold for the chain of calls they stand in: `r.With(auth).Get(…)`.
    pub chains: Vec<String>,
    /// Names of arguments and keys that hold it, in snake case.
    pub arguments: Vec<String>,
    /// Globs of calls in the parameters of a handler whose arguments must give their consent.
    pub dependencies: Vec<String>,
}

impl RouteTable {
    /// True for the last part of a callee that some form or use ends in.
    pub fn may_route(&self, last: &str) -> bool {
        self.last_names.contains(last)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut table: Self = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
        for form in &table.routes {
            let ways = [&form.callee, &form.decorator, &form.function].into_iter().filter(|way| !way.is_empty());
            if ways.count() != 1 {
                return Err(format!("{}: one of `callee`, `decorator` and `function` is needed", form.framework));
            }
        }
        let callees = table.routes.iter().flat_map(|form| &form.callee);
        let last = |glob: &String| glob.rsplit('.').next().unwrap_or(glob).to_owned();
        table.last_names =
            callees.map(last).chain(table.between.uses.iter().chain(&table.between.chains).cloned()).collect();
        match table.last_names.iter().find(|name| name.is_empty() || name.contains('*')) {
            Some(wrong) => Err(format!("{wrong}: ends in no plain name")),
            None => Ok(table),
        }
    }
}

/// The table of a language; `None` where it has none. Embedded tables are valid: a test sees to it.
pub fn routes(language: Language) -> Option<&'static RouteTable> {
    static TABLES: [OnceLock<Option<RouteTable>>; 7] = [const { OnceLock::new() }; 7];
    let (at, path) = match language {
        Language::Python => (0, "python/routes.yaml"),
        Language::TypeScript | Language::Tsx | Language::JavaScript => (1, "typescript/routes.yaml"),
        Language::Go => (2, "go/routes.yaml"),
        Language::Rust => (3, "rust/routes.yaml"),
        Language::Kotlin | Language::Java => (4, "jvm/routes.yaml"),
        Language::CSharp => (5, "csharp/routes.yaml"),
        Language::Elixir => (6, "elixir/routes.yaml"),
        _ => return None,
    };
    TABLES[at]
        .get_or_init(|| {
            let text = embedded(path)?;
            RouteTable::parse(text).map_err(|message| tracing::error!("{path}: {message}")).ok()
        })
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_embedded_tables_are_valid() {
        for folder in ["python", "typescript", "go", "rust", "jvm", "csharp", "elixir"] {
            let path = &format!("{folder}/routes.yaml");
            let table =
                RouteTable::parse(embedded(path).expect(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(table.routes.len() > 2, "{path}");
        }
    }
}
