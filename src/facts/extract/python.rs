//! Python: functions, calls, imports.

use tree_sitter::Node;

use super::{
    arms,
    builder::{Builder, DEEPEST, children, field, inner, parent, span},
    python_control as control, python_settings as settings,
    python_values::{arguments, dotted},
};
use crate::{
    facts::{
        model::{Function, FunctionKind},
        word::{Word, words},
    },
    syntax::{Language, Parsed, Step, Visitor, walk},
};

/// Decorators of a function that are looked at for tools.
const MOST_DECORATORS: usize = 64;

pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> Builder<'t> {
    let mut imports = Imports { builder: Builder::new(language, text) };
    walk(parsed, &mut imports);
    let mut reader = Reader { builder: imports.builder };
    walk(parsed, &mut reader);
    reader.builder
}

/// The first pass: what names stand for, so that the second resolves uses above an import too.
struct Imports<'t> {
    builder: Builder<'t>,
}

impl<'t> Visitor<'t> for Imports<'t> {
    fn enter(&mut self, _: &[Step<'t>], step: Step<'t>) -> bool {
        match step.kind {
            "import_statement" => {
                for (_, child) in children(step.node) {
                    self.module(child, step.node);
                }
                false
            }
            "import_from_statement" => {
                self.names(step.node);
                false
            }
            "assignment" => {
                self.alias(step.node);
                false
            }
            // Statements and what holds them; nothing is imported inside other expressions.
            kind => {
                step.field == Some("body")
                    || matches!(
                        kind,
                        "module"
                            | "block"
                            | "expression_statement"
                            | "decorated_definition"
                            | "function_definition"
                            | "class_definition"
                            | "if_statement"
                            | "elif_clause"
                            | "else_clause"
                            | "try_statement"
                            | "except_clause"
                            | "finally_clause"
                            | "with_statement"
                            | "for_statement"
                            | "while_statement"
                            | "match_statement"
                            | "case_clause"
                            | "ERROR"
                    )
            }
        }
    }
}

impl<'t> Imports<'t> {
    fn module(&mut self, node: Node<'t>, statement: Node<'t>) {
        if node.kind() == "aliased_import" {
            let (Some(name), Some(alias)) = (field(node, "name"), field(node, "alias")) else { return };
            let (name, alias) = (self.builder.of(name), self.builder.of(alias));
            self.builder.import(name, None, Some(alias), statement);
            self.builder.bind(alias, name.to_owned());
        } else if node.kind() == "dotted_name" {
            let name = self.builder.of(node);
            self.builder.import(name, None, None, statement);
            let root = name.split('.').next().unwrap_or(name);
            self.builder.bind(root, root.to_owned());
        }
    }

    fn names(&mut self, statement: Node<'t>) {
        let Some(module) = field(statement, "module_name") else { return };
        let written: String = self.builder.of(module).split_whitespace().collect();
        let join = |name: &str| {
            if written.ends_with('.') { format!("{written}{name}") } else { format!("{written}.{name}") }
        };
        for (child_field, child) in children(statement) {
            if child.kind() == "wildcard_import" {
                self.builder.import(&written, Some("*"), None, statement);
            }
            if child_field != Some("name") {
                continue;
            }
            let (name, alias) = if child.kind() == "aliased_import" {
                (field(child, "name"), field(child, "alias"))
            } else {
                (Some(child), None)
            };
            let Some(name) = name.map(|name| self.builder.of(name)) else { continue };
            let alias = alias.map(|alias| self.builder.of(alias));
            self.builder.import(&written, Some(name), alias, child);
            self.builder.bind(alias.unwrap_or(name), join(name));
        }
    }

    /// `run = subprocess.run`: a name for something imported.
    fn alias(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        if left.kind() != "identifier" || right.kind() != "attribute" {
            return;
        }
        let root = self.builder.of(right).split('.').next().unwrap_or_default();
        if self.builder.names.contains_key(root)
            && let Some(target) = dotted(&self.builder, right)
        {
            self.builder.bind(self.builder.of(left), target);
        }
    }
}

struct Reader<'t> {
    builder: Builder<'t>,
}

