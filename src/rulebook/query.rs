//! Whether the queries of rules compile: asked of users' rules when they are loaded, of the program's own by `lint`.

use super::{
    DetectorKind, Rule,
    error::{RuleError, line_of},
};
use crate::syntax::EvidenceQuery;

/// What is wrong with the queries of one rule; the line is that of the query's own line.
pub(super) fn mistakes(rule: &Rule, file: &str, source: &str) -> Vec<RuleError> {
    let mut errors = Vec::new();
    for detector in rule.detect.walk() {
        let DetectorKind::Query(query) = &detector.kind else { continue };
        for (language, text) in &query.languages {
            let mistake = language.reads().iter().find_map(|read| EvidenceQuery::new(*read, text).err());
            let Some(mistake) = mistake else { continue };
            let near = text.lines().nth(mistake.row).map_or("query:", str::trim);
            errors.push(RuleError {
                file: file.to_owned(),
                line: line_of(source, near),
                key: format!("detect.query.languages.{}", language.name()),
                message: mistake.message,
            });
        }
    }
    errors
}
