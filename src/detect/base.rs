//! Texts of a fact base.

use std::sync::Arc;

use super::Texts;
use crate::{
    facts::FactBase,
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{Decoded, decode},
};

/// Bytes of a text that quoted literals are looked up in.
const LARGEST: u64 = 8 << 20;

/// Reads the content of an entry; the second argument is the most bytes that it may have.
pub type ReadBlob<'a> = dyn Fn(&Entry, u64) -> Result<Vec<u8>, Unread> + Sync + 'a;

/// Reads what the fact base did not keep once more.
pub struct BaseTexts<'a> {
    pub base: &'a FactBase,
    pub read: &'a ReadBlob<'a>,
}

impl Texts for BaseTexts<'_> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.base.text(self.base.index(path)?, |entry, most| (self.read)(entry, most))
    }

    fn raw(&self, path: &str) -> Option<Arc<str>> {
        let entry = Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false };
        let bytes = (self.read)(&entry, LARGEST).ok()?;
        if std::str::from_utf8(&bytes).is_err() {
            // Whoever checks a citation reads UTF-8: no literal of another encoding can be found by them.
            return Some(Arc::from(""));
        }
        match decode(&bytes) {
            Decoded::Text { text, .. } => Some(text.into()),
            Decoded::Binary => None,
        }
    }
}
