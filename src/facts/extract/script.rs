//! JavaScript and TypeScript: functions, calls.

use tree_sitter::Node;

use super::{
    arms,
    builder::{Builder, DEEPEST, children, field, inner, kind, parent, span},
    script_control as control,
    script_imports::Imports,
    script_settings as settings,
    script_values::{arguments, dotted, key},
};
use crate::{
    facts::{
        model::{Function, FunctionKind},
        word::{Word, words},
    },
    syntax::{Language, Parsed, Step, Visitor, walk},
};

pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> Builder<'t> {
    let mut imports = Imports::new(Builder::new(language, text));
    walk(parsed, &mut imports);
    let mut reader = Reader { builder: imports.builder };
    walk(parsed, &mut reader);
    reader.builder
}

struct Reader<'t> {
    builder: Builder<'t>,
}

impl<'t> Visitor<'t> for Reader<'t> {
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool {
        // Marks and words of the grammar say nothing by themselves.
        if !step.node.is_named() {
            return true;
        }
        if in_loop_body(above, &step) {
            self.builder.enter_loop();
        }
        self.builder.note_loop(step.kind, step.node);
        match step.kind {
            "comment" | "html_comment" => {
                self.builder.comments.push((step.node.start_byte(), step.node.end_byte()));
            }
            "ERROR" => self.builder.note_error(step.node),
            "import_statement" | "interface_declaration" | "type_alias_declaration" => return false,
            "function_declaration"
            | "generator_function_declaration"
            | "function_expression"
            | "arrow_function"
            | "generator_function"
            | "method_definition"
            | "function" => self.function(above, step.node),
            "class_declaration" | "abstract_class_declaration" | "class" if step.node.is_named() => {
                self.builder.candidates.push(step.node);
                self.class(above, step.node);
            }
            "call_expression" | "new_expression" => self.call(above, step.node),
            "return_statement" => self.builder.returned(step.node),
            "variable_declarator" => settings::declarator(&mut self.builder, step.node),
            "public_field_definition" | "field_definition" => settings::class_field(&mut self.builder, step.node),
            "assignment_expression" | "augmented_assignment_expression" => {
                settings::assignment(&mut self.builder, step.node)
            }
            "shorthand_property_identifier" => {
                let name = self.builder.of(step.node);
                self.builder.candidate_key(name, parent(above, 0));
            }
            "pair" => settings::pair(&mut self.builder, above, step.node),
            "member_expression" | "subscript_expression" => {
                return settings::environment(&mut self.builder, above, step.node);
            }
            _ => {}
        }
        control::enter(&mut self.builder, above, &step);
        arms::enter(&mut self.builder, &step);
        true
    }

    fn leave(&mut self, above: &[Step<'t>], step: Step<'t>) {
        if !step.node.is_named() {
            return;
        }
        self.builder.leave_anonymous(step.node);
        self.builder.close(step.node);
        if in_loop_body(above, &step) {
            self.builder.leave_loop();
        }
    }
}

