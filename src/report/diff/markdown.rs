//! The comment on a pull request.

use std::fmt::Write;

use super::{counted, diff_title, exception_stanza, score_line, short, shown_target};
use crate::{
    compare::diff::{Change, DiffReport, Direction, TargetDiff, Verdict, Where},
    text::{code, link_target},
};

/// By what an action finds its own comment again.
pub const COMMENT_MARK: &str = "<!-- depthgauge comment -->";
/// Characters of a comment: hosts take 65,536.
const MOST: usize = 60_000;
/// Failing lines before the fold.
const FIRST: usize = 10;

/// Below [`MOST`] characters whatever the report holds.
pub fn diff_markdown(report: &DiffReport) -> String {
    let mut out = Comment::default();
    for file in &report.policy.changed {
        out.line(&format!(
            "**This change edits the gate itself: {}.** It is judged by the version in {}.",
            code(file),
            code(short(&report.compared))
        ));
        out.line("");
    }
    out.line(&format!("## depthgauge: {}", diff_title(report)));
    out.line("");
    let how = if report.merge_base { "its merge base with the base" } else { "the base" };
    out.line(&format!("{} compared with {} ({how}).", code(short(&report.head.commit)), code(short(&report.compared))));
    for target in &report.targets {
        let name = shown_target(report, target);
        let name = if name.is_empty() { name } else { format!("{name}: ") };
        out.line(&format!("{name}{}", score_line(target)));
    }
    let failing: Vec<(&TargetDiff, &Change)> = report.failing().collect();
    if !failing.is_empty() {
        out.line("");
    }
    for (target, change) in failing.iter().take(FIRST) {
        out.bullet(&failing_line(report, target, change));
    }
    reads_less(report, &mut out);
    if failing.len() > FIRST {
        out.fold(&format!("{} more", failing.len() - FIRST), |out| {
            for (target, change) in failing.iter().skip(FIRST) {
                out.bullet(&failing_line(report, target, change));
            }
        });
    }
    exceptions(&failing, &mut out);
    others(report, &mut out);
    out.finish()
}

fn failing_line(report: &DiffReport, target: &TargetDiff, change: &Change) -> String {
    let name = shown_target(report, target);
    let mut line = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let _ = write!(line, "{}", change.sentence);
    let places = |title: &str, places: &[Where]| {
        let links: Vec<String> = places.iter().take(3).map(link).collect();
        if links.is_empty() { String::new() } else { format!(" {title}: {}.", links.join(", ")) }
    };
    line.push_str(&places("Before", &change.before));
    line.push_str(&places("After", &change.after));
    if !change.way.is_empty() {
        let steps: Vec<String> = change.way.iter().take(6).map(|step| code(step)).collect();
        let _ = write!(line, " Way: {}.", steps.join(" → "));
    }
    if let Some(restore) = &change.restore {
        let _ = write!(line, " To restore: {restore}");
    }
    if !target.owners.is_empty() {
        let owners: Vec<String> = target.owners.iter().map(|owner| code(owner)).collect();
        let _ = write!(line, " Owners: {}.", owners.join(", "));
    }
    line
}

fn link(place: &Where) -> String {
    let lines =
        if place.first == place.last { place.first.to_string() } else { format!("{}-{}", place.first, place.last) };
    let text = code(&format!("{}:{lines}", place.file));
    match &place.url {
        Some(url) => format!("[{text}]({})", link_target(url)),
        None => text,
    }
}

fn reads_less(report: &DiffReport, out: &mut Comment) {
    let less: Vec<&String> = report.targets.iter().flat_map(|target| &target.reads_less).collect();
    if !less.is_empty() {
        out.line("");
        out.line(&format!(
            "{} the base could read cannot be read in the head, so nothing can be said about {}:",
            counted(less.len(), "part that", "parts that"),
            if less.len() == 1 { "it" } else { "them" }
        ));
        out.line("");
        for lack in less.iter().take(FIRST) {
            out.bullet(lack);
        }
        if less.len() > FIRST {
            out.bullet(&format!("and {} more", less.len() - FIRST));
        }
    }
}

