//! Renderers. They take a finished card; nothing here analyses.

mod agreement;
mod agreement_page;
mod badge;
mod check;
mod claims;
mod configurations;
mod diff;
mod differences;
mod explain;
mod html;
mod inventory;
mod markdown;
mod no_agent;
mod plan;
mod private;
mod reviews;
mod site;
mod summary;
mod templates;

pub use agreement::{agreement_json, agreement_text};
pub use agreement_page::{Notes, Parts, agreement_page};
pub use badge::{Badge, Freshness};
pub use check::{CheckReport, check_json, check_text};
pub use claims::{claims_json, claims_markdown};
pub use configurations::{configurations_json, configurations_markdown};
pub use diff::{
    COMMENT_MARK, SarifRules, SarifRun, code_quality, diff_is_silent, diff_json, diff_markdown, diff_text, diff_title,
    exception_stanza, github_annotations, hardened, rdjson, sarif,
};
pub use differences::differences_markdown;
pub use explain::{explanation_json, explanation_markdown};
pub use html::{Reference, html, standing};
pub use inventory::{inventory_json, inventory_markdown};
pub use markdown::markdown;
pub use no_agent::{no_agent_html, no_agent_json, no_agent_text};
use plan::{next_band, together};
pub use private::{To, Withheld, private, private_no_agent};
pub use reviews::{dispute, inbox_text, proposal, queue};
pub use site::{Site, SiteFile, SiteOptions};
pub use summary::{WIDTH, summary};
pub use templates::Templates;

use crate::card::CardData;

/// A report that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error("the template folder {name} cannot be read: {source}")]
    Folder { name: String, source: std::io::Error },
    #[error("the template {name} cannot be read: {source}")]
    Read { name: String, source: std::io::Error },
    /// Names template, line and cause.
    #[error("the report cannot be rendered: {}", causes(.0))]
    Template(#[from] minijinja::Error),
    #[error(
        "no entry: nothing was assessed, and an entry would show that as a rating of 0.0; ask for md, json or text, which \
         say what was unread"
    )]
    NothingAssessed,
    #[error("the card cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

fn causes(error: &minijinja::Error) -> String {
    let chain = std::iter::successors(Some(error as &dyn std::error::Error), |e| e.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// What stands beside the commit where the files are not its own.
const UNCOMMITTED: &str = "the files are those of a work tree that differs from this commit";

/// A card on which every criterion stands unread has no total to print.
fn nothing_assessed(card: &CardData) -> bool {
    !card.criteria.is_empty() && card.criteria.iter().all(|c| card.not_assessed().contains(&c.id))
}

/// The whole card as JSON, two spaces deep. Ends with a newline, as JSON files do; the Markdown files do not.
pub fn json(card: &CardData) -> Result<String, ReportError> {
    Ok(crate::text::json(card)?)
}

/// The card as the public entry format has it: without `depthgauge`.
///
/// # Errors
/// [`ReportError::NothingAssessed`]: the format has no place to say that the score is none.
pub fn entry(card: &CardData) -> Result<String, ReportError> {
    if nothing_assessed(card) {
        return Err(ReportError::NothingAssessed);
    }
    json(&CardData { depthgauge: None, ..card.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card;

    #[test]
    fn a_broken_overlay_says_where() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("card.md.j2"), "one\n{{ card.name }}\n").unwrap();
        let templates = Templates::with_overlay(dir.path()).unwrap();
        let card = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap();
        let message = markdown(&card, &templates).unwrap_err().to_string();
        assert!(message.contains("card.md.j2:2") && message.contains("marked neither"), "{message}");
        std::fs::write(dir.path().join("card.md.j2"), "{{ card.name | prose }} {{ card.headline | raw }}\n").unwrap();
        let templates = Templates::with_overlay(dir.path()).unwrap();
        assert!(markdown(&card, &templates).unwrap().starts_with("Harbor Pilot `"));
        let whole = " ".repeat(1 << 20);
        std::fs::write(dir.path().join("card.md.j2"), &whole).unwrap();
        assert!(Templates::with_overlay(dir.path()).is_ok());
        // Cut in the middle of a character, too, it is its size that is wrong.
        for more in [" ", "ü"] {
            std::fs::write(dir.path().join("card.md.j2"), format!("{whole}{more}")).unwrap();
            let message = Templates::with_overlay(dir.path()).unwrap_err().to_string();
            assert!(message.contains("card.md.j2") && message.contains("larger than a template may be"), "{message}");
        }
    }
}
