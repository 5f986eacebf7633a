//! Parameters of tools: signatures, classes, schemas that are written as text or built by calls.

use tree_sitter::Node;

use super::{
    super::{
        builder::{Builder, children, field},
        tool_schema::{of_json, of_type},
        tool_shapes::Typed,
        turns::each_node,
    },
    entries as entries_of,
    grammar::{Kind, grammar},
    values::{argument_list, callee, declared_name, string},
};
use crate::facts::{model::ParameterSchema, names::cut};

/// Bytes of a schema that is written as text.
const LONGEST: usize = 20_000;
/// Nodes of a schema that is built by calls, and of those below one property.
const MOST_NODES: usize = 4_000;
const MOST_BELOW: usize = 400;
const MOST_PARAMETERS: usize = 64;

type Parameters = Vec<(String, ParameterSchema)>;

/// What the framework hands over, not the model.
fn is_handed_over(written: &str) -> bool {
    let kind = written.split('<').next().unwrap_or(written).trim_end_matches('?');
    matches!(
        kind.rsplit('.').next().unwrap_or(kind),
        "CancellationToken"
            | "ToolContext"
            | "ToolExecutionContext"
            | "McpServer"
            | "IMcpServer"
            | "McpSyncServerExchange"
            | "McpAsyncServerExchange"
            | "McpSyncRequestContext"
            | "McpAsyncRequestContext"
            | "RequestContext"
            | "IProgress"
            | "Kernel"
            | "HttpClient"
            | "IHttpClientFactory"
            | "IServiceProvider"
            | "ILogger"
            | "ILoggerFactory"
            | "InvocationContext"
            | "McpLog"
            | "Progress"
    )
}

fn type_of<'t>(builder: &Builder<'t>, parameter: Node<'_>) -> Option<&'t str> {
    let typed = field(parameter, "type").or_else(|| {
        let kinds = ["user_type", "nullable_type"];
        children(parameter).into_iter().map(|(_, child)| child).find(|child| kinds.contains(&child.kind()))
    });
    typed.map(|typed| builder.of(typed))
}

/// What a type says: `?` and a default make it optional, an annotation may limit it.
fn of_parameter(builder: &Builder<'_>, parameter: Node<'_>, written: &str) -> ParameterSchema {
    let mut schema = of_type(builder, written.trim_end_matches('?'));
    let text = builder.of(parameter);
    let given = text.contains('=') && !text.starts_with('[') && !text.starts_with('@');
    let optional = written.ends_with('?') || given || text.contains("required = false");
    schema.required = Some(!optional);
    schema.bounded |=
        ["@Size(", "@Max(", "@Min(", "@Pattern(", "[Range(", "[MaxLength(", "[StringLength(", "[RegularExpression("]
            .iter()
            .any(|limit| text.contains(limit));
    schema
}

/// The parameters of a function that the model fills in.
pub(in super::super) fn signature<'t>(builder: &Builder<'t>, function: Node<'t>) -> Vec<Typed> {
    let mut out = Vec::new();
    for parameter in super::parameters(function) {
        let (Some(name), Some(written)) = (declared_name(parameter), type_of(builder, parameter)) else { continue };
        let name = builder.of(name).to_owned();
        // The default of a function's parameter stands behind it in Kotlin.
        let next = parameter.next_named_sibling().filter(|_| parameter.kind() == "parameter");
        let mut schema = of_parameter(builder, parameter, written);
        if next.is_some_and(|next| !next.kind().contains("parameter") && !next.is_extra()) {
            schema.required = Some(false);
        }
        out.push(Typed { name, schema, fields: None });
    }
    out
}

/// Parameters that are no arguments of the model.
pub(in super::super) fn handed_over(builder: &Builder<'_>, function: Node<'_>) -> Vec<String> {
    let parameters = super::parameters(function).into_iter();
    parameters
        .filter(|parameter| type_of(builder, *parameter).is_some_and(is_handed_over))
        .filter_map(|parameter| Some(builder.of(declared_name(parameter)?).to_owned()))
        .collect()
}

/// The fields of a class that stands for all arguments: its constructor's parameters.
fn fields<'t>(builder: &Builder<'t>, class: Node<'t>) -> Parameters {
    let mut pending: Vec<Node<'t>> = children(class).into_iter().map(|(_, child)| child).collect();
    let mut out = Vec::new();
    for _ in 0..MOST_BELOW {
        let Some(at) = pending.pop() else { break };
        match at.kind() {
            "primary_constructor" | "class_parameters" | "formal_parameters" | "parameter_list" => {
                pending.extend(children(at).into_iter().map(|(_, child)| child));
            }
            "class_parameter" | "formal_parameter" | "parameter" => {
                if let (Some(name), Some(written)) = (declared_name(at), type_of(builder, at)) {
                    out.push((builder.of(name).to_owned(), of_parameter(builder, at, written)));
                }
            }
            _ => {}
        }
    }
    out.reverse();
    out
}

/// A class of the file by its name.
pub(super) fn class_called<'t>(builder: &Builder<'t>, name: &str) -> Option<Node<'t>> {
    let at = builder
        .facts
        .functions
        .iter()
        .position(|known| known.name == name && known.kind == crate::facts::model::FunctionKind::Class)?;
    builder.bindings.functions.get(at).copied()
}

