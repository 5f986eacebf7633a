//! Text that tells auditors and AI reviewers what to find: in plain words, behind characters that nobody sees, and in
//! base64. It is reported and never followed; of its words only those are kept that address the reader.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use aho_corasick::AhoCorasick;
use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use regex::bytes::{Regex, RegexSet};

use super::recognise::set;
use crate::{
    facts::Span,
    rulebook::{DirectedRules, pattern},
    syntax::{Decoded, decode},
};

/// Bytes of a file that is looked through.
const LARGEST: usize = 8 << 20;
/// Lines of one file that are looked at closely.
const LINES: usize = 400;
/// Bytes of one line with those around it.
const WINDOW: usize = 1_500;
/// Runs of base64 in one file that are decoded, and bytes of one.
const RUNS: usize = 200;
const RUN: usize = 16 << 10;
/// Characters between whom it speaks to and what it wants.
const APART: usize = 320;
/// Words that are kept of a sentence that is address and demand at once.
const FIRST_WORDS: usize = 3;
/// Characters of the address that are kept.
const ADDRESS: usize = 48;

/// One place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Directed {
    pub file: String,
    pub lines: Span,
    pub form: &'static str,
    /// Words of the address: letters, digits, spaces and plain marks.
    pub address: String,
}

/// Looks through files from any number of threads and gathers what it finds.
pub struct Scanner {
    literals: Option<AhoCorasick>,
    address: Vec<Regex>,
    demand: Vec<Regex>,
    whole: Vec<Regex>,
    except: RegexSet,
    base64: Regex,
    engine: GeneralPurpose,
    found: Mutex<Vec<Directed>>,
    files: AtomicU64,
}

