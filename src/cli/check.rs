//! `depthgauge check`, `search`, `draft`, `render` and `compare`: cards that exist already.

use std::{env, fs, path::Path};

use super::{
    A_CARD, CardRequest, Date, Engine, Format, Verdict,
    check_args::{CheckArgs, CompareArgs, DraftArgs, RenderArgs, SearchArgs},
    exit::{Exit, Failure},
    finish,
    output::Destination,
    pipeline::source_failure,
    read_input, safety, say,
};
use crate::{
    card::{self, Form, PublishedCard, Severity},
    compare,
    evidence::{
        Fate, quote,
        rg::{self, RgSearch},
    },
    report,
    source::{OpenOptions, Snapshot, Target},
    verify::{self, Later, Proof},
};

pub(super) fn check(args: &CheckArgs, quiet: bool) -> Result<Exit, Failure> {
    let text = read_input(&args.card, A_CARD)?;
    let mut card = read(&text, &args.card)?;
    let seen = args.repo.as_deref().map(|repo| Seen::look(&card, repo, args.at.as_deref())).transpose()?;
    let proof = seen.as_ref().map(|seen| &seen.proof);
    let later = seen.as_ref().and_then(|seen| seen.later.as_ref());
    let mut changes = Vec::new();
    if args.fix {
        let fixed = verify::fix(&text, &card, proof, later);
        let output = args.output.as_deref().unwrap_or(&args.card);
        if output == Path::new("-") {
            Destination::new(Some(output), &[Format::Md])?.write(Format::Md, "card", &fixed.text)?;
        } else if !fixed.changes.is_empty() || output != args.card {
            let failed = |e| Failure::usage(format!("cannot write ({e})")).at(output.display().to_string());
            safety::require(safety::Level::L1, "a file")?;
            fs::write(output, &fixed.text).map_err(failed)?;
        }
        if !fixed.changes.is_empty() {
            card = read(&fixed.text, &args.card)?;
        }
        changes = fixed.changes;
    }
    // What was repaired is looked at anew; another commit needs another look.
    let again = match &args.repo {
        Some(repo) if !changes.is_empty() => Some(Seen::look(&card, repo, None)?),
        _ => None,
    };
    let proof = again.as_ref().map(|seen| &seen.proof).or(proof);
    let mut problems = card.problems().to_vec();
    problems.extend(verify::links(&card));
    problems.extend(verify::prose(&card));
    problems.extend(proof.iter().flat_map(|proof| proof.problems.clone()));
    problems.sort();
    problems.dedup();
    let errors = problems.iter().any(|problem| problem.severity == Severity::Error);
    let answer = report::CheckReport {
        card: &card,
        problems: &problems,
        changes: &changes,
        proof,
        later,
        anchors: verify::anchors(&card),
    };
    // Beside a repaired card on standard output the answer is a note.
    let to_stderr = args.output.as_deref() == Some(Path::new("-"));
    if !(quiet && to_stderr) {
        let text = if args.json {
            report::check_json(&answer).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?
        } else {
            report::check_text(&answer)
        };
        if to_stderr {
            say(&text);
        } else {
            Destination::new(None, &[Format::Text])?.write(Format::Text, "check", &text)?;
        }
    }
    Ok(if errors { Exit::No } else { Exit::Done })
}

fn read(text: &str, file: &Path) -> Result<PublishedCard, Failure> {
    card::read(text.as_bytes(), &file.display().to_string()).map_err(|e| Failure::usage(e.to_string()))
}

/// What was looked up in the repository.
struct Seen {
    proof: Proof,
    later: Option<Later>,
}

impl Seen {
    fn look(card: &PublishedCard, repo: &str, at: Option<&str>) -> Result<Self, Failure> {
        let pinned = open(Some(repo), Some(&card.pinned_commit))?;
        let proof = verify::prove(card, &pinned).map_err(|e| source_failure(&e))?;
        let later = match at {
            Some(rev) => {
                let new = open(Some(repo), Some(rev))?;
                Some(verify::later(card, &pinned, &new).map_err(|e| source_failure(&e))?)
            }
            None => None,
        };
        Ok(Self { proof, later })
    }
}

/// Cited places whose text has changed at the other commit or is gone, as `check --at` follows them.
pub(super) fn changed_places(card: &PublishedCard, repo: &str, rev: &str) -> Result<u64, Failure> {
    let (pinned, new) = (open(Some(repo), Some(&card.pinned_commit))?, open(Some(repo), Some(rev))?);
    let later = verify::later(card, &pinned, &new).map_err(|e| source_failure(&e))?;
    Ok(later.places.iter().filter(|place| matches!(place.fate, Ok(Fate::Changed { .. } | Fate::Gone))).count() as u64)
}

