//! What a file is to the product, from its path and from what its content says of itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use foldhash::HashSet;

use serde::Deserialize;

use super::{
    File, UnreadFile,
    glob::Glob,
    model::Context,
    names::{file_name, folder},
};
use crate::syntax::{self, Language};

/// `rules/scope.yaml`: which files are code to searches, and which folders and names are no product.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScopeRules {
    /// `-g` globs of searches that name none.
    pub code_globs: Vec<String>,
    pub contexts: Contexts,
    /// Names that are product wherever they lie outside tests, examples, generated and vendored code: manifests,
    /// container files, workflows.
    pub product_files: Globs,
    /// Globs of modules that only tests import. A file with one of them is a test unless it declares tools, asks a model,
    /// or the product imports or starts it.
    pub test_modules: Vec<Glob>,
    /// Marks in the head of a file that some tool wrote it.
    pub generated_marks: Vec<Glob>,
    /// Share of the code, in percent, above which scripts and examples are the product.
    pub product_share: u64,
    pub companions: Companions,
    pub launchers: Launchers,
}

/// How packages beside the product are told apart. Names of files and folders are globs in lower case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Companions {
    /// Folders whose packages are published beside the product.
    pub folders: Vec<String>,
    /// Files that make a folder a package.
    pub manifests: Vec<String>,
    pub licences: Vec<String>,
    /// Checks that a project runs on itself.
    pub checks: Vec<String>,
    /// Per cent of the product's code that must be left.
    pub keep: u64,
    pub slice: Slice,
}

/// When a tool server is a small part of a large product that has little to do with models.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slice {
    /// Code files that the product must have at least.
    pub files: usize,
    /// Files of it that may call models.
    pub models: usize,
    /// Per cent of them that may lie in the folders that declare tools or call models.
    pub share: usize,
    /// Bytes of its README that must be without these words.
    pub head: usize,
    pub words: Vec<String>,
}

/// How a command names what it starts. Several words are separated by a blank, `*` stands for any one of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launchers {
    /// Run the command that follows their own options.
    pub wrappers: Vec<String>,
    /// Run the file that is their first argument, after `-m` a module of Python, after `-c` a command.
    pub files: Vec<String>,
    /// Run `package.module:name`, their first argument.
    pub modules: Vec<String>,
    /// Globs for scripts of a `package.json` that make the program before others start it.
    pub preparing: Vec<String>,
    /// Options whose next word is their value, by program.
    pub valued: BTreeMap<String, Vec<String>>,
}

/// Folders and file names of each context. The first of vendored, generated, test, example, docs, script that holds
/// decides.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contexts {
    pub vendored: Places,
    pub generated: Places,
    pub test: Places,
    pub example: Places,
    pub docs: Places,
    pub script: Places,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// Globs for the names of parent folders, lower case.
    #[serde(default)]
    pub folders: Globs,
    /// Globs for the file's own name, lower case.
    #[serde(default)]
    pub files: Globs,
    /// Globs for the whole path below the audited folder, lower case.
    #[serde(default)]
    pub paths: Vec<Glob>,
}

/// Globs that every path is compared with: most are plain names.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Globs {
    names: HashSet<String>,
    /// Those with a `*`.
    patterns: Vec<Glob>,
}

impl From<Vec<String>> for Globs {
    fn from(globs: Vec<String>) -> Self {
        let (patterns, names): (Vec<_>, Vec<_>) = globs.into_iter().partition(|glob| glob.contains('*'));
        Self { names: names.into_iter().collect(), patterns: patterns.into_iter().map(Glob::from).collect() }
    }
}

impl Globs {
    fn hold(&self, text: &str) -> bool {
        self.names.contains(text) || self.patterns.iter().any(|known| known.matches(text))
    }
}

impl Places {
    fn hold(&self, folders: &[&str], name: &str, path: &str) -> bool {
        self.files.hold(name)
            || self.paths.iter().any(|known| known.matches(path))
            || folders.iter().any(|folder| self.folders.hold(folder))
    }
}

