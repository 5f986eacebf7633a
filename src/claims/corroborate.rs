//! What the code says to one claim.

use std::collections::BTreeMap;

use super::{
    ClaimPlace, ClaimState, Contradiction, Evidence, Lacking, Shown,
    look::{Asked, Found, Spot},
    names::Name,
    value,
};
use crate::{
    detect::{Signal, State},
    evidence::{SearchSpec, mask},
    facts::{Context, Setting},
    rulebook::{ClaimElement, ClaimKind, ValueUnit, pattern},
};

/// Places that one answer cites.
const CITED: usize = 3;
/// Lines between two places that speak of the same thing.
const NEAR: u32 = 40;

/// The signals of a run by rule: those of the product, and of migrations where a rule asks for them.
pub(super) struct Signals<'a>(BTreeMap<&'a str, Vec<&'a Signal>>);

impl<'a> Signals<'a> {
    pub fn new(signals: &'a [Signal]) -> Self {
        let mut by_rule: BTreeMap<&str, Vec<&Signal>> = BTreeMap::new();
        let counts = |signal: &&Signal| {
            matches!(signal.context, Context::Product | Context::Script) && signal.lines != Signal::NOWHERE
        };
        for signal in signals.iter().filter(counts) {
            by_rule.entry(&signal.rule).or_default().push(signal);
        }
        Self(by_rule)
    }

    fn of<'s>(&'s self, rules: &'s [String]) -> impl Iterator<Item = &'a Signal> + 's {
        rules.iter().filter_map(|rule| self.0.get(rule.as_str())).flatten().copied()
    }
}

/// A claim's names and elements, with the searches that were asked for them.
pub(super) struct Question<'a> {
    pub kind: &'a ClaimKind,
    names: Vec<(Name, Option<usize>)>,
    elements: Vec<(&'a ClaimElement, Option<usize>)>,
    text: String,
    /// It speaks of every case.
    everywhere: bool,
}

