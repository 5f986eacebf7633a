//! Questions about line spans that are asked for every match, in less than linear time.

use crate::facts::{FileFacts, FunctionKind, Span};

/// Spans that are asked whether one of them lies within another.
pub(super) struct Spans {
    /// Start, and the least end of this span and all behind it; sorted by start.
    least_end: Vec<(u32, u32)>,
}

impl Spans {
    pub fn new(spans: impl Iterator<Item = Span>) -> Self {
        let mut least_end: Vec<(u32, u32)> = spans.map(|span| (span.start, span.end)).collect();
        least_end.sort_unstable();
        let mut least = u32::MAX;
        for (_, end) in least_end.iter_mut().rev() {
            least = least.min(*end);
            *end = least;
        }
        Self { least_end }
    }

    pub fn any_within(&self, outer: Span) -> bool {
        let first = self.least_end.partition_point(|(start, _)| *start < outer.start);
        self.least_end.get(first).is_some_and(|(_, end)| *end <= outer.end)
    }
}

/// The functions of a file as they lie within each other.
pub(super) struct Nesting {
    /// Sorted by start, the longer one first.
    items: Vec<Item>,
}

struct Item {
    span: Span,
    /// Index into the file's functions.
    index: usize,
    /// Position of the one around it.
    around: Option<usize>,
}

impl Nesting {
    /// Classes, or functions and methods.
    pub fn new(facts: &FileFacts, classes: bool) -> Self {
        let wanted = facts.functions.iter().enumerate().filter(|(_, f)| (f.kind == FunctionKind::Class) == classes);
        let mut items: Vec<Item> = wanted.map(|(index, f)| Item { span: f.span, index, around: None }).collect();
        items.sort_by_key(|item| (item.span.start, std::cmp::Reverse(item.span.end), item.index));
        let mut open: Vec<usize> = Vec::new();
        for at in 0..items.len() {
            while open.last().is_some_and(|top| !items[*top].span.contains(items[at].span)) {
                open.pop();
            }
            items[at].around = open.last().copied();
            open.push(at);
        }
        Self { items }
    }

    /// The smallest function around a span, of equal ones the last.
    pub fn innermost(&self, span: Span) -> Option<usize> {
        let mut at = self.items.partition_point(|item| item.span.start <= span.start).checked_sub(1);
        while let Some(item) = at.and_then(|at| self.items.get(at)) {
            if item.span.contains(span) {
                return Some(item.index);
            }
            at = item.around;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::facts::{Coverage, Function};

    fn facts(spans: &[Span]) -> FileFacts {
        let function = |span: &Span| Function {
            name: "".into(),
            kind: FunctionKind::Function,
            parent: None,
            span: *span,
            decorators: vec![],
            parameters: vec![],
            bases: vec![],
        };
        FileFacts {
            lines: 100,
            coverage: Coverage::Full,
            functions: spans.iter().map(function).collect(),
            calls: vec![],
            imports: vec![],
            settings: vec![],
            tools: vec![],
            control: Default::default(),
            models: vec![],
            loops: vec![],
            routes: vec![],
            sections: vec![],
        }
    }

    /// Spans as blocks nest: each within a part of the one around it that no sibling has.
    fn nested() -> impl Strategy<Value = Vec<Span>> {
        prop::collection::vec((0u32..60, 0u32..20), 0..20).prop_map(|wanted| {
            let mut spans: Vec<Span> = Vec::new();
            for (start, length) in wanted {
                let span = Span { start, end: start + length };
                let apart = |other: &Span| {
                    other.end < span.start || span.end < other.start || other.contains(span) || span.contains(*other)
                };
                if spans.iter().all(apart) {
                    spans.push(span);
                }
            }
            spans
        })
    }

    proptest! {
        #[test]
        fn as_a_look_at_every_one(spans in nested(), start in 0u32..80, length in 0u32..10) {
            let asked = Span { start, end: start + length };
            let within = spans.iter().any(|span| asked.contains(*span));
            prop_assert_eq!(Spans::new(spans.iter().copied()).any_within(asked), within);
            let around = spans.iter().enumerate().filter(|(_, span)| span.contains(asked));
            let smallest = around.min_by_key(|(i, span)| (span.end - span.start, std::cmp::Reverse(*i))).map(|(_, s)| *s);
            let found = Nesting::new(&facts(&spans), false).innermost(asked).map(|i| spans[i]);
            prop_assert_eq!(found, smallest);
        }
    }
}
