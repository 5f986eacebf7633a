//! Which files of a rule set decide what, and a short hash of them. The build asks the same of the files that the program
//! carries.

use sha2::{Digest, Sha256};

/// Names of a project's own functions, in the folder of an overlay.
pub const VOCABULARY: &str = "vocabulary.yaml";

/// First twelve hex digits of the SHA-256 over files with their paths.
pub fn hash<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut digest = Sha256::new();
    for (path, content) in files {
        digest.update((path.len() as u64).to_le_bytes());
        digest.update(path.as_bytes());
        digest.update((content.len() as u64).to_le_bytes());
        digest.update(content);
    }
    digest.finalize().iter().take(6).map(|b| format!("{b:02x}")).collect()
}

/// Id of the rule that a path defines: the stem of `signals/<criterion>/<id>.yaml`.
pub fn rule_id(path: &str) -> Option<&str> {
    let (folder, name) = path.strip_prefix("signals/")?.rsplit_once('/')?;
    let stem = name.strip_suffix(".yaml")?;
    (!folder.is_empty() && !path.contains(".fixture.")).then_some(stem)
}

/// Whether a file takes part in rating; the others are fixtures.
pub fn is_definition(path: &str) -> bool {
    let other = path.ends_with(".yaml") && !path.starts_with("signals/") && !path.contains(".fixture.");
    rule_id(path).is_some() || other
}

/// Whether a file takes part in finding signals.
pub fn decides_signals(path: &str) -> bool {
    let of_rule = rule_id(path).is_some();
    of_rule || path.starts_with("queries/") || path == "scope.yaml" || path == VOCABULARY
}
