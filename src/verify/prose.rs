//! Numbers that prose repeats: the total, a criterion's score, a level. They must be those of the card.

use std::sync::LazyLock;

use regex::Regex;

use crate::{
    card::{CardData, Problem, PublishedCard},
    rubric::{CriterionId, Parameter},
    score::Millis,
};

static TOTAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2}\.\d)\s*(?:/|out of|of)\s*10(?:\.0)?\b"));
static SCORE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bC(10|[1-9])\s+(?:scores?|is scored|is at|is)\s+(\d\.\d\d)\b"));
static LEVEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bC(10|[1-9])[. ]([SCDB])\s+(?:is|stays at|is at|stands at|=)?\s*L([0-4])\b"));

/// All patterns of this file are literals, compiled in its tests.
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|e| unreachable!("built-in pattern: {e}"))
}

/// Numbers in the prose of a card that its figures contradict.
pub fn prose(card: &PublishedCard) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut texts: Vec<(String, &str)> = vec![("/headline".to_owned(), &card.headline)];
    for (i, c) in card.criteria.iter().enumerate() {
        texts.push((format!("/criteria/{i}"), &c.summary));
        texts.extend(c.notes.as_deref().map(|notes| (format!("/criteria/{i}/notes"), notes)));
    }
    for (i, finding) in card.critical_findings.iter().enumerate() {
        texts.push((format!("/critical_findings/{i}/summary"), &finding.summary));
    }
    for (i, text) in card.limitations.iter().enumerate() {
        texts.push((format!("/limitations/{i}"), text));
    }
    for (pointer, text) in texts {
        for (found, right) in contradictions(card, text) {
            let message = format!("the text says `{found}`, the figures {right}");
            problems.push(Problem::new(card.place(&pointer), "prose-differs", message).right(right).warning());
        }
    }
    problems
}

fn contradictions(card: &CardData, text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let criterion = |number: &str| {
        let id = CriterionId::ALL.into_iter().find(|id| id.number().to_string() == number)?;
        card.criteria.iter().find(|c| c.id == id)
    };
    for hit in TOTAL.captures_iter(text) {
        let right = format!("{:.1}", card.score);
        if hit[1] != right {
            found.push((hit[0].to_owned(), right));
        }
    }
    for hit in SCORE.captures_iter(text) {
        let Some(score) = criterion(&hit[1]).and_then(|c| Millis::from_f64(c.score)) else { continue };
        if hit[2] != score.to_string() {
            found.push((hit[0].to_owned(), score.to_string()));
        }
    }
    for hit in LEVEL.captures_iter(text) {
        // `C2 S L1→L3` is a step.
        let behind = &text[hit.get(0).map_or(0, |m| m.end())..];
        let Some(criterion) = criterion(&hit[1]).filter(|_| !behind.starts_with('→')) else { continue };
        let Some(parameter) = Parameter::ALL.into_iter().find(|p| p.to_string() == hit[2]) else { continue };
        let levels: Vec<String> =
            criterion.mechanisms.iter().map(|m| m.parameters.get(parameter).level.get().to_string()).collect();
        if !levels.is_empty() && !levels.iter().any(|level| *level == hit[3]) {
            found.push((hit[0].to_owned(), format!("L{}", levels.join(" and L"))));
        }
    }
    found
}
