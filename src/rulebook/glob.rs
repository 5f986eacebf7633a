//! Two kinds of glob: over dotted names (`subprocess.*`) and over paths (`*.py`, `.github/**/*.yml`).

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{LazyLock, Mutex, OnceLock, PoisonError},
};

use regex::bytes::Regex;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};

/// A glob over a name: `*` stands for any characters, dots included, `?` for one, `{a,b}` for one of several.
/// With `FOLD` it is compared without regard to ASCII case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob<const FOLD: bool> {
    source: String,
    alternatives: Vec<Vec<u8>>,
}

/// Names of functions, tools and settings: compared without regard to case.
pub type NameGlob = Glob<true>;

/// Resolved callees, modules, decorators and base classes: compared as written.
pub type ExactGlob = Glob<false>;

/// More would be a mistake in the rule.
const MAX_ALTERNATIVES: usize = 256;

impl<const FOLD: bool> Glob<FOLD> {
    /// `Err` says what is wrong: empty, or braces that do not pair up.
    pub fn new(source: &str) -> Result<Self, String> {
        if source.is_empty() {
            return Err("an empty glob matches nothing; write `*` to match everything".into());
        }
        let folded = if FOLD { source.to_ascii_lowercase() } else { source.to_owned() };
        let alternatives = expand_braces(&folded)?.into_iter().map(String::into_bytes).collect();
        Ok(Self { source: source.to_owned(), alternatives })
    }

    /// Matches the empty text alone.
    pub fn empty() -> Self {
        Self { source: String::new(), alternatives: vec![Vec::new()] }
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn matches(&self, name: &str) -> bool {
        let name: Cow<'_, [u8]> = match FOLD && name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => name.to_ascii_lowercase().into_bytes().into(),
            false => name.as_bytes().into(),
        };
        self.alternatives.iter().any(|pattern| wildcard(pattern, &name))
    }

    /// The patterns that the braces stand for, folded if `FOLD`.
    pub fn alternatives(&self) -> impl Iterator<Item = &str> {
        self.alternatives.iter().filter_map(|a| std::str::from_utf8(a).ok())
    }
}

/// `a{b,c}` → `ab`, `ac`. No nesting: a rule that needs it is better written as a list.
fn expand_braces(source: &str) -> Result<Vec<String>, String> {
    let mut done = vec![String::new()];
    let mut rest = source;
    while let Some(open) = rest.find(['{', '}']) {
        if rest.as_bytes()[open] == b'}' {
            return Err(format!("`{source}` closes a brace that is not open"));
        }
        let close =
            rest[open..].find('}').ok_or_else(|| format!("`{source}` opens a brace that is not closed"))? + open;
        let (head, inner) = (&rest[..open], &rest[open + 1..close]);
        if inner.contains('{') {
            return Err(format!("`{source}` nests braces; write a list of globs"));
        }
        done = done.iter().flat_map(|d| inner.split(',').map(move |i| format!("{d}{head}{i}"))).collect();
        if done.len() > MAX_ALTERNATIVES {
            return Err(format!("`{source}` stands for more than {MAX_ALTERNATIVES} names"));
        }
        rest = &rest[close + 1..];
    }
    done.iter_mut().for_each(|d| d.push_str(rest));
    Ok(done)
}

/// Greedy two-pointer match of a brace-free pattern, linear in practice and never recursive.
pub fn wildcard(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == b'?' || c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((sp, st)) => {
                    p = sp + 1;
                    t = st + 1;
                    star = Some((sp, st + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == b'*')
}

impl<'de, const FOLD: bool> Deserialize<'de> for Glob<FOLD> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<const FOLD: bool> JsonSchema for Glob<FOLD> {
    fn schema_name() -> Cow<'static, str> {
        if FOLD { "NameGlob".into() } else { "ExactGlob".into() }
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1})
    }
}

/// A glob over a repository-relative path, with the meaning that `rg -g` gives it: without `/` it is compared with the
/// file's name, with `/` with the whole path; `*` and `?` stay within one component, `**` does not.
#[derive(Debug, Clone)]
pub struct PathGlob {
    source: String,
    /// Compiled for the first path that is compared with it.
    regex: OnceLock<Option<Regex>>,
}

