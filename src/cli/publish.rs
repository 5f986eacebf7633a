//! `depthgauge site` and `depthgauge badge`.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    A_CARD, Date, Format,
    check::changed_places,
    exit::{Exit, Failure, shown},
    output::Destination,
    pipeline::templates_of,
    pool,
    publish_args::{BadgeArgs, BadgeFormat, SiteArgs},
    read_input, safety, say,
};
use crate::{
    card::{self, CardData},
    report::{Badge, Freshness, Site, SiteFile, SiteOptions},
};

pub(super) fn site(args: &SiteArgs, quiet: bool) -> Result<Exit, Failure> {
    let options = SiteOptions {
        title: args.title.clone(),
        date: today(args.date)?.to_string(),
        url: args.url.clone(),
        stale_after: args.stale_after,
    };
    let templates = templates_of(args.templates.as_deref())?;
    pool(args.threads)?.install(|| {
        let cards = cards(&args.cards, quiet)?;
        if cards.is_empty() {
            return Err(Failure::usage("no card in JSON is in this folder")
                .at(args.cards.display().to_string())
                .advice("write cards with `depthgauge audit --format json --output DIR`"));
        }
        let wrong = |e: crate::report::ReportError| Failure::usage(e.to_string());
        let site = Site::new(&cards, &options, &templates).map_err(wrong)?;
        safety::require(safety::Level::L1, "a site")?;
        for folder in ["p", "badge"] {
            let folder = args.output.join(folder);
            fs::create_dir_all(&folder).map_err(|e| unwritable(&folder, &e))?;
        }
        let write = |file: SiteFile| write(&args.output, &file);
        site.shared().map_err(wrong)?.into_iter().try_for_each(write)?;
        (0..site.len())
            .into_par_iter()
            .try_for_each(|at| site.project(at).map_err(wrong)?.into_iter().try_for_each(write))?;
        if !quiet {
            let (projects, cards) = (site.len(), cards.len());
            say(&format!(
                "note: {cards} cards of {projects} projects in {}",
                shown(&args.output.display().to_string())
            ));
        }
        Ok(Exit::Done)
    })
}

/// The cards of a folder by file name; other JSON is named and left out.
fn cards(folder: &Path, quiet: bool) -> Result<Vec<CardData>, Failure> {
    let unreadable = |e: io::Error| {
        Failure::usage(format!("cannot read the folder ({e})"))
            .at(folder.display().to_string())
            .advice("give a folder with cards in JSON")
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".json") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let read: Vec<Result<CardData, String>> = files
        .par_iter()
        .map(|file| {
            let text = read_input(file, A_CARD).map_err(|failure| failure.to_string())?;
            card::read_ratings(text.as_bytes(), &file.display().to_string()).map_err(|e| e.to_string())
        })
        .collect();
    let mut cards = Vec::new();
    for card in read {
        match card {
            Ok(card) => cards.push(card),
            Err(problem) if !quiet => say(&format!("note: left out: {}", shown(&problem))),
            Err(_) => {}
        }
    }
    Ok(cards)
}

fn write(folder: &Path, file: &SiteFile) -> Result<(), Failure> {
    let path = folder.join(&file.path);
    if let Some(parent) = path.parent().filter(|parent| !parent.is_dir()) {
        fs::create_dir_all(parent).map_err(|e| unwritable(parent, &e))?;
    }
    fs::write(&path, &file.text).map_err(|e| unwritable(&path, &e))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write ({error})")).at(path.display().to_string()).advice("choose another --output")
}

pub(super) fn badge(args: &BadgeArgs) -> Result<Exit, Failure> {
    let read = |file: &Path| {
        let text = read_input(file, A_CARD)?;
        let card = card::read(text.as_bytes(), &file.display().to_string());
        card.map_err(|e| Failure::usage(e.to_string()))
    };
    let card = read(&args.card)?;
    let changed = match (&args.repo, &args.at) {
        (Some(repo), Some(rev)) => changed_places(&card, repo, rev)?,
        _ => args.changed,
    };
    let card = card.into_data();
    // Without a bound the day does not matter, and the badge is the same every day.
    let today = args.stale_after.map(|_| today(args.date)).transpose()?;
    let freshness = Freshness { today: today.map(|day| day.to_string()), stale_after: args.stale_after, changed };
    let badge = match &args.since {
        Some(earlier) => Badge::since(&read(earlier)?.into_data(), &card, &freshness),
        None => Badge::of(&card, &freshness),
    };
    let by_ending = args.output.as_deref().and_then(Path::extension).is_some_and(|ending| ending == "json");
    let format = args.format.unwrap_or(if by_ending { BadgeFormat::Json } else { BadgeFormat::Svg });
    let document = match format {
        BadgeFormat::Svg => badge.svg(),
        BadgeFormat::Json => badge.json().map_err(|e| Failure::new(Exit::Internal, e.to_string()))?,
    };
    // Plain bytes in either case: nothing in them is for a terminal alone.
    Destination::new(args.output.as_deref(), &[Format::Json])?.write(Format::Json, &card.id, &document)?;
    Ok(Exit::Done)
}

fn today(given: Option<Date>) -> Result<Date, Failure> {
    Date::choose(given, env::var("SOURCE_DATE_EPOCH").ok().as_deref())
}
