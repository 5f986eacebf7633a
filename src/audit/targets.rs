//! What can be audited on its own in a repository: packages and services that start and that hold an agent.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::identity::shown_path;
use crate::{
    assess::{self, AssessError, Kind},
    detect::Signal,
    facts::{self, Context, FactBase, Value, entry, is_dockerfile},
    rulebook::Rulebook,
};

/// Parts that a card names.
const NAMED: usize = 8;

/// One package or service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AuditTarget {
    /// Of the manifest, else the folder's; no two targets share one.
    pub name: String,
    /// `""` is the repository itself.
    pub folder: String,
    pub kind: Kind,
    /// How it starts: file and key.
    pub entry: String,
    /// What it does: words of `rules/agent.yaml`.
    pub does: Vec<String>,
    /// A place that shows the first of them, `file:line`.
    pub shown_at: String,
}

/// The targets of a repository that was read as a whole, sorted by folder.
///
/// # Errors
/// A mistake of the rules.
pub(super) fn targets(
    rulebook: &Rulebook,
    base: &FactBase,
    signals: &[Signal],
) -> Result<Vec<AuditTarget>, AssessError> {
    let packages = Packages::new(base);
    let mut tools: BTreeMap<&str, u64> = BTreeMap::new();
    for file in base.files.iter().filter(|file| file.in_scope && file.context == Context::Product) {
        *tools.entry(packages.of(&file.path)).or_default() += file.facts.tools.len() as u64;
    }
    let mut by_folder: BTreeMap<&str, Vec<Signal>> = BTreeMap::new();
    for signal in signals {
        by_folder.entry(packages.of(&signal.file)).or_default().push(signal.clone());
    }
    let mut targets = Vec::new();
    for (folder, signals) in by_folder {
        let Some((name, entry)) = packages.starts.get(folder) else { continue };
        let of_product = |signal: &&Signal| signal.context == Context::Product;
        let signs = rulebook.presence.targets.iter().filter_map(|sign| {
            let first = signals
                .iter()
                .filter(of_product)
                .find(|signal| sign.signals.iter().any(|rule| signal.rule == *rule))?;
            Some((sign.words.clone(), format!("{}:{}", first.file, first.lines.start)))
        });
        let (does, places): (Vec<String>, Vec<String>) = signs.unzip();
        let Some(shown_at) = places.into_iter().next() else { continue };
        let tools = tools.get(folder).copied().unwrap_or_default();
        let Some(kind) = assess::kind(rulebook, &signals, tools)? else { continue };
        targets.push(AuditTarget {
            name: name.clone(),
            folder: folder.to_owned(),
            kind,
            entry: entry.clone(),
            does,
            shown_at,
        });
    }
    name_apart(&mut targets);
    Ok(targets)
}

/// What a card of the whole says of its parts.
pub(super) fn limitation(targets: &[AuditTarget]) -> Option<String> {
    let parts: Vec<String> = targets
        .iter()
        .filter(|target| !target.folder.is_empty())
        .map(|target| format!("{} ({})", shown_path(&target.folder), target.does.join(", ")))
        .collect();
    let named = parts.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    let more = parts.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    // With one part the whole is that part.
    (parts.len() > 1).then(|| {
        format!(
            "The repository is rated as a whole; {} of its folders can be audited on their own, and ratings would differ \
             between them: {named}{more}.",
            parts.len()
        )
    })
}

/// Two of one name are told apart by their folders.
fn name_apart(targets: &mut [AuditTarget]) {
    let mut seen = BTreeSet::new();
    let twice: BTreeSet<String> =
        targets.iter().filter(|target| !seen.insert(target.name.clone())).map(|target| target.name.clone()).collect();
    for target in targets.iter_mut().filter(|target| twice.contains(&target.name) && !target.folder.is_empty()) {
        target.name.clone_from(&target.folder);
    }
}

/// Folders with a manifest, a Dockerfile or a chart; the repository itself is always one.
struct Packages {
    folders: BTreeSet<String>,
    /// Name and entry point of those that can be started.
    starts: BTreeMap<String, (String, String)>,
}

const MANIFESTS: [&str; 7] =
    ["package.json", "pyproject.toml", "setup.py", "setup.cfg", "go.mod", "Cargo.toml", "requirements.txt"];

impl Packages {
    fn new(base: &FactBase) -> Self {
        let mut packages = Self { folders: BTreeSet::from([String::new()]), starts: BTreeMap::new() };
        let product = || base.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
        for file in product() {
            let (folder, name) = split(&file.path);
            if MANIFESTS.contains(&name) || is_dockerfile(name) || name == "Chart.yaml" {
                packages.folders.insert(folder.to_owned());
            }
        }
        let mut best: BTreeMap<String, (u8, &String, facts::Entry)> = BTreeMap::new();
        // A Dockerfile beside a manifest of its own says what starts it; one in a folder of its own is a service.
        for file in product() {
            if let Some((rank, how)) = entry(file) {
                let best = best.entry(packages.of(&file.path).to_owned()).or_insert((rank, &file.path, how));
                *best = (*best).min((rank, &file.path, how));
            }
        }
        for (folder, (_, file, how)) in best {
            let name = name_of(base, &folder);
            packages.starts.insert(folder, (name, format!("{file} ({})", how.name())));
        }
        packages
    }

    /// The innermost package around a path.
    fn of(&self, path: &str) -> &str {
        let mut folder = split(path).0;
        loop {
            if let Some(own) = self.folders.get(folder) {
                return own;
            }
            folder = split(folder).0;
        }
    }
}

/// The manifest's name, else the folder's.
fn name_of(base: &FactBase, folder: &str) -> String {
    let at = |file: &str| if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
    let named = [
        ("package.json", "name"),
        ("pyproject.toml", "project.name"),
        ("pyproject.toml", "tool.poetry.name"),
        ("Cargo.toml", "package.name"),
        ("Chart.yaml", "name"),
    ];
    let of_manifest = named.into_iter().find_map(|(manifest, key)| {
        let file = base.files.get(base.index(&at(manifest))?)?;
        match &file.facts.settings.iter().find(|setting| setting.name == key)?.value {
            Value::Str(name) if plain(name) => Some(name.to_string()),
            _ => None,
        }
    });
    let last = split(folder).1;
    of_manifest.unwrap_or_else(|| if last.is_empty() { ".".to_owned() } else { last.to_owned() })
}

/// A name that can be given on a command line as it is.
fn plain(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '@');
    !name.is_empty() && name.len() <= 100 && !name.starts_with('-') && name.chars().all(allowed)
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
