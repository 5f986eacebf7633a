//! Names that a claim gives: tables, columns, settings, functions, files. They are looked up before anything else.

use regex::bytes::Regex;

use crate::{
    evidence::SearchSpec,
    facts::snake,
    rulebook::{ClaimReading, pattern},
};

/// Names of one claim that are looked up.
const MOST: usize = 8;
/// Characters of a name.
const LONGEST: usize = 80;
const SHORTEST: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// Of a file of the repository.
    File(String),
    /// Of something in code or configuration, as written.
    Code(String),
    /// To be found exactly as it stands.
    Exact(String),
}

impl Name {
    pub fn written(&self) -> &str {
        match self {
            Self::File(name) | Self::Code(name) | Self::Exact(name) => name,
        }
    }

    /// The same search in a single line, as a name of its own. One in capitals is that of a variable of the environment, as it stands.
    pub fn pattern(&self) -> Option<Regex> {
        let spec = match self {
            Self::Code(name) if name.contains('_') && !name.bytes().any(|b| b.is_ascii_lowercase()) => {
                Self::Exact(name.clone()).search(&[])?
            }
            _ => self.search(&[])?,
        };
        let alone = format!(r"(?:^|\W)(?:{})(?:\W|$)", spec.pattern);
        pattern::build(&alone, spec.ignore_case).ok()
    }

    /// The search for it. Words of a name may be joined in any of the usual ways, as languages do.
    pub fn search(&self, files: &[String]) -> Option<SearchSpec> {
        let (pattern, ignore_case) = match self {
            Self::File(_) => return None,
            Self::Exact(name) => (format!(r"\b{}\b", escape(name)), false),
            Self::Code(name) => {
                let snake = snake(name);
                let words: Vec<String> = snake.split(['_', '.']).filter(|word| !word.is_empty()).map(escape).collect();
                (words.join("[_.:-]?"), true)
            }
        };
        let spec = SearchSpec { pattern, ignore_case, files: files.to_vec() };
        spec.check().is_ok().then_some(spec)
    }
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if !c.is_ascii_alphanumeric() && c != '_' {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The names in the words of a claim, in their order.
pub(super) fn of_text(text: &str, reading: &ClaimReading) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for (index, part) in text.split('`').enumerate() {
        let marked = index % 2 == 1;
        if let Some(name) = called(part).filter(|name| marked && !names.contains(name) && names.len() < MOST) {
            names.push(name);
        }
        for word in part.split(|c: char| c.is_whitespace() || "(),;|\"'[]{}<>=".contains(c)) {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
            if let Some(name) = name(word, marked, reading)
                && !names.contains(&name)
                && names.len() < MOST
            {
                names.push(name);
            }
        }
    }
    names
}

/// A plain word that stands as a call: `redact(text)`. Words that are shaped like a name are found anyway.
fn called(part: &str) -> Option<Name> {
    let (word, rest) = part.split_once('(')?;
    let plain = word.len() >= SHORTEST && word.bytes().all(|b| b.is_ascii_lowercase());
    (plain && rest.ends_with(')')).then(|| Name::Exact(word.to_owned()))
}

/// The key of a line of configuration, and its value where it names something.
pub(super) fn of_config(key: &str, value: &str, reading: &ClaimReading) -> Vec<Name> {
    let own = key.rsplit('.').next().unwrap_or(key);
    let mut names = Vec::new();
    if own.len() >= SHORTEST {
        names.push(Name::Code(own.to_owned()));
    }
    for word in value.split([',', ' ', '[', ']']).map(|word| word.trim_matches(['"', '\''])) {
        if word.contains(['.', ':']) && !word.contains('/') {
            names.extend(name(word, true, reading));
        }
    }
    names.truncate(MOST);
    names
}

fn name(word: &str, marked: bool, reading: &ClaimReading) -> Option<Name> {
    let one_of = |words: &[String], word: &str| words.iter().any(|known| known == word);
    let ascii = !word.is_empty() && word.len() <= LONGEST && word.is_ascii();
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    if !ascii || letters < 3 || word.contains("://") || one_of(&reading.common_names, &word.to_ascii_lowercase()) {
        return None;
    }
    let end = word.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let dotted = word.contains('.');
    if dotted && one_of(&reading.file_endings, &end) {
        let plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/".contains(&b));
        return (plain && marked).then(|| Name::File(word.trim_start_matches("./").to_owned()));
    }
    if dotted && one_of(&reading.domains, &end) || word.contains(['/', '\\', '@', '%', '*', '~', '#', '+']) {
        return None;
    }
    let shaped = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.:-".contains(&b));
    // `hash_n` and `x_i` count, they name nothing.
    let counts = word.rsplit('_').next().is_some_and(|last| last.len() == 1) && word.contains('_');
    let joined = word.contains('_') && !word.starts_with('_');
    let inner_dot = dotted && word.split('.').all(|part| part.len() >= 2 && part.bytes().all(|b| !b.is_ascii_digit()));
    let camel = word.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let named = joined || (marked && (camel || word.contains(':') || word.contains('-') && word.len() > 6))
        // A dot within a word is one of code where it is marked, or all is in lower case.
        || inner_dot && (marked || word.bytes().all(|b| b.is_ascii_lowercase() || b == b'.'));
    (shaped && named && !counts && word.len() >= SHORTEST).then(|| Name::Code(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_words() {
        let rules = crate::rulebook::Rulebook::load(None).expect("rules");
        let found = |text: &str| {
            of_text(text, &rules.claims.reading).iter().map(|name| name.written().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found("Appends to loop_event_log (a trigger rejects UPDATE/DELETE)."), ["loop_event_log"]);
        assert_eq!(found("Explicit per-skill `tool_allowlist`"), ["tool_allowlist"]);
        assert_eq!(
            found("max_turns budgets + verified-only rule on recovery.verify"),
            ["max_turns", "recovery.verify"]
        );
        assert_eq!(found("hash_n = SHA256(prev_hash || canonical_json(payload))"), ["prev_hash", "canonical_json"]);
        assert_eq!(found("See SECURITY.md at example.com, GitHub, e.g. v1.2 or `direct`."), Vec::<String>::new());
        assert_eq!(found("`requireApproval` in `config/agent.yaml`"), ["requireApproval", "config/agent.yaml"]);
        assert_eq!(found("`redact(text)` and `run` (all), run() and `f()`"), ["redact"]);
        assert_eq!(found("`A_B=true` and `execute:approved-only`"), ["A_B", "execute:approved-only"].split_at(1).1);
    }

    #[test]
    fn searches_join_words_as_languages_do() {
        let search = |name: &str| Name::Code(name.to_owned()).search(&[]).expect("search").pattern;
        assert_eq!(search("loop_event_log"), "loop[_.:-]?event[_.:-]?log");
        assert_eq!(search("toolAllowlist"), "tool[_.:-]?allowlist");
        let written =
            |line: &str| Name::Code("RUN_TIMEOUT".into()).pattern().expect("pattern").is_match(line.as_bytes());
        let model = Name::Code("WrapModel".into()).pattern().expect("pattern");
        assert!(model.is_match(b"next.wrap_model(x)") && !model.is_match(b"wrapModelWithRecorder(x)"));
        assert!(written("os.getenv('RUN_TIMEOUT')") && !written("Timeout: p.runTimeout"));
        assert_eq!(Name::Exact("L2".into()).search(&[]).expect("search").pattern, r"\bL2\b");
    }
}
