//! Every improvement that the card of a corpus agent prints, made in its source, leads to the total that was printed.

use std::{collections::BTreeMap, fs, path::Path};

use depthgauge::card::{CardData, Improvement};
use serde::Deserialize;

use crate::{
    common::{depthgauge, have, laid_over, package, repository_of},
    corpus::agents,
};

/// `corpus/improvements/improvements.yaml`: by agent and improvement what is taken out of the agent.
type Made = BTreeMap<String, BTreeMap<String, Change>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    /// What was done, in a sentence.
    change: String,
    /// Files of the agent that are gone.
    #[serde(default)]
    without: Vec<String>,
}

fn card(folder: &Path) -> CardData {
    let repository = repository_of(folder);
    let place = repository.path().display().to_string();
    let output = depthgauge()
        .args(["audit", &place, "--format", "json", "--date", "2026-01-02", "--quiet"])
        .output()
        .expect("depthgauge starts");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{}: {e}: {}", folder.display(), String::from_utf8_lossy(&output.stderr)))
}

/// Levels of every criterion as they count, `SA` for an absent one.
fn ratings(card: &CardData) -> BTreeMap<String, String> {
    card.criteria.iter().map(|criterion| (criterion.id.to_string(), criterion.rating())).collect()
}

/// What differs from what the improvement said.
fn differs(before: &CardData, said: &Improvement, after: &CardData) -> Option<String> {
    if after.score == said.score {
        return None;
    }
    let (before, now) = (ratings(before), ratings(after));
    let moved: Vec<String> = before
        .iter()
        .filter(|(id, rating)| now[*id] != **rating)
        .map(|(id, r)| format!("{id} {r}→{}", now[id]))
        .collect();
    let cells: Vec<String> = said
        .cells
        .iter()
        .map(|c| format!("{}.{} L{}→L{}", c.criterion, c.parameter, c.from_level.get(), c.to_level.get()))
        .collect();
    Some(format!(
        "{}: printed {:.1} ({}), made {:.1} ({})",
        said.id,
        said.score,
        cells.join(", "),
        after.score,
        moved.join(", ")
    ))
}

#[test]
fn improvements_lead_to_the_printed_total() {
    if !have("git") {
        return;
    }
    let corpus = package().join("corpus/improvements");
    let text = fs::read_to_string(corpus.join("improvements.yaml")).expect("improvements.yaml");
    let made: Made = serde_yaml::from_str(&text).expect("changes");
    let mut wrong = Vec::new();
    let mut tried = 0;
    assert!(made.len() >= 3, "three agents have twins");
    for (folder, _) in agents() {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        if !made.contains_key(&name) {
            continue;
        }
        let before = card(&folder);
        let ours = before.depthgauge.as_ref().expect("our part");
        assert_eq!(before.fixes.len(), 5, "{name}");
        for said in ours.fixes.iter().take(before.fixes.len()) {
            let Some(change) = made.get(&name).and_then(|changes| changes.get(&said.id)) else {
                wrong.push(format!("{name}: {} is printed ({}) and not made", said.id, said.fix.summary));
                continue;
            };
            assert!(!change.change.is_empty());
            let twin = laid_over(&folder, &corpus.join(&name).join(&said.id), &change.without);
            let after = card(twin.path());
            tried += 1;
            wrong.extend(differs(&before, said, &after).map(|words| format!("{name}: {words}")));
        }
    }
    assert_eq!(tried, made.values().map(BTreeMap::len).sum::<usize>(), "changes that no card prints");
    assert!(wrong.is_empty(), "{} tried\n{}", tried, wrong.join("\n"));
}
