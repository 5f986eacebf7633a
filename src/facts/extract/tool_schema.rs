//! What schemas, validators and types say about the parameters of tools.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner},
    script_values,
    tool_parts::Reader,
    tools::unwrapped,
};
use crate::facts::{
    model::{ParameterKind, ParameterSchema, Value},
    names::snake,
};

/// Calls of a validator's chain and nested types that are looked at.
const LONGEST_CHAIN: usize = 16;

fn kind(word: &str) -> ParameterKind {
    match word {
        "string" | "str" | "text" | "uuid" | "email" | "url" | "date" | "datetime" | "path" | "bytes" => {
            ParameterKind::String
        }
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" | "f32" | "f64" | "number"
        | "integer" | "int" | "float" | "int32" | "int64" | "uint" | "uint32" | "uint64" | "float32" | "float64"
        | "double" | "bigint" | "decimal" | "long" | "short" => ParameterKind::Number,
        "boolean" | "bool" => ParameterKind::Boolean,
        "enum" | "literal" | "native_enum" | "const" | "picklist" | "union_of_literals" => ParameterKind::Enum,
        "array" | "vec" | "list" | "tuple" | "set" | "sequence" | "iterable" | "slice" => ParameterKind::Array,
        "object" | "hash_map" | "dict" | "record" | "map" | "mapping" | "strict_object" | "loose_object" | "struct" => {
            ParameterKind::Object
        }
        _ => ParameterKind::Unknown,
    }
}

/// True for a key or call that limits a value.
fn limits(word: &str) -> bool {
    matches!(
        word,
        "max_length"
            | "min_length"
            | "max"
            | "min"
            | "length"
            | "pattern"
            | "regex"
            | "format"
            | "maximum"
            | "minimum"
            | "exclusive_maximum"
            | "exclusive_minimum"
            | "max_items"
            | "min_items"
            | "multiple_of"
            | "ge"
            | "gt"
            | "le"
            | "lt"
            | "gte"
            | "lte"
            | "positive"
            | "nonnegative"
            | "nonempty"
            | "url"
            | "uuid"
            | "email"
            | "starts_with"
            | "ends_with"
            | "refine"
            | "super_refine"
            | "check"
            | "max_value"
            | "min_value"
            | "finite"
            | "safe"
            | "one_of"
            | "validate"
    )
}

/// Options that declare a parameter: `WithString("path", Required(), Enum("a", "b"), MaxLength(9))`.
pub(super) fn of_options<'a>(name: &str, options: impl Iterator<Item = &'a str>) -> ParameterSchema {
    let word = snake(name.trim_start_matches("With"));
    let mut out = ParameterSchema { kind: kind(&word), required: None, bounded: false };
    if out.kind == ParameterKind::Unknown {
        return out;
    }
    out.required = Some(false);
    for option in options {
        let callee = option.split('(').next().unwrap_or(option);
        match snake(callee.rsplit('.').next().unwrap_or(callee)).as_str() {
            "required" => out.required = Some(true),
            "enum" => out.kind = ParameterKind::Enum,
            word => out.bounded |= limits(word),
        }
    }
    out
}

/// A property of a JSON Schema that was read as such.
pub(super) fn of_json(schema: &serde_json::Value, required: bool) -> ParameterSchema {
    let mut out = ParameterSchema { required: Some(required), ..ParameterSchema::default() };
    for (key, given) in schema.as_object().into_iter().flatten() {
        match (snake(key).as_str(), given) {
            ("type", serde_json::Value::String(text)) if out.kind == ParameterKind::Unknown => {
                out.kind = kind(&snake(text));
            }
            ("enum" | "const", _) => out.kind = ParameterKind::Enum,
            (word, _) => out.bounded |= limits(word),
        }
    }
    out
}

