//! What stands in place of a card where there is no agent: no total, only what was searched for.

use serde_json::json;

use super::{ReportError, UNCOMMITTED, html};
use crate::{
    assess::NoAgent,
    source::Commit,
    text::{code, html::inline},
};

/// Head of a document in place of a card, with the commit.
pub(super) fn head(title: &str, name: &str, commit: &Commit) -> String {
    let uncommitted = if commit.uncommitted { format!("\n**Uncommitted:** {UNCOMMITTED}") } else { String::new() };
    format!("# {title}: {name}\n\n**Commit:** `{}`{uncommitted}\n\n", commit.id)
}

/// Markdown that reads well as plain text.
pub fn no_agent_text(name: &str, commit: &Commit, found: &NoAgent) -> String {
    let mut text = head("No agent found", name, commit) + "No card and no total: ";
    text.push_str("an absent agent has ten absent surfaces, which would add up to the best score there is.\n");
    text.push_str("\n## Searches made\n");
    for search in &found.searches {
        let hits = if search.hits == 1 { "hit" } else { "hits" };
        text.push_str(&format!("- {} in {} → {} {hits}\n", code(&search.search), code(&search.scope), search.hits));
    }
    text.push_str("\nHits are text; none of them was found to be such a call or declaration in product code.\n");
    text.push_str("\n## What would have counted\n");
    for item in &found.would_have_counted {
        text.push_str(&format!("- {item}\n"));
    }
    for (title, counts) in [("Not read", &found.unread), ("Set aside by path or header", &found.set_aside)] {
        if !counts.is_empty() {
            text.push_str(&format!("\n## {title}\n"));
            text.extend(counts.iter().map(|(what, count)| format!("- {what}: {count}\n")));
        }
    }
    if !found.incomplete.is_empty() {
        text.push_str("\n## The search is incomplete\n");
        text.extend(found.incomplete.iter().map(|reason| format!("- {reason}\n")));
    }
    text.push_str("\n`--as-agent` rates the repository all the same.\n");
    text
}

/// The same words as one page.
///
/// # Errors
/// None that text could cause.
pub fn no_agent_html(name: &str, commit: &Commit, found: &NoAgent) -> Result<String, ReportError> {
    let text = no_agent_text(name, commit, found);
    let mut body = String::new();
    let mut list = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let item = line.strip_prefix("- ");
        if list != item.is_some() {
            body.push_str(if list { "</ul>\n" } else { "<ul>\n" });
            list = item.is_some();
        }
        let (element, words) = match (item, line.strip_prefix("# "), line.strip_prefix("## ")) {
            (Some(item), ..) => ("li", item),
            (_, Some(title), _) => ("h1", title),
            (.., Some(title)) => ("h2", title),
            _ => ("p", line),
        };
        body.push_str(&format!("<{element}>{}</{element}>\n", inline(words)));
    }
    if list {
        body.push_str("</ul>\n");
    }
    Ok(html::plain_page(&format!("No agent found: {name}"), &body))
}

/// `{result, name, pinned_commit, uncommitted, searches[], would_have_counted[], unread{}, set_aside{}, incomplete[]}`.
///
/// # Errors
/// None that text could cause.
pub fn no_agent_json(name: &str, commit: &Commit, found: &NoAgent) -> Result<String, ReportError> {
    let searches: Vec<_> =
        found.searches.iter().map(|s| json!({"search": s.search, "scope": s.scope, "hits": s.hits})).collect();
    let value = json!({
        "result": "no agent found",
        "name": name,
        "pinned_commit": commit.id,
        "uncommitted": commit.uncommitted,
        "searches": searches,
        "would_have_counted": found.would_have_counted,
        "unread": found.unread,
        "set_aside": found.set_aside,
        "incomplete": found.incomplete,
    });
    Ok(crate::text::json(&value)?)
}
