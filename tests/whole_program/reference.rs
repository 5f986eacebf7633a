//! The rated projects, from signals that were written down to levels: figures may rise and must not fall.

use std::{collections::BTreeMap, env, fs, path::PathBuf, process::Output, sync::LazyLock};

use depthgauge::compare::Key;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{depthgauge, package};

/// Cards of all recorded projects, by the rules as they are.
pub static CARDS: LazyLock<TempDir> = LazyLock::new(|| {
    let cards = tempfile::tempdir().expect("folder");
    let signals = fs::read_dir(package().join("corpus/reference/signals")).expect("signals");
    let mut files: Vec<PathBuf> = signals.map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    assert!(files.len() > 90, "{} files of signals", files.len());
    let assess = depthgauge().args(["assess", "--date", "2026-01-01", "-o"]).arg(cards.path()).args(files).output();
    let assess = assess.expect("the binary starts");
    let said = String::from_utf8_lossy(&assess.stderr).into_owned();
    assert!(matches!(assess.status.code(), Some(0 | 3 | 4)), "{said}");
    cards
});

fn agreement(arguments: &[&str]) -> Output {
    let reference = package().join("corpus/reference");
    let table = reference.join("levels.tsv");
    depthgauge().arg("agreement").arg(table).arg(CARDS.path()).args(arguments).output().expect("the binary starts")
}

/// A little below the figures in docs/agreement.md.
const BARS: [(&str, f64); 9] = [
    ("/levels/exact", 0.65),
    ("/levels/within_one", 0.94),
    ("/levels/kappa", 0.65),
    ("/absence/f1", 0.91),
    ("/caps/f1", 0.60),
    ("/total/spearman", 0.80),
    ("/surface/share", 0.80),
    // Errors: the most that is allowed.
    ("/levels/mean_error", 0.42),
    ("/total/mean_error", 0.52),
];

#[test]
fn no_figure_falls_below_its_bar() {
    let figures: Value = serde_json::from_slice(&agreement(&["--json"]).stdout).expect("JSON");
    for (pointer, bar) in BARS {
        let figure = figures.pointer(pointer).and_then(Value::as_f64).expect("a figure");
        let holds = if pointer.ends_with("mean_error") { figure <= bar } else { figure >= bar };
        assert!(holds, "{pointer} is {figure:.3}, its bar {bar}");
    }
    let inferred = figures["inferred"].as_f64().expect("a share");
    assert!(inferred <= 0.12, "{inferred:.3} of the parameters are inferred");
}

/// Category, kind and total of each rated project, which pages of cards compare with: written with `DEPTHGAUGE_BLESS`.
#[test]
fn the_table_for_pages_is_that_of_the_reference() {
    let reference = package().join("corpus/reference");
    let table = fs::read_to_string(reference.join("levels.tsv")).expect("levels.tsv");
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().expect("names of columns");
    let column = |name: &str| names.iter().position(|known| *known == name).expect("a column");
    let at = ["repo", "subpath", "category", "total"].map(column);
    let mut kinds: BTreeMap<Key, String> = BTreeMap::new();
    for entry in fs::read_dir(CARDS.path()).expect("cards") {
        let card: Value = serde_json::from_slice(&fs::read(entry.expect("entry").path()).expect("card")).expect("JSON");
        if let (Some(url), Some(kind)) = (card["repo_url"].as_str(), card["depthgauge"]["kind"].as_str()) {
            kinds.insert(Key::new(url, card["subpath"].as_str().unwrap_or_default()), kind.to_owned());
        }
    }
    let rows: BTreeMap<Key, Vec<&str>> = lines.map(|row| (Key::new(row[at[0]], row[at[1]]), row)).collect();
    let mut standing: Vec<(String, String, u32)> = Vec::new();
    for (key, row) in rows {
        let total: f64 = row[at[3]].parse().expect("a total");
        let kind = kinds.get(&key).cloned();
        standing.extend(kind.map(|kind| (row[at[2]].to_owned(), kind, (total * 10.0).round() as u32)));
    }
    standing.sort();
    let line = |(category, kind, tenths): &(String, String, u32)| {
        format!("{category}\t{kind}\t{}.{}\n", tenths / 10, tenths % 10)
    };
    let text: String = standing.iter().map(line).collect();
    let committed = reference.join("standing.tsv");
    if env::var_os("DEPTHGAUGE_BLESS").is_some() {
        fs::write(&committed, &text).expect("standing.tsv");
    }
    assert!(standing.len() > 90, "{} projects", standing.len());
    let committed = fs::read_to_string(committed).unwrap_or_default();
    assert!(committed == text, "corpus/reference/standing.tsv differs: run the test with DEPTHGAUGE_BLESS=1");
}

#[test]
fn the_page_is_what_comes_out() {
    let reference = package().join("corpus/reference");
    let [notes, beside] = ["notes.yaml", "seeds.tsv"].map(|file| reference.join(file).display().to_string());
    let output = agreement(&["--page", "--notes", &notes, "--beside", &beside]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let page = String::from_utf8(output.stdout).expect("UTF-8");
    let committed = package().join("docs/agreement.md");
    if env::var_os("DEPTHGAUGE_BLESS").is_some() {
        fs::write(&committed, &page).expect("docs/agreement.md");
    }
    assert!(!said.contains("no reason"), "{said}");
    let committed = fs::read_to_string(committed).unwrap_or_default();
    assert!(committed == page, "docs/agreement.md differs: run the test with DEPTHGAUGE_BLESS=1");
}
