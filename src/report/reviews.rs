//! What reviewers read on a terminal: the queue, the inbox, one proposal, one dispute.

use std::fmt::Write as _;

use crate::{
    card::evidence_text,
    review::{Change, Disputed, InboxRow, Proposed, QueueRow, day},
    text::terminal,
};

/// The rows of a queue.
pub fn queue(rows: &[QueueRow]) -> String {
    let mut out = String::new();
    for (n, row) in (1..).zip(rows) {
        let unsure = if row.unsure { ", unsure" } else { "" };
        let confirmed = if row.confirmed { ", confirmed" } else { "" };
        let changes = if row.changes.is_empty() { String::new() } else { format!("; {}", row.changes.join(", ")) };
        let _ = writeln!(
            out,
            "{n:>2}. {:<6} {:<3} wrong in {} of 100{unsure}{confirmed}; one level moves the total to {} or {}{}",
            row.cell,
            row.level,
            row.wrong,
            row.total_below,
            row.total_above,
            terminal(&changes)
        );
        for place in &row.places {
            let _ = writeln!(out, "      {}", terminal(place));
        }
    }
    out
}

/// The inbox, two lines a row.
pub fn inbox_text(rows: &[InboxRow]) -> String {
    let mut out = String::new();
    for row in rows {
        let _ = writeln!(
            out,
            "{} {} {} since {} by {}\n    {}\n    {}",
            row.id,
            row.what,
            row.state,
            row.created,
            line(&row.by),
            line(&row.resource),
            line(&row.text)
        );
    }
    if rows.is_empty() {
        out.push_str("Nothing waits.\n");
    }
    out
}

fn line(text: &str) -> String {
    terminal(&text.replace(['\n', '\t'], " "))
}

/// A proposal: what it changes, with the lines before and after, and the totals.
pub fn proposal(proposed: &Proposed) -> String {
    let proposal = &proposed.proposal;
    let (before, after) = (&proposal.blast_radius.before, &proposal.blast_radius.after);
    let mut out = format!(
        "Proposal {} ({}) by {}, {}\n{}\n{}\npayload {}\n",
        proposed.id,
        proposed.phase,
        line(&proposal.proposer),
        day(proposal.created),
        line(&proposal.resource),
        line(&proposal.command),
        proposal.payload_hash
    );
    for change in &proposal.payload.changes {
        let _ = writeln!(out, "\n{} — {}\n  reason: {}", change.subject, change.command(), line(&change.reason));
        out.push_str(&differing(change));
        for item in &change.evidence {
            let _ = writeln!(out, "  evidence: {}", line(&evidence_text(item)));
        }
    }
    let _ = writeln!(
        out,
        "\nTotal {} ({}) -> {} ({}); critical gaps {} -> {}",
        before.total, before.band, after.total, after.band, before.critical_gaps, after.critical_gaps
    );
    if let Some(signed) = &proposed.approval {
        let _ = writeln!(out, "Approved by {}, {}", line(&signed.statement.approver), day(signed.statement.at));
    }
    if let Some(signed) = &proposed.rejection {
        let reason = signed.statement.reason.as_deref().unwrap_or_default();
        let _ = writeln!(out, "Rejected by {}: {}", line(&signed.statement.approver), line(reason));
    }
    out
}

/// The fields that differ.
fn differing(change: &Change) -> String {
    let mut out = String::new();
    let mut show = |name: &str, before: &serde_json::Value, after: &serde_json::Value| {
        if before != after && name != "evidence" {
            let _ =
                writeln!(out, "  - {name}: {}\n  + {name}: {}", line(&before.to_string()), line(&after.to_string()));
        }
    };
    match (change.before.as_object(), change.after.as_object()) {
        (Some(before), Some(after)) => {
            for (name, value) in before {
                show(name, value, after.get(name).unwrap_or(&serde_json::Value::Null));
            }
        }
        _ => show("value", &change.before, &change.after),
    }
    out
}

/// A dispute and its answer.
pub fn dispute(dispute: &Disputed) -> String {
    let file = &dispute.file;
    let mut out = format!(
        "Dispute {} by {}, received {}\n{}@{}:{} is {}\n  {}\n",
        dispute.id,
        line(&file.by),
        day(dispute.at),
        line(&file.repo),
        file.pinned_commit,
        file.cell,
        line(&file.level),
        line(&file.claim)
    );
    for item in &file.evidence {
        let _ = writeln!(out, "  evidence at {}: {}", file.commit, line(&evidence_text(item)));
    }
    match &dispute.answer {
        None => out.push_str("Open.\n"),
        Some((answer, _)) => {
            let _ = writeln!(out, "Answered {} by {}: {}", answer.date, line(&answer.by), line(&answer.reason));
            for (what, of) in [("proposal", &answer.proposal), ("fixture", &answer.fixture)] {
                if let Some(of) = of {
                    let _ = writeln!(out, "  {what}: {}", line(of));
                }
            }
        }
    }
    out
}
