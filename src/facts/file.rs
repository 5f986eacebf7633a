//! One file: whether it is read, what of it is kept, and its facts within the limits of size.

use super::{
    File,
    base::{Ranges, UnreadFile, UnreadReason},
    cache::{Kept, Key},
    context::{head, is_bundle},
    extract::{Extracted, extract, no_facts, nothing},
    model::{Context, Coverage},
    read::ReadOptions,
    word,
};
use crate::{
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{self, Decoded, Language},
};

/// Bytes of a blob that are read at all.
pub const LARGEST_BLOB: u64 = 64 << 20;
/// Bytes of code that are parsed without a look at who wrote them.
const LARGEST_CODE: usize = 2 << 20;
/// Bytes of hand-written code that are parsed.
const LARGEST_HAND_WRITTEN: usize = 8 << 20;
/// What the facts of a bundle say.
pub(super) const BUNDLED: &str = "lines as a bundler writes them: facts not read";

/// What one entry gave.
pub(super) enum Outcome {
    /// The file, its comments where its facts were asked for, and why it could not be parsed. Facts that were just
    /// read wait [`Packed`].
    Read(Box<File>, Option<Ranges>, Option<UnreadReason>, Option<Packed>),
    Not(UnreadFile),
}

/// Facts in few bytes until all files are read: between the trees of parsers they would hold a third more memory than
/// they fill.
pub(super) struct Packed(Vec<u8>);

impl Packed {
    /// Takes the facts out of a file.
    fn take(file: &mut File) -> Option<Self> {
        let bytes = word::to_bytes(&file.facts)?;
        file.facts = no_facts(file.facts.lines, Coverage::Text).facts;
        Some(Self(bytes))
    }

    /// Puts them back.
    pub fn put_into(self, file: &mut File) {
        file.facts = word::from_bytes(&self.0).expect("facts that were packed in this run");
    }
}

/// Whether an entry is code by its name.
pub fn is_code(entry: &Entry) -> bool {
    entry.kind == EntryKind::File && entry.path.as_str().is_some_and(|path| Language::detect(path, b"").is_code())
}

/// Under what the content of an entry is kept; `None` where its path is no text.
pub fn key(entry: &Entry, content: &[u8; 20]) -> Option<Key> {
    let path = entry.path.as_str()?;
    Some(Key::new(content, Language::detect(path, b""), path))
}

pub(super) type Hits = Option<(RepoPath, Vec<(usize, u64)>)>;

/// Reads one entry.
pub(super) fn one<R>(entry: &Entry, reader: &R, options: &ReadOptions<'_>) -> (Outcome, Hits)
where
    R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
{
    let path = String::from_utf8_lossy(entry.path.as_bytes()).into_owned();
    let by_name = Language::detect(&path, b"");
    let base = RepoPath::new(options.base.trim_matches('/'));
    let in_scope = entry.path.is_within(&base);
    let context = options.rules.context(&path, options.base, by_name);
    let not = |reason: UnreadReason, size: Option<u64>| {
        Outcome::Not(UnreadFile {
            path: path.clone(),
            language: by_name,
            context,
            in_scope,
            size,
            reason,
            imported: false,
        })
    };
    match entry.kind {
        EntryKind::Submodule => return (not(UnreadReason::Submodule, None), None),
        EntryKind::Symlink => return (not(UnreadReason::Symlink, None), None),
        EntryKind::File => {}
    }
    let searched = options.searches.filter(|searches| searches.wants(&entry.path));
    let utf8 = entry.path.as_str().is_some();
    if searched.is_none() {
        if !utf8 {
            return (not(UnreadReason::PathNotUtf8, None), None);
        }
        if Language::is_media(&path) {
            return (not(UnreadReason::Binary, None), None);
        }
    }
    let place = Place { path: &path, in_scope, options, by_path: (by_name, context) };
    let key = place.key(entry);
    let mut known = if utf8 { place.kept(key) } else { None };
    if searched.is_none()
        && let Some(kept) = &known
    {
        // Nobody asks for more of the file than what is known.
        let (context, asked) = place.context(kept);
        if (kept.extracted.is_some() || !asked)
            && let Some(kept) = known.take()
        {
            return (outcome(&place, kept, context, asked, false), None);
        }
    }
    let bytes = match reader(entry, LARGEST_BLOB) {
        Ok(bytes) => bytes,
        Err(Unread::Missing) => return (not(UnreadReason::Missing, None), None),
        Err(Unread::TooLarge(size)) => return (not(UnreadReason::TooLarge, Some(size)), None),
        Err(Unread::LfsPointer) => return (not(UnreadReason::LfsPointer, None), None),
        Err(Unread::Unreadable(reason)) => return (not(UnreadReason::Unreadable(reason), None), None),
    };
    let size = bytes.len() as u64;
    let hits = searched
        .map(|searches| (entry.path.clone(), searches.counts(&entry.path, &bytes)))
        .filter(|(_, counts)| !counts.is_empty());
    if !utf8 {
        return (not(UnreadReason::PathNotUtf8, Some(size)), hits);
    }
    let Decoded::Text { text, .. } = syntax::decode(&bytes) else {
        return (not(UnreadReason::Binary, Some(size)), hits);
    };
    let (kept, context, asked) = place.read(known, key, &bytes, &text);
    (outcome(&place, kept, context, asked, true), hits)
}

/// A path and what decides how it is read.
pub(super) struct Place<'a> {
    pub path: &'a str,
    pub in_scope: bool,
    pub options: &'a ReadOptions<'a>,
    /// The language by the path and what it makes of the file.
    pub by_path: (Language, Context),
}

