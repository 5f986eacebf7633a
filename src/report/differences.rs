//! Two cards beside each other, as Markdown.

use crate::{
    compare::{Cause, Difference, Differences, Side},
    score::Counted,
    text,
};

/// A table of the cells that differ, and below it both findings and places of each.
pub fn differences_markdown(d: &Differences) -> String {
    let mut out = vec![
        "# Two cards compared".to_owned(),
        String::new(),
        "| | A | B |".to_owned(),
        "|---|---|---|".to_owned(),
        format!("| Name | {} | {} |", cell(&d.names[0]), cell(&d.names[1])),
        format!("| Commit | {} | {} |", text::code(&d.commits[0]), text::code(&d.commits[1])),
        format!("| Score | {:.1} | {:.1} |", d.totals[0], d.totals[1]),
        String::new(),
    ];
    let all = d.same + d.cells.len();
    out.push(format!("{} of {all} cells are the same; {} differ.", d.same, d.cells.len()));
    if !d.cells.is_empty() {
        out.extend([String::new(), "| Cell | A | B | Cause |".to_owned(), "|---|---|---|---|".to_owned()]);
        out.extend(
            d.cells
                .iter()
                .map(|c| format!("| {} | {} | {} | {} |", name(c), cell(&c.a.level), cell(&c.b.level), word(c.cause))),
        );
    }
    for c in &d.cells {
        out.extend([String::new(), format!("## {}", name(c)), String::new()]);
        for (letter, side) in [("A", &c.a), ("B", &c.b)] {
            out.push(format!("- **{letter} {}:** {}", side.level, finding(side)));
            out.extend(side.places.iter().map(|place| format!("  - {}", text::code(place))));
        }
    }
    out.join("\n") + "\n"
}

fn name(c: &Difference) -> String {
    if c.mechanism == Counted::Alt { format!("{} (alt)", c.cell) } else { c.cell.clone() }
}

fn finding(side: &Side) -> &str {
    if side.finding.is_empty() { "nothing is said" } else { &side.finding }
}

fn word(cause: Cause) -> &'static str {
    match cause {
        Cause::Code => "code",
        Cause::Rules => "rules",
        Cause::Author => "author",
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(char::is_control, " ")
}
