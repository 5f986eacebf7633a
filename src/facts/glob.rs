//! The one wildcard of rules and queries.

use serde::Deserialize;

/// True when `text` has the form of `glob`: `*` stands for any characters, dots and slashes among them.
pub fn matches(glob: &str, text: &str) -> bool {
    let mut parts = glob.split('*');
    let first = parts.next().unwrap_or_default();
    let last = parts.next_back();
    fits(first, parts, last, text)
}

/// `last` is what follows the last star; without one `first` is all there is.
fn fits<'g>(first: &str, middle: impl Iterator<Item = &'g str>, last: Option<&str>, text: &str) -> bool {
    let Some(last) = last else { return first == text };
    // One byte tells most texts apart.
    let differ = |a: Option<&u8>, b: Option<&u8>| a.is_some() && a != b;
    let (own, given) = (last.as_bytes(), text.as_bytes());
    if differ(own.last(), given.last()) || differ(first.as_bytes().first(), given.first()) {
        return false;
    }
    let Some(mut rest) = text.strip_prefix(first).filter(|rest| rest.ends_with(last)) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// A glob that is compared with many texts: cut into its parts once.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Glob {
    first: String,
    /// What stands between stars.
    middle: Vec<String>,
    /// What follows the last star. Without a star `first` is all there is.
    last: Option<String>,
}

impl From<String> for Glob {
    fn from(source: String) -> Self {
        let mut parts = source.split('*').map(str::to_owned);
        let first = parts.next().unwrap_or_default();
        let last = parts.next_back();
        Self { first, middle: parts.collect(), last }
    }
}

impl Glob {
    pub fn matches(&self, text: &str) -> bool {
        fits(&self.first, self.middle.iter().map(String::as_str), self.last.as_deref(), text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Glob, matches};

    #[test]
    fn forms() {
        for (glob, text, holds) in [
            ("subprocess.*", "subprocess.run", true),
            ("*.run", "a.b.run", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c", false),
            ("a*b", "ab", true),
            ("a*ab", "ab", false),
            ("a**b", "ab", true),
            ("a*bb*b", "abb", false),
            ("exec", "exec", true),
            ("exec", "execute", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(matches(glob, text), holds, "{glob} {text}");
            assert_eq!(Glob::from(glob.to_owned()).matches(text), holds, "{glob} {text}");
        }
    }
}
