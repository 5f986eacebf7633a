//! Ignore files of the audited tree. They change nothing of the audit; which product code they would have kept from
//! tools that obey them, a reader should know.

use std::{collections::BTreeMap, path::Path};

use ignore::{Match, gitignore::Gitignore};

use super::identity::shown_path;
use crate::{
    facts::{Context, FactBase},
    source::{Entry, EntryKind, Unread, ignore_rules},
};

/// Strongest first, as ripgrep weighs them; git knows the last alone.
const NAMES: [&str; 3] = [".rgignore", ".ignore", ".gitignore"];
/// Bytes of one file; a hand-written one is far smaller.
const LARGEST: u64 = 64 << 10;
/// Bytes of all together: patterns cost more than text.
const ALL: usize = 256 << 10;
const MOST_FILES: usize = 1_000;
/// Bytes of a path; no tool opens a file by a longer one.
const LONGEST_PATH: usize = 4_096;
/// Files that the limitation names.
const NAMED: usize = 5;

/// The sentence for Limitations; `None` where nothing would have been hidden.
pub(super) fn limitation(
    entries: &[Entry],
    base: &FactBase,
    read: impl Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
) -> Option<String> {
    let found = entries.iter().filter(|e| e.kind == EntryKind::File).filter_map(|entry| {
        let path = entry.path.as_str()?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        Some((entry, folder, NAMES.iter().position(|known| *known == name)?))
    });
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        return None;
    }
    let product = || base.files.iter().filter(|f| f.in_scope && f.context == Context::Product && f.language.is_code());
    let mut files: Vec<IgnoreFile<'_>> = Vec::new();
    let (mut bytes, mut left_out) = (0, 0u64);
    for (entry, folder, strength) in found {
        if !product().any(|file| is_below(&file.path, folder)) {
            continue;
        }
        if files.len() == MOST_FILES || bytes == ALL {
            left_out += 1;
            continue;
        }
        match read(entry, LARGEST.min((ALL - bytes) as u64)) {
            Ok(text) => {
                bytes += text.len();
                let rules = ignore_rules(Path::new(""), &text);
                files.extend(rules.map(|rules| IgnoreFile {
                    path: entry.path.as_str().unwrap_or_default(),
                    folder,
                    strength,
                    rules,
                }));
            }
            Err(_) => left_out += 1,
        }
    }
    files.sort_by_key(|file| (file.strength, std::cmp::Reverse(file.folder.len())));
    let mut walk = Walk { files: &files, last: "", folders: Vec::new() };
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for file in product() {
        if let Some(by) = walk.hiding(&file.path) {
            *counts.entry(by).or_default() += 1;
        }
    }
    sentence(counts, left_out)
}

