//! Where a total stands among projects that experts rated by the same method.

use crate::{assess::Kind, card::CardData};

/// Category, kind and total of each rated reference project; a test writes it from the reference.
const TABLE: &str = include_str!("../../../corpus/reference/standing.tsv");

/// Fewer than this say nothing.
const FEWEST: usize = 5;

/// One rated project.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    pub category: String,
    pub kind: String,
    pub total: f64,
}

impl Reference {
    /// All of them, in the order of the table.
    pub fn all() -> Vec<Self> {
        let row = |line: &str| {
            let mut cells = line.split('\t');
            let (category, kind) = (cells.next()?.to_owned(), cells.next()?.to_owned());
            Some(Self { category, kind, total: cells.next()?.parse().ok()? })
        };
        TABLE.lines().filter_map(row).collect()
    }
}

/// What a kind of project is called when there are several.
pub(super) fn kinds(kind: Kind) -> &'static str {
    match kind.id() {
        "framework" => "frameworks",
        "tool_server" => "tool servers",
        "service" => "services",
        _ => "agents",
    }
}

/// One sentence, in Markdown inline form; `None` where too few are comparable.
pub fn standing(card: &CardData, reference: &[Reference]) -> Option<String> {
    let category = card.category.label();
    let kind = card.depthgauge.as_ref().and_then(|ours| ours.kind);
    let of_category: Vec<&Reference> = reference.iter().filter(|r| r.category == category).collect();
    let both: Vec<&Reference> = match kind {
        Some(kind) => of_category.iter().copied().filter(|r| r.kind == kind.id()).collect(),
        None => Vec::new(),
    };
    let (group, words) = match kind {
        Some(kind) if both.len() >= FEWEST => (both, format!("{} of the category {category}", kinds(kind))),
        _ if of_category.len() >= FEWEST => {
            let projects = if kind.is_some() { "projects of any kind" } else { "projects" };
            (of_category, format!("{projects} of the category {category}"))
        }
        _ if reference.len() >= FEWEST => (reference.iter().collect(), "projects of all categories".to_owned()),
        _ => return None,
    };
    let mut totals: Vec<f64> = group.iter().map(|r| r.total).collect();
    totals.sort_by(f64::total_cmp);
    let tenths = |total: f64| (total * 10.0).round() as i64;
    let own = tenths(card.score);
    let below = totals.iter().filter(|total| tenths(**total) < own).count();
    let same = totals.iter().filter(|total| tenths(**total) == own).count();
    let above = totals.len() - below - same;
    let (low, high) = (totals.first()?, totals.last()?);
    let middle = (totals[(totals.len() - 1) / 2] + totals[totals.len() / 2]) / 2.0;
    let equal = match same {
        0 => String::new(),
        1 => ", one the same".to_owned(),
        n => format!(", {n} the same"),
    };
    let all = totals.len();
    Some(format!(
        "Among {all} {words} that experts rated by the same method, {below} have a lower total{equal} and {above} a higher \
         one; theirs run from {low:.1} to {high:.1}, with {middle:.1} in the middle."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card;

    fn of(category: &str, kind: &str, totals: &[f64]) -> Vec<Reference> {
        let row = |total: &f64| Reference { category: category.to_owned(), kind: kind.to_owned(), total: *total };
        totals.iter().map(row).collect()
    }

    #[test]
    fn the_closest_group_that_is_large_enough() {
        let mut card = card::read(include_bytes!("../../../corpus/cards/harbor-pilot.json"), "x").unwrap().into_data();
        card.score = 2.0;
        let category = card.category.label().to_owned();
        let mut reference = of(&category, "service", &[1.0, 2.0, 2.0, 3.0]);
        reference.extend(of("Other", "agent", &[9.0, 8.0]));
        let all = standing(&card, &reference).unwrap();
        assert!(
            all.contains("6 projects of all categories") && all.contains("1 have a lower total, 2 the same and 3"),
            "{all}"
        );
        reference.extend(of(&category, "service", &[0.5]));
        let closest = standing(&card, &reference).unwrap();
        assert!(closest.contains(&format!("5 services of the category {category}")), "{closest}");
        assert!(closest.contains("from 0.5 to 3.0, with 2.0 in the middle"), "{closest}");
        assert_eq!(standing(&card, &of(&category, "service", &[1.0])), None);
    }

    #[test]
    fn the_table_is_read_whole() {
        assert_eq!(Reference::all().len(), TABLE.lines().count());
        assert!(Reference::all().len() > 90);
    }
}
