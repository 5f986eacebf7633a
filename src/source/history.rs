//! The commits of a local repository: where two lines of history meet, who comes before whom, and which paths of one
//! commit are those of another.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use git2::{Odb, Oid, Repository};

use super::error::SourceError;
use super::objects::Objects;
use super::refs::Refs;
use super::rev::Revs;
use super::snapshot::Opened;
use super::target::Target;
use super::{Snapshot, refs};

/// Paths on each side that are compared line by line for renames.
const MOST_RENAMES: usize = 300;
/// Bytes of a file that is compared line by line.
const LARGEST_RENAME: u64 = 512 << 10;
/// Per cent of lines that a renamed file keeps.
const SIMILAR: usize = 50;
/// Commits that a walk without an end looks at.
const MOST_COMMITS: usize = 200_000;

/// The commits of one local repository.
pub struct History {
    objects: Objects,
    opened: Opened,
    reftable: bool,
}

impl History {
    /// # Errors
    /// The target is a URL, or no repository is there.
    pub fn open(target: &Target) -> Result<Self, SourceError> {
        if target.is_remote() {
            return Err(SourceError::Unusable {
                what: "the repository",
                text: "a URL".to_owned(),
                why: "commits are compared in a local clone; clone it and give its path",
            });
        }
        let opened = Opened::find(&target.place)?;
        let reftable = opened.reftable(&opened.dirs.config())?;
        let objects = Objects::open(&opened.dirs.objects(), &opened.place)?;
        Ok(Self { objects, opened, reftable })
    }

    fn revs(&self) -> Revs<'_> {
        Revs {
            refs: Refs::new(&self.opened.dirs),
            objects: &self.objects,
            place: &self.opened.place,
            reftable: self.reftable,
        }
    }

    /// The 40 hex digits of a rev.
    ///
    /// # Errors
    /// No such commit here.
    pub fn commit(&self, rev: &str) -> Result<String, SourceError> {
        Ok(self.revs().commit(Some(rev))?.to_string())
    }

    /// True where the copy's history ends before its first commit.
    pub fn is_shallow(&self) -> bool {
        self.opened.dirs.common_dir.join("shallow").is_file()
    }

    /// The commit that both come from; of several the one that libgit2 names first.
    ///
    /// # Errors
    /// They have none, or this copy of the history ends before it.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<String, SourceError> {
        let (a, b) = (parse(one)?, parse(other)?);
        if a == b {
            return Ok(one.to_owned());
        }
        match self.by_libgit2(a, b) {
            Some(base) => Ok(base.to_string()),
            None => match self.by_walk(a, b) {
                (Some(base), _) => Ok(base.to_string()),
                (None, cut) => Err(SourceError::NoMergeBase {
                    base: one.to_owned(),
                    head: other.to_owned(),
                    place: self.opened.place.clone(),
                    shallow: cut || self.is_shallow(),
                }),
            },
        }
    }

    /// `None` also where a commit on the way is not in this copy.
    fn by_libgit2(&self, a: Oid, b: Oid) -> Option<Oid> {
        let odb = Odb::new().ok()?;
        odb.add_disk_alternate(self.opened.dirs.objects().to_str()?).ok()?;
        // Without a folder there is no configuration and no owner to ask.
        let repository = Repository::from_odb(odb).ok()?;
        repository.merge_base(a, b).ok()
    }

    /// The same in a history with an end: the best of the commits that both sides still know. With it whether the end
    /// was met.
    fn by_walk(&self, a: Oid, b: Oid) -> (Option<Oid>, bool) {
        let mut cut = false;
        let mut ancestors = |from: Oid| {
            let mut seen = BTreeSet::from([from]);
            let mut order = vec![from];
            let mut at = 0;
            while at < order.len() && order.len() < MOST_COMMITS {
                for parent in self.objects.parents(order[at]).unwrap_or_default() {
                    if !self.objects.exists(parent) {
                        cut = true;
                    } else if seen.insert(parent) {
                        order.push(parent);
                    }
                }
                at += 1;
            }
            (seen, order)
        };
        let (of_a, _) = ancestors(a);
        let (_, order) = ancestors(b);
        // The nearest to the head.
        (order.into_iter().find(|id| of_a.contains(id)), cut)
    }

    /// First parents from `last` back, itself first; until `first` (left out), or `most` of them.
    ///
    /// # Errors
    /// A commit cannot be read.
    pub fn first_parents(&self, last: &str, first: Option<&str>, most: usize) -> Result<Vec<String>, SourceError> {
        let end = first.map(parse).transpose()?;
        let mut at = Some(parse(last)?);
        let mut commits = Vec::new();
        while let Some(id) = at.filter(|id| Some(*id) != end && commits.len() < most) {
            commits.push(id.to_string());
            at = self.objects.parents(id)?.first().copied().filter(|id| self.objects.exists(*id));
        }
        Ok(commits)
    }

    /// Tags with the commit of each, by version, the greatest first.
    pub fn tags(&self) -> Vec<(String, String)> {
        let tags = Refs::new(&self.opened.dirs).tags().into_iter();
        let commit = |id| self.objects.peel(id).filter(|id| self.objects.parents(*id).is_ok());
        let mut tags: Vec<(String, String)> =
            tags.filter_map(|tag| Some((tag.name, commit(tag.id)?.to_string()))).collect();
        tags.sort_by(|a, b| refs::version_order(&b.0, &a.0));
        tags
    }

    /// The day of a commit's committer, seconds since 1970.
    pub fn time(&self, commit: &str) -> Option<i64> {
        self.objects.commit_time(parse(commit).ok()?)
    }
}

