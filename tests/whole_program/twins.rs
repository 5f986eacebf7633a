//! Words don't count: invented agents with a control that is only said, and with the same control in force.

use std::{collections::BTreeMap, fs, path::Path};

use depthgauge::rubric::CriterionId;
use serde::Deserialize;
use serde_json::Value;

use crate::common::{depthgauge, have, laid_over, package, repository_of};

/// `twins.yaml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Twin {
    /// Folder of the language with `plain/`, the agent without a control.
    plain: String,
    /// The criterion that the control would raise.
    criterion: CriterionId,
    /// What of the plain agent is not in the twin.
    #[serde(default)]
    without: Vec<String>,
    says: String,
}

/// A card's total and the levels of one criterion; `None` where it is absent.
#[derive(Debug, Clone, PartialEq)]
struct Rated {
    total: f64,
    levels: Option<Vec<u64>>,
    score: f64,
}

fn rated(folder: &Path, criterion: CriterionId) -> Rated {
    let repository = repository_of(folder);
    let output = depthgauge()
        .args([
            "audit",
            &repository.path().display().to_string(),
            "--format",
            "json",
            "--date",
            "2026-01-02",
            "--quiet",
        ])
        .output()
        .expect("depthgauge starts");
    let card: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{}: {e}: {}", folder.display(), String::from_utf8_lossy(&output.stderr)));
    let criteria = card["criteria"].as_array().expect("criteria");
    let own = criteria.iter().find(|own| own["id"] == criterion.to_string()).expect("the criterion");
    let levels = own["parameters"]
        .as_object()
        .map(|all| ["S", "C", "D", "B"].iter().map(|name| all[*name]["level"].as_u64().expect("a level")).collect());
    let number = |value: &Value| value.as_f64().expect("a number");
    Rated { total: number(&card["score"]), levels, score: number(&own["score"]) }
}

/// No level rises.
fn at_most(twin: &Rated, plain: &Rated) -> bool {
    match (&twin.levels, &plain.levels) {
        (Some(twin), Some(plain)) => twin.iter().zip(plain).all(|(twin, plain)| twin <= plain),
        (None, Some(_)) => false,
        _ => true,
    }
}

#[test]
fn words_do_not_count_and_controls_do() {
    if !have("git") {
        return;
    }
    let corpus = package().join("corpus/twins");
    let text = fs::read_to_string(corpus.join("twins.yaml")).expect("twins.yaml");
    let twins: BTreeMap<String, Twin> = serde_yaml::from_str(&text).expect("twins");
    assert!(twins.len() >= 12, "{}", twins.len());
    let folders: usize = ["python", "typescript", "go"]
        .iter()
        .map(|language| fs::read_dir(corpus.join(language)).expect("folder").count() - 1)
        .sum();
    assert_eq!(folders, twins.len(), "every folder is in twins.yaml");
    let mut wrong = Vec::new();
    std::thread::scope(|scope| {
        let all: Vec<_> = twins
            .iter()
            .map(|(name, twin)| {
                let corpus = &corpus;
                scope.spawn(move || {
                    let language = corpus.join(&twin.plain);
                    let of = |variant: &str| {
                        let folder =
                            laid_over(&language.join("plain"), &language.join(name).join(variant), &twin.without);
                        rated(folder.path(), twin.criterion)
                    };
                    let plain = rated(&language.join("plain"), twin.criterion);
                    (name, twin, plain, of("deceptive"), of("honest"))
                })
            })
            .collect();
        for rated in all {
            let (name, twin, plain, deceptive, honest) = rated.join().expect("rated");
            let fooled = deceptive.total > plain.total || !at_most(&deceptive, &plain);
            let unmoved = honest.total <= plain.total || honest.score <= plain.score;
            if fooled || unmoved {
                wrong.push(format!(
                    "{name} ({}, {}):\n  plain {plain:?}\n  deceptive {deceptive:?}{}\n  honest {honest:?}{}",
                    twin.criterion,
                    twin.says,
                    if fooled { " <- rises" } else { "" },
                    if unmoved { " <- does not rise" } else { "" },
                ));
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
