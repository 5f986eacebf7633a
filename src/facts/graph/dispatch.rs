//! Tools whose handler is found by their name: branches on it, tables with it for a key, calls that hand the
//! declaration over together with a function, and classes that describe and run one tool.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use foldhash::{HashMap, HashSet};

use super::{Graph, Start, entity::Entity, handlers::length, is_product};
use crate::facts::{FunctionKind, Span, Tool, Value, names::folder, snake};

/// Calls from a function that is handed the names of tools to one that branches on them.
const MOST_HOPS: u32 = 4;
/// Functions that are looked at from there.
const MOST_FUNCTIONS: usize = 500;

/// A place where a tool of some name is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    file: u32,
    start: Start,
    /// In a function that clients hand the name of a tool.
    registered: bool,
    /// Names of tools that the same function or table knows.
    covered: usize,
}

/// How tools without a handler of their own are run.
#[derive(Default)]
pub(super) struct Dispatch {
    /// By the name of a tool.
    parts: BTreeMap<String, Vec<Part>>,
    /// Functions that are handed the names of tools.
    whole: Vec<(u32, Start)>,
    /// Functions that are handed over together with what a name stands for: the name's last part, where and what.
    together: BTreeMap<String, Vec<(u32, u32, u32)>>,
    /// How many tools of a file have no handler.
    open: BTreeMap<u32, usize>,
}

impl Dispatch {
    pub fn new(graph: &Graph<'_>) -> Self {
        let mut out = Self::default();
        let files = || graph.base.files.iter().zip(0_u32..).filter(|(file, _)| is_product(file));
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        let mut holders: BTreeSet<&str> = BTreeSet::new();
        for (file, at) in files() {
            for tool in &file.facts.tools {
                if graph.runner(at, tool.span, tool.handler.as_deref(), tool.body).is_some() {
                    continue;
                }
                *out.open.entry(at).or_default() += 1;
                wanted.extend(graph.tool_name(at, tool));
                holders.extend(tool.own_names.iter().map(|name| last(name)));
                let around = graph.around(at, tool.span).and_then(|index| file.facts.functions.get(index as usize));
                holders.extend(around.map(|function| function.name.as_str()));
            }
        }
        if out.open.is_empty() {
            return out;
        }
        for (file, at) in files() {
            for known in &file.facts.control.dispatchers {
                let start = graph.runner(at, known.span, known.handler.as_deref(), known.body);
                out.whole.extend(start.map(|start| (at, start)));
            }
        }
        let registered = Registered::new(graph, &out.whole);
        for (_, at) in files() {
            out.arms(graph, at, &wanted, &registered);
            out.tables(graph, at, &wanted, &registered);
            out.together(graph, at, &holders);
        }
        out
    }

    /// The branches of a file on names of tools.
    fn arms(&mut self, graph: &Graph<'_>, at: u32, wanted: &BTreeSet<&str>, registered: &Registered) {
        let facts = &graph.file(at).facts;
        let known = facts.control.arms.iter().filter(|arm| arm.keys.iter().any(|key| wanted.contains(&**key)));
        let known: Vec<_> = known.filter(|arm| calls_in(graph, at, arm.lines)).collect();
        let mut covered: BTreeMap<Option<u32>, BTreeSet<&str>> = BTreeMap::new();
        for arm in &known {
            let names = arm.keys.iter().map(|key| &**key).filter(|key| wanted.contains(key));
            covered.entry(arm.function).or_default().extend(names);
        }
        for arm in known {
            let covered = covered.get(&arm.function).map_or(0, BTreeSet::len);
            let registered = registered.holds(graph, at, arm.function, arm.lines);
            if !registered && covered < 2 && !names_a_tool(&arm.subject) {
                continue;
            }
            for key in arm.keys.iter().filter(|key| wanted.contains(&***key)) {
                let start = Start::Lines(at, arm.lines);
                self.parts.entry(key.to_string()).or_default().push(Part { file: at, start, registered, covered });
            }
        }
    }

