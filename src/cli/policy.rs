//! `depthgauge policy`.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use super::{
    args::{Cli, RunArgs},
    baseline::{self, now},
    compare::{Repository, policy, rulebook},
    diff_args::{PolicyArgs, PolicyCommand, PolicySchema},
    exit::{Exit, Failure},
    output::write_document,
    pool, read_input,
};
use crate::{
    compare::{
        baseline::{Baseline, Recorded},
        diff::DiffReport,
        policy::{Cell, Policy, policy_schema},
    },
    rulebook::Rulebook,
};

pub(super) fn run(args: &PolicyArgs, cli: &Cli) -> Result<Exit, Failure> {
    match &args.command {
        PolicyCommand::Check { file } => check(file),
        PolicyCommand::Upgrade { file, repository, dry_run, run } => {
            pool(run.threads)?.install(|| upgrade(file, repository.as_deref(), *dry_run, run, cli))
        }
        PolicyCommand::Schema { format } => {
            let schema = match format {
                PolicySchema::Policy => policy_schema(),
                PolicySchema::Diff => schemars::schema_for!(DiffReport),
            };
            let text = crate::text::json(&schema).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
            write_document(None, &text)?;
            Ok(Exit::Done)
        }
    }
}

fn check(file: &Path) -> Result<Exit, Failure> {
    let policy = read(file)?;
    // As a reader of it will have it, with everything that it leaves out.
    let text = serde_yaml::to_string(&policy).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
    write_document(None, &text)?;
    Ok(Exit::Done)
}

fn read(file: &Path) -> Result<Policy, Failure> {
    policy(&read_input(file, "a policy")?, &file.display().to_string())
}

/// The baseline tells what the rules of its time said of its commit; those of today are asked about the same commit.
fn upgrade(file: &Path, path: Option<&str>, dry_run: bool, run: &RunArgs, cli: &Cli) -> Result<Exit, Failure> {
    let text = read_input(file, "a policy")?;
    let mut policy = policy(&text, &file.display().to_string())?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(baseline_file) = policy.baseline.as_ref().map(|path| folder.join(path)) else {
        return Err(Failure::usage("the policy names no baseline, so nothing says what the old rules found")
            .at(file.display().to_string())
            .advice("write one with `depthgauge baseline write` and name it under `baseline:`"));
    };
    let mut known = baseline::read(&baseline_file)?;
    let vocabulary =
        policy.vocabulary.as_ref().map(|path| read_input(&folder.join(path), "a vocabulary")).transpose()?;
    let book = rulebook(run, vocabulary.as_deref())?;
    let repository = Repository::open(path, None, run)?;
    let mut out = String::new();
    for (key, recorded) in &mut known.targets {
        let subpath = Some(key.as_str()).filter(|key| *key != ".");
        let today = now(&repository, &book, &known.commit, subpath, cli)?.recorded;
        tell(&book, key, recorded, &today, &mut out);
        *recorded = today;
    }
    repository.finish();
    let whole = known.targets.get(&Baseline::key(None)).cloned();
    floors(&mut policy, &known, whole.as_ref(), &mut out);
    known.rules = book.version();
    known.program = env!("CARGO_PKG_VERSION").to_owned();
    policy.rules = Some(book.version());
    if out.is_empty() {
        out.push_str("No level moves.\n");
    }
    write_document(None, &out)?;
    if !dry_run {
        baseline::write_baseline(&baseline_file, &known)?;
        let text = serde_yaml::to_string(&policy).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
        write_document(Some(file), &text)?;
    }
    Ok(Exit::Done)
}

/// Cells that move, and the rules whose matches did.
fn tell(book: &Rulebook, key: &str, then: &Recorded, today: &Recorded, out: &mut String) {
    let count = |recorded: &Recorded, rule: &str| recorded.signals.get(rule).copied().unwrap_or(0);
    for (cell, is) in &today.levels {
        let Some(was) = then.levels.get(cell).filter(|was| *was != is) else { continue };
        let criterion = cell.split('.').next().unwrap_or_default();
        let rules =
            book.rules.values().filter(|rule| rule.criteria.iter().any(|subject| subject.to_string() == criterion));
        let moved: Vec<String> = rules
            .filter(|rule| count(then, &rule.id) != count(today, &rule.id))
            .map(|rule| format!("{} ({} → {} places)", rule.id, count(then, &rule.id), count(today, &rule.id)))
            .collect();
        let through = if moved.is_empty() { "its ladder".to_owned() } else { moved.join(", ") };
        let _ = writeln!(out, "{key} {cell}: L{was} → L{is}, through {through}");
    }
    if then.thousandths != today.thousandths {
        let _ = writeln!(out, "{key} total: {} → {} thousandths", then.thousandths, today.thousandths);
    }
}

/// A floor that the old rules allowed and the new ones do not is lowered to what they find.
fn floors(policy: &mut Policy, known: &Baseline, whole: Option<&Recorded>, out: &mut String) {
    let mut lower = |floors: &mut BTreeMap<Cell, u32>, recorded: &Recorded| {
        for (cell, floor) in floors.iter_mut().filter(|(cell, _)| cell.1.is_some()) {
            if let Some(is) = recorded.levels.get(&cell.to_string()).map(|level| u32::from(*level))
                && is < *floor
            {
                let _ = writeln!(out, "floor {cell}: {floor} → {is}");
                *floor = is;
            }
        }
    };
    if let Some(whole) = whole {
        lower(&mut policy.floors, whole);
    }
    for target in &mut policy.targets {
        if let Some(recorded) = known.targets.get(&Baseline::key(target.subpath())) {
            lower(&mut target.floors, recorded);
        }
    }
}
