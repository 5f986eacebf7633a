//! Files that reviewers cite, and how many of them cards cite and inventories list.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{reference::Key, statistics::share};
use crate::card::CardData;

/// What a reviewer cites of one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviewed {
    pub name: String,
    pub key: Key,
    pub files: BTreeSet<String>,
}

/// What is compared with it.
#[derive(Debug, Default)]
pub struct Listed {
    /// Files by project.
    cards: BTreeMap<Key, BTreeSet<String>>,
    inventories: BTreeMap<Key, BTreeSet<String>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overlap {
    /// Files that reviewers cite.
    pub files: usize,
    /// Of those of projects with a card the ones that it cites.
    pub on_cards: Share,
    /// Of those of projects with an inventory the ones that it lists.
    pub in_inventories: Share,
    pub projects: Vec<ProjectOverlap>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Share {
    pub found: usize,
    pub of: usize,
    pub share: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProjectOverlap {
    pub name: String,
    pub files: usize,
    /// `None` without a card, or an inventory.
    pub on_card: Option<usize>,
    pub in_inventory: Option<usize>,
    /// Cited by the reviewer alone.
    pub missed_by_card: Vec<String>,
    pub missed_by_inventory: Vec<String>,
}

/// Reads what a reviewer wrote: YAML with `name`, `repo`, perhaps `subpath`, and `at: [path:lines, …]` at any depth.
///
/// # Errors
/// What is no such YAML.
pub fn reviewed(yaml: &str) -> Result<Reviewed, String> {
    let value: serde_json::Value = serde_yaml::from_str(yaml).map_err(|e| e.to_string())?;
    let text = |key: &str| value.get(key).and_then(|text| text.as_str());
    let (Some(name), Some(repository)) = (text("name"), text("repo")) else {
        return Err("`name` and `repo` say which project it is of".to_owned());
    };
    let mut files = BTreeSet::new();
    walk(&value, &mut |key, value| {
        if key == "at" {
            let places = value.as_array().into_iter().flatten().filter_map(|place| place.as_str());
            files.extend(places.map(|place| file_of(place).to_owned()));
        }
        true
    });
    Ok(Reviewed { name: name.to_owned(), key: Key::new(repository, text("subpath").unwrap_or_default()), files })
}

/// `path:3`, `path:3-7`, `path:3, 9` without the lines.
fn file_of(place: &str) -> &str {
    let is_lines = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || " ,-".contains(c));
    place.rsplit_once(':').filter(|(_, lines)| is_lines(lines)).map_or(place, |(file, _)| file)
}

/// Every key with its value, from the outside in; not into what `visit` says no to.
fn walk(value: &serde_json::Value, visit: &mut dyn FnMut(&str, &serde_json::Value) -> bool) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            serde_json::Value::Object(map) => {
                for (key, value) in map {
                    if visit(key, value) {
                        open.push(value);
                    }
                }
            }
            serde_json::Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}

impl Listed {
    /// Adds the files that a card cites: its evidence, not what stands behind it.
    pub fn card(&mut self, card: &CardData) {
        let Ok(value) = serde_json::to_value(card) else { return };
        let mut files = BTreeSet::new();
        walk(&value, &mut |key, value| {
            if key == "file" {
                files.extend(value.as_str().map(str::to_owned));
            }
            key != "depthgauge"
        });
        let key = Key::new(card.repo_url.as_deref().unwrap_or_default(), card.subpath.as_deref().unwrap_or_default());
        self.cards.insert(key, files);
    }

    /// Adds the files of the rows of an inventory.
    ///
    /// # Errors
    /// What is no inventory.
    pub fn inventory(&mut self, json: &str) -> Result<(), String> {
        let value: serde_json::Value = serde_json::from_str(json).map_err(|e| e.to_string())?;
        let text = |key: &str| value.get(key).and_then(|text| text.as_str()).unwrap_or_default();
        if value.get("tools").is_none() || value.get("sections").is_none() {
            return Err("it has no tools and sections".to_owned());
        }
        let mut files = BTreeSet::new();
        walk(&value, &mut |key, value| {
            if key == "file" {
                files.extend(value.as_str().map(str::to_owned));
            }
            true
        });
        self.inventories.insert(Key::new(text("repo_url"), text("subpath")), files);
        Ok(())
    }

    /// Compares. What a reviewer cites counts where it `exists`; without a folder of its own a review is of the one
    /// folder of its repository that was rated.
    pub fn overlap(&self, reviewed: &[Reviewed], exists: &dyn Fn(&Reviewed, &str) -> bool) -> Overlap {
        let mut out =
            Overlap { files: 0, on_cards: Share::default(), in_inventories: Share::default(), projects: vec![] };
        for project in reviewed {
            let files: BTreeSet<&String> = project.files.iter().filter(|file| exists(project, file)).collect();
            let known = |all: &BTreeMap<Key, BTreeSet<String>>, share: &mut Share| {
                let own = all.get(&project.key).or_else(|| project.key.only_of(all));
                let missed: Vec<String> = files
                    .iter()
                    .filter(|file| own.is_some_and(|own| !own.contains(**file)))
                    .map(|f| (*f).clone())
                    .collect();
                let found = own.map(|_| files.len() - missed.len());
                share.found += found.unwrap_or(0);
                share.of += found.map_or(0, |_| files.len());
                (found, missed)
            };
            let (on_card, missed_by_card) = known(&self.cards, &mut out.on_cards);
            let (in_inventory, missed_by_inventory) = known(&self.inventories, &mut out.in_inventories);
            out.files += files.len();
            let (name, files) = (project.name.clone(), files.len());
            out.projects.push(ProjectOverlap {
                name,
                files,
                on_card,
                in_inventory,
                missed_by_card,
                missed_by_inventory,
            });
        }
        for all in [&mut out.on_cards, &mut out.in_inventories] {
            all.share = share(all.found, all.of);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REVIEW: &str = "name: Harbor\nrepo: https://github.com/example/harbor\ncriteria:\n  C1:\n    S: {level: 0, at: \
                          ['a.py:3', 'b.py:1-9, 12']}\n  C2: {cap: none, at: ['a.py:7', 'gone.py:1', 'docs/x']}\n";

    #[test]
    fn shares_are_of_files() {
        let review = reviewed(REVIEW).expect("a review");
        assert_eq!(review.files.iter().map(String::as_str).collect::<Vec<_>>(), ["a.py", "b.py", "docs/x", "gone.py"]);
        let mut listed = Listed::default();
        let inventory = r#"{"repo_url": "https://github.com/example/harbor.git", "subpath": "app",
            "tools": [{"place": {"file": "a.py"}, "reaches": [{"sink": {"file": "b.py"}}]}], "sections": []}"#;
        listed.inventory(inventory).expect("an inventory");
        let overlap = listed.overlap(&[review], &|_, file| file != "gone.py");
        assert_eq!((overlap.files, overlap.on_cards), (3, Share::default()));
        assert_eq!((overlap.in_inventories.found, overlap.in_inventories.of), (2, 3));
        assert_eq!(overlap.projects[0].missed_by_inventory, ["docs/x"]);
        assert_eq!(overlap.projects[0].on_card, None);
    }

    #[test]
    fn what_is_something_else_is_said() {
        assert!(reviewed("name: x").is_err() && reviewed("[").is_err());
        assert!(Listed::default().inventory("{}").is_err());
    }
}
