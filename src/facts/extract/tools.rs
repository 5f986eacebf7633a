//! Tools: what the query files say a declaration looks like, filled in with the vocabulary that frameworks share.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::{Node, QueryCursor, StreamingIterator, Tree};

use super::{
    builder::{Builder, children, field, inner, span},
    places::{self, Place, Places},
    tool_parts::{Reader, Role, role},
    tool_schema,
};
use crate::{
    facts::{
        glob,
        model::{FunctionKind, ParameterSchema, SettingKind, Tool, Value},
    },
    syntax::{self, Declaration, Language, Queries},
};

/// States that one query may hold at a time.
const MATCH_LIMIT: u32 = 512;

/// A tool that is being put together from one or several matches.
struct Draft<'t> {
    tool: Tool,
    node: Node<'t>,
    pattern: usize,
    weak: bool,
    /// A name was given, whether or not it could be read.
    named: bool,
    /// An identifier that is the name where no other is given.
    identifier: Option<String>,
    /// A schema was given, whether or not it could be read.
    schema: bool,
    /// The parameters are those of the handler: a schema knows better.
    of_handler: bool,
    /// The declaration offers it to a model by itself.
    offers: bool,
    /// Per pattern that made it: the parts that it asks for. One list must be complete.
    requires: Vec<Vec<String>>,
}

/// What decides that two matches speak of the same tool.
type Key = (String, String);

/// What one match says.
struct Found<'t> {
    declaration: &'static Declaration,
    captures: Vec<(&'static str, Node<'t>)>,
}

impl<'t> Found<'t> {
    fn get(&self, name: &str) -> Option<Node<'t>> {
        self.captures.iter().find(|(known, _)| *known == name).map(|(_, node)| *node)
    }

    fn all(&self, name: &str) -> impl Iterator<Item = Node<'t>> {
        self.captures.iter().filter(move |(known, _)| *known == name).map(|(_, node)| *node)
    }
}

/// Finds the tools among the nodes that the walk marked, and where each of them stands.
pub(super) fn read<'t>(language: Language, tree: &'t Tree, builder: &mut Builder<'t>) -> Vec<Place> {
    let Some(queries) = syntax::queries(language) else { return Vec::new() };
    let candidates = std::mem::take(&mut builder.candidates);
    if candidates.is_empty() {
        return Vec::new();
    }
    let found = matches(queries, &candidates, builder);
    let reader = Reader::new(language, tree);
    let mut drafts: BTreeMap<Key, Draft<'t>> = BTreeMap::new();
    let (parts, whole): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.declaration.property("part").is_some());
    for found in whole {
        add(&reader, builder, &mut drafts, &found);
    }
    for found in parts {
        let Some(key) = key(builder, &found) else { continue };
        for ((_, known), draft) in drafts.iter_mut() {
            if *known == key {
                fill(&reader, builder, draft, &found);
            }
        }
    }
    let mut drafts: Vec<Draft<'t>> = drafts
        .into_values()
        .map(|mut draft| {
            complete(&reader, builder, &mut draft);
            draft
        })
        .filter(|draft| draft.requires.iter().any(|parts| parts.iter().all(|part| has(draft, part))))
        .collect();
    drafts.sort_by_key(|draft| (draft.weak, draft.node.start_byte(), draft.pattern));
    let found = distinct(drafts);
    let places = Places::new(builder);
    let mut places: Vec<Place> =
        found.iter().map(|(node, tool, offers)| places.of(builder, *node, tool, *offers)).collect();
    places::through_wrappers(builder, &found, &mut places);
    builder.facts.tools = found.into_iter().map(|(_, tool, _)| tool).collect();
    places
}