impl Scanner {
    pub fn new(rules: &DirectedRules) -> Self {
        let all = |words: &[crate::rulebook::Words]| {
            words.iter().filter_map(|words| pattern::build(words.source(), true).ok()).collect()
        };
        let lenient = GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true);
        Self {
            literals: AhoCorasick::builder().ascii_case_insensitive(true).build(&rules.literals).ok(),
            address: all(&rules.address),
            demand: all(&rules.demand),
            whole: all(&rules.whole),
            except: set(rules.except.iter()),
            base64: Regex::new(r"(?-u)[A-Za-z0-9+/_-]{40,}={0,2}").unwrap_or_else(|e| unreachable!("built-in: {e}")),
            engine: GeneralPurpose::new(&alphabet::STANDARD, lenient),
            found: Mutex::default(),
            files: AtomicU64::new(0),
        }
    }

    /// Everything found so far, sorted, and the number of files that were looked through.
    pub fn finish(self) -> (Vec<Directed>, u64) {
        let mut found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort();
        found.dedup();
        (found, self.files.into_inner())
    }

    pub fn look(&self, path: &str, bytes: &[u8]) {
        if bytes.len() > LARGEST {
            return;
        }
        let Decoded::Text { text, .. } = decode(bytes) else { return };
        self.files.fetch_add(1, Ordering::Relaxed);
        let found = self.text(path, &text);
        if !found.is_empty() {
            self.found.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        }
    }

    /// Whether a text speaks to auditors: such text is not quoted anywhere.
    pub fn speaks(&self, text: &str) -> bool {
        self.matched(text).is_some()
    }

    fn text(&self, path: &str, text: &str) -> Vec<Directed> {
        let mut found: Vec<Directed> = Vec::new();
        let lines: Vec<&str> = text.lines().collect();
        for (index, hidden) in self.close(text, &lines) {
            // What was found a line before goes on here.
            let near = |d: &Directed| (d.lines.start as usize..=d.lines.end as usize + 2).contains(&(index + 1));
            if found.last().is_some_and(near) {
                continue;
            }
            if let Some((form, address)) = self.line(&lines, index, hidden) {
                found.push(Directed { file: path.to_owned(), lines: Span::line(index as u32 + 1), form, address });
            }
        }
        found.extend(self.encoded(path, text));
        found
    }

    /// Lines to look at, by position, and whether something in them cannot be seen.
    fn close(&self, text: &str, lines: &[&str]) -> Vec<(usize, bool)> {
        let mut wanted: Vec<(usize, bool)> = Vec::new();
        if let Some(literals) = &self.literals {
            let starts: Vec<usize> = lines.iter().map(|line| line.as_ptr() as usize - text.as_ptr() as usize).collect();
            for hit in literals.find_iter(text) {
                let index = starts.partition_point(|start| *start <= hit.start()).saturating_sub(1);
                if wanted.last().is_none_or(|(last, _)| *last != index) {
                    wanted.push((index, false));
                }
                if wanted.len() == LINES {
                    break;
                }
            }
        }
        if text.bytes().any(|b| b == 0xe2 || b == 0xf3 || b == 0xef || b == 0xc2) {
            let unseen = lines.iter().enumerate().filter(|(_, line)| line.chars().any(is_unseen));
            wanted.extend(unseen.take(LINES).map(|(index, _)| (index, true)));
        }
        wanted.sort_unstable();
        wanted.dedup_by_key(|(index, _)| *index);
        wanted
    }

    fn line(&self, lines: &[&str], index: usize, unseen: bool) -> Option<(&'static str, String)> {
        let around = window(lines, index);
        if unseen || around.chars().any(is_unseen) {
            let visible = self.matched(&around.chars().filter(|c| !is_unseen(*c)).collect::<String>());
            let split = visible.is_some() && self.matched(&around).is_none();
            let line = lines.get(index).copied().unwrap_or_default();
            if let Some(address) = self.matched(&tags(line)) {
                return Some(("invisible characters", address));
            }
            if let Some(address) = reversed(line).and_then(|text| self.matched(&text)) {
                return Some(("reversed by bidirectional characters", address));
            }
            if split {
                return visible.map(|address| ("invisible characters between its letters", address));
            }
            if let Some(address) = visible {
                return Some(("plain text", address));
            }
            return None;
        }
        let address = self.matched(&around)?;
        // The window reaches further than the line: what it is about has to begin here.
        let own = self.starts_here(lines.get(index).copied().unwrap_or_default(), &around);
        own.then_some((form(lines, index), address))
    }

    /// Whether the address, or the sentence as a whole, begins in this line.
    fn starts_here(&self, line: &str, around: &str) -> bool {
        let line = cleaned(line);
        let alone = self.address.iter().chain(&self.whole).any(|p| p.is_match(line.as_bytes()));
        // A sentence that is wrapped within its address begins in the line with one of the literals.
        alone
            || self.literals.as_ref().is_some_and(|literals| literals.is_match(&line) && self.matched(around).is_some())
    }

    /// The words that address the reader, of a text that also wants something of it.
    fn matched(&self, text: &str) -> Option<String> {
        if text.len() < 20 || self.except.is_match(text.as_bytes()) {
            return None;
        }
        let bytes = text.as_bytes();
        if let Some(found) = self.whole.iter().find_map(|pattern| pattern.find(bytes)) {
            // Such a sentence is a demand from its first words on.
            return Some(address(found.as_bytes(), FIRST_WORDS));
        }
        for found in self.address.iter().flat_map(|pattern| pattern.find_iter(bytes)) {
            let before = found.start().saturating_sub(APART / 4);
            let end = (found.end() + APART).min(bytes.len());
            let near = |pattern: &Regex| {
                pattern.is_match(&bytes[found.end()..end]) || pattern.is_match(&bytes[before..found.start()])
            };
            if self.demand.iter().any(near) {
                return Some(address(found.as_bytes(), usize::MAX));
            }
        }
        None
    }

    fn encoded(&self, path: &str, text: &str) -> Vec<Directed> {
        let mut found = Vec::new();
        for run in self.base64.find_iter(text.as_bytes()).take(RUNS) {
            let plain: Vec<u8> = run
                .as_bytes()
                .iter()
                .take(RUN)
                .map(|b| match b {
                    b'-' => b'+',
                    b'_' => b'/',
                    b => *b,
                })
                .collect();
            // A run may begin in the middle of a word that is glued to it.
            let decoded = (0..2).find_map(|from| self.engine.decode(plain.get(from..)?).ok().filter(|d| is_text(d)));
            let Some(address) = decoded.and_then(|d| self.matched(&String::from_utf8_lossy(&d))) else { continue };
            let line = text[..run.start()].matches('\n').count() as u32 + 1;
            found.push(Directed { file: path.to_owned(), lines: Span::line(line), form: "base64", address });
        }
        found
    }
}

