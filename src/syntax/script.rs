//! The script part of single-file components (`.vue`, `.svelte`).

/// What the script part is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScriptDialect {
    TypeScript,
    Tsx,
    JavaScript,
}

/// The text with everything outside `<script>` blanked, so that lines and offsets stay those of the file. `None`
/// without a script block. Blocks with a `src` attribute have no content of their own.
pub fn script_part(text: &str) -> Option<(String, ScriptDialect)> {
    let mut out = vec![b' '; text.len()];
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'\n' || byte == b'\r' {
            out[at] = byte;
        }
    }
    let mut dialect = None;
    let mut at = 0;
    while let Some(open) = find(text, at, "<script") {
        let Some(end_of_tag) = text[open..].find('>').map(|offset| open + offset + 1) else { break };
        let close = find(text, end_of_tag, "</script").unwrap_or(text.len());
        let tag = &text[open..end_of_tag];
        let here = if tag.contains("tsx") {
            ScriptDialect::Tsx
        } else if tag.contains("ts\"") || tag.contains("ts'") || tag.contains("typescript") {
            ScriptDialect::TypeScript
        } else {
            ScriptDialect::JavaScript
        };
        // Of two blocks in different dialects the typed grammar reads both.
        dialect = Some(match (dialect, here) {
            (None | Some(ScriptDialect::JavaScript), _) => here,
            (Some(known), _) => known,
        });
        out[end_of_tag..close].copy_from_slice(&text.as_bytes()[end_of_tag..close]);
        at = close;
    }
    let dialect = dialect?;
    // Only whole ASCII spans were blanked by single spaces; multi-byte text outside is blanked byte by byte.
    String::from_utf8(out).ok().map(|script| (script, dialect))
}

fn find(text: &str, from: usize, tag: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (from..bytes.len().saturating_sub(tag.len() - 1)).find(|at| {
        bytes[*at] == b'<'
            && bytes[*at..*at + tag.len()].eq_ignore_ascii_case(tag.as_bytes())
            && !bytes.get(at + tag.len()).is_some_and(u8::is_ascii_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_offsets_stay() {
        let (script, dialect) =
            script_part("<template>é</template>\n<script setup lang=\"ts\">\nlet a = 1\n</script>\n<style/>").unwrap();
        assert_eq!(dialect, ScriptDialect::TypeScript);
        assert_eq!(script.lines().nth(2), Some("let a = 1"));
        assert!(script.lines().next().unwrap().trim().is_empty());
    }

    #[test]
    fn without_or_with_broken_script() {
        assert_eq!(script_part("<template/>"), None);
        assert_eq!(script_part("<script"), None);
        let (script, dialect) = script_part("<SCRIPT>\nrun()").unwrap();
        assert_eq!(dialect, ScriptDialect::JavaScript);
        assert!(script.ends_with("run()"));
    }
}
