//! Exports and programs of manifests.

use std::collections::BTreeSet;

use super::{Starts, place::Place};
use crate::facts::{
    Call, File, Value,
    modules::{Found, Package, join, object, setting, text, texts},
    names::folder,
};

/// Keys below which programs and plug-ins of Python packages are named.
const PYTHON_STARTS: [&str; 5] = [
    "project.scripts.",
    "project.gui_scripts.",
    "project.entry_points.",
    "tool.poetry.scripts.",
    "tool.poetry.plugins.",
];

impl Starts<'_> {
    /// Exports, programs, and what `npm start` runs. Patterns of exports name no file.
    pub(super) fn package_json(&self, file: &File, found: &mut BTreeSet<Found>) {
        let package = Package::read(file);
        // The private root of a workspace is no package: what it names as its entry is left over from a template.
        let is_root = setting(file, "workspaces").is_some() && setting(file, "private") == Some(&Value::Bool(true));
        for (subpath, targets) in &package.exports {
            if !subpath.contains('*') && !is_root {
                found.extend(targets.iter().find_map(|target| self.modules.package_file(&package.folder, target)));
            }
        }
        found.extend(package.bins.iter().filter_map(|bin| self.modules.package_file(&package.folder, bin)));
        for script in ["start", "serve"] {
            self.commands().npm_script(&package, script, found);
        }
    }

    pub(super) fn pyproject(&self, file: &File, found: &mut BTreeSet<Found>) {
        let settings = file.facts.settings.iter();
        let entries = settings.filter(|setting| PYTHON_STARTS.iter().any(|start| setting.name.starts_with(start)));
        self.python_entries(file, entries.flat_map(|setting| texts(&setting.value)), found);
    }

    pub(super) fn setup_cfg(&self, file: &File, found: &mut BTreeSet<Found>) {
        let settings = file.facts.settings.iter();
        let entries = settings.filter(|setting| setting.name.starts_with("options.entry_points."));
        self.python_entries(file, entries.flat_map(|setting| texts(&setting.value)), found);
    }

    pub(super) fn setup_py(&self, file: &File, found: &mut BTreeSet<Found>) {
        let setups = file.facts.calls.iter().filter(|call| call.callee.rsplit('.').next() == Some("setup"));
        for call in setups {
            let entries = keyword(call, "entry_points").map(object).unwrap_or_default();
            self.python_entries(file, entries.iter().flat_map(|(_, list)| texts(list)), found);
            let place = Place::new([folder(&file.path)]);
            let scripts = keyword(call, "scripts").map(texts).unwrap_or_default();
            found.extend(scripts.into_iter().filter_map(|script| self.commands().file(script, &place)));
        }
    }

    /// `name = package.module:function`, the name left out where the key has it.
    fn python_entries<'e>(&self, file: &File, entries: impl Iterator<Item = &'e str>, found: &mut BTreeSet<Found>) {
        let place = Place::new([folder(&file.path)]);
        for entry in entries {
            let module = entry.rsplit('=').next().unwrap_or(entry);
            found.extend(self.commands().module(module, &place));
        }
    }

    pub(super) fn cargo(&self, file: &File, found: &mut BTreeSet<Found>) {
        let named =
            file.facts.settings.iter().filter(|setting| matches!(setting.name.as_str(), "bin.path" | "lib.path"));
        let paths = named.filter_map(|setting| text(&setting.value));
        let usual = ["src/lib.rs", "src/main.rs"];
        let at = |path: &str| self.modules.path(&join(folder(&file.path), path.trim_start_matches("./")));
        found.extend(paths.chain(usual).filter_map(at));
    }

    /// An action of GitHub that runs in Node.
    pub(super) fn action(&self, file: &File, found: &mut BTreeSet<Found>) {
        let runs = ["runs.main", "runs.pre", "runs.post"].iter().filter_map(|key| setting(file, key).and_then(text));
        found.extend(runs.filter_map(|path| self.modules.package_file(folder(&file.path), path)));
    }

    /// Programs that are released.
    pub(super) fn goreleaser(&self, file: &File, found: &mut BTreeSet<Found>) {
        let place = Place::new([folder(&file.path)]);
        let mains = file.facts.settings.iter().filter(|setting| setting.name == "builds.main");
        for main in mains.filter_map(|setting| text(&setting.value)) {
            self.commands().go(&["build", main], &place, found);
        }
    }
}

fn keyword<'c>(call: &'c Call, name: &str) -> Option<&'c Value> {
    call.arguments.iter().find(|argument| argument.keyword.as_deref() == Some(name)).map(|argument| &argument.value)
}