/// The line with two before and four behind it, without marks of comments.
fn window(lines: &[&str], index: usize) -> String {
    let mut out = String::new();
    let first = index.saturating_sub(1);
    for line in lines.iter().skip(first).take(index - first + 5) {
        out.push_str(&cleaned(line));
        out.push(' ');
        if out.len() > WINDOW {
            out.truncate(out.floor_char_boundary(WINDOW));
            break;
        }
    }
    out
}

/// The words of a line: marks of comments, quotes and lists at its ends gone, white space in one form.
fn cleaned(line: &str) -> String {
    let marks = |c: char| c.is_whitespace() || "#/*<!->;\"'`|=+_%:.{}()[]\\,".contains(c);
    let trimmed = line.trim_start_matches(marks);
    let end = trimmed.trim_end_matches(|c: char| c.is_whitespace() || "*/<->\"'`|\\{}()[],;".contains(c));
    let mut out = end.split_whitespace().collect::<Vec<_>>().join(" ");
    out.truncate(out.floor_char_boundary(WINDOW));
    // Marks of emphasis between words.
    out.retain(|c| !matches!(c, '*' | '`' | '_'));
    out
}

fn form(lines: &[&str], index: usize) -> &'static str {
    let line = lines.get(index).map_or("", |line| line.trim_start());
    let opened = lines.iter().take(index + 1).rev().take(40).find(|line| line.contains("<!--") || line.contains("-->"));
    let in_html = opened.is_some_and(|line| line.contains("<!--") && !line.contains("-->"));
    if in_html || line.contains("<!--") {
        "HTML comment"
    } else if line.starts_with(['#', '/', '*', ';']) || line.starts_with("--") {
        "comment or heading"
    } else {
        "plain text"
    }
}

/// Characters that show nothing and can hide words.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
            | '\u{e0001}'..='\u{e007f}'
    )
}

/// Letters that are written as invisible tags.
fn tags(line: &str) -> String {
    let letters = line.chars().filter(|c| ('\u{e0020}'..='\u{e007e}').contains(c));
    letters.filter_map(|c| char::from_u32(c as u32 - 0xe0000)).collect()
}

/// The line as it is shown where a character turns its direction round.
fn reversed(line: &str) -> Option<String> {
    let turn = line.find(['\u{202e}', '\u{2067}'])?;
    let (before, behind) = line.split_at(turn);
    let end = behind.find(['\u{202c}', '\u{2069}']).unwrap_or(behind.len());
    let turned: String = behind[..end].chars().rev().filter(|c| !is_unseen(*c)).collect();
    let rest: String = behind[end..].chars().filter(|c| !is_unseen(*c)).collect();
    Some(format!("{before} {turned} {rest}"))
}

fn is_text(bytes: &[u8]) -> bool {
    let plain = bytes.iter().filter(|b| b.is_ascii_alphabetic() || b" .,:;!?'\"()-\n".contains(b)).count();
    bytes.len() >= 20 && plain * 10 >= bytes.len() * 8
}

/// A few plain words.
fn address(bytes: &[u8], words: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    let plain: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let mut out = String::new();
    for word in plain.split_whitespace().take(words) {
        if out.len() + word.len() >= ADDRESS {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
