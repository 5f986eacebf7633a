//! Secrets in the names of files and folders.

use super::mask;

/// The path with every segment masked that holds what looks like a secret value; `None` if none does. Such a path is
/// never cited: a citation has to be opened by its path.
pub fn masked_path(path: &str) -> Option<String> {
    let odd = |segment: &str| may_hold(segment) && mask(segment) != segment;
    path.split('/').any(odd).then(|| {
        let segments = path.split('/').map(|segment| if odd(segment) { mask(segment) } else { segment.to_owned() });
        segments.collect::<Vec<_>>().join("/")
    })
}

/// Every shape of the mask is longer than most names, or has one of these in it.
fn may_hold(segment: &str) -> bool {
    segment.len() >= 12 || segment.contains([' ', '\t', '=', ':', ','])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::MASKED;

    #[test]
    fn only_segments_with_a_secret_are_masked() {
        // Put together here so that no scanner takes this file for a leak.
        let key = format!("{}{}", "sk-", "abcdefghijklmnop1234");
        let masked = |path: &str| masked_path(path);
        assert_eq!(masked(&format!("agent/{key}.py")), Some(format!("agent/{MASKED}.py")));
        assert_eq!(masked(&format!("{key}/a/password=hunter2x")), Some(format!("{MASKED}/a/password={MASKED}")));
        for plain in [
            "",
            "src/agent/main.py",
            "src/secrets/token_manager.py",
            "app/(group)/[id]/password-reset.ts",
            "deploy/api-key-rotation.yaml",
            "migrations/20260102030405_add_access_token.sql",
            "internationalization/ToolExecutionResultWithContext2.tsx",
            "größe/üüüüüüüüüüüü.py",
        ] {
            assert_eq!(masked(plain), None, "{plain}");
        }
    }
}
