//! Packages of a JavaScript workspace by their names, and the source of what their manifests name.

use foldhash::HashMap;

use super::{
    Found, Modules, above,
    aliases::{MOST_TARGETS, matched},
    join, object, relative,
    script::ENDINGS,
    setting, text, texts,
};
use crate::facts::{
    Context, File, Value, glob,
    names::{file_name, folder},
};

/// Folders into which compilers write.
const BUILT: [&str; 8] = ["dist", "build", "lib", "out", "output", "es", "esm", "cjs"];
/// What is imported where the manifest names no entry that is there.
const USUAL: [&str; 4] = ["src/index", "index", "src/main", "lib/index"];
/// Keys that name the entry of a package, its source first.
const ENTRIES: [&str; 6] = ["source", "main", "module", "browser", "types", "typings"];

/// What a `package.json` says of its files.
pub(in crate::facts) struct Package {
    pub folder: String,
    /// `.`, `./tools` or a pattern, and the files that it may mean.
    pub exports: Vec<(String, Vec<String>)>,
    /// `#tools`: the same for the package's own files.
    imports: Vec<(String, Vec<String>)>,
    pub bins: Vec<String>,
    /// What `npm run` starts, by name.
    pub scripts: HashMap<String, String>,
}

impl Package {
    pub fn read(file: &File) -> Self {
        let bins = setting(file, "bin").map_or_else(Vec::new, |bin| match text(bin) {
            Some(one) => vec![one.to_owned()],
            None => object(bin).iter().filter_map(|(_, path)| text(path)).map(str::to_owned).collect(),
        });
        let entry = ENTRIES.iter().filter_map(|key| setting(file, key).and_then(text)).map(str::to_owned);
        let mut exports = vec![(".".to_owned(), entry.collect::<Vec<String>>())];
        let subpaths = |value: &Value, mark: char| {
            let pairs = object(value).iter().filter(|(key, _)| key.starts_with(mark));
            pairs.map(|(key, value)| (key.to_string(), targets(value))).collect::<Vec<_>>()
        };
        if let Some(value) = setting(file, "exports") {
            let own = subpaths(value, '.');
            if own.is_empty() {
                exports.push((".".to_owned(), targets(value)));
            }
            exports.extend(own);
        }
        let imports = setting(file, "imports").map(|value| subpaths(value, '#')).unwrap_or_default();
        let mut scripts = HashMap::default();
        for setting in file.facts.settings.iter().filter(|setting| setting.name.starts_with("scripts.")) {
            if let Some(command) = text(&setting.value) {
                scripts.entry(setting.written.to_string()).or_insert_with(|| command.to_owned());
            }
        }
        Self { folder: folder(&file.path).to_owned(), exports, imports, bins, scripts }
    }
}

/// The files of all conditions (`import`, `require`, `types`…), the source first.
fn targets(value: &Value) -> Vec<String> {
    let mut out = Vec::new();
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        out.extend(texts(value).into_iter().map(str::to_owned));
        let pairs = object(value);
        left.extend(pairs.iter().rev().filter(|(key, _)| key != "source").map(|(_, value)| value));
        left.extend(pairs.iter().filter(|(key, _)| key == "source").map(|(_, value)| value));
    }
    out
}

/// Packages by name, and all by folder.
#[derive(Default)]
pub(super) struct Workspaces {
    names: HashMap<String, String>,
    packages: HashMap<String, Package>,
}

impl Workspaces {
    pub fn new(files: &[File]) -> Self {
        let members: Vec<(&str, &str)> = files.iter().flat_map(members).collect();
        let mut out = Self::default();
        let manifests = || files.iter().filter(|file| file_name(&file.path) == "package.json");
        let is_member = |file: &File| {
            let own = folder(&file.path);
            members.iter().any(|(root, pattern)| {
                let pattern = join(root, pattern.trim_start_matches("./").trim_end_matches('/'));
                let deep = pattern.contains("**") || pattern.matches('/').count() == own.matches('/').count();
                deep && glob::matches(&pattern, own)
            })
        };
        // Members of the workspace come first. What else has a name may be a dependency of another kind; in a test or an
        // example it is no part of the product's.
        for member in [true, false] {
            for file in manifests().filter(|file| is_member(file) == member) {
                if member || file.context == Context::Product {
                    let name = setting(file, "name").and_then(text).map(str::to_owned);
                    name.map(|name| out.names.entry(name).or_insert_with(|| folder(&file.path).to_owned()));
                }
            }
        }
        out.packages = manifests().map(|file| (folder(&file.path).to_owned(), Package::read(file))).collect();
        out
    }
}

