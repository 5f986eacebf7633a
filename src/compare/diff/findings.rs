//! Everything that a snapshot is held against: tools without a gate, exposures, triggers, caps, critical gaps, and for
//! each level what it lacks, at the place that lacks it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Side, Where, fingerprint, plain, tools};
use crate::{
    audit::{InventoryTool, Mark, Marked, PlaceLink, Reached},
    card::{self, CardData, Evidence, Rating},
    evidence::{Permalinks, mask},
    facts::Span,
    rubric::{CriterionId, Parameter},
    rulebook::{Rulebook, State, Subject},
    score::{self, Counted},
    text::{Raw, markdown},
};

/// Findings of one exposure's rule.
const MOST_OF_RULE: usize = 200;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    Error,
    Warning,
    Note,
}

/// Something that a reader of the code should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// 16 hex digits that stay when lines move and files are renamed.
    pub id: String,
    /// Of a signal the id of its rule; else `ungated-tool`, `gate-bypass`, `critical-gap`, the name of a cap, or a cell
    /// such as `C4.S`.
    pub rule: String,
    pub weight: Weight,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<CriterionId>,
    /// One sentence.
    pub message: String,
    /// The first is where it is shown.
    pub places: Vec<Where>,
    /// From a tool to what it reaches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// By what a match is known again; for signals only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub mark: Option<Mark>,
}

/// A step on the way from a tool to what it reaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub function: String,
    /// Known for the first and the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Where>,
}

/// All findings of one side, sorted by weight, rule and place. Without an agent there are none.
pub fn findings(rulebook: &Rulebook, side: Side<'_>, target: &str) -> Vec<Finding> {
    let Some(card) = side.examined.card.as_deref() else { return Vec::new() };
    let links = Permalinks::new(side.examined.repo_url.as_deref(), &side.examined.commit.id);
    let look = Look { rulebook, links: &links, target };
    let mut found = Vec::new();
    for tool in &side.examined.tools {
        found.extend(look.tool(tool));
    }
    let additions = &rulebook.inventory.additions;
    let named = |rule: &str| additions.triggers.iter().chain(additions.all_exposures()).any(|known| known == rule);
    let marks = side.examined.marks(side.snapshot, rulebook, |signal| signal.state == State::On && named(&signal.rule));
    for marks in marks.chunk_by(|a, b| a.mark.rule == b.mark.rule) {
        found.extend(marks.iter().take(MOST_OF_RULE).filter_map(|marked| look.signal(marked)));
    }
    look.card(card, &mut found);
    number_apart(&mut found);
    found.sort_by(|a, b| (a.weight, &a.rule, &a.places, &a.id).cmp(&(b.weight, &b.rule, &b.places, &b.id)));
    found
}

struct Look<'a> {
    rulebook: &'a Rulebook,
    links: &'a Permalinks,
    target: &'a str,
}

