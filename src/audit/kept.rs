//! Commits that were examined, kept whole: the one that a change starts from was the end of an earlier change. Unlike
//! facts, which any commit may share, such an entry is of one commit, one set of rules and one state of the program.

use serde::{Deserialize, Serialize};

use super::{AuditOptions, Examined, InventoryTool, PlaceLink};
use crate::{
    card::CardData,
    detect::Signal,
    facts::{Cache, Key},
    rulebook::Rulebook,
    source::{Commit, RepoPath, Snapshot},
};

/// Names the program that rates.
const PROGRAM: &str = env!("DEPTHGAUGE_PROGRAM");

#[derive(Serialize, Deserialize)]
struct Kept {
    name: String,
    uncommitted: bool,
    tag: Option<String>,
    /// JSON, as cards are written.
    card: String,
    signals: Vec<Signal>,
    beyond: Vec<Signal>,
    tools: Vec<InventoryTool>,
    /// By tool and by what it reaches: what an inventory does not print.
    deciding: Vec<Vec<Vec<PlaceLink>>>,
    lacks: Vec<String>,
    product: Vec<String>,
}

/// Where the examination of a commit is kept; `None` for a work tree, which has no name.
pub(super) fn key(snapshot: &Snapshot, rulebook: &Rulebook, options: &AuditOptions) -> Option<Key> {
    let commit = snapshot.commit();
    if commit.uncommitted {
        return None;
    }
    let rules = format!("{} {}", rulebook.version(), rulebook.signals_version());
    let asked = format!("{:?} {options:?} {:?}", snapshot.remote(), commit.tag);
    let folder = snapshot.subpath().map(RepoPath::as_bytes).unwrap_or_default();
    let parts = [b"examined", PROGRAM.as_bytes(), commit.id.as_bytes(), snapshot.name().as_bytes()];
    Some(Key::of(&[&parts[..], &[folder, rules.as_bytes(), asked.as_bytes()]].concat()))
}

pub(super) fn get(cache: &Cache, key: &Key, snapshot: &Snapshot) -> Option<Examined> {
    let mut kept: Kept = cache.value(key)?;
    for (tool, deciding) in kept.tools.iter_mut().zip(kept.deciding) {
        for (reached, deciding) in tool.reaches.iter_mut().zip(deciding) {
            reached.deciding = deciding;
        }
    }
    let card: CardData = serde_json::from_str(&kept.card).ok()?;
    Some(Examined {
        name: kept.name,
        repo_url: snapshot.remote().map(str::to_owned),
        commit: Commit { uncommitted: kept.uncommitted, tag: kept.tag, ..snapshot.commit().clone() },
        card: Some(Box::new(card)),
        no_agent: None,
        signals: kept.signals,
        beyond: kept.beyond,
        tools: kept.tools,
        incomplete: Vec::new(),
        lacks: kept.lacks.into_iter().collect(),
        product: kept.product.into_iter().collect(),
    })
}

/// What was read in part, or without an object that may come later, is not kept: the next run may read more.
pub(super) fn put(cache: &Cache, key: Key, examined: &Examined) {
    let Some(card) = examined.card.as_deref().filter(|_| examined.incomplete.is_empty()) else { return };
    let Ok(card) = serde_json::to_string(card) else { return };
    let deciding = |tool: &InventoryTool| tool.reaches.iter().map(|reached| reached.deciding.clone()).collect();
    let kept = Kept {
        name: examined.name.clone(),
        uncommitted: examined.commit.uncommitted,
        tag: examined.commit.tag.clone(),
        card,
        signals: examined.signals.clone(),
        beyond: examined.beyond.clone(),
        deciding: examined.tools.iter().map(deciding).collect(),
        tools: examined.tools.clone(),
        lacks: examined.lacks.iter().cloned().collect(),
        product: examined.product.iter().cloned().collect(),
    };
    cache.put_value(key, &kept);
}
