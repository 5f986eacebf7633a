//! A tool that is being put together: what queries captured, by the vocabulary that frameworks share.

use tree_sitter::Node;

use super::{
    builder::{Builder, children, span},
    tool_names::{self as names, Naming},
    tool_parts::{Reader, Role, role},
    tool_schema, tool_surroundings as beside,
    tools::Found,
};
use crate::facts::model::{Function, FunctionKind, ParameterSchema, SettingKind, Span, Tool, Value};

/// Bytes of an expression that stands for a handler.
const LONGEST_HANDLER: usize = 120;

/// A tool that is being put together from one or several matches.
pub(super) struct Draft<'t> {
    pub tool: Tool,
    pub node: Node<'t>,
    pub pattern: usize,
    pub weak: bool,
    /// A name was given, whether or not it could be read.
    named: bool,
    /// The name is that of something that a variable holds: another declaration made the tool.
    copied: bool,
    /// An identifier that is the name where no other is given.
    identifier: Option<String>,
    /// A schema was given, whether or not it could be read.
    schema: bool,
    /// The parameters are those of the handler: a schema knows better.
    of_handler: bool,
    /// The declaration offers it to a model by itself.
    pub offers: bool,
    /// Per pattern that made it: the parts that it asks for. One list must be complete.
    requires: Vec<Vec<String>>,
}

impl<'t> Draft<'t> {
    pub fn new(node: Node<'t>, framework: &str, found: &Found<'t>) -> Self {
        Self {
            tool: Tool {
                name: None,
                named_by: None,
                framework: framework.to_owned(),
                span: span(node),
                parameters: Vec::new(),
                annotations: Vec::new(),
                approval: None,
                handler: None,
                body: None,
                has_description: false,
                schema: Vec::new(),
                own_names: Vec::new(),
                collections: Vec::new(),
                bound: false,
            },
            node,
            pattern: found.declaration.order,
            weak: true,
            named: false,
            copied: false,
            identifier: None,
            schema: false,
            of_handler: false,
            offers: false,
            requires: Vec::new(),
        }
    }

    /// One of the patterns that make the tool.
    pub fn add(&mut self, reader: &Reader<'t>, builder: &Builder<'t>, found: &Found<'t>) {
        let property = |name: &str| found.declaration.property(name);
        self.weak &= property("weak").is_some();
        self.requires.push(property("requires").unwrap_or_default().split_whitespace().map(str::to_owned).collect());
        fill(reader, builder, self, found);
    }

    /// True where one of the patterns has all that it asks for, and no other declaration is described.
    pub fn is_tool(&self) -> bool {
        let Tool { name, named_by, handler, body, annotations, approval, .. } = &self.tool;
        let says_more = handler.is_some() || body.is_some() || !annotations.is_empty() || approval.is_some();
        let copy = self.copied && name.is_none() && named_by.is_none() && !says_more;
        !copy && self.requires.iter().any(|parts| parts.iter().all(|part| has(self, part)))
    }
}

/// What runs the tool: the function that a node stands for, as [`Tool::handler`] and [`Tool::body`].
pub(super) fn runner<'t>(builder: &Builder<'t>, reader: &Reader<'t>, node: Node<'t>) -> (Option<String>, Option<Span>) {
    if reader.is_function(node) {
        let lines = span(node);
        return (function_at(builder, lines).map(|known| known.name.to_string()), Some(lines));
    }
    let name = reader.handler_name(builder.of(node));
    let last = name.rsplit(['.', '&']).next().unwrap_or(name);
    if name.len() > LONGEST_HANDLER || name.contains('\n') {
        return (None, None);
    }
    (Some(name.to_owned()), function_called(builder, last).map(|known| known.span))
}

fn function_at<'b>(builder: &'b Builder<'_>, lines: Span) -> Option<&'b Function> {
    builder.facts.functions.iter().find(|function| function.span == lines && function.kind != FunctionKind::Class)
}

fn function_called<'b>(builder: &'b Builder<'_>, name: &str) -> Option<&'b Function> {
    builder.facts.functions.iter().find(|function| function.name == name && function.kind != FunctionKind::Class)
}

