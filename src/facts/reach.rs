//! What product code imports is product, whatever its path or its header says of it.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    File, Import, UnreadFile,
    model::Context,
    names::{file_name, folder},
};
use crate::syntax::Language;

/// Endings that an import of a script leaves out, in the order in which they are tried.
const SCRIPTS: [&str; 10] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"];
/// Endings of Python modules: what can be read, then what can only be listed.
const MODULES: [&str; 6] = [".py", "/__init__.py", ".pyx", ".ipynb", ".so", ".pyc"];
/// Folders above a file that may be where its imports start.
const MOST_ROOTS: usize = 32;

/// What a path of the snapshot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Found {
    /// Index into the files that were read.
    File(usize),
    /// Index into those that were not.
    Unread(usize),
}

/// What is asked of a path; kept apart from the facts, which change while imports are followed.
pub(super) struct Paths {
    files: Vec<(String, Language, bool)>,
    unread: Vec<String>,
}

impl Paths {
    pub fn new(files: &[File], unread: &[UnreadFile]) -> Self {
        let file = |f: &File| (f.path.clone(), f.language, f.context == Context::Product);
        Self { files: files.iter().map(file).collect(), unread: unread.iter().map(|f| f.path.clone()).collect() }
    }
}

/// Resolves imports to paths of the snapshot.
pub(super) struct Resolver<'a> {
    paths: HashMap<&'a str, Found>,
    /// Every folder, and every file without what follows the first dot of its name.
    stems: HashSet<&'a str>,
    /// Files of Go packages by folder, tests left out: they are in no build.
    go: HashMap<&'a str, Vec<usize>>,
    /// Module path and folder, the longest path first.
    go_modules: Vec<(String, String)>,
    /// Name of a Python package to the one folder that holds it.
    packages: HashMap<&'a str, Option<&'a str>>,
}

impl<'a> Resolver<'a> {
    /// `go_modules`: folder and content of each `go.mod`.
    pub fn new(of: &'a Paths, go_modules: &[(String, String)]) -> Self {
        let mut paths: HashMap<&str, Found> =
            of.unread.iter().zip(0..).map(|(p, i)| (&**p, Found::Unread(i))).collect();
        paths.extend(of.files.iter().zip(0..).map(|((path, ..), i)| (&**path, Found::File(i))));
        let mut stems = HashSet::new();
        for path in paths.keys() {
            let start = path.rfind('/').map_or(0, |at| at + 1);
            let dot = path[start..].find('.').map_or(path.len(), |at| start + at);
            stems.insert(&path[..dot]);
            let mut above = folder(path);
            while !above.is_empty() && stems.insert(above) {
                above = folder(above);
            }
        }
        let mut go: HashMap<&str, Vec<usize>> = HashMap::new();
        for (i, (path, language, _)) in of.files.iter().enumerate() {
            if *language == Language::Go && !path.ends_with("_test.go") {
                go.entry(folder(path)).or_default().push(i);
            }
        }
        let mut packages: HashMap<&str, Option<&str>> = HashMap::new();
        for (path, ..) in of.files.iter().filter(|(.., product)| *product) {
            let Some(package) = path.strip_suffix("/__init__.py") else { continue };
            let root = folder(package);
            if !paths.contains_key(&*join(root, "__init__.py")) {
                packages.entry(file_name(package)).and_modify(|known| *known = None).or_insert(Some(root));
            }
        }
        let mut modules: Vec<(String, String)> =
            go_modules.iter().flat_map(|(folder, text)| modules_of(folder, text)).collect();
        modules.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        modules.dedup();
        Self { paths, stems, go, go_modules: modules, packages }
    }

    /// Everything that one file's imports (in Go: its package) bring into the program.
    pub fn imports(&self, file: &File, found: &mut BTreeSet<Found>) {
        match file.language {
            Language::Python => self.each(file, found, Self::python),
            Language::TypeScript | Language::Tsx | Language::JavaScript | Language::Vue | Language::Svelte => {
                self.each(file, found, Self::script);
            }
            Language::Go => {
                self.go_folder(folder(&file.path), found);
                self.each(file, found, Self::go);
            }
            _ => {}
        }
    }

    fn each(&self, file: &File, found: &mut BTreeSet<Found>, one: fn(&Self, &str, &Import, &mut BTreeSet<Found>)) {
        let mut seen = HashSet::new();
        for import in &file.facts.imports {
            if seen.insert((&import.module, &import.name)) {
                one(self, &file.path, import, found);
            }
        }
    }

