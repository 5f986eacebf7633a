//! What was observed, as a file that can be rated again without the repository. Every signal counts in it; of their
//! places those are kept that a card can cite. No text of the repository is, beyond paths and names.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Observed, Overrides};
use crate::{
    assess::{Reading, Weights, best_first},
    detect::{Captures, Signal, State},
    evidence::{mask, masked_path},
    facts::{Configuration, Context, Span, Word},
    rulebook::Rulebook,
    source::Commit,
    text,
};

/// Changes whenever older programs would read a file wrongly.
const FORMAT: u32 = 1;
/// Places of one rule that are kept, of each kind that a card cites. A statement cites four, and passes over three at
/// most that others cite already.
const KEPT: usize = 8;
/// Signals that a file may stand for; the largest repositories have a tenth.
const MOST_SIGNALS: u64 = 1_000_000;

/// An observation in its written form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: u32,
    /// Fingerprint of the rules that were asked.
    rules: String,
    name: String,
    repo_url: Option<String>,
    subpath: Option<String>,
    commit: String,
    tag: Option<String>,
    uncommitted: bool,
    tools: u64,
    reading: Reading,
    scope: String,
    hits: BTreeMap<String, u64>,
    #[serde(default)]
    configurations: Vec<Configuration>,
    /// By configuration the signals that are not there in it, and those that are there instead.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    overrides: BTreeMap<String, (Vec<Override>, Vec<Override>)>,
    limitations: Vec<String>,
    incomplete: Vec<String>,
    unread: BTreeMap<String, u64>,
    set_aside: BTreeMap<String, u64>,
    could_hold_an_agent: Option<String>,
    /// Files of the places that are kept, sorted; signals name them by position. Higher numbers stand for other files.
    files: Vec<String>,
    /// By rule.
    signals: BTreeMap<String, Vec<Group>>,
}

/// Signals of one rule that share a state and a context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(default, skip_serializing_if = "is_on")]
    state: State,
    #[serde(default = "product", skip_serializing_if = "is_product")]
    context: Context,
    /// As in [`Signal::runs`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    runs: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<KeptPlace>,
    /// How many there are besides, by file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    more: BTreeMap<u32, u64>,
}

/// File, first and last line, a name that stands there, and how many signals do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct KeptPlace(u32, u32, u32, Option<String>, u64);

/// Rule, file, first and last line, state, and a name that stands there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Override(String, String, u32, u32, State, Option<String>);

impl Override {
    fn new(signal: &Signal) -> Self {
        let contains = signal.contains.as_deref().and_then(name_in);
        let Span { start, end } = signal.lines;
        Self(signal.rule.to_string(), signal.file.to_string(), start, end, signal.state, contains)
    }

    fn signal(self) -> Signal {
        let Self(rule, file, start, end, state, contains) = self;
        Signal {
            rule: Word::from(rule),
            file: Word::from(file),
            lines: Span { start, end },
            context: Context::Product,
            state,
            contains: contains.map(Word::from),
            captures: Captures::default(),
            chain: Box::default(),
            runs: None,
        }
    }
}

fn is_on(state: &State) -> bool {
    *state == State::On
}

fn product() -> Context {
    Context::Product
}

fn is_product(context: &Context) -> bool {
    *context == Context::Product
}

/// A file of signals that cannot be rated.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("not a file of signals: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the file has format {0}, this program reads {FORMAT}; write it again with `depthgauge signals`")]
    Format(u32),
    #[error("the signals of `{0}` name a file that is not listed")]
    File(String),
    #[error("more than {MOST_SIGNALS} signals")]
    TooMany,
}

