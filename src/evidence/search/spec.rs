//! A search as text: what may be recorded, and how it is written.

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use thiserror::Error;

use crate::evidence::SearchSpec;

/// Why a search cannot be recorded. Every message names the offending part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SearchError {
    #[error("search pattern is empty")]
    EmptyPattern,
    #[error("search pattern {pattern:?} contains {found:?}: only printable ASCII without ', $ and ` is recorded")]
    PatternCharacter { pattern: String, found: char },
    #[error("search pattern {pattern:?} uses {found:?}, which not every ripgrep from 13 on reads the same way")]
    NotPortable { pattern: String, found: String },
    #[error("search pattern {pattern:?} matches an empty line: it would count every line")]
    MatchesEverything { pattern: String },
    #[error("search pattern {pattern:?} is no regular expression: {reason}")]
    Regex { pattern: String, reason: String },
    #[error("search glob {glob:?} {reason}")]
    Glob { glob: String, reason: String },
}

impl SearchSpec {
    /// The same search with `default` where it names no globs of its own.
    pub fn or_files(&self, default: &[String]) -> Self {
        let files = if self.files.is_empty() { default.to_vec() } else { self.files.clone() };
        Self { files, ..self.clone() }
    }

    /// The command as a card prints it, without its scope. Run in the repository's root with the scope behind it,
    /// every ripgrep from 13 on prints the same lines.
    pub fn command(&self) -> String {
        let mut text = String::from("rg --no-config --no-unicode -uu -n ");
        if self.ignore_case {
            text.push_str("-i ");
        }
        text.push_str("-g '!.git' ");
        for glob in &self.files {
            text.push_str("-g '");
            text.push_str(glob);
            text.push_str("' ");
        }
        text.push_str("-e '");
        text.push_str(&self.pattern);
        text.push('\'');
        text
    }

    /// Checks everything that [`SearchSet::new`](super::SearchSet::new) would refuse.
    ///
    /// # Errors
    /// The first reason why this search cannot be recorded.
    pub fn check(&self) -> Result<(), SearchError> {
        super::globs::GlobSet::new(&self.files)?;
        self.parsed().map(drop)
    }

    /// The checked pattern. Cheap: nothing is compiled.
    pub(super) fn parsed(&self) -> Result<regex_syntax::hir::Hir, SearchError> {
        portable(&self.pattern)?;
        let hir = self.hir().map_err(|reason| SearchError::Regex { pattern: self.pattern.clone(), reason })?;
        if hir.properties().minimum_len() == Some(0) {
            return Err(SearchError::MatchesEverything { pattern: self.pattern.clone() });
        }
        Ok(hir)
    }

    /// The matcher that ripgrep builds for this command.
    pub(super) fn matcher(&self) -> Result<RegexMatcher, SearchError> {
        let regex = |reason: String| SearchError::Regex { pattern: self.pattern.clone(), reason };
        RegexMatcherBuilder::new()
            .multi_line(true)
            .unicode(false)
            .octal(false)
            .case_insensitive(self.ignore_case)
            .line_terminator(Some(b'\n'))
            .dot_matches_new_line(false)
            .ban_byte(Some(0))
            .build(&self.pattern)
            .map_err(|e| regex(e.to_string()))
    }

    /// The same pattern for one line without its line feed.
    pub(super) fn line_matcher(&self) -> Result<regex::bytes::Regex, SearchError> {
        regex::bytes::RegexBuilder::new(&self.pattern)
            .multi_line(true)
            .unicode(false)
            .octal(false)
            .case_insensitive(self.ignore_case)
            .build()
            .map_err(|e| SearchError::Regex { pattern: self.pattern.clone(), reason: e.to_string() })
    }

    /// The parsed pattern, under the same switches as [`matcher`](Self::matcher).
    fn hir(&self) -> Result<regex_syntax::hir::Hir, String> {
        regex_syntax::ParserBuilder::new()
            .multi_line(true)
            .unicode(false)
            .utf8(false)
            .octal(false)
            .case_insensitive(self.ignore_case)
            .build()
            .parse(&self.pattern)
            .map_err(|e| e.to_string())
    }
}

