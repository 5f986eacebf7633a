//! What the code says to one claim.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ClaimPlace, ClaimState, Contradiction, Evidence, Lacking, Shown,
    bearing::{Subject, Surroundings},
    look::{Asked, Found, Spot},
    names::Name,
    recognise::Recogniser,
    sentence::{Form, Unit},
    settings,
    value::Given,
};
use crate::{
    detect::{Signal, State},
    evidence::{SearchSpec, mask},
    facts::{Context, Span},
    rulebook::{ClaimElement, ClaimKind, ClaimReading},
};

/// What a claim about every case leaves open; names that it gives may stand for all of them.
pub(super) const EVERYWHERE: &str = "that it holds in every case";
/// Places that one answer cites.
const CITED: usize = 3;
/// Lines between two places that speak of the same thing.
const NEAR: u32 = 40;

/// The signals of a run by rule: those of the product, and of migrations where a rule asks for them.
pub(super) struct Signals<'a> {
    by_rule: BTreeMap<&'a str, Vec<&'a Signal>>,
    /// Places of rules that find nothing but the control itself.
    telling: BTreeSet<(&'a str, u32)>,
    /// Places of rules by which a claim without words of its own is borne out.
    general: BTreeSet<(&'a str, u32)>,
    /// The tools that rules speak of, by place.
    tools: BTreeMap<(&'a str, u32), Vec<String>>,
}

impl<'a> Signals<'a> {
    pub fn new(signals: &'a [Signal], reading: &ClaimReading) -> Self {
        let mut by_rule: BTreeMap<&str, Vec<&Signal>> = BTreeMap::new();
        let counts = |signal: &&Signal| {
            let shipped = match signal.context {
                Context::Product => true,
                Context::Script => signal.file.ends_with(".sql"),
                _ => false,
            };
            // Workflows and settings of editors are no part of what is shipped.
            let hidden = signal.file.split('/').any(|part| part.starts_with('.'));
            shipped && !hidden && signal.lines != Signal::NOWHERE
        };
        for signal in signals.iter().filter(counts) {
            by_rule.entry(&signal.rule).or_default().push(signal);
        }
        let place = |signal: &&'a Signal| (&*signal.file, signal.lines.start);
        let places = |rules: &[String]| {
            let found = rules.iter().filter_map(|rule| by_rule.get(rule.as_str())).flatten();
            found.map(place).collect::<BTreeSet<_>>()
        };
        let (telling, general) = (places(&reading.telling_rules), places(&reading.general_rules));
        let mut tools: BTreeMap<(&str, u32), Vec<String>> = BTreeMap::new();
        for signal in by_rule.values().flatten() {
            if let Some(tool) = signal.capture("tool") {
                tools.entry(place(signal)).or_default().push(tool.unescaped().to_owned());
            }
        }
        Self { by_rule, telling, general, tools }
    }

    fn tells(&self, spot: &Spot) -> bool {
        self.telling.contains(&(spot.file.as_str(), spot.line))
    }

    fn is_general(&self, spot: &Spot) -> bool {
        self.general.contains(&(spot.file.as_str(), spot.line))
    }

    fn tools<'s>(&'s self, spot: &'s Spot) -> &'s [String] {
        self.tools.get(&(spot.file.as_str(), spot.line)).map_or(&[], Vec::as_slice)
    }

    pub fn of<'s>(&'s self, rules: &'s [String]) -> impl Iterator<Item = &'a Signal> + 's {
        rules.iter().filter_map(|rule| self.by_rule.get(rule.as_str())).flatten().copied()
    }
}

/// A claim's names and elements, with the searches that were asked for them.
pub(super) struct Question<'a> {
    pub kind: &'a ClaimKind,
    pub text: String,
    subject: Subject,
    /// The value of a line of configuration.
    configured: Option<String>,
    /// What its words leave open.
    open: Vec<&'a str>,
    given: Vec<Given>,
    names: Vec<(Name, Option<usize>)>,
    elements: Vec<Wanted<'a>>,
}

struct Wanted<'a> {
    element: &'a ClaimElement,
    code: Option<usize>,
    search: Option<usize>,
}