impl Record {
    pub fn new(observed: &Observed, rulebook: &Rulebook) -> Self {
        let mut by_rule: BTreeMap<&str, Vec<Signal>> = BTreeMap::new();
        // A file that is kept and passed on says nothing of defects.
        let public = |signal: &&Signal| !rulebook.is_defect(&signal.rule);
        for signal in observed.signals.iter().filter(public) {
            by_rule.entry(&signal.rule).or_default().push(signal.clone());
        }
        let weights = Weights::of(&observed.signals, &rulebook.presence.order);
        by_rule.values_mut().for_each(|signals| best_first(signals, &weights));
        let all: BTreeSet<&str> = observed.signals.iter().map(|signal| signal.file.as_str()).collect();
        let masked: BTreeSet<&str> = all.iter().copied().filter(|file| masked_path(file).is_some()).collect();
        let citable = |signal: &Signal| !masked.contains(signal.file.as_str());
        let rules: Vec<(&str, &[Signal], BTreeSet<Place<'_>>)> =
            by_rule.iter().map(|(rule, signals)| (*rule, signals.as_slice(), kept(signals, citable))).collect();
        let named: BTreeSet<&str> = rules.iter().flat_map(|(.., kept)| kept).map(|(file, _)| *file).collect();
        let others = all.difference(&named);
        let numbers: BTreeMap<&str, u32> = named.iter().chain(others).copied().zip(0..).collect();
        let signals = rules.iter().map(|(rule, signals, kept)| ((*rule).to_owned(), groups(signals, kept, &numbers)));
        Self {
            format: FORMAT,
            rules: rulebook.signals_version(),
            name: observed.name.clone(),
            repo_url: observed.repo_url.clone(),
            subpath: observed.subpath.clone(),
            commit: observed.commit.id.clone(),
            tag: observed.commit.tag.clone(),
            uncommitted: observed.commit.uncommitted,
            tools: observed.tools,
            reading: observed.reading.clone(),
            scope: observed.scope.clone(),
            hits: observed.hits.clone(),
            configurations: observed.configurations.clone(),
            overrides: overrides(observed),
            limitations: observed.limitations.clone(),
            incomplete: observed.incomplete.clone(),
            unread: observed.unread.clone(),
            set_aside: observed.set_aside.clone(),
            could_hold_an_agent: observed.could_hold_an_agent.clone(),
            signals: signals.collect(),
            files: named.into_iter().map(str::to_owned).collect(),
        }
    }

    /// # Errors
    /// Text that no version of this program wrote, or only another one.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        match serde_json::from_str::<Head>(text)?.format {
            FORMAT => Ok(serde_json::from_str(text)?),
            other => Err(RecordError::Format(other)),
        }
    }

    /// One line of JSON.
    ///
    /// # Errors
    /// None that text could cause.
    pub fn write(&self) -> Result<String, RecordError> {
        Ok(text::json_line(self)?)
    }

    /// Whether these rules would find the same signals, as far as rules decide it.
    pub fn is_of(&self, rulebook: &Rulebook) -> bool {
        self.rules == rulebook.signals_version()
    }

    /// The observation again. Signals whose place was not kept have line 0; no signal has captures.
    ///
    /// # Errors
    /// A file that contradicts itself.
    pub fn observed(self) -> Result<Observed, RecordError> {
        let signals = self.signals()?;
        let mut limitations =
            vec!["Rated from recorded signals: sentences leave out what the code calls things.".to_owned()];
        limitations.extend(self.limitations);
        Ok(Observed {
            name: self.name,
            repo_url: self.repo_url,
            subpath: self.subpath,
            description: "Rated from recorded signals.".to_owned(),
            commit: Commit { id: self.commit, uncommitted: self.uncommitted, tag: self.tag },
            signals,
            tools: self.tools,
            reading: self.reading,
            scope: self.scope,
            hits: self.hits,
            withheld: Vec::new(),
            contact: None,
            configurations: self.configurations,
            overrides: self
                .overrides
                .into_iter()
                .map(|(name, (without, with))| (name, overridden(without, with)))
                .collect(),
            claims: None,
            limitations,
            incomplete: self.incomplete,
            unread: self.unread,
            set_aside: self.set_aside,
            could_hold_an_agent: self.could_hold_an_agent,
        })
    }

    fn signals(&self) -> Result<Vec<Signal>, RecordError> {
        let groups = || self.signals.iter().flat_map(|(rule, groups)| groups.iter().map(move |group| (rule, group)));
        let all = groups().flat_map(|(_, group)| group.places.iter().map(|place| &place.4).chain(group.more.values()));
        if all.fold(0, |sum: u64, times| sum.saturating_add(*times)) > MOST_SIGNALS {
            return Err(RecordError::TooMany);
        }
        let mut signals = Vec::new();
        for (rule, group) in groups() {
            let mut add = |file: String, lines, contains: &Option<String>, times| {
                let signal = Signal {
                    rule: Word::new(rule),
                    file: Word::from(file),
                    lines,
                    context: group.context,
                    state: group.state,
                    contains: contains.as_ref().map(Word::from),
                    captures: Captures::default(),
                    chain: Box::default(),
                    runs: group.runs,
                };
                signals.extend((0..times).map(|_| signal.clone()));
            };
            let named = |file: &u32| self.files.get(*file as usize).cloned();
            for KeptPlace(file, start, end, contains, times) in &group.places {
                let name = named(file).ok_or_else(|| RecordError::File(rule.clone()))?;
                add(name, Span { start: *start, end: *end }, contains, *times);
            }
            for (file, times) in &group.more {
                add(named(file).unwrap_or_else(|| format!("file {file}")), Signal::NOWHERE, &None, *times);
            }
        }
        signals.sort();
        Ok(signals)
    }
}

