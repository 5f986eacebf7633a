//! The Markdown card.

use minijinja::{context, value::Serde};
use serde::Serialize;

use super::{ReportError, Templates, nothing_assessed};
use crate::{
    card::{CardData, NOT_ASSESSED, capability_words, presence_word},
    score,
    text::Medium,
};

#[derive(Debug, Serialize)]
struct Surface {
    words: &'static str,
    presence: &'static str,
}

/// Renders the template `card.md.j2`. Card files in Markdown end without a newline.
pub fn markdown(card: &CardData, templates: &Templates) -> Result<String, ReportError> {
    let surface: Vec<Surface> = card
        .capability_profile
        .0
        .iter()
        .map(|(c, p)| Surface {
            words: capability_words(*c),
            presence: if card.surface_unknown(*c) { NOT_ASSESSED } else { presence_word(*p) },
        })
        .collect();
    // Raw of the counted mechanism; a foreign card may have parameters only.
    let raw: Vec<f64> = card
        .criteria
        .iter()
        .map(|c| match (c.mechanism(c.counted).or(c.mechanisms.first()), &c.parameters) {
            (Some(m), _) => m.raw,
            (None, Some(p)) => score::raw(p.levels()).as_f64(),
            (None, None) => c.score,
        })
        .collect();
    let context = context! {
        card => Serde(card),
        category => card.category.label(),
        surface => Serde(surface),
        same_session_unknown => card.depthgauge.as_ref().is_some_and(|d| d.same_session_not_assessed),
        raw => raw,
        no_total => nothing_assessed(card).then_some(score::NO_TOTAL),
        absent => card.criteria.iter().filter(|c| c.is_absent()).count(),
        not_assessed => card.not_assessed().iter().map(ToString::to_string).collect::<Vec<_>>(),
    };
    let text = templates.render("card.md.j2", Medium::Markdown, context)?;
    Ok(text.trim_end_matches('\n').to_owned())
}
