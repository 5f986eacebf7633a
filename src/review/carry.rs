//! What reviewers decided of earlier commits, carried onto the card of a later one: only where the cited lines are the
//! same there, moved at most; the rest is listed as stale.

use std::collections::BTreeMap;

use super::{
    Records, ReviewError, Subject, day, evidence, heads,
    proposal::{Change, Kind},
    records::Proposed,
    repository, shown,
};
use crate::{
    card::{self, CardData, Carried, CodeEvidence, Confirmation, Dispute, Evidence, Origin, Stale},
    evidence::Permalinks,
    ledger::Ledger,
};

/// What became of cited lines at the card's commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Same,
    /// The same text, at this file and these lines.
    Moved(String, String),
    Changed,
    Gone,
    /// It cannot be said: why.
    Unknown(String),
}

/// Follows a citation of an earlier commit to the card's.
pub type Follow<'a> = dyn FnMut(&str, &CodeEvidence) -> Fate + 'a;

/// Puts onto `card` what the ledger holds of its project: changes, confirmations, disputes.
///
/// # Errors
/// A ledger that is not what was written.
pub fn carry(card: &mut CardData, ledger: &Ledger, follow: &mut Follow<'_>) -> Result<(), ReviewError> {
    ledger.verify(&[], None)?;
    let records = Records::read(ledger)?;
    let mut carrier = Carrier { card, follow, stale: Vec::new() };
    carrier.changes(&records);
    carrier.confirmations(&records);
    carrier.disputes(&records);
    let Carrier { card, stale, .. } = carrier;
    let review = card.depthgauge.get_or_insert_default().review.get_or_insert_default();
    review.stale = stale;
    review.ledger = Some(heads(ledger)?);
    card::note_reviews(card, None);
    Ok(())
}

struct Carrier<'a, 'f> {
    card: &'a mut CardData,
    follow: &'a mut Follow<'f>,
    stale: Vec<Stale>,
}

/// Evidence at the card's commit, and what moved; or why there is none.
type Followed = Result<(Vec<Evidence>, Vec<String>), String>;

impl Carrier<'_, '_> {
    fn is_of(&self, repo: &str, subpath: &Option<String>) -> bool {
        repo == repository(self.card) && *subpath == self.card.subpath
    }

    fn follow(&mut self, commit: &str, items: &[Evidence]) -> Followed {
        if commit == self.card.pinned_commit {
            return Ok((items.to_vec(), Vec::new()));
        }
        let links = Permalinks::new(self.card.repo_url.as_deref(), &self.card.pinned_commit);
        let (mut out, mut moved) = (Vec::with_capacity(items.len()), Vec::new());
        for item in items {
            match item {
                Evidence::Search(search) => {
                    // The audit of this commit ran it again, if it is still one of its searches.
                    let same = |known: &&Evidence| matches!(known, Evidence::Search(s) if s.search == search.search && s.scope == search.scope);
                    match evidence::evidence_of(self.card).find(same) {
                        Some(Evidence::Search(now)) if now.hits == search.hits => out.push(item.clone()),
                        Some(Evidence::Search(now)) => {
                            return Err(format!("a search had {} hits and has {}", search.hits, now.hits));
                        }
                        _ => return Err("a search that it rests on was not run again".to_owned()),
                    }
                }
                Evidence::Code(cited) => {
                    let place = format!("{}:{}", cited.file, cited.lines);
                    let (file, lines) = match (self.follow)(commit, cited) {
                        Fate::Same => (cited.file.clone(), cited.lines.clone()),
                        Fate::Moved(file, lines) => {
                            moved.push(format!("{place} -> {file}:{lines}"));
                            (file, lines)
                        }
                        Fate::Changed => return Err(format!("{place} changed")),
                        Fate::Gone => return Err(format!("{place} is gone")),
                        Fate::Unknown(why) => return Err(format!("{place}: {why}")),
                    };
                    let url = card::lines_of(&lines).and_then(|span| links.link(&file, span));
                    out.push(Evidence::Code(CodeEvidence { file, lines, url, ..cited.clone() }));
                }
            }
        }
        Ok((out, moved))
    }

    fn stale(&mut self, id: &str, cell: String, what: &str, from: &str, reason: String) {
        self.stale.push(Stale { id: id.to_owned(), cell, what: what.to_owned(), from: from.to_owned(), reason });
    }

    /// Changes that were applied, each part by the latest decision about it.
    fn changes(&mut self, records: &Records) {
        let mut applied: Vec<&Proposed> = records.proposals.iter().filter(|p| p.applied_seq.is_some()).collect();
        applied.retain(|p| self.is_of(&p.proposal.payload.repo, &p.proposal.payload.subpath));
        applied.sort_by_key(|proposed| proposed.applied_seq);
        let mut latest: BTreeMap<Subject, u64> = BTreeMap::new();
        for proposed in &applied {
            for change in &proposed.proposal.payload.changes {
                latest.insert(change.subject, proposed.applied_seq.unwrap_or_default());
            }
        }
        for proposed in applied {
            let payload = &proposed.proposal.payload;
            for (change, shown) in payload.changes.iter().zip(shown(proposed)) {
                let cell = change.subject.to_string();
                if latest.get(&change.subject) != proposed.applied_seq.as_ref() {
                    let reason = "a newer decision stands".to_owned();
                    self.stale(&proposed.id, cell, "change", &payload.commit, reason);
                    continue;
                }
                match self.change(change, &payload.commit) {
                    Ok(moved) => {
                        let carried = Carried { from: payload.commit.clone(), moved };
                        let carried = (payload.commit != self.card.pinned_commit).then_some(carried);
                        let review = self.card.depthgauge.get_or_insert_default().review.get_or_insert_default();
                        review.changes.push(card::Change { carried, ..shown });
                    }
                    Err(reason) => self.stale(&proposed.id, cell, "change", &payload.commit, reason),
                }
            }
        }
    }

