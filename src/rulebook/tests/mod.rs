//! Every kind of mistake in the rule data is told with its exact message.

mod ladders;
mod lints;
mod project;
mod rules;
mod vocabulary;

use std::path::Path;

use super::*;

/// Prints every mistake of the rules with file, line and key. `DEPTHGAUGE_RULES` names a folder that is laid over the
/// embedded ones; with `DEPTHGAUGE_RULES_PARTIAL` set, what is not there yet is no mistake.
#[test]
fn embedded_rules_load() {
    let folder = std::env::var_os("DEPTHGAUGE_RULES");
    let partial = std::env::var_os("DEPTHGAUGE_RULES_PARTIAL").is_some();
    let errors = match Rulebook::load(folder.as_deref().map(Path::new)) {
        Ok(_) => return,
        Err(LoadError::Rules(errors)) => errors.0,
        Err(other) => panic!("{other}"),
    };
    let absent = |e: &RuleError| e.message == "is missing" || e.message.contains("no rule `");
    let told: Vec<&RuleError> = errors.iter().filter(|e| !(partial && absent(e))).collect();
    for error in &told {
        eprintln!("{error}");
    }
    assert!(told.is_empty(), "{} mistakes", told.len());
}

/// The embedded rules, whole.
fn embedded() -> Rulebook {
    Rulebook::load(None).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn embedded_rules_pass_lint() {
    let folder = std::env::var_os("DEPTHGAUGE_RULES");
    let rulebook = Rulebook::load(folder.as_deref().map(Path::new)).unwrap_or_else(|e| panic!("{e}"));
    let answer = cli::lint_text(&rulebook);
    assert!(answer.success, "{}", answer.text);
}

const RULE: &str = "id: x-rule
title: A title
criteria: [C4]
role: surface
languages: []
detect:
  text: {pattern: 'abc', files: ['*.md']}
search: {pattern: 'abc'}
finding: It stands here
gap: It is not there
why: Because.
sees: This.
cannot_see: That.
remediation: {text: Do it, effort: low}
owasp: [ASI05]
";

/// The embedded files with others laid over them.
fn laid_over(files: &[(&str, &str)]) -> Result<Rulebook, RuleErrors> {
    let over = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec().into())).collect();
    Rulebook::from_files(RuleFiles::embedded().overlay(&RuleFiles(over)), None)
}

/// Errors after one file is laid over the embedded rules.
fn errors_with(path: &str, content: &str) -> Vec<String> {
    match laid_over(&[(path, content)]) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.0.iter().map(ToString::to_string).collect(),
    }
}

/// What to write in place of what, and an error that must come of it.
type Case<'a> = (&'a str, &'a str, &'a str);

