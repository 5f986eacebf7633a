//! Two commits of one repository beside each other: what is weaker, where, and which lines account for it.

mod bearing;
mod exposures;
mod findings;
mod levels;
mod marks;
mod model;
mod tools;
mod words;

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

pub use findings::{Finding, Step, Weight, findings, place_words};
pub use marks::Moved;
pub use model::{
    CITED, Change, ChangeKind, DIFF_FORMAT, DiffOutcome, DiffReport, Direction, PolicyUse, Standing, TargetDiff, Tip,
    Verdict, Where,
};

use crate::{
    audit::{Examined, Marked},
    card::{CapabilityProfile, CardData, capability_words, presence_word},
    evidence::Permalinks,
    facts::Span,
    rubric::Presence,
    rulebook::{Role, Rulebook, State},
    score::Millis,
    source::{Lineage, Snapshot},
    text::Raw,
};

/// What a sentence names of the matches that account for it.
const NAMED: usize = 3;

/// A change without content.
fn change(kind: ChangeKind, direction: Direction) -> Change {
    Change {
        id: String::new(),
        kind,
        direction,
        verdict: Verdict::Noted,
        criterion: None,
        parameter: None,
        rules: Vec::new(),
        from: None,
        to: None,
        sentence: String::new(),
        before: Vec::new(),
        after: Vec::new(),
        way: Vec::new(),
        restore: None,
        because: None,
    }
}

/// What all parts of a comparison speak of.
struct Context<'a> {
    rulebook: &'a Rulebook,
    moved: &'a Moved,
    lineage: &'a Lineage,
    target: &'a str,
    links: [Permalinks; 2],
    /// Rules that match in the commit compared with, on as shipped.
    had: BTreeSet<&'a str>,
}

/// One side of a comparison.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub examined: &'a Examined,
    pub snapshot: &'a Snapshot,
}

/// Compares one target of two snapshots. Nothing is judged yet: what never fails is folded, all else noted.
pub fn compare(rulebook: &Rulebook, lineage: &Lineage, name: &str, before: Side<'_>, after: Side<'_>) -> TargetDiff {
    let moved = Moved::between(rulebook, lineage, (before.examined, before.snapshot), (after.examined, after.snapshot));
    let links = |side: Side<'_>| Permalinks::new(side.examined.repo_url.as_deref(), &side.examined.commit.id);
    let subpath = after.snapshot.subpath().and_then(|path| path.as_str()).map(str::to_owned);
    let context = Context {
        rulebook,
        moved: &moved,
        lineage,
        target: subpath.as_deref().unwrap_or(""),
        links: [links(before), links(after)],
        had: before.examined.rules_on(),
    };
    let mut changes = Vec::new();
    let cards = (before.examined.card.as_deref(), after.examined.card.as_deref());
    if let (Some(old), Some(new)) = cards {
        changes.extend(levels::changes(&context, old, new));
        changes.extend(context.surface(old, new));
    }
    if cards.1.is_some() {
        changes.extend(tools::changes(&context, &before.examined.tools, &after.examined.tools));
        changes.extend(context.exposures());
        let controls = context.controls(&changes);
        changes.extend(controls);
    }
    let (old, new) = (&before.examined.lacks, &after.examined.lacks);
    // A file that was unread under its old name was not lost.
    let was = |lack: &&String| {
        !old.contains(*lack) && !lineage.renamed.iter().any(|(to, from)| old.contains(&lack.replacen(to, from, 1)))
    };
    let target = subpath.as_deref().unwrap_or("");
    let all = findings(rulebook, after, target);
    let was_there: BTreeSet<String> =
        findings(rulebook, before, target).into_iter().map(|finding| finding.id).collect();
    TargetDiff {
        name: name.to_owned(),
        before: cards.0.map(standing),
        after: cards.1.map(standing),
        owners: Vec::new(),
        changes,
        reads_less: new.iter().filter(was).cloned().collect(),
        unread_in_both: new.intersection(old).count() as u64,
        new_findings: new_findings(&all, &was_there, &moved),
        findings: all,
        subpath,
    }
}