fn overrides(observed: &Observed) -> BTreeMap<String, (Vec<Override>, Vec<Override>)> {
    let written = |signals: &[Signal]| {
        let citable = signals.iter().filter(|signal| masked_path(&signal.file).is_none());
        citable.map(Override::new).collect()
    };
    let all = observed.overrides.iter();
    all.map(|(name, o)| (name.clone(), (written(&o.without), written(&o.with)))).collect()
}

fn overridden(without: Vec<Override>, with: Vec<Override>) -> Overrides {
    let [without, with] = [without, with].map(|list| list.into_iter().map(Override::signal).collect());
    Overrides { without, with }
}

/// File and first line.
type Place<'a> = (&'a str, u32);

/// Places of the signals of one rule, best first, that a card may cite or name.
fn kept(signals: &[Signal], citable: impl Fn(&Signal) -> bool) -> BTreeSet<Place<'_>> {
    let kinds: [fn(&Signal) -> bool; 3] =
        [|_| true, |signal| signal.contains.is_some(), |signal| signal.state == State::Unknown];
    let mut kept = BTreeSet::new();
    for kind in kinds {
        let mut first = BTreeSet::new();
        for signal in signals.iter().filter(|signal| citable(signal) && kind(signal)) {
            if first.len() == KEPT {
                break;
            }
            first.insert((signal.file.as_str(), signal.lines.start));
        }
        kept.extend(first);
    }
    kept
}

/// The signals of one rule, best first, by state and context.
fn groups(signals: &[Signal], kept: &BTreeSet<Place<'_>>, numbers: &BTreeMap<&str, u32>) -> Vec<Group> {
    let mut groups: BTreeMap<(State, Context, Option<bool>), Group> = BTreeMap::new();
    for signal in signals {
        let Some(file) = numbers.get(signal.file.as_str()).copied() else { continue };
        let (state, context, runs) = (signal.state, signal.context, signal.runs);
        let group = groups.entry((state, context, runs)).or_insert_with(|| Group {
            state,
            context,
            runs,
            places: Vec::new(),
            more: BTreeMap::new(),
        });
        let Span { start, end } = signal.lines;
        if !kept.contains(&(signal.file.as_str(), start)) {
            *group.more.entry(file).or_default() += 1;
            continue;
        }
        let contains = signal.contains.as_deref().and_then(name_in);
        let same = |place: &&mut KeptPlace| (place.0, place.1, place.2, &place.3) == (file, start, end, &contains);
        match group.places.iter_mut().find(same) {
            Some(place) => place.4 += 1,
            None => group.places.push(KeptPlace(file, start, end, contains, 1)),
        }
    }
    groups.into_values().collect()
}

