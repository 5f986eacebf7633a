//! What a text must hold for a query to match in it, taken from the query's predicates: most files need no second parse.

use std::collections::BTreeSet;

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::{Capture, Hir, HirKind, Repetition};

use super::query::{Token, tokens};

/// Bytes of states that one thread keeps of one expression.
const DFA_SIZE: usize = 128 << 10;

/// Conditions on the whole text, each of which a match implies.
#[derive(Debug, Default)]
pub struct Screen(Vec<Condition>);

#[derive(Debug)]
enum Condition {
    /// One of these stands in it.
    OneOf(Vec<String>),
    /// This matches in it.
    Expression(Regex),
}

/// A node, a list in brackets, or the whole query.
#[derive(Default)]
struct Group<'a> {
    alternation: bool,
    /// Captures that every match has.
    sure: Vec<&'a str>,
    /// Those of the last item, until it is known that it is not optional.
    last: Vec<&'a str>,
    optional: bool,
    /// The parts of a predicate.
    predicate: Option<Vec<&'a str>>,
}

impl<'a> Group<'a> {
    fn settle(&mut self) {
        let last = std::mem::take(&mut self.last);
        if !self.alternation && !self.optional {
            self.sure.extend(last);
        }
        self.optional = false;
    }
}

impl Screen {
    /// Of one pattern; several, or a query that is none, have no conditions.
    pub fn new(source: &str) -> Self {
        let Ok(tokens) = tokens(source) else { return Self::default() };
        let mut groups = vec![Group::default()];
        let mut predicates: Vec<Vec<&str>> = Vec::new();
        let mut patterns = 0;
        for token in tokens {
            let Token::Text(token) = token else { continue };
            let depth = groups.len();
            let Some(group) = groups.last_mut() else { return Self::default() };
            match (token, token.as_bytes().first()) {
                ("(" | "[", _) => {
                    group.settle();
                    patterns += usize::from(depth == 1);
                    groups.push(Group { alternation: token == "[", ..Group::default() });
                }
                (")" | "]", _) => {
                    group.settle();
                    let Some(mut closed) = groups.pop() else { return Self::default() };
                    predicates.extend(closed.predicate.take());
                    if let Some(outer) = groups.last_mut() {
                        outer.last = closed.sure;
                    }
                }
                (_, Some(b'#')) => group.predicate = Some(vec![token]),
                _ if group.predicate.is_some() => group.predicate.iter_mut().for_each(|parts| parts.push(token)),
                (_, Some(b'@')) => group.last.push(token),
                // `+` asks for one at least.
                (_, Some(b'?' | b'*')) => group.optional = true,
                (_, Some(b'+')) => {}
                _ => group.settle(),
            }
        }
        let Some(mut whole) = groups.pop().filter(|_| groups.is_empty() && patterns == 1) else {
            return Self::default();
        };
        whole.settle();
        let sure: BTreeSet<&str> = whole.sure.into_iter().collect();
        Self(predicates.iter().filter_map(|parts| condition(parts, &sure)).collect())
    }

    pub fn may_match(&self, text: &str) -> bool {
        self.0.iter().all(|condition| match condition {
            Condition::OneOf(words) => words.iter().any(|word| text.contains(word)),
            Condition::Expression(expression) => expression.is_match(text.as_bytes()),
        })
    }
}

fn condition(parts: &[&str], sure: &BTreeSet<&str>) -> Option<Condition> {
    let [name, capture, values @ ..] = parts else { return None };
    if !sure.contains(capture) {
        return None;
    }
    let values: Option<Vec<String>> = values.iter().map(|value| literal(value)).collect();
    match (*name, values?) {
        ("#eq?" | "#any-of?", values) if !values.is_empty() => Some(Condition::OneOf(values)),
        ("#match?", values) => values.first().and_then(|source| anywhere(source)).map(Condition::Expression),
        _ => None,
    }
}

/// What stands in quotes, as queries escape it; `None` of anything else.
fn literal(token: &str) -> Option<String> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    let mut chars = inner.chars();
    let mut out = String::new();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                other => other,
            },
            c => c,
        });
    }
    Some(out)
}

/// An expression over a node's text, to be found anywhere in the file's.
fn anywhere(source: &str) -> Option<Regex> {
    let parsed = regex_syntax::ParserBuilder::new().utf8(false).build().parse(source).ok()?;
    let loose = without_looks(&parsed);
    // What matches the empty text says nothing.
    if loose.properties().minimum_len() == Some(0) {
        return None;
    }
    RegexBuilder::new(&loose.to_string()).dfa_size_limit(DFA_SIZE).build().ok()
}

/// Ends of a node are no ends of the file. The depth is bounded by the parser.
fn without_looks(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Look(_) => Hir::empty(),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) => hir.clone(),
        HirKind::Repetition(r) => Hir::repetition(Repetition { sub: Box::new(without_looks(&r.sub)), ..r.clone() }),
        HirKind::Capture(c) => Hir::capture(Capture { sub: Box::new(without_looks(&c.sub)), ..c.clone() }),
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(without_looks).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(without_looks).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(query: &str, text: &str) -> bool {
        Screen::new(query).may_match(text)
    }

    #[test]
    fn predicates_of_captures_that_every_match_has() {
        let query = r#"(call function: (identifier) @name (#any-of? @name "run" "start")
            arguments: (argument_list (string) @text (#match? @text "(?i)^f?[\"']\\s*select\\s"))) @evidence"#;
        assert!(holds(query, "run('  SELECT a')"));
        assert!(!holds(query, "begin('SELECT a')"), "no such name");
        assert!(!holds(query, "run('DELETE a')"), "no such text");
        assert!(holds(query, "x = 'select a'; start"), "the parser tells the rest");
    }

    #[test]
    fn what_a_match_may_lack_says_nothing() {
        assert!(holds(r#"((call (a)? @x) @evidence (#eq? @x "one"))"#, "two"));
        assert!(holds(r#"((call (a)* @x) @evidence (#eq? @x "one"))"#, "two"));
        assert!(holds(r#"((call [(a) @x (b)]) @evidence (#eq? @x "one"))"#, "two"));
        assert!(holds(r#"((call (a (b) @x)?) @evidence (#eq? @x "one"))"#, "two"));
        assert!(holds(r#"((a) @x (#eq? @x "one")) ((b) @evidence)"#, "two"), "several patterns");
        assert!(!holds(r#"((call [(a) (b)] @x) @evidence (#eq? @x "one"))"#, "two"));
        assert!(!holds(r#"((call (a)+ @x) @evidence (#eq? @x "one"))"#, "two"));
        assert!(holds(r#"((call (a) @x (b) @y) @evidence (#eq? @x @y))"#, "two"));
        assert!(holds(r#"((call (a) @x) @evidence (#not-eq? @x "one"))"#, "one"));
    }

    #[test]
    fn ends_of_a_node_are_no_ends_of_the_file() {
        assert!(holds(r#"((a) @evidence (#match? @evidence "^tools?$"))"#, "my_tools_list"));
        assert!(holds(r#"((a) @evidence (#match? @evidence "^$"))"#, "x"));
    }
}
