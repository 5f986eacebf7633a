//! Evidence in Markdown: how it is written, and how it is read back from a raw slice.

use super::{CodeEvidence, Evidence, SearchEvidence};
use crate::text;

/// Longest link text, target, command or note that is read, in bytes.
const LONGEST: usize = 16 * 1024;
/// Dashes that are tried as the border between a finding and its evidence.
const BORDERS: usize = 64;

/// One item as cards print it.
pub fn evidence_text(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Code(code) => {
            let place = format!("{}:{}", code.file, code.lines);
            let place = match &code.url {
                Some(url) => format!("[{}]({})", text::link_text(&place), text::link_target(url)),
                None => text::code(&place),
            };
            place + &note_text(code.note.as_deref())
        }
        Evidence::Search(search) => format!(
            "searched {} in {} → {} hits{}",
            text::code(&search.search),
            text::code(&search.scope),
            search.hits,
            note_text(search.note.as_deref()),
        ),
    }
}

/// A note in brackets behind what it is about.
pub fn note_text(note: Option<&str>) -> String {
    note.map(|n| format!(" ({n})")).unwrap_or_default()
}

/// A statement and the evidence behind it: `statement — item; item`, or the dialect with `Evidence: `. The first
/// border behind which everything is evidence divides the two; without one all of it is statement.
pub(super) fn split(text: &str) -> (&str, Vec<Evidence>) {
    let borders = text.match_indices(" — ").map(|(at, border)| (at, at + border.len()));
    for (end, mut start) in borders.take(BORDERS) {
        if let Some(rest) = text[start..].strip_prefix("Evidence: ") {
            start = text.len() - rest.len();
        }
        if let Some(evidence) = list(&text[start..]) {
            return (&text[..end], evidence);
        }
    }
    for (at, border) in text.match_indices("Evidence: ").take(BORDERS) {
        if let Some(evidence) = list(&text[at + border.len()..]) {
            return (text[..at].trim_end_matches([' ', '\n']), evidence);
        }
    }
    match list(text) {
        Some(evidence) => ("", evidence),
        None => (text, vec![]),
    }
}

/// Items joined by `; `; `None` unless the whole text is that.
pub(super) fn list(mut text: &str) -> Option<Vec<Evidence>> {
    let mut items = Vec::new();
    loop {
        let (item, rest) = item(text)?;
        items.push(item);
        if rest.is_empty() {
            return Some(items);
        }
        text = rest.strip_prefix("; ")?;
    }
}

fn item(text: &str) -> Option<(Evidence, &str)> {
    if let Some(rest) = text.strip_prefix("searched ") {
        return search(rest);
    }
    let (place, url, rest) = match text.as_bytes().first()? {
        b'[' => {
            let (label, rest) = bracketed(text, '[', ']')?;
            let (url, rest) = target(rest)?;
            let label = match code(label) {
                Some((inner, "")) => inner,
                _ => unescape(label),
            };
            (label, Some(url), rest)
        }
        b'`' => {
            let (place, rest) = code(text)?;
            (place, None, rest)
        }
        _ => {
            let end = text.find([' ', ';', '\n', '`', '[', ']', '(', ')']).unwrap_or(text.len());
            (text[..end].to_owned(), None, &text[end..])
        }
    };
    let (file, lines) = match place.rsplit_once(':') {
        Some((file, lines)) if are_lines(lines) && !file.is_empty() => (file.to_owned(), lines.to_owned()),
        _ => (place, anchor_lines(url.as_deref()?)?),
    };
    let (note, rest) = note(rest);
    Some((Evidence::Code(CodeEvidence { file, lines, contains: None, note, url }), rest))
}

fn search(text: &str) -> Option<(Evidence, &str)> {
    let (search, rest) = code(text)?;
    let (mut scope, mut rest) = code(rest.strip_prefix(" in ")?)?;
    while let Some((more, behind)) = rest.strip_prefix(", ").and_then(code) {
        scope = format!("{scope} {more}");
        rest = behind;
    }
    let rest = rest.strip_prefix(" → ").or_else(|| rest.strip_prefix(" -> "))?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let hits = rest[..digits].parse().ok()?;
    let rest = rest[digits..].strip_prefix(" hit")?;
    let (note, rest) = note(rest.strip_prefix('s').unwrap_or(rest));
    Some((Evidence::Search(SearchEvidence { search, scope, hits, note }), rest))
}

