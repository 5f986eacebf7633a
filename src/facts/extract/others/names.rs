//! Imports, and the declared types of names.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    super::builder::{Builder, children, field, inner},
    elixir,
    grammar::{Grammar, Kind, grammar},
    values::{Types, dotted, last, string},
};
use crate::syntax::{Language, Parsed, Step, Visitor, walk};

/// Declarations of names that are kept per file.
const MOST: usize = 20_000;

/// The imports of a file as facts and names, and what its names are declared as.
pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> (Builder<'t>, Types) {
    let grammar = grammar(language);
    let mut reader = Reader { builder: Builder::new(language, text), grammar, declared: Vec::new() };
    walk(parsed, &mut reader);
    let Reader { builder, declared, .. } = reader;
    // A name that is declared as two things stands for neither.
    let mut types: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (name, kind) in declared {
        let kind = dotted(&builder, kind).filter(|kind| is_object(kind));
        match types.entry(builder.of(name).to_owned()) {
            std::collections::btree_map::Entry::Vacant(entry) => drop(entry.insert(kind)),
            std::collections::btree_map::Entry::Occupied(mut entry) if *entry.get() != kind => drop(entry.insert(None)),
            std::collections::btree_map::Entry::Occupied(_) => {}
        }
    }
    let types = types.into_iter().filter_map(|(name, kind)| Some((name, kind?))).collect();
    (builder, types)
}

/// A class that something is called on; texts and collections keep the names of their variables.
fn is_object(kind: &str) -> bool {
    let last = kind.rsplit('.').next().unwrap_or(kind);
    last.starts_with(char::is_uppercase)
        && last.len() > 1
        && !kind.contains(['(', '[', '…'])
        && !matches!(
            last,
            "String"
                | "Integer"
                | "Int"
                | "Long"
                | "Boolean"
                | "Double"
                | "Float"
                | "Object"
                | "Any"
                | "List"
                | "MutableList"
                | "Map"
                | "MutableMap"
                | "Set"
                | "Array"
                | "Optional"
                | "Collection"
                | "StringBuilder"
                | "Dictionary"
                | "IEnumerable"
                | "Exception"
        )
}

struct Reader<'t> {
    builder: Builder<'t>,
    grammar: &'static Grammar,
    /// Names with their types, in source order.
    declared: Vec<(Node<'t>, Node<'t>)>,
}

impl<'t> Visitor<'t> for Reader<'t> {
    fn enter(&mut self, _: &[Step<'t>], step: Step<'t>) -> bool {
        let node = step.node;
        match self.grammar.kind(step.kind) {
            Some(Kind::Comment | Kind::Text) => return false,
            Some(Kind::Import) => {
                self.import(node);
                return false;
            }
            Some(Kind::Call) if self.builder.language == Language::Elixir => elixir::import(&mut self.builder, node),
            Some(Kind::Variable | Kind::Parameter) => self.declaration(node),
            _ => {}
        }
        true
    }
}

impl<'t> Reader<'t> {
    fn import(&mut self, node: Node<'t>) {
        let builder = &mut self.builder;
        match node.kind() {
            "preproc_include" => {
                let Some(path) = field(node, "path") else { return };
                let path = builder.of(path).trim_matches(['<', '>', '"']).to_owned();
                builder.import(&path, None, None, node);
            }
            "using_directive" => {
                let Some(target) = last(node) else { return };
                let module: String = builder.of(target).split_whitespace().collect();
                let alias = field(node, "name").filter(|alias| *alias != target).map(|alias| builder.of(alias));
                builder.import(&module, None, alias, node);
                if let Some(alias) = alias {
                    builder.bind(alias, module);
                }
            }
            _ => {
                let parts = children(node);
                let Some((_, path)) = parts.first() else { return };
                let module: String = builder.of(*path).split_whitespace().collect();
                let alias = parts.get(1).filter(|(_, alias)| alias.kind() == "identifier");
                let alias = alias.map(|(_, alias)| builder.of(*alias));
                let whole = builder.of(node).trim_end_matches([';', ' ']).ends_with('*');
                let module = if whole { format!("{module}.*") } else { module };
                builder.import(&module, None, alias, node);
                let name = alias.or_else(|| module.rsplit('.').next());
                if let Some(name) = name.filter(|_| !whole).map(str::to_owned) {
                    builder.bind(&name, module);
                }
            }
        }
    }

    /// `Logger log`, `log: Logger`, `val log = Logger("x")`, `new Logger()` behind `var`.
    fn declaration(&mut self, node: Node<'t>) {
        if self.declared.len() >= MOST || self.builder.language == Language::C {
            return;
        }
        let Some(name) = super::values::declared_name(node) else { return };
        let builder = &self.builder;
        let holder = node.parent();
        let typed = field(node, "type")
            .or_else(|| holder.and_then(|holder| field(holder, "type")))
            .or_else(|| {
                let variable = children(node).into_iter().find(|(_, child)| child.kind() == "variable_declaration");
                let typed = variable.map_or(node, |(_, child)| child);
                children(typed)
                    .into_iter()
                    .map(|(_, child)| child)
                    .find(|c| matches!(c.kind(), "user_type" | "nullable_type"))
            })
            .filter(|kind| !matches!(builder.of(*kind), "var" | "auto"));
        let made = || {
            let value = field(node, "value").or_else(|| last(node)).filter(|value| *value != name)?;
            match self.grammar.kind(value.kind())? {
                Kind::New => field(value, "type"),
                // A constructor of Kotlin is called like a function.
                Kind::Call if builder.language == Language::Kotlin => inner(value).filter(|callee| {
                    builder.of(*callee).starts_with(char::is_uppercase) && callee.kind() == "identifier"
                }),
                _ => None,
            }
        };
        if let Some(kind) = typed.or_else(made) {
            self.declared.push((name, kind));
        } else if string(builder, name).is_none() {
            // Something that is not read: the name stands for several things.
            self.declared.push((name, name));
        }
    }
}
