//! Whom a project asks to tell about defects: the contact that its SECURITY.md names.

use std::sync::LazyLock;

use regex::Regex;

use crate::detect::{BaseTexts, Texts};

/// Where a report goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// A mail address, or the address of a page that takes reports.
    pub to: String,
    pub file: String,
    pub line: u32,
}

/// Files that say it, the first that is there counts.
const FILES: [&str; 6] = [
    "SECURITY.md",
    ".github/SECURITY.md",
    "docs/SECURITY.md",
    "SECURITY.txt",
    ".well-known/security.txt",
    "SECURITY.rst",
];

static MAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}").expect("a valid pattern")
});

static PAGE: LazyLock<Regex> = LazyLock::new(|| {
    let words =
        "security/advisories|security/policy|hackerone|bugcrowd|huntr|vulnerab|report|disclos|psirt|msrc|security";
    Regex::new(&format!(r"https://[A-Za-z0-9.-]+/[A-Za-z0-9/_.?=-]*({words})[A-Za-z0-9/_.?=-]*"))
        .expect("a valid pattern")
});

/// The contact of the repository; a mail address before a page.
pub(super) fn contact(texts: &BaseTexts<'_>) -> Option<Contact> {
    let file = FILES.into_iter().find(|file| texts.content(file).is_some())?;
    let text = texts.content(file)?.text;
    let found = |pattern: &Regex| {
        text.lines().zip(1..).find_map(|(line, number)| {
            let to = pattern.find(line)?.as_str().trim_end_matches('.').to_owned();
            Some(Contact { to, file: file.to_owned(), line: number })
        })
    };
    found(&MAIL).or_else(|| found(&PAGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_and_pages() {
        assert_eq!(MAIL.find("write to <security@example.org>.").map(|m| m.as_str()), Some("security@example.org"));
        let page = "Use https://github.com/example/agent/security/advisories/new for reports";
        assert_eq!(
            PAGE.find(page).map(|m| m.as_str()),
            Some("https://github.com/example/agent/security/advisories/new")
        );
        assert!(PAGE.find("see https://example.org/docs/start").is_none());
    }
}
