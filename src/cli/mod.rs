//! The command line: reads arguments, hands a request to the pipeline, writes what comes back.

mod args;
mod baseline;
mod cache;
mod check;
mod check_args;
mod claims;
mod comment;
mod compare;
mod date;
mod diff;
mod diff_args;
mod engine;
mod exit;
mod explain;
mod github;
mod history;
mod inventory;
mod measure;
mod measure_args;
mod meta;
mod output;
mod pipeline;
mod policy;
mod progress;
mod publish;
mod publish_args;
mod review;
mod review_args;
mod rules;
mod safety;
mod targets;

use std::{
    env,
    ffi::OsString,
    fs,
    io::{self, IsTerminal, Read, Write},
    panic,
    path::Path,
    process::ExitCode,
};

use clap::{CommandFactory, FromArgMatches};

pub use args::Format;
pub use date::Date;
pub use engine::{
    AssessRequest, AuditRequest, CardRequest, ClaimsRequest, Engine, ExplainRequest, InputFile, LookRequest, Outcome,
    Verdict,
};
pub use exit::{Exit, Failure};
pub use meta::Meta;
pub use progress::{Progress, Silent};

use args::{AuditArgs, CardArgs, Cli, Command};
use output::{Destination, PrivateFile};

/// Bytes of a file that is read. A card is some hundred kilobytes.
const MAX_INPUT: u64 = 32 << 20;
const A_CARD: &str = "a score card in JSON or Markdown";

/// Runs the program on the process's arguments. A panic anywhere below is an internal error.
pub fn run() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        say(&format!(
            "internal error: {info}\n  this is a defect of depthgauge; please report it with the command you ran"
        ));
    }));
    execute(&pipeline::Pipeline, env::args_os()).into()
}

/// The same with any pipeline and any arguments, the program's name first.
fn execute(engine: &impl Engine, arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = arguments.into_iter().collect::<Vec<_>>();
    panic::catch_unwind(panic::AssertUnwindSafe(|| parse_and_run(engine, arguments))).unwrap_or(Exit::Internal)
}

fn parse_and_run(engine: &impl Engine, arguments: Vec<OsString>) -> Exit {
    let parsed = safety::shown(Cli::command()).try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| Ok((safety::asked(&matches), Cli::from_arg_matches(&matches)?)));
    let (level, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help for a reader that has gone away is still help.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    progress::log(cli.quiet, cli.verbose);
    safety::within(level, || command(engine, &cli)).unwrap_or_else(|failure| {
        say(&format!("error: {failure}"));
        failure.exit
    })
}

fn command(engine: &impl Engine, cli: &Cli) -> Result<Exit, Failure> {
    match &cli.command {
        Command::Audit(args) => audit(engine, args, cli),
        Command::Diff(args) => diff::run(args, cli),
        Command::Comment(args) => comment::run(args),
        Command::Baseline(args) => baseline::run(args, cli),
        Command::Policy(args) => policy::run(args, cli),
        Command::History(args) => history::run(args, cli),
        Command::Explain(args) => explain::run(engine, args, cli),
        Command::Inventory(args) => inventory::run(engine, args, cli),
        Command::Claims(args) => claims::run(engine, args, cli),
        Command::Targets(args) => targets::run(engine, args, cli),
        Command::Signals(args) => measure::signals(engine, args, cli),
        Command::Assess(args) => measure::assess(engine, args, cli.quiet),
        Command::Agreement(args) => measure::agreement(args, cli.quiet),
        Command::Card(args) => card(engine, args, cli.quiet),
        Command::Check(args) => check::check(args, cli.quiet),
        Command::Search(args) => check::search(args),
        Command::Draft(args) => check::draft(args),
        Command::Render(args) => check::render(engine, args, cli.quiet),
        Command::Compare(args) => check::compare(args),
        Command::Site(args) => publish::site(args, cli.quiet),
        Command::Badge(args) => publish::badge(args),
        Command::Rules(args) => rules::run(args),
        Command::Review(args) => review::run(args, cli),
        Command::Dispute(args) => review::dispute(args),
        Command::Ledger(args) => review::ledger(args, cli),
        Command::Cache(args) => cache::run(args),
    }
}

