//! Go packages: folders below the modules that `go.mod` names, and those that it or `go.work` puts in their place.

use std::collections::{BTreeSet, HashMap};

use super::{Found, Modules, index, join, paths::relative, texts};
use crate::{
    facts::{
        File,
        names::{file_name, folder},
    },
    syntax::Language,
};

#[derive(Default)]
pub(super) struct Packages {
    /// Module path and folder, the longest path first.
    modules: Vec<(String, String)>,
    /// Files of each folder with Go code, tests too.
    folders: HashMap<String, Vec<(usize, bool)>>,
}

impl Packages {
    pub fn new(files: &[File]) -> Self {
        let mut packages = Self::default();
        for (file, i) in files.iter().zip(0..) {
            if file.language == Language::Go {
                let in_build = !file.path.ends_with("_test.go");
                packages.folders.entry(folder(&file.path).to_owned()).or_default().push((i, in_build));
            } else if matches!(file_name(&file.path), "go.mod" | "go.work") {
                packages.modules.extend(modules(file));
            }
        }
        packages.modules.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        packages.modules.dedup();
        packages
    }
}

/// The module that a `go.mod` declares, and those that are replaced by folders of the repository.
fn modules(file: &File) -> Vec<(String, String)> {
    let own = folder(&file.path);
    let module = |name: &str, value| match (name, texts(value).as_slice()) {
        ("module", [module]) => Some(((*module).to_owned(), own.to_owned())),
        ("replace", [from, to]) if to.starts_with('.') => Some(((*from).to_owned(), relative(own, to)?)),
        _ => None,
    };
    file.facts.settings.iter().filter_map(|setting| module(&setting.name, &setting.value)).collect()
}

impl Modules {
    /// The folder of an imported package.
    pub fn go(&self, module: &str) -> Option<String> {
        self.go.modules.iter().find_map(|(path, folder)| {
            let rest = module.strip_prefix(path.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| join(folder, rest.trim_start_matches('/')))
        })
    }

    /// The first file of a folder stands for its package.
    pub fn go_unit(&self, folder: &str) -> Option<u32> {
        self.go.folders.get(folder)?.first().map(|(i, _)| index(*i))
    }

    /// The files of a folder that are compiled together, or what stands in its place. Tests are in no build.
    pub fn go_files(&self, folder: &str, found: &mut BTreeSet<Found>) {
        match self.go.folders.get(folder) {
            Some(files) => found.extend(files.iter().filter(|(_, in_build)| *in_build).map(|(i, _)| Found::File(*i))),
            None => found.extend(self.paths.opaque(folder)),
        }
    }
}
