//! Rules over facts give signals.

mod across;
mod any_call;
mod base;
mod collect;
mod content;
mod evaluate;
mod fixtures;
mod force;
mod kept;
mod leaf;
mod left_out;
mod names;
mod paths;
mod plan;
mod quote;
mod service;
mod signal;
mod spans;
mod winner;

use rayon::prelude::*;

pub use base::{BaseTexts, ReadBlob};
pub use content::Content;
pub use fixtures::{FixtureReport, Problem, Verdict, test_fixtures};
pub use force::Ways;
pub use kept::KeptFinds;
pub use left_out::LeftOut;
pub use plan::Plan;
pub use signal::*;
pub use winner::by_winners;

use crate::facts::{Context, File, FileFacts};

/// One file as the detectors see it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// Relative to the repository's root.
    pub path: &'a str,
    pub context: Context,
    /// Part of the audited subpath.
    pub in_scope: bool,
    pub facts: &'a FileFacts,
}

impl<'a> From<&'a File> for Input<'a> {
    fn from(file: &'a File) -> Self {
        Self { path: &file.path, context: file.context, in_scope: file.in_scope, facts: &file.facts }
    }
}

/// Where the content of files comes from.
pub trait Texts: Sync {
    /// Content of a file as it stands. `None` if it was not read.
    fn content(&self, path: &str) -> Option<Content>;

    /// The text of a file's content with the comments of code blanked out, line breaks kept.
    fn without_comments(&self, path: &str, text: &str) -> String;
}

/// Whether what is read is a whole program, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Controls that nothing in it brings into force count as none.
    Program,
    /// Who calls it is not known.
    Excerpt,
}

/// All signals of the files in scope, sorted by rule, file and line. The result does not depend on the number of
/// threads. `ways` are those between the files: what is asked about them is unknown without.
pub fn detect(
    plan: &Plan<'_>,
    inputs: &[Input<'_>],
    texts: &dyn Texts,
    ways: Option<&Ways<'_>>,
    extent: Extent,
) -> Vec<Signal> {
    detect_with(plan, inputs, texts, ways, extent, None)
}

/// The same; what is kept changes how long it takes, nothing else.
pub fn detect_with(
    plan: &Plan<'_>,
    inputs: &[Input<'_>],
    texts: &dyn Texts,
    ways: Option<&Ways<'_>>,
    extent: Extent,
    kept: Option<&KeptFinds<'_>>,
) -> Vec<Signal> {
    let look = |input: &Input<'_>| {
        if let Some(found) = kept.and_then(|kept| kept.get(input)) {
            return found;
        }
        let found = evaluate::file(plan, input, texts);
        if let Some(kept) = kept {
            kept.put(input, &found);
        }
        found
    };
    let all = || inputs.par_iter().filter(|i| i.in_scope && plan.asks(i.context)).flat_map_iter(look).collect();
    let program = ways.filter(|_| extent == Extent::Program);
    // Parts of the graph are made one after the other.
    let (mut found, _): (Vec<_>, _) = rayon::join(all, || program.map(Ways::graph));
    if let Some(ways) = program {
        found = force::kept(plan, ways, texts, kept, found);
        if let Some(withheld) = plan.withheld {
            left_out::chosen(withheld, ways.base, &mut found);
        }
    }
    let mut signals = across::answered(plan, ways, found);
    signals.sort();
    signals
}

#[cfg(test)]
mod tests;
