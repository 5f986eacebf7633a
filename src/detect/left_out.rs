//! Tools that their server leaves out by a mark of theirs, as `exclude_tags` does, or because the set of tools that is chosen
//! as shipped has none of their marks. When it does is not followed: what stands in them counts as chosen, not as shipped.

use std::collections::BTreeMap;

use super::across::Found;
use crate::{
    facts::{Context, FactBase, Span, Tool, Value, glob_matches},
    rulebook::{State, WithheldSpec},
};

/// Marks that servers of the product leave out, each with the first place that says so.
pub struct LeftOut<'a> {
    spec: &'a WithheldSpec,
    places: BTreeMap<&'a str, (&'a str, Span)>,
    /// The marks of the set that is chosen as shipped, where there are several, and its place.
    shipped: Option<(Vec<&'a str>, (&'a str, Span))>,
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
        Self { spec, places, shipped: shipped(spec, base) }
    }

    /// Where a tool is left out.
    pub fn place(&self, tool: &Tool) -> Option<(&'a str, Span)> {
        let marks = tool.annotations.iter().filter(|(name, _)| self.spec.marks.contains(name));
        let marks: Vec<&str> = marks.flat_map(|(_, value)| texts(value)).collect();
        let excluded = marks.iter().find_map(|mark| self.places.get(mark).copied());
        let other = || {
            let (shipped, place) = self.shipped.as_ref()?;
            (!marks.is_empty() && !marks.iter().any(|mark| shipped.contains(mark))).then_some(*place)
        };
        excluded.or_else(other)
    }
}

/// The one set of tools, of several, that the default of a setting names.
fn shipped<'a>(spec: &WithheldSpec, base: &'a FactBase) -> Option<(Vec<&'a str>, (&'a str, Span))> {
    let product = || base.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
    let mut sets = Vec::new();
    for file in product() {
        for call in &file.facts.calls {
            let given =
                |name: &str| call.arguments.iter().find(|a| a.keyword.as_deref() == Some(name)).map(|a| &a.value);
            let marks = spec.marks.iter().find_map(|mark| given(mark));
            if let (Some(Value::Str(name)), Some(marks)) = (given("name"), marks)
                && !file.facts.tools.iter().any(|tool| tool.span.contains(call.span))
            {
                sets.push((&**name, texts(marks).collect::<Vec<_>>(), (&*file.path, call.span)));
            }
        }
    }
    if sets.len() < 2 {
        return None;
    }
    let chooses = |name: &str| spec.choosers.iter().any(|glob| glob_matches(glob, &name.to_ascii_lowercase()));
    let settings = product().flat_map(|file| &file.facts.settings).filter(|setting| chooses(&setting.name));
    let defaults: Vec<&str> = settings
        .filter_map(|setting| match &setting.value {
            Value::Str(text) => Some(&**text),
            Value::Name(dotted) => dotted.rsplit('.').next(),
            _ => None,
        })
        .collect();
    let mut named = sets.into_iter().filter(|(name, ..)| defaults.iter().any(|known| known.eq_ignore_ascii_case(name)));
    let (_, marks, place) = named.next()?;
    named.next().is_none().then_some((marks, place))
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
    if left_out.places.is_empty() && left_out.shipped.is_none() {
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
