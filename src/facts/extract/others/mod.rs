//! Languages that are read by a table of what their nodes are: Kotlin, Java, C, C++, C# and Elixir.
//!
//! One walk serves them all. A further language is a table in [`grammar`], and what its grammar says in a way that none of
//! the others does.

mod elixir;
mod grammar;
mod names;
pub(super) mod schema;
mod settings;
mod values;

use tree_sitter::Node;

use self::{
    grammar::{Grammar, Kind, grammar},
    values::{Types, argument_list, callee, declared_name, last, within},
};
use super::builder::{Builder, DEEPEST, children, field, inner, parent, span};
use crate::{
    facts::{
        model::{Argument, Function, FunctionKind},
        word::{Word, words},
    },
    syntax::{Language, Parsed, Step, Visitor, walk},
};

pub(super) use values::{dotted, string, value};

/// Annotations and base classes of one declaration.
const MOST_PARTS: usize = 32;
/// Lines of a file with the suffix of C that are looked at for words of C++.
const MOST_LINES: usize = 5_000;

/// True for a language that is read here.
pub(super) fn reads(language: Language) -> bool {
    matches!(
        language,
        Language::Kotlin | Language::Java | Language::C | Language::Cpp | Language::CSharp | Language::Elixir
    )
}

pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> Builder<'t> {
    let (builder, types) = names::read(parsed, text, language);
    let mut reader = Reader { builder, grammar: grammar(language), types };
    walk(parsed, &mut reader);
    reader.builder
}

/// The parts of a call, literal or annotation with their names.
pub(super) fn entries<'t>(builder: &Builder<'_>, node: Node<'t>) -> Vec<(Option<String>, Node<'t>)> {
    let grammar = grammar(builder.language);
    let holder = match grammar.kind(node.kind()) {
        Some(Kind::Call | Kind::New) => {
            field(node, "initializer").or_else(|| argument_list(grammar, node)).unwrap_or(node)
        }
        _ => node,
    };
    let parts = values::elements(holder).into_iter();
    parts
        .map(|part| match grammar.kind(part.kind()) {
            Some(Kind::Pair | Kind::Assignment | Kind::Binary) => (
                values::key(builder, part),
                values::given(part)
                    .filter(|_| {
                        grammar.kind(part.kind()) != Some(Kind::Binary)
                            || values::key_of_element(builder, part).is_some()
                    })
                    .unwrap_or(part),
            ),
            _ => (None, part),
        })
        .collect()
}

/// An annotation or attribute: what it is, and its arguments.
pub(super) struct Annotation<'t> {
    pub name: String,
    pub list: Option<Node<'t>>,
    pub node: Node<'t>,
}

/// Those of a function, method or class, in source order.
pub(super) fn annotations<'t>(builder: &Builder<'t>, node: Node<'t>) -> Vec<Annotation<'t>> {
    let grammar = grammar(builder.language);
    let mut out = Vec::new();
    let lists = children(node).into_iter().filter(|(_, child)| matches!(child.kind(), "modifiers" | "attribute_list"));
    for (_, annotation) in lists.flat_map(|(_, list)| children(list)).take(MOST_PARTS) {
        if !matches!(annotation.kind(), "annotation" | "marker_annotation" | "attribute") {
            continue;
        }
        // Kotlin writes a constructor there.
        let made = inner(annotation).filter(|made| made.kind() == "constructor_invocation");
        let Some(name) = field(annotation, "name").or_else(|| made.and_then(inner)).or_else(|| inner(annotation))
        else {
            continue;
        };
        let list = argument_list(grammar, made.unwrap_or(annotation));
        out.extend(dotted(builder, name).map(|name| Annotation { name, list, node: annotation }));
    }
    out
}

/// What an annotation is given; a list that stands alone counts by its elements.
pub(super) fn annotation_arguments(builder: &Builder<'_>, annotation: &Annotation<'_>) -> Vec<Argument> {
    annotation.list.map(|list| values::listed_arguments(builder, list, DEEPEST)).unwrap_or_default()
}

