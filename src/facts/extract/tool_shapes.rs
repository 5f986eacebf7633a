//! The parameters that schemas and signatures describe, whatever they are written in.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner},
    others, rust_parts, script_values,
    tool_parts::{Family, Reader, strings},
    tool_schema,
    tools::unwrapped,
};
use crate::facts::model::{ParameterSchema, Value};

/// A parameter of a function.
pub(super) struct Typed {
    pub name: String,
    pub schema: ParameterSchema,
    /// The fields of a struct that stands for all arguments.
    pub fields: Option<Vec<(String, ParameterSchema)>>,
}

impl<'t> Reader<'t> {
    /// The parameters that a schema describes: JSON Schema, a shape of validators, `z.object(…)`, a model class of the
    /// same file.
    pub fn schema_parameters(&self, builder: &Builder<'_>, node: Node<'t>) -> Vec<(String, ParameterSchema)> {
        let mut node = self.followed(builder, node);
        if self.family == Family::Other && !self.is_object(node) {
            return others::schema::parameters(builder, node);
        }
        // Names that the schema lists as required; without a list, what the properties say themselves.
        let mut required: Option<Vec<String>> = None;
        for _ in 0..4 {
            let bare = match self.family {
                Family::Script => script_values::bare(node),
                Family::Rust => rust_parts::bare(builder, node),
                _ => unwrapped(node),
            };
            node = match bare.kind() {
                // The innermost call of a chain: `z.object({…}).strict()`.
                // `schema_for!(Args)`, `schema_for_type::<Args>()`
                "macro_invocation" | "call_expression" if self.family == Family::Rust => {
                    match rust_parts::type_argument(bare) {
                        Some(model) => self.followed(builder, model),
                        None => return Vec::new(),
                    }
                }
                "struct_item" => return self.item_fields(builder, bare),
                "call_expression" | "call" => {
                    // … or the model class whose schema is asked for.
                    let receiver = field(bare, "function")
                        .and_then(|callee| field(callee, "object"))
                        .map(|receiver| self.followed(builder, script_values::bare(receiver)))
                        .filter(|receiver| matches!(receiver.kind(), "call_expression" | "class_definition"));
                    let first = field(bare, "arguments").and_then(inner);
                    match receiver.or(first) {
                        Some(next) => self.followed(builder, next),
                        None => return Vec::new(),
                    }
                }
                "class_definition" => return self.class_fields(builder, bare),
                // A list of descriptions: `[{name: 'title', type: 'string'}]`.
                "array" | "list" => {
                    return children(bare)
                        .into_iter()
                        .filter_map(|(_, item)| {
                            let entries = self.entries(builder, item);
                            let (_, name) = entries.iter().find(|(key, _)| key.as_deref() == Some("name"))?;
                            Some((self.string(builder, *name)?, self.property(builder, item, None)))
                        })
                        .collect();
                }
                "struct_type" => return self.struct_fields(builder, bare).unwrap_or_default(),
                _ => {
                    let entries = self.entries(builder, bare);
                    let named: BTreeMap<&str, Node<'t>> =
                        entries.iter().filter_map(|(name, node)| Some((name.as_deref()?, *node))).collect();
                    let properties = named.get("properties").or(named.get("Properties")).copied();
                    // `{type: 'object', …}` is a schema whose properties stand elsewhere.
                    let typed = named.get("type").and_then(|kind| self.string(builder, *kind));
                    let shape = self.is_object(bare)
                        && !named.contains_key("$schema")
                        && !typed.is_some_and(|kind| kind.eq_ignore_ascii_case("object"));
                    match properties {
                        Some(properties) => {
                            let listed = named.get("required").or(named.get("Required"));
                            required = Some(match listed.map(|listed| self.value(builder, *listed)) {
                                Some(Value::List(values)) => strings(&values),
                                _ => Vec::new(),
                            });
                            self.followed(builder, properties)
                        }
                        None if shape => return self.properties(builder, entries, required.as_deref()),
                        None => return Vec::new(),
                    }
                }
            };
            // Properties have been reached: their keys are the names.
            if self.is_object(node) && !self.has_properties(builder, node) {
                return self.properties(builder, self.entries(builder, node), required.as_deref());
            }
        }
        Vec::new()
    }

