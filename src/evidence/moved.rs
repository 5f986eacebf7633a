//! What became of cited lines in a later text: unchanged, moved, changed or gone. Pure; [`Follower`] asks it about the
//! files of two snapshots.

mod places;

use std::{collections::HashMap, ops::Range};

use foldhash::fast::FixedState;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput};

pub use places::{Fate, FollowError, Follower};

use crate::facts::Span;

/// What became of lines of one text in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// The same text at the same lines.
    Unchanged,
    /// The same text at these lines.
    Moved(Span),
    /// Another text in its place, or with other lines within it: the nearest lines.
    Changed(Span),
    /// Nothing like it is left.
    Gone,
}

/// Lines of a citation that are looked for word by word; a longer one is judged by its lines alone.
const MOST_LINES: usize = 400;
/// Lines between the first and the last difference of two texts, of both together, that are compared in detail; more
/// count as one replaced part.
const MOST_DIFFERENT: usize = 20_000;
/// Lines of a replaced part that are compared word by word.
const WIDEST: usize = 4_000;
/// Of the words of the cited lines, the part in hundredths that must be left for lines to be the same ones, changed.
const ALIKE: usize = 50;
/// Letters and digits that a text must have to be known again elsewhere: `}` and `return None` stand everywhere.
const TELLING: usize = 16;

/// Finds the `cited` lines of `old` in `new`. Lines are compared without their ends, so that a change of line ends is
/// none. `None` if `old` does not have these lines.
///
/// The time is that of a diff as git makes it, on a part of bounded length.
pub fn follow_lines(old: &[u8], cited: Span, new: &[u8]) -> Option<Followed> {
    let before: Vec<&[u8]> = lines(old).collect();
    let range = range_of(cited, before.len())?;
    let after: Vec<&[u8]> = lines(new).collect();
    Some(follow(&before, range, &after))
}

/// The lines of a text without their ends.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    let some = !text.is_empty();
    body.split(|b| *b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).filter(move |_| some)
}

/// 0-based and half-open; `None` if the text does not have these lines.
fn range_of(cited: Span, lines: usize) -> Option<Range<usize>> {
    let (start, end) = (cited.start as usize, cited.end as usize);
    (0 < start && start <= end && end <= lines).then(|| start - 1..end)
}

fn span(range: Range<usize>) -> Span {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span { start: number(range.start + 1), end: number(range.end.max(range.start + 1)) }
}

fn follow(before: &[&[u8]], cited: Range<usize>, after: &[&[u8]]) -> Followed {
    let block = &before[cited.clone()];
    if before == after || before.len() == after.len() && diff_free(before, after, &cited) {
        return Followed::Unchanged;
    }
    let hunks = hunks(before, after);
    let mapped = map(&hunks, &cited);
    if let Mapped::Kept(found) = mapped {
        return if found == cited { Followed::Unchanged } else { Followed::Moved(span(found)) };
    }
    // A block that was carried to another place of the file is to a diff a removal and an insertion.
    if let Some(found) = sole_occurrence(block, after) {
        return if found == cited { Followed::Unchanged } else { Followed::Moved(span(found)) };
    }
    match mapped {
        Mapped::Kept(found) | Mapped::Torn(found) => Followed::Changed(span(found)),
        Mapped::Replaced(room) => match nearest(block, room, after) {
            Some(found) => Followed::Changed(span(found)),
            None => Followed::Gone,
        },
    }
}

/// The two texts do not differ up to the end of what is cited: no diff is needed.
fn diff_free(before: &[&[u8]], after: &[&[u8]], cited: &Range<usize>) -> bool {
    before[..cited.end] == after[..cited.end]
}

fn hunks(before: &[&[u8]], after: &[&[u8]]) -> Vec<Hunk> {
    let same_start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let rest = before.len().min(after.len()) - same_start;
    let same_end = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (old, new) = (before.len() - same_end, after.len() - same_end);
    if old - same_start + new - same_start > MOST_DIFFERENT {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let start = number(same_start);
        return vec![Hunk { before: start..number(old), after: start..number(new) }];
    }
    let mut input: InternedInput<&[u8]> = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks().collect()
}