/// A type as it is written in Python, TypeScript or Go.
pub(super) fn of_type(builder: &Builder<'_>, written: &str) -> ParameterSchema {
    let mut out = ParameterSchema { required: Some(true), ..ParameterSchema::default() };
    let mut text = written.trim().trim_start_matches([':', '*']).trim();
    for _ in 0..6 {
        // Rust
        if let Some(inside) = text.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) {
            out.required = Some(false);
            text = inside.trim();
            continue;
        }
        if let Some((head, rest)) = text.split_once('[').filter(|_| text.ends_with(']')) {
            let inside = &rest[..rest.len() - 1];
            match head.rsplit('.').next().unwrap_or(head).trim() {
                "Optional" => {
                    out.required = Some(false);
                    text = inside.trim();
                    continue;
                }
                "Annotated" => {
                    let (first, more) = split_first(inside);
                    out.bounded |= limited(more);
                    text = first.trim();
                    continue;
                }
                "Required" | "NotRequired" | "Final" | "ClassVar" => {
                    text = inside.trim();
                    continue;
                }
                "Literal" => out.kind = ParameterKind::Enum,
                "Union" => {
                    text = inside.split(',').map(str::trim).find(|part| *part != "None").unwrap_or_default();
                    continue;
                }
                head => out.kind = kind(&snake(head)),
            }
            return out;
        }
        break;
    }
    let parts: Vec<&str> = text.split('|').map(str::trim).filter(|part| !part.is_empty()).collect();
    let known: Vec<&str> =
        parts.iter().copied().filter(|part| !matches!(*part, "None" | "null" | "undefined")).collect();
    if known.len() < parts.len() {
        out.required = Some(false);
    }
    let quoted = |part: &str| part.starts_with(['"', '\'']) && part.len() > 2;
    match known.as_slice() {
        all if all.len() > 1 && all.iter().all(|part| quoted(part)) => out.kind = ParameterKind::Enum,
        [only] => {
            let only = only.trim_matches(['"', '\'']).trim_start_matches('*');
            out.kind = if only.ends_with("[]") || only.starts_with("[]") {
                ParameterKind::Array
            } else if only.starts_with("map[") || only.starts_with('{') {
                ParameterKind::Object
            } else if only.contains('<') {
                kind(&snake(only.split('<').next().unwrap_or(only)))
            } else if let Some((head, _)) = only.split_once('[') {
                // `list[str] | None`
                match head.trim() {
                    "Literal" | "typing.Literal" => ParameterKind::Enum,
                    head => kind(&snake(head.rsplit('.').next().unwrap_or(head))),
                }
            } else {
                named_type(builder, only)
            };
        }
        _ => {}
    }
    out
}

/// A plain name of a type; classes of the file that enumerate are enumerations, others objects.
fn named_type(builder: &Builder<'_>, name: &str) -> ParameterKind {
    let last = name.rsplit('.').next().unwrap_or(name);
    match kind(&snake(last)) {
        ParameterKind::Unknown => {
            let class = builder
                .facts
                .functions
                .iter()
                .find(|known| known.name == last && known.kind == crate::facts::model::FunctionKind::Class);
            match class {
                Some(class) if class.bases.iter().any(|base| base.ends_with("Enum")) => ParameterKind::Enum,
                Some(_) => ParameterKind::Object,
                None => ParameterKind::Unknown,
            }
        }
        known => known,
    }
}

/// The first part of a list of types, and the rest.
fn split_first(text: &str) -> (&str, &str) {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ',' if depth == 0 => return (&text[..at], &text[at + 1..]),
            _ => {}
        }
    }
    (text, "")
}

/// True where some keyword of a written call limits a value: `Field(max_length=9)`.
fn limited(text: &str) -> bool {
    text.split(['(', ',', ' ']).filter_map(|part| part.split_once('=')).any(|(name, _)| limits(&snake(name.trim())))
}

/// The default of a parameter or field: whether it must be given, and what it limits.
pub(super) fn with_default(mut schema: ParameterSchema, default: &str) -> ParameterSchema {
    let default = default.trim();
    schema.bounded |= limited(default);
    let arguments = default.split_once('(').map(|(_, rest)| rest.trim_start());
    let is_field = ["Field(", "field(", "Query(", "Body(", "Argument(", "Option("]
        .iter()
        .any(|name| default.split('[').next().is_some_and(|head| head.contains(name)));
    let must = default == "..."
        || is_field
            && arguments.is_some_and(|arguments| {
                arguments.starts_with("...")
                    || !(arguments.contains("default=") || arguments.contains("default_factory="))
                        && (arguments.starts_with(')')
                            || arguments.split([',', ')']).next().is_some_and(|first| first.contains('=')))
            });
    schema.required = Some(must);
    schema
}

