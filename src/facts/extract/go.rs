//! Go: functions, calls, imports.

use tree_sitter::Node;

use super::{
    arms,
    builder::{Builder, DEEPEST, children, field, inner, parent, span},
    go_control as control, go_settings as settings,
    go_values::{arguments, dotted, fields, string, struct_type, value},
};
use crate::{
    facts::{
        model::{Argument, Function, FunctionKind},
        word::Word,
    },
    syntax::{Language, Parsed, Step, Visitor, walk},
};

pub(super) fn read<'t>(parsed: &'t Parsed, text: &'t str, language: Language) -> Builder<'t> {
    // Imports stand before everything else in Go: one pass is enough.
    let mut reader = Reader { builder: Builder::new(language, text) };
    walk(parsed, &mut reader);
    reader.builder
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
            "import_spec" => self.import(step.node),
            "function_declaration" => self.function(step.node),
            "method_declaration" => {
                self.builder.candidates.push(step.node);
                self.function(step.node);
            }
            "func_literal" => self.literal(above, step.node),
            "type_spec" => return self.class(step.node),
            "call_expression" => self.call(above, step.node),
            "return_statement" => self.builder.returned(step.node),
            // `Make[T](x)` could be a conversion or a call: as far as rules go it is a call.
            "type_conversion_expression" => self.generic_call(above, step.node),
            "composite_literal" => self.composite(above, step.node),
            "short_var_declaration" => self.alias(step.node),
            "const_spec" | "var_spec" => settings::declaration(&mut self.builder, step.node),
            "assignment_statement" => settings::assignment(&mut self.builder, step.node),
            "keyed_element" => settings::element(&mut self.builder, above, step.node),
            _ => {}
        }
        control::enter(&mut self.builder, above, &step);
        arms::enter(&mut self.builder, &step);
        true
    }

    fn leave(&mut self, above: &[Step<'t>], step: Step<'t>) {
        self.builder.leave_anonymous(step.node);
        self.builder.close(step.node);
        if in_loop_body(above, &step) {
            self.builder.leave_loop();
        }
    }
}