fn parse(hex: &str) -> Result<Oid, SourceError> {
    refs::parse_id(hex.as_bytes()).ok_or_else(|| SourceError::RevForm { rev: hex.to_owned() })
}

/// What became of paths between two snapshots.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lineage {
    /// Paths that are in both with another content, or in one alone.
    pub changed: BTreeSet<String>,
    /// By path of the later one the path that it had.
    pub renamed: BTreeMap<String, String>,
}

impl Lineage {
    /// Compares contents by their ids; what was removed and what was added are the same file where most lines are the
    /// same. Paths that are no UTF-8 are left out, as they are everywhere.
    pub fn between(before: &Snapshot, after: &Snapshot) -> Self {
        let ids = |snapshot: &Snapshot| -> BTreeMap<String, (usize, Option<[u8; 20]>)> {
            let entries = snapshot.entries().iter().enumerate();
            let named = entries.filter_map(|(at, entry)| Some((at, entry.path.as_str()?, snapshot.content_id(entry))));
            named.map(|(at, path, id)| (path.to_owned(), (at, id))).collect()
        };
        let (old, new) = (ids(before), ids(after));
        let mut lineage = Self::default();
        let mut removed = Vec::new();
        let mut added = Vec::new();
        for (path, (at, id)) in &old {
            match new.get(path) {
                Some((_, other)) if id == other && id.is_some() => {}
                Some(_) => _ = lineage.changed.insert(path.clone()),
                None => removed.push((path.clone(), *at, *id)),
            }
        }
        added
            .extend(new.iter().filter(|(path, _)| !old.contains_key(*path)).map(|(p, (at, id))| (p.clone(), *at, *id)));
        lineage.changed.extend(removed.iter().chain(&added).map(|(path, ..)| path.clone()));
        lineage.same_content(&mut removed, &mut added);
        lineage.same_lines(before, after, &removed, &added);
        lineage
    }

    /// The path that a path of the later snapshot had in the earlier one.
    pub fn before<'a>(&'a self, after: &'a str) -> &'a str {
        self.renamed.get(after).map_or(after, String::as_str)
    }

    fn same_content(&mut self, removed: &mut Vec<PathAt>, added: &mut Vec<PathAt>) {
        added.retain(|(path, _, id)| {
            let same = |old: &PathAt| id.is_some() && old.2 == *id;
            // Of several the one of that name.
            let found = removed
                .iter()
                .position(|old| same(old) && name(&old.0) == name(path))
                .or_else(|| removed.iter().position(same));
            if let Some(at) = found {
                self.renamed.insert(path.clone(), removed.remove(at).0);
            }
            found.is_none()
        });
    }

    fn same_lines(&mut self, before: &Snapshot, after: &Snapshot, removed: &[PathAt], added: &[PathAt]) {
        if removed.is_empty() || added.is_empty() || removed.len() > MOST_RENAMES || added.len() > MOST_RENAMES {
            return;
        }
        let (old, new) = (lines_of(before, removed), lines_of(after, added));
        let mut pairs = Vec::new();
        for (to, lines) in new.iter().enumerate() {
            for (from, others) in old.iter().enumerate() {
                if ending(&added[to].0) != ending(&removed[from].0) {
                    continue;
                }
                let all = size(lines).max(size(others));
                let shared: usize =
                    lines.iter().map(|(line, count)| (*count).min(others.get(line).copied().unwrap_or(0))).sum();
                if all > 0 && shared * 100 >= all * SIMILAR {
                    pairs.push((shared * 100 / all, from, to));
                }
            }
        }
        pairs.sort_by_key(|(share, from, to)| (std::cmp::Reverse(*share), *from, *to));
        let (mut used_old, mut used_new) = (BTreeSet::new(), BTreeSet::new());
        for (_, from, to) in pairs {
            if !used_old.contains(&from) && !used_new.contains(&to) {
                used_old.insert(from);
                used_new.insert(to);
                self.renamed.insert(added[to].0.clone(), removed[from].0.clone());
            }
        }
    }
}

/// A path, where it stands among the snapshot's entries, and its content's id.
type PathAt = (String, usize, Option<[u8; 20]>);

fn lines_of(snapshot: &Snapshot, paths: &[PathAt]) -> Vec<HashMap<Vec<u8>, usize>> {
    let reader = snapshot.reader();
    let read = |at: usize| reader.as_ref().ok()?.read(snapshot.entries().get(at)?, LARGEST_RENAME).ok();
    let counted = |bytes: Vec<u8>| {
        let mut counts = HashMap::new();
        for line in bytes.split(|b| *b == b'\n').map(<[u8]>::trim_ascii).filter(|line| line.len() > 1) {
            *counts.entry(line.to_vec()).or_default() += 1;
        }
        counts
    };
    paths.iter().map(|(_, at, _)| read(*at).map(counted).unwrap_or_default()).collect()
}

fn size(lines: &HashMap<Vec<u8>, usize>) -> usize {
    lines.values().sum()
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn ending(path: &str) -> &str {
    name(path).rsplit_once('.').map_or("", |(_, ending)| ending)
}