/// ` (note)` in front of the end or of the next item. Brackets within the note may be balanced or not.
fn note(text: &str) -> (Option<String>, &str) {
    let Some(inner) = text.strip_prefix(" (") else { return (None, text) };
    let ends_here = |rest: &str| rest.is_empty() || rest.strip_prefix("; ").is_some_and(starts_item);
    let mut depth = 0usize;
    let mut unbalanced = None;
    for (at, c) in inner.char_indices().take_while(|(at, _)| *at < LONGEST) {
        match c {
            '(' => depth += 1,
            ')' if ends_here(&inner[at + 1..]) => {
                if depth == 0 {
                    unbalanced = Some(at);
                    break;
                }
                unbalanced = unbalanced.or(Some(at));
                depth -= 1;
            }
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    match unbalanced {
        Some(at) => (Some(inner[..at].to_owned()), &inner[at + 1..]),
        None => (None, text),
    }
}

fn starts_item(text: &str) -> bool {
    text.starts_with("searched `") || text.starts_with('[') || item(text).is_some()
}

/// The content of a code span at the start of `text`, and what follows it.
pub(super) fn code(text: &str) -> Option<(String, &str)> {
    let fence = text.len() - text.trim_start_matches('`').len();
    if fence == 0 {
        return None;
    }
    let inner = &text[fence..];
    let mut at = 0;
    while at < inner.len().min(LONGEST) {
        let run_start = at + inner[at..].find('`')?;
        let run = inner[run_start..].len() - inner[run_start..].trim_start_matches('`').len();
        if run == fence {
            let mut content = inner[..run_start].replace('\n', " ");
            if content.starts_with(' ') && content.ends_with(' ') && !content.trim_matches(' ').is_empty() {
                content = content[1..content.len() - 1].to_owned();
            }
            return Some((content, &inner[run_start + run..]));
        }
        at = run_start + run;
    }
    None
}

/// The text between a bracket at the start of `text` and its partner, backslash escapes respected.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    if !text.starts_with(open) {
        return None;
    }
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < LONGEST) {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match c {
            '\\' => escaped = true,
            c if c == open => depth += 1,
            c if c == close => {
                depth -= 1;
                if depth == 0 {
                    return Some((&text[1..at], &text[at + 1..]));
                }
            }
            _ => {}
        }
    }
    None
}

fn target(text: &str) -> Option<(String, &str)> {
    let (inside, rest) = bracketed(text, '(', ')')?;
    let url = inside.strip_prefix('<').and_then(|u| u.strip_suffix('>')).unwrap_or(inside);
    (!url.is_empty() && !url.contains(char::is_whitespace)).then(|| (unescape(url), rest))
}

/// Backslash escapes of ASCII punctuation undone.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => {
                out.push(*next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

/// `N` or `N-M`.
pub(super) fn are_lines(text: &str) -> bool {
    let number = |t: &str| !t.is_empty() && t.len() <= 9 && t.bytes().all(|b| b.is_ascii_digit());
    match text.split_once('-') {
        Some((a, b)) => number(a) && number(b),
        None => number(text),
    }
}

/// `#L3-L7` at the end of a permalink.
fn anchor_lines(url: &str) -> Option<String> {
    let lines = url.rsplit_once("#L")?.1.replace("-L", "-");
    are_lines(&lines).then_some(lines)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cite(file: &str, lines: &str, note: Option<&str>, url: Option<&str>) -> Evidence {
        Evidence::Code(CodeEvidence {
            file: file.into(),
            lines: lines.into(),
            contains: None,
            note: note.map(Into::into),
            url: url.map(Into::into),
        })
    }

    fn seek(search: &str, scope: &str, hits: u64, note: Option<&str>) -> Evidence {
        Evidence::Search(SearchEvidence {
            search: search.into(),
            scope: scope.into(),
            hits,
            note: note.map(Into::into),
        })
    }

    #[test]
    fn written_and_read_back() {
        let items = vec![
            cite(
                "app/[id]/(x)/__init__.py",
                "3-9",
                None,
                Some("https://h/o/r/blob/c/app/%5Bid%5D/%28x%29/__init__.py#L3-L9"),
            ),
            cite("a b/c.go", "7", Some("the gate; see [x](y)"), None),
            seek("rg -n -i 'a|b`c'", "src lib 'my dir'", 12, Some("hits are (mostly) comments; `x)` and")),
            seek("rg -n x", ".", 0, None),
        ];
        let text = items.iter().map(evidence_text).collect::<Vec<_>>().join("; ");
        assert_eq!(list(&text).as_ref(), Some(&items), "{text}");
        let whole = format!("Calls go — by [a link](u) — through `x — [a:1](u)` (verified) first. — {text}");
        let (finding, evidence) = split(&whole);
        assert_eq!(finding, "Calls go — by [a link](u) — through `x — [a:1](u)` (verified) first.");
        assert_eq!(evidence, items);
    }

    #[test]
    fn dialects() {
        let want = vec![cite("a.py", "1", None, Some("u#L1"))];
        for text in [
            "It is. Evidence: [a.py:1](u#L1)",
            "It is. — Evidence: [a.py:1](u#L1)",
            "It is. — [`a.py:1`](u#L1)",
            "It is. — [a.py](u#L1)",
        ] {
            assert_eq!(split(text), ("It is.", want.clone()), "{text}");
        }
        assert_eq!(split("It is. — a.py:1; b.py:2-3").1.len(), 2);
        assert_eq!(split("Nothing — to see"), ("Nothing — to see", vec![]));
    }

    #[test]
    fn hostile_slices_end_soon() {
        let started = std::time::Instant::now();
        for piece in [" — [", " — searched `", "`", " — [a:1](u); ", " — [a:1](u) (", "(", ")", "Evidence: ", "\\"]
        {
            let _ = split(&piece.repeat(2_000_000 / piece.len()));
        }
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }

    proptest! {
        #[test]
        fn any_search_survives(command in "rg [ -~]{1,40}", scope in "[!-~][ -~]{0,20}", hits: u32, note in "[a-z`( ]{0,20}[a-z]") {
            let item = seek(&command, &scope, hits.into(), Some(&note));
            let text = evidence_text(&item);
            prop_assert_eq!(list(&text), Some(vec![item]), "{}", text);
        }

        #[test]
        fn any_text_splits_without_panic(text in "[`\\[\\]() —;:a1\\\\\n]{0,200}") {
            let (finding, evidence) = split(&text);
            prop_assert!(!evidence.is_empty() || finding == text);
        }
    }
}
