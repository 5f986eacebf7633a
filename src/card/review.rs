//! What people said of a card: changes by approval, confirmations, disputes. The ledger holds it; a card shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CardData;

/// Everything of one card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Review {
    /// The ledger when this was written: a later one must hold these entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<LedgerHead>,
    /// Changes that stand, in the order in which they were applied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Parameters that a person read and agreed with, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<Confirmation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disputes: Vec<Dispute>,
    /// What the ledger holds of this project and what was not carried onto this commit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<Stale>,
}

/// Lengths and head hashes of both tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerHead {
    pub events: u64,
    pub events_hash: String,
    pub proposals: u64,
    pub proposals_hash: String,
}

/// A change that was approved and applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// Id of the proposal.
    pub proposal: String,
    /// `C4.S`, `C4.alt.S`, `C4.cap`, `C4.summary`, …
    pub cell: String,
    /// `level 1 -> 2`
    pub command: String,
    pub reason: String,
    pub proposer: String,
    pub approver: String,
    /// Proposer and approver are one person, which the operator allows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub self_approved: bool,
    /// Day of the approval.
    pub date: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Carried>,
}

/// Where something that was carried onto this card comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Carried {
    /// The commit that it was decided at.
    pub from: String,
    /// Cited places that stand elsewhere now, `a.py:3-9 -> b.py:5-11`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<String>,
}

/// A person read this parameter and agrees.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Confirmation {
    /// `C4.S`
    pub cell: String,
    pub by: String,
    pub date: String,
    /// Commit, where it is not the card's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_from: Option<String>,
}

/// Somebody says that a level is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dispute {
    pub id: String,
    /// `C4.S`
    pub cell: String,
    /// Day on which it was received.
    pub since: String,
    pub by: String,
    pub claim: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<DisputeAnswer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_from: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DisputeAnswer {
    pub by: String,
    pub date: String,
    pub reason: String,
    /// Id of the proposal that came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
    /// Fixture of a rule that came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixture: Option<String>,
}

/// A decision that does not stand on this card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stale {
    /// Id of the proposal, confirmation or dispute.
    pub id: String,
    pub cell: String,
    /// `change`, `confirmation` or `dispute`.
    pub what: String,
    pub from: String,
    /// Why not: the place that changed or is gone, the newer decision.
    pub reason: String,
}

/// What a line of the limitations that speaks of reviews begins with.
const REVIEWED: &str = "Reviewed: ";
/// What the last line of a card begins with.
const DISPUTE: &str = "To dispute a level, ";
/// Where the notes of a criterion begin to speak of disputes.
const DISPUTED: &str = "Disputed since ";

/// Says on the card how far people reviewed it, beside each criterion what is disputed, and in its last line how to
/// dispute it. `url` is where disputes are sent; without one that on the card stays.
pub fn note_reviews(card: &mut CardData, url: Option<&str>) {
    let none = Review::default();
    let review = card.depthgauge.as_ref().and_then(|ours| ours.review.clone()).unwrap_or(none);
    for criterion in &mut card.criteria {
        let own = criterion.notes.take().unwrap_or_default();
        let own = own.split(DISPUTED).next().unwrap_or_default().trim_end();
        let of = format!("{}.", criterion.id);
        let disputes = review.disputes.iter().filter(|dispute| dispute.cell.starts_with(&of)).map(said);
        let notes: Vec<String> =
            std::iter::once(own.to_owned()).filter(|own| !own.is_empty()).chain(disputes).collect();
        criterion.notes = (!notes.is_empty()).then(|| notes.join(" "));
    }
    let last = card.limitations.iter().find(|line| line.starts_with(DISPUTE)).cloned();
    card.limitations.retain(|line| !line.starts_with(REVIEWED) && !line.starts_with(DISPUTE));
    card.limitations.extend(lines(&review).into_iter().map(|line| format!("{REVIEWED}{line}")));
    let to = url.map(|url| format!(" to {}", crate::text::markdown(&crate::text::Raw::new(url))));
    let line = match (to, last) {
        (None, Some(last)) => last,
        (to, _) => format!(
            "{DISPUTE}write it with `depthgauge dispute CARD C2.D --reason REASON --evidence PATH:LINES` and send the \
             file{}.",
            to.unwrap_or_else(|| " to whoever published this card".to_owned())
        ),
    };
    card.limitations.push(line);
}

fn said(dispute: &Dispute) -> String {
    // It comes from somebody outside.
    let words = |text: &str| {
        crate::text::markdown(&crate::text::Raw::new(text.split_whitespace().collect::<Vec<_>>().join(" ")))
    };
    let parameter = dispute.cell.split('.').next_back().unwrap_or_default();
    let head = format!("{DISPUTED}{} by {}: {parameter}, {}", dispute.since, words(&dispute.by), words(&dispute.claim));
    match &dispute.answer {
        None => format!("{head} (open)"),
        Some(answer) => {
            let of = answer.proposal.as_ref().map(|id| format!(", proposal {id}"));
            let of =
                of.or(answer.fixture.as_ref().map(|file| format!(", fixture {}", words(file)))).unwrap_or_default();
            format!("{head} (answered {} by {}: {}{of})", answer.date, words(&answer.by), words(&answer.reason))
        }
    }
}

fn lines(review: &Review) -> Vec<String> {
    let mut lines = Vec::new();
    if !review.confirmed.is_empty() {
        let mut by: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for confirmed in &review.confirmed {
            *by.entry(&confirmed.by).or_default() += 1;
        }
        let by: Vec<String> = by.into_iter().map(|(name, count)| format!("{name} {count}")).collect();
        lines.push(format!(
            "{} of 40 parameters were read and confirmed by a person ({}).",
            review.confirmed.len(),
            by.join(", ")
        ));
    }
    if !review.changes.is_empty() {
        let carried = review.changes.iter().filter(|change| change.carried.is_some()).count();
        let alone = review.changes.iter().filter(|change| change.self_approved).count();
        let cells: Vec<&str> = review.changes.iter().map(|change| change.cell.as_str()).collect();
        let mut line = format!("{} by proposal and approval ({})", counted(cells.len(), "change"), cells.join(", "));
        if carried > 0 {
            line.push_str(&format!(", {carried} of them carried from an earlier commit"));
        }
        if alone > 0 {
            line.push_str(&format!(
                ", {alone} proposed and approved by the same person, which the operator's policy allows"
            ));
        }
        lines.push(line + ".");
    }
    if !review.stale.is_empty() {
        let cells: Vec<String> =
            review.stale.iter().map(|stale| format!("{} of {} ({})", stale.what, stale.cell, stale.reason)).collect();
        lines.push(format!(
            "{} of earlier commits not carried: {}.",
            counted(cells.len(), "decision"),
            cells.join("; ")
        ));
    }
    let open = review.disputes.iter().filter(|dispute| dispute.answer.is_none()).count();
    if open > 0 {
        lines.push(format!("{} open.", counted(open, "dispute")));
    }
    lines
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
