//! The names of all files: functions and classes by where they are declared, imports by what they stand for.

use foldhash::{HashMap, HashSet};

use rayon::prelude::*;

use super::{
    FactBase, FunctionRef, is_product,
    members::Members,
    modules::{Family, Module, Modules},
};
use crate::facts::{
    File,
    model::{FunctionKind, Import, SettingKind, Value},
    names::folder,
};

/// Nodes are numbered through all files: the top level of a file, then its functions.
pub(super) struct Names<'a> {
    pub base: &'a FactBase,
    /// The node of each file's top level, and the number of nodes.
    pub offsets: Vec<u32>,
    pub families: &'a [Family],
    /// Files that share their top-level names have one unit: the file itself, in Go the first file of the folder.
    pub units: Vec<u32>,
    /// Go: the files of a unit.
    unit_files: HashMap<u32, Vec<u32>>,
    pub modules: &'a Modules,
    /// Declared in a node (the unit's top level, a class, a function).
    symbols: HashMap<(u32, &'a str), u32>,
    /// By node: the node around it.
    outers: Vec<u32>,
    imports: Vec<Imports<'a>>,
    constants: HashMap<(u32, &'a str), (u32, u32)>,
    pub members: Members<'a>,
}

#[derive(Default)]
struct Imports<'a> {
    /// What stands before the name in resolved callees: `pkg.mod.name`.
    prefixes: HashMap<String, u32>,
    /// Where those begin, up to the first dot or bracket: most names begin with none.
    roots: HashSet<String>,
    locals: HashMap<&'a str, u32>,
    wildcards: Vec<u32>,
    /// Of each import.
    modules: Vec<Module>,
}

impl<'a> Names<'a> {
    pub fn new(base: &'a FactBase) -> Self {
        let modules = &base.modules;
        let mut offsets = Vec::with_capacity(base.files.len() + 1);
        let mut at = 0_u32;
        for file in &base.files {
            offsets.push(at);
            at += 1 + u32::try_from(file.facts.functions.len()).unwrap_or(0);
        }
        offsets.push(at);
        let families: &[Family] = &modules.families;
        let mut unit_files: HashMap<u32, Vec<u32>> = HashMap::default();
        let units: Vec<u32> = base
            .files
            .iter()
            .zip(0_u32..)
            .map(|(file, at)| {
                let unit = match Family::of(file.language) {
                    Family::Go => modules.go_unit(folder(&file.path)).unwrap_or(at),
                    _ => return at,
                };
                unit_files.entry(unit).or_default().push(at);
                unit
            })
            .collect();
        let imports = base.files.par_iter().map(|file| imports(file, modules)).collect();
        let mut names = Self {
            base,
            outers: vec![0; at as usize],
            offsets,
            families,
            units,
            unit_files,
            modules,
            symbols: HashMap::default(),
            imports,
            constants: HashMap::default(),
            members: Members::default(),
        };
        // What the product declares comes before the same name in a test of the package.
        for product in [true, false] {
            for (file, at) in base.files.iter().zip(0_u32..).filter(|(file, _)| is_product(file) == product) {
                names.declare(file, at);
            }
        }
        for product in [true, false] {
            for (file, at) in base.files.iter().zip(0_u32..).filter(|(file, _)| is_product(file) == product) {
                names.declare_methods(file, at);
            }
        }
        names.members = Members::new(&names);
        names.members.link(&names).apply(&mut names.members);
        names
    }

    /// Functions and classes by the node around them.
    fn declare(&mut self, file: &'a File, at: u32) {
        let (top, unit_top) = (self.offsets[at as usize], self.offsets[self.units[at as usize] as usize]);
        let ranges = &file.facts.control.functions;
        let mut around: Vec<(u32, u32)> = Vec::new();
        for ((function, range), node) in file.facts.functions.iter().zip(ranges).zip(top + 1..) {
            while around.last().is_some_and(|(_, end)| *end <= range.start) {
                around.pop();
            }
            let outer = around.last().map_or(unit_top, |(outer, _)| *outer);
            around.push((node, range.end));
            self.outers[node as usize] = outer;
            let go_method = self.families[at as usize] == Family::Go && function.kind == FunctionKind::Method;
            if go_method {
                continue;
            }
            // The last definition of a name is the one that Python uses.
            if self.families[at as usize] == Family::Python {
                self.symbols.insert((outer, function.name.as_str()), node);
            } else {
                self.symbols.entry((outer, function.name.as_str())).or_insert(node);
            }
        }
        for (setting, index) in file.facts.settings.iter().zip(0_u32..) {
            let followed = matches!(setting.value, Value::Name(_) | Value::Call(..));
            if setting.kind == SettingKind::Constant && setting.function.is_none() && followed {
                let unit = self.units[at as usize];
                self.constants.entry((unit, setting.written.as_str())).or_insert((at, index));
            }
        }
    }

    /// Go declares methods beside their types.
    fn declare_methods(&mut self, file: &'a File, at: u32) {
        if self.families[at as usize] != Family::Go {
            return;
        }
        let (top, unit_top) = (self.offsets[at as usize], self.offsets[self.units[at as usize] as usize]);
        for (function, node) in file.facts.functions.iter().zip(top + 1..) {
            let class = function.parent.as_deref().and_then(|parent| self.symbol(unit_top, parent));
            if let Some(class) = class.filter(|_| function.kind == FunctionKind::Method) {
                self.outers[node as usize] = class;
                self.symbols.entry((class, function.name.as_str())).or_insert(node);
            }
        }
    }

