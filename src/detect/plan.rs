//! Compiled detectors: the leaves of all rules side by side, indexed by what they ask for.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use regex::bytes::{Regex, RegexSet, RegexSetBuilder};

use super::names::NameIndex;
use crate::rulebook::{
    CallPattern, Capture, Detector, DetectorKind, FunctionPattern, ImportPattern, Inside, PathGlob, Rule, Rulebook,
    SettingPattern, State, TextPattern, ToolPattern, Within, pattern,
};

/// A detector without its leaves' patterns.
#[derive(Debug)]
pub struct Node<'r> {
    pub kind: NodeKind<'r>,
    pub state: Option<State>,
    pub inside: Option<&'r Inside>,
    pub contains: Option<Capture>,
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
    /// Index into the text patterns.
    Text(usize),
    Path,
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
    pub settings: NameIndex,
    pub imports: Vec<u32>,
    pub functions: Vec<u32>,
    pub tools: Vec<u32>,
    pub texts: Vec<Regex>,
    text_sources: Vec<String>,
    files: RegexSet,
    globs: Vec<(&'r PathGlob, u32)>,
    sets: Mutex<HashMap<Vec<u32>, Option<Arc<RegexSet>>>>,
}

#[derive(Default)]
struct Builder<'r> {
    leaves: Vec<Leaf<'r>>,
    leaf_rule: Vec<u32>,
    texts: Vec<Regex>,
    text_sources: Vec<String>,
    globs: Vec<(&'r PathGlob, u32)>,
}

impl<'r> Plan<'r> {
    pub fn new(rulebook: &'r Rulebook) -> Self {
        Self::of(rulebook.rules.values())
    }

    pub fn of(rules: impl IntoIterator<Item = &'r Rule>) -> Self {
        let mut builder = Builder::default();
        let rules: Vec<PlannedRule<'r>> = rules
            .into_iter()
            .enumerate()
            .map(|(index, rule)| PlannedRule { rule, node: builder.node(&rule.detect, index as u32) })
            .collect();
        let mut calls = Vec::new();
        let mut settings = Vec::new();
        let (mut imports, mut functions, mut tools) = (Vec::new(), Vec::new(), Vec::new());
        for (id, leaf) in (0u32..).zip(&builder.leaves) {
            match leaf {
                Leaf::Call(call) => calls.extend(call.callee.iter().flat_map(|g| g.alternatives()).map(|g| (g, id))),
                Leaf::Setting(s) => settings.extend(s.name.iter().flat_map(|g| g.alternatives()).map(|g| (g, id))),
                Leaf::Import(_) => imports.push(id),
                Leaf::Function(_) => functions.push(id),
                Leaf::Tool(_) => tools.push(id),
                Leaf::Text(_) | Leaf::Path => {}
            }
        }
        let (calls, settings) = (NameIndex::new(calls, false), NameIndex::new(settings, true));
        // Each glob was compiled when it was read, so the set can only fail by size; then they are asked one by one.
        let files = RegexSetBuilder::new(builder.globs.iter().map(|(g, _)| g.expression()))
            .unicode(false)
            .size_limit(1 << 27)
            .build()
            .unwrap_or_else(|_| RegexSet::empty());
        Self {
            rules,
            leaf_rule: builder.leaf_rule,
            calls,
            settings,
            imports,
            functions,
            tools,
            texts: builder.texts,
            text_sources: builder.text_sources,
            files,
            globs: builder.globs,
            leaves: builder.leaves,
            sets: Mutex::default(),
        }
    }

    /// Text and path leaves that ask for a file of this name, sorted, each once.
    pub fn file_leaves_of(&self, path: &str) -> Vec<u32> {
        let mut leaves: Vec<u32> = match self.files.is_empty() {
            true => self.globs.iter().filter(|(g, _)| g.matches(path)).map(|(_, leaf)| *leaf).collect(),
            false => self.files.matches(path.as_bytes()).iter().filter_map(|i| Some(self.globs.get(i)?.1)).collect(),
        };
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// Whether some text rule reads a file of this name: its text is worth keeping.
    pub fn wants_text(&self, path: &str) -> bool {
        self.file_leaves_of(path).iter().any(|id| matches!(self.leaves.get(*id as usize), Some(Leaf::Text(_))))
    }

    /// Of these text leaves, those whose pattern stands somewhere in `text`: one pass instead of one per pattern.
    pub fn present(&self, leaves: &[u32], text: &[u8]) -> Vec<u32> {
        let set = {
            let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
            sets.entry(leaves.to_vec()).or_insert_with(|| self.set(leaves)).clone()
        };
        match set {
            Some(set) => set.matches(text).iter().filter_map(|i| leaves.get(i).copied()).collect(),
            None => leaves.to_vec(),
        }
    }

    fn set(&self, leaves: &[u32]) -> Option<Arc<RegexSet>> {
        let sources: Vec<&str> = leaves.iter().filter_map(|l| self.text_source(*l)).collect();
        let built = (sources.len() == leaves.len()).then(|| {
            RegexSetBuilder::new(&sources)
                .unicode(false)
                .multi_line(true)
                .crlf(true)
                .size_limit(1 << 27)
                .dfa_size_limit(1 << 25)
                .build()
                .ok()
        });
        built.flatten().map(Arc::new)
    }

    fn text_source(&self, leaf: u32) -> Option<&str> {
        match self.leaves.get(leaf as usize) {
            Some(Leaf::Text(index)) => self.text_sources.get(*index).map(String::as_str),
            _ => None,
        }
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
            DetectorKind::Text(p) => self.text(p, rule),
            DetectorKind::Path(p) => {
                self.globs.extend(p.files.iter().map(|g| (g, self.leaves.len() as u32)));
                self.leaf(Leaf::Path, rule)
            }
        };
        Node { kind, state: detector.state, inside: detector.inside.as_ref(), contains: detector.contains }
    }

    fn leaf(&mut self, leaf: Leaf<'r>, rule: u32) -> NodeKind<'r> {
        self.leaves.push(leaf);
        self.leaf_rule.push(rule);
        NodeKind::Leaf(self.leaves.len() as u32 - 1)
    }

    fn text(&mut self, text: &'r TextPattern, rule: u32) -> NodeKind<'r> {
        // The pattern was compiled in this form when it was read.
        let Ok(regex) = pattern::build(text.pattern.source(), text.ignore_case) else {
            return NodeKind::Any(Vec::new());
        };
        self.globs.extend(text.files.iter().map(|g| (g, self.leaves.len() as u32)));
        let source = text.pattern.source();
        self.text_sources.push(if text.ignore_case { format!("(?i:{source})") } else { format!("(?:{source})") });
        self.texts.push(regex);
        self.leaf(Leaf::Text(self.texts.len() - 1), rule)
    }
}