fn sentence(counts: BTreeMap<&str, u64>, left_out: u64) -> Option<String> {
    let mut parts = Vec::new();
    let sum: u64 = counts.values().sum();
    if sum > 0 {
        let mut files: Vec<(&str, u64)> = counts.into_iter().collect();
        files.sort_by_key(|(path, count)| (std::cmp::Reverse(*count), *path));
        let mut named: Vec<String> =
            files.iter().take(NAMED).map(|(path, count)| format!("{} ({count})", shown_path(path))).collect();
        if files.len() > NAMED {
            named.push(format!("{} more", files.len() - NAMED));
        }
        let plural = if sum == 1 { "" } else { "s" };
        parts.push(format!(
            "Ignore files of the repository were not obeyed: {sum} code file{plural} of the product would have been \
             hidden from tools that do, by {}.",
            named.join(", ")
        ));
    }
    if left_out > 0 {
        let plural = if left_out == 1 { "" } else { "s" };
        parts.push(format!(
            "What {left_out} ignore file{plural} would have hidden was not looked into (too large, too many or \
             unreadable)."
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// An ignore file with patterns in it.
struct IgnoreFile<'a> {
    path: &'a str,
    folder: &'a str,
    /// Index in [`NAMES`].
    strength: usize,
    rules: Gitignore,
}

/// Walks over sorted paths: what was decided about the folders of one holds for the next.
struct Walk<'a> {
    /// The strongest kind first, within a kind the nearest.
    files: &'a [IgnoreFile<'a>],
    last: &'a str,
    /// Where each folder of `last` ends, and what hides it.
    folders: Vec<(usize, Option<&'a str>)>,
}

impl<'a> Walk<'a> {
    /// The ignore file that hides a path or a folder above it.
    fn hiding(&mut self, path: &'a str) -> Option<&'a str> {
        if path.len() > LONGEST_PATH {
            return None;
        }
        let shared = self.last.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
        self.folders.retain(|(end, _)| *end < shared);
        self.last = path;
        let from = self.folders.last().map_or(0, |(end, _)| end + 1);
        for end in path.match_indices('/').map(|(at, _)| at).filter(|at| *at >= from) {
            let above = self.folders.last().and_then(|(_, by)| *by);
            self.folders.push((end, above.or_else(|| self.decides(&path[..end], true))));
        }
        let above = self.folders.last().and_then(|(_, by)| *by);
        above.or_else(|| self.decides(path, false))
    }

    /// The first file that says anything about the path itself.
    fn decides(&self, path: &str, is_folder: bool) -> Option<&'a str> {
        for file in self.files.iter().filter(|file| is_below(path, file.folder)) {
            let relative = path[file.folder.len()..].trim_start_matches('/');
            match file.rules.matched(relative, is_folder) {
                Match::Ignore(_) => return Some(file.path),
                Match::Whitelist(_) => return None,
                Match::None => {}
            }
        }
        None
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facts::{ReadOptions, ScopeRules},
        source::RepoPath,
    };

    fn of(files: &[(&str, &str)]) -> Option<String> {
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        let entry =
            |path: &&str| Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false };
        let entries: Vec<Entry> = files.keys().map(entry).collect();
        let read = |entry: &Entry, most: u64| {
            let text = files[entry.path.as_str().expect("UTF-8")];
            if text.len() as u64 > most {
                Err(Unread::TooLarge(text.len() as u64))
            } else {
                Ok(text.as_bytes().to_vec())
            }
        };
        let options = ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, cache: None };
        let base = crate::facts::read(&entries, || Ok::<_, ()>(read), &options).expect("fact base");
        limitation(&entries, &base, read)
    }

    #[test]
    fn the_hiding_files_are_named_with_counts() {
        let code = "x = 1\n";
        let text = of(&[
            (".gitignore", "# comment\n*.log\n/lib/\r\n!keep.py\n"),
            ("lib/a.py", code),
            ("lib/deep/b.py", code),
            ("lib/keep.py", code),
            ("app/.ignore", "agent.*\n"),
            ("app/agent.py", code),
            ("app/agent.yaml", "a: 1\n"),
            ("app/main.py", code),
            ("tests/.rgignore", "*\n"),
            ("tests/test_a.py", code),
        ]);
        assert_eq!(
            text.as_deref(),
            Some(
                "Ignore files of the repository were not obeyed: 4 code files of the product would have been hidden \
                 from tools that do, by `.gitignore` (3), `app/.ignore` (1)."
            ),
        );
        assert_eq!(of(&[(".gitignore", "*.log\n"), ("a.py", code), ("a.log", "x\n")]), None);
        assert_eq!(of(&[("a.py", code)]), None);
    }

    #[test]
    fn stronger_and_nearer_files_decide() {
        let code = "x = 1\n";
        assert_eq!(of(&[(".gitignore", "*.py\n"), (".rgignore", "!*.py\n"), ("a.py", code)]), None);
        assert_eq!(of(&[(".gitignore", "*.py\n"), ("app/.gitignore", "!*\n"), ("app/a.py", code)]), None);
        let text = of(&[(".gitignore", "!*.py\n"), (".ignore", "*.py\n"), ("app/a.py", code)]).expect("hidden");
        assert!(text.contains("by `.ignore` (1)"), "{text}");
    }

    #[test]
    fn hostile_ignore_files_are_bounded_and_escaped() {
        let code = "x = 1\n";
        let odd = "od`d[x](y)\u{202e}/.gitignore";
        let text = of(&[(odd, "*.py\n"), ("od`d[x](y)\u{202e}/a.py", code)]).expect("hidden");
        assert!(text.contains(r"by ``od`d[x](y)\u{202e}/.gitignore`` (1)"), "{text}");
        let long = "*a*b*c*d*.py\n".repeat(10_000);
        let text = of(&[(".gitignore", &long), ("a.py", code)]).expect("left out");
        assert!(text.starts_with("What 1 ignore file would have hidden"), "{text}");
        let many: Vec<(String, String)> = (0..12).map(|n| (format!("d{n}/.gitignore"), "a.py\n".to_owned())).collect();
        let code_files: Vec<(String, String)> = (0..12).map(|n| (format!("d{n}/a.py"), code.to_owned())).collect();
        let all: Vec<(&str, &str)> = many.iter().chain(&code_files).map(|(p, t)| (p.as_str(), t.as_str())).collect();
        let text = of(&all).expect("hidden");
        assert!(text.contains("12 code files") && text.ends_with("`d2/.gitignore` (1), 7 more."), "{text}");
        let dense: String = (0..4_000).map(|n| format!("*{n}*x*/**/y?[a-z]{n}\n")).collect();
        let dense = &dense[..60_000];
        let paths: Vec<String> = (0..1_000).map(|n| format!("folder{n}/package/module_{n}.py")).collect();
        let mut all: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), code)).collect();
        let deep = format!("{}a.py", "x/".repeat(2_000));
        all.extend([(".gitignore", dense), (".ignore", dense), (deep.as_str(), code)]);
        assert_eq!(of(&all), None);
    }
}