fn audit(engine: &impl Engine, args: &AuditArgs, cli: &Cli) -> Result<Exit, Failure> {
    let mut formats = args.output.formats();
    let destination = Destination::new(args.output.output.as_deref(), &formats)?;
    // Somebody who looks at it gets the card as a terminal shows it best.
    if args.output.format.is_empty() && destination == Destination::Stdout && io::stdout().is_terminal() {
        formats = vec![if args.configuration.as_deref() == Some("all") { Format::Md } else { Format::Text }];
    }
    let local = local_target(args.target.as_deref());
    let private = args.private.as_deref().map(|file| PrivateFile::new(file, local)).transpose()?;
    if let Some(private) = &private {
        private.apart_from(&destination, &formats, None)?;
    }
    if let Some(meta) = &args.meta {
        destination.is_not(meta, &formats, "--meta and --output name the same file")?;
    }
    let mut request = AuditRequest {
        target: args.target.clone(),
        rev: args.rev.clone(),
        subpath: args.subpath.clone(),
        worktree: args.worktree,
        repo_url: args.repo_url.clone(),
        rules: args.run.rules.clone(),
        vocabulary: args.run.vocabulary.clone(),
        templates: args.output.templates.clone(),
        meta: args.meta.as_deref().map(Meta::read).transpose()?.unwrap_or_default(),
        date: Date::choose(args.date, env::var("SOURCE_DATE_EPOCH").ok().as_deref())?,
        kind: args.kind,
        configuration: args.configuration.clone(),
        as_agent: args.as_agent,
        use_cache: !args.run.no_cache,
        formats,
        private: private.is_some(),
        previous: args.previous.as_deref().map(|file| input(file, A_CARD)).transpose()?,
        reviews: args.reviews.clone(),
        operator: args.operator.as_deref().map(|file| input(file, "the operator's file in YAML")).transpose()?,
        dispute_url: args.dispute_url.clone(),
        width: destination.width(),
    };
    let pool = pool(args.run.threads)?;
    let run = |request: &AuditRequest| {
        let progress = progress::progress(cli.quiet, cli.verbose);
        pool.install(|| engine.audit(request, progress.as_ref()))
    };
    if args.all || args.part.is_some() {
        let progress = progress::progress(cli.quiet, cli.verbose);
        let asked = request.look();
        let parts = pool.install(|| engine.targets(&asked, progress.as_ref()))?;
        drop(progress);
        if args.all {
            return targets::each(&parts, &request, &destination, cli.quiet, run);
        }
        request.subpath = targets::find(&parts, args.part.as_deref().unwrap_or_default())?;
    }
    let outcome = run(&request)?;
    if let (Some(file), Some(document)) = (&private, &outcome.private) {
        file.apart_from(&destination, &request.formats, Some(&outcome.name))?;
        file.write(document)?;
    }
    finish(&outcome, &destination, cli.quiet)
}

/// One thread per processor where no number is given.
fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    // What a command may not write, its threads may not.
    let ceiling = safety::ceiling();
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .start_handler(move |_| safety::bind(ceiling))
        .build()
        .map_err(|e| Failure::new(Exit::Internal, format!("cannot start threads ({e})")))
}

fn card(engine: &impl Engine, args: &CardArgs, quiet: bool) -> Result<Exit, Failure> {
    let formats = args.output.formats();
    let destination = Destination::new(args.output.output.as_deref(), &formats)?;
    let request = CardRequest {
        text: read_input(&args.file, A_CARD)?,
        place: args.file.display().to_string(),
        templates: args.output.templates.clone(),
        formats,
        width: destination.width(),
    };
    finish(&engine.card(&request)?, &destination, quiet)
}

fn input(file: &Path, what: &str) -> Result<InputFile, Failure> {
    Ok(InputFile { text: read_input(file, what)?, place: file.display().to_string() })
}

/// Reads a text file, `-` for standard input; `what` it should be.
fn read_input(file: &Path, what: &str) -> Result<String, Failure> {
    let failure =
        |problem: String| Failure::usage(problem).at(file.display().to_string()).advice(format!("give {what}"));
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        io::stdin().lock().take(MAX_INPUT + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|input| input.take(MAX_INPUT + 1).read_to_end(&mut bytes))
    };
    read.map_err(|e| failure(format!("cannot read the file ({e})")))?;
    if bytes.len() as u64 > MAX_INPUT {
        return Err(failure("this file is too large".to_owned()));
    }
    String::from_utf8(bytes).map_err(|_| failure("this file is not UTF-8 text".to_owned()))
}

