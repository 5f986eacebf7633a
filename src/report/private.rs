//! The file that is not published: what rules mark as possible defects, laid out as a report to the project's contact.

use std::fmt::Write;

use super::no_agent::head;
use crate::{
    card::CardData,
    detect::Signal,
    evidence::{Permalinks, masked_path},
    rulebook::Rule,
    source::Commit,
    text::{code, link_text},
};

/// A signal with its rule and the lines that it stands on.
#[derive(Debug, Clone, Copy)]
pub struct Withheld<'a> {
    pub signal: &'a Signal,
    pub rule: &'a Rule,
    pub lines: &'a [String],
}

/// Whom the project asks to tell: an address, and the file and line that name it.
#[derive(Debug, Clone, Copy)]
pub struct To<'a> {
    pub address: &'a str,
    pub file: &'a str,
    pub line: u32,
}

/// Where there is no card.
pub fn private_no_agent(name: &str, commit: &Commit) -> String {
    let head = head("Not for publication", name, commit);
    format!("{head}Nothing in this audit is held back: no agent was found, so nothing was rated.\n")
}

/// Markdown, one section a place.
pub fn private(card: &CardData, commit: &Commit, to: Option<To<'_>>, withheld: &[Withheld<'_>]) -> String {
    let mut text = head("Not for publication", &card.name, commit);
    if withheld.is_empty() {
        text.push_str(
            "Nothing in this audit is held back: every signal behind the card is of a kind that is printed.\n",
        );
        return text;
    }
    let links = Permalinks::new(card.repo_url.as_deref(), &card.pinned_commit);
    let links = (!commit.uncommitted).then_some(links);
    // Writing into a string cannot fail.
    let _ = report(card, to, withheld, links.as_ref(), &mut text);
    text
}

fn report(
    card: &CardData,
    to: Option<To<'_>>,
    withheld: &[Withheld<'_>],
    links: Option<&Permalinks>,
    out: &mut String,
) -> std::fmt::Result {
    match to {
        Some(to) => {
            let place = code(&format!("{}:{}", to.file, to.line));
            writeln!(out, "**To:** {} ({place})", link_text(to.address))?;
        }
        None => writeln!(out, "**To:** no contact was found; look for one before anything is published")?,
    }
    let (count, name, short) = (withheld.len(), &card.name, card.pinned_commit.get(..12).unwrap_or_default());
    let places = if count == 1 { "1 place" } else { &format!("{count} places") };
    writeln!(out, "**Subject:** {places} in {name} that may be defects, at {}\n", code(short))?;
    writeln!(
        out,
        "A static reading of the source at this commit found what is listed below. Nothing was run, and no claim is made \
         that it can be exploited. The public card keeps its levels; it names none of these lines and cites the controls \
         around them. Please say within which time you want to look at it before it is made public.\n"
    )?;
    for (number, withheld) in (1..).zip(withheld) {
        section(number, withheld, links, out)?;
    }
    Ok(())
}

fn section(number: usize, withheld: &Withheld<'_>, links: Option<&Permalinks>, out: &mut String) -> std::fmt::Result {
    let Withheld { signal, rule, lines } = withheld;
    let span = match signal.lines.start == signal.lines.end {
        true => signal.lines.start.to_string(),
        false => format!("{}-{}", signal.lines.start, signal.lines.end),
    };
    let masked = masked_path(&signal.file);
    let url = links.filter(|_| masked.is_none()).and_then(|links| links.link(&signal.file, signal.lines));
    let file = masked.unwrap_or_else(|| signal.file.into());
    writeln!(out, "## {number}. {}\n", rule.title)?;
    let subjects: Vec<String> = rule.criteria.iter().map(ToString::to_string).collect();
    let place = code(&format!("{file}:{span}"));
    let link = url.map(|url| format!(" ({})", link_text(&url))).unwrap_or_default();
    writeln!(out, "- **Where:** {place}{link}")?;
    writeln!(out, "- **Criterion:** {} ({})", subjects.join(", "), rule.owasp.join(", "))?;
    writeln!(out, "- **Rule:** {}", code(&rule.id))?;
    if !lines.is_empty() {
        writeln!(out)?;
        // Indented: whatever stands in the lines is no Markdown.
        for line in *lines {
            writeln!(out, "    {}", crate::text::terminal(line))?;
        }
    }
    for (title, words) in [
        ("What it is", rule.gap.as_str()),
        ("Why it matters", rule.why.trim()),
        ("What was looked for", rule.sees.trim()),
        ("What was not seen", rule.cannot_see.trim()),
        ("How to mend it", &rule.remediation.text),
    ] {
        writeln!(out, "\n**{title}.** {}", words.split_whitespace().collect::<Vec<_>>().join(" "))?;
    }
    writeln!(out)
}
