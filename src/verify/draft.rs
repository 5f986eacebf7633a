//! The authoring YAML of a card, with the text of each level and of the next beside it.

use std::fmt::Write;

use super::anchor;
use crate::{
    assess::Kind,
    card::{CapabilityProfile, CardData, Criterion, Evidence, Mechanism, Rating, RatingStatus, presence_word},
    rubric::{CriterionId, Level, Parameter},
    score::{self, Counted},
};

/// A card's authored fields as YAML. Scalars are written as JSON strings, which YAML reads as they are.
pub fn draft(card: &CardData) -> String {
    let mut out = Out::default();
    let kind = card.depthgauge.as_ref().and_then(|ours| ours.kind);
    out.comment(0, "A score card as it is written by hand. Scores, bands, links and confidence are computed:");
    out.comment(0, "`depthgauge check` says what is wrong, `depthgauge render` writes the card.");
    out.raw(0, "draft: 1");
    out.text(0, "name", &card.name);
    out.option(0, "repo_url", card.repo_url.as_deref());
    out.option(0, "subpath", card.subpath.as_deref());
    out.text(0, "description", &card.description);
    out.text(0, "category", card.category.id());
    out.option(0, "kind", kind.map(Kind::id));
    out.text(0, "pinned_commit", &card.pinned_commit);
    out.option(0, "version", card.version.as_deref());
    out.text(0, "scored_date", &card.scored_date);
    out.text(0, "scored_configuration", &card.scored_configuration);
    out.raw(0, "agent_surface:");
    for capability in CapabilityProfile::ORDER {
        let presence = card.capability_profile.get(capability).unwrap_or(crate::rubric::Presence::No);
        let key = crate::card::capability_words(capability).replace(' ', "_");
        out.raw(1, &format!("{key}: {}", quoted(&presence_word(presence).replace('-', "_"))));
    }
    out.text(0, "headline", &card.headline);
    out.raw(0, "criteria:");
    for criterion in &card.criteria {
        out.criterion(criterion, kind);
    }
    if !card.not_assessed().is_empty() {
        let ids: Vec<String> = card.not_assessed().iter().map(ToString::to_string).collect();
        out.raw(0, &format!("not_assessed: [{}]", ids.join(", ")));
    }
    out.list(0, "critical_gaps", card.critical_findings.is_empty());
    for finding in &card.critical_findings {
        out.first(1, "summary", &finding.summary);
        out.raw(2, &format!("criterion: {}", finding.criterion));
        let labels: Vec<String> = finding.owasp.iter().map(|label| quoted(label)).collect();
        out.raw(2, &format!("owasp: [{}]", labels.join(", ")));
        out.evidence(2, "evidence", &finding.evidence);
    }
    let rule = &card.rule_of_two;
    out.raw(0, "rule_of_two:");
    out.text(1, "untrusted_input", &rule.untrusted_input);
    out.text(1, "sensitive_data", &rule.sensitive_data);
    out.text(1, "state_change_or_egress", &rule.state_change_or_egress);
    out.raw(1, &format!("same_session: {}", rule.same_session));
    out.list(0, "improvements", card.fixes.is_empty());
    for fix in &card.fixes {
        out.first(1, "summary", &fix.summary);
        out.raw(2, &format!("criterion: {}", fix.criterion));
        out.raw(2, &format!("parameter: {}", fix.parameter));
        out.raw(2, &format!("from_level: {}", fix.from_level.get()));
        out.raw(2, &format!("to_level: {}", fix.to_level.get()));
        out.option(2, "playbook", fix.playbook.as_deref());
    }
    out.list(0, "reaudit_log", card.reaudit_log.is_empty());
    for change in &card.reaudit_log {
        out.first(1, "reason", &change.reason);
        out.raw(2, &format!("criterion: {}", change.criterion));
        out.raw(2, &format!("parameter: {}", change.parameter));
        out.raw(2, &format!("from_level: {}", change.from_level.get()));
        out.raw(2, &format!("to_level: {}", change.to_level.get()));
    }
    out.list(0, "limitations", card.limitations.is_empty());
    for limitation in &card.limitations {
        out.raw(1, &format!("- {}", quoted(limitation)));
    }
    out.0
}

