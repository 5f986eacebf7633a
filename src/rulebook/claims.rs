//! What documents may claim, as data: how a control is spoken of, and what has to stand in the code for it.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};

use super::{
    NameGlob, PathGlob, Rule,
    error::{RuleError, line_of},
    load::Sources,
    pattern,
};
use crate::{
    evidence::SearchSpec,
    rubric::{CriterionId, Parameter},
};

/// Folder of the files, and those in it that hold no kinds of claims.
const FOLDER: &str = "claims/";
const READING: &str = "claims/reading.yaml";
const DIRECTED: &str = "claims/directed.yaml";
const CONTRACTS: &str = "claims/contracts.yaml";

/// Whether a path of a rule set belongs here.
pub(super) fn is_file(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|name| !name.contains('/') && name.ends_with(".yaml"))
}

/// A regular expression over the words of a document: letter case does not matter, and dashes, quotes and arrows are
/// those of ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    pub fn source(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let source = String::deserialize(deserializer)?;
        if source.is_empty() {
            return Err(D::Error::custom("an empty pattern matches everything"));
        }
        if !pattern::is_known() {
            pattern::parsed(&source, true).map_err(D::Error::custom)?;
        }
        Ok(Self(source))
    }
}

impl JsonSchema for Words {
    fn schema_name() -> Cow<'static, str> {
        "Words".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "regex", "minLength": 1})
    }
}

/// `claims/C1.yaml` and its like: claims of one criterion.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimFile {
    pub criterion: CriterionId,
    pub claims: Vec<ClaimKind>,
}

/// One control as documents speak of it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimKind {
    pub id: String,
    /// What is claimed, in words of the method.
    pub title: String,
    #[serde(skip, default = "first_criterion")]
    pub criterion: CriterionId,
    pub parameter: Parameter,
    /// One of these stands in a sentence, an item of a list or a row of a table.
    #[serde(default)]
    pub says: Vec<Words>,
    /// And none of these.
    #[serde(default)]
    pub without: Vec<Words>,
    /// Keys of configuration that say the same.
    #[serde(default)]
    pub config: Vec<NameGlob>,
    /// Kinds that say less about the same words: they give way.
    #[serde(default)]
    pub over: Vec<String>,
    /// Words of the claim that are names although they look like none; they are looked up as they stand.
    pub tokens: Option<Words>,
    /// Words that are common to all claims of the kind.
    #[serde(default)]
    pub words: Vec<String>,
    /// What the statement of a place has to hold to be the control itself and not something around it.
    pub acts: Option<Words>,
    /// What has to be shown; all of it for the claim to be held.
    #[serde(default)]
    pub elements: Vec<ClaimElement>,
    /// A value that the claim gives, and the settings of the code that decide it.
    pub value: Option<ClaimValue>,
    /// Rules whose matches say the opposite.
    #[serde(default)]
    pub contradicted_by: Vec<String>,
    /// Sentences that make the claim, and others that do not: its tests.
    pub claims: Vec<String>,
    #[serde(default)]
    pub others: Vec<String>,
}

fn first_criterion() -> CriterionId {
    CriterionId::C1
}

