//! The shape of ladders: every level has its evidence and its gap, every cap its sentence.

use std::collections::BTreeSet;

use super::{CAN_BE_ABSENT, Checker, cap_name};
use crate::{
    rubric::{CapId, CriterionId, Parameter},
    rulebook::{CapScope, Ladders, MechanismKind, MechanismSpec, Status, Step},
};

impl Checker<'_> {
    pub(super) fn ladders(&mut self, ladders: &Ladders) {
        let id = ladders.criterion;
        if let Some(surface) = &ladders.surface {
            if !CAN_BE_ABSENT.contains(&id) {
                self.error("surface:", "surface", "only C2, C3, C4, C6 and C7 can be structurally absent");
            }
            self.condition("surface.present", &surface.present);
            self.searches("surface.searches", &surface.searches);
            self.text("surface.absent_finding", &surface.absent_finding);
            if !(1..=4).contains(&surface.searches.len()) {
                self.error("searches:", "surface.searches", "an absence is shown by one to four searches");
            }
        }
        match ladders.summary.last() {
            Some(_) => self.when_texts("summary", &ladders.summary),
            None => self.error("summary:", "summary", "has no sentence"),
        }
        if !ladders.summary.iter().any(|s| s.when.is_none()) {
            self.error("summary:", "summary", "one sentence must always hold (no `when`)");
        }
        for kind in [MechanismKind::Default, MechanismKind::Alt] {
            let of_kind: Vec<&MechanismSpec> = ladders.mechanisms.iter().filter(|m| m.kind == kind).collect();
            let last_is_open = of_kind.last().is_some_and(|m| m.when.is_none());
            if kind == MechanismKind::Default && !last_is_open {
                self.error("mechanisms:", "mechanisms", "the last default mechanism has no `when`");
            }
            for mechanism in &of_kind[..of_kind.len().saturating_sub(1)] {
                if mechanism.when.is_none() {
                    let message = format!("`{}` always holds and hides the mechanisms after it", mechanism.id);
                    self.error(&format!("id: {}", mechanism.id), "mechanisms", message);
                }
            }
        }
        let mut seen = BTreeSet::new();
        for mechanism in &ladders.mechanisms {
            if !seen.insert(&mechanism.id) {
                self.error(&mechanism.id, "mechanisms.id", format!("`{}` stands twice", mechanism.id));
            }
            if let Some(when) = &mechanism.when {
                self.condition("mechanisms.when", when);
            }
            self.template("mechanisms.label", &mechanism.label);
            for parameter in Parameter::ALL {
                self.steps(&format!("{}.{parameter}", mechanism.id), mechanism.steps(parameter));
            }
        }
        self.caps(ladders);
        if let Some(critical) = &ladders.critical {
            self.text("critical.text", &critical.text);
            self.ids("critical.cite", &critical.cite);
            self.searches("critical.search", &critical.search);
        } else if matches!(id, CriterionId::C1 | CriterionId::C4 | CriterionId::C5 | CriterionId::C7) {
            self.error("criterion:", "critical", "C1, C4, C5 and C7 need the sentence for B at L0");
        }
        match (&ladders.worst_case, id) {
            (Some(worst), CriterionId::C5) => {
                self.text("worst_case.reason", &worst.reason);
                self.ids("worst_case.cite", &worst.cite);
                self.searches("worst_case.search", &worst.search);
            }
            (None, CriterionId::C5) => self.error("criterion:", "worst_case", "C5 needs the reason of C5-WORSTCASE"),
            (Some(_), _) => self.error("worst_case:", "worst_case", "belongs to C5 only"),
            (None, _) => {}
        }
    }

    fn steps(&mut self, key: &str, steps: &[Step]) {
        let mut previous = None;
        for step in steps {
            let key = format!("{key}.{}", step.level);
            if step.level > 4 {
                self.error(
                    &format!("level: {}", step.level),
                    &key,
                    format!("level {} is not one of 0 to 4", step.level),
                );
            }
            if previous.is_some_and(|p| p >= step.level) {
                self.error(&format!("level: {}", step.level), &key, "levels stand in rising order, each once");
            }
            previous = Some(step.level);
            match (step.never, step.finding.is_some(), step.lacks.is_some()) {
                (true, true, _) => self.error("never:", &key, "a level that never holds has no finding"),
                (true, _, false) => {
                    self.error("never:", &key, "a level that never holds says what is lacking (`lacks`)")
                }
                (false, false, _) => self.error("level:", &key, "needs a finding"),
                _ => {}
            }
            if step.level > 0 && step.when.is_none() && !step.never {
                self.error("level:", &key, "a level above 0 needs `when`");
            }
            if step.level > 2 && step.status == Status::Inferred {
                self.error("status:", &key, "an inferred level is at most 2");
            }
            if let Some(when) = &step.when {
                self.condition(&format!("{key}.when"), when);
            }
            for (name, text) in [("lacks", &step.lacks), ("finding", &step.finding)] {
                if let Some(text) = text {
                    self.text(&format!("{key}.{name}"), text);
                }
            }
            self.ids(&format!("{key}.cite"), &step.cite);
            self.searches(&format!("{key}.search"), &step.search);
            let has_search = |id: &String| self.draft.rules.get(id).is_none_or(|r| r.search.is_some());
            if !step.never && step.search.is_empty() && !step.cite.iter().any(has_search) {
                let message = "could end without evidence: give it `search`, or cite a rule that records a search";
                self.error(&format!("level: {}", step.level), &key, message);
            }
        }
        if !steps.first().is_some_and(|s| s.level == 0 && s.when.is_none() && !s.never) {
            self.error("level: 0", key, "the first level is 0, without `when`");
        }
        for (index, step) in steps.iter().enumerate().filter(|(_, s)| s.level < 4 && !s.never) {
            if !steps[index..].iter().any(|s| s.level > step.level && s.lacks.is_some()) {
                let message = format!(
                    "L{} has no gap: a higher level must say what is lacking (`lacks`; add `never: true` if it cannot be seen)",
                    step.level
                );
                self.error(&format!("level: {}", step.level), key, message);
            }
        }
    }

    fn caps(&mut self, ladders: &Ladders) {
        for cap in &ladders.caps {
            let name = cap_name(cap.id);
            let own = name.split_once('-').map(|(c, _)| c);
            if own.is_some_and(|c| c != ladders.criterion.to_string()) {
                self.error(&name, "caps.id", format!("{name} does not belong to {}", ladders.criterion));
            }
            if cap.id == CapId::C5WorstCase {
                self.error(&name, "caps.id", "C5-WORSTCASE is set by B at L0; its reason stands under `worst_case`");
            }
            self.condition(&format!("{name}.when"), &cap.when);
            self.text(&format!("{name}.reason"), &cap.reason);
            self.ids(&format!("{name}.cite"), &cap.cite);
            self.searches(&format!("{name}.search"), &cap.search);
            if let Some(text) = &cap.critical {
                self.text(&format!("{name}.critical"), text);
            }
            if cap.cite.is_empty() && cap.search.is_empty() {
                self.error(&name, &format!("{name}.cite"), "a cap needs evidence");
            }
            let needs_sentence = cap.id != CapId::G1 && cap.mechanism != CapScope::Alt;
            if needs_sentence && cap.critical.is_none() && ladders.critical.is_none() {
                self.error(&name, &format!("{name}.critical"), "needs the sentence of its critical gap");
            }
        }
    }
}
