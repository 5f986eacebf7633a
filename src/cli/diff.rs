//! `depthgauge diff`.

use std::{collections::BTreeSet, env, fs, path::Path};

use super::{
    args::Cli,
    compare::{Repository, differs, policy, rulebook, text_of},
    date::Date,
    diff_args::{DiffArgs, DiffFormat},
    exit::{Exit, Failure},
    github::Event,
    output::write_document,
    pool, progress,
    progress::Progress,
    safety, say,
};
use crate::{
    audit::Examined,
    card::CardData,
    compare::{
        baseline::Baseline,
        diff::{self, DIFF_FORMAT, DiffOutcome, DiffReport, PolicyUse, Side, TargetDiff, Tip, Verdict},
        policy::{POLICY_FILE, Policy, judge},
    },
    report::{self, SarifRules, SarifRun},
    rulebook::Rulebook,
    source::{Lineage, Snapshot},
};

pub(super) fn run(args: &DiffArgs, cli: &Cli) -> Result<Exit, Failure> {
    let event = if args.github { Some(Event::read()?) } else { None };
    let event_base = event.as_ref().and_then(|event| event.base.clone());
    let Some(base) = args.base.clone().or(event_base) else {
        return Err(Failure::usage("the event names no base commit").advice("give BASE"));
    };
    let head = args.head.clone().or_else(|| event.as_ref().and_then(|event| event.head.clone()));
    let date = Date::choose(args.date, env::var("SOURCE_DATE_EPOCH").ok().as_deref())?;
    let comparison = pool(args.run.threads)?.install(|| {
        let progress = progress::progress(cli.quiet, cli.verbose);
        compare(args, &base, head.as_deref().unwrap_or("HEAD"), &date.to_string(), progress.as_ref())
    })?;
    for format in &args.format {
        let text = comparison.document(*format, args.changed_only)?;
        let folder = args.output.as_deref().filter(|path| args.format.len() > 1 || path.is_dir());
        if args.format.len() > 1 && folder.is_none() {
            return Err(Failure::usage("several formats cannot share standard output").advice("give --output a folder"));
        }
        match folder {
            Some(folder) => {
                safety::require(safety::Level::L1, "a folder")?;
                fs::create_dir_all(folder)
                    .map_err(|e| Failure::usage(e.to_string()).at(folder.display().to_string()))?;
                write_document(Some(&folder.join(format.file())), &text)?;
            }
            None => write_document(args.output.as_deref().filter(|path| *path != Path::new("-")), &text)?,
        }
    }
    if let Some(event) = &event {
        let report = &comparison.report;
        event.write(report, &report::diff_markdown(report), &report::github_annotations(report), comparison.exit())?;
    }
    let exit = comparison.exit();
    if exit == Exit::Nothing && !cli.quiet {
        say("note: no agent was found in either commit");
    }
    Ok(exit)
}

/// A judged comparison, and what its documents need beside it.
pub(super) struct Comparison {
    pub report: DiffReport,
    rules: SarifRules,
}

impl Comparison {
    pub fn exit(&self) -> Exit {
        if self.report.targets.iter().all(|target| target.before.is_none() && target.after.is_none())
            && self.report.targets.iter().all(|target| target.reads_less.is_empty())
        {
            return Exit::Nothing;
        }
        match self.report.outcome {
            DiffOutcome::Passed | DiffOutcome::Observed => Exit::Done,
            DiffOutcome::Weaker => Exit::No,
            DiffOutcome::ReadsLess => Exit::Incomplete,
        }
    }

    pub fn document(&self, format: DiffFormat, changed_only: bool) -> Result<String, Failure> {
        let report = &self.report;
        let written = match format {
            DiffFormat::Text => Ok(report::diff_text(report)),
            DiffFormat::Md => Ok(report::diff_markdown(report)),
            DiffFormat::Json => report::diff_json(report),
            DiffFormat::Codequality => report::code_quality(report),
            DiffFormat::Rdjson => report::rdjson(report),
            DiffFormat::Annotations => Ok(report::github_annotations(report)),
            DiffFormat::Sarif => self.sarif(changed_only),
        };
        written.map_err(|e| Failure::new(Exit::Internal, e.to_string()))
    }

