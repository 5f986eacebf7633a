//! The one wildcard of rules and queries.

/// True when `text` has the form of `glob`: `*` stands for any characters, dots and slashes among them.
pub fn matches(glob: &str, text: &str) -> bool {
    let Some((first, mut parts)) = glob.split_once('*') else { return glob == text };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    while let Some((part, more)) = parts.split_once('*') {
        let Some(at) = rest.find(part) else { return false };
        (rest, parts) = (&rest[at + part.len()..], more);
    }
    rest.ends_with(parts)
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
