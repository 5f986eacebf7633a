//! What serde cannot check: references between files, and the shape of ladders.

mod ladders;
mod project;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use rayon::prelude::*;
use regex::Regex;

use super::{
    Condition, DetectorKind, Disclosure, Kind, Ladders, Lifecycle, Names, Role, Rule, Template, Text, WhenText,
    error::{RuleError, line_of},
    load::Draft,
    uses,
};
use crate::{
    facts::Way,
    rubric::{CapId, Capability, CriterionId},
};

/// Deeper nesting is a mistake of the rule, and evaluation recurses as deep.
const MAX_DEPTH: usize = 12;

/// What the agent surface may say of a capability.
const ANSWERS: [&str; 3] = ["yes", "no", "opt_in"];

static COMPARED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:(surface\([^()]*\))|\b(kind|configuration))\s*[!=]=\s*'([^']*)'").expect("a valid pattern")
});

/// Criteria that can be structurally absent.
const CAN_BE_ABSENT: [CriterionId; 5] =
    [CriterionId::C2, CriterionId::C3, CriterionId::C4, CriterionId::C6, CriterionId::C7];

pub(super) fn check(draft: &Draft, sources: &BTreeMap<String, Cow<'static, str>>, errors: &mut Vec<RuleError>) {
    // Rules that did not parse still count as known, so that one mistake is not told many times.
    let known: BTreeSet<&str> = sources.keys().filter_map(|p| super::rule_id(p)).collect();
    let rules: Vec<(&String, &Rule)> = draft.rules.iter().collect();
    errors.par_extend(rules.into_par_iter().flat_map_iter(|(id, rule)| {
        let (file, mut errors) = (draft.places.get(id).map_or("", String::as_str), Vec::new());
        Checker { draft, known: &known, file, source: text(sources, file), errors: &mut errors }.rule(id, rule);
        errors
    }));
    let ladders: Vec<(&CriterionId, &Ladders)> = draft.ladders.iter().collect();
    errors.par_extend(ladders.into_par_iter().flat_map_iter(|(criterion, ladders)| {
        let (file, mut errors) = (format!("ladders/{criterion}.yaml"), Vec::new());
        let source = text(sources, &file);
        Checker { draft, known: &known, file: &file, source, errors: &mut errors }.ladders(ladders);
        errors
    }));
    let mut on = |file: &str, check: &dyn Fn(&mut Checker<'_>)| {
        check(&mut Checker { draft, known: &known, file, source: text(sources, file), errors });
    };
    on("kinds.yaml", &|c| c.kinds());
    on("surface.yaml", &|c| c.surface());
    on("agent.yaml", &|c| c.presence());
    on("inventory.yaml", &|c| c.inventory());
    on("texts.yaml", &|c| c.texts());
    on("improvements.yaml", &|c| c.improvements());
    on("scope.yaml", &|c| c.scope());
}

fn text<'a>(sources: &'a BTreeMap<String, Cow<'static, str>>, file: &str) -> &'a str {
    sources.get(file).map_or("", |text| text)
}

struct Checker<'a> {
    draft: &'a Draft,
    known: &'a BTreeSet<&'a str>,
    file: &'a str,
    source: &'a str,
    errors: &'a mut Vec<RuleError>,
}

