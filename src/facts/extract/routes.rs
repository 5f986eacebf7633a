//! What starts code from outside: routes, webhooks, queues, schedules and events, by the tables beside the queries.

use tree_sitter::Node;

use super::{
    bindings::MayRoute,
    builder::{Builder, field, span},
    route_between::{Between, is_name, names_of},
    route_decorators::{self, Decorator},
    turns::member,
};
use crate::{
    facts::{
        glob,
        model::{Argument, Function, FunctionKind, Route, RouteKind, Span, Value},
        names::{cut, snake},
    },
    syntax::{self, HandlerAt, Language, RouteForm, RouteTable},
};

/// Facts that are kept per file.
const MOST: usize = 2_000;
/// Names between a route and its handler.
const MOST_AROUND: usize = 24;
const VERBS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// Finds the routes among the calls and decorated functions of the walk.
pub(super) fn read(language: Language, builder: &mut Builder<'_>) {
    let Some(table) = syntax::routes(language) else { return };
    let imports = |form: &RouteForm| {
        let wanted = |module: &str| form.import.iter().any(|known| glob::matches(known, module));
        form.import.is_empty() || builder.facts.imports.iter().any(|import| wanted(&import.module))
    };
    let forms: Vec<&RouteForm> = table.routes.iter().filter(|form| imports(form)).collect();
    if forms.is_empty() {
        return;
    }
    let reader = Reader { table, forms, between: Between::new(table, builder), builder };
    let mut found = reader.called();
    found.extend(reader.decorated());
    found.extend(reader.named());
    found.sort_by(|a, b| (a.span, &a.path, &a.methods).cmp(&(b.span, &b.path, &b.methods)));
    found.truncate(MOST);
    builder.facts.routes = found;
}

struct Reader<'a, 't> {
    table: &'static RouteTable,
    /// Those whose module is imported.
    forms: Vec<&'static RouteForm>,
    between: Between<'t>,
    builder: &'a Builder<'t>,
}

/// What the arguments of a route say.
#[derive(Default)]
struct Parts {
    path: Option<String>,
    methods: Vec<String>,
    handler: Option<String>,
    around: Vec<String>,
}

