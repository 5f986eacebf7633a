//! Imports of JavaScript and TypeScript, and what local names stand for.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner, kind},
    script_values::{bare, dotted, module_name, required_module, string},
};
use crate::syntax::{Step, Visitor};

/// The first pass over a file.
pub(super) struct Imports<'t> {
    pub builder: Builder<'t>,
    /// False where nothing but statements at the top can import: functions are not looked into.
    deep: bool,
}

impl<'t> Imports<'t> {
    pub fn new(builder: Builder<'t>) -> Self {
        let deep = ["require(", "import(", "promisify("].iter().any(|mark| builder.text.contains(mark));
        Self { builder, deep }
    }
}

impl<'t> Visitor<'t> for Imports<'t> {
    fn enter(&mut self, _: &[Step<'t>], step: Step<'t>) -> bool {
        match step.kind {
            "import_statement" => {
                self.import(step.node);
                false
            }
            "export_statement" => {
                self.reexport(step.node);
                true
            }
            "variable_declarator" => {
                self.declarator(step.node);
                true
            }
            "call_expression" => {
                self.dynamic(step.node);
                true
            }
            "type_annotation"
            | "interface_declaration"
            | "type_alias_declaration"
            | "string"
            | "comment"
            | "formal_parameters"
            | "identifier"
            | "property_identifier"
            | "template_string" => false,
            "statement_block" | "class_body" | "arguments" | "jsx_element" | "object" => self.deep,
            _ => true,
        }
    }
}

impl<'t> Imports<'t> {
    fn import(&mut self, statement: Node<'t>) {
        let source = field(statement, "source").and_then(|source| string(&self.builder, source));
        for (_, child) in children(statement) {
            match (kind(child), &source) {
                ("import_clause", Some(module)) => self.clause(child, module_name(module)),
                // `import fs = require('fs')`.
                ("import_require_clause", _) => {
                    let name = inner(child).map(|name| self.builder.of(name));
                    let module = field(child, "source").and_then(|source| string(&self.builder, source));
                    if let (Some(name), Some(module)) = (name, module) {
                        let module = module_name(&module);
                        self.builder.import(module, None, Some(name), statement);
                        self.builder.bind(name, module.to_owned());
                    }
                }
                _ => {}
            }
        }
        if let Some(module) = source
            && !children(statement).iter().any(|(_, child)| kind(*child) == "import_clause")
        {
            self.builder.import(module_name(&module), None, None, statement);
        }
    }

    fn clause(&mut self, clause: Node<'t>, module: &str) {
        for (_, child) in children(clause) {
            match kind(child) {
                "identifier" => {
                    let name = self.builder.of(child);
                    self.builder.import(module, Some("default"), Some(name), clause);
                    self.builder.bind(name, module.to_owned());
                }
                "namespace_import" => {
                    if let Some(name) = inner(child).map(|name| self.builder.of(name)) {
                        self.builder.import(module, None, Some(name), clause);
                        self.builder.bind(name, module.to_owned());
                    }
                }
                "named_imports" => {
                    for (_, specifier) in children(child) {
                        let Some(name) = field(specifier, "name").map(|name| self.builder.of(name)) else { continue };
                        let alias = field(specifier, "alias").map(|alias| self.builder.of(alias));
                        self.builder.import(module, Some(name), alias, specifier);
                        let target = if name == "default" { module.to_owned() } else { format!("{module}.{name}") };
                        self.builder.bind(alias.unwrap_or(name), target);
                    }
                }
                _ => {}
            }
        }
    }

    fn reexport(&mut self, statement: Node<'t>) {
        let Some(module) = field(statement, "source").and_then(|source| string(&self.builder, source)) else { return };
        let module = module_name(&module);
        let mut named = false;
        for (_, clause) in children(statement).into_iter().filter(|(_, child)| kind(*child) == "export_clause") {
            for (_, specifier) in children(clause) {
                let Some(name) = field(specifier, "name").map(|name| self.builder.of(name)) else { continue };
                let alias = field(specifier, "alias").map(|alias| self.builder.of(alias));
                self.builder.import(module, Some(name), alias, specifier);
                named = true;
            }
        }
        if !named {
            self.builder.import(module, Some("*"), None, statement);
        }
    }

    /// `const x = require('m')`, `const {a, b: c} = await import('m')`, and one-step aliases of imported names.
    fn declarator(&mut self, node: Node<'t>) {
        let (Some(name), Some(given)) = (field(node, "name"), field(node, "value")) else { return };
        let given = bare(given);
        let target = match kind(given) {
            "call_expression" => match required_module(&self.builder, given) {
                Some(module) => Some(module),
                None => self.promisified(given),
            },
            "member_expression" | "identifier" => dotted(&self.builder, given).filter(|target| {
                // Only names that are known to be imported; `const a = b.c` says nothing otherwise.
                let root = self.builder.of(given).split(['.', '?']).next().unwrap_or_default();
                self.builder.names.contains_key(root)
                    || target.starts_with("Bun.")
                    || target.starts_with("Deno.")
                    || self.builder.of(given).starts_with("require(")
            }),
            _ => None,
        };
        let Some(target) = target else { return };
        match kind(name) {
            "identifier" => self.builder.bind(self.builder.of(name), target),
            "object_pattern" => {
                for (_, child) in children(name) {
                    match kind(child) {
                        "shorthand_property_identifier_pattern" => {
                            let local = self.builder.of(child);
                            self.builder.bind(local, format!("{target}.{local}"));
                        }
                        "pair_pattern" => {
                            let (Some(key), Some(local)) = (field(child, "key"), field(child, "value")) else {
                                continue;
                            };
                            if kind(local) == "identifier" {
                                let bound = match self.builder.of(key) {
                                    "default" => target.clone(),
                                    key => format!("{target}.{key}"),
                                };
                                self.builder.bind(self.builder.of(local), bound);
                            }
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// `promisify(exec)` is `exec` that is awaited.
    fn promisified(&self, call: Node<'t>) -> Option<String> {
        let callee = dotted(&self.builder, field(call, "function")?)?;
        if callee.rsplit('.').next() != Some("promisify") {
            return None;
        }
        dotted(&self.builder, inner(field(call, "arguments")?)?)
    }

    fn dynamic(&mut self, call: Node<'t>) {
        if let Some(module) = required_module(&self.builder, call) {
            self.builder.import(&module, None, None, call);
        }
    }
}
