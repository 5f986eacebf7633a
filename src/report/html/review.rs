//! What people said of a card, where it carries that: disputes and confirmations.

use crate::card::{CardData, Dispute};

/// Ratings that a person read and agreed with.
pub(super) fn confirmed(card: &CardData) -> usize {
    review(card).map_or(0, |review| review.confirmed.len())
}

/// Disputes of one criterion, or of all that nobody has answered, as sentences.
pub(super) fn disputes(card: &CardData, criterion: Option<&str>) -> Vec<String> {
    let wanted = |dispute: &&Dispute| match criterion {
        Some(id) => dispute.cell.split('.').next() == Some(id),
        None => dispute.answer.is_none(),
    };
    review(card).iter().flat_map(|review| &review.disputes).filter(wanted).map(sentence).collect()
}

fn review(card: &CardData) -> Option<&crate::card::Review> {
    card.depthgauge.as_ref()?.review.as_ref()
}

fn sentence(dispute: &Dispute) -> String {
    let answer = match &dispute.answer {
        Some(answer) => format!(" Answered by {} on {}: {}", answer.by, answer.date, answer.reason),
        None => " Not answered yet.".to_owned(),
    };
    let Dispute { cell, by, since, claim, .. } = dispute;
    format!("**{cell} is disputed** by {by} since {since}: {claim}{answer}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{self, Confirmation, DisputeAnswer, Review};

    fn card_with(review: Option<Review>) -> CardData {
        let text = include_bytes!("../../../corpus/cards/harbor-pilot.json");
        let mut card = card::read(text, "harbor-pilot.json").expect("a card").into_data();
        card.depthgauge.get_or_insert_default().review = review;
        card
    }

    #[test]
    fn disputes_stand_at_their_criterion() {
        let dispute = |cell: &str, answer: Option<DisputeAnswer>| Dispute {
            id: "d".to_owned(),
            cell: cell.to_owned(),
            since: "2026-01-02".to_owned(),
            by: "ann".to_owned(),
            claim: "It asks.".to_owned(),
            answer,
            carried_from: None,
        };
        let (by, date, reason) = ("bo".to_owned(), "2026-01-03".to_owned(), "It does not.".to_owned());
        let answered = DisputeAnswer { by, date, reason, proposal: None, fixture: None };
        let confirmed = ["C1.S", "C1.C"].map(|cell| Confirmation {
            cell: cell.to_owned(),
            by: "ann".to_owned(),
            date: "2026-01-02".to_owned(),
            carried_from: None,
        });
        let card = card_with(Some(Review {
            confirmed: confirmed.into(),
            disputes: vec![dispute("C1.S", None), dispute("C10.cap", Some(answered))],
            ..Review::default()
        }));
        assert_eq!(disputes(&card, Some("C1")), disputes(&card, None));
        assert_eq!(disputes(&card, None), ["**C1.S is disputed** by ann since 2026-01-02: It asks. Not answered yet."]);
        assert!(disputes(&card, Some("C10"))[0].ends_with("Answered by bo on 2026-01-03: It does not."));
        assert_eq!(super::confirmed(&card), 2);
        assert_eq!((super::confirmed(&card_with(None)), disputes(&card_with(None), None).len()), (0, 0));
    }
}
