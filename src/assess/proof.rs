//! Evidence for statements: places of rules first, recorded searches where no code stands.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use super::{Reading, Searches, query::Query};
use crate::{
    detect::Signal,
    evidence::{Citation, Evidence, RecordedSearch},
    rubric::CriterionId,
    rulebook::{Rulebook, Subject},
};

/// Places that one statement cites.
pub(super) const MOST_PLACES: usize = 4;

/// Places up to which others than those that it speaks of are cited beside them.
pub(super) const MOST_BESIDE: usize = 2;

/// Places of one rule that are looked at.
const MOST_CANDIDATES: usize = 8;

/// Searches that one statement records.
const MOST_SEARCHES: usize = 2;

/// Parameters of a card that may carry the same search.
const MOST_USES: u32 = 4;

pub(super) struct Proofs<'a> {
    pub rulebook: &'a Rulebook,
    pub query: &'a Query,
    pub searches: &'a dyn Searches,
    pub reading: &'a Reading,
    /// How often each search stands behind a parameter already.
    uses: RefCell<BTreeMap<String, u32>>,
    /// Files that are cited somewhere already.
    cited: RefCell<BTreeSet<String>>,
}

/// What a statement wants to stand on.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub criterion: CriterionId,
    pub cite: &'a [String],
    pub search: &'a [String],
    pub always: bool,
    /// Citations need a literal.
    pub strict: bool,
    /// Counts towards the uses of a search.
    pub parameter: bool,
}

impl<'a> Proofs<'a> {
    pub fn new(rulebook: &'a Rulebook, query: &'a Query, searches: &'a dyn Searches, reading: &'a Reading) -> Self {
        Self { rulebook, query, searches, reading, uses: RefCell::default(), cited: RefCell::default() }
    }

    /// First the best place of each rule, then the next ones; at most four, each once. A file whose path holds a secret
    /// is passed over.
    pub fn citations(&self, rules: &[String], strict: bool) -> Vec<Citation> {
        let citable = |s: &&Signal| quotable(s, strict) && self.query.is_citable(s);
        let lists: Vec<Vec<&Signal>> = rules
            .iter()
            .map(|r| self.query.signals(r).iter().filter(citable).take(MOST_CANDIDATES).collect())
            .collect();
        let mut found: Vec<Citation> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut files: BTreeSet<&str> = BTreeSet::new();
        let before = self.cited.borrow().clone();
        loop {
            let mut exhausted = true;
            for list in &lists {
                let left = || list.iter().filter(|s| !seen.contains(&(s.file.as_str(), s.lines)));
                let Some(best) = left().next() else { continue };
                // Of places that say the same, another file says more than the next line of one that is cited already,
                // and one that nothing on the card cites more than one that something does.
                let alike = || left().filter(|s| s.state == best.state && s.context == best.context);
                let other = || alike().filter(|s| !files.contains(s.file.as_str()));
                let signal = match found.is_empty() {
                    true => best,
                    false => {
                        other().find(|s| !before.contains(s.file.as_str())).or_else(|| other().next()).unwrap_or(best)
                    }
                };
                exhausted = false;
                files.insert(signal.file.as_str());
                seen.insert((signal.file.as_str(), signal.lines));
                found.push(Citation {
                    file: signal.file.into(),
                    lines: signal.lines,
                    contains: signal.contains.map(String::from),
                    note: None,
                });
                if found.len() == MOST_PLACES {
                    break;
                }
            }
            if exhausted || found.len() == MOST_PLACES {
                self.cited.borrow_mut().extend(files.into_iter().map(str::to_owned));
                return found;
            }
        }
    }

    /// Places where a change would be made: those of the first rule that matches, in the order in which the others cite.
    pub fn places_of_change(&self, rules: &[String]) -> Vec<Citation> {
        let first = rules.iter().find(|rule| !self.query.signals(rule).is_empty());
        first.map(|rule| self.citations(std::slice::from_ref(rule), false)).unwrap_or_default()
    }

    /// Never empty unless no rule of the criterion records a search.
    pub fn evidence(&self, wanted: Wanted<'_>) -> Vec<Evidence> {
        let mut evidence: Vec<Evidence> =
            self.citations(wanted.cite, wanted.strict).into_iter().map(Evidence::Code).collect();
        if evidence.is_empty() || (wanted.always && !wanted.search.is_empty()) {
            evidence.extend(self.recorded(wanted).into_iter().map(Evidence::Search));
        }
        evidence
    }

    /// Adds places of rules while there are few; a place stands there once.
    pub fn complete(&self, evidence: &mut Vec<Evidence>, rules: &[String], strict: bool, most: usize) {
        for citation in self.citations(rules, strict) {
            let cited =
                || evidence.iter().filter_map(|item| if let Evidence::Code(code) = item { Some(code) } else { None });
            let known = cited().any(|code| code.file == citation.file);
            if cited().count() >= most {
                return;
            }
            if !known {
                evidence.push(Evidence::Code(citation));
            }
        }
    }

    fn recorded(&self, wanted: Wanted<'_>) -> Vec<RecordedSearch> {
        let own = self
            .rulebook
            .rules
            .values()
            .filter(|r| r.criteria.first() == Some(&Subject::Criterion(wanted.criterion)))
            .map(|r| &r.id);
        let named: Vec<&String> = wanted.search.iter().collect();
        let fallback: Vec<&String> = wanted.cite.iter().chain(own).collect();
        let mut taken = self.take(&named, MOST_SEARCHES, wanted.parameter);
        if taken.is_empty() {
            taken = self.take(&fallback, 1, wanted.parameter);
        }
        if taken.is_empty() {
            // Every search is in use four times: better one too often than none.
            taken = named.iter().chain(&fallback).find_map(|r| self.search(r)).into_iter().collect();
        }
        taken
    }

    fn take(&self, rules: &[&String], most: usize, count: bool) -> Vec<RecordedSearch> {
        let mut taken: Vec<RecordedSearch> = Vec::new();
        for rule in rules {
            if taken.len() == most {
                break;
            }
            let Some(search) = self.search(rule) else { continue };
            let mut uses = self.uses.borrow_mut();
            let used = uses.entry(search.search.clone()).or_default();
            if (*used >= MOST_USES && count) || taken.iter().any(|t| t.search == search.search) {
                continue;
            }
            *used += u32::from(count);
            taken.push(search);
        }
        taken
    }

    /// The recorded search of a rule with its note.
    pub fn search(&self, rule: &str) -> Option<RecordedSearch> {
        let mut search = self.searches.recorded(rule)?;
        if search.hits > 0 {
            search.note = Some(self.note(rule));
        }
        Some(search)
    }

    /// What the hits are, as far as it is known: they are lines of text, the rule speaks of code.
    fn note(&self, rule: &str) -> String {
        let title = self.rulebook.rules.get(rule).map_or(rule, |r| r.title.as_str());
        let title = title.trim_end_matches('.');
        match (self.query.signals(rule).len(), self.reading.everything_read()) {
            (0, true) => format!(
                "every file with a hit was read; in the rated code none is what rule `{rule}` looks for ({title})"
            ),
            (0, false) => {
                format!(
                    "no hit in the code that was read is what rule `{rule}` looks for ({title}); some files could not be read as code"
                )
            }
            (1, _) => format!("one place among the rated code is what rule `{rule}` looks for ({title})"),
            (count, _) => format!("{count} places among the rated code are what rule `{rule}` looks for ({title})"),
        }
    }
}

fn quotable(signal: &&Signal, strict: bool) -> bool {
    !strict || signal.contains.is_some()
}
