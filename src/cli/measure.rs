//! `depthgauge signals`, `assess` and `agreement`: measuring the ladders without the repositories.

use std::{collections::BTreeMap, env, path::PathBuf};

use super::{
    AssessRequest, Date, Engine, Format, InputFile, LookRequest,
    args::{AssessArgs, Cli, SignalsArgs},
    exit::{Exit, Failure},
    finish,
    output::Destination,
    pool, progress, read_input,
};

pub(super) fn signals(engine: &impl Engine, args: &SignalsArgs, cli: &Cli) -> Result<Exit, Failure> {
    let destination = Destination::new(args.output.as_deref(), &[Format::Json])?;
    let request = LookRequest {
        target: args.target.clone(),
        rev: args.rev.clone(),
        subpath: args.subpath.clone(),
        worktree: args.worktree,
        repo_url: args.repo_url.clone(),
        rules: args.run.rules.clone(),
        vocabulary: args.run.vocabulary.clone(),
        use_cache: !args.run.no_cache,
    };
    let outcome = {
        let progress = progress::progress(cli.quiet, cli.verbose);
        pool(args.run.threads)?.install(|| engine.signals(&request, progress.as_ref()))?
    };
    finish(&outcome, &destination, cli.quiet)
}

pub(super) fn assess(engine: &impl Engine, args: &AssessArgs, quiet: bool) -> Result<Exit, Failure> {
    let request = AssessRequest {
        records: records(&args.files)?,
        rules: args.rules.clone(),
        vocabulary: args.vocabulary.clone(),
        date: Date::choose(args.date, env::var("SOURCE_DATE_EPOCH").ok().as_deref())?,
    };
    let destination = Destination::Folder(args.output.clone());
    let outcomes = pool(args.threads)?.install(|| engine.assess(&request))?;
    let mut worst = Exit::Done;
    for outcome in outcomes {
        worst = worst.max(finish(&outcome, &destination, quiet)?);
    }
    Ok(worst)
}

/// The files by the names of their cards.
fn records(files: &[PathBuf]) -> Result<BTreeMap<String, InputFile>, Failure> {
    let mut records = BTreeMap::new();
    for file in files {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let place = file.display().to_string();
        let text = read_input(file, "a file that `depthgauge signals` wrote")?;
        if let Some(other) = records.insert(stem, InputFile { text, place: place.clone() }) {
            return Err(Failure::usage(format!("the card of this file would replace that of {}", other.place))
                .at(place)
                .advice("give one of them another name"));
        }
    }
    Ok(records)
}
