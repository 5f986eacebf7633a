//! The one step between what rules find and everything that is written: places of possible defects are withheld.
//!
//! Whatever an output says comes from the signals and spans that passed here. The detail goes to the private file only.

use std::collections::BTreeMap;

use crate::{
    detect::{Captures, Signal, State},
    facts::{Context, Span, Word},
    rulebook::Rulebook,
};

/// In place of a line number, a name or a line that is withheld.
pub(super) const WITHHELD: &str = "withheld";

/// Lines that no public output may show or point to, and what was found there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Withheld {
    /// Signals of rules that mark a possible defect, as they were found.
    pub signals: Vec<Signal>,
    spans: BTreeMap<Word, Vec<Span>>,
    /// By rule of a defect the place of the control that a public card cites instead.
    controls: BTreeMap<Word, Signal>,
}

impl Withheld {
    /// What the rules of a rulebook mark as possible defects among the signals.
    pub fn among(rulebook: &Rulebook, signals: &[Signal]) -> Self {
        let mut withheld = Self::default();
        for signal in signals.iter().filter(|signal| rulebook.is_defect(&signal.rule)) {
            withheld.spans.entry(signal.file).or_default().push(signal.lines);
            withheld.signals.push(signal.clone());
        }
        let rules: Vec<Word> = withheld.signals.iter().map(|signal| signal.rule).collect();
        for rule in rules {
            let names = rulebook.rules.get(rule.as_str()).map_or(&[][..], |rule| &rule.control);
            let fit = |signal: &&Signal| {
                let shown = signal.lines != Signal::NOWHERE && signal.context == Context::Product;
                shown && signal.state != State::Unknown && !withheld.covers(&signal.file, signal.lines)
            };
            let control = names.iter().find_map(|name| signals.iter().filter(|s| s.rule == **name).find(fit));
            if let Some(control) = control.cloned() {
                withheld.controls.insert(rule, control);
            }
        }
        withheld
    }

    /// Whether any of the lines is one that may not be shown.
    pub fn covers(&self, file: &str, lines: Span) -> bool {
        let spans = self.spans.get(file).map_or(&[][..], Vec::as_slice);
        lines != Signal::NOWHERE && spans.iter().any(|span| span.start <= lines.end && lines.start <= span.end)
    }

    /// Signals as they may be written. Each still counts; one that stands on lines of a defect has no name and no place
    /// any more, or that of the control.
    pub fn public(&self, signals: Vec<Signal>) -> Vec<Signal> {
        if self.spans.is_empty() {
            return signals;
        }
        let mut public: Vec<Signal> = signals.into_iter().map(|signal| self.redacted(signal)).collect();
        public.sort();
        public
    }

    fn redacted(&self, signal: Signal) -> Signal {
        let stands_there = self.covers(&signal.file, signal.lines);
        let is_defect = self.signals.iter().any(|defect| defect.rule == signal.rule);
        let chain = signal.chain.iter().filter(|said| !self.covers(&said.file, said.lines)).copied().collect();
        let signal = Signal { chain, ..signal };
        if !stands_there && !is_defect {
            return signal;
        }
        let bare = Signal { captures: Captures::default(), contains: None, lines: Signal::NOWHERE, ..signal };
        match self.controls.get(&bare.rule) {
            Some(control) => Signal { file: control.file, lines: control.lines, contains: control.contains, ..bare },
            None => bare,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(rule: &str, line: u32) -> Signal {
        Signal {
            rule: rule.into(),
            file: "src/a.py".into(),
            lines: Span::line(line),
            context: Context::Product,
            state: State::On,
            contains: Some("name".into()),
            captures: Captures::from(BTreeMap::from([("name", Word::from("secret_name"))])),
            chain: Box::default(),
            runs: None,
        }
    }

    #[test]
    fn what_stands_on_a_defect_loses_its_place_and_counts() {
        let rulebook = Rulebook::load(None).expect("rules");
        let found = vec![signal("fetched-code", 4), signal("in-process-code", 4), signal("in-process-code", 9)];
        let withheld = Withheld::among(&rulebook, &found);
        assert_eq!(withheld.signals.len(), 1);
        assert!(withheld.covers("src/a.py", Span { start: 2, end: 4 }) && !withheld.covers("src/b.py", Span::line(4)));
        let public = withheld.public(found.clone());
        assert_eq!(public.len(), found.len());
        let places: Vec<u32> = public.iter().map(|signal| signal.lines.start).filter(|line| *line > 0).collect();
        assert_eq!(places, [9]);
        assert_eq!(public.iter().filter(|signal| signal.capture("name").is_some()).count(), 1);
    }

    #[test]
    fn the_control_is_cited_instead() {
        let rulebook = Rulebook::load(None).expect("rules");
        let found = vec![signal("fetched-code", 4), signal("command-filter", 7)];
        let public = Withheld::among(&rulebook, &found).public(found);
        let defect = public.iter().find(|signal| signal.rule == *"fetched-code").expect("it counts");
        assert_eq!((defect.lines, defect.contains.is_some()), (Span::line(7), true));
        assert_eq!(defect.capture("name"), None);
    }

    #[test]
    fn without_defects_nothing_changes() {
        let rulebook = Rulebook::load(None).expect("rules");
        let found = vec![signal("in-process-code", 4)];
        assert_eq!(Withheld::among(&rulebook, &found).public(found.clone()), found);
    }
}
