//! The calls that give a tool its powers: matches of rules, listed callees, and what is called of listed libraries.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
};

use foldhash::HashMap;

use crate::{
    detect::Signal,
    facts::{
        Call, FactBase, Span,
        graph::{Graph, Libraries, Start},
    },
    rulebook::InventorySpec,
};

pub(super) struct Powers<'a> {
    spec: &'a InventorySpec,
    /// By power: addresses of the calls in the fact base. A sink is that call and no other of the same name.
    matched: Vec<BTreeSet<usize>>,
    libraries: Libraries<'a, 'a>,
    /// Where the calls of each file lie, ascending: first address, file, and where they begin in `listed`.
    files: Vec<(usize, u32, usize)>,
    /// Of each call the powers that the lists give it, a bit each, once it was asked for.
    listed: Vec<Cell<Option<u16>>>,
    base: &'a FactBase,
    kinds: RefCell<HashMap<String, Kind>>,
}

impl<'a> Powers<'a> {
    pub fn new(spec: &'a InventorySpec, base: &'a FactBase, graph: &'a Graph<'a>, signals: &[Signal]) -> Self {
        let matched = spec.reaches.iter().map(|reach| {
            let of_reach = signals.iter().filter(|signal| reach.signals.iter().any(|rule| signal.rule == *rule));
            let calls = of_reach.flat_map(|signal| calls_at(base, signal));
            calls.filter(|call| !reach.except.iter().any(|glob| glob.matches(&call.callee))).map(address).collect()
        });
        let mut files: Vec<(usize, u32, usize)> = Vec::new();
        let mut calls = 0;
        for (file, at) in base.files.iter().zip(0_u32..) {
            files.extend(file.facts.calls.first().map(|first| (address(first), at, calls)));
            calls += file.facts.calls.len();
        }
        files.sort_unstable();
        Self {
            spec,
            matched: matched.collect(),
            libraries: Libraries::new(graph),
            files,
            listed: vec![Cell::new(None); calls],
            base,
            kinds: RefCell::default(),
        }
    }

    /// The names of the powers, the most powerful first.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.spec.reaches.iter().map(|reach| reach.power.as_str())
    }

    pub fn rank(&self, power: &str) -> usize {
        self.names().position(|known| known == power).unwrap_or(usize::MAX)
    }

    pub fn is_sink(&self, power: usize, call: &Call) -> bool {
        self.matched.get(power).is_some_and(|calls| calls.contains(&address(call)))
            || self.listed(call) & bit(power) != 0
    }

    fn listed(&self, call: &Call) -> u16 {
        let at = address(call);
        let before = self.files.partition_point(|(first, ..)| *first <= at);
        let file = before.checked_sub(1).and_then(|found| self.files.get(found));
        let Some((first, file, begin)) = file else { return 0 };
        let index = (at - first) / size_of::<Call>();
        let Some(known) = self.listed.get(begin + index) else { return 0 };
        if let Some(bits) = known.get() {
            return bits;
        }
        let module = u32::try_from(index).ok().and_then(|index| self.libraries.module_of(*file, index));
        // A rule knows better: a file may be opened to be written.
        let is_matched = self.matched.iter().any(|calls| calls.contains(&at));
        let powers = self.spec.reaches.iter().enumerate().filter(|(_, reach)| {
            let of_library = |module| reach.libraries.iter().any(|glob| glob.matches(module));
            module.is_some_and(of_library) || !is_matched && reach.calls.iter().any(|glob| glob.matches(&call.callee))
        });
        let bits = powers.fold(0, |bits, (power, _)| bits | bit(power));
        known.set(Some(bits));
        bits
    }

    /// The first call on the ways from a start to a module that may have a power without being known for it: a library
    /// that is not seen inside, or one of the repository's own that was not found.
    pub fn unseen(&self, power: usize, from: Start) -> Option<(u32, u32, &'a str)> {
        let unseen = self.spec.reaches.get(power).is_some_and(|reach| reach.unseen);
        self.libraries.first(from, &|module| match self.kind(module) {
            Kind::Quiet => false,
            Kind::Own => true,
            Kind::Library => unseen,
        })
    }

    fn kind(&self, module: &str) -> Kind {
        if let Some(known) = self.kinds.borrow().get(module) {
            return *known;
        }
        let kind = if self.spec.quiet.iter().any(|glob| glob.matches(module)) {
            Kind::Quiet
        } else if is_own(self.base, module) {
            Kind::Own
        } else {
            Kind::Library
        };
        self.kinds.borrow_mut().insert(module.to_owned(), kind);
        kind
    }
}

/// What a module is that was not found in the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Quiet,
    Own,
    Library,
}

/// True where a file or folder of the repository has the path of the module, wherever it lies.
fn is_own(base: &FactBase, module: &str) -> bool {
    let path = if module.contains('/') { module.to_owned() } else { module.replace('.', "/") };
    if !path.contains('/') || path.starts_with('@') {
        return false;
    }
    let ends =
        |path: &str, whole: &str| whole.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    base.files.iter().any(|file| {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let stem = name.split('.').next().map_or(0, str::len);
        let whole = file.path.len() - name.len() + stem;
        file.language.is_code()
            && (ends(&path, folder) || file.path.get(..whole).is_some_and(|whole| ends(&path, whole)))
    })
}

fn bit(power: usize) -> u16 {
    u32::try_from(power).ok().and_then(|power| 1_u16.checked_shl(power)).unwrap_or(0)
}

fn address(call: &Call) -> usize {
    std::ptr::from_ref(call).addr()
}

/// Calls that a match of a rule stands for: those of its lines with its callee.
fn calls_at<'b>(base: &'b FactBase, signal: &Signal) -> Vec<&'b Call> {
    let Some(file) = base.index(&signal.file).map(|index| &base.files[index]) else { return Vec::new() };
    let Some(callee) = signal.capture("callee") else { return Vec::new() };
    let within = |call: &&Call| signal.lines.contains(Span::line(call.span.start));
    file.facts.calls.iter().filter(within).filter(|call| call.callee == callee.unescaped()).collect()
}
