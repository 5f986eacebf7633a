//! Ignore files in the form of `.gitignore`.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The patterns of an ignore file that lies in `folder`; `None` if it excludes and includes nothing. A line that
/// cannot be read as a pattern counts for nothing.
pub fn ignore_rules(folder: &Path, bytes: &[u8]) -> Option<Gitignore> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut builder = GitignoreBuilder::new(folder);
    for line in bytes.split(|b| *b == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Ok(line) = std::str::from_utf8(line) {
            let _ = builder.add_line(None, line);
        }
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}