impl Place<'_> {
    pub fn key(&self, entry: &Entry) -> Option<Key> {
        let content = (self.options.cache?.content_id)(entry)?;
        Some(Key::new(&content, self.by_path.0, self.path))
    }

    pub fn kept(&self, key: Option<Key>) -> Option<Kept> {
        self.options.cache?.cache.get(&key?)
    }

    /// The context, and whether anyone asks for the facts. No rule looks into code outside the audited folder or beside
    /// the product: its text is there to be searched, its facts cost the most.
    fn context(&self, kept: &Kept) -> (Context, bool) {
        let rules = self.options.rules;
        let by_path = match self.by_path {
            (language, context) if language == kept.language => context,
            _ => rules.context(self.path, self.options.base, kept.language),
        };
        let context = rules.context_of_content(by_path, kept.language, &kept.head, kept.minified);
        (context, context == Context::Product && self.in_scope || !kept.language.has_facts())
    }

    /// What the text says: what is known of it, else read now and kept.
    fn read(&self, known: Option<Kept>, key: Option<Key>, bytes: &[u8], text: &str) -> (Kept, Context, bool) {
        let (mut kept, mut new) = match known {
            Some(kept) => (kept, false),
            None => (seen(self.path, bytes, text), true),
        };
        let (context, asked) = self.context(&kept);
        if asked && kept.extracted.is_none() {
            kept.extracted = Some(facts_of(kept.language, self.path, text));
            new = true;
        }
        if new && let (Some(key), Some(used)) = (key, self.options.cache) {
            used.cache.put(key, &kept);
        }
        (kept, context, asked)
    }
}

/// What is known of a content without its facts.
pub(super) fn seen(path: &str, bytes: &[u8], text: &str) -> Kept {
    let language = Language::detect(path, &bytes[..bytes.len().min(256)]);
    Kept {
        language,
        size: bytes.len() as u64,
        lines: syntax::line_count(text),
        head: head(text),
        minified: is_bundle(language, text),
        extracted: None,
    }
}

fn outcome(place: &Place<'_>, kept: Kept, context: Context, asked: bool, new: bool) -> Outcome {
    let taken = kept.extracted.filter(|_| asked);
    let comments = taken.as_ref().map(ranges);
    let extracted = taken.unwrap_or_else(|| no_facts(kept.lines, Coverage::Text));
    let unparsed = unparsed(&extracted);
    let mut file = File {
        path: place.path.to_owned(),
        language: kept.language,
        context,
        size: kept.size,
        in_scope: place.in_scope,
        facts: extracted.facts,
    };
    let packed = if asked && new { Packed::take(&mut file) } else { None };
    Outcome::Read(Box::new(file), comments, unparsed, packed)
}

pub(super) fn unparsed(extracted: &Extracted) -> Option<UnreadReason> {
    extracted.unparsed.then(|| match &extracted.facts.coverage {
        Coverage::Partial(reason) => UnreadReason::Unparsed(reason.clone()),
        _ => UnreadReason::Unparsed(String::new()),
    })
}

/// The facts of a text, within the limits of size. Bundles say nothing in a form that could be cited: they are left.
pub(super) fn facts_of(language: Language, path: &str, text: &str) -> Extracted {
    if language.has_facts() {
        let minified = text.len() > 20_000 && syntax::is_minified(text);
        if minified {
            let mut out = nothing(text, Coverage::Partial(BUNDLED.to_owned()));
            // Bundles are a habit of the web; elsewhere such a file hides what it does.
            out.unparsed = !matches!(
                language,
                Language::TypeScript | Language::Tsx | Language::JavaScript | Language::Vue | Language::Svelte
            );
            return out;
        }
        if text.len() > LARGEST_CODE {
            let lines = syntax::line_count(text).max(1) as usize;
            let by_hand = text.len() / lines < 120;
            if !by_hand || text.len() > LARGEST_HAND_WRITTEN {
                let mut out = nothing(text, Coverage::Partial(format!("larger than {} MB", LARGEST_CODE >> 20)));
                out.unparsed = true;
                return out;
            }
        }
    }
    let mut out = extract(language, path, text);
    // A header of nothing but macros and types declares: what runs stands elsewhere.
    if matches!(language, Language::C | Language::Cpp) && path.ends_with(".h") {
        out.unparsed = false;
    }
    out.shrink();
    out
}

/// The comments of a file that is small enough to be read at all.
pub(super) fn ranges(extracted: &Extracted) -> Ranges {
    let short = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    extracted.comments.iter().map(|(start, end)| (short(*start), short(*end))).collect()
}

/// The text with comments replaced by blanks; lines and offsets stay.
pub(super) fn blank(text: &str, comments: impl IntoIterator<Item = (usize, usize)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (start, end) in comments {
        let (Some(before), Some(comment)) = (text.get(at..start), text.get(start..end)) else { continue };
        out.push_str(before);
        out.extend(comment.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
        at = end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanked_comments_keep_lines_and_offsets() {
        assert_eq!(blank("a /* é\nb */ c", [(2, 12)]), "a      \n     c");
        assert_eq!(blank("a", [(5, 9)]), "a");
    }
}
