//! From files to a rulebook. The embedded folder first, a folder of the user laid over it.

use std::{borrow::Cow, collections::BTreeMap, fs, io, path::Path};

use include_dir::{Dir, include_dir};
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use super::{
    Rulebook,
    check::check,
    claims,
    digest::{self, is_definition, rule_id},
    error::{RuleError, RuleErrors, parse},
    ladder::Ladders,
    pattern, query,
    rule::Rule,
    vocabulary::{self, Vocabulary},
};
use crate::rubric::CriterionId;

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules");

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The files of a rule set: path relative to its folder, `/`-separated, and content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleFiles(pub BTreeMap<String, Cow<'static, [u8]>>);

/// Why a folder could not be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("the folder `{folder}` cannot be read: {source}")]
    Folder { folder: String, source: io::Error },
    #[error("the vocabulary `{file}` cannot be read: {source}")]
    Vocabulary { file: String, source: io::Error },
    #[error("`{folder}` holds a vocabulary.yaml already; leave `{file}` out or put its lists there")]
    TwoVocabularies { folder: String, file: String },
    /// Files that nothing would read.
    #[error(
        "nothing reads `{}` of the folder `{folder}`; rules lie in signals/CRITERION/ID.yaml with fixtures beside them, \
         ladders in ladders/C1.yaml to C10.yaml, claims in claims/NAME.yaml, and vocabulary.yaml, {} on top; queries are a part of the program", .files.join("`, `"), SINGLE.join(", ")
    )]
    Misplaced { folder: String, files: Vec<String> },
    #[error("{0}")]
    Rules(#[from] RuleErrors),
}

impl RuleFiles {
    /// The rules that the program carries.
    pub fn embedded() -> Self {
        let mut files = BTreeMap::new();
        let mut folders = vec![&EMBEDDED];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            for file in folder.files() {
                files.insert(file.path().to_string_lossy().replace('\\', "/"), file.contents().into());
            }
        }
        Self(files)
    }

    /// The files of a folder on disk; symlinks are followed as the user's own, unreadable entries are errors.
    pub fn read(folder: &Path) -> Result<Self, LoadError> {
        let error = |source| LoadError::Folder { folder: folder.display().to_string(), source };
        let mut files = BTreeMap::new();
        for entry in walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name() {
            let entry = entry.map_err(|e| error(walk_error(e)))?;
            if entry.file_type().is_file() {
                let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                let name = path.to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read(entry.path()).map_err(error)?.into());
            }
        }
        Ok(Self(files))
    }

    /// Lays `over` on these: the same id (or, outside `signals/`, the same path) replaces, a new one adds, an empty
    /// file removes.
    pub fn overlay(mut self, over: &Self) -> Self {
        for (path, content) in &over.0 {
            if let Some(id) = rule_id(path) {
                self.0.retain(|p, _| rule_id(p) != Some(id));
            }
            match is_definition(path) && content.iter().all(u8::is_ascii_whitespace) {
                true => self.0.remove(path),
                false => self.0.insert(path.clone(), content.clone()),
            };
        }
        self
    }

    /// First twelve hex digits of the SHA-256 over the definitions, fixtures left out.
    pub fn hash(&self) -> String {
        self.hash_of(is_definition)
    }

    /// Whether they are the program's own and all of them.
    fn are_carried(&self) -> bool {
        self.0.len() == CARRIED && self.0.values().all(|content| matches!(content, Cow::Borrowed(_)))
    }

    fn hash_of(&self, taken: fn(&str) -> bool) -> String {
        digest::hash(self.0.iter().map(|(path, content)| (path.as_str(), &**content)).filter(|(path, _)| taken(path)))
    }
}

fn walk_error(error: walkdir::Error) -> io::Error {
    // The message of walkdir names the path once more.
    match error.io_error() {
        Some(inner) => io::Error::new(inner.kind(), inner.to_string()),
        None => io::Error::other(error),
    }
}

/// Files that stand alone.
const SINGLE: [&str; 8] = [
    "agent.yaml",
    "improvements.yaml",
    "inventory.yaml",
    "kinds.yaml",
    "rubric.yaml",
    "scope.yaml",
    "surface.yaml",
    "texts.yaml",
];

