//! Elixir: what is a definition, an import or an attribute among its calls.

use tree_sitter::Node;

use super::{
    super::builder::{Builder, DEEPEST, children, field, inner, span},
    values::{argument_list, elements, given, key, value},
};
use crate::{
    facts::{
        model::{Function, FunctionKind, SettingKind, Value},
        word::{Word, words},
    },
    syntax::{Language, Step},
};

/// Keywords that hold a block, not an argument.
pub(super) fn is_block(keyword: Option<&str>) -> bool {
    matches!(keyword, Some("do" | "else" | "rescue" | "after" | "catch"))
}

/// The word that a call begins with, where nothing is before it.
fn word<'t>(builder: &Builder<'t>, node: Node<'_>) -> Option<&'t str> {
    field(node, "target").filter(|target| target.kind() == "identifier").map(|target| builder.of(target))
}

fn arguments(node: Node<'_>) -> Vec<Node<'_>> {
    let list = children(node).into_iter().find(|(_, child)| child.kind() == "arguments");
    list.map(|(_, list)| children(list).into_iter().map(|(_, child)| child).collect()).unwrap_or_default()
}

/// `alias A.B`, `alias A.{B, C}`, `alias A.B, as: D`, `use`, `import`, `require`.
pub(super) fn import<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    let Some(verb) = word(builder, node).filter(|verb| matches!(*verb, "alias" | "use" | "import" | "require")) else {
        return;
    };
    let list = arguments(node);
    let Some(first) = list.first() else { return };
    let alias = list.get(1).filter(|rest| rest.kind() == "keywords").and_then(|rest| {
        let pairs = elements(*rest);
        let named = pairs.into_iter().find(|pair| key(builder, *pair).as_deref() == Some("as"));
        named.and_then(given).map(|name| builder.of(name))
    });
    let mut modules = Vec::new();
    match first.kind() {
        "alias" => modules.push(builder.of(*first).to_owned()),
        "dot" => {
            let (Some(left), Some(right)) = (field(*first, "left"), field(*first, "right")) else { return };
            let left = builder.of(left);
            modules.extend(children(right).into_iter().map(|(_, name)| format!("{left}.{}", builder.of(name))));
        }
        _ => return,
    }
    for module in modules {
        let whole = builder.names.get(module.split('.').next().unwrap_or(&module)).cloned();
        let module = match (whole, module.split_once('.')) {
            (Some(whole), Some((_, rest))) => format!("{whole}.{rest}"),
            (Some(whole), None) => whole,
            (None, _) => module,
        };
        builder.import(&module, None, alias, node);
        if let (true, Some(name)) = (verb == "alias", alias.or_else(|| module.rsplit('.').next()).map(str::to_owned)) {
            builder.bind(&name, module);
        }
    }
}

/// What is opened by a definition, or said by a call that is none: true where the call is no call of a function.
pub(super) fn definition<'t>(builder: &mut Builder<'t>, node: Node<'t>) -> bool {
    let Some(verb) = word(builder, node) else { return false };
    let list = arguments(node);
    match verb {
        "defmodule" | "defprotocol" | "defimpl" => {
            let name = list.first().map_or("", |name| builder.of(*name));
            let bases = uses(builder, node);
            let function = Function {
                name: name.into(),
                kind: FunctionKind::Class,
                parent: builder.parent(),
                span: span(node),
                decorators: Vec::new(),
                parameters: Vec::new(),
                bases,
            };
            builder.open(node, function);
        }
        "def" | "defp" | "defmacro" | "defmacrop" => {
            let Some(mut head) = list.first().copied() else { return true };
            // `when` and what follows is a condition.
            if head.kind() == "binary_operator" {
                head = field(head, "left").unwrap_or(head);
            }
            let name = field(head, "target").map_or_else(|| builder.of(head), |name| builder.of(name));
            if name.contains('\n') {
                return true;
            }
            let mut names = Vec::new();
            let mut defaults = Vec::new();
            for parameter in arguments(head) {
                let mut at = parameter;
                if at.kind() == "binary_operator" {
                    let side = field(at, "operator").map_or("", |operator| builder.of(operator));
                    let (left, right) = (field(at, "left"), field(at, "right"));
                    match (side, left, right) {
                        ("\\\\", Some(left), Some(right)) => {
                            defaults.push((left, right));
                            at = left;
                        }
                        // A pattern and the name of the whole.
                        ("=", left, right) => {
                            let named = [right, left].into_iter().flatten().find(|side| side.kind() == "identifier");
                            at = named.unwrap_or(at);
                        }
                        _ => {}
                    }
                }
                names.push(if at.kind() == "identifier" { builder.of(at).to_owned() } else { "_".to_owned() });
            }
            let function = Function {
                name: name.into(),
                kind: FunctionKind::Function,
                parent: builder.parent(),
                span: span(node),
                decorators: Vec::new(),
                parameters: words(names),
                bases: Vec::new(),
            };
            builder.open(node, function);
            for (name, default) in defaults {
                let given = value(builder, default, DEEPEST);
                builder.setting(SettingKind::Parameter, &[builder.of(name)], given, default);
            }
        }
        "config" if builder.at_top() => {
            let keywords = list.iter().filter(|part| part.kind() == "keywords");
            let pairs: Vec<Node<'t>> = keywords.flat_map(|part| elements(*part)).collect();
            pairs.into_iter().for_each(|pair| config(builder, pair));
            if let [_, name, default] = list[..]
                && name.kind() == "atom"
            {
                let given = value(builder, default, DEEPEST);
                builder.setting(SettingKind::ConfigKey, &[builder.of(name)], given, node);
            }
            return false;
        }
        "alias" | "use" | "import" | "require" | "if" | "unless" | "case" | "cond" | "for" | "with" | "try"
        | "receive" | "fn" => {}
        _ => return false,
    }
    true
}

