//! What names in a Rust file stand for.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field},
    rust_items::{is_test, use_tree},
};
use crate::syntax::{Language, Parsed, Step, Visitor, walk};

/// The modules that are declared at the top of a file.
fn modules<'t>(parsed: &'t Parsed, text: &'t str) -> BTreeSet<&'t str> {
    let mut cursor = parsed.tree.walk();
    let mut out = BTreeSet::new();
    let mut more = cursor.goto_first_child();
    while more {
        if cursor.node().kind() == "mod_item" {
            out.extend(field(cursor.node(), "name").and_then(|name| text.get(name.byte_range())));
        }
        more = cursor.goto_next_sibling();
    }
    out
}

/// The first pass: what `use` binds (it may stand below its uses), which traits a type has, what functions of one
/// literal give.
pub(super) struct Names<'t> {
    pub builder: Builder<'t>,
    /// Those that the file declares: no crates.
    modules: BTreeSet<&'t str>,
    attributes: Vec<Node<'t>>,
    pub traits: BTreeMap<String, Vec<Node<'t>>>,
    pub returned: BTreeMap<String, Node<'t>>,
}

impl<'t> Names<'t> {
    pub fn read(parsed: &'t Parsed, text: &'t str, language: Language) -> Self {
        let mut names = Self {
            builder: Builder::new(language, text),
            modules: modules(parsed, text),
            attributes: Vec::new(),
            traits: BTreeMap::new(),
            returned: BTreeMap::new(),
        };
        walk(parsed, &mut names);
        names
    }
}

impl<'t> Visitor<'t> for Names<'t> {
    fn enter(&mut self, _: &[Step<'t>], step: Step<'t>) -> bool {
        if step.kind == "attribute_item" {
            self.attributes.push(step.node);
            return false;
        }
        if step.node.is_extra() {
            return false;
        }
        let attributes = std::mem::take(&mut self.attributes);
        if is_test(&self.builder, &attributes) {
            return false;
        }
        match step.kind {
            "use_declaration" => {
                use_tree(&mut self.builder, &self.modules, step.node);
                false
            }
            "extern_crate_declaration" => {
                if let (Some(name), Some(alias)) = (field(step.node, "name"), field(step.node, "alias")) {
                    self.builder.bind(self.builder.of(alias), self.builder.of(name).to_owned());
                }
                false
            }
            "mod_item" => {
                // `mod x;` reads another file.
                if let (Some(name), None) = (field(step.node, "name"), field(step.node, "body")) {
                    let name = self.builder.of(name);
                    self.builder.import("self", Some(name), None, step.node);
                    self.builder.bind(name, format!("self.{name}"));
                }
                true
            }
            "impl_item" => {
                if let (Some(kind), Some(declared)) = (field(step.node, "type"), field(step.node, "trait")) {
                    let name = bare_type(&self.builder, kind);
                    self.traits.entry(name.to_owned()).or_default().push(declared);
                }
                true
            }
            "function_item" => {
                let body = field(step.node, "body").map(children).unwrap_or_default();
                if let ([(_, only)], Some(name)) = (&body[..], field(step.node, "name"))
                    && (only.kind().ends_with("_literal") || only.kind() == "call_expression")
                {
                    self.returned.entry(self.builder.of(name).to_owned()).or_insert(*only);
                }
                true
            }
            // Nothing is imported inside expressions other than blocks.
            kind => !matches!(kind, "token_tree" | "arguments" | "type_arguments" | "parameters" | "struct_expression"),
        }
    }
}

/// The last name of a type without its arguments.
pub(super) fn bare_type<'t>(builder: &Builder<'t>, node: Node<'_>) -> &'t str {
    let text = builder.of(node).trim_start_matches(['&', '*']);
    let text = text.split('<').next().unwrap_or(text).trim();
    text.rsplit("::").next().unwrap_or(text)
}