/// The groups that every version knows and that leave Unicode and line ends alone.
const GROUPS: [&str; 5] = ["(?:", "(?i)", "(?i:", "(?-i)", "(?-i:"];

/// Refuses what a shell or an older ripgrep reads differently. The syntax of ripgrep 13 (regex-syntax 0.6) is the
/// common ground: it knows fewer escapes, groups and repetitions than today's.
fn portable(pattern: &str) -> Result<(), SearchError> {
    let refuse = |found: &str| Err(SearchError::NotPortable { pattern: pattern.to_owned(), found: found.to_owned() });
    if pattern.is_empty() {
        return Err(SearchError::EmptyPattern);
    }
    if let Some(found) = pattern.chars().find(|c| !matches!(c, ' '..='~') || matches!(c, '\'' | '$' | '`')) {
        return Err(SearchError::PatternCharacter { pattern: pattern.to_owned(), found });
    }
    let bytes = pattern.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = &pattern[at..];
        match byte {
            b'\\' => {
                let escaped = bytes.get(at + 1).copied().unwrap_or(b'\\');
                if !br"\.+*?()|[]{}^#&-~dDsSwWbBrtx".contains(&escaped) {
                    return refuse(&rest[..rest.len().min(2)]);
                }
                // A line feed or a NUL ends a line or a text: no line can hold one.
                if escaped == b'x' && bytes.get(at + 2).is_none_or(|b| matches!(b, b'0' | b'{')) {
                    return refuse(&rest[..rest.len().min(4)]);
                }
                if matches!(escaped, b'b' | b'B') && bytes.get(at + 2) == Some(&b'{') {
                    return refuse(&rest[..3]);
                }
                at += 2;
                continue;
            }
            b'(' if rest.starts_with("(?") && !GROUPS.iter().any(|group| rest.starts_with(group)) => {
                return refuse(&rest[..rest.len().min(4)]);
            }
            b'{' if open_repetition(rest) => return refuse("{,"),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// `{,3}`: a literal to old versions, a repetition to new ones.
fn open_repetition(text: &str) -> bool {
    text.strip_prefix("{,").is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(pattern: &str) -> SearchSpec {
        SearchSpec { pattern: pattern.into(), ignore_case: false, files: Vec::new() }
    }

    #[test]
    fn command_text() {
        assert_eq!(spec("exec").command(), "rg --no-config --no-unicode -uu -n -g '!.git' -e 'exec'");
        let full = SearchSpec { ignore_case: true, files: vec!["*.py".into(), "*.ts".into()], ..spec(r"a\b|b c") };
        assert_eq!(
            full.command(),
            r"rg --no-config --no-unicode -uu -n -i -g '!.git' -g '*.py' -g '*.ts' -e 'a\b|b c'"
        );
        assert_eq!(spec("x").or_files(&["*.go".into()]).files, ["*.go"]);
        assert_eq!(full.or_files(&["*.go".into()]), full);
    }

    #[test]
    fn refused_patterns() {
        for pattern in [
            "",
            "a'b",
            "a$",
            "a`b",
            "é",
            "a\tb",
            "a\nb",
            r"\$",
            r"\/",
            r"\<a",
            r"\z",
            r"\A",
            r"\p{L}",
            r"\b{start}",
            "(?s)a",
            "(?P<n>a)",
            "(?<n>a)",
            "(?x)a",
            "a{,3}",
            "(",
            "a**?)",
            "[",
            r"a\",
            "x*",
            "^",
            r"\b",
            "a|",
            r"\n",
            r"a\x0ab",
            r"\x00",
            "(?=a)",
        ] {
            assert!(spec(pattern).check().is_err(), "{pattern:?} must be refused");
        }
    }

    #[test]
    fn accepted_patterns() {
        for pattern in [
            r"subprocess\.(run|Popen)\(",
            "(?i)Secret",
            r"[^a-z]exec\s*\(",
            r#"["]shell["]: true"#,
            r"\x41{2,3}",
            "-rf",
            r"\bos\.system\b",
            "[{,]x",
            "a{2}",
            "!x #y",
        ] {
            assert_eq!(spec(pattern).check(), Ok(()), "{pattern:?}");
        }
    }
}