/// Patterns for the folders of a workspace, with the folder where they start.
fn members(file: &File) -> Vec<(&str, &str)> {
    let value = match file_name(&file.path) {
        "package.json" => setting(file, "workspaces.packages").or_else(|| setting(file, "workspaces")),
        "pnpm-workspace.yaml" | "lerna.json" => setting(file, "packages"),
        _ => None,
    };
    let patterns = value.map(texts).unwrap_or_default();
    patterns
        .into_iter()
        .filter(|pattern| !pattern.starts_with('!'))
        .map(|pattern| (folder(&file.path), pattern))
        .collect()
}

impl Modules {
    /// The file that a package of the repository gives under its name: `@acme/tools`, `@acme/tools/shell`, `#shell`.
    pub(super) fn workspace(&self, own: &str, module: &str) -> Option<Found> {
        if module.starts_with('#') {
            let package = above(own).find_map(|at| self.workspaces.packages.get(at))?;
            return self.listed(package, &package.imports, module);
        }
        let depth = if module.starts_with('@') { 2 } else { 1 };
        let end = module.match_indices('/').nth(depth - 1).map_or(module.len(), |(at, _)| at);
        let (name, rest) = module.split_at_checked(end)?;
        let package = self.workspaces.packages.get(self.workspaces.names.get(name)?)?;
        let root = package.folder.as_str();
        if rest.is_empty() {
            let usual = || USUAL.iter().find_map(|entry| self.script_at(&join(root, entry)));
            return self.listed(package, &package.exports, ".").or_else(usual);
        }
        let plain = || {
            let rest = rest.trim_start_matches('/');
            [join(&join(root, "src"), rest), join(root, rest)].iter().find_map(|path| self.script_at(path))
        };
        self.listed(package, &package.exports, &format!(".{rest}")).or_else(plain)
    }

    fn listed(&self, package: &Package, list: &[(String, Vec<String>)], wanted: &str) -> Option<Found> {
        list.iter()
            .filter_map(|(pattern, targets)| Some((matched(pattern, wanted)?, targets)))
            .flat_map(|(star, targets)| targets.iter().map(move |target| target.replacen('*', star, 1)))
            .take(MOST_TARGETS)
            .find_map(|target| self.package_file(&package.folder, &target))
    }

    /// The package whose manifest lies in this folder.
    pub fn package(&self, folder: &str) -> Option<&Package> {
        self.workspaces.packages.get(folder)
    }

    /// The folder of a package of this name.
    pub fn workspace_folder(&self, name: &str) -> Option<&str> {
        self.workspaces.names.get(name).map(String::as_str)
    }

    /// The source of a script, by the manifest that is nearest to it.
    pub fn script_source(&self, path: &str) -> Option<Found> {
        let is_script = ENDINGS.iter().any(|ending| path.ends_with(ending)) || !file_name(path).contains('.');
        let root = above(folder(path)).find(|at| is_script && self.workspaces.packages.contains_key(*at))?;
        self.package_file(root, path.strip_prefix(root)?.trim_start_matches('/'))
    }

    /// The source of a file that a manifest names: `dist/cli.js` is written from `src/cli.ts`.
    pub fn package_file(&self, root: &str, target: &str) -> Option<Found> {
        let path = relative(root, target)?;
        let inside = path.strip_prefix(root).unwrap_or(&path).trim_start_matches('/');
        let mut below = inside;
        // `dist/esm/index.js` and `dist/index.js` alike.
        while let Some((first, rest)) = below.split_once('/')
            && BUILT.contains(&first)
        {
            below = rest;
        }
        let source = (below.len() < inside.len()).then(|| self.script_at(&join(&join(root, "src"), below))).flatten();
        let beside = || (below.len() < inside.len()).then(|| self.script_at(&join(root, below))).flatten();
        source.or_else(|| self.script_at(&path)).or_else(beside)
    }
}