impl ScopeRules {
    /// Reads the format; the message says where it breaks it.
    ///
    /// # Errors
    /// Unknown or missing keys, or no YAML.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    /// The rules inside the program.
    pub fn embedded() -> &'static Self {
        static RULES: OnceLock<ScopeRules> = OnceLock::new();
        RULES.get_or_init(|| {
            // A test reads the embedded file: this cannot fail in a program that was tested.
            Self::parse(include_str!("../../rules/scope.yaml")).expect("embedded rules/scope.yaml")
        })
    }

    /// The context that a path alone gives. Folders above `base` (the audited subpath) don't count: whoever audits
    /// `examples/agent` means the product there.
    pub fn context(&self, path: &str, base: &str, language: Language) -> Context {
        let lower = path.to_ascii_lowercase();
        let base = base.trim_matches('/');
        let inside = match path.strip_prefix(base).and_then(|rest| rest.strip_prefix('/')) {
            Some(_) if !base.is_empty() => lower.get(base.len() + 1..).unwrap_or(&lower),
            _ => &lower,
        };
        let (folders, name) = inside.rsplit_once('/').unwrap_or(("", inside));
        let folders: Vec<&str> = folders.split('/').filter(|folder| !folder.is_empty()).collect();
        let contexts = &self.contexts;
        for (places, context) in [
            (&contexts.vendored, Context::Vendored),
            (&contexts.generated, Context::Generated),
            (&contexts.test, Context::Test),
            (&contexts.example, Context::Example),
        ] {
            if places.hold(&folders, name, inside) {
                return context;
            }
        }
        let manifest = self.product_files.hold(name) || self.product_files.hold(inside);
        if manifest && !contexts.docs.hold(&folders, "", "") {
            return Context::Product;
        }
        let documents = if language.is_code() { "" } else { name };
        if contexts.docs.hold(&folders, documents, inside)
            || matches!(language, Language::Markdown) && !is_loaded(&folders, name)
        {
            return Context::Docs;
        }
        if contexts.script.hold(&folders, name, inside) {
            return Context::Script;
        }
        Context::Product
    }

    /// The innermost folder above a path, below `base`, that holds examples.
    pub(super) fn examples<'p>(&self, path: &'p str, base: &str) -> Option<&'p str> {
        let holds = |folder: &str| {
            let name = file_name(folder).to_ascii_lowercase();
            self.contexts.example.folders.hold(&name)
        };
        let base = base.trim_matches('/');
        std::iter::successors(Some(folder(path)), |at| Some(folder(at)).filter(|_| !at.is_empty()))
            .take_while(|at| at.len() > base.len())
            .find(|at| holds(at))
    }

    /// The context after the content was seen: generated headers and bundles. `head` as of [`head`], `minified` as of
    /// [`is_bundle`].
    pub fn context_of_content(&self, by_path: Context, language: Language, head: &str, minified: bool) -> Context {
        let open = matches!(by_path, Context::Product | Context::Script | Context::Example);
        let marked = || {
            language.is_code() && self.generated_marks.iter().any(|mark| head.lines().any(|line| mark.matches(line)))
        };
        if open && (minified || marked()) { Context::Generated } else { by_path }
    }
}

/// Comment lines at the top of a text, where a generator leaves its mark. Elsewhere it carries the mark in its strings.
pub(super) fn head(text: &str) -> String {
    let lines = super::names::cut(text, 3000).lines().take(30).filter(|line| is_comment(line));
    lines.fold(String::new(), |head, line| head + line + "\n")
}

/// Lines as a bundler writes them, in a language of the web.
pub(super) fn is_bundle(language: Language, text: &str) -> bool {
    let web = matches!(
        language,
        Language::JavaScript | Language::TypeScript | Language::Css | Language::Html | Language::Json
    );
    web && syntax::is_minified(text)
}

/// What is the product although its folder says otherwise, because there is little else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ByShare {
    pub scripts: bool,
    pub examples: bool,
}

/// Where scripts and examples hold most of the code, they are the product; examples only when hardly anything else is
/// left beside them (a library may well have more examples than code, and a package that is published is never little).
pub(super) fn by_share(files: &[File], percent: u64) -> ByShare {
    let sum = |wanted: Context| -> u64 {
        files
            .iter()
            .filter(|file| file.in_scope && file.language.is_code() && file.context == wanted)
            .map(|file| file.size)
            .sum()
    };
    let (product, scripts, examples) = (sum(Context::Product), sum(Context::Script), sum(Context::Example));
    let all = product + scripts + examples;
    if all == 0 || (scripts + examples) * 100 <= all * percent {
        return ByShare::default();
    }
    let little = (product + scripts) * 100 < all * LITTLE;
    ByShare { scripts: scripts > 0, examples: little && !has_package(files) }
}

/// A Python package with code of its own beside the manifest that publishes it.
fn has_package(files: &[File]) -> bool {
    let product = || files.iter().filter(|file| file.in_scope && file.context == Context::Product);
    let manifests: BTreeSet<&str> = product()
        .filter(|file| matches!(file_name(&file.path), "setup.py" | "pyproject.toml" | "setup.cfg"))
        .map(|file| folder(&file.path))
        .collect();
    product().filter(|file| file.size > 0).any(|file| {
        file.path.strip_suffix("/__init__.py").is_some_and(|package| {
            let above = folder(package);
            manifests.contains(above.strip_suffix("/src").unwrap_or(if above == "src" { "" } else { above }))
        })
    })
}

impl ByShare {
    /// Makes them product; of examples those that `started` holds.
    pub fn apply(self, files: &mut [File], unread: &mut [UnreadFile], started: impl Fn(&str, Language) -> bool) {
        let is_product = |context: Context, path: &str, language: Language| match context {
            Context::Script => self.scripts,
            Context::Example => self.examples && started(path, language),
            _ => false,
        };
        for file in files.iter_mut().filter(|file| is_product(file.context, &file.path, file.language)) {
            file.context = Context::Product;
        }
        for file in unread.iter_mut().filter(|file| is_product(file.context, &file.path, file.language)) {
            file.context = Context::Product;
        }
    }
}

