//! The lists of a card: critical gaps, improvements, re-audit log, limitations; and the rule of two.

use super::{Import, Item, Section, table::criterion_id};
use crate::{
    card::{CriticalFinding, Fix, Reaudit, evidence},
    rubric::{CriterionId, Level, Parameter},
};

const LEGS: [&str; 4] = [
    "[A] untrusted input: ",
    " · [B] sensitive data/systems: ",
    " · [C] state change / egress: ",
    " · Same default session? ",
];

impl Import<'_> {
    pub(super) fn critical_gaps(&mut self, section: &Section) {
        self.mark("/critical_findings", section.line);
        for item in self.entries(section) {
            let (text, evidence) = evidence::split(&item.text);
            let labels = text.strip_suffix(')').and_then(|t| t.rsplit_once(" ("));
            let found = labels.and_then(|(summary, labels)| {
                let (owasp, id) = labels.rsplit_once("; ").unwrap_or(("", labels));
                Some((summary, owasp, criterion_id(id)?))
            });
            let Some((summary, owasp, criterion)) = found else {
                self.bad(item.line, "critical-gap", "this is not `text (labels; C1) — evidence`; it is not kept");
                continue;
            };
            self.mark(format!("/critical_findings/{}", self.card.critical_findings.len()), item.line);
            self.card.critical_findings.push(CriticalFinding {
                summary: summary.to_owned(),
                criterion,
                owasp: owasp.split(", ").filter(|l| !l.is_empty()).map(str::to_owned).collect(),
                evidence,
            });
        }
    }

    pub(super) fn rule_of_two(&mut self, section: &Section) {
        self.mark("/rule_of_two", section.line);
        let text = self.slice(section.line + 1, section.end);
        let mut rest = text.trim_matches('\n');
        let mut legs = Vec::new();
        for (i, leg) in LEGS.iter().enumerate() {
            let at = if i == 0 { rest.starts_with(leg).then_some(0) } else { rest.find(leg) };
            let Some(at) = at else {
                return self.bad(
                    section.line + 1,
                    "rule-of-two",
                    format!("`{}` is missing; the check is not kept", leg.trim()),
                );
            };
            legs.push(rest[..at].to_owned());
            rest = &rest[at + leg.len()..];
        }
        let rule = &mut self.card.rule_of_two;
        let mut legs = legs.into_iter().skip(1);
        rule.untrusted_input = legs.next().unwrap_or_default();
        rule.sensitive_data = legs.next().unwrap_or_default();
        rule.state_change_or_egress = legs.next().unwrap_or_default();
        rule.same_session = rest.trim() == "Yes";
        if rest.trim() == "Not assessed" {
            self.card.depthgauge.get_or_insert_default().same_session_not_assessed = true;
        } else if !matches!(rest.trim(), "Yes" | "No") {
            self.bad(section.line + 1, "rule-of-two", format!("`{}` is neither Yes nor No; No is taken", rest.trim()));
        }
    }

    pub(super) fn improvements(&mut self, section: &Section) {
        self.mark("/fixes", section.line);
        for item in self.entries(section) {
            match fix(&item.text) {
                Some(fix) => {
                    self.mark(format!("/fixes/{}", self.card.fixes.len()), item.line);
                    self.card.fixes.push(fix);
                }
                None => self.bad(
                    item.line,
                    "improvement",
                    "this is not `text — C1 S L0→L2, +0.150 before caps (playbook)`; it is not kept",
                ),
            }
        }
    }

    pub(super) fn reaudit_log(&mut self, section: &Section) {
        self.mark("/reaudit_log", section.line);
        for item in self.entries(section) {
            let found = item.text.split_once(" — ").or_else(|| item.text.split_once(": "));
            let entry = found.and_then(|(head, reason)| Some((step(head)?, reason)));
            match entry {
                Some(((criterion, parameter, from_level, to_level), reason)) => {
                    let reason = reason.to_owned();
                    self.mark(format!("/reaudit_log/{}", self.card.reaudit_log.len()), item.line);
                    self.card.reaudit_log.push(Reaudit { criterion, parameter, from_level, to_level, reason });
                }
                None => self.bad(item.line, "reaudit", "this is not `C1 S L1→L2 — reason`; it is not kept"),
            }
        }
    }

    pub(super) fn limitations(&mut self, section: &Section) {
        self.mark("/limitations", section.line);
        let items = self.items(&section.blocks);
        for item in items {
            self.below(&item);
            self.card.limitations.push(item.text);
        }
    }

    /// The items of a section, none where a sentence says that there are none.
    fn entries(&mut self, section: &Section) -> Vec<Item> {
        let (first, last) = (section.line + 1, section.end);
        let whole = self.slice(first, last);
        let sentence = whole.trim().trim_start_matches("- ").to_lowercase();
        if !whole.trim().contains('\n') && (sentence.starts_with("no ") || sentence.starts_with("none")) {
            return vec![];
        }
        let items = self.items(&section.blocks);
        for item in &items {
            self.below(item);
        }
        items
    }

    fn below(&mut self, item: &Item) {
        for below in &item.below {
            self.bad(below.line, "unknown-item", "an item below this one has no place in a card; it is not kept");
        }
    }
}

/// `text — C2 S L0→L3, +0.225 before caps (Playbook 5)`
fn fix(text: &str) -> Option<Fix> {
    let (summary, tail) = text.rsplit_once(" — ")?;
    let (levels, rest) = tail.split_once(", +")?;
    let (criterion, parameter, from_level, to_level) = step(levels)?;
    let (gain, behind) = rest.split_once(" before caps")?;
    let playbook = match behind.trim() {
        "" => None,
        brackets => Some(brackets.strip_prefix('(')?.strip_suffix(')')?.to_owned()),
    };
    let estimated_gain = gain.parse::<f64>().ok().filter(|g| g.is_finite())?;
    Some(Fix { summary: summary.to_owned(), criterion, parameter, from_level, to_level, playbook, estimated_gain })
}

/// `C2 S L0→L3`
fn step(text: &str) -> Option<(CriterionId, Parameter, Level, Level)> {
    let mut words = text.split(' ');
    let criterion = criterion_id(words.next()?)?;
    let letter = words.next()?;
    let parameter = Parameter::ALL.into_iter().find(|p| p.to_string() == letter)?;
    let (from, to) = words.next()?.split_once('→')?;
    let level = |text: &str| Level::new(text.strip_prefix('L')?.parse().ok()?);
    words.next().is_none().then_some((criterion, parameter, level(from)?, level(to)?))
}