/// The longest name in a quoted literal: it stands within the same lines, and is no text.
fn name_in(literal: &str) -> Option<String> {
    let names = literal.split(|c: char| !c.is_alphanumeric() && !"_.-".contains(c));
    let name = names.filter(|name| mask(name) == *name).rev().max_by_key(|name| name.len())?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(rule: &str, file: &str, line: u32, state: State, contains: Option<&str>) -> Signal {
        Signal {
            rule: rule.into(),
            file: file.into(),
            lines: Span::line(line),
            context: Context::Product,
            state,
            contains: contains.map(Word::from),
            captures: Captures::default(),
            chain: Box::default(),
            runs: None,
        }
    }

    fn observed(signals: Vec<Signal>) -> Observed {
        Observed {
            name: "agent".to_owned(),
            repo_url: None,
            subpath: None,
            description: "text of the repository".to_owned(),
            commit: Commit { id: "0".repeat(40), uncommitted: false, tag: None },
            signals,
            tools: 3,
            reading: Reading::default(),
            scope: ".".to_owned(),
            hits: BTreeMap::from([("shell-command".to_owned(), 7)]),
            withheld: Vec::new(),
            contact: None,
            configurations: Vec::new(),
            overrides: BTreeMap::new(),
            claims: None,
            limitations: vec!["one".to_owned()],
            incomplete: Vec::new(),
            unread: BTreeMap::new(),
            set_aside: BTreeMap::new(),
            could_hold_an_agent: None,
        }
    }

    fn again(signals: Vec<Signal>) -> (String, Vec<Signal>) {
        let rulebook = Rulebook::load(None).expect("rules");
        let text = Record::new(&observed(signals), &rulebook).write().expect("JSON");
        let record = Record::read(&text).expect("record");
        assert!(record.is_of(&rulebook));
        let observed = record.observed().expect("observation");
        assert_eq!((observed.tools, observed.hits.len(), observed.limitations.len()), (3, 1, 2));
        (text, observed.signals)
    }

    #[test]
    fn every_signal_counts_and_the_first_places_stay() {
        let mut signals: Vec<Signal> = (0..400)
            .map(|n| {
                let state = if n % 2 == 0 { State::On } else { State::OptIn };
                signal("log-call", &format!("src/file_{:02}.py", n % 20), n + 1, state, (n > 300).then_some("log.info"))
            })
            .collect();
        signals.sort();
        let (text, found) = again(signals.clone());
        assert!(text.len() < 3_000 && !text.contains("text of the repository"), "{text}");
        let counted = |signals: &[Signal]| {
            let mut counts: BTreeMap<(String, State), u64> = BTreeMap::new();
            for signal in signals {
                *counts.entry((signal.file.to_string(), signal.state)).or_default() += 1;
            }
            let mut counts: Vec<(State, u64)> = counts.into_iter().map(|((_, state), count)| (state, count)).collect();
            counts.sort();
            counts
        };
        assert_eq!(counted(&found), counted(&signals));
        let first = |signals: &[Signal], quoted: bool| {
            let mut signals: Vec<Signal> =
                signals.iter().filter(|signal| !quoted || signal.contains.is_some()).cloned().collect();
            best_first(&mut signals, &Weights::default());
            signals.truncate(KEPT);
            signals
        };
        assert_eq!(first(&found, false), first(&signals, false));
        assert_eq!(first(&found, true), first(&signals, true));
    }

    #[test]
    fn names_are_kept_and_text_is_not() {
        assert_eq!(name_in("1. RESPONSE FORMAT: answer"), Some("RESPONSE".to_owned()));
        assert_eq!(name_in("os.system"), Some("os.system".to_owned()));
        assert_eq!(name_in("=> {"), None);
        let secret = format!("{}{}", "sk-", "abcdefghijklmnop1234");
        let hidden = signal("log-call", &format!("src/{secret}.py"), 4, State::On, Some("print"));
        let (text, found) = again(vec![hidden]);
        assert!(!text.contains(&secret), "{text}");
        assert_eq!(found.iter().map(|signal| signal.lines).collect::<Vec<_>>(), [Signal::NOWHERE]);
    }

    #[test]
    fn a_file_that_stands_for_too_much_is_refused() {
        let rulebook = Rulebook::load(None).expect("rules");
        let mut record = Record::new(&observed(vec![signal("a", "b.py", 1, State::On, None)]), &rulebook);
        record.signals.values_mut().flatten().flat_map(|group| &mut group.places).for_each(|place| place.4 = u64::MAX);
        assert!(matches!(record.clone().observed(), Err(RecordError::TooMany)));
        record.files.clear();
        record.signals.values_mut().flatten().flat_map(|group| &mut group.places).for_each(|place| place.4 = 1);
        assert!(matches!(record.observed(), Err(RecordError::File(_))));
    }
}
