//! Styles and scripts of pages, and the policy that lets these and nothing else act.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use sha2::{Digest, Sha256};

pub const CARD_STYLE: &str = concat!(
    include_str!("../../../report-templates/page/base.css"),
    include_str!("../../../report-templates/page/card.css")
);
pub const SCORE: &str = include_str!("../../../report-templates/page/score.js");
pub const CARD: &str = include_str!("../../../report-templates/page/card.js");

/// A content security policy for one style and some scripts, by their digests. Nothing is loaded, sent or framed.
pub fn policy(style: &str, scripts: &[&str]) -> String {
    let digest = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let scripts: Vec<String> = scripts.iter().map(digest).collect();
    let scripts = if scripts.is_empty() { "'none'".to_owned() } else { scripts.join(" ") };
    format!(
        "default-src 'none'; style-src {}; script-src {scripts}; img-src data:; base-uri 'none'; form-action 'none'",
        digest(&style)
    )
}

/// A page without scripts; `body` is markup, `title` text.
pub fn plain_page(title: &str, body: &str) -> String {
    const STYLE: &str = include_str!("../../../report-templates/page/base.css");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        policy(STYLE, &[]),
        crate::text::html::escape(title),
    )
}

/// JSON for a script element that holds data: nothing in it ends the element or opens a comment.
///
/// # Errors
/// None that text could cause.
pub fn script_json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_leave_its_element() {
        let json = script_json(&["</script><!-- & \u{2028}"]).unwrap();
        assert_eq!(json, r#"["\u003c/script\u003e\u003c!-- \u0026 \u2028"]"#);
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), ["</script><!-- & \u{2028}"]);
    }

    #[test]
    fn the_policy_names_digests() {
        let policy = policy("a{}", &["1"]);
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"), "{policy}");
    }
}
