//! What conditions and sentences may ask about the signals, three-valued.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error as _,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use minijinja::{Error, ErrorKind, Value, value::Rest};

use crate::{
    detect::{Signal, State},
    evidence::masked_path,
    facts::Context,
    rubric::{Capability, CriterionId, Presence},
    rulebook::{Atom, CAPABILITIES, Condition, Kind},
    text::{self, Raw},
};

use super::{Tested, TestedPart, Verdict};

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

/// Raised by a query that has no answer; travels as the source of minijinja's error.
#[derive(Debug)]
struct Unknown(String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unknown {}

fn unknown(why: impl Into<String>) -> Error {
    let why = why.into();
    Error::new(ErrorKind::InvalidOperation, why.clone()).with_source(Unknown(why))
}

fn unknown_of(error: &Error) -> Option<String> {
    error.source()?.downcast_ref::<Unknown>().map(|unknown| unknown.0.clone())
}

/// The signals of a project by rule, best first, and what has been decided so far.
#[derive(Debug)]
struct Facts {
    signals: BTreeMap<String, Vec<Signal>>,
    tools: u64,
    decided: Mutex<Decided>,
    /// Rules that the query under evaluation asked about.
    trace: Mutex<Vec<String>>,
    /// A sentence that names what has no match says `the cited code` instead of failing.
    lenient: AtomicBool,
}

#[derive(Debug, Default)]
struct Decided {
    kind: Option<Kind>,
    surface: BTreeMap<&'static str, &'static str>,
    absent: BTreeMap<String, bool>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Facts {
    fn of(&self, rule: &str) -> &[Signal] {
        locked(&self.trace).push(rule.to_owned());
        self.signals.get(rule).map_or(&[], Vec::as_slice)
    }

    /// What stands for a name that is not there.
    fn nameless(&self, problem: String) -> Result<Value, Error> {
        match self.lenient.load(Ordering::Relaxed) {
            true => Ok(Value::from_safe_string("the cited code".to_owned())),
            false => Err(Error::new(ErrorKind::UndefinedError, problem)),
        }
    }

    /// Matches that are on.
    fn on<'f>(&'f self, rules: &'f [String]) -> impl Iterator<Item = &'f Signal> {
        rules.iter().flat_map(|rule| self.of(rule)).filter(|signal| signal.state == State::On)
    }

    /// Raises if the state of any match is not known and the answer must be sure.
    fn known(&self, rules: &[String], ask: Ask) -> Result<(), Error> {
        let lost = |rule: &&String| self.of(rule).iter().any(|s| s.state == State::Unknown);
        match rules.iter().find(lost) {
            Some(rule) if ask == Ask::Sure => {
                Err(unknown(format!("whether a match of `{rule}` is on could not be followed")))
            }
            _ => Ok(()),
        }
    }

    /// One match that is on is enough, whatever the others are.
    fn has(&self, rules: &[String], ask: Ask) -> Result<bool, Error> {
        match self.on(rules).count() {
            0 => self.known(rules, ask).map(|()| false),
            _ => Ok(true),
        }
    }

    fn count(&self, rules: &[String], ask: Ask) -> Result<usize, Error> {
        self.known(rules, ask)?;
        Ok(self.on(rules).count())
    }

    fn files(&self, rules: &[String], ask: Ask) -> Result<usize, Error> {
        self.known(rules, ask)?;
        Ok(self.on(rules).map(|s| s.file.as_str()).collect::<BTreeSet<_>>().len())
    }

    /// None is on and one is in `state`.
    fn at_most(&self, rules: &[String], state: State, ask: Ask) -> Result<bool, Error> {
        let on = self.has(rules, ask)?;
        Ok(!on && rules.iter().flat_map(|rule| self.of(rule)).any(|signal| signal.state == state))
    }
}

/// Whether an answer may rest on what is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Conditions: what is not known is unknown.
    Sure,
    /// Sentences: what is not known is not there.
    Seen,
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
    masked: BTreeMap<String, String>,
    context: Value,
    /// The same functions for sentences, where what is unknown counts as not there.
    sentences: Value,
}

impl Query {
    /// `tools`: tool facts in product scope.
    pub fn new(signals: &[Signal], tools: u64) -> Self {
        let mut by_rule: BTreeMap<String, Vec<Signal>> = BTreeMap::new();
        for signal in signals {
            by_rule.entry(signal.rule.clone()).or_default().push(signal.clone());
        }
        for list in by_rule.values_mut() {
            list.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
        }
        let files: BTreeSet<&str> = signals.iter().map(|signal| signal.file.as_str()).collect();
        let masked = files.into_iter().filter_map(|file| Some((file.to_owned(), masked_path(file)?))).collect();
        let facts = Arc::new(Facts {
            signals: by_rule,
            tools,
            decided: Mutex::default(),
            trace: Mutex::default(),
            lenient: AtomicBool::new(false),
        });
        let (context, sentences) = (context(&facts, Ask::Sure), context(&facts, Ask::Seen));
        Self { facts, masked, context, sentences }
    }

    /// Whether the file's path may be printed, so that its lines can be cited.
    pub fn is_citable(&self, file: &str) -> bool {
        !self.masked.contains_key(file)
    }

    /// Matches of a rule, best first: on before opt-in, product before other files, quotable ones first, then by path.
    pub fn signals(&self, rule: &str) -> &[Signal] {
        self.facts.signals.get(rule).map_or(&[], Vec::as_slice)
    }

    pub fn set_kind(&self, kind: Kind) {
        locked(&self.facts.decided).kind = Some(kind);
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
        self.with_kind(&self.sentences)
    }

    /// The kind is read when a sentence is rendered.
    fn with_kind(&self, context: &Value) -> Value {
        let kind = locked(&self.facts.decided).kind;
        match kind {
            Some(kind) => {
                minijinja::context! { kind => Value::from_safe_string(kind.id().into()), ..context.clone() }
            }
            None => context.clone(),
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
        let value = atom.evaluate(&self.with_kind(&self.context));
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
        let shown = |signal: &&Signal| truth != Truth::Unknown || signal.state == State::Unknown;
        for signal in rules.iter().flat_map(|r| self.signals(r)).filter(shown) {
            let file = self.masked.get(&signal.file).unwrap_or(&signal.file);
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

fn rank(signal: &Signal) -> (u8, u8, bool) {
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
    (state, context, signal.contains.is_none())
}

/// The functions of [`crate::rulebook::FUNCTIONS`].
fn context(facts: &Arc<Facts>, ask: Ask) -> Value {
    let mut map: BTreeMap<&'static str, Value> = BTreeMap::new();
    macro_rules! function {
        ($name:literal, |$facts:ident $(, $arg:ident : $type:ty)*| $body:expr) => {
            let owned = facts.clone();
            map.insert($name, Value::from_function(move |$($arg: $type),*| { let $facts = &owned; $body }));
        };
    }
    function!("has", |f, rules: Rest<String>| f.has(&rules, ask));
    function!("count", |f, rules: Rest<String>| f.count(&rules, ask));
    function!("files", |f, rules: Rest<String>| f.files(&rules, ask));
    function!("opt_in", |f, rules: Rest<String>| f.at_most(&rules, State::OptIn, ask));
    function!("off", |f, rules: Rest<String>| f.at_most(&rules, State::Off, ask));
    function!("seen", |f, rules: Rest<String>| rules.iter().any(|r| !f.of(r).is_empty()));
    function!("near", |f, a: String, b: String| near(f, &a, &b));
    function!("share", |f, a: String, b: String, part: u64, whole: u64| share(f, &a, &b, part, whole));
    function!("first", |f, rule: String| first(f, &rule));
    function!("names", |f, rule: String, most: Option<usize>| names(f, &rule, most.unwrap_or(3)));
    function!("absent", |f, criterion: String| absent(f, &criterion));
    function!("surface", |f, capability: String| surface(f, &capability));
    function!("tools", |f| f.tools);
    map.insert("plural", Value::from_function(plural));
    Value::from(map)
}

fn near(facts: &Facts, a: &str, b: &str) -> bool {
    let files: BTreeSet<&str> = facts.of(a).iter().map(|s| s.file.as_str()).collect();
    facts.of(b).iter().any(|s| files.contains(s.file.as_str()))
}

/// Whether the matches of `a` are at least `part` of `whole` parts of those of `b`: in whole numbers, so that one half
/// of two is one.
fn share(facts: &Facts, a: &str, b: &str, part: u64, whole: u64) -> Result<bool, Error> {
    let count = |rule: &str| facts.count(&[rule.to_owned()], Ask::Sure).map(|n| n as u128);
    let (found, all) = (count(a)?, count(b)?);
    match all {
        0 => Err(unknown(format!("a share of `{b}`, of which there is none"))),
        _ => Ok(found * u128::from(whole) >= u128::from(part) * all),
    }
}

fn first(facts: &Facts, rule: &str) -> Result<Value, Error> {
    let Some(signal) = facts.of(rule).first() else {
        return facts.nameless(format!("first('{rule}'): the rule has no match here")).map(|words| {
            let captures = crate::rulebook::CAPTURES.map(|key| (key, words.clone()));
            Value::from(BTreeMap::from(captures))
        });
    };
    // A sentence may ask for the callee of what is a tool or a line of text: what it is called stands in.
    let name = ["name", "tool", "callee", "function", "file"].iter().find_map(|key| signal.captures.get(*key));
    let unsaid = Raw::new("…");
    let captures: BTreeMap<&'static str, Value> = crate::rulebook::CAPTURES
        .into_iter()
        .map(|key| {
            let fallback = if key == "value" { &unsaid } else { name.unwrap_or(&unsaid) };
            (key, Value::from(signal.captures.get(key).unwrap_or(fallback).clone()))
        })
        .collect();
    Ok(Value::from(captures))
}

/// Distinct names of matches, quoted: "`a`, `b` and 4 more".
fn names(facts: &Facts, rule: &str, most: usize) -> Result<Value, Error> {
    let (mut distinct, mut seen): (Vec<&Raw>, BTreeSet<&Raw>) = Default::default();
    for signal in facts.of(rule) {
        let name = ["tool", "name", "callee", "function", "file"].iter().find_map(|key| signal.captures.get(*key));
        if let Some(name) = name.filter(|n| seen.insert(n)) {
            distinct.push(name);
        }
    }
    if distinct.is_empty() {
        return facts.nameless(format!("names('{rule}'): the rule has no match here"));
    }
    let shown: Vec<String> = distinct.iter().take(most.max(1)).map(|raw| text::markdown(raw)).collect();
    let rest = distinct.len() - shown.len();
    let list = match (shown.as_slice(), rest) {
        ([head @ .., last], 0) if !head.is_empty() => format!("{} and {last}", head.join(", ")),
        (all, 0) => all.join(", "),
        (all, rest) => format!("{} and {rest} more", all.join(", ")),
    };
    Ok(Value::from_safe_string(list))
}

fn absent(facts: &Facts, criterion: &str) -> Result<bool, Error> {
    let decided = locked(&facts.decided).absent.get(criterion).copied();
    decided.ok_or_else(|| unknown(format!("whether {criterion} is absent is not decided yet")))
}

fn surface(facts: &Facts, capability: &str) -> Result<Value, Error> {
    let decided = locked(&facts.decided).surface.get(capability).copied();
    decided
        .map(|answer| Value::from_safe_string(answer.into()))
        .ok_or_else(|| unknown(format!("surface `{capability}` is not decided yet")))
}

fn plural(count: usize, one: String, many: String) -> Value {
    Value::from_safe_string(if count == 1 { one } else { many })
}
