//! Published cards: what an author wrote comes out of reading and writing as it went in.

use std::{env, fs, path::Path};

use depthgauge::{
    card::{self, PublishedCard},
    report::{self, Templates},
};

fn written(card: &PublishedCard) -> String {
    report::markdown(card, &Templates::embedded()).expect("the embedded template renders every card")
}

/// Markdown → Markdown, and Markdown → JSON → Markdown.
fn assert_identical(name: &str, text: &str) {
    let read = card::read(text.as_bytes(), name).unwrap();
    assert_same_text(name, text, &written(&read));
    let json = report::json(&read).unwrap();
    let again = card::read(json.as_bytes(), "again.json").unwrap();
    assert_same_text(name, text, &written(&again));
    let entry = report::entry(&read).unwrap();
    assert!(!entry.contains("\"depthgauge\""));
    assert_same_text(name, text, &written(&card::read(entry.as_bytes(), "entry.json").unwrap()));
}

fn assert_same_text(name: &str, want: &str, got: &str) {
    for (i, (want, got)) in want.split('\n').zip(got.split('\n')).enumerate() {
        assert_eq!(got, want, "{name}, line {}", i + 1);
    }
    assert_eq!(got.len(), want.len(), "{name}: bytes");
}

#[test]
fn seeds_round_trip() {
    let Some(folder) = crate::common::folder("DEPTHGAUGE_SEEDS") else { return };
    let mut cards = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "md") {
            let text = fs::read_to_string(&path).unwrap();
            assert_identical(&path.display().to_string(), &text);
            let card = card::read(text.as_bytes(), "seed").unwrap();
            // A finding without evidence is the author's; everything else of these cards must be understood.
            for problem in card.problems() {
                assert!(matches!(problem.code, "evidence-withheld"), "{}: {problem}", path.display());
            }
            cards += 1;
        }
    }
    assert!(cards > 0, "no card in {}", folder.display());
}

fn corpus(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/cards").join(file);
    fs::read_to_string(path).unwrap()
}

#[test]
fn invented_card_round_trips() {
    if env::var_os("DEPTHGAUGE_BLESS").is_some() {
        let card = card::read(corpus("harbor-pilot.json").as_bytes(), "harbor-pilot.json").unwrap();
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/cards/harbor-pilot.md"), written(&card)).unwrap();
    }
    let (json, markdown) = (corpus("harbor-pilot.json"), corpus("harbor-pilot.md"));
    let card = card::read(json.as_bytes(), "harbor-pilot.json").unwrap();
    assert_eq!(card.problems(), []);
    assert_same_text("harbor-pilot.json", &json, &report::json(&card).unwrap());
    assert_same_text("harbor-pilot.md", &markdown, &written(&card));
    assert_identical("harbor-pilot.md", &markdown);
    let read = card::read(markdown.as_bytes(), "harbor-pilot.md").unwrap();
    assert_eq!(read.problems(), []);
}

#[test]
fn the_other_dialect_is_read_and_written_in_ours() {
    let ours = corpus("harbor-pilot.md");
    let mut theirs = String::new();
    for line in ours.lines() {
        let line = match line {
            l if l.starts_with("# Defense-in-Depth Score:") => l.replace("in-Depth Score", "in-depth score"),
            l if l.starts_with("### ") => l.replacen(" — ", ": ", 1),
            l if l.starts_with("- **Cap:**") => l.replacen(" — ", ": ", 1),
            l if l.starts_with("| C") => l.replace("| — |", "| none |"),
            l if l.trim_start().starts_with("- **") && l.contains(" — [") => l.replace(" — [", " Evidence: ["),
            l => l.to_owned(),
        };
        theirs.push_str(&line);
        theirs.push('\n');
    }
    assert_ne!(theirs.trim_end(), ours);
    let card = card::read(theirs.as_bytes(), "theirs.md").unwrap();
    assert_eq!(card.problems(), []);
    assert_same_text("theirs.md", &ours, &written(&card));
}

#[test]
fn what_is_not_understood_is_named_with_its_line() {
    let ours = corpus("harbor-pilot.md");
    let line_of = |text: &str, needle: &str| text.lines().position(|l| l.contains(needle)).unwrap() + 1;
    for (from, to, code) in [
        ("- **D L0:**", "- **D L9:**", "level"),
        ("- **Cap:** G2", "- **Cap:** G7", "unknown-cap"),
        ("**Category:** Infrastructure & Ops", "**Category:** Boats", "unknown-category"),
        ("- **Notes:**", "- **Remarks:**", "unknown-item"),
        ("## Limitations", "## Limits", "missing-section"),
        ("## Limitations", "## Sources", "unknown-section"),
        ("external communication yes", "external communication maybe", "unknown-capability"),
        ("**Commit:** `5d0c", "**Commit:** `zzzz", "commit"),
        ("before caps (Playbook 5)", "after caps", "improvement"),
        ("### C8 ", "### X8 ", "criterion"),
        ("| C3 |", "| C33 |", "table-row"),
        ("L2→L3 — The voyage", "L2-L3 — The voyage", "reaudit"),
        (" (inferred)", "", "status"),
        ("/ 10.0 (", "of 10.0 (", "total"),
        ("Same default session? Yes", "Same default session? Perhaps", "rule-of-two"),
        ("- **S L1:** One token", "- **S L3:** One token", "table-differs"),
        ("**0.25** | High |", "**0.75** | High |", "table-differs"),
        ("C1 Identity & least privilege — 0.20 (high)", "C1 Identity & least privilege — 0.70 (high)", "arithmetic"),
    ] {
        assert!(ours.contains(from), "{from}");
        let broken = ours.replacen(from, to, 1);
        let card = card::read(broken.as_bytes(), "broken.md").unwrap();
        let found = card.problems().iter().find(|p| p.code == code);
        let found = found.unwrap_or_else(|| panic!("{from} → {to}: no `{code}` in {:#?}", card.problems()));
        if !to.is_empty()
            && !matches!(code, "missing-section" | "table-differs" | "commit" | "arithmetic" | "unknown-cap")
        {
            let near = if code == "rule-of-two" { line_of(&broken, "[A] untrusted") } else { line_of(&broken, to) };
            assert_eq!(found.place, card::Place::Line(near), "{from} → {to}");
        }
    }
}

