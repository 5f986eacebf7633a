//! Which lines a search can have a hit in: one pass of an automaton over literals that every match must hold.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use memchr::{memchr, memrchr};
use regex_syntax::hir::{Class, Hir, HirKind};

/// More strings than this for one pattern say too little to be worth a pass.
const MAX_STRINGS: usize = 64;
/// Longer strings filter no better.
const MAX_LENGTH: usize = 24;
/// Bytes of all strings up to which the automaton is a table of all states and bytes: faster, and much larger.
const MAX_TABLE: usize = 8 << 10;
/// One byte stands in every file.
const MIN_LENGTH: usize = 2;

/// The filter of a set of patterns. It lets through too much, never too little.
#[derive(Debug)]
pub struct Prefilter {
    automaton: Option<AhoCorasick>,
    /// Patterns that each literal of the automaton speaks for.
    speaks_for: Vec<Vec<u32>>,
    /// Patterns without a literal: always to be tried.
    always: Vec<u32>,
    patterns: usize,
}

impl Prefilter {
    /// `patterns` match within one line.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a Hir>) -> Self {
        let mut literals: BTreeMap<Vec<u8>, Vec<u32>> = BTreeMap::new();
        let mut always = Vec::new();
        let mut count = 0;
        for (index, hir) in (0_u32..).zip(patterns) {
            count += 1;
            match best(&hold(hir)) {
                Some(strings) => {
                    // No line holds a line feed.
                    for string in strings.into_iter().filter(|string| !string.contains(&b'\n')) {
                        literals.entry(string).or_default().push(index);
                    }
                }
                None => always.push(index),
            }
        }
        let (keys, speaks_for): (Vec<_>, Vec<_>) = literals.into_iter().unzip();
        let small = keys.iter().map(Vec::len).sum::<usize>() <= MAX_TABLE;
        let kind = if small { AhoCorasickKind::DFA } else { AhoCorasickKind::ContiguousNFA };
        let automaton = AhoCorasick::builder().ascii_case_insensitive(true).kind(Some(kind)).build(&keys).ok();
        if automaton.is_none() {
            always = (0..count as u32).collect();
        }
        Self { automaton, speaks_for, always, patterns: count }
    }

    /// Patterns that nothing is known of, ascending: each line may match them.
    pub fn unfiltered(&self) -> &[u32] {
        &self.always
    }

    /// Gives each pattern the lines of `text` that may match it, each once and in order, without their line feeds.
    pub(super) fn lines<'t>(&self, text: &'t [u8], mut visit: impl FnMut(usize, &'t [u8])) {
        if !self.always.is_empty() {
            let body = text.strip_suffix(b"\n").unwrap_or(text);
            for line in body.split(|b| *b == b'\n').filter(|_| !text.is_empty()) {
                self.always.iter().for_each(|index| visit(*index as usize, line));
            }
        }
        self.filtered_lines(text, visit);
    }

    /// As [`lines`](Self::lines) for the patterns that are not [unfiltered](Self::unfiltered).
    pub fn filtered_lines<'t>(&self, text: &'t [u8], mut visit: impl FnMut(usize, &'t [u8])) {
        let Some(automaton) = &self.automaton else { return };
        // Where the line ends that a pattern was given last.
        let mut given = vec![0; self.patterns];
        let mut line = 0..0;
        for hit in automaton.find_overlapping_iter(text) {
            if hit.start() >= line.end {
                let start = memrchr(b'\n', &text[..hit.start()]).map_or(0, |before| before + 1);
                let end = memchr(b'\n', &text[hit.start()..]).map_or(text.len(), |length| hit.start() + length);
                // One behind the feed, so that an empty rest is no part of this line.
                line = start..end + 1;
            }
            for index in &self.speaks_for[hit.pattern().as_usize()] {
                let given = &mut given[*index as usize];
                if *given < line.end {
                    *given = line.end;
                    visit(*index as usize, &text[line.start..line.end - 1]);
                }
            }
        }
    }
}

/// What is known of the texts that an expression matches, in lower case.
#[derive(Clone)]
struct Held {
    /// All of them, where they are few.
    exact: Option<Vec<Vec<u8>>>,
    /// Each match holds at least one of these.
    within: Option<Vec<Vec<u8>>>,
}

impl Held {
    const NOTHING: Self = Self { exact: None, within: None };

    fn exactly(strings: Vec<Vec<u8>>) -> Self {
        Self { exact: Some(strings), within: None }
    }
}

/// The strings to look for, if they are long and few enough to tell files apart.
fn best(held: &Held) -> Option<Vec<Vec<u8>>> {
    [&held.exact, &held.within]
        .into_iter()
        .flatten()
        .filter(|strings| rank(strings) >= MIN_LENGTH)
        .max_by_key(|strings| rank(strings))
        .cloned()
}

/// Length of the shortest string: what a set is worth as a filter.
fn rank(strings: &[Vec<u8>]) -> usize {
    strings.iter().map(Vec::len).min().unwrap_or(0)
}

