//! A card in one line: as SVG, or as JSON for services that draw badges.

use serde_json::json;

use super::{ReportError, nothing_assessed};
use crate::{card::CardData, compare::days_between, score::NO_TOTAL, text::html::escape};

const LABEL: &str = "defense in depth";

/// What was found out about a card since it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Freshness {
    /// `YYYY-MM-DD`; with `stale_after` decides whether the card is too old.
    pub today: Option<String>,
    /// Days.
    pub stale_after: Option<u32>,
    /// Cited places whose code is no longer what was rated.
    pub changed: u64,
}

/// What a badge says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Badge {
    pub message: String,
    /// `#rrggbb`
    pub color: &'static str,
    pub stale: bool,
}

impl Badge {
    /// Total, share where a surface exists, commit and date; grey where the card no longer speaks of the code.
    pub fn of(card: &CardData, freshness: &Freshness) -> Self {
        let total = if nothing_assessed(card) {
            NO_TOTAL.to_owned()
        } else {
            format!("{:.1} / {:.1}", card.score, card.max_score)
        };
        let absent = card.criteria.iter().any(|c| c.is_absent());
        let share = if absent { format!(" ({}% where exposed)", card.applicable.percent) } else { String::new() };
        Self::new(card, format!("{total}{share} · {} · {}", short(card), plain(&card.scored_date)), freshness)
    }

    /// The total of an earlier card and that of this one.
    pub fn since(earlier: &CardData, card: &CardData, freshness: &Freshness) -> Self {
        let total = |card: &CardData| {
            if nothing_assessed(card) { NO_TOTAL.to_owned() } else { format!("{:.1}", card.score) }
        };
        let message = format!(
            "{} → {} · {} → {} · {}",
            total(earlier),
            total(card),
            short(earlier),
            short(card),
            plain(&card.scored_date)
        );
        Self::new(card, message, freshness)
    }

    fn new(card: &CardData, mut message: String, freshness: &Freshness) -> Self {
        let age = freshness.today.as_deref().and_then(|today| days_between(&card.scored_date, today));
        let old = freshness.stale_after.is_some_and(|days| age.is_some_and(|age| age > i64::from(days)));
        let stale = old || freshness.changed > 0;
        if freshness.changed > 0 {
            message += " · code changed since";
        } else if old {
            message += " · out of date";
        }
        let color = match card.band.color.as_str() {
            _ if stale || nothing_assessed(card) => "#6f6f6f",
            "green" => "#2b6a45",
            "amber" => "#8a5a00",
            _ => "#a3372a",
        };
        Self { message, color, stale }
    }

    /// The endpoint format of shields.io.
    ///
    /// # Errors
    /// None that text could cause.
    pub fn json(&self) -> Result<String, ReportError> {
        let value = json!({"schemaVersion": 1, "label": LABEL, "message": self.message, "color": self.color});
        Ok(crate::text::json(&value)?)
    }

    /// A picture with its words as text, readable at its size and for screen readers.
    pub fn svg(&self) -> String {
        let (label, message) = (width(LABEL), width(&self.message));
        let (left, all) = (label + 14, label + message + 28);
        let words = escape(&format!("{LABEL}: {}", self.message));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" aria-label=\"{words}\">\
             <title>{words}</title>\
             <clipPath id=\"r\"><rect width=\"{all}\" height=\"20\" rx=\"4\"/></clipPath>\
             <g clip-path=\"url(#r)\"><rect width=\"{left}\" height=\"20\" fill=\"#3a4046\"/>\
             <rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{color}\"/></g>\
             <g fill=\"#ffffff\" font-family=\"Verdana,DejaVu Sans,Geneva,sans-serif\" font-size=\"11\">\
             <text x=\"7\" y=\"14\" textLength=\"{label}\">{LABEL}</text>\
             <text x=\"{start}\" y=\"14\" textLength=\"{message}\">{said}</text></g></svg>\n",
            right = message + 14,
            start = left + 7,
            color = self.color,
            said = escape(&self.message),
        )
    }
}

fn short(card: &CardData) -> String {
    plain(&card.pinned_commit.chars().take(7).collect::<String>())
}

/// Commits and dates of cards that were read may be anything.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(12).collect()
}

/// Width in a common sans-serif of 11 pixels; what is off is evened out by `textLength`.
fn width(text: &str) -> u32 {
    let tenths: u32 = text
        .chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | '.' | ',' | ':' | '·' => 36,
            'f' | 't' | 'r' | ' ' | '(' | ')' | '/' | '-' => 45,
            'm' | 'w' | 'W' | 'M' | '%' | '→' => 100,
            _ => 68,
        })
        .sum();
    tenths.div_ceil(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card;

    fn card() -> CardData {
        card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap().into_data()
    }

    #[test]
    fn says_what_the_card_says() {
        let card = card();
        let badge = Badge::of(&card, &Freshness::default());
        let said = format!(
            "{:.1} / 10.0 ({}% where exposed) · 5d0c3f1 · {}",
            card.score, card.applicable.percent, card.scored_date
        );
        assert_eq!((badge.message.as_str(), badge.stale), (said.as_str(), false));
        assert!(badge.svg().contains(&said) && badge.json().unwrap().contains(&said));
        let mut later = card.clone();
        (later.score, later.pinned_commit) = (7.3, "abcdef0123".repeat(4));
        let change = Badge::since(&card, &later, &Freshness::default()).message;
        assert!(change.starts_with(&format!("{:.1} → 7.3 · 5d0c3f1 → abcdef0", card.score)), "{change}");
    }

    #[test]
    fn grey_when_it_no_longer_speaks_of_the_code() {
        let mut card = card();
        card.scored_date = "2026-01-01".to_owned();
        let of = |today: &str, changed| {
            Badge::of(&card, &Freshness { today: Some(today.to_owned()), stale_after: Some(30), changed })
        };
        assert!(!of("2026-01-31", 0).stale);
        let old = of("2026-02-01", 0);
        assert!(old.stale && old.message.ends_with("out of date") && old.color == "#6f6f6f");
        assert!(of("2026-01-01", 2).message.ends_with("code changed since"));
    }

    #[test]
    fn texts_of_a_card_stay_texts() {
        let mut card = card();
        card.pinned_commit = "\"><script>".to_owned();
        card.scored_date = "<b>&\u{202e}".to_owned();
        let svg = Badge::of(&card, &Freshness::default()).svg();
        assert!(!svg.contains("<script") && !svg.contains("<b>"), "{svg}");
    }
}
