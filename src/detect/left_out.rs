//! Tools that their server leaves out by a mark of theirs, as `exclude_tags` does. When it does is not followed: what stands
//! in them counts as chosen, not as shipped.

use std::collections::BTreeMap;

use super::across::Found;
use crate::{
    facts::{Context, FactBase, Span, Tool, Value},
    rulebook::{State, WithheldSpec},
};

/// Marks that servers of the product leave out, each with the first place that says so.
pub struct LeftOut<'a> {
    spec: &'a WithheldSpec,
    places: BTreeMap<&'a str, (&'a str, Span)>,
}

impl<'a> LeftOut<'a> {
    pub fn new(spec: &'a WithheldSpec, base: &'a FactBase) -> Self {
        let named = |name: &str| spec.settings.iter().any(|known| known == name);
        let mut places = BTreeMap::new();
        for file in base.files.iter().filter(|file| file.in_scope && file.context == Context::Product) {
            let settings = file.facts.settings.iter().filter(|setting| named(&setting.name));
            let arguments = file.facts.calls.iter().flat_map(|call| {
                let given = call.arguments.iter().filter(|a| a.keyword.as_deref().is_some_and(named));
                given.map(|argument| (&argument.value, call.span))
            });
            for (value, span) in settings.map(|setting| (&setting.value, setting.span)).chain(arguments) {
                for mark in texts(value) {
                    places.entry(mark).or_insert((&*file.path, span));
                }
            }
        }
        Self { spec, places }
    }

    /// Where a tool is left out.
    pub fn place(&self, tool: &Tool) -> Option<(&'a str, Span)> {
        let marks = tool.annotations.iter().filter(|(name, _)| self.spec.marks.contains(name));
        marks.flat_map(|(_, value)| texts(value)).find_map(|mark| self.places.get(mark).copied())
    }
}

/// The literals that a value is or lists.
fn texts(value: &Value) -> impl Iterator<Item = &str> {
    let values = match value {
        Value::List(values) => &values[..],
        other => std::slice::from_ref(other),
    };
    values.iter().filter_map(|value| match value {
        Value::Str(text) => Some(&**text),
        _ => None,
    })
}

/// Matches that are on and stand within a tool that is left out have to be turned on.
pub(super) fn chosen(spec: &WithheldSpec, base: &FactBase, found: &mut [Found]) {
    let left_out = LeftOut::new(spec, base);
    if left_out.places.is_empty() {
        return;
    }
    let mut spans: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    for file in &base.files {
        let tools = file.facts.tools.iter().filter(|tool| left_out.place(tool).is_some());
        let within: Vec<Span> = tools.flat_map(|tool| [Some(tool.span), tool.body].into_iter().flatten()).collect();
        if !within.is_empty() {
            spans.insert(&file.path, within);
        }
    }
    for found in found.iter_mut().filter(|found| found.signal.state == State::On) {
        let lines = found.signal.lines;
        let within = spans.get(found.signal.file.as_str());
        if within.is_some_and(|spans| spans.iter().any(|span| span.start <= lines.start && lines.end <= span.end)) {
            found.signal.state = State::OptIn;
        }
    }
}
