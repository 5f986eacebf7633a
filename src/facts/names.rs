//! Names of settings in one form.

/// Snake case, dots kept: `autoApprove`, `AUTO_APPROVE`, `--auto-approve` are all `auto_approve`.
pub fn snake(written: &str) -> String {
    let mut out = String::with_capacity(written.len() + 4);
    let mut chars = written.trim_matches(|c: char| matches!(c, '-' | '_' | '#' | '$' | '@')).chars().peekable();
    let mut before = '_';
    while let Some(c) = chars.next() {
        if matches!(c, '.' | '[' | ']') {
            if !out.ends_with('.') && !out.is_empty() {
                out.push('.');
            }
        } else if !c.is_alphanumeric() {
            if !out.ends_with(['_', '.']) && !out.is_empty() {
                out.push('_');
            }
        } else {
            let starts_word = c.is_uppercase()
                && (before.is_lowercase()
                    || before.is_ascii_digit()
                    || before.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()));
            if starts_word && !out.ends_with(['_', '.']) && !out.is_empty() {
                out.push('_');
            }
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out
}

/// The first `length` bytes, shortened to a character's end.
pub(super) fn cut(text: &str, length: usize) -> &str {
    &text[..text.floor_char_boundary(length)]
}

/// The folder of a path, `""` at the root.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form() {
        for (written, name) in [
            ("autoApprove", "auto_approve"),
            ("AUTO_APPROVE", "auto_approve"),
            ("--auto-approve", "auto_approve"),
            ("HTTPServerURL", "http_server_url"),
            ("max_tokens2", "max_tokens2"),
            ("model2Name", "model2_name"),
            ("services.web.Privileged", "services.web.privileged"),
            ("#secret", "secret"),
            ("_private_", "private"),
            ("a  b", "a_b"),
            ("äÖü", "ä_öü"),
            ("", ""),
            ("__", ""),
        ] {
            assert_eq!(snake(written), name, "{written}");
        }
    }

    #[test]
    fn cut_at_a_character() {
        assert_eq!(cut("aé", 2), "a");
        assert_eq!(cut("ab", 9), "ab");
    }
}
