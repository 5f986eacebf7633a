//! An inventory of a few hundred rows that still shows every part of a large repository.

use std::collections::{BTreeMap, BTreeSet};

use super::inventory::Inventory;

/// A row: of the tools (0) or of a section, and its index there.
type Item = (usize, usize);

impl Inventory {
    /// Keeps so many rows, tools among them: of each file some, first of those with rows in many sections.
    pub fn shorten(&mut self, most: usize) {
        let rows: usize = self.sections.iter().map(|section| section.rows.len()).sum();
        if self.tools.len() + rows <= most {
            return;
        }
        let all = self.tools.len() + rows;
        let kept = self.first(most);
        retain(&mut self.tools, 0, &kept);
        for (index, section) in self.sections.iter_mut().enumerate() {
            retain(&mut section.rows, index + 1, &kept);
        }
        self.left_out = (all - kept.len()) as u64;
    }

    fn first(&self, most: usize) -> BTreeSet<Item> {
        let mut files: BTreeMap<&str, BTreeMap<usize, Vec<Item>>> = BTreeMap::new();
        let mut add = |file, section: usize, index: usize| {
            let sections: &mut BTreeMap<usize, Vec<Item>> = files.entry(file).or_default();
            sections.entry(section).or_default().push((section, index));
        };
        for (index, tool) in self.tools.iter().enumerate() {
            add(&tool.place.file, 0, index);
        }
        for (at, section) in self.sections.iter().enumerate() {
            for (index, row) in section.rows.iter().enumerate() {
                add(&row.place.file, at + 1, index);
            }
        }
        // The rows of a file: the first of each section, then the second of each.
        let mut lists: Vec<(&str, usize, Vec<Item>)> = files
            .into_iter()
            .map(|(file, sections)| {
                let count = sections.len();
                let longest = sections.values().map(Vec::len).max().unwrap_or(0);
                let turns = (0..longest).flat_map(|turn| sections.values().filter_map(move |items| items.get(turn)));
                (file, count, turns.copied().collect())
            })
            .collect();
        lists.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        let longest = lists.iter().map(|(.., items)| items.len()).max().unwrap_or(0);
        let turns = (0..longest).flat_map(|turn| lists.iter().filter_map(move |(.., items)| items.get(turn)));
        turns.copied().take(most).collect()
    }
}

fn retain<T>(rows: &mut Vec<T>, section: usize, kept: &BTreeSet<Item>) {
    let mut at = 0..rows.len();
    rows.retain(|_| at.next().is_some_and(|index| kept.contains(&(section, index))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Pairs, PlaceLink, Row, Section};

    fn row(file: &str, line: usize) -> Row {
        let place = PlaceLink { file: file.to_owned(), lines: line.to_string(), url: None };
        Row { rules: vec![], titles: vec![], place, name: None, function: None, state: None }
    }

    #[test]
    fn every_file_keeps_some_rows() {
        let section = |id: &str, rows: Vec<Row>| Section { id: id.to_owned(), title: id.to_owned(), rows };
        let many: Vec<Row> = (1..=20).map(|line| row("a.py", line)).chain([row("b.py", 3)]).collect();
        let mut inventory = Inventory {
            name: String::new(),
            repo_url: None,
            subpath: None,
            pinned_commit: String::new(),
            uncommitted: false,
            tools: vec![],
            pairs: Pairs::default(),
            sections: vec![section("one", many), section("two", vec![row("b.py", 9), row("c.py", 1)])],
            incomplete: vec![],
            left_out: 0,
        };
        let whole = inventory.clone();
        inventory.shorten(23);
        assert_eq!(inventory, whole);
        inventory.shorten(5);
        let shown = |at: usize| -> Vec<(&str, &str)> {
            inventory.sections[at].rows.iter().map(|row| (&*row.place.file, &*row.place.lines)).collect()
        };
        assert_eq!(shown(0), [("a.py", "1"), ("a.py", "2"), ("b.py", "3")]);
        assert_eq!((shown(1), inventory.left_out), (vec![("b.py", "9"), ("c.py", "1")], 18));
    }
}
