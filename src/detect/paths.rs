//! Which leaves ask for a path: hundreds of globs, one pass over the path.

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use foldhash::HashMap;

use crate::rulebook::PathGlob;

/// The file globs of many leaves. Only those that share a literal part with a path are compared with it.
#[derive(Debug, Default)]
pub struct PathIndex<'r> {
    /// Leaves of `*.extension` globs.
    by_extension: HashMap<&'r str, Vec<u32>>,
    /// All other globs, each once, with the leaves that name it.
    globs: Vec<(&'r PathGlob, Vec<u32>)>,
    known: HashMap<&'r str, usize>,
    /// The longest literal piece of each of `globs` that has one.
    pieces: Option<AhoCorasick>,
    piece_globs: Vec<u32>,
    always: Vec<u32>,
}

impl<'r> PathIndex<'r> {
    pub fn add(&mut self, glob: &'r PathGlob, leaf: u32) {
        if let Some(extension) = glob.extension() {
            self.by_extension.entry(extension).or_default().push(leaf);
            return;
        }
        let at = *self.known.entry(glob.source()).or_insert_with(|| {
            self.globs.push((glob, Vec::new()));
            self.globs.len() - 1
        });
        self.globs[at].1.push(leaf);
    }

    /// To be called when all globs are there.
    pub fn build(&mut self) {
        let mut pieces = Vec::new();
        for (id, (glob, _)) in (0u32..).zip(&self.globs) {
            match piece(glob.source()) {
                Some(piece) => {
                    pieces.push(piece);
                    self.piece_globs.push(id);
                }
                None => self.always.push(id),
            }
        }
        // Building fails on sizes far beyond any rule set; then every glob is asked.
        self.pieces = AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(&pieces).ok();
        if self.pieces.is_none() {
            self.always.append(&mut self.piece_globs);
        }
    }

    /// Leaves with a glob that the path matches; some may be given twice.
    pub fn matches(&self, path: &str) -> Vec<u32> {
        let extension = path.rsplit_once('.').map(|(_, extension)| extension).filter(|e| !e.contains('/'));
        let mut leaves = extension.and_then(|e| self.by_extension.get(e)).cloned().unwrap_or_default();
        let mut asked: Vec<u32> = self.always.clone();
        if let Some(pieces) = &self.pieces {
            asked.extend(
                pieces.find_overlapping_iter(path).filter_map(|m| self.piece_globs.get(m.pattern().as_usize())),
            );
        }
        asked.sort_unstable();
        asked.dedup();
        for (glob, own) in asked.into_iter().filter_map(|id| self.globs.get(id as usize)) {
            if glob.matches(path) {
                leaves.extend(own);
            }
        }
        leaves
    }
}

/// The longest text that every path of the glob holds. `**/` may stand for nothing: slashes at an end are no part of it.
fn piece(glob: &str) -> Option<&str> {
    let (mut depth, mut start, mut best) = (0_u32, 0, "");
    let mut escaped = false;
    for (at, c) in glob.char_indices().chain([(glob.len(), '*')]) {
        let special = matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\');
        if special || escaped || depth > 0 {
            let piece = if depth == 0 { glob[start.min(at)..at].trim_matches('/') } else { "" };
            if piece.len() > best.len() {
                best = piece;
            }
            start = at + c.len_utf8();
        }
        escaped = c == '\\' && !escaped;
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (!best.is_empty()).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_every_path_holds() {
        let of = |glob| piece(glob).unwrap_or_default();
        assert_eq!(of("charts/**/values*.yaml"), "charts");
        assert_eq!(of("**/.claude/**"), ".claude");
        assert_eq!(of("*.{yaml,yml}"), ".");
        assert_eq!(of("[Dd]ockerfile*"), "ockerfile");
        assert_eq!(of("/SKILL.md"), "SKILL.md");
        assert_eq!(of("{a,b}"), "");
        assert_eq!(of("a\\*longer"), "longer");
    }

    #[test]
    fn the_same_leaves_as_one_by_one() {
        let sources = ["*.py", "Dockerfile*", "**/ui/**", "docs/**", "{a,b}.ts", "*", "charts/**/values.yaml", "a?c"];
        let globs: Vec<PathGlob> = sources.iter().map(|source| PathGlob::new(source).expect(source)).collect();
        let mut index = PathIndex::default();
        for (glob, leaf) in globs.iter().zip(0..) {
            index.add(glob, leaf);
        }
        index.build();
        for path in
            ["x.py", "Dockerfile.dev", "ui/x", "a/ui/b", "docs/x.md", "b.ts", "charts/values.yaml", "abc", "x/abc"]
        {
            let mut found = index.matches(path);
            found.sort_unstable();
            let wanted: Vec<u32> =
                globs.iter().zip(0..).filter(|(glob, _)| glob.matches(path)).map(|(_, leaf)| leaf).collect();
            assert_eq!(found, wanted, "{path}");
        }
    }
}