impl<'t> Visitor<'t> for Reader<'t> {
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool {
        if in_loop_body(above, &step) {
            self.builder.enter_loop();
        }
        self.builder.note_loop(step.kind, step.node);
        match step.kind {
            "comment" => {
                self.builder.comments.push((step.node.start_byte(), step.node.end_byte()));
            }
            "ERROR" => self.builder.note_error(step.node),
            "import_statement" | "import_from_statement" => return false,
            "function_definition" => self.function(above, step.node),
            // Queries try every pair of decorators.
            "decorated_definition" if step.node.named_child_count() > MOST_DECORATORS => {
                self.builder.note_match_limit();
            }
            "decorated_definition" => self.builder.candidates.push(step.node),
            "class_definition" => {
                self.builder.candidates.push(step.node);
                self.class(above, step.node);
            }
            "call" => self.call(above, step.node),
            "return_statement" => self.builder.returned(step.node),
            "assignment" => settings::assignment(&mut self.builder, step.node),
            "pair" => settings::pair(&mut self.builder, above, step.node),
            "subscript" => settings::environment_subscript(&mut self.builder, step.node),
            "boolean_operator" => settings::environment_or(&mut self.builder, step.node),
            _ => {}
        }
        control::enter(&mut self.builder, above, &step);
        arms::enter(&mut self.builder, &step);
        true
    }

    fn leave(&mut self, above: &[Step<'t>], step: Step<'t>) {
        self.builder.close(step.node);
        if in_loop_body(above, &step) {
            self.builder.leave_loop();
        }
    }
}

fn in_loop_body(above: &[Step<'_>], step: &Step<'_>) -> bool {
    step.field.is_some_and(|name| name == "body" || name == "condition")
        && parent(above, 0).is_some_and(|outer| matches!(outer.kind, "for_statement" | "while_statement"))
}

impl<'t> Reader<'t> {
    fn decorators(&self, above: &[Step<'t>]) -> Vec<Word> {
        let Some(outer) = parent(above, 0).filter(|outer| outer.kind == "decorated_definition") else {
            return Vec::new();
        };
        children(outer.node)
            .into_iter()
            .filter(|(_, child)| child.kind() == "decorator")
            .filter_map(|(_, child)| {
                let expression = inner(child)?;
                let callee = if expression.kind() == "call" { field(expression, "function")? } else { expression };
                dotted(&self.builder, callee).map(Word::from)
            })
            .collect()
    }

    fn function(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let name = field(node, "name").map_or("", |name| self.builder.of(name)).to_owned();
        let list = field(node, "parameters").map(children).unwrap_or_default();
        let method = self.builder.in_class();
        let mut parameters: Vec<String> =
            list.iter().filter_map(|(_, child)| settings::parameter_name(&self.builder, *child)).collect();
        if method && parameters.first().is_some_and(|first| matches!(first.as_str(), "self" | "cls")) {
            parameters.remove(0);
        }
        let function = Function {
            name: name.into(),
            kind: if method { FunctionKind::Method } else { FunctionKind::Function },
            parent: self.builder.parent(),
            span: span(node),
            decorators: self.decorators(above),
            parameters: words(parameters),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
        for (_, child) in list {
            settings::parameter_default(&mut self.builder, child);
        }
    }

    fn class(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let bases = field(node, "superclasses")
            .map(children)
            .unwrap_or_default()
            .into_iter()
            .filter(|(_, child)| child.kind() != "keyword_argument")
            .filter_map(|(_, child)| {
                // `Base[T]` is `Base`.
                let child = if child.kind() == "subscript" { field(child, "value")? } else { child };
                dotted(&self.builder, child)
            });
        let function = Function {
            name: field(node, "name").map_or("", |name| self.builder.of(name)).into(),
            kind: FunctionKind::Class,
            parent: self.builder.parent(),
            span: span(node),
            decorators: self.decorators(above),
            parameters: Vec::new(),
            bases: words(bases),
        };
        self.builder.open(node, function);
    }

    fn call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(callee_node) = field(node, "function") else { return };
        let Some(callee) = dotted(&self.builder, callee_node) else { return };
        let arguments = arguments(&self.builder, node, DEEPEST);
        settings::call(&mut self.builder, above, node, &callee, &arguments);
        // A decorator decides about a definition; it is not a step of the program.
        if parent(above, 0).is_some_and(|outer| outer.kind == "decorator") {
            return;
        }
        self.builder.candidate_call(&callee, node);
        let name = if callee_node.kind() == "attribute" {
            field(callee_node, "attribute").map_or("", |name| self.builder.of(name))
        } else {
            self.builder.of(callee_node)
        };
        let statement = match parent(above, 0) {
            Some(outer) if outer.kind == "await" => parent(above, 1),
            outer => outer,
        };
        let used = statement.is_none_or(|outer| outer.kind != "expression_statement");
        self.builder.call(callee, callee_node, name, node, arguments, used);
        self.builder.candidate_of(above, node);
    }
}