fn in_loop_body(above: &[Step<'_>], step: &Step<'_>) -> bool {
    step.field == Some("body") && parent(above, 0).is_some_and(|outer| outer.kind == "for_statement")
}

impl<'t> Reader<'t> {
    fn import(&mut self, node: Node<'t>) {
        let Some(path) = field(node, "path").and_then(|path| string(&self.builder, path)) else { return };
        let alias = field(node, "name").map(|name| self.builder.of(name));
        self.builder.import(&path, None, alias, node);
        if let Some(alias) = alias {
            if !matches!(alias, "_" | ".") {
                self.builder.bind(alias, path);
            }
            return;
        }
        for name in package_names(&path) {
            self.builder.bind(&name, path.clone());
        }
    }

    fn function(&mut self, node: Node<'t>) {
        let receiver = field(node, "receiver").and_then(inner).and_then(|parameter| field(parameter, "type"));
        let function = Function {
            name: field(node, "name").map_or("", |name| self.builder.of(name)).into(),
            kind: if node.kind() == "method_declaration" { FunctionKind::Method } else { FunctionKind::Function },
            parent: receiver.and_then(|kind| dotted(&self.builder, kind)).map(Word::from),
            span: span(node),
            decorators: Vec::new(),
            parameters: self.parameters(node),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
    }

    /// A function literal that is given a name; others belong to the function around them.
    fn literal(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let name = match (parent(above, 0), parent(above, 1)) {
            (Some(list), Some(outer)) if list.kind == "expression_list" && list.node.named_child_count() == 1 => {
                match outer.kind {
                    "short_var_declaration" | "assignment_statement" => field(outer.node, "left"),
                    "var_spec" => field(outer.node, "name"),
                    _ => None,
                }
            }
            (Some(element), Some(outer)) if element.kind == "literal_element" && outer.kind == "keyed_element" => {
                field(outer.node, "key")
            }
            _ => None,
        };
        let Some(name) = name else { return };
        let name = self.builder.of(name).trim_matches('"');
        let name = name.rsplit('.').next().unwrap_or(name).to_owned();
        if name.contains(['\n', ' ', ',']) || name.is_empty() {
            return;
        }
        let function = Function {
            name: name.into(),
            kind: FunctionKind::Function,
            parent: self.builder.parent(),
            span: span(node),
            decorators: Vec::new(),
            parameters: self.parameters(node),
            bases: Vec::new(),
        };
        self.builder.open(node, function);
    }

    fn parameters(&self, node: Node<'t>) -> Vec<Word> {
        let mut out = Vec::new();
        for (_, declaration) in field(node, "parameters").map(children).unwrap_or_default() {
            for (name, child) in children(declaration) {
                if name == Some("name") {
                    out.push(self.builder.of(child).into());
                }
            }
        }
        out
    }

    /// Struct types are classes; what they embed are their bases. Interfaces declare, they do nothing.
    fn class(&mut self, node: Node<'t>) -> bool {
        let (Some(name), Some(kind)) = (field(node, "name"), field(node, "type")) else { return true };
        if kind.kind() == "interface_type" {
            return false;
        }
        if kind.kind() != "struct_type" {
            return true;
        }
        let declared = inner(kind).map(children).unwrap_or_default();
        let bases = declared
            .iter()
            .filter(|(_, child)| child.kind() == "field_declaration" && field(*child, "name").is_none())
            .filter_map(|(_, child)| dotted(&self.builder, field(*child, "type")?).map(Word::from))
            .collect();
        let function = Function {
            name: self.builder.of(name).into(),
            kind: FunctionKind::Class,
            parent: self.builder.parent(),
            span: span(node),
            decorators: Vec::new(),
            parameters: Vec::new(),
            bases,
        };
        self.builder.open(node, function);
        for (_, child) in declared {
            settings::tag(&mut self.builder, child);
        }
        true
    }

    /// `run := exec.Command`: a name for something imported.
    fn alias(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        let (Some(left), Some(right)) = (inner(left), inner(right)) else { return };
        self.builder.give(left, right);
        if left.kind() == "identifier" && right.kind() == "selector_expression" {
            let root = field(right, "operand").map_or("", |operand| self.builder.of(operand));
            let target = dotted(&self.builder, right).filter(|_| self.builder.names.contains_key(root));
            if let Some(target) = target.filter(|target| target.rsplit('.').next().is_some_and(|name| name != "Args")) {
                self.builder.bind(self.builder.of(left), target);
            }
        }
    }

    fn call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(callee_node) = field(node, "function") else { return };
        let Some(callee) = dotted(&self.builder, callee_node) else { return };
        let arguments = arguments(&self.builder, node, DEEPEST);
        settings::call(&mut self.builder, above, node, &callee, &arguments);
        self.builder.candidate_call(&callee, node);
        let name =
            field(callee_node, "field").map_or_else(|| self.builder.of(callee_node), |name| self.builder.of(name));
        let used = !parent(above, 0)
            .is_some_and(|outer| matches!(outer.kind, "expression_statement" | "go_statement" | "defer_statement"));
        self.builder.call(callee, callee_node, name, node, arguments, used);
        self.builder.candidate_of(above, node);
    }

    fn generic_call(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let (Some(kind), Some(operand)) = (field(node, "type"), field(node, "operand")) else { return };
        if kind.kind() != "generic_type" {
            return;
        }
        let Some(callee) = dotted(&self.builder, kind) else { return };
        let arguments = vec![Argument { keyword: None, value: value(&self.builder, operand, DEEPEST) }];
        let used = parent(above, 0).is_none_or(|outer| outer.kind != "expression_statement");
        let name = self.builder.of(kind);
        self.builder.call(callee, kind, name, node, arguments, used);
    }

    /// Struct literals are calls of their type with the fields as keywords.
    fn composite(&mut self, above: &[Step<'t>], node: Node<'t>) {
        let Some(kind) = struct_type(node) else { return };
        let Some(callee) = dotted(&self.builder, kind) else { return };
        let arguments = fields(&self.builder, node, DEEPEST - 1);
        settings::struct_option(&mut self.builder, node, &callee, &arguments);
        self.builder.candidate_call(&callee, node);
        let used = parent(above, 0).is_none_or(|outer| outer.kind != "expression_statement");
        self.builder.call(callee, kind, self.builder.of(kind), node, arguments, used);
        self.builder.candidate_of(above, node);
    }
}

/// The names under which a package may be used without an alias: its last path part without a version, and what is
/// left of it without the usual `go-` and `-go`.
fn package_names(path: &str) -> Vec<String> {
    let mut parts = path.rsplit('/');
    let mut last = parts.next().unwrap_or(path);
    let is_version = |part: &str| {
        part.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    if is_version(last) {
        last = parts.next().unwrap_or(last);
    }
    if let Some((name, version)) = last.rsplit_once('.')
        && is_version(version)
    {
        last = name;
    }
    let bare = last.trim_start_matches("go-").trim_end_matches("-go").trim_end_matches(".go");
    let mut names = vec![last.to_owned(), bare.to_owned(), bare.replace('-', ""), bare.replace('-', "_")];
    names.extend(bare.rsplit('-').next().map(str::to_owned));
    names.retain(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::package_names;

    #[test]
    fn package_names_of_paths() {
        for (path, name) in [
            ("os/exec", "exec"),
            ("github.com/mark3labs/mcp-go/mcp", "mcp"),
            ("github.com/sashabaranov/go-openai", "openai"),
            ("github.com/openai/openai-go/v3", "openai"),
            ("gopkg.in/yaml.v3", "yaml"),
            ("github.com/urfave/cli/v2", "cli"),
        ] {
            assert!(package_names(path).iter().any(|known| known == name), "{path}");
        }
    }
}
