//! Queries that rules bring: compiled with a message that says what would be right, run within limits.

use tree_sitter::{Query, QueryCursor, QueryError, QueryErrorKind, StreamingIterator};

use super::{Language, Parsed, parse::grammar};

/// States that one query may hold at a time.
const MATCH_LIMIT: u32 = 512;
/// Matches of one query in one file.
const MOST: usize = 1_000;
/// Names that a message proposes.
const MOST_PROPOSED: usize = 5;

/// The capture whose lines are cited.
pub const EVIDENCE: &str = "evidence";

/// A query with a capture `@evidence`.
#[derive(Debug)]
pub struct EvidenceQuery {
    query: Query,
    evidence: u32,
}

/// What is wrong with a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryMistake {
    /// 0-based line of the query.
    pub row: usize,
    pub message: String,
}

/// Rows, from 0, of what was found, and whether a limit was hit.
#[derive(Debug, Default)]
pub struct Evidence {
    pub rows: Vec<(usize, usize)>,
    pub exceeded: bool,
}

impl EvidenceQuery {
    /// # Errors
    /// What breaks the grammar of queries or names nothing of the language, and a query without `@evidence`.
    pub fn new(language: Language, source: &str) -> Result<Self, QueryMistake> {
        let mistake = |row: usize, message: String| QueryMistake { row, message };
        let Some(grammar) = grammar(language) else {
            return Err(mistake(0, format!("{} has no grammar to ask", language.name())));
        };
        let query = Query::new(&grammar, source)
            .map_err(|error| mistake(error.row, explained(language, &grammar, source, &error)))?;
        match query.capture_index_for_name(EVIDENCE) {
            Some(evidence) => Ok(Self { query, evidence }),
            None => Err(mistake(0, format!("has no capture `@{EVIDENCE}`: put it behind the node that is cited"))),
        }
    }

    /// All matches of a text that was parsed.
    pub fn find(&self, parsed: &Parsed, text: &str) -> Evidence {
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MATCH_LIMIT);
        let mut out = Evidence::default();
        let mut matches = cursor.matches(&self.query, parsed.tree.root_node(), text.as_bytes());
        while let Some(found) = matches.next() {
            let nodes = found.captures().iter().filter(|capture| capture.index == self.evidence);
            out.rows.extend(nodes.map(|capture| {
                let (start, end) = (capture.node.start_position(), capture.node.end_position());
                let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
                (start.row, last)
            }));
            if out.rows.len() >= MOST {
                out.exceeded = true;
                break;
            }
        }
        drop(matches);
        out.exceeded |= cursor.did_exceed_match_limit();
        out.rows.sort_unstable();
        out.rows.dedup();
        out
    }
}

fn explained(language: Language, grammar: &tree_sitter::Language, source: &str, error: &QueryError) -> String {
    let name = language.name();
    let message = error.message.trim_matches('"');
    match error.kind {
        QueryErrorKind::NodeType => {
            let kinds = (0..u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX))
                .filter(|id| grammar.node_kind_is_named(*id) && grammar.node_kind_is_visible(*id))
                .filter_map(|id| grammar.node_kind_for_id(id));
            format!("`{message}` is no node of {name}{}", proposed(message, kinds))
        }
        QueryErrorKind::Field => {
            let fields = (1..=u16::try_from(grammar.field_count()).unwrap_or(u16::MAX - 1))
                .filter_map(|id| grammar.field_name_for_id(id));
            format!("`{message}` is no field of {name}{}", proposed(message, fields))
        }
        QueryErrorKind::Capture => format!("a predicate names `@{message}`, which nothing captures"),
        QueryErrorKind::Structure => {
            let at = source.get(error.offset..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            format!("no {name} is built so: `{at}` can never match")
        }
        QueryErrorKind::Predicate => format!("a predicate is wrong: {message}"),
        QueryErrorKind::Syntax | QueryErrorKind::Language => {
            let at = source.get(error.offset..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            match at.trim() {
                "" => "ends before its brackets are closed".to_owned(),
                at => format!("`{at}` is no query: write nodes in brackets, as `(call) @{EVIDENCE}`"),
            }
        }
    }
}

/// Names that begin alike, sorted.
fn proposed<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> String {
    let shared = |name: &str| name.bytes().zip(wrong.bytes()).take_while(|(a, b)| a == b).count();
    let mut names: Vec<(usize, &str)> =
        known.map(|name| (shared(name), name)).filter(|(shared, _)| *shared >= 3).collect();
    names.sort_by_key(|(shared, name)| (std::cmp::Reverse(*shared), *name));
    names.dedup();
    let names: Vec<String> = names.iter().take(MOST_PROPOSED).map(|(_, name)| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("; perhaps {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    fn mistake(source: &str) -> String {
        EvidenceQuery::new(Language::Python, source).map(|_| String::new()).unwrap_or_else(|m| m.message)
    }

    #[test]
    fn mistakes_say_what_would_be_right() {
        assert_eq!(mistake("(call) @other"), "has no capture `@evidence`: put it behind the node that is cited");
        assert_eq!(
            mistake("(call_expresion) @evidence").split(';').next(),
            Some("`call_expresion` is no node of python")
        );
        assert!(mistake("(with_statment) @evidence").contains("`with_statement`"));
        assert_eq!(mistake("(call funktion: (_)) @evidence"), "`funktion` is no field of python; perhaps `function`");
        assert_eq!(mistake("((call) @evidence (#eq? @x \"a\"))"), "a predicate names `@x`, which nothing captures");
        assert_eq!(mistake("((call) @evidence"), "ends before its brackets are closed");
    }

    #[test]
    fn rows_of_the_evidence() {
        let text = "a(\n  1)\nb(2)\n";
        let query = EvidenceQuery::new(Language::Python, "(call function: (identifier) @n (#eq? @n \"a\")) @evidence");
        let found = query.unwrap().find(&parse(Language::Python, text).unwrap(), text);
        assert_eq!((found.rows, found.exceeded), (vec![(0, 1)], false));
    }
}
