//! `paths` and `baseUrl` of `tsconfig.json`.

use foldhash::HashMap;

use super::{Found, Modules, above, join, object, paths::relative, setting, text, texts};
use crate::facts::{
    File,
    names::{file_name, folder},
};

/// Paths that are tried for one name.
pub(super) const MOST_TARGETS: usize = 64;

/// Names of the imports below a folder: a pattern with one star at most, and the paths that it may mean.
#[derive(Default)]
pub(super) struct Aliases(HashMap<String, Vec<(String, Vec<String>)>>);

impl Aliases {
    pub fn new(files: &[File]) -> Self {
        let mut aliases: HashMap<String, Vec<(String, Vec<String>)>> = HashMap::default();
        for file in files.iter().filter(|file| is_tsconfig(file_name(&file.path))) {
            let own = folder(&file.path);
            let base = setting(file, "compiler_options.base_url").and_then(text).and_then(|base| relative(own, base));
            let start = base.as_deref().unwrap_or(own);
            let paths = setting(file, "compiler_options.paths").map(object).unwrap_or_default();
            let mut of_folder: Vec<(String, Vec<String>)> = paths
                .iter()
                .map(|(pattern, targets)| {
                    let targets = texts(targets).into_iter().filter_map(|target| relative(start, target));
                    (pattern.to_string(), targets.collect())
                })
                .collect();
            of_folder.extend(base.map(|base| ("*".to_owned(), vec![join(&base, "*")])));
            if !of_folder.is_empty() {
                aliases.entry(own.to_owned()).or_default().extend(of_folder);
            }
        }
        // The longest name decides.
        aliases.values_mut().for_each(|known| known.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.len())));
        Self(aliases)
    }
}

fn is_tsconfig(name: &str) -> bool {
    name.ends_with(".json") && (name.starts_with("tsconfig") || name.starts_with("jsconfig"))
}

/// What a star of the pattern stands for; without one the pattern is the text.
pub(super) fn matched<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    match pattern.split_once('*') {
        Some((before, after)) => text.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == text).then_some(""),
    }
}

impl Modules {
    /// The file that the configuration nearest to the importing file means by a name.
    pub(super) fn aliased(&self, own: &str, module: &str) -> Option<Found> {
        let known = above(own).filter_map(|folder| self.aliases.0.get(folder)).flatten();
        known
            .filter_map(|(pattern, targets)| Some((matched(pattern, module)?, targets)))
            .flat_map(|(star, targets)| targets.iter().map(move |target| target.replacen('*', star, 1)))
            .take(MOST_TARGETS)
            .filter_map(|path| relative("", &path))
            .find_map(|path| self.script_at(&path))
    }
}
