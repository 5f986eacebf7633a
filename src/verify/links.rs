//! What a card says of its evidence, without the repository: permalinks, commands of searches, labels of gaps.

use super::items::{code, items, search};
use crate::{
    card::{Problem, PublishedCard, lines_of},
    evidence::{LinkedLines, Permalinks, rg::RgSearch},
};

/// Every link that does not lead to what it stands for, every search that nobody can run again here, and critical gaps
/// without labels.
pub fn links(card: &PublishedCard) -> Vec<Problem> {
    let permalinks = Permalinks::new(card.repo_url.as_deref(), &card.pinned_commit);
    let mut problems = Vec::new();
    for (i, finding) in card.critical_findings.iter().enumerate().filter(|(_, finding)| finding.owasp.is_empty()) {
        let place = card.place(&format!("/critical_findings/{i}/owasp"));
        let labels = crate::score::criterion_text(finding.criterion).owasp.join(", ");
        let problem = Problem::new(place, "no-label", "a critical gap has OWASP labels").warning();
        problems.push(problem.right(labels));
    }
    for item in items(card) {
        if let Some(s) = search(&item)
            && let Err(error) = RgSearch::parse(&s.search, &s.scope)
        {
            problems.push(super::proof::unsupported(card.place(&item.pointer), s, &error));
        }
    }
    for item in items(card) {
        let Some(code) = code(&item) else { continue };
        let Some(span) = lines_of(&code.lines) else { continue };
        let right = permalinks.link(&code.file, span);
        let place = || card.place(&item.pointer);
        let mut bad = |name: &'static str, message: String, warning: bool| {
            let problem = Problem::new(place(), name, message);
            let problem = if warning { problem.warning() } else { problem };
            problems.push(match &right {
                Some(right) => problem.right(right.clone()),
                None => problem,
            });
        };
        let shown = format!("{}:{}", code.file, code.lines);
        let Some(url) = &code.url else {
            if right.is_some() {
                bad("link-missing", format!("{shown} has no link"), true);
            }
            continue;
        };
        if right.as_deref() == Some(url.as_str()) {
            continue;
        }
        let Some(read) = LinkedLines::parse(url) else {
            if right.is_some() {
                bad("link-form", format!("the link of {shown} is not one to a file of the repository"), false);
            }
            continue;
        };
        if permalinks.page().is_some_and(|page| !page.eq_ignore_ascii_case(&read.page)) {
            bad("link-repository", format!("the link of {shown} leads to {}", read.page), false);
        } else if read.rev != card.pinned_commit {
            bad("link-commit", format!("the link of {shown} is at `{}`, not at the pinned commit", read.rev), false);
        } else if read.file != code.file {
            bad("link-file", format!("the link of {shown} leads to {}", read.file), false);
        } else if read.lines != Some(span) {
            bad("link-lines", format!("the link of {shown} leads to other lines"), false);
        } else {
            bad("link-spelling", format!("the link of {shown} is spelled in another way"), true);
        }
    }
    problems
}
