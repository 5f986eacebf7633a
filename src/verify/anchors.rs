//! The text of each level that a card gives, and of the next one: what a maintainer can argue with.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, Serialize};

use crate::{
    assess::Kind,
    card::CardData,
    rubric::{CriterionId, Level, Parameter},
    score::Counted,
};

/// `rules/anchors/levels.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Anchors {
    criteria: BTreeMap<CriterionId, BTreeMap<Parameter, [String; 5]>>,
    tool_server: BTreeMap<CriterionId, [String; 5]>,
}

static ANCHORS: LazyLock<Anchors> = LazyLock::new(|| {
    serde_yaml::from_str(include_str!("../../rules/anchors/levels.yaml"))
        .unwrap_or_else(|e| unreachable!("built-in anchors: {e}"))
});

/// What a level says, by kind of project.
pub fn anchor(id: CriterionId, parameter: Parameter, level: Level, kind: Option<Kind>) -> &'static str {
    let anchors = &*ANCHORS;
    let own =
        (parameter == Parameter::S && kind == Some(Kind::ToolServer)).then(|| anchors.tool_server.get(&id)).flatten();
    let ladder = own.or_else(|| anchors.criteria.get(&id)?.get(&parameter));
    ladder.map_or("", |ladder| &ladder[usize::from(level.get())])
}

/// One level of a card with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelAnchors {
    /// `C2.D`.
    pub cell: String,
    pub mechanism: Counted,
    pub level: Level,
    pub says: &'static str,
    /// Level and text of the next one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<(Level, &'static str)>,
}

/// Every level of the card, in its order; what is structurally absent has none.
pub fn anchors(card: &CardData) -> Vec<LevelAnchors> {
    let kind = card.depthgauge.as_ref().and_then(|ours| ours.kind);
    let mut all = Vec::new();
    for criterion in &card.criteria {
        for m in &criterion.mechanisms {
            for (p, rating) in m.parameters.iter().filter(|(_, rating)| !rating.structural_absence) {
                let next = Level::new(rating.level.get() + 1);
                all.push(LevelAnchors {
                    cell: format!("{}.{p}", criterion.id),
                    mechanism: m.kind,
                    level: rating.level,
                    says: anchor(criterion.id, p, rating.level, kind),
                    next: next.map(|next| (next, anchor(criterion.id, p, next, kind))),
                });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_level_has_a_text_of_its_own() {
        let levels = || (0..=4).filter_map(Level::new);
        for id in CriterionId::ALL {
            for p in Parameter::ALL {
                let texts: BTreeSet<&str> = levels().map(|level| anchor(id, p, level, None)).collect();
                assert!(texts.len() == 5 && texts.iter().all(|text| text.ends_with('.')), "{id}.{p}: {texts:?}");
            }
        }
        for id in [CriterionId::C2, CriterionId::C5, CriterionId::C10] {
            for level in levels() {
                let own = anchor(id, Parameter::S, level, Some(Kind::ToolServer));
                assert!(!own.is_empty() && own != anchor(id, Parameter::S, level, None), "{id} {level:?}");
                assert_eq!(
                    anchor(id, Parameter::C, level, Some(Kind::ToolServer)),
                    anchor(id, Parameter::C, level, None)
                );
            }
        }
    }
}
