//! Compiled detectors: the leaves of all rules side by side, indexed by what they ask for.

use std::{
    collections::BTreeSet,
    sync::{Mutex, OnceLock, PoisonError},
};

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::Hir;

use super::{
    any_call::AnyCalls,
    names::{Memos, NameIndex},
    paths::PathIndex,
};
use crate::{
    evidence::Prefilter,
    facts::Context,
    rulebook::{
        CallPattern, Capture, ContainerPattern, Detector, DetectorKind, FunctionPattern, GuardedBy, ImportPattern,
        Inside, LoopPattern, ModelCallPattern, PathGlob, QueryPattern, RoutePattern, Rule, Rulebook, SettingPattern,
        State, TextPattern, ToolPattern, WithheldSpec, Within, pattern,
    },
    syntax::{EvidenceQuery, Language, Screen},
};

/// A detector without its leaves' patterns.
#[derive(Debug)]
pub struct Node<'r> {
    pub kind: NodeKind<'r>,
    pub state: Option<State>,
    pub inside: Option<&'r Inside>,
    /// Questions that its matches wait for: indexes into those of the plan.
    pub asks: Vec<u32>,
    pub contains: Option<Capture>,
}

/// What is asked of a match when all files are read.
#[derive(Debug)]
pub enum Question<'r> {
    Reached(&'r ToolPattern),
    /// On the ways from such tools, else from every tool that leads there.
    Guarded(&'r GuardedBy, Option<&'r ToolPattern>),
    Offered(bool),
    Decides,
}

