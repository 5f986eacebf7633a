//! The functions that conditions and sentences may call, over the signals of one project.

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
    facts::{Way, Word},
    rulebook::Kind,
    text::{self, Raw},
};

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

/// What was not known, where that is why an expression failed.
pub(super) fn unknown_of(error: &Error) -> Option<String> {
    error.source()?.downcast_ref::<Unknown>().map(|unknown| unknown.0.clone())
}

/// The signals of a project by rule, best first, and what has been decided so far.
#[derive(Debug)]
pub(super) struct Facts {
    pub signals: BTreeMap<Word, Arc<Vec<Signal>>>,
    pub tools: u64,
    pub decided: Mutex<Decided>,
    /// Rules that the query under evaluation asked about.
    pub trace: Mutex<Vec<String>>,
    /// A sentence that names what has no match says `the cited code` instead of failing.
    pub lenient: AtomicBool,
}

#[derive(Debug, Default)]
pub(super) struct Decided {
    pub kind: Option<Kind>,
    pub way: Option<Way>,
    pub surface: BTreeMap<&'static str, &'static str>,
    pub absent: BTreeMap<String, bool>,
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Facts {
    fn of(&self, rule: &str) -> &[Signal] {
        locked(&self.trace).push(rule.to_owned());
        self.signals.get(rule).map_or(&[], |list| list.as_slice())
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
pub(super) enum Ask {
    /// Conditions: what is not known is unknown.
    Sure,
    /// Sentences: what is not known is not there.
    Seen,
}

/// The functions of [`crate::rulebook::FUNCTIONS`].
pub(super) fn context(facts: &Arc<Facts>, ask: Ask) -> Value {
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
    function!("runs", |f, rules: Rest<String>| f.on(&rules).any(|signal| signal.runs == Some(true)));
    function!("near", |f, a: String, b: String| near(f, &a, &b));
    function!("share", |f, a: String, b: String, part: u64, whole: u64| share(f, &a, &b, part, whole));
    function!("first", |f, rules: Rest<String>| first(f, &rules));
    function!("at", |f, rules: Rest<String>| at(f, &rules));
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

/// The first match of the first of these rules that has one.
fn foremost<'f>(facts: &'f Facts, rules: &[String]) -> Option<&'f Signal> {
    rules.iter().find_map(|rule| facts.of(rule).first())
}

fn no_match(function: &str, rules: &[String]) -> String {
    format!("{function}('{}'): the rule has no match here", rules.join("', '"))
}

/// A sentence may ask for the callee of what is a tool or a line of text: what it is called stands in. A piece of code is
/// no name.
fn called(signal: &Signal) -> Option<Raw> {
    let code = |name: &Raw| name.unescaped().contains(['{', '}', ';']) || name.unescaped().contains("=>");
    let mut names = ["name", "tool", "callee", "function", "file"].iter().filter_map(|key| signal.capture(key));
    names.find(|name| !code(name))
}

fn first(facts: &Facts, rules: &[String]) -> Result<Value, Error> {
    let Some(signal) = foremost(facts, rules) else {
        return facts.nameless(no_match("first", rules)).map(|words| {
            let captures = crate::rulebook::CAPTURES.map(|key| (key, words.clone()));
            Value::from(BTreeMap::from(captures))
        });
    };
    let name = called(signal);
    let captures: BTreeMap<&'static str, Value> = crate::rulebook::CAPTURES
        .into_iter()
        .map(|key| {
            let fallback = || name.clone().filter(|_| key != "value").unwrap_or_else(|| Raw::new("…"));
            let captured = signal.capture(key);
            let captured = if key == "callee" { captured.map(spoken) } else { captured };
            (key, Value::from(captured.unwrap_or_else(fallback)))
        })
        .collect();
    Ok(Value::from(captures))
}

/// What is called there, and where: "`a` in `b.py`", of a call in a function "`a` in `f` of `b.py`": a maintainer knows his
/// own functions, not which of them calls what.
fn at(facts: &Facts, rules: &[String]) -> Result<Value, Error> {
    let Some(signal) = foremost(facts, rules) else { return facts.nameless(no_match("at", rules)) };
    let callee = signal.capture("callee").map(spoken);
    let function = signal.capture("function").filter(|function| {
        callee.as_ref().is_some_and(|callee| callee.unescaped().rsplit('.').next() != Some(function.unescaped()))
    });
    let name = callee.or_else(|| called(signal));
    let words = match (name, signal.capture("file")) {
        (Some(name), Some(file)) if name != file => {
            let of = function.map(|function| format!("{} of ", text::markdown(&function))).unwrap_or_default();
            format!("{} in {of}{}", text::markdown(&name), text::markdown(&file))
        }
        (Some(name), _) => text::markdown(&name),
        (None, _) => text::markdown(&Raw::new("…")),
    };
    Ok(Value::from_safe_string(words))
}

/// Distinct names of matches, quoted: "`a`, `b` and more". How many more is not said: a rule does not know them all.
fn names(facts: &Facts, rule: &str, most: usize) -> Result<Value, Error> {
    let (mut distinct, mut seen): (Vec<Raw>, BTreeSet<Raw>) = Default::default();
    for signal in facts.of(rule) {
        let name = ["tool", "name", "callee", "function", "file"].iter().find_map(|key| signal.capture(key));
        let called = name.is_some() && name == signal.capture("callee");
        let name = if called { name.map(spoken) } else { name };
        if let Some(name) = name.filter(|name| seen.insert(name.clone())) {
            distinct.push(name);
        }
    }
    if distinct.is_empty() {
        return facts.nameless(format!("names('{rule}'): the rule has no match here"));
    }
    let shown: Vec<String> = distinct.iter().take(most.max(1)).map(text::markdown).collect();
    let rest = distinct.len() - shown.len();
    let list = match (shown.as_slice(), rest) {
        ([head @ .., last], 0) if !head.is_empty() => format!("{} and {last}", head.join(", ")),
        (all, 0) => all.join(", "),
        (all, _) => format!("{} and more", all.join(", ")),
    };
    Ok(Value::from_safe_string(list))
}

/// A callee without the way to its module, as a reader of the code knows it: of `../util/redact.js.mask` it is `mask`,
/// of `example.org/desk/api.Ask` it is `api.Ask`.
fn spoken(callee: Raw) -> Raw {
    let text = callee.unescaped();
    let module = |c: char| c.is_ascii_alphanumeric() || "_.$-/@".contains(c);
    let hosted = text.split_once('/').is_some_and(|(host, _)| host.contains('.'));
    if !text.chars().all(module) || !(text.starts_with('.') || hosted) {
        return callee;
    }
    let last = text.rsplit('/').next().unwrap_or(text).trim_start_matches('.');
    let name = [".js.", ".mjs.", ".cjs.", ".ts.", ".jsx.", ".tsx."]
        .iter()
        .find_map(|ending| last.split_once(ending).map(|(_, name)| name))
        .unwrap_or(last);
    // A module that exports its own name: `./log.log.info` is `log.info`.
    let name = match name.split_once('.') {
        Some((module, rest)) if rest.split('.').next() == Some(module) => rest,
        _ => name,
    };
    if name.is_empty() { callee } else { Raw::new(name) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_are_named_without_the_way_to_their_module() {
        for (callee, shown) in [
            ("../util/redact.js.mask", "mask"),
            ("./redact.mask", "redact.mask"),
            ("../log.log.info", "log.info"),
            ("..event.AskEvent", "event.AskEvent"),
            ("example.org/desk/api.Ask", "api.Ask"),
            ("os/exec.Command", "os/exec.Command"),
            ("@desk/prompts.ask", "@desk/prompts.ask"),
            ("self.ask", "self.ask"),
            ("./", "./"),
            (".get('a/b').ask", ".get('a/b').ask"),
        ] {
            assert_eq!(spoken(Raw::new(callee)), Raw::new(shown), "{callee}");
        }
    }
}
