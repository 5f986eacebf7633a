//! The trust boundary of a repository: its tools and what they reach, and every place that rules see, by section.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    powers::Powers,
    withhold::{WITHHELD, Withheld},
};
use crate::{
    detect::{LeftOut, Signal},
    evidence::{Permalinks, mask, masked_path},
    facts::{
        Call, Context, FactBase, Span, Tool, Value, Word,
        graph::{FunctionRef, Graph, Guard, Guarded, Reach, Standing, Start, Step},
    },
    rulebook::{InventorySpec, Rulebook, State},
    text::Raw,
};

/// Everything that an inventory says. Names are raw text of the repository, secrets masked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inventory {
    pub name: String,
    pub repo_url: Option<String>,
    pub subpath: Option<String>,
    pub pinned_commit: String,
    pub uncommitted: bool,
    /// The most powerful first, then by place.
    pub tools: Vec<InventoryTool>,
    /// Pairs of a tool and a power: a way is known, there is none, or it is not known.
    pub pairs: Pairs,
    pub sections: Vec<Section>,
    /// Why some of it may be missing, in prose.
    pub incomplete: Vec<String>,
    /// Rows that are not shown.
    pub left_out: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    pub reached: u64,
    pub not_reached: u64,
    pub unknown: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InventoryTool {
    /// As the model sees it; of a computed name the handler's.
    pub name: Option<String>,
    pub framework: String,
    pub place: PlaceLink,
    pub parameters: Vec<String>,
    /// `readOnlyHint` and its kin, `name=value`.
    pub hints: Vec<String>,
    /// The framework's own approval flag, where it is set.
    pub approval: Option<String>,
    /// Where its server leaves it out by a mark; whether it does as shipped is not followed.
    pub left_out: Option<PlaceLink>,
    /// False where the function behind the tool was not found: nothing is known of what it reaches.
    pub followed: bool,
    /// The most powerful first.
    pub reaches: Vec<Reached>,
    /// Powers of which it is not known whether they are reached.
    pub unknown: Vec<NotFollowed>,
}