/// Files named by the user's mistake that one message lists.
const MOST_NAMED: usize = 5;

/// Files of an overlay that would change nothing: neither a definition, nor a fixture, nor a note. Queries are part of
/// the program; a folder that holds the same ones is a copy of all rules.
fn misplaced(over: &RuleFiles, embedded: &RuleFiles) -> Vec<String> {
    let hidden = |path: &str| path.split('/').any(|part| part.starts_with('.'));
    let fits = |path: &String, content: &Cow<'_, [u8]>| {
        let own = |folder: &str, parts: usize| path.starts_with(folder) && path.split('/').count() >= parts;
        let ladder = || CriterionId::ALL.iter().any(|id| *path == format!("ladders/{id}.yaml"));
        let yaml = path.ends_with(".yaml") || path.ends_with(".yml");
        SINGLE.contains(&path.as_str())
            || ladder()
            || path == vocabulary::FILE
            || claims::is_file(path)
            || (own("signals/", 3) && (rule_id(path).is_some() || !yaml || path.contains(".fixture.")))
            || embedded.0.get(path) == Some(content)
            || path.ends_with(".md")
            || hidden(path)
    };
    over.0
        .iter()
        .filter(|(path, content)| !fits(path, content))
        .map(|(path, _)| path.clone())
        .take(MOST_NAMED)
        .collect()
}

/// Rules that an empty file removed and that others still name: one line for each in place of one for every place.
fn explain_removed(errors: RuleErrors, removed: &[(String, String)]) -> RuleErrors {
    let mut rest = errors.0;
    let mut lines = Vec::new();
    for (path, id) in removed {
        let before = rest.len();
        let mut first = None;
        rest.retain(|error| {
            let names = error.message.ends_with(&format!("no rule `{id}`"));
            if names && first.is_none() {
                first = Some(error.file.clone());
            }
            !names
        });
        if let Some(first) = first {
            let places = before - rest.len();
            lines.push(RuleError {
                file: path.clone(),
                line: 0,
                key: String::new(),
                message: format!(
                    "the empty file removes rule `{id}`, which {places} other {} ({first} among them); lay changed \
                     files over those, too, or keep the rule",
                    if places == 1 { "place names" } else { "places name" }
                ),
            });
        }
    }
    lines.append(&mut rest);
    RuleErrors(lines)
}

/// What is read of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// All but the ladders.
    Places,
    Ladders,
    /// All, and that it holds together.
    Checks,
}

impl Needs {
    fn of_run(overlay: Option<&Path>, vocabulary: Option<&Path>) -> Self {
        if overlay.is_some() || vocabulary.is_some() { Self::Checks } else { Self::Ladders }
    }
}

impl Rulebook {
    /// The embedded rules, with `overlay` laid over them. All mistakes are returned at once.
    pub fn load(overlay: Option<&Path>) -> Result<Self, LoadError> {
        Self::load_with(overlay, None)
    }

    /// The same with the words of a project's own in a file beside the overlay.
    pub fn load_with(overlay: Option<&Path>, vocabulary: Option<&Path>) -> Result<Self, LoadError> {
        Self::load_from(overlay, vocabulary, Needs::Checks)
    }

    /// The same for a run that asks the rules: those of the program alone passed all checks in its tests.
    pub fn for_run(overlay: Option<&Path>, vocabulary: Option<&Path>) -> Result<Self, LoadError> {
        Self::load_from(overlay, vocabulary, Needs::of_run(overlay, vocabulary))
    }

    /// The same for a run that rates nothing: the ladders, half of what there is to read, are left out where they need
    /// no check.
    pub fn for_places(overlay: Option<&Path>, vocabulary: Option<&Path>) -> Result<Self, LoadError> {
        let needs = match Needs::of_run(overlay, vocabulary) {
            Needs::Ladders => Needs::Places,
            needs => needs,
        };
        Self::load_from(overlay, vocabulary, needs)
    }