    pub fn node(&self, function: FunctionRef) -> u32 {
        self.offsets[function.file as usize] + function.function.map_or(0, |index| index + 1)
    }

    pub fn function(&self, node: u32) -> FunctionRef {
        let file = self.offsets.partition_point(|offset| *offset <= node).saturating_sub(1);
        FunctionRef { file: u32::try_from(file).unwrap_or(0), function: (node - self.offsets[file]).checked_sub(1) }
    }

    /// The facts of a node; `None` for the top level of a file.
    pub fn declared(&self, node: u32) -> Option<&'a crate::facts::Function> {
        let at = self.function(node);
        self.base.files[at.file as usize].facts.functions.get(at.function? as usize)
    }

    pub fn is_class(&self, node: u32) -> bool {
        self.declared(node).is_some_and(|function| function.kind == FunctionKind::Class)
    }

    pub fn symbol(&self, outer: u32, name: &str) -> Option<u32> {
        self.symbols.get(&(outer, name)).copied()
    }

    /// The node around a function.
    pub fn outer(&self, node: u32) -> u32 {
        self.outers[node as usize]
    }

    pub fn unit_top(&self, file: u32) -> u32 {
        self.offsets[self.units[file as usize] as usize]
    }

    /// The files that share the top-level names of this one.
    pub fn unit_files(&self, file: u32) -> &[u32] {
        let unit = &self.units[file as usize];
        self.unit_files.get(unit).map_or(std::slice::from_ref(unit), Vec::as_slice)
    }

    /// The class that a function belongs to, itself included.
    pub fn class_of(&self, node: u32) -> Option<u32> {
        let mut at = node;
        for _ in 0..32 {
            let function = self.declared(at)?;
            if function.kind == FunctionKind::Class {
                return Some(at);
            }
            at = self.outer(at);
        }
        None
    }

    /// The constant of a unit whose value is a name or a call: the file and the value.
    pub fn constant(&self, file: u32, name: &str) -> Option<(u32, &'a Value)> {
        let (file, setting) = *self.constants.get(&(self.units[file as usize], name))?;
        Some((file, &self.base.files[file as usize].facts.settings[setting as usize].value))
    }

    /// The import that a resolved name begins with, and what follows it.
    pub fn import_of<'n>(&self, file: u32, dotted: &'n str) -> Option<(&'a Import, &Module, &'n str)> {
        let imports = &self.imports[file as usize];
        if !imports.roots.contains(root(dotted)) {
            return None;
        }
        let bytes = dotted.bytes().enumerate();
        let mut ends = [0; 64];
        let mut count = 0;
        for end in bytes.filter(|(_, byte)| is_end(*byte)).map(|(at, _)| at).chain([dotted.len()]).take(ends.len()) {
            ends[count] = end;
            count += 1;
        }
        let longest_first = ends[..count].iter().rev();
        let (index, end) =
            longest_first.copied().find_map(|end| Some((*imports.prefixes.get(&dotted[..end])?, end)))?;
        let import = &self.base.files[file as usize].facts.imports[index as usize];
        Some((import, imports.modules.get(index as usize)?, &dotted[end..]))
    }

    /// The import that binds a name in a file.
    pub fn binding(&self, file: u32, name: &str) -> Option<(&'a Import, &Module)> {
        let imports = &self.imports[file as usize];
        let index = *imports.locals.get(name)?;
        Some((&self.base.files[file as usize].facts.imports[index as usize], imports.modules.get(index as usize)?))
    }

    /// Modules of which everything is imported or exported again.
    pub fn wildcards(&self, file: u32) -> impl Iterator<Item = &Module> {
        let imports = &self.imports[file as usize];
        imports.wildcards.iter().filter_map(|index| imports.modules.get(*index as usize))
    }

    /// The function that a name in a file stands for.
    pub fn function_named(&self, file: u32, name: &str) -> Option<u32> {
        self.lookup(file, None, name).callable(self)
    }
}

fn is_end(byte: u8) -> bool {
    matches!(byte, b'.' | b'(' | b'[')
}

/// A dotted name up to the first dot or bracket.
fn root(dotted: &str) -> &str {
    &dotted[..dotted.bytes().position(is_end).unwrap_or(dotted.len())]
}

fn imports<'a>(file: &'a File, modules: &Modules) -> Imports<'a> {
    let family = Family::of(file.language);
    let mut out = Imports::default();
    if matches!(family, Family::Other) {
        return out;
    }
    let mut last: Option<(&str, Module)> = None;
    for (import, index) in file.facts.imports.iter().zip(0_u32..) {
        let module = match &last {
            Some((name, module)) if *name == import.module => module.clone(),
            _ => modules.resolve(&file.path, family, &import.module),
        };
        last = Some((import.module.as_str(), module.clone()));
        out.modules.push(module);
        let name = import.name.as_deref();
        if name == Some("*") {
            out.wildcards.push(index);
            continue;
        }
        let prefix = match name {
            None | Some("default") if family == Family::Script => import.module.to_string(),
            None => import.module.to_string(),
            Some(name) if import.module.ends_with('.') => format!("{}{name}", import.module),
            Some(name) => format!("{}.{name}", import.module),
        };
        if !out.roots.contains(root(&prefix)) {
            out.roots.insert(root(&prefix).to_owned());
        }
        out.prefixes.entry(prefix).or_insert(index);
        let plain = (!import.module.contains(['.', '/'])).then_some(import.module.as_str());
        if let Some(local) = import.alias.as_deref().or(name).or(plain) {
            out.locals.entry(local).or_insert(index);
        }
    }
    out
}