fn in_loop_body(above: &[Step<'_>], step: &Step<'_>) -> bool {
    step.field.is_some_and(|name| matches!(name, "body" | "condition" | "increment"))
        && parent(above, 0).is_some_and(|outer| {
            matches!(outer.kind, "for_statement" | "for_in_statement" | "while_statement" | "do_statement")
        })
}

impl<'t> Reader<'t> {
    /// Functions with a name; callbacks without one belong to the function around them.
    fn function(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some((name, method)) = self.function_name(above, node) else { return };
        let list = field(node, "parameters");
        let single = field(node, "parameter");
        let mut parameters = Vec::new();
        for (_, child) in list.map(children).unwrap_or_default() {
            settings::pattern_names(&self.builder, child, 4, &mut parameters);
        }
        if let Some(single) = single {
            parameters.push(self.builder.of(single).to_owned());
        }
        let function = Function {
            name: name.into(),
            kind: if method { FunctionKind::Method } else { FunctionKind::Function },
            parent: self.builder.parent(),
            span: span(node),
            decorators: if method { self.decorators(above, node) } else { Vec::new() },
            parameters: words(parameters),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
        for (_, child) in list.map(children).unwrap_or_default() {
            settings::pattern_defaults(&mut self.builder, child, 8);
        }
    }

    /// The name that a function has or is given where it stands; true for methods of classes.
    fn function_name(&self, above: &[Step<'t>], node: Node<'t>) -> Option<(String, bool)> {
        if let Some(name) = field(node, "name") {
            let method =
                kind(node) == "method_definition" && parent(above, 0).is_some_and(|outer| outer.kind == "class_body");
            return key(&self.builder, name).map(|name| (name, method));
        }
        let outer = parent(above, 0)?;
        let name = match outer.kind {
            "variable_declarator" => field(outer.node, "name").filter(|name| kind(*name) == "identifier"),
            "pair" => field(outer.node, "key"),
            "public_field_definition" => field(outer.node, "name"),
            "field_definition" => field(outer.node, "property"),
            "assignment_expression" => {
                let left = field(outer.node, "left")?;
                field(left, "property").or(Some(left).filter(|left| kind(*left) == "identifier"))
            }
            "export_statement" => return Some(("default".to_owned(), false)),
            _ => None,
        }?;
        let method = matches!(outer.kind, "public_field_definition" | "field_definition");
        key(&self.builder, name).map(|name| (name, method))
    }

    fn class(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let outer = parent(above, 0);
        let name = field(node, "name").or_else(|| {
            outer.filter(|outer| outer.kind == "variable_declarator").and_then(|outer| field(outer.node, "name"))
        });
        let mut bases = Vec::new();
        for (_, heritage) in children(node).into_iter().filter(|(_, child)| kind(*child) == "class_heritage") {
            for (_, clause) in children(heritage) {
                if matches!(kind(clause), "extends_clause" | "implements_clause") {
                    bases.extend(
                        children(clause)
                            .into_iter()
                            .filter(|(_, base)| kind(*base) != "type_arguments")
                            .filter_map(|(_, base)| dotted(&self.builder, base)),
                    );
                } else {
                    bases.extend(dotted(&self.builder, clause));
                }
            }
        }
        let function = Function {
            name: name.map_or("", |name| self.builder.of(name)).into(),
            kind: FunctionKind::Class,
            parent: self.builder.parent(),
            span: span(node),
            decorators: self.decorators(above, node),
            parameters: Vec::new(),
            bases: words(bases),
        };
        self.builder.open(node, function);
    }

    /// Decorators stand inside a class, before a member among its siblings, or before an exported class.
    fn decorators(&self, above: &[Step<'t>], node: Node<'t>) -> Vec<Word> {
        let name = |decorator: Node<'t>| {
            let expression = inner(decorator)?;
            let callee =
                if kind(expression) == "call_expression" { field(expression, "function")? } else { expression };
            dotted(&self.builder, callee).map(Word::from)
        };
        let mut out: Vec<Word> = children(node)
            .into_iter()
            .filter(|(_, child)| kind(*child) == "decorator")
            .filter_map(|(_, child)| name(child))
            .collect();
        let Some(outer) = parent(above, 0) else { return out };
        if matches!(outer.kind, "export_statement" | "class_body") {
            let mut before = Vec::new();
            let mut at = node.prev_named_sibling();
            while let Some(sibling) = at.filter(|sibling| kind(*sibling) == "decorator" && before.len() < 16) {
                before.extend(name(sibling));
                at = sibling.prev_named_sibling();
            }
            before.reverse();
            before.append(&mut out);
            return before;
        }
        out
    }

    fn call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(callee_node) = field(node, "function").or_else(|| field(node, "constructor")) else { return };
        let Some(callee) = dotted(&self.builder, callee_node) else { return };
        let arguments = arguments(&self.builder, node, DEEPEST);
        settings::call(&mut self.builder, above, node, &callee, &arguments);
        if parent(above, 0).is_some_and(|outer| outer.kind == "decorator") {
            return;
        }
        self.builder.candidate_call(&callee, node);
        let name = field(callee_node, "property").map_or_else(
            || self.builder.of(callee_node).lines().next().unwrap_or_default(),
            |property| self.builder.of(property),
        );
        let statement = match parent(above, 0) {
            Some(outer) if matches!(outer.kind, "await_expression" | "unary_expression") => parent(above, 1),
            outer => outer,
        };
        let used = statement.is_none_or(|outer| outer.kind != "expression_statement");
        self.builder.call(callee, callee_node, name, node, arguments, used);
        self.builder.candidate_of(above, node);
    }
}