    fn load_from(overlay: Option<&Path>, vocabulary: Option<&Path>, needs: Needs) -> Result<Self, LoadError> {
        let embedded = RuleFiles::embedded();
        let mut over = overlay.map(RuleFiles::read).transpose()?.unwrap_or_default();
        if let Some(folder) = overlay {
            let files = misplaced(&over, &embedded);
            if !files.is_empty() {
                return Err(LoadError::Misplaced { folder: folder.display().to_string(), files });
            }
        }
        if let Some(file) = vocabulary {
            let shown = file.display().to_string();
            let content = fs::read(file).map_err(|source| LoadError::Vocabulary { file: shown.clone(), source })?;
            if over.0.insert(vocabulary::FILE.to_owned(), content.into()).is_some() {
                let folder = overlay.unwrap_or(Path::new(".")).display().to_string();
                return Err(LoadError::TwoVocabularies { folder, file: shown });
            }
        }
        let hash = (overlay.is_some() || vocabulary.is_some()).then(|| over.hash());
        let empty = over.0.iter().filter(|(_, content)| content.iter().all(u8::is_ascii_whitespace));
        let removed: Vec<(String, String)> =
            empty.filter_map(|(path, _)| Some((path.clone(), rule_id(path)?.to_owned()))).collect();
        let loaded = Self::read_files(embedded.overlay(&over), hash, needs);
        let rulebook = loaded.map_err(|errors| explain_removed(errors, &removed))?;
        match rulebook.query_mistakes(|file| over.0.contains_key(file)) {
            mistakes if mistakes.is_empty() => Ok(rulebook),
            mistakes => Err(RuleErrors(mistakes).into()),
        }
    }

    /// What is wrong with the queries of the rules whose file is asked for, sorted. Compiling costs more than all other
    /// checks: the program's own are compiled by `lint`.
    pub(super) fn query_mistakes(&self, wanted: impl Fn(&str) -> bool) -> Vec<RuleError> {
        let rules = self.rules.iter().filter_map(|(id, rule)| Some((self.places.get(id)?, rule)));
        let mut mistakes: Vec<RuleError> = rules
            .filter(|(file, _)| wanted(file))
            .flat_map(|(file, rule)| query::mistakes(rule, file, self.sources.get(file).map_or("", |text| text)))
            .collect();
        mistakes.sort();
        mistakes
    }

    /// Reads and checks a complete rule set.
    pub fn from_files(files: RuleFiles, overlay: Option<String>) -> Result<Self, RuleErrors> {
        Self::read_files(files, overlay, Needs::Checks)
    }

