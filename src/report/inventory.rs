//! The inventory as Markdown: a table of tools, then a list for each section.

use std::fmt::Write;

use super::{ReportError, UNCOMMITTED};
use crate::{
    audit::{Inventory, InventoryTool, PlaceLink, Reached, Row},
    text::{Raw, code, link_target, link_text, markdown},
};

/// Guards of one way that are named.
const NAMED: usize = 3;

/// Markdown with a permalink in each row.
pub fn inventory_markdown(inventory: &Inventory) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(inventory, &mut out);
    out
}

/// # Errors
/// None that text could cause.
pub fn inventory_json(inventory: &Inventory) -> Result<String, ReportError> {
    Ok(crate::text::json(inventory)?)
}

fn write(inventory: &Inventory, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# Inventory: {}\n", inventory.name)?;
    let subpath = inventory.subpath.as_deref().map_or_else(String::new, |folder| format!(" ({})", code(folder)));
    let url = inventory.repo_url.as_deref().map_or_else(|| "none".to_owned(), link_text);
    writeln!(out, "**Repo:** {url}{subpath} · **Commit:** {}", code(&inventory.pinned_commit))?;
    if inventory.uncommitted {
        writeln!(out, "**Uncommitted:** {UNCOMMITTED}")?;
    }
    for reason in &inventory.incomplete {
        writeln!(out, "**Incomplete:** {reason}")?;
    }
    if inventory.left_out > 0 {
        writeln!(out, "**Shortened:** {} more rows; `--rows 0` shows all.", inventory.left_out)?;
    }
    writeln!(out, "\n## Tools ({})\n", inventory.tools.len())?;
    if inventory.tools.is_empty() {
        writeln!(out, "No declaration of a tool was found.")?;
    }
    for tool in &inventory.tools {
        write_tool(tool, out)?;
    }
    let pairs = inventory.pairs;
    if !inventory.tools.is_empty() {
        writeln!(
            out,
            "\nOf {} pairs of a tool and a power, a way is known in {}, there is none in {}, and {} could not be \
             followed to the end.",
            pairs.reached + pairs.not_reached + pairs.unknown,
            pairs.reached,
            pairs.not_reached,
            pairs.unknown
        )?;
    }
    for section in &inventory.sections {
        writeln!(out, "\n## {} ({})\n", section.title, section.rows.len())?;
        if section.rows.is_empty() {
            writeln!(out, "None found.")?;
        }
        for row in &section.rows {
            write_row(row, out)?;
        }
    }
    Ok(())
}

fn write_tool(tool: &InventoryTool, out: &mut String) -> std::fmt::Result {
    let name = tool.name.as_deref().map_or_else(|| "a tool with a computed name".to_owned(), raw);
    write!(out, "- **{name}** ({}) — {}", tool.framework, place(&tool.place))?;
    if !tool.hints.is_empty() {
        write!(out, " · hints {}", list(&tool.hints))?;
    }
    if let Some(approval) = &tool.approval {
        write!(out, " · approval {}", raw(approval))?;
    }
    if let Some(left_out) = &tool.left_out {
        write!(out, " · left out by its tags, {}; when was not followed", place(left_out))?;
    }
    writeln!(out)?;
    for reached in &tool.reaches {
        write_reached(reached, out)?;
    }
    if !tool.followed {
        writeln!(out, "  - not followed: the function behind it was not found")?;
    } else if tool.reaches.is_empty() && tool.unknown.is_empty() {
        writeln!(out, "  - reaches none of the sinks below")?;
    }
    for unknown in &tool.unknown {
        writeln!(out, "  - {}: not known; {} {}", unknown.power, place(&unknown.place), link_text(&unknown.why))?;
    }
    Ok(())
}

fn write_reached(reached: &Reached, out: &mut String) -> std::fmt::Result {
    let way: Vec<String> = reached.way.iter().map(|name| raw(name)).collect();
    let guard = match (&*reached.guarded, reached.guards.is_empty()) {
        ("all", _) => format!("; guarded by {}", some(&reached.guards)),
        ("some", false) => format!("; on some ways guarded by {}", some(&reached.guards)),
        ("unknown", _) => "; not known whether anything decides".to_owned(),
        _ => "; nothing that decides was found between".to_owned(),
    };
    let (power, call) = (&reached.power, raw(&reached.call));
    writeln!(out, "  - {power}: {call} at {} by {}{guard}", place(&reached.sink), way.join(" → "))
}

fn write_row(row: &Row, out: &mut String) -> std::fmt::Result {
    write!(out, "- {}", row.titles.join("; "))?;
    if let Some(name) = &row.name {
        write!(out, ": {}", raw(name))?;
    }
    if let Some(function) = row.function.as_ref().filter(|function| row.name.as_ref() != Some(*function)) {
        write!(out, " in {}", raw(function))?;
    }
    if let Some(state) = row.state {
        write!(out, " ({})", state.replace('_', "-"))?;
    }
    writeln!(out, " — {}", place(&row.place))
}

fn raw(text: &str) -> String {
    markdown(&Raw::new(text))
}

fn list(items: &[String]) -> String {
    items.iter().map(|item| raw(item)).collect::<Vec<_>>().join(", ")
}

/// The first of a list that is whole in JSON.
fn some(items: &[String]) -> String {
    match items.len().saturating_sub(NAMED) {
        0 => list(items),
        more => format!("{} and {more} more", list(items.get(..NAMED).unwrap_or(items))),
    }
}

fn place(place: &PlaceLink) -> String {
    let text = format!("{}:{}", place.file, place.lines);
    match &place.url {
        Some(url) => format!("[{}]({})", link_text(&text), link_target(url)),
        None => code(&text),
    }
}