fn finish(outcome: &Outcome, destination: &Destination, quiet: bool) -> Result<Exit, Failure> {
    if !quiet {
        for note in &outcome.notes {
            say(&format!("note: {}", exit::shown(note)));
        }
    }
    for refused in &outcome.refused {
        say(&format!("error: {}", exit::shown(refused)));
    }
    for (format, document) in &outcome.documents {
        destination.write(*format, &outcome.name, document)?;
    }
    if !outcome.refused.is_empty() {
        return Ok(Exit::Incomplete);
    }
    Ok(match outcome.verdict {
        Verdict::Complete => Exit::Done,
        Verdict::Problems => Exit::No,
        Verdict::Incomplete => Exit::Incomplete,
        Verdict::NoAgent => Exit::Nothing,
    })
}

/// The path that is audited, if the target is one: what `--private` must stay out of.
fn local_target(target: Option<&str>) -> Option<&Path> {
    let target = target.unwrap_or(".");
    let Some(path) = target.strip_prefix("file://") else {
        return Path::new(target).exists().then(|| Path::new(target));
    };
    let path = path.strip_prefix("localhost").unwrap_or(path);
    // `@REV` may stand behind the path.
    let without_rev = path.rsplit_once('@').map(|(path, _)| path);
    [Some(path), without_rev].into_iter().flatten().map(Path::new).find(|path| path.exists())
}

