//! The rules of the method, checked on a card that may break them. Everything that needs the repository (do cited
//! lines exist, do searches still hold) is checked elsewhere.

use super::{
    Cap, CardData, Category, Criterion, Evidence, Mechanism, Parameters, Problem, Rating, RatingStatus,
    evidence::are_lines,
    meta::{is_commit, is_date},
};
use crate::{
    rubric::{CapId, CriterionId, Parameter},
    score::{self, Applicable, Band, Confidence, Counted, Millis},
};

/// Everything in which `card` differs from what the method computes or requires, by JSON pointer.
pub fn check(card: &CardData) -> Vec<Problem> {
    let mut c = Checker { card, problems: Vec::new() };
    c.header();
    let scores: Vec<Millis> = card
        .criteria
        .iter()
        .enumerate()
        .map(|(i, criterion)| c.criterion(&format!("/criteria/{i}"), criterion))
        .collect();
    c.sums(&scores);
    c.findings();
    c.problems
}

struct Checker<'a> {
    card: &'a CardData,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    fn bad(&mut self, at: impl Into<String>, code: &'static str, message: impl Into<String>) {
        self.problems.push(Problem::at(at, code, message));
    }

    /// A figure that is not the computed one.
    fn figure(&mut self, at: impl Into<String>, what: &str, given: f64, right: impl std::fmt::Display) {
        let message = format!("{what} is {given}, computed {right}");
        self.problems.push(Problem::at(at, "arithmetic", message).right(right.to_string()));
    }

    fn text(&mut self, at: &str, text: &str) {
        if text.trim().is_empty() {
            self.bad(at, "no-text", "this text is empty");
        }
    }

    fn header(&mut self) {
        let card = self.card;
        if !is_commit(&card.pinned_commit) {
            self.bad("/pinned_commit", "commit", "a pinned commit has 40 lower-case hex digits");
        }
        if !is_date(&card.scored_date) {
            self.bad("/scored_date", "date", "a date has the form YYYY-MM-DD");
        }
        for (at, text) in [
            ("/name", &card.name),
            ("/scored_configuration", &card.scored_configuration),
            ("/headline", &card.headline),
            ("/rule_of_two/untrusted_input", &card.rule_of_two.untrusted_input),
            ("/rule_of_two/sensitive_data", &card.rule_of_two.sensitive_data),
            ("/rule_of_two/state_change_or_egress", &card.rule_of_two.state_change_or_egress),
        ] {
            self.text(at, text);
        }
        if let Category::Other(other) = &card.category {
            self.bad("/category", "unknown-category", format!("`{other}` is no category of the method"));
        }
        let ids: Vec<CriterionId> = card.criteria.iter().map(|c| c.id).collect();
        if ids != CriterionId::ALL {
            self.bad("/criteria", "criteria", "a card has the criteria C1 to C10 in that order");
        }
        for capability in super::CapabilityProfile::ORDER {
            let n = card.capability_profile.0.iter().filter(|(c, _)| *c == capability).count();
            if n != 1 {
                let words = super::capability_words(capability);
                self.bad("/capability_profile", "surface", format!("`{words}` stands {n} times, not once"));
            }
        }
    }

    /// The score that the criterion should have.
    fn criterion(&mut self, at: &str, criterion: &Criterion) -> Millis {
        let id = criterion.id;
        self.text(&format!("{at}/summary"), &criterion.summary);
        if criterion.number != id.number() {
            self.bad(format!("{at}/number"), "number", format!("{id} has the number {}", id.number()));
        }
        let score = if criterion.is_absent() {
            self.absent(at, criterion);
            Millis::FULL
        } else {
            self.scored(at, criterion)
        };
        if Millis::from_f64(criterion.score) != Some(score) {
            self.figure(format!("{at}/score"), "the score", criterion.score, score.as_f64());
        }
        score
    }

    fn absent(&mut self, at: &str, criterion: &Criterion) {
        if !score::ABSENCE_ALLOWED.contains(&criterion.id) {
            self.bad(format!("{at}/status"), "absence", format!("{} is never structurally absent", criterion.id));
        }
        if !criterion.mechanisms.is_empty() {
            self.bad(format!("{at}/mechanisms"), "absence", "a structurally absent criterion has no mechanism");
        }
        if criterion.confidence != Confidence::High {
            self.bad(format!("{at}/confidence"), "confidence", "a structurally absent criterion has confidence high");
        }
        self.evidence(&format!("{at}/absence_evidence"), &criterion.absence_evidence, false, true);
    }

    fn scored(&mut self, at: &str, criterion: &Criterion) -> Millis {
        let mut scores = [None, None];
        for (i, mechanism) in criterion.mechanisms.iter().enumerate() {
            let score = self.mechanism(&format!("{at}/mechanisms/{i}"), criterion.id, mechanism);
            let slot = &mut scores[mechanism.kind as usize];
            if slot.is_some() {
                self.bad(format!("{at}/mechanisms/{i}/kind"), "mechanisms", "there is a second mechanism of this kind");
            }
            *slot = Some(score);
        }
        let [default, alt] = scores;
        let Some(default) = default else {
            self.bad(format!("{at}/mechanisms"), "mechanisms", "there is no default mechanism");
            return alt.unwrap_or_default();
        };
        let counted = score::counted(default, alt);
        if counted != criterion.counted {
            self.bad(format!("{at}/counted"), "counted", "the higher score counts, on equal scores the default one");
        }
        if let Some(m) = criterion.mechanism(criterion.counted) {
            if criterion.parameters.as_ref() != Some(&m.parameters) {
                self.bad(
                    format!("{at}/parameters"),
                    "counted",
                    "the parameters are not those of the counted mechanism",
                );
            }
            if criterion.cap != m.cap {
                self.bad(format!("{at}/cap"), "counted", "the cap is not that of the counted mechanism");
            }
            if criterion.confidence != m.confidence {
                self.bad(format!("{at}/confidence"), "counted", "the confidence is not that of the counted mechanism");
            }
        }
        let unread = self.card.not_assessed().contains(&criterion.id);
        let own = criterion.mechanism(Counted::Default).filter(|_| !unread).is_some_and(|m| {
            let cap = m.cap.as_ref().is_some_and(|c| c.id.known() != Some(CapId::G1));
            let b = &m.parameters.B;
            cap || (score::B_AT_L0_IS_CRITICAL.contains(&criterion.id) && b.level.get() == 0 && !b.structural_absence)
        });
        if own
            && !self.card.asks_about(criterion.id)
            && !self.card.critical_findings.iter().any(|f| f.criterion == criterion.id)
        {
            self.bad(at, "no-critical-gap", format!("{} belongs under the critical gaps", criterion.id));
        }
        match counted {
            Counted::Default => default,
            Counted::Alt => alt.unwrap_or(default),
        }
    }

    fn mechanism(&mut self, at: &str, id: CriterionId, m: &Mechanism) -> Millis {
        for (p, rating) in m.parameters.iter() {
            self.rating(&format!("{at}/parameters/{p}"), id, p, rating, m.cap.as_ref());
        }
        self.bounds(at, &m.parameters);
        let cap = self.cap(at, id, m);
        let raw = score::raw(m.parameters.levels());
        let score = score::capped(raw, cap);
        for (name, given, computed) in [("raw", m.raw, raw), ("score", m.score, score)] {
            if Millis::from_f64(given) != Some(computed) {
                self.figure(format!("{at}/{name}"), name, given, computed.as_f64());
            }
        }
        let confidence = Confidence::of(m.parameters.inferred());
        if m.confidence != confidence {
            self.bad(format!("{at}/confidence"), "confidence", format!("by its parameters it is {confidence:?}"));
        }
        score
    }

    fn bounds(&mut self, at: &str, parameters: &Parameters) {
        let s = &parameters.S;
        for p in [Parameter::C, Parameter::D] {
            let other = parameters.get(p);
            if !s.structural_absence && !other.structural_absence && other.level.get() > s.level.get() + 1 {
                let message = format!("L{} is more than one above S L{}", other.level.get(), s.level.get());
                self.bad(format!("{at}/parameters/{p}/level"), "above-strength", message);
            }
        }
    }

    /// The cap that applies.
    fn cap(&mut self, at: &str, id: CriterionId, m: &Mechanism) -> Option<CapId> {
        let unread = self.card.not_assessed().contains(&id);
        let known = m.cap.as_ref().and_then(|c| c.id.known());
        let quarter = known.is_some_and(|c| score::max_of(c) <= score::max_of(CapId::C5WorstCase));
        let b = &m.parameters.B;
        let open = b.level.get() == 0 && !b.structural_absence;
        if id == CriterionId::C5 && m.kind == Counted::Default && !unread && open && !quarter {
            self.bad(format!("{at}/cap"), "worst-case", "with B at L0 the cap C5-WORSTCASE applies");
        }
        if known == Some(CapId::C5WorstCase) && !open {
            self.bad(format!("{at}/cap"), "worst-case", "C5-WORSTCASE needs B at L0");
        }
        if m.kind == Counted::Alt && known != Some(CapId::G1) && !quarter {
            self.bad(format!("{at}/cap"), "alt-without-g1", "an alternative mechanism carries G1");
        }
        let cap = m.cap.as_ref()?;
        if cap.reason.trim().is_empty() {
            self.bad(format!("{at}/cap/reason"), "cap-without-reason", "a cap needs a reason");
        }
        let Some(known) = known else {
            self.bad(format!("{at}/cap/id"), "unknown-cap", "the method has no such cap");
            return None;
        };
        if score::criterion_of(known).is_some_and(|only| only != id) {
            self.bad(format!("{at}/cap/id"), "cap-elsewhere", format!("{} is not a cap of {id}", cap.id.as_str()));
            return None;
        }
        if Millis::from_f64(cap.max) != Some(score::max_of(known)) {
            let message = format!("{} holds down to {}", cap.id.as_str(), score::max_of(known).as_f64());
            self.bad(format!("{at}/cap/max"), "arithmetic", message);
        }
        Some(known)
    }

    fn rating(&mut self, at: &str, id: CriterionId, p: Parameter, r: &Rating, cap: Option<&Cap>) {
        let level = r.level.get();
        if r.structural_absence {
            if level != 4 {
                self.bad(format!("{at}/level"), "absence", "structural absence counts as L4");
            }
            if !score::ABSENCE_ALLOWED.contains(&id) {
                self.bad(at, "absence", format!("nothing of {id} is ever structurally absent"));
            }
        }
        if r.status == RatingStatus::Inferred && level > 2 {
            self.bad(format!("{at}/level"), "inferred-above-l2", "an inferred level ends at L2");
        }
        self.text(&format!("{at}/finding"), &r.finding);
        let docs = !r.evidence.is_empty() && r.evidence.iter().all(is_documentation);
        if docs && level > 1 && !r.structural_absence {
            let message = "documents alone hold a level at L1";
            self.problems.push(Problem::at(format!("{at}/level"), "documents-only", message).right("L1"));
        }
        if level < 4 && r.gap.as_deref().is_none_or(|g| g.trim().is_empty()) {
            self.bad(format!("{at}/gap"), "no-gap", "a level below L4 needs a gap");
        }
        let weight = Millis(p.per_level() * 4);
        if Millis::from_f64(r.weight) != Some(weight) {
            self.bad(format!("{at}/weight"), "arithmetic", format!("{p} has the weight {}", weight.as_f64()));
        }
        let points = score::points(p, r.level);
        if Millis::from_f64(r.points) != Some(points) {
            self.figure(format!("{at}/points"), "points", r.points, points.as_f64());
        }
        let strict = (level >= 3 && !r.structural_absence)
            || cap.is_some_and(|c| c.id.known() != Some(CapId::G1) || p == Parameter::D);
        self.evidence(&format!("{at}/evidence"), &r.evidence, strict, r.structural_absence);
    }

    fn evidence(&mut self, at: &str, items: &[Evidence], strict: bool, need_search: bool) {
        if items.is_empty() {
            return self.bad(at, "no-evidence", "there is no evidence");
        }
        for (i, item) in items.iter().enumerate() {
            match item {
                Evidence::Code(code) => {
                    let (from, to) = code.lines.split_once('-').unwrap_or((&code.lines, &code.lines));
                    let number = |text: &str| text.parse::<u32>().unwrap_or(0);
                    let ordered = are_lines(&code.lines) && 0 < number(from) && number(from) <= number(to);
                    let inside = !code.file.is_empty() && !code.file.starts_with('/') && !code.file.starts_with("./");
                    if !ordered || !inside {
                        self.bad(
                            format!("{at}/{i}"),
                            "citation",
                            "not a path within the repository with lines N or N-M",
                        );
                    }
                    if strict && code.contains.as_deref().is_none_or(str::is_empty) {
                        self.bad(format!("{at}/{i}"), "no-literal", "a literal (`contains`) is required here");
                    }
                }
                Evidence::Search(search) => {
                    if !search.search.starts_with("rg ") || search.scope.trim().is_empty() {
                        self.bad(format!("{at}/{i}"), "search", "a search is an `rg` command with a scope");
                    }
                }
            }
        }
        if need_search && !items.iter().any(|e| matches!(e, Evidence::Search(_))) {
            self.bad(at, "absence-without-search", "structural absence needs a recorded search");
        }
    }

    fn sums(&mut self, scores: &[Millis]) {
        let card = self.card;
        let total = score::total(scores.iter().copied());
        if card.score != total.as_f64() {
            self.figure("/score", "the total", card.score, total);
        }
        if card.max_score != 10.0 {
            self.bad("/max_score", "arithmetic", "a total has the maximum 10.0");
        }
        if card.band != Band::of(total).into() {
            let label = Band::of(total).label();
            self.problems.push(Problem::at("/band", "band", format!("a total of {total} is {label}")).right(label));
        }
        let scored = card.criteria.iter().zip(scores).filter(|(c, _)| !c.is_absent());
        let applicable = Applicable { count: scored.clone().count() as u32, score: scored.map(|(_, s)| *s).sum() };
        let given = card.applicable;
        let near = (given.score * 1000.0 - f64::from(applicable.score.0)).abs() <= 5.001;
        let same = given.count == applicable.count && given.percent == applicable.percent();
        if !near || !same || given.max != f64::from(applicable.count) {
            let message = format!(
                "computed {} criteria, {} of {}.0, {} %",
                applicable.count,
                applicable.score,
                applicable.count,
                applicable.percent()
            );
            self.bad("/applicable", "arithmetic", message);
        }
    }

    fn findings(&mut self) {
        let card = self.card;
        for (i, finding) in card.critical_findings.iter().enumerate() {
            let at = format!("/critical_findings/{i}");
            self.text(&format!("{at}/summary"), &finding.summary);
            self.evidence(&format!("{at}/evidence"), &finding.evidence, true, false);
        }
        if card.fixes.len() > 5 {
            self.bad("/fixes", "fixes", format!("{} improvements are more than five", card.fixes.len()));
        }
        for (i, fix) in card.fixes.iter().enumerate() {
            let criterion = card.criteria.iter().find(|c| c.id == fix.criterion);
            let levels: Vec<u8> = criterion
                .map(|c| c.mechanisms.iter().map(|m| m.parameters.get(fix.parameter).level.get()).collect())
                .unwrap_or_default();
            if !levels.is_empty() && !levels.contains(&fix.from_level.get()) {
                let message = format!("{} {} is not at L{}", fix.criterion, fix.parameter, fix.from_level.get());
                let problem = Problem::at(format!("/fixes/{i}/from_level"), "fix-level", message);
                self.problems.push(problem.right(format!("L{}", levels[0])));
            }
            let gain = score::gain(fix.parameter, fix.from_level, fix.to_level);
            if Millis::from_f64(fix.estimated_gain) != Some(gain) || fix.from_level >= fix.to_level {
                self.figure(format!("/fixes/{i}/estimated_gain"), "the gain", fix.estimated_gain, gain.as_f64());
            }
        }
        if card.limitations.is_empty() {
            self.bad("/limitations", "limitations", "a card names at least one limitation");
        }
    }
}

/// A page for readers, with no code behind it.
fn is_documentation(item: &Evidence) -> bool {
    let Evidence::Code(code) = item else { return false };
    let name = code.file.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let prompt = ["prompt", "agent", "skill", "claude", "instruction"]
        .iter()
        .any(|word| code.file.to_ascii_lowercase().contains(word));
    matches!(ending, "md" | "mdx" | "rst" | "adoc") && !prompt
}
