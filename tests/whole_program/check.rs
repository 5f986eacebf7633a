//! Cards proven against their repositories: what is wrong is found, named and repaired.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use depthgauge::card;
use serde_json::Value;

use crate::common::{clean, depthgauge, folder, have, package, repository_of};

fn run(arguments: &[&str], at: &Path) -> Output {
    depthgauge().args(arguments).current_dir(at).output().expect("depthgauge starts")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(output)))
}

/// (severity, code, place) of each problem.
fn problems(report: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().map(str::to_owned).unwrap_or_else(|| value.to_string());
    let place = |p: &Value| {
        let place = &p["place"];
        place.get("line").or(place.get("pointer")).map(text).unwrap_or_default()
    };
    let problems = report["problems"].as_array().expect("problems");
    problems.iter().map(|p| (text(&p["severity"]), text(&p["code"]), place(p))).collect()
}

fn check(card: &Path, more: &[&str]) -> (Option<i32>, Value) {
    let mut arguments = vec!["check", card.to_str().expect("path"), "--json"];
    arguments.extend(more);
    let output = run(&arguments, Path::new("/"));
    (output.status.code(), report(&output))
}

fn seeds() -> Vec<(String, String)> {
    let Some(folder) = folder("DEPTHGAUGE_SEEDS") else { return Vec::new() };
    let mut seeds: Vec<(String, String)> = fs::read_dir(folder)
        .expect("seeds")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| {
            (path.file_stem().expect("name").to_string_lossy().into_owned(), fs::read_to_string(&path).expect("seed"))
        })
        .collect();
    seeds.sort();
    seeds
}

#[test]
fn seeds_have_no_error_and_these_warnings() {
    let root = tempfile::tempdir().expect("folder");
    for (name, text) in seeds() {
        let file = root.path().join(format!("{name}.md"));
        fs::write(&file, text).expect("card");
        let (code, report) = check(&file, &[]);
        let found: Vec<String> =
            problems(&report).into_iter().map(|(s, code, at)| format!("{s} {code} {at}")).collect();
        assert_eq!(code, Some(0), "{name}: {found:#?}");
        insta::assert_snapshot!(format!("check_{name}"), found.join("\n"));
    }
}

/// A change of a text, the code that it gives, and a text in the line that is named (the changed one where empty).
type Mutation = (&'static str, &'static str, &'static str, &'static str);

