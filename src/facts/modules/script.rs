//! Modules of TypeScript and JavaScript: by path, by an alias of the project, by the name of a package of the workspace.

use super::{Found, Modules, above, join, paths::relative};

/// Endings that an import leaves out, in the order in which they are tried.
pub(super) const ENDINGS: [&str; 10] =
    [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"];
/// Endings of what a compiler writes in the place of a source.
const COMPILED: [&str; 8] = [".d.ts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs", ".ts"];

impl Modules {
    /// The file that is imported under this name, or what stands in its place.
    pub(super) fn script(&self, own: &str, module: &str) -> Option<Found> {
        // What a bundler is told about a file: `./a.svg?url`. A leading `#` is a name of the package's own.
        let end =
            module.char_indices().skip(1).find(|(_, c)| matches!(c, '?' | '#')).map_or(module.len(), |(at, _)| at);
        let module = &module[..end];
        if module.starts_with("./") || module.starts_with("../") || matches!(module, "." | "..") {
            return self.script_or_opaque(&relative(own, module)?);
        }
        self.aliased(own, module).or_else(|| self.workspace(own, module)).or_else(|| self.usual_alias(own, module))
    }

    /// `@/` and `~/` are what most projects call their source folder.
    fn usual_alias(&self, own: &str, module: &str) -> Option<Found> {
        let rest = module.strip_prefix("@/").or_else(|| module.strip_prefix("~/"))?;
        above(own)
            .flat_map(|root| [join(&join(root, "src"), rest), join(root, rest)])
            .find_map(|path| self.script_or_opaque(&path))
    }

    fn script_or_opaque(&self, path: &str) -> Option<Found> {
        self.script_at(path).or_else(|| self.paths.opaque(path))
    }

    /// The file of a path, with its ending or without, its source where it names what is compiled.
    pub(super) fn script_at(&self, path: &str) -> Option<Found> {
        if !self.paths.may_hold(path) {
            return None;
        }
        let with = |stem: &str| ENDINGS.iter().find_map(|ending| self.paths.get(&format!("{stem}{ending}")));
        let source = || with(COMPILED.iter().find_map(|ending| path.strip_suffix(ending))?);
        let index = || ENDINGS.iter().find_map(|ending| self.paths.get(&join(path, &format!("index{ending}"))));
        self.paths.get(path).or_else(|| with(path)).or_else(source).or_else(index)
    }
}