    fn python(&self, path: &str, import: &Import, found: &mut BTreeSet<Found>) {
        let module = import.module.trim_start_matches('.');
        let dots = import.module.len() - module.len();
        let parts: Vec<&str> = module.split('.').filter(|part| !part.is_empty()).collect();
        let name = import.name.as_deref().filter(|name| *name != "*");
        if dots > 0 {
            let above = std::iter::successors(Some(folder(path)), |at| (!at.is_empty()).then(|| folder(at)));
            let Some(root) = above.take(MOST_ROOTS).nth(dots - 1) else { return };
            self.module(root, &parts, name, found);
            return;
        }
        let Some(top) = parts.first().copied() else { return };
        let own = folder(path);
        let above = std::iter::successors(Some(own), |at| (!at.is_empty()).then(|| folder(at)));
        let inside = |at: &&str| *at == own || !self.paths.contains_key(&*join(at, "__init__.py"));
        for root in above.take(MOST_ROOTS).filter(inside) {
            if self.module(root, &parts, name, found) || self.module(&join(root, "src"), &parts, name, found) {
                return;
            }
        }
        if let Some(Some(root)) = self.packages.get(top) {
            self.module(root, &parts, name, found);
        }
    }

    /// A module below a folder: the packages that are imported on the way, itself, and the submodule of a name. Whether
    /// anything was there.
    fn module(&self, root: &str, parts: &[&str], name: Option<&str>, found: &mut BTreeSet<Found>) -> bool {
        let mut at = root.to_owned();
        let mut hit = false;
        for part in parts.iter().copied().chain(name) {
            at = join(&at, part);
            if !self.stems.contains(&*at) {
                break;
            }
            // A link or another repository in the place of a folder.
            let opaque = self.paths.get(&*at).filter(|found| matches!(found, Found::Unread(_)));
            let module = || MODULES.iter().find_map(|ending| self.paths.get(&*format!("{at}{ending}")));
            if let Some(module) = opaque.or_else(module) {
                found.insert(*module);
                hit = true;
            }
        }
        hit
    }

    fn script(&self, path: &str, import: &Import, found: &mut BTreeSet<Found>) {
        let module = import.module.split(['?', '#']).next().unwrap_or_default();
        if module.starts_with("./") || module.starts_with("../") || matches!(module, "." | "..") {
            if let Some(target) = relative(folder(path), module) {
                self.script_file(&target, found);
            }
            return;
        }
        // The usual alias of a project's own source folder.
        let Some(rest) = module.strip_prefix("@/").or_else(|| module.strip_prefix("~/")) else { return };
        let above = std::iter::successors(Some(folder(path)), |at| (!at.is_empty()).then(|| folder(at)));
        for root in above.take(MOST_ROOTS) {
            let places = [join(&join(root, "src"), rest), join(root, rest)];
            if places.iter().any(|place| self.script_file(place, found)) {
                return;
            }
        }
    }

    fn script_file(&self, target: &str, found: &mut BTreeSet<Found>) -> bool {
        let mut add = |path: &str| match self.paths.get(path) {
            Some(known) => {
                found.insert(*known);
                true
            }
            None => false,
        };
        if add(target) {
            return true;
        }
        let stem = |ending| target.strip_suffix(ending);
        let compiled = [(".js", ".ts"), (".js", ".tsx"), (".jsx", ".tsx"), (".mjs", ".mts"), (".cjs", ".cts")];
        if compiled.iter().any(|(out, source)| stem(*out).is_some_and(|stem| add(&format!("{stem}{source}")))) {
            return true;
        }
        if SCRIPTS.iter().any(|ending| add(&format!("{target}{ending}")))
            || SCRIPTS.iter().any(|ending| add(&join(target, &format!("index{ending}"))))
        {
            return true;
        }
        // Below a link or another repository.
        let above = std::iter::successors(Some(folder(target)), |at| (!at.is_empty()).then(|| folder(at)));
        let opaque = above.take(MOST_ROOTS).find_map(|at| self.paths.get(at).filter(|f| matches!(f, Found::Unread(_))));
        found.extend(opaque);
        opaque.is_some()
    }

    fn go(&self, _: &str, import: &Import, found: &mut BTreeSet<Found>) {
        for (module, root) in &self.go_modules {
            let Some(rest) = import.module.strip_prefix(module.as_str()) else { continue };
            if rest.is_empty() || rest.starts_with('/') {
                self.go_folder(&join(root, rest.trim_start_matches('/')), found);
                return;
            }
        }
    }

    fn go_folder(&self, at: &str, found: &mut BTreeSet<Found>) {
        if let Some(files) = self.go.get(at) {
            found.extend(files.iter().map(|i| Found::File(*i)));
            return;
        }
        let above = std::iter::successors(Some(at), |at| (!at.is_empty()).then(|| folder(at)));
        found
            .extend(above.take(MOST_ROOTS).find_map(|at| self.paths.get(at).filter(|f| matches!(f, Found::Unread(_)))));
    }
}

