//! The detectors of all rules over one file.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    Input, Signal, Texts, leaf,
    names::last_segment,
    plan::{Leaf, Node, NodeKind, Plan},
    quote,
    spans::{Nesting, Spans},
};
use crate::{
    evidence::mask,
    facts::{FileFacts, Span},
    rulebook::{Capture, Inside, State, Within},
    text::Raw,
};

/// What a leaf matched: an index into the file's facts, or a line of its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    Call(usize),
    Tool(usize),
    Setting(usize),
    Import(usize),
    Function(usize),
    /// What the pattern matched.
    Text(String),
    Path,
}

#[derive(Debug, Clone, PartialEq)]
struct Match {
    fact: Fact,
    span: Span,
    state: Option<State>,
    contains: Option<Capture>,
}

/// Longer lines are generated; a match in one could not be read by a person.
const MAX_LINE: usize = 20_000;

/// Signals of one file, in no particular order.
pub(super) fn file(plan: &Plan<'_>, input: &Input<'_>, texts: &dyn Texts) -> Vec<Signal> {
    let mut state = Evaluation {
        facts: input.facts,
        leaves: HashMap::new(),
        functions: Nesting::new(input.facts, false),
        classes: Nesting::new(input.facts, true),
    };
    state.facts(plan);
    let file_leaves = plan.file_leaves_of(input.path);
    if !file_leaves.is_empty() {
        state.texts(plan, input, texts, &file_leaves);
    }
    let mut rules: Vec<u32> = state.leaves.keys().filter_map(|l| plan.leaf_rule.get(*l as usize).copied()).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut signals = Vec::new();
    let mut quoter = quote::Quoter::new(input, texts);
    for planned in rules.iter().filter_map(|r| plan.rules.get(*r as usize)) {
        if !planned.rule.context.contains(&input.context) {
            continue;
        }
        let mut places = HashSet::new();
        for found in state.evaluate(&planned.node) {
            if !places.insert((found.span, found.fact.clone())) {
                continue;
            }
            signals.push(Signal {
                rule: planned.rule.id.clone(),
                file: input.path.to_owned(),
                lines: found.span,
                context: input.context,
                state: found.state.unwrap_or(planned.rule.state),
                contains: quoter.contains(&found.fact, found.span, found.contains),
                captures: state.captures(&found, input.path),
            });
        }
    }
    signals
}

struct Evaluation<'f> {
    facts: &'f FileFacts,
    leaves: HashMap<u32, Vec<Match>>,
    /// Functions and methods, and classes, by line.
    functions: Nesting,
    classes: Nesting,
}