/// One message on stderr. Nobody may be listening.
fn say(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "depthgauge: {message}");
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::audit::{AuditTarget, ClaimsAnswer, Inventory};

    /// A pipeline that answers with what a test wants.
    struct Fixed(Result<Outcome, Failure>);

    impl Engine for Fixed {
        fn audit(&self, request: &AuditRequest, progress: &dyn Progress) -> Result<Outcome, Failure> {
            progress.stage("reading", Some(1));
            progress.advance(1);
            assert!(request.target.as_deref() != Some("panic"), "a defect");
            let private = request.private.then(|| "secret detail".to_owned());
            self.0.clone().map(|outcome| Outcome { private, ..outcome })
        }

        fn explain(&self, _: &ExplainRequest, _: &dyn Progress) -> Result<Outcome, Failure> {
            self.0.clone()
        }

        fn inventory(&self, _: &LookRequest, _: &dyn Progress) -> Result<Inventory, Failure> {
            Err(Failure::usage("not asked"))
        }

        fn claims(&self, _: &ClaimsRequest, _: &dyn Progress) -> Result<ClaimsAnswer, Failure> {
            Err(Failure::usage("not asked"))
        }

        fn signals(&self, _: &LookRequest, _: &dyn Progress) -> Result<Outcome, Failure> {
            self.0.clone()
        }

        fn assess(&self, request: &AssessRequest) -> Result<Vec<Outcome>, Failure> {
            let named = |name: &String| self.0.clone().map(|outcome| Outcome { name: name.clone(), ..outcome });
            request.records.keys().map(named).collect()
        }

        fn targets(&self, _: &LookRequest, _: &dyn Progress) -> Result<Vec<AuditTarget>, Failure> {
            Ok(Vec::new())
        }

        fn card(&self, request: &CardRequest) -> Result<Outcome, Failure> {
            self.0.clone().map(|outcome| {
                let documents = request.formats.iter().map(|format| (*format, request.text.clone())).collect();
                Outcome { documents, ..outcome }
            })
        }
    }

    fn outcome(verdict: Verdict) -> Outcome {
        let documents = vec![(Format::Md, "# card".to_owned()), (Format::Json, "{}\n".to_owned())];
        Outcome {
            verdict,
            name: "agent".to_owned(),
            documents,
            refused: vec![],
            private: None,
            notes: vec!["a note".to_owned()],
        }
    }

    fn run_on(engine: &Fixed, arguments: &[&str]) -> Exit {
        let program = std::iter::once("depthgauge");
        execute(engine, program.chain(arguments.iter().copied()).map(OsString::from))
    }

    #[test]
    fn verdicts_become_exit_codes_and_documents_files() {
        let root = tempfile::tempdir().expect("folder");
        for (verdict, exit) in [
            (Verdict::Complete, Exit::Done),
            (Verdict::Problems, Exit::No),
            (Verdict::NoAgent, Exit::Nothing),
            (Verdict::Incomplete, Exit::Incomplete),
        ] {
            let folder = root.path().join(format!("{verdict:?}"));
            let output = format!("{}/", folder.display());
            let found = run_on(
                &Fixed(Ok(outcome(verdict))),
                &["audit", "https://example.org/x", "--format", "md,json,md", "-o", &output],
            );
            assert_eq!(found, exit);
            let read = |name: &str| fs::read_to_string(folder.join(name)).expect("document");
            assert_eq!((read("agent.md"), read("agent.json")), ("# card".to_owned(), "{}\n".to_owned()));
        }
    }

    #[test]
    fn a_refused_format_makes_the_answer_incomplete() {
        for verdict in [Verdict::Complete, Verdict::Problems] {
            let refused = Outcome { documents: vec![], refused: vec!["entry: no".to_owned()], ..outcome(verdict) };
            assert_eq!(run_on(&Fixed(Ok(refused)), &["audit", "https://example.org/x"]), Exit::Incomplete);
        }
    }

    #[test]
    fn failures_and_panics_become_exit_codes() {
        let failing = Fixed(Err(Failure::new(Exit::Nothing, "no repository")));
        assert_eq!(run_on(&failing, &["audit"]), Exit::Nothing);
        assert_eq!(run_on(&failing, &["audit", "panic"]), Exit::Internal);
        assert_eq!(run_on(&failing, &["audit", "--date", "2026-02-30"]), Exit::Usage);
        assert_eq!(run_on(&failing, &["audit", "--rev", "x", "--worktree"]), Exit::Usage);
        assert_eq!(run_on(&failing, &["audit", "--format", "md,json"]), Exit::Usage);
        assert_eq!(run_on(&failing, &["audit", "--meta", "/nonexistent/meta.yaml"]), Exit::Usage);
        assert_eq!(run_on(&failing, &["card", "/nonexistent/card.json"]), Exit::Usage);
        assert_eq!(run_on(&failing, &["bogus"]), Exit::Usage);
        assert_eq!(run_on(&failing, &["--version"]), Exit::Done);
    }

    #[test]
    fn private_document_is_written_where_asked() {
        let root = tempfile::tempdir().expect("folder");
        let file = |name: &str| -> PathBuf { root.path().join(name) };
        let text = |path: PathBuf| path.display().to_string();
        let arguments = ["audit", "https://example.org/x", "-o", &text(file("c.md")), "--private", &text(file("p.md"))];
        let one = Outcome { documents: vec![(Format::Md, "# card".to_owned())], ..outcome(Verdict::Complete) };
        assert_eq!(run_on(&Fixed(Ok(one)), &arguments), Exit::Done);
        assert_eq!(fs::read_to_string(file("p.md")).expect("private"), "secret detail");
        assert_eq!(fs::read_to_string(file("c.md")).expect("card"), "# card");
    }

    #[test]
    fn private_document_in_the_place_of_a_card_is_refused() {
        let root = tempfile::tempdir().expect("folder");
        let text = |name: &str| root.path().join(name).display().to_string();
        // Its target would be a panic: nothing may be audited before.
        let same = ["audit", "panic", "-o", &text("c.md"), "--private", &text("c.md")];
        assert_eq!(run_on(&Fixed(Ok(outcome(Verdict::Complete))), &same), Exit::Usage);
        let folder = format!("{}/", root.path().display());
        let named =
            ["audit", "--format", "md,json", "-o", &folder, "https://example.org/x", "--private", &text("agent.md")];
        assert_eq!(run_on(&Fixed(Ok(outcome(Verdict::Complete))), &named), Exit::Usage);
        assert_eq!(fs::read_dir(root.path()).expect("folder").count(), 0);
    }

    #[test]
    fn a_card_is_read_and_written() {
        let root = tempfile::tempdir().expect("folder");
        let (from, to) = (root.path().join("a.md"), root.path().join("b.md"));
        fs::write(&from, "# text").expect("card");
        let arguments = ["card", &from.display().to_string(), "-o", &to.display().to_string()];
        assert_eq!(run_on(&Fixed(Ok(outcome(Verdict::Problems))), &arguments), Exit::No);
        assert_eq!(fs::read_to_string(&to).expect("card"), "# text");
        fs::write(&from, b"\xff\xfe").expect("card");
        assert_eq!(run_on(&Fixed(Ok(outcome(Verdict::Complete))), &arguments), Exit::Usage);
    }
}
