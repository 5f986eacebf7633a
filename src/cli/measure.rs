//! `depthgauge signals`, `assess` and `agreement`: measuring the ladders without the repositories.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
};

use super::{
    A_CARD, AssessRequest, Date, Engine, Format, InputFile, LookRequest,
    args::{AgreementArgs, AssessArgs, Cli, SignalsArgs},
    exit::{Exit, Failure, shown},
    finish,
    output::Destination,
    pool, progress, read_input, say,
};
use crate::{
    card::CardData,
    compare::{self, Listed, Overlap, ReferenceRow, Reviewed},
    report,
};

pub(super) fn signals(engine: &impl Engine, args: &SignalsArgs, cli: &Cli) -> Result<Exit, Failure> {
    let destination = Destination::new(args.output.as_deref(), &[Format::Json])?;
    let request = LookRequest::new(args.target.clone(), &args.place, &args.run);
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

pub(super) fn agreement(args: &AgreementArgs, quiet: bool) -> Result<Exit, Failure> {
    let rows = table(&args.reference)?;
    let (cards, skipped) = cards(&args.cards)?;
    for note in skipped.iter().filter(|_| !quiet) {
        say(&format!("note: {}", shown(note)));
    }
    let mut agreement = compare::agreement(&rows, &cards);
    if agreement.cards == 0 {
        return Err(Failure::usage("no card there is of a project in the table").at(args.cards.display().to_string()));
    }
    if let Some(folder) = &args.why {
        agreement.overlap = Some(overlap(folder, args, &cards, quiet)?);
    }
    let (format, document) = match (args.json, args.page) {
        (_, true) => (Format::Md, page(args, &rows, &cards, &agreement)?),
        (true, false) => {
            let json = report::agreement_json(&agreement);
            (Format::Json, json.map_err(|e| Failure::new(Exit::Internal, e.to_string()))?)
        }
        (false, false) => (Format::Text, report::agreement_text(&agreement, args.per_card, args.per_cell)),
    };
    Destination::Stdout.write(format, "agreement", &document)?;
    Ok(Exit::Done)
}

fn table(file: &Path) -> Result<Vec<ReferenceRow>, Failure> {
    let table = read_input(file, "a table of ratings, columns separated by tabs")?;
    compare::reference(&table).map_err(|e| Failure::usage(e.to_string()).at(file.display().to_string()))
}

fn page(
    args: &AgreementArgs,
    rows: &[ReferenceRow],
    cards: &[CardData],
    all: &compare::Agreement,
) -> Result<String, Failure> {
    let notes = match &args.notes {
        Some(file) => serde_yaml::from_str(&read_input(file, "notes in YAML")?)
            .map_err(|e| Failure::usage(e.to_string()).at(file.display().to_string()))?,
        None => report::Notes::default(),
    };
    let beside = match &args.beside {
        Some(file) => compare::beside(&table(file)?, cards),
        None => Vec::new(),
    };
    let (looked_at, tuned): (Vec<ReferenceRow>, Vec<ReferenceRow>) =
        rows.iter().cloned().partition(|row| row.key.is_looked_at());
    let [looked_at, tuned] = [looked_at, tuned].map(|rows| compare::agreement(&rows, cards));
    let parts = report::Parts { all, tuned: &tuned, looked_at: &looked_at };
    let (page, missing) = report::agreement_page(parts, &beside, &notes);
    for note in missing {
        say(&format!("note: {}", shown(&note)));
    }
    Ok(page)
}

/// What reviewers cite, on the cards and in the inventories.
fn overlap(folder: &Path, args: &AgreementArgs, cards: &[CardData], quiet: bool) -> Result<Overlap, Failure> {
    let mut listed = Listed::default();
    cards.iter().for_each(|card| listed.card(card));
    for path in args.inventories.iter().map(|folder| files(folder, "json")).collect::<Result<Vec<_>, _>>()?.concat() {
        let text = read_input(&path, "an inventory in JSON")?;
        if let (Err(why), false) = (listed.inventory(&text), quiet) {
            say(&format!("note: {}", shown(&format!("{} is no inventory ({why})", path.display()))));
        }
    }
    let mut reviews: Vec<Reviewed> = Vec::new();
    let mut existing: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(folder, "yaml")? {
        let text = read_input(&path, "a review in YAML")?;
        let review = compare::reviewed(&text).map_err(|e| Failure::usage(e).at(path.display().to_string()))?;
        let list =
            args.paths.as_ref().zip(path.file_stem()).map(|(folder, stem)| folder.join(stem).with_extension("txt"));
        if let Some(list) = list.filter(|list| list.is_file()) {
            let text = read_input(&list, "a list of paths")?;
            existing.insert(review.name.clone(), text.lines().map(str::to_owned).collect());
        }
        reviews.push(review);
    }
    let exists = |review: &Reviewed, file: &str| existing.get(&review.name).is_none_or(|known| known.contains(file));
    Ok(listed.overlap(&reviews, &exists))
}

/// The files of a folder with an ending, by path.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = entry
            .map_err(|e| Failure::usage(format!("cannot read the folder ({e})")).at(folder.display().to_string()))?;
        if entry.file_type().is_file() && entry.path().extension().is_some_and(|own| own == ending) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// The cards in a folder and below it, by path, and what to say of JSON files that are none.
fn cards(folder: &Path) -> Result<(Vec<CardData>, Vec<String>), Failure> {
    let (mut cards, mut skipped) = (Vec::new(), Vec::new());
    for path in files(folder, "json")? {
        let path = path.as_path();
        let card = read_input(path, A_CARD).map_err(|failure| failure.what);
        match card.and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string())) {
            Ok(card) => cards.push(card),
            Err(why) => skipped.push(format!("{} is no card ({why})", path.display())),
        }
    }
    Ok((cards, skipped))
}
