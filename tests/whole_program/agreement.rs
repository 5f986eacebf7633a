//! `agreement`: figures computed by hand, and those of the script that the reference comes with.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::{Value, json};

use crate::common::{depthgauge, folder, have, package};

/// Three invented projects with a card each and one without; the agent surface differs in three rows.
const ROWS: [&str; 4] = [
    "Harbor\thttps://github.com/Harbor-Pilot-Example/harbor-pilot/\t/packages/pilot\tno\tyes\tyes\tyes\tno\tyes\tno\t\
     no\tyes\t4.2\t1101 C1-SELFESC\t2200 G1 alt\tSA\tSA\t0110 C5-PUBLICTRIGGER\t234S -\t1111 C7-RCELOAD\t1121 -\t\
     3222 -\t0222 -",
    "Second\thttps://github.com/second/two\t-\tno\tyes\tyes\tyes\tyes\tyes\tno\topt_in\tyes\t6.0\t1101 C1-SELFESC\t\
     3202 G1 alt\t2212 -\tSA\t1120 C5-WORSTCASE\t2342 G2\tSA\t0000 -\t3222 -\t2222 -",
    "No card\thttps://github.com/nobody/none\t-\tno\tno\tno\tno\tno\tno\tno\tno\tno\t1.0\t0000 -\t0000 -\t0000 -\t\
     0000 -\t0000 C5-WORSTCASE\t0000 -\t0000 -\t0000 -\t0000 -\t0000 -",
    "Third\thttps://github.com/third/three\t-\tyes\tyes\tyes\tyes\tyes\tyes\tno\topt_in\tyes\t2.5\t1101 C1-SELFESC\t\
     3202 G1\t2212 -\tSA\t1120 C5-WORSTCASE\t2342 G2\tSA\t1121 -\t3222 -\t2222 -",
];

const COLUMNS: &str = "name\trepo\tsubpath\tcode_execution\tfilesystem_write\tnetwork_egress\texternal_credentials\t\
                       persistent_memory\tuntrusted_input\tthird_party_extensions\tsub_agents\t\
                       external_communication\ttotal\tC1\tC2\tC3\tC4\tC5\tC6\tC7\tC8\tC9\tC10";

/// 92 levels: ten differ, four of them by two. SA: five on both sides, one on each alone. Caps: ten, two, two.
const FIGURES: &str = "\
cards 3 of 4 (no card: 1: No card)
cells 92  exact 0.891  within1 0.957  mae 0.152  kappa 0.870
SA  tp 5 fp 1 fn 1  F1 0.833  precision 0.833  recall 0.833
caps  tp 10 fp 2 fn 2  F1 0.833  precision 0.833  recall 0.833
total  mae 1.433  spearman 0.866
surface  24/27 = 0.889
";