fn mutated(name: &str, text: &str, mutations: &[Mutation]) {
    let root = tempfile::tempdir().expect("folder");
    let mut wrong = Vec::new();
    for (i, (from, to, code, at)) in mutations.iter().enumerate() {
        assert!(text.contains(from), "{name}: no {from:?}");
        let broken = text.replacen(from, to, 1);
        let needle = if at.is_empty() { *to } else { *at };
        let line = broken.lines().position(|line| line.contains(needle)).map_or(0, |line| line + 1);
        let file = root.path().join(format!("{i}.md"));
        fs::write(&file, broken).expect("card");
        let (exit, report) = check(&file, &[]);
        let found = problems(&report);
        let hit = found.iter().any(|(_, c, place)| c == code && *place == line.to_string());
        let errors = found.iter().any(|(severity, ..)| severity == "error");
        if !hit || (exit == Some(1)) != errors {
            wrong.push(format!("{from} → {to}: no {code} at line {line}, exit {exit:?}, but {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{name}: {} of {}\n{}", wrong.len(), mutations.len(), wrong.join("\n"));
}

#[test]
fn mutations_of_a_seed_are_caught_with_code_and_line() {
    let seeds = seeds();
    let Some((name, text)) = seeds.iter().find(|(name, _)| name.starts_with("openops")) else { return };
    let s_of_c2 = "- **S L0:** wrapToolsWithApproval";
    mutated(
        name,
        text,
        &[
            ("- **S L1:** A dedicated", "- **S L2:** A dedicated", "table-differs", "| C1 | Identity"),
            ("- **B L1:** A hijacked", "- **B L2:** A hijacked", "table-differs", "| C1 | Identity"),
            ("| L1 | L1 | L0 | L1 | 0.20 |", "| L1 | L2 | L0 | L1 | 0.20 |", "table-differs", ""),
            ("| L1 | L1 | L0 | L1 | 0.20 |", "| L1 | L1 | L0 | L1 | 0.25 |", "arithmetic", ""),
            ("**0.40** | High |", "**0.45** | High |", "table-differs", ""),
            ("scoping — 0.40 (high)", "scoping — 0.45 (high)", "arithmetic", "### C3 Tool"),
            ("## Score: 2.1 /", "## Score: 2.2 /", "arithmetic", ""),
            ("2.1 / 10.0 (Minimal)", "2.1 / 10.0 (Moderate)", "band", ""),
            ("2.1 / 10.0 (", "2.1 / 11.0 (", "arithmetic", ""),
            ("**0.20** | High |", "**0.20** | Low |", "table-differs", ""),
            ("privilege — 0.20 (high)", "privilege — 0.20 (low)", "confidence", "### C1 Identity"),
            ("| C1 | Identity &", "| C1 | Identities &", "table-differs", ""),
            ("  - *To reach the next level:* No per-call human approval at all.\n", "", "no-gap", s_of_c2),
            ("| C1-SELFESC |", "| C1-PASSTHRU |", "table-differs", ""),
            ("- **Cap:** C1-SELFESC", "- **Cap:** C1-NOSUCH", "unknown-cap", ""),
            ("- **Cap:** C1-SELFESC", "- **Cap:** C8-MODELSECRETS", "cap-elsewhere", ""),
            ("- **Cap:** C5-WORSTCASE — ", "- **Cap:** none", "worst-case", "- **Cap:** noneB is L0"),
            ("(ASI09, ASI02; C2)", "(ASI09, ASI02; C1)", "no-critical-gap", "### C2 Approval"),
            ("(ASI09, ASI02; C2)", "(C2)", "no-label", ""),
            ("`0e9082b1d0fd7e6cf0c20c0a446afb1ba8402262` ·", "`0e9082b1` ·", "commit", ""),
            ("**Reviewed:** 2026-10-03", "**Reviewed:** 2026-13-03", "date", ""),
            ("**Category:** Infrastructure & Ops", "**Category:** Boats", "unknown-category", ""),
            ("code execution yes", "code execution maybe", "unknown-capability", ""),
            ("sub agents no · ", "", "surface", "**Agent surface"),
            (
                "[packages/server/api/src/app/mcp/mcp-profile.ts:27](https://github.com/openops-cloud/openops/blob/0e9082b1",
                "[packages/server/api/src/app/mcp/mcp-profile.ts:27](https://github.com/openops-cloud/openops/blob/1e9082b1",
                "link-commit",
                "- The assistant can rewrite the AWS connection",
            ),
            ("/openops-cloud/openops/blob/", "/someone/openops/blob/", "link-repository", ""),
            ("mcp/mcp-profile.ts#L27", "mcp/mcp-profiles.ts#L27", "link-file", ""),
            ("mcp/mcp-profile.ts#L27", "mcp/mcp-profile.ts#L28", "link-lines", ""),
            (
                "https://github.com/openops-cloud/openops/blob/",
                "https://github.com/openops-cloud/openops/issues/",
                "link-form",
                "",
            ),
            ("mcp/mcp-profile.ts:27]", "mcp/mcp-profile.ts:27-3]", "citation", ""),
            ("`rg -n -i approv`", "`rg -n -P approv`", "search-unsupported", ""),
            ("`rg -n -i approv`", "`rg -n --frobnicate approv`", "search-unsupported", ""),
            ("`rg -n -i approv`", "`rg -n -i approv | head`", "search-unsupported", ""),
            ("- **S L0:** wrapToolsWithApproval", "- **S L7:** wrapToolsWithApproval", "level", ""),
            ("- **C L0:** The most powerful", "- **C L2:** The most powerful", "above-strength", ""),
            ("### C2 Approval gates — ", "### D2 Approval gates — ", "criterion", ""),
            ("## Limitations", "## Limits", "unknown-section", ""),
            ("Same default session? ", "One session? ", "rule-of-two", "[A] untrusted input"),
            (" before caps", " after caps", "improvement", ""),
            ("| C10 | Limits", "| C11 | Limits", "table-row", ""),
        ],
    );
}

/// A card that an audit of a bundled agent writes, in its repository.
fn audited(agent: &str) -> (tempfile::TempDir, PathBuf, Value) {
    let root = repository_of(&package().join("corpus/agents").join(agent));
    let file = root.path().join("card.json");
    let url = "https://gitlab.com/example/agent";
    let shown = file.display().to_string();
    let arguments = ["audit", "--repo-url", url, "--date", "2026-01-02", "--format", "json", "-q", "-o", &shown];
    let output = run(&arguments, root.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let card = serde_json::from_str(&fs::read_to_string(&file).expect("card")).expect("JSON");
    (root, file, card)
}

#[test]
fn what_an_audit_writes_is_proven_by_check() {
    for agent in ["shell-helper", "ops-pilot", "notes-mcp"] {
        let (root, file, card) = audited(agent);
        let repo = root.path().to_str().expect("path");
        let (code, report) = check(&file, &["--repo", repo]);
        assert_eq!((code, problems(&report)), (Some(0), vec![]), "{agent}");
        assert!(report["citations_verified"].as_u64() > Some(5) && report["searches_verified"].as_u64() > Some(3));
        assert!(report["levels"].as_array().is_some_and(|levels| levels.len() >= 30));
        // Every search that it records, with the ripgrep of this machine.
        if have("rg") {
            let mut searches = Vec::new();
            each(&card, &mut |item| {
                if let (Some(search), Some(scope)) = (item["search"].as_str(), item["scope"].as_str()) {
                    searches.push((search.to_owned(), scope.to_owned(), item["hits"].as_u64().expect("hits")));
                }
            });
            searches.sort();
            searches.dedup();
            // The card lies in the work tree, not in the commit.
            fs::remove_file(&file).expect("remove");
            for (search, scope, hits) in searches {
                let script = format!("{search} {scope} | wc -l");
                let output = clean("sh").args(["-c", &script]).current_dir(root.path()).output().expect("sh");
                assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), hits.to_string(), "{script}");
            }
        }
    }
}

/// Every object below a value.
fn each(value: &Value, seen: &mut impl FnMut(&Value)) {
    match value {
        Value::Object(fields) => {
            seen(value);
            fields.values().for_each(|field| each(field, seen));
        }
        Value::Array(items) => items.iter().for_each(|item| each(item, seen)),
        _ => {}
    }
}

/// The pointer of the first citation or search of a mechanism.
fn first(card: &Value, key: &str) -> String {
    for (i, criterion) in card["criteria"].as_array().expect("criteria").iter().enumerate() {
        for p in ["S", "C", "D", "B"] {
            let at = format!("/mechanisms/0/parameters/{p}/evidence");
            let items = criterion.pointer(&at).and_then(Value::as_array);
            if let Some(j) = items.and_then(|items| items.iter().position(|item| item.get(key).is_some())) {
                return format!("/criteria/{i}{at}/{j}");
            }
        }
    }
    panic!("no {key}");
}

#[test]
fn a_wrong_card_is_found_out_and_repaired() {
    let (root, file, card) = audited("shell-helper");
    let repo = root.path().to_str().expect("path");
    let (cited, searched, literal) = (first(&card, "file"), first(&card, "search"), first(&card, "contains"));
    let zero = "0".repeat(40);
    let cases: Vec<(String, Value, &str)> = vec![
        (format!("{cited}/lines"), "99999".into(), "lines-out-of-range"),
        (format!("{cited}/file"), "no/such/file.py".into(), "file-missing"),
        (format!("{cited}/lines"), "9-3".into(), "citation"),
        (format!("{cited}/url"), "https://gitlab.com/example/agent/-/blob/main/x#L1".into(), "link-commit"),
        (format!("{cited}/url"), "javascript:x".into(), "link"),
        (format!("{literal}/contains"), "no such literal anywhere".into(), "literal-missing"),
        (format!("{searched}/hits"), 4711.into(), "hits"),
        (format!("{searched}/scope"), "no/such/folder".into(), "scope-missing"),
        (format!("{searched}/search"), "grep -r x".into(), "search"),
        ("/score".into(), 9.9.into(), "arithmetic"),
        ("/criteria/0/score".into(), 0.93.into(), "arithmetic"),
        ("/criteria/0/mechanisms/0/raw".into(), 0.93.into(), "arithmetic"),
        ("/criteria/0/mechanisms/0/parameters/S/points".into(), 0.93.into(), "arithmetic"),
        ("/criteria/0/mechanisms/0/parameters/S/weight".into(), 0.93.into(), "arithmetic"),
        ("/criteria/0/mechanisms/0/parameters/S/gap".into(), "".into(), "no-gap"),
        ("/criteria/0/mechanisms/0/parameters/S/finding".into(), "".into(), "no-text"),
        ("/criteria/0/mechanisms/0/parameters/S/evidence".into(), Value::Array(vec![]), "evidence-withheld"),
        ("/applicable/percent".into(), 99.into(), "arithmetic"),
        ("/band/label".into(), "Hardened".into(), "band"),
        ("/pinned_commit".into(), "abc".into(), "commit"),
        ("/scored_date".into(), "yesterday".into(), "date"),
        ("/limitations".into(), Value::Array(vec![]), "limitations"),
        ("/headline".into(), "It scores 9.9 / 10.".into(), "prose-differs"),
    ];
    for (pointer, value, code) in &cases {
        let mut broken = card.clone();
        *broken.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
        fs::write(&file, broken.to_string()).expect("card");
        let repo_of = if *code == "commit" { vec![] } else { vec!["--repo", repo] };
        let (_, report) = check(&file, &repo_of);
        let found = problems(&report);
        let near =
            |place: &str| pointer.starts_with(place.trim_end_matches("/0")) || place.starts_with(pointer.as_str());
        let hit = found.iter().any(|(_, c, place)| c == code && near(place));
        assert!(hit, "{pointer} = {value}: no {code} in {found:?}");
    }
    // The pinned commit of another repository.
    let mut broken = card.clone();
    broken["pinned_commit"] = zero.into();
    fs::write(&file, broken.to_string()).expect("card");
    let output = run(&["check", file.to_str().expect("path"), "--repo", repo], Path::new("/"));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));

    // What is computed comes back; what an author wrote and what nobody knows stays.
    let mut broken = card.clone();
    for (pointer, value, code) in &cases {
        if matches!(*code, "arithmetic" | "hits" | "band" | "link-commit") {
            *broken.pointer_mut(pointer).expect("pointer") = value.clone();
        }
    }
    broken["headline"] = "My own words.".into();
    broken["mine"] = "kept".into();
    fs::write(&file, broken.to_string()).expect("card");
    let (code, report) = check(&file, &["--repo", repo, "--fix"]);
    assert_eq!(code, Some(0), "{:#?}", problems(&report));
    assert!(report["fixed"].as_array().is_some_and(|fixed| fixed.len() >= 9), "{}", report["fixed"]);
    let fixed: Value = serde_json::from_str(&fs::read_to_string(&file).expect("card")).expect("JSON");
    assert_eq!((fixed["headline"].as_str(), fixed["mine"].as_str()), (Some("My own words."), Some("kept")));
    let mut restored = fixed.clone();
    restored["headline"] = card["headline"].clone();
    restored.as_object_mut().expect("object").remove("mine");
    assert_eq!(restored, card);
}