impl<'t> Reader<'t> {
    /// What the value of one property says: a JSON Schema, a validator's chain, a type.
    /// `listed`: whether the schema around it names it as required.
    pub fn property(&self, builder: &Builder<'_>, node: Node<'t>, listed: Option<bool>) -> ParameterSchema {
        let node = self.followed(builder, node);
        let bare = match node.kind() {
            "keyword_argument" => field(node, "value").unwrap_or(node),
            _ => unwrapped(script_values::bare(node)),
        };
        let mut out = match bare.kind() {
            "call" | "call_expression" => self.chain(builder, bare),
            _ if self.is_object(bare) => self.json_schema(builder, bare),
            _ if self.string(builder, bare).is_some() => {
                let text = self.string(builder, bare).unwrap_or_default();
                ParameterSchema { kind: kind(&snake(&text)), required: None, bounded: false }
            }
            "identifier" | "subscript" | "attribute" | "generic_type" | "binary_operator" => {
                of_type(builder, builder.of(bare))
            }
            _ => ParameterSchema::default(),
        };
        out.required = listed.or(out.required).or(Some(true));
        out
    }

    fn json_schema(&self, builder: &Builder<'_>, node: Node<'t>) -> ParameterSchema {
        let mut out = ParameterSchema::default();
        for (name, given) in self.entries(builder, node) {
            let Some(name) = name else { continue };
            match snake(&name).as_str() {
                "type" if out.kind == ParameterKind::Unknown => {
                    out.kind = match self.value(builder, given) {
                        Value::Str(text) => kind(&snake(&text)),
                        // `genai.TypeString`, `jsonschema.String`, `Type.STRING`
                        Value::Name(name) => {
                            let last = snake(name.rsplit('.').next().unwrap_or(&name));
                            kind(last.trim_start_matches("type_").trim_start_matches("data_type_"))
                        }
                        Value::List(values) => values
                            .iter()
                            .filter_map(|value| match value {
                                Value::Str(text) if text != "null" => Some(kind(&snake(text))),
                                _ => None,
                            })
                            .next()
                            .unwrap_or_default(),
                        _ => ParameterKind::Unknown,
                    };
                }
                "enum" | "const" | "choices" => out.kind = ParameterKind::Enum,
                "items" if out.kind == ParameterKind::Unknown => out.kind = ParameterKind::Array,
                "properties" if out.kind == ParameterKind::Unknown => out.kind = ParameterKind::Object,
                "nullable" | "optional" => {
                    out.required = match self.value(builder, given) {
                        Value::Bool(optional) => Some(!optional),
                        _ => None,
                    };
                }
                "required" => {
                    if let Value::Bool(required) = self.value(builder, given) {
                        out.required = Some(required);
                    }
                }
                word => out.bounded |= limits(word),
            }
        }
        out
    }

