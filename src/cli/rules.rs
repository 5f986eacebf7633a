//! `depthgauge rules …`.

use std::{
    fmt::Write as _,
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use super::{
    Format,
    args::{RulesArgs, RulesCommand},
    exit::{Exit, Failure},
    output::Destination,
    safety,
};
use crate::{
    claims, detect, facts,
    rulebook::{self, RuleLanguage, Rulebook, Subject, cli},
};

/// What was asked for exists; else the command line is wrong, and the answer says what there is.
fn known(answer: cli::Answer) -> Result<cli::Answer, Failure> {
    if answer.success { Ok(answer) } else { Err(Failure::usage(answer.text.trim_end())) }
}

/// Prints the answer; an answer of no is exit code 1.
pub(super) fn run(args: &RulesArgs) -> Result<Exit, Failure> {
    let load = |folder: Option<&Path>| {
        Rulebook::load_with(folder, args.vocabulary.as_deref()).map_err(|e| Failure::usage(format!("rules: {e}")))
    };
    let folder = args.rules.as_deref();
    let answer = match &args.command {
        RulesCommand::List { json } => cli::list(&load(folder)?, *json),
        RulesCommand::Show { id } => known(cli::show(&load(folder)?, id))?,
        RulesCommand::Test { what } => test(what, folder, load)?,
        RulesCommand::Lint => cli::lint_text(&load(folder)?),
        RulesCommand::New { id, criterion, languages } => new(folder, id, *criterion, languages)?,
        RulesCommand::Schema { format } => known(cli::schema_text(format))?,
        RulesCommand::Docs { output } => docs(&load(folder)?, output)?,
    };
    Destination::Stdout.write(Format::Text, "rules", &answer.text)?;
    Ok(if answer.success { Exit::Done } else { Exit::No })
}

/// Fixtures of the rules named, of those in a folder, or all with those of the queries.
fn test(
    what: &[String],
    folder: Option<&Path>,
    load: impl Fn(Option<&Path>) -> Result<Rulebook, Failure>,
) -> Result<cli::Answer, Failure> {
    let (folders, mut ids): (Vec<&String>, Vec<String>) = (
        what.iter().filter(|word| Path::new(word).is_dir()).collect(),
        what.iter().filter(|word| !Path::new(word).is_dir()).cloned().collect(),
    );
    let rulebook = match (folders.as_slice(), folder) {
        ([], folder) => load(folder)?,
        ([only], None) => {
            let over = rulebook::RuleFiles::read(Path::new(only)).map_err(|e| Failure::usage(format!("rules: {e}")))?;
            ids.extend(over.0.keys().filter_map(|path| rulebook::rule_id(path)).map(str::to_owned));
            let rulebook = load(Some(Path::new(only)))?;
            // A rule that the folder removes has no fixture.
            ids.retain(|id| rulebook.rules.contains_key(id) || what.contains(id));
            if ids.is_empty() {
                return Err(Failure::usage("the folder holds no rule").at((*only).clone()));
            }
            rulebook
        }
        _ => return Err(Failure::usage("one folder of rules can be tested at a time")),
    };
    if let Some(unknown) = ids.iter().find(|id| !rulebook.rules.contains_key(*id)) {
        return Err(Failure::usage(format!("no rule {unknown:?}"))
            .advice("`depthgauge rules list` names all; rules of your own need `--rules DIR`"));
    }
    let report = detect::test_fixtures(&rulebook, &ids);
    let mut answer = cli::Answer { text: format!("{report}\n"), success: report.problems.is_empty() };
    if ids.is_empty() {
        let facts = facts::test_query_fixtures(&rulebook.sources);
        answer.success &= facts.problems.is_empty();
        let _ = writeln!(answer.text, "{facts}");
        let mistakes = claims::test_sentences(&rulebook.claims);
        answer.success &= mistakes.is_empty();
        for mistake in &mistakes {
            let _ = writeln!(answer.text, "claims: {mistake}");
        }
        let _ = writeln!(
            answer.text,
            "claims: {} kinds, {} sentences read otherwise",
            rulebook.claims.kinds.len(),
            mistakes.len()
        );
    }
    Ok(answer)
}

/// Writes the files of a new rule, none of which may be there.
fn new(
    folder: Option<&Path>,
    id: &str,
    criterion: Subject,
    languages: &[RuleLanguage],
) -> Result<cli::Answer, Failure> {
    let folder = folder.ok_or_else(|| Failure::usage("a new rule needs the folder that it goes to: --rules DIR"))?;
    let kebab = |b: u8| b == b'-' || b.is_ascii_lowercase() || b.is_ascii_digit();
    if !id.bytes().all(kebab) || !id.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Err(Failure::usage(format!("`{id}` is not in kebab-case (a-z, 0-9 and `-`)")));
    }
    if Rulebook::load(None).is_ok_and(|embedded| embedded.rules.contains_key(id)) {
        return Err(Failure::usage(format!("there is a built-in rule `{id}`")).advice("choose another id"));
    }
    let files = rulebook::scaffold(id, criterion, languages);
    let at = |path: &str| folder.join(path);
    if let Some(path) = files.keys().map(|path| at(path)).find(|path| path.exists()) {
        return Err(Failure::usage("this file is there already").at(path.display().to_string()));
    }
    let mut text = String::new();
    for (path, content) in &files {
        create(&at(path), content)?;
        let _ = writeln!(text, "{}", at(path).display());
    }
    Ok(cli::Answer { text, success: true })
}

fn create(path: &Path, content: &str) -> Result<(), Failure> {
    safety::require(safety::Level::L1, "a file")?;
    let write = || -> io::Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        fs::File::create_new(path)?.write_all(content.as_bytes())
    };
    write().map_err(|e| Failure::usage(format!("cannot write ({e})")).at(path.display().to_string()))
}

/// Writes the pages; pages of what is no more are named, not removed.
fn docs(rulebook: &Rulebook, output: &Path) -> Result<cli::Answer, Failure> {
    safety::require(safety::Level::L1, "a file")?;
    let failure =
        |path: &Path, e: io::Error| Failure::usage(format!("cannot write ({e})")).at(path.display().to_string());
    let pages = rulebook::pages(rulebook);
    for (name, content) in &pages {
        let path = output.join(name);
        fs::create_dir_all(path.parent().unwrap_or(output)).map_err(|e| failure(&path, e))?;
        fs::write(&path, content).map_err(|e| failure(&path, e))?;
    }
    let mut text = format!("{} pages in {}\n", pages.len(), output.display());
    let stale = stale(output, |name| pages.contains_key(name));
    for path in &stale {
        let _ = writeln!(text, "{}: nothing of this name is left; remove it", path.display());
    }
    Ok(cli::Answer { text, success: stale.is_empty() })
}

/// Markdown files in the folders of the pages that are none of them, sorted.
fn stale(output: &Path, is_page: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let folders = ["rules", "criteria"].map(|folder| output.join(folder));
    let entries = folders.iter().flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    let files = entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_file()).map(|e| e.into_path());
    let name = |path: &Path| path.strip_prefix(output).map(|path| path.to_string_lossy().replace('\\', "/"));
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter(|path| name(path).is_ok_and(|name| !is_page(&name)))
        .collect()
}
