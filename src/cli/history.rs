//! `depthgauge history`.

use std::fmt::Write;

use serde::Serialize;

use super::{
    args::Cli,
    compare::{Repository, rulebook},
    diff_args::HistoryArgs,
    exit::{Exit, Failure},
    output::write_document,
    pool, progress,
    progress::Progress,
};
use crate::{
    audit::Examined,
    card::Criterion,
    compare::{
        diff::{self, Change, DIFF_FORMAT, DiffOutcome, DiffReport, PolicyUse, Side, Tip},
        policy::{Policy, judge},
    },
    rubric::CriterionId,
    rulebook::Rulebook,
    source::{Lineage, Snapshot},
};

/// One commit of the table.
#[derive(Debug, Serialize)]
struct Point {
    commit: String,
    /// Of `--tags`.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    /// Of the committer, seconds since 1970.
    time: Option<i64>,
    /// `None`: no agent there.
    score: Option<f64>,
    thousandths: Option<u32>,
    /// C1 to C10.
    ratings: Vec<String>,
    incomplete: bool,
    /// Against the commit before it in the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<DiffOutcome>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<Change>,
    /// Paths that differ from the commit before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<Vec<String>>,
}

pub(super) fn run(args: &HistoryArgs, cli: &Cli) -> Result<Exit, Failure> {
    let points = pool(args.run.threads)?.install(|| {
        let repository = Repository::open(args.repository.as_deref(), None, &args.run)?;
        let book = rulebook(&args.run, None)?;
        let commits = commits(args, &repository)?;
        let progress = progress::progress(cli.quiet, cli.verbose);
        let points = points(args, &repository, &book, &commits, progress.as_ref());
        repository.finish();
        points
    })?;
    let text = if args.json {
        crate::text::json(&points).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?
    } else {
        table(&points)
    };
    write_document(args.output.as_deref().filter(|path| path.as_os_str() != "-"), &text)?;
    Ok(if points.iter().all(|point| point.score.is_none()) { Exit::Nothing } else { Exit::Done })
}

/// The oldest first.
fn commits(args: &HistoryArgs, repository: &Repository) -> Result<Vec<(String, Option<String>)>, Failure> {
    let range = args.range.as_deref().unwrap_or("HEAD");
    if args.tags {
        let mut tags = repository.history.tags();
        tags.truncate(args.most);
        tags.reverse();
        return Ok(tags.into_iter().map(|(name, commit)| (commit, Some(name))).collect());
    }
    let (first, last) = match range.split_once("..") {
        Some((first, last)) => (Some(first), if last.is_empty() { "HEAD" } else { last }),
        None => (None, range),
    };
    let first = first.map(|rev| repository.commit(rev)).transpose()?;
    let last = repository.commit(last)?;
    let every = args.every as usize;
    let most = args.most.saturating_mul(every);
    let walked = repository.history.first_parents(&last, first.as_deref(), most);
    let walked = walked.map_err(|e| super::pipeline::source_failure(&e))?;
    let mut commits: Vec<(String, Option<String>)> =
        walked.into_iter().step_by(every).take(args.most).map(|commit| (commit, None)).collect();
    commits.reverse();
    Ok(commits)
}

fn points(
    args: &HistoryArgs,
    repository: &Repository,
    book: &Rulebook,
    commits: &[(String, Option<String>)],
    progress: &dyn Progress,
) -> Result<Vec<Point>, Failure> {
    let subpath = args.subpath.as_deref().map(|path| path.trim_matches('/'));
    let mut before: Option<(Examined, Snapshot)> = None;
    let mut points = Vec::new();
    for (commit, tag) in commits {
        let mut point = Point {
            commit: commit.clone(),
            tag: tag.clone(),
            time: repository.history.time(commit),
            score: None,
            thousandths: None,
            ratings: Vec::new(),
            incomplete: false,
            outcome: None,
            changes: Vec::new(),
            changed: None,
        };
        let Some(snapshot) = repository.snapshot(commit, subpath)? else {
            points.push(point);
            before = None;
            continue;
        };
        let examined = repository.examine(&snapshot, book, progress)?;
        if let Some(card) = examined.card.as_deref() {
            point.score = Some(card.score);
            point.thousandths = Some(diff::thousandths(card));
            point.ratings = card.criteria.iter().map(Criterion::rating).collect();
        }
        point.incomplete = !examined.incomplete.is_empty();
        if let Some((old, then)) = before.as_ref().filter(|_| args.changes) {
            changes(book, (old, then), (&examined, &snapshot), &mut point);
        }
        points.push(point);
        before = Some((examined, snapshot));
    }
    Ok(points)
}

/// By the default policy.
fn changes(book: &Rulebook, before: (&Examined, &Snapshot), after: (&Examined, &Snapshot), point: &mut Point) {
    let lineage = Lineage::between(before.1, after.1);
    let side = |(examined, snapshot)| Side { examined, snapshot };
    let name = after.1.name().to_owned();
    let tip = |examined: &Examined| Tip { asked: examined.commit.id.clone(), commit: examined.commit.id.clone() };
    let mut report = DiffReport {
        schema: DIFF_FORMAT.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        rules: book.version(),
        repo_url: after.1.remote().map(str::to_owned),
        base: tip(before.0),
        head: tip(after.0),
        compared: before.0.commit.id.clone(),
        merge_base: false,
        outcome: DiffOutcome::Passed,
        policy: PolicyUse { source: "default".to_owned(), ..PolicyUse::default() },
        targets: vec![diff::compare(book, &lineage, &name, side(before), side(after))],
        name,
    };
    let card = |examined: &'_ Examined| examined.card.as_deref().cloned();
    let (old, new) = (card(before.0), card(after.0));
    judge(&mut report, &Policy::default(), &[(old.as_ref(), new.as_ref())], &Default::default(), "1970-01-01");
    point.outcome = Some(report.outcome);
    point.changed = Some(lineage.changed.into_iter().collect());
    point.changes = report.targets.pop().map(|target| target.changes).unwrap_or_default();
}

fn table(points: &[Point]) -> String {
    let mut out = String::new();
    let width = points.iter().filter_map(|point| point.tag.as_ref()).map(|tag| tag.chars().count()).max().unwrap_or(0);
    let width = width.clamp(12, 30);
    let names: Vec<String> = CriterionId::ALL.iter().map(|id| format!("{id:<6}", id = id.to_string())).collect();
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{:width$}  total  {}", "commit", names.join(""));
    for point in points {
        let name = point.tag.clone().unwrap_or_else(|| point.commit.chars().take(12).collect());
        let name = crate::text::terminal(&name);
        let total = point.thousandths.map_or_else(|| "    -".to_owned(), |n| format!("{:>5.2}", f64::from(n) / 1000.0));
        let levels: Vec<String> =
            point.ratings.iter().map(|rating| format!("{:6}", rating.split(' ').next().unwrap_or_default())).collect();
        let note = if point.incomplete { " incomplete" } else { "" };
        let _ = writeln!(out, "{name:width$}  {total}  {}{note}", levels.join("").trim_end());
        for change in point.changes.iter().filter(|change| change.verdict == diff::Verdict::Fails) {
            let _ = writeln!(out, "{:width$}  {}", "", crate::text::terminal(&change.sentence));
        }
    }
    out
}
