//! Which files are documents that may claim controls, and their units.

use super::{html, markdown, plain, sentence::Unit};
use crate::rulebook::ClaimReading;

/// Bytes of one document.
pub(super) const LARGEST: u64 = 1 << 20;

pub(super) fn is_document(reading: &ClaimReading, path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    reading.documents.iter().any(|glob| glob.matches(&lower)) && !reading.except.iter().any(|glob| glob.matches(&lower))
}

/// The units of a document by what its name says it is.
pub(super) fn units(path: &str, text: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    let extension = path.rsplit('/').next().unwrap_or(path).rsplit_once('.').map(|(_, extension)| extension);
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("html" | "htm") => html::read(text, 1, &mut Vec::new(), &mut units),
        Some("md" | "mdx" | "markdown") => markdown::read(text, &mut units),
        _ => plain::read(text, &mut units),
    }
    units
}
