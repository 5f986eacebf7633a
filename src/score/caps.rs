//! The twelve caps: how far they hold a score down, where they apply, which one is named.

use super::Millis;
use crate::rubric::{CapId, CriterionId};

/// All caps; of two with the same maximum the one that stands first here is named.
pub const CAPS: [CapId; 12] = [
    CapId::C1SelfEsc,
    CapId::C1PassThru,
    CapId::C2SelfApprove,
    CapId::C2PowerBypass,
    CapId::C4HostRoot,
    CapId::C5PublicTrigger,
    CapId::C5WorstCase,
    CapId::C6RepoConfig,
    CapId::C7RceLoad,
    CapId::C8ModelSecrets,
    CapId::G2,
    CapId::G1,
];

/// 0.50 for G1, 0.25 for every other cap.
pub fn max_of(cap: CapId) -> Millis {
    Millis(if cap == CapId::G1 { 500 } else { 250 })
}

/// The only criterion that a cap may stand on; `None` for G1 and G2.
pub fn criterion_of(cap: CapId) -> Option<CriterionId> {
    use CapId as K;
    Some(match cap {
        K::C1SelfEsc | K::C1PassThru => CriterionId::C1,
        K::C2SelfApprove | K::C2PowerBypass => CriterionId::C2,
        K::C4HostRoot => CriterionId::C4,
        K::C5PublicTrigger | K::C5WorstCase => CriterionId::C5,
        K::C6RepoConfig => CriterionId::C6,
        K::C7RceLoad => CriterionId::C7,
        K::C8ModelSecrets => CriterionId::C8,
        K::G1 | K::G2 => return None,
    })
}

/// The id as cards print it.
pub fn name_of(cap: CapId) -> &'static str {
    match cap {
        CapId::C1SelfEsc => "C1-SELFESC",
        CapId::C1PassThru => "C1-PASSTHRU",
        CapId::C2SelfApprove => "C2-SELFAPPROVE",
        CapId::C2PowerBypass => "C2-POWERBYPASS",
        CapId::C4HostRoot => "C4-HOSTROOT",
        CapId::C5PublicTrigger => "C5-PUBLICTRIGGER",
        CapId::C5WorstCase => "C5-WORSTCASE",
        CapId::C6RepoConfig => "C6-REPOCONFIG",
        CapId::C7RceLoad => "C7-RCELOAD",
        CapId::C8ModelSecrets => "C8-MODELSECRETS",
        CapId::G2 => "G2",
        CapId::G1 => "G1",
    }
}

pub fn parse_cap(name: &str) -> Option<CapId> {
    CAPS.into_iter().find(|c| name_of(*c) == name)
}

/// The cap that counts: the lowest maximum, among equals the first of [`CAPS`].
pub fn lowest(caps: impl IntoIterator<Item = CapId>) -> Option<CapId> {
    caps.into_iter().min_by_key(|c| (max_of(*c), CAPS.iter().position(|k| k == c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_data_model() {
        for cap in CAPS {
            assert_eq!(serde_json::to_value(cap).unwrap(), name_of(cap));
            assert_eq!(parse_cap(name_of(cap)), Some(cap));
        }
    }

    #[test]
    fn the_criterions_own_cap_is_named_first() {
        assert_eq!(lowest([CapId::G2, CapId::C7RceLoad]), Some(CapId::C7RceLoad));
        assert_eq!(lowest([CapId::C5WorstCase, CapId::G2, CapId::C5PublicTrigger]), Some(CapId::C5PublicTrigger));
        assert_eq!(lowest([CapId::G1, CapId::G2]), Some(CapId::G2));
        assert_eq!(lowest([CapId::G1]), Some(CapId::G1));
        assert_eq!(lowest([]), None);
    }
}
