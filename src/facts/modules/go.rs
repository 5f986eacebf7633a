//! Go packages: folders below the modules that `go.mod` names, and those that it or `go.work` puts in their place.

use std::collections::BTreeSet;

use foldhash::HashMap;

use super::{Found, Modules, index, join, paths::relative, texts};
use crate::{
    facts::{
        File,
        names::{file_name, folder},
    },
    syntax::Language,
};

/// Parts of a path that are looked at for its module.
const MOST_PARTS: usize = 64;

#[derive(Default)]
pub(super) struct Packages {
    /// Folders of modules by their paths.
    modules: HashMap<String, String>,
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
                for (path, folder) in modules(file) {
                    let known = packages.modules.entry(path).or_insert_with(|| folder.clone());
                    // The same in whatever order the files are listed.
                    *known = folder.min(std::mem::take(known));
                }
            }
        }
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
        let ends = std::iter::once(module.len()).chain(module.rmatch_indices('/').map(|(at, _)| at));
        ends.take(MOST_PARTS).find_map(|end| {
            let (path, rest) = module.split_at_checked(end)?;
            Some(join(self.go.modules.get(path)?, rest.trim_start_matches('/')))
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