/// Per cent of the code below which what is not an example hardly counts.
const LITTLE: u64 = 5;

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "#", "/*", "*", "--", "\"\"\"", "<!--", ";"].iter().any(|mark| line.starts_with(mark))
}

/// Markdown that agents load is no documentation: instructions, skills, prompts, commands.
fn is_loaded(folders: &[&str], name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    matches!(stem, "agents" | "claude" | "gemini" | "skill" | "soul" | "memory" | "system" | "prompt")
        || name.ends_with(".mdc")
        || folders.iter().any(|folder| {
            matches!(
                *folder,
                "prompts"
                    | "prompt"
                    | "skills"
                    | "agents"
                    | "commands"
                    | ".claude"
                    | ".cursor"
                    | "instructions"
                    | "rules"
                    | "templates"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(path: &str) -> Context {
        ScopeRules::embedded().context(path, "", Language::detect(path, b""))
    }

    #[test]
    fn by_path() {
        use Context::*;
        for (path, expected) in [
            ("src/agent/main.py", Product),
            ("main.go", Product),
            ("tests/test_x.py", Test),
            ("pkg/tool_test.go", Test),
            ("src/a.spec.ts", Test),
            ("src/__tests__/a.ts", Test),
            ("conftest.py", Test),
            ("e2e/run.ts", Test),
            ("testdata/x.json", Test),
            ("src/testing/latest.py", Test),
            ("src/contest/latest.py", Product),
            ("Examples/demo.py", Example),
            ("cookbook/agents/x.ipynb", Example),
            ("docs/guide.md", Docs),
            ("docs/conf.py", Docs),
            ("README.md", Docs),
            ("CHANGELOG", Docs),
            ("src/history.ts", Product),
            ("src/license_check.py", Product),
            ("AGENTS.md", Product),
            ("prompts/system.md", Product),
            ("scripts/release.sh", Script),
            (".github/workflows/ci.yml", Product),
            ("docker-compose.yml", Product),
            ("deploy/Dockerfile", Product),
            ("examples/Dockerfile", Example),
            ("tests/docker-compose.yml", Test),
            ("scripts/package.json", Product),
            ("node_modules/x/index.js", Vendored),
            ("vendor/a/b.go", Vendored),
            ("third_party/x.c", Vendored),
            ("api/x_pb2.py", Generated),
            ("api/x.pb.go", Generated),
            ("web/dist/app.js", Generated),
            ("types/x.d.ts", Generated),
            ("static/jquery.min.js", Generated),
            ("benchmarks/run.py", Script),
            ("setup.py", Product),
            (".claude/settings.json", Product),
            (".vscode/launch.json", Script),
            ("Makefile", Script),
            ("flake.nix", Script),
            ("build.rs", Script),
            ("xtask/src/main.rs", Script),
            ("src/agent/tests.rs", Test),
            ("src/agent.rs", Product),
            ("test/run.bats", Test),
            ("Cargo.toml", Product),
        ] {
            assert_eq!(context(path), expected, "{path}");
        }
    }

    #[test]
    fn folders_above_the_subpath_do_not_count() {
        let rules = ScopeRules::embedded();
        assert_eq!(rules.context("examples/agent/main.py", "examples/agent", Language::Python), Context::Product);
        assert_eq!(rules.context("examples/agent/tests/a.py", "examples/agent", Language::Python), Context::Test);
        assert_eq!(rules.context("examples/agents/a.py", "examples/agent", Language::Python), Context::Example);
    }

    #[test]
    fn by_content() {
        let rules = ScopeRules::embedded();
        let of = |language, text: &str| {
            rules.context_of_content(Context::Product, language, &head(text), is_bundle(language, text))
        };
        assert_eq!(of(Language::Go, "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a"), Context::Generated);
        assert_eq!(of(Language::TypeScript, "/* @generated by x */\n"), Context::Generated);
        assert_eq!(of(Language::Python, "HEADER = '# Code generated by x. DO NOT EDIT.'\n"), Context::Product);
        assert_eq!(of(Language::JavaScript, &"a=1;".repeat(4000)), Context::Generated);
        assert_eq!(of(Language::Python, &"a=1;".repeat(4000)), Context::Product);
        assert_eq!(rules.context_of_content(Context::Test, Language::Go, "// @generated", true), Context::Test);
    }

    #[test]
    fn globs_of_whole_paths() {
        let mut rules = ScopeRules::embedded().clone();
        rules.contexts.script.paths = vec!["src/tools/dev/*".to_owned().into()];
        assert_eq!(rules.context("src/tools/dev/a.py", "", Language::Python), Context::Script);
        assert_eq!(rules.context("src/tools/a.py", "", Language::Python), Context::Product);
        assert_eq!(rules.context("own/src/tools/dev/a.py", "own", Language::Python), Context::Script);
    }

    #[test]
    fn unknown_keys_are_errors() {
        assert!(ScopeRules::parse("code_globs: []\nsurprise: 1\n").is_err());
    }
}
