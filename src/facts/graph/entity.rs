//! What names can mean.

use std::cell::{Cell, RefCell};

use foldhash::HashMap;

use super::{
    modules::{Family, Module},
    names::Names,
};

/// Names that stand for names, one behind the other, and all that are looked at for one question.
pub(super) const DEEPEST: u32 = 12;
pub(super) const MOST_STEPS: u32 = 300;

/// What a look-up may still do, and what was found by others of the same names.
#[derive(Clone, Copy)]
pub(super) struct Fuel<'c> {
    pub depth: u32,
    pub gauge: &'c Gauge,
    pub memo: Option<&'c Memo>,
}

/// How much one question has used.
pub(super) struct Gauge {
    left: Cell<u32>,
    /// The least depth that was left.
    lowest: Cell<u32>,
    /// Something was not looked at because nothing was left.
    spent: Cell<bool>,
}

impl Gauge {
    pub fn new() -> Self {
        Self { left: Cell::new(MOST_STEPS), lowest: Cell::new(DEEPEST), spent: Cell::new(false) }
    }
}

/// What plain names stand for, by node and name. A meaning holds for whoever has as much fuel left as finding it took,
/// and takes as much from them: nothing that is found hangs on who asked before.
#[derive(Default)]
pub(super) struct Memo(RefCell<Kept>);

#[derive(Default)]
struct Kept {
    known: HashMap<u32, HashMap<Box<str>, Meaning>>,
    count: usize,
}

struct Meaning {
    entity: Entity,
    steps: u32,
    depth: u32,
}

/// Meanings that one thread keeps.
const MOST_KEPT: usize = 50_000;

impl<'c> Fuel<'c> {
    pub fn full(gauge: &'c Gauge, memo: Option<&'c Memo>) -> Self {
        Self { depth: DEEPEST, gauge, memo }
    }

    pub fn less(self) -> Option<Self> {
        let left = self.gauge.left.get().checked_sub(1);
        left.inspect(|left| self.gauge.left.set(*left));
        let depth = left.and(self.depth.checked_sub(1));
        match depth {
            Some(depth) => self.gauge.lowest.set(self.gauge.lowest.get().min(depth)),
            None => self.gauge.spent.set(true),
        }
        Some(Self { depth: depth?, ..self })
    }

    /// The meaning of a name in a node: known, or found now.
    pub fn meaning(self, node: u32, name: &str, find: impl FnOnce() -> Entity) -> Entity {
        let Some(memo) = self.memo else { return find() };
        let Gauge { left, lowest, spent } = self.gauge;
        if let Some(known) = memo.0.borrow().known.get(&node).and_then(|names| names.get(name))
            && known.steps <= left.get()
            && known.depth <= self.depth
        {
            left.set(left.get() - known.steps);
            lowest.set(lowest.get().min(self.depth - known.depth));
            return known.entity.clone();
        }
        let (before, outer_lowest) = (left.get(), lowest.replace(self.depth));
        let outer_spent = spent.replace(false);
        let entity = find();
        if !spent.get() {
            let meaning =
                Meaning { entity: entity.clone(), steps: before - left.get(), depth: self.depth - lowest.get() };
            let mut kept = memo.0.borrow_mut();
            if kept.count >= MOST_KEPT {
                *kept = Kept::default();
            }
            kept.count += 1;
            kept.known.entry(node).or_default().insert(name.into(), meaning);
        }
        lowest.set(outer_lowest.min(lowest.get()));
        spent.set(outer_spent || spent.get());
        entity
    }
}

/// The meaning of a name or chain.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Entity {
    Function(u32),
    /// A method of an instance that may be of a class below.
    Method {
        node: u32,
        class: u32,
    },
    Class(u32),
    Instance {
        class: u32,
        exact: bool,
    },
    Module(Module),
    Table(Vec<Entries>),
    /// The function that gives an element of a table.
    Getter(Vec<Entries>),
    /// Any element of these.
    Element(Vec<Entries>),
    /// A parameter of a function: its node and position, and what its declared type says.
    Parameter(u32, u32, Option<Box<Entity>>),
    /// A value whose declared type is no class of the repository, by the last part of its name.
    Typed(String),
    /// A field whose value is not followed, by its name.
    Field(String),
    /// A member of a value that is not followed, with the name of its type where declared.
    Member(Option<String>, String),
    /// An element of something that is not followed.
    Unseen,
    /// What a function of the repository returns: a function or object that is written in it.
    Made(u32),
    /// Found by its name when run.
    Reflected,
    /// A value that is not followed.
    Value,
    /// Outside of the repository.
    External,
    /// No such name: built into the language, or from where we don't see.
    Missing,
}

/// Where the elements of a handler table are listed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Entries {
    /// File and index of a table.
    Table(u32, u32),
    /// An object that is an argument: file, call, argument.
    Argument(u32, u32, u32),
}

/// A part of a chain.
pub(super) enum Part<'n> {
    Name(&'n str),
    Call,
    Index,
}

/// The parts of what follows the first name of a chain: names between dots, each with the calls and indexes behind it.
pub(super) fn parts(rest: &str) -> impl Iterator<Item = Part<'_>> {
    let mut at = 0;
    let mut behind_name = false;
    std::iter::from_fn(move || {
        while let Some(byte) = rest.as_bytes().get(at) {
            match byte {
                b'.' => behind_name = false,
                b'(' | b'[' => {
                    at += 1;
                    behind_name = true;
                    return Some(if *byte == b'(' { Part::Call } else { Part::Index });
                }
                _ if behind_name => {}
                _ => {
                    let ends = |byte: &u8| matches!(byte, b'.' | b'(' | b'[');
                    let length = rest.as_bytes()[at..].iter().position(ends).unwrap_or(rest.len() - at);
                    let name = &rest[at..at + length];
                    at += length;
                    behind_name = true;
                    return Some(Part::Name(name));
                }
            }
            at += 1;
        }
        None
    })
}

impl Entity {
    /// The function of this entity, where it is one.
    pub fn callable(&self, names: &Names<'_>) -> Option<u32> {
        match self {
            Self::Function(node) | Self::Method { node, .. } => Some(*node).filter(|node| !names.is_class(*node)),
            _ => None,
        }
    }
}

/// Members of a function through which it is called or made ready to be.
pub(super) fn is_way_to_call(name: &str) -> bool {
    matches!(
        name,
        "bind" | "call" | "apply" | "delay" | "apply_async" | "remote" | "submit" | "starmap" | "map" | "__call__"
    )
}

/// Globals of the language whose members are not the repository's.
pub(super) fn is_builtin(family: Family, head: &str) -> bool {
    match family {
        Family::Python => matches!(
            head,
            "str"
                | "dict"
                | "list"
                | "set"
                | "bytes"
                | "int"
                | "open"
                | "super"
                | "type"
                | "object"
                | "print"
                | "sorted"
        ),
        Family::Script => matches!(
            head,
            "console"
                | "JSON"
                | "Math"
                | "Object"
                | "Array"
                | "Promise"
                | "process"
                | "document"
                | "window"
                | "Buffer"
                | "Number"
                | "String"
                | "Date"
                | "Symbol"
                | "URL"
                | "Bun"
                | "Deno"
                | "globalThis"
                | "navigator"
                | "localStorage"
                | "fetch"
                | "require"
                | "import"
                | "crypto"
                | "Error"
                | "Intl"
        ),
        _ => false,
    }
}