impl InventoryTool {
    /// What it reaches where its server offers it.
    pub fn offered_reaches(&self) -> &[Reached] {
        if self.left_out.is_some() { &[] } else { &self.reaches }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reached {
    pub power: String,
    /// Names of functions from the handler to the call.
    pub way: Vec<String>,
    pub sink: PlaceLink,
    pub call: String,
    /// `all`, `some` or `none` of the ways pass something that decides; `unknown` where it cannot be told. Of `some` the
    /// way is one that passes nothing.
    pub guarded: Word,
    pub guards: Vec<String>,
    /// Where the functions are declared that decide.
    #[serde(skip)]
    pub deciding: Vec<PlaceLink>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NotFollowed {
    pub power: String,
    pub place: PlaceLink,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    pub id: String,
    pub title: String,
    /// One for each place, in the order of the section's rules, then by place.
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Rules that match there, and their titles.
    pub rules: Vec<String>,
    pub titles: Vec<String>,
    pub place: PlaceLink,
    /// What the match is called, and the function around it.
    pub name: Option<String>,
    pub function: Option<String>,
    /// `opt_in`, `off` where it is not on as shipped.
    pub state: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceLink {
    pub file: String,
    /// `N` or `N-M`.
    pub lines: String,
    pub url: Option<String>,
}

pub(super) struct Links<'a> {
    pub permalinks: Option<&'a Permalinks>,
    pub withheld: &'a Withheld,
}

impl Links<'_> {
    fn place(&self, file: &str, lines: Span) -> PlaceLink {
        let shown =
            if lines.start == lines.end { lines.start.to_string() } else { format!("{}-{}", lines.start, lines.end) };
        if lines == Signal::NOWHERE || self.withheld.covers(file, lines) {
            let file = masked_path(file).unwrap_or_else(|| file.to_owned());
            return PlaceLink { file, lines: WITHHELD.to_owned(), url: None };
        }
        match masked_path(file) {
            Some(masked) => PlaceLink { file: masked, lines: shown, url: None },
            None => {
                let url = self.permalinks.and_then(|links| links.link(file, lines));
                PlaceLink { file: file.to_owned(), lines: shown, url }
            }
        }
    }
}

pub(super) fn sections(rulebook: &Rulebook, signals: &[Signal], links: &Links<'_>) -> Vec<Section> {
    let mut by_rule: BTreeMap<&str, Vec<&Signal>> = BTreeMap::new();
    for signal in signals.iter().filter(|signal| signal.context == Context::Product) {
        by_rule.entry(&signal.rule).or_default().push(signal);
    }
    let sections = rulebook.inventory.sections.iter();
    sections
        .map(|section| Section {
            id: section.id.clone(),
            title: section.title.clone(),
            rows: rows(
                section
                    .signals
                    .iter()
                    .flat_map(|rule| by_rule.get(rule.as_str()).into_iter().flatten())
                    .map(|signal| row(rulebook, signal, links)),
            ),
        })
        .collect()
}

/// What several rules see at one place is one row, at the first of them.
fn rows(all: impl Iterator<Item = Row>) -> Vec<Row> {
    let mut places: BTreeMap<(String, String, Option<String>), usize> = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for row in all {
        let key = (row.place.file.clone(), row.place.lines.clone(), row.name.clone());
        match places.get(&key) {
            Some(at) if rows[*at].state == row.state => {
                rows[*at].rules.extend(row.rules);
                rows[*at].titles.extend(row.titles);
            }
            _ => {
                places.entry(key).or_insert(rows.len());
                rows.push(row);
            }
        }
    }
    rows
}

fn row(rulebook: &Rulebook, signal: &Signal, links: &Links<'_>) -> Row {
    let capture = |name: &str| signal.capture(name).map(|raw| raw.unescaped().to_owned());
    Row {
        rules: vec![signal.rule.into()],
        titles: rulebook.rules.get(signal.rule.as_str()).map(|rule| rule.title.clone()).into_iter().collect(),
        place: links.place(&signal.file, signal.lines),
        name: capture("name"),
        function: capture("function"),
        state: match signal.state {
            State::On => None,
            State::OptIn => Some("opt_in"),
            State::Off => Some("off"),
            State::Unknown => Some("unknown"),
        },
    }
}

/// Tools of the product with what they reach, and how many pairs could be answered.
pub(super) fn tools(
    rulebook: &Rulebook,
    base: &FactBase,
    graph: &Graph<'_>,
    signals: &[Signal],
    links: &Links<'_>,
) -> (Vec<InventoryTool>, Pairs) {
    let powers = Powers::new(&rulebook.inventory, base, graph, signals);
    let guards = Guards::new(&rulebook.inventory, base, signals);
    let withheld = LeftOut::new(&rulebook.inventory.withheld, base);
    let mut pairs = Pairs::default();
    let mut tools: Vec<(usize, InventoryTool)> = Vec::new();
    for (index, file) in (0u32..).zip(&base.files) {
        if !file.in_scope || file.context != Context::Product {
            continue;
        }
        for tool in &file.facts.tools {
            let start = graph.handler(index, tool);
            let name = graph.tool_name(index, tool);
            let mut row = described(tool, name, links.place(&file.path, head(tool.span)), start.is_some());
            row.left_out = withheld.place(tool).map(|(file, span)| links.place(file, span));
            let question = Question { base, graph, powers: &powers, guards: &guards, links };
            match start {
                Some(start) => question.ask(start, &mut row, &mut pairs),
                None => pairs.unknown += powers.names().count() as u64,
            }
            let strongest = row.reaches.first().map(|reached| powers.rank(&reached.power));
            tools.push((strongest.unwrap_or(usize::MAX), row));
        }
    }
    // Stable: within one rank the order of paths and lines stays.
    tools.sort_by_key(|(rank, _)| *rank);
    (tools.into_iter().map(|(_, tool)| tool).collect(), pairs)
}

/// A tool is shown by the head of its declaration.
fn head(span: Span) -> Span {
    Span { start: span.start, end: span.end.min(span.start + 5) }
}

fn described(tool: &Tool, name: Option<&str>, place: PlaceLink, followed: bool) -> InventoryTool {
    // Marks have a row of their own where they count.
    let hints = tool.annotations.iter().filter(|(_, value)| !matches!(value, Value::List(_)));
    InventoryTool {
        name: name.filter(|_| tool.name.is_none()).or_else(|| tool.called()).map(mask),
        framework: tool.framework.clone(),
        place,
        parameters: tool.parameters.iter().map(|name| mask(name)).collect(),
        hints: hints.map(|(name, value)| format!("{}={}", mask(name), shown(value))).collect(),
        approval: tool.approval.as_ref().map(shown),
        left_out: None,
        followed,
        reaches: Vec::new(),
        unknown: Vec::new(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Str(text) | Value::Num(text) | Value::Name(text) => mask(text),
        Value::Null => "null".to_owned(),
        Value::Call(..) | Value::List(_) | Value::Object(_) | Value::Other(_) => "computed".to_owned(),
    }
}

/// What decides, by name.
#[derive(Default)]
struct Guards {
    /// Functions of the repository: the last parts of their names.
    own: BTreeSet<String>,
    /// Calls of anything else: whole names, for `x.startsWith` decides nothing elsewhere.
    foreign: BTreeSet<String>,
}

impl Guards {
    fn new(spec: &InventorySpec, base: &FactBase, signals: &[Signal]) -> Self {
        let functions: BTreeSet<&str> =
            base.files.iter().flat_map(|file| &file.facts.functions).map(|function| &*function.name).collect();
        let mut guards = Self::default();
        for signal in signals.iter().filter(|signal| spec.guards.iter().any(|rule| signal.rule == *rule)) {
            let capture = |name| signal.capture(name);
            let callee = capture("callee");
            // A list that a function holds does not make it decide.
            let setting = callee.is_none() && capture("value").is_some();
            guards.own.extend(capture("function").filter(|_| !setting).map(|name| last(name.unescaped()).to_owned()));
            match callee.as_ref().map(Raw::unescaped) {
                Some(name) if functions.contains(last(name)) => guards.own.insert(last(name).to_owned()),
                Some(name) => guards.foreign.insert(name.to_owned()),
                None => false,
            };
        }
        guards
    }

    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.foreign.is_empty()
    }

    fn hold(&self, name: &str) -> bool {
        self.own.contains(last(name)) || self.foreign.contains(name)
    }
}

fn last(dotted: &str) -> &str {
    dotted.trim_start_matches('@').rsplit(['.', '/']).next().unwrap_or(dotted)
}

/// What stands on the ways to a power.
#[derive(Default)]
struct Asked {
    guarded: &'static str,
    guards: Vec<String>,
    deciding: Vec<PlaceLink>,
    open: Option<Vec<Step>>,
}

struct Question<'a, 'l> {
    base: &'a FactBase,
    graph: &'a Graph<'a>,
    powers: &'a Powers<'a>,
    guards: &'a Guards,
    links: &'a Links<'l>,
}

impl Question<'_, '_> {
    fn ask(&self, start: Start, row: &mut InventoryTool, pairs: &mut Pairs) {
        for (index, power) in self.powers.names().enumerate() {
            let sink = |call: &Call| self.powers.is_sink(index, call);
            let mut unknown = |file: u32, line: u32, why: String| {
                pairs.unknown += 1;
                let place = self.place(file, Span::line(line));
                row.unknown.push(NotFollowed { power: power.to_owned(), place, why });
            };
            match self.graph.reaches(start, &sink) {
                Reach::None => match self.powers.unseen(index, start) {
                    Some((file, line, module)) => {
                        unknown(file, line, format!("calls `{}`, which is not seen inside", mask(module)));
                    }
                    None => pairs.not_reached += 1,
                },
                Reach::Unknown(found) => unknown(found.file, found.line, found.why),
                Reach::Path(way) => {
                    pairs.reached += 1;
                    let Asked { guarded, guards, deciding, open } = self.guarded(start, &sink);
                    let way = open.unwrap_or(way);
                    let Some(end) = way.last() else { continue };
                    let call = &self.base.files[end.function.file as usize].facts.calls[end.call as usize];
                    row.reaches.push(Reached {
                        power: power.to_owned(),
                        way: way.iter().map(|step| mask(&self.graph.dotted(step.function))).collect(),
                        sink: self.place(end.function.file, Span::line(end.line)),
                        call: match self.withheld(end.function.file, Span::line(end.line)) {
                            true => WITHHELD.to_owned(),
                            false => mask(&call.written),
                        },
                        guarded: Word::new(guarded),
                        guards,
                        deciding,
                    });
                }
            }
        }
    }

    fn guarded(&self, start: Start, sink: &dyn Fn(&Call) -> bool) -> Asked {
        let nothing = |guarded| Asked { guarded, ..Asked::default() };
        if self.guards.is_empty() {
            return nothing("none");
        }
        match self.graph.guarded(start, sink, &|name| self.guards.hold(name)) {
            Guarded::Way(standing, guards, open) => {
                let guarded = match standing {
                    Standing::All => "all",
                    Standing::Some => "some",
                    Standing::None => "none",
                };
                let places = guards.iter().map(|guard| {
                    let place = self.place(guard.file, Span::line(guard.line));
                    format!("{} ({}:{})", mask(&guard.name), place.file, place.lines)
                });
                let deciding: BTreeSet<FunctionRef> = guards.iter().flat_map(|guard| self.behind(guard)).collect();
                let declared = deciding
                    .into_iter()
                    .filter_map(|function| Some(self.place(function.file, head(self.graph.facts(function)?.span))));
                Asked { guarded, guards: places.collect(), deciding: declared.collect(), open }
            }
            Guarded::NoWay => nothing("none"),
            Guarded::Unknown(_) => nothing("unknown"),
        }
    }

    /// The functions that a guard's call runs.
    fn behind(&self, guard: &Guard) -> Vec<FunctionRef> {
        let calls = &self.base.files[guard.file as usize].facts.calls;
        let own =
            (0_u32..).zip(calls).filter(|(_, call)| call.span.start == guard.line && *call.written == *guard.name);
        own.flat_map(|(at, _)| self.graph.targets(guard.file, at)).collect()
    }

    fn withheld(&self, file: u32, lines: Span) -> bool {
        self.links.withheld.covers(&self.base.files[file as usize].path, lines)
    }

    fn place(&self, file: u32, lines: Span) -> PlaceLink {
        self.links.place(&self.base.files[file as usize].path, lines)
    }
}
