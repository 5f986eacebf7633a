//! The embedded tables of model calls: `rules/queries/<language>/models.yaml`.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use serde::Deserialize;

use super::{Language, query::embedded};

/// What an argument of a model call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Model,
    System,
    /// A list of messages: the one of the role `system` is the system prompt.
    Messages,
    Tools,
    /// How many rounds a runner may take.
    Bound,
    /// Nothing that is asked for.
    #[serde(rename = "-")]
    Nothing,
}

/// What a call does with a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// Asks it, once or by a runner that loops by itself.
    Call,
    /// Makes an agent or model, or gives it tools.
    Agent,
    /// Hands tools to whatever client asks for them.
    Serve,
}

/// The calls of one language that reach a model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTable {
    /// Names of keyword arguments, object keys and struct fields in snake case.
    pub roles: BTreeMap<Role, Vec<String>>,
    /// The first that matches counts.
    pub calls: Vec<ModelPattern>,
    pub turns: TurnWords,
    pub stops: StopWords,
    #[serde(skip)]
    last_names: BTreeSet<String>,
}

/// How messages are put together. Globs are compared with names in snake case, those of calls with resolved callees.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnWords {
    /// Last names of calls that put something into a list.
    pub add: Vec<String>,
    /// Roles, types, keys and constructors that say who speaks.
    pub tool: Vec<String>,
    pub reply: Vec<String>,
    pub user: Vec<String>,
    pub system: Vec<String>,
    /// Keys of the text of a message.
    pub content: Vec<String>,
    /// Calls that give their argument, or what they are called on, in another form.
    pub passes: Vec<String>,
    /// Calls that mark their argument as foreign.
    pub wraps: Vec<String>,
}

/// How calls and loops are stopped from outside. Globs are compared with names as they are written, imports resolved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopWords {
    /// Names of arguments, in snake case.
    pub arguments: Vec<String>,
    /// Values of arguments.
    pub values: Vec<String>,
    /// Values that never stop anything.
    pub never: Vec<String>,
    /// What an interruption is caught as.
    pub caught: Vec<String>,
    /// Names in conditions.
    pub tested: Vec<String>,
    /// Names in conditions that sound like it and are none.
    pub not_tested: Vec<String>,
    /// Calls that leave by themselves.
    pub leaves: Vec<String>,
}

/// How one framework or provider is called.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPattern {
    pub framework: String,
    pub kind: CallKind,
    /// Globs of the resolved callee. The last part after a dot is a plain name.
    #[serde(default)]
    pub callee: Vec<String>,
    /// Globs of what made the object before the last dot: `ChatOpenAI` for `llm.invoke` after `llm = ChatOpenAI()`.
    #[serde(default)]
    pub receiver: Vec<String>,
    /// The file imports a module that matches one of these globs.
    #[serde(default)]
    pub import: Vec<String>,
    /// A string among the arguments matches one of these globs.
    #[serde(default)]
    pub string: Vec<String>,
    /// A name among the arguments matches one of these globs.
    #[serde(default)]
    pub name: Vec<String>,
    /// One of the arguments has one of these names.
    #[serde(default)]
    pub argument: Vec<String>,
    /// Globs of a decorator: the decorated function hands out the tools that it returns.
    #[serde(default)]
    pub decorator: Vec<String>,
    /// Roles of the positional arguments.
    #[serde(default)]
    pub positional: Vec<Role>,
}

impl ModelTable {
    /// The role of an argument's name in snake case.
    pub fn role(&self, name: &str) -> Option<Role> {
        self.roles.iter().find(|(_, names)| names.iter().any(|known| known == name)).map(|(role, _)| *role)
    }

    /// True for the last part of a callee that some pattern ends in.
    pub fn may_call(&self, last: &str) -> bool {
        self.last_names.contains(last)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut table: Self = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
        for pattern in &table.calls {
            if pattern.callee.is_empty() == pattern.decorator.is_empty() {
                return Err(format!("{}: one of `callee` and `decorator` is needed", pattern.framework));
            }
            for glob in &pattern.callee {
                let last = glob.rsplit('.').next().unwrap_or(glob);
                if last.is_empty() || last.contains('*') {
                    return Err(format!("{glob}: ends in no plain name"));
                }
            }
        }
        table.last_names = table
            .calls
            .iter()
            .flat_map(|pattern| &pattern.callee)
            .map(|glob| glob.rsplit('.').next().unwrap_or(glob).to_owned())
            .collect();
        Ok(table)
    }
}

/// The table of a language; `None` where it has none. Embedded tables are valid: a test sees to it.
pub fn models(language: Language) -> Option<&'static ModelTable> {
    static TABLES: [OnceLock<Option<ModelTable>>; 8] = [const { OnceLock::new() }; 8];
    let (at, path) = match language {
        Language::Python => (0, "python/models.yaml"),
        Language::TypeScript | Language::Tsx | Language::JavaScript => (1, "typescript/models.yaml"),
        Language::Go => (2, "go/models.yaml"),
        Language::Rust => (3, "rust/models.yaml"),
        Language::Kotlin | Language::Java => (4, "jvm/models.yaml"),
        Language::CSharp => (5, "csharp/models.yaml"),
        Language::Elixir => (6, "elixir/models.yaml"),
        Language::C | Language::Cpp => (7, "c/models.yaml"),
        _ => return None,
    };
    TABLES[at]
        .get_or_init(|| {
            let text = embedded(path)?;
            ModelTable::parse(text).map_err(|message| tracing::error!("{path}: {message}")).ok()
        })
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_embedded_tables_are_valid() {
        for folder in ["python", "typescript", "go", "rust", "jvm", "csharp", "elixir", "c"] {
            let path = &format!("{folder}/models.yaml");
            let table =
                ModelTable::parse(embedded(path).expect(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(table.calls.len() > 1 && table.role("tools") == Some(Role::Tools), "{path}");
        }
        assert!(ModelTable::parse("roles: {}\ncalls: [{framework: x, kind: call, callee: ['a.*']}]").is_err());
    }
}