fn any(globs: &[String], name: &str) -> bool {
    globs.iter().any(|known| glob::matches(known, name))
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

impl<'t> Reader<'_, 't> {
    fn called(&self) -> Vec<Route> {
        let mut out = Vec::new();
        for MayRoute { call, node, .. } in &self.builder.bindings.routes {
            let Some(call) = self.builder.facts.calls.get(*call) else { continue };
            let Some(form) = self.forms.iter().find(|form| any(&form.callee, &call.callee)) else { continue };
            let mut parts = Parts::default();
            self.read_arguments(form, &call.arguments, &mut parts);
            if out.len() >= MOST || (form.path.unwrap_or(form.kind == RouteKind::Http) && parts.path.is_none()) {
                continue;
            }
            let path = parts.path.clone().unwrap_or_default();
            let chained = self.between.of_call(self.builder, &call.callee, &path, *node, &mut parts.around);
            parts.methods.extend(chained.iter().filter_map(|word| verb(last(word).trim_start_matches("Method"))));
            methods(form, &call.callee, &mut parts);
            let handler = parts.handler.as_deref().and_then(|handler| self.function(last(handler)));
            self.of_handler(handler, &mut parts.around);
            out.push(self.route(form, parts, lines(*node), call.function));
        }
        out
    }

    /// Functions whose decorator or attribute makes them routes.
    fn decorated(&self) -> Vec<Route> {
        let forms: Vec<_> = self.forms.iter().filter(|form| !form.decorator.is_empty()).collect();
        let mut out = Vec::new();
        if forms.is_empty() {
            return out;
        }
        for (at, function) in self.builder.facts.functions.iter().enumerate() {
            let of = |name: &str| forms.iter().find(|form| any(&form.decorator, name));
            if function.decorators.iter().all(|name| of(name).is_none()) || function.kind == FunctionKind::Class {
                continue;
            }
            let Some(node) = self.builder.bindings.functions.get(at) else { continue };
            let decorators = route_decorators::of(self.builder, *node);
            for decorator in &decorators {
                let Some(form) = of(&decorator.name).filter(|_| out.len() < MOST) else { continue };
                let mut parts = Parts { handler: Some(function.name.to_string()), ..Parts::default() };
                self.read_keys(&decorator.arguments, &mut parts);
                self.path_of(form, decorator.arguments.first().map(|first| &first.value), &mut parts);
                methods(form, &decorator.name, &mut parts);
                let others = decorators.iter().filter(|other| of(&other.name).is_none());
                others.for_each(|other| add_decorator(other, &mut parts.around));
                self.of_class(form, function, &mut parts);
                self.of_handler(Some((function, *node)), &mut parts.around);
                let path = parts.path.clone().unwrap_or_default();
                self.between.of_receiver(self.builder, &decorator.name, &path, *node, &mut parts.around);
                let index = u32::try_from(at).ok();
                out.push(self.route(form, parts, decorator.span, index));
            }
        }
        out
    }

    /// Exported functions that are routes by their name.
    fn named(&self) -> Vec<Route> {
        let mut out = Vec::new();
        for form in self.forms.iter().filter(|form| !form.function.is_empty()) {
            for (at, function) in self.builder.facts.functions.iter().enumerate() {
                if function.parent.is_none()
                    && form.function.iter().any(|known| *known == *function.name)
                    && out.len() < MOST
                {
                    let mut parts = Parts { handler: Some(function.name.to_string()), ..Parts::default() };
                    parts.methods = verb(&function.name).into_iter().collect();
                    out.push(self.route(form, parts, function.span, u32::try_from(at).ok()));
                }
            }
        }
        out
    }

    fn route(&self, form: &RouteForm, parts: Parts, span: Span, function: Option<u32>) -> Route {
        let Parts { path, mut methods, handler, mut around } = parts;
        let texts = [path.as_deref(), handler.as_deref()];
        let hooked = texts.into_iter().flatten().any(|text| any(&self.table.webhooks, &text.to_ascii_lowercase()));
        let kind = match form.kind {
            RouteKind::Http if hooked => RouteKind::Webhook,
            kind => kind,
        };
        methods.sort();
        methods.dedup();
        around.retain(|name| !name.is_empty() && name.len() <= 120);
        around.sort();
        around.dedup();
        around.truncate(MOST_AROUND);
        Route { framework: form.framework.clone(), kind, methods, path, handler, around, span, function }
    }

    /// A text that is a path: of HTTP it begins with a slash, perhaps behind a method.
    fn path_of(&self, form: &RouteForm, value: Option<&Value>, parts: &mut Parts) -> bool {
        let Some(Value::Str(text)) = value else { return false };
        let (method, path) = match text.split_once(' ') {
            Some((method, path)) if verb(method).is_some() => (verb(method), path.trim()),
            _ => (None, text.as_str()),
        };
        let fits = form.kind != RouteKind::Http
            || path.is_empty()
            || path.starts_with(['/', '*', '^', ':'])
            || form.path == Some(false)
            || !form.decorator.is_empty();
        if fits && parts.path.is_none() {
            parts.methods.extend(method);
            parts.path = Some(cut(path, 200).to_owned());
        }
        fits
    }

    /// Path, what stands between, and the function that runs, among the arguments of a call.
    fn read_arguments(&self, form: &RouteForm, arguments: &[Argument], parts: &mut Parts) {
        self.read_keys(arguments, parts);
        let unnamed: Vec<&Value> =
            arguments.iter().filter(|argument| argument.keyword.is_none()).map(|argument| &argument.value).collect();
        let at = unnamed.iter().take(2).position(|value| self.path_of(form, Some(value), parts));
        let rest: Vec<&Value> = unnamed.iter().enumerate().filter(|(i, _)| Some(*i) != at).map(|(_, v)| *v).collect();
        let rest: Vec<&Value> = rest
            .into_iter()
            .filter(|value| !matches!(value, Value::Object(_) | Value::Str(_) | Value::Num(_)))
            .collect();
        let (handler, others) = match (form.handler, rest.as_slice()) {
            (_, []) => return,
            (HandlerAt::Last, [others @ .., handler]) => (handler, others),
            (HandlerAt::First, [handler, others @ ..]) => (handler, others),
        };
        others.iter().for_each(|value| names_of(value, &mut parts.around));
        if parts.handler.is_none() {
            self.handler(handler, parts);
        }
    }

    /// `handle`, `protect(handle)`, `get(handle).post(other)`.
    fn handler(&self, value: &Value, parts: &mut Parts) {
        match value {
            Value::Name(name) => parts.handler = Some(cut(name, 120).to_owned()),
            Value::Call(callee, values) => {
                let verbs: Vec<String> =
                    callee.split('.').filter_map(|part| verb(part.trim_end_matches("()"))).collect();
                if verbs.is_empty() && is_name(callee) {
                    parts.around.push(callee.to_string());
                }
                parts.methods.extend(verbs);
                let inner = values.iter().rev().find(|value| matches!(value, Value::Name(_) | Value::Call(..)));
                if let Some(Value::Name(name)) = inner {
                    parts.handler = Some(cut(name, 120).to_owned());
                } else if let Some(Value::Call(inner, arguments)) = inner {
                    parts.around.push(inner.to_string());
                    parts.handler = arguments.iter().rev().find_map(|value| match value {
                        Value::Name(name) => Some(cut(name, 120).to_owned()),
                        _ => None,
                    });
                }
            }
            _ => {}
        }
    }

    /// Keyword arguments and keys of objects.
    fn read_keys(&self, arguments: &[Argument], parts: &mut Parts) {
        for argument in arguments {
            match (&argument.keyword, &argument.value) {
                (Some(key), value) => self.key(&snake(key), value, parts),
                (None, Value::Object(pairs)) => {
                    pairs.iter().take(32).for_each(|(key, value)| self.key(&snake(key), value, parts));
                }
                _ => {}
            }
        }
    }

    fn key(&self, key: &str, value: &Value, parts: &mut Parts) {
        match (key, value) {
            ("methods" | "method", Value::Str(method)) => parts.methods.extend(verb(method)),
            ("methods" | "method", Value::List(methods)) => {
                parts.methods.extend(methods.iter().filter_map(|method| match method {
                    Value::Str(method) => verb(method),
                    Value::Name(name) => verb(last(name)),
                    _ => None,
                }));
            }
            ("url" | "path" | "rule", Value::Str(path)) if parts.path.is_none() => {
                parts.path = Some(cut(path, 200).to_owned());
            }
            ("handler" | "endpoint" | "view_func" | "func", value) => self.handler(value, parts),
            _ if self.table.between.arguments.iter().any(|known| known == key) => names_of(value, &mut parts.around),
            _ => {}
        }
    }

    /// The only function of the file with that name, with its node.
    fn function(&self, name: &str) -> Option<(&Function, Node<'t>)> {
        let mut own = self.builder.facts.functions.iter().enumerate().filter(|(_, function)| function.name == name);
        let (at, function) = own.next()?;
        own.next().is_none().then_some(())?;
        Some((function, *self.builder.bindings.functions.get(at)?))
    }

    /// Decorators, bases and dependencies of the function or class that runs.
    fn of_handler(&self, handler: Option<(&Function, Node<'t>)>, around: &mut Vec<String>) {
        let Some((function, node)) = handler else { return };
        let is_route = |name: &str| self.forms.iter().any(|form| any(&form.decorator, name));
        around.extend(function.decorators.iter().filter(|name| !is_route(name)).map(|name| name.to_string()));
        around.extend(function.bases.iter().map(|name| name.to_string()));
        self.between.dependencies(self.builder, node, around);
    }

    /// Decorators of the class around a method: its path and what stands between.
    fn of_class(&self, form: &RouteForm, function: &Function, parts: &mut Parts) {
        let Some(parent) = function.parent.as_deref() else { return };
        let Some((class, node)) = self.function(last(parent)) else { return };
        if class.kind != FunctionKind::Class || class.decorators.is_empty() {
            return;
        }
        for decorator in route_decorators::of(self.builder, node) {
            if last(&decorator.name).contains("Controller") {
                if let (Some(Value::Str(prefix)), Some(path)) =
                    (decorator.arguments.first().map(|first| &first.value), &mut parts.path)
                    && form.kind == RouteKind::Http
                {
                    *path = format!("/{}/{}", prefix.trim_matches('/'), path.trim_start_matches('/'));
                }
            } else {
                add_decorator(&decorator, &mut parts.around);
            }
        }
    }
}

/// The lines of a call from the name of the method on: a chain begins far above.
fn lines(node: Node<'_>) -> Span {
    let whole = span(node);
    let name = field(node, "function").and_then(member).map(|(_, name)| span(name));
    Span { start: name.map_or(whole.start, |name| name.start), end: whole.end }
}

/// The method that the callee names, else those of the form.
fn methods(form: &RouteForm, callee: &str, parts: &mut Parts) {
    if parts.methods.is_empty() {
        parts.methods.extend(verb(last(callee)));
    }
    if parts.methods.is_empty() {
        parts.methods.extend(form.methods.iter().cloned());
    }
}

/// A decorator and what it is given: `@UseGuards(Signed)`.
fn add_decorator(decorator: &Decorator, around: &mut Vec<String>) {
    around.push(decorator.name.clone());
    decorator.arguments.iter().for_each(|argument| names_of(&argument.value, around));
}

fn verb(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    // `GetMapping`, `MapGet`, `HttpGet`
    let word = word.trim_start_matches("map").trim_start_matches("http").trim_end_matches("mapping").to_owned();
    VERBS.contains(&word.as_str()).then_some(word)
}
