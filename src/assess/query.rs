//! What conditions and sentences may ask about the signals, three-valued.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use minijinja::Value;

use super::{
    Tested, TestedPart, Verdict,
    functions::{Ask, Facts, context, locked, unknown_of},
};
use crate::{
    detect::{Signal, State},
    evidence::masked_path,
    facts::{Context, Way, Word, folder, glob_matches},
    rubric::{Capability, CriterionId, Presence},
    rulebook::{Atom, CAPABILITIES, Condition, Improvement, Kind, PlaceOrder},
};

/// At most this many places stand behind one reason.
const PLACES: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    pub fn holds(self) -> bool {
        self == Self::True
    }

    fn verdict(self) -> Verdict {
        match self {
            Self::True => Verdict::Met,
            Self::False => Verdict::Absent,
            Self::Unknown => Verdict::NotFollowed,
        }
    }
}

/// What became of a condition, the rules that it asked about in order, and what was not known.
struct Asked {
    truth: Truth,
    rules: Vec<String>,
    why: Option<String>,
    /// Elements of a list of which any, or all, must be met.
    any: Vec<TestedPart>,
    all: Vec<TestedPart>,
}

impl Asked {
    fn plain(truth: Truth, rules: Vec<String>, why: Option<String>) -> Self {
        Self { truth, rules, why, any: Vec::new(), all: Vec::new() }
    }
}

/// Without the brackets around all of it.
fn described(condition: &Condition) -> String {
    let text = condition.describe();
    match condition {
        Condition::All(_) | Condition::Any(_) => text[1..text.len() - 1].to_owned(),
        Condition::Atom(_) | Condition::Not(_) => text,
    }
}

/// Evaluates conditions over one project.
#[derive(Debug, Clone)]
pub(super) struct Query {
    facts: Arc<Facts>,
    /// Paths that hold a secret, as they may be shown.
    masked: Arc<BTreeMap<String, String>>,
    context: Value,
    /// The same functions for sentences, where what is unknown counts as not there.
    sentences: Value,
}

impl Query {
    /// `tools`: tool facts in product scope.
    pub fn new(signals: &[Signal], tools: u64, order: &PlaceOrder) -> Self {
        let mut by_rule: BTreeMap<Word, Vec<Signal>> = BTreeMap::new();
        for signal in signals {
            by_rule.entry(signal.rule).or_default().push(signal.clone());
        }
        let weights = Weights::of(signals, order);
        for list in by_rule.values_mut() {
            best_first(list, &weights);
        }
        let files: BTreeSet<&str> = signals.iter().map(|signal| signal.file.as_str()).collect();
        let masked = files.into_iter().filter_map(|file| Some((file.to_owned(), masked_path(file)?))).collect();
        let by_rule = by_rule.into_iter().map(|(rule, list)| (rule, Arc::new(list))).collect();
        Self::over(by_rule, tools, Arc::new(masked))
    }

    fn over(signals: BTreeMap<Word, Arc<Vec<Signal>>>, tools: u64, masked: Arc<BTreeMap<String, String>>) -> Self {
        let facts = Arc::new(Facts {
            signals,
            tools,
            decided: Mutex::default(),
            trace: Mutex::default(),
            lenient: AtomicBool::new(false),
        });
        let (context, sentences) = (context(&facts, Ask::Sure), context(&facts, Ask::Seen));
        Self { facts, masked, context, sentences }
    }

    /// The project as it would be with a change: nothing is decided of it yet.
    pub fn changed(&self, changes: &[&Improvement]) -> Self {
        let mut signals = self.facts.signals.clone();
        for change in changes {
            // Where the change is made is asked of the project as it is, so that the order of changes does not count.
            let places = change.at.iter().map(|rule| self.signals(rule)).find(|list| !list.is_empty()).unwrap_or(&[]);
            let once = places.get(..1).unwrap_or(&[]);
            for (rules, places) in [(&change.gives, places), (&change.gives_once, once)] {
                for rule in rules {
                    let rule = Word::from(rule.as_str());
                    let new = places.iter().map(|place| Signal { rule, state: State::On, ..place.clone() });
                    let list = signals.entry(rule).or_default();
                    // In front: what is there already may be off or far away.
                    *list = Arc::new(new.chain(list.iter().cloned()).collect());
                }
            }
            for rule in &change.turns_on {
                if let Some(list) = signals.get_mut(rule.as_str()) {
                    let on = list.iter().map(|signal| Signal { state: State::On, ..signal.clone() });
                    *list = Arc::new(on.collect());
                }
            }
        }
        for rule in changes.iter().flat_map(|change| &change.takes) {
            signals.remove(rule.as_str());
        }
        Self::over(signals, self.facts.tools, self.masked.clone())
    }