impl Evaluation<'_> {
    fn add(&mut self, leaf: u32, fact: Fact, span: Span) {
        self.leaves.entry(leaf).or_default().push(Match { fact, span, state: None, contains: None });
    }

    fn facts(&mut self, plan: &Plan<'_>) {
        let facts = self.facts;
        let mut named = Vec::new();
        for (index, call) in facts.calls.iter().enumerate() {
            plan.calls.matches(&call.callee, &mut named);
            for id in &named {
                if let Some(Leaf::Call(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::call(pattern, call)
                {
                    self.add(*id, Fact::Call(index), call.span);
                }
            }
        }
        for (index, setting) in facts.settings.iter().enumerate() {
            plan.settings.matches_whole_or_last(&setting.name, &mut named);
            for id in &named {
                if let Some(Leaf::Setting(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::setting(pattern, setting)
                {
                    self.add(*id, Fact::Setting(index), setting.span);
                }
            }
        }
        for (index, import) in facts.imports.iter().enumerate() {
            plan.imports.matches(&import.module, &mut named);
            for id in &named {
                if let Some(Leaf::Import(pattern)) = plan.leaves.get(*id as usize)
                    && leaf::import(pattern, import)
                {
                    self.add(*id, Fact::Import(index), import.span);
                }
            }
        }
        for (index, function) in facts.functions.iter().enumerate() {
            plan.functions.matches(&function.name, &mut named);
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
    }

    fn texts(&mut self, plan: &Plan<'_>, input: &Input<'_>, texts: &dyn Texts, leaves: &[u32]) {
        let is_text = |id: &u32| matches!(plan.leaves.get(*id as usize), Some(Leaf::Text(_)));
        let wanted: Vec<u32> = leaves.iter().copied().filter(is_text).collect();
        for id in leaves.iter().filter(|id| !is_text(id)) {
            if input.facts.lines > 0 {
                self.add(*id, Fact::Path, Span::line(1));
            }
        }
        if wanted.is_empty() {
            return;
        }
        let Some(text) = texts.text(input.path) else { return };
        let text = text.as_bytes();
        for id in wanted {
            let Some(pattern) = plan.pattern(id) else { continue };
            if pattern.whole.as_ref().is_some_and(|whole| !whole.is_match(text)) {
                continue;
            }
            for (number, line) in (1u32..).zip(text.split(|b| *b == b'\n')) {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                if line.len() <= MAX_LINE
                    && let Some(found) = pattern.line.find(line)
                {
                    let matched = String::from_utf8_lossy(found.as_bytes()).into_owned();
                    self.add(id, Fact::Text(matched), Span::line(number));
                }
            }
        }
    }

    /// Recursion is bounded: nesting depth is checked when rules are read.
    fn evaluate(&self, node: &Node<'_>) -> Vec<Match> {
        let mut found = match &node.kind {
            NodeKind::Leaf(id) => self.leaves.get(id).cloned().unwrap_or_default(),
            NodeKind::Any(items) => items.iter().flat_map(|i| self.evaluate(i)).collect(),
            NodeKind::Not(_) => Vec::new(),
            NodeKind::All(items, within) => self.all(items, *within),
        };
        if let Some(inside) = node.inside {
            found.retain(|m| self.is_inside(m, inside));
        }
        for m in &mut found {
            m.state = m.state.or(node.state);
            m.contains = m.contains.or(node.contains);
        }
        found
    }

    fn all(&self, items: &[Node<'_>], within: Within) -> Vec<Match> {
        let Some((first, rest)) = items.split_first() else { return Vec::new() };
        let mut found = self.evaluate(first);
        for item in rest {
            if found.is_empty() {
                break;
            }
            let (wanted, others) = match &item.kind {
                NodeKind::Not(inner) => (false, self.evaluate(inner)),
                _ => (true, self.evaluate(item)),
            };
            let inside = Spans::new(others.iter().map(|other| other.span));
            let outside = within == Within::Function && others.iter().any(|other| self.scope_of(other).is_none());
            found.retain(|m| {
                let together = match within {
                    Within::File => !others.is_empty(),
                    Within::Function => self.scope_of(m).map_or(outside, |scope| inside.any_within(scope)),
                    Within::Class => self.innermost(m.span, true).is_some_and(|class| inside.any_within(class)),
                };
                together == wanted
            });
        }
        found
    }

    /// Lines that belong to the match's function: the body of a tool's handler, the definition itself, else the
    /// innermost function around it.
    fn scope_of(&self, m: &Match) -> Option<Span> {
        let function = |index: Option<u32>| self.facts.functions.get(index? as usize).map(|f| f.span);
        match m.fact {
            Fact::Tool(i) => self.facts.tools.get(i).map(|t| match t.body {
                Some(body) => Span { start: t.span.start.min(body.start), end: t.span.end.max(body.end) },
                None => t.span,
            }),
            Fact::Function(i) => self.facts.functions.get(i).map(|f| f.span),
            Fact::Call(i) => self.facts.calls.get(i).and_then(|c| function(c.function)),
            Fact::Setting(i) => self.facts.settings.get(i).and_then(|s| match function(s.function) {
                // A parameter's default belongs to the function whose head it stands in.
                Some(span) => Some(span),
                None => self.innermost(s.span, false),
            }),
            _ => self.innermost(m.span, false),
        }
    }

    fn innermost(&self, span: Span, class: bool) -> Option<Span> {
        self.innermost_index(span, class).map(|f| self.facts.functions[f].span)
    }

    fn innermost_index(&self, span: Span, class: bool) -> Option<usize> {
        if class { self.classes.innermost(span) } else { self.functions.innermost(span) }
    }

    /// Name of the innermost function around a match; of a definition, of what it is defined in.
    fn function_name(&self, m: &Match) -> Option<&str> {
        let facts = self.facts;
        let named = |index: Option<u32>| facts.functions.get(index? as usize).map(|f| f.name.as_str());
        match m.fact {
            Fact::Call(i) => named(facts.calls.get(i)?.function),
            Fact::Setting(i) => {
                let setting = facts.settings.get(i)?;
                named(setting.function.or_else(|| self.innermost_index(setting.span, false).map(|i| i as u32)))
            }
            Fact::Function(i) => facts.functions.get(i)?.parent.as_deref().map(last_segment),
            Fact::Tool(i) => {
                let tool = facts.tools.get(i)?;
                tool.handler.as_deref().or_else(|| named(self.innermost_index(tool.span, false).map(|i| i as u32)))
            }
            _ => named(self.innermost_index(m.span, false).map(|i| i as u32)),
        }
    }

    fn is_inside(&self, m: &Match, inside: &Inside) -> bool {
        self.function_name(m).is_some_and(|name| inside.function.iter().any(|g| g.matches(name)))
    }

    fn captures(&self, m: &Match, path: &str) -> BTreeMap<String, Raw> {
        let mut captures = BTreeMap::new();
        let mut put = |name: &str, text: &str| {
            if !text.is_empty() {
                // A name can hold a secret too: one masking function for all.
                captures.insert(name.to_owned(), Raw::new(mask(text)));
            }
        };
        put("file", path);
        put("line", &m.span.start.to_string());
        if let Some(function) = self.function_name(m) {
            put("function", function);
        }
        match &m.fact {
            Fact::Call(i) => {
                if let Some(call) = self.facts.calls.get(*i) {
                    let name = quote::one_line(&call.callee);
                    put("callee", name);
                    put("name", name);
                    if let Some(first) = call.arguments.first() {
                        put("value", &quote::masked(&first.value));
                    }
                }
            }
            Fact::Tool(i) => {
                if let Some(tool) = self.facts.tools.get(*i)
                    && let Some(name) = tool.name.as_deref().or(tool.handler.as_deref())
                {
                    put("tool", name);
                    put("name", name);
                }
            }
            Fact::Setting(i) => {
                if let Some(setting) = self.facts.settings.get(*i) {
                    put("name", &setting.written);
                    put("value", &quote::masked_setting(setting));
                }
            }
            Fact::Import(i) => {
                if let Some(import) = self.facts.imports.get(*i) {
                    put("name", import.name.as_deref().filter(|n| *n != "*").unwrap_or(&import.module));
                }
            }
            Fact::Function(i) => {
                if let Some(function) = self.facts.functions.get(*i) {
                    put("name", &function.name);
                    put("function", &function.name);
                }
            }
            Fact::Text(text) => put("name", &quote::literal(text)),
            Fact::Path => put("name", path.rsplit('/').next().unwrap_or(path)),
        }
        captures
    }
}

/// A tool is cited by the head of its declaration.
fn head(span: Span) -> Span {
    Span { start: span.start, end: span.end.min(span.start + 5) }
}
