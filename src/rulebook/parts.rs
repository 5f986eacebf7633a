//! Everything outside `signals/` that speaks of rules: conditions, sentences and lists of ids, with their places.

use super::{Condition, Ladders, MechanismSpec, Rulebook, Step, Template, Text, WhenText};
use crate::rubric::Parameter;

/// A part of a file of the rulebook.
pub(super) struct Part<'a> {
    pub file: String,
    /// Dotted path of its key.
    pub key: String,
    pub item: Item<'a>,
    /// Conditions that hold wherever it is used.
    pub under: Vec<&'a Condition>,
}

pub(super) enum Item<'a> {
    Condition(&'a Condition),
    Text(&'a Template),
    Rules(&'a [String]),
}

pub(super) fn parts(rulebook: &Rulebook) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    for ladders in rulebook.ladders.values() {
        Walk { file: format!("ladders/{}.yaml", ladders.criterion), out: &mut out }.ladders(ladders);
    }
    let mut kinds = Walk { file: "kinds.yaml".into(), out: &mut out };
    for spec in &rulebook.kinds.kinds {
        kinds.when("kinds.when", spec.when.as_ref(), &[]);
        kinds.add("kinds.reason", Item::Text(&spec.reason), spec.when.as_slice().iter().collect());
    }
    let mut surface = Walk { file: "surface.yaml".into(), out: &mut out };
    for spec in rulebook.surface.capabilities.values() {
        surface.when("capabilities.yes", Some(&spec.yes), &[]);
        surface.when("capabilities.opt_in", spec.opt_in.as_ref(), &[]);
    }
    let mut presence = Walk { file: "agent.yaml".into(), out: &mut out };
    presence.when("present", Some(&rulebook.presence.present), &[]);
    presence.rules("searches", &rulebook.presence.searches);
    presence.rules("order.centre", &rulebook.presence.order.centre);
    for sign in &rulebook.presence.targets {
        presence.rules("targets.signals", &sign.signals);
    }
    let mut inventory = Walk { file: "inventory.yaml".into(), out: &mut out };
    inventory.rules("guards", &rulebook.inventory.guards);
    inventory.rules("libraries", &rulebook.inventory.libraries);
    for reach in &rulebook.inventory.reaches {
        inventory.rules("reaches.signals", &reach.signals);
    }
    for section in &rulebook.inventory.sections {
        inventory.rules("sections.signals", &section.signals);
    }
    let mut improvements = Walk { file: "improvements.yaml".into(), out: &mut out };
    for improvement in &rulebook.improvements.improvements {
        let key = |part: &str| format!("{}.{part}", improvement.id);
        improvements.when(&key("when"), improvement.when.as_ref(), &[]);
        let under: Vec<&Condition> = improvement.when.iter().collect();
        improvements.text(&key("text"), &improvement.text, &under);
        improvements.rules(&key("at"), &improvement.at);
        improvements.rules(&key("gives"), &improvement.gives);
        improvements.rules(&key("gives_once"), &improvement.gives_once);
        improvements.rules(&key("takes"), &improvement.takes);
        improvements.rules(&key("turns_on"), &improvement.turns_on);
    }
    let mut texts = Walk { file: "texts.yaml".into(), out: &mut out };
    let sentences = &rulebook.texts;
    texts.when_texts("headline", &sentences.headline, &[]);
    texts.when_texts("scored_configuration", &sentences.scored_configuration, &[]);
    texts.when_texts("limitations", &sentences.limitations, &[]);
    let two = &sentences.rule_of_two;
    texts.text("rule_of_two.untrusted_input", &two.untrusted_input, &[]);
    texts.text("rule_of_two.sensitive_data", &two.sensitive_data, &[]);
    texts.text("rule_of_two.state_change_or_egress", &two.state_change_or_egress, &[]);
    texts.when("rule_of_two.same_session", Some(&two.same_session), &[]);
    for category in &sentences.category {
        texts.when("category.when", category.when.as_ref(), &[]);
    }
    out
}

struct Walk<'a, 'o> {
    file: String,
    out: &'o mut Vec<Part<'a>>,
}

impl<'a> Walk<'a, '_> {
    fn add(&mut self, key: &str, item: Item<'a>, under: Vec<&'a Condition>) {
        self.out.push(Part { file: self.file.clone(), key: key.to_owned(), item, under });
    }

    fn when(&mut self, key: &str, when: Option<&'a Condition>, under: &[&'a Condition]) {
        if let Some(condition) = when {
            self.add(key, Item::Condition(condition), under.to_vec());
        }
    }

    fn rules(&mut self, key: &str, ids: &'a [String]) {
        self.add(key, Item::Rules(ids), Vec::new());
    }

    fn text(&mut self, key: &str, text: &'a Text, under: &[&'a Condition]) {
        self.when_texts(key, &text.0, under);
    }

    fn when_texts(&mut self, key: &str, texts: &'a [WhenText], under: &[&'a Condition]) {
        for item in texts {
            self.when(key, item.when.as_ref(), under);
            let whens = under.iter().copied().chain(item.when.as_ref()).collect();
            self.add(key, Item::Text(&item.text), whens);
        }
    }

    fn ladders(&mut self, ladders: &'a Ladders) {
        if let Some(surface) = &ladders.surface {
            self.when("surface.present", Some(&surface.present), &[]);
            self.rules("surface.searches", &surface.searches);
            self.text("surface.absent_finding", &surface.absent_finding, &[]);
        }
        self.when_texts("summary", &ladders.summary, &[]);
        for mechanism in &ladders.mechanisms {
            self.when(&format!("{}.when", mechanism.id), mechanism.when.as_ref(), &[]);
            let under: Vec<&Condition> = mechanism.when.iter().collect();
            self.add(&format!("{}.label", mechanism.id), Item::Text(&mechanism.label), under.clone());
            for parameter in Parameter::ALL {
                for step in mechanism.steps(parameter) {
                    self.step(mechanism, parameter, step, &under);
                }
            }
        }
        for cap in &ladders.caps {
            let under = [&cap.when];
            self.when("caps.when", Some(&cap.when), &[]);
            self.text("caps.reason", &cap.reason, &under);
            if let Some(critical) = &cap.critical {
                self.text("caps.critical", critical, &under);
            }
            self.rules("caps.cite", &cap.cite);
            self.rules("caps.search", &cap.search);
        }
        if let Some(critical) = &ladders.critical {
            self.text("critical.text", &critical.text, &[]);
            self.rules("critical.cite", &critical.cite);
            self.rules("critical.search", &critical.search);
        }
        if let Some(worst) = &ladders.worst_case {
            self.text("worst_case.reason", &worst.reason, &[]);
            self.rules("worst_case.cite", &worst.cite);
            self.rules("worst_case.search", &worst.search);
        }
    }

    fn step(&mut self, mechanism: &MechanismSpec, parameter: Parameter, step: &'a Step, under: &[&'a Condition]) {
        let key = format!("{}.{parameter}.{}", mechanism.id, step.level);
        self.when(&format!("{key}.when"), step.when.as_ref(), under);
        // What is lacking is said where the level does not hold.
        if let Some(lacks) = &step.lacks {
            self.text(&format!("{key}.lacks"), lacks, under);
        }
        if let Some(finding) = &step.finding {
            let holding: Vec<&Condition> = under.iter().copied().chain(step.when.as_ref()).collect();
            self.text(&format!("{key}.finding"), finding, &holding);
        }
        self.rules(&format!("{key}.cite"), &step.cite);
        self.rules(&format!("{key}.search"), &step.search);
    }
}