    fn read_files(files: RuleFiles, overlay: Option<String>, needs: Needs) -> Result<Self, RuleErrors> {
        let checked = needs == Needs::Checks;
        let carried = files.are_carried();
        let hash = if carried { HASH.to_owned() } else { files.hash() };
        let mut errors = Vec::new();
        let mut texts = Sources { checked, ..Sources::default() };
        for (path, content) in &files.0 {
            match std::str::from_utf8(content) {
                Ok(text) => texts.insert(path, text, matches!(content, Cow::Borrowed(_))),
                Err(_) if is_definition(path) => errors.push(RuleError {
                    file: path.clone(),
                    line: 0,
                    key: String::new(),
                    message: "is not UTF-8".into(),
                }),
                Err(_) => {}
            }
        }
        let mut rules = BTreeMap::new();
        let rule_files: Vec<(&str, &str, &str)> =
            texts.texts.iter().filter_map(|(path, text)| Some((*path, rule_id(path)?, *text))).collect();
        let ladder_files: Vec<(&str, &str)> = texts
            .texts
            .iter()
            .map(|(path, text)| (*path, *text))
            .filter(|(path, _)| path.starts_with("ladders/") && path.ends_with(".yaml"))
            .filter(|_| needs != Needs::Places)
            .collect();
        let (parsed, parsed_ladders): (Vec<_>, Vec<_>) = rayon::join(
            || rule_files.par_iter().map(|(path, _, text)| texts.parse::<Rule>(path, text)).collect(),
            || ladder_files.par_iter().map(|(path, text)| texts.parse::<Ladders>(path, text)).collect(),
        );
        let mut places: BTreeMap<String, String> = BTreeMap::new();
        let mut ladders = BTreeMap::new();
        for ((path, id, _), parsed) in rule_files.into_iter().zip(parsed) {
            match parsed {
                Err(error) => errors.push(error),
                Ok(rule) => {
                    if let Some(other) = places.insert(id.to_owned(), path.to_owned()) {
                        errors.push(RuleError {
                            file: path.to_owned(),
                            line: 0,
                            key: "id".into(),
                            message: format!("`{id}` is defined in {other} already; ids are unique"),
                        });
                    }
                    rules.insert(id.to_owned(), rule);
                }
            }
        }
        for ((path, _), parsed) in ladder_files.into_iter().zip(parsed_ladders) {
            match parsed {
                Err(error) => errors.push(error),
                Ok(ladder) => {
                    if path != format!("ladders/{}.yaml", ladder.criterion) {
                        errors.push(RuleError {
                            file: path.to_owned(),
                            line: 1,
                            key: "criterion".into(),
                            message: format!("{} belongs in ladders/{0}.yaml", ladder.criterion),
                        });
                    }
                    ladders.insert(ladder.criterion, ladder);
                }
            }
        }
        if let Some(text) = texts.texts.get(vocabulary::FILE) {
            match parse::<Vocabulary>(vocabulary::FILE, text) {
                Ok(words) => words.extend(text, &mut rules, &mut errors),
                Err(error) => errors.push(error),
            }
        }
        for criterion in CriterionId::ALL {
            let path = format!("ladders/{criterion}.yaml");
            if !ladders.contains_key(&criterion) && !texts.texts.contains_key(path.as_str()) {
                errors.push(missing(&path));
            }
        }
        let kinds = texts.single("kinds.yaml", &mut errors);
        let surface = texts.single("surface.yaml", &mut errors);
        let presence = texts.single("agent.yaml", &mut errors);
        let inventory = texts.single("inventory.yaml", &mut errors);
        let sentences = texts.single("texts.yaml", &mut errors);
        let improvements = texts.single("improvements.yaml", &mut errors);
        let scope = texts.single("scope.yaml", &mut errors);
        let rubric = texts.single("rubric.yaml", &mut errors);
        let claims = claims::read(&texts, &rules, checked, &mut errors);
        let text = |content: &Cow<'static, [u8]>| match content {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes.clone()).ok().map(Cow::Owned),
        };
        let sources = files.0.iter().filter_map(|(path, content)| Some((path.clone(), text(content)?))).collect();
        let draft = Draft {
            rules,
            places,
            ladders,
            kinds,
            surface,
            presence,
            inventory,
            sentences,
            improvements,
            scope,
            rubric,
            claims,
        };
        if checked {
            check(&draft, &sources, &mut errors);
        }
        draft.complete(sources, hash, carried.then_some(SIGNALS_HASH), overlay, errors)
    }
}

fn missing(path: &str) -> RuleError {
    RuleError { file: path.into(), line: 0, key: String::new(), message: "is missing".into() }
}

/// The texts of a rule set.
#[derive(Default)]
pub(super) struct Sources<'a> {
    pub texts: BTreeMap<&'a str, &'a str>,
    /// The same as JSON, of those that the program carries.
    json: BTreeMap<&'a str, &'static str>,
    /// Nothing is taken as known: patterns, too, are checked.
    checked: bool,
}

impl<'a> Sources<'a> {
    fn insert(&mut self, path: &'a str, text: &'a str, carried: bool) {
        self.texts.insert(path, text);
        if let Some(at) = JSON.binary_search_by_key(&path, |(path, _)| path).ok().filter(|_| carried) {
            self.json.insert(path, JSON[at].1);
        }
    }

    /// One of the texts. Mistakes are those of its YAML.
    pub fn parse<T: DeserializeOwned>(&self, path: &str, text: &str) -> Result<T, RuleError> {
        let json = self.json.get(path).and_then(|json| match self.checked {
            true => serde_json::from_str(json).ok(),
            false => pattern::known(|| serde_json::from_str(json).ok()),
        });
        json.map_or_else(|| parse(path, text), Ok)
    }

    pub fn single<T: DeserializeOwned>(&self, path: &str, errors: &mut Vec<RuleError>) -> Option<T> {
        let Some(text) = self.texts.get(path) else {
            errors.push(missing(path));
            return None;
        };
        self.parse(path, text).map_err(|e| errors.push(e)).ok()
    }
}