    fn properties(
        &self,
        builder: &Builder<'_>,
        entries: Vec<(Option<String>, Node<'t>)>,
        required: Option<&[String]>,
    ) -> Vec<(String, ParameterSchema)> {
        entries
            .into_iter()
            .filter_map(|(name, node)| {
                let name = name?;
                let listed = required.map(|required| required.contains(&name));
                let schema = self.property(builder, node, listed);
                Some((name, schema))
            })
            .collect()
    }

    fn has_properties(&self, builder: &Builder<'_>, node: Node<'t>) -> bool {
        self.entries(builder, node).iter().any(|(name, _)| matches!(name.as_deref(), Some("properties" | "Properties")))
    }

    /// The class or type of that name at the top of the file.
    pub fn declared(&self, builder: &Builder<'_>, wanted: &str) -> Option<Node<'t>> {
        self.top(builder, wanted)
    }

    fn item_fields(&self, builder: &Builder<'_>, item: Node<'t>) -> Vec<(String, ParameterSchema)> {
        field(item, "body")
            .map(children)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(_, child)| {
                let written = field(child, "type").map_or("", |written| builder.of(written));
                Some((builder.of(field(child, "name")?).to_owned(), tool_schema::of_type(builder, written)))
            })
            .collect()
    }

    /// The parameters of a function with what their types say.
    pub fn signature(&self, builder: &Builder<'_>, node: Node<'t>) -> Vec<Typed> {
        let mut out = Vec::new();
        if self.family == Family::Other {
            return others::schema::signature(builder, node);
        }
        for (_, parameter) in field(node, "parameters").map(children).unwrap_or_default() {
            let written = field(parameter, "type").map(|written| builder.of(written));
            match parameter.kind() {
                // Python
                "typed_parameter" | "typed_default_parameter" | "default_parameter" | "identifier" => {
                    let Some(name) = super::python_settings::parameter_name(builder, parameter) else { continue };
                    let schema = written.map(|written| tool_schema::of_type(builder, written)).unwrap_or_default();
                    let schema = match field(parameter, "value") {
                        Some(value) => tool_schema::with_default(schema, builder.of(value)),
                        None => ParameterSchema { required: Some(true), ..schema },
                    };
                    out.push(Typed { name, schema, fields: None });
                }
                // TypeScript
                "required_parameter" | "optional_parameter" => {
                    let Some(name) = field(parameter, "pattern").filter(|name| name.kind() == "identifier") else {
                        continue;
                    };
                    let mut schema = written.map(|written| tool_schema::of_type(builder, written)).unwrap_or_default();
                    let given = parameter.kind() == "required_parameter" && field(parameter, "value").is_none();
                    schema.required = Some(given && schema.required != Some(false));
                    out.push(Typed { name: builder.of(name).to_owned(), schema, fields: None });
                }
                // Go
                "parameter_declaration" => {
                    let kind = field(parameter, "type")
                        .map(|kind| if kind.kind() == "pointer_type" { inner(kind).unwrap_or(kind) } else { kind });
                    let fields = kind
                        .filter(|kind| kind.kind() == "type_identifier")
                        .and_then(|kind| self.declared(builder, builder.of(kind)))
                        .filter(|declared| declared.kind() == "struct_type")
                        .and_then(|declared| self.struct_fields(builder, declared));
                    for (name, child) in children(parameter) {
                        if name == Some("name") {
                            let schema =
                                written.map(|written| tool_schema::of_type(builder, written)).unwrap_or_default();
                            out.push(Typed { name: builder.of(child).to_owned(), schema, fields: fields.clone() });
                        }
                    }
                }
                _ => {}
            }
        }
        out
    }
}
