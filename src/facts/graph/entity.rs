//! What names can mean.

use std::cell::Cell;

use super::{
    modules::{Family, Module},
    names::Names,
};

/// Names that stand for names, one behind the other, and all that are looked at for one question.
pub(super) const DEEPEST: u32 = 12;
pub(super) const MOST_STEPS: u32 = 300;

/// What a look-up may still do.
#[derive(Clone, Copy)]
pub(super) struct Fuel<'c> {
    pub depth: u32,
    pub left: &'c Cell<u32>,
}

impl Fuel<'_> {
    pub fn less(self) -> Option<Self> {
        self.left.set(self.left.get().checked_sub(1)?);
        Some(Self { depth: self.depth.checked_sub(1)?, left: self.left })
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

pub(super) fn parts(rest: &str) -> impl Iterator<Item = Part<'_>> {
    rest.split('.').flat_map(|word| {
        let name = &word[..word.find(['(', '[']).unwrap_or(word.len())];
        let marks =
            word[name.len()..].matches(['(', '[']).map(|mark| if mark == "(" { Part::Call } else { Part::Index });
        (!name.is_empty()).then_some(Part::Name(name)).into_iter().chain(marks)
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