#[test]
fn markdown_is_repaired_where_it_stands() {
    let whole = fs::read_to_string(package().join("corpus/cards/harbor-pilot.md")).expect("card");
    let root = tempfile::tempdir().expect("folder");
    let file = root.path().join("card.md");
    let mut broken = whole.clone();
    for (from, to) in [
        ("## Score: 5.0 / 10.0 (Moderate)", "## Score: 7.5 / 10.0 (Strong)"),
        ("| 0.45 | — | **0.45** |", "| 0.40 | — | **0.35** |"),
        ("scoping — 0.45 (high)", "scoping — 0.35 (low)"),
        ("(default; raw 0.05, cap C2-POWERBYPASS → 0.05)", "(default; raw 0.95, cap C2-POWERBYPASS → 0.85)"),
        ("/ 8.0 (38%)", "/ 8.0 (83%)"),
        ("packages/pilot/src/agent.ts#L12-L19", "packages/pilot/src/agent.ts#L1"),
    ] {
        assert!(broken.contains(from), "{from}");
        broken = broken.replacen(from, to, 1);
    }
    fs::write(&file, &broken).expect("card");
    let output = run(&["check", file.to_str().expect("path"), "--fix"], Path::new("/"));
    assert_eq!(fs::read_to_string(&file).expect("card"), whole, "{}", text(&output));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).matches("fixed: line ").count() >= 8, "{}", text(&output));
    // A second time nothing is left to do.
    let again = run(&["check", file.to_str().expect("path"), "--fix"], Path::new("/"));
    assert!(!text(&again).contains("fixed:"), "{}", text(&again));
}

