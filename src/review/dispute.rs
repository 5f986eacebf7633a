//! Disputes: one self-contained file that travels, what a ledger makes of it, and its answer.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    Records, ReviewError, new_id,
    records::{body_of, entry},
    repository,
};
use crate::{
    card::{CardData, Cell, DisputeAnswer, Evidence, evidence_text},
    ledger::{Action, Ledger, canonical},
    text::{Raw, code, markdown},
};

/// Changes whenever older programs would read a file wrongly.
const FORMAT: u32 = 1;
/// Characters of a claim or a name.
const LONGEST: usize = 4000;

/// Somebody says that a level is wrong, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisputeFile {
    pub depthgauge_dispute: u32,
    pub name: String,
    pub repo: String,
    pub subpath: Option<String>,
    /// SHA-256 of the card's file.
    pub card_hash: String,
    /// The card's commit.
    pub pinned_commit: String,
    /// The commit that the evidence is of: the card's, or a newer one.
    pub commit: String,
    /// `C4.S`
    pub cell: String,
    /// What the card says: `L2`, `SA`.
    pub level: String,
    pub claim: String,
    pub by: String,
    /// Verified when it was written.
    pub evidence: Vec<Evidence>,
}

impl DisputeFile {
    /// # Errors
    /// A cell that is a whole criterion or not on the card, a claim without words or evidence.
    pub fn new(
        card: &CardData,
        card_bytes: &[u8],
        cell: Cell,
        (claim, by): (&str, &str),
        (commit, evidence): (&str, Vec<Evidence>),
    ) -> Result<Self, ReviewError> {
        let wrong = |what: &str| ReviewError::Dispute(what.to_owned());
        let parameter = cell.parameter.ok_or_else(|| wrong("it is about one parameter, such as C2.D"))?;
        let criterion = card.criterion(cell.criterion).ok_or_else(|| wrong("the card has no such criterion"))?;
        let level = match &criterion.parameters {
            Some(parameters) if !parameters.get(parameter).structural_absence => {
                format!("L{}", parameters.get(parameter).level.get())
            }
            _ => "SA".to_owned(),
        };
        let file = Self {
            depthgauge_dispute: FORMAT,
            name: card.name.clone(),
            repo: repository(card).to_owned(),
            subpath: card.subpath.clone(),
            card_hash: hex::encode(Sha256::digest(card_bytes)),
            pinned_commit: card.pinned_commit.clone(),
            commit: commit.to_owned(),
            cell: format!("{}.{parameter}", cell.criterion),
            level,
            claim: claim.trim().to_owned(),
            by: by.trim().to_owned(),
            evidence,
        };
        file.check()?;
        Ok(file)
    }

    /// Reads a file that somebody sent. What it says is somebody's words, no more.
    ///
    /// # Errors
    /// A file that is none, or of a newer program.
    pub fn read(text: &str) -> Result<Self, ReviewError> {
        let file: Self = serde_json::from_str(text).map_err(|e| ReviewError::Dispute(format!("no dispute ({e})")))?;
        file.check()?;
        Ok(file)
    }

    fn check(&self) -> Result<(), ReviewError> {
        let wrong = |what: &str| Err(ReviewError::Dispute(what.to_owned()));
        let hex = |text: &str, length: usize| text.len() == length && text.bytes().all(|b| b.is_ascii_hexdigit());
        if self.depthgauge_dispute != FORMAT {
            return wrong("the file is of another version of depthgauge");
        }
        if self.cell.parse::<Cell>().map_or(true, |cell| cell.parameter.is_none()) {
            return wrong("it is about no parameter such as C2.D");
        }
        if !hex(&self.pinned_commit, 40) || !hex(&self.commit, 40) || !hex(&self.card_hash, 64) {
            return wrong("commits have 40 hex digits and the card's hash has 64");
        }
        if self.claim.is_empty() || self.by.is_empty() || self.evidence.is_empty() {
            return wrong("it needs a reason, a name and evidence");
        }
        let texts = [&self.name, &self.repo, &self.claim, &self.by];
        if texts.iter().any(|text| text.chars().count() > LONGEST) || self.evidence.len() > 40 {
            return wrong("a text of it is longer than any that is read, or it has more than 40 places");
        }
        Ok(())
    }

    /// SHA-256 of the canonical JSON.
    ///
    /// # Errors
    /// None that text could cause.
    pub fn hash(&self) -> Result<String, ReviewError> {
        Ok(hex::encode(Sha256::digest(canonical(self)?)))
    }
}

/// The same as Markdown, for an issue.
pub fn dispute_markdown(file: &DisputeFile) -> Result<String, ReviewError> {
    let words = |text: &str| markdown(&Raw::new(text));
    let evidence: Vec<String> = file.evidence.iter().map(|item| format!("- {}\n", evidence_text(item))).collect();
    let json = crate::text::json(file).map_err(|e| ReviewError::Internal(e.to_string()))?;
    // The longest row of backticks in the file cannot end a fence of one more.
    let ticks = json.split(|c: char| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1;
    let fence = "`".repeat(ticks);
    Ok(format!(
        "# Dispute of {} {} of {}\n\nThe card of {} at {} says {}. {} disputes that:\n\n{}\n\nEvidence at {}:\n\n{}\nThe file \
         for `depthgauge review receive`:\n\n{fence}json\n{json}{fence}\n",
        file.cell,
        file.level,
        words(&file.name),
        words(&file.repo),
        code(&file.pinned_commit),
        file.level,
        words(&file.by),
        words(&file.claim),
        code(&file.commit),
        evidence.concat(),
    ))
}

/// Enters a dispute; its id.
///
/// # Errors
/// The same file was received before.
pub fn receive(ledger: &mut Ledger, file: &DisputeFile, by: &str, now: u64) -> Result<String, ReviewError> {
    ledger.verify(&[], None)?;
    let hash = file.hash()?;
    if let Some(known) = Records::read(ledger)?.disputes.iter().find(|known| known.hash == hash) {
        return Err(ReviewError::Dispute(format!("it was received before, as {}", known.id)));
    }
    let id = new_id(now)?;
    ledger.append(entry(&id, Action::Receive, by, body_of(file)?), now)?;
    Ok(id)
}

/// What a dispute is answered with, besides the reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    pub reason: String,
    /// Id of a proposal in the ledger.
    pub proposal: Option<String>,
    /// A fixture of a rule.
    pub fixture: Option<String>,
}

/// Enters an answer. A later one takes its place.
///
/// # Errors
/// No such dispute or proposal, or an answer without words.
pub fn answer(ledger: &mut Ledger, id: &str, answer: &Answer, by: &str, now: u64) -> Result<(), ReviewError> {
    ledger.verify(&[], None)?;
    let records = Records::read(ledger)?;
    let dispute = records.disputes.iter().find(|dispute| dispute.id.eq_ignore_ascii_case(id));
    let dispute = dispute.ok_or_else(|| ReviewError::Unknown("dispute", id.to_owned()))?;
    if answer.reason.trim().is_empty() {
        return Err(ReviewError::Dispute("an answer needs a reason".to_owned()));
    }
    let proposal = answer.proposal.as_deref().map(|id| records.proposal(id)).transpose()?;
    let body = DisputeAnswer {
        by: by.to_owned(),
        date: super::day(now),
        reason: answer.reason.trim().to_owned(),
        proposal: proposal.map(|proposed| proposed.id.clone()),
        fixture: answer.fixture.clone(),
    };
    ledger.append(entry(&dispute.id, Action::Answer, by, body_of(&body)?), now)?;
    Ok(())
}