/// One thing that has to be shown.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimElement {
    pub what: String,
    /// Rules; one match that is on, or that an operator can turn on, shows it.
    #[serde(default)]
    pub signals: Vec<String>,
    /// Statements of code that do it: neither configuration nor what stands in quotes. One of them shows it as a rule
    /// does.
    pub code: Option<SearchSpec>,
    /// Settings of code or configuration that have the value claimed; one of them shows it, too.
    pub settings: Option<ClaimSetting>,
    /// Lines of code or configuration that speak of it: a lead, by which a claim is held in part at most. Code globs with
    /// SQL and configuration where it names no files.
    pub search: Option<SearchSpec>,
    /// Without it the claim speaks of something that is not there.
    #[serde(default)]
    pub subject: bool,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimSetting {
    pub names: Vec<NameGlob>,
    /// The value as code writes it, quotes left out.
    pub value: Words,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimValue {
    /// The first group is the value.
    pub says: Words,
    pub settings: Vec<NameGlob>,
    pub unit: ValueUnit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueUnit {
    Duration,
    Number,
}

/// `claims/reading.yaml`: which documents are read, and which sentences in them claim nothing.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimReading {
    /// Globs of documents.
    pub documents: Vec<PathGlob>,
    pub except: Vec<PathGlob>,
    /// Files beside code in which names are looked up: schemas, migrations, configuration.
    pub beside_code: Vec<String>,
    /// Headings of sections that speak of something else.
    pub other_sections: Words,
    /// Headings of sections of which nothing is shipped.
    pub planned_sections: Words,
    /// What is planned, optional, an example, or said not to be there.
    pub disclaimed: Vec<Words>,
    /// What readers are told to do.
    pub advice: Vec<Words>,
    /// Work on the project itself: reviews, continuous integration.
    pub process: Vec<Words>,
    /// Sentences that say of those before them in the paragraph that they do not hold yet.
    pub takes_back: Words,
    /// Claims about every case, which single places cannot show.
    pub everywhere: Words,
    /// What else a sentence leaves open, so that it is held in part at most.
    pub open: Vec<OpenWords>,
    /// Words between backticks that name nothing of the code.
    pub common_names: Vec<String>,
    /// Endings of files, by which a name is one of a file.
    pub file_endings: Vec<String>,
    /// Endings of addresses, by which a name is none.
    pub domains: Vec<String>,
    /// Words that say nothing about which place a claim is about.
    pub common_words: Vec<String>,
    /// How many per cent of its other words have to stand around a place that bears it out.
    pub shared_percent: u8,
    /// How many per cent of them have to stand in the statement itself, or in the names of its function and class.
    pub close_percent: u8,
    /// How many per cent of them have to stand around a place whose statement holds a name that the claim gives.
    pub named_percent: u8,
    /// Means of controls: a statement that holds the one that a claim gives speaks of it.
    pub means: Vec<String>,
    /// Lines before and after a place that tell what it is about.
    pub lines_around: u32,
    /// Rules that find nothing but the control itself, so that no words have to be shared.
    pub telling_rules: Vec<String>,
    /// Rules whose matches bear out a claim that has no words of its own: `Secrets are encrypted at rest`.
    pub general_rules: Vec<String>,
    /// Lines that only import or declare something: they do nothing.
    pub declarations: Words,
    /// Numbers that a claim is bound to; the first group is the number, with its unit if it has one of time.
    pub numbers: Vec<Words>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenWords {
    pub what: String,
    pub says: Words,
}

/// `claims/directed.yaml`: how text speaks to those who audit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DirectedRules {
    /// Literals of which each such text holds one.
    pub literals: Vec<String>,
    /// Whom it speaks to.
    pub address: Vec<Words>,
    /// What it wants of them.
    pub demand: Vec<Words>,
    /// Sentences that say both at once.
    pub whole: Vec<Words>,
    /// Sentences that look like it and are none.
    pub except: Vec<Words>,
}

/// `claims/contracts.yaml`: files that declare what an agent may do, and what is checked in them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractRules {
    /// Folders whose name says nothing about whether code reads a file in them.
    pub common_folders: Vec<String>,
    /// The first that fits a file is its form.
    pub forms: Vec<ContractForm>,
    pub checks: Vec<ContractRule>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractForm {
    pub id: String,
    pub title: String,
    pub files: Vec<PathGlob>,
    #[serde(default)]
    pub except: Vec<PathGlob>,
    /// Keys that tell it from other configuration; without any the files decide, and checks read lines of text.
    #[serde(default)]
    pub keys: Vec<NameGlob>,
    /// How many of them have to stand in the file.
    #[serde(default)]
    pub least: usize,
    /// Another program than the product reads it.
    #[serde(default)]
    pub read_by_host: bool,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractRule {
    pub check: String,
    /// Ids of forms.
    pub forms: Vec<String>,
    #[serde(default)]
    pub keys: Vec<NameGlob>,
    /// Values, or lines of text, that weaken the contract; they decide before `good`.
    pub weak: Option<Words>,
    /// Any value where it is left out.
    pub good: Option<Words>,
    #[serde(default)]
    pub says_weak: String,
    pub says_good: String,
    /// Nothing is said where it is left out.
    pub absent: Option<String>,
}

/// All of it.
#[derive(Debug, Clone)]
pub struct ClaimRules {
    /// Sorted by id.
    pub kinds: Vec<ClaimKind>,
    pub reading: ClaimReading,
    pub directed: DirectedRules,
    pub contracts: ContractRules,
}

/// Reads the files of the folder; `None` where one is wrong or missing, which `errors` says.
pub(super) fn read(
    sources: &Sources<'_>,
    rules: &BTreeMap<String, Rule>,
    checked: bool,
    errors: &mut Vec<RuleError>,
) -> Option<ClaimRules> {
    let before = errors.len();
    let texts = &sources.texts;
    let mut kinds: Vec<ClaimKind> = Vec::new();
    let mut places: BTreeMap<String, &str> = BTreeMap::new();
    for (path, text) in texts.iter().filter(|(path, _)| is_file(path) && ![READING, DIRECTED, CONTRACTS].contains(path))
    {
        match sources.parse::<ClaimFile>(path, text) {
            Err(error) => errors.push(error),
            Ok(file) => {
                for kind in file.claims {
                    if let Some(other) = places.insert(kind.id.clone(), path) {
                        let message = format!("`{}` is defined in {other} already; ids are unique", kind.id);
                        errors.push(error(path, text, &kind.id, message));
                    }
                    kinds.push(ClaimKind { criterion: file.criterion, ..kind });
                }
            }
        }
    }
    kinds.sort_by(|a, b| a.id.cmp(&b.id));
    let reading = sources.single::<ClaimReading>(READING, errors);
    let directed = sources.single::<DirectedRules>(DIRECTED, errors);
    let contracts = sources.single::<ContractRules>(CONTRACTS, errors);
    if checked {
        check(&kinds, &places, texts, rules, errors);
    }
    let complete = errors.len() == before;
    match (reading, directed, contracts) {
        (Some(reading), Some(directed), Some(contracts)) if complete => {
            Some(ClaimRules { kinds, reading, directed, contracts })
        }
        _ => None,
    }
}

fn error(file: &str, text: &str, near: &str, message: String) -> RuleError {
    RuleError { file: file.to_owned(), line: line_of(text, near), key: near.to_owned(), message }
}

fn check(
    kinds: &[ClaimKind],
    places: &BTreeMap<String, &str>,
    texts: &BTreeMap<&str, &str>,
    rules: &BTreeMap<String, Rule>,
    errors: &mut Vec<RuleError>,
) {
    let ids: BTreeSet<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
    for kind in kinds {
        let file = places.get(&kind.id).copied().unwrap_or_default();
        let text = texts.get(file).copied().unwrap_or_default();
        let mut wrong = |message: String| errors.push(error(file, text, &kind.id, message));
        if kind.says.is_empty() && kind.config.is_empty() {
            wrong("nothing says it: give `says` or `config`".into());
        }
        if kind.claims.is_empty() {
            wrong("give sentences that make the claim under `claims`".into());
        }
        for other in kind.over.iter().filter(|other| !ids.contains(other.as_str())) {
            wrong(format!("over: no claim `{other}`"));
        }
        let signals = kind.elements.iter().flat_map(|element| &element.signals);
        for rule in signals.chain(&kind.contradicted_by).filter(|rule| !rules.contains_key(*rule)) {
            wrong(format!("no rule `{rule}`"));
        }
        for element in &kind.elements {
            let shown_by = [element.code.is_some(), element.settings.is_some(), element.search.is_some()];
            if element.signals.is_empty() && shown_by == [false; 3] {
                wrong(format!("nothing shows `{}`: give `signals`, `code`, `settings` or `search`", element.what));
            }
            for spec in element.code.iter().chain(&element.search) {
                if let Err(problem) = spec.check() {
                    wrong(problem.to_string());
                }
            }
        }
    }
}
