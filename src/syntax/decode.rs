//! Bytes to text: byte order marks, UTF-16, invalid UTF-8.

use std::borrow::Cow;

/// What the bytes of a blob turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Decoded<'a> {
    /// Text. `lossy` when bytes that are no UTF-8 were replaced.
    Text {
        text: Cow<'a, str>,
        lossy: bool,
    },
    Binary,
}

/// Bytes that decide whether a blob is binary: as many as git looks at.
const PROBE: usize = 8000;

/// Transcodes. A UTF-8 mark is taken off; UTF-16 is known by its mark. Line numbers stay what an editor shows.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    for (mark, encoding) in [(&b"\xFF\xFE"[..], encoding_rs::UTF_16LE), (&b"\xFE\xFF"[..], encoding_rs::UTF_16BE)] {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let (text, lossy) = encoding.decode_without_bom_handling(rest);
            if text.bytes().take(PROBE).any(|byte| byte == 0) {
                return Decoded::Binary;
            }
            return Decoded::Text { text, lossy };
        }
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.iter().take(PROBE).any(|byte| *byte == 0) {
        return Decoded::Binary;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded::Text { text: Cow::Borrowed(text), lossy: false },
        Err(_) => Decoded::Text { text: Cow::Owned(String::from_utf8_lossy(bytes).into_owned()), lossy: true },
    }
}

/// Lines as an editor shows them; an unfinished last line counts, an empty one after the last line feed does not.
pub fn line_count(text: &str) -> u32 {
    let feeds = text.bytes().filter(|byte| *byte == b'\n').count();
    let open = usize::from(!text.is_empty() && !text.ends_with('\n'));
    u32::try_from(feeds + open).unwrap_or(u32::MAX)
}

/// A bundle squeezed by a tool: long lines full of code carry most of the bytes. Hand-written code, however large, has
/// short ones, but for data in a string.
pub fn is_minified(text: &str) -> bool {
    const LONG: usize = 1000;
    if text.len() < 4 * LONG {
        return false;
    }
    let is_code = |line: &str| line.bytes().filter(|byte| b";,(){}".contains(byte)).count() * 40 > line.len();
    let long: usize = text.split('\n').filter(|line| line.len() > LONG && is_code(line)).map(str::len).sum();
    long * 2 > text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> (String, bool) {
        match decode(bytes) {
            Decoded::Text { text, lossy } => (text.into_owned(), lossy),
            Decoded::Binary => panic!("binary"),
        }
    }

    #[test]
    fn encodings() {
        assert_eq!(text(b"\xEF\xBB\xBFx = 1\r\n"), ("x = 1\r\n".to_owned(), false));
        assert_eq!(text(b"\xFF\xFEa\0\n\0b\0"), ("a\nb".to_owned(), false));
        assert_eq!(text(b"\xFE\xFF\0a"), ("a".to_owned(), false));
        assert_eq!(text(b"caf\xE9"), ("caf\u{FFFD}".to_owned(), true));
        assert_eq!(text(b""), (String::new(), false));
        assert_eq!(decode(b"a\0b"), Decoded::Binary);
        assert_eq!(decode(b"\xFF\xFE\0\0\0\0"), Decoded::Binary);
    }

    #[test]
    fn lines() {
        for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\r\nb", 2), ("\n\n", 2)] {
            assert_eq!(line_count(text), lines, "{text:?}");
        }
    }

    #[test]
    fn minified() {
        assert!(is_minified(&"a=1;".repeat(5000)));
        assert!(!is_minified(&"let a = 1;\n".repeat(5000)));
        assert!(!is_minified("a=1;"));
        assert!(!is_minified(&format!("const picture = \"{}\";\n", "iVBORw0KGgoAAAA".repeat(4000))));
    }
}
