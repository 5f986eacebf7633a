//! Branches, tags and `HEAD`, from loose files and `packed-refs`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use git2::Oid;
use walkdir::WalkDir;

use super::gitdir::{GitDir, path_bytes, read_small};
use super::target::is_ref_name;

/// Git gives up after five symbolic refs.
const MAX_LINKS: usize = 5;

/// What a ref leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RefValue {
    Id(Oid),
    /// 64 hex digits: the repository's objects are named by SHA-256.
    Sha256,
    /// A symbolic ref to a branch without commits.
    Unborn(String),
    /// No such ref, or no readable one.
    Absent,
}

/// A tag as the ref names it; `peeled` is the object behind an annotated tag where the file already says it.
#[derive(Debug, Clone)]
pub(super) struct TagRef {
    pub name: String,
    pub id: Oid,
    pub peeled: Peeled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Peeled {
    To(Oid),
    /// The file says that the ref is no annotated tag.
    IsNoTag,
    Unknown,
}

pub(super) struct Refs<'a> {
    dirs: &'a GitDir,
}

impl<'a> Refs<'a> {
    pub fn new(dirs: &'a GitDir) -> Self {
        Self { dirs }
    }

    /// Git's order for a short name: as it is, then `refs/`, tags, branches, remote branches.
    pub fn find(&self, name: &str) -> RefValue {
        if !is_ref_name(name) {
            return RefValue::Absent;
        }
        // At the top only HEAD, ORIG_HEAD and the like are refs; `config` and `index` are not.
        let top_level = name.starts_with("refs/") || name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        let names = [
            top_level.then(|| name.to_owned()),
            Some(format!("refs/{name}")),
            Some(format!("refs/tags/{name}")),
            Some(format!("refs/heads/{name}")),
            Some(format!("refs/remotes/{name}")),
            Some(format!("refs/remotes/{name}/HEAD")),
        ];
        names
            .iter()
            .flatten()
            .map(|full| self.resolve(full))
            .find(|v| *v != RefValue::Absent)
            .unwrap_or(RefValue::Absent)
    }

    /// A ref by its full name.
    pub fn resolve(&self, full_name: &str) -> RefValue {
        let mut name = full_name.to_owned();
        for depth in 0..=MAX_LINKS {
            match self.one(&name) {
                Some(One::Id(id)) => return RefValue::Id(id),
                Some(One::Sha256) => return RefValue::Sha256,
                Some(One::Link(next)) if is_ref_name(&next) => name = next,
                Some(One::Link(_)) => return RefValue::Absent,
                None if depth > 0 => return RefValue::Unborn(name),
                None => return RefValue::Absent,
            }
        }
        RefValue::Absent
    }

    fn one(&self, name: &str) -> Option<One> {
        let of_this_tree = !name.starts_with("refs/")
            || ["refs/bisect/", "refs/worktree/", "refs/rewritten/"].iter().any(|prefix| name.starts_with(prefix));
        let dir = if of_this_tree { &self.dirs.git_dir } else { &self.dirs.common_dir };
        let path = dir.join(name);
        if let Some(found) = read_small(&path).ok().and_then(|bytes| One::parse(&bytes)) {
            return Some(found);
        }
        // HEAD of old repositories is a symbolic link; to an unborn branch it leads nowhere.
        if let Ok(link) = fs::read_link(&path)
            && let Some(link) = link.to_str().filter(|link| link.starts_with("refs/"))
        {
            return Some(One::Link(link.to_owned()));
        }
        let mut found = None;
        self.packed(|packed, id, _| {
            if packed == name.as_bytes() {
                found = Some(One::Id(id));
            }
        });
        found
    }

    /// All tags by name, loose before packed.
    pub fn tags(&self) -> Vec<TagRef> {
        let mut tags = BTreeMap::new();
        self.packed(|name, id, peeled| {
            if let Some(name) = name.strip_prefix(b"refs/tags/").and_then(|n| std::str::from_utf8(n).ok()) {
                tags.insert(name.to_owned(), (id, peeled));
            }
        });
        let root = self.dirs.common_dir.join("refs/tags");
        for file in WalkDir::new(&root).into_iter().flatten().filter(|file| file.file_type().is_file()) {
            let Some(name) = relative_name(&root, file.path()) else { continue };
            if let Some(One::Id(id)) = read_small(file.path()).ok().and_then(|bytes| One::parse(&bytes)) {
                tags.insert(name, (id, Peeled::Unknown));
            }
        }
        tags.into_iter().map(|(name, (id, peeled))| TagRef { name, id, peeled }).collect()
    }