fn exceptions(failing: &[(&TargetDiff, &Change)], out: &mut Comment) {
    if failing.is_empty() {
        return;
    }
    out.fold("To allow one of these, paste its stanza into `.depthgauge.yaml` of the base branch", |out| {
        out.line("```yaml");
        out.line("exceptions:");
        for (_, change) in failing.iter().take(FIRST) {
            out.line(exception_stanza(change).trim_end());
        }
        out.line("```");
    });
}

fn others(report: &DiffReport, out: &mut Comment) {
    let of = |wanted: &dyn Fn(&Change) -> bool| -> Vec<&Change> {
        report.changes().map(|(_, change)| change).filter(|change| wanted(change)).collect()
    };
    let groups: [(&str, Vec<&Change>); 4] = [
        ("Allowed by an exception or the baseline", of(&|c| c.verdict == Verdict::Excepted)),
        ("Stronger", of(&|c| c.verdict == Verdict::Noted && c.direction == Direction::Stronger)),
        ("Also changed", of(&|c| c.verdict == Verdict::Noted && c.direction != Direction::Stronger)),
        ("Moved for reasons that do not count", of(&|c| c.verdict == Verdict::Folded)),
    ];
    for (title, changes) in groups {
        if changes.is_empty() {
            continue;
        }
        out.fold(&format!("{title} ({})", changes.len()), |out| {
            for change in &changes {
                let because = change.because.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
                out.bullet(&format!("{}{because}", change.sentence));
            }
        });
    }
    let unread: u64 = report.targets.iter().map(|target| target.unread_in_both).sum();
    let mut notes = Vec::new();
    if unread > 0 {
        notes.push(format!(
            "{} of the code could be read in neither commit.",
            counted(unread as usize, "part", "parts")
        ));
    }
    if let Some(rules) = &report.policy.needs_upgrade {
        notes.push(format!(
            "The policy was written with other rules ({}): run `depthgauge policy upgrade`.",
            code(rules)
        ));
    }
    notes.extend(report.policy.stale.iter().cloned());
    if !notes.is_empty() {
        out.fold("Notes", |out| {
            for note in &notes {
                out.bullet(note);
            }
        });
    }
}

/// Text that stops growing before it is too long; what is open is closed.
#[derive(Default)]
struct Comment {
    text: String,
    cut: bool,
}

impl Comment {
    fn line(&mut self, line: &str) {
        if self.text.len() + line.len() > MOST {
            self.cut = true;
            return;
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn bullet(&mut self, line: &str) {
        // A line break would end the bullet.
        let line: Vec<&str> = line.split_whitespace().collect();
        self.line(&format!("- {}", line.join(" ")));
    }

    fn fold(&mut self, title: &str, inside: impl FnOnce(&mut Self)) {
        if self.text.len() + title.len() + 200 > MOST {
            self.cut = true;
            return;
        }
        self.text.push_str(&format!("\n<details><summary>{}</summary>\n\n", escape(title)));
        inside(self);
        // There is always room for this: `line` stops well before hosts do.
        self.text.push_str("\n</details>\n");
    }

    fn finish(mut self) -> String {
        if self.cut {
            self.text.push_str("\nThis report was too long and was cut; the JSON report has all of it.\n");
        }
        self.text.push_str(&format!("\n{COMMENT_MARK}\n"));
        self.text
    }
}

/// Our own titles: code spans as HTML has them.
fn escape(title: &str) -> String {
    let mut out = String::new();
    for (at, part) in title.split('`').enumerate() {
        let part = part.replace('&', "&amp;").replace('<', "&lt;");
        out.push_str(&if at % 2 == 1 { format!("<code>{part}</code>") } else { part });
    }
    out
}
