//! What an imported module is in the repository: by each language's rules, as far as they can be read from paths.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::FactBase;
use crate::{
    facts::{
        model::Value,
        names::{file_name, folder},
    },
    syntax::Language,
};

/// Languages that see each other's modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Family {
    Python,
    Script,
    Go,
    Other,
}

impl Family {
    pub fn of(language: Language) -> Self {
        match language {
            Language::Python => Self::Python,
            Language::TypeScript | Language::Tsx | Language::JavaScript | Language::Vue | Language::Svelte => {
                Self::Script
            }
            Language::Go => Self::Go,
            _ => Self::Other,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Module {
    File(u32),
    /// A folder of Go files, by its unit.
    Package(u32),
    /// A folder of Python files without a file of its own.
    Folder(String),
    External,
}

const EXTENSIONS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte"];

pub(super) struct Modules<'a> {
    paths: HashMap<&'a str, u32>,
    /// Folders with Python files, and those above them.
    python_folders: HashSet<&'a str>,
    /// Folders above a package of this name that are no package themselves.
    python_roots: HashMap<&'a str, Vec<&'a str>>,
    /// Names of workspace packages and their folders; with the entry that the manifest names.
    workspaces: HashMap<&'a str, (&'a str, Vec<&'a str>)>,
    /// Paths of Go modules and their folders, the longest path first.
    go_modules: Vec<(&'a str, &'a str)>,
    /// Folders with Go files and their units.
    pub go_folders: BTreeMap<&'a str, u32>,
}

fn join(folder: &str, rest: &str) -> String {
    match (folder.is_empty(), rest.is_empty()) {
        (true, _) => rest.to_owned(),
        (_, true) => folder.to_owned(),
        _ => format!("{folder}/{rest}"),
    }
}

/// The folder itself, then those above it, the root last.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |at| (!at.is_empty()).then(|| self::folder(at))).take(24)
}

impl<'a> Modules<'a> {
    pub fn new(base: &'a FactBase) -> Self {
        let mut out = Self {
            paths: HashMap::new(),
            python_folders: HashSet::new(),
            python_roots: HashMap::new(),
            workspaces: HashMap::new(),
            go_modules: Vec::new(),
            go_folders: BTreeMap::new(),
        };
        for (file, at) in base.files.iter().zip(0_u32..) {
            let path = file.path.as_str();
            match Family::of(file.language) {
                Family::Python => {
                    out.python_folders.extend(ancestors(folder(path)));
                    out.paths.insert(path, at);
                }
                Family::Script => {
                    out.paths.insert(path, at);
                }
                Family::Go => {
                    out.go_folders.entry(folder(path)).or_insert(at);
                }
                Family::Other if file_name(path) == "go.mod" => {
                    let module = file.facts.settings.iter().find(|setting| setting.name == "module");
                    if let Some(Value::Str(module)) = module.map(|setting| &setting.value) {
                        out.go_modules.push((module, folder(path)));
                    }
                }
                Family::Other if file_name(path) == "package.json" => {
                    let value = |wanted: &str| {
                        file.facts.settings.iter().find(|s| s.name == wanted).and_then(|setting| match &setting.value {
                            Value::Str(text) => Some(text.as_str()),
                            _ => None,
                        })
                    };
                    if let Some(package) = value("name") {
                        let entries = ["source", "main", "module", "types"].into_iter().filter_map(value).collect();
                        out.workspaces.entry(package).or_insert((folder(path), entries));
                    }
                }
                Family::Other => {}
            }
        }
        for path in out.paths.keys().filter(|path| file_name(path) == "__init__.py") {
            let package = folder(path);
            let above = folder(package);
            if !package.is_empty() && !out.is_package(above) {
                out.python_roots.entry(file_name(package)).or_default().push(above);
            }
        }
        out.go_modules.sort_by(|a, b| (b.0.len(), a).cmp(&(a.0.len(), b)));
        out
    }

    fn is_package(&self, folder: &str) -> bool {
        !folder.is_empty() && self.paths.contains_key(join(folder, "__init__.py").as_str())
    }