    /// Whether the place is known and its path may be printed, so that its lines can be cited.
    pub fn is_citable(&self, signal: &Signal) -> bool {
        signal.lines != Signal::NOWHERE && !self.masked.contains_key(signal.file.as_str())
    }

    /// Matches of a rule, best first.
    pub fn signals(&self, rule: &str) -> &[Signal] {
        self.facts.signals.get(rule).map_or(&[], |list| list.as_slice())
    }

    pub fn set_kind(&self, kind: Kind) {
        locked(&self.facts.decided).kind = Some(kind);
    }

    pub fn set_way(&self, way: Option<Way>) {
        locked(&self.facts.decided).way = way;
    }

    /// `None`: nothing can be said of it.
    pub fn set_surface(&self, capability: Capability, presence: Option<Presence>) {
        let id = CAPABILITIES.iter().find(|(c, _)| *c == capability).map_or("", |(_, id)| id);
        let answer = match presence {
            Some(Presence::Yes) => "yes",
            Some(Presence::No) => "no",
            Some(Presence::OptIn) => "opt_in",
            None => {
                locked(&self.facts.decided).surface.remove(id);
                return;
            }
        };
        locked(&self.facts.decided).surface.insert(id, answer);
    }

    pub fn set_absent(&self, criterion: CriterionId, absent: bool) {
        locked(&self.facts.decided).absent.insert(criterion.to_string(), absent);
    }

    /// Whether sentences may name what has no match.
    pub fn set_lenient(&self, lenient: bool) {
        self.facts.lenient.store(lenient, Ordering::Relaxed);
    }

    /// The functions for sentences.
    pub fn sentences(&self) -> Value {
        self.with_decided(&self.sentences)
    }

    /// What is decided is read when a sentence is rendered.
    fn with_decided(&self, context: &Value) -> Value {
        let (kind, way) = {
            let decided = locked(&self.facts.decided);
            (decided.kind, decided.way)
        };
        let text = |text: &str| Value::from_safe_string(text.into());
        let configuration = text(way.map_or("", Way::name));
        match kind {
            Some(kind) => minijinja::context! { kind => text(kind.id()), configuration, ..context.clone() },
            None => minijinja::context! { configuration, ..context.clone() },
        }
    }

    /// The value of a condition. `tested` receives one entry for each of its elements: those of a list one by one, an
    /// `any` as a whole.
    pub fn truth(&self, condition: &Condition, tested: &mut Vec<Tested>) -> Result<Truth, String> {
        let Condition::All(items) = condition else {
            let Asked { truth, mut rules, why, any, .. } = self.combined(condition)?;
            let mut seen = BTreeSet::new();
            rules.retain(|rule| seen.insert(rule.clone()));
            let (verdict, places) = (truth.verdict(), self.places(&rules, truth));
            tested.push(Tested { condition: described(condition), verdict, rules, places, why, any });
            return Ok(truth);
        };
        let mut all = Truth::True;
        for item in items {
            all = and(all, self.truth(item, tested)?);
        }
        Ok(all)
    }

    pub fn holds(&self, condition: Option<&Condition>) -> Result<bool, String> {
        condition.map_or(Ok(true), |c| Ok(self.value(c)?.holds()))
    }

    pub fn value(&self, condition: &Condition) -> Result<Truth, String> {
        Ok(self.combined(condition)?.truth)
    }

    /// Recursion is as deep as the YAML, whose depth the parser bounds.
    fn combined(&self, condition: &Condition) -> Result<Asked, String> {
        let list = |items: &[Condition], start: Truth, join: fn(Truth, Truth) -> Truth| {
            let mut whole = Asked::plain(start, Vec::new(), None);
            let mut parts = Vec::new();
            for item in items {
                let Asked { truth, rules, why, any, all } = self.combined(item)?;
                whole.truth = join(whole.truth, truth);
                whole.rules.extend(rules);
                whole.why = whole.why.or(why);
                parts.push(TestedPart { condition: described(item), verdict: truth.verdict(), any, all });
            }
            whole.why = whole.why.filter(|_| whole.truth == Truth::Unknown);
            Ok((whole, parts))
        };
        match condition {
            Condition::Atom(atom) => self.atom(atom),
            Condition::All(items) => list(items, Truth::True, and).map(|(whole, all)| Asked { all, ..whole }),
            Condition::Any(items) => list(items, Truth::False, or).map(|(whole, any)| Asked { any, ..whole }),
            Condition::Not(inner) => {
                let asked = self.combined(inner)?;
                let truth = match asked.truth {
                    Truth::True => Truth::False,
                    Truth::False => Truth::True,
                    Truth::Unknown => Truth::Unknown,
                };
                // Its elements speak of what must not hold.
                Ok(Asked::plain(truth, asked.rules, asked.why))
            }
        }
    }

