//! Which kinds of claims a unit of text makes.

use std::collections::BTreeSet;

use regex::bytes::{Regex, RegexSet, RegexSetBuilder};

use super::{
    config,
    corroborate::EVERYWHERE,
    sentence::{Form, Unit, without_marks},
    value::Given,
};
use crate::{
    facts::Span,
    rulebook::{ClaimKind, ClaimReading, ClaimRules, Words, pattern},
};

/// Bytes of states that one thread keeps of all patterns together: with less they are made anew all the time.
const STATES: usize = 16 << 20;

/// Whether a sentence says that the control is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    Claimed,
    Disclaimed,
}

pub(super) struct Recogniser<'r> {
    rules: &'r ClaimRules,
    says: RegexSet,
    /// Position of the kind of each pattern in `says`.
    owners: Vec<usize>,
    without: Vec<Option<RegexSet>>,
    disclaimed: RegexSet,
    advice: RegexSet,
    process: RegexSet,
    other_sections: Option<Regex>,
    planned_sections: Option<Regex>,
    everywhere: Option<Regex>,
    open: Vec<(Regex, &'r str)>,
    numbers: Vec<Regex>,
    takes_back: Option<Regex>,
}

impl<'r> Recogniser<'r> {
    pub fn new(rules: &'r ClaimRules) -> Self {
        let says = rules.kinds.iter().flat_map(|kind| &kind.says);
        let counted = rules.kinds.iter().enumerate();
        let without = |kind: &ClaimKind| (!kind.without.is_empty()).then(|| set(kind.without.iter()));
        Self {
            says: set(says),
            owners: counted.flat_map(|(index, kind)| kind.says.iter().map(move |_| index)).collect(),
            without: rules.kinds.iter().map(without).collect(),
            disclaimed: set(rules.reading.disclaimed.iter()),
            advice: set(rules.reading.advice.iter()),
            process: set(rules.reading.process.iter()),
            other_sections: one(&rules.reading.other_sections),
            planned_sections: one(&rules.reading.planned_sections),
            everywhere: one(&rules.reading.everywhere),
            open: rules.reading.open.iter().filter_map(|o| Some((one(&o.says)?, o.what.as_str()))).collect(),
            numbers: rules.reading.numbers.iter().filter_map(one).collect(),
            takes_back: one(&rules.reading.takes_back),
            rules,
        }
    }

    /// The kinds by position, in their order.
    pub fn kinds(&self, unit: &Unit) -> Vec<(usize, Sense)> {
        let in_section = |pattern: &Option<Regex>| {
            pattern.as_ref().is_some_and(|p| unit.sections.iter().any(|section| p.is_match(section.as_bytes())))
        };
        if in_section(&self.other_sections) {
            return Vec::new();
        }
        let text = unit.text.as_bytes();
        let mut found: Vec<usize> = match &unit.form {
            Form::Config { key, value } => self.of_config(key, value),
            Form::Sentence | Form::Row => {
                let mut found: Vec<usize> = self.says.matches(text).into_iter().map(|at| self.owners[at]).collect();
                if !found.is_empty() && (self.process.is_match(text) || self.is_advice(unit)) {
                    found.clear();
                }
                found
            }
        };
        found.sort_unstable();
        found.dedup();
        found.retain(|index| self.without[*index].as_ref().is_none_or(|without| !without.is_match(text)));
        let over: Vec<&String> = found.iter().flat_map(|index| &self.rules.kinds[*index].over).collect();
        found.retain(|index| !over.contains(&&self.rules.kinds[*index].id));
        let planned = in_section(&self.planned_sections);
        let sense = match planned || self.disclaimed.is_match(text) {
            true => Sense::Disclaimed,
            false => Sense::Claimed,
        };
        found.into_iter().map(|index| (index, sense)).collect()
    }