    /// The tables of a file with names of tools for keys.
    fn tables(&mut self, graph: &Graph<'_>, at: u32, wanted: &BTreeSet<&str>, registered: &Registered) {
        for table in &graph.file(at).facts.control.tables {
            let named = table.targets.iter().filter(|(key, _)| wanted.contains(&**key));
            let found: Vec<(&str, Start)> = named
                .filter_map(|(key, target)| {
                    let node = graph.names.lookup(at, table.function, target).callable(&graph.names)?;
                    Some((&**key, Start::Function(graph.names.function(node))))
                })
                .collect();
            let registered = registered.nodes.contains(&node_of(graph, at, table.function)) && table.function.is_some();
            if found.len() < 2 && !registered && !names_a_tool(last(&table.name)) {
                continue;
            }
            let covered = found.len();
            for (key, start) in found {
                self.parts.entry(key.to_owned()).or_default().push(Part { file: at, start, registered, covered });
            }
        }
    }

    /// The calls of a file that hand over what holds a tool, and after it a function.
    fn together(&mut self, graph: &Graph<'_>, at: u32, holders: &BTreeSet<&str>) {
        for (call, index) in graph.file(at).facts.calls.iter().zip(0_u32..) {
            for (argument, position) in call.arguments.iter().zip(0_u32..) {
                let (Value::Name(name) | Value::Call(name, _)) = &argument.value else { continue };
                if call.arguments.len() > 1 && holders.contains(last(name)) {
                    self.together.entry(last(name).to_owned()).or_default().push((at, index, position));
                }
            }
        }
    }

    /// Where a tool starts to run.
    pub fn of(&self, graph: &Graph<'_>, file: u32, tool: &Tool, name: Option<&str>) -> Option<Start> {
        let parts = name.and_then(|name| self.parts.get(name));
        let path = &graph.file(file).path;
        let best = parts.into_iter().flatten().max_by_key(|part| {
            let near = shared(path, &graph.file(part.file).path);
            let lines = if let Start::Lines(_, lines) = part.start { length(lines) } else { 0 };
            (part.registered, near, part.covered, lines, std::cmp::Reverse(part.start))
        });
        best.map(|part| part.start)
            .or_else(|| self.handed_over(graph, file, tool))
            .or_else(|| self.in_class(graph, file, tool))
            .or_else(|| self.alone(file))
    }

    /// The function that a call hands over after the declaration.
    fn handed_over(&self, graph: &Graph<'_>, file: u32, tool: &Tool) -> Option<Start> {
        let around = graph.around(file, tool.span);
        let maker = around.and_then(|index| graph.file(file).facts.functions.get(index as usize));
        let names = tool.own_names.iter().map(|name| last(name)).chain(maker.map(|maker| maker.name.as_str()));
        let sites = names.filter_map(|name| self.together.get(name)).flatten();
        sites.into_iter().find_map(|(at, call, position)| {
            let call = graph.file(*at).facts.calls.get(*call as usize)?;
            let (given, after) = call.arguments.get(*position as usize..)?.split_first()?;
            let meant = match &given.value {
                Value::Call(callee, _) => {
                    let found = graph.names.lookup(*at, call.function, callee);
                    let node = node_of(graph, file, around);
                    around.is_some() && matches!(found, Entity::Function(found) if found == node)
                }
                Value::Name(name) => match graph.names.import_of(*at, name) {
                    Some((_, super::modules::Module::File(found), _)) => *found == file,
                    Some((_, super::modules::Module::Package(unit), _)) => {
                        graph.names.unit_files(*unit).contains(&file)
                    }
                    Some(_) => false,
                    None => graph.names.unit_files(*at).contains(&file),
                },
                _ => false,
            };
            let mut after = after.iter().filter(|_| meant);
            after.find_map(|argument| {
                let Value::Name(name) = &argument.value else { return None };
                let node = graph.names.lookup(*at, call.function, name).callable(&graph.names)?;
                Some(Start::Function(graph.names.function(node)))
            })
        })
    }