/// Takes over what a match captured.
pub(super) fn fill<'t>(reader: &Reader<'t>, builder: &Builder<'t>, draft: &mut Draft<'t>, found: &Found<'t>) {
    draft.offers |= found.declaration.property("offers").is_some();
    let mut part = |role: Role, node: Node<'t>| apply(reader, builder, draft, role, node);
    for args in found.all("args") {
        arguments(reader, builder, args, 3, &mut part);
    }
    for (capture, role) in [
        ("name", Role::Name),
        ("description", Role::Description),
        ("schema", Role::Schema),
        ("annotations", Role::Annotations),
        ("approval", Role::Approval),
        ("handler", Role::Handler),
        ("function", Role::Handler),
    ] {
        for node in found.all(capture) {
            part(role, node);
        }
    }
    for node in found.all("parameter") {
        let name = reader.string(builder, node).unwrap_or_else(|| builder.of(node).to_owned());
        let kind = found.get("parameter.kind").map_or("", |kind| builder.of(kind));
        let options = found.get("parameter.options").map(|options| reader.entries(builder, options));
        let options = options.unwrap_or_default().into_iter().map(|(_, option)| builder.of(option));
        push_parameter(&mut draft.tool, name, tool_schema::of_options(kind, options));
    }
    if let Some(name) = found.get("annotation") {
        let given = found.get("annotation.value").map_or(Value::Bool(true), |node| reader.value(builder, node));
        push_annotation(&mut draft.tool, annotation_name(builder.of(name)), given);
    }
}

/// Goes through the arguments of a declaration: named ones by the shared vocabulary, others by what they are.
fn arguments<'t>(
    reader: &Reader<'t>,
    builder: &Builder<'t>,
    args: Node<'t>,
    depth: u32,
    part: &mut impl FnMut(Role, Node<'t>),
) {
    if depth == 0 {
        return;
    }
    let mut strings = 0;
    // What may be the name, until it is known what follows.
    let mut before = None;
    for (name, node) in reader.entries(builder, args) {
        if let Some(name) = name {
            match role(&name) {
                // The function itself: `Tool(function=search)`.
                Some(Role::Nested) if reader.is_name(node) && !reader.is_object(reader.followed(builder, node)) => {
                    part(Role::LastName, node);
                }
                Some(Role::Nested) if reader.is_function(node) => part(Role::Handler, node),
                Some(Role::Nested) => arguments(reader, builder, reader.followed(builder, node), depth - 1, part),
                Some(role) => part(role, node),
                None => {}
            }
            continue;
        }
        let node = reader.followed(builder, node);
        if let Some(text) = reader.string(builder, node) {
            // `tool(Names.LIST, "Lists what there is.")`: a name has no words.
            let named = before.take().filter(|_| strings == 0 && text.trim().contains(' '));
            named.into_iter().for_each(|named| part(Role::Name, named));
            part(if strings == 0 && named.is_none() { Role::Name } else { Role::Description }, node);
            strings += 1;
        } else if reader.is_function(node) {
            part(Role::Handler, node);
        } else if reader.is_object(node) {
            let names: Vec<String> = reader.entries(builder, node).into_iter().filter_map(|(name, _)| name).collect();
            if !names.is_empty() && names.iter().all(|name| name.ends_with("Hint") || name == "title") {
                part(Role::Annotations, node);
            } else if names.iter().any(|name| {
                matches!(
                    role(name),
                    Some(Role::Description | Role::Annotations | Role::Handler | Role::Schema | Role::Approval)
                )
            }) && !names.iter().any(|name| name == "properties")
            {
                arguments(reader, builder, node, depth - 1, part);
            } else {
                part(Role::Schema, node);
            }
        } else if reader.is_name(node) {
            before = Some(node);
            part(Role::LastName, node);
        } else if reader.is_schema_call(builder, node) {
            part(Role::Schema, node);
        }
    }
}

