//! Python packages: beside the importing file, in folders above it, in `src`, or anywhere by a name that is unique.

use std::collections::BTreeSet;

use foldhash::{HashMap, HashSet};

use super::{Family, Found, Module, Modules, above, index, join, paths::Paths};
use crate::facts::{
    Context, File, Import,
    names::{file_name, folder},
};

/// Endings of modules: what can be read, then what can only be listed.
const ENDINGS: [&str; 6] = [".py", "/__init__.py", ".pyx", ".ipynb", ".so", ".pyc"];

/// Packages of one name that are looked at.
const MOST_ROOTS: usize = 200;

#[derive(Default)]
pub(super) struct Packages {
    /// Folders with Python files, and those above them.
    folders: HashSet<String>,
    /// Name of a package of the product to the folders that hold one and are no package themselves.
    roots: HashMap<String, Vec<String>>,
}

impl Packages {
    pub fn new(files: &[File], paths: &Paths) -> Self {
        let mut packages = Self::default();
        for file in files.iter().filter(|file| Family::of(file.language) == Family::Python) {
            for at in above(folder(&file.path)) {
                if packages.folders.contains(at) {
                    break;
                }
                packages.folders.insert(at.to_owned());
            }
            let Some(package) = file.path.strip_suffix("/__init__.py") else { continue };
            let root = folder(package);
            if file.context == Context::Product && !is_package(paths, root) {
                packages.roots.entry(file_name(package).to_owned()).or_default().push(root.to_owned());
            }
        }
        packages
    }
}

fn is_package(paths: &Paths, folder: &str) -> bool {
    !folder.is_empty() && paths.get(&join(folder, "__init__.py")).is_some()
}

/// The leading dots of a module name, and what follows them as a path.
fn split(module: &str) -> (usize, String) {
    let rest = module.trim_start_matches('.');
    (module.len() - rest.len(), rest.replace('.', "/"))
}

impl Modules {
    /// The module of this name.
    pub fn python(&self, own: &str, module: &str) -> Option<Module> {
        let (dots, rest) = split(module);
        if dots > 0 {
            return self.python_child(above(own).nth(dots - 1)?, &rest);
        }
        // Folders that are packages are no roots: `import logging` inside one is the library's.
        for root in above(own).filter(|root| !is_package(&self.paths, root)) {
            for below in ["", "src"] {
                let found = self.python_child(&join(root, below), &rest);
                if let Some(found) = found.filter(|found| matches!(found, Module::File(_)) || rest.contains('/')) {
                    return Some(found);
                }
            }
        }
        self.python_child(self.python_elsewhere(&rest)?, &rest)
    }

    /// A module below a folder: `sub`, `pkg/sub`.
    pub fn python_child(&self, folder: &str, rest: &str) -> Option<Module> {
        let path = join(folder, rest);
        let file = ENDINGS.iter().take(2).find_map(|ending| self.paths.file(&format!("{path}{ending}")));
        match file {
            Some(i) => Some(Module::File(index(i))),
            None => (!path.is_empty() && self.python.folders.contains(&path)).then_some(Module::Folder(path)),
        }
    }

    /// The one folder of the repository that holds this module of a package. Folders above the package may be part of
    /// its name: `company.tool` where `company` is no package.
    fn python_elsewhere(&self, rest: &str) -> Option<&str> {
        let mut above = "";
        for name in rest.split('/') {
            let roots = self.python.roots.get(name).into_iter().flatten().take(MOST_ROOTS);
            let mut found = roots.filter_map(|root| {
                let root = root
                    .strip_suffix(above)
                    .filter(|root| root.is_empty() || above.is_empty() || root.ends_with('/'))?;
                let root = root.trim_end_matches('/');
                self.paths.has_stem(&join(root, rest)).then_some(root)
            });
            match (found.next(), found.next()) {
                (Some(one), None) => return Some(one),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
            let end = if above.is_empty() { name.len() } else { above.len() + 1 + name.len() };
            above = rest.get(..end)?;
        }
        None
    }

    /// What an import runs.
    pub(super) fn python_imports(&self, path: &str, import: &Import, found: &mut BTreeSet<Found>) {
        let own = folder(path);
        let (dots, rest) = split(&import.module);
        let name = import.name.as_deref().filter(|name| *name != "*");
        if dots > 0 {
            if let Some(root) = above(own).nth(dots - 1) {
                self.python_way(root, &rest, name, found);
            }
            return;
        }
        if rest.is_empty() {
            return;
        }
        // A program finds what lies beside it, even within a package.
        for root in above(own).filter(|at| *at == own || !is_package(&self.paths, at)) {
            if self.python_way(root, &rest, name, found) || self.python_way(&join(root, "src"), &rest, name, found) {
                return;
            }
        }
        if let Some(root) = self.python_elsewhere(&rest) {
            self.python_way(root, &rest, name, found);
        }
    }

    /// A module below a folder: the packages that are imported on the way, itself, and the submodule of a name. Whether
    /// anything was there.
    fn python_way(&self, root: &str, rest: &str, name: Option<&str>, found: &mut BTreeSet<Found>) -> bool {
        let mut at = root.to_owned();
        let mut hit = false;
        for part in rest.split('/').filter(|part| !part.is_empty()).chain(name) {
            at = join(&at, part);
            if !self.paths.has_stem(&at) {
                break;
            }
            // A link or another repository in the place of a folder.
            let opaque = self.paths.get(&at).filter(|found| matches!(found, Found::Unread(_)));
            let module = || ENDINGS.iter().find_map(|ending| self.paths.get(&format!("{at}{ending}")));
            if let Some(module) = opaque.or_else(module) {
                found.insert(module);
                hit = true;
            }
        }
        hit
    }
}