/// What could be read so far.
pub(super) struct Draft {
    pub rules: BTreeMap<String, Rule>,
    /// Path of each rule.
    pub places: BTreeMap<String, String>,
    pub ladders: BTreeMap<CriterionId, Ladders>,
    pub kinds: Option<super::project::Kinds>,
    pub surface: Option<super::project::SurfaceTable>,
    pub presence: Option<super::project::AgentPresence>,
    pub inventory: Option<super::project::InventorySpec>,
    pub sentences: Option<super::project::Texts>,
    pub improvements: Option<super::improvement::Improvements>,
    pub scope: Option<crate::facts::ScopeRules>,
    pub rubric: Option<super::rubric::Rubric>,
    pub claims: Option<claims::ClaimRules>,
}

impl Draft {
    fn complete(
        self,
        sources: BTreeMap<String, Cow<'static, str>>,
        hash: String,
        signals_hash: Option<&'static str>,
        overlay: Option<String>,
        mut errors: Vec<RuleError>,
    ) -> Result<Rulebook, RuleErrors> {
        errors.sort();
        errors.dedup();
        let project = (
            (self.kinds, self.surface, self.presence, self.inventory),
            (self.sentences, self.improvements, self.scope, self.rubric, self.claims),
        );
        match project {
            (
                (Some(kinds), Some(surface), Some(presence), Some(inventory)),
                (Some(texts), Some(improvements), Some(scope), Some(rubric), Some(claims)),
            ) if errors.is_empty() => Ok(Rulebook {
                rules: self.rules,
                places: self.places,
                ladders: self.ladders,
                kinds,
                surface,
                presence,
                inventory,
                texts,
                improvements,
                scope,
                rubric,
                claims,
                sources,
                hash,
                signals_hash,
                overlay,
            }),
            _ => Err(RuleErrors(errors)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_rates_nothing_reads_the_rules_and_no_ladder() {
        let (whole, places) = (Rulebook::for_run(None, None).unwrap(), Rulebook::for_places(None, None).unwrap());
        assert_eq!((places.rules.len(), places.version()), (whole.rules.len(), whole.version()));
        assert!(places.ladders.is_empty() && !whole.ladders.is_empty());
        // What a user brings is checked whole.
        let vocabulary = tempfile::NamedTempFile::new().unwrap();
        let checked = Rulebook::for_places(None, Some(vocabulary.path())).unwrap();
        assert_eq!(checked.ladders.len(), whole.ladders.len());
    }

    #[test]
    fn what_the_build_made_of_the_rules_is_what_they_say() {
        let files = RuleFiles::embedded();
        assert!(files.are_carried());
        assert_eq!((files.hash(), files.hash_of(digest::decides_signals)), (HASH.to_owned(), SIGNALS_HASH.to_owned()));
        let definitions: Vec<&str> = files.0.keys().map(String::as_str).filter(|path| is_definition(path)).collect();
        assert_eq!(JSON.iter().map(|(path, _)| *path).collect::<Vec<_>>(), definitions);
        for (path, json) in JSON {
            let yaml = std::str::from_utf8(&files.0[*path]).unwrap();
            if rule_id(path).is_some() {
                same::<Rule>(path, yaml, json);
            } else if path.starts_with("ladders/") {
                same::<Ladders>(path, yaml, json);
            } else {
                same::<serde_json::Value>(path, yaml, json);
            }
        }
        let changed = RuleFiles([("agent.yaml".to_owned(), Cow::Owned(b"x: 1".to_vec()))].into());
        assert!(!RuleFiles::embedded().overlay(&changed).are_carried());
    }

    fn same<T: DeserializeOwned + std::fmt::Debug>(path: &str, yaml: &str, json: &str) {
        let of_json: T = serde_json::from_str(json).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert_eq!(format!("{of_json:?}"), format!("{:?}", parse::<T>(path, yaml).unwrap()), "{path}");
    }

    #[test]
    fn a_copy_of_all_rules_is_an_overlay() {
        let embedded = RuleFiles::embedded();
        assert_eq!(misplaced(&embedded, &embedded), Vec::<String>::new());
        let single: Vec<&str> =
            embedded.0.keys().map(String::as_str).filter(|p| !p.contains('/') && p.ends_with(".yaml")).collect();
        assert_eq!(single, SINGLE);
    }
}