    /// Blocks in which a sentence says that what stands before it is not there.
    pub fn taken_back(&self, units: &[Unit]) -> BTreeSet<u32> {
        let says = |unit: &&Unit| self.takes_back.as_ref().is_some_and(|p| p.is_match(unit.text.as_bytes()));
        let sentences = units.iter().filter(|unit| unit.form == Form::Sentence);
        sentences.filter(says).map(|unit| unit.block).collect()
    }

    /// What a sentence leaves open, so that no place can show all of it.
    pub fn left_open(&self, text: &str) -> Vec<&'r str> {
        let says = |pattern: &Regex| pattern.is_match(text.as_bytes());
        let mut open = Vec::new();
        if self.everywhere.as_ref().is_some_and(says) {
            open.push(EVERYWHERE);
        }
        open.extend(self.open.iter().filter(|(pattern, _)| says(pattern)).map(|(_, what)| *what));
        open
    }

    /// The values that a sentence gives.
    pub fn given(&self, text: &str) -> Vec<Given> {
        let found = self.numbers.iter().flat_map(|pattern| pattern.captures_iter(text.as_bytes()));
        let written = found.filter_map(|found| Some(String::from_utf8_lossy(found.get(1)?.as_bytes()).into_owned()));
        let mut given: Vec<Given> = Vec::new();
        for value in written.filter_map(|written| Given::new(&written)) {
            if !given.contains(&value) {
                given.push(value);
            }
        }
        given
    }

    pub fn reading(&self) -> &'r ClaimReading {
        &self.rules.reading
    }

    fn is_advice(&self, unit: &Unit) -> bool {
        // Of `Label: what it says` the second part decides.
        let text = match unit.text.split_once(": ") {
            Some((label, rest)) if label.len() <= 60 && !label.contains(". ") => rest,
            _ => &unit.text,
        };
        self.advice.is_match(text.trim_start().as_bytes())
    }

    fn of_config(&self, key: &str, value: &str) -> Vec<usize> {
        if value.is_empty() {
            return Vec::new();
        }
        let last = key.rsplit('.').next().unwrap_or(key);
        let names = |kind: &ClaimKind| kind.config.iter().any(|glob| glob.matches(key) || glob.matches(last));
        let counted = self.rules.kinds.iter().enumerate();
        counted.filter(|(_, kind)| names(kind)).map(|(index, _)| index).collect()
    }

    /// Sentences that the kinds carry as their tests and that are read otherwise.
    pub fn mistakes(&self) -> Vec<String> {
        let made = |text: &str, id: &str| {
            let lines = Span { start: 1, end: 1 };
            let unit = Unit { lines, block: 1, text: without_marks(text), form: Form::Sentence, sections: Vec::new() };
            let mut units = vec![unit];
            config::read(text, 1, &[], &mut units);
            units.iter().any(|unit| self.kinds(unit).iter().any(|(index, _)| self.rules.kinds[*index].id == id))
        };
        let mut out = Vec::new();
        for kind in &self.rules.kinds {
            let missed = kind.claims.iter().filter(|text| !made(text, &kind.id));
            out.extend(missed.map(|text| format!("{}: does not make the claim: {text}", kind.id)));
            let noisy = kind.others.iter().filter(|text| made(text, &kind.id));
            out.extend(noisy.map(|text| format!("{}: makes the claim: {text}", kind.id)));
        }
        out
    }
}

/// The patterns were parsed when they were read: what still does not compile is too large, and matches nothing.
pub(super) fn set<'w>(words: impl Iterator<Item = &'w Words>) -> RegexSet {
    let sources: Vec<&str> = words.map(Words::source).collect();
    let built = RegexSetBuilder::new(sources)
        .unicode(false)
        .case_insensitive(true)
        .size_limit(64 << 20)
        .dfa_size_limit(STATES)
        .build();
    built.unwrap_or_else(|error| {
        tracing::error!(%error, "patterns of claims do not compile together");
        RegexSet::empty()
    })
}

pub(super) fn one(words: &Words) -> Option<Regex> {
    pattern::build(words.source(), true).ok()
}
