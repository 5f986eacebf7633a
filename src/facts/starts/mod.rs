//! What starts the product: exports and programs of manifests, commands of containers and, where everything is an
//! example, of the README. Only what names a file of the repository counts; nothing is guessed.

mod command;
mod container;
mod manifest;
mod place;
mod readme;
mod shell;

use std::{cell::Cell, collections::BTreeSet};

pub(super) use readme::{Started, readme_commands};

use self::{command::Commands, place::Place};
use super::{
    Context, File, ScopeRules,
    modules::{Found, Modules, above},
    names::{file_name, folder},
};
use crate::syntax::Language;

/// The snapshot as far as starts are looked up in it.
pub(super) struct Starts<'a> {
    files: &'a [File],
    modules: &'a Modules,
    rules: &'a ScopeRules,
    /// The audited subpath.
    base: &'a str,
    /// Commands that may still be looked at.
    left: Cell<u32>,
}

/// Commands of one repository that are looked at.
const MOST: u32 = 100_000;

impl<'a> Starts<'a> {
    pub fn new(files: &'a [File], modules: &'a Modules, rules: &'a ScopeRules, base: &'a str) -> Self {
        Self { files, modules, rules, base, left: Cell::new(MOST) }
    }

    fn commands(&self) -> Commands<'_> {
        Commands { left: &self.left, files: self.files, modules: self.modules, launchers: &self.rules.launchers }
    }

    /// What manifests export and start, and what containers run. Those beside tests, examples and scripts start
    /// no product.
    pub fn of_product(&self, scripts_are_product: bool) -> BTreeSet<Found> {
        let lies_in_product = |file: &File| {
            if !file.in_scope || file.context != Context::Product {
                return false;
            }
            let context = self.rules.context(&format!("{}/x", folder(&file.path)), self.base, Language::Text);
            let by_share = scripts_are_product && matches!(context, Context::Script | Context::Example);
            context == Context::Product || by_share
        };
        let mut found = BTreeSet::new();
        for file in self.files {
            let read: fn(&Self, &File, &mut BTreeSet<Found>) = match file_name(&file.path) {
                "package.json" => Self::package_json,
                "pyproject.toml" => Self::pyproject,
                "setup.cfg" => Self::setup_cfg,
                "setup.py" => Self::setup_py,
                "Cargo.toml" => Self::cargo,
                "action.yml" | "action.yaml" => Self::action,
                name if name.starts_with(".goreleaser") || name.starts_with("goreleaser.") => Self::goreleaser,
                "Procfile" => Self::procfile,
                _ if file.language == Language::Dockerfile => Self::dockerfile,
                _ if file.language == Language::Yaml => Self::deployment,
                _ => continue,
            };
            if lies_in_product(file) {
                read(self, file, &mut found);
            }
        }
        found
    }

    /// What a shell script runs that is started itself.
    pub fn of_script(&self, file: &File) -> BTreeSet<Found> {
        let mut found = BTreeSet::new();
        if file.language == Language::Bash {
            let place = Place::new(above(folder(&file.path)));
            for call in &file.facts.calls {
                let Some(name) = call.callee.strip_prefix("sh:") else { continue };
                let arguments = call.arguments.iter().filter_map(|argument| super::modules::text(&argument.value));
                let words: Vec<&str> = std::iter::once(name).chain(arguments).collect();
                self.commands().words(&words, &place, &mut found);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
