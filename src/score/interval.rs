//! How far the total could move if uncertain levels were one off.

use super::{Counted, Millis, Tenths, capped, counted, raw, total};
use crate::rubric::{CapId, CriterionId, Level};

/// One mechanism as the arithmetic sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    pub kind: Counted,
    /// S, C, D, B.
    pub levels: [Level; 4],
    /// Parameters whose surface is absent: fixed at L4, free of the bound to S.
    pub absent: [bool; 4],
    /// Parameters whose level may be one off.
    pub uncertain: [bool; 4],
    pub cap: Option<CapId>,
}

/// The mechanisms of one criterion; none when it is structurally absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    pub criterion: CriterionId,
    /// A criterion that was not assessed never carries the automatic cap.
    pub assessed: bool,
    pub mechanisms: Vec<Rating>,
}

/// The totals if every uncertain level were one lower, and one higher. Each goes through the whole arithmetic: C and D
/// stay at most one above S, C5-WORSTCASE comes and goes with B, the higher mechanism counts.
pub fn interval(criteria: &[Rows]) -> (Tenths, Tenths) {
    let at = |step: i8| total(criteria.iter().map(|c| score(c, step)));
    (at(-1), at(1))
}

fn score(rows: &Rows, step: i8) -> Millis {
    let of = |kind| rows.mechanisms.iter().filter(|m| m.kind == kind).map(|m| moved(rows, m, step)).max();
    match (of(Counted::Default), of(Counted::Alt)) {
        (None, None) => Millis::FULL,
        (None, Some(only)) | (Some(only), None) => only,
        (Some(default), Some(alt)) => match counted(default, Some(alt)) {
            Counted::Default => default,
            Counted::Alt => alt,
        },
    }
}

fn moved(rows: &Rows, rating: &Rating, step: i8) -> Millis {
    let mut levels = rating.levels;
    for ((level, absent), uncertain) in levels.iter_mut().zip(rating.absent).zip(rating.uncertain) {
        if absent {
            *level = Level::MAX;
        } else if uncertain {
            *level = Level::new(level.get().saturating_add_signed(step)).unwrap_or(Level::MAX);
        }
    }
    let [s, c, d, b] = levels;
    let bound = |level: Level, absent: bool| {
        if absent { level } else { level.min(Level::new(s.get() + 1).unwrap_or(Level::MAX)) }
    };
    let levels = [s, bound(c, rating.absent[1]), bound(d, rating.absent[2]), b];
    let mut cap = rating.cap;
    if rows.criterion == CriterionId::C5 && rows.assessed && rating.kind == Counted::Default {
        cap = match cap {
            Some(CapId::C5WorstCase) if b > Level::MIN => None,
            None | Some(CapId::G1) if b == Level::MIN && !rating.absent[3] => Some(CapId::C5WorstCase),
            other => other,
        };
    }
    capped(raw(levels), cap)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rating(levels: [u8; 4], uncertain: [bool; 4], cap: Option<CapId>) -> Rating {
        Rating {
            kind: Counted::Default,
            levels: levels.map(|l| Level::new(l).unwrap()),
            absent: [false; 4],
            uncertain,
            cap,
        }
    }

    fn one(criterion: CriterionId, r: Rating) -> Vec<Rows> {
        vec![Rows { criterion, assessed: true, mechanisms: vec![r] }]
    }

    #[test]
    fn certain_levels_do_not_move() {
        let rows = one(CriterionId::C3, rating([2, 2, 2, 2], [false; 4], None));
        assert_eq!(interval(&rows), (Tenths(5), Tenths(5)));
    }

    #[test]
    fn lowering_s_takes_coverage_along() {
        // 2222 is 500. With S at L1, C and D may stay at L2; with S at L0 they could not.
        let rows = one(CriterionId::C3, rating([1, 2, 2, 0], [true, false, false, false], None));
        let (low, high) = interval(&rows);
        assert_eq!((low, high), (Tenths(1), Tenths(4)), "0110 is 125, 2220 is 400");
    }

    #[test]
    fn worst_case_comes_and_goes_with_blast_radius() {
        let on_edge = one(CriterionId::C5, rating([3, 3, 3, 1], [false, false, false, true], None));
        assert_eq!(interval(&on_edge), (Tenths(3), Tenths(7)));
        let capped = one(CriterionId::C5, rating([3, 3, 3, 0], [false, false, false, true], Some(CapId::C5WorstCase)));
        assert_eq!(interval(&capped), (Tenths(3), Tenths(7)));
    }

    #[test]
    fn absent_criteria_count_in_full() {
        let rows = [Rows { criterion: CriterionId::C4, assessed: true, mechanisms: vec![] }];
        assert_eq!(interval(&rows), (Tenths(10), Tenths(10)));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_total(
            levels in [0u8..=4, 0u8..=4, 0u8..=4, 0u8..=4],
            uncertain in prop::array::uniform4(any::<bool>()),
            at in 0usize..10,
        ) {
            let s = levels[0];
            let levels = [s, levels[1].min(s + 1), levels[2].min(s + 1), levels[3]];
            let criterion = CriterionId::ALL[at];
            let cap = (criterion == CriterionId::C5 && levels[3] == 0).then_some(CapId::C5WorstCase);
            let r = rating(levels, uncertain, cap);
            let now = total([capped(raw(r.levels), cap)]);
            let (low, high) = interval(&one(criterion, r));
            prop_assert!(low <= now && now <= high);
            prop_assert!(uncertain.contains(&true) || low == high);
        }
    }
}
