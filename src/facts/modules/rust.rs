//! Rust: files of `mod`, and crates of the repository by their names.

use std::collections::BTreeSet;

use foldhash::HashMap;

use super::{Found, Modules, join, setting, text};
use crate::facts::{
    Context, File, Import,
    names::{file_name, folder},
};

/// Names of crates, as code writes them, to the file where the library starts.
#[derive(Default)]
pub(super) struct Crates(HashMap<String, String>);

impl Crates {
    pub fn new(files: &[File]) -> Self {
        let manifests = files.iter().filter(|f| file_name(&f.path) == "Cargo.toml" && f.context == Context::Product);
        let library = |file: &File| {
            let name = setting(file, "lib.name").or_else(|| setting(file, "package.name")).and_then(text)?;
            let path = setting(file, "lib.path").and_then(text).unwrap_or("src/lib.rs");
            Some((name.replace('-', "_"), join(folder(&file.path), path.trim_start_matches("./"))))
        };
        Self(manifests.filter_map(library).collect())
    }
}

impl Modules {
    pub(super) fn rust_imports(&self, path: &str, import: &Import, found: &mut BTreeSet<Found>) {
        if import.module == "self" {
            let Some(name) = import.name.as_deref() else { return };
            let own = folder(path);
            let stem = file_name(path).trim_end_matches(".rs");
            // Modules of `a.rs` lie in `a/`; of `mod.rs` and of the file where a crate starts beside it.
            let below = (!matches!(stem, "mod" | "lib" | "main")).then(|| join(own, stem));
            let module = below.into_iter().chain([own.to_owned()]).find_map(|folder| {
                let at = join(&folder, name);
                self.path(&format!("{at}.rs")).or_else(|| self.path(&join(&at, "mod.rs")))
            });
            found.extend(module);
        } else if let Some(name) = import.module.split('.').next() {
            found.extend(self.crates.0.get(name).and_then(|path| self.path(path)));
        }
    }
}