/// Whether a path that was not read may hold code: pictures and style sheets are imported, too.
pub(super) fn may_be_code(path: &str, language: Language) -> bool {
    let compiled = [".so", ".pyc", ".pyd", ".dll", ".node", ".wasm"];
    language.is_code() || language == Language::Notebook || compiled.iter().any(|ending| path.ends_with(ending))
}

/// Files that are code to the programs of their language: type declarations are not.
pub(super) fn runs(file: &File) -> bool {
    (file.language.is_code() || file.language == Language::Notebook)
        && ![".d.ts", ".d.mts", ".d.cts", ".pyi"].iter().any(|e| file.path.ends_with(e))
}

/// The module that a `go.mod` declares, and those that it replaces by folders of the repository.
fn modules_of(at: &str, text: &str) -> Vec<(String, String)> {
    let mut modules = Vec::new();
    for line in text.lines().take(5_000) {
        let line = line.split("//").next().unwrap_or_default().trim();
        let line = line.strip_prefix("replace ").unwrap_or(line);
        if let Some(module) = line.strip_prefix("module ") {
            modules.push((module.trim().trim_matches('"').to_owned(), at.to_owned()));
        } else if let Some((from, to)) = line.split_once("=>") {
            let from = from.split_whitespace().next().unwrap_or_default();
            let to = to.trim();
            if to.starts_with('.')
                && !from.is_empty()
                && let Some(target) = relative(at, to)
            {
                modules.push((from.to_owned(), target));
            }
        }
    }
    modules
}

