//! Repairs in a draft: numbers of hits and moved places, where they stand in their lines. All else is authored.

use super::{Change, Fixed};
use crate::{
    card::{CardData, Evidence, Place, PublishedCard},
    verify::items::items,
};

/// Lines of one item.
const ITEM: usize = 5;

pub(super) fn fix(text: &str, card: &PublishedCard, right: &CardData) -> Fixed {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut changes = Vec::new();
    if card.pinned_commit != right.pinned_commit {
        replace(&mut lines, &mut changes, "pinned_commit", 0, &card.pinned_commit, &right.pinned_commit);
    }
    for (old, new) in items(card).iter().zip(items(right)) {
        match (old.evidence, new.evidence) {
            (Evidence::Search(old), Evidence::Search(new)) if old.hits != new.hits => {
                let quoted = serde_json::Value::from(old.search.as_str()).to_string();
                let holds = |line: &String| line.contains(&old.search) || line.contains(&quoted);
                for at in 0..lines.len() {
                    if holds(&lines[at]) {
                        replace(&mut lines, &mut changes, "hits", at, &old.hits.to_string(), &new.hits.to_string());
                    }
                }
            }
            (Evidence::Code(old), Evidence::Code(new)) if (&old.file, &old.lines) != (&new.file, &new.lines) => {
                for at in 0..lines.len() {
                    let near = &lines[at..(at + ITEM).min(lines.len())];
                    let lines_of_item = near.iter().any(|line| line.contains("lines") && line.contains(&old.lines));
                    if lines[at].contains("file") && lines[at].contains(&old.file) && lines_of_item {
                        replace(&mut lines, &mut changes, "lines", at, &old.lines, &new.lines);
                        replace(&mut lines, &mut changes, "file", at, &old.file, &new.file);
                    }
                }
            }
            _ => {}
        }
    }
    Fixed { text: lines.join("\n"), changes }
}

/// Replaces the value of `key` in the item that begins at a line, if it is still the old one.
fn replace(lines: &mut [String], changes: &mut Vec<Change>, key: &str, at: usize, from: &str, to: &str) {
    let end = if at == 0 { lines.len() } else { (at + ITEM).min(lines.len()) };
    for (line, text) in lines.iter_mut().enumerate().take(end).skip(at) {
        let Some(start) = text.find(key).map(|found| found + key.len()) else { continue };
        let rest = &text[start..];
        let border = |value: &usize| rest[..*value].trim_matches(['"', ' ', ':', '\'']).is_empty();
        let Some(value) = rest.find(from).filter(border) else { continue };
        let value = start + value;
        if from != to {
            text.replace_range(value..value + from.len(), to);
            let what = format!("{key}: {from} → {to}");
            changes.push(Change { place: Place::Line(line + 1), what });
        }
        return;
    }
}