fn apply<'t>(reader: &Reader<'t>, builder: &Builder<'t>, draft: &mut Draft<'t>, role: Role, node: Node<'t>) {
    let tool = &mut draft.tool;
    match role {
        Role::Identifier => draft.identifier = reader.string(builder, node),
        Role::Tags => push_annotation(tool, "tags".to_owned(), reader.value(builder, node)),
        Role::Name => {
            draft.named = true;
            if tool.name.is_none() {
                let written = reader.string(builder, node).or_else(|| reader.type_name(builder, node));
                tool.name = written.or_else(|| constant(reader, builder, node));
            }
            if tool.name.is_none() && tool.named_by.is_none() {
                match names::of_name(reader, builder, node) {
                    Naming::Constant(name) => tool.named_by = Some(name),
                    Naming::Copied => draft.copied = true,
                    Naming::Computed => {}
                }
            }
        }
        Role::Description => {
            tool.has_description |= reader.string(builder, node).is_none_or(|text| !text.trim().is_empty());
        }
        Role::Schema => {
            draft.schema = true;
            let parameters = reader.schema_parameters(builder, node);
            if draft.of_handler && !parameters.is_empty() {
                draft.of_handler = false;
                tool.parameters.clear();
                tool.schema.clear();
            }
            for (name, schema) in parameters {
                push_parameter(tool, name, schema);
            }
        }
        Role::Annotations => {
            let holder = reader.arguments_of(node);
            for (name, given) in reader.entries(builder, holder) {
                if let Some(name) = name {
                    push_annotation(tool, annotation_name(&name), reader.value(builder, given));
                }
            }
        }
        Role::Approval => tool.approval = Some(reader.value(builder, node)),
        Role::Handler | Role::LastName => {
            let before = tool.parameters.len();
            handler(reader, builder, tool, role, node);
            draft.of_handler |= before == 0 && !tool.parameters.is_empty();
        }
        Role::Nested => {}
    }
}

fn handler<'t>(reader: &Reader<'t>, builder: &Builder<'t>, tool: &mut Tool, role: Role, node: Node<'t>) {
    let (handler, body) = runner(builder, reader, node);
    if reader.is_function(node) {
        tool.handler = handler;
        tool.body = body;
        tool.has_description |= reader.has_docstring(node);
        if tool.parameters.is_empty() {
            let known = body.and_then(|lines| function_at(builder, lines));
            match known {
                Some(known) => {
                    let given = reader.without_handed_over(builder, node, &known.parameters);
                    signature(reader, builder, tool, Some(node), &given);
                }
                None => signature(reader, builder, tool, Some(node), &reader.function_parameters(builder, node)),
            }
        }
        return;
    }
    // Of several bare names the last is the handler: `AddTool(server, tool, handle)`.
    let Some(name) = handler else { return };
    if role == Role::LastName && body.is_none() && tool.body.is_some() {
        return;
    }
    let last = name.rsplit(['.', '&']).next().unwrap_or(&name);
    let known = function_called(builder, last);
    if let Some(known) = known {
        tool.body = body;
        if tool.parameters.is_empty() {
            signature(reader, builder, tool, builder.function_node(known), &known.parameters);
        }
    }
    tool.handler = Some(name);
}

/// Takes over the parameters of a function, with what their types say where its node is known.
fn signature<'t>(
    reader: &Reader<'t>,
    builder: &Builder<'t>,
    tool: &mut Tool,
    node: Option<Node<'t>>,
    names: &[impl AsRef<str>],
) {
    let typed = node.map(|node| reader.signature(builder, node)).unwrap_or_default();
    // One struct or model class that stands for all arguments.
    if let Some(fields) = typed.iter().find_map(|parameter| parameter.fields.clone()) {
        for (name, schema) in fields {
            push_parameter(tool, name, schema);
        }
        return;
    }
    for name in names {
        let name = name.as_ref();
        let schema = typed.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.schema);
        push_parameter(tool, name.to_owned(), schema.unwrap_or_default());
    }
}

fn push_parameter(tool: &mut Tool, name: String, schema: ParameterSchema) {
    if tool.parameters.len() < 64 && !tool.parameters.contains(&name) && !matches!(name.as_str(), "self" | "cls") {
        tool.parameters.push(name);
        tool.schema.push(schema);
    }
}

