//! Which patterns match a name: hundreds of globs, one look-up per name.

use std::borrow::Cow;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use foldhash::HashMap;

use super::any_call::AnyMemo;
use crate::{facts::Word, rulebook::wildcard};

/// The globs of many leaves. Only those that share a literal part with a name are compared with it.
#[derive(Debug)]
pub struct NameIndex {
    fold: bool,
    globs: Vec<(Vec<u8>, u32)>,
    /// Globs whose last dotted segment is literal, by that segment.
    last: HashMap<String, Vec<u32>>,
    /// The longest literal piece of each other glob.
    pieces: Option<AhoCorasick>,
    piece_globs: Vec<u32>,
    /// Globs without any literal piece.
    always: Vec<u32>,
}

impl NameIndex {
    /// `globs` are brace-free patterns with the leaf that they belong to; folded already if `fold`.
    pub fn new<'a>(globs: impl IntoIterator<Item = (&'a str, u32)>, fold: bool) -> Self {
        let mut last: HashMap<String, Vec<u32>> = HashMap::default();
        let (mut all, mut pieces, mut piece_globs, mut always) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (id, (glob, leaf)) in (0u32..).zip(globs) {
            all.push((glob.as_bytes().to_vec(), leaf));
            let segment = last_segment(glob);
            if !segment.contains(['*', '?']) {
                last.entry(segment.to_owned()).or_default().push(id);
                continue;
            }
            match glob.split(['*', '?']).max_by_key(|piece| piece.len()).filter(|p| !p.is_empty()) {
                Some(piece) => {
                    pieces.push(piece.to_owned());
                    piece_globs.push(id);
                }
                None => always.push(id),
            }
        }
        // Building fails on sizes far beyond any rule set; then every glob is asked.
        let pieces = AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(&pieces).ok();
        if pieces.is_none() {
            always.append(&mut piece_globs);
        }
        Self { fold, globs: all, last, pieces, piece_globs, always }
    }

    /// Adds the leaves that `name` matches; some may be added twice.
    fn add(&self, name: &str, into: &mut Vec<u32>) {
        let bytes = name.as_bytes();
        let mut ask = |id: u32| {
            if let Some((glob, leaf)) = self.globs.get(id as usize)
                && wildcard(glob, bytes)
            {
                into.push(*leaf);
            }
        };
        self.always.iter().copied().for_each(&mut ask);
        self.last.get(last_segment(name)).into_iter().flatten().copied().for_each(&mut ask);
        if let Some(pieces) = &self.pieces {
            let found = pieces.find_overlapping_iter(name).map(|m| m.pattern().as_usize());
            found.filter_map(|i| self.piece_globs.get(i).copied()).for_each(&mut ask);
        }
    }

    fn folded<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.fold && name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => name.to_ascii_lowercase().into(),
            false => name.into(),
        }
    }

    /// Leaves that `name` matches, sorted, each once.
    fn matches(&self, name: &str) -> Box<[u32]> {
        let mut found = Vec::new();
        self.add(&self.folded(name), &mut found);
        found.sort_unstable();
        found.dedup();
        found.into()
    }

    /// As [`matches`](Self::matches), by the whole dotted name or its last segment.
    pub fn matches_whole_or_last(&self, name: &str) -> Box<[u32]> {
        let mut found = Vec::new();
        let name = self.folded(name);
        self.add(&name, &mut found);
        let last = last_segment(&name);
        if last.len() < name.len() {
            self.add(last, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found.into()
    }
}

/// Names that an index was asked for last, with its answers: code says the same names over and over.
#[derive(Debug, Default)]
pub struct Memo(Vec<Option<(Word, Box<[u32]>)>>);

/// Names that one memo holds.
const REMEMBERED: usize = 1 << 13;

impl Memo {
    /// As [`NameIndex::matches`].
    pub fn matches(&mut self, index: &NameIndex, name: Word) -> &[u32] {
        self.answer(name, |name| index.matches(name))
    }

    /// As [`NameIndex::matches_whole_or_last`].
    pub fn matches_whole_or_last(&mut self, index: &NameIndex, name: Word) -> &[u32] {
        self.answer(name, |name| index.matches_whole_or_last(name))
    }

    /// The answer for a word, asked for where it is not known.
    pub fn answer(&mut self, name: Word, ask: impl FnOnce(&str) -> Box<[u32]>) -> &[u32] {
        if self.0.is_empty() {
            self.0.resize_with(REMEMBERED, || None);
        }
        let slot = &mut self.0[name.number() % REMEMBERED];
        if slot.as_ref().is_none_or(|(known, _)| *known != name) {
            *slot = Some((name, ask(&name)));
        }
        slot.as_ref().map_or(&[], |(_, answer)| answer)
    }
}

/// One memo for each index of a plan that is asked for names.
#[derive(Debug, Default)]
pub struct Memos {
    pub calls: Memo,
    pub settings: Memo,
    pub imports: Memo,
    pub functions: Memo,
    pub any: AnyMemo,
}

/// What stands behind the last dot.
pub fn last_segment(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::ExactGlob;

    #[test]
    fn the_same_leaves_as_one_by_one() {
        let globs = ["subprocess.run", "*.exec", "os.*", "*", "*approv*gate*", "exec", "a?c", "*.b.?"];
        let index = NameIndex::new(globs.iter().zip(0..).map(|(g, i)| (*g, i)), false);
        for name in ["subprocess.run", "a.b.exec", "exec", "os.system", "x", "xapprovygatez", "run", "abc", "a.b.c", ""]
        {
            let found = index.matches(name);
            let wanted: Vec<u32> = globs
                .iter()
                .zip(0..)
                .filter(|(g, _)| ExactGlob::new(g).unwrap().matches(name))
                .map(|(_, i)| i)
                .collect();
            assert_eq!(&*found, wanted, "{name}");
        }
        assert_eq!(*index.matches_whole_or_last("a.b.exec"), [1, 3, 5]);
    }

    #[test]
    fn folding_is_on_both_sides() {
        let index = NameIndex::new([("*approve*", 4)], true);
        assert_eq!(*index.matches("requestApprove"), [4]);
    }

    #[test]
    fn a_memo_answers_as_its_index() {
        let index = NameIndex::new([("*.run_1?", 4), ("a.*", 7)], false);
        let mut memo = Memo::default();
        for _ in 0..2 {
            for n in 0..2 * REMEMBERED {
                let name = Word::from(format!("a.run_{n}"));
                assert_eq!(memo.matches(&index, name), &*index.matches(&name));
            }
        }
    }
}
