//! The newest cards as an Atom feed.

use super::{Site, path_of};
use crate::{
    card::CardData,
    report::nothing_assessed,
    score::NO_TOTAL,
    text::html::{address, escape},
};

/// Entries of the feed.
const ENTRIES: usize = 50;

pub(super) fn feed(site: &Site<'_>) -> String {
    let mut cards: Vec<(&CardData, String)> = site
        .projects
        .iter()
        .flat_map(|project| project.cards.iter().enumerate().map(|(n, card)| (*card, path_of(project, n))))
        .collect();
    cards.sort_by(|a, b| b.0.scored_date.cmp(&a.0.scored_date).then_with(|| a.1.cmp(&b.1)));
    cards.truncate(ENTRIES);
    let base = site.options.url.as_deref().and_then(address).map(|url| url.trim_end_matches('/').to_owned() + "/");
    let base = base.unwrap_or_default();
    let updated = cards.first().map_or(site.options.date.as_str(), |(card, _)| card.scored_date.as_str());
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{}</title>\n\
         <id>{}</id>\n<link rel=\"alternate\" href=\"{base}index.html\"/>\n<updated>{}</updated>\n\
         <author><name>depthgauge</name></author>\n",
        escape(&site.options.title),
        if base.is_empty() { "urn:depthgauge:site".to_owned() } else { base.clone() },
        instant(updated)
    );
    for (card, path) in cards {
        let total = if nothing_assessed(card) {
            NO_TOTAL.to_owned()
        } else {
            format!("{:.1} / {:.1} ({})", card.score, card.max_score, card.band.label)
        };
        out.push_str(&format!(
            "<entry>\n<title>{}</title>\n<id>urn:depthgauge:{path}@{}</id>\n<link href=\"{base}{path}\"/>\n\
             <updated>{}</updated>\n<summary>{}</summary>\n</entry>\n",
            escape(&format!("{}: {total}", card.name)),
            super::short(card),
            instant(&card.scored_date),
            escape(&card.headline)
        ));
    }
    out + "</feed>\n"
}

fn instant(date: &str) -> String {
    format!("{}T00:00:00Z", super::plain(date, 10))
}