fn push_annotation(tool: &mut Tool, name: String, value: Value) {
    // A pointer to it: `ToBoolPtr(true)`.
    let value = match value {
        Value::Call(_, values) if matches!(values[..], [Value::Bool(_)]) => values.into_iter().next(),
        value => Some(value),
    };
    let value = value.unwrap_or(Value::Null);
    if tool.annotations.len() < 32 && tool.annotations.iter().all(|(known, _)| *known != name) {
        tool.annotations.push((name, value));
    }
}

/// `ReadOnlyHint`, `WithReadOnlyHintAnnotation` and `read_only_hint` are `readOnlyHint`.
fn annotation_name(written: &str) -> String {
    // C# leaves out that it is a hint.
    if matches!(written, "ReadOnly" | "Destructive" | "Idempotent" | "OpenWorld") {
        return annotation_name(&format!("{written}Hint"));
    }
    if written.contains('_') && !written.contains(char::is_uppercase) {
        let mut words = written.split('_');
        let mut name = words.next().unwrap_or_default().to_owned();
        for word in words {
            let mut letters = word.chars();
            name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            name.push_str(letters.as_str());
        }
        return name;
    }
    let name = written.strip_prefix("With").unwrap_or(written);
    let name = name.strip_suffix("Annotation").unwrap_or(name);
    let mut chars = name.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// The string behind the name of a constant of the same file, or behind `READ.name` where that is an object of it.
fn constant(reader: &Reader<'_>, builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let name = builder.of(node);
    let (root, last) = name.rsplit_once('.').unwrap_or(("", name));
    // `Names.READ` and `self.NAME` are constants, `tool.name` is not.
    let first = root.split('.').next().unwrap_or(root);
    let capital = last.starts_with(char::is_uppercase);
    let known = matches!(first, "self" | "cls" | "this") || builder.names.contains_key(first);
    let constant = root.is_empty() || root.starts_with(char::is_uppercase) || capital && known;
    if !constant {
        return reader.entry_of(builder, root, last);
    }
    let own = builder.facts.settings.iter().find_map(|setting| match &setting.value {
        Value::Str(text)
            if setting.written == last && matches!(setting.kind, SettingKind::Constant | SettingKind::Field) =>
        {
            Some(text.to_string())
        }
        _ => None,
    });
    own.or_else(|| reader.entry_of(builder, root, last))
}

/// What is not written in the declaration but follows from where it stands.
pub(super) fn complete<'t>(reader: &Reader<'t>, builder: &Builder<'t>, draft: &mut Draft<'t>) {
    let tool = &mut draft.tool;
    if tool.handler.is_none()
        && tool.body.is_none()
        && let Some(node) = beside::handler(reader, builder, draft.node)
    {
        (tool.handler, tool.body) = runner(builder, reader, node);
    }
    if !draft.named {
        tool.name = draft.identifier.take();
        draft.named = tool.name.is_some();
    }
    if !draft.named && !draft.node.kind().starts_with("class") {
        // The key or variable that the declaration is given to, else the function.
        tool.name = reader.given_to(builder, draft.node).or_else(|| {
            let handler = tool.handler.as_deref()?;
            Some(handler.rsplit('.').next().unwrap_or(handler).to_owned())
        });
    }
    if let Some(name) = &tool.name
        && (name.len() > 200 || name.is_empty())
    {
        tool.name = None;
    }
    if let Some(body) = tool.body
        && !tool.has_description
        && draft.node.kind() == "decorated_definition"
    {
        tool.has_description =
            children(draft.node).into_iter().any(|(_, child)| span(child) == body && reader.has_docstring(child));
    }
}

fn has(draft: &Draft<'_>, part: &str) -> bool {
    match part {
        "name" => draft.named,
        "literal" => draft.tool.name.is_some(),
        "schema" => draft.schema || draft.tool.has_description,
        "description" => draft.tool.has_description,
        "parameters" => !draft.tool.parameters.is_empty(),
        "handler" => draft.tool.handler.is_some() || draft.tool.body.is_some(),
        "body" => draft.tool.body.is_some(),
        _ => true,
    }
}
