//! The detectors of all rules over one file.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};

use super::{
    Captures, Input, Signal, Texts,
    across::{Found, Place, What},
    content::Contents,
    names::last_segment,
    plan::{Node, NodeKind, Plan},
    quote,
    service::{self, service_of},
    spans::{Nesting, Spans},
};
use crate::{
    evidence::mask,
    facts::{FileFacts, Span, Word},
    rulebook::{Capture, Inside, State, Within},
};

/// What a leaf matched: an index into the file's facts, or a line of its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    Call(usize),
    Tool(usize),
    Setting(usize),
    Import(usize),
    Function(usize),
    Model(usize),
    Loop(usize),
    Route(usize),
    /// What the pattern matched.
    Text(String),
    /// What stands in the first line of what a query captured.
    Syntax(String),
    Path,
}

#[derive(Debug, Clone, PartialEq)]
struct Match {
    fact: Fact,
    span: Span,
    state: Option<State>,
    contains: Option<Capture>,
    /// Questions for when all files are read.
    asks: Vec<u32>,
}

/// Signals of one file, in no particular order.
pub(super) fn file(plan: &Plan<'_>, input: &Input<'_>, texts: &dyn Texts) -> Vec<Found> {
    let mut state = Evaluation {
        facts: input.facts,
        leaves: HashMap::default(),
        functions: Nesting::new(input.facts, false),
        classes: Nesting::new(input.facts, true),
    };
    plan.with_memos(|memos| state.facts(plan, memos));
    let contents = Contents::new(input.path, texts);
    let file_leaves = plan.file_leaves_of(input.path, input.context);
    if !file_leaves.is_empty() {
        state.texts(plan, input, &contents, &file_leaves);
    }
    if !plan.queries.is_empty() {
        state.queries(plan, input, &contents);
    }
    let mut rules: Vec<u32> = state.leaves.keys().filter_map(|l| plan.leaf_rule.get(*l as usize).copied()).collect();
    rules.sort_unstable();
    rules.dedup();
    let file = Word::new(input.path);
    let mut signals = Vec::new();
    let mut quoter = quote::Quoter::new(input, &contents);
    for planned in rules.iter().filter_map(|r| plan.rules.get(*r as usize)) {
        if !planned.rule.context.contains(&input.context) {
            continue;
        }
        let rule = Word::new(&planned.rule.id);
        let mut places = HashSet::default();
        for found in state.evaluate(&planned.node) {
            if !places.insert((found.span, found.fact.clone(), found.asks.clone())) {
                continue;
            }
            let signal = Signal {
                rule,
                file,
                lines: found.span,
                context: input.context,
                state: found.state.unwrap_or(planned.rule.state),
                contains: quoter.contains(&found.fact, found.span, found.contains),
                captures: state.captures(&found, input.path),
                chain: Box::default(),
                runs: None,
            };
            let place = state.place(&found);
            signals.push(Found { signal, asks: found.asks, place });
        }
    }
    signals
}

pub(super) struct Evaluation<'f> {
    pub(super) facts: &'f FileFacts,
    leaves: HashMap<u32, Vec<Match>>,
    /// Functions and methods, and classes, by line.
    functions: Nesting,
    classes: Nesting,
}