/// True for the name that a definition or an attribute gives: it is written like a call.
pub(super) fn is_declared(builder: &Builder<'_>, above: &[Step<'_>], node: Node<'_>) -> bool {
    let mut at = node;
    for step in above.iter().rev().take(3) {
        match step.kind {
            "unary_operator" => return builder.of(step.node).starts_with('@'),
            "binary_operator" if field(step.node, "left") == Some(at) => {}
            "arguments" if inner(step.node) == Some(at) => {}
            "call" => return matches!(word(builder, step.node), Some("def" | "defp" | "defmacro" | "defmacrop")),
            _ => return false,
        }
        at = step.node;
    }
    false
}

fn config<'t>(builder: &mut Builder<'t>, pair: Node<'t>) {
    if let (Some(name), Some(given)) = (key(builder, pair), given(pair)) {
        let given = value(builder, given, DEEPEST);
        builder.setting(SettingKind::ConfigKey, &[&name], given, pair);
    }
}

/// The modules that a module uses: what others call its bases.
fn uses(builder: &Builder<'_>, node: Node<'_>) -> Vec<Word> {
    let block = children(node).into_iter().find(|(_, child)| child.kind() == "do_block");
    let statements = block.map(|(_, block)| children(block)).unwrap_or_default();
    statements
        .into_iter()
        .filter(|(_, statement)| statement.kind() == "call" && word(builder, *statement) == Some("use"))
        .filter_map(|(_, statement)| super::values::dotted(builder, *arguments(statement).first()?).map(Word::from))
        .collect()
}

/// `@timeout 5_000` in a module.
pub(super) fn attribute<'t>(builder: &mut Builder<'t>, node: Node<'t>) {
    if !builder.in_class() || !builder.of(node).starts_with('@') {
        return;
    }
    let Some(call) = inner(node).filter(|call| call.kind() == "call") else { return };
    let Some(name) = word(builder, call) else { return };
    if matches!(
        name,
        "doc" | "moduledoc" | "typedoc" | "spec" | "type" | "typep" | "opaque" | "callback" | "impl" | "behaviour"
    ) {
        return;
    }
    if let [only] = arguments(call)[..] {
        let given = value(builder, only, DEEPEST);
        builder.setting(SettingKind::Constant, &[name], given, node);
    }
}

/// Text of documentation: no string that a program uses.
pub(super) fn is_documentation(builder: &Builder<'_>, step: &Step<'_>) -> bool {
    builder.language == Language::Elixir
        && step.kind == "unary_operator"
        && ["@doc", "@moduledoc", "@typedoc"].iter().any(|mark| builder.of(step.node).starts_with(mark))
}

/// True for a name behind a dot that is no call: `config.timeout`.
pub(super) fn is_field(builder: &Builder<'_>, node: Node<'_>) -> bool {
    builder.language == Language::Elixir
        && node.kind() == "call"
        && argument_list(super::grammar::grammar(Language::Elixir), node).is_none()
        && node.named_child_count() == 1
        && field(node, "target")
            .and_then(|target| field(target, "left"))
            .is_some_and(|left| !matches!(left.kind(), "alias" | "atom"))
}

/// The default of an option: `Keyword.get(opts, :limit, 5)`, `Map.get(args, "limit", 5)`.
pub(super) fn option(builder: &mut Builder<'_>, node: Node<'_>, callee: &str, values: &[&Value]) {
    match (callee, values) {
        (
            "Keyword.get" | "Keyword.pop" | "Keyword.get_lazy" | "Map.get" | "Map.get_lazy",
            [_, Value::Str(name), default],
        ) => builder.setting(SettingKind::Parameter, &[name], (*default).clone(), node),
        ("Application.get_env" | "Application.compile_env", [_, Value::Str(name), rest @ ..]) => {
            let default = rest.first().map_or(Value::Null, |default| (*default).clone());
            builder.setting(SettingKind::ConfigKey, &[name], default, node);
        }
        _ => {}
    }
}
