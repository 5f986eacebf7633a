//! The one wildcard of rules and queries.

/// True when `text` has the form of `glob`: `*` stands for any characters, dots and slashes among them.
pub fn matches(glob: &str, text: &str) -> bool {
    let mut parts = glob.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn forms() {
        for (glob, text, holds) in [
            ("subprocess.*", "subprocess.run", true),
            ("*.run", "a.b.run", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b", "ab", true),
            ("a*ab", "ab", false),
            ("exec", "exec", true),
            ("exec", "execute", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(matches(glob, text), holds, "{glob} {text}");
        }
    }
}
