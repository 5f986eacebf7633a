//! Settings in the attributes of Rust's items: options of clap, defaults of serde and others, derived ones.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    builder::{Builder, children, field, inner, parent},
    rust_items::attribute_name,
    rust_tokens::{group_value, groups, is_word, named, token_tree},
    rust_values::{string, value},
};
use crate::{
    facts::{
        model::{SettingKind, Value},
        word::Word,
    },
    syntax::Step,
};

/// What the attributes of a field say of it.
#[derive(Default)]
struct Declared {
    option: bool,
    long: Option<String>,
    variable: Option<String>,
    default: Option<Value>,
}

/// Defaults, options and environment names in the attributes of a struct's field.
pub(super) fn declared<'t>(
    builder: &mut Builder<'t>,
    returned: &BTreeMap<String, Node<'t>>,
    node: Node<'t>,
    attributes: &[Node<'t>],
) {
    let Some(name) = field(node, "name").map(|name| builder.of(name)) else { return };
    let kind = field(node, "type").map_or("", |kind| builder.of(kind));
    let mut found = Declared::default();
    for attribute in attributes {
        read_attribute(builder, returned, *attribute, kind, &mut found);
    }
    if let Some(variable) = &found.variable {
        builder.setting(SettingKind::Environment, &[variable], found.default.clone().unwrap_or(Value::Null), node);
    }
    if found.option {
        let default = found.default.unwrap_or(if kind == "bool" { Value::Bool(false) } else { Value::Null });
        builder.setting(SettingKind::CliOption, &[found.long.as_deref().unwrap_or(name)], default, node);
    } else if let (Some(default), None) = (found.default, found.variable) {
        builder.setting(SettingKind::Field, &[name], default, node);
    }
}

fn read_attribute<'t>(
    builder: &Builder<'t>,
    returned: &BTreeMap<String, Node<'t>>,
    item: Node<'t>,
    kind: &str,
    found: &mut Declared,
) {
    let Some(name) = attribute_name(builder, item) else { return };
    let Some(attribute) = inner(item) else { return };
    let last = name.rsplit('.').next().unwrap_or(&name);
    let options = matches!(last, "arg" | "clap" | "structopt" | "argh" | "bpaf" | "options" | "command");
    if last == "default" {
        // `#[default = 5]`, `#[default(5)]`
        let given = field(attribute, "value").map(|given| value(builder, None, given, 3)).or_else(|| {
            let tokens = token_tree(attribute)?;
            Some(group_value(builder, groups(tokens).first()?, 3))
        });
        found.default = given.or(found.default.take());
        return;
    }
    let Some(tokens) = token_tree(attribute) else { return };
    for group in groups(tokens) {
        let (key, given) = match named(builder, &group) {
            Some(pair) => pair,
            None => match group[..] {
                [only] if is_word(builder, only) => (builder.of(only).to_owned(), Vec::new()),
                _ => continue,
            },
        };
        let written = || (!given.is_empty()).then(|| group_value(builder, &given, 3));
        let text = || given.first().and_then(|node| string(builder, *node));
        match key.as_str() {
            "long" | "short" | "value_parser" | "action" | "default_missing_value" if options => {
                found.option = true;
                if key == "long" {
                    found.long = text();
                }
            }
            "subcommand" | "flatten" | "skip" if options => return,
            "default_value" | "default_value_t" | "default_values_t" if options => {
                found.option = true;
                found.default = Some(match (key.as_str(), written()) {
                    ("default_value", Some(Value::Str(text))) => typed(kind, &text),
                    (_, Some(given)) => given,
                    (_, None) => of_type(kind),
                });
            }
            "env" if options => {
                found.option = true;
                found.variable = Some(text().unwrap_or_else(|| "".to_owned())).filter(|name| !name.is_empty());
            }
            "env" | "from" | "env_var" if matches!(last, "envconfig" | "config" | "setting" | "env" | "serde_env") => {
                found.variable = text();
            }
            "default" => {
                found.default = Some(match written() {
                    None => of_type(kind),
                    // `default = "function"`
                    Some(Value::Str(text)) if last == "serde" => of_function(builder, returned, &text, kind),
                    Some(Value::Str(text)) => typed(kind, &text),
                    Some(other) => other,
                });
            }
            _ => {}
        }
    }
}

/// A default written as text, as its type reads it.
fn typed(kind: &str, text: &str) -> Value {
    match kind {
        "String" | "&str" | "&'static str" | "PathBuf" | "Option<String>" => Value::Str(text.into()),
        _ => super::go_settings::scalar(text),
    }
}

/// What a function of the file gives, where it is one literal.
fn of_function<'t>(builder: &Builder<'t>, returned: &BTreeMap<String, Node<'t>>, path: &str, kind: &str) -> Value {
    let name = path.rsplit("::").next().unwrap_or(path);
    if path.ends_with("Default::default") {
        return of_type(kind);
    }
    match returned.get(name) {
        Some(node) => value(builder, None, *node, 3),
        None => Value::Call(path.replace("::", ".").into(), Default::default()),
    }
}

/// The default of a type.
fn of_type(kind: &str) -> Value {
    let name = kind.split('<').next().unwrap_or(kind);
    match name.rsplit("::").next().unwrap_or(name).trim() {
        "bool" => Value::Bool(false),
        "Option" => Value::Null,
        "String" => Value::str(""),
        "Vec" | "HashSet" | "BTreeSet" | "VecDeque" => Value::List(Default::default()),
        "HashMap" | "BTreeMap" | "IndexMap" => Value::Object(Default::default()),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => Value::Num("0".into()),
        other => Value::Call(format!("{other}.default").into(), Default::default()),
    }
}

/// `#[derive(Default)]` of a struct: its switches are off.
pub(super) fn derived(builder: &mut Builder<'_>, node: Node<'_>, decorators: &[Word]) {
    let derives = decorators.iter().any(|name| name == "Default");
    if !derives || node.kind() != "struct_item" {
        return;
    }
    for (_, child) in field(node, "body").map(children).unwrap_or_default() {
        if let (Some(name), Some(kind)) = (field(child, "name"), field(child, "type"))
            && builder.of(kind) == "bool"
        {
            builder.setting(SettingKind::Field, &[builder.of(name)], Value::Bool(false), child);
        }
    }
}

/// `#[default]` of a variant: what the type is where nothing is said.
pub(super) fn variant(builder: &mut Builder<'_>, above: &[Step<'_>], node: Node<'_>, attributes: &[Node<'_>]) {
    let default = attributes.iter().any(|item| attribute_name(builder, *item).is_some_and(|name| name == "default"));
    let owner = parent(above, 1).filter(|_| default).and_then(|outer| field(outer.node, "name"));
    if let (Some(owner), Some(name)) = (owner, field(node, "name")) {
        builder.setting(SettingKind::Field, &[builder.of(owner)], Value::Name(builder.of(name).into()), node);
    }
}