    /// Puts one change onto the card; what moved.
    fn change(&mut self, change: &Change, commit: &str) -> Result<Vec<String>, String> {
        let (evidence, mut moved) = self.follow(commit, &change.evidence)?;
        let mut after = change.after.clone();
        if let Some(own) =
            after.get("evidence").and_then(|own| serde_json::from_value::<Vec<Evidence>>(own.clone()).ok())
        {
            let (own, more) = if own == change.evidence { (evidence, Vec::new()) } else { self.follow(commit, &own)? };
            moved.extend(more);
            after["evidence"] = serde_json::to_value(own).map_err(|e| e.to_string())?;
        } else if change.evidence.is_empty() && commit != self.card.pinned_commit {
            return Err("it names no place that could be followed".to_owned());
        }
        let mut changed = self.card.clone();
        let before = change.subject.read(&changed).map_err(|e| e.to_string())?;
        if change.kind() == Kind::Finding && before.get("level") != change.before.get("level") {
            return Err("the level that the text is about is another now".to_owned());
        }
        change.subject.write(&mut changed, after).map_err(|e| e.to_string())?;
        if let Subject::Parameter(id, kind, parameter) = change.subject {
            let ours = changed.depthgauge.get_or_insert_default();
            ours.origins.insert(card::parameter_key(id, kind, parameter), Origin::Overruled);
        }
        card::recompute(&mut changed);
        let known: Vec<_> = card::check(self.card).into_iter().map(|p| (p.place, p.code)).collect();
        let new = card::check(&changed).into_iter().find(|p| !known.contains(&(p.place.clone(), p.code)));
        if let Some(problem) = new {
            return Err(format!("a rule of the method would be broken: {problem}"));
        }
        *self.card = changed;
        moved.sort();
        moved.dedup();
        Ok(moved)
    }

    fn confirmations(&mut self, records: &Records) {
        let mut latest: BTreeMap<&str, u64> = BTreeMap::new();
        let of_card: Vec<_> = records.confirmed.iter().filter(|c| self.is_of(&c.repo, &c.subpath)).collect();
        for confirmed in &of_card {
            for cell in &confirmed.cells {
                latest.insert(&cell.cell, confirmed.seq);
            }
        }
        for confirmed in &of_card {
            for cell in confirmed.cells.iter().filter(|cell| latest.get(cell.cell.as_str()) == Some(&confirmed.seq)) {
                let (level, absent) = self.level(&cell.cell);
                let same = level == Some(cell.level.get()) && absent == cell.structural_absence;
                let carried = if same {
                    self.follow(&confirmed.commit, &cell.evidence).map(drop)
                } else {
                    Err(format!("it was confirmed at L{} and is rated otherwise now", cell.level.get()))
                };
                match carried {
                    Err(reason) => {
                        self.stale(&confirmed.id, cell.cell.clone(), "confirmation", &confirmed.commit, reason);
                    }
                    Ok(()) => {
                        let elsewhere = confirmed.commit != self.card.pinned_commit;
                        let review = self.card.depthgauge.get_or_insert_default().review.get_or_insert_default();
                        review.confirmed.push(Confirmation {
                            cell: cell.cell.clone(),
                            by: confirmed.by.clone(),
                            date: day(confirmed.at),
                            carried_from: elsewhere.then(|| confirmed.commit.clone()),
                        });
                        review.confirmed.sort();
                    }
                }
            }
        }
    }

    /// Level of a cell, and whether its surface is absent.
    fn level(&self, cell: &str) -> (Option<u8>, bool) {
        let Ok(cell) = cell.parse::<card::Cell>() else { return (None, false) };
        let Some(criterion) = self.card.criterion(cell.criterion) else { return (None, false) };
        match (&criterion.parameters, cell.parameter) {
            (Some(parameters), Some(parameter)) => {
                let rating = parameters.get(parameter);
                (Some(rating.level.get()), rating.structural_absence)
            }
            (None, _) => (Some(4), true),
            _ => (None, false),
        }
    }

    /// Open ones stand until they are answered; answered ones while their places are the same.
    fn disputes(&mut self, records: &Records) {
        for dispute in &records.disputes {
            let file = &dispute.file;
            if !self.is_of(&file.repo, &file.subpath) {
                continue;
            }
            let followed =
                if dispute.answer.is_some() { self.follow(&file.commit, &file.evidence).map(drop) } else { Ok(()) };
            if let Err(reason) = followed {
                self.stale(&dispute.id, file.cell.clone(), "dispute", &file.commit, reason);
                continue;
            }
            let shown = Dispute {
                id: dispute.id.clone(),
                cell: file.cell.clone(),
                since: day(dispute.at),
                by: file.by.clone(),
                claim: file.claim.clone(),
                answer: dispute.answer.as_ref().map(|(answer, _)| answer.clone()),
                carried_from: (file.pinned_commit != self.card.pinned_commit).then(|| file.pinned_commit.clone()),
            };
            self.card.depthgauge.get_or_insert_default().review.get_or_insert_default().disputes.push(shown);
        }
    }
}