impl Evaluation<'_> {
    pub(super) fn add(&mut self, leaf: u32, fact: Fact, span: Span) {
        self.leaves.entry(leaf).or_default().push(Match { fact, span, state: None, contains: None, asks: Vec::new() });
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
            m.asks.extend(&node.asks);
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
            if within == Within::Service {
                let services: Vec<_> = others.iter().map(|other| self.service(other)).collect();
                found.retain(|m| {
                    let own = self.service(m);
                    (own.is_some() && services.contains(&own)) == wanted
                });
                continue;
            }
            let inside = Spans::new(others.iter().map(|other| other.span));
            let outside = within == Within::Function && others.iter().any(|other| self.scope_of(other).is_none());
            found.retain(|m| {
                let together = match within {
                    Within::File => !others.is_empty(),
                    Within::Function => self.scope_of(m).map_or(outside, |scope| inside.any_within(scope)),
                    // Answered above.
                    Within::Service => wanted,
                    Within::Class => self.innermost(m.span, true).is_some_and(|class| inside.any_within(class)),
                };
                together == wanted
            });
        }
        found
    }

    fn service(&self, m: &Match) -> Option<service::Service<'_>> {
        let setting = match m.fact {
            Fact::Setting(i) => self.facts.settings.get(i),
            _ => None,
        };
        service_of(self.facts, setting, m.span)
    }

    /// Where a match stands, for questions about ways.
    fn place(&self, m: &Match) -> Place {
        let facts = self.facts;
        let innermost = || self.innermost_index(m.span, false).and_then(|i| u32::try_from(i).ok());
        let index = |i: usize| u32::try_from(i).ok();
        let what = match m.fact {
            Fact::Call(i) => index(i).map(What::Call),
            Fact::Setting(i) => index(i).map(What::Setting),
            Fact::Import(i) => index(i).map(What::Import),
            Fact::Function(i) => index(i).map(What::Function),
            _ => None,
        };
        let what = what.unwrap_or_default();
        match m.fact {
            Fact::Call(i) => {
                let function = facts.calls.get(i).and_then(|c| c.function);
                Place { what, function, call: index(i), tool: None }
            }
            Fact::Model(i) => facts.models.get(i).map_or_else(Place::default, |model| Place {
                what,
                function: model.function,
                call: model.call,
                tool: None,
            }),
            Fact::Loop(i) => Place { function: facts.loops.get(i).and_then(|l| l.function), ..Place::default() },
            Fact::Function(i) => Place { what, function: index(i), ..Place::default() },
            Fact::Tool(i) => Place { function: innermost(), tool: Some(i), ..Place::default() },
            _ => Place { what, function: innermost(), ..Place::default() },
        }
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
            Fact::Model(i) => self.facts.models.get(i).and_then(|m| function(m.function)),
            Fact::Loop(i) => self.facts.loops.get(i).and_then(|l| function(l.function)),
            Fact::Route(i) => self.facts.routes.get(i).and_then(|r| function(r.function)),
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
            Fact::Model(i) => named(facts.models.get(i)?.function),
            Fact::Loop(i) => named(facts.loops.get(i)?.function),
            Fact::Route(i) => {
                let route = facts.routes.get(i)?;
                route.handler.as_deref().or_else(|| named(route.function))
            }
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

    fn captures(&self, m: &Match, path: &str) -> Captures {
        let mut captures = BTreeMap::new();
        let mut put = |name: &'static str, text: &str| {
            if !text.is_empty() {
                // A name can hold a secret too: one masking function for all.
                captures.insert(name, Word::from(mask(text)));
            }
        };
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
                    && let Some(name) = tool.called()
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
            Fact::Model(i) => {
                if let Some(model) = self.facts.models.get(*i) {
                    let call = model.call.and_then(|call| self.facts.calls.get(call as usize));
                    let name = call.map_or(model.framework.as_str(), |call| quote::one_line(&call.callee));
                    put("callee", name);
                    put("name", name);
                    put("value", &model.model.as_ref().map(quote::masked).unwrap_or_default());
                }
            }
            Fact::Loop(i) => {
                if let Some(known) = self.facts.loops.get(*i) {
                    put("name", "loop");
                    put("value", &known.limit.as_ref().map(quote::masked).unwrap_or_default());
                }
            }
            Fact::Route(i) => {
                if let Some(route) = self.facts.routes.get(*i) {
                    put("name", route.path.as_deref().or(route.handler.as_deref()).unwrap_or(&route.framework));
                    put("value", &route.methods.join(", "));
                    put("callee", route.handler.as_deref().unwrap_or_default());
                }
            }
            Fact::Text(text) | Fact::Syntax(text) => put("name", &quote::literal(text)),
            Fact::Path => put("name", path.rsplit('/').next().unwrap_or(path)),
        }
        captures.into()
    }
}