fn open(repo: Option<&str>, rev: Option<&str>) -> Result<Snapshot, Failure> {
    let target = match repo {
        Some(text) => Target::parse(text, rev, None),
        None => Target::here(rev, None),
    };
    let target = target.map_err(|e| source_failure(&e))?;
    Snapshot::open(&target, &OpenOptions::default()).map_err(|e| source_failure(&e))
}

pub(super) fn search(args: &SearchArgs) -> Result<Exit, Failure> {
    let scope: Vec<String> = args.scope.iter().map(|path| quote(path)).collect();
    let scope = scope.join(" ");
    let wrong = |e: &dyn std::fmt::Display| Failure::usage(e.to_string()).at(args.search.clone());
    let parsed = RgSearch::parse(&args.search, &scope).map_err(|e| wrong(&e))?;
    let snapshot = open(args.repo.as_deref(), args.rev.as_deref())?;
    let counted = rg::count(&[Ok(parsed)], &snapshot).map_err(|e| source_failure(&e))?;
    let counted = counted.into_iter().next().ok_or_else(|| Failure::new(Exit::Internal, "nothing was counted"))?;
    let counted = counted.map_err(|e| wrong(&e))?;
    if let [first, ..] = counted.missing.as_slice() {
        return Err(Failure::usage("the commit has no such file or folder").at(first.clone()));
    }
    let search = card::SearchEvidence { search: args.search.clone(), scope, hits: counted.lines, note: None };
    let text = if args.json {
        serde_json::to_string_pretty(&search).map_err(|e| Failure::new(Exit::Internal, e.to_string()))? + "\n"
    } else {
        card::evidence_text(&card::Evidence::Search(search)) + "\n"
    };
    Destination::new(None, &[Format::Text])?.write(Format::Text, "search", &text)?;
    for unread in &counted.unread {
        say(&format!("note: not read: {unread}"));
    }
    Ok(if counted.unread.is_empty() { Exit::Done } else { Exit::Incomplete })
}

pub(super) fn draft(args: &DraftArgs) -> Result<Exit, Failure> {
    let text = match &args.card {
        Some(file) => {
            let card = read(&read_input(file, A_CARD)?, file)?;
            verify::draft(&card)
        }
        None => {
            let date = Date::choose(args.date, env::var("SOURCE_DATE_EPOCH").ok().as_deref())?;
            let snapshot = open(args.repo.as_deref(), args.rev.as_deref())?;
            verify::blank(snapshot.name(), &snapshot.commit().id, &date.to_string(), snapshot.remote())
        }
    };
    Destination::new(args.output.as_deref(), &[Format::Md])?.write(Format::Md, "draft", &text)?;
    Ok(Exit::Done)
}

pub(super) fn render(engine: &impl Engine, args: &RenderArgs, quiet: bool) -> Result<Exit, Failure> {
    let formats = args.output.formats();
    let destination = Destination::new(args.output.output.as_deref(), &formats)?;
    let text = read_input(&args.draft, "a draft of a score card in YAML or JSON")?;
    let draft = read(&text, &args.draft)?;
    if draft.form() != Form::Draft {
        return Err(Failure::usage("this is no draft; `depthgauge card` writes a card in another form")
            .at(args.draft.display().to_string())
            .advice("`depthgauge draft CARD` makes a draft of it"));
    }
    let wrong = draft.problems().iter().any(|problem| problem.severity == Severity::Error);
    let request = CardRequest {
        text,
        place: args.draft.display().to_string(),
        templates: args.output.templates.clone(),
        width: destination.width(),
        formats,
    };
    let mut outcome = engine.card(&request)?;
    if wrong {
        outcome.verdict = Verdict::Problems;
    }
    finish(&outcome, &destination, quiet)
}

pub(super) fn compare(args: &CompareArgs) -> Result<Exit, Failure> {
    let format = if args.json { Format::Json } else { Format::Md };
    let destination = Destination::new(args.output.as_deref(), &[format])?;
    let a = read(&read_input(&args.a, A_CARD)?, &args.a)?;
    let b = read(&read_input(&args.b, A_CARD)?, &args.b)?;
    let differences = compare::cards(&a, &b);
    let text = if args.json {
        serde_json::to_string_pretty(&differences).map_err(|e| Failure::new(Exit::Internal, e.to_string()))? + "\n"
    } else {
        report::differences_markdown(&differences)
    };
    destination.write(format, "compare", &text)?;
    Ok(Exit::Done)
}
