//! Claims as Markdown: a table of answers, then each document with its claims, contracts, and text for auditors.

use std::fmt::Write;

use super::{ReportError, UNCOMMITTED};
use crate::{
    audit::ClaimsAnswer,
    claims::{Claim, ClaimPlace, ClaimSearch, ClaimState, ClaimsReport, Contract, ContractAnswer, Lacking},
    text::{Raw, code, link_target, link_text, markdown},
};

/// Places of one element that are linked.
const LINKED: usize = 2;

pub fn claims_markdown(answer: &ClaimsAnswer) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(answer, &mut out);
    out
}

/// # Errors
/// None that text could cause.
pub fn claims_json(answer: &ClaimsAnswer) -> Result<String, ReportError> {
    #[derive(serde::Serialize)]
    struct Document<'a> {
        name: &'a str,
        repo_url: Option<&'a str>,
        subpath: Option<&'a str>,
        pinned_commit: &'a str,
        uncommitted: bool,
        page: Option<&'a str>,
        #[serde(flatten)]
        report: &'a ClaimsReport,
        incomplete: &'a [String],
    }
    Ok(crate::text::json(&Document {
        name: &answer.name,
        repo_url: answer.repo_url.as_deref(),
        subpath: answer.subpath.as_deref(),
        pinned_commit: &answer.pinned_commit,
        uncommitted: answer.uncommitted,
        page: answer.page.as_deref(),
        report: &answer.report,
        incomplete: &answer.incomplete,
    })?)
}

fn write(answer: &ClaimsAnswer, out: &mut String) -> std::fmt::Result {
    let report = &answer.report;
    writeln!(out, "# Claims: {}\n", answer.name)?;
    let subpath = answer.subpath.as_deref().map_or_else(String::new, |folder| format!(" ({})", code(folder)));
    let url = answer.repo_url.as_deref().map_or_else(|| "none".to_owned(), link_text);
    writeln!(out, "**Repo:** {url}{subpath} · **Commit:** {}", code(&answer.pinned_commit))?;
    if answer.uncommitted {
        writeln!(out, "**Uncommitted:** {UNCOMMITTED}")?;
    }
    if let Some(page) = &answer.page {
        writeln!(out, "**Page:** {}", code(page))?;
    }
    for reason in &answer.incomplete {
        writeln!(out, "**Incomplete:** {reason}")?;
    }
    writeln!(out, "\nA claim is a lead. It changes no rating: a control counts where code has it.\n")?;
    writeln!(out, "| answer | claims |\n|---|---|")?;
    for state in ClaimState::ALL {
        writeln!(out, "| {} | {} |", state.title(), report.counts.get(&state).copied().unwrap_or_default())?;
    }
    if report.left_out > 0 {
        writeln!(out, "\n{} more claims were not looked into.", report.left_out)?;
    }
    if report.claims.is_empty() {
        writeln!(out, "\nNo claim of a control was found in {}.", counted(report.documents.len(), "document"))?;
    }
    let mut file = None;
    for claim in &report.claims {
        if file != Some(&claim.place.file) {
            writeln!(out, "\n## {}\n", link_text(&claim.place.file))?;
            file = Some(&claim.place.file);
        }
        write_claim(claim, out)?;
    }
    if !report.contracts.is_empty() {
        writeln!(out, "\n## Contract files ({})\n", report.contracts.len())?;
        report.contracts.iter().try_for_each(|contract| write_contract(contract, out))?;
    }
    write_directed(report, out)
}

fn write_claim(claim: &Claim, out: &mut String) -> std::fmt::Result {
    let text = match claim.text.is_empty() {
        true => "(not quoted: it speaks to auditors)".to_owned(),
        false => raw(&claim.text),
    };
    writeln!(
        out,
        "- **{}** · {}.{} {} — {} {text}",
        claim.state.title(),
        claim.criterion,
        claim.parameter,
        claim.title,
        place(&claim.place)
    )?;
    for shown in &claim.shown {
        let places: Vec<String> = shown.places.iter().take(LINKED).map(place).collect();
        let opt_in = if shown.opt_in { " (opt-in)" } else { "" };
        writeln!(out, "  - {}{opt_in}: {}", shown.what, places.join(", "))?;
    }
    for lacking in &claim.lacking {
        write_lacking(lacking, out)?;
    }
    if let Some(found) = &claim.contradiction {
        let (claimed, other) = (raw(&found.claimed), raw(&found.found));
        writeln!(out, "  - claimed is {claimed}, the code says {other} at {}", place(&found.place))?;
    }
    Ok(())
}

fn write_lacking(lacking: &Lacking, out: &mut String) -> std::fmt::Result {
    write!(out, "  - missing: {}", lacking.what)?;
    if !lacking.places.is_empty() {
        let places: Vec<String> = lacking.places.iter().take(LINKED).map(place).collect();
        write!(out, "; not followed at {}", places.join(", "))?;
    }
    if let Some(ClaimSearch { search, scope, hits }) = &lacking.search {
        write!(out, "; {} in {} → {}", code(search), code(scope), counted(*hits as usize, "hit"))?;
    }
    writeln!(out)
}

fn write_contract(contract: &Contract, out: &mut String) -> std::fmt::Result {
    writeln!(out, "- {} ({})", code(&contract.file), contract.form)?;
    for check in &contract.checks {
        let answer = match check.answer {
            ContractAnswer::Good => "good",
            ContractAnswer::Weak => "weak",
            ContractAnswer::Absent => "not said",
        };
        let at = check.place.as_ref().map_or_else(String::new, |at| format!(" — {}", place(at)));
        writeln!(out, "  - {}: {answer}. {}{at}", check.check, check.finding)?;
    }
    Ok(())
}

fn write_directed(report: &ClaimsReport, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n## Text directed at auditors\n")?;
    if report.directed.is_empty() {
        writeln!(out, "None found in {}.", counted(report.directed_files as usize, "file"))?;
    }
    for found in &report.directed {
        writeln!(out, "- {} ({}), addressing {}", place(&found.place), found.form, code(&found.address))?;
    }
    if report.directed_left_out > 0 {
        writeln!(out, "- and {} more places", report.directed_left_out)?;
    }
    Ok(())
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn raw(text: &str) -> String {
    markdown(&Raw::new(text))
}

fn place(place: &ClaimPlace) -> String {
    let text = format!("{}:{}", place.file, place.lines);
    match &place.url {
        Some(url) => format!("[{}]({})", link_text(&text), link_target(url)),
        None => code(&text),
    }
}