    /// An atom that raised is unknown, whatever stands around the call in the expression.
    fn atom(&self, atom: &Atom) -> Result<Asked, String> {
        locked(&self.facts.trace).clear();
        let value = atom.evaluate(&self.with_decided(&self.context));
        let rules = std::mem::take(&mut *locked(&self.facts.trace));
        match value {
            Ok(value) => {
                let truth = if value.is_true() { Truth::True } else { Truth::False };
                Ok(Asked::plain(truth, rules, None))
            }
            Err(error) => match unknown_of(&error) {
                Some(why) => Ok(Asked::plain(Truth::Unknown, rules, Some(why))),
                None => Err(format!("condition `{}`: {error}", atom.source())),
            },
        }
    }

    fn places(&self, rules: &[String], truth: Truth) -> Vec<String> {
        let mut places = Vec::new();
        // Of what is unknown, only a match whose state could not be read is a candidate.
        let candidate = |signal: &Signal| truth != Truth::Unknown || signal.state == State::Unknown;
        let shown = |signal: &&Signal| signal.lines != Signal::NOWHERE && candidate(signal);
        for signal in rules.iter().flat_map(|r| self.signals(r)).filter(shown) {
            let file = self.masked.get(signal.file.as_str()).map_or(signal.file.as_str(), String::as_str);
            let place = format!("{file}:{}", signal.lines.start);
            if !places.contains(&place) {
                places.push(place);
            }
            if places.len() == PLACES {
                break;
            }
        }
        places
    }
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
        _ => Truth::True,
    }
}

fn or(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::True, _) | (_, Truth::True) => Truth::True,
        (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
        _ => Truth::False,
    }
}

/// Which files tell most of the agent: how near each is to where it is made, and how much of what is looked for stands
/// there, by the number of rules that match.
#[derive(Debug, Default)]
pub struct Weights(BTreeMap<Word, (Near, usize)>);

/// From the centre outwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    Centre,
    Beside,
    Elsewhere,
    Aside,
}

impl Weights {
    pub fn of(signals: &[Signal], order: &PlaceOrder) -> Self {
        let pairs: BTreeSet<(Word, Word)> = signals.iter().map(|signal| (signal.file, signal.rule)).collect();
        let is_centre = |rule: &Word| order.centre.iter().any(|centre| **centre == **rule);
        let centre: BTreeSet<Word> = pairs
            .iter()
            .filter(|(file, rule)| is_centre(rule) && !is_aside(file, order))
            .map(|(file, _)| *file)
            .collect();
        let beside: BTreeSet<&str> = centre.iter().map(|file| folder(file)).collect();
        let near = |file: &Word| match () {
            () if is_aside(file, order) => Near::Aside,
            () if centre.contains(file) => Near::Centre,
            () if beside.contains(folder(file)) => Near::Beside,
            () => Near::Elsewhere,
        };
        let mut weights: BTreeMap<Word, (Near, usize)> = BTreeMap::new();
        for (file, _) in &pairs {
            weights.entry(*file).or_insert_with(|| (near(file), 0)).1 += 1;
        }
        Self(weights)
    }

    fn get(&self, file: &Word) -> (Near, usize) {
        self.0.get(file).copied().unwrap_or((Near::Elsewhere, 0))
    }
}

fn is_aside(file: &str, order: &PlaceOrder) -> bool {
    let path = format!("/{}", file.to_lowercase());
    order.aside.iter().any(|glob| glob_matches(glob, &path))
}

/// Sorts the signals of one rule: on before opt-in, product before other files, what runs when the agent does before what
/// was not seen to, quotable ones first. Of equal ones comes the first of each file before the second of any, files near
/// the agent and those in which most is found first.
pub fn best_first(signals: &mut [Signal], weights: &Weights) {
    signals.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
    let mut turns: BTreeMap<Word, usize> = BTreeMap::new();
    let mut before = None;
    let keys = signals.iter().map(|signal| {
        if before.replace(rank(signal)) != Some(rank(signal)) {
            turns.clear();
        }
        let turn = turns.entry(signal.file).or_default();
        *turn += 1;
        let (near, found) = weights.get(&signal.file);
        (rank(signal), *turn, near, std::cmp::Reverse(found))
    });
    let keys: Vec<_> = keys.collect();
    let mut order: Vec<usize> = (0..signals.len()).collect();
    order.sort_by_key(|index| keys[*index]);
    let sorted: Vec<Signal> = order.into_iter().map(|index| signals[index].clone()).collect();
    signals.clone_from_slice(&sorted);
}

fn rank(signal: &Signal) -> (u8, u8, u8, bool) {
    let state = match signal.state {
        State::On => 0,
        State::OptIn => 1,
        State::Off => 2,
        State::Unknown => 3,
    };
    let context = match signal.context {
        Context::Product => 0,
        Context::Script => 1,
        _ => 2,
    };
    let runs = match signal.runs {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    };
    (state, context, runs, signal.contains.is_none())
}
