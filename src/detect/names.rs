//! Which patterns could match a name: hundreds of globs, one look-up per name.

use std::collections::HashMap;

use aho_corasick::AhoCorasick;

/// Leaves by what their globs demand of a name. A look-up may name too many leaves, never too few.
#[derive(Debug)]
pub struct NameIndex {
    fold: bool,
    /// Globs whose last dotted segment is literal, by that segment.
    last: HashMap<String, Vec<u32>>,
    /// The longest literal piece of each other glob.
    pieces: Option<AhoCorasick>,
    piece_leaves: Vec<u32>,
    /// Globs without any literal piece.
    always: Vec<u32>,
}

impl NameIndex {
    /// `globs` are brace-free patterns with the leaf that they belong to; folded already if `fold`.
    pub fn new<'a>(globs: impl IntoIterator<Item = (&'a str, u32)>, fold: bool) -> Self {
        let mut last: HashMap<String, Vec<u32>> = HashMap::new();
        let (mut pieces, mut piece_leaves, mut always) = (Vec::new(), Vec::new(), Vec::new());
        for (glob, leaf) in globs {
            let segment = last_segment(glob);
            if !segment.contains(['*', '?']) {
                let leaves = last.entry(segment.to_owned()).or_default();
                if leaves.last() != Some(&leaf) {
                    leaves.push(leaf);
                }
                continue;
            }
            match glob.split(['*', '?']).max_by_key(|piece| piece.len()).filter(|p| !p.is_empty()) {
                Some(piece) => {
                    pieces.push(piece.to_owned());
                    piece_leaves.push(leaf);
                }
                None => always.push(leaf),
            }
        }
        // Building fails on sizes far beyond any rule set; then every glob is asked.
        let pieces = AhoCorasick::new(&pieces).ok();
        if pieces.is_none() {
            always.append(&mut piece_leaves);
        }
        Self { fold, last, pieces, piece_leaves, always }
    }

    /// Leaves that `name` may match, sorted, each once.
    pub fn candidates(&self, name: &str, into: &mut Vec<u32>) {
        into.clear();
        let folded;
        let name = match self.fold && name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => {
                folded = name.to_ascii_lowercase();
                folded.as_str()
            }
            false => name,
        };
        into.extend_from_slice(&self.always);
        if let Some(leaves) = self.last.get(last_segment(name)) {
            into.extend_from_slice(leaves);
        }
        if let Some(pieces) = &self.pieces {
            let found = pieces.find_overlapping_iter(name).map(|m| m.pattern().as_usize());
            into.extend(found.filter_map(|i| self.piece_leaves.get(i)));
        }
        into.sort_unstable();
        into.dedup();
    }
}

/// What stands behind the last dot.
pub fn last_segment(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_too_few_leaves() {
        let globs = ["subprocess.run", "*.exec", "os.*", "*", "*approv*gate*", "exec"];
        let index = NameIndex::new(globs.iter().enumerate().map(|(i, g)| (*g, i as u32)), false);
        let mut found = Vec::new();
        for name in ["subprocess.run", "a.b.exec", "exec", "os.system", "x", "xapprovygatez", "run"] {
            index.candidates(name, &mut found);
            for (leaf, glob) in globs.iter().enumerate() {
                let matches = crate::rulebook::ExactGlob::new(glob).unwrap().matches(name);
                assert!(!matches || found.contains(&(leaf as u32)), "{glob} {name}");
            }
        }
        index.candidates("run", &mut found);
        assert_eq!(found, [0, 3], "a literal last segment is looked up, `*` is always asked");
    }
}
