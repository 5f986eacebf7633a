//! What the leaves of all rules match in one file: its facts, its text, its syntax.

use std::collections::BTreeMap;

use super::{
    Input,
    content::Contents,
    evaluate::{Evaluation, Fact},
    leaf,
    names::Memos,
    plan::{Leaf, LinePattern, Plan},
    service,
};
use crate::{
    facts::Span,
    syntax::{self, Language},
};

/// Longer lines are generated; a match in one could not be read by a person.
const MAX_LINE: usize = 20_000;

impl Evaluation<'_> {
    pub(super) fn facts(&mut self, plan: &Plan<'_>, memos: &mut Memos) {
        let facts = self.facts;
        let mut any = Vec::new();
        for (index, call) in facts.calls.iter().enumerate() {
            plan.any_calls.candidates(call, &mut memos.any, &mut any);
            for id in memos.calls.matches(&plan.calls, call.callee).iter().chain(&any) {
                if let Some(Leaf::Call(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::call(pattern, call)
                {
                    self.add(*id, Fact::Call(index), call.span);
                }
            }
        }
        for (index, setting) in facts.settings.iter().enumerate() {
            for id in memos.settings.matches_whole_or_last(&plan.settings, setting.name) {
                if let Some(Leaf::Setting(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::setting(pattern, setting)
                {
                    self.add(*id, Fact::Setting(index), setting.span);
                }
            }
        }
        for (index, import) in facts.imports.iter().enumerate() {
            for id in memos.imports.matches(&plan.imports, import.module) {
                if let Some(Leaf::Import(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::import(pattern, import)
                {
                    self.add(*id, Fact::Import(index), import.span);
                }
            }
        }
        for (index, function) in facts.functions.iter().enumerate() {
            let named = memos.functions.matches(&plan.functions, function.name);
            for id in named.iter().chain(&plan.nameless_functions) {
                if let Some(Leaf::Function(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::function(pattern, function)
                {
                    // A definition is cited by its head; its body would be the whole file for many classes.
                    self.add(*id, Fact::Function(index), Span::line(function.span.start));
                }
            }
        }
        for id in &plan.tools {
            let Some(Leaf::Tool(pattern)) = plan.leaves.get(*id as usize) else { continue };
            for (index, tool) in facts.tools.iter().enumerate().filter(|(_, t)| leaf::tool(pattern, t)) {
                self.add(*id, Fact::Tool(index), head(tool.span));
            }
        }
        self.turns(plan);
    }

    /// Model calls, loops, routes and container values: few in a file, asked one by one.
    fn turns(&mut self, plan: &Plan<'_>) {
        let facts = self.facts;
        for id in &plan.models {
            let Some(Leaf::Model(pattern)) = plan.leaves.get(*id as usize) else { continue };
            for (index, model) in facts.models.iter().enumerate() {
                let call = model.call.and_then(|call| facts.calls.get(call as usize));
                if leaf::model(pattern, model, call) {
                    self.add(*id, Fact::Model(index), head(model.span));
                }
            }
        }
        for id in &plan.loops {
            let Some(Leaf::Loop(pattern)) = plan.leaves.get(*id as usize) else { continue };
            for (index, known) in facts.loops.iter().enumerate().filter(|(_, known)| leaf::around(pattern, known)) {
                self.add(*id, Fact::Loop(index), known.span);
            }
        }
        for id in &plan.routes {
            let Some(Leaf::Route(pattern)) = plan.leaves.get(*id as usize) else { continue };
            for (index, route) in facts.routes.iter().enumerate().filter(|(_, route)| leaf::route(pattern, route)) {
                self.add(*id, Fact::Route(index), head(route.span));
            }
        }
        for id in &plan.containers {
            let Some(Leaf::Container(pattern)) = plan.leaves.get(*id as usize) else { continue };
            let settings = facts.settings.iter().enumerate();
            for (index, setting) in settings.filter(|(_, setting)| service::container(pattern, setting)) {
                self.add(*id, Fact::Setting(index), setting.span);
            }
        }
    }

    /// Parses the text again where a query asks for it and one of its words stands there.
    pub(super) fn queries(&mut self, plan: &Plan<'_>, input: &Input<'_>, contents: &Contents<'_>) {
        let language = Language::detect(input.path, b"");
        let asked: Vec<_> = plan.queries.iter().filter(|(_, query)| query.asks(language, input.path)).collect();
        if asked.is_empty() {
            return;
        }
        let Some(text) = contents.code() else { return };
        let wanted: Vec<_> = asked
            .into_iter()
            .filter(|(_, query)| query.may_match(language, text))
            .filter_map(|(id, query)| Some((*id, query.of(language)?)))
            .collect();
        if wanted.is_empty() {
            return;
        }
        let Some(parsed) = syntax::parse(language, text) else { return };
        let lines: Vec<&str> = text.lines().collect();
        for (id, query) in wanted {
            let found = query.find(&parsed, text);
            if found.exceeded {
                tracing::debug!(path = ?input.path, "a query of a rule hit its limit");
            }
            for (start, end) in found.rows {
                let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
                let first = lines.get(start).map_or("", |line| line.trim()).to_owned();
                self.add(id, Fact::Syntax(first), head(Span { start: line(start), end: line(end) }));
            }
        }
    }

    pub(super) fn texts(&mut self, plan: &Plan<'_>, input: &Input<'_>, contents: &Contents<'_>, leaves: &[u32]) {
        // By number of the pattern: the leaf that asks for it here.
        let mut wanted: BTreeMap<usize, u32> = BTreeMap::new();
        for id in leaves {
            match plan.leaves.get(*id as usize) {
                Some(Leaf::Text(pattern)) => drop(wanted.insert(*pattern, *id)),
                _ if input.facts.lines > 0 => self.add(*id, Fact::Path, Span::line(1)),
                _ => {}
            }
        }
        if wanted.is_empty() {
            return;
        }
        let Some(text) = contents.code() else { return };
        let text = text.as_bytes();
        let screen = plan.screen();
        let mut number = LineNumber::new(text);
        let mut ask = |pattern: usize, id: u32, line: &[u8]| {
            let at = number.of(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.len() <= MAX_LINE
                && let Some(of_line) = plan.texts().get(pattern).and_then(LinePattern::line)
                && let Some(found) = of_line.find(line)
            {
                let matched = String::from_utf8_lossy(found.as_bytes()).into_owned();
                self.add(id, Fact::Text(matched), Span::line(at));
            }
        };
        for pattern in screen.unfiltered().iter().map(|pattern| *pattern as usize) {
            let Some(id) = wanted.get(&pattern) else { continue };
            let whole = plan.texts().get(pattern).and_then(LinePattern::whole);
            if whole.is_none_or(|whole| whole.is_match(text)) {
                text.split(|b| *b == b'\n').for_each(|line| ask(pattern, *id, line));
            }
        }
        screen.filtered_lines(text, |pattern, line| {
            if let Some(id) = wanted.get(&pattern) {
                ask(pattern, *id, line);
            }
        });
    }
}

/// Numbers of lines of a text, each given as a part of it.
struct LineNumber<'t> {
    text: &'t [u8],
    /// Where the last one started, and its number.
    last: (usize, u32),
}

impl<'t> LineNumber<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, last: (0, 1) }
    }

    fn of(&mut self, line: &[u8]) -> u32 {
        let start = line.as_ptr().addr().saturating_sub(self.text.as_ptr().addr()).min(self.text.len());
        if start < self.last.0 {
            self.last = (0, 1);
        }
        let (from, number) = self.last;
        let feeds = memchr::memchr_iter(b'\n', &self.text[from..start]).count();
        self.last = (start, number.saturating_add(u32::try_from(feeds).unwrap_or(u32::MAX)));
        self.last.1
    }
}

/// A tool is cited by the head of its declaration.
fn head(span: Span) -> Span {
    Span { start: span.start, end: span.end.min(span.start + 5) }
}