    /// The module that a file imports under this name.
    pub fn resolve(&self, path: &str, family: Family, module: &str) -> Module {
        let found = match family {
            Family::Python => self.python(folder(path), module),
            Family::Script => self.script(folder(path), module),
            Family::Go => self.go(module),
            Family::Other => None,
        };
        found.unwrap_or(Module::External)
    }

    /// A module within another: `pkg.sub`.
    pub fn python_child(&self, parent: &str, name: &str) -> Option<Module> {
        self.python_at(parent, name)
    }

    fn python_at(&self, folder: &str, rest: &str) -> Option<Module> {
        let path = join(folder, rest);
        let file = self.paths.get(format!("{path}.py").as_str()).or_else(|| {
            let package = join(&path, "__init__.py");
            self.paths.get(package.as_str())
        });
        match file {
            Some(file) => Some(Module::File(*file)),
            None => (!path.is_empty() && self.python_folders.contains(path.as_str())).then_some(Module::Folder(path)),
        }
    }

    fn python(&self, own: &str, module: &str) -> Option<Module> {
        let dots = module.len() - module.trim_start_matches('.').len();
        let rest = module[dots..].replace('.', "/");
        if dots > 0 {
            let base = ancestors(own).nth(dots - 1)?;
            return self.python_at(base, &rest);
        }
        // Folders that are packages are no roots: `import logging` inside one is the library's.
        for root in ancestors(own).filter(|above| !self.is_package(above)) {
            for below in ["", "src"] {
                let found = self.python_at(&join(root, below), &rest);
                if let Some(found) = found.filter(|found| matches!(found, Module::File(_)) || rest.contains('/')) {
                    return Some(found);
                }
            }
        }
        let top = rest.split('/').next()?;
        let mut found = self.python_roots.get(top)?.iter().filter_map(|root| self.python_at(root, &rest));
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }

    fn script(&self, own: &str, module: &str) -> Option<Module> {
        if module.starts_with('.') {
            return self.script_at(&normal(own, module)?);
        }
        if let Some(rest) = module.strip_prefix("@/").or_else(|| module.strip_prefix("~/")) {
            return ancestors(own)
                .flat_map(|root| [join(&join(root, "src"), rest), join(root, rest)])
                .find_map(|path| self.script_at(&path));
        }
        let depth = if module.starts_with('@') { 2 } else { 1 };
        let end = module.match_indices('/').nth(depth - 1).map_or(module.len(), |(at, _)| at);
        let (root, entries) = self.workspaces.get(&module[..end])?;
        let rest = module[end..].trim_start_matches('/');
        if !rest.is_empty() {
            return [join(&join(root, "src"), rest), join(root, rest)].iter().find_map(|path| self.script_at(path));
        }
        let named = entries.iter().filter_map(|entry| normal(root, entry)).flat_map(|path| {
            let source = ["dist", "build", "lib", "out"].iter().find_map(|built| {
                path.strip_prefix(&join(root, built)).map(|rest| join(&join(root, "src"), rest.trim_start_matches('/')))
            });
            source.into_iter().chain([path])
        });
        let usual = ["src/index", "index", "src/main", "lib/index"].into_iter().map(|entry| join(root, entry));
        named.chain(usual).find_map(|path| self.script_at(&path))
    }

    fn script_at(&self, path: &str) -> Option<Module> {
        let file = |path: &str| self.paths.get(path).map(|file| Module::File(*file));
        let with = |stem: &str| EXTENSIONS.iter().find_map(|extension| file(&format!("{stem}.{extension}")));
        file(path)
            .or_else(|| with(path))
            .or_else(|| {
                let stem = [".d.ts", ".js", ".jsx", ".mjs", ".cjs"].iter().find_map(|end| path.strip_suffix(end))?;
                with(stem)
            })
            .or_else(|| with(&join(path, "index")))
    }

    fn go(&self, module: &str) -> Option<Module> {
        let (folder, rest) = self.go_modules.iter().find_map(|(path, folder)| {
            let rest = module.strip_prefix(path)?;
            if rest.is_empty() { Some((folder, "")) } else { Some((folder, rest.strip_prefix('/')?)) }
        })?;
        self.go_folders.get(join(folder, rest).as_str()).map(|unit| Module::Package(*unit))
    }
}

/// A relative path from a folder; `None` where it leaves the repository.
fn normal(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
