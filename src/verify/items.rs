//! Every piece of evidence of a card with the JSON pointers under which it stands.

use crate::card::{CardData, CodeEvidence, Evidence, SearchEvidence};

/// One item, as often as it stands there.
pub(super) struct Item<'c> {
    pub pointer: String,
    /// `C2.D`, or the criterion alone.
    pub cell: String,
    pub evidence: &'c Evidence,
}

/// In the order of the card. Those of a criterion's counted mechanism stand under the mechanism alone: `parameters`
/// repeats them.
pub(super) fn items(card: &CardData) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    for (i, criterion) in card.criteria.iter().enumerate() {
        let at = format!("/criteria/{i}");
        add(&mut items, &format!("{at}/absence_evidence"), &criterion.id.to_string(), &criterion.absence_evidence);
        for (j, mechanism) in criterion.mechanisms.iter().enumerate() {
            for (p, rating) in mechanism.parameters.iter() {
                let pointer = format!("{at}/mechanisms/{j}/parameters/{p}/evidence");
                add(&mut items, &pointer, &format!("{}.{p}", criterion.id), &rating.evidence);
            }
        }
    }
    for (i, finding) in card.critical_findings.iter().enumerate() {
        let pointer = format!("/critical_findings/{i}/evidence");
        add(&mut items, &pointer, &finding.criterion.to_string(), &finding.evidence);
    }
    items
}

fn add<'c>(items: &mut Vec<Item<'c>>, at: &str, cell: &str, evidence: &'c [Evidence]) {
    items.extend(evidence.iter().enumerate().map(|(i, evidence)| Item {
        pointer: format!("{at}/{i}"),
        cell: cell.to_owned(),
        evidence,
    }));
}

pub(super) fn code<'c>(item: &Item<'c>) -> Option<&'c CodeEvidence> {
    match item.evidence {
        Evidence::Code(code) => Some(code),
        Evidence::Search(_) => None,
    }
}

pub(super) fn search<'c>(item: &Item<'c>) -> Option<&'c SearchEvidence> {
    match item.evidence {
        Evidence::Code(_) => None,
        Evidence::Search(search) => Some(search),
    }
}
