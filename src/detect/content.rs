//! The content of one file, read when the first detector asks for it.

use std::cell::OnceCell;

use super::Texts;

/// Bytes of a text that text rules and queries look into.
const LARGEST_CODE: u64 = 1 << 20;

/// What stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Decoded, as it stands.
    pub text: String,
    /// Bytes in the repository.
    pub size: u64,
    /// Whoever checks a citation reads UTF-8: no literal of another encoding can be found by them.
    pub quotable: bool,
}

/// Content and code of one file, each made at most once.
pub(super) struct Contents<'i> {
    path: &'i str,
    texts: &'i dyn Texts,
    whole: OnceCell<Option<Content>>,
    code: OnceCell<Option<String>>,
}

impl<'i> Contents<'i> {
    pub fn new(path: &'i str, texts: &'i dyn Texts) -> Self {
        Self { path, texts, whole: OnceCell::new(), code: OnceCell::new() }
    }

    /// As it stands; `None` if it was not read.
    pub fn whole(&self) -> Option<&Content> {
        self.whole.get_or_init(|| self.texts.content(self.path)).as_ref()
    }

    /// With the comments of code blanked out; `None` also of what is too large.
    pub fn code(&self) -> Option<&str> {
        let made = || {
            let whole = self.whole().filter(|content| content.size <= LARGEST_CODE)?;
            Some(self.texts.without_comments(self.path, &whole.text))
        };
        self.code.get_or_init(made).as_deref()
    }
}
