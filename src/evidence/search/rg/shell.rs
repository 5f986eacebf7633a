//! Words of a command line as a POSIX shell splits them. What a shell would replace by something else is refused.

use super::RgError;

/// # Errors
/// A quote that is not closed, or a character that a shell acts on.
pub(super) fn split(text: &str) -> Result<Vec<String>, RgError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err(RgError::OpenQuote('\'')),
                    }
                }
            }
            '"' => double_quoted(&mut chars, word.get_or_insert_default())?,
            '\\' => match chars.next() {
                // A line that is continued.
                Some('\n') => {}
                Some(c) => word.get_or_insert_default().push(c),
                None => word.get_or_insert_default().push('\\'),
            },
            '$' | '`' | '|' | '&' | ';' | '<' | '>' | '(' | ')' | '*' | '?' | '[' => return Err(RgError::Shell(c)),
            // A comment, and the home folder.
            '#' | '~' if word.is_none() => return Err(RgError::Shell(c)),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn double_quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, word: &mut String) -> Result<(), RgError> {
    loop {
        match chars.next() {
            Some('"') => return Ok(()),
            Some('\\') => match chars.peek() {
                Some('\n') => drop(chars.next()),
                Some('$' | '`' | '"' | '\\') => word.extend(chars.next()),
                _ => word.push('\\'),
            },
            Some(c @ '`') => return Err(RgError::Expanded(c)),
            // A lone `$` stands for itself, as before `|` and at the end of a pattern.
            Some('$') if chars.peek().is_some_and(|c| c.is_ascii_alphanumeric() || "_{(@*#?-!$".contains(*c)) => {
                return Err(RgError::Expanded('$'));
            }
            Some(c) => word.push(c),
            None => return Err(RgError::OpenQuote('"')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_shell_splits() {
        for (text, words) in [
            ("rg -n  -i\tapprov", &["rg", "-n", "-i", "approv"][..]),
            (r#"rg 'a|b c' "d|e" f\ g"#, &["rg", "a|b c", "d|e", "f g"]),
            (r#"rg 'a\.b' "c\.d\"e\\f" \\."#, &["rg", r"a\.b", r#"c\.d"e\f"#, r"\."]),
            (r"it\''s x'", &["it's x"]),
            ("a''b '' \"\"", &["ab", "", ""]),
            ("a \\\n b", &["a", "b"]),
            (r#""x$" "a$|b""#, &["x$", "a$|b"]),
            ("a#b c~", &["a#b", "c~"]),
            ("", &[]),
        ] {
            assert_eq!(split(text), Ok(words.iter().map(|w| (*w).to_owned()).collect()), "{text}");
        }
    }

    #[test]
    fn what_a_shell_acts_on_is_refused() {
        for (text, error) in [
            ("rg x | wc -l", RgError::Shell('|')),
            ("rg x *.py", RgError::Shell('*')),
            ("rg x; rm y", RgError::Shell(';')),
            ("rg $HOME", RgError::Shell('$')),
            ("rg \"$HOME\"", RgError::Expanded('$')),
            ("rg `id`", RgError::Shell('`')),
            ("rg \"`id`\"", RgError::Expanded('`')),
            ("rg x > y", RgError::Shell('>')),
            ("rg x # note", RgError::Shell('#')),
            ("rg x ~/y", RgError::Shell('~')),
            ("rg 'x", RgError::OpenQuote('\'')),
            ("rg \"x", RgError::OpenQuote('"')),
        ] {
            assert_eq!(split(text), Err(error), "{text}");
        }
    }
}