/// Cited lines seen through a diff.
enum Mapped {
    /// All are there, in a row.
    Kept(Range<usize>),
    /// Some are there: from the first to the last that is, and what replaced those at the borders.
    Torn(Range<usize>),
    /// None is there: what stands in the place of the part that they were removed with.
    Replaced(Range<usize>),
}

fn map(hunks: &[Hunk], cited: &Range<usize>) -> Mapped {
    let as_range = |r: &Range<u32>| r.start as usize..r.end as usize;
    let (mut shift, mut removed) = (0_isize, 0);
    let mut found: Option<Range<usize>> = None;
    let mut torn = false;
    let mut room: Option<Range<usize>> = None;
    let widen = |range: &mut Option<Range<usize>>, by: Range<usize>| {
        *range = Some(match range.take() {
            Some(r) => r.start.min(by.start)..r.end.max(by.end),
            None => by,
        });
    };
    let moved = |line: usize, shift: isize| line.saturating_add_signed(shift);
    let mut kept_from = cited.start;
    for hunk in hunks {
        let (old, new) = (as_range(&hunk.before), as_range(&hunk.after));
        if old.start >= cited.end {
            break;
        }
        if old.end <= cited.start {
            shift = new.end as isize - old.end as isize;
            continue;
        }
        // What is kept in front of this hunk.
        if kept_from < old.start {
            widen(&mut found, moved(kept_from, shift)..moved(old.start, shift));
        }
        // An insertion in front of the first cited line moves them; one within tears them.
        torn |= old.start > cited.start || !old.is_empty();
        let cut = old.end.min(cited.end).saturating_sub(old.start.max(cited.start));
        removed += cut;
        if cut > 0 {
            widen(&mut room, new.clone());
        }
        shift = new.end as isize - old.end as isize;
        kept_from = old.end.max(cited.start);
    }
    if kept_from < cited.end {
        widen(&mut found, moved(kept_from, shift)..moved(cited.end, shift));
    }
    match (found, room) {
        (Some(found), _) if !torn => Mapped::Kept(found),
        (Some(found), room) if removed < cited.len() => {
            // What replaced a border belongs to it, as long as it was.
            let reach =
                |r: Range<usize>| r.start.max(found.start.saturating_sub(removed))..r.end.min(found.end + removed);
            let whole = room.map(reach).filter(|r| r.start < r.end);
            Mapped::Torn(whole.map_or(found.clone(), |r| r.start.min(found.start)..r.end.max(found.end)))
        }
        (_, room) => Mapped::Replaced(room.unwrap_or(0..0)),
    }
}

/// Where the block stands in `after`, if at one place only and with enough text to be known by.
fn sole_occurrence(block: &[&[u8]], after: &[&[u8]]) -> Option<Range<usize>> {
    if block.len() > MOST_LINES || !is_telling(block) {
        return None;
    }
    let mut places = occurrences(block, after);
    places.next().filter(|_| places.next().is_none())
}

/// Every place at which the block stands. Compared from its longest line, which is the rarest.
fn occurrences<'t>(block: &'t [&[u8]], after: &'t [&[u8]]) -> impl Iterator<Item = Range<usize>> {
    let longest = (0..block.len()).max_by_key(|i| block[*i].len()).unwrap_or(0);
    after.iter().enumerate().filter_map(move |(at, line)| {
        let start = at.checked_sub(longest)?;
        let range = start..start + block.len();
        (*line == block[longest] && after.get(range.clone())? == block).then_some(range)
    })
}

fn is_telling(block: &[&[u8]]) -> bool {
    block.iter().flat_map(|line| line.iter()).filter(|b| b.is_ascii_alphanumeric() || **b > 127).count() >= TELLING
}

