//! Many cards side by side: which belong to one project, and which totals can be told apart.

use std::collections::BTreeMap;

use super::Key;
use crate::{
    card::{CardData, Evidence, Interval},
    syntax::Language,
};

/// The cards of one repository, or folder of one, the newest first.
#[derive(Debug, Clone)]
pub struct ProjectCards<'a> {
    /// Lower case, unique among the projects.
    pub slug: String,
    pub cards: Vec<&'a CardData>,
}

impl<'a> ProjectCards<'a> {
    pub fn newest(&self) -> &'a CardData {
        self.cards[0]
    }
}

/// Groups cards by repository and folder, by name where a card has no repository; sorted by slug. Of two cards with one
/// commit and date the first is kept.
pub fn by_project(cards: &[CardData]) -> Vec<ProjectCards<'_>> {
    let mut groups: BTreeMap<(Key, String), Vec<&CardData>> = BTreeMap::new();
    for card in cards {
        let subpath = card.subpath.as_deref().unwrap_or_default();
        let key = match card.repo_url.as_deref() {
            Some(url) => (Key::new(url, subpath), String::new()),
            None => (Key::new("", subpath), card.id.clone()),
        };
        groups.entry(key).or_default().push(card);
    }
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut projects: Vec<ProjectCards<'_>> = Vec::new();
    for (_, mut cards) in groups {
        cards.sort_by(|a, b| (&b.scored_date, &b.pinned_commit).cmp(&(&a.scored_date, &a.pinned_commit)));
        cards.dedup_by(|a, b| (&a.scored_date, &a.pinned_commit) == (&b.scored_date, &b.pinned_commit));
        let plain = file_name(&cards[0].id);
        let mut count = taken.get(&plain).copied().unwrap_or(0);
        let slug = loop {
            count += 1;
            let slug = if count == 1 { plain.clone() } else { format!("{plain}-{count}") };
            if !taken.contains_key(&slug) {
                break slug;
            }
        };
        taken.insert(plain, count);
        taken.entry(slug.clone()).or_insert(1);
        projects.push(ProjectCards { slug, cards });
    }
    projects.sort_by(|a, b| a.slug.cmp(&b.slug));
    projects
}

/// A slug that is a plain file name; those of cards that were read may be anything.
fn file_name(id: &str) -> String {
    let plain: String = id
        .to_lowercase()
        .chars()
        .take(80)
        .map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' })
        .collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() || plain == "index" { "card".to_owned() } else { plain.to_owned() }
}

/// The best and the worst place that each range of totals can have, 1 for the highest total. Two ranges that overlap
/// share at least one place.
pub fn places(ranges: &[Interval]) -> Vec<(usize, usize)> {
    let tenths = |total: f64| (total * 10.0).round() as i64;
    let mut lows: Vec<i64> = ranges.iter().map(|range| tenths(range.low)).collect();
    let mut highs: Vec<i64> = ranges.iter().map(|range| tenths(range.high)).collect();
    lows.sort_unstable();
    highs.sort_unstable();
    let place = |range: &Interval| {
        let surely_above = lows.len() - lows.partition_point(|low| *low <= tenths(range.high));
        let surely_below = highs.partition_point(|high| *high < tenths(range.low));
        (surely_above + 1, ranges.len() - surely_below)
    };
    ranges.iter().map(place).collect()
}

/// Languages of the code that a card cites, the most cited first; those with less than a tenth of it are left out.
pub fn languages(card: &CardData) -> Vec<Language> {
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for evidence in card.all_evidence() {
        if let Evidence::Code(code) = evidence {
            let language = match Language::detect(&code.file, b"") {
                Language::Tsx => Language::TypeScript,
                other => other,
            };
            if language.is_code() {
                *counts.entry(language).or_default() += 1;
            }
        }
    }
    let all: usize = counts.values().sum();
    let mut counts: Vec<(Language, usize)> = counts.into_iter().filter(|(_, n)| n * 10 >= all).collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counts.into_iter().map(|(language, _)| language).collect()
}

/// Days from one `YYYY-MM-DD` to another, negative if that is earlier; `None` where one is no date.
pub fn days_between(from: &str, to: &str) -> Option<i64> {
    Some(day_number(to)? - day_number(from)?)
}

/// Days since 1 March of the year 0, by counting years from March so that a leap day ends one.
fn day_number(date: &str) -> Option<i64> {
    let mut parts = date.splitn(3, '-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    if !(0..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1,
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::card;

    fn card() -> CardData {
        card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").unwrap().into_data()
    }

    #[test]
    fn commits_of_one_repository_are_one_project() {
        let one = card();
        let mut later = card();
        later.scored_date = "2027-01-01".to_owned();
        later.pinned_commit = "f".repeat(40);
        let mut folder = card();
        folder.subpath = Some("zoo".to_owned());
        let mut unnamed = card();
        (unnamed.repo_url, unnamed.id) = (None, "../../x".to_owned());
        let cards = [one.clone(), later, folder, unnamed, one];
        let found = by_project(&cards);
        let slugs: Vec<(&str, usize)> = found.iter().map(|p| (p.slug.as_str(), p.cards.len())).collect();
        assert_eq!(slugs, [("harbor-pilot", 2), ("harbor-pilot-2", 1), ("x", 1)]);
        assert_eq!(found[0].newest().scored_date, "2027-01-01");
    }

    #[test]
    fn days() {
        assert_eq!(days_between("2026-01-01", "2026-03-01"), Some(59));
        assert_eq!(days_between("2024-02-28", "2024-03-01"), Some(2));
        assert_eq!(days_between("1999-12-31", "2000-12-31"), Some(366));
        assert_eq!(days_between("2026-03-01", "2026-02-28"), Some(-1));
        assert_eq!(days_between("soon", "2026-02-28"), None);
    }

    #[test]
    fn code_that_is_cited_names_the_languages() {
        assert_eq!(languages(&card()).first(), Some(&Language::TypeScript));
    }

    proptest! {
        #[test]
        fn totals_that_cannot_be_told_apart_share_a_place(
            ranges in prop::collection::vec((0u32..=100, 0u32..=15), 1..40)
        ) {
            let ranges: Vec<Interval> = ranges
                .into_iter()
                .map(|(low, width)| Interval { low: f64::from(low) / 10.0, high: f64::from(low + width) / 10.0 })
                .collect();
            let places = places(&ranges);
            for (a, (best, worst)) in ranges.iter().zip(&places) {
                prop_assert!(1 <= *best && best <= worst && *worst <= ranges.len());
                for (b, (other_best, other_worst)) in ranges.iter().zip(&places) {
                    let overlap = a.low <= b.high && b.low <= a.high;
                    prop_assert!(!overlap || (best <= other_worst && other_best <= worst));
                    // Who is surely above has the better places.
                    prop_assert!(a.low <= b.high || (best <= other_best && worst <= other_worst));
                }
            }
        }
    }
}