#[derive(Debug)]
pub enum NodeKind<'r> {
    Any(Vec<Node<'r>>),
    All(Vec<Node<'r>>, Within),
    Not(Box<Node<'r>>),
    Leaf(u32),
}

#[derive(Debug)]
pub enum Leaf<'r> {
    Call(&'r CallPattern),
    Tool(&'r ToolPattern),
    Setting(&'r SettingPattern),
    Import(&'r ImportPattern),
    Function(&'r FunctionPattern),
    Model(&'r ModelCallPattern),
    Loop(&'r LoopPattern),
    Route(&'r RoutePattern),
    Container(&'r ContainerPattern),
    /// Index into the queries.
    Query(usize),
    /// Index into the text patterns.
    Text(usize),
    Path,
}

/// The queries of one pattern, each compiled when the first file of its language is read.
#[derive(Debug)]
pub struct PlannedQuery<'r> {
    pub pattern: &'r QueryPattern,
    compiled: [OnceLock<Option<EvidenceQuery>>; Language::PARSED.len()],
    /// Parallel to the pattern's languages.
    screens: Vec<OnceLock<Screen>>,
}

impl PlannedQuery<'_> {
    /// Whether a file of this language and name is asked, if one of the words stands in it.
    pub fn asks(&self, language: Language, path: &str) -> bool {
        let files = &self.pattern.files;
        self.pattern.languages.keys().any(|own| own.reads().contains(&language))
            && (files.is_empty() || files.iter().any(|glob| glob.matches(path)))
    }

    /// False where the words and the predicates tell that nothing can match. Much cheaper than compiling and parsing.
    pub fn may_match(&self, language: Language, text: &str) -> bool {
        let mut sources = self.pattern.languages.iter().zip(&self.screens);
        self.pattern.words.iter().any(|word| text.contains(word))
            && sources
                .find(|((own, _), _)| own.reads().contains(&language))
                .is_some_and(|((_, source), screen)| screen.get_or_init(|| Screen::new(source)).may_match(text))
    }

    /// The query for a file's language. Those of the program compile: a test sees to it; those of users were compiled
    /// when they were loaded.
    pub fn of(&self, language: Language) -> Option<&EvidenceQuery> {
        let at = Language::PARSED.iter().position(|known| *known == language)?;
        let (_, source) = self.pattern.languages.iter().find(|(own, _)| own.reads().contains(&language))?;
        self.compiled.get(at)?.get_or_init(|| EvidenceQuery::new(language, source).ok()).as_ref()
    }
}

#[derive(Debug)]
pub struct PlannedRule<'r> {
    pub rule: &'r Rule,
    pub node: Node<'r>,
}

/// Everything that a file is asked.
#[derive(Debug)]
pub struct Plan<'r> {
    pub rules: Vec<PlannedRule<'r>>,
    pub leaves: Vec<Leaf<'r>>,
    /// Rule of each leaf, as an index into `rules`.
    pub leaf_rule: Vec<u32>,
    pub calls: NameIndex,
    /// Call patterns that take any callee.
    pub any_calls: AnyCalls,
    pub settings: NameIndex,
    pub imports: NameIndex,
    pub functions: NameIndex,
    /// Function patterns that name no name: asked for every function.
    pub nameless_functions: Vec<u32>,
    pub tools: Vec<u32>,
    pub models: Vec<u32>,
    pub loops: Vec<u32>,
    pub routes: Vec<u32>,
    pub containers: Vec<u32>,
    /// Leaves of queries, with the queries.
    pub queries: Vec<(u32, PlannedQuery<'r>)>,
    pub questions: Vec<Question<'r>>,
    /// Ids of the rules whose matches are to decide what runs.
    pub guards: BTreeSet<&'r str>,
    /// Ids of the rules whose matches say that others call what the code exports.
    pub libraries: BTreeSet<&'r str>,
    /// How servers leave out tools.
    pub withheld: Option<&'r WithheldSpec>,
    texts: Vec<LinePattern>,
    /// Which lines are worth a look, for all of `texts` at once.
    screen: OnceLock<Prefilter>,
    /// Leaves by the files that they ask for.
    paths: PathIndex<'r>,
    /// Memos that no thread uses now.
    idle: Mutex<Vec<Memos>>,
}

/// A pattern over single lines, and the same over a whole text, which tells most files apart in one pass.
#[derive(Debug)]
pub struct LinePattern {
    source: String,
    ignore_case: bool,
    line: OnceLock<Option<Regex>>,
    whole: OnceLock<Option<Regex>>,
}

impl LinePattern {
    /// Compiled on the first file that is asked: most repositories have files for half of the patterns only.
    pub fn line(&self) -> Option<&Regex> {
        // The pattern was compiled in this form when it was read.
        self.line.get_or_init(|| pattern::build(&self.source, self.ignore_case).ok()).as_ref()
    }

    pub fn whole(&self) -> Option<&Regex> {
        let build = || {
            RegexBuilder::new(&self.source)
                .unicode(false)
                .case_insensitive(self.ignore_case)
                .multi_line(true)
                .crlf(true)
                .dfa_size_limit(pattern::DFA_SIZE)
                .build()
                .ok()
        };
        self.whole.get_or_init(build).as_ref()
    }
}

#[derive(Default)]
struct Builder<'r> {
    leaves: Vec<Leaf<'r>>,
    leaf_rule: Vec<u32>,
    queries: Vec<PlannedQuery<'r>>,
    questions: Vec<Question<'r>>,
    texts: Vec<LinePattern>,
    paths: PathIndex<'r>,
}

impl<'r> Plan<'r> {
    pub fn new(rulebook: &'r Rulebook) -> Self {
        Self::of_some(rulebook, |_| true)
    }

    /// The rules that are wanted.
    pub fn of_some(rulebook: &'r Rulebook, wanted: impl Fn(&Rule) -> bool) -> Self {
        let ids = |list: &'r [String]| list.iter().map(String::as_str).collect();
        let (guards, libraries) = (ids(&rulebook.inventory.guards), ids(&rulebook.inventory.libraries));
        let withheld = Some(&rulebook.inventory.withheld);
        Self { guards, libraries, withheld, ..Self::of(rulebook.rules.values().filter(|rule| wanted(rule))) }
    }

    pub fn of(rules: impl IntoIterator<Item = &'r Rule>) -> Self {
        let mut builder = Builder::default();
        let rules: Vec<PlannedRule<'r>> = rules
            .into_iter()
            .enumerate()
            .map(|(index, rule)| PlannedRule { rule, node: builder.node(&rule.detect, index as u32) })
            .collect();
        let (mut calls, mut any_calls) = (Vec::new(), Vec::new());
        let mut settings = Vec::new();
        let (mut imports, mut functions) = (Vec::new(), Vec::new());
        let (mut nameless_functions, mut tools) = (Vec::new(), Vec::new());
        let (mut models, mut loops, mut routes, mut containers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut query_leaves = Vec::new();
        for (id, leaf) in (0u32..).zip(&builder.leaves) {
            match leaf {
                // Asked by what stands among their arguments.
                Leaf::Call(call) if AnyCalls::takes(call) => any_calls.push((id, *call)),
                Leaf::Call(call) => calls.extend(call.callee.iter().flat_map(|g| g.alternatives()).map(|g| (g, id))),
                Leaf::Setting(s) => settings.extend(s.name.iter().flat_map(|g| g.alternatives()).map(|g| (g, id))),
                Leaf::Import(i) => imports.extend(i.module.iter().flat_map(|g| g.alternatives()).map(|g| (g, id))),
                Leaf::Function(f) if f.name.is_empty() => nameless_functions.push(id),
                Leaf::Function(f) => functions.extend(f.name.iter().flat_map(|g| g.alternatives()).map(|g| (g, id))),
                Leaf::Tool(_) => tools.push(id),
                Leaf::Model(_) => models.push(id),
                Leaf::Loop(_) => loops.push(id),
                Leaf::Route(_) => routes.push(id),
                Leaf::Container(_) => containers.push(id),
                Leaf::Query(_) => query_leaves.push(id),
                Leaf::Text(_) | Leaf::Path => {}
            }
        }
        builder.paths.build();
        let (calls, settings) = (NameIndex::new(calls, false), NameIndex::new(settings, true));
        let (imports, functions) = (NameIndex::new(imports, false), NameIndex::new(functions, true));
        Self {
            rules,
            leaf_rule: builder.leaf_rule,
            calls,
            any_calls: AnyCalls::new(any_calls.into_iter()),
            settings,
            imports,
            functions,
            nameless_functions,
            tools,
            models,
            loops,
            routes,
            containers,
            queries: query_leaves.into_iter().zip(builder.queries).collect(),
            questions: builder.questions,
            guards: BTreeSet::new(),
            libraries: BTreeSet::new(),
            withheld: None,
            texts: builder.texts,
            screen: OnceLock::new(),
            paths: builder.paths,
            leaves: builder.leaves,
            idle: Mutex::default(),
        }
    }

    /// Lends the memos of the indexes to one thread.
    pub fn with_memos(&self, ask: impl FnOnce(&mut Memos)) {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memos = idle().pop().unwrap_or_default();
        ask(&mut memos);
        idle().push(memos);
    }

    /// Text and path leaves that ask for a file of this name, of rules that look into its context; sorted, each once.
    pub fn file_leaves_of(&self, path: &str, context: Context) -> Vec<u32> {
        let mut leaves = self.paths.matches(path);
        leaves.retain(|leaf| self.rule_of(*leaf).is_some_and(|planned| planned.rule.context.contains(&context)));
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    fn rule_of(&self, leaf: u32) -> Option<&PlannedRule<'r>> {
        self.rules.get(*self.leaf_rule.get(leaf as usize)? as usize)
    }

    /// Whether some rule looks into files of this context.
    pub fn asks(&self, context: Context) -> bool {
        self.rules.iter().any(|planned| planned.rule.context.contains(&context))
    }

    /// The text patterns, as text leaves number them.
    pub fn texts(&self) -> &[LinePattern] {
        &self.texts
    }

    /// Tells which lines each of [`texts`](Self::texts) may match.
    pub fn screen(&self) -> &Prefilter {
        self.screen.get_or_init(|| {
            // What does not parse was refused when it was read.
            let parsed = self.texts.iter().map(|text| pattern::parsed(&text.source, text.ignore_case));
            Prefilter::new(&parsed.map(|hir| hir.unwrap_or_else(|_| Hir::empty())).collect::<Vec<_>>())
        })
    }
}

impl<'r> Builder<'r> {
    /// Recursion is bounded: nesting depth is checked when rules are read.
    fn node(&mut self, detector: &'r Detector, rule: u32) -> Node<'r> {
        let mut list = |items: &'r [Detector]| items.iter().map(|i| self.node(i, rule)).collect();
        let kind = match &detector.kind {
            DetectorKind::Any(items) => NodeKind::Any(list(items)),
            DetectorKind::All(items, within) => NodeKind::All(list(items), *within),
            DetectorKind::Not(inner) => NodeKind::Not(Box::new(self.node(inner, rule))),
            DetectorKind::Call(p) => self.leaf(Leaf::Call(p), rule),
            DetectorKind::Tool(p) => self.leaf(Leaf::Tool(p), rule),
            DetectorKind::Setting(p) => self.leaf(Leaf::Setting(p), rule),
            DetectorKind::Import(p) => self.leaf(Leaf::Import(p), rule),
            DetectorKind::Function(p) => self.leaf(Leaf::Function(p), rule),
            DetectorKind::Model(p) => self.leaf(Leaf::Model(p), rule),
            DetectorKind::Loop(p) => self.leaf(Leaf::Loop(p), rule),
            DetectorKind::Route(p) => self.leaf(Leaf::Route(p), rule),
            DetectorKind::Container(p) => self.leaf(Leaf::Container(p), rule),
            DetectorKind::Query(pattern) => {
                let screens = pattern.languages.keys().map(|_| OnceLock::new()).collect();
                self.queries.push(PlannedQuery { pattern, compiled: Default::default(), screens });
                self.leaf(Leaf::Query(self.queries.len() - 1), rule)
            }
            DetectorKind::Text(p) => self.text(p, rule),
            DetectorKind::Path(p) => {
                self.files(&p.files);
                self.leaf(Leaf::Path, rule)
            }
        };
        let asks = self.questions(detector);
        Node { kind, state: detector.state, inside: detector.inside.as_ref(), asks, contains: detector.contains }
    }

    fn questions(&mut self, detector: &'r Detector) -> Vec<u32> {
        let by = detector.reached_by.as_deref().map(|reached| &reached.tool);
        let offered = match &detector.kind {
            DetectorKind::Tool(tool) => tool.offered,
            _ => None,
        };
        let decides = matches!(&detector.kind, DetectorKind::Call(call) if call.decides == Some(true));
        let first = self.questions.len() as u32;
        self.questions.extend(by.map(Question::Reached));
        self.questions.extend(detector.guarded_by.as_deref().map(|guarded| Question::Guarded(guarded, by)));
        self.questions.extend(offered.map(Question::Offered));
        self.questions.extend(decides.then_some(Question::Decides));
        (first..self.questions.len() as u32).collect()
    }

    fn leaf(&mut self, leaf: Leaf<'r>, rule: u32) -> NodeKind<'r> {
        self.leaves.push(leaf);
        self.leaf_rule.push(rule);
        NodeKind::Leaf(self.leaves.len() as u32 - 1)
    }

    /// Files of the leaf that is added next.
    fn files(&mut self, globs: &'r [PathGlob]) {
        let leaf = self.leaves.len() as u32;
        globs.iter().for_each(|glob| self.paths.add(glob, leaf));
    }

    fn text(&mut self, text: &'r TextPattern, rule: u32) -> NodeKind<'r> {
        self.files(&text.files);
        self.texts.push(LinePattern {
            source: text.pattern.source().to_owned(),
            ignore_case: text.ignore_case,
            line: OnceLock::new(),
            whole: OnceLock::new(),
        });
        self.leaf(Leaf::Text(self.texts.len() - 1), rule)
    }
}
