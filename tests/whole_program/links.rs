//! Permalinks equal those of published cards.

use std::{fs, path::Path};

use depthgauge::{evidence::Permalinks, facts::Span};

use crate::common::folder;

/// `[path:lines](address)` of a Markdown card.
fn links(text: &str) -> Vec<(&str, Span, &str)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("](https://github.com/") {
        let Some(start) = text[..at].rfind('[') else { continue };
        let Some((path, lines)) = text[start + 1..at].rsplit_once(':') else { continue };
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        let (Ok(start), Ok(end)) = (from.parse(), to.parse()) else { continue };
        let address = &text[at + 2..];
        let address = &address[..address.find(')').expect("end of link")];
        found.push((path, Span { start, end }, address));
    }
    found
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = &text[text.find(before).expect("start") + before.len()..];
    &rest[..rest.find(after).expect("end")]
}

fn check(card: &Path) {
    let text = fs::read_to_string(card).expect("card");
    let commit = between(&text, "**Commit:** `", "`");
    let permalinks = Permalinks::new(Some(between(&text, "**Repo:** ", " ")), commit);
    let links = links(&text);
    assert!(links.len() > 20, "{}: {} links", card.display(), links.len());
    for (path, lines, address) in links {
        assert_eq!(permalinks.link(path, lines).as_deref(), Some(address), "{}", card.display());
    }
}

#[test]
fn equal_those_of_published_cards() {
    let Some(seeds) = folder("DEPTHGAUGE_SEEDS") else { return };
    let mut cards = 0;
    for entry in fs::read_dir(seeds).expect("seeds") {
        let path = entry.expect("entry").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            check(&path);
            cards += 1;
        }
    }
    assert!(cards > 0, "no Markdown card among the seeds");
}
