//! `depthgauge baseline`.

use std::{collections::BTreeMap, path::Path};

use super::{
    args::Cli,
    compare::{Repository, rulebook},
    diff_args::{BaselineArgs, BaselineCommand, BaselinePlace},
    exit::{Exit, Failure},
    output::write_document,
    pool, progress, read_input, say,
};
use crate::{
    audit::Examined,
    compare::{
        baseline::{BASELINE_FORMAT, Baseline, Recorded, levels},
        diff::{Finding, Side, findings, place_words},
    },
    rulebook::Rulebook,
    source::{Lineage, Snapshot},
};

pub(super) fn run(args: &BaselineArgs, cli: &Cli) -> Result<Exit, Failure> {
    match &args.command {
        BaselineCommand::Write(place) => pool(place.run.threads)?.install(|| write(place, cli)),
        BaselineCommand::Check(place) => pool(place.run.threads)?.install(|| check(place, cli)),
    }
}

/// One commit as a baseline records it.
pub(super) struct Now {
    pub recorded: Recorded,
    pub findings: Vec<Finding>,
    pub snapshot: Snapshot,
    pub examined: Examined,
}

/// Looks at one target of a commit.
pub(super) fn now(
    repository: &Repository,
    book: &Rulebook,
    commit: &str,
    subpath: Option<&str>,
    cli: &Cli,
) -> Result<Now, Failure> {
    let progress = progress::progress(cli.quiet, cli.verbose);
    let snapshot = repository.snapshot(commit, subpath)?;
    let snapshot = snapshot.ok_or_else(|| Failure::new(Exit::Nothing, "the commit has no such folder"))?;
    let examined = repository.examine(&snapshot, book, progress.as_ref())?;
    let Some(card) = examined.card.as_deref() else {
        return Err(Failure::new(Exit::Nothing, "no agent was found"));
    };
    let findings = findings(book, Side { examined: &examined, snapshot: &snapshot }, subpath.unwrap_or(""));
    let mut signals: BTreeMap<String, u64> = BTreeMap::new();
    for signal in &examined.signals {
        *signals.entry(signal.rule.to_string()).or_default() += 1;
    }
    let recorded = Recorded::of(card, &findings, signals);
    Ok(Now { recorded, findings, snapshot, examined })
}

fn write(place: &BaselinePlace, cli: &Cli) -> Result<Exit, Failure> {
    let repository = Repository::open(place.repository.as_deref(), None, &place.run)?;
    let book = rulebook(&place.run, None)?;
    let commit = repository.commit(place.rev.as_deref().unwrap_or("HEAD"))?;
    let subpath = place.subpath.as_deref();
    let now = now(&repository, &book, &commit, subpath, cli)?;
    // Other targets in the same file stay.
    let before = if place.file.is_file() { Some(read(&place.file)?) } else { None };
    let mut targets = before.filter(|known| known.rules == book.version()).map(|b| b.targets).unwrap_or_default();
    let count = now.recorded.findings.len();
    targets.insert(Baseline::key(subpath), now.recorded);
    let baseline = Baseline {
        schema: BASELINE_FORMAT.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        rules: book.version(),
        commit,
        targets,
    };
    write_baseline(&place.file, &baseline)?;
    repository.finish();
    if !cli.quiet {
        say(&format!("note: {count} findings written to {}", place.file.display()));
    }
    Ok(Exit::Done)
}

pub(super) fn write_baseline(file: &Path, baseline: &Baseline) -> Result<(), Failure> {
    let text = crate::text::json(baseline).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
    write_document(Some(file), &text)
}

pub(super) fn read(file: &Path) -> Result<Baseline, Failure> {
    let text = read_input(file, "a baseline")?;
    Baseline::read(&text).map_err(|e| Failure::usage(e.to_string()).at(file.display().to_string()))
}

/// Findings and levels that the baseline does not have: exit code 1.
fn check(place: &BaselinePlace, cli: &Cli) -> Result<Exit, Failure> {
    let baseline = read(&place.file)?;
    let repository = Repository::open(place.repository.as_deref(), None, &place.run)?;
    let book = rulebook(&place.run, None)?;
    let commit = repository.commit(place.rev.as_deref().unwrap_or("HEAD"))?;
    let subpath = place.subpath.as_deref();
    let Some(known) = baseline.targets.get(&Baseline::key(subpath)) else {
        return Err(Failure::usage("the baseline does not have this target").at(Baseline::key(subpath)));
    };
    let now = now(&repository, &book, &commit, subpath, cli)?;
    let lineage = match repository.snapshot(&baseline.commit, subpath) {
        Ok(Some(then)) => Lineage::between(&then, &now.snapshot),
        Ok(None) => Lineage::default(),
        Err(failure) if failure.exit == Exit::Nothing => Lineage::default(),
        Err(failure) => return Err(failure),
    };
    let new = known.fresh(&now.findings, &lineage);
    let upgrade = baseline.rules != book.version();
    let card = now.examined.card.as_deref().map(levels).unwrap_or_default();
    let fallen: Vec<String> = known
        .levels
        .iter()
        .filter_map(|(cell, level)| {
            let is = card.get(cell)?;
            (is < level).then(|| format!("{cell} falls from L{level} to L{is}"))
        })
        .collect();
    repository.finish();
    let mut out = String::new();
    for line in &fallen {
        out.push_str(&format!("{line}\n"));
    }
    for finding in now.findings.iter().filter(|finding| new.contains(&finding.id)) {
        let at = finding.places.first().map(place_words).unwrap_or_default();
        out.push_str(&crate::text::terminal(&format!("new: {} {at} {}", finding.rule, finding.message)));
        out.push('\n');
    }
    let count = fallen.len() + new.len();
    out.push_str(&match (count, upgrade) {
        (0, _) => "nothing is new\n".to_owned(),
        (n, true) => format!(
            "{n} differences; the baseline was written with other rules ({}), so they may come from rules alone: run \
             `depthgauge policy upgrade`\n",
            baseline.rules
        ),
        (n, false) => format!("{n} differences\n"),
    });
    write_document(None, &out)?;
    Ok(if count == 0 || upgrade { Exit::Done } else { Exit::No })
}