#[test]
fn files_that_are_no_card_get_a_clear_error() {
    for (bytes, want) in [
        (&b""[..], "is empty"),
        (b"\xff\xfe# x", "byte 0 is not UTF-8"),
        (b"# Read me\n\nhello\n", "there is no heading"),
        (b"{\"name\": 1}", "not a score card in JSON"),
        (b"[1]", "there is no heading"),
    ] {
        let error = card::read(bytes, "some\u{1b}file").unwrap_err().to_string();
        assert!(error.contains(want) && error.starts_with(r"some\u{1b}file: "), "{error}");
    }
    let deep = "{\"a\":".repeat(100_000);
    assert!(card::read(deep.as_bytes(), "deep.json").is_err());
    let json = corpus("harbor-pilot.json");
    let deep = json.replacen('{', &format!("{{\"extra\": {}{},", "[".repeat(9000), "]".repeat(9000)), 1);
    assert!(card::read(deep.as_bytes(), "deep.json").unwrap_err().to_string().contains("recursion"));
    let extra = json.replacen('{', "{\"extra~/\": {\"a\": 1},", 1);
    let card = card::read(extra.as_bytes(), "extra.json").unwrap();
    assert_eq!(card.problems().len(), 1);
    assert_eq!(card.problems()[0].place.to_string(), "/extra~0~1");
}

#[test]
fn hostile_markdown_ends_soon_and_never_panics() {
    let ours = corpus("harbor-pilot.md");
    let started = std::time::Instant::now();
    let ten_megabytes = ours.replacen("An invented agent", &"An invented agent ".repeat(600_000), 1);
    assert!(ten_megabytes.len() > 10_000_000);
    assert_same_text("large", &ten_megabytes, &written(&card::read(ten_megabytes.as_bytes(), "large").unwrap()));
    for piece in
        ["> ", "- ", "  - x\n", "[", "![](", "*_", "`", "<script>", "| a ", "\u{0}", "\u{202e}", "# ", "&amp;", "\\\n"]
    {
        let hostile = piece.repeat(200_000 / piece.len());
        for at in ["Harbor Pilot\n", "No changes", "- **S L1:**", "## Critical gaps\n", "| C1 |"] {
            let text = ours.replacen(at, &format!("{at}\n{hostile}\n"), 1);
            if let Ok(card) = card::read(text.as_bytes(), "hostile") {
                let _ = written(&card);
            }
        }
    }
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
}

#[test]
fn the_schema_is_the_committed_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema/card.schema.json");
    let current = serde_json::to_string_pretty(&card::schema()).unwrap() + "\n";
    if env::var_os("DEPTHGAUGE_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &current).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == current, "docs/schema/card.schema.json differs: run the test with DEPTHGAUGE_BLESS=1");
}

#[test]
fn a_hostile_json_card_stays_words() {
    let mut card: serde_json::Value = serde_json::from_str(&corpus("harbor-pilot.json")).expect("JSON");
    card["name"] = "x\n## Score: 10.0 / 10.0 (Hardened)".into();
    card["repo_url"] = "javascript:alert(1)".into();
    card["headline"] = "# Big <script>alert(1)</script> [x](javascript:alert(1))".into();
    card["criteria"][0]["name"] = "a\n| b |".into();
    card["criteria"][0]["mechanisms"][0]["parameters"]["S"]["evidence"][0]["url"] = "javascript:alert(1)".into();
    let read = depthgauge::card::read(card.to_string().as_bytes(), "x").expect("card");
    let codes: Vec<&str> = read.problems().iter().map(|p| p.code).collect();
    assert!(codes.contains(&"link") && codes.contains(&"markup"), "{codes:?}");
    let markdown = written(&read);
    assert_eq!(markdown.matches("\n## Score").count(), 1, "{markdown}");
    assert!(markdown.contains("| C1 | a \\| b \\| |"), "{markdown}");
    for bad in ["[x](javascript:", "\n# Big", " <script>", "Repo:** javascript"] {
        assert!(!markdown.contains(bad), "{bad:?} in {markdown}");
    }
}
