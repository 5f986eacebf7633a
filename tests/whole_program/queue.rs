//! The order of `review queue` on rated projects: the weights of a project are counted on the others.

use std::{env, fs};

use depthgauge::{
    card::{self, CardData, Criterion},
    compare::{self, Expected, ReferenceRow},
    review::{self, Weights},
    rubric::Parameter,
};

use crate::{common::package, reference::CARDS};

const ROWS: usize = 12;

/// Cards of rated projects with what was published, in the order of the table.
fn rated() -> Vec<(CardData, ReferenceRow)> {
    let table = fs::read_to_string(package().join("corpus/reference/levels.tsv")).expect("table");
    let rows = compare::reference(&table).expect("table");
    let mut cards: Vec<CardData> = Vec::new();
    for entry in fs::read_dir(CARDS.path()).expect("cards") {
        let path = entry.expect("entry").path();
        if let Ok(card) = card::read(&fs::read(&path).expect("card"), "card") {
            cards.push(card.into_data());
        }
    }
    let of = |row: &ReferenceRow| {
        let key = |card: &&CardData| {
            let subpath = card.subpath.as_deref().unwrap_or_default();
            compare::Key::new(card.repo_url.as_deref().unwrap_or_default(), subpath) == row.key
        };
        cards.iter().find(key).cloned()
    };
    rows.into_iter().filter_map(|row| Some((of(&row)?, row))).collect()
}

/// Cell, level on the card, and whether the published one is another.
fn cells<'a>(card: &'a CardData, row: &'a ReferenceRow) -> impl Iterator<Item = (String, String, bool)> + 'a {
    card.criteria.iter().flat_map(|criterion: &Criterion| {
        Parameter::ALL.into_iter().filter_map(|parameter| {
            let rating = criterion.parameters.as_ref().map(|parameters| parameters.get(parameter));
            let own = rating.map(|rating| if rating.structural_absence { 4 } else { rating.level.get() });
            let published = match row.criteria.get(&criterion.id)? {
                Expected::Absent => None,
                Expected::Rated { levels, .. } => Some(levels[parameter as usize].get()),
            };
            let level = match rating {
                Some(rating) if !rating.structural_absence => format!("L{}", rating.level.get()),
                _ => "SA".to_owned(),
            };
            Some((format!("{}.{parameter}", criterion.id), level, own != published))
        })
    })
}

fn weights<'a>(rated: impl Iterator<Item = &'a (CardData, ReferenceRow)>) -> Weights {
    let mut weights = Weights::default();
    for (card, row) in rated {
        for (cell, level, wrong) in cells(card, row) {
            weights.add(&cell, &level, wrong);
        }
    }
    weights
}

/// How many of the first rows differ from what was published, and how many of as many drawn at random would.
fn found(weights: &Weights, card: &CardData, row: &ReferenceRow) -> (f64, f64) {
    let wrong: Vec<String> = cells(card, row).filter(|(.., wrong)| *wrong).map(|(cell, ..)| cell).collect();
    let rows = review::queue(card, weights);
    let hits = rows.iter().take(ROWS).filter(|row| wrong.contains(&row.cell)).count();
    (hits as f64, (ROWS * wrong.len()) as f64 / rows.len() as f64)
}

#[test]
fn the_table_is_what_comes_out() {
    let mut text =
        "# Made from corpus/reference by `DEPTHGAUGE_BLESS=1 cargo test --locked --test whole_program queue::`.\n\
                    # By cell and level of the card: how many ratings, and how many of them differ from the published \
                    level.\ncells:\n"
            .to_owned();
    for (cell, levels) in weights(rated().iter()).cells {
        text += &format!("  {cell}:\n");
        for (level, (count, wrong)) in levels {
            text += &format!("    {level}: [{count}, {wrong}]\n");
        }
    }
    let file = package().join("rules/review/cells.yaml");
    if env::var_os("DEPTHGAUGE_BLESS").is_some() {
        fs::write(&file, &text).expect("rules/review/cells.yaml");
    }
    assert!(
        fs::read_to_string(file).expect("table") == text,
        "rules/review/cells.yaml differs: run with DEPTHGAUGE_BLESS=1"
    );
}

#[test]
fn the_first_rows_hold_more_that_differs_than_rows_at_random() {
    let rated = rated();
    let mut each = Vec::new();
    for (n, (card, row)) in rated.iter().enumerate() {
        let others = rated.iter().enumerate().filter(|(other, _)| *other != n).map(|(_, rated)| rated);
        each.push(found(&weights(others), card, row));
    }
    let factor = |each: &[(f64, f64)]| {
        let (hits, random) = each.iter().fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
        hits / random
    };
    let tenth: Vec<(f64, f64)> = each.iter().copied().step_by(10).take(10).collect();
    println!("factor over all {}: {:.3}; over every tenth: {:.3}", each.len(), factor(&each), factor(&tenth));
    // A guard of our own: it moves by some hundredths with each set of rules. The bar is that of ten projects.
    assert!(each.len() > 90 && factor(&each) >= 1.25, "{:.3}", factor(&each));
    assert!(factor(&tenth) >= 1.5, "{:.3}", factor(&tenth));
}
