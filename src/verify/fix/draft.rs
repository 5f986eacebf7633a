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
                let holds = |line: &String| {
                    value_at(line, "search", &old.search).or_else(|| value_at(line, "search", &quoted)).is_some()
                };
                for at in 0..lines.len() {
                    let near = &lines[at..(at + ITEM).min(lines.len())];
                    if holds(&lines[at]) && near.iter().any(|line| value_at(line, "scope", &old.scope).is_some()) {
                        replace(&mut lines, &mut changes, "hits", at, &old.hits.to_string(), &new.hits.to_string());
                    }
                }
            }
            (Evidence::Code(old), Evidence::Code(new)) if (&old.file, &old.lines) != (&new.file, &new.lines) => {
                for at in 0..lines.len() {
                    let near = &lines[at..(at + ITEM).min(lines.len())];
                    let lines_of_item = near.iter().any(|line| value_at(line, "lines", &old.lines).is_some());
                    if value_at(&lines[at], "file", &old.file).is_some() && lines_of_item {
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
        let Some(value) = value_at(text, key, from) else { continue };
        if from != to {
            text.replace_range(value..value + from.len(), to);
            let what = format!("{key}: {from} → {to}");
            changes.push(Change { place: Place::Line(line + 1), what });
        }
        return;
    }
}

/// Where a line gives a key this value and no longer one.
fn value_at(text: &str, key: &str, value: &str) -> Option<usize> {
    text.match_indices(key).find_map(|(found, _)| {
        let start = found + key.len();
        let rest = &text[start..];
        let at = rest.find(value)?;
        let between = &rest[..at];
        let given = between.contains(':') && between.trim_matches(['"', ' ', ':', '\'']).is_empty();
        let whole =
            rest[at + value.len()..].chars().next().is_none_or(|c| matches!(c, '"' | '\'' | ' ' | ',' | '}' | '\r'));
        (given && whole).then_some(start + at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_whole_of_it() {
        assert_eq!(value_at("  - {search: rg -n x, scope: ., hits: 12}", "hits", "1"), None);
        assert_eq!(value_at("  - {search: rg -n x, scope: ., hits: 1}", "hits", "1"), Some(38));
        assert_eq!(value_at("    lines: \"34\"", "lines", "3"), None);
        assert_eq!(value_at("    lines: \"34\"", "lines", "34"), Some(12));
        assert_eq!(value_at("    search: 'rg hits x'", "hits", "x"), None);
    }

    #[test]
    fn a_search_is_that_of_its_scope() {
        let mut lines: Vec<String> =
            ["- search: rg x", "  scope: src", "  hits: 1", "- search: rg x", "  scope: docs", "  hits: 12"]
                .map(str::to_owned)
                .to_vec();
        let mut changes = Vec::new();
        replace(&mut lines, &mut changes, "hits", 0, "1", "5");
        assert_eq!((lines[2].as_str(), lines[5].as_str()), ("  hits: 5", "  hits: 12"));
        assert_eq!(changes.len(), 1);
    }
}
