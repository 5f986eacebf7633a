//! The few keys of a repository's `config` file that say what it is. Nothing in it decides what is read: no includes,
//! no `core.worktree`, no `url.*.insteadOf`, no filters.

/// What the file says about the repository's format and origin.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RepoConfig {
    /// `extensions.objectFormat`, lower case.
    pub object_format: Option<String>,
    /// `extensions.refStorage`, lower case.
    pub ref_storage: Option<String>,
    /// The first `remote.origin.url`. May hold credentials: pass it through [`super::url`] before use.
    pub origin_url: Option<String>,
}

impl RepoConfig {
    /// Reads git's configuration syntax; a line that is none is skipped, as a broken file must not hide a repository.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut config = Self::default();
        let mut section = (String::new(), None);
        let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        loop {
            rest = skip_blank(rest);
            let Some(first) = rest.first() else { return config };
            rest = match first {
                b'#' | b';' => after_line(rest),
                b'[' => match section_header(&rest[1..]) {
                    Some((found, after)) => {
                        section = found;
                        after
                    }
                    None => {
                        section = (String::new(), None);
                        after_line(rest)
                    }
                },
                _ => {
                    let name_end = rest.iter().position(|b| !(b.is_ascii_alphanumeric() || *b == b'-'));
                    let (name, after) = rest.split_at(name_end.unwrap_or(rest.len()));
                    let after = skip_spaces(after);
                    match after.first() {
                        Some(b'=') if !name.is_empty() => {
                            let (value, after) = value(&after[1..]);
                            config.take(&section, &String::from_utf8_lossy(name).to_ascii_lowercase(), value);
                            after
                        }
                        _ => after_line(after),
                    }
                }
            };
        }
    }

    fn take(&mut self, section: &(String, Option<String>), name: &str, value: String) {
        match (section.0.as_str(), section.1.as_deref(), name) {
            ("extensions", None, "objectformat") => self.object_format = Some(value.to_ascii_lowercase()),
            ("extensions", None, "refstorage") => self.ref_storage = Some(value.to_ascii_lowercase()),
            ("remote", Some("origin"), "url") if self.origin_url.is_none() && !value.is_empty() => {
                self.origin_url = Some(value);
            }
            _ => {}
        }
    }
}

fn skip_blank(bytes: &[u8]) -> &[u8] {
    let blank = bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
    &bytes[blank..]
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let blank = bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    &bytes[blank..]
}

fn after_line(bytes: &[u8]) -> &[u8] {
    match bytes.iter().position(|b| *b == b'\n') {
        Some(end) => &bytes[end + 1..],
        None => &[],
    }
}

type Section = (String, Option<String>);

/// What follows `[`: `section]`, `section "sub"]` or the old `section.sub]`.
fn section_header(bytes: &[u8]) -> Option<(Section, &[u8])> {
    let name_end = bytes.iter().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')))?;
    let name = String::from_utf8_lossy(&bytes[..name_end]).to_ascii_lowercase();
    let rest = skip_spaces(&bytes[name_end..]);
    match rest.first()? {
        b']' => {
            let section = match name.split_once('.') {
                Some((section, sub)) => (section.to_owned(), Some(sub.to_owned())),
                None => (name, None),
            };
            Some((section, &rest[1..]))
        }
        b'"' => {
            let mut sub = Vec::new();
            let mut at = 1;
            loop {
                match *rest.get(at)? {
                    b'"' => break,
                    b'\n' => return None,
                    b'\\' => {
                        sub.push(*rest.get(at + 1)?);
                        at += 2;
                    }
                    byte => {
                        sub.push(byte);
                        at += 1;
                    }
                }
            }
            let rest = skip_spaces(&rest[at + 1..]);
            (rest.first()? == &b']').then(|| ((name, Some(String::from_utf8_lossy(&sub).into_owned())), &rest[1..]))
        }
        _ => None,
    }
}

/// What follows `=`, and the bytes after its line: quotes, escapes, comments and continued lines as git reads them.
fn value(bytes: &[u8]) -> (String, &[u8]) {
    let bytes = skip_spaces(bytes);
    let mut out = Vec::new();
    let mut kept = 0;
    let mut quoted = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\n' => break,
            b'\r' if bytes.get(at) == Some(&b'\n') => {}
            b'#' | b';' if !quoted => {
                let rest = after_line(&bytes[at..]);
                out.truncate(kept);
                return (String::from_utf8_lossy(&out).into_owned(), rest);
            }
            b'"' => {
                quoted = !quoted;
                kept = out.len();
            }
            b'\\' => {
                let escaped = bytes.get(at).copied();
                at += 1;
                match escaped {
                    Some(b'\n') => continue,
                    Some(b'\r') if bytes.get(at) == Some(&b'\n') => {
                        at += 1;
                        continue;
                    }
                    Some(b'n') => out.push(b'\n'),
                    Some(b't') => out.push(b'\t'),
                    Some(b'b') => out.push(8),
                    Some(other) => out.push(other),
                    None => {}
                }
                kept = out.len();
            }
            b' ' | b'\t' if !quoted => out.push(*byte),
            _ => {
                out.push(*byte);
                kept = out.len();
            }
        }
    }
    out.truncate(kept);
    (String::from_utf8_lossy(&out).into_owned(), &bytes[at.min(bytes.len())..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(text: &str) -> Option<String> {
        RepoConfig::parse(text.as_bytes()).origin_url
    }

    #[test]
    fn reads_what_git_writes() {
        let config = RepoConfig::parse(
            b"[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tobjectFormat = SHA256\n\
              \trefstorage = reftable\n[remote \"origin\"]\n\turl = git@github.com:o/n.git\n\tfetch = +refs/*:refs/*\n",
        );
        assert_eq!(config.object_format.as_deref(), Some("sha256"));
        assert_eq!(config.ref_storage.as_deref(), Some("reftable"));
        assert_eq!(config.origin_url.as_deref(), Some("git@github.com:o/n.git"));
    }

    #[test]
    fn quotes_comments_and_continued_lines() {
        assert_eq!(origin("[remote \"origin\"] url = \"a b\" ; note\n").as_deref(), Some("a b"));
        assert_eq!(origin("[remote \"origin\"]\nurl = a\\\n  b # c\n").as_deref(), Some("a  b"));
        assert_eq!(origin("[REMOTE \"origin\"]\r\nURL = x\r\n").as_deref(), Some("x"));
        assert_eq!(origin("[remote.origin]\nurl=x").as_deref(), Some("x"));
        assert_eq!(origin("[remote \"origin\"]\nurl=\nurl=first\nurl=second").as_deref(), Some("first"));
    }

    #[test]
    fn other_sections_includes_and_broken_lines_say_nothing() {
        assert_eq!(origin("[include]\npath = other\n[remote \"up\"]\nurl = x\n"), None);
        assert_eq!(origin("[remote \"Origin\"]\nurl = x\n"), None);
        assert_eq!(origin("[remote \"origin\nurl = x\n"), None);
        assert_eq!(origin("garbage ]]] \\\n[remote \"origin\"]\nurl = x").as_deref(), Some("x"));
    }

    #[test]
    fn never_panics_on_cut_files() {
        let whole = b"\xef\xbb\xbf[remote \"or\\\\igin\"] url = \"a\\n\\\nb\" # \\\n[a.b]\\\r\nc = \\";
        for end in 0..whole.len() {
            RepoConfig::parse(&whole[..end]);
        }
    }
}