impl Look<'_> {
    fn at(&self, file: &str, lines: (u32, u32), what: &str) -> Where {
        let url = self.links.link(file, Span { start: lines.0, end: lines.1 });
        Where { file: file.to_owned(), first: lines.0, last: lines.1, url, what: what.to_owned() }
    }

    fn linked(&self, place: &PlaceLink, what: &str) -> Where {
        self.at(&place.file, lines(&place.lines), what)
    }

    /// The strongest power behind no gate, and every power behind a gate that some ways miss.
    fn tool(&self, tool: &InventoryTool) -> Vec<Finding> {
        let additions = &self.rulebook.inventory.additions;
        let open = tools::open_to(&additions.powers, tool);
        let mut found = Vec::new();
        if let Some(reached) = open {
            let message = format!(
                "The tool {} reaches {} ({}) with no gate on its way.",
                tools::shown(tool),
                tools::power_words(&reached.power),
                tools::code(&reached.call)
            );
            let id = fingerprint(self.target, &["ungated", &tools::name(tool), &reached.power]);
            found.push(self.way(tool, reached, "ungated-tool", Weight::Warning, message, id));
        }
        let reaches = tool.offered_reaches().iter();
        let passed = reaches.filter(|r| r.guarded == "some" && additions.powers.contains(&r.power));
        for reached in passed {
            let message = format!(
                "The tool {} reaches {} past its gate on some ways ({}).",
                tools::shown(tool),
                tools::power_words(&reached.power),
                tools::code(&reached.call)
            );
            let id = fingerprint(self.target, &["bypass", &tools::name(tool), &reached.power, "some"]);
            found.push(self.way(tool, reached, "gate-bypass", Weight::Error, message, id));
        }
        found
    }

    fn way(
        &self,
        tool: &InventoryTool,
        reached: &Reached,
        rule: &str,
        weight: Weight,
        message: String,
        id: String,
    ) -> Finding {
        let declared = self.linked(&tool.place, "the tool is declared here");
        let sink = self.linked(&reached.sink, "what it reaches");
        let mut steps = vec![Step { function: tools::name(tool), place: Some(declared.clone()) }];
        steps.extend(reached.way.iter().map(|function| Step { function: function.clone(), place: None }));
        steps.push(Step { function: reached.call.clone(), place: Some(sink.clone()) });
        Finding {
            id,
            rule: rule.to_owned(),
            weight,
            criterion: Some(CriterionId::C2),
            message,
            places: vec![declared, sink],
            steps,
            mark: None,
        }
    }

    fn signal(&self, marked: &Marked) -> Option<Finding> {
        let rule = self.rulebook.rules.get(&marked.mark.rule)?;
        let criterion = rule.criteria.iter().find_map(|subject| match subject {
            Subject::Criterion(id) => Some(*id),
            Subject::Project => None,
        });
        let named = match marked.mark.name.as_str() {
            "" => String::new(),
            name => format!(": {}", markdown(&Raw::new(mask(name)))),
        };
        let mark = &marked.mark;
        Some(Finding {
            id: fingerprint(self.target, &[&mark.rule, &mark.function, &mark.name, &mark.text]),
            rule: rule.id.clone(),
            weight: Weight::Warning,
            criterion,
            message: format!("{}{named}. {}", rule.title.trim_end_matches('.'), rule.gap),
            places: vec![self.at(&mark.file, marked.lines, &rule.title)],
            steps: Vec::new(),
            mark: Some(mark.clone()),
        })
    }

    fn card(&self, card: &CardData, found: &mut Vec<Finding>) {
        let critical = |id: CriterionId| card.critical_findings.iter().find(|finding| finding.criterion == id);
        for criterion in &card.criteria {
            if card.not_assessed().contains(&criterion.id) || criterion.is_absent() {
                continue;
            }
            let Some(mechanism) = criterion.mechanism(Counted::Default) else { continue };
            let key = crate::card::mechanism_key(criterion.id, Counted::Default);
            let ours = card.depthgauge.as_ref();
            if let Some(cap) = &mechanism.cap {
                let evidence = ours.and_then(|ours| ours.cap_evidence.get(&key)).map_or(&[][..], Vec::as_slice);
                let name = cap.id.as_str();
                found.push(self.stated(criterion.id, name, Weight::Error, &cap.reason, evidence, name));
            }
            if let Some(gap) = critical(criterion.id) {
                let same = |evidence: &[Evidence]| evidence == gap.evidence;
                let said = mechanism.cap.is_some()
                    && ours.and_then(|ours| ours.cap_evidence.get(&key)).is_some_and(|e| same(e));
                if !said {
                    let id = criterion.id;
                    found.push(self.stated(id, "critical-gap", Weight::Error, &gap.summary, &gap.evidence, "gap"));
                }
            }
            for (parameter, rating) in mechanism.parameters.iter() {
                found.extend(self.gap(criterion.id, parameter, rating));
            }
        }
    }

    fn stated(
        &self,
        criterion: CriterionId,
        rule: &str,
        weight: Weight,
        message: &str,
        evidence: &[Evidence],
        name: &str,
    ) -> Finding {
        Finding {
            id: fingerprint(self.target, &[&criterion.to_string(), name]),
            rule: rule.to_owned(),
            weight,
            criterion: Some(criterion),
            message: format!("{criterion} {}: {message}", score::criterion_text(criterion).name),
            places: self.cited(evidence),
            steps: Vec::new(),
            mark: None,
        }
    }

    /// What the next level lacks, at the place that was rated.
    fn gap(&self, criterion: CriterionId, parameter: Parameter, rating: &Rating) -> Option<Finding> {
        let gap = rating.gap.as_ref().filter(|_| !rating.structural_absence)?;
        let cell = format!("{criterion}.{parameter}");
        Some(Finding {
            id: fingerprint(self.target, &["gap", &cell]),
            rule: cell,
            weight: Weight::Note,
            criterion: Some(criterion),
            message: format!("L{}: {gap}", rating.level.get()),
            places: self.cited(&rating.evidence),
            steps: Vec::new(),
            mark: None,
        })
    }

    fn cited(&self, evidence: &[Evidence]) -> Vec<Where> {
        let code = evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Code(code) => Some(self.at(&code.file, lines(&code.lines), super::CITED)),
            Evidence::Search(_) => None,
        });
        code.collect()
    }
}

/// The same thing twice is told apart by its number.
fn number_apart(found: &mut [Finding]) {
    let mut seen = std::collections::BTreeMap::new();
    for finding in found {
        let count: &mut usize = seen.entry(finding.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            finding.id = fingerprint(&finding.id, &[&count.to_string()]);
        }
    }
}

/// First and last line of `N` or `N-M`.
fn lines(text: &str) -> (u32, u32) {
    card::lines_of(text).map_or((1, 1), |span| (span.start, span.end))
}

/// Where a finding stands, in a sentence.
pub fn place_words(place: &Where) -> String {
    format!("{}:{}", plain(&place.file), place.first)
}