    fn sarif(&self, changed_only: bool) -> Result<String, report::ReportError> {
        let report = &self.report;
        let new_ids = |target: &TargetDiff| -> BTreeSet<String> {
            let changed: BTreeSet<&str> = target.changes.iter().map(|change| change.id.as_str()).collect();
            let is_new = |finding: &&diff::Finding| {
                target.new_findings.contains(&finding.id) || changed.contains(finding.id.as_str())
            };
            target.findings.iter().filter(is_new).map(|finding| finding.id.clone()).collect()
        };
        let kept: Vec<Vec<diff::Finding>> = report
            .targets
            .iter()
            .map(|target| {
                let new = new_ids(target);
                let wanted = |finding: &&diff::Finding| !changed_only || new.contains(&finding.id);
                target.findings.iter().filter(wanted).cloned().collect()
            })
            .collect();
        let runs = report.targets.iter().zip(&kept).map(|(target, findings)| {
            let excepted = target.changes.iter().filter(|change| change.verdict == Verdict::Excepted);
            SarifRun {
                target: target.subpath.clone().unwrap_or_default(),
                repo_url: report.repo_url.clone(),
                commit: report.head.commit.clone(),
                findings,
                new: Some(new_ids(target)),
                suppressed: excepted
                    .map(|change| (change.id.clone(), change.because.clone().unwrap_or_default()))
                    .collect(),
                unread: target.reads_less.clone(),
                exit_code: self.exit().code(),
            }
        });
        report::sarif(&self.rules, &runs.collect::<Vec<_>>(), &report.program)
    }
}

/// What the gate itself is made of, read from one commit or from a file.
struct Gate {
    policy: Policy,
    source: &'static str,
    vocabulary: Option<String>,
    baseline: Option<Baseline>,
    /// Paths of its files in the repository.
    files: Vec<String>,
}

impl Gate {
    fn read(args: &DiffArgs, snapshot: &Snapshot) -> Result<Self, Failure> {
        if args.no_policy {
            let policy = Policy::default();
            return Ok(Self { policy, source: "default", vocabulary: None, baseline: None, files: Vec::new() });
        }
        let of_base = |path: &str| text_of(snapshot, path);
        let given = args.policy.as_deref();
        let beside = |path: &str| -> Result<Option<String>, Failure> {
            let folder = given.and_then(Path::parent).unwrap_or(Path::new("."));
            super::read_input(&folder.join(path), "a file that the policy names").map(Some)
        };
        let (policy, source) = match given {
            Some(file) => {
                let text = super::read_input(file, "a policy")?;
                (policy(&text, &file.display().to_string())?, "file")
            }
            None => match of_base(POLICY_FILE)? {
                Some(text) => (policy(&text, POLICY_FILE)?, "base commit"),
                None => (Policy::default(), "default"),
            },
        };
        let part = |path: &Option<String>| -> Result<Option<String>, Failure> {
            let Some(path) = path else { return Ok(None) };
            let text = if given.is_some() { beside(path)? } else { of_base(path)? };
            text.map(Some)
                .ok_or_else(|| Failure::usage("the policy names a file that the commit does not have").at(path.clone()))
        };
        let baseline = part(&policy.baseline)?
            .map(|text| Baseline::read(&text))
            .transpose()
            .map_err(|e| Failure::usage(e.to_string()).at(policy.baseline.clone().unwrap_or_default()))?;
        let mut files = vec![POLICY_FILE.to_owned()];
        files.extend(policy.baseline.iter().chain(&policy.vocabulary).cloned());
        if given.is_some() {
            files.clear();
        }
        Ok(Self { vocabulary: part(&policy.vocabulary)?, baseline, source, files, policy })
    }
}