    /// Calls `each` with name, id and peeled id of every line of `packed-refs`.
    fn packed(&self, mut each: impl FnMut(&[u8], Oid, Peeled)) {
        let path: PathBuf = self.dirs.common_dir.join("packed-refs");
        if !path.is_file() {
            return;
        }
        let Ok(file) = fs::File::open(&path) else { return };
        let mut fully_peeled = false;
        let mut pending: Option<(Vec<u8>, Oid)> = None;
        for line in BufReader::new(file).split(b'\n') {
            let Ok(line) = line else { break };
            if let Some(header) = line.strip_prefix(b"#") {
                fully_peeled |= String::from_utf8_lossy(header).split_whitespace().any(|word| word == "fully-peeled");
            } else if let Some(hex) = line.strip_prefix(b"^") {
                if let (Some((name, id)), Some(peeled)) = (pending.take(), parse_id(hex)) {
                    each(&name, id, Peeled::To(peeled));
                }
            } else {
                if let Some((name, id)) = pending.take() {
                    each(&name, id, if fully_peeled { Peeled::IsNoTag } else { Peeled::Unknown });
                }
                if let Some((hex, name)) = line.split_at_checked(40)
                    && let (Some(id), Some(name)) = (parse_id(hex), name.strip_prefix(b" "))
                {
                    pending = Some((name.to_vec(), id));
                }
            }
        }
        if let Some((name, id)) = pending {
            each(&name, id, if fully_peeled { Peeled::IsNoTag } else { Peeled::Unknown });
        }
    }
}

enum One {
    Id(Oid),
    Sha256,
    Link(String),
}

impl One {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let line = bytes.split(|b| *b == b'\n').next()?.trim_ascii_end();
        match line.strip_prefix(b"ref:") {
            Some(name) => Some(Self::Link(std::str::from_utf8(name.trim_ascii_start()).ok()?.to_owned())),
            None if line.len() == 64 && line.iter().all(u8::is_ascii_hexdigit) => Some(Self::Sha256),
            None => parse_id(line).map(Self::Id),
        }
    }
}

/// Exactly 40 hex digits.
pub(super) fn parse_id(hex: &[u8]) -> Option<Oid> {
    let text = std::str::from_utf8(hex).ok().filter(|text| text.len() == 40)?;
    Oid::from_str(text).ok()
}

fn relative_name(root: &Path, file: &Path) -> Option<String> {
    let name = String::from_utf8(path_bytes(file.strip_prefix(root).ok()?)).ok()?;
    is_ref_name(&name).then_some(name)
}

/// The order of version numbers: names that are none (`latest`) first, then by the value of each run of digits, a
/// pre-release before its release (`v1.0-rc1` < `v1.0` < `v1.0.1` < `v1.10`).
pub(super) fn version_order(a: &str, b: &str) -> Ordering {
    let is_version = |name: &str| name.trim_start_matches(['v', 'V']).starts_with(|c: char| c.is_ascii_digit());
    is_version(a).cmp(&is_version(b)).then_with(|| version_key(a).cmp(&version_key(b))).then_with(|| a.cmp(b))
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    PreRelease,
    End,
    Text(String),
    /// Without leading zeros: length first, then digits.
    Number(usize, String),
}

fn version_key(name: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != number).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        if number {
            let digits = part.trim_start_matches('0');
            parts.push(Part::Number(digits.len(), digits.to_owned()));
        } else {
            let text = part.trim_start_matches(['-', '.', '_', '+']);
            let follows_number = matches!(parts.last(), Some(Part::Number(..)));
            if follows_number && (part.starts_with('-') || ["a", "b", "rc", "alpha", "beta", "dev"].contains(&text)) {
                parts.push(Part::PreRelease);
            }
            parts.push(Part::Text(text.to_owned()));
        }
        rest = after;
    }
    parts.push(Part::End);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_by_value() {
        let sorted = [
            "latest",
            "web-9",
            "v0.9",
            "v1.0-alpha",
            "v1.0-rc1",
            "v1.0-rc2",
            "v1.0-rc10",
            "v1.0",
            "v1.0.1",
            "v1.2",
            "v1.10",
            "v2",
        ];
        for pair in sorted.windows(2) {
            assert_eq!(version_order(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(version_order(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
        assert_eq!(version_order("v1.0rc1", "v1.0"), Ordering::Less);
        assert_eq!(version_order("1", "01"), "1".cmp("01"));
    }

    #[test]
    fn a_ref_file_is_an_id_or_a_link() {
        let id = b"0123456789abcdef0123456789abcdef01234567\n";
        assert!(matches!(One::parse(id), Some(One::Id(_))));
        assert!(matches!(One::parse(b"ref: refs/heads/x\n"), Some(One::Link(name)) if name == "refs/heads/x"));
        assert!(matches!(One::parse(&[b'a'; 64]), Some(One::Sha256)));
        for bad in [&b""[..], b"0123", b"[core]", &[0xff; 40]] {
            assert!(One::parse(bad).is_none());
        }
    }
}
