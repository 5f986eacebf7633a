//! A report of somebody else, made harmless: whoever opened a pull request may have written every byte of it.

use crate::{
    compare::diff::{Change, DIFF_FORMAT, DiffReport, Finding, Where},
    text::code,
};

/// Characters of one sentence.
const LONGEST: usize = 1_000;
/// Changes of a report.
const MOST: usize = 2_000;

/// Checks what the types cannot, and takes out of every text what could act as markup. `repo_url` is the one address
/// that links may lead to.
///
/// # Errors
/// Another format, a commit that is none, too many entries.
pub fn hardened(mut report: DiffReport, repo_url: &str) -> Result<DiffReport, String> {
    if report.schema != DIFF_FORMAT {
        return Err(format!("the report's format is not {DIFF_FORMAT}"));
    }
    for commit in [&report.base.commit, &report.head.commit, &report.compared] {
        if commit.len() != 40 || !commit.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err("a commit of the report is no hash".to_owned());
        }
    }
    if report.changes().count() > MOST || report.targets.len() > MOST {
        return Err("the report has too many entries".to_owned());
    }
    let prefix = format!("{}/blob/{}/", repo_url.trim_end_matches('/'), report.head.commit);
    let before = format!("{}/blob/{}/", repo_url.trim_end_matches('/'), report.compared);
    report.repo_url = Some(repo_url.to_owned());
    report.name = inert(&report.name);
    report.policy.stale = report.policy.stale.iter().map(|text| inert(text)).collect();
    for target in &mut report.targets {
        target.name = inert(&target.name);
        target.findings = Vec::<Finding>::new();
        target.new_findings.clear();
        target.reads_less = target.reads_less.iter().map(|text| inert(text)).collect();
        for change in &mut target.changes {
            change_inert(change, &before, &prefix);
        }
    }
    Ok(report)
}

fn change_inert(change: &mut Change, before: &str, after: &str) {
    change.sentence = inert(&change.sentence);
    change.restore = change.restore.as_deref().map(inert);
    change.because = change.because.as_deref().map(inert);
    if change.id.len() != 16 || !change.id.bytes().all(|b| b.is_ascii_hexdigit()) {
        change.id = "0".repeat(16);
    }
    for (places, prefix) in [(&mut change.before, before), (&mut change.after, after)] {
        for place in places {
            place.what = inert(&place.what);
            keep_link(place, prefix);
        }
    }
}

fn keep_link(place: &mut Where, prefix: &str) {
    let plain = |url: &String| {
        url.strip_prefix(prefix).is_some_and(|rest| {
            !rest.contains("..") && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~/%#".contains(&b))
        })
    };
    place.url = place.url.take().filter(plain);
}

/// Code spans stay what they are; everything else becomes letters: no link, image, tag, mention or reference.
fn inert(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).collect();
    let spans = text.split('`').collect::<Vec<_>>();
    // Without pairs of single backticks there is no telling what is code.
    if spans.len() % 2 == 0 || text.contains("``") {
        return code(&text);
    }
    let mut out = String::new();
    for (at, part) in spans.iter().enumerate() {
        if at % 2 == 1 {
            out.push_str(&code(part));
            continue;
        }
        for c in part.chars() {
            match c {
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                '@' | '#' => out.push_str(&format!("&#{};", u32::from(c))),
                '[' | ']' | '(' | ')' | '!' | '*' | '_' | '~' | '|' | '\\' | '$' => out.extend(['\\', c]),
                // A bare address would be a link.
                ':' => out.push_str("&#58;"),
                c if crate::text::is_hidden(c) => out.push(' '),
                c => out.push(c),
            }
        }
    }
    out.replace("www.", "www&#46;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts() {
        let hostile =
            "See [x](https://evil.example) ![i](https://e.example/p.png) @team #1 <img src=x> www.evil.example `a@b`";
        let text = inert(hostile);
        for bad in ["](", "@team", "<img", "https://", "www.evil"] {
            assert!(!text.contains(bad), "{bad}: {text}");
        }
        assert!(text.contains("`a@b`"));
        assert_eq!(inert("an `open span"), "``an `open span``");
    }
}