fn matches<'t>(queries: &'static Queries, candidates: &[Node<'t>], builder: &mut Builder<'t>) -> Vec<Found<'t>> {
    let names = queries.query.capture_names();
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(MATCH_LIMIT);
    cursor.set_max_start_depth(Some(0));
    // The same module may be imported in every function.
    let modules: BTreeSet<String> = builder.facts.imports.iter().map(|import| import.module.clone()).collect();
    let mut imported: BTreeMap<&str, bool> = BTreeMap::new();
    let mut imports = |globs: &'static str| {
        *imported.entry(globs).or_insert_with(|| {
            modules.iter().any(|module| globs.split_whitespace().any(|glob| glob::matches(glob, module)))
        })
    };
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for node in candidates {
        if !seen.insert(node.id()) {
            continue;
        }
        let mut matches = cursor.matches(&queries.query, *node, builder.text.as_bytes());
        while let Some(found) = matches.next() {
            let captures: Vec<_> = found
                .captures()
                .iter()
                .filter_map(|capture| Some((*names.get(capture.index as usize)?, capture.node)))
                .collect();
            for declaration in queries.declarations(found.pattern_index) {
                let found = Found { declaration, captures: captures.clone() };
                if applies(builder, &found) && declaration.property("import").is_none_or(&mut imports) {
                    out.push(found);
                }
            }
        }
        if cursor.did_exceed_match_limit() {
            builder.note_match_limit();
        }
    }
    out
}

/// Whether the names of a match resolve to what its pattern asks for.
fn applies(builder: &Builder<'_>, found: &Found<'_>) -> bool {
    let property = |key: &str| found.declaration.property(key);
    for name in ["callee", "base"] {
        let Some(globs) = property(name) else { continue };
        let Some(node) = found.get(name) else { return false };
        let resolved = super::tool_parts::dotted(builder, node);
        // `BaseTool[Args]` is `BaseTool`.
        let resolved = resolved.map(|resolved| if name == "base" { resolved.replace("[]", "") } else { resolved });
        if !resolved.is_some_and(|resolved| globs.split_whitespace().any(|glob| glob::matches(glob, &resolved))) {
            return false;
        }
    }
    true
}

fn key(builder: &Builder<'_>, found: &Found<'_>) -> Option<String> {
    if let Some(owner) = found.get("owner") {
        return Some(builder.of(owner).to_owned());
    }
    found.get("tool").map(|node| format!("{}-{}", node.start_byte(), node.end_byte()))
}

fn add<'t>(reader: &Reader<'t>, builder: &Builder<'t>, drafts: &mut BTreeMap<Key, Draft<'t>>, found: &Found<'t>) {
    let (Some(node), Some(key)) = (found.get("tool"), key(builder, found)) else { return };
    let property = |name: &str| found.declaration.property(name);
    let framework = property("framework").unwrap_or("unnamed").to_owned();
    let draft = drafts.entry((framework.clone(), key)).or_insert_with(|| Draft {
        tool: Tool {
            name: None,
            framework,
            span: span(node),
            parameters: Vec::new(),
            annotations: Vec::new(),
            approval: None,
            handler: None,
            body: None,
            has_description: false,
            schema: Vec::new(),
            collections: Vec::new(),
            bound: false,
        },
        node,
        pattern: found.declaration.order,
        weak: property("weak").is_some(),
        named: false,
        identifier: None,
        schema: false,
        of_handler: false,
        offers: false,
        requires: Vec::new(),
    });
    draft.weak &= property("weak").is_some();
    draft.requires.push(property("requires").unwrap_or_default().split_whitespace().map(str::to_owned).collect());
    fill(reader, builder, draft, found);
}