/// Findings of signals are new where their mark is; of tools, caps and levels where their id is.
fn new_findings(all: &[Finding], was_there: &BTreeSet<String>, moved: &Moved) -> Vec<String> {
    let new = |finding: &&Finding| match &finding.mark {
        // Of two alike only the one that came is new.
        Some(mark) => moved.new.iter().any(|marked| {
            let own = finding.places.first().is_some_and(|place| (place.first, place.last) == marked.lines);
            marked.mark == *mark && own
        }),
        None => !was_there.contains(&finding.id),
    };
    all.iter().filter(new).map(|finding| finding.id.clone()).collect()
}

/// A target that only the later commit has: everything in it is new.
pub fn appeared(rulebook: &Rulebook, name: &str, after: Side<'_>) -> TargetDiff {
    let subpath = after.snapshot.subpath().and_then(|path| path.as_str()).map(str::to_owned);
    let target = subpath.as_deref().unwrap_or("");
    let links = || Permalinks::new(after.examined.repo_url.as_deref(), &after.examined.commit.id);
    let new = after.examined.marks(after.snapshot, rulebook, |signal| signal.state == State::On);
    let (moved, lineage) = (Moved { gone: Vec::new(), new }, Lineage::default());
    let had = BTreeSet::new();
    let context = Context { rulebook, moved: &moved, lineage: &lineage, target, links: [links(), links()], had };
    let card = after.examined.card.as_deref();
    let mut changes = Vec::new();
    if card.is_some() {
        changes.extend(tools::changes(&context, &[], &after.examined.tools));
        changes.extend(context.exposures());
    }
    let all = findings(rulebook, after, target);
    TargetDiff {
        name: name.to_owned(),
        before: None,
        after: card.map(standing),
        owners: Vec::new(),
        changes,
        reads_less: Vec::new(),
        unread_in_both: 0,
        new_findings: all.iter().map(|finding| finding.id.clone()).collect(),
        findings: all,
        subpath,
    }
}

/// A target that the later commit has no more.
pub fn vanished(name: &str, subpath: Option<&str>, before: &Examined) -> TargetDiff {
    TargetDiff {
        name: name.to_owned(),
        subpath: subpath.map(str::to_owned),
        before: before.card.as_deref().map(standing),
        after: None,
        owners: Vec::new(),
        changes: Vec::new(),
        reads_less: Vec::new(),
        unread_in_both: 0,
        findings: Vec::new(),
        new_findings: Vec::new(),
    }
}

fn standing(card: &CardData) -> Standing {
    Standing {
        score: card.score,
        thousandths: thousandths(card),
        band: card.band.id.clone(),
        ratings: card.criteria.iter().map(crate::card::Criterion::rating).collect(),
    }
}

/// The exact sum of the ten criteria.
pub fn thousandths(card: &CardData) -> u32 {
    card.criteria.iter().filter_map(|criterion| Millis::from_f64(criterion.score)).map(|millis| millis.0).sum()
}

