//! What an imported module is in the repository: by each language's rules, as far as paths and manifests say.
//!
//! Two questions are asked. Calls are followed through the *one* thing that a name stands for ([`Modules::resolve`]); what
//! an import makes part of the program are *all* files that run because of it ([`Modules::imports`]): the packages on the
//! way, the submodule of a name, the files of a Go package, and what was not read.

mod aliases;
mod go;
mod manifest;
mod paths;
mod python;
mod rust;
mod script;
mod workspace;

use std::{collections::BTreeSet, fmt};

use foldhash::HashSet;

pub(super) use manifest::{object, setting, text, texts};
pub(super) use paths::{Found, above, join, relative};
pub(super) use workspace::Package;

use super::{File, Import, UnreadFile, names::folder};
use crate::syntax::Language;

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

/// What a module name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Module {
    File(u32),
    /// A folder of Go files, by its unit.
    Package(u32),
    /// A folder of Python files without a file of its own.
    Folder(String),
    External,
}

/// Every module of a snapshot, by the names under which its files can import it.
#[derive(Default)]
pub(super) struct Modules {
    paths: paths::Paths,
    /// Of each file that was read.
    pub families: Vec<Family>,
    python: python::Packages,
    aliases: aliases::Aliases,
    workspaces: workspace::Workspaces,
    go: go::Packages,
    crates: rust::Crates,
}

impl fmt::Debug for Modules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Modules").field("files", &self.families.len()).finish_non_exhaustive()
    }
}

impl Modules {
    pub fn new(files: &[File], unread: &[UnreadFile]) -> Self {
        let paths = paths::Paths::new(files, unread);
        Self {
            families: files.iter().map(|file| Family::of(file.language)).collect(),
            python: python::Packages::new(files, &paths),
            aliases: aliases::Aliases::new(files),
            workspaces: workspace::Workspaces::new(files),
            go: go::Packages::new(files),
            crates: rust::Crates::new(files),
            paths,
        }
    }

    pub fn path(&self, path: &str) -> Option<Found> {
        self.paths.get(path)
    }

    pub fn is_folder(&self, path: &str) -> bool {
        path.is_empty() || self.paths.has_stem(path)
    }

    /// The one thing that a file imports under this name.
    pub fn resolve(&self, path: &str, family: Family, module: &str) -> Module {
        let found = match family {
            Family::Python => self.python(folder(path), module),
            Family::Script => match self.script(folder(path), module) {
                Some(Found::File(i)) if self.families.get(i) == Some(&Family::Script) => Some(Module::File(index(i))),
                _ => None,
            },
            Family::Go => self.go(module).and_then(|folder| self.go_unit(&folder)).map(Module::Package),
            Family::Other => None,
        };
        found.unwrap_or(Module::External)
    }

    /// Everything that one file's imports (in Go: its package) bring into the program.
    pub fn imports(&self, file: &File, found: &mut BTreeSet<Found>) {
        let one: fn(&Self, &str, &Import, &mut BTreeSet<Found>) = match file.language {
            Language::Python => Self::python_imports,
            Language::Go => {
                self.go_files(folder(&file.path), found);
                |modules, _, import, found| {
                    modules.go(&import.module).into_iter().for_each(|folder| modules.go_files(&folder, found));
                }
            }
            Language::Rust => Self::rust_imports,
            Language::Bash => |modules, path, import, found| {
                found.extend(relative(folder(path), &import.module).and_then(|path| modules.path(&path)));
            },
            language if Family::of(language) == Family::Script => {
                |modules, path, import, found| found.extend(modules.script(folder(path), &import.module))
            }
            _ => return,
        };
        let mut seen = HashSet::default();
        for import in &file.facts.imports {
            if seen.insert((&import.module, &import.name)) {
                one(self, &file.path, import, found);
            }
        }
    }
}

fn index(file: usize) -> u32 {
    u32::try_from(file).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
