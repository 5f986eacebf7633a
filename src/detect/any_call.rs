//! Call patterns that take any callee: asked only of calls that hold what one of their conditions needs.

use foldhash::HashMap;
use regex::bytes::{RegexSet, RegexSetBuilder};

use super::{
    leaf::{letters, value_or_part},
    names::{Memo, NameIndex},
};
use crate::{
    facts::{Argument, Call, Value},
    rulebook::{CallPattern, pattern},
};

/// The glob of a callee that says nothing.
const ANY: &str = "*";

/// Leaves by the one condition that tells most calls apart.
#[derive(Debug, Default)]
pub struct AnyCalls {
    /// By the letters of an argument's name.
    by_argument: HashMap<Vec<u8>, Vec<u32>>,
    /// Parallel: patterns of strings, and their leaves.
    strings: Option<RegexSet>,
    string_leaves: Vec<u32>,
    /// By a name among the values.
    names: Option<NameIndex>,
    always: Vec<u32>,
}

/// Answers of an [`AnyCalls`] on strings and names that code says over and over.
#[derive(Debug, Default)]
pub struct AnyMemo {
    strings: Memo,
    names: Memo,
}

impl AnyCalls {
    /// True for a pattern that this index is for.
    pub fn takes(pattern: &CallPattern) -> bool {
        pattern.callee.iter().any(|glob| glob.alternatives().any(|glob| glob == ANY))
    }

    pub fn new<'p>(patterns: impl Iterator<Item = (u32, &'p CallPattern)>) -> Self {
        let mut all = Self::default();
        let (mut sources, mut names) = (Vec::new(), Vec::new());
        for (leaf, pattern) in patterns {
            let named = pattern.arguments.iter().find(|(_, spec)| !spec.matches(None));
            if let Some((name, _)) = named {
                let head = name.split('.').next().unwrap_or(name);
                let mut keys: Vec<Vec<u8>> = [name, head].map(|name| letters(name).collect()).into();
                keys.dedup();
                for key in keys {
                    all.by_argument.entry(key).or_default().push(leaf);
                }
            } else if let Some(string) = &pattern.any_string {
                sources.push(string.source());
                all.string_leaves.push(leaf);
            } else if !pattern.any_name.is_empty() {
                names.extend(pattern.any_name.iter().flat_map(|glob| glob.alternatives()).map(|glob| (glob, leaf)));
            } else {
                all.always.push(leaf);
            }
        }
        if !sources.is_empty() {
            let built = RegexSetBuilder::new(&sources)
                .unicode(false)
                .size_limit(16 << 20)
                .dfa_size_limit(8 * pattern::DFA_SIZE)
                .build();
            match built {
                Ok(set) => all.strings = Some(set),
                // Too large together: each is asked by itself.
                Err(_) => all.always.append(&mut all.string_leaves),
            }
        }
        all.names = (!names.is_empty()).then(|| NameIndex::new(names, false));
        all
    }

    /// Leaves that may match the call; sorted, each once.
    pub fn candidates(&self, call: &Call, memo: &mut AnyMemo, found: &mut Vec<u32>) {
        found.clear();
        found.extend(&self.always);
        for argument in &call.arguments {
            self.of_argument(argument, found);
            if self.strings.is_none() && self.names.is_none() {
                continue;
            }
            value_or_part(&argument.value, 0, &mut |value| {
                self.of_value(value, memo, found);
                false
            });
        }
        found.sort_unstable();
        found.dedup();
    }

    fn of_argument(&self, argument: &Argument, found: &mut Vec<u32>) {
        let mut key = Vec::new();
        let mut ask = |name: &str| {
            key.clear();
            key.extend(letters(name));
            found.extend(self.by_argument.get(&key).into_iter().flatten());
        };
        match (&argument.keyword, &argument.value) {
            (Some(keyword), _) => ask(keyword),
            (None, Value::Object(entries)) => entries.iter().for_each(|(name, _)| ask(name)),
            _ => {}
        }
    }

    fn of_value(&self, value: &Value, memo: &mut AnyMemo, found: &mut Vec<u32>) {
        match value {
            Value::Str(text) => {
                if let Some(set) = &self.strings {
                    let leaf = |at: usize| self.string_leaves.get(at).copied();
                    let matched = |text: &str| set.matches(text.as_bytes()).into_iter().filter_map(leaf).collect();
                    found.extend(memo.strings.answer(*text, matched));
                }
            }
            Value::Name(name) | Value::Call(name, _) => {
                if let Some(names) = &self.names {
                    found.extend(memo.names.matches(names, *name));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        detect::leaf,
        facts::{Span, Word},
    };

    fn pattern(yaml: &str) -> CallPattern {
        serde_yaml::from_str(yaml).expect(yaml)
    }

    #[test]
    fn no_call_is_lost_and_most_are_not_asked() {
        let patterns: Vec<CallPattern> = [
            "{callee: ['*'], arguments: {needs_approval: true}}",
            "{callee: ['*'], arguments: {sandbox.mode: 'none'}}",
            "{callee: ['*'], arguments: {timeout: {is: absent}}}",
            "{callee: ['*'], any_string: '^--no-sandbox$'}",
            "{callee: ['*'], any_name: ['*Metrics*', 'process.argv', 'os.Args']}",
            "{callee: ['*', 'run'], arguments: {env: {is: absent}, shell: true}}",
        ]
        .map(pattern)
        .into();
        assert!(patterns.iter().all(AnyCalls::takes));
        assert!(!AnyCalls::takes(&pattern("{callee: ['*.run']}")));
        let index = AnyCalls::new((0..).zip(&patterns));
        let text = |text: &str| Value::Str(text.into());
        let argument = |keyword: Option<&str>, value: Value| Argument { keyword: keyword.map(Word::new), value };
        let object = |entries: Vec<(&str, Value)>| {
            Value::Object(entries.into_iter().map(|(key, value)| (Word::new(key), value)).collect())
        };
        let calls = [
            vec![],
            vec![argument(Some("needsApproval"), Value::Bool(true))],
            vec![argument(None, object(vec![("needs_approval", Value::Bool(true))]))],
            vec![argument(Some("sandbox"), object(vec![("mode", text("none"))]))],
            vec![argument(None, object(vec![("sandbox.mode", text("none"))]))],
            vec![argument(None, Value::List([text("a"), text("--no-sandbox")].into_iter().collect()))],
            vec![argument(None, Value::Name("myMetrics.x".into()))],
            vec![argument(Some("x"), Value::Name("process.argv".into())), argument(Some("shell"), Value::Bool(true))],
            vec![argument(Some("timeout"), Value::Num("3".into()))],
            vec![argument(None, Value::Name("os.Args".into()))],
        ];
        let (mut memo, mut found, mut asked) = (AnyMemo::default(), Vec::new(), 0);
        for arguments in calls {
            let call = Call {
                callee: "f".into(),
                written: "f".into(),
                arguments: arguments.into_iter().collect(),
                span: Span::line(1),
                function: None,
                in_loop: false,
                result_used: false,
            };
            index.candidates(&call, &mut memo, &mut found);
            asked += found.len();
            for (leaf, pattern) in (0..).zip(&patterns) {
                assert!(found.contains(&leaf) || !leaf::call(pattern, &call), "{call:?} {pattern:?}");
            }
        }
        assert!(asked < 10 + 12, "{asked}");
    }
}