/// Compares two commits and judges.
pub(super) fn compare(
    args: &DiffArgs,
    base: &str,
    head: &str,
    today: &str,
    progress: &dyn Progress,
) -> Result<Comparison, Failure> {
    let repository = Repository::open(args.repository.as_deref(), args.repo_url.as_deref(), &args.run)?;
    let (base_id, head_id) = (repository.commit(base)?, repository.commit(head)?);
    let compared = if args.two_dot {
        base_id.clone()
    } else {
        repository.history.merge_base(&base_id, &head_id).map_err(|e| super::pipeline::source_failure(&e))?
    };
    let missing = || Failure::new(Exit::Nothing, "the commit has no files");
    let before = repository.snapshot(&compared, None)?.ok_or_else(missing)?;
    let after = repository.snapshot(&head_id, None)?.ok_or_else(missing)?;
    let gate = Gate::read(args, &before)?;
    let book = rulebook(&args.run, gate.vocabulary.as_deref())?;
    let lineage = Lineage::between(&before, &after);
    let mut report = DiffReport {
        schema: DIFF_FORMAT.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        rules: book.version(),
        name: after.name().to_owned(),
        repo_url: after.remote().map(str::to_owned),
        base: Tip { asked: base.to_owned(), commit: base_id },
        head: Tip { asked: head.to_owned(), commit: head_id.clone() },
        compared: compared.clone(),
        merge_base: !args.two_dot,
        outcome: DiffOutcome::Passed,
        policy: PolicyUse {
            source: gate.source.to_owned(),
            observe: false,
            changed: gate.files.iter().filter(|file| differs(&before, &after, file)).cloned().collect(),
            stale: Vec::new(),
            needs_upgrade: gate.policy.rules.clone().filter(|rules| *rules != book.version()),
        },
        targets: Vec::new(),
    };
    let mut sides: Vec<(Option<Examined>, Option<Examined>)> = Vec::new();
    for (name, subpath) in asked(args, &gate.policy, &repository, &book, [&before, &after], progress)? {
        let subpath = subpath.as_deref();
        let old = match subpath {
            None => Some(&before),
            Some(_) => None,
        };
        let (old_own, new_own);
        let old = match old {
            Some(whole) => Some(whole),
            None => {
                old_own = repository.snapshot(&compared, subpath)?;
                old_own.as_ref()
            }
        };
        let new = match subpath {
            None => Some(&after),
            Some(_) => {
                new_own = repository.snapshot(&head_id, subpath)?;
                new_own.as_ref()
            }
        };
        let (a, b) = repository.examine_both(old, new, &book, progress)?;
        let side = |examined, snapshot| Side { examined, snapshot };
        match (a.as_ref().zip(old), b.as_ref().zip(new)) {
            (Some((a, old)), Some((b, new))) => {
                report.targets.push(diff::compare(&book, &lineage, &name, side(a, old), side(b, new)));
            }
            (None, Some((b, new))) => {
                report.targets.push(diff::appeared(&book, &name, side(b, new)));
            }
            (Some((a, _)), None) => report.targets.push(diff::vanished(&name, subpath, a)),
            (None, None) => continue,
        }
        sides.push((a, b));
    }
    repository.finish();
    let cards: Vec<_> = sides.iter().map(|(a, b)| (card_of(a.as_ref()), card_of(b.as_ref()))).collect();
    let mut known = BTreeSet::new();
    if let Some(baseline) = &gate.baseline {
        for target in &mut report.targets {
            known.extend(baseline.known(target, &lineage));
        }
    }
    judge(&mut report, &gate.policy, &cards, &known, today);
    Ok(Comparison { report, rules: SarifRules::new(&book) })
}

fn card_of(side: Option<&Examined>) -> Option<&CardData> {
    side?.card.as_deref()
}

/// Name and folder of each target.
fn asked(
    args: &DiffArgs,
    policy: &Policy,
    repository: &Repository,
    book: &Rulebook,
    snapshots: [&Snapshot; 2],
    progress: &dyn Progress,
) -> Result<Vec<(String, Option<String>)>, Failure> {
    if let Some(subpath) = &args.subpath {
        return Ok(vec![(subpath.clone(), Some(subpath.trim_matches('/').to_owned()))]);
    }
    if args.all {
        let mut found = Vec::new();
        for snapshot in snapshots {
            for target in repository.targets(snapshot, book, progress)? {
                let folder = Some(target.folder).filter(|folder| !folder.is_empty());
                if !found.iter().any(|(_, known)| *known == folder) {
                    found.push((target.name, folder));
                }
            }
        }
        found.sort_by(|a: &(String, Option<String>), b| a.1.cmp(&b.1));
        return match found.is_empty() {
            true => Err(Failure::new(Exit::Nothing, "nothing in this repository can be audited on its own")),
            false => Ok(found),
        };
    }
    if !policy.targets.is_empty() {
        let named = policy.targets.iter().map(|target| {
            let subpath = target.subpath().map(str::to_owned);
            (subpath.clone().unwrap_or_else(|| snapshots[1].name().to_owned()), subpath)
        });
        return Ok(named.collect());
    }
    Ok(vec![(snapshots[1].name().to_owned(), None)])
}
