//! The arithmetic of the method, in whole thousandths. Pure: no text of a card, no I/O, no floating point until a
//! figure is printed.

mod band;
mod caps;
mod interval;
mod method;

use std::fmt;

/// What stands in place of a total where nothing was assessed.
pub const NO_TOTAL: &str = "not assessed";

pub use band::Band;
pub use caps::{CAPS, criterion_of, lowest, max_of, name_of, parse_cap};
pub use interval::{Rating, Rows, interval};
pub use method::{ABSENCE_ALLOWED, B_AT_L0_IS_CRITICAL, CriterionText, criterion_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rubric::{CapId, Level, Parameter};

/// A score in whole thousandths: 1000 is a criterion's full mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Millis(pub u32);

impl Millis {
    /// Full mark of one criterion; also what a structurally absent one counts.
    pub const FULL: Self = Self(1000);

    /// The IEEE double nearest to the exact value: one division.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Whole thousandths of a figure read from a card; `None` when it is not finite, negative, absurdly large or not
    /// a whole number of thousandths.
    pub fn from_f64(value: f64) -> Option<Self> {
        let thousandths = (value * 1000.0).round();
        ((0.0..=1e6).contains(&thousandths) && (thousandths / 1000.0 - value).abs() < 1e-9)
            .then_some(Self(thousandths as u32))
    }
}

/// Two decimals as cards print them: the nearest IEEE double rounded by its exact binary value (0.175 is `0.17`,
/// 0.225 is `0.23`).
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.as_f64())
    }
}

impl std::iter::Sum for Millis {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Self(all.map(|m| m.0).sum())
    }
}

/// A total in tenths of a point, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u32);

impl Tenths {
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// Levels of S, C, D, B in that order.
pub type Levels = [Level; 4];

/// What one parameter adds to raw.
pub fn points(parameter: Parameter, level: Level) -> Millis {
    Millis(parameter.per_level() * u32::from(level.get()))
}

/// 75·S + 75·C + 50·D + 50·B.
pub fn raw(levels: Levels) -> Millis {
    Parameter::ALL.into_iter().zip(levels).map(|(p, l)| points(p, l)).sum()
}

/// Raw, or the cap's maximum where that is lower.
pub fn capped(raw: Millis, cap: Option<CapId>) -> Millis {
    cap.map_or(raw, |c| raw.min(max_of(c)))
}

/// Sum of the ten criteria with one decimal, half away from zero on the exact sum.
pub fn total(criteria: impl IntoIterator<Item = Millis>) -> Tenths {
    let sum: Millis = criteria.into_iter().sum();
    Tenths((sum.0 + 50) / 100)
}

/// The mechanism whose score stands for the criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    #[default]
    Default,
    Alt,
}

/// The higher score counts; on equal scores the default mechanism.
pub fn counted(default: Millis, alt: Option<Millis>) -> Counted {
    if alt.is_some_and(|a| a > default) { Counted::Alt } else { Counted::Default }
}

/// How sure a criterion's figures are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    High,
    Medium,
    Low,
}

impl Confidence {
    /// High with no inferred parameter, medium with one or two, low with three or four.
    pub fn of(inferred: usize) -> Self {
        match inferred {
            0 => Self::High,
            1 | 2 => Self::Medium,
            _ => Self::Low,
        }
    }
}

/// The part of the total that comes from criteria whose surface exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Applicable {
    /// Criteria that are not structurally absent.
    pub count: u32,
    pub score: Millis,
}

impl Applicable {
    /// Whole percent of the exact quotient, half away from zero; 0 when nothing is applicable.
    pub fn percent(self) -> u32 {
        let max = self.count * 1000;
        if max == 0 { 0 } else { (self.score.0 * 200 + max) / (2 * max) }
    }
}

/// What a change of levels would add before caps.
pub fn gain(parameter: Parameter, from: Level, to: Level) -> Millis {
    Millis(parameter.per_level() * u32::from(to.get().saturating_sub(from.get())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn levels() -> impl Strategy<Value = Levels> {
        [0u8..=4, 0u8..=4, 0u8..=4, 0u8..=4].prop_map(|a| a.map(|l| Level::new(l).unwrap()))
    }

    #[test]
    fn cells_follow_the_binary_value() {
        for (millis, cell) in
            [(175, "0.17"), (125, "0.12"), (225, "0.23"), (375, "0.38"), (625, "0.62"), (1000, "1.00"), (0, "0.00")]
        {
            assert_eq!(Millis(millis).to_string(), cell);
        }
    }

    #[test]
    fn totals_round_half_away_from_zero() {
        assert_eq!(total([Millis(2050)]).to_string(), "2.1");
        assert_eq!(total([Millis(2049)]).to_string(), "2.0");
        assert_eq!(total([Millis(1000); 10]).to_string(), "10.0");
    }

    #[test]
    fn percent_is_exact() {
        assert_eq!(Applicable { count: 7, score: Millis(1725) }.percent(), 25);
        assert_eq!(Applicable { count: 10, score: Millis(2050) }.percent(), 21);
        assert_eq!(Applicable { count: 0, score: Millis(0) }.percent(), 0);
        assert_eq!(Applicable { count: 10, score: Millis(10_000) }.percent(), 100);
    }

    #[test]
    fn equal_scores_count_the_default() {
        assert_eq!(counted(Millis(250), Some(Millis(250))), Counted::Default);
        assert_eq!(counted(Millis(225), Some(Millis(250))), Counted::Alt);
        assert_eq!(counted(Millis(0), None), Counted::Default);
    }

    proptest! {
        #[test]
        fn raw_is_the_weighted_sum(l in levels()) {
            let g = l.map(|l| u32::from(l.get()));
            prop_assert_eq!(raw(l), Millis(75 * g[0] + 75 * g[1] + 50 * g[2] + 50 * g[3]));
            prop_assert!(raw(l) <= Millis::FULL);
            prop_assert_eq!(raw(l).0 % 25, 0);
        }

        #[test]
        fn a_higher_level_never_lowers_a_score(l in levels(), at in 0usize..4, cap in 0..=CAPS.len()) {
            let cap = CAPS.get(cap).copied();
            if let Some(up) = Level::new(l[at].get() + 1) {
                let mut more = l;
                more[at] = up;
                prop_assert!(capped(raw(more), cap) >= capped(raw(l), cap));
                prop_assert_eq!(raw(more).0 - raw(l).0, Parameter::ALL[at].per_level());
            }
        }

        #[test]
        fn caps_only_lower(l in levels(), cap in 0..CAPS.len()) {
            let score = capped(raw(l), Some(CAPS[cap]));
            prop_assert!(score <= raw(l) && score <= max_of(CAPS[cap]));
            prop_assert!(score == raw(l) || score == max_of(CAPS[cap]));
        }

        #[test]
        fn printed_and_read_back(n in 0u32..=10_000) {
            prop_assert_eq!(Millis::from_f64(Millis(n).as_f64()), Some(Millis(n)));
        }

        #[test]
        fn total_is_the_nearest_tenth(scores in prop::collection::vec(0u32..=1000, 10)) {
            let sum: u32 = scores.iter().sum();
            let t = total(scores.into_iter().map(Millis)).0 * 100;
            prop_assert!(t.abs_diff(sum) <= 50 && (t.abs_diff(sum) < 50 || t > sum));
        }
    }
}
