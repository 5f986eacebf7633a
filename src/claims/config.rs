//! Lines of configuration in documents: keys with their values.

use super::sentence::{Form, Unit};
use crate::facts::{Span, snake};

/// Lines of one block that are read.
const MOST: usize = 400;

/// The keys of a block. `first` is the line of its first line.
pub(super) fn read(text: &str, first: u32, sections: &[String], units: &mut Vec<Unit>) {
    // Indentation and key of the maps that are open.
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut last: Option<usize> = None;
    for (line, raw) in (first..).zip(text.lines()).take(MOST) {
        let indent = raw.len() - raw.trim_start().len();
        let trimmed = raw.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) || trimmed.starts_with("//") {
            continue;
        }
        if let Some(item) = trimmed.strip_prefix("- ")
            && pair(item).is_none()
        {
            // An item of the list that the last key holds.
            if let Some(unit) = last.and_then(|index: usize| units.get_mut(index))
                && let Form::Config { value, .. } = &mut unit.form
            {
                if !value.is_empty() {
                    value.push_str(", ");
                }
                value.push_str(plain(item));
                unit.text.push_str(if unit.text.ends_with(':') { " " } else { ", " });
                unit.text.push_str(plain(item));
                unit.lines.end = line;
            }
            continue;
        }
        let Some((key, value)) = pair(trimmed.trim_start_matches("- ")) else { continue };
        while open.last().is_some_and(|(deep, _)| *deep >= indent) {
            open.pop();
        }
        let mut dotted: Vec<String> = open.iter().map(|(_, key)| key.clone()).collect();
        dotted.push(snake(key));
        open.push((indent, snake(key)));
        last = Some(units.len());
        units.push(Unit {
            lines: Span { start: line, end: line },
            block: line,
            text: format!("{key}: {value}").trim_end().to_owned(),
            form: Form::Config { key: dotted.join("."), value: value.to_owned() },
            sections: sections.to_vec(),
        });
    }
}

/// Key and value of `key: value`, `KEY=value`, `"key": value` or `export KEY=value`.
fn pair(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("export ").unwrap_or(line).trim_end_matches(',');
    let at = line.find([':', '='])?;
    let key = line[..at].trim().trim_matches(['"', '\'']);
    let named = !key.is_empty() && key.len() <= 80;
    let shaped = key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    let rest = &line[at + 1..];
    // `run:approved` is a name, `run: approved` a pair; JSON quotes its keys.
    let quoted = line[..at].trim_end().ends_with(['"', '\'']);
    if line.as_bytes()[at] == b':' && !quoted && !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    // `http://…` and `a::b` are no pairs.
    if !named || !shaped || key.bytes().all(|b| b.is_ascii_digit()) || rest.starts_with(['/', ':', '=', '>']) {
        return None;
    }
    Some((key, plain(rest)))
}

fn plain(value: &str) -> &str {
    let value = value.split(" #").next().unwrap_or_default().trim();
    value.trim_matches(['"', '\''])
}

/// Whether lines of a text without marks are configuration: every one a pair or an item, and some below another.
pub(super) fn looks_like(lines: &[&str]) -> bool {
    let fits = |line: &&str| {
        let trimmed = line.trim();
        let value_is_short = pair(trimmed).is_some_and(|(key, value)| {
            value.split_whitespace().count() <= 6 && key.starts_with(|c: char| c.is_ascii_lowercase())
        });
        trimmed.starts_with("- ") || value_is_short
    };
    let below = lines.iter().filter(|line| line.starts_with([' ', '\t'])).count();
    lines.len() >= 2 && below >= 1 && lines.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_dotted_and_lists_belong_to_theirs() {
        let text =
            "phase: approved\nguard:\n  required_approval: human\n  toolAllowlist:\n    - run:approved\n    - x\nA=1\n";
        let mut units = Vec::new();
        read(text, 10, &[], &mut units);
        let found: Vec<(u32, String, String)> = units
            .into_iter()
            .filter_map(|unit| match unit.form {
                Form::Config { key, value } => Some((unit.lines.start, key, value)),
                _ => None,
            })
            .collect();
        let wanted = [
            (10, "phase", "approved"),
            (11, "guard", ""),
            (12, "guard.required_approval", "human"),
            (13, "guard.tool_allowlist", "run:approved, x"),
            (16, "a", "1"),
        ];
        assert_eq!(found, wanted.map(|(line, key, value)| (line, key.to_owned(), value.to_owned())));
    }

    #[test]
    fn prose_is_no_configuration() {
        assert!(looks_like(&["phase: approved", "guard:", "  ttl: 30m", "    - a:b"]));
        assert!(!looks_like(&["Inbound: HTTP API", "Outbound: read-only"]));
        assert!(!looks_like(&["note: this is a long sentence that explains the matter", "  and: more"]));
    }
}