    /// `z.string().max(9).optional()`, `Type.Optional(Type.String({maxLength: 9}))`, `schema.enum([…])`.
    fn chain(&self, builder: &Builder<'_>, node: Node<'t>) -> ParameterSchema {
        let mut out = ParameterSchema { required: Some(true), ..ParameterSchema::default() };
        let mut at = node;
        for _ in 0..LONGEST_CHAIN {
            let at_call = script_values::bare(at);
            let (Some(callee), true) =
                (field(at_call, "function"), matches!(at_call.kind(), "call" | "call_expression"))
            else {
                break;
            };
            let name =
                field(callee, "property").or_else(|| field(callee, "attribute")).or_else(|| field(callee, "field"));
            let word = snake(builder.of(name.unwrap_or(callee)));
            let first = field(at_call, "arguments").and_then(inner);
            let object = field(callee, "object").or_else(|| field(callee, "operand"));
            let object =
                object.filter(|object| matches!(script_values::bare(*object).kind(), "call" | "call_expression"));
            match word.as_str() {
                "optional" | "nullish" | "default" | "prefault" | "catch" | "exact_optional" => {
                    out.required = Some(false);
                    // `v.optional(v.string())`
                    if let (None, Some(first)) =
                        (object, first.filter(|_| word.contains("optional") || word == "nullish"))
                    {
                        at = first;
                        continue;
                    }
                }
                "nullable" | "readonly" if object.is_none() => {
                    let Some(first) = first else { break };
                    at = first;
                    continue;
                }
                word if kind(word) != ParameterKind::Unknown && object.is_none() => {
                    out.kind = kind(word);
                    // TypeBox: `Type.String({maxLength: 9})`
                    for (name, _) in first.map(|first| self.entries(builder, first)).unwrap_or_default() {
                        out.bounded |= name.is_some_and(|name| limits(&snake(&name)));
                    }
                }
                // `Type.Union([Type.Literal('a'), …])`
                "union" if object.is_none() => {
                    let all = first.map(children).unwrap_or_default();
                    let literal = |part: &Node<'_>| builder.of(*part).to_ascii_lowercase().contains("literal(");
                    if !all.is_empty() && all.iter().all(|(_, part)| literal(part)) {
                        out.kind = ParameterKind::Enum;
                    }
                }
                "string_enum" => out.kind = ParameterKind::Enum,
                word => out.bounded |= limits(word),
            }
            match object {
                Some(object) => at = object,
                None => break,
            }
        }
        out
    }

    /// The fields of a Python model class.
    pub fn class_fields(&self, builder: &Builder<'_>, class: Node<'t>) -> Vec<(String, ParameterSchema)> {
        let Some(body) = field(class, "body") else { return Vec::new() };
        children(body)
            .into_iter()
            .filter_map(|(_, statement)| inner(statement))
            .filter(|statement| statement.kind() == "assignment")
            .filter_map(|statement| {
                let left = field(statement, "left").filter(|left| left.kind() == "identifier")?;
                let name = builder.of(left).to_owned();
                let schema = field(statement, "type").map_or_else(ParameterSchema::default, |written| {
                    let schema = of_type(builder, builder.of(written));
                    match field(statement, "right") {
                        Some(right) => with_default(schema, builder.of(right)),
                        None => ParameterSchema { required: Some(true), ..schema },
                    }
                });
                (name != "model_config").then_some((name, schema))
            })
            .collect()
    }

    /// The fields of a Go struct by the names in their `json` tags.
    pub fn struct_fields(&self, builder: &Builder<'_>, kind: Node<'t>) -> Option<Vec<(String, ParameterSchema)>> {
        let list = inner(kind)?;
        let mut tagged = false;
        let mut out = Vec::new();
        for (_, declared) in children(list) {
            let (Some(name), Some(written)) = (field(declared, "name"), field(declared, "type")) else { continue };
            let tag = field(declared, "tag").map_or("", |tag| builder.of(tag));
            let json = tag.split_once("json:\"").and_then(|(_, rest)| rest.split('"').next());
            tagged |= json.is_some();
            let mut parts = json.unwrap_or_default().split(',');
            let known = parts.next().filter(|name| !name.is_empty()).unwrap_or_else(|| builder.of(name));
            let hidden = json.is_none() && !builder.of(name).starts_with(char::is_uppercase);
            if known == "-" || hidden {
                continue;
            }
            let omitted = parts.any(|part| part.starts_with("omit"));
            let mut schema = of_type(builder, builder.of(written));
            schema.required = Some(tag.contains(",required") || !omitted && !builder.of(written).starts_with('*'));
            let described =
                tag.split_once("jsonschema:\"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
            if described.split(',').any(|part| part.trim().starts_with("enum=")) {
                schema.kind = ParameterKind::Enum;
            }
            schema.bounded |= limited(described) || tag.contains("validate:\"");
            out.push((known.to_owned(), schema));
        }
        tagged.then_some(out)
    }
}
