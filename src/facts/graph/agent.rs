//! What runs when the agent does: what tools and calls of models lead to, and what leads to them.

use foldhash::{HashMap, HashSet};

use super::{FunctionRef, Graph, is_product};
use crate::{
    facts::{Function, FunctionKind},
    syntax::Language,
};

/// Callers that are followed from a model's call or a tool's handler upwards: the turn, the session, what starts it.
const UPWARDS: usize = 4;
/// Functions of one name that a call without a known receiver may mean; of more it tells nothing.
const SAME_NAME: usize = 20;
/// Functions of a file that is looked through for those around and beside one of them; generated ones hold more.
const BESIDE: usize = 5000;

/// The functions that run when the agent does, as far as calls are followed.
pub struct AgentRun {
    nodes: HashSet<u32>,
}

impl AgentRun {
    /// Whether a function runs when the agent does; of a class and of what no function holds, whether one of its functions
    /// does. `None` where that says nothing, and for languages whose calls are not followed.
    pub fn holds(&self, graph: &Graph<'_>, at: FunctionRef) -> Option<bool> {
        let followed = matches!(
            graph.file(at.file).language,
            Language::Python
                | Language::TypeScript
                | Language::Tsx
                | Language::JavaScript
                | Language::Go
                | Language::Rust
        );
        if !followed {
            return None;
        }
        let runs = |at: FunctionRef| self.nodes.contains(&graph.names.node(at));
        if runs(at) {
            return Some(true);
        }
        let class = match graph.facts(at) {
            Some(function) if function.kind == FunctionKind::Class => Some(function),
            Some(_) => return Some(false),
            None => None,
        };
        let all = &graph.file(at.file).facts.functions;
        if all.len() > BESIDE {
            return None;
        }
        let functions = all.iter().zip(0_u32..);
        let mut within = functions
            .filter(|(function, _)| function.kind != FunctionKind::Class)
            .filter(|(function, _)| class.is_none_or(|class| class.span.contains(function.span)))
            .map(|(_, index)| runs(FunctionRef { function: Some(index), ..at }))
            .peekable();
        // One that runs does not say that all around it does.
        (within.peek().is_some() && !within.any(|runs| runs)).then_some(false)
    }
}

impl Graph<'_> {
    /// `None` where no tool and no call of a model was found in the product. A method that no one class is known for
    /// counts for each of its name, so that what is left out has another caller, or one that is not seen.
    pub fn agent_run(&self) -> Option<AgentRun> {
        let mut nodes: HashSet<u32> = HashSet::default();
        for (file, at) in self.base.files.iter().zip(0_u32..).filter(|(file, _)| is_product(file)) {
            for tool in &file.facts.tools {
                nodes.extend(self.handler(at, tool).into_iter().flat_map(|start| self.first_nodes(start)));
            }
            let models = file.facts.models.iter().map(|model| FunctionRef { file: at, function: model.function });
            nodes.extend(models.map(|function| self.names.node(function)));
        }
        if nodes.is_empty() {
            return None;
        }
        self.add_callers(&mut nodes);
        let methods = self.methods();
        let mut open: Vec<u32> = nodes.iter().copied().collect();
        while let Some(node) = open.pop() {
            let led = self.edges_of(node).iter().map(|edge| edge.to);
            let new = led.chain(self.by_name(node, &methods)).chain(self.constructors(node)).chain(self.within(node));
            let new: Vec<u32> = new.collect();
            open.extend(new.into_iter().filter(|new| nodes.insert(*new)));
        }
        Some(AgentRun { nodes })
    }

    fn add_callers(&self, nodes: &mut HashSet<u32>) {
        let mut callers: HashMap<u32, Vec<u32>> = HashMap::default();
        for node in 0..self.nodes() {
            for edge in self.edges_of(node) {
                callers.entry(edge.to).or_default().push(node);
            }
        }
        let mut last: Vec<u32> = nodes.iter().copied().collect();
        for _ in 0..UPWARDS {
            let next: Vec<u32> = last.iter().filter_map(|node| callers.get(node)).flatten().copied().collect();
            last = next.into_iter().filter(|node| nodes.insert(*node)).collect();
        }
    }

    fn nodes(&self) -> u32 {
        u32::try_from(self.starts.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Methods of the product by name, those with few of their name.
    fn methods(&self) -> HashMap<&str, Vec<u32>> {
        let mut methods: HashMap<&str, Vec<u32>> = HashMap::default();
        for (file, at) in self.base.files.iter().zip(0_u32..).filter(|(file, _)| is_product(file)) {
            let own = file.facts.functions.iter().zip(0_u32..).filter(|(f, _)| f.kind == FunctionKind::Method);
            for (function, index) in own {
                let node = self.names.node(FunctionRef { file: at, function: Some(index) });
                methods.entry(function.name.as_str()).or_default().push(node);
            }
        }
        methods.retain(|_, nodes| nodes.len() <= SAME_NAME);
        methods
    }

    /// The methods that calls of a function may mean which lead nowhere by themselves.
    fn by_name<'m>(&'m self, node: u32, methods: &'m HashMap<&str, Vec<u32>>) -> impl Iterator<Item = u32> + 'm {
        let followed: HashSet<u32> = self.edges_of(node).iter().map(|edge| edge.call).collect();
        let open = self.calls_of(node).iter().filter(move |call| !followed.contains(call));
        let names = open.filter_map(move |call| self.call(node, *call).callee.rsplit_once('.').map(|(_, name)| name));
        names.filter_map(|name| methods.get(name)).flatten().copied()
    }

    /// Functions that are written inside a function: it hands them to somebody who calls them.
    fn within(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let at = self.names.function(node);
        let own = self.facts(at).filter(|own| own.kind != FunctionKind::Class).map(|own| own.span);
        let functions = self.beside(at.file).iter().zip(0_u32..);
        let inside = functions
            .filter(move |(function, _)| own.is_some_and(|own| own.contains(function.span) && own != function.span));
        inside.map(move |(_, index)| self.names.node(FunctionRef { function: Some(index), ..at }))
    }

    fn beside(&self, file: u32) -> &[Function] {
        let functions = &self.file(file).facts.functions;
        functions.get(..functions.len().min(BESIDE)).unwrap_or_default()
    }

    /// Who has run a method has made the object.
    fn constructors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let at = self.names.function(node);
        let functions = self.beside(at.file);
        let parent = self.facts(at).filter(|own| own.kind == FunctionKind::Method).and_then(|own| own.parent.as_ref());
        let made = functions.iter().zip(0_u32..).filter(move |(function, _)| {
            parent.is_some_and(|parent| function.parent.as_ref() == Some(parent))
                && matches!(function.name.as_str(), "__init__" | "__post_init__" | "__new__" | "constructor" | "new")
        });
        made.map(move |(_, index)| self.names.node(FunctionRef { file: at.file, function: Some(index) }))
    }
}
