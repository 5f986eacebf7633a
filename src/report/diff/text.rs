//! The comparison on a terminal.

use std::fmt::Write;

use super::{counted, diff_title, exception_stanza, score_line, short, shown_target};
use crate::{
    compare::diff::{Change, DiffReport, Direction, Verdict, Where},
    text::terminal,
};

/// Lines of one group that is not failing.
const MOST: usize = 12;

/// Plain text; nothing in it acts on a terminal.
pub fn diff_text(report: &DiffReport) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write_report(report, &mut out);
    out
}

fn write_report(report: &DiffReport, out: &mut String) -> std::fmt::Result {
    for file in &report.policy.changed {
        writeln!(out, "The gate itself is edited ({}); the version of the base judges.", terminal(file))?;
    }
    let how = if report.merge_base { "merge base" } else { "base" };
    writeln!(
        out,
        "{}: {}\n{} compared with {} ({how})",
        terminal(&report.name),
        diff_title(report),
        short(&report.head.commit),
        short(&report.compared)
    )?;
    for target in &report.targets {
        let name = shown_target(report, target);
        let name = if name.is_empty() { name } else { format!("{}: ", terminal(&name)) };
        writeln!(out, "{name}{}", score_line(target))?;
    }
    let of = |wanted: &dyn Fn(&Change) -> bool| -> Vec<&Change> {
        report.changes().map(|(_, change)| change).filter(|change| wanted(change)).collect()
    };
    let failing = of(&|c| c.verdict == Verdict::Fails);
    for change in &failing {
        writeln!(out, "\nFAILS  {}", terminal(&change.sentence))?;
        places(out, "before", &change.before)?;
        places(out, "after", &change.after)?;
        if !change.way.is_empty() {
            writeln!(out, "       way: {}", terminal(&change.way.join(" → ")))?;
        }
        if let Some(restore) = &change.restore {
            writeln!(out, "       to restore: {}", terminal(restore))?;
        }
        writeln!(out, "       to allow it: an exception with id {}", change.id)?;
    }
    let less: Vec<&String> = report.targets.iter().flat_map(|target| &target.reads_less).collect();
    for lack in less.iter().take(MOST) {
        writeln!(out, "UNREAD {}", terminal(lack))?;
    }
    let groups = [
        ("allowed", of(&|c| c.verdict == Verdict::Excepted)),
        ("stronger", of(&|c| c.verdict == Verdict::Noted && c.direction == Direction::Stronger)),
        ("changed", of(&|c| c.verdict == Verdict::Noted && c.direction != Direction::Stronger)),
        ("folded", of(&|c| c.verdict == Verdict::Folded)),
    ];
    for (word, changes) in groups {
        if !changes.is_empty() {
            writeln!(out)?;
        }
        for change in changes.iter().take(MOST) {
            let because = change.because.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
            writeln!(out, "{word:8} {}", terminal(&format!("{}{because}", change.sentence)))?;
        }
        if changes.len() > MOST {
            writeln!(out, "{word:8} and {} more", changes.len() - MOST)?;
        }
    }
    let unread: u64 = report.targets.iter().map(|target| target.unread_in_both).sum();
    if unread > 0 {
        writeln!(out, "\n{} of the code could be read in neither commit.", counted(unread as usize, "part", "parts"))?;
    }
    if let Some(rules) = &report.policy.needs_upgrade {
        writeln!(out, "The policy was written with other rules ({rules}): run `depthgauge policy upgrade`.")?;
    }
    for stale in &report.policy.stale {
        writeln!(out, "{}", terminal(stale))?;
    }
    if let Some(change) = failing.first() {
        writeln!(
            out,
            "\nAn exception in .depthgauge.yaml of the base:\nexceptions:\n{}",
            exception_stanza(change).trim_end()
        )?;
    }
    Ok(())
}

fn places(out: &mut String, word: &str, places: &[Where]) -> std::fmt::Result {
    for place in places.iter().take(3) {
        writeln!(out, "       {word}: {}:{}  {}", terminal(&place.file), place.first, terminal(&place.what))?;
    }
    Ok(())
}