/// Recursion is bounded: regex-syntax refuses patterns nested deeper than 250.
fn hold(hir: &Hir) -> Held {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Held::exactly(vec![Vec::new()]),
        HirKind::Literal(literal) => {
            let lower = literal.0.to_ascii_lowercase();
            if lower.len() > MAX_LENGTH {
                return Held { exact: None, within: Some(vec![lower[..MAX_LENGTH].to_vec()]) };
            }
            Held::exactly(vec![lower])
        }
        HirKind::Class(class) => members(class).map_or(Held::NOTHING, Held::exactly),
        HirKind::Capture(capture) => hold(&capture.sub),
        HirKind::Repetition(repetition) => {
            let inner = hold(&repetition.sub);
            match (repetition.min, repetition.max) {
                (1, Some(1)) => inner,
                (0, Some(1)) => {
                    let exact = inner.exact.map(|mut strings| {
                        strings.push(Vec::new());
                        strings
                    });
                    Held { exact, within: None }
                }
                (0, _) => Held::NOTHING,
                _ => Held { exact: None, within: best(&inner) },
            }
        }
        HirKind::Concat(parts) => concat(parts),
        HirKind::Alternation(branches) => alternation(branches),
    }
}

fn members(class: &Class) -> Option<Vec<Vec<u8>>> {
    let mut bytes: Vec<u8> = match class {
        Class::Bytes(class) => {
            let size: usize = class.ranges().iter().map(|range| range.len()).sum();
            (size <= 16).then(|| class.ranges().iter().flat_map(|range| range.start()..=range.end()).collect())?
        }
        Class::Unicode(class) => {
            let size: usize = class.ranges().iter().map(|range| range.len()).sum();
            let chars: Vec<char> =
                (size <= 16).then(|| class.ranges().iter().flat_map(|range| range.start()..=range.end()).collect())?;
            chars.into_iter().map(|c| u8::try_from(c).ok().filter(u8::is_ascii)).collect::<Option<_>>()?
        }
    };
    bytes.make_ascii_lowercase();
    bytes.sort_unstable();
    bytes.dedup();
    Some(bytes.into_iter().map(|byte| vec![byte]).collect())
}

fn concat(parts: &[Hir]) -> Held {
    let mut run: Vec<Vec<u8>> = vec![Vec::new()];
    let mut whole = true;
    let mut within: Option<Vec<Vec<u8>>> = None;
    let mut offer = |strings: Vec<Vec<u8>>| {
        if rank(&strings) > within.as_ref().map_or(0, |have| rank(have)) {
            within = Some(strings);
        }
    };
    for part in parts {
        let held = hold(part);
        let joined = held.exact.as_ref().and_then(|strings| cross(&run, strings));
        match (joined, held.exact) {
            (Some(joined), _) => run = joined,
            // Too many or too long together: start a new run with this part.
            (None, Some(strings)) => {
                whole = false;
                offer(std::mem::replace(&mut run, strings));
            }
            (None, None) => {
                whole = false;
                offer(std::mem::replace(&mut run, vec![Vec::new()]));
                if let Some(strings) = held.within {
                    offer(strings);
                }
            }
        }
    }
    if whole {
        return Held::exactly(run);
    }
    offer(run);
    Held { exact: None, within }
}

fn cross(left: &[Vec<u8>], right: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    if left.len() * right.len() > MAX_STRINGS {
        return None;
    }
    let joined: Vec<Vec<u8>> =
        left.iter().flat_map(|l| right.iter().map(move |r| [l.as_slice(), r.as_slice()].concat())).collect();
    joined.iter().all(|string| string.len() <= MAX_LENGTH).then_some(joined)
}

fn alternation(branches: &[Hir]) -> Held {
    let held: Vec<Held> = branches.iter().map(hold).collect();
    let exact: Option<Vec<Vec<Vec<u8>>>> = held.iter().map(|branch| branch.exact.clone()).collect();
    let exact = exact.map(|sets| sets.concat()).filter(|strings| strings.len() <= MAX_STRINGS);
    let within: Option<Vec<Vec<Vec<u8>>>> = held.iter().map(best).collect();
    let within = within.map(|sets| sets.concat()).filter(|strings| strings.len() <= 8 * MAX_STRINGS);
    Held { exact, within }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(pattern: &str) -> Option<Vec<String>> {
        let hir = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern).expect("regex");
        best(&hold(&hir)).map(|strings| strings.into_iter().map(|s| String::from_utf8_lossy(&s).into_owned()).collect())
    }

    #[test]
    fn literals_of_patterns() {
        assert_eq!(strings(r"subprocess\.run\("), Some(vec!["subprocess.run(".into()]));
        assert_eq!(strings(r"\b(exec|eval)\s*\("), Some(vec!["exec".into(), "eval".into()]));
        assert_eq!(strings("(?i)Key"), Some(vec!["key".into()]));
        assert_eq!(strings(r"\w+\s+class_name"), Some(vec!["class_name".into()]));
        assert_eq!(strings(r"\w+"), None);
        assert_eq!(strings("foo|x*"), None);
        assert_eq!(strings("colou?r"), Some(vec!["colour".into(), "color".into()]));
        assert_eq!(strings("(ab)+c"), Some(vec!["ab".into()]));
        assert_eq!(strings("a{0}bc"), Some(vec!["bc".into()]));
    }
}