impl<'a> Question<'a> {
    pub fn new(
        kind: &'a ClaimKind,
        names: Vec<Name>,
        text: &str,
        everywhere: bool,
        globs: &[String],
        asked: &mut Asked,
    ) -> Self {
        let names = names.into_iter().map(|name| {
            let search = name.search(globs).map(|spec| asked.add(spec));
            (name, search)
        });
        let files = |spec: &SearchSpec| spec.or_files(globs);
        let elements = kind.elements.iter();
        let names = names.collect();
        Self {
            kind,
            names,
            elements: elements.map(|e| (e, e.search.as_ref().map(|spec| asked.add(files(spec))))).collect(),
            text: text.to_owned(),
            everywhere,
        }
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
}

/// One element or name.
enum Part {
    Shown(Vec<Spot>, bool),
    /// Seen, and not followed to its end.
    Unknown(Vec<Spot>),
    Missing,
}

pub(super) fn answer(question: &Question<'_>, signals: &Signals<'_>, found: &Found, evidence: &Evidence<'_>) -> Answer {
    if let Some(contradiction) = contradicted(question, signals, evidence) {
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
    let (mut elements, mut shown, mut unknown, mut no_subject) = (0, 0, 0, false);
    for (element, search) in &question.elements {
        elements += 1;
        match element_of(element, *search, signals, found) {
            Part::Shown(spots, opt_in) => {
                shown += 1;
                let places = places(nearest(spots, &named), evidence);
                answer.shown.push(Shown { what: element.what.clone(), places, opt_in });
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
                    search: searched(element, *search, found, evidence),
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
            answer.shown.push(Shown { what, places: places(nearest(spots, &[]), evidence), opt_in: false });
        }
    }
    let names = named_there + named_nowhere;
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
    if answer.state == ClaimState::Held {
        weigh(question, &mut answer, names > 0);
    }
    answer
}

/// What single places cannot show takes a claim from held to partly held.
fn weigh(question: &Question<'_>, answer: &mut Answer, named: bool) {
    let mut lack = |what: &str| {
        answer.lacking.push(Lacking { what: what.to_owned(), places: Vec::new(), search: None });
        answer.state = ClaimState::PartlyHeld;
    };
    let text = question.text.to_ascii_lowercase();
    if answer.shown.iter().any(|shown| shown.opt_in) && text.contains("default") {
        lack("that it is on as shipped");
    }
    if question.everywhere && !named {
        lack("that it holds in every case");
    }
}

fn element_of(element: &ClaimElement, search: Option<usize>, signals: &Signals<'_>, found: &Found) -> Part {
    let spot = |signal: &Signal| Spot { used: false, file: signal.file.to_string(), line: signal.lines.start };
    let of = |state: State| signals.of(&element.signals).filter(|s| s.state == state).map(spot).collect::<Vec<_>>();
    let on = of(State::On);
    if !on.is_empty() {
        return Part::Shown(on, false);
    }
    if let Some(spots) = search.map(|search| found.spots(search)).filter(|spots| !spots.is_empty()) {
        return Part::Shown(spots.to_vec(), false);
    }
    let opt_in = of(State::OptIn);
    if !opt_in.is_empty() {
        return Part::Shown(opt_in, true);
    }
    let unknown = of(State::Unknown);
    if unknown.is_empty() { Part::Missing } else { Part::Unknown(unknown) }
}

/// The search that came back without a hit in the product: of the element, else of its first rule.
fn searched(
    element: &ClaimElement,
    search: Option<usize>,
    found: &Found,
    evidence: &Evidence<'_>,
) -> Option<super::ClaimSearch> {
    search.and_then(|search| found.search(search)).or_else(|| {
        let rule = element.signals.first()?;
        let spec = evidence.rulebook.rules.get(rule)?.search.as_ref()?;
        let hits = evidence.hits?;
        Some(super::ClaimSearch {
            search: spec.or_files(&evidence.rulebook.scope.code_globs).command(),
            scope: evidence.scope.text(),
            hits: hits.get(rule).copied().unwrap_or_default(),
        })
    })
}

fn file_named(path: &str, evidence: &Evidence<'_>) -> Vec<Spot> {
    let fits = |file: &str| file == path || file.strip_suffix(path).is_some_and(|before| before.ends_with('/'));
    let files = evidence.base.files.iter().filter(|file| file.in_scope && fits(&file.path));
    files.take(CITED).map(|file| Spot { used: false, file: file.path.clone(), line: 1 }).collect()
}

/// Places close to where the names of the claim stand first, then what defines before what uses. Of the rest the order
/// stays: that of the rules. Code comes before configuration that speaks of the same.
fn nearest(mut spots: Vec<Spot>, named: &[Spot]) -> Vec<Spot> {
    let distance = |spot: &Spot| {
        let same = named.iter().filter(|name| name.file == spot.file).map(|name| name.line.abs_diff(spot.line));
        same.min().map_or(u32::MAX, |lines| if lines <= NEAR { lines } else { NEAR + 1 })
    };
    let configuration = |spot: &Spot| {
        !named.is_empty() && [".json", ".yaml", ".yml", ".toml"].iter().any(|end| spot.file.ends_with(end))
    };
    spots.sort_by_key(|spot| (configuration(spot), distance(spot), spot.used));
    spots.dedup();
    spots.truncate(CITED);
    spots
}

fn places(spots: Vec<Spot>, evidence: &Evidence<'_>) -> Vec<ClaimPlace> {
    spots.into_iter().take(CITED).map(|spot| evidence.place(&spot.file, spot.span())).collect()
}

/// A rule that says the opposite, or a setting with another value than the claim gives.
fn contradicted(question: &Question<'_>, signals: &Signals<'_>, evidence: &Evidence<'_>) -> Option<Contradiction> {
    let opposite = signals.of(&question.kind.contradicted_by).find(|signal| signal.state == State::On);
    if let Some(signal) = opposite {
        let title = evidence.rulebook.rules.get(signal.rule.as_str()).map(|rule| rule.title.clone());
        return Some(Contradiction {
            claimed: question.kind.title.clone(),
            found: title.unwrap_or_default(),
            place: evidence.place(&signal.file, signal.lines),
        });
    }
    let wanted = question.kind.value.as_ref()?;
    let says = pattern::build(wanted.says.source(), true).ok()?;
    let captures = says.captures(question.text.as_bytes())?;
    let claimed = String::from_utf8_lossy(captures.get(1)?.as_bytes()).into_owned();
    let number = value::of_text(&claimed, wanted.unit)?;
    let mut other = None;
    for (file, setting) in settings(evidence) {
        let last = setting.name.rsplit('.').next().unwrap_or(&setting.name);
        if !wanted.settings.iter().any(|glob| glob.matches(&setting.name) || glob.matches(last)) {
            continue;
        }
        match value::of_setting(setting, wanted.unit) {
            Some(found) if same(found, number) => return None,
            Some(_) if other.is_none() => other = Some((file, setting)),
            _ => {}
        }
    }
    let (file, setting) = other?;
    let unit = if wanted.unit == ValueUnit::Duration { "duration" } else { "value" };
    Some(Contradiction {
        claimed: format!("{unit} {}", mask(&claimed)),
        found: format!("{} {}", setting.written, value::written(&setting.value).map(|v| mask(&v)).unwrap_or_default()),
        place: evidence.place(file, setting.span),
    })
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6 * b.abs().max(1.0)
}

fn settings<'a>(evidence: &'a Evidence<'_>) -> impl Iterator<Item = (&'a str, &'a Setting)> {
    let product = evidence.base.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
    let all = product.flat_map(|file| file.facts.settings.iter().map(|setting| (file.path.as_str(), setting)));
    all.filter(|(file, setting)| (evidence.shown)(file, setting.span))
}