/// Checks all cases and tells of all that differ.
#[track_caller]
fn mistakes(text: &str, cases: &[Case<'_>], errors: impl Fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (from, to, wanted) in cases {
        assert!(text.contains(from), "{from:?} is not there");
        let found = errors(&text.replacen(from, to, 1));
        if !found.iter().any(|error| error == wanted) {
            wrong.push(format!("{from:?} → {to:?}\n  wanted {wanted}\n  found  {}", found.join("\n         ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An embedded file of the project as a whole.
fn file(name: &str) -> String {
    String::from_utf8(RuleFiles::embedded().0[name].to_vec()).unwrap()
}

#[test]
fn an_overlay_replaces_adds_and_removes() {
    let base = embedded();
    let id = base.rules.keys().next().cloned().unwrap_or_default();
    let place = base.places[&id].clone();
    let over = |path: &str, text: &str| {
        let files = RuleFiles([(path.to_owned(), text.as_bytes().to_vec().into())].into());
        (RuleFiles::embedded().overlay(&files), files.hash())
    };
    let (files, hash) = over("signals/C4/x-rule.yaml", RULE);
    let with = Rulebook::from_files(files, Some(hash.clone())).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(with.rules.len(), base.rules.len() + 1);
    assert!(with.version().contains(&hash) && with.version() != base.version());
    let (files, _) = over(&place, " \n");
    assert!(!files.0.contains_key(&place));
}

#[test]
fn commands_answer() {
    let rulebook = embedded();
    let table = cli::list(&rulebook, false);
    assert!(table.success && rulebook.rules.keys().all(|id| table.text.contains(id.as_str())));
    let json: serde_json::Value = serde_json::from_str(&cli::list(&rulebook, true).text).unwrap();
    assert_eq!(json.as_array().map(Vec::len), Some(rulebook.rules.len()));
    let shown = cli::show(&rulebook, "host-process");
    assert!(
        shown.success && shown.text.contains("Cannot see") && shown.text.contains("rg --no-config"),
        "{}",
        shown.text
    );
    assert_eq!(
        cli::show(&rulebook, "nothing-like-it").text,
        "no rule `nothing-like-it`; `depthgauge rules list` names all\n"
    );
    for format in schema::FORMATS {
        assert!(cli::schema_text(format).success, "{format}");
    }
    assert!(!cli::schema_text("card").success);
    let nodes: serde_json::Value = serde_json::from_str(&cli::schema_text("nodes").text).unwrap();
    let python = nodes["$defs"]["python"]["enum"].as_array().unwrap();
    assert!(python.contains(&"call".into()) && !python.contains(&"(".into()));
}

/// The pages under docs/ are those that the rules make. `DEPTHGAUGE_BLESS` writes them.
#[test]
fn pages_are_the_committed_ones() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages = pages(&embedded());
    let committed = || {
        let folders = ["rules", "criteria"].map(|folder| docs.join(folder));
        let files = folders.iter().flat_map(walkdir::WalkDir::new).filter_map(Result::ok);
        let files = files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path());
        files.map(|path| path.strip_prefix(&docs).unwrap().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    if std::env::var_os("DEPTHGAUGE_BLESS").is_some() {
        committed().iter().filter(|name| !pages.contains_key(*name)).for_each(|name| {
            std::fs::remove_file(docs.join(name)).unwrap();
        });
        for (name, text) in &pages {
            std::fs::create_dir_all(docs.join(name).parent().unwrap()).unwrap();
            std::fs::write(docs.join(name), text).unwrap();
        }
    }
    let mut differ: Vec<String> = pages
        .iter()
        .filter(|(name, text)| std::fs::read_to_string(docs.join(name)).ok().as_deref() != Some(text.as_str()))
        .map(|(name, _)| name.clone())
        .collect();
    differ.extend(committed().into_iter().filter(|name| !pages.contains_key(name)));
    assert!(differ.is_empty(), "run `depthgauge rules docs`: {} differ, {:?} first", differ.len(), differ.first());
}

#[test]
fn a_new_rule_loads_passes_lint_and_its_fixtures() {
    let languages = [
        RuleLanguage::Python,
        RuleLanguage::TypeScript,
        RuleLanguage::JavaScript,
        RuleLanguage::Go,
        RuleLanguage::Rust,
        RuleLanguage::Bash,
        RuleLanguage::Kotlin,
        RuleLanguage::Java,
        RuleLanguage::C,
        RuleLanguage::Cpp,
        RuleLanguage::CSharp,
        RuleLanguage::Elixir,
    ];
    for subject in [Subject::Criterion(CriterionId::C2), Subject::Project] {
        let files = scaffold("x-rule", subject, &languages);
        assert_eq!(files.len(), 13);
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let rulebook = laid_over(&files).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(lint(&rulebook), []);
        let report = crate::detect::test_fixtures(&rulebook, &["x-rule".to_owned()]);
        assert_eq!((report.fixtures, report.expected, report.ok), (12, 12, 12), "{report}");
        assert!(report.problems.is_empty(), "{report}");
    }
}
