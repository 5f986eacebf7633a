//! Figures over pairs of what was expected and what was found. `None` where there is nothing to say.

/// Levels of a parameter.
const LEVELS: usize = 5;

/// Cohen's kappa with quadratic weights over levels 0 to 4.
pub(super) fn kappa(pairs: &[(u8, u8)]) -> Option<f64> {
    let mut observed = [[0.0; LEVELS]; LEVELS];
    for (expected, found) in pairs {
        *observed.get_mut(usize::from(*expected))?.get_mut(usize::from(*found))? += 1.0;
    }
    let count = pairs.len() as f64;
    let rows = observed.map(|row| row.iter().sum::<f64>());
    let columns: Vec<f64> = (0..LEVELS).map(|j| observed.iter().map(|row| row[j]).sum()).collect();
    let (mut found, mut by_chance) = (0.0, 0.0);
    for (i, row) in observed.iter().enumerate() {
        for (j, seen) in row.iter().enumerate() {
            let weight = (i.abs_diff(j) as f64 / (LEVELS - 1) as f64).powi(2);
            found += weight * seen;
            by_chance += weight * rows[i] * columns[j] / count;
        }
    }
    (by_chance > 0.0).then(|| 1.0 - found / by_chance)
}

/// Spearman's rank correlation; equal values share the mean of their ranks.
pub(super) fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let (expected, found): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (expected, found) = (ranks(&expected), ranks(&found));
    let (a, b) = (mean(expected.iter().copied())?, mean(found.iter().copied())?);
    let both = expected.iter().zip(&found).map(|(x, y)| (x - a) * (y - b)).sum::<f64>();
    let spread = |ranks: &[f64], mean: f64| ranks.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    let all = (spread(&expected, a) * spread(&found, b)).sqrt();
    (all > 0.0).then(|| both / all)
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let rank = before as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|index| ranks[*index] = rank);
        before += equal.len();
    }
    ranks
}

pub(super) fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    (count > 0).then(|| values.sum::<f64>() / count as f64)
}

/// Share of what holds.
pub(super) fn share(part: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kappa_of_known_tables() {
        assert_eq!(kappa(&[]), None);
        assert_eq!(kappa(&[(2, 2), (2, 2)]), None, "no spread, nothing to agree about");
        assert_eq!(kappa(&[(0, 0), (4, 4)]), Some(1.0));
        assert_eq!(kappa(&[(0, 4), (4, 0)]), Some(-1.0));
        // By chance (0,3), (4,0) and (4,3) half a time each: (9 + 16 + 1) / 16 / 2.
        let found = kappa(&[(0, 0), (4, 3)]).expect("spread");
        assert!((found - (1.0 - 0.0625 / 0.8125)).abs() < 1e-12, "{found}");
    }

    #[test]
    fn rank_correlations() {
        assert_eq!(spearman(&[]), None);
        assert_eq!(spearman(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(spearman(&[(1.0, 10.0), (2.0, 11.0), (3.0, 90.0)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        assert_eq!(ranks(&[2.0, 1.0, 2.0, 5.0]), [1.5, 0.0, 1.5, 3.0]);
    }
}
