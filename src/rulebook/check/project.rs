//! Files about the project as a whole.

use super::{CAPABILITIES, Checker};
use crate::evidence::SearchSpec;

impl Checker<'_> {
    pub(super) fn kinds(&mut self) {
        let Some(kinds) = &self.draft.kinds else { return };
        let count = kinds.kinds.len();
        for (index, spec) in kinds.kinds.iter().enumerate() {
            if let Some(when) = &spec.when {
                self.condition("kinds.when", when);
                if let Some(atom) = when.atoms().into_iter().find(|a| {
                    let names = ["kind", "surface", "absent"];
                    a.source().split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|w| names.contains(&w))
                }) {
                    let message = format!("`{}`: the kind is decided before surface and absence", atom.source());
                    self.error(atom.source(), "kinds.when", message);
                }
            }
            self.template("kinds.reason", &spec.reason);
            if spec.when.is_none() != (index + 1 == count) {
                self.error(spec.kind.id(), "kinds", "the last kind, and only the last, has no `when`");
            }
        }
    }

    pub(super) fn surface(&mut self) {
        let Some(surface) = &self.draft.surface else { return };
        for (capability, id) in CAPABILITIES {
            match surface.capabilities.get(&capability) {
                None => self.error("capabilities:", "capabilities", format!("`{id}` is missing")),
                Some(spec) => {
                    self.condition(&format!("{id}.yes"), &spec.yes);
                    if let Some(condition) = &spec.opt_in {
                        self.condition(&format!("{id}.opt_in"), condition);
                    }
                }
            }
        }
    }

    pub(super) fn presence(&mut self) {
        let Some(presence) = &self.draft.presence else { return };
        self.condition("present", &presence.present);
        self.searches("searches", &presence.searches);
        if presence.searches.is_empty() || presence.counts.is_empty() {
            self.error("searches:", "searches", "`no agent found` needs its searches and what would have counted");
        }
        for signal in presence.targets.iter().flat_map(|sign| &sign.signals) {
            if !self.known.contains(signal.as_str()) {
                self.error("targets:", "targets", format!("no rule `{signal}`"));
            }
        }
        for signal in presence.order.centre.iter().filter(|signal| !self.known.contains(signal.as_str())) {
            self.error("order:", "order.centre", format!("no rule `{signal}`"));
        }
    }

    pub(super) fn inventory(&mut self) {
        let Some(inventory) = &self.draft.inventory else { return };
        let reaches = inventory.reaches.iter().map(|reach| ("reaches", &reach.signals));
        let sections = inventory.sections.iter().map(|section| ("sections", &section.signals));
        for (key, signals) in
            reaches.chain([("guards", &inventory.guards), ("libraries", &inventory.libraries)]).chain(sections)
        {
            for signal in signals.iter().filter(|signal| !self.known.contains(signal.as_str())) {
                self.error(signal, key, format!("no rule `{signal}`"));
            }
        }
        let additions = &inventory.additions;
        for signal in additions.triggers.iter().chain(additions.all_exposures()) {
            if !self.known.contains(signal.as_str()) {
                self.error(signal, "additions", format!("no rule `{signal}`"));
            }
        }
        for power in &additions.powers {
            if !inventory.reaches.iter().any(|reach| reach.power == *power) {
                self.error("additions:", "additions.powers", format!("no power `{power}`"));
            }
        }
    }

    pub(super) fn texts(&mut self) {
        let Some(texts) = &self.draft.sentences else { return };
        self.when_texts("headline", &texts.headline);
        self.when_texts("scored_configuration", &texts.scored_configuration);
        self.when_texts("limitations", &texts.limitations);
        let two = &texts.rule_of_two;
        self.text("rule_of_two.untrusted_input", &two.untrusted_input);
        self.text("rule_of_two.sensitive_data", &two.sensitive_data);
        self.text("rule_of_two.state_change_or_egress", &two.state_change_or_egress);
        self.condition("rule_of_two.same_session", &two.same_session);
        for (key, list) in [("headline", &texts.headline), ("scored_configuration", &texts.scored_configuration)] {
            if !list.iter().any(|t| t.when.is_none()) {
                self.error(key, key, "one text must always hold (no `when`)");
            }
        }
        let categories = self.draft.rubric.as_ref().map(|r| &r.categories);
        for item in &texts.category {
            if let Some(when) = &item.when {
                self.condition("category.when", when);
            }
            if categories.is_some_and(|c| !c.contains_key(&item.id)) {
                self.error(&item.id, "category.id", format!("`{}` is no category of rubric.yaml", item.id));
            }
        }
        if texts.category.last().is_none_or(|c| c.when.is_some()) {
            self.error("category", "category", "the last category has no `when`");
        }
    }

    pub(super) fn improvements(&mut self) {
        let Some(improvements) = &self.draft.improvements else { return };
        let mut seen = std::collections::BTreeSet::new();
        for improvement in &improvements.improvements {
            let id = improvement.id.as_str();
            if !seen.insert(id) {
                self.error(id, "improvements.id", format!("`{id}` stands twice"));
            }
            if let Some(when) = &improvement.when {
                self.condition("improvements.when", when);
            }
            self.text("improvements.text", &improvement.text);
            self.ids("improvements.at", &improvement.at);
            let changes = [&improvement.gives, &improvement.gives_once, &improvement.takes, &improvement.turns_on];
            changes.iter().for_each(|rules| self.ids("improvements", rules));
            if improvement.at.is_empty() || changes.iter().all(|rules| rules.is_empty()) {
                self.error(id, "improvements", format!("`{id}` needs a place (`at`) and a change to the signals"));
            }
        }
    }

    pub(super) fn scope(&mut self) {
        let Some(scope) = &self.draft.scope else { return };
        if scope.code_globs.is_empty() {
            self.error("code_globs:", "code_globs", "is empty");
        }
        let spec = SearchSpec { pattern: "x".into(), ignore_case: false, files: scope.code_globs.clone() };
        if let Err(error) = spec.check() {
            self.error("code_globs:", "code_globs", error.to_string());
        }
    }
}
