//! Controls that went, and exposures and triggers that came.

use std::collections::BTreeMap;

use super::{Change, ChangeKind, Context, Direction, change, plain};
use crate::{
    audit::Marked,
    rulebook::{Role, State},
};

impl Context<'_> {
    /// Controls that are gone and that no other change names, one change for each rule: a level may be too low to fall.
    pub(super) fn controls(&self, others: &[Change]) -> Vec<Change> {
        let named = |rule: &str| {
            let weaker = others.iter().filter(|change| change.direction == Direction::Weaker);
            weaker.flat_map(|change| &change.rules).any(|known| known == rule)
        };
        let mut by_rule: BTreeMap<&str, Vec<&Marked>> = BTreeMap::new();
        for marked in self.moved.gone.iter().filter(|m| m.role == Role::Control && m.mark.state == State::On) {
            by_rule.entry(&marked.mark.rule).or_default().push(marked);
        }
        let mut changes = Vec::new();
        for (rule, marks) in by_rule {
            let Some(first) = marks.first().filter(|_| !named(rule)) else { continue };
            let mut found = change(ChangeKind::Control, Direction::Weaker);
            found.criterion = self.criterion(rule);
            found.id = self.id(&["control", rule, &first.mark.file, &first.mark.function, &first.mark.text]);
            found.sentence = format!(
                "A control is gone, and no level moves by it: “{}” at {}:{}.",
                self.title(first),
                plain(&first.mark.file),
                first.lines.0
            );
            found.rules = vec![rule.to_owned()];
            found.before = marks.iter().take(4).map(|m| self.place(m, true)).collect();
            found.restore = self.restore(&marks, &[]);
            changes.push(found);
        }
        changes
    }

    /// The first criterion that a rule is about.
    pub(super) fn criterion(&self, rule: &str) -> Option<crate::rubric::CriterionId> {
        self.rulebook.rules.get(rule)?.criteria.iter().find_map(|subject| match subject {
            crate::rulebook::Subject::Criterion(id) => Some(*id),
            crate::rulebook::Subject::Project => None,
        })
    }

    /// A control of the same kind stood in the same function, or the same was there and was off.
    fn replaces_a_control(&self, new: &Marked) -> bool {
        let file = self.lineage.before(&new.mark.file);
        let sections = &self.rulebook.inventory.sections;
        let of_kind = |rule: &String| {
            sections.iter().any(|section| section.signals.contains(rule) && section.signals.contains(&new.mark.rule))
        };
        self.moved.gone.iter().any(|gone| {
            let off = gone.mark.rule == new.mark.rule && gone.mark.state != State::On;
            let control = matches!(gone.role, Role::Control | Role::Default) && of_kind(&gone.mark.rule);
            (off || control) && gone.mark.file == file && gone.mark.function == new.mark.function
        })
    }

    /// New exposures and triggers, one change for each rule.
    pub(super) fn exposures(&self) -> Vec<Change> {
        let additions = &self.rulebook.inventory.additions;
        let mut by_rule: BTreeMap<&str, Vec<&Marked>> = BTreeMap::new();
        let is_trait = |marked: &Marked| additions.traits.contains(&marked.mark.rule);
        for marked in self.moved.new.iter().filter(|m| m.mark.state == State::On) {
            if !is_trait(marked) || !self.had.contains(marked.mark.rule.as_str()) || self.replaces_a_control(marked) {
                by_rule.entry(&marked.mark.rule).or_default().push(marked);
            }
        }
        let mut changes = Vec::new();
        for (rule, marks) in by_rule {
            let is = |list: &[String]| list.iter().any(|known| known == rule);
            let kind = if is(&additions.triggers) {
                ChangeKind::PublicTrigger
            } else if is(&additions.exposures) || is(&additions.traits) {
                ChangeKind::Exposure
            } else {
                continue;
            };
            let mut found = change(kind, Direction::Weaker);
            let Some(first) = marks.first() else { continue };
            let known = self.rulebook.rules.get(rule);
            found.criterion = self.criterion(rule);
            found.id = self.id(&[rule, &first.mark.file, &first.mark.function, &first.mark.text]);
            let more = match marks.len() {
                1 => String::new(),
                n => format!(" and {} more", if n == 2 { "1 place".to_owned() } else { format!("{} places", n - 1) }),
            };
            found.sentence = format!(
                "New {}: “{}” at {}:{}{more}.",
                if kind == ChangeKind::Exposure { "exposure, on as shipped" } else { "trigger from outside" },
                self.title(first),
                plain(&first.mark.file),
                first.lines.0
            );
            found.rules = vec![rule.to_owned()];
            found.after = marks.iter().take(4).map(|m| self.place(m, false)).collect();
            found.restore = known.map(|rule| rule.remediation.text.clone());
            changes.push(found);
        }
        changes
    }
}