    /// A class that describes one tool and has one method that runs it.
    fn in_class(&self, graph: &Graph<'_>, file: u32, tool: &Tool) -> Option<Start> {
        let class_of = |around: Option<u32>| graph.names.class_of(node_of(graph, file, around));
        let class = class_of(graph.around(file, tool.span))?;
        let facts = &graph.file(file).facts;
        let mut described = facts.tools.iter().filter(|other| class_of(graph.around(file, other.span)) == Some(class));
        let own = facts.functions.iter().zip(0_u32..).filter(|(function, index)| {
            function.kind == FunctionKind::Method
                && runs_a_tool(&function.name)
                && class_of(Some(*index)) == Some(class)
        });
        let (run, _) = own.max_by_key(|(function, _)| length(function.span))?;
        (described.nth(1).is_none() && !run.span.contains(tool.span)).then_some(())?;
        graph.runner(file, run.span, None, Some(run.span))
    }

    /// The function that is handed the names of tools where there is one tool only.
    fn alone(&self, file: u32) -> Option<Start> {
        let only = self.open.values().sum::<usize>() == 1 || self.open.get(&file) == Some(&1);
        let mut own = self.whole.iter().filter(|(at, _)| *at == file);
        match (own.next(), own.next()) {
            (Some((_, start)), None) if only => Some(*start),
            _ => None,
        }
    }
}

/// What functions that are handed the names of tools lead to.
struct Registered {
    nodes: HashSet<u32>,
    lines: Vec<(u32, Span)>,
}

impl Registered {
    fn new(graph: &Graph<'_>, whole: &[(u32, Start)]) -> Self {
        let mut out = Self { nodes: HashSet::default(), lines: Vec::new() };
        let mut queue: VecDeque<(u32, Option<Span>, u32)> = VecDeque::new();
        for (file, start) in whole {
            match start {
                Start::Function(function) => queue.push_back((graph.names.node(*function), None, 0)),
                Start::Lines(_, lines) => {
                    out.lines.push((*file, *lines));
                    queue.extend(graph.first_nodes(*start).into_iter().map(|node| (node, Some(*lines), 0)));
                }
            }
        }
        let mut seen: HashMap<u32, bool> = HashMap::default();
        while let Some((node, lines, hops)) = queue.pop_front() {
            let whole = lines.is_none();
            let known = seen.entry(node).or_insert(false);
            if *known || seen.len() > MOST_FUNCTIONS {
                continue;
            }
            seen.insert(node, whole);
            if whole {
                out.nodes.insert(node);
            }
            for edge in graph.edges_of(node) {
                let inside = lines.is_none_or(|lines| lines.contains(graph.call(node, edge.call).span));
                if inside && hops < MOST_HOPS {
                    queue.push_back((edge.to, None, hops + 1));
                }
            }
        }
        out
    }

    fn holds(&self, graph: &Graph<'_>, file: u32, function: Option<u32>, lines: Span) -> bool {
        function.is_some() && self.nodes.contains(&node_of(graph, file, function))
            || self.lines.iter().any(|(at, known)| *at == file && known.contains(lines))
    }
}

fn node_of(graph: &Graph<'_>, file: u32, function: Option<u32>) -> u32 {
    graph.names.offsets[file as usize] + function.map_or(0, |index| index + 1)
}

fn calls_in(graph: &Graph<'_>, file: u32, lines: Span) -> bool {
    let calls = &graph.file(file).facts.calls;
    let from = calls.partition_point(|call| call.span.start < lines.start);
    calls.get(from).is_some_and(|call| call.span.start <= lines.end)
}

/// Folders that two paths share, and one more for the same file.
fn shared(a: &str, b: &str) -> usize {
    let parts = |path: &str| folder(path).split('/').map(str::to_owned).collect::<Vec<_>>();
    let same = parts(a).iter().zip(&parts(b)).take_while(|(a, b)| a == b).count();
    same + usize::from(a == b)
}

fn last(dotted: &str) -> &str {
    dotted.rsplit('.').next().unwrap_or(dotted)
}

/// Names of variables and tables that hold the names of tools or what runs them.
fn names_a_tool(name: &str) -> bool {
    let name = snake(name);
    name.split('_').any(|word| matches!(word, "name" | "tool" | "tools" | "function" | "func" | "fn" | "handlers"))
}

/// Names of methods that run the tool of their class.
fn runs_a_tool(name: &str) -> bool {
    matches!(
        snake(name).as_str(),
        "run"
            | "execute"
            | "call"
            | "invoke"
            | "forward"
            | "handle"
            | "run_async"
            | "execute_async"
            | "arun"
            | "run_tool"
    )
}
