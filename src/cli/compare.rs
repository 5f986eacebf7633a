//! What the commands that compare commits share: a repository, its commits, and one look at each.

use std::io::Write;

use super::{
    args::RunArgs,
    exit::{Exit, Failure},
    pipeline::{audit_failure, open_cache, source_failure},
    progress::Progress,
};
use crate::{
    audit::{self, AuditOptions, Examined, Stages},
    compare::policy::{LARGEST_POLICY, Policy},
    facts::{self, Cache},
    rulebook::Rulebook,
    source::{Entry, History, OpenOptions, Snapshot, SourceError, Target},
};

/// Bytes of a baseline or a vocabulary.
const LARGEST: u64 = 16 << 20;

/// Files by which it is told whether an earlier run read a commit.
const ASKED: usize = 40;

/// A local repository whose commits are looked at one after the other.
pub(super) struct Repository {
    path: Option<String>,
    repo_url: Option<String>,
    pub history: History,
    cache: Option<Cache>,
    /// Where facts of this run are kept if not in the user's cache.
    _folder: Option<tempfile::TempDir>,
}

impl Repository {
    pub fn open(path: Option<&str>, repo_url: Option<&str>, run: &RunArgs) -> Result<Self, Failure> {
        let target = target(path, None, None)?;
        let history = History::open(&target).map_err(|e| source_failure(&e))?;
        let mut cache = if run.no_cache { None } else { open_cache().0 };
        let mut folder = None;
        if cache.is_none() {
            // What two commits have in common is read once, also without a cache.
            folder = tempfile::tempdir().ok();
            cache = folder.as_ref().and_then(|folder| Cache::open(folder.path()).ok()).map(|(cache, _)| cache);
        }
        Ok(Self {
            path: path.map(str::to_owned),
            repo_url: repo_url.map(str::to_owned),
            history,
            cache,
            _folder: folder,
        })
    }

    pub fn commit(&self, rev: &str) -> Result<String, Failure> {
        self.history.commit(rev).map_err(|e| source_failure(&e))
    }

    /// The files of a commit; `None` where the folder is not in it.
    pub fn snapshot(&self, commit: &str, subpath: Option<&str>) -> Result<Option<Snapshot>, Failure> {
        let target = target(self.path.as_deref(), Some(commit), subpath)?;
        let options = OpenOptions { repo_url: self.repo_url.clone(), ..OpenOptions::default() };
        match Snapshot::open(&target, &options) {
            Ok(snapshot) => Ok(Some(snapshot)),
            Err(SourceError::NoSubpath { .. }) if subpath.is_some() => Ok(None),
            Err(error) => Err(source_failure(&error)),
        }
    }

    /// Audits a snapshot; what was read is there for the next one.
    pub fn examine(
        &self,
        snapshot: &Snapshot,
        rulebook: &Rulebook,
        progress: &dyn Progress,
    ) -> Result<Examined, Failure> {
        examine(snapshot, rulebook, self.cache.as_ref(), progress)
    }

    /// The same of two commits: at once where most of the earlier one is kept, else one after the other, for then the
    /// second finds what the first read.
    pub fn examine_both(
        &self,
        old: Option<&Snapshot>,
        new: Option<&Snapshot>,
        rulebook: &Rulebook,
        progress: &dyn Progress,
    ) -> Result<(Option<Examined>, Option<Examined>), Failure> {
        let cache = self.cache.as_ref();
        let one = |side: Option<&Snapshot>| side.map(|side| examine(side, rulebook, cache, progress)).transpose();
        if old.is_some_and(|snapshot| self.knows(snapshot)) {
            let (before, after) = rayon::join(|| one(old), || one(new));
            return Ok((before?, after?));
        }
        Ok((one(old)?, one(new)?))
    }

    /// Whether an earlier run read most of these files, by a look at a few.
    fn knows(&self, snapshot: &Snapshot) -> bool {
        let Some(cache) = &self.cache else { return false };
        let code: Vec<&Entry> = snapshot.entries().iter().filter(|entry| facts::is_code(entry)).collect();
        let asked = code.iter().step_by(code.len().div_ceil(ASKED).max(1));
        let keys = asked.filter_map(|entry| facts::key(entry, &snapshot.content_id(entry)?));
        let (known, all) = keys.fold((0, 0), |(known, all), key| (known + usize::from(cache.holds(&key)), all + 1));
        known > 0 && known * 10 >= all * 9
    }

