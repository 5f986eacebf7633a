//! What people said of a card, where it carries that: disputes and confirmations.

use serde_json::Value;

use crate::card::CardData;

/// The part of a card that a ledger of reviews writes, read by its field names: a card without one has none.
pub(super) struct Review(Value);

impl Review {
    pub(super) fn of(card: &CardData) -> Self {
        let ours = card.depthgauge.as_ref().and_then(|ours| serde_json::to_value(ours).ok());
        Self(ours.and_then(|mut ours| ours.get_mut("review").map(Value::take)).unwrap_or_default())
    }

    fn list(&self, key: &str) -> &[Value] {
        self.0.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Ratings that a person read and agreed with.
    pub(super) fn confirmed(&self) -> usize {
        self.list("confirmed").len()
    }

    /// Disputes of one criterion, or of all that nobody has answered, as sentences.
    pub(super) fn disputes(&self, criterion: Option<&str>) -> Vec<String> {
        let wanted = |dispute: &&Value| match criterion {
            Some(id) => text(dispute, "cell").split('.').next() == Some(id),
            None => dispute.get("answer").is_none_or(Value::is_null),
        };
        self.list("disputes").iter().filter(wanted).map(sentence).collect()
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or("?")
}

fn sentence(dispute: &Value) -> String {
    let (cell, by, since, claim) =
        (text(dispute, "cell"), text(dispute, "by"), text(dispute, "since"), text(dispute, "claim"));
    let answer = match dispute.get("answer").filter(|answer| answer.is_object()) {
        Some(answer) => {
            format!(" Answered by {} on {}: {}", text(answer, "by"), text(answer, "date"), text(answer, "reason"))
        }
        None => " Not answered yet.".to_owned(),
    };
    format!("**{cell} is disputed** by {by} since {since}: {claim}{answer}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn disputes_stand_at_their_criterion() {
        let dispute = |cell: &str, answer: Value| json!({"id": "d", "cell": cell, "since": "2026-01-02", "by": "ann", "claim": "It asks.", "answer": answer});
        let answered = json!({"by": "bo", "date": "2026-01-03", "reason": "It does not."});
        let review = Review(
            json!({"disputes": [dispute("C1.S", Value::Null), dispute("C10.cap", answered)], "confirmed": [1, 2]}),
        );
        assert_eq!(review.disputes(Some("C1")), review.disputes(None));
        assert_eq!(review.disputes(None), ["**C1.S is disputed** by ann since 2026-01-02: It asks. Not answered yet."]);
        assert!(review.disputes(Some("C10"))[0].ends_with("Answered by bo on 2026-01-03: It does not."));
        assert_eq!((review.confirmed(), Review(Value::Null).disputes(None).len()), (2, 0));
    }
}