/// The lines of `room` that have most of the words of the block, if enough of them.
fn nearest(block: &[&[u8]], room: Range<usize>, after: &[&[u8]]) -> Option<Range<usize>> {
    if block.len() > MOST_LINES {
        return (!room.is_empty()).then(|| room.start..room.end.min(room.start + block.len()));
    }
    let room = room.start..room.end.min(room.start + WIDEST).min(after.len());
    let mut wanted: HashMap<&[u8], usize, FixedState> = HashMap::default();
    let mut total = 0;
    for word in block.iter().flat_map(|line| words(line)) {
        *wanted.entry(word).or_default() += 1;
        total += 1;
    }
    // A window as long as the block slides over the room; words are counted in and out.
    let width = block.len().min(room.len());
    let mut have: HashMap<&[u8], usize, FixedState> = HashMap::default();
    let (mut common, mut best) = (0_usize, (0_usize, room.start));
    for at in room.clone() {
        for word in words(after[at]) {
            let Some(wanted) = wanted.get(word) else { continue };
            let have = have.entry(word).or_default();
            *have += 1;
            common += usize::from(*have <= *wanted);
        }
        if at >= room.start + width {
            for word in words(after[at - width]) {
                let (Some(wanted), Some(have)) = (wanted.get(word), have.get_mut(word)) else { continue };
                common -= usize::from(*have <= *wanted);
                *have -= 1;
            }
        }
        let start = (at + 1).saturating_sub(width).max(room.start);
        if common > best.0 {
            best = (common, start);
        }
    }
    (best.0 * 100 >= total * ALIKE && best.0 > 0).then(|| best.1..best.1 + width)
}