#[test]
fn drafts_are_written_and_rendered() {
    let (root, file, card) = audited("ops-pilot");
    let yaml = root.path().join("draft.yaml");
    let (card_path, draft) = (file.to_str().expect("path"), yaml.to_str().expect("path"));
    let output = run(&["draft", card_path, "-o", draft], Path::new("/"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let written = fs::read_to_string(&yaml).expect("draft");
    assert!(!written.contains(" raw:") && !written.contains(" points:") && written.contains("# L"), "{written}");
    let (code, report) = check(&yaml, &["--repo", root.path().to_str().expect("path")]);
    assert_eq!((code, problems(&report)), (Some(0), vec![]), "the draft says the same");
    let out = root.path().join("rendered.json");
    let output = run(&["render", draft, "-o", out.to_str().expect("path")], Path::new("/"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let rendered: Value = serde_json::from_str(&fs::read_to_string(&out).expect("card")).expect("JSON");
    for key in ["score", "band", "applicable", "criteria", "critical_findings", "fixes", "headline"] {
        assert_eq!(rendered[key], card[key], "{key}");
    }
    let origins = rendered["depthgauge"]["origins"].as_object().expect("origins");
    assert!(origins.len() >= 30 && origins.values().all(|origin| origin == "authored"), "{origins:?}");
    // A draft with a mistake names the place.
    let broken = written.replacen("gap: \"", "gap: \"\" # \"", 1);
    fs::write(&yaml, broken).expect("draft");
    let (code, report) = check(&yaml, &[]);
    let found = problems(&report);
    assert_eq!(code, Some(1));
    assert!(found.iter().any(|(_, _, place)| place.starts_with("/criteria/C")), "{found:?}");
    // One that nobody filled in.
    let blank = run(&["draft", "--repo", root.path().to_str().expect("path"), "--date", "2026-01-02"], Path::new("/"));
    fs::write(&yaml, &blank.stdout).expect("draft");
    let (code, report) = check(&yaml, &[]);
    assert_eq!(code, Some(1));
    assert!(problems(&report).iter().filter(|(_, code, _)| code == "no-gap").count() == 40);
}

#[test]
fn compared_cards_show_cells_and_causes() {
    let (root, file, mut card) = audited("shell-helper");
    let other = root.path().join("other.json");
    card["criteria"][0]["mechanisms"][0]["parameters"]["S"]["level"] = 4.into();
    card["depthgauge"]["origins"]["C1/default/S"] = "authored".into();
    fs::write(&other, card.to_string()).expect("card");
    let arguments = ["compare", file.to_str().expect("path"), other.to_str().expect("path"), "--json"];
    let output = run(&arguments, Path::new("/"));
    let differences = report(&output);
    let cells = differences["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 1, "{differences:#}");
    assert_eq!((cells[0]["cell"].as_str(), cells[0]["cause"].as_str()), (Some("C1.S"), Some("author")));
    let output = run(&arguments[..3], Path::new("/"));
    assert!(text(&output).contains("| C1.S | L"), "{}", text(&output));
}

#[test]
fn places_are_followed_to_another_commit() {
    let (root, file, card) = audited("shell-helper");
    let git = |arguments: &[&str]| {
        let git = clean("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(root.path())
            .output()
            .expect("git");
        assert!(git.status.success(), "git {arguments:?}");
    };
    let cited = card.pointer(&first(&card, "file")).expect("citation").clone();
    let path = root.path().join(cited["file"].as_str().expect("file"));
    let source = fs::read_to_string(&path).expect("source");
    fs::write(&path, format!("# one more line\n{source}")).expect("source");
    git(&["add", "-u"]);
    git(&["commit", "-q", "-m", "two"]);
    let repo = root.path().to_str().expect("path");
    let shown = file.to_str().expect("path");
    let output = run(&["check", shown, "--repo", repo, "--at", "HEAD"], Path::new("/"));
    assert!(
        text(&output).contains(" cited places unchanged, ") && text(&output).contains(" moved"),
        "{}",
        text(&output)
    );
    // Lines that only moved still say the same; a badge turns grey when they change.
    let badge = |rev: &str| -> Value {
        let output = run(&["badge", shown, "--format", "json", "--repo", repo, "--at", rev], Path::new("/"));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let fresh = badge("HEAD")["color"].clone();
    let (code, report) = check(&file, &["--repo", repo, "--at", "HEAD", "--fix"]);
    fs::write(&path, "print('another program')\n").expect("source");
    git(&["add", "-u"]);
    git(&["commit", "-q", "-m", "three"]);
    assert_ne!(badge("HEAD")["color"], fresh);
    let fixed: Value = serde_json::from_str(&fs::read_to_string(&file).expect("card")).expect("JSON");
    assert_ne!(fixed["pinned_commit"], card["pinned_commit"]);
    // Proven at the new commit: only numbers of hits may have changed with it.
    let left = problems(&report);
    assert!(left.iter().all(|(_, code, _)| code == "hits"), "{left:?}");
    assert!(code == Some(0) || !left.is_empty());
}

#[test]
fn one_search_is_printed_as_evidence() {
    let root = repository_of(&package().join("corpus/agents/shell-helper"));
    let output = run(&["search", "rg -n -i 'import'", "."], root.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let line = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(line.starts_with("searched `rg -n -i 'import'` in `.` → ") && line.ends_with(" hits\n"), "{line}");
    let wrong = run(&["search", "rg -P x", "."], root.path());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong).contains("`-P`"), "{}", text(&wrong));
}

/// 200 citations against 4,000 files, in the profile of the tests; released programs are faster.
#[test]
fn a_large_card_is_checked_soon() {
    let root = tempfile::tempdir().expect("folder");
    for i in 0..4_000 {
        let path = root.path().join(format!("src/part_{}/module_{i}.py", i % 40));
        fs::create_dir_all(path.parent().expect("folder")).expect("folder");
        let lines: String = (0..40).map(|n| format!("def step_{i}_{n}(value):\n    return value + {n}\n")).collect();
        fs::write(path, lines).expect("file");
    }
    for arguments in [
        &["init", "-q", "--template="][..],
        &["add", "-A"],
        &["-c", "user.name=t", "-c", "user.email=t@e", "commit", "-q", "-m", "x"],
    ] {
        assert!(clean("git").args(arguments).current_dir(root.path()).status().expect("git").success());
    }
    let id = clean("git").args(["rev-parse", "HEAD"]).current_dir(root.path()).output().expect("git");
    let commit = String::from_utf8_lossy(&id.stdout).trim().to_owned();
    let mut card: Value =
        serde_json::from_str(&fs::read_to_string(package().join("corpus/cards/harbor-pilot.json")).expect("card"))
            .expect("JSON");
    card["pinned_commit"] = commit.into();
    let mut n = 0;
    for finding in card["critical_findings"].as_array_mut().expect("findings") {
        let items = (0..50).map(|_| {
            n += 1;
            serde_json::json!({"file": format!("src/part_{}/module_{n}.py", n % 40), "lines": "3-4", "contains": "return value", "url": null})
        });
        finding["evidence"] = Value::Array(items.collect());
    }
    let bytes = card.to_string();
    assert!(n == 200 && bytes.len() > 45_000, "{n} {}", bytes.len());
    let card = card::read(bytes.as_bytes(), "card.json").expect("card");
    let open = || {
        let target =
            depthgauge::source::Target::parse(root.path().to_str().expect("path"), None, None).expect("target");
        depthgauge::source::Snapshot::open(&target, &depthgauge::source::OpenOptions::default()).expect("snapshot")
    };
    depthgauge::verify::prove(&card, &open()).expect("cold");
    let started = std::time::Instant::now();
    let proof = depthgauge::verify::prove(&card, &open()).expect("warm");
    let took = started.elapsed();
    let cited = |p: &&card::Problem| matches!(p.code, "file-missing" | "literal-missing" | "lines-out-of-range");
    let of_ours = proof.problems.iter().filter(cited).filter(|p| p.place.to_string().starts_with("/critical")).count();
    assert!(proof.citations >= 200 && of_ours == 0, "{proof:?}");
    eprintln!("200 citations, {} searches, 4,000 files: {took:?}", proof.searches);
    assert!(took.as_secs() < 10, "{took:?}");
}