impl<'a> Question<'a> {
    /// `home` is the folder of code that the document belongs to.
    pub fn new(kind: &'a ClaimKind, unit: &Unit, recogniser: &Recogniser<'a>, home: &str) -> Self {
        Self {
            kind,
            text: unit.text.clone(),
            subject: Subject::new(&unit.text, kind, recogniser.reading(), home),
            configured: match &unit.form {
                Form::Config { value, .. } => Some(value.to_ascii_lowercase()),
                Form::Sentence | Form::Row => None,
            },
            open: recogniser.left_open(&unit.text),
            given: recogniser.given(&unit.text),
            names: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// Enters the searches for names and elements.
    pub fn ask(mut self, names: Vec<Name>, globs: &[String], asked: &mut Asked) -> Self {
        for name in names {
            let search = name.search(globs).map(|spec| asked.add(spec));
            self.names.push((name, search));
        }
        let files = |spec: &SearchSpec| spec.or_files(globs);
        for element in &self.kind.elements {
            self.elements.push(Wanted {
                element,
                code: element.code.as_ref().map(|spec| asked.add_statement(files(spec))),
                search: element.search.as_ref().map(|spec| asked.add(files(spec))),
            });
        }
        self
    }
}

/// What became of a claim.
pub(super) struct Answer {
    pub state: ClaimState,
    pub shown: Vec<Shown>,
    pub lacking: Vec<Lacking>,
    pub contradiction: Option<Contradiction>,
}

impl Answer {
    const EMPTY: Self =
        Self { state: ClaimState::NotFound, shown: Vec::new(), lacking: Vec::new(), contradiction: None };

    fn lack(&mut self, what: String) {
        self.lacking.push(Lacking { what, places: Vec::new(), search: None });
    }
}

/// One element.
enum Part {
    Shown(Vec<Spot>, By),
    /// Seen, and not followed to its end.
    Unknown(Vec<Spot>),
    Missing,
}

#[derive(PartialEq, Eq)]
enum By {
    /// Code that does it.
    Code,
    /// The same, where someone has to turn it on.
    OptIn,
    /// Text that speaks of it.
    Text,
}

pub(super) fn answer(
    question: &Question<'_>,
    signals: &Signals<'_>,
    found: &Found,
    around: &Surroundings<'_>,
) -> Answer {
    let evidence = around.evidence;
    if let Some(contradiction) = settings::contradicted(question, signals, evidence) {
        let contradiction = Some(contradiction);
        return Answer { state: ClaimState::Contradicted, contradiction, ..Answer::EMPTY };
    }
    let mut answer = Answer::EMPTY;
    let named: Vec<Spot> = question
        .names
        .iter()
        .filter_map(|(_, search)| *search)
        .flat_map(|search| found.spots(search))
        .cloned()
        .collect();
    // What single places cannot show takes a claim from held to partly held.
    let mut doubts: Vec<String> = Vec::new();
    let mut best: Vec<Spot> = Vec::new();
    let (mut shown, mut unknown, mut no_subject) = (0, 0, false);
    for wanted in &question.elements {
        let element = wanted.element;
        match element_of(wanted, signals, found, evidence) {
            Part::Shown(spots, by) => {
                shown += 1;
                let (spots, bears) = nearest(spots, &named, question, signals, around);
                match by {
                    By::Text => doubts.push(format!("code that shows it: {}", element.what)),
                    By::OptIn => doubts.push("that it is on as shipped".to_owned()),
                    By::Code if !bears => doubts.push("that these places are about the same thing".to_owned()),
                    By::Code => {}
                }
                best.extend(spots.iter().cloned());
                let places = places(spots, evidence);
                answer.shown.push(Shown { what: element.what.clone(), places, opt_in: by == By::OptIn });
            }
            Part::Unknown(spots) => {
                unknown += 1;
                let places = places(spots, evidence);
                answer.lacking.push(Lacking { what: element.what.clone(), places, search: None });
            }
            Part::Missing => {
                no_subject |= element.subject;
                answer.lacking.push(Lacking {
                    what: element.what.clone(),
                    places: Vec::new(),
                    search: searched(wanted, found, evidence),
                });
            }
        }
    }
    let (mut named_there, mut named_nowhere) = (0, 0);
    for (name, search) in &question.names {
        let spots = match (name, search) {
            (Name::File(path), _) => file_named(path, evidence),
            (_, Some(search)) => found.spots(*search).to_vec(),
            (_, None) => continue,
        };
        let what = format!("the name {}", crate::text::code(&mask(name.written())));
        if spots.is_empty() {
            named_nowhere += 1;
            let search = search.and_then(|search| found.search(search));
            answer.lacking.push(Lacking { what, places: Vec::new(), search });
        } else {
            named_there += 1;
            let (spots, _) = nearest(spots, &[], question, signals, around);
            best.extend(spots.iter().cloned());
            answer.shown.push(Shown { what, places: places(spots, evidence), opt_in: false });
        }
    }
    let (elements, names) = (question.elements.len(), named_there + named_nowhere);
    answer.state = if no_subject || names > 0 && named_there == 0 {
        ClaimState::NotFound
    } else if elements == 0 {
        // A name alone does not show that it does what is said.
        if names > 0 { ClaimState::PartlyHeld } else { ClaimState::NotFound }
    } else if shown == elements && named_nowhere == 0 {
        ClaimState::Held
    } else if shown > 0 {
        ClaimState::PartlyHeld
    } else if unknown > 0 {
        ClaimState::NotFollowed
    } else {
        ClaimState::NotFound
    };
    if matches!(answer.state, ClaimState::Held | ClaimState::PartlyHeld) {
        for given in &question.given {
            match value_at(given, &best, question, around) {
                Some(spot) => {
                    let what = format!("the value {}", mask(&given.written));
                    answer.shown.push(Shown { what, places: places(vec![spot], evidence), opt_in: false });
                }
                None => doubts.push(format!("the value {}", mask(&given.written))),
            }
        }
        let everywhere = |what: &&&str| names == 0 || **what != EVERYWHERE;
        doubts.extend(question.open.iter().filter(everywhere).map(|what| (*what).to_owned()));
        doubts.dedup();
        if !doubts.is_empty() {
            answer.state = ClaimState::PartlyHeld;
        }
        doubts.into_iter().for_each(|what| answer.lack(what));
    }
    answer
}

/// Where a value that the claim gives stands: at a place that shows the claim, or in a setting that speaks of the same.
fn value_at(given: &Given, best: &[Spot], question: &Question<'_>, around: &Surroundings<'_>) -> Option<Spot> {
    for spot in best {
        let first = spot.line.saturating_sub(around.before(spot));
        let at = around.lines(spot).iter().position(|line| given.stands_in(line));
        if let Some(at) = at.and_then(|at| u32::try_from(at).ok()) {
            return Some(Spot::new(&spot.file, Span::line(first + at)));
        }
    }
    let (file, setting) = settings::all(around.evidence)
        .find(|(file, setting)| given.is_value_of(setting) && question.subject.is_named_by(file, &setting.name))?;
    Some(Spot::new(file, setting.span))
}

fn element_of(wanted: &Wanted<'_>, signals: &Signals<'_>, found: &Found, evidence: &Evidence<'_>) -> Part {
    let spot = |signal: &Signal| Spot::new(&signal.file, signal.lines);
    let signals_of =
        |state: State| signals.of(&wanted.element.signals).filter(|s| s.state == state).map(spot).collect::<Vec<_>>();
    let spots_of = |search: Option<usize>| search.map_or(&[][..], |search| found.spots(search)).to_vec();
    let mut code = signals_of(State::On);
    code.extend(spots_of(wanted.code));
    if let Some(valued) = &wanted.element.settings {
        code.extend(settings::with_value(valued, evidence));
    }
    let opt_in = signals_of(State::OptIn);
    for (spots, by) in [(code, By::Code), (opt_in, By::OptIn), (spots_of(wanted.search), By::Text)] {
        if !spots.is_empty() {
            return Part::Shown(spots, by);
        }
    }
    let unknown = signals_of(State::Unknown);
    if unknown.is_empty() { Part::Missing } else { Part::Unknown(unknown) }
}

/// The search that came back without a hit in the product: of the element, else of its first rule.
fn searched(wanted: &Wanted<'_>, found: &Found, evidence: &Evidence<'_>) -> Option<super::ClaimSearch> {
    wanted.search.or(wanted.code).and_then(|search| found.search(search)).or_else(|| {
        let rule = wanted.element.signals.first()?;
        let spec = evidence.rulebook.rules.get(rule)?.search.as_ref()?;
        let hits = evidence.hits?;
        Some(super::ClaimSearch {
            search: spec.or_files(&evidence.rulebook.scope.code_globs).command(),
            scope: evidence.scope.text(),
            hits: hits.get(rule).copied().unwrap_or_default(),
        })
    })
}

/// Files of code that a name means.
fn code_files(name: &Name, evidence: &Evidence<'_>) -> Vec<String> {
    let Name::File(path) = name else { return Vec::new() };
    let is_code =
        |file: &String| evidence.base.index(file).is_some_and(|at| evidence.base.files[at].language.is_code());
    file_named(path, evidence).into_iter().map(|spot| spot.file).filter(is_code).collect()
}

fn file_named(path: &str, evidence: &Evidence<'_>) -> Vec<Spot> {
    let fits = |file: &str| file == path || file.strip_suffix(path).is_some_and(|before| before.ends_with('/'));
    let files = evidence.base.files.iter().filter(|file| file.in_scope && fits(&file.path));
    files.take(CITED).map(|file| Spot::new(&file.path, Span::line(1))).collect()
}

/// Places that are about what the claim is about first, by the words that they share with it and by how close they are
/// to the names that it gives; then what defines before what uses, and code before configuration that speaks of the
/// same. Of the rest the order stays: that of the rules. With it, whether the first one is about the same thing.
fn nearest(
    spots: Vec<Spot>,
    named: &[Spot],
    question: &Question<'_>,
    signals: &Signals<'_>,
    around: &Surroundings<'_>,
) -> (Vec<Spot>, bool) {
    let distance = |spot: &Spot| {
        let same = named.iter().filter(|name| name.file == spot.file).map(|name| name.line.abs_diff(spot.line));
        same.min().map_or(u32::MAX, |lines| if lines <= NEAR { lines } else { NEAR + 1 })
    };
    let configuration = |spot: &Spot| {
        !named.is_empty() && [".json", ".yaml", ".yml", ".toml"].iter().any(|end| spot.file.ends_with(end))
    };
    // Configuration is about what reads its key where code knows its value, too.
    let valued_name = question.configured.as_ref().is_some_and(|value| {
        let known = |spot: &Spot| around.line(spot).to_ascii_lowercase().contains(value.as_str());
        value.len() >= 3 && named.iter().any(|spot| !configuration(spot) && known(spot))
    });
    let files: BTreeSet<String> =
        question.names.iter().flat_map(|(name, _)| code_files(name, around.evidence)).collect();
    let acts = question.kind.acts.as_ref().and_then(super::recognise::one);
    let patterns: Vec<_> = question.names.iter().filter_map(|(name, _)| name.pattern()).collect();
    let mut weighed: Vec<_> = spots
        .into_iter()
        .map(|spot| {
            let mut bond = question.subject.bond(&around.words(&spot), &around.statement_words(&spot));
            let given = |lines: &[String]| question.given.iter().any(|g| lines.iter().any(|line| g.stands_in(line)));
            bond.near_name = distance(&spot) <= NEAR || given(&around.lines(&spot));
            bond.valued = given(&around.statement(&spot));
            bond.elsewhere |= !files.is_empty() && !files.contains(&spot.file);
            let tool = |tool: &String| patterns.iter().any(|name| name.is_match(tool.as_bytes()));
            bond.named = valued_name
                || files.contains(&spot.file)
                || signals.tools(&spot).iter().any(tool)
                || around.is_called(&spot, &patterns);
            let general = !bond.elsewhere && question.subject.is_general() && signals.is_general(&spot);
            let same = signals.tells(&spot) || general || question.subject.is_of(&bond);
            let acts = acts
                .as_ref()
                .is_none_or(|acts| around.statement(&spot).iter().any(|line| acts.is_match(line.as_bytes())));
            let bears = same && acts && question.subject.is_at_home(&spot) && !around.only_declares(&spot);
            // In steps of a tenth: what differs by less is alike.
            let apart = 10 - (bond.around * 10.0) as u8;
            ((configuration(&spot), !bears, !bond.named, distance(&spot), apart, spot.used), spot)
        })
        .collect();
    weighed.sort_by_key(|(key, _)| *key);
    let bears = weighed.first().is_some_and(|((_, apart, ..), _)| !apart);
    let mut spots: Vec<Spot> = weighed.into_iter().map(|(_, spot)| spot).collect();
    spots.dedup();
    spots.truncate(CITED);
    (spots, bears)
}

fn places(spots: Vec<Spot>, evidence: &Evidence<'_>) -> Vec<ClaimPlace> {
    spots.into_iter().take(CITED).map(|spot| evidence.place(&spot.file, spot.span())).collect()
}
