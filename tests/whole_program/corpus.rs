//! The corpus: its hand ratings obey the method, and its repositories can be made.

use std::{collections::BTreeMap, fs, path::PathBuf};

use depthgauge::{
    assess::Kind,
    rubric::{CapId, Capability, CriterionId, Parameter, Presence},
};
use serde::Deserialize;

use crate::common::{clean, have, package, repository_of};

/// `expected.yaml` of a corpus agent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub kind: Kind,
    pub surface: BTreeMap<Capability, Presence>,
    /// S C D B of the counted mechanism as digits, or `SA`.
    pub levels: BTreeMap<CriterionId, String>,
    /// What the program rates where that differs from the hand rating: written down, so that a change is seen.
    #[serde(default)]
    pub rated: BTreeMap<CriterionId, String>,
    /// Criteria whose opt-in mechanism is the counted one.
    #[serde(default)]
    pub alt: Vec<CriterionId>,
    /// Caps of the counted mechanisms.
    #[serde(default)]
    pub caps: BTreeMap<CriterionId, CapId>,
    /// The mechanism as shipped, where another one is counted.
    #[serde(default)]
    pub default_levels: BTreeMap<CriterionId, String>,
    #[serde(default)]
    pub default_caps: BTreeMap<CriterionId, CapId>,
}

impl Expected {
    /// S C D B; `None` for a criterion that is absent.
    pub fn levels(text: &str) -> Option<[u8; 4]> {
        if text == "SA" {
            return None;
        }
        let digits: Vec<u8> = text.bytes().map(|b| b.wrapping_sub(b'0')).collect();
        let digits: [u8; 4] = digits.try_into().unwrap_or_else(|_| panic!("{text:?} is not four levels"));
        assert!(digits.iter().all(|level| *level <= 4), "{text:?} has a level above 4");
        Some(digits)
    }
}

/// The agents with their ratings, by name.
pub fn agents() -> Vec<(PathBuf, Expected)> {
    let mut folders: Vec<PathBuf> = fs::read_dir(package().join("corpus/agents"))
        .expect("corpus")
        .map(|entry| entry.expect("entry").path())
        .collect();
    folders.sort();
    folders
        .into_iter()
        .map(|folder| {
            let text = fs::read_to_string(folder.join("expected.yaml")).expect("expected.yaml");
            let expected = serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
            (folder, expected)
        })
        .collect()
}

/// Thousandths that a cap leaves.
fn most(cap: Option<&CapId>) -> u32 {
    match cap {
        None => 1000,
        Some(CapId::G1) => 500,
        Some(_) => 250,
    }
}

fn raw(levels: [u8; 4]) -> u32 {
    Parameter::ALL.iter().zip(levels).map(|(parameter, level)| parameter.per_level() * u32::from(level)).sum()
}

#[test]
fn hand_ratings_obey_the_method() {
    let agents = agents();
    assert!(agents.len() >= 3);
    for (folder, expected) in &agents {
        let name = folder.display();
        assert_eq!(expected.surface.len(), 9, "{name}");
        assert_eq!(expected.levels.keys().copied().collect::<Vec<_>>(), CriterionId::ALL, "{name}");
        for (id, text) in expected.levels.iter().chain(&expected.default_levels) {
            let Some([s, c, d, _]) = Expected::levels(text) else {
                let may_be_absent =
                    [CriterionId::C2, CriterionId::C3, CriterionId::C4, CriterionId::C6, CriterionId::C7];
                assert!(may_be_absent.contains(id), "{name}: {id} is never absent as a whole");
                let server = expected.kind == Kind::ToolServer;
                assert!(!(server && *id == CriterionId::C2), "{name}: a tool server always has the surface of {id}");
                continue;
            };
            assert!(c <= s + 1 && d <= s + 1, "{name}: {id} exceeds S by more than one");
        }
        let worst = |levels: &BTreeMap<CriterionId, String>| {
            levels.get(&CriterionId::C5).and_then(|text| Expected::levels(text)).is_some_and(|[.., b]| b == 0)
        };
        assert_eq!(worst(&expected.levels), expected.caps.get(&CriterionId::C5) == Some(&CapId::C5WorstCase), "{name}");
        assert_eq!(
            worst(&expected.default_levels),
            expected.default_caps.get(&CriterionId::C5) == Some(&CapId::C5WorstCase),
            "{name}"
        );
        for id in &expected.alt {
            assert_eq!(expected.caps.get(id), Some(&CapId::G1), "{name}: {id} counts an opt-in mechanism");
            let score = |levels: &str, cap| Expected::levels(levels).map(|levels| raw(levels).min(most(cap)));
            let counted = score(&expected.levels[id], expected.caps.get(id));
            let shipped = score(&expected.default_levels[id], expected.default_caps.get(id));
            assert!(counted > shipped, "{name}: {id} counts the lower mechanism");
        }
    }
}

#[test]
fn corpus_repositories_have_one_fixed_commit() {
    if !have("git") {
        return;
    }
    for (folder, _) in agents() {
        let [one, two] = [repository_of(&folder), repository_of(&folder)].map(|repository| {
            let head = clean("git").args(["rev-parse", "HEAD"]).current_dir(repository.path()).output().expect("git");
            assert!(head.status.success());
            let files = clean("git")
                .args(["ls-tree", "-r", "--name-only", "HEAD"])
                .current_dir(repository.path())
                .output()
                .expect("git");
            let files = String::from_utf8(files.stdout).expect("UTF-8");
            assert!(files.lines().count() >= 10, "{files}");
            assert!(!files.contains("expected.yaml"));
            head.stdout
        });
        assert_eq!(one, two);
    }
}
