//! The file that is not published: what a rule marks as a possible defect, with its place.

use super::no_agent::head;
use crate::{card::CardData, detect::Signal, evidence::masked_path, source::Commit, text::code};

/// A signal with the words of its rule.
#[derive(Debug, Clone, Copy)]
pub struct Withheld<'a> {
    pub signal: &'a Signal,
    pub title: &'a str,
    pub why: &'a str,
}

/// Where there is no card.
pub fn private_no_agent(name: &str, commit: &Commit) -> String {
    let head = head("Not for publication", name, commit);
    format!("{head}Nothing in this audit is held back: no agent was found, so nothing was rated.\n")
}

/// Markdown, one section a signal.
pub fn private(card: &CardData, commit: &Commit, withheld: &[Withheld<'_>]) -> String {
    let mut text = head("Not for publication", &card.name, commit);
    if withheld.is_empty() {
        text.push_str(
            "Nothing in this audit is held back: every signal behind the card is of a kind that is printed.\n",
        );
        return text;
    }
    for Withheld { signal, title, why } in withheld {
        let lines = match signal.lines.start == signal.lines.end {
            true => signal.lines.start.to_string(),
            false => format!("{}-{}", signal.lines.start, signal.lines.end),
        };
        let file = masked_path(&signal.file).unwrap_or_else(|| signal.file.into());
        let place = code(&format!("{file}:{lines}"));
        text.push_str(&format!("## {title}\n\n{place}, rule `{}`\n\n{}\n\n", signal.rule, why.trim()));
    }
    text
}