impl Checker<'_> {
    fn error(&mut self, near: &str, key: &str, message: impl Into<String>) {
        self.errors.push(RuleError {
            file: self.file.to_owned(),
            line: line_of(self.source, near),
            key: key.to_owned(),
            message: message.into(),
        });
    }

    fn rule(&mut self, stem: &str, rule: &Rule) {
        if rule.id != stem {
            self.error("id:", "id", format!("`{}` is not the stem of the file, `{stem}`", rule.id));
        }
        let kebab = |id: &str| {
            !id.is_empty()
                && !id.starts_with('-')
                && id.bytes().all(|b| b == b'-' || b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if !kebab(&rule.id) {
            self.error("id:", "id", format!("`{}` is not in kebab-case (a-z, 0-9 and `-`)", rule.id));
        }
        match rule.criteria.first() {
            None => self.error("criteria:", "criteria", "names no criterion"),
            Some(first) if self.file != format!("signals/{first}/{stem}.yaml") => {
                let message = format!("its first criterion is {first}, so the file belongs in signals/{first}/");
                self.error("criteria:", "criteria", message);
            }
            Some(_) => {}
        }
        match (rule.role, rule.strength) {
            (Role::Control, Some(1..=4)) => {}
            (Role::Control, _) => self.error("role:", "strength", "a control has a strength from 1 to 4"),
            (_, Some(_)) => self.error("strength:", "strength", "only a control has a strength"),
            _ => {}
        }
        if let Lifecycle::Deprecated(successor) = &rule.lifecycle {
            let next = self.draft.rules.get(successor).map(|next| &next.lifecycle);
            if !self.known.contains(successor.as_str()) {
                self.error("lifecycle:", "lifecycle", format!("no rule `{successor}` to succeed it"));
            } else if let Some(Lifecycle::Deprecated(last)) = next {
                let message = format!("its successor `{successor}` is deprecated, too: name `{last}`");
                self.error("lifecycle:", "lifecycle", message);
            }
        }
        let snake = |list: &str| list.bytes().all(|b| b == b'_' || b.is_ascii_lowercase());
        if let Some(list) = rule.vocabulary.as_ref().filter(|list| list.is_empty() || !snake(list)) {
            self.error("vocabulary:", "vocabulary", format!("`{list}` is not in snake_case (a-z and `_`)"));
        }
        for label in &rule.owasp {
            let digits = ["ASI", "LLM", "T"].iter().find_map(|p| label.strip_prefix(p));
            if !digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit())) {
                self.error(label, "owasp", format!("`{label}` is no OWASP label such as ASI05, T11 or LLM06"));
            }
        }
        if matches!(rule.detect.kind, DetectorKind::Not(_)) {
            self.error("detect:", "detect", "`not` stands only inside `all`");
        }
        if depth(&rule.detect) > MAX_DEPTH {
            self.error("detect:", "detect", format!("is nested deeper than {MAX_DEPTH}"));
        }
        for used in rule.finding.blocks().flat_map(uses) {
            if used.names != Names::Nothing {
                let message = format!(
                    "`{}` asks about other matches; a rule's finding names its own: callee, name, value, tool, function, file, line",
                    used.function
                );
                self.error("finding:", "finding", message);
            }
        }
        self.ids("control", &rule.control);
        match (rule.disclosure, rule.control.is_empty()) {
            (Disclosure::Defect, true) => {
                self.error(
                    "disclosure:",
                    "control",
                    "a defect names the controls that a public card cites in its place",
                );
            }
            (Disclosure::Posture, false) => self.error("control:", "control", "only a defect is cited by its control"),
            _ => {}
        }
        if rule.disclosure == Disclosure::Defect && rule.search.is_some() {
            self.error("search:", "search", "the search of a defect would lead to it: leave it out");
        }
        if rule.context.is_empty() {
            self.error("context:", "context", "is empty: the rule looks at no file");
        }
        if let Some(search) = &rule.search {
            // Default globs are checked with scope.yaml.
            if let Err(error) = search.check() {
                self.error("search:", "search", error.to_string());
            }
        }
    }

    fn ids(&mut self, key: &str, ids: &[String]) {
        for id in ids {
            if !self.known.contains(id.as_str()) {
                self.error(id, key, format!("no rule `{id}`"));
            }
        }
    }

    fn searches(&mut self, key: &str, ids: &[String]) {
        self.ids(key, ids);
        for id in ids {
            if self.draft.rules.get(id).is_some_and(|r| r.search.is_none()) {
                self.error(id, key, format!("rule `{id}` records no search; give it one or name another rule"));
            }
        }
    }

    /// Words that something is compared with and never is.
    fn compared(&mut self, key: &str, source: &str) {
        for found in COMPARED.captures_iter(source) {
            let word = found.get(3).map_or("", |word| word.as_str());
            let (what, known) = match found.get(2).map(|name| name.as_str()) {
                Some("configuration") => ("configuration", Way::ALL.map(Way::name).to_vec()),
                Some(_) => ("kind", Kind::ALL.map(Kind::id).to_vec()),
                None => ("surface", ANSWERS.to_vec()),
            };
            if !known.contains(&word) {
                let message = format!("`{source}`: no {what} is `{word}`; known are {}", known.join(", "));
                self.error(source, key, message);
            }
        }
    }

    fn expression(&mut self, key: &str, source: &str) {
        self.compared(key, source);
        for used in uses(source) {
            let wrong = |names: &[&str], what: &str| {
                used.texts.iter().find(|t| !names.contains(&t.as_str())).map(|t| format!("`{t}` is no {what}"))
            };
            match used.names {
                Names::Nothing => {}
                Names::Rules => {
                    let texts =
                        if used.function == "names" { &used.texts[..used.texts.len().min(1)] } else { &used.texts[..] };
                    if texts.is_empty() {
                        self.error(source, key, format!("`{}` names no rule", used.function));
                    }
                    for id in texts {
                        if !self.known.contains(id.as_str()) {
                            self.error(source, key, format!("`{source}`: no rule `{id}`"));
                        }
                    }
                    if matches!(used.function, "near" | "share") && used.texts.len() != 2 {
                        self.error(source, key, format!("`{}` takes two rules", used.function));
                    }
                    if used.function == "share" && used.numbers.len() != 2 {
                        let message =
                            format!("`{source}`: `share` takes a part and a whole, as in share('a', 'b', 1, 2)");
                        self.error(source, key, message);
                    }
                }
                Names::Criterion => {
                    let all: Vec<String> = CAN_BE_ABSENT.iter().map(ToString::to_string).collect();
                    let all: Vec<&str> = all.iter().map(String::as_str).collect();
                    if let Some(message) = wrong(&all, "criterion that can be absent (C2, C3, C4, C6, C7)") {
                        self.error(source, key, message);
                    }
                }
                Names::Capability => {
                    if let Some(message) = wrong(&CAPABILITIES.map(|(_, id)| id), "capability") {
                        self.error(source, key, message);
                    }
                }
            }
        }
    }

    fn condition(&mut self, key: &str, condition: &Condition) {
        for atom in condition.atoms() {
            if let Some(used) =
                uses(atom.source()).into_iter().find(|u| matches!(u.function, "first" | "at" | "names" | "plural"))
            {
                self.error(atom.source(), key, format!("`{}` belongs in a text, not in a condition", used.function));
            }
            self.expression(key, atom.source());
        }
    }

    fn template(&mut self, key: &str, template: &Template) {
        if let Some(name) = template.captures().first() {
            let message = format!("`{name}` belongs to one match: write first('rule').{name}");
            self.error(template.source(), key, message);
        }
        let blocks: Vec<String> = template.blocks().map(str::to_owned).collect();
        for block in blocks {
            self.expression(key, &block);
        }
    }

    fn when_texts(&mut self, key: &str, texts: &[WhenText]) {
        for item in texts {
            if let Some(when) = &item.when {
                self.condition(key, when);
            }
            self.template(key, &item.text);
        }
    }

    fn text(&mut self, key: &str, text: &Text) {
        self.when_texts(key, &text.0);
    }
}

