//! From a rev as the user wrote it to a commit of a local repository.

use git2::Oid;

use super::error::SourceError;
use super::objects::Objects;
use super::refs::{RefValue, Refs, parse_id};
use super::target::is_ref_name;

const HINT_NAMES: &str = "; a rev is a branch, a tag, HEAD or a hash: see `git branch -a` and `git tag`";
const HINT_COPY: &str = "; this copy may lack it: fetch it there (`git fetch --unshallow` for a shallow clone)";
const HINT_PARENT: &str = "; the history of this copy ends before it (`git fetch --unshallow` for a shallow clone)";
const HINT_UNBORN: &str = "; that branch has no commit yet";

/// The repository as revs are looked up in it.
pub(super) struct Revs<'a> {
    pub refs: Refs<'a>,
    pub objects: &'a Objects,
    /// How the repository is named in errors.
    pub place: &'a str,
    /// Branches and tags lie where only git reads them: full hashes alone can be resolved.
    pub reftable: bool,
}

impl Revs<'_> {
    /// The commit of `rev`, of HEAD without one.
    pub fn commit(&self, rev: Option<&str>) -> Result<Oid, SourceError> {
        let written = rev.unwrap_or("HEAD");
        let (base, steps) = written.split_at(written.find(['^', '~']).unwrap_or(written.len()));
        let base = if base == "@" { "HEAD" } else { base };
        // The form first: what no repository could answer is no matter of this one.
        let steps = Step::all(steps).filter(|_| is_ref_name(base));
        let steps = steps.ok_or_else(|| SourceError::RevForm { rev: written.to_owned() })?;
        let id = self.base(base, written)?;
        let mut commit = self.objects.peel_to_commit(id, written)?;
        for step in steps {
            commit = match step {
                Step::Commit => commit,
                Step::Parent(n) => self.parent(commit, n, written)?,
                Step::Ancestor(n) => {
                    let mut at = commit;
                    for _ in 0..n {
                        at = self.parent(at, 1, written)?;
                    }
                    at
                }
            };
        }
        Ok(commit)
    }

    fn base(&self, base: &str, written: &str) -> Result<Oid, SourceError> {
        let hex = base.bytes().all(|b| b.is_ascii_hexdigit());
        if let Some(id) = parse_id(base.as_bytes()) {
            return if self.objects.exists(id) { Ok(id) } else { Err(self.unknown(written, HINT_COPY)) };
        }
        if self.reftable {
            return Err(SourceError::Reftable { place: self.place.to_owned() });
        }
        match self.refs.find(base) {
            RefValue::Id(id) => return Ok(id),
            RefValue::Sha256 => return Err(SourceError::Sha256 { place: self.place.to_owned() }),
            RefValue::Unborn(_) if base == "HEAD" => {
                return Err(SourceError::NoCommit { place: self.place.to_owned() });
            }
            RefValue::Unborn(_) => return Err(self.unknown(written, HINT_UNBORN)),
            RefValue::Absent => {}
        }
        match base.len() {
            4..40 if hex => self.objects.by_prefix(base)?.ok_or_else(|| self.unknown(written, HINT_COPY)),
            _ => Err(self.unknown(written, HINT_NAMES)),
        }
    }

    /// The `n`th parent, 1 being the first.
    fn parent(&self, commit: Oid, n: usize, written: &str) -> Result<Oid, SourceError> {
        let parent = n.checked_sub(1).and_then(|n| self.objects.parents(commit).map(|p| p.get(n).copied()).transpose());
        match parent.transpose()?.filter(|id| self.objects.exists(*id)) {
            Some(id) => Ok(id),
            None => Err(self.unknown(written, HINT_PARENT)),
        }
    }

    fn unknown(&self, rev: &str, hint: &'static str) -> SourceError {
        SourceError::UnknownRev { rev: rev.to_owned(), place: self.place.to_owned(), hint }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Step {
    /// `^{commit}`, `^{}` or `^0`.
    Commit,
    /// `^N`
    Parent(usize),
    /// `~N`
    Ancestor(usize),
}

impl Step {
    /// Everything behind the name; `None` where a form is among it that is not understood.
    fn all(mut text: &str) -> Option<Vec<Self>> {
        let mut steps = Vec::new();
        while !text.is_empty() {
            let (step, rest) = Self::parse(text)?;
            steps.push(step);
            text = rest;
        }
        Some(steps)
    }

    fn parse(text: &str) -> Option<(Self, &str)> {
        if let Some(rest) = text.strip_prefix("^{commit}").or_else(|| text.strip_prefix("^{}")) {
            return Some((Self::Commit, rest));
        }
        let (sign, rest) = text.split_at_checked(1)?;
        let (digits, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        let n = if digits.is_empty() { 1 } else { digits.parse().ok()? };
        match sign {
            "^" if n == 0 => Some((Self::Commit, rest)),
            "^" => Some((Self::Parent(n), rest)),
            "~" => Some((Self::Ancestor(n), rest)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_behind_a_rev() {
        assert_eq!(Step::parse("~3^2"), Some((Step::Ancestor(3), "^2")));
        assert_eq!(Step::parse("^^"), Some((Step::Parent(1), "^")));
        assert_eq!(Step::parse("^0"), Some((Step::Commit, "")));
        assert_eq!(Step::parse("^{commit}~"), Some((Step::Commit, "~")));
        assert_eq!(Step::all("^{}~2"), Some(vec![Step::Commit, Step::Ancestor(2)]));
        for bad in ["^{tree}", "^!", "^@", "^-", "^{/message}", "~1x", "x", "~99999999999999999999999", "ü"] {
            assert_eq!(Step::all(bad), None, "{bad}");
        }
    }
}