/// The table and the folder of cards.
fn invented(root: &Path) -> [String; 2] {
    let text = fs::read_to_string(package().join("corpus/cards/harbor-pilot.json")).expect("card");
    let card: Value = serde_json::from_str(&text).expect("JSON");
    let cards = root.join("cards");
    fs::create_dir_all(cards.join("below")).expect("folder");
    let write = |name: &str, url: &str, score: f64| {
        let mut card = card.clone();
        (card["repo_url"], card["subpath"], card["score"]) = (json!(url), Value::Null, json!(score));
        fs::write(cards.join(name), card.to_string()).expect("card");
    };
    fs::write(cards.join("one.json"), &text).expect("card");
    write("below/two.json", "https://github.com/Second/Two.git", 7.0);
    write("three.json", "https://github.com/third/three", 5.0);
    write("other.json", "https://github.com/other/four", 5.0);
    fs::write(cards.join("none.json"), r#"{"result": "no agent found"}"#).expect("file");
    let table = root.join("levels.tsv");
    fs::write(&table, format!("{COLUMNS}\n{}\n", ROWS.join("\n"))).expect("table");
    [table, cards].map(|path| path.display().to_string())
}

fn agreement(arguments: &[&str]) -> Output {
    depthgauge().arg("agreement").args(arguments).output().expect("the binary starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn figures_are_those_computed_by_hand() {
    let root = tempfile::tempdir().expect("folder");
    let [table, cards] = invented(root.path());
    let output = agreement(&[&table, &cards]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), FIGURES);
    assert!(text(&output.stderr).contains("none.json is no card"), "{}", text(&output.stderr));
    let all: Value = serde_json::from_slice(&agreement(&[&table, &cards, "--json"]).stdout).expect("JSON");
    assert_eq!((&all["levels"]["count"], &all["absence"]["both"], &all["cards"]), (&json!(92), &json!(5), &json!(3)));
    assert_eq!(all["cells"].as_array().map(Vec::len), Some(8 * 4));
    assert_eq!(all["projects"][0]["mean_error"], json!(9.0 / 28.0));
}

/// Line by line; ours say more at the end.
#[test]
fn figures_are_those_of_the_script() {
    let script = folder("DEPTHGAUGE_REFERENCE").map(|folder| folder.join("../tools/agreement.py"));
    let Some(script) = script.filter(|script| script.is_file()) else { return };
    if !have("python3") {
        return;
    }
    let root = tempfile::tempdir().expect("folder");
    let arguments = [&invented(root.path())[..], &["--per-cell", "--per-card"].map(str::to_owned)].concat();
    let theirs = Command::new("python3").arg(script).args(&arguments).output().expect("python3 starts");
    let ours = depthgauge().arg("agreement").args(&arguments).output().expect("the binary starts");
    let (theirs, ours) = (text(&theirs.stdout), text(&ours.stdout));
    assert!(theirs.contains("kappa") && theirs.lines().count() == ours.lines().count(), "{theirs}\n{ours}");
    for (theirs, ours) in theirs.lines().zip(ours.lines()) {
        assert!(ours.starts_with(theirs), "script: {theirs}\nours:   {ours}");
    }
}

#[test]
fn mistakes_in_the_table_are_named() {
    let root = tempfile::tempdir().expect("folder");
    let [table, cards] = invented(root.path());
    let good = fs::read_to_string(&table).expect("table");
    for (from, to, says) in [
        ("\ttotal\t", "\tsum\t", "no column `total`"),
        ("\t4.2\t", "\tmuch\t", "line 2, column `total`: \"much\" is not a number"),
        ("\t0000 -\t3222 -\t2222 -\nNo", "\t0500 -\t3222 -\t2222 -\nNo", "line 3, column `C8`: \"0500 -\" is not SA"),
        ("\topt_in\t", "\toften\t", "column `sub_agents`: \"often\" is not yes, no or opt_in"),
        ("github.com", "elsewhere.example", "no card there"),
    ] {
        fs::write(&table, good.replace(from, to)).expect("table");
        let output = agreement(&[&table, &cards]);
        assert_eq!(output.status.code(), Some(2), "{says}");
        assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
    }
}

/// Two reviews: four files of the first project, of which one is no longer there, and one of a project without a card.
#[test]
fn files_of_reviews_are_looked_for_on_cards_and_in_inventories() {
    let root = tempfile::tempdir().expect("folder");
    let [table, cards] = invented(root.path());
    let card: Value =
        serde_json::from_str(&fs::read_to_string(package().join("corpus/cards/harbor-pilot.json")).expect("card"))
            .expect("JSON");
    let evidence = card["criteria"][0]["parameters"]["S"]["evidence"].as_array().expect("evidence");
    let cited = evidence.iter().find_map(|item| item["file"].as_str()).expect("a file").to_owned();
    let folder = |name: &str| {
        let folder = root.path().join(name);
        fs::create_dir_all(&folder).expect("folder");
        folder
    };
    let (why, inventories, paths) = (folder("why"), folder("inventories"), folder("paths"));
    let review = format!(
        "name: Harbor\nrepo: https://github.com/harbor-pilot-example/harbor-pilot\ncriteria:\n  C1:\n    S: {{level: 1, \
         at: ['{cited}:3-4', 'src/listed.py:1']}}\n    C: {{level: 1, at: ['src/missed.py:9', 'src/gone.py:2', \
         'src/missed.py:1']}}\n"
    );
    fs::write(why.join("harbor.yaml"), review).expect("review");
    fs::write(why.join("none.yaml"), "name: None\nrepo: a/b\ncriteria: {C2: {at: ['x.py:1']}}\n").expect("review");
    fs::write(paths.join("harbor.txt"), format!("{cited}\nsrc/listed.py\nsrc/missed.py\n")).expect("paths");
    let place = json!({"file": "src/listed.py", "lines": "1", "url": null});
    let inventory = json!({
        "repo_url": card["repo_url"], "subpath": card["subpath"], "tools": [{"place": place, "reaches": []}],
        "sections": [],
    });
    fs::write(inventories.join("harbor.json"), inventory.to_string()).expect("inventory");
    let [why, inventories, paths] = [why, inventories, paths].map(|path| path.display().to_string());
    let all = [&table, &cards, "--why", &why, "--inventories", &inventories, "--paths", &paths];
    let output = agreement(&all);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let expected = "cited on cards  1/3 = 0.333\nlisted in inventories  1/3 = 0.333\n";
    assert!(text(&output.stdout).ends_with(expected), "{}", text(&output.stdout));
    let json: Value = serde_json::from_slice(&agreement(&[&all[..], &["--json"]].concat()).stdout).expect("JSON");
    let overlap = &json["overlap"];
    assert_eq!(overlap["files"], 4);
    assert_eq!(overlap["projects"][0]["missed_by_card"], json!(["src/listed.py", "src/missed.py"]));
    assert_eq!(overlap["projects"][1]["on_card"], Value::Null);
    let without = agreement(&[&table, &cards, "--why", &why]);
    assert!(text(&without.stdout).ends_with("cited on cards  1/4 = 0.250\n"), "{}", text(&without.stdout));
}
