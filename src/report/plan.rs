//! What several improvements do together, in a sentence.

use crate::card::{Plan, Reached};

/// What the improvements of the card do together.
pub(super) fn together(reached: &Reached, known: usize) -> String {
    let (gain, score) = (reached.gain, reached.score);
    match reached.fixes.len() {
        1 => format!("That one change takes the total to {score:.1} ({gain:+.3})."),
        count if count == known => format!("All {count} together: total {score:.1} ({gain:+.3})."),
        count => format!("The first {count} together: total {score:.1} ({gain:+.3})."),
    }
}

/// The shortest list to the next band; `number` gives the place of an improvement in the list above.
pub(super) fn next_band(plan: &Plan, number: impl Fn(&str) -> Option<usize>) -> String {
    match &plan.next_band {
        None => "No list of these improvements reaches the next band.".to_owned(),
        Some(reached) => {
            let named = reached.fixes.iter().map(|id| match number(id) {
                Some(at) => at.to_string(),
                None => id.clone(),
            });
            let (list, score, band) = (named.collect::<Vec<_>>().join(", "), reached.score, &reached.band);
            format!("Shortest list found to the next band ({band}, total {score:.1}): {list}.")
        }
    }
}
