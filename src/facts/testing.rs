//! Invented repositories for tests.

use std::collections::BTreeMap;

use crate::{
    facts::{Context, FactBase, ReadOptions, ScopeRules},
    source::{Entry, EntryKind, RepoPath, Unread},
};

/// A repository of these files; `SUBMODULE` and `LFS` stand for what has no content.
pub(super) fn base(files: &[(&str, &str)]) -> FactBase {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    let entry = |(path, text): (&&str, &&str)| Entry {
        path: RepoPath::new(path.as_bytes()),
        kind: if *text == "SUBMODULE" { EntryKind::Submodule } else { EntryKind::File },
        executable: false,
    };
    let entries: Vec<Entry> = files.iter().map(entry).collect();
    let read = |entry: &Entry, _: u64| match files[entry.path.as_str().expect("UTF-8")] {
        "LFS" => Err(Unread::LfsPointer),
        text => Ok(text.as_bytes().to_vec()),
    };
    let options = ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, cache: None };
    crate::facts::read(&entries, || Ok::<_, ()>(read), &options).expect("fact base")
}

/// What is product because something starts or imports it.
pub(super) fn reached(files: &[(&str, &str)]) -> Vec<String> {
    let base = base(files);
    let reached: Vec<String> = base.reached.iter().map(|i| base.files[*i].path.clone()).collect();
    for path in &reached {
        let file = &base.files[base.index(path).expect("file")];
        assert_eq!(file.context, Context::Product);
        assert!(file.facts.coverage != crate::facts::Coverage::Text || !file.language.has_facts(), "{path}");
    }
    reached
}
