//! `depthgauge targets`, and audits of single parts.

use std::fmt::Write;

use super::{
    AuditRequest, Engine, Format, LookRequest, Outcome,
    args::{Cli, TargetsArgs},
    exit::{Exit, Failure, shown},
    finish,
    output::Destination,
    pool, progress, say,
};
use crate::audit::AuditTarget;

pub(super) fn run(engine: &impl Engine, args: &TargetsArgs, cli: &Cli) -> Result<Exit, Failure> {
    let request = LookRequest {
        target: args.target.clone(),
        rev: args.rev.clone(),
        subpath: None,
        worktree: args.worktree,
        repo_url: None,
        rules: args.run.rules.clone(),
        vocabulary: args.run.vocabulary.clone(),
        use_cache: !args.run.no_cache,
    };
    let targets = {
        let progress = progress::progress(cli.quiet, cli.verbose);
        pool(args.run.threads)?.install(|| engine.targets(&request, progress.as_ref()))?
    };
    let text = if args.json {
        let json = crate::text::json(&targets);
        json.map_err(|e| Failure::new(Exit::Internal, e.to_string()))?
    } else {
        table(&targets)
    };
    Destination::Stdout.write(Format::Text, "targets", &text)?;
    if targets.is_empty() {
        say("note: nothing here starts on its own and has tools, calls a model or runs programs");
        return Ok(Exit::Nothing);
    }
    Ok(Exit::Done)
}

/// One line each, aligned; what comes from the repository is shown without control characters.
fn table(targets: &[AuditTarget]) -> String {
    let rows: Vec<[String; 4]> = targets
        .iter()
        .map(|target| {
            let folder = if target.folder.is_empty() { "." } else { &target.folder };
            let why = format!("{} ({}); starts by {}", target.does.join(", "), target.shown_at, target.entry);
            [shown(&target.name), target.kind.id().replace('_', " "), shown(folder), shown(&why)]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut out = String::new();
    for [name, kind, folder, why] in &rows {
        let [a, b, c] = widths;
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{name:a$}  {kind:b$}  {folder:c$}  {why}");
    }
    out
}

/// The folder of a part, by its name or folder; `None` for the repository itself.
pub(super) fn find(parts: &[AuditTarget], name: &str) -> Result<Option<String>, Failure> {
    let folder = name.trim_end_matches('/');
    let by_name = parts.iter().find(|part| part.name == name);
    match by_name.or_else(|| parts.iter().find(|part| part.folder == folder)) {
        Some(part) => Ok(Some(part.folder.clone()).filter(|folder| !folder.is_empty())),
        None => {
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let advice = match names.is_empty() {
                true => "nothing in this repository can be audited on its own".to_owned(),
                false => format!("there are {}", names.join(", ")),
            };
            Err(Failure::usage(format!("no part {name:?}")).advice(shown(&advice)))
        }
    }
}

/// One card for each part; the answer is the worst of theirs.
pub(super) fn each(
    parts: &[AuditTarget],
    request: &AuditRequest,
    destination: &Destination,
    quiet: bool,
    run: impl Fn(&AuditRequest) -> Result<Outcome, Failure>,
) -> Result<Exit, Failure> {
    if !matches!(destination, Destination::Folder(_)) {
        return Err(Failure::usage("--all writes several cards").advice("give --output with a folder"));
    }
    if parts.is_empty() {
        return Err(Failure::new(Exit::Nothing, "nothing in this repository can be audited on its own"));
    }
    let mut worst = Exit::Done;
    for part in parts {
        let subpath = Some(part.folder.clone()).filter(|folder| !folder.is_empty());
        let outcome = run(&AuditRequest { subpath, ..request.clone() })?;
        worst = worst.max(finish(&outcome, destination, quiet)?);
    }
    Ok(worst)
}