/// True for a text with the suffix of C that only C++ could be.
pub(super) fn is_cpp(text: &str) -> bool {
    text.lines().take(MOST_LINES).any(|line| {
        let line = line.trim_start();
        ["namespace ", "template<", "template <", "class ", "using namespace ", "public:", "private:"]
            .iter()
            .any(|word| line.starts_with(word))
    })
}

struct Reader<'t> {
    builder: Builder<'t>,
    grammar: &'static Grammar,
    types: Types,
}

impl<'t> Visitor<'t> for Reader<'t> {
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool {
        if self.in_loop_body(above, &step) {
            self.builder.enter_loop();
        }
        self.builder.note_loop(step.kind, step.node);
        let node = step.node;
        if step.kind == "ERROR" {
            self.builder.note_error(node);
        }
        if elixir::is_documentation(&self.builder, &step) {
            self.builder.comments.push((node.start_byte(), node.end_byte()));
            return false;
        }
        let Some(kind) = self.grammar.kind(step.kind) else { return true };
        match kind {
            Kind::Comment => {
                self.builder.comments.push((node.start_byte(), node.end_byte()));
                return false;
            }
            Kind::Import => return false,
            Kind::Class => self.class(node),
            Kind::Function => self.function(node),
            Kind::Return => self.builder.returned(node),
            Kind::Variable => self.variable(above, node),
            Kind::Define => {
                settings::define(&mut self.builder, node);
                return false;
            }
            Kind::Assignment => settings::assignment(&mut self.builder, self.grammar, node),
            Kind::Pair => settings::pair(&mut self.builder, above, node),
            Kind::Call if self.builder.language == Language::Elixir => {
                let is_none = elixir::is_declared(&self.builder, above, node)
                    || elixir::definition(&mut self.builder, node)
                    || elixir::is_field(&self.builder, node);
                if !is_none {
                    self.call(above, node);
                }
            }
            Kind::Call | Kind::New => self.call(above, node),
            Kind::Unary if self.builder.language == Language::Elixir => elixir::attribute(&mut self.builder, node),
            Kind::Binary if self.builder.language == Language::Elixir => {
                let operator = field(node, "operator").map(|operator| self.builder.of(operator));
                match operator {
                    Some("=") => settings::assignment(&mut self.builder, self.grammar, node),
                    Some("=>") => settings::pair(&mut self.builder, above, node),
                    _ => {}
                }
            }
            // Nothing in a text is a call, but what is put into it.
            Kind::Text => return node.named_child_count() > 1 && string(&self.builder, node).is_none(),
            _ => {}
        }
        true
    }

    fn leave(&mut self, above: &[Step<'t>], step: Step<'t>) {
        self.builder.close(step.node);
        if self.in_loop_body(above, &step) {
            self.builder.leave_loop();
        }
    }
}