/// Takes over what a match captured.
fn fill<'t>(reader: &Reader<'t>, builder: &Builder<'t>, draft: &mut Draft<'t>, found: &Found<'t>) {
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
    for (name, node) in reader.entries(builder, args) {
        if let Some(name) = name {
            match role(&name) {
                // The function itself: `Tool(function=search)`.
                Some(Role::Nested) if reader.is_name(node) && !reader.is_object(reader.followed(builder, node)) => {
                    part(Role::LastName, node);
                }
                Some(Role::Nested) => arguments(reader, builder, reader.followed(builder, node), depth - 1, part),
                Some(role) => part(role, node),
                None => {}
            }
            continue;
        }
        let node = reader.followed(builder, node);
        if reader.string(builder, node).is_some() {
            part(if strings == 0 { Role::Name } else { Role::Description }, node);
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
        Role::Name => {
            draft.named = true;
            if tool.name.is_none() {
                tool.name = reader.string(builder, node).or_else(|| constant(builder, node));
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
    if reader.is_function(node) {
        tool.body = Some(span(node));
        tool.has_description |= reader.has_docstring(node);
        let lines = span(node);
        let known = builder
            .facts
            .functions
            .iter()
            .find(|function| function.span == lines && function.kind != FunctionKind::Class);
        tool.handler = known.map(|function| function.name.clone());
        if tool.parameters.is_empty() {
            let names = known.map_or_else(|| reader.function_parameters(builder, node), |f| f.parameters.clone());
            signature(reader, builder, tool, Some(node), &names);
        }
        return;
    }
    // Of several bare names the last is the handler: `AddTool(server, tool, handle)`.
    let name = builder.of(node);
    let last = name.rsplit(['.', '&']).next().unwrap_or(name);
    if name.len() > 120 || name.contains('\n') {
        return;
    }
    let known =
        builder.facts.functions.iter().find(|function| function.name == last && function.kind != FunctionKind::Class);
    if role == Role::LastName && known.is_none() && tool.body.is_some() {
        return;
    }
    tool.handler = Some(name.to_owned());
    if let Some(known) = known {
        tool.body = Some(known.span);
        if tool.parameters.is_empty() {
            signature(reader, builder, tool, builder.function_node(known), &known.parameters);
        }
    }
}

/// Takes over the parameters of a function, with what their types say where its node is known.
fn signature<'t>(
    reader: &Reader<'t>,
    builder: &Builder<'t>,
    tool: &mut Tool,
    node: Option<Node<'t>>,
    names: &[String],
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
        let schema = typed.iter().find(|parameter| parameter.name == *name).map(|parameter| parameter.schema);
        push_parameter(tool, name.clone(), schema.unwrap_or_default());
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
        Value::Call(_, values) if matches!(values.as_slice(), [Value::Bool(_)]) => values.into_iter().next(),
        value => Some(value),
    };
    let value = value.unwrap_or(Value::Null);
    if tool.annotations.len() < 32 && tool.annotations.iter().all(|(known, _)| *known != name) {
        tool.annotations.push((name, value));
    }
}

/// `ReadOnlyHint`, `WithReadOnlyHintAnnotation` and `read_only_hint` are `readOnlyHint`.
fn annotation_name(written: &str) -> String {
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

/// The string behind the name of a constant of the same file.
fn constant(builder: &Builder<'_>, node: Node<'_>) -> Option<String> {
    let name = builder.of(node);
    let (root, last) = name.rsplit_once('.').unwrap_or(("", name));
    // `Names.READ` is a constant, `tool.name` is not.
    if !root.is_empty() && !root.starts_with(char::is_uppercase) && !last.starts_with(char::is_uppercase) {
        return None;
    }
    builder.facts.settings.iter().find_map(|setting| match &setting.value {
        Value::Str(text)
            if setting.written == last && matches!(setting.kind, SettingKind::Constant | SettingKind::Field) =>
        {
            Some(text.clone())
        }
        _ => None,
    })
}

/// What is not written in the declaration but follows from where it stands.
fn complete<'t>(reader: &Reader<'t>, builder: &Builder<'t>, draft: &mut Draft<'t>) {
    let tool = &mut draft.tool;
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

/// One fact for one tool: a weak pattern gives way to any other for the same lines or the same body, and of several
/// exact ones the first counts.
fn distinct(drafts: Vec<Draft<'_>>) -> Vec<(Node<'_>, Tool, bool)> {
    let mut out: Vec<(Node<'_>, Tool, bool)> = Vec::new();
    for draft in drafts {
        let range = draft.node.byte_range();
        let same = out.iter().any(|(node, tool, _)| {
            let known = node.byte_range();
            // The methods of a class that is a tool itself.
            let inside = node.kind().starts_with("class") && known.contains(&range.start);
            if draft.weak && inside && draft.node.kind() == "function_definition" {
                return true;
            }
            known == range
                || tool.body.is_some() && tool.body == draft.tool.body
                || draft.weak
                    && (known.contains(&range.start) || range.contains(&known.start))
                    && (tool.name == draft.tool.name || draft.tool.name.is_none())
        });
        if !same {
            out.push((draft.node, draft.tool, draft.offers));
        }
    }
    out.sort_by_key(|(node, ..)| (node.start_byte(), node.end_byte()));
    out
}

/// The first child of a wrapper, for readers of parts.
pub(super) fn unwrapped(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        "literal_element" | "parenthesized_expression" => inner(node).unwrap_or(node),
        "unary_expression" => field(node, "operand").unwrap_or(node),
        "reference_expression" => field(node, "value").unwrap_or(node),
        _ => node,
    }
}