fn join(folder: &str, name: &str) -> String {
    match (folder.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => folder.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}

/// `../b` seen from a folder; `None` above the root.
fn relative(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        facts::{FactBase, ReadOptions, ScopeRules, UnreadReason},
        source::{Entry, EntryKind, RepoPath, Unread},
    };

    fn base(files: &[(&str, &str)]) -> FactBase {
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        let entry = |(path, text): (&&str, &&str)| Entry {
            path: RepoPath::new(path.as_bytes()),
            kind: if *text == "SUBMODULE" { EntryKind::Submodule } else { EntryKind::File },
            executable: false,
        };
        let entries: Vec<Entry> = files.iter().map(entry).collect();
        let read = |entry: &Entry, _: u64| match files[entry.path.as_str().expect("UTF-8")] {
            "LFS" => Err(Unread::LfsPointer),
            text => Ok(text.as_bytes().to_vec()),
        };
        let options =
            ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, keep_text: &|_| false, cache: None };
        crate::facts::read(&entries, || Ok::<_, ()>(read), &options).expect("fact base")
    }

    fn reached(files: &[(&str, &str)]) -> Vec<String> {
        let base = base(files);
        let reached: Vec<String> = base.reached.iter().map(|i| base.files[*i].path.clone()).collect();
        for path in &reached {
            let file = &base.files[base.index(path).expect("file")];
            assert_eq!(file.context, Context::Product);
            assert!(file.facts.coverage != crate::facts::Coverage::Text || !file.language.has_facts(), "{path}");
        }
        reached
    }

    const CODE: &str = "import os\nos.system('x')\n";

    #[test]
    fn python_modules() {
        for (import, path, text) in [
            ("from b import run", "b.py", "# @generated\nimport os\n"),
            ("from test_b import run", "test_b.py", CODE),
            ("from vendor.b import run", "vendor/b.py", CODE),
            ("import tests.deep.b as x", "tests/deep/b.py", CODE),
            ("from tests import b", "tests/b.py", CODE),
            ("from .fixtures.b import x", "fixtures/b.py", CODE),
            ("def f():\n    from docs.b import x\n", "docs/b.py", CODE),
            ("from generated import *", "generated/__init__.py", CODE),
        ] {
            assert_eq!(reached(&[("a.py", import), (path, text)]), [path], "{import}");
        }
        // Above the importing package, and in another package of the repository.
        let files = [
            ("app/__init__.py", ""),
            ("app/core/__init__.py", ""),
            ("app/core/a.py", "from ..testing.b import x\nfrom app.fixtures.c import y\nfrom kit.mocks.d import z\n"),
            ("app/testing/b.py", CODE),
            ("app/fixtures/c.py", CODE),
            ("libs/kit/__init__.py", ""),
            ("libs/kit/mocks/d.py", CODE),
            ("libs/kit/mocks/unused.py", CODE),
        ];
        assert_eq!(reached(&files), ["app/fixtures/c.py", "app/testing/b.py", "libs/kit/mocks/d.py"]);
    }

    #[test]
    fn imports_of_imports_until_nothing_is_new() {
        let files = [
            ("a.py", "from tests.b import x\n"),
            ("tests/b.py", "from tests.c import y\n"),
            ("tests/c.py", "import tests.b\n"),
            ("tests/conftest.py", "from tests.helper import z\n"),
            ("tests/helper.py", CODE),
        ];
        assert_eq!(reached(&files), ["tests/b.py", "tests/c.py"]);
    }

    #[test]
    fn what_only_tests_import_stays_what_it_is() {
        let files = [
            ("a.py", "import os\nimport tests_unknown\nfrom unittest import mock\nimport docs_of\n"),
            ("tests/test_a.py", "import a\nfrom tests.helper import x\n"),
            ("tests/helper.py", CODE),
            ("conftest.py", "from tests.helper import x\n"),
            ("mock/__init__.py", CODE),
        ];
        assert_eq!(reached(&files), Vec::<String>::new());
    }

    #[test]
    fn scripts() {
        for (import, path) in [
            ("import { run } from './tests/b'", "src/tests/b.ts"),
            ("import { run } from './dist/b.js'", "src/dist/b.ts"),
            ("export * from '../vendor/b'", "vendor/b/index.mjs"),
            ("const b = require('./b.test.js')", "src/b.test.js"),
            ("const b = await import('./fixtures/b')", "src/fixtures/b.tsx"),
            ("import b from '@/docs/b'", "src/docs/b.js"),
        ] {
            assert_eq!(reached(&[("src/a.ts", import), (path, "run()\n")]), [path], "{import}");
        }
        assert!(
            reached(&[
                ("src/a.ts", "import './types'\nimport 'tests'"),
                ("src/types.d.ts", "x"),
                ("tests/index.ts", "")
            ])
            .is_empty()
        );
    }

    #[test]
    fn go_packages() {
        let files = [
            ("go.mod", "module example.com/app // note\n\nreplace (\n\texample.com/kit => ./third_party/kit\n)\n"),
            (
                "main.go",
                "package main\nimport (\n\t\"example.com/app/internal/testing\"\n\t\"example.com/kit/b\"\n\t\"os/exec\"\n)\n",
            ),
            ("main_gen.go", "// Code generated by hand. DO NOT EDIT.\npackage main\nfunc run() { run() }\n"),
            ("main_test.go", "package main\n"),
            ("internal/testing/x.go", "package testing\n"),
            ("internal/testing/x_test.go", "package testing\n"),
            ("third_party/kit/b/b.go", "package b\n"),
            ("third_party/kit/c/c.go", "package c\n"),
        ];
        assert_eq!(reached(&files), ["internal/testing/x.go", "main_gen.go", "third_party/kit/b/b.go"]);
    }

    #[test]
    fn imports_of_what_was_not_read_are_known() {
        let base = base(&[
            (
                "a.py",
                "from sub.x import a\nimport big\nimport nul\nfrom code import shown\nimport nb, fast, examples.slow\n",
            ),
            ("a.ts", "import x from './bundle.min.js'\nimport './look.css'\nimport logo from './logo.png'\n"),
            ("sub", "SUBMODULE"),
            ("big.py", "LFS"),
            ("nul.py", "import os\0\n"),
            ("other.py", "x\0"),
            ("code/shown.py", CODE),
            ("look.css", "a{}"),
            ("logo.png", "\0"),
            ("nb.ipynb", "{}"),
            ("fast.pyx", "x = 1\n"),
            ("examples/slow.pyx", "x = 1\n"),
            ("bundle.min.js", &"run(1);".repeat(4_000)),
        ]);
        let imported: Vec<&str> = base.unread.iter().filter(|f| f.imported).map(|f| f.path.as_str()).collect();
        assert_eq!(imported, ["big.py", "bundle.min.js", "nul.py", "sub"]);
        assert_eq!(base.imported, ["examples/slow.pyx", "fast.pyx", "nb.ipynb"]);
        assert_eq!(base.files[base.index("examples/slow.pyx").expect("file")].context, Context::Product);
        assert!(matches!(
            base.unread.iter().find(|f| f.path == "bundle.min.js").map(|f| &f.reason),
            Some(UnreadReason::Unparsed(_))
        ));
    }

    #[test]
    fn a_long_chain_ends() {
        let chain: Vec<(String, String)> =
            (0..600).map(|n| (format!("tests/m{n}.py"), format!("import tests.m{}\n", n + 1))).collect();
        let mut files: Vec<(&str, &str)> = chain.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        files.push(("a.py", "import tests.m0\n"));
        let base = base(&files);
        assert_eq!(base.reached.len(), 500);
        assert!(base.unread.iter().any(|f| f.imported && f.path == "tests/m500.py"));
    }
}