    pub fn targets(
        &self,
        snapshot: &Snapshot,
        rulebook: &Rulebook,
        progress: &dyn Progress,
    ) -> Result<Vec<audit::AuditTarget>, Failure> {
        audit::targets(snapshot, rulebook, self.cache.as_ref(), &Told(progress)).map_err(audit_failure)
    }

    pub fn finish(self) {
        if let Some(cache) = self.cache {
            cache.finish();
        }
    }
}

fn examine(
    snapshot: &Snapshot,
    rulebook: &Rulebook,
    cache: Option<&Cache>,
    progress: &dyn Progress,
) -> Result<Examined, Failure> {
    // Levels have no date.
    let options = AuditOptions { date: "1970-01-01".to_owned(), ..AuditOptions::default() };
    let examined = audit::examine(snapshot, rulebook, &options, cache, &Told(progress));
    if let Some(cache) = cache {
        cache.flush();
    }
    examined.map_err(audit_failure)
}

struct Told<'a>(&'a dyn Progress);

impl Stages for Told<'_> {
    fn stage(&self, name: &'static str, total: Option<u64>) {
        self.0.stage(name, total);
    }

    fn advance(&self, steps: u64) {
        self.0.advance(steps);
    }
}

fn target(path: Option<&str>, rev: Option<&str>, subpath: Option<&str>) -> Result<Target, Failure> {
    let target = match path {
        Some(path) => Target::folder(std::path::Path::new(path), rev, subpath),
        None => Target::here(rev, subpath),
    };
    target.map_err(|e| source_failure(&e))
}

/// The text of a file of a snapshot; `None` where it is not there.
pub(super) fn text_of(snapshot: &Snapshot, path: &str) -> Result<Option<String>, Failure> {
    let Some(entry) = snapshot.entry(path) else { return Ok(None) };
    let failure = |why: String| Failure::usage(why).at(path.to_owned());
    let reader = snapshot.reader().map_err(|e| source_failure(&e))?;
    let bytes = reader.read(entry, LARGEST).map_err(|e| failure(format!("cannot be read ({e:?})")))?;
    String::from_utf8(bytes).map(Some).map_err(|_| failure("is not UTF-8 text".to_owned()))
}

/// Whether a path has another content in two snapshots.
pub(super) fn differs(one: &Snapshot, other: &Snapshot, path: &str) -> bool {
    let id = |snapshot: &Snapshot| snapshot.entry(path).map(|entry| (entry.kind, snapshot.content_id(entry)));
    id(one) != id(other)
}

/// The rules of a run, with the words of a vocabulary that has no file of its own.
pub(super) fn rulebook(run: &RunArgs, vocabulary: Option<&str>) -> Result<Rulebook, Failure> {
    let wrong = |e: crate::rulebook::LoadError| Failure::usage(format!("rules: {e}"));
    match (&run.vocabulary, vocabulary) {
        (None, Some(text)) => {
            let internal = |e: std::io::Error| Failure::new(Exit::Internal, format!("vocabulary: {e}"));
            let mut file = tempfile::NamedTempFile::new().map_err(internal)?;
            file.write_all(text.as_bytes()).map_err(internal)?;
            Rulebook::for_run(run.rules.as_deref(), Some(file.path())).map_err(wrong)
        }
        (given, _) => Rulebook::for_run(run.rules.as_deref(), given.as_deref()).map_err(wrong),
    }
}

pub(super) fn policy(text: &str, place: &str) -> Result<Policy, Failure> {
    debug_assert!(LARGEST_POLICY as u64 <= LARGEST);
    Policy::read(text, place).map_err(|e| {
        Failure::usage(e.message)
            .at(e.place)
            .advice("`depthgauge policy schema` lists the keys; docs/ci.md explains them")
    })
}
