//! What a dotted name stands for where it is written.

use foldhash::HashMap;

use super::{
    entity::{Entity, Entries, Fuel, Gauge, Memo, Part, is_builtin, is_way_to_call, parts},
    members::{Field, named},
    modules::{Family, Module},
    names::Names,
};
use crate::facts::{
    control::{Assignment, Returned, Subject},
    model::{FunctionKind, Value},
};

/// Names of one file that were looked up: a function says the same ones again and again.
pub(super) struct Known<'n> {
    file: u32,
    whole: HashMap<(Option<u32>, &'n str), Entity>,
    /// What stands before the first dot of names that are not imported.
    heads: HashMap<(Option<u32>, &'n str), Entity>,
    memo: &'n Memo,
}

impl<'n> Known<'n> {
    pub fn of(file: u32, memo: &'n Memo) -> Self {
        Self { file, whole: HashMap::default(), heads: HashMap::default(), memo }
    }

    /// As [`Names::lookup`], in this file.
    pub fn lookup(&mut self, names: &Names<'_>, function: Option<u32>, dotted: &'n str) -> Entity {
        if let Some(known) = self.whole.get(&(function, dotted)) {
            return known.clone();
        }
        let gauge = Gauge::new();
        let found = names.look_by(self.file, dotted, Fuel::full(&gauge, Some(self.memo)), |head, fuel| {
            let local = || names.local(self.file, function, head, fuel);
            self.heads.entry((function, head)).or_insert_with(local).clone()
        });
        self.whole.insert((function, dotted), found.clone());
        found
    }
}

impl<'a> Names<'a> {
    /// What a name (imports resolved, as in [`crate::facts::Call::callee`]) stands for in a function of a file.
    pub fn lookup(&self, file: u32, function: Option<u32>, dotted: &str) -> Entity {
        self.look(file, function, dotted, Fuel::full(&Gauge::new(), None))
    }

    fn look(&self, file: u32, function: Option<u32>, dotted: &str, fuel: Fuel<'_>) -> Entity {
        self.look_by(file, dotted, fuel, |head, fuel| self.local(file, function, head, fuel))
    }

    /// `local` tells what a plain name stands for that is not imported.
    fn look_by<'n, 'f>(
        &self,
        file: u32,
        dotted: &'n str,
        fuel: Fuel<'f>,
        local: impl FnOnce(&'n str, Fuel<'f>) -> Entity,
    ) -> Entity {
        let Some(fuel) = fuel.less() else { return Entity::Value };
        let (mut entity, rest) = match self.import_of(file, dotted) {
            Some((import, module, rest)) => {
                let reflected = matches!(import.module.as_str(), "importlib" | "reflect")
                    && (rest.starts_with(".import_module") || rest.contains("MethodByName"));
                if reflected {
                    return Entity::Reflected;
                }
                (self.imported(file, import.name.as_deref(), module, fuel), rest)
            }
            None => {
                let end = dotted.find(['.', '(', '[']).unwrap_or(dotted.len());
                (local(&dotted[..end], fuel), &dotted[end..])
            }
        };
        if rest.is_empty() {
            return entity;
        }
        if entity == Entity::Missing {
            let head = &dotted[..dotted.len() - rest.len()];
            if matches!(head, "getattr" | "globals" | "locals" | "vars" | "eval" | "__import__" | "Reflect") {
                return Entity::Reflected;
            }
            if head == "\"\"" || is_builtin(self.families[file as usize], head) {
                return Entity::External;
            }
        }
        for part in parts(rest) {
            entity = match part {
                Part::Name(name) => self.member(entity, name, fuel),
                Part::Call => self.called(entity, fuel),
                Part::Index => match entity {
                    Entity::Table(tables) => Entity::Element(tables),
                    Entity::External => Entity::External,
                    // Type arguments.
                    Entity::Function(node) if self.families[file as usize] == Family::Go => Entity::Function(node),
                    _ => Entity::Unseen,
                },
            };
        }
        entity
    }

    fn imported(&self, file: u32, name: Option<&str>, module: &Module, fuel: Fuel<'_>) -> Entity {
        match (name, module) {
            (_, Module::External) => Entity::External,
            (None, module) if self.families[file as usize] != Family::Script => Entity::Module(module.clone()),
            // `require` gives what `module.exports` is given.
            (None, module) => Entity::Module(module.clone()),
            (Some(name), module) => self.exported(module, name, fuel),
        }
    }

    /// A name that a module gives.
    fn exported(&self, module: &Module, name: &str, fuel: Fuel<'_>) -> Entity {
        let Some(fuel) = fuel.less() else { return Entity::Value };
        match module {
            Module::External => Entity::External,
            Module::Folder(path) => self.modules.python_child(path, name).map_or(Entity::Value, Entity::Module),
            Module::Package(unit) => self.top(*unit, name, fuel),
            Module::File(file) => {
                let found = self.top(*file, name, fuel);
                if found != Entity::Missing {
                    return found;
                }
                // A package may take its own part by name: that is no other name for it.
                let own = |import: &crate::facts::Import, module: &Module| {
                    import.name.as_deref() == Some(name) && matches!(module, Module::File(at) if at == file)
                };
                if let Some((import, module)) =
                    self.binding(*file, name).filter(|(import, module)| !own(import, module))
                {
                    return self.imported(*file, import.name.as_deref(), module, fuel);
                }
                if self.families[*file as usize] == Family::Script {
                    for whole in ["module.exports", "exports"] {
                        let tables = self.tables(*file, None, whole);
                        if let found @ (Entity::Function(_) | Entity::Class(_)) =
                            self.member(Entity::Table(tables), name, fuel)
                        {
                            return found;
                        }
                    }
                    // The default export of a file that gives its functions by name.
                    if name == "default" {
                        return match self.assigned(*file, None, "module.exports", fuel) {
                            Some(found) => found,
                            None => Entity::Module(module.clone()),
                        };
                    }
                }
                for module in self.wildcards(*file) {
                    let found = self.exported(module, name, fuel);
                    if !matches!(found, Entity::Missing | Entity::External | Entity::Value) {
                        return found;
                    }
                }
                let path = &self.base.files[*file as usize].path;
                if path.ends_with("__init__.py")
                    && let Some(child) = self.modules.python_child(crate::facts::names::folder(path), name)
                {
                    return Entity::Module(child);
                }
                // Declared in a way that is not read, or made when run.
                Entity::Value
            }
        }
    }

    /// A name at the top level of a unit.
    fn top(&self, file: u32, name: &str, fuel: Fuel<'_>) -> Entity {
        if let Some(node) = self.symbol(self.unit_top(file), name) {
            return if self.is_class(node) { Entity::Class(node) } else { Entity::Function(node) };
        }
        let files = self.unit_files(file);
        let tables: Vec<Entries> = files.iter().flat_map(|file| self.tables(*file, None, name)).collect();
        if !tables.is_empty() {
            return Entity::Table(tables);
        }
        if let Some((file, value)) = self.constant(file, name) {
            match value {
                Value::Name(alias) if alias != name => return self.look(file, None, alias, fuel),
                Value::Call(callee, _) => {
                    return self.called(self.look(file, None, callee, fuel), fuel);
                }
                _ => {}
            }
        }
        files.iter().find_map(|file| self.assigned(*file, None, name, fuel)).unwrap_or(Entity::Missing)
    }

    /// A plain name where it is used: nested functions, parameters and variables from the inside out, then the file.
    fn local(&self, file: u32, function: Option<u32>, head: &str, fuel: Fuel<'_>) -> Entity {
        let node = self.offsets[file as usize] + function.map_or(0, |index| index + 1);
        fuel.meaning(node, head, || self.find_local(file, function, head, fuel))
    }

    fn find_local(&self, file: u32, function: Option<u32>, head: &str, fuel: Fuel<'_>) -> Entity {
        let top = self.offsets[file as usize];
        let family = self.families[file as usize];
        let mut at = function.map(|index| top + 1 + index);
        if family != Family::Go && matches!(head, "self" | "this" | "cls" | "super") {
            let class = at.and_then(|node| self.class_of(node));
            return match (class, head) {
                (Some(class), "super") => {
                    self.members.base(class).map_or(Entity::External, |class| Entity::Instance { class, exact: true })
                }
                (Some(class), _) => Entity::Instance { class, exact: false },
                (None, _) => Entity::Value,
            };
        }
        let unit_top = self.unit_top(file);
        for _ in 0..24 {
            let Some(node) = at.filter(|node| *node != unit_top && *node != top) else { break };
            let here = self.function(node).function;
            let Some(declared) = self.declared(node) else { break };
            if declared.kind != FunctionKind::Class {
                if let Some(found) = self.symbol(node, head) {
                    return if self.is_class(found) { Entity::Class(found) } else { Entity::Function(found) };
                }
                let tables = self.tables(file, here, head);
                if !tables.is_empty() {
                    return Entity::Table(tables);
                }
                if let Some(found) = self.assigned(file, here, head, fuel) {
                    return found;
                }
                let control = &self.base.files[file as usize].facts.control;
                let kind = control.declared(here, head).map(|kind| self.of_type(file, kind, fuel));
                let position = declared.parameters.iter().position(|name| name == head);
                match (kind, position.and_then(|at| u32::try_from(at).ok())) {
                    (Some(kind @ Entity::Instance { .. }), _) | (Some(kind), None) => return kind,
                    (kind, Some(position)) => return Entity::Parameter(node, position, kind.map(Box::new)),
                    (None, None) => {}
                }
            }
            at = Some(self.outer(node)).filter(|outer| self.function(*outer).file == file);
        }
        let found = self.top(file, head, fuel);
        if found != Entity::Missing || family != Family::Python {
            return found;
        }
        let from_wildcards = self.wildcards(file).map(|module| self.exported(module, head, fuel));
        let mut found =
            from_wildcards.filter(|found| !matches!(found, Entity::Missing | Entity::External | Entity::Value));
        found.next().unwrap_or(Entity::Missing)
    }

    fn tables(&self, file: u32, function: Option<u32>, name: &str) -> Vec<Entries> {
        let control = &self.base.files[file as usize].facts.control;
        control.tables_of(function, name).map(|index| Entries::Table(file, index)).collect()
    }

    /// What a name is given: the last value that can be followed.
    fn assigned(&self, file: u32, function: Option<u32>, name: &str, fuel: Fuel<'_>) -> Option<Entity> {
        let control = &self.base.files[file as usize].facts.control;
        let all = control.assigned(function, name);
        let (_, first) = (all.last()?, fuel.less());
        let Some(fuel) = first else { return Some(Entity::Value) };
        let values = all.iter().rev().take(8).map(|assignment| self.assignment(file, assignment, fuel));
        let mut known = values.filter(|value| !matches!(value, Entity::Value | Entity::Missing));
        let last = known.next().unwrap_or(Entity::Value);
        // One way in which an interface is given its value is not the only one.
        let wider = matches!(last, Entity::Instance { exact: true, .. })
            .then(|| known.find(|value| matches!(value, Entity::Instance { exact: false, .. })))
            .flatten();
        Some(wider.unwrap_or(last))
    }

    fn assignment(&self, file: u32, assignment: &Assignment, fuel: Fuel<'_>) -> Entity {
        if let Some(alias) = assignment.alias.as_deref() {
            // `x = x or default` would run in circles.
            if alias == &*assignment.name {
                return Entity::Value;
            }
            return self.look(file, assignment.function, alias, fuel);
        }
        match assignment.from.first().map(|test| &test.subject) {
            // `path = path.strip()` says nothing new of `path`.
            Some(Subject::Call(call)) if self.is_on(file, *call, &assignment.name) => Entity::Value,
            Some(Subject::Call(call)) => self.call_result(file, *call, fuel),
            Some(Subject::Name(name)) if **name != *assignment.name => {
                match self.look(file, assignment.function, name, fuel) {
                    found @ (Entity::Instance { .. } | Entity::External | Entity::Function(_)) => found,
                    _ => Entity::Value,
                }
            }
            _ => Entity::Value,
        }
    }

    fn is_on(&self, file: u32, call: u32, name: &str) -> bool {
        let callee = self.base.files[file as usize].facts.calls.get(call as usize).map_or("", |call| &call.callee);
        callee.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[', '(']))
    }

    fn call_result(&self, file: u32, call: u32, fuel: Fuel<'_>) -> Entity {
        let Some(call) = self.base.files[file as usize].facts.calls.get(call as usize) else { return Entity::Value };
        self.called(self.look(file, call.function, &call.callee, fuel), fuel)
    }

    /// A value of a declared type.
    fn of_type(&self, file: u32, kind: &str, fuel: Fuel<'_>) -> Entity {
        match self.look(file, None, kind, fuel) {
            Entity::Class(class) => Entity::Instance { class, exact: false },
            Entity::External => Entity::External,
            _ => Entity::Typed(kind.rsplit('.').next().unwrap_or(kind).to_owned()),
        }
    }

    fn called(&self, entity: Entity, fuel: Fuel<'_>) -> Entity {
        let Some(fuel) = fuel.less() else { return Entity::Value };
        match entity {
            Entity::Class(class) => Entity::Instance { class, exact: true },
            Entity::Instance { class, exact } => Entity::Instance { class, exact },
            Entity::Getter(tables) => Entity::Element(tables),
            Entity::External => Entity::External,
            Entity::Reflected => Entity::Reflected,
            Entity::Function(node) | Entity::Method { node, .. } => self.returned(node, fuel),
            _ => Entity::Value,
        }
    }

    /// What a function returns, by its declared type or where it returns what it makes.
    fn returned(&self, node: u32, fuel: Fuel<'_>) -> Entity {
        let at = self.function(node);
        let control = &self.base.files[at.file as usize].facts.control;
        if let Some(kind) = control.declared(at.function, "") {
            let found = self.of_type(at.file, kind, fuel);
            if !matches!(found, Entity::Typed(_)) {
                return found;
            }
        }
        let Some(index) = at.function else { return Entity::Value };
        let mut made = false;
        for exit in control.exits_of(index) {
            made |= exit.value == Returned::Other;
            let Returned::From(from) = &exit.value else { continue };
            let found = match from.first().map(|test| &test.subject) {
                Some(Subject::Call(call)) => self.call_result(at.file, *call, fuel),
                Some(Subject::Name(name)) => self.look(at.file, Some(index), name, fuel),
                None => Entity::Value,
            };
            let own = matches!(found, Entity::Function(inner) if self.outer(inner) == node);
            if own || matches!(found, Entity::Instance { .. } | Entity::Element(_) | Entity::External | Entity::Made(_))
            {
                return found;
            }
        }
        if made { Entity::Made(node) } else { Entity::Value }
    }

    fn member(&self, entity: Entity, name: &str, fuel: Fuel<'_>) -> Entity {
        let Some(fuel) = fuel.less() else { return Entity::Member(None, name.to_owned()) };
        match entity {
            Entity::Module(module) => match self.exported(&module, name, fuel) {
                Entity::Value if name == "default" => Entity::Module(module),
                found => found,
            },
            Entity::Class(class) => match self.members.method(self, class, name) {
                Some(node) if self.is_class(node) => Entity::Class(node),
                Some(node) => Entity::Function(node),
                // Methods that classes have from outside.
                None if !self.members.all_bases_known(self, class) => Entity::External,
                None => Entity::Member(None, name.to_owned()),
            },
            Entity::Instance { class, exact } => match self.members.method(self, class, name) {
                Some(node) if exact => Entity::Function(node),
                Some(node) => Entity::Method { node, class },
                None => self.field(class, name, fuel),
            },
            Entity::Function(_) | Entity::Method { .. } if is_way_to_call(name) => entity,
            Entity::Function(outer) | Entity::Made(outer) => match self.symbol(outer, name) {
                Some(node) => Entity::Function(node),
                None => Entity::Member(None, name.to_owned()),
            },
            Entity::Table(tables) => match name {
                "get" | "Get" | "pop" | "setdefault" | "Load" => Entity::Getter(tables),
                "values" | "items" | "entries" => Entity::Table(tables),
                _ => self.entry(&tables, name, fuel),
            },
            Entity::Getter(tables) if name == "bind" => Entity::Getter(tables),
            Entity::Element(tables) if is_way_to_call(name) => Entity::Element(tables),
            Entity::External => Entity::External,
            Entity::Reflected => Entity::Reflected,
            Entity::Typed(kind) => Entity::Member(Some(kind), name.to_owned()),
            Entity::Parameter(_, _, Some(kind)) => self.member(*kind, name, fuel),
            _ => Entity::Member(None, name.to_owned()),
        }
    }

    /// The element of a key.
    fn entry(&self, tables: &[Entries], name: &str, fuel: Fuel<'_>) -> Entity {
        for entries in tables {
            let (file, function, all) = self.entries(*entries);
            if let Some((_, target)) = all.iter().find(|(key, _)| *key == name) {
                return self.look(file, function, target, fuel);
            }
        }
        Entity::Member(None, name.to_owned())
    }

    /// Keys and names of a table's elements, and where they are written.
    fn entries(&self, entries: Entries) -> (u32, Option<u32>, Vec<(&'a str, &'a str)>) {
        match entries {
            Entries::Table(file, index) => {
                let table = &self.base.files[file as usize].facts.control.tables[index as usize];
                let all = table.targets.iter().map(|(key, target)| (&**key, &**target)).collect();
                (file, table.function, all)
            }
            Entries::Argument(file, call, argument) => {
                let call = &self.base.files[file as usize].facts.calls[call as usize];
                let mut all = Vec::new();
                named(None, &call.arguments[argument as usize].value, 2, &mut all);
                (file, call.function, all)
            }
        }
    }

    /// The functions in tables.
    pub fn elements(&self, tables: &[Entries]) -> Vec<u32> {
        let mut out: Vec<u32> = Vec::new();
        for entries in tables {
            let (file, function, all) = self.entries(*entries);
            for (_, target) in all {
                let found = self.lookup(file, function, target).callable(self);
                out.extend(found.filter(|node| !out.contains(node)));
            }
        }
        out
    }

    fn field(&self, class: u32, name: &str, fuel: Fuel<'_>) -> Entity {
        let (mut tables, mut typed, mut known) = (Vec::new(), None, false);
        for field in self.members.fields(class, name) {
            let found = match field {
                Field::Assigned(file, index) => {
                    let assignment = &self.base.files[file as usize].facts.control.assignments[index as usize];
                    self.assignment(file, assignment, fuel)
                }
                Field::Table(file, index) => {
                    tables.push(Entries::Table(file, index));
                    continue;
                }
                Field::Argument(file, call, argument) => {
                    let at = call;
                    let call = &self.base.files[file as usize].facts.calls[call as usize];
                    match &call.arguments[argument as usize].value {
                        Value::Object(_) => {
                            tables.push(Entries::Argument(file, at, argument));
                            continue;
                        }
                        Value::Name(name) => self.look(file, call.function, name, fuel),
                        Value::Call(callee, _) => self.called(self.look(file, call.function, callee, fuel), fuel),
                        _ => Entity::Value,
                    }
                }
            };
            match found {
                Entity::Typed(_) => typed = Some(found),
                Entity::Parameter(_, _, Some(kind)) => typed = Some(*kind),
                Entity::Value | Entity::Missing | Entity::Parameter(..) => {}
                found => return found,
            }
            known = true;
        }
        if !tables.is_empty() {
            return Entity::Table(tables);
        }
        let at = self.function(class);
        let control = &self.base.files[at.file as usize].facts.control;
        if let Some(kind) = control.declared(at.function, name) {
            return self.of_type(at.file, kind, fuel);
        }
        let go = self.families[at.file as usize] == Family::Go && self.members.all_bases_known(self, class);
        match typed {
            Some(typed) => typed,
            None if known || go => Entity::Field(name.to_owned()),
            None => Entity::Member(None, name.to_owned()),
        }
    }
}