/// The parameters that a schema describes.
pub(in super::super) fn parameters<'t>(builder: &Builder<'t>, node: Node<'t>) -> Parameters {
    let grammar = grammar(builder.language);
    match grammar.kind(node.kind()) {
        Some(Kind::Text | Kind::Texts | Kind::Binary) => {
            text(builder, node).map(|text| of_text(&text)).unwrap_or_default()
        }
        Some(Kind::Name) => {
            class_called(builder, builder.of(node)).map(|class| fields(builder, class)).unwrap_or_default()
        }
        Some(Kind::Call | Kind::New) => built(builder, node),
        _ => Vec::new(),
    }
}

/// A schema that is written as text, however long it is.
fn text(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let grammar = grammar(builder.language);
    if grammar.kind(node.kind()) == Some(Kind::Texts) {
        let parts: Option<Vec<String>> = children(node).into_iter().map(|(_, part)| string(builder, part)).collect();
        return parts.map(|parts| parts.concat()).filter(|text| text.len() <= LONGEST);
    }
    let written = cut(builder.of(node), LONGEST);
    let (from, to) = (written.find('{')?, written.rfind('}')?);
    let inside = written.get(from..=to)?;
    match inside.contains("\\\"") {
        true => Some(inside.replace("\\\"", "\"").replace("\\n", " ").replace("\\\\", "\\")),
        false => Some(inside.to_owned()),
    }
}

fn of_text(text: &str) -> Parameters {
    let Ok(schema) = serde_json::from_str::<serde_json::Value>(text) else { return Vec::new() };
    let properties = schema.get("properties").and_then(serde_json::Value::as_object);
    let required = schema.get("required").and_then(serde_json::Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    let properties = properties.into_iter().flatten().take(MOST_PARAMETERS);
    properties.map(|(name, schema)| (name.clone(), of_json(schema, is_required(name)))).collect()
}

/// `buildJsonObject { putJsonObject("path") { put("type", "string") } }`, as an argument `properties` or alone.
fn built<'t>(builder: &Builder<'t>, node: Node<'t>) -> Parameters {
    let named = |wanted: &str| {
        let parts = entries_of(builder, node).into_iter();
        parts.filter(|(name, _)| name.as_deref() == Some(wanted)).map(|(_, node)| node).next()
    };
    let mut required: Vec<String> = named("required").map(|list| strings(builder, list)).unwrap_or_default();
    let from = named("properties").unwrap_or(node);
    // A schema in a text among the arguments.
    if let Some(list) = argument_list(grammar(builder.language), node) {
        let texts = children(list).into_iter().filter_map(|(_, child)| {
            let child = super::values::given(child)
                .filter(|_| child.kind() == "value_argument" || child.kind() == "argument")
                .unwrap_or(child);
            text(builder, child).filter(|_| string(builder, child).is_some())
        });
        let mut found = texts.map(|text| of_text(&text)).filter(|found| !found.is_empty());
        if let Some(found) = found.next() {
            return found;
        }
    }
    let mut puts = top_puts(builder, from);
    if let Some((_, properties)) = puts.iter().find(|(name, _)| name == "properties") {
        let listed = puts.iter().find(|(name, _)| name == "required");
        required.extend(listed.map(|(_, list)| strings(builder, *list)).unwrap_or_default());
        let below = argument_or_block(*properties);
        puts = below.into_iter().flat_map(|below| top_puts(builder, below)).collect();
    }
    puts.into_iter()
        .take(MOST_PARAMETERS)
        .map(|(name, put)| {
            let mut kind = serde_json::Map::new();
            each_node(put, MOST_BELOW, &mut |at| {
                if let Some((key, Some(text))) = put_text(builder, at)
                    && !kind.contains_key(&key)
                {
                    kind.insert(key, text.into());
                }
            });
            let schema = of_json(&serde_json::Value::Object(kind), required.contains(&name));
            (name, schema)
        })
        .collect()
}

/// What a call of `put` holds beside its name.
fn argument_or_block(put: Node<'_>) -> Vec<Node<'_>> {
    children(put).into_iter().map(|(_, child)| child).collect()
}

/// The name and text of `put("type", "string")`.
fn put_text(builder: &Builder<'_>, at: Node<'_>) -> Option<(String, Option<String>)> {
    if at.kind() != "call_expression" {
        return None;
    }
    let name = callee(builder, None, at)?;
    let last = name.rsplit('.').next()?;
    if !matches!(last, "put" | "putJsonObject" | "putJsonArray" | "addProperty" | "set") {
        return None;
    }
    let list = argument_list(grammar(builder.language), at)?;
    let mut texts = children(list).into_iter().map(|(_, child)| super::values::last(child).unwrap_or(child));
    let key = string(builder, texts.next()?)?;
    Some((key, texts.next().and_then(|text| string(builder, text))))
}

/// The calls of `put` that stand in no other.
fn top_puts<'t>(builder: &Builder<'t>, node: Node<'t>) -> Vec<(String, Node<'t>)> {
    let mut out = Vec::new();
    let mut pending = vec![node];
    for _ in 0..MOST_NODES {
        let Some(at) = pending.pop() else { break };
        match put_text(builder, at) {
            Some((name, _)) if at != node => out.push((name, at)),
            _ => pending.extend(children(at).into_iter().rev().map(|(_, child)| child)),
        }
    }
    out
}

fn strings(builder: &Builder<'_>, node: Node<'_>) -> Vec<String> {
    let mut out = Vec::new();
    each_node(node, MOST_BELOW, &mut |at| {
        if grammar(builder.language).kind(at.kind()) == Some(Kind::Text) {
            out.extend(string(builder, at));
        }
    });
    out
}