/// Names, numbers and each other sign that is no space.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b > 127;
    line.split(|b| b.is_ascii_whitespace()).flat_map(move |part| part.chunk_by(move |a, b| in_name(a) && in_name(b)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A text of numbered lines that no other line equals.
    fn numbered(n: usize) -> Vec<String> {
        (1..=n).map(|i| format!("    step_{i}(alpha_{i}, beta_{i})")).collect()
    }

    fn text(lines: &[String]) -> Vec<u8> {
        lines.iter().flat_map(|line| [line.as_bytes(), b"\n"]).flatten().copied().collect()
    }

    fn lines_of(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    fn asked(old: &[String], start: u32, end: u32, new: &[String]) -> Followed {
        follow_lines(&text(old), lines_of(start, end), &text(new)).expect("lines within the old text")
    }

    /// `new` is `old` with the lines from `at` (1-based) replaced: `cut` removed and `put` in their place.
    fn with(old: &[String], at: usize, cut: usize, put: &[&str]) -> Vec<String> {
        let mut new = old.to_vec();
        new.splice(at - 1..at - 1 + cut, put.iter().map(|line| (*line).to_owned()));
        new
    }

    #[test]
    fn the_same_text() {
        let old = numbered(30);
        assert_eq!(asked(&old, 1, 30, &old), Followed::Unchanged);
        assert_eq!(asked(&old, 7, 7, &old), Followed::Unchanged);
        // Changes elsewhere, of as many lines.
        assert_eq!(asked(&old, 10, 12, &with(&old, 3, 1, &["else"])), Followed::Unchanged);
        assert_eq!(asked(&old, 10, 12, &with(&old, 13, 1, &["else"])), Followed::Unchanged);
        assert_eq!(asked(&old, 10, 12, &with(&old, 13, 5, &[])), Followed::Unchanged);
        let crlf: Vec<u8> =
            text(&old).iter().flat_map(|b| if *b == b'\n' { vec![b'\r', b'\n'] } else { vec![*b] }).collect();
        assert_eq!(follow_lines(&text(&old), lines_of(3, 5), &crlf), Some(Followed::Unchanged));
        let marked = [b"\xef\xbb\xbf", &text(&old)[..]].concat();
        assert_eq!(follow_lines(&text(&old), lines_of(1, 5), &marked), Some(Followed::Unchanged));
        let open = &text(&old)[..text(&old).len() - 1];
        assert_eq!(follow_lines(&text(&old), lines_of(30, 30), open), Some(Followed::Unchanged));
    }

    #[test]
    fn lines_above_move_what_is_below() {
        let old = numbered(30);
        assert_eq!(asked(&old, 10, 12, &with(&old, 3, 0, &["a", "b"])), Followed::Moved(lines_of(12, 14)));
        assert_eq!(asked(&old, 10, 12, &with(&old, 3, 4, &[])), Followed::Moved(lines_of(6, 8)));
        assert_eq!(asked(&old, 10, 12, &with(&old, 10, 0, &["new"])), Followed::Moved(lines_of(11, 13)), "right above");
        assert_eq!(asked(&old, 10, 12, &with(&old, 9, 1, &["x", "y", "z"])), Followed::Moved(lines_of(12, 14)));
        assert_eq!(asked(&old, 10, 12, &with(&old, 13, 0, &["right below"])), Followed::Unchanged);
        assert_eq!(asked(&old, 1, 1, &with(&old, 1, 0, &["#!/bin/sh"])), Followed::Moved(lines_of(2, 2)));
    }

    #[test]
    fn a_block_carried_to_another_place() {
        let old = numbered(40);
        let mut new = old.clone();
        let block: Vec<String> = new.drain(4..8).collect();
        new.splice(30..30, block);
        assert_eq!(asked(&old, 5, 8, &new), Followed::Moved(lines_of(31, 34)));
        assert_eq!(asked(&old, 6, 6, &new), Followed::Moved(lines_of(32, 32)));
    }

    #[test]
    fn what_stands_everywhere_is_not_known_again() {
        let mut old = numbered(20);
        old[9] = "}".to_owned();
        let mut new = numbered(20);
        new[9] = "something_else(entirely)".to_owned();
        new[15] = "}".to_owned();
        assert_eq!(asked(&old, 10, 10, &new), Followed::Gone);
        // Twice the same text: which one is meant nobody knows.
        let block = ["def decide(request, principal):", "    return principal.may(request)"];
        let old = with(&numbered(20), 10, 0, &block);
        let new = with(&with(&numbered(20), 3, 0, &block), 18, 0, &block);
        assert!(!matches!(asked(&old, 10, 11, &with(&new, 9, 6, &[])), Followed::Unchanged));
    }

    #[test]
    fn changes_within() {
        let old = numbered(30);
        let changed = "    step_11(alpha_11, beta_11, checked=True)";
        assert_eq!(asked(&old, 10, 12, &with(&old, 11, 1, &[changed])), Followed::Changed(lines_of(10, 12)));
        assert_eq!(asked(&old, 11, 11, &with(&old, 11, 1, &[changed])), Followed::Changed(lines_of(11, 11)));
        assert_eq!(
            asked(&old, 10, 12, &with(&old, 12, 1, &[changed])),
            Followed::Changed(lines_of(10, 12)),
            "the last"
        );
        assert_eq!(
            asked(&old, 10, 12, &with(&old, 10, 1, &[changed])),
            Followed::Changed(lines_of(10, 12)),
            "the first"
        );
        let inserted = asked(&old, 10, 12, &with(&old, 11, 0, &["    if trusted:", "        return"]));
        assert_eq!(inserted, Followed::Changed(lines_of(10, 14)));
        assert_eq!(asked(&old, 10, 12, &with(&old, 11, 1, &[])), Followed::Changed(lines_of(10, 11)));
        let shifted = with(&with(&old, 11, 1, &[changed]), 2, 0, &["import os"]);
        assert_eq!(asked(&old, 11, 11, &shifted), Followed::Changed(lines_of(12, 12)));
        let indented: Vec<String> = old.iter().map(|line| format!("    {line}")).collect();
        assert_eq!(asked(&old, 10, 12, &indented), Followed::Changed(lines_of(10, 12)), "into another block");
    }

    #[test]
    fn the_nearest_lines_in_a_large_rewrite() {
        let old = with(&numbered(30), 10, 1, &["    subprocess.run(command, shell=True, timeout=limit)"]);
        let put =
            ["    # rewritten", "    log(command)", "    subprocess.run(command, shell=False, timeout=limit)", "    x"];
        let new = with(&old, 8, 6, &put);
        assert_eq!(asked(&old, 10, 10, &new), Followed::Changed(lines_of(10, 10)));
    }

    #[test]
    fn what_is_removed_is_gone() {
        let old = numbered(30);
        assert_eq!(asked(&old, 10, 12, &with(&old, 9, 6, &[])), Followed::Gone);
        assert_eq!(asked(&old, 10, 12, &with(&old, 9, 6, &["unrelated = other"])), Followed::Gone);
        assert_eq!(asked(&old, 10, 12, &[]), Followed::Gone);
        assert_eq!(follow_lines(&text(&old), lines_of(1, 30), b""), Some(Followed::Gone));
    }

    #[test]
    fn lines_that_the_old_text_does_not_have() {
        let old = text(&numbered(3));
        for (start, end) in [(0, 1), (2, 1), (3, 4), (4, 4), (u32::MAX, u32::MAX)] {
            assert_eq!(follow_lines(&old, lines_of(start, end), &old), None, "{start}-{end}");
        }
        assert_eq!(follow_lines(b"", lines_of(1, 1), &old), None);
        assert_eq!(follow_lines(b"\n", lines_of(1, 1), b"\n"), Some(Followed::Unchanged));
    }

    #[test]
    fn hostile_texts_end_soon() {
        let started = std::time::Instant::now();
        let cases: [(Vec<u8>, Vec<u8>); 5] = [
            (b"a\n".repeat(300_000), b"a\n".repeat(299_999)),
            (b"a\nb\n".repeat(100_000), b"b\na\nc\n".repeat(90_000)),
            (
                (0..9_000).flat_map(|i| format!("{i}\n").into_bytes()).collect(),
                (0..9_000).rev().flat_map(|i| format!("{i}\n").into_bytes()).collect(),
            ),
            (vec![b'x'; 2_000_000], vec![b'y'; 2_000_000]),
            (b"x y z ".repeat(300_000), b"\n".repeat(1_000_000)),
        ];
        for (old, new) in &cases {
            let all = u32::try_from(lines(old).count()).expect("count");
            for cited in [lines_of(1, 1), lines_of(1, all), lines_of(all.div_ceil(2), all)] {
                let _ = follow_lines(old, cited, new);
            }
        }
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }

    proptest! {
        /// Whatever is put in or cut out elsewhere, lines that are still there in a row are found where they are.
        #[test]
        fn edits_elsewhere_only_move(at in 1_usize..20, cut in 0_usize..3, put in 0_usize..4, start in 24_u32..30, more in 0_u32..8) {
            let old = numbered(40);
            let inserted: Vec<String> = (0..put).map(|i| format!("put_{i}")).collect();
            let new = with(&old, at, cut, &inserted.iter().map(String::as_str).collect::<Vec<_>>());
            let shift = put as i64 - cut as i64;
            let moved = |line: u32| u32::try_from(i64::from(line) + shift).expect("line");
            let wanted = if shift == 0 { Followed::Unchanged } else { Followed::Moved(lines_of(moved(start), moved(start + more))) };
            prop_assert_eq!(asked(&old, start, start + more, &new), wanted);
        }

        /// A claim of sameness is never wrong, and lines that are named are there.
        #[test]
        fn sameness_is_true(old in "[ab}\n]{1,60}", new in "[ab}\n]{0,60}", start in 1_u32..20, more in 0_u32..4) {
            let cited = lines_of(start, start + more);
            let (before, after): (Vec<&[u8]>, Vec<&[u8]>) = (lines(old.as_bytes()).collect(), lines(new.as_bytes()).collect());
            let Some(found) = follow_lines(old.as_bytes(), cited, new.as_bytes()) else {
                prop_assert!(cited.end as usize > before.len());
                return Ok(());
            };
            let slice = |lines: &[&[u8]], s: Span| range_of(s, lines.len()).map(|r| lines[r].iter().map(|l| l.to_vec()).collect::<Vec<_>>());
            match found {
                Followed::Unchanged => prop_assert_eq!(slice(&before, cited), slice(&after, cited)),
                Followed::Moved(to) => prop_assert_eq!(slice(&before, cited), slice(&after, to)),
                Followed::Changed(near) => prop_assert!(slice(&after, near).is_some(), "{near:?} of {}", after.len()),
                Followed::Gone => {}
            }
        }
    }
}