impl PathGlob {
    /// `Err` says what is wrong.
    pub fn new(source: &str) -> Result<Self, String> {
        if source.is_empty() || source.starts_with('!') {
            return Err(format!("`{source}` is no glob of files: write `*.py`, `Dockerfile*` or `charts/**/*.yaml`"));
        }
        let expression = path_expression(source)?;
        let parser = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build();
        { parser }.parse(&expression).map_err(|e| format!("`{source}` is no glob of files: {e}"))?;
        Ok(Self { source: source.to_owned(), regex: OnceLock::new() })
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    /// The extension of `*.extension`, the most frequent form, which needs no matching.
    pub fn extension(&self) -> Option<&str> {
        let extension = self.source.strip_prefix("*.")?;
        (!extension.is_empty() && !extension.contains(['.', '*', '?', '[', '{', '/', '\\'])).then_some(extension)
    }

    pub fn matches(&self, path: &str) -> bool {
        if let Some(extension) = self.extension() {
            return path.strip_suffix(extension).is_some_and(|rest| rest.ends_with('.'));
        }
        let compiled = || compiled(&path_expression(&self.source).ok()?).ok();
        self.regex.get_or_init(compiled).as_ref().is_some_and(|regex| regex.is_match(path.as_bytes()))
    }
}

/// Rules name the same few dozen globs over and over: each is compiled once.
fn compiled(expression: &str) -> Result<Regex, regex::Error> {
    static KNOWN: LazyLock<Mutex<BTreeMap<String, Regex>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(regex) = known().get(expression) {
        return Ok(regex.clone());
    }
    let regex = regex::bytes::RegexBuilder::new(expression).unicode(false).build()?;
    known().insert(expression.to_owned(), regex.clone());
    Ok(regex)
}

impl PartialEq for PathGlob {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

fn path_expression(source: &str) -> Result<String, String> {
    let anchored = source.contains('/');
    let glob = source.strip_prefix('/').unwrap_or(source);
    let mut out = String::from(if anchored { "^" } else { "(?:^|/)" });
    let mut rest = glob;
    let mut braces = 0u32;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("**/") {
            out.push_str("(?:.*/)?");
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix("**") {
            out.push_str(".*");
            rest = after;
            continue;
        }
        match c {
            '*' => out.push_str("[^/]*"),
            '?' => out.push_str("[^/]"),
            '{' => {
                braces += 1;
                out.push_str("(?:");
            }
            '}' if braces > 0 => {
                braces -= 1;
                out.push(')');
            }
            ',' if braces > 0 => out.push('|'),
            '[' => {
                let end =
                    rest[1..].find(']').ok_or_else(|| format!("`{source}` opens a bracket that is not closed"))? + 1;
                let inner = &rest[1..end];
                let inner = inner.strip_prefix('!').map_or_else(|| inner.to_owned(), |i| format!("^{i}"));
                out.push_str(&format!("[{inner}]"));
                rest = &rest[end + 1..];
                continue;
            }
            _ => out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
        rest = &rest[c.len_utf8()..];
    }
    if braces > 0 {
        return Err(format!("`{source}` opens a brace that is not closed"));
    }
    out.push('$');
    Ok(out)
}

impl<'de> Deserialize<'de> for PathGlob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for PathGlob {
    fn schema_name() -> Cow<'static, str> {
        "PathGlob".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(glob: &str, text: &str) -> bool {
        ExactGlob::new(glob).unwrap().matches(text)
    }

    #[test]
    fn stars_cross_dots_and_braces_are_alternatives() {
        assert!(name("subprocess.*", "subprocess.run"));
        assert!(name("*.run", "a.b.run"));
        assert!(!name("*.run", "run"));
        assert!(name("os.{system,popen}", "os.popen"));
        assert!(!name("os.{system,popen}", "os.spawn"));
        assert!(name("*a*b*", "xxaxxbxx") && !name("*a*b*", "xxbxxaxx"));
        assert!(!name("Exec", "exec") && NameGlob::new("Exec").unwrap().matches("eXEC"));
    }

    #[test]
    fn what_is_wrong_with_a_glob_is_said() {
        assert_eq!(ExactGlob::new("a{b").unwrap_err(), "`a{b` opens a brace that is not closed");
        assert_eq!(ExactGlob::new("a}b").unwrap_err(), "`a}b` closes a brace that is not open");
        assert!(ExactGlob::new("").is_err());
        assert!(PathGlob::new("!x").is_err());
    }

    #[test]
    fn path_globs_mean_what_ripgrep_means() {
        let path = |glob: &str, path: &str| PathGlob::new(glob).unwrap().matches(path);
        assert!(path("*.py", "a/b.py") && path("*.py", "b.py") && !path("*.py", "b.pyc"));
        assert!(path("Dockerfile*", "deploy/Dockerfile.prod"));
        assert!(path(".github/workflows/*.yml", ".github/workflows/ci.yml"));
        assert!(!path(".github/workflows/*.yml", "x/.github/workflows/ci.yml"));
        assert!(path("**/templates/**/*.yaml", "chart/templates/a/b.yaml") && path("**/x.y", "x.y"));
        assert!(path("*.{ts,tsx}", "a.tsx") && path("[A-C].md", "B.md") && !path("[!A-C].md", "B.md"));
        assert!(path("compose.y*ml", "compose.yaml") && !path("a.b", "axb"));
    }
}
