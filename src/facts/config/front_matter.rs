//! The YAML between two `---` at the head of a document: what agents read of skills, commands and rules.

use super::keys;
use crate::facts::{
    extract::{Extracted, nothing},
    model::{Coverage, SettingKind},
};

/// Bytes that a head may have.
const LARGEST: usize = 64 << 10;

/// The keys of the head, with the lines of the file.
pub(in crate::facts) fn read(text: &str) -> Extracted {
    let mut out = nothing(text, Coverage::Text);
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else { return out };
    let mut length = 0;
    let closes = rest.split_inclusive('\n').any(|line| {
        let closing = line.trim_end() == "---";
        if !closing {
            length += line.len();
        }
        closing
    });
    if closes && length <= LARGEST {
        // An empty line in place of the mark: lines stay.
        let head = format!("\n{}", &rest[..length]);
        out.facts.settings = keys::read(SettingKind::ConfigKey, &head).facts.settings;
    }
    out
}