impl Context<'_> {
    /// A name for a change: the same in each run, whatever lines it stands on.
    fn id(&self, parts: &[&str]) -> String {
        fingerprint(self.target, parts)
    }

    fn at(&self, file: &str, (first, last): (u32, u32), before: bool, what: &str) -> Where {
        let links = &self.links[usize::from(!before)];
        Where {
            file: file.to_owned(),
            first,
            last,
            url: links.link(file, Span { start: first, end: last }),
            what: what.to_owned(),
        }
    }

    fn place(&self, marked: &Marked, before: bool) -> Where {
        self.at(&marked.mark.file, marked.lines, before, &self.words(marked))
    }

    /// What a match is: its rule's title, and its name.
    fn words(&self, marked: &Marked) -> String {
        let title = self.rulebook.rules.get(&marked.mark.rule).map_or(marked.mark.rule.as_str(), |rule| &rule.title);
        match marked.mark.name.as_str() {
            "" => title.to_owned(),
            name => format!("{title} ({})", crate::text::markdown(&Raw::new(crate::evidence::mask(name)))),
        }
    }

    /// The part of a sentence that says which lines did it.
    fn because(&self, gone: &[&Marked], new: &[&Marked]) -> String {
        let telling = |marks: &[&Marked]| {
            let mut seen: Vec<String> = Vec::new();
            for marked in marks {
                let words = format!("“{}” at {}:{}", self.title(marked), plain(&marked.mark.file), marked.lines.0);
                if seen.len() < NAMED && !seen.iter().any(|known| known.contains(&self.title(marked))) {
                    seen.push(words);
                }
            }
            seen.join(", ")
        };
        let state = |marked: &&Marked| marked.mark.state;
        match (gone.is_empty(), new.is_empty()) {
            (true, true) => String::new(),
            (false, true) => format!(": gone is {}", telling(gone)),
            (true, false) => format!(": new is {}", telling(new)),
            (false, false) => {
                let off = new.iter().any(|m| matches!(state(m), State::OptIn | State::Off));
                let word = if off { "changed to" } else { "new is" };
                format!(": gone is {}, {word} {}", telling(gone), telling(new))
            }
        }
    }

    fn title(&self, marked: &Marked) -> String {
        self.rulebook.rules.get(&marked.mark.rule).map_or(marked.mark.rule.clone(), |rule| rule.title.clone())
    }

    /// What would undo a change.
    fn restore(&self, gone: &[&Marked], new: &[&Marked]) -> Option<String> {
        let lost = gone.iter().find(|m| matches!(m.role, Role::Control | Role::Default));
        if let Some(lost) = lost {
            return Some(format!(
                "Bring back “{}” that stood at {}:{}.",
                self.title(lost),
                plain(&lost.mark.file),
                lost.lines.0
            ));
        }
        let open = new.iter().find(|m| m.role != Role::Control)?;
        self.rulebook.rules.get(&open.mark.rule).map(|rule| rule.remediation.text.clone())
    }

    /// Rows of the agent surface.
    fn surface(&self, old: &CardData, new: &CardData) -> Vec<Change> {
        let mut changes = Vec::new();
        for capability in CapabilityProfile::ORDER {
            let presence = |card: &CardData| card.capability_profile.get(capability).unwrap_or(Presence::No);
            let (was, is) = (presence(old), presence(new));
            let unknown = old.surface_unknown(capability) || new.surface_unknown(capability);
            if was == is || unknown {
                continue;
            }
            let rank = |presence: Presence| match presence {
                Presence::No => 0,
                Presence::OptIn => 1,
                Presence::Yes => 2,
            };
            let direction = if rank(is) > rank(was) { Direction::Weaker } else { Direction::Stronger };
            let mut found = change(ChangeKind::Surface, direction);
            let words = capability_words(capability);
            found.id = self.id(&["surface", words, presence_word(is)]);
            (found.from, found.to) = (Some(presence_word(was).to_owned()), Some(presence_word(is).to_owned()));
            found.sentence = format!("Agent surface, {words}: {} becomes {}.", presence_word(was), presence_word(is));
            changes.push(found);
        }
        changes
    }
}

/// 16 hex digits.
pub(super) fn fingerprint(target: &str, parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in std::iter::once(&target).chain(parts) {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A path in a sentence: a code span.
fn plain(path: &str) -> String {
    crate::text::code(path)
}

/// A bound of a policy that the head is below: of the total, a criterion, a level, or a cap that must not apply.
pub fn floor(target: Option<&str>, cell: &str, least: u32, is: u32, was: Option<u32>, worse: bool) -> Change {
    let mut found = change(ChangeKind::Floor, if worse { Direction::Weaker } else { Direction::Neutral });
    found.id = fingerprint(target.unwrap_or(""), &["floor", cell, &least.to_string()]);
    found.verdict = if worse { Verdict::Fails } else { Verdict::Noted };
    (found.from, found.to) = (was.map(|was| was.to_string()), Some(is.to_string()));
    let before = match was {
        Some(was) if was < least => format!(" (it was {was} before)"),
        _ => String::new(),
    };
    found.sentence = match cell {
        "total" => format!("The total is {is} thousandths, below the policy's minimum of {least}{before}."),
        cell if cell.contains('-') || cell.starts_with('G') => {
            format!("{cell} applies, and the policy forbids it{}.", if worse { "" } else { ", as it did before" })
        }
        cell if cell.contains('.') => format!("{cell} is at L{is}, below the policy's floor of L{least}{before}."),
        cell => format!("{cell} counts {is} thousandths, below the policy's floor of {least}{before}."),
    };
    found
}
