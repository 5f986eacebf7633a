//! Classes: methods with those of their bases, fields, subclasses; and methods by name alone.

use foldhash::HashMap;
use rayon::prelude::*;

use super::{entity::Entity, is_product, modules::Family, names::Names};
use crate::facts::{
    File,
    model::{FunctionKind, Value},
};

/// Where the value of a field comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Field {
    /// `self.x = …`: file and index of the assignment.
    Assigned(u32, u32),
    /// `self.x = {…}`: file and index of the table.
    Table(u32, u32),
    /// `Class{x: …}`: file, call and argument.
    Argument(u32, u32, u32),
}

/// Classes on the way to a base that are looked at.
const MOST_BASES: usize = 16;
/// Classes below a base that are looked at.
const MOST_BELOW: usize = 64;

#[derive(Default)]
pub(super) struct Members<'a> {
    /// Methods of the product by name.
    pub methods: HashMap<(Family, &'a str), Vec<u32>>,
    /// Functions of the product that are handed over under a key: `{canUseTool: ask}`.
    pub keyed: HashMap<(Family, &'a str), Vec<u32>>,
    /// Base classes that are known.
    bases: HashMap<u32, Vec<u32>>,
    pub subclasses: HashMap<u32, Vec<u32>>,
    /// Classes of the product by the last part of a base's name.
    implementers: HashMap<&'a str, Vec<u32>>,
    fields: HashMap<(u32, &'a str), Vec<Field>>,
}

/// What needs names to be looked up.
pub(super) struct Links<'a> {
    bases: HashMap<u32, Vec<u32>>,
    subclasses: HashMap<u32, Vec<u32>>,
    fields: HashMap<(u32, &'a str), Vec<Field>>,
    keyed: HashMap<(Family, &'a str), Vec<u32>>,
}

impl<'a> Links<'a> {
    pub fn apply(self, members: &mut Members<'a>) {
        members.bases = self.bases;
        members.subclasses = self.subclasses;
        members.fields = self.fields;
        members.keyed = self.keyed;
    }
}

impl<'a> Members<'a> {
    pub fn new(names: &Names<'a>) -> Self {
        let mut out = Self::default();
        for (file, at) in names.base.files.iter().zip(0..).filter(|(file, _)| is_product(file)) {
            let family = names.families[at];
            for (function, node) in file.facts.functions.iter().zip(names.offsets[at] + 1..) {
                match function.kind {
                    FunctionKind::Method => out.methods.entry((family, &function.name)).or_default().push(node),
                    FunctionKind::Class => {
                        for base in &function.bases {
                            let last = base.rsplit('.').next().unwrap_or(base);
                            out.implementers.entry(last).or_default().push(node);
                        }
                    }
                    FunctionKind::Function => {}
                }
            }
        }
        out
    }

    /// Base classes, fields and keyed functions.
    pub fn link(&self, names: &Names<'a>) -> Links<'a> {
        let files = &names.base.files;
        let linked: Vec<Linked<'a>> =
            files.par_iter().enumerate().map(|(at, file)| linked(names, file, at as u32)).collect();
        let mut out = Links {
            bases: HashMap::default(),
            subclasses: HashMap::default(),
            fields: HashMap::default(),
            keyed: HashMap::default(),
        };
        for ((linked, file), family) in linked.into_iter().zip(files).zip(names.families) {
            for (node, base) in linked.bases {
                out.bases.entry(node).or_default().push(base);
                if is_product(file) {
                    out.subclasses.entry(base).or_default().push(node);
                }
            }
            for (place, field) in linked.fields {
                out.fields.entry(place).or_default().push(field);
            }
            for (key, node) in linked.given {
                let known = out.keyed.entry((*family, key)).or_default();
                if !known.contains(&node) && known.len() < 64 {
                    known.push(node);
                }
            }
            for (key, node) in linked.keyed {
                out.keyed.entry((*family, key)).or_default().push(node);
            }
        }
        out
    }

    fn bases_of(&self, class: u32) -> Vec<u32> {
        let mut all = vec![class];
        let mut at = 0;
        while let Some(class) = all.get(at).copied().filter(|_| all.len() < MOST_BASES) {
            for base in self.bases.get(&class).into_iter().flatten() {
                if !all.contains(base) {
                    all.push(*base);
                }
            }
            at += 1;
        }
        all
    }

    /// True where no method can come from outside of the repository.
    pub fn all_bases_known(&self, names: &Names<'a>, class: u32) -> bool {
        self.bases_of(class).into_iter().all(|class| {
            let declared = names.declared(class).map_or(0, |class| class.bases.len());
            declared == self.bases.get(&class).map_or(0, Vec::len)
        })
    }

    /// The first base that is known.
    pub fn base(&self, class: u32) -> Option<u32> {
        self.bases.get(&class)?.first().copied()
    }

    /// A method, nested class or function of a class or of its bases.
    pub fn method(&self, names: &Names<'a>, class: u32, name: &str) -> Option<u32> {
        self.bases_of(class).into_iter().find_map(|class| names.symbol(class, name))
    }

    /// The methods of the same name in classes below.
    pub fn overrides(&self, names: &Names<'a>, class: u32, name: &str) -> Vec<u32> {
        let mut below = vec![class];
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(class) = below.get(at).copied().filter(|_| below.len() < MOST_BELOW) {
            for subclass in self.subclasses.get(&class).into_iter().flatten() {
                if !below.contains(subclass) {
                    below.push(*subclass);
                    out.extend(names.symbol(*subclass, name));
                }
            }
            at += 1;
        }
        out
    }

    /// Methods of this name in classes that say they have a base of that name.
    pub fn implementations(&self, names: &Names<'a>, base: &str, name: &str) -> Vec<u32> {
        let classes = self.implementers.get(base).into_iter().flatten();
        classes.filter_map(|class| names.symbol(*class, name)).collect()
    }

    /// Where a field's value comes from, in this class and its bases.
    pub fn fields(&self, class: u32, name: &str) -> Vec<Field> {
        let all = self.bases_of(class).into_iter();
        all.flat_map(|class| self.fields.get(&(class, name)).into_iter().flatten().copied()).collect()
    }
}

/// The links of one file.
#[derive(Default)]
struct Linked<'a> {
    /// A class and its base.
    bases: Vec<(u32, u32)>,
    fields: Vec<((u32, &'a str), Field)>,
    /// Functions that arguments give under a key.
    given: Vec<(&'a str, u32)>,
    /// Those that stand there.
    keyed: Vec<(&'a str, u32)>,
}

fn linked<'a>(names: &Names<'a>, file: &'a File, at: u32) -> Linked<'a> {
    let mut out = Linked::default();
    let family = names.families[at as usize];
    let top = names.offsets[at as usize];
    for (function, node) in file.facts.functions.iter().zip(top + 1..) {
        for base in function.bases.iter().take(MOST_BASES) {
            if let Entity::Class(base) = names.lookup(at, None, base)
                && base != node
            {
                out.bases.push((node, base));
            }
        }
    }
    let control = &file.facts.control;
    let mut field = |function: Option<u32>, name: &'a str, field: Field| {
        let Some((receiver, name)) = name.split_once('.') else { return };
        let Some(function) = function else { return };
        let class = match family {
            Family::Go => {
                control.declared(Some(function), receiver).and_then(|kind| names.symbol(names.unit_top(at), kind))
            }
            _ => matches!(receiver, "self" | "this" | "cls").then(|| names.class_of(top + 1 + function)).flatten(),
        };
        if let Some(class) = class {
            out.fields.push(((class, name), field));
        }
    };
    for (assignment, index) in control.assignments.iter().zip(0..) {
        field(assignment.function, &assignment.name, Field::Assigned(at, index));
    }
    for (table, index) in control.tables.iter().zip(0..) {
        field(table.function, &table.name, Field::Table(at, index));
    }
    for (call, index) in file.facts.calls.iter().zip(0_u32..) {
        let keywords = || call.arguments.iter().zip(0_u32..).filter_map(|(a, i)| Some((a.keyword.as_deref()?, a, i)));
        if family == Family::Go
            && keywords().any(|(_, argument, _)| is_followed(&argument.value))
            && let Entity::Class(class) = names.lookup(at, call.function, &call.callee)
        {
            for (name, _, argument) in keywords().filter(|(_, argument, _)| is_followed(&argument.value)) {
                out.fields.push(((class, name), Field::Argument(at, index, argument)));
            }
        }
        if !is_product(file) {
            continue;
        }
        let mut given: Vec<(&'a str, &'a str)> = Vec::new();
        for argument in &call.arguments {
            named(argument.keyword.as_deref(), &argument.value, 3, &mut given);
        }
        for (key, name) in given {
            let node = names.lookup(at, call.function, name).callable(names);
            out.given.extend(node.map(|node| (key, node)));
        }
    }
    if is_product(file) {
        let name = |index: &u32| file.facts.functions[*index as usize].name.as_str();
        out.keyed.extend(control.keyed.iter().map(|index| (name(index), top + 1 + index)));
    }
    out
}

fn is_followed(value: &Value) -> bool {
    matches!(value, Value::Name(_) | Value::Call(..) | Value::Object(_))
}

/// Names in a value with the key under which they stand.
pub(super) fn named<'v>(key: Option<&'v str>, value: &'v Value, depth: u32, out: &mut Vec<(&'v str, &'v str)>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match (value, key) {
        (Value::Name(name), Some(key)) => out.push((key, name)),
        (Value::Object(pairs), _) => pairs.iter().for_each(|(key, value)| named(Some(key), value, depth, out)),
        _ => {}
    }
}