/// The nine capabilities with their ids.
pub const CAPABILITIES: [(Capability, &str); 9] = [
    (Capability::CodeExecution, "code_execution"),
    (Capability::FilesystemWrite, "filesystem_write"),
    (Capability::NetworkEgress, "network_egress"),
    (Capability::ExternalCredentials, "external_credentials"),
    (Capability::PersistentMemory, "persistent_memory"),
    (Capability::UntrustedInput, "untrusted_input"),
    (Capability::ThirdPartyExtensions, "third_party_extensions"),
    (Capability::SubAgents, "sub_agents"),
    (Capability::ExternalCommunication, "external_communication"),
];

/// As cards print it.
pub fn cap_name(cap: CapId) -> String {
    serde_json::to_value(cap).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

fn depth(detector: &super::Detector) -> usize {
    let (mut deepest, mut stack) = (0, vec![(detector, 1)]);
    while let Some((detector, depth)) = stack.pop() {
        deepest = deepest.max(depth);
        match &detector.kind {
            DetectorKind::Any(items) | DetectorKind::All(items, _) => {
                stack.extend(items.iter().map(|i| (i, depth + 1)))
            }
            DetectorKind::Not(inner) => stack.push((inner, depth + 1)),
            _ => {}
        }
    }
    deepest
}