/// A draft with nothing in it: every level at L0, the text of each ladder beside it.
pub fn blank(name: &str, commit: &str, date: &str, repo_url: Option<&str>) -> String {
    let mut out = Out::default();
    out.comment(0, "A score card as it is written by hand. `depthgauge check` says what is missing.");
    out.raw(0, "draft: 1");
    out.text(0, "name", name);
    out.option(0, "repo_url", repo_url);
    for key in ["description", "scored_configuration", "headline"] {
        out.text(0, key, "");
    }
    out.comment(0, "coding, cybersecurity, infrastructure_ops, ai_assistants, data_analytics or agent_frameworks");
    out.text(0, "category", "coding");
    out.text(0, "pinned_commit", commit);
    out.text(0, "scored_date", date);
    out.raw(0, "agent_surface:");
    out.comment(1, "yes, no or opt_in");
    for capability in CapabilityProfile::ORDER {
        let key = crate::card::capability_words(capability).replace(' ', "_");
        out.raw(1, &format!("{key}: \"no\""));
    }
    out.raw(0, "criteria:");
    for id in CriterionId::ALL {
        let text = score::criterion_text(id);
        out.comment(1, &format!("{}: {}", text.name, text.question));
        out.raw(1, &format!("{id}:"));
        out.text(2, "summary", "");
        out.raw(2, "default:");
        for p in Parameter::ALL {
            out.raw(3, &format!("{p}:"));
            for level in (0..=4).filter_map(Level::new) {
                out.comment(4, &format!("L{}: {}", level.get(), anchor(id, p, level, None)));
            }
            out.raw(4, "level: 0");
            out.raw(4, "status: verified");
            out.text(4, "finding", "");
            out.text(4, "gap", "");
            out.comment(
                4,
                "{file: path, lines: \"3-9\", contains: literal} or {search: \"rg -n 'x'\", scope: \".\", hits: 0}",
            );
            out.raw(4, "evidence: []");
        }
    }
    out.raw(0, "critical_gaps: []");
    out.raw(0, "rule_of_two:");
    for key in ["untrusted_input", "sensitive_data", "state_change_or_egress"] {
        out.text(1, key, "");
    }
    out.raw(1, "same_session: false");
    out.raw(0, "improvements: []");
    out.raw(0, "reaudit_log: []");
    out.raw(0, "limitations: []");
    out.0
}

#[derive(Default)]
struct Out(String);

impl Out {
    fn raw(&mut self, depth: usize, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{:1$}{text}", "", depth * 2);
    }

    fn comment(&mut self, depth: usize, text: &str) {
        self.raw(depth, &format!("# {}", text.replace(char::is_control, " ")));
    }

    fn text(&mut self, depth: usize, key: &str, value: &str) {
        self.raw(depth, &format!("{key}: {}", quoted(value)));
    }

    fn option(&mut self, depth: usize, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(depth, key, value);
        }
    }

    fn first(&mut self, depth: usize, key: &str, value: &str) {
        self.raw(depth, &format!("- {key}: {}", quoted(value)));
    }

    fn list(&mut self, depth: usize, key: &str, empty: bool) {
        self.raw(depth, &format!("{key}:{}", if empty { " []" } else { "" }));
    }

    fn criterion(&mut self, criterion: &Criterion, kind: Option<Kind>) {
        self.comment(1, &format!("{}: {}", criterion.name, criterion.question));
        self.raw(1, &format!("{}:", criterion.id));
        self.text(2, "summary", &criterion.summary);
        self.option(2, "notes", criterion.notes.as_deref());
        if criterion.is_absent() {
            self.evidence(2, "structural_absence", &criterion.absence_evidence);
        }
        for m in &criterion.mechanisms {
            self.mechanism(criterion.id, m, kind);
        }
    }

    fn mechanism(&mut self, id: CriterionId, m: &Mechanism, kind: Option<Kind>) {
        self.raw(2, if m.kind == Counted::Alt { "alt:" } else { "default:" });
        self.text(3, "label", &m.label);
        if let Some(cap) = &m.cap {
            self.raw(3, "cap:");
            self.text(4, "id", cap.id.as_str());
            self.text(4, "reason", &cap.reason);
        }
        for (p, rating) in m.parameters.iter() {
            self.raw(3, &format!("{p}:"));
            self.rating(id, p, rating, kind);
        }
    }

    fn rating(&mut self, id: CriterionId, p: Parameter, rating: &Rating, kind: Option<Kind>) {
        if rating.structural_absence {
            self.raw(4, "level: SA");
        } else {
            let level = rating.level;
            self.raw(4, &format!("level: {}  # {}", level.get(), anchor(id, p, level, kind)));
            if let Some(next) = Level::new(level.get() + 1) {
                self.comment(4, &format!("L{}: {}", next.get(), anchor(id, p, next, kind)));
            }
        }
        self.raw(
            4,
            match rating.status {
                RatingStatus::Verified => "status: verified",
                RatingStatus::Inferred => "status: inferred",
            },
        );
        self.text(4, "finding", &rating.finding);
        self.option(4, "gap", rating.gap.as_deref());
        self.evidence(4, "evidence", &rating.evidence);
    }

    fn evidence(&mut self, depth: usize, key: &str, items: &[Evidence]) {
        self.list(depth, key, items.is_empty());
        for item in items {
            match item {
                Evidence::Code(code) => {
                    self.first(depth + 1, "file", &code.file);
                    self.text(depth + 2, "lines", &code.lines);
                    self.option(depth + 2, "contains", code.contains.as_deref());
                    self.option(depth + 2, "note", code.note.as_deref());
                }
                Evidence::Search(search) => {
                    self.first(depth + 1, "search", &search.search);
                    self.text(depth + 2, "scope", &search.scope);
                    self.raw(depth + 2, &format!("hits: {}", search.hits));
                    self.option(depth + 2, "note", search.note.as_deref());
                }
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
