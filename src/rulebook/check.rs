//! What serde cannot check: references between files, and the shape of ladders.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use regex::Regex;

use super::{
    Condition, DetectorKind, Kind, Lifecycle, MechanismKind, MechanismSpec, Names, Role, Rule, Step, Template, Text,
    WhenText,
    error::{RuleError, line_of},
    ladder::Ladders,
    load::Draft,
    uses,
};
use crate::evidence::SearchSpec;
use crate::rubric::{CapId, Capability, CriterionId, Parameter};

/// Deeper nesting is a mistake of the rule, and evaluation recurses as deep.
const MAX_DEPTH: usize = 12;

/// What the agent surface may say of a capability.
const ANSWERS: [&str; 3] = ["yes", "no", "opt_in"];

static COMPARED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:(surface\([^()]*\))|(\bkind))\s*[!=]=\s*'([^']*)'").expect("a valid pattern"));

/// Criteria that can be structurally absent.
const CAN_BE_ABSENT: [CriterionId; 5] =
    [CriterionId::C2, CriterionId::C3, CriterionId::C4, CriterionId::C6, CriterionId::C7];

pub(super) fn check(draft: &Draft, sources: &BTreeMap<String, String>, errors: &mut Vec<RuleError>) {
    // Rules that did not parse still count as known, so that one mistake is not told many times.
    let known: BTreeSet<&str> = sources.keys().filter_map(|p| super::rule_id(p)).collect();
    for (id, rule) in &draft.rules {
        let file = draft.places.get(id).cloned().unwrap_or_default();
        let mut checker = Checker { draft, known: &known, file: &file, source: text(sources, &file), errors };
        checker.rule(id, rule);
    }
    for (criterion, ladders) in &draft.ladders {
        let file = format!("ladders/{criterion}.yaml");
        Checker { draft, known: &known, file: &file, source: text(sources, &file), errors }.ladders(ladders);
    }
    let mut on = |file: &str, check: &dyn Fn(&mut Checker<'_>)| {
        check(&mut Checker { draft, known: &known, file, source: text(sources, file), errors });
    };
    on("kinds.yaml", &|c| c.kinds());
    on("surface.yaml", &|c| c.surface());
    on("agent.yaml", &|c| c.presence());
    on("inventory.yaml", &|c| c.inventory());
    on("texts.yaml", &|c| c.texts());
    on("scope.yaml", &|c| c.scope());
}

fn text<'a>(sources: &'a BTreeMap<String, String>, file: &str) -> &'a str {
    sources.get(file).map_or("", String::as_str)
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
            let (what, known) = match found.get(1) {
                Some(_) => ("surface", ANSWERS.to_vec()),
                None => ("kind", Kind::ALL.map(Kind::id).to_vec()),
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
                uses(atom.source()).into_iter().find(|u| matches!(u.function, "first" | "names" | "plural"))
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

    fn ladders(&mut self, ladders: &Ladders) {
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
        for fix in &ladders.fixes {
            if !(1..=4).contains(&fix.to) {
                self.error("fixes:", "fixes.to", format!("level {} is not one of 1 to 4", fix.to));
            }
            if let Some(when) = &fix.when {
                self.condition("fixes.when", when);
            }
            self.text("fixes.text", &fix.text);
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
            if step.level > 2 && step.status == super::Status::Inferred {
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
            let needs_sentence = cap.id != CapId::G1 && cap.mechanism != super::CapScope::Alt;
            if needs_sentence && cap.critical.is_none() && ladders.critical.is_none() {
                self.error(&name, &format!("{name}.critical"), "needs the sentence of its critical gap");
            }
        }
    }

    fn kinds(&mut self) {
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

    fn surface(&mut self) {
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

    fn presence(&mut self) {
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
    }

    fn inventory(&mut self) {
        let Some(inventory) = &self.draft.inventory else { return };
        let reaches = inventory.reaches.iter().map(|reach| ("reaches", &reach.signals));
        let sections = inventory.sections.iter().map(|section| ("sections", &section.signals));
        for (key, signals) in reaches.chain([("guards", &inventory.guards)]).chain(sections) {
            for signal in signals.iter().filter(|signal| !self.known.contains(signal.as_str())) {
                self.error(signal, key, format!("no rule `{signal}`"));
            }
        }
    }

    fn texts(&mut self) {
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

    fn scope(&mut self) {
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
