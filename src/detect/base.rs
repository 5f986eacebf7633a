//! Texts of a fact base.

use super::{Content, Texts};
use crate::{
    facts::FactBase,
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{Decoded, decode},
};

/// Bytes of a text that quoted literals are looked up in.
const LARGEST: u64 = 8 << 20;

/// Reads the content of an entry; the second argument is the most bytes that it may have.
pub type ReadBlob<'a> = dyn Fn(&Entry, u64) -> Result<Vec<u8>, Unread> + Sync + 'a;

/// Reads files once more: a fact base keeps none of their text.
pub struct BaseTexts<'a> {
    pub base: &'a FactBase,
    pub read: &'a ReadBlob<'a>,
}

impl Texts for BaseTexts<'_> {
    fn content(&self, path: &str) -> Option<Content> {
        let entry = Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false };
        let bytes = (self.read)(&entry, LARGEST).ok()?;
        let Decoded::Text { text, .. } = decode(&bytes) else { return None };
        let quotable = std::str::from_utf8(&bytes).is_ok();
        Some(Content { text: text.into_owned(), size: bytes.len() as u64, quotable })
    }

    fn without_comments(&self, path: &str, text: &str) -> String {
        self.base.index(path).map_or_else(|| text.to_owned(), |index| self.base.without_comments(index, text))
    }
}