impl<'t> Reader<'t> {
    /// The body of a loop; Kotlin's has no field of its own.
    fn in_loop_body(&self, above: &[Step<'t>], step: &Step<'t>) -> bool {
        parent(above, 0).is_some_and(|outer| self.grammar.kind(outer.kind) == Some(Kind::Loop))
            && (step.field == Some("body") || matches!(step.kind, "block"))
    }

    fn decorators(&mut self, node: Node<'t>) -> Vec<Word> {
        let found = annotations(&self.builder, node);
        let mut out = Vec::with_capacity(found.len());
        let mut declares = false;
        for Annotation { name, list, node } in found {
            settings::annotation(&mut self.builder, node, &name, list);
            let last = name.rsplit('.').next().unwrap_or(&name);
            declares |= crate::syntax::queries(self.builder.language).is_some_and(|queries| queries.may_declare(last));
            out.push(Word::from(name));
        }
        if declares {
            self.builder.candidates.push(node);
        }
        out
    }

    fn class(&mut self, node: Node<'t>) {
        // A type that is only named.
        let c = matches!(node.kind(), "struct_specifier" | "class_specifier");
        if c && field(node, "body").is_none() {
            return;
        }
        let name = declared_class(&self.builder, node);
        let decorators = self.decorators(node);
        let bases = self.bases(node);
        if !bases.is_empty() {
            self.builder.candidates.push(node);
        }
        let parameters = children(node)
            .into_iter()
            .filter(|(_, child)| matches!(child.kind(), "primary_constructor" | "formal_parameters" | "parameter_list"))
            .map(|(_, child)| if child.kind() == "primary_constructor" { last(child).unwrap_or(child) } else { child })
            .next();
        let function = Function {
            name: name.into(),
            kind: FunctionKind::Class,
            parent: self.builder.parent(),
            span: span(node),
            decorators,
            parameters: Vec::new(),
            bases,
        };
        let index = self.builder.open(node, function);
        for parameter in parameters.map(children).unwrap_or_default() {
            settings::parameter(&mut self.builder, index, parameter.1);
        }
    }

    /// What a class extends and implements.
    fn bases(&self, node: Node<'t>) -> Vec<Word> {
        let lists = [
            "superclass",
            "super_interfaces",
            "extends_interfaces",
            "type_list",
            "delegation_specifiers",
            "delegation_specifier",
            "constructor_invocation",
            "base_class_clause",
            "base_list",
            "primary_constructor_base_type",
        ];
        let mut out = Vec::new();
        let holders = children(node).into_iter().filter(|(_, child)| lists.contains(&child.kind()));
        let mut pending: Vec<(Node<'t>, u32)> = holders.map(|(_, child)| (child, 4)).collect();
        pending.reverse();
        while let Some((at, left)) = pending.pop() {
            for (_, child) in children(at).into_iter().rev() {
                if lists.contains(&child.kind()) && left > 0 {
                    pending.push((child, left - 1));
                }
            }
            for (_, child) in children(at) {
                let is_type =
                    matches!(self.grammar.kind(child.kind()), Some(Kind::Name | Kind::Member | Kind::Generic));
                if is_type && out.len() < MOST_PARTS {
                    out.extend(dotted(&self.builder, child).map(Word::from));
                }
            }
        }
        out
    }

    fn function(&mut self, node: Node<'t>) {
        let Some(name) = declared_name(node) else { return };
        let mut written: Vec<&str> = self.builder.of(name).split("::").collect();
        let name = written.pop().unwrap_or_default();
        if name.contains('\n') || name.len() > 200 {
            return;
        }
        // `void Runner::run() {…}` belongs to its class.
        let owner = written.pop().filter(|owner| !owner.is_empty());
        let method = owner.is_some() || self.builder.in_class();
        let parent = owner.map(Word::new).or_else(|| self.builder.parent());
        let decorators = self.decorators(node);
        let list = parameters(node);
        let names: Vec<String> = list
            .iter()
            .filter_map(|parameter| declared_name(*parameter))
            .map(|name| self.builder.of(name).to_owned())
            .collect();
        let function = Function {
            name: name.into(),
            kind: if method { FunctionKind::Method } else { FunctionKind::Function },
            parent,
            span: span(node),
            decorators,
            parameters: words(names),
            bases: Vec::new(),
        };
        let index = self.builder.open(node, function);
        for parameter in list {
            settings::parameter(&mut self.builder, index, parameter);
        }
    }

    fn variable(&mut self, above: &[Step<'t>], node: Node<'t>) {
        settings::variable(&mut self.builder, self.grammar, above, node);
        let owner =
            parent(above, 0).filter(|outer| outer.kind.contains("declaration")).map_or(node, |outer| outer.node);
        for Annotation { name, list, node } in annotations(&self.builder, owner) {
            settings::annotation(&mut self.builder, node, &name, list);
        }
        // Tables of tools at the top of a file.
        if self.builder.at_top() && field(node, "value").is_some_and(|value| value.kind() == "initializer_list") {
            self.builder.candidates.extend(parent(above, 0).map(|outer| outer.node));
        }
    }

    fn call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        // `f(a) { … }` is one call, the outer one; what a class is derived from is none.
        let outer = parent(above, 0);
        if outer.is_some_and(|outer| {
            within(self.grammar, outer.node).is_some_and(|call| call == node) && outer.kind == "call_expression"
        }) || outer.is_some_and(|outer| matches!(outer.kind, "annotation" | "delegation_specifier"))
        {
            return;
        }
        let Some(callee) = callee(&self.builder, Some(&self.types), node) else { return };
        let whole = within(self.grammar, node).unwrap_or(node);
        let arguments = values::arguments(&self.builder, node, DEEPEST);
        settings::call(&mut self.builder, self.grammar, above, node, &callee, &arguments);
        self.builder.candidate_call(&callee, node);
        let callee = self.own(callee, node);
        let written = values::written(whole).unwrap_or(whole);
        let name = last(written).filter(|_| written.named_child_count() > 1).unwrap_or(written);
        let name = self.builder.of(name);
        let name = name.rsplit(['.', ':', '>']).next().unwrap_or(name);
        let used = !outer.is_some_and(|outer| self.drops(outer, node));
        // Java keeps object and name apart.
        let quoted = if field(whole, "object").is_some() { None } else { Some(written) };
        let quoted = quoted.or_else(|| field(whole, "name")).unwrap_or(whole);
        self.builder.call(callee, quoted, name, node, arguments, used);
        self.builder.candidate_of(above, node);
    }

    /// A function without anything before it is one of the C library or of the project: what other languages call so is
    /// something else.
    fn own(&self, callee: String, node: Node<'t>) -> String {
        let c = matches!(self.builder.language, Language::C | Language::Cpp);
        if callee.contains('.') || !c && !callee.starts_with(char::is_lowercase) {
            return callee;
        }
        match self.grammar.kind(node.kind()) {
            Some(Kind::Call) if c => format!("c:{callee}"),
            Some(Kind::Call) => format!("self.{callee}"),
            _ => callee,
        }
    }

    /// True where the value of an expression is dropped.
    fn drops(&self, outer: &Step<'t>, node: Node<'t>) -> bool {
        match outer.kind {
            "expression_statement" => true,
            // The last expression of a block may be its value.
            "block" | "lambda_literal" | "source_file" | "do_block" | "source" | "body" => {
                let next = node.next_named_sibling().is_some();
                next || matches!(outer.kind, "source_file" | "source")
                    || self.builder.language == Language::Kotlin && outer.kind == "block"
            }
            _ => false,
        }
    }
}

/// The name of a class: of a companion that of the class around it says more than its own.
fn declared_class<'t>(builder: &Builder<'t>, node: Node<'t>) -> &'t str {
    match field(node, "name").or_else(|| declared_name(node)) {
        Some(name) => builder.of(name),
        None if node.kind() == "companion_object" => "Companion",
        // `typedef struct {…} tool_t;`
        None => node
            .parent()
            .filter(|outer| outer.kind() == "type_definition")
            .and_then(|outer| field(outer, "declarator"))
            .map_or("", |name| builder.of(name)),
    }
}

/// The parameters of a function: of C behind its declarator.
pub(super) fn parameters(node: Node<'_>) -> Vec<Node<'_>> {
    let mut at = Some(node);
    for _ in 0..8 {
        let Some(holder) = at else { break };
        let list = field(holder, "parameters")
            .or_else(|| children(holder).into_iter().map(|(_, c)| c).find(|c| c.kind() == "function_value_parameters"));
        if let Some(list) = list {
            let parts = children(list).into_iter().map(|(_, child)| child);
            return parts
                .filter(|child| child.kind().contains("parameter") && child.kind() != "parameter_modifiers")
                .collect();
        }
        at = field(holder, "declarator");
    }
    Vec::new()
}
